"""The workspace Bill."""
