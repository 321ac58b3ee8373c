"""Layers of the floor plan, from the ground up; each module draws one with the measures of the view."""
