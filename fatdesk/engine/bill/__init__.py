"""The priced list of everything."""
