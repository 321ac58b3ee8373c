"""Optimisation of placement: background task, card with the best result, and the step that applies it."""

from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.number_text import counted
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.numbers import MINUS, UNKNOWN, metres, priced, time_left
from fatdesk.gui.widgets.plain_text import label

if TYPE_CHECKING:
    from fatdesk.engine.improving.improve import Improved
    from fatdesk.engine.improving.task import Worth
    from fatdesk.gui.session.document import Document
    from fatdesk.project.document.project import Project


HEIGHT = 72
LEAST_S = 2.0
"""The time axis is at least so long, so that the first points are not a wall."""


class CostCurve(QWidget):
    """Steps through the points, each a time in seconds and the best cost from then on."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.points: list[tuple[float, float]] = []
        self.bound: float | None = None
        self.now_s = 0.0
        self.setFixedHeight(theme.px(HEIGHT))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_points(
        self, points: Sequence[tuple[float, float]], bound: float | None, now_s: float, words: str
    ) -> None:
        """Draw points up to now; ``words`` describe them for screen readers."""
        self.points, self.bound, self.now_s = list(points), bound, now_s
        self.setAccessibleName(words)
        self.update()

    def line(self, area: QRectF) -> QPolygonF:
        """The curve in pixels."""
        found = QPolygonF()
        for number, (seconds, cost) in enumerate(self.points):
            if number:
                found.append(QPointF(self._x(area, seconds), self._y(area, self.points[number - 1][1])))
            found.append(QPointF(self._x(area, seconds), self._y(area, cost)))
        if self.points:
            found.append(QPointF(self._x(area, self.now_s), self._y(area, self.points[-1][1])))
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        """The axis, the bound, the curve."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        px, colour = self._theme.px, self._theme.colour
        area = QRectF(self.rect()).adjusted(px(1), px(4), -px(1), -px(4))
        painter.setPen(QPen(colour("line2"), px(1)))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        if self.bound is not None:
            painter.setPen(QPen(colour("text3"), px(1), Qt.PenStyle.DashLine))
            y = self._y(area, self.bound)
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        if self.points:
            painter.setPen(QPen(colour("text"), px(2)))
            painter.drawPolyline(self.line(area))
        painter.end()

    def _x(self, area: QRectF, seconds: float) -> float:
        return area.left() + area.width() * min(1.0, seconds / max(self.now_s, LEAST_S))

    def _y(self, area: QRectF, cost: float) -> float:
        costs = [cost for _, cost in self.points]
        low = min(costs if self.bound is None else [*costs, self.bound])
        high = max(costs)
        return area.bottom() - area.height() * ((cost - low) / (high - low) if high > low else 0.5)


WIDTH, SIDE = 320, 16
SECONDS = ((10, "10 s"), (30, "30 s"), (60, "1 min"), (300, "5 min"), (1800, "30 min"))
ROWS = (("start", "At the start"), ("now", "Now"), ("bound", "Lower bound"))


class OptimiseCard(QFrame):
    """The card of the optimiser: its form, the running search, and a result to accept or discard."""

    wanted = Signal(int)
    stopped = Signal()
    taken = Signal()
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        px = theme.px
        self.setProperty("role", "palette")
        self.setFixedWidth(px(WIDTH))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(SIDE), px(12), px(SIDE), px(12))
        column.setSpacing(px(8))
        head = QHBoxLayout()
        self.title, self.rest = label("Optimise placement"), label("", "text2")
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(self.rest)
        column.addLayout(head)
        self.text = label("", "text2")
        self.text.setObjectName("search-text")
        self.text.setWordWrap(True)
        self.text.setFixedWidth(px(WIDTH - 2 * SIDE))
        column.addWidget(self.text)
        self.figures = QWidget()
        grid = QGridLayout(self.figures)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(px(4))
        self.values: dict[str, QLabel] = {}
        for row, (name, words) in enumerate(ROWS):
            self.values[name] = label("", "text")
            self.values[name].setObjectName(f"figure-{name}")
            grid.addWidget(label(words, "text2"), row, 0)
            grid.addWidget(self.values[name], row, 1, Qt.AlignmentFlag.AlignRight)
        column.addWidget(self.figures)
        self.curve = CostCurve(theme)
        column.addWidget(self.curve)
        column.addLayout(self._foot())
        self.start.clicked.connect(lambda: self.wanted.emit(self.time.currentData()))
        self.stop.clicked.connect(self.stopped)
        self.take.clicked.connect(self.taken)
        self.leave.clicked.connect(self.left)
        theme.changed.connect(self._look)
        self._look()
        self.hide()

    def _foot(self) -> QHBoxLayout:
        """The time to search, and the buttons."""
        foot = QHBoxLayout()
        self.time = Combo(self._theme)
        self.time.setObjectName("search-time")
        self.time.setAccessibleName("How long to search")
        for seconds, words in SECONDS:
            self.time.addItem(words, seconds)
        self.time.setCurrentIndex(1)
        self.start, self.stop = QPushButton("Start"), QPushButton("Stop, keep the best")
        self.take, self.leave = QPushButton("Apply"), QPushButton("Close")
        self.start.setProperty("kind", "primary")
        self.take.setProperty("kind", "primary")
        foot.addWidget(self.time)
        foot.addStretch(1)
        for name, button in (
            ("close", self.leave),
            ("stop", self.stop),
            ("apply", self.take),
            ("start", self.start),
        ):
            button.setObjectName(f"search-{name}")
            foot.addWidget(button)
        return foot

    def ask(self, note: str = "") -> None:
        """Before the search: how long; a note on what it does not count comes last."""
        self._show(
            "Moves devices between racks to cut cable cost, within the rules of the room. Racks, "
            "reservations, and devices with installed or hand-set cables stay. Hosts and switches are then "
            "numbered in order along the racks, except where a cable record, exchanged plugs or a waiver "
            f"refers to them.{note and f' {note}.'}",
            self.time,
            self.leave,
            self.start,
        )
        self.leave.setText("Close")
        self.rest.setText("")
        self.start.setFocus()

    def run(self, text: str) -> None:
        """While it searches, before anything is known."""
        self._show(text, self.stop)
        self.stop.setFocus()

    def tell(self, found: "Improved", currency: str) -> None:
        """The best so far."""
        self.values["start"].setText(_worth(found.start, currency))
        saved = found.start.cost - found.end.cost
        percent = f"{100 * found.share:.1f}" if saved > 0 else "0.0"
        share = "" if percent == "0.0" else f"  {MINUS}{percent} %"
        self.values["now"].setText(_worth(found.end, currency) + share)
        bound = found.lower_bound
        self.values["bound"].setText(UNKNOWN if bound is None else priced(bound, False, currency, CENTS))
        self.figures.show()
        self.draw(found, found.seconds)

    def draw(self, found: "Improved", seconds: float) -> None:
        """The curve up to now."""
        points = [(point.seconds, float(point.cost)) for point in found.curve]
        bound = None if found.lower_bound is None else float(found.lower_bound)
        words = f"Cost of cables over {seconds:.0f} s: {points[0][1]:,.0f} to {points[-1][1]:,.0f}"
        self.curve.show_points(points, bound, seconds, words)
        self.curve.setVisible(found.start.cost > 0)
        self.adjustSize()

    def end(self, text: str) -> None:
        """It is over."""
        self._show(text, self.figures, self.curve, self.leave)
        self.rest.setText("")
        self.leave.setText("Close")
        self.leave.setFocus()

    def offer(self, text: str) -> None:
        """It is over, and what was found is for another state of the project."""
        self.end(text)
        self.take.show()
        self.leave.setText("Discard")
        self.adjustSize()

    def _show(self, text: str, *shown: QWidget) -> None:
        self.text.setText(text)
        self.text.setFixedHeight(self.text.heightForWidth(self.text.width()))
        for part in (self.time, self.start, self.stop, self.take, self.leave, self.figures, self.curve):
            part.setVisible(part in shown)
        self.text.setVisible(bool(text))
        self.adjustSize()
        self.show()
        self.raise_()

    def _look(self) -> None:
        self.title.setFont(self._theme.strong())
        for made in (self.rest, self.text):
            made.setFont(self._theme.font(12))
        self.values["now"].setFont(self._theme.strong())


def _worth(worth: "Worth", currency: str) -> str:
    """The cost, or where nothing has a price the metres."""
    if worth.unpriced and not worth.cost:
        return f"{metres(worth.ordered_um)} m"
    return priced(worth.cost, worth.unpriced > 0, currency, CENTS)


def gain_text(found: "Improved", currency: str) -> str:
    """Return what a placement gains: cables laid first, then fewer without a price, money, else metres."""
    start, end = found.start, found.end
    if end.unlaid < start.unlaid:
        return (
            f"leaves {counted(end.unlaid, 'cable')} without a route or a part that fits, "
            f"before it was {start.unlaid:,}"
        )
    if end.unpriced < start.unpriced:
        return (
            f"needs {end.unpriced:,} cables and transceivers that have no price, before it was "
            f"{start.unpriced:,}"
        )
    if end.cost < start.cost:
        return f"saves {priced(start.cost - end.cost, False, currency, CENTS)} ({100 * found.share:.2f} %)"
    return f"saves {metres(start.ordered_um - end.ordered_um)} m of cable"


STEP = "Optimise placement"
CENTS = ",.2f"
"""Format of costs."""
SEED = 1


class Optimising(QObject):
    """Starts the search in the background, keeps its best result, and applies that.

    Stopped, or when the worker dies, the best so far is what came of it. What was found for another
    state of the project is offered, not taken.
    """

    def __init__(self, desk: Desk, card: OptimiseCard) -> None:
        super().__init__(card)
        self._desk, self.card = desk, card
        self.session = desk.session
        self.task: BackgroundTask | None = None
        self._best: Improved | None = None
        self._began: tuple[Document, Project] | None = None
        self._before: Project | None = None
        """The project before the step that the card reports."""
        self._start_s = 0.0
        card.wanted.connect(self.start)
        card.stopped.connect(self.stop)
        card.taken.connect(self._take)
        card.left.connect(self._leave)
        desk.tasks.moved.connect(self._moved)
        desk.tasks.ended.connect(self._ended)
        self.session.opened.connect(self._other_project)
        self.session.changed.connect(self._follow)

    @property
    def possible(self) -> bool:
        """Whether there are cables to shorten and no search is running."""
        if not self.session.is_open or self.task is not None:
            return False
        return any(rack.devices for rack in self.session.project.floor.racks)

    def ask(self) -> None:
        """Show the card."""
        from fatdesk.project.designing.improving import not_compared

        self.card.ask(not_compared(self.session.project) if self.session.is_open else "")

    def start(self, seconds: int) -> None:
        """Search for so long."""
        from fatdesk.project.designing.improving import improve_project

        project = self.session.project
        self._best, self._before = None, None
        self._began = self.session.document, project
        self._start_s = monotonic()
        self.card.run("Starting")
        self.task = self._desk.tasks.start(
            STEP,
            improve_project,
            project,
            SEED,
            None,
            float(seconds),
            done=self._tell,
            shown=self._tell,
            whenever=True,
        )

    def stop(self) -> None:
        """End the search; the best so far is kept."""
        task, found = self.task, self._best
        if task is None:
            return
        if found is None or not found.better:
            task.cancel()
            return
        self.task = None
        task.finish("Stopped; the best result so far is kept")
        self._settle_soon("")

    def _tell(self, found: "Improved") -> None:
        self._best = found
        if self._began is not None:
            self.card.tell(found, self._began[1].bill.currency)
        if found.ended is not None:
            self._settle("")

    def _moved(self, task: BackgroundTask) -> None:
        if task is self.task:
            self.card.rest.setText(time_left(task.left_s))
            if self._best is None:
                self.card.text.setText(task.text)
            else:
                self.card.text.hide()
                self.card.draw(self._best, monotonic() - self._start_s)

    def _ended(self, task: BackgroundTask) -> None:
        if task is self.task:
            self.task = None
            if task.state != "done":
                self._settle_soon(task.text if task.state == "failed" else "")

    def _settle_soon(self, trouble: str) -> None:
        """Settle after every other listener of the end, so that the step is the last message."""
        QTimer.singleShot(0, self, lambda: self._settle(trouble))

    def _settle(self, trouble: str) -> None:
        """The search has ended: apply the result, offer it, or report that there is none."""
        if self._began is None:
            return
        found, (document, project) = self._best, self._began
        if not self.session.is_open or self.session.document is not document:
            self._leave()
        elif found is None or not found.better:
            self.card.end(trouble or "No cheaper placement was found. The project is unchanged.")
        elif trouble:
            self.card.offer(f"{trouble} Best result so far.")
        elif self.session.project is not project:
            self.card.offer(
                "The project was edited during the search. These figures are for its earlier state; the "
                "placement also moves devices that you have moved since."
            )
        elif not found.worthwhile:
            self.card.offer(
                f"The best placement found {gain_text(found, project.bill.currency)}, and moves "
                f"{counted(found.moved, 'device')}. The project is unchanged: apply it if that is worth the "
                "moves."
            )
            self.card.leave.setFocus()
        else:
            self._take()

    def _take(self) -> None:
        """Put the best on the floor as one step."""
        from fatdesk.project.commands import Batch
        from fatdesk.project.designing.improving import rearrangement

        found, began = self._best, self._began
        if found is None or began is None:
            return
        command = rearrangement(began[1].floor, found.floor)
        before = self.session.project
        if command is not None and self.session.do(Batch(name=STEP, commands=(command,))):
            self.card.end(
                f"The placement {gain_text(found, began[1].bill.currency)}; "
                f"{counted(found.moved, 'device')} moved. "
                "Hosts and switches are numbered in order along the racks, so labels printed earlier no "
                "longer apply. Undo reverts this in one step."
            )
            self._before, self._began = before, None

    def _follow(self, _: object) -> None:
        """Close the card when the step that it reports is undone."""
        if self._before is not None and self.session.project is self._before:
            self._leave()

    def _leave(self) -> None:
        self._best = self._began = self._before = None
        self.card.hide()

    def _other_project(self) -> None:
        """Another project is open, or none: the search continues for nobody."""
        self._leave()
        self.stop()
