"""The open project with its edits and selection, libraries of parts, and background work."""
