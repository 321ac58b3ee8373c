"""The change order of a step of growth: its rows, its files, and its pages."""
