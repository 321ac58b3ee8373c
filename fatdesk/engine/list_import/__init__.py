"""Re-import of edited lists: changes that can be applied, and contradictions with the design."""
