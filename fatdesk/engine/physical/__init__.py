"""Figures of the physical layer of a placed design that rules can limit, and their registry."""

from fatdesk.engine.physical import (
    channel_figures,
    fibre_figures,
    network_figures,
    part_figures,
    rack_figures,
    room_figures,
    side_figures,
    tray_figures,
)
from fatdesk.engine.rules.figures import registry

FIGURES = registry(
    (
        *tray_figures.FIGURES,
        *fibre_figures.FIGURES,
        *rack_figures.FIGURES,
        *side_figures.FIGURES,
        *channel_figures.FIGURES,
        *room_figures.FIGURES,
        *network_figures.FIGURES,
        *part_figures.FIGURES,
    )
)
"""All figures by name; a new module of this folder adds its own here."""
