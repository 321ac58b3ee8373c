"""Lists that people edited, imported again."""
