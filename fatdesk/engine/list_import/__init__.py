"""Lists that come back from people: what they changed, what of it holds, what contradicts the design."""
