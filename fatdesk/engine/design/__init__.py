"""Search: from requirements to candidates to a choice."""
