"""Parts that every workspace is built from."""
