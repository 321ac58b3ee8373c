"""The window over a project."""
