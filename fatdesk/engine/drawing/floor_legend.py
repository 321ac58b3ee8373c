"""The strip under a floor plan: tray fill, what the bars mean, and the scale."""

from fatdesk.engine.drawing.display import Bounds
from fatdesk.engine.drawing.floor_picture import BINS, RACK_ROLES, FloorPicture, fill_edges
from fatdesk.engine.drawing.sketch import Sketch

LEGEND_HEIGHT = 22.0
BIN = 11.0
METRES = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)


def draw_legend(
    sketch: Sketch, picture: FloorPicture, limit: float, scale: float, numbered: int, area: Bounds
) -> None:
    """Draw the legend into its area; ``limit`` of tray fill; ``numbered`` trays carry their number."""
    left, upper, right, _ = area
    sketch.line(left, upper, right, upper, sketch.pen(0.13, sketch.palette.faint))
    x = _fill_bins(sketch, fill_edges(limit), (len(picture.trays), numbered), left + 4, upper + 4)
    _bars(sketch, picture, x + 10, upper + 4)
    _scale_bar(sketch, scale, right - 4, upper + 4)


def _fill_bins(sketch: Sketch, edges: list[str], count: tuple[int, int], x: float, y: float) -> float:
    """The six colours of tray fill with their bounds and the limit; ``count`` of trays, of numbered ones."""
    palette, (trays, numbered) = sketch.palette, count
    title = f"Tray fill, % of cross section, limit {edges[BINS]}"
    if numbered < trays:
        title += f" · {numbered} of {trays} trays numbered"
    sketch.text(x, y + 2.2, title, 2.6, bold=True, within=96.0)
    for i, colour in enumerate(palette.heat):
        box = (x + i * BIN, y + 4, x + (i + 1) * BIN, y + 8)
        sketch.box(box, pen=sketch.pen(0.13, palette.heat_outline), fill=colour)
        if i == 5:
            sketch.hatch(box, palette.ground, 2.0)
        if i < 5:
            sketch.text(box[0], y + 11.4, edges[i], 2.2, anchor="middle" if i else "start")
    sketch.line(x + 5 * BIN, y + 3.2, x + 5 * BIN, y + 8.8, sketch.pen(0.5))
    sketch.text(x + 5 * BIN, y + 11.4, edges[BINS], 2.2, bold=True, anchor="middle")
    sketch.text(x + 6 * BIN, y + 11.4, "over", 2.2, anchor="end")
    return x + 96.0


def _bars(sketch: Sketch, picture: FloorPicture, x: float, y: float) -> None:
    """What the bar of a rack means."""
    palette = sketch.palette
    sketch.text(x, y + 2.2, "Racks, bar: units in use", 2.6, bold=True)
    for i, (word, colour) in enumerate(zip(RACK_ROLES[::-1], palette.bars[::-1], strict=True)):
        row = y + 4.4 + 3.6 * i
        sketch.box((x, row, x + 7, row + 1.4), fill=colour)
        sketch.text(x + 9, row + 1.5, word, 2.2)
    row = y + 4.1
    if picture.empty_racks:
        sketch.box((x + 40, row, x + 43, row + 2), pen=sketch.pen(0.18, palette.faint, (1.0, 0.8)))
        sketch.text(x + 45, row + 1.8, "empty rack", 2.2)
        row += 3.6
    roles = {area.role for area in picture.areas}
    if "solid" in roles:
        sketch.box((x + 40, row, x + 43, row + 2), fill=palette.frame)
        sketch.text(x + 45, row + 1.8, "column", 2.2)
        row += 3.6
    if "keep-out" in roles:
        sketch.box((x + 40, row, x + 43, row + 2), pen=sketch.pen(0.25, palette.frame, (1.5, 1.0)))
        sketch.text(x + 45, row + 1.8, "keep-out area", 2.2)


def _scale_bar(sketch: Sketch, scale: float, right: float, y: float) -> None:
    """A bar of a round number of metres, in four parts."""
    metres = max((m for m in METRES if m * 1000 / scale <= 50.0), default=METRES[0])
    length = metres * 1000 / scale
    x = right - length - 6
    sketch.text(x, y + 2.2, f"Scale 1 : {scale:.0f}", 2.6, bold=True)
    for i in range(4):
        part = (x + length * i / 4, y + 4, x + length * (i + 1) / 4, y + 6)
        sketch.box(part, pen=sketch.pen(0.18), fill="" if i % 2 else sketch.palette.frame)
    sketch.text(x, y + 9.4, "0", 2.2)
    sketch.text(x + length, y + 9.4, f"{metres:g} m", 2.2, anchor="middle")
