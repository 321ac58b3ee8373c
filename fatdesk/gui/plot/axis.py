"""The axes of plots on the desk: those of printed ones."""

from fatdesk.engine.drawing.axis import Axis, Reals

__all__ = ["Axis", "Reals"]
