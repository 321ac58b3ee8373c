"""The change order of a growth step: its rows, its files, and its pages."""
