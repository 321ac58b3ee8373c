"""The wizard for requirements, and the Requirements workspace."""
