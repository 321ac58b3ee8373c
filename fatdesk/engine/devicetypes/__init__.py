"""Parts from device-type files of inventory tools: read, checked, and corrected if the user accepts."""
