"""Which places of a sheet are taken, so that labels never overlap."""

from collections import defaultdict

from fatdesk.engine.drawing.display import Bounds

CELL = 12.0


class Spots:
    """Rectangles on a sheet, found quickly by place."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[Bounds]] = defaultdict(list)

    def take(self, bounds: Bounds) -> None:
        """Remember a rectangle as taken."""
        for cell in _cells(bounds):
            self._cells[cell].append(bounds)

    def clear(self, bounds: Bounds) -> bool:
        """Whether nothing taken lies in a rectangle."""
        return not any(
            overlap(bounds, other) for cell in _cells(bounds) for other in self._cells.get(cell, ())
        )


def overlap(first: Bounds, second: Bounds) -> bool:
    """Whether two rectangles share more than an edge."""
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def grown(bounds: Bounds, by: float) -> Bounds:
    """The rectangle with a margin around it."""
    return (bounds[0] - by, bounds[1] - by, bounds[2] + by, bounds[3] + by)


def _cells(bounds: Bounds) -> list[tuple[int, int]]:
    left, upper, right, lower = (int(value // CELL) for value in bounds)
    return [(x, y) for x in range(left, right + 1) for y in range(upper, lower + 1)]
