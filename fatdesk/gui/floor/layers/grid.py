"""The grid below the plan, with rulers: the cells of the room, or plain tiles where it has no grid."""

import math
from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from fatdesk.engine.floor.floor import letters
from fatdesk.engine.floor.room_grid import Axis, RoomGrid
from fatdesk.gui.floor.layers.view import View

RULER = 20
"""Width of a ruler in pixels."""
NAMED = 110
"""Side of a cell in pixels from which it shows its name."""
BETWEEN = {"x": 28, "y": 22}
"""Least distance of two words of a ruler along an axis, in pixels."""


class Line(NamedTuple):
    """A line of the grid: number of the tile that begins there, and its pixel."""

    number: int
    at: float


def tile_name(grid: RoomGrid | None, tile_mm: float, x_mm: float, y_mm: float) -> str:
    """Return the cell or the tile at a point of the floor, in words; empty: outside the grid."""
    if grid is not None:
        cell = grid.cell_at(x_mm, y_mm)
        return f"cell {cell}" if cell else ""
    return f"tile {tile_letter(int(y_mm // tile_mm))}{tile_number(int(x_mm // tile_mm))}"


def _grid(view: View) -> RoomGrid | None:
    return view.scene.floor.plan.grid


def shown_tiles(view: View) -> int:
    """Return the number of tiles between two lines, so that lines keep apart at small scales."""
    step, count = view.options.tile_mm * view.scale, 1
    while step * count < view.theme.px(12):
        count *= 5
    return count


def _lines(view: View, axis: Axis) -> Iterator[Line]:
    """The lines across an axis on view; cells of the room begin at their corner."""
    grid, count = _grid(view), shown_tiles(view)
    end = view.viewport().width() if axis == "x" else view.viewport().height()
    origin = view.origin.x() if axis == "x" else view.origin.y()
    step = view.options.tile_mm * view.scale * count
    if grid is None:
        for number in range(math.ceil(-origin / step), math.floor((end - origin) / step) + 1):
            yield Line(number * count, origin + number * step)
        return
    start = origin + grid.line_mm(axis, 0) * view.scale
    if grid.line_mm(axis, 1) < grid.line_mm(axis, 0):
        first, last = math.ceil((start - end) / step), math.floor(start / step)
        step = -step
    else:
        first, last = math.ceil(-start / step), math.floor((end - start) / step)
    for number in range(max(0, first), last + 1):
        if not grid.word(axis, max(0, number * count - 1)):
            break
        yield Line(number * count, start + number * step)


def draw_grid(view: View, painter: QPainter) -> None:
    """Draw tiles or cells; where they would be too small to see, groups of them."""
    if "grid" not in view.options.layers:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setPen(view.theme.colour("grid"))
    area = QRectF(0, 0, view.viewport().width(), view.viewport().height())
    across, down = list(_lines(view, "x")), list(_lines(view, "y"))
    if _grid(view) is not None:
        area = area.intersected(_cells_on_view(view))
    for line in across:
        painter.drawLine(QPointF(line.at, area.top()), QPointF(line.at, area.bottom()))
    for line in down:
        painter.drawLine(QPointF(area.left(), line.at), QPointF(area.right(), line.at))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _name_cells(view, painter, across, down)


def _cells_on_view(view: View) -> QRectF:
    """The part of the plane, in pixels, in which there are cells."""
    grid, wide, high = _grid(view), view.viewport().width(), view.viewport().height()
    assert grid is not None  # else there are tiles everywhere
    corner = view.to_px(grid.line_mm("x", 0), grid.line_mm("y", 0))
    left, right = (0.0, corner.x()) if "right" in grid.corner else (corner.x(), float(wide))
    top, bottom = (0.0, corner.y()) if "lower" in grid.corner else (corner.y(), float(high))
    return QRectF(QPointF(left, top), QPointF(right, bottom)).normalized()


def _name_cells(view: View, painter: QPainter, across: list[Line], down: list[Line]) -> None:
    """Write the names of cells into their lower left corners, where they are large enough and free."""
    grid, px = _grid(view), view.theme.px
    side = view.options.tile_mm * view.scale
    if grid is None or side < px(NAMED):
        return
    painter.setFont(view.theme.font(10))
    painter.setPen(view.theme.colour("text3"))
    taken = [view.rect_px(box) for box in view.scene.boxes.values()]
    for x in across:
        for y in down:
            middle = (
                (grid.line_mm("x", x.number) + grid.line_mm("x", x.number + 1)) / 2,
                (grid.line_mm("y", y.number) + grid.line_mm("y", y.number + 1)) / 2,
            )
            cell, at = grid.cell_at(*middle), view.to_px(*middle)
            plate = QRectF(at.x() - side / 2 + px(4), at.y() + side / 2 - px(18), px(44), px(14))
            if not any(plate.intersects(box) for box in taken):
                painter.drawText(plate, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), cell)


def draw_rulers(view: View, painter: QPainter) -> None:
    """Draw rulers at the top and at the left: letters and numbers of cells, or of tiles."""
    if "grid" not in view.options.layers:
        return
    theme, px = view.theme, view.theme.px
    wide, high, size = view.viewport().width(), view.viewport().height(), px(RULER)
    painter.fillRect(QRectF(0, 0, wide, size), theme.colour("canvas"))
    painter.fillRect(QRectF(0, 0, size, high), theme.colour("canvas"))
    painter.setPen(theme.colour("line"))
    painter.drawLine(QPointF(size, size), QPointF(wide, size))
    painter.drawLine(QPointF(size, size), QPointF(size, high))
    painter.setFont(theme.font(10))
    painter.setPen(theme.colour("text3"))
    centre = int(Qt.AlignmentFlag.AlignCenter)
    for word, x in ruler_words(view, "x"):
        painter.drawText(QRectF(x - px(20), 0, px(40), size - px(3)), centre, word)
        painter.drawLine(QPointF(x, size - px(4)), QPointF(x, size))
    for word, y in ruler_words(view, "y"):
        painter.drawText(QRectF(0, y - px(9), size - px(3), px(18)), centre, word)
        painter.drawLine(QPointF(size - px(4), y), QPointF(size, y))


def ruler_words(view: View, axis: Axis) -> Iterator[tuple[str, float]]:
    """Return the words of a ruler that have room: of cells at their middles, of tiles at their lines."""
    grid, px, last = _grid(view), view.theme.px, -1e9
    for number, line in _lines(view, axis):
        if grid is None:
            word, at = (tile_number if axis == "x" else tile_letter)(number), line
        else:
            half = (grid.line_mm(axis, 1) - grid.line_mm(axis, 0)) / 2 * view.scale
            word, at = grid.word(axis, number), line + half
        if word and at > px(RULER) + px(8) and abs(at - last) >= px(BETWEEN[axis]):
            yield word, at
            last = at


def tile_number(number: int) -> str:
    """A tile's number along x, from 1; before the origin negative.

    >>> tile_number(0), tile_number(-1)
    ('1', '−1')
    """
    return str(number + 1) if number >= 0 else f"\u2212{-number}"


def tile_letter(number: int) -> str:
    """A tile's letters along y, from A; before the origin with a minus.

    >>> tile_letter(0), tile_letter(-1)
    ('A', '−A')
    """
    return letters(number) if number >= 0 else f"\u2212{letters(-number - 1)}"
