"""What the floor shows, from the ground up; each layer a module that draws with the view's measures."""
