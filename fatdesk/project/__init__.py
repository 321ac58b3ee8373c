"""The document: decisions, commands, history, files."""
