"""Colours of trays: by their fill, or by the height or load of their cables in parts of the limit."""

from typing import NamedTuple

import numpy as np

from fatdesk.engine.cabling.filling import Measure
from fatdesk.engine.physical.tray_figures import SQUARE, InTrays, tray_limits
from fatdesk.gui.session.session import Session


class TrayColour(NamedTuple):
    """One of the choices of Colour by.

    Attributes
    ----------
    figure
        The figure whose limit is 100 %; empty: fill, in per cent of the cross-section.
    """

    title: str
    figure: str
    note: str


TRAY_COLOURS = {
    "trays": TrayColour("Tray fill", "", "% of cross-section at the worst place"),
    "tray-height": TrayColour(
        "Height in trays", "tray-height", "% of the stacking height that the profile allows"
    ),
    "tray-load": TrayColour("Load of trays", "tray-load", "% of the load that the profile allows"),
}
"""Colourings of trays by key."""


class TrayScale(NamedTuple):
    """Figure of stretches, its value at the limit, and whether values are parts of the limit."""

    measure: Measure | None
    limit: float
    of_limit: bool


def tray_scale(session: Session, colour: str) -> TrayScale:
    """Return the figure of a colouring; the fill where trays are not coloured."""
    derived, rules = session.derived, session.project.cabling
    trays = derived.project.floor.trays
    figure = TRAY_COLOURS[colour].figure if colour in TRAY_COLOURS else ""
    if not figure:
        return TrayScale(None, rules.fill_limit, False)
    limits = tray_limits(derived.placed.kept(InTrays.of), session.project.in_force, figure)
    if figure == "tray-load":
        return TrayScale(Measure(True, limits), 1.0, True)
    widths = np.array([tray.width_mm for tray in trays], np.float64)
    return TrayScale(Measure(False, widths * limits / SQUARE), 1.0, True)
