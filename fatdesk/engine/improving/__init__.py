"""Better places for what stands in the racks: a search for lower cable cost within the rules of placement."""
