"""Trays, coloured by fill on request, with numbers; and the routes of selected cables through them."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
    QPolygonF,
)

from fatdesk.engine.cabling.filling import Stretch
from fatdesk.engine.drawing.display import Point
from fatdesk.engine.drawing.floor_picture import fill_figure
from fatdesk.engine.drawing.palette import heat_bin
from fatdesk.engine.drawing.sheets.route_sheets import route_points
from fatdesk.engine.floor.floor import Floor, Tray, rack_label
from fatdesk.engine.wiring.wiring_list import CableRow
from fatdesk.gui.floor.layers.ground import row_names
from fatdesk.gui.floor.layers.view import Plate, View
from fatdesk.gui.floor.tray_colours import TRAY_COLOURS
from fatdesk.gui.theme.icons import ink_on
from fatdesk.project.document.ref import CABLE, TRAY

MOST_RUNS = 60
"""More runs than this only hide each other."""


def run_line(
    routes: Sequence[tuple[str, Sequence[str], str]], floor: Floor, boxes: Mapping[int, QRectF]
) -> list[Point]:
    """From rack to rack, by labels, along the trays of each route; none within a rack, or not laid."""
    centres = {rack_label(rack): boxes[rack.number].center() for rack in floor.racks}
    trays = {tray.id: tray.points_mm for tray in floor.trays}
    found: list[Point] = []
    for first, run, last in routes:
        if first not in centres or last not in centres:
            return []
        if first != last:
            ends = [(centres[label].x(), centres[label].y()) for label in (first, last)]
            found += route_points(run, trays, *ends)
    return found


def routes_of(view: View, row: CableRow) -> list[tuple[str, tuple[str, ...], str]]:
    """The routes of a cable: its own, or those of its pieces."""
    pieces = view.session.derived.piece_rows
    over = [] if pieces is None or not row.panels else pieces.routes(row.id)
    return over or [(row.a.rack_label, row.run, row.b.rack_label)]


def shown_runs(view: View) -> dict[str, list[Point]]:
    """The lines of the selected cables by id; of very many the first."""
    cables = sorted(view.session.ids(CABLE))[:MOST_RUNS]
    rows = [row for row in map(view.session.cable, cables) if row is not None]
    lines = {row.id: run_line(routes_of(view, row), view.scene.floor, view.scene.boxes) for row in rows}
    return {cable: line for cable, line in lines.items() if line}


def draw_runs(view: View, painter: QPainter) -> None:
    """Lines inside the trays, a ring where a cable goes down into its rack."""
    theme, px = view.theme, view.theme.px
    found = shown_runs(view)
    lines = list(found.values())
    for wide, token in ((8, "base"), (4, "accent")):
        pen = QPen(theme.colour(token), px(wide))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for line in lines:
            painter.drawPolyline(QPolygonF([view.to_px(x, y) for x, y in line]))
    painter.setPen(QPen(theme.colour("accent"), 2.5))
    painter.setBrush(theme.colour("base"))
    for line in lines:
        for x, y in (line[0], line[-1]):
            painter.drawEllipse(view.to_px(x, y), px(7), px(7))
    painter.setFont(theme.strong(12))
    for text, plate in end_plates(view):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("accent"))
        painter.drawRoundedRect(plate, px(4), px(4))
        painter.setPen(theme.colour("on_accent"))
        painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), text)


def end_plates(view: View) -> list[tuple[str, QRectF]]:
    """The names of both ends of the one selected cable on plates outside their racks, in pixels."""
    found = shown_runs(view)
    row = view.session.cable(next(iter(found))) if len(found) == 1 else None
    if row is None:
        return []
    px, metrics = view.theme.px, QFontMetricsF(view.theme.strong(12))
    [line] = found.values()
    numbers = {rack_label(rack): number for number, rack in view.scene.racks.items()}
    plates = []
    for end, spot, other in ((row.a, line[0], line[-1]), (row.b, line[-1], line[0])):
        box = view.rect_px(view.scene.boxes[numbers[end.rack_label]])
        text = f"{end.device} U{end.u:02d}" if end.u else end.device
        wide = metrics.horizontalAdvance(text) + px(14)
        below = px(6 if box.width() >= px(62) else 20)
        y = box.top() - px(28) if spot[1] <= other[1] else box.bottom() + below
        plates.append((text, QRectF(box.center().x() - wide / 2, y, wide, px(22))))
    return plates


LEAST_PX = 4.0
"""Never so thin that a tray cannot be seen."""
LEAST_NUMBERED = 13.0
"""In a thinner tray there is no room for a number."""
MOST_PLATES = 3000
"""The most numbers in a room: those of the fullest stretches. A room of 20,000 hosts has about 700."""


def draw_trays(view: View, painter: QPainter) -> None:
    """Bands to scale, each stretch in the colour of its figure; hatched where nothing is known of a tray."""
    if "trays" not in view.options.layers:
        return
    theme, drawing = view.theme, view.theme.tokens.drawing
    limit, chosen = view.tray_scale.limit, view.session.ids(TRAY)
    by_fill = view.options.colour in TRAY_COLOURS
    of_tray = _in_colours(view) if by_fill else {}
    hatch = QBrush(theme.colour("text3"), Qt.BrushStyle.BDiagPattern)
    for tray in view.trays:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if by_fill:
            width = width_px(view, tray)
            corners = {(round(x), round(y)) for x, y in tray.points_mm}
            for part in of_tray.get(tray.id, ()):
                colour = QColor(drawing.heat[heat_bin(part.fill, limit)])
                _fill(view, painter, part, width, corners, colour)
            if tray.id not in of_tray:
                painter.setBrush(hatch)
        painter.setPen(QPen(QColor(drawing.heat_outline) if by_fill else theme.colour("field"), 1))
        painter.drawPath(tray_path(view, tray))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for tray in view.trays:
        if tray.id in chosen:
            for width, token in ((5.0, "base"), (2.5, "accent")):
                painter.setPen(QPen(theme.colour(token), width))
                painter.drawPath(tray_path(view, tray, 2.0))


def _by_tray(view: View) -> dict[str, list[Stretch]]:
    found: dict[str, list[Stretch]] = {}
    for part in view.stretches:
        found.setdefault(part.tray, []).append(part)
    return found


def _in_colours(view: View) -> dict[str, list[Stretch]]:
    """The stretches of each tray that differ in colour; kept from one place of the view to the next."""
    scale = view.tray_scale
    return view.memo.keep(
        "colours of trays",
        (view.stretches, scale),
        lambda: {tray: list(_coloured_alike(parts, scale.limit)) for tray, parts in _by_tray(view).items()},
    )


def _coloured_alike(parts: list[Stretch], limit: float) -> Iterator[Stretch]:
    """Stretches in one line and of one colour, as one."""
    last: Stretch | None = None
    for part in parts:
        alike = last is not None and heat_bin(last.fill, limit) == heat_bin(part.fill, limit)
        if last is not None and alike and last.stop == part.start and _in_line(last, part):
            last = last._replace(stop=part.stop)
            continue
        if last is not None:
            yield last
        last = part
    if last is not None:
        yield last


def _in_line(one: Stretch, other: Stretch) -> bool:
    """Whether both run along the same axis; slanting ones are left apart."""
    (x1, y1), (x2, y2), (x3, y3) = one.start, one.stop, other.stop
    return x1 == x2 == x3 or y1 == y2 == y3


def _fill(
    view: View, painter: QPainter, part: Stretch, width: float, corners: set[tuple[int, int]], colour: QColor
) -> None:
    """A stretch across the whole band; at ends and corners as far beyond as the band goes."""
    start, stop = view.to_px(*part.start), view.to_px(*part.stop)
    way = stop - start
    length = math.hypot(way.x(), way.y())
    along = way / length if length else QPointF(1, 0)
    aside = QPointF(-along.y(), along.x()) * width / 2
    if _corner(part.start) in corners:
        start -= along * width / 2
    if _corner(part.stop) in corners:
        stop += along * width / 2
    if not along.x() or not along.y():
        painter.fillRect(QRectF(start + aside, stop - aside).normalized(), colour)
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([start + aside, stop + aside, stop - aside, start - aside]))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _corner(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def tray_plates(view: View) -> list[Plate]:
    """The fill of stretches that are long enough on the screen, of each tray the fullest last."""
    if "trays" not in view.options.layers or view.options.colour not in TRAY_COLOURS:
        return []
    metrics, limit = QFontMetricsF(view.theme.strong(11)), view.tray_scale.limit
    lines = _run_pixels(view)
    found: list[Plate] = []
    bands = [(tray, width_px(view, tray), pieces_px(view, tray)) for tray in view.trays]
    stretches, high = _by_tray(view), metrics.height() - 2
    names = list(row_names(view).values()) if "names" in view.options.layers else []
    for number, (tray, width, _) in enumerate(bands):
        if width < LEAST_NUMBERED:
            continue
        above = [
            QRectF(a, b).normalized().adjusted(-half, -half, half, half)
            for _, wide, pieces in bands[number + 1 :]
            for a, b in pieces
            for half in (wide / 2,)
        ] + names
        for start, stop, part in _joined_stretches(view, stretches.get(tray.id, [])):
            text = fill_figure(part.fill, part.bound)
            wide = metrics.horizontalAdvance(text) + 6
            flat = abs(stop.x() - start.x()) >= abs(stop.y() - start.y())
            room = (stop - start).manhattanLength()
            if room < (wide if flat else high) + 2:
                continue
            for share in (0.5, 0.35, 0.65, 0.2, 0.8):
                middle = start + (stop - start) * share
                box = QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high)
                if not any(box.intersects(band) for band in above):
                    break
            else:
                continue
            outside = any(line.intersects(box) for line in lines)
            if outside:
                away = width / 2 + high / 2 + 3
                box.translate(*((0, -away) if flat else (-width / 2 - wide / 2 - 3, 0)))
            colour = view.theme.tokens.drawing.heat[heat_bin(part.fill, limit)]
            found.append(Plate(tray.id, box, text, colour, part.fill, outside))
    return sorted(found, key=lambda plate: plate.fill)[-MOST_PLATES:]


class Plates:
    """The numbers as they were, moved along while only the view is moved."""

    def __init__(self) -> None:
        self._of: tuple[object, ...] = ()
        self._values: tuple[object, ...] = ()
        self._origin = QPointF()
        self._found: list[Plate] = []

    def of(self, view: View) -> list[Plate]:
        """The numbers of a view."""
        session, options = view.session, view.options
        of = (session.project, session.selection, view.filling, view.trays, view.theme.tokens)
        layers = tuple(name in options.layers for name in ("trays", "names", "trunks"))
        values = (view.scale, view.theme.px(100), options.colour, layers)
        alike = len(of) == len(self._of) and all(a is b for a, b in zip(of, self._of, strict=True))
        if not alike or values != self._values:
            self._of, self._values = of, values
            self._origin, self._found = QPointF(view.origin), tray_plates(view)
        moved = view.origin - self._origin
        return [plate._replace(box=plate.box.translated(moved)) for plate in self._found]


def _joined_stretches(view: View, parts: list[Stretch]) -> Iterator[tuple[QPointF, QPointF, Stretch]]:
    """Join stretches in one line with the same number; the fullest represents them."""
    begin = 0
    for end in range(1, len(parts) + 1):
        if end < len(parts) and _alike(parts[end - 1], parts[end]):
            continue
        some = parts[begin:end]
        yield view.to_px(*some[0].start), view.to_px(*some[-1].stop), max(some, key=lambda part: part.fill)
        begin = end


def _alike(one: Stretch, next_one: Stretch) -> bool:
    def flat(part: Stretch) -> bool:
        return abs(part.stop[0] - part.start[0]) >= abs(part.stop[1] - part.start[1])

    stated = fill_figure(one.fill, one.bound) == fill_figure(next_one.fill, next_one.bound)
    return stated and flat(one) == flat(next_one) and _corner(one.stop) == _corner(next_one.start)


def _run_pixels(view: View) -> list[QRectF]:
    """The runs of selected cables, and trunks, as thin rectangles."""
    lines = [pair for line in shown_runs(view).values() for pair in pairwise(line)]
    lines += [(one.start, one.stop) for one in view.trunks]
    return [QRectF(view.to_px(*a), view.to_px(*b)).normalized().adjusted(-5, -5, 5, 5) for a, b in lines]


def number_trays(view: View, painter: QPainter) -> None:
    """The numbers on the trays, or on plates next to them."""
    px = view.theme.px
    painter.setFont(view.theme.strong(11))
    shown = QRectF(view.viewport().rect()).adjusted(-2, -2, 2, 2)
    for plate in view.plates:
        if not plate.box.intersects(shown):
            continue
        if plate.outside:
            painter.setPen(QPen(view.theme.colour("line2"), 1))
            painter.setBrush(view.theme.colour("raised"))
            painter.drawRoundedRect(plate.box, px(3), px(3))
        painter.setPen(view.theme.colour("text") if plate.outside else ink_on(plate.colour))
        painter.drawText(plate.box, int(Qt.AlignmentFlag.AlignCenter), plate.text)


def pieces_px(view: View, tray: Tray) -> list[tuple[QPointF, QPointF]]:
    """The straight pieces of a tray in pixels."""
    return [(view.to_px(*a), view.to_px(*b)) for a, b in pairwise(tray.points_mm)]


def tray_path(view: View, tray: Tray, wider: float = 0.0) -> QPainterPath:
    """The outline of a tray in pixels."""
    return band_path([view.to_px(*point) for point in tray.points_mm], width_px(view, tray) + wider)


def width_px(view: View, tray: Tray) -> float:
    """Width of a tray in pixels."""
    return max(tray.width_mm * view.scale, LEAST_PX)


def band_path(points: list[QPointF], width: float) -> QPainterPath:
    """A line with corners as a band of some width."""
    way = QPainterPath(points[0])
    for point in points[1:]:
        way.lineTo(point)
    stroker = QPainterPathStroker()
    stroker.setWidth(width)
    stroker.setCapStyle(Qt.PenCapStyle.SquareCap)
    stroker.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    return stroker.createStroke(way).simplified()
