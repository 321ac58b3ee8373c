"""Parts: their files, prices, ports and checks."""
