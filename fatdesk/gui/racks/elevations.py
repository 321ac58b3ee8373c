"""Drawing of racks: heads with budgets, units, devices, reserved units, and the legend."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QWidget

from fatdesk.engine.catalog.parts import PortSide
from fatdesk.engine.drawing.floor_picture import rack_mark
from fatdesk.engine.drawing.plan import Amount, RackFigures
from fatdesk.engine.drawing.rack_picture import (
    LABELLED,
    POWER,
    DeviceBox,
    PanelBox,
    RackFront,
    SideBox,
    device_colours,
    row_caption,
)
from fatdesk.engine.drawing.rack_strips import RackStrip
from fatdesk.gui.racks.scene import ROW_GAP, UNIT, Look, Scene
from fatdesk.gui.session.session import Session
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.limit_bar import bar_tone
from fatdesk.gui.widgets.numbers import UNKNOWN, to_read
from fatdesk.project.document.ref import DEVICE

NAMED = 11
"""Least height of a device with a name, in pixels."""
CAPTION = 24
"""Room under the racks for the name of their row, in pixels."""
LEAST_STRIP = 5
"""Least width of a side manager that is drawn, in pixels."""
LEAST_PORT = 1
"""Least width of a port of a panel that is drawn, in pixels."""
FRAME = 3
"""Distance of a side manager from its rack, in pixels."""
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class View(Protocol):
    """The interface of the canvas to the drawing."""

    session: Session
    theme: Theme
    scene: Scene
    look: Look
    scale: float

    def rect_px(self, rect: QRectF) -> QRectF:
        """A rectangle of the drawing in pixels."""

    def viewport(self) -> QWidget:
        """The widget that is painted on."""


LEAST_HEAD = 40
"""Least width of a rack that has its figures in its head, in pixels."""
NEXT = 8
"""Distance of the used units from the name of their rack, in pixels."""


class MarkLook(NamedTuple):
    """Look of the used units in the heads of all racks: with or without unit, or none."""

    size: int
    """Of the font; 0: there is no room."""
    end: str = ""
    """Left off at the end."""


def mark_look(view: View, painter: QPainter, fronts: Sequence[RackFront]) -> MarkLook:
    """Return the first look in which the used units of every rack fit next to its name."""
    theme, px, box = view.theme, view.theme.px, view.scene.wide * view.scale
    if box < px(LEAST_HEAD):
        return MarkLook(0)
    painter.setFont(theme.strong(13))
    named = [painter.fontMetrics().horizontalAdvance(front.label) for front in fronts]
    marks = [rack_mark(view.session.subjects.rack(front.rack)).text for front in fronts]
    for look in (MarkLook(11), MarkLook(10, " U")):
        painter.setFont(theme.font(look.size))
        wide = (painter.fontMetrics().horizontalAdvance(mark.removesuffix(look.end)) for mark in marks)
        if all(name + mark + px(2) <= box for name, mark in zip(named, wide, strict=True)):
            return look
    return MarkLook(0)


def draw_rack(
    view: View,
    painter: QPainter,
    front: RackFront,
    box: QRectF,
    ports: PortSide,
    mark: MarkLook,
    *,
    numbers: bool,
) -> None:
    """Draw the frame with units and head; ``numbers``: with numbers and caption, as the first of a row."""
    theme, px, unit = view.theme, view.theme.px, UNIT * view.scale
    painter.setPen(QPen(theme.colour("wall"), 1.5))
    painter.setBrush(theme.colour("base"))
    painter.drawRoundedRect(box.adjusted(-1.5, -1.5, 1.5, 1.5), px(2), px(2))
    count = front.height_u
    if unit >= 6:
        painter.setPen(theme.colour("grid"))
        for u in range(1, count):
            y = box.bottom() - u * unit
            painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
    edge = box.left() - view.scene.side * view.scale
    if numbers and unit >= 5:
        painter.setFont(theme.font(10))
        painter.setPen(theme.colour("text3"))
        leftmost = front.rack.number == next(iter(view.scene.racks))
        wide = painter.fontMetrics().horizontalAdvance(str(count)) + px(4)
        have_room = leftmost or ROW_GAP * view.scale >= wide
        for u in range(3, count + 1, 3) if have_room else ():
            y = box.bottom() - (u - 0.5) * unit
            painter.drawText(QRectF(edge - px(28), y - px(8), px(25), px(16)), int(RIGHT), str(u))
        painter.setFont(theme.strong(12))
        painter.setPen(theme.colour("text2"))
        painter.drawText(QPointF(box.left(), box.bottom() + px(20)), row_caption(front.rack.row, ports))
    if box.width() >= px(LEAST_HEAD):
        _draw_head(view, painter, front, box, mark)
        return
    painter.setFont(theme.strong(11))
    if painter.fontMetrics().horizontalAdvance(front.label) <= box.width():
        painter.setPen(theme.colour("text"))
        painter.drawText(QPointF(box.left(), box.top() - px(4)), front.label)


def _draw_head(view: View, painter: QPainter, front: RackFront, box: QRectF, look: MarkLook) -> None:
    """Name, used units, power and mass; bars where there is a limit, dotted where the rest is unknown."""
    theme, px = view.theme, view.theme.px
    figures = view.session.subjects.rack(front.rack)
    left = figures.budget
    top = box.top() - px(17)
    painter.setFont(theme.strong(13))
    painter.setPen(theme.colour("text"))
    painter.drawText(QPointF(box.left(), top - px(16)), front.label)
    name = painter.fontMetrics().horizontalAdvance(front.label)
    painter.setPen(theme.colour("text2"))
    if look.size:  # next to its name, rather than to that of the next rack
        mark = rack_mark(figures).text.removesuffix(look.end)
        painter.setFont(theme.font(look.size))
        wide = painter.fontMetrics().horizontalAdvance(mark)
        line = QRectF(box.left() + min(name + px(NEXT), box.width() - wide), top - px(30), wide + 1, px(18))
        painter.drawText(line, int(Qt.AlignmentFlag.AlignVCenter), mark)
    power = _stated(figures.power_w, "W", "kW", "power")
    mass = _stated(figures.mass_kg, "kg", "", "mass")
    shorter = power if figures.power_w.text("W", "kW") else "? W"
    for size, text in ((11, power), (10, power), (10, shorter)):
        painter.setFont(theme.font(size))
        metrics = painter.fontMetrics()
        if metrics.horizontalAdvance(text) <= box.width():  # a figure without its unit would mislead
            painter.drawText(QPointF(box.left(), top), text)
            both = metrics.horizontalAdvance(text) + metrics.horizontalAdvance(mass) + px(6)
            if both <= box.width():
                painter.drawText(QRectF(box.left(), top - px(13), box.width(), px(18)), int(RIGHT), mass)
            break
    half = (box.width() - px(4)) / 2
    budgets = (
        (left.power_w, left.power_limit_w, left.lacks_power),
        (left.mass_kg, left.mass_limit_kg, left.lacks_mass),
    )
    for number, (used, limit, lacks) in enumerate(budgets):
        if limit:
            bar = QRectF(box.left() + number * (half + px(4)), box.top() - px(10), half, px(4))
            painter.fillRect(bar, theme.colour("press"))
            if lacks:  # what is left is unknown
                painter.fillRect(bar, QBrush(theme.colour("text3"), Qt.BrushStyle.Dense6Pattern))
            bar.setWidth(half * min(1.0, used / limit))
            painter.fillRect(bar, theme.colour(bar_tone(used / limit, over=used > limit)))


def draw_strips(
    view: View, painter: QPainter, strips: Sequence[RackStrip], box: QRectF, limit: float | None
) -> None:
    """Draw the fill of the side managers next to a rack: full width is the limit, or a full manager.

    Cables that run there are next to the rack, stored excess beyond them, dotted; lower bounds have a dotted
    ground.
    """
    theme, wide = view.theme, view.scene.manager * view.scale
    if not strips or wide < LEAST_STRIP:
        return
    whole = 1.0 if limit is None else limit
    for strip in strips:
        is_left = strip.side == "left"
        edge = box.left() - wide if is_left else box.right()
        lane = QRectF(edge, box.top(), wide, box.height())
        lane.adjust(1 if is_left else FRAME, 0, -FRAME if is_left else -1, 0)
        painter.fillRect(lane, theme.colour("press"))
        for run in strip.runs:
            upper, lower = (box.bottom() - u * UNIT * view.scale for u in (run.high, run.low - 1))
            here = QRectF(lane.left(), upper, lane.width(), lower - upper)
            if run.bound:
                painter.fillRect(here, QBrush(theme.colour("text3"), Qt.BrushStyle.Dense7Pattern))
            tone = theme.colour(bar_tone(run.fill / whole, over=run.fill > whole * (1 + 1e-9)))
            start = 0.0
            for share, pattern in (
                (run.routed, Qt.BrushStyle.SolidPattern),
                (run.stored, Qt.BrushStyle.Dense4Pattern),
            ):
                end = min(1.0, start + share / whole)
                at = 1.0 - end if is_left else start
                part = QRectF(
                    lane.left() + at * lane.width(), upper, (end - start) * lane.width(), lower - upper
                )
                painter.fillRect(part, QBrush(tone, pattern))
                start = end
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(theme.colour("line2"))
        painter.drawRect(lane)


def strip_lines(strips: Sequence[RackStrip], limit: float | None) -> str:
    """Return the fullest place of each side in words, as a tooltip."""
    words = []
    for strip in strips:
        run = strip.fullest
        least = "≥ " if run.bound else ""
        of = "" if limit is None else f" of {limit:.0%}"
        stored = f", {run.stored:.1%} stored excess" if run.stored else ""
        words.append(f"Side manager {strip.side}: {least}{run.fill:.1%}{of} at U{run.low}{stored}")
    return "\n".join(words).replace("%", " %")


def head_lines(label: str, figures: RackFigures) -> str:
    """Return the figures over a rack with their limits, and why there is no bar where there is no limit."""
    left = figures.budget
    lines = [f"Rack {label}: {rack_mark(figures).text}"]
    for title, used, limit, units in (
        ("Power", figures.power_w, left.power_limit_w, ("W", "kW")),
        ("Mass", figures.mass_kg, left.mass_limit_kg, ("kg", "")),
    ):
        of = f" of {Amount(limit).text(*units)}" if limit else ", no limit"
        lines.append(to_read(f"{title}: {used.text(*units) or UNKNOWN}{of}"))
    if not (left.power_limit_w and left.mass_limit_kg):
        lines.append("A bar is shown where the rack has a limit.")
    return "\n".join(lines)


def _stated(amount: Amount, unit: str, thousands: str, word: str) -> str:
    return to_read(amount.text(unit, thousands)) or f"{word} {UNKNOWN}"


def draw_kept(view: View, painter: QPainter, place: QRectF, words: tuple[str, str], *, chosen: bool) -> None:
    """Reserved units."""
    theme, px = view.theme, view.theme.px
    look = theme.tokens.drawing.reserved
    painter.fillRect(place, QColor(look.fill))
    painter.fillRect(place, QBrush(QColor(look.stroke), Qt.BrushStyle.BDiagPattern))
    painter.setFont(theme.strong(11))
    metrics = painter.fontMetrics()
    lines = _kept_lines(words, metrics, place.width() - px(6), two=place.height() > px(44))
    high = metrics.height() * len(lines)
    if lines and high <= place.height():
        wide = min(max(map(metrics.horizontalAdvance, lines)) + px(10), place.width() - 2)
        plate = QRectF(place.center().x() - wide / 2, place.center().y() - high / 2, wide, high)
        painter.fillRect(plate, theme.colour("base"))
        painter.setPen(theme.colour("text"))
        painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), "\n".join(lines))
    if chosen:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("accent"), 2))
        painter.drawRect(place.adjusted(1, 1, -1, -1))


LEAST_NOTE = 4
"""Fewer letters of a note say nothing."""


def _kept_lines(words: tuple[str, str], metrics: QFontMetrics, room: float, *, two: bool) -> list[str]:
    """The note, shortened where need be, and the number of units, on two lines or one; none without room."""
    note, units = words
    wide = metrics.horizontalAdvance(units)
    left = room if two else room - metrics.horizontalAdvance(f" {units}")
    shown = metrics.elidedText(note, Qt.TextElideMode.ElideRight, int(left))
    if wide > room:
        return []
    if shown != note and len(shown) <= LEAST_NOTE:
        return [units]
    return [shown, units] if two else [f"{shown} {units}"]


def _has_room(view: View, place: QRectF) -> bool:
    """Whether the name of what is there can be read."""
    return place.height() > view.theme.px(NAMED) - 0.01


def draw_panel(view: View, painter: QPainter, panel: PanelBox, place: QRectF) -> None:
    """Draw a patch panel with its name, and its ports where these fit, those in use filled."""
    theme, px = view.theme, view.theme.px
    inner = place.adjusted(0, 0.5, 0, -0.5)
    painter.fillRect(inner, theme.colour("press"))
    painter.setPen(QPen(theme.colour("line2"), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(inner)
    if not _has_room(view, place):
        return
    painter.setFont(theme.font(11))
    metrics = painter.fontMetrics()
    name = metrics.horizontalAdvance(panel.short) + px(8)
    step = (inner.width() - name - px(3)) / max(len(panel.ports), 1)
    words = QRectF(inner.left() + px(4), inner.top(), inner.width() - px(8), inner.height())
    painter.setPen(theme.colour("text"))
    shown = metrics.elidedText(panel.short, Qt.TextElideMode.ElideRight, int(words.width()))
    painter.drawText(words, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)
    if step < LEAST_PORT:
        return
    ports = QRectF(inner.left() + name, inner.top(), inner.width() - name - px(3), inner.height())
    used, free = theme.colour("accent"), theme.colour("line2")
    high = min(inner.height() * 0.5, px(9))
    for number, is_used in enumerate(panel.ports):
        left = ports.left() + number * step
        cell = QRectF(left, ports.center().y() - high / 2, max(step - (1 if step > px(3) else 0), 0.5), high)
        painter.fillRect(cell, used if is_used else free)


def draw_device(
    view: View,
    painter: QPainter,
    some: DeviceBox,
    box: QRectF,
    *,
    chosen: bool,
    state: str,
    right: float,
    rack: str,
) -> None:
    """Draw a device with stripe, name and note up to ``right``; ``state``: ``out``, or ``cut`` off.

    A name that is too long leaves out the label of its ``rack``, which is above it.
    """
    theme, px = view.theme, view.theme.px
    look, host = device_colours(theme.tokens.drawing, some.level), not some.level.level
    inner = box.adjusted(0, 0.5, 0, -0.5)
    fill = theme.colour("accent_tint") if chosen else theme.colour("base") if host else QColor(look.fill)
    fill = theme.colour("error_tint") if state else fill
    painter.fillRect(inner, fill)
    painter.fillRect(QRectF(inner.left(), inner.top(), px(5), inner.height()), view.look.stripe(some))
    if some.nodes:
        _draw_nodes(view, painter, some, inner)
    painter.setPen(QPen(QColor(look.stroke) if not host else theme.colour("line"), 1))
    painter.drawLine(inner.bottomLeft(), inner.bottomRight())
    if state == "out":
        _draw_out(view, painter, inner)
    if not _has_room(view, box):
        return
    painter.setFont(theme.strong(11) if not host else theme.font(11))
    ink = theme.colour("accent_text") if chosen else QColor(look.text) if not host else theme.colour("text")
    painter.setPen(ink)
    text = inner.adjusted(px(9), 0, -px(4), 0)
    text.setRight(min(text.right(), right - px(4)))
    if some.nodes:
        text.setRight(min(text.right(), inner.left() + LABELLED * inner.width() - px(2)))
    room = int(text.width())
    _condense(painter, some.label, room)
    metrics = painter.fontMetrics()
    label = _shortened(metrics, some.label, room) if some.nodes else _in_rack(metrics, some.label, rack, room)
    shown = _elided(metrics, label, room)
    painter.drawText(text, int(Qt.AlignmentFlag.AlignVCenter), shown)
    note = "" if state == "out" else view.look.note(some)
    if not note:
        return
    used = metrics.horizontalAdvance(shown) + px(6)
    painter.setFont(theme.font(10))
    painter.setPen(QColor(look.text) if not host and not chosen else theme.colour("text3"))
    if used + painter.fontMetrics().horizontalAdvance(note) <= text.width():
        painter.drawText(text, int(RIGHT), note)


def draw_side(view: View, painter: QPainter, some: SideBox, box: QRectF, *, chosen: bool, state: str) -> None:
    """Draw a device at the side of a rack with its name turned; ``state``: ``out``, or ``cut`` off."""
    theme, px = view.theme, view.theme.px
    look = device_colours(theme.tokens.drawing, some.level)
    inner = box.adjusted(1, 0.5, -1, -0.5)
    fill = theme.colour("error_tint" if state else "accent_tint" if chosen else "press")
    painter.setBrush(QColor(look.fill) if some.level.level and not state and not chosen else fill)
    painter.setPen(QPen(theme.colour("accent" if chosen else "line2"), 2 if chosen else 1))
    painter.drawRect(inner)
    if state == "out":
        _draw_out(view, painter, inner)
    if box.width() < px(NAMED):
        return
    painter.setFont(theme.font(11))
    words = painter.fontMetrics().elidedText(
        some.label, Qt.TextElideMode.ElideMiddle, int(inner.height() - px(8))
    )
    painter.setPen(theme.colour("accent_text" if chosen else "text"))
    painter.save()
    painter.translate(inner.center())
    painter.rotate(-90)
    turned = QRectF(-inner.height() / 2, -inner.width() / 2, inner.height(), inner.width())
    painter.drawText(turned, int(Qt.AlignmentFlag.AlignCenter), words)
    painter.restore()


def _draw_nodes(view: View, painter: QPainter, some: DeviceBox, inner: QRectF) -> None:
    """The nodes of a chassis side by side, with their names where these fit; those selected are tinted."""
    theme, px = view.theme, view.theme.px
    chosen = set(DEVICE.ids(view.session.selection))
    painter.setFont(theme.font(10))
    metrics = painter.fontMetrics()
    for node in some.nodes:
        left, upper, right, lower = node.place((inner.left(), inner.top(), inner.right(), inner.bottom()))
        place = QRectF(left, upper, right - left, lower - upper)
        own = node.device is not None and node.device.id in chosen
        if own:
            painter.fillRect(place, theme.colour("accent_tint"))
        elif node.device is None:
            painter.fillRect(place, QColor(theme.tokens.drawing.reserved.fill))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("line2"), 1))
        painter.drawRect(place)
        if place.height() < px(NAMED):
            continue
        painter.setPen(theme.colour("accent_text" if own else "text2"))
        room = int(place.width() - px(4))
        words = _shortened(metrics, node.label, room) if node.device is not None else node.label
        painter.drawText(
            place,
            int(Qt.AlignmentFlag.AlignCenter),
            metrics.elidedText(words, Qt.TextElideMode.ElideRight, room),
        )


def _shortened(metrics: QFontMetrics, name: str, room: int) -> str:
    """A name, or what is behind its last hyphen where all of it does not fit."""
    return name if metrics.horizontalAdvance(name) <= room else name.rpartition("-")[2]


CONDENSED = 82
"""Least width of letters, in per cent, at which a name is rather set narrower than cut."""


def _condense(painter: QPainter, name: str, room: int) -> None:
    """Set letters narrower where a name fits by that."""
    wide = painter.fontMetrics().horizontalAdvance(name)
    share = 100 * room // max(1, wide)
    if CONDENSED <= share < 100:
        font = painter.font()
        font.setStretch(share - 2)
        painter.setFont(font)


def _in_rack(metrics: QFontMetrics, name: str, rack: str, room: int) -> str:
    """A name; where all of it does not fit, what is behind the label of its rack, such as ``…n27``."""
    if metrics.horizontalAdvance(name) <= room or not name.casefold().startswith(rack.casefold()):
        return name
    return f"…{rest}" if (rest := name[len(rack) :].lstrip("-_.")) else name


def _elided(metrics: QFontMetrics, name: str, room: int) -> str:
    """A name cut in its middle, but not behind its last hyphen: ``…E01`` of ``compute-E01``."""
    shown = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room)
    tail = name.rpartition("-")[2]
    if shown.endswith(tail) or metrics.horizontalAdvance(f"…{tail}") > room:
        return shown
    return metrics.elidedText(name, Qt.TextElideMode.ElideLeft, room)


def _draw_out(view: View, painter: QPainter, inner: QRectF) -> None:
    """A dashed outline, and a cross at the right end."""
    colour, size = view.theme.colour("error"), min(inner.height(), view.theme.px(14))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, 1.4, Qt.PenStyle.DashLine))
    painter.drawRect(inner.adjusted(1, 1, -1, -1))
    cross = QRectF(inner.right() - size - 2, inner.center().y() - size / 2, size, size).adjusted(2, 2, -2, -2)
    painter.setPen(QPen(colour, 1.6))
    painter.drawLine(cross.topLeft(), cross.bottomRight())
    painter.drawLine(cross.bottomLeft(), cross.topRight())


def outlines(view: View, chosen: frozenset[str]) -> list[QRectF]:
    """Outlines around runs of selected devices on top of each other."""
    found: list[QRectF] = []
    if not chosen:
        return found
    places = sorted(
        (place for device_id, (_, _, place) in view.scene.devices.items() if device_id in chosen),
        key=lambda place: (place.left(), place.top()),
    )
    for place in places:
        if found and found[-1].left() == place.left() and abs(found[-1].bottom() - place.top()) < 0.5:
            found[-1] = found[-1].united(place)
        else:
            found.append(QRectF(place))
    return found


STRIP = 24
"""Height of the strip at the foot, in pixels."""

BLOCKS = 5
"""The most spread blocks that the legend names."""


def _items(view: View) -> list[tuple[str, str, str]]:
    """Words, fill and stroke of each entry; without a fill, an entry has no swatch."""
    theme, drawing = view.theme, view.theme.tokens.drawing
    items = []
    for role in () if view.scene.picture is None else view.scene.picture.counts:
        look = device_colours(drawing, role.level)
        plain = theme.tokens.press if role.role == POWER else theme.tokens.base
        fill = look.fill if role.level.level else plain
        items.append((f"{role.role} {to_read(f'{role.devices:,}')}", fill, look.stroke))
    reserved = sum(kept.height_u for _, kept, _ in view.scene.kept.values())
    if reserved:
        items.append((f"Reserved {reserved:,} U", drawing.reserved.fill, drawing.reserved.stroke))
    return items


def blocks_named(view: View, shown: int) -> list[tuple[str, str, str]]:
    """The first spread block of each colour, and the number of the others."""
    first: dict[str, int] = {}
    for block in view.scene.spread:
        first.setdefault(view.look.block_colour(block), block)
    items = [
        (f"Block {view.scene.names.get(block, block)}", colour, colour)
        for colour, block in list(first.items())[:shown]
    ]
    others = len(view.scene.spread) - len(items)
    if others:
        items.append((f"{others} more spread block{'s' if others > 1 else ''}", "", ""))
    return items


def _place(view: View, wide: float) -> tuple[QRectF, bool]:
    """The box of the legend, and whether it is a strip across the foot of the view."""
    px, room = view.theme.px, view.viewport()
    box = QRectF(px(12), room.height() - px(46), wide, px(34))
    if view.rect_px(view.scene.standing).bottom() + px(CAPTION) > box.top():
        return QRectF(0, room.height() - px(STRIP), room.width(), px(STRIP)), True
    return box, False


def _widths(view: View, items: list[tuple[str, str, str]]) -> list[int]:
    metrics = QFontMetrics(view.theme.font(12))
    return [metrics.horizontalAdvance(text) + view.theme.px(38 if fill else 20) for text, fill, _ in items]


def _fitting(view: View) -> tuple[list[tuple[str, str, str]], list[int]]:
    """The entries for which the view has room, and their widths; blocks without room are counted."""
    room = view.viewport().width() - view.theme.px(32)
    roles = _items(view)
    for shown in range(min(BLOCKS, len(view.scene.spread)), -1, -1):
        items = roles + blocks_named(view, shown)
        widths = _widths(view, items)
        if sum(widths) <= room:
            return items, widths
    while items and sum(widths) > room:
        items.pop()
        widths.pop()
    return items, widths


def legend_box(view: View) -> QRectF:
    """The box of the legend."""
    return _place(view, sum(_fitting(view)[1]) + view.theme.px(8))[0]


def draw_legend(view: View, painter: QPainter) -> None:
    """Roles and spread blocks with their counts, at the lower left.

    Where the racks reach so far down, it is a strip across the foot.
    """
    theme, px = view.theme, view.theme.px
    painter.setFont(theme.font(12))
    items, widths = _fitting(view)
    if not items:
        return
    box, strip = _place(view, sum(widths) + px(8))
    if strip:
        painter.fillRect(box, theme.colour("raised"))
        painter.setPen(theme.colour("line2"))
        painter.drawLine(box.topLeft(), box.topRight())
    else:
        painter.setBrush(theme.colour("raised"))
        painter.setPen(theme.colour("line2"))
        painter.drawRoundedRect(box, px(6), px(6))
    x = box.left() + px(14)
    for (text, fill, stroke), wide in zip(items, widths, strict=True):
        if fill:
            painter.setPen(QPen(QColor(stroke), 1.2))
            painter.setBrush(QColor(fill))
            painter.drawRect(QRectF(x, box.center().y() - px(5), px(12), px(10)))
        painter.setPen(theme.colour("text2"))
        painter.drawText(QPointF(x + px(18 if fill else 0), box.center().y() + px(4)), text)
        x += wide
