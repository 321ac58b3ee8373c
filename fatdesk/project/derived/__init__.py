"""Everything that follows from the decisions of a project."""
