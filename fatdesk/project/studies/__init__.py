"""Studies of networks in a project: measurements and results."""
