"""The status line: figures of the project with their sources, and messages."""

from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from fatdesk.core.number_text import counted
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.session.figure_text import differences, figure_texts, problems
from fatdesk.gui.session.session import Session, Trial
from fatdesk.gui.widgets.limit_bar import LimitBar
from fatdesk.gui.widgets.numbers import bounded, percent, time_left, to_read, within_sentence
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, set_tone, tip
from fatdesk.project.document.ref import TRAY, Ref

if TYPE_CHECKING:
    from collections.abc import Callable

    from fatdesk.engine.floor.facility import Sums
    from fatdesk.project.derived.figures import Figures


WORKSPACES = {
    "Hosts": "topology",
    "Switches": "topology",
    "Links": "topology",
    "Cables": "cables",
    "Ordered": "cables",
    "Cost": "bill",
    "Power": "racks",
    "Mass": "racks",
    "Worst tray": "floor",
}
"""Workspaces that show the composition of a figure."""
MOST = 10
"""Largest number of unknown parts that are named."""


def source_of(session: Session, name: str) -> tuple[str, list[Ref]]:
    """The workspace that a figure comes from, and what to select there."""
    tray = session.figures.worst_tray
    return WORKSPACES[name], [TRAY(tray)] if name == "Worst tray" and tray else []


def explanation(session: Session, name: str) -> str:
    """Explain a figure and what is unknown in it, line by line."""
    lines: list[str] = []
    if name == "Cost":
        missing = [line for line in session.derived.bill.lines if line.unit_price is None]
        lines = _some([f"{line.order:,} × {line.part} has no price" for line in missing])
    elif name == "Power":
        lines = [*_rows(session, _power_text), *_without(session, "power_w", "power")]
    elif name == "Mass":
        lines = [*_rows(session, _mass_text), *_without(session, "mass_kg", "mass")]
    elif name == "Ordered":
        unknown = sum(int((made.choice < 0).sum()) for made in session.derived.cabling.fabrics)
        lines = [f"{counted(unknown, 'cable')} without a part that is long enough"] if unknown else []
    elif name == "Worst tray" and session.figures.worst_tray:
        lines = [session.figures.worst_tray]
    place = WORKSPACES[name].capitalize()
    return "\n".join([*lines, f"Click: {place}"])


def _rows(session: Session, text: "Callable[[Sums], str]") -> list[str]:
    """Figures of the room and of its rows."""
    facility = session.derived.facility
    rows = facility.rows
    some = [facility.room, *(rows if len(rows) > 1 else [])]
    return _some([f"{one.name}: {text(one)}" for one in some]) if facility.used else []


def _power_text(one: "Sums") -> str:
    power, air = (bounded(some / 1000, one.power_bound, ",.1f") for some in (one.power_w, one.air_w))
    flow = bounded(one.air_m3_per_h, one.power_bound, ",.0f")
    liquid = bounded(one.liquid_w / 1000, one.liquid_bound, ",.1f")
    return f"{power} kW, {air} kW to air, {liquid} kW to liquid, {flow} m³/h"


def _mass_text(one: "Sums") -> str:
    mass = bounded(one.mass_kg, one.mass_bound, ",.0f")
    load = bounded(one.mass_kg / one.footprint_m2 if one.footprint_m2 else 0.0, one.mass_bound, ",.0f")
    return f"{mass} kg with racks, {load} kg/m² below them"


def _without(session: Session, figure: Literal["power_w", "mass_kg"], word: str) -> list[str]:
    from fatdesk.engine.bill.making import counts_in

    items = [item for item in session.derived.items if counts_in(item, figure)]
    return _some(
        [f"{item.count:,} × {item.part} has no {word}" for item in items if getattr(item, figure) is None]
    )


def _some(lines: list[str]) -> list[str]:
    rest = len(lines) - MOST
    return [*lines[:MOST], *([f"and {counted(rest, 'other part')}"] if rest > 0 else [])]


NAMES = ("Hosts", "Switches", "Links", "Cables", "Ordered", "Cost", "Power", "Mass", "Worst tray")
DROPPED = ("Mass", "Links", "Switches", "Power")
"""Left out when the window is narrow, in this order."""
GAP = 10
"""Distance between figures in pixels, further to that in a figure."""
SAID_MS = 8000
CLOSED = "No project open"


class StatusLine(QWidget):
    """Figures at the left, what is going on at the right; ``requested`` carries the clicked figure."""

    requested = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self.session = desk, desk.session
        px = desk.theme.px
        self.setObjectName("status-line")
        self.setProperty("role", "status")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(px(29))
        line = QHBoxLayout(self)
        line.setContentsMargins(px(14), 0, px(14), 0)
        line.setSpacing(px(6))
        self.values: dict[str, QLabel] = {}
        self.changes: dict[str, QLabel] = {}
        self._groups: dict[str, list[QWidget]] = {}
        self.bar = LimitBar(desk.theme)
        for name in NAMES:
            self._add_figure(line, name)
        line.addStretch(1)
        self.right = ElidedLabel("", "text2")
        self.right.setObjectName("message")
        line.addWidget(self.right)
        self._said = QTimer(self)
        self._said.setSingleShot(True)
        self._said.setInterval(SAID_MS)
        self._said.timeout.connect(self._quiet)
        self._hint = self._task = self._pointer = ""
        self._trying = self._refused = self._fresh = False
        self._failed: str | None = None
        self._instead: dict[str, str] | None = None
        self.session.opened.connect(self._opened)
        self.session.changed.connect(self._changed)
        desk.libraries.changed.connect(self.outdate)
        self.session.selected.connect(self._selected)
        self.session.said.connect(self.say)
        self.session.refused.connect(self._refuse)
        self.session.trying.connect(self.show_trial)
        self.session.pointing.connect(self.show_pointer)
        desk.tasks.started.connect(self._task_started)
        desk.tasks.moved.connect(self._task_moved)
        desk.tasks.ended.connect(self._task_moved)
        desk.theme.changed.connect(self._fonts)
        self._fonts()
        self.refresh()

    def _add_figure(self, line: QHBoxLayout, name: str) -> None:
        title, value, change = label(name, "text2"), label(""), label("")
        if name != NAMES[0]:  # a figure that is left out takes its distance with it
            title.setContentsMargins(self._desk.theme.px(GAP), 0, 0, 0)
        value.setObjectName(f"figure-{name}")
        change.setObjectName(f"change-{name}")
        widgets: list[QWidget] = [title]
        line.addWidget(title)
        if name == "Worst tray":
            line.addWidget(self.bar)
            widgets.append(self.bar)
        line.addWidget(value)
        line.addWidget(change)
        widgets += [value]
        self.values[name], self.changes[name], self._groups[name] = value, change, widgets
        change.hide()
        for widget in widgets:
            widget.installEventFilter(self)
            widget.setCursor(Qt.CursorShape.PointingHandCursor)

    def _fonts(self) -> None:
        for widgets in self._groups.values():
            widgets[0].setFont(self._desk.theme.font(12))
        for value in self.values.values():
            value.setFont(self._desk.theme.strong(12))
        for change in self.changes.values():
            change.setFont(self._desk.theme.strong(12))
        self.right.setFont(self._desk.theme.font(12))

    def show_instead(self, stated: dict[str, str] | None, words: str) -> None:
        """Show the figures of something that is no project yet, with a word on them; None: the project's."""
        self._instead = stated
        if stated is None:
            self._selected(self.session.selection)  # instead of the word on what is no longer shown
            self.refresh()
            return
        for name, widgets in self._groups.items():
            for widget in widgets:
                widget.setVisible(name in stated and widget is not self.bar)
            self.values[name].setText(to_read(stated.get(name, "")))
        self._hint = words
        if not self._said.isActive():
            self._quiet()

    def _opened(self) -> None:
        self._said.stop()  # what was said and selected was of another project
        self._selected(())
        self.refresh()

    def _changed(self, *_: object) -> None:
        self.outdate()
        self.refresh()

    def forget(self) -> None:
        """Drop the message about a refused value: it was in a view that is left."""
        if self._refused:
            self._drop()

    def outdate(self) -> None:
        """Drop the message: an edit was made since. One that was shown with the edit stays."""
        if self._refused or not self._fresh:
            self._drop()

    def _drop(self) -> None:
        self._refused = False
        if self._said.isActive():
            self._said.stop()
            if not self._trying:
                self._quiet()

    def refresh(self, *_: object) -> None:
        """Show the figures of the present project."""
        if self._instead is not None:
            return
        is_open = self.session.is_open
        for widgets in self._groups.values():
            for widget in widgets:
                widget.setVisible(is_open)
        if not is_open:
            self.right.setText(CLOSED)
            return
        self._write(self.session.figures)
        self._fit()

    def _write(self, figures: "Figures") -> None:
        for name, text in figure_texts(figures).items():
            self.values[name].setText(to_read(text))
        self.bar.share = figures.worst_fill / figures.fill_max
        self.bar.over = figures.worst_fill > figures.fill_max
        self.bar.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click goes to where a figure comes from; what is missing in it is looked up when asked for."""
        kind = event.type()
        if kind in (QEvent.Type.ToolTip, QEvent.Type.MouseButtonRelease):
            name = next(name for name, widgets in self._groups.items() if watched in widgets)
            of_project = self.session.is_open and self._instead is None
            if kind == QEvent.Type.ToolTip and isinstance(watched, QWidget):
                watched.setToolTip(tip(explanation(self.session, name)) if of_project else "")
            elif (
                of_project and isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton
            ):
                self.requested.emit(name)
        return super().eventFilter(watched, event)

    def show_trial(self, trial: Trial | None) -> None:
        """While something is dragged: what it would change, or why it cannot be dropped there."""
        for change in self.changes.values():
            change.hide()
        self._trying = trial is not None
        if not self.session.is_open:
            return
        if trial is None:
            self._quiet()
            self._write(self.session.figures)
            return
        if trial.figures is None:
            self._write(self.session.figures)
            self._put(trial.refused, "error")
            return
        self._write(trial.figures)
        found = differences(self.session.figures, trial.figures)
        for name, (text, tone) in found.items():
            self.changes[name].setText(to_read(text))
            set_tone(self.changes[name], tone)
            self.changes[name].setVisible(not self.values[name].isHidden())
        wrong = problems(self.session.figures, trial.figures)
        self._put(wrong[0] if wrong else "Esc cancels", "error" if wrong else "text2")

    def show_pointer(self, text: str) -> None:
        """Show the position of the pointer while there is no message."""
        self._pointer = text
        if not self._trying and not self._said.isActive():
            set_tone(self.right, "text2")
            self.right.setText(text or self._task or self._hint)

    def _refuse(self, text: str) -> None:
        self.say(text)
        self._refused = True

    def say(self, text: str) -> None:
        """Show a message for some seconds, or until the next edit."""
        self._refused, self._fresh, self._failed = False, True, None
        QTimer.singleShot(0, self, self._no_longer_fresh)
        self._put(text.partition("\n")[0], "text")
        self.right.setToolTip(tip(text))
        self._said.start()

    def report(self, task: BackgroundTask) -> None:
        """Show how a task ended, for some seconds or until the same task is started again."""
        self.say(f"{task.title}: {within_sentence(task.text)}")
        self._failed = task.title

    def _no_longer_fresh(self) -> None:
        self._fresh = False

    def _put(self, text: str, tone: str) -> None:
        set_tone(self.right, tone)
        self.right.setText(text)
        self.right.setToolTip(tip(text))
        self.setAccessibleDescription(text)

    def _quiet(self) -> None:
        self._put(self._pointer or self._task or self._hint, "text2")

    def _task_started(self, task: BackgroundTask) -> None:
        """Drop the message about an earlier end of this task."""
        if task.title == self._failed:
            self._failed = None
            self._drop()

    def _task_moved(self, _: BackgroundTask) -> None:
        """Show running tasks while there is no message: the first, and the number of others."""
        running = self._desk.tasks.running
        before, self._task = self._task, ""
        if running:
            task = running[0]
            stated = ", ".join(filter(None, (percent(task.fraction), time_left(task.left_s))))
            more = f" and {len(running) - 1} more" if len(running) > 1 else ""
            self._task = f"{task.title}{more}: {stated or task.text}"
        if self._task != before and not self._said.isActive() and not self._trying:
            self._quiet()

    def _selected(self, elements: tuple[Ref, ...]) -> None:
        titles = {element.kind.title for element in elements}
        title = titles.pop() if len(titles) == 1 else "item"
        self._hint = f"{counted(len(elements), title)} selected" if elements else ""
        if self._refused and not self._fresh:
            self._drop()  # it was about what was selected before
        if not self._said.isActive():
            self._quiet()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave figures out when there is no room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if not self.session.is_open or self._instead is not None:
            return
        px = self._desk.theme.px
        room = self.width() - px(300)

        def wide(name: str) -> int:
            return sum(widget.sizeHint().width() + px(6) for widget in self._groups[name]) + px(6)

        shown = list(NAMES)
        for name in (*DROPPED, "Cables"):
            if sum(map(wide, shown)) <= room:
                break
            shown.remove(name)
        for name, widgets in self._groups.items():
            for widget in widgets:
                widget.setVisible(name in shown)
