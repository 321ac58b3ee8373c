"""Figures of fibre cables: the longest that is ordered of each part, by kind of fibre and plug."""

from collections.abc import Callable

import numpy as np

from fatdesk.core.units import m_from_um
from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.physical.placed import PhysicalFigure, Placed
from fatdesk.engine.rules.figures import Values
from fatdesk.engine.structured.stock import is_single_mode


def _plug(cable: Cable) -> str:
    return cable.connectors[0]


def _longest(placed: Placed, counts: Callable[[Cable], bool]) -> Values:
    """Fibre cables in use that count."""
    longest: dict[str, int] = {}
    for made in placed.cabling.fabrics:
        for number in np.unique(made.choice[made.choice >= 0]).tolist():
            choice = made.choices[number]
            cable: Cable = choice.option.cable
            if cable.medium == "fibre" and counts(cable):
                longest[cable.id] = max(longest.get(cable.id, 0), choice.ordered_um)
    parts = sorted(longest)
    return Values.of(parts, [m_from_um(longest[part]) for part in parts])


def _figure(name: str, title: str, counts: Callable[[Cable], bool]) -> PhysicalFigure:
    text = "Length of the longest cable ordered of each part; over panels of all pieces of a link together."
    return PhysicalFigure(name, "part", title, "m", text, lambda placed: _longest(placed, counts), 2)


FIGURES = (
    _figure("multimode-length", "Longest multimode fibre", lambda cable: not is_single_mode(_plug(cable))),
    _figure(
        "single-mode-mpo-length",
        "Longest single-mode fibre with MPO",
        lambda cable: is_single_mode(_plug(cable)) and _plug(cable).startswith("mpo"),
    ),
    _figure(
        "single-mode-splitter-length",
        "Longest single-mode splitter",
        lambda cable: is_single_mode(_plug(cable)) and cable.ends[0] != cable.ends[1],
    ),
    _figure(
        "single-mode-lc-length",
        "Longest single-mode fibre with LC",
        lambda cable: is_single_mode(_plug(cable)) and _plug(cable).startswith("lc"),
    ),
)
"""Figures of the lengths of fibres."""
