"""Pages and pictures as lists of lines, boxes and text in millimetres."""
