"""From requirements to candidates to a choice."""
