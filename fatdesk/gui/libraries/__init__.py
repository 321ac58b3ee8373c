"""Catalogs that are open in the window: folders of part files, the shipped parts, those of the project."""
