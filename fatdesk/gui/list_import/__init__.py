"""Re-import of edited lists, and calibration of length rules to measured lengths."""
