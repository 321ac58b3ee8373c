"""The Cables workspace."""
