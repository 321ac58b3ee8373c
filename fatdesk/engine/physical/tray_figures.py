"""Figures of cable trays: fill by two rules."""

import math

import numpy as np

from fatdesk.core.arrays import Floats
from fatdesk.engine.physical.placed import PhysicalFigure, Placed
from fatdesk.engine.rules.figures import Values

SQUARE = 4 / math.pi
"""Area of the square around a circle, over that of the circle."""
NO_DIAMETER = "the diameter of some cables is not known"


def _fills(placed: Placed, factor: float = 1.0) -> Values:
    worst, trays = placed.filling.worst, placed.floor.trays
    amount: Floats = np.array([worst[tray.id][0] * factor for tray in trays], np.float64)
    bound = np.array([worst[tray.id][1] for tray in trays], bool)
    missing = [NO_DIAMETER if one else "" for one in bound.tolist()]
    return Values([tray.id for tray in trays], amount, bound, ["at its fullest place"] * len(trays), missing)


FIGURES = (
    PhysicalFigure(
        "tray-fill",
        "tray",
        "Tray fill",
        "%",
        "Circle areas of the cables in a tray over width times depth, at its fullest place.",
        _fills,
    ),
    PhysicalFigure(
        "tray-fill-square",
        "tray",
        "Tray fill by squares",
        "%",
        "Squares around the cables in a tray over width times depth, at its fullest place; 4/pi times"
        " the fill by circles.",
        lambda placed: _fills(placed, SQUARE),
    ),
)
