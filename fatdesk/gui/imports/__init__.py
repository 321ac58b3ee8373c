"""Imports with review: device types, price lists, edited lists; calibration of length rules."""
