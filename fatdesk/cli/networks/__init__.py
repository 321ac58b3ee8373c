"""Commands that measure a network, of a SPEC or of a project."""
