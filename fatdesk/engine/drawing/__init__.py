"""What is drawn: display lists in millimetres of floor, racks and networks, and their SVG."""
