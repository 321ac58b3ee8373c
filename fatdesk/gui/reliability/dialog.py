"""The dialog Reliability: what is asked, the table of parts, and what holds of all together."""

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from fatdesk.engine.faults.reliability import PartFailures, Reliability
from fatdesk.engine.faults.reliability_asked import CATEGORIES, ReliabilityAsked
from fatdesk.gui.combo import Combo
from fatdesk.gui.desk import Desk
from fatdesk.gui.jobs import Job
from fatdesk.gui.plain import label, tip
from fatdesk.gui.reliability.telling import COLUMNS, FIGURES, told_of
from fatdesk.gui.tables import RowsModel, Table
from fatdesk.gui.words import in_sentence
from fatdesk.gui.workspaces.schedule.strip import JobStrip
from fatdesk.work.reliability import work_out_reliability

NOTE = (
    "Things fail independently of each other and of their age. A switch fails with all its links, a "
    "transceiver with those of its cage. What tells no MTBF never fails where hosts are connected."
)
FIELDS = (
    ("years", "Years without repair", "5", "How long nothing is repaired"),
    (
        "mttr_h",
        "Hours to repair",
        "not repaired",
        "In the mean; empty: nothing is repaired",
    ),
    ("delivery_days", "Days to deliver", "30", "Spares last until more are delivered"),
    ("confidence", "Probability that spares last", "0.95", "From 0.5 to less than 1"),
)


class ReliabilityDialog(QDialog):
    """Works out how reliable a fabric of the open project is, as a job."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme, px = desk.theme, desk.theme.px
        self._desk = desk
        self.job: Job | None = None
        self.found: Reliability | None = None
        self.setWindowTitle("Reliability")
        self.resize(px(960), px(580))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(18), px(16), px(18), px(14))
        column.setSpacing(px(10))
        self.fabrics = Combo(theme)
        self.fabrics.setAccessibleName("Fabric")
        self.fabrics.addItems([fabric.name for fabric in desk.session.derived.fabrics])
        self.fields = self._fields(column)
        self.model: RowsModel[PartFailures] = RowsModel(COLUMNS, self)
        self.table = Table(desk, self.model, "Parts and how often they fail")
        self.table.make_sortable()
        column.addWidget(self.table, 1)
        self.strip = JobStrip(desk)
        self.strip.cancelled.connect(self.stop)
        column.addWidget(self.strip)
        self.wrong = label("", "error")
        self.wrong.setWordWrap(True)
        self.wrong.hide()
        column.addWidget(self.wrong)
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(24))
        grid.setColumnStretch(1, 1)
        self.figures = tuple((label("", "text2"), label("")) for _ in range(FIGURES))
        for row, (head, value) in enumerate(self.figures):
            value.setFont(theme.strong(14))
            grid.addWidget(head, row, 0)
            grid.addWidget(value, row, 1)
        column.addLayout(grid)
        note = label(NOTE, "text3")
        note.setWordWrap(True)
        column.addWidget(note)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.start_button = QPushButton("Work out")
        self.start_button.setProperty("kind", "primary")
        self.start_button.clicked.connect(lambda _=False: self.start())
        buttons.addButton(self.start_button, QDialogButtonBox.ButtonRole.ActionRole)
        close = buttons.button(QDialogButtonBox.StandardButton.Close)
        for button in (self.start_button, close, self.strip.cancel):
            button.setAutoDefault(False)  # Enter in a field works out, and presses none of them
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        desk.jobs.moved.connect(self._moved)
        self.finished.connect(lambda _: self.stop())
        self.fabrics.activated.connect(lambda _: self.start())
        self.start()

    def _fields(self, column: QVBoxLayout) -> dict[str, QLineEdit]:
        px = self._desk.theme.px
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(16))
        grid.setVerticalSpacing(px(4))
        told = [(name, title, usual, meaning) for name, title, usual, meaning in FIELDS]
        told += [
            (
                f"mtbf_h.{kind}",
                f"MTBF of {kind}, h",
                "as parts tell",
                f"Mean hours between failures of one of the {kind} whose part tells none",
            )
            for kind in CATEGORIES
        ]
        found = {}
        for number, (name, title, usual, meaning) in enumerate(told):
            edit = QLineEdit()
            edit.setPlaceholderText(usual)
            edit.setAccessibleName(title)
            edit.setToolTip(tip(meaning))
            head = label(title, "text2")
            head.setBuddy(edit)
            row, place = divmod(number, 4)
            grid.addWidget(head, 2 * row, place)
            grid.addWidget(edit, 2 * row + 1, place)
            edit.returnPressed.connect(self.start)
            found[name] = edit
        if self.fabrics.count() > 1:
            column.addWidget(self.fabrics, 0, Qt.AlignmentFlag.AlignLeft)
        column.addLayout(grid)
        return found

    @property
    def asked(self) -> ReliabilityAsked | str:
        """What the fields ask for, or what is wrong with them."""
        told: dict[str, object] = {}
        mtbf_h: dict[str, float] = {}
        for name, edit in self.fields.items():
            text = edit.text().replace(",", "").strip()
            if not text:
                continue
            try:
                value = float(text)
            except ValueError:
                return f"{edit.accessibleName()}: {edit.text().strip()[:40]} is no number"
            own, _, kind = name.partition(".")
            if kind:
                mtbf_h[kind] = value
            else:
                told[own] = value
        try:
            return msgspec.convert({**told, "mtbf_h": mtbf_h}, ReliabilityAsked)
        except msgspec.ValidationError as error:
            what, _, where = str(error).partition(" - at `$.")
            name = where.rstrip("`")
            heads = {key: edit.accessibleName() for key, edit in self.fields.items()}
            return f"{heads.get(name, 'MTBF')}: {what[0].lower()}{what[1:]}"

    def start(self) -> None:
        """Work it out for what the fields ask."""
        asked, session = self.asked, self._desk.session
        if isinstance(asked, str):
            self._say(asked)
            return
        fabric = self.fabrics.currentText()
        if not fabric:
            self._say("there is no fabric yet: design one")
            return
        self.stop()
        self._say("")
        self.job = self._desk.jobs.start(
            f"Reliability of {fabric}",
            work_out_reliability,
            session.project,
            fabric,
            asked,
            done=self._take,
            failed=self._say,
            whenever=True,
            quiet=True,
        )
        self._tell()

    def stop(self) -> None:
        """Stop it now."""
        if self.job is not None:
            self.job.cancel()

    def _moved(self, job: Job) -> None:
        if job is self.job:
            self.job = job if job.state == "running" else None
            self._tell()

    def _tell(self) -> None:
        self.strip.setVisible(self.job is not None)
        if self.job is not None:
            self.strip.follow(self.job)

    def _say(self, text: str) -> None:
        self.wrong.setText(in_sentence(text))
        self.wrong.setVisible(bool(text))

    def _take(self, found: Reliability) -> None:
        """Show what was found."""
        self.found = found
        self.model.follow(list(found.parts))
        told = told_of(found)
        for number, pair in enumerate(self.figures):
            for made, text in zip(pair, told[number] if number < len(told) else ("", ""), strict=True):
                made.setText(text)
                made.setVisible(bool(text))
