"""Rows of racks and the aisles between them, as footprints in millimetres of the room."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import NamedTuple

from fatdesk.engine.catalog.parts import AnyPart, RackPart
from fatdesk.engine.floor.floor import Floor

Footprint = tuple[float, float, float, float]
"""Least x and y, greatest x and y."""
PartOf = Callable[[str], AnyPart | None]
"""The part of an id; None where it is not known."""


class RowSpan(NamedTuple):
    """The footprint of all racks of a row."""

    left: float
    near: float
    right: float
    far: float


class Aisle(NamedTuple):
    """The path between two rows that follow each other on the floor."""

    before: int
    after: int
    left: float
    near: float
    right: float
    far: float

    @property
    def width_mm(self) -> float:
        """Distance from the backs of one row to the fronts of the next."""
        return round(self.far - self.near, 3)


def row_spans(floor: Floor, part_of: PartOf) -> dict[int, RowSpan]:
    """Return the footprint of each row, in the order of the rows across the floor."""
    return spans_of(
        (rack.row, (rack.x_mm, rack.y_mm, rack.x_mm + part.width_mm, rack.y_mm + part.depth_mm))
        for rack in floor.racks
        if isinstance(part := part_of(rack.part), RackPart)
    )


def spans_of(boxes: Iterable[tuple[int, Footprint]]) -> dict[int, RowSpan]:
    """Return the footprint of each row, by the rows and footprints of its racks."""
    rows: dict[int, list[Footprint]] = {}
    for row, box in boxes:
        rows.setdefault(row, []).append(box)
    found = {}
    for row, racks in rows.items():
        lefts, nears, rights, fars = zip(*racks, strict=True)
        found[row] = RowSpan(min(lefts), min(nears), max(rights), max(fars))
    return dict(sorted(found.items(), key=lambda pair: (pair[1].near, pair[0])))


def aisles_between(rows: dict[int, RowSpan]) -> list[Aisle]:
    """Return the aisles between rows that lie apart."""
    return [
        Aisle(
            before,
            after,
            min(first.left, second.left),
            first.far,
            max(first.right, second.right),
            second.near,
        )
        for (before, first), (after, second) in pairwise(rows.items())
        if second.near > first.far
    ]
