"""Networks without parts: hosts, switches and links as arrays, and what can be measured of them."""
