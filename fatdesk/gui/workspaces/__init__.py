"""What the middle of the window shows: one way of working a module."""
