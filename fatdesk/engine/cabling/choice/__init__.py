"""Choice of cables: groups of links, their options, the cheapest that reach, the fewest kinds."""
