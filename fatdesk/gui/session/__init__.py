"""The open project with its edits, selection and results, libraries of parts, and background work."""
