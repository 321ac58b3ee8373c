"""NetBox: what it should hold of a plan, as files to import and over its API, and a hall read from it."""
