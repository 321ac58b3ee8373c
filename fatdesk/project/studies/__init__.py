"""Studies of networks in a project: what they measure, and their results."""
