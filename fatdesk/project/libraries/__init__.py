"""Folders of part files that are open for editing."""
