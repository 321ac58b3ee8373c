"""The desk: the window over a project."""
