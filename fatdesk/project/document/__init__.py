"""The project as a frozen value, and its records."""
