"""Measured and derived figures of the open project, cached by the window."""
