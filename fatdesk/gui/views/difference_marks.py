"""Marks of as-built differences in drawings: badges at racks and devices, arrows for misplaced plugs."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen, QPolygonF

from fatdesk.engine.asbuilt.difference import Difference, Kind, Place
from fatdesk.gui.theme.icons import picture
from fatdesk.gui.theme.theme import Theme

SIZE = 20
STEP, STEPS = 4, 12
"""By how many pixels, and how many times, a badge moves away from others."""
HEAD = 8.0


class Mark(NamedTuple):
    """An icon and its colour in the theme."""

    picture: str
    token: str


SWAPPED, SHIFTED, MISPLACED = Mark("swap", "warn"), Mark("shift", "warn"), Mark("misplaced", "warn")
DEAD, SURPLUS = Mark("close", "error"), Mark("plus", "accent_text")
MARKS = {
    Kind.SWAP: SWAPPED,
    Kind.RING: SWAPPED,
    Kind.DEVICES: SWAPPED,
    Kind.SHIFT: SHIFTED,
    Kind.CHAIN: MISPLACED,
    Kind.WRONG_PORT: MISPLACED,
    Kind.WRONG_DEVICE: MISPLACED,
    Kind.WRONG_RACK: MISPLACED,
    Kind.MISSING: DEAD,
    Kind.UNPLANNED: SURPLUS,
}


def marked_places(difference: Difference) -> list[Place]:
    """Return the places to mark: found and planned positions of plugs, or both ends of a cable."""
    places = [place for one in difference.displaced for place in (one.found, one.planned)]
    places += [place for one in difference.joined for place in (one.a, one.b)]
    return [place for place in dict.fromkeys(places) if place.rack]


def marks_by_rack(differences: Iterable[Difference]) -> dict[str, Counter[Mark]]:
    """Return the number of differences by mark, for each rack label."""
    found: dict[str, Counter[Mark]] = {}
    for one in differences:
        for rack in dict.fromkeys(place.rack for place in marked_places(one)):
            found.setdefault(rack, Counter())[MARKS[one.kind]] += 1
    return found


def marks_by_device(differences: Iterable[Difference]) -> dict[str, Counter[Mark]]:
    """Return the number of differences by mark, for each device key."""
    found: dict[str, Counter[Mark]] = {}
    for one in differences:
        for device in dict.fromkeys(place.key for place in marked_places(one)):
            found.setdefault(device, Counter())[MARKS[one.kind]] += 1
    return found


def plug_moves(differences: Iterable[Difference]) -> list[tuple[str, str]]:
    """Return the distinct pairs of racks (found, planned) between which plugs must move."""
    pairs = [(one.found.rack, one.planned.rack) for difference in differences for one in difference.displaced]
    return list(dict.fromkeys((a, b) for a, b in pairs if a and b and a != b))


class Badge(NamedTuple):
    """A mark with a count, and its box in pixels."""

    mark: Mark
    text: str
    box: QRectF


def badges_at(
    theme: Theme, marks: Counter[Mark], at: QPointF, *, size: int = SIZE, stacked: bool = False
) -> list[Badge]:
    """Return badges with counts: stacked and centred at a point, or in a row that ends there."""
    px, metrics = theme.px, QFontMetrics(theme.strong(11))
    shown = [(mark, f"{count:,}" if count > 1 else "") for mark, count in marks.items()]
    widths = [px(size) + (metrics.horizontalAdvance(text) + px(4) if text else 0) for _, text in shown]
    left, top = at.x() - sum(widths), at.y() - px(size) / 2
    if stacked:
        top = at.y() - len(shown) * px(size + 2) / 2
    found = []
    for (mark, text), wide in zip(shown, widths, strict=True):
        box = QRectF(at.x() - wide / 2 if stacked else left, top, wide - px(2), px(size))
        found.append(Badge(mark, text, box))
        if stacked:
            top += px(size + 2)
        else:
            left += wide
    return found


def apart(theme: Theme, stacks: Iterable[list[Badge]], taken: Iterable[QRectF]) -> list[Badge]:
    """Return all badges, each stack moved up or down to where it overlaps neither another one nor ``taken``.

    A stack for which there is no such place nearby stays where it is.
    """
    occupied, found = list(taken), list[Badge]()
    step = theme.px(STEP)
    shifts = [0, *(shift for n in range(1, STEPS + 1) for shift in (-n * step, n * step))]
    for stack in stacks:
        for shift in shifts:
            boxes = [badge.box.translated(0, shift) for badge in stack]
            if not any(box.intersects(other) for box in boxes for other in occupied):
                break
        else:
            boxes = [badge.box for badge in stack]
        occupied += boxes
        found += [badge._replace(box=box) for badge, box in zip(stack, boxes, strict=True)]
    return found


def draw_badges(theme: Theme, painter: QPainter, badges: Iterable[Badge]) -> None:
    """Draw the icon and the count of each badge."""
    px = theme.px
    painter.setFont(theme.strong(11))
    for mark, text, box in badges:
        painter.setPen(QPen(theme.colour(mark.token), 1.5))
        painter.setBrush(theme.colour("raised"))
        painter.drawRoundedRect(box, px(4), px(4))
        inner = round(box.height()) - px(6)
        place = QPointF(box.left() + px(2), box.top() + px(3))
        painter.drawPixmap(place, picture(theme, mark.picture, mark.token, inner))
        if text:
            painter.setPen(theme.colour("text"))
            words = box.adjusted(inner + px(3), 0, 0, 0)
            painter.drawText(words, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), text)


def draw_plug_move(theme: Theme, painter: QPainter, ends: Sequence[QPointF]) -> None:
    """Draw an arrow from the found to the planned position of a plug."""
    start, stop = ends
    length = ((stop - start).x() ** 2 + (stop - start).y() ** 2) ** 0.5
    if length < 1.0:
        return
    along = (stop - start) / length
    across = QPointF(-along.y(), along.x())
    size = theme.px(HEAD)
    for token, wide in (("base", 5.0), ("warn", 2.0)):
        painter.setPen(QPen(theme.colour(token), wide))
        painter.drawLine(start, stop - along * size)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("warn"))
    back = stop - along * size * 1.4
    painter.drawPolygon(QPolygonF([stop, back + across * size * 0.6, back - across * size * 0.6]))
