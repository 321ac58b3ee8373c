"""Libraries open in the window: folders of part files, the shipped parts, the parts of the project."""
