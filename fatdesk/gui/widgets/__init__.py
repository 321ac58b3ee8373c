"""Small controls, and helpers for text and numbers, that are independent of the project."""
