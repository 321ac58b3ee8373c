"""Figures of fibre cables: the longest that is ordered of each part, by kind of fibre and plug."""

from collections.abc import Callable

import numpy as np

from fatdesk.core.units import m_from_um
from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.physical.placed import PhysicalFigure, Placed
from fatdesk.engine.rules.figures import Values

SINGLE_MODE = "os2"
"""End of the names of plugs of single-mode fibre; other plugs are of multimode fibre."""


def _longest(placed: Placed, counts: Callable[[str], bool]) -> Values:
    """Parts in use of which ``counts`` accepts the plug."""
    longest: dict[str, int] = {}
    for made in placed.cabling.fabrics:
        for number in np.unique(made.choice[made.choice >= 0]).tolist():
            choice = made.choices[number]
            cable: Cable = choice.option.cable
            if cable.medium == "fibre" and counts(cable.connectors[0]):
                longest[cable.id] = max(longest.get(cable.id, 0), choice.ordered_um)
    parts = sorted(longest)
    return Values.of(parts, [m_from_um(longest[part]) for part in parts])


def _figure(name: str, title: str, counts: Callable[[str], bool]) -> PhysicalFigure:
    text = "Length of the longest cable ordered of each part, panels not counted."
    return PhysicalFigure(name, "part", title, "m", text, lambda placed: _longest(placed, counts), 2)


FIGURES = (
    _figure("multimode-length", "Longest multimode fibre", lambda plug: not plug.endswith(SINGLE_MODE)),
    _figure(
        "single-mode-mpo-length",
        "Longest single-mode fibre with MPO",
        lambda plug: plug.endswith(SINGLE_MODE) and plug.startswith("mpo"),
    ),
    _figure(
        "single-mode-lc-length",
        "Longest single-mode fibre with LC",
        lambda plug: plug.endswith(SINGLE_MODE) and plug.startswith("lc"),
    ),
)
"""Figures of the lengths of fibres."""
