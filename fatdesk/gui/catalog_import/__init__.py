"""Import of device types and price lists: review, correct, import."""
