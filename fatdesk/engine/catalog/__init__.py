"""What can be bought: parts, their files, their checks."""
