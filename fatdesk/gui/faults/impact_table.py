"""Table of the impact of losing each element of a fabric, the worst first, computed in the background."""

from collections.abc import Sequence
from datetime import datetime

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from fatdesk.core.number_text import counted, plural
from fatdesk.gui.analysis.failures import WorkedOut
from fatdesk.gui.analysis.outages import outages_of
from fatdesk.gui.desk import Desk
from fatdesk.gui.faults.columns import LOSSES, LossRow, rows_of
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.studies.strips import Banner, TaskStrip
from fatdesk.gui.tables import RowsModel, Table
from fatdesk.gui.tables.columns import ColumnsButton
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.dates import clock_text
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.gui.widgets.overflow import Overflow
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, tip
from fatdesk.project.document.ref import LOSS, RELIABILITY, ElementOf, Ref

ALL = "Every kind"
COUNTS = ("One at a time", "Two at once", "Three at once")
NO_FABRIC = "No fabric yet. Design one to see the loss of each rack, tray, switch and cable here."
WORKING = "Calculating the impact of each loss…"
NOT_YET = "Calculate the impact of losing each rack, tray, bundle, switch, card, board, feed, zone and cable."


class LossPanel(QWidget):
    """Follows the losses of a fabric; ``chosen`` carries the elements that the user selected."""

    chosen = Signal(object)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._session = desk, desk.session
        self.fabric = ""
        """Whose losses are shown."""
        self.task: BackgroundTask | None = None
        self._tried: object = None
        """The project whose losses were computed without a click."""
        self.model: RowsModel[LossRow] = RowsModel(LOSSES, self)
        self.table = Table(desk, self.model, "Losses")
        self.table.make_sortable()
        self.table.chosen.connect(self._choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = self._make_head()
        self.strip, self.banner = TaskStrip(desk), Banner(desk)
        self.strip.setObjectName("losses-strip")
        self.banner.setObjectName("losses-banner")
        self.strip.cancelled.connect(self.stop)
        self.banner.again.connect(self.start)
        self.banner.kept.connect(self._keep)
        self._kept: object = None
        for part in (head, self.banner):
            column.addWidget(part)
        column.addWidget(self.table, 1)
        column.addWidget(self.strip)  # below: rows stay where they are when it comes and goes
        desk.tasks.moved.connect(self._moved)
        desk.tasks.ended.connect(self._moved)
        desk.session.opened.connect(self.stop)
        desk.theme.changed.connect(self._look)
        self._look()

    def _make_head(self) -> QWidget:
        """Title, and what is shown."""
        desk, px = self._desk, self._desk.theme.px
        head = QWidget()
        head.setProperty("role", "toolbar")
        head.setFixedHeight(px(34))
        line = QHBoxLayout(head)
        line.setContentsMargins(px(14), 0, px(8), 0)
        line.setSpacing(px(8))
        self.title, self.note = label("Losses"), ElidedLabel("", "text2")
        self.fabrics, self.kinds, self.counts = (Combo(desk.theme) for _ in range(3))
        self.fabrics.setObjectName("losses-fabric")
        self.kinds.setObjectName("losses-kind")
        self.counts.setObjectName("losses-count")
        for combo, name in (
            (self.fabrics, "Fabric"),
            (self.kinds, "Kind of element"),
            (self.counts, "Number of elements lost at once"),
        ):
            combo.setAccessibleName(name)
            combo.setToolTip(tip(name))
            combo.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToContents)
        self.fabrics.activated.connect(self._choose_fabric)
        self.kinds.activated.connect(lambda _: self._filter())
        self.counts.addItems(COUNTS)
        self.counts.activated.connect(lambda _: self.refresh())
        self.each = QToolButton()
        self.each.setObjectName("ungroup")
        self.each.setText("Ungroup")
        self.each.setCheckable(True)
        self.each.setToolTip(tip("One row for each element, also where several have the same impact"))
        self.each.toggled.connect(lambda _: self.refresh())
        self.start_button = QPushButton("Calculate")
        self.start_button.setObjectName("calculate-losses")
        self.start_button.setToolTip(tip("Calculate the impact of losing each element of this fabric"))
        self.start_button.clicked.connect(lambda _=False: self.start())
        for widget in (self.title, self.note):
            line.addWidget(widget, int(widget is self.note))
        self.reliability = QToolButton()
        self.reliability.setObjectName("reliability")
        self.reliability.setText("Reliability")
        self.reliability.setToolTip(tip("Failures per year, spares, and whether all hosts stay connected"))
        self.reliability.clicked.connect(lambda _=False: self.chosen.emit([RELIABILITY(self.fabric)]))
        columns = ColumnsButton(desk, self.table)
        choices = (self.fabrics, self.counts, self.kinds, self.each)
        for tool in (*choices, self.start_button, self.reliability, columns):
            line.addWidget(tool)
        Overflow(desk.theme, line)
        return head

    def _look(self) -> None:
        self.title.setFont(self._desk.theme.strong(13))

    # Working out

    def start(self, *, unasked: bool = False) -> None:
        """Try the loss of each element; a run that nobody started is not in the list of tasks."""
        from fatdesk.tasks.failures import LossesFound, find_losses

        session, fabric, count = self._session, self.fabric, self.count
        if self.task is not None or not fabric or not session.is_open:
            return
        project, document, began = session.project, session.document, datetime.now().astimezone()
        outages = outages_of(session)

        def done(found: LossesFound) -> None:
            if session.is_open and session.document is document:
                known = WorkedOut(found.losses, project, began, found.exhaustive)
                outages.losses.put(fabric, count, known)
                outages.changed.emit()
                session.faulted.emit()

        def failed(why: str) -> None:
            self.banner.say(in_sentence(why), "Start again", failed=True)

        self.banner.say("")
        self.task = self._desk.tasks.start(
            f"Losses of {fabric}",
            find_losses,
            project,
            fabric,
            count,
            done=done,
            failed=failed,
            whenever=True,
            quiet=unasked,
        )
        self._tell()

    def stop(self) -> None:
        """Stop it now; nothing of it is kept."""
        if self.task is not None:
            self.task.cancel()

    def _moved(self, task: BackgroundTask) -> None:
        if task is self.task:
            if task.state != "running":
                self.task = None
            self._tell()

    def _tell(self) -> None:
        self.strip.setVisible(self.task is not None)
        if self.task is not None:
            self.strip.follow(self.task)
        self.start_button.setEnabled(self.task is None and bool(self.fabric))
        self.reliability.setEnabled(bool(self.fabric))
        self._say_empty()

    # What is shown

    @property
    def count(self) -> int:
        """Number of elements lost at once."""
        return self.counts.currentIndex() + 1

    def refresh(self) -> None:
        """Show what is known of the present project."""
        session = self._session
        names = [fabric.name for fabric in session.derived.fabrics]
        if self.fabric not in names:
            self.fabric = names[0] if names else ""
        if [self.fabrics.itemText(n) for n in range(self.fabrics.count())] != names:
            self.fabrics.clear()
            self.fabrics.addItems(names)
        if self.fabric:
            self.fabrics.setCurrentIndex(names.index(self.fabric))
        self.fabrics.setVisible(len(names) > 1)
        known = outages_of(session).losses.of(self.fabric, self.count)
        rows = rows_of(self.fabric, known.losses, each=self.each.isChecked()) if known else []
        self._say_empty()
        self._offer_kinds(rows)
        self.model.follow(rows)
        self.note.setText("" if known is None else _tried(known, self.count))
        self.note.setMinimumWidth(self.note.sizeHint().width())  # tools give way, not this
        self.each.setVisible(self.count == 1 and bool(rows))
        self.start_button.setText("Recalculate" if rows else "Calculate")
        self._look_stale(known)
        self._tell()
        self.follow()
        first = self.count == 1 and known is None and self.fabric and self._tried is not session.document
        if first and session.document.is_small and self.isVisible():
            self._tried = session.document
            self.start(unasked=True)

    def _say_empty(self) -> None:
        words = "" if not self.fabric else WORKING if self.task is not None else NOT_YET
        if words != self.table.empty:
            self.table.empty = words
            self.table.viewport().update()

    def _look_stale(self, known: WorkedOut | None) -> None:
        session = self._session
        if known is None or outages_of(session).losses.holds(self.fabric, self.count, session.project):
            self.banner.say("")
        elif self._kept is not session.project and self.task is None:
            self.banner.say(
                f"The project has changed since {clock_text(known.began)}, when losses were calculated.",
                "Recalculate",
            )

    def _keep(self) -> None:
        self._kept = self._session.project
        self.banner.say("")

    def _offer_kinds(self, rows: Sequence[LossRow]) -> None:
        kinds = list(dict.fromkeys(row.kind for row in rows)) if self.count == 1 else []
        shown = [self.kinds.itemData(n) for n in range(1, self.kinds.count())]
        if shown != sorted(kinds):
            now = self.kinds.currentData()
            self.kinds.clear()
            self.kinds.addItem(ALL, None)
            for kind in sorted(kinds):
                self.kinds.addItem(plural(kind).capitalize(), kind)
            self.kinds.setCurrentIndex(max(0, self.kinds.findData(now)))
            self._filter()
        self.kinds.setVisible(bool(kinds))

    def _filter(self) -> None:
        kind = self.kinds.currentData()
        keep = None if kind is None else (lambda rows: np.array([row.kind == kind for row in rows]))
        self.model.filter_by(keep)

    def _choose_fabric(self, number: int) -> None:
        self.fabric = self.fabrics.itemText(number)
        self.refresh()

    # Selecting

    def follow(self) -> None:
        """Select the rows of what is selected."""
        chosen = {element for element in self._session.selection if element.kind is LOSS}
        self.table.mark_rows(
            lambda row: bool(chosen) and set(_things(row)) <= chosen,
            reveal=not self._choosing,
        )

    _choosing = False

    def _choose(self) -> None:
        self._choosing = True
        rows = self.table.chosen_rows()
        self.chosen.emit([element for row in rows for element in _things(row)])
        self._choosing = False


def _things(row: LossRow) -> list[Ref]:
    """Return the elements of a row as references."""
    return [LOSS(ElementOf(row.fabric, some.key)) for some in row.loss.elements]


def _tried(known: WorkedOut, count: int) -> str:
    """Return the number of combinations tried, in words."""
    if count == 1:
        return f"{counted(len(known.losses), 'element')} tried"
    return "all combinations tried" if known.exhaustive else "the likely combinations tried"
