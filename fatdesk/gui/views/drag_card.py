"""The card next to what is dragged or drawn, with its effect on the figures of the project."""

from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from fatdesk.gui.session.figure_text import change_tone, differences, figure_texts, problems
from fatdesk.gui.session.session import Trial
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.numbers import length_text, signed, signed_length, to_read
from fatdesk.project.derived.figures import Figures

SHOWN = ("Ordered", "Cost", "Worst tray")


class Line(NamedTuple):
    """A row of the card: a name, a figure, how it changes; ``tone`` is of the change."""

    name: str
    value: str = ""
    change: str = ""
    tone: str = "text2"
    strong: bool = False


def figure_lines(now: Figures, then: Figures) -> list[Line]:
    """The figures that a drawing changes, with their differences; what would be wrong comes first."""
    wrong = [Line(text, tone="error", strong=True) for text in problems(now, then)]
    texts, changes = figure_texts(then), differences(now, then)
    lines = wrong + [Line(name, texts[name], *changes.get(name, ("same", "text2"))) for name in SHOWN]
    longer = then.longest_m - now.longest_m
    change, tone = (
        ("same", "text2") if abs(longer) < 0.005 else (signed_length(longer), change_tone(now, then, longer))
    )
    lines.append(Line("Longest cable", length_text(then.longest_m), change, tone))
    return [*lines, Line("Cable choice", *kind_texts(now, then))] if then.kinds else lines


def kind_texts(now: Figures, then: Figures) -> tuple[str, str]:
    """Numbers of cables of each kind, and their changes."""
    before, after = dict(now.kinds), dict(then.kinds)
    changes = {kind: after.get(kind, 0) - before.get(kind, 0) for kind in sorted({*before, *after})}
    stated = [f"{signed(change, ',')} {kind}" for kind, change in changes.items() if change]
    return " · ".join(f"{count:,} {kind}" for kind, count in then.kinds), " ".join(stated) or "same"


def trial_lines(now: Figures, trial: Trial, title: str = "", instead: str = "", hint: str = "") -> list[Line]:
    """The effect of a drop: figures under a title, or why it is refused and what is possible instead.

    ``hint`` is about the drag itself, and comes last.
    """
    last = [Line(hint)] if hint else []
    if trial.figures is None:
        return [Line(trial.refused, tone="error", strong=True), *([Line(instead)] if instead else []), *last]
    lines = figure_lines(now, trial.figures)
    wrong = sum(line.tone == "error" for line in lines if not line.value)
    head = [Line(title, strong=True, tone="text")] if title else []
    return [*lines[:wrong], *head, *lines[wrong:], *last]


def is_wrong(trial: Trial) -> bool:
    """Whether a drop is refused, or would leave cables that cannot be laid."""
    return trial.figures is None or trial.figures.unlaid > 0


def draw_card(
    painter: QPainter,
    theme: Theme,
    lines: list[Line],
    room: QRectF,
    beside: QRectF | None,
    *,
    wrong: bool,
    legend: QRectF | None = None,
) -> None:
    """Draw the card inside a room, below, above or next to a rectangle, never over it or the legend."""
    px = theme.px
    pad, gap, row = px(12), px(18), px(22)
    painter.setFont(theme.strong(12))
    metrics = painter.fontMetrics()
    lines = [line._replace(value=to_read(line.value), change=to_read(line.change)) for line in lines]
    shown = [line for line in lines if line.value]
    widths = [
        max((metrics.horizontalAdvance(text) for text in texts), default=0)
        for texts in zip(*((line.name, line.value, line.change) for line in shown), strict=True)
    ] or [0, 0, 0]
    alone = max((metrics.horizontalAdvance(line.name) for line in lines if not line.value), default=0)
    figures = sum(widths) + gap * 2 + px(6) if any(widths) else 0
    wide = min(max(alone, figures) + 2 * pad + px(4), room.width() - px(24))
    card = placed(
        QRectF(0, 0, wide, row * len(lines) + px(12)),
        room.adjusted(px(12), px(12), -px(12), -px(12)),
        beside,
        px(16),
        legend,
    )
    painter.setPen(QPen(theme.colour("error" if wrong else "line2"), 1.5 if wrong else 1))
    painter.setBrush(theme.colour("raised"))
    painter.drawRoundedRect(card, px(5), px(5))
    middle, right = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight
    for number, line in enumerate(lines):
        space = QRectF(card.left() + pad, card.top() + px(6) + number * row, wide - 2 * pad, row)
        painter.setFont(theme.strong(12) if line.strong else theme.font(12))
        painter.setPen(theme.colour("text2" if line.value else line.tone))
        text = painter.fontMetrics().elidedText(line.name, Qt.TextElideMode.ElideRight, int(space.width()))
        painter.drawText(space, int(middle), text)
        if line.value:
            painter.setFont(theme.font(12))
            painter.setPen(theme.colour("text"))
            painter.drawText(space.adjusted(0, 0, -widths[2] - gap, 0), int(middle | right), line.value)
            painter.setFont(theme.strong(12))
            painter.setPen(theme.colour(line.tone))
            painter.drawText(space, int(middle | right), line.change)


def placed(
    card: QRectF, room: QRectF, beside: QRectF | None, gap: float, legend: QRectF | None = None
) -> QRectF:
    """A card where it hides nothing of a rectangle: below it, else above, at its right, at its left.

    The first of these places that is clear of the legend as well is taken, if there is one.

    >>> placed(QRectF(0, 0, 10, 10), QRectF(0, 0, 100, 100), QRectF(40, 85, 10, 10), 2).getRect()
    (40.0, 73.0, 10.0, 10.0)
    """
    found = QRectF(card)
    if beside is None:
        found.moveTo(room.center().x() - card.width() / 2, room.top())
        return found
    tries = (
        (beside.left(), beside.bottom() + gap),
        (beside.left(), beside.top() - gap - card.height()),
        (beside.right() + gap, beside.top()),
        (beside.left() - gap - card.width(), beside.top()),
    )
    free: list[QRectF] = []
    for x, y in tries:
        found.moveTo(
            max(room.left(), min(x, room.right() - card.width())),
            max(room.top(), min(y, room.bottom() - card.height())),
        )
        if not found.intersects(beside):
            free.append(QRectF(found))
    clear = [place for place in free if legend is None or not place.intersects(legend)]
    return next(iter((*clear, *free, found)))
