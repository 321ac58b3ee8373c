"""The project as a value: everything that was decided, and its records."""
