"""Values derived from the decisions of a project."""
