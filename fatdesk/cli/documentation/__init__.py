"""Commands that show the documentation."""
