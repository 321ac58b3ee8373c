"""Controls that follow the theme and settings of the window."""
