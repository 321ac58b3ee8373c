"""Measured and derived figures of one open project, as the window keeps them."""
