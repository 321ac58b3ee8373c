"""Parts and prices from files of others: looked at, mended one by one, then taken."""
