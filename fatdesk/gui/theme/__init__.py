"""Appearance of the window: colours, sizes, fonts and icons, all defined here."""
