"""Commands on parts and price lists."""
