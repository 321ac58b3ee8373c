"""What the user has chosen for the floor's view: tile, snapping, colours, layers."""

from dataclasses import dataclass, field

TILES_MM: tuple[tuple[float, str], ...] = ((609.6, "0.610 m"), (600.0, "0.600 m"), (500.0, "0.500 m"))
LAYERS: tuple[tuple[str, str], ...] = (
    ("grid", "Grid and rulers"),
    ("dimensions", "Dimensions"),
    ("trays", "Trays"),
    ("names", "Names"),
    ("findings", "Findings"),
    ("cuts", "Cuts of the room"),
)
AT_FIRST = frozenset(name for name, _ in LAYERS) - {"cuts"}
"""Layers that are on at the start."""


@dataclass
class Options:
    """How the floor is looked at; none of it is part of the project."""

    tile_mm: float = TILES_MM[0][0]
    snap: bool = True
    colour: str = "trays"
    layers: set[str] = field(default_factory=lambda: set(AT_FIRST))
    rack_part: str = ""
    """The part that the rack tool puts up."""
