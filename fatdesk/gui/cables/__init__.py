"""The workspace Cables."""
