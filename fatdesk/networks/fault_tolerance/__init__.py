"""What breaks, what is cut off, and what is slower."""
