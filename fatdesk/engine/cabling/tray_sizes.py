"""Sizes of cable trays on sale, and the smallest that holds what runs in the trays of a floor."""

import msgspec

from fatdesk.engine.cabling.filling import Filling
from fatdesk.engine.floor.floor import Floor

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


def with_size(floor: Floor, size_mm: tuple[float, float]) -> Floor:
    """The floor with all trays of that width and depth."""
    width, depth = size_mm
    trays = tuple(msgspec.structs.replace(tray, width_mm=width, depth_mm=depth) for tray in floor.trays)
    return msgspec.structs.replace(floor, trays=trays)


def least_size(floor: Floor, filling: Filling, fill_max: float) -> tuple[float, float]:
    """The smallest size that no tray fills beyond the limit; the largest where none is enough."""
    areas = {tray.id: tray.width_mm * tray.depth_mm for tray in floor.trays}
    needed = max((fill * areas[tray] for tray, (fill, _) in filling.worst.items()), default=0.0) / fill_max
    return next((size for size in SIZES_MM if size[0] * size[1] >= needed), SIZES_MM[-1])
