"""Sizes of cable trays on sale, and the smallest that holds what runs in the trays of a floor."""

import msgspec

from fatdesk.engine.cabling.filling import Filling
from fatdesk.engine.floor.floor import Floor, Tray

WIDTHS_MM = (300.0, 450.0, 600.0, 750.0, 900.0)
DEPTHS_MM = (100.0, 125.0, 150.0)
"""Nominal inside widths and loading depths of metal trays by NEMA VE 1 in mm, from the default size on."""
SIZES_MM = tuple(
    sorted(
        ((width, depth) for width in WIDTHS_MM for depth in DEPTHS_MM),
        key=lambda size: (size[0] * size[1], size[0]),
    )
)
"""Width and depth by cross section; of equal ones the narrower first."""
MOST_TIERS = 13
TIERS_MM = tuple((WIDTHS_MM[-1], tiers * DEPTHS_MM[-1]) for tiers in range(2, MOST_TIERS + 1))
"""Several trays of the largest size above each other, as one tray of their depth together."""


def with_size(floor: Floor, size_mm: tuple[float, float]) -> Floor:
    """The floor with all trays of that width and depth."""
    width, depth = size_mm
    trays = tuple(msgspec.structs.replace(tray, width_mm=width, depth_mm=depth) for tray in floor.trays)
    return msgspec.structs.replace(floor, trays=trays)


def least_size(floor: Floor, filling: Filling, fill_max: float) -> tuple[float, float]:
    """The smallest size that no tray fills beyond the limit, in tiers where no tray on sale is enough."""
    areas = {tray.id: tray.width_mm * tray.depth_mm for tray in floor.trays}
    needed = max((fill * areas[tray] for tray, (fill, _) in filling.worst.items()), default=0.0) / fill_max
    every = (*SIZES_MM, *TIERS_MM)
    return next((size for size in every if size[0] * size[1] >= needed), every[-1])


def tiers_of(tray: Tray) -> int:
    """Return how many trays of the largest size above each other a tray is; 1: a single one."""
    size = (tray.width_mm, tray.depth_mm)
    return TIERS_MM.index(size) + 2 if size in TIERS_MM else 1
