"""The grid of the room on the floor plan: lines of its cells, with letters and numbers along the frame."""

from collections.abc import Callable

from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Bounds, Point
from fatdesk.engine.drawing.palette import mixed
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.engine.floor.room_grid import AXES, Axis, RoomGrid

LEAST_CELL = 2.4
"""Side of a cell on paper from which each has lines, in millimetres; below it only cells with words."""
LEAST_STEP = {"x": 6.0, "y": 4.5}
"""Distance of two words along the frame."""
PALE = 0.55
"""Share of the ground in the colour of lines, so that racks and trays are seen before them."""
STEPS = (1, 2, 5, 10, 20, 50, 100)


def draw_room_grid(
    sketch: Sketch,
    grid: RoomGrid,
    point: Callable[[float, float], Point],
    scale: float,
    room: Bounds,
    frame: Bounds,
) -> None:
    """Draw the cells around the room, inside a frame of the sheet.

    Parameters
    ----------
    point
        Point of the sheet of a point of the room in millimetres.
    room
        What is drawn of the room, in its millimetres; a cell more is shown on each side.
    """
    margin = grid.pitch_mm
    shown = (room[0] - margin, room[1] - margin, room[2] + margin, room[3] + margin)
    side = grid.pitch_mm / scale
    across, down = _numbers(grid, "x", shown[0], shown[2]), _numbers(grid, "y", shown[1], shown[3])
    if not across or not down:
        return
    xs, ys = (
        [_on_sheet(grid, axis, n, point) for n in range(some.start, some.stop + 1)]
        for axis, some in zip(AXES, (across, down), strict=True)
    )
    left, right = max(min(xs), frame[0]), min(max(xs), frame[2])
    upper, lower = max(min(ys), frame[1]), min(max(ys), frame[3])
    steps = {axis: next(step for step in STEPS if step * side >= least) for axis, least in LEAST_STEP.items()}
    segments = [
        (x, upper, x, lower)
        for n, x in enumerate(xs, across.start)
        if left <= x <= right and (side >= LEAST_CELL or n % steps["x"] == 0)
    ]
    segments += [
        (left, y, right, y)
        for n, y in enumerate(ys, down.start)
        if upper <= y <= lower and (side >= LEAST_CELL or n % steps["y"] == 0)
    ]
    pen = sketch.pen(0.1, mixed(sketch.palette.faint, sketch.palette.ground, PALE))
    sketch.lines(segments, pen)
    for axis, numbers in zip(AXES, (across, down), strict=True):
        for number in numbers:
            if number % steps[axis] == 0:
                _word(sketch, grid, axis, number, point, frame)


def _numbers(grid: RoomGrid, axis: Axis, low_mm: float, high_mm: float) -> range:
    """The cells along an axis between two places of the room."""
    ends = sorted((grid.number_at(axis, low_mm), grid.number_at(axis, high_mm)))
    first, last = max(0, ends[0]), ends[1]
    while last >= first and not grid.word(axis, last):
        last -= 1
    return range(first, last + 1)


def _on_sheet(grid: RoomGrid, axis: Axis, number: float, point: Callable[[float, float], Point]) -> float:
    """The place on the sheet of the line before a cell; of half a cell further with a half."""
    whole = int(number)
    line = grid.line_mm(axis, whole)
    line += (grid.line_mm(axis, whole + 1) - line) * (number - whole)
    return point(line, 0.0)[0] if axis == "x" else point(0.0, line)[1]


def _word(
    sketch: Sketch,
    grid: RoomGrid,
    axis: Axis,
    number: int,
    point: Callable[[float, float], Point],
    frame: Bounds,
) -> None:
    """Write the letters or the number of a cell along the frame, where nothing is written."""
    size, at = font_sizes.DETAIL, _on_sheet(grid, axis, number + 0.5, point)
    left, upper, right, lower = frame
    x, y = (at, upper + 2.6) if axis == "x" else (left + 2.6, at + size * 0.36)
    space = (x - 2.4, y - size, x + 2.4, y + size * 0.2)
    inside = left < space[0] and space[2] < right and upper < space[1] and space[3] < lower
    if inside and sketch.spots.clear(space):
        word = grid.word(axis, number)
        sketch.text(x, y, word, size, colour=sketch.palette.text2, anchor="middle", within=5.0)
