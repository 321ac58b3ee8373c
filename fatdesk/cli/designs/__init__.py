"""Commands that search and improve designs."""
