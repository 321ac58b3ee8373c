"""Planes that halve the room as lines on the plan, thinner at higher levels; and their legend."""

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen

from fatdesk.core.number_text import counted
from fatdesk.gui.analysis.cuts import RoomCuts, density, room_cuts
from fatdesk.gui.floor.layers.grid import RULER
from fatdesk.gui.floor.layers.ground import aisle_plates, row_names
from fatdesk.gui.floor.layers.view import View
from fatdesk.gui.menus.actions import BY_ID
from fatdesk.networks.schedules.universal_trees.cutting import Plane, densest
from fatdesk.project.document.ref import CUT

WIDTHS = (5.0, 3.5, 2.5, 1.8, 1.3, 1.0)
"""Of the lines of each level, in pixels."""
CASING = 3.0
LABELLED = 3
"""Up to this number of levels planes show the number of cables that cross them."""
ALONG = (0.5, 0.35, 0.65, 0.2, 0.8)
"""Places of labels along a line, for which there is no room at its ends."""
LINE = 20
NOT_YET = "The room is being cut…"
PLACE_FIRST = "are in no rack: place them first"
EARLIER = (
    "From an earlier state: racks or devices have been moved since.",
    "Switch the layer off and on to cut again.",
)


class CutLine(NamedTuple):
    """Planes over one line of the plan, in millimetres, the lowest level first."""

    start: tuple[float, float]
    stop: tuple[float, float]
    numbers: tuple[int, ...]
    plane: Plane


def cut_lines(found: RoomCuts) -> list[CutLine]:
    """Upright planes as lines, deep levels first, so that the others lie over them."""
    lines: dict[tuple[tuple[float, float], tuple[float, float]], list[int]] = {}
    for number, plane in enumerate(found.planes):
        if plane.axis == 2:
            continue
        low, high = [*plane.low_m], [*plane.high_m]
        low[plane.axis] = high[plane.axis] = plane.at_m
        key = ((low[0] * 1000, low[1] * 1000), (high[0] * 1000, high[1] * 1000))
        lines.setdefault(key, []).append(number)
    return [
        CutLine(start, stop, tuple(numbers), found.planes[numbers[0]])
        for (start, stop), numbers in sorted(lines.items(), key=lambda item: -found.planes[item[1][0]].level)
    ]


def draw_cuts(view: View, painter: QPainter) -> None:
    """Draw the lines, selected ones highlighted."""
    found = _wanted(view)
    if found is None:
        return
    chosen = view.session.ids(CUT)
    colour = _colour(view, found)
    for line in cut_lines(found):
        a, b = view.to_px(*line.start), view.to_px(*line.stop)
        lit = bool(chosen.intersection(line.numbers))
        wide = WIDTHS[line.plane.level] + 2 * lit
        for ink, more in ((view.theme.colour("canvas"), CASING), (colour, 0.0)):
            pen = QPen(view.theme.colour("accent") if lit and not more else ink, wide + more)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            if not found.holds and not more:
                pen.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawLine(a, b)


def _wanted(view: View) -> RoomCuts | None:
    if "cuts" not in view.options.layers or not view.session.is_open:
        return None
    return room_cuts(view.session)


def _colour(view: View, found: RoomCuts) -> QColor:
    return QColor(view.theme.tokens.drawing.core.stroke) if found.holds else view.theme.colour("text3")


def cut_plates(view: View) -> list[tuple[QRectF, str]]:
    """Return what crosses the lines of the first levels, with boxes at their ends or along them.

    A box covers no other one, and neither numbers of trays, names of rows, widths of aisles nor the legend; a
    line without such a place has none.
    """
    found = _wanted(view)
    if found is None:
        return []
    theme, px, layers = view.theme, view.theme.px, view.options.layers
    least = px(6 + (RULER if "grid" in layers else 0))
    taken = [plate.box for plate in view.plates]
    taken += row_names(view).values() if "names" in layers else []
    taken += [box for _, box in aisle_plates(view).values()] if "dimensions" in layers else []
    legend = cut_legend(view)
    taken += [legend.box] if legend is not None else []
    metrics = QFontMetrics(theme.strong(11))
    plates: list[tuple[QRectF, str]] = []
    for line in reversed(cut_lines(found)):
        plane = line.plane
        if plane.level >= LABELLED or len(line.numbers) > 1:
            continue
        text = counted(plane.links, "link")
        if plane.links:
            text += f" · density {density(plane)} Gb/s/m²"
        wide, high = metrics.horizontalAdvance(text) + px(12), px(18)
        a, b = view.to_px(*line.start), view.to_px(*line.stop)
        flat = plane.axis == 1
        ends = [QPointF(a.x() - wide / 2 - px(4), a.y()), QPointF(b.x() + wide / 2 + px(4), b.y())]
        if not flat:
            ends = [QPointF(b.x(), b.y() + px(4) + high / 2), QPointF(a.x(), a.y() - px(4) - high / 2)]
        for middle in [*ends, *(a + (b - a) * share for share in ALONG)]:
            plate = QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high)
            if plate.left() < least < b.x():
                plate.moveLeft(least)
            if not any(plate.intersects(other) for other in taken):
                taken.append(plate)
                plates.append((plate, text))
                break
    return plates


def label_cuts(view: View, painter: QPainter) -> None:
    """Write what crosses the lines of the first levels."""
    theme, px = view.theme, view.theme.px
    painter.setFont(theme.strong(11))
    for plate, text in cut_plates(view):
        found = _wanted(view)
        assert found is not None  # else there are no plates
        painter.setPen(QPen(_colour(view, found), 1))
        painter.setBrush(theme.colour("raised"))
        painter.drawRoundedRect(plate, px(3), px(3))
        painter.setPen(theme.colour("text"))
        painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), text)


def cut_key(found: RoomCuts) -> list[tuple[int, str]]:
    """A line of the key for the first level and each that links cross: what crosses its planes."""
    rows = []
    for level in sorted({plane.level for plane in found.planes}):
        here = [plane for plane in found.planes if plane.level == level]
        links, most = max(plane.links for plane in here), densest(here)
        if level and not links:
            continue
        what = "horizontal cut" if all(plane.axis == 2 for plane in here) else "cut"
        words = f"Level {level}: {counted(len(here), what)}, "
        if links and len(here) > 1:
            words += "up to "
        words += counted(links, "link") if links else "no links"
        if links and most:
            words += (
                f" and {density(most)} Gb/s/m²" if len(here) > 1 else f", density {density(most)} Gb/s/m²"
            )
        rows.append((level, words))
    return rows


class CutLegend(NamedTuple):
    """The legend at the lower right: its box, the lines of the key, notes, and what is cut."""

    box: QRectF
    rows: list[tuple[int, str]]
    notes: list[str]
    note: str


TITLE = "Cuts of the room"


def cut_legend(view: View) -> CutLegend | None:
    """Return the legend of the lines, or with the reason why there are none; None: the layer is off."""
    if "cuts" not in view.options.layers or not view.session.is_open:
        return None
    theme, px = view.theme, view.theme.px
    found = room_cuts(view.session)
    rows = [] if found is None else cut_key(found)
    notes = _notes(found)
    note = "" if found is None else f"for {found.name}"
    metrics = QFontMetrics(theme.font(12))
    wide = max(
        _title_width(view) + metrics.horizontalAdvance(note),
        *(metrics.horizontalAdvance(words) for words in (*notes, "")),
        *(px(34) + metrics.horizontalAdvance(words) for _, words in (*rows, (0, ""))),
    )
    high = px(34) + px(LINE) * (len(rows) + len(notes))
    port = view.viewport()
    box = QRectF(port.width() - px(40) - wide, port.height() - px(12) - high, wide + px(28), high)
    return CutLegend(box, rows, notes, note)


def _title_width(view: View) -> int:
    return QFontMetrics(view.theme.strong(12)).horizontalAdvance(TITLE) + view.theme.px(8)


def draw_cut_legend(view: View, painter: QPainter) -> None:
    """Draw the legend of the lines."""
    legend = cut_legend(view)
    if legend is None:
        return
    theme, px, box = view.theme, view.theme.px, legend.box
    found = room_cuts(view.session)
    painter.setPen(theme.colour("line2"))
    painter.setBrush(theme.colour("raised"))
    painter.drawRoundedRect(box, px(6), px(6))
    left, y = box.left() + px(14), box.top() + px(20)
    painter.setFont(theme.font(12))
    painter.setPen(theme.colour("text2"))
    painter.drawText(QPointF(left + _title_width(view), y), legend.note)
    painter.setFont(theme.strong(12))
    painter.setPen(theme.colour("text"))
    painter.drawText(QPointF(left, y), TITLE)
    painter.setFont(theme.font(12))
    for level, words in legend.rows:
        y += px(LINE)
        if found is not None and any(p.level == level and p.axis < 2 for p in found.planes):
            painter.setPen(QPen(_colour(view, found), WIDTHS[level]))
            painter.drawLine(QPointF(left, y - px(4)), QPointF(left + px(24), y - px(4)))
        painter.setPen(theme.colour("text"))
        painter.drawText(QPointF(left + px(34), y), words)
    for words in legend.notes:
        y += px(LINE)
        painter.setPen(theme.colour("text2" if found is None or found.holds else "warn"))
        painter.drawText(QPointF(left, y), words)


def _notes(found: RoomCuts | None) -> list[str]:
    if found is None:
        return [NOT_YET]
    notes = list(EARLIER) if not found.holds else []
    if found.waiting:
        notes.append(f"{counted(found.waiting, 'device')} {PLACE_FIRST}")
    stated = {level for level, _ in cut_key(found)}
    empty = sum(plane.level not in stated for plane in found.planes)
    if empty:
        notes.append(f"{counted(empty, 'cut')} of deeper levels, crossed by no link")
    flat = sum(plane.axis == 2 for plane in found.planes)
    if flat:
        notes.append(f"{flat:,} horizontal: in the table ({BY_ID['twin'].shortcut})")
    return notes
