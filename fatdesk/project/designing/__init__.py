"""From requirements to a project, and from one design to the next."""
