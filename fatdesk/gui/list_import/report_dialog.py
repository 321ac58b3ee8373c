"""The report on an imported list: changes to tick, and below them what contradicts the design."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Severity
from fatdesk.engine.list_import.report import Change, Remark, Report, one_line
from fatdesk.engine.listing import bill_columns, wiring_columns
from fatdesk.engine.listing.cells import Heading
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.tables.ticked import TickedTable
from fatdesk.gui.widgets.dialog_buttons import DialogButtons
from fatdesk.gui.widgets.numbers import counted, in_sentence
from fatdesk.gui.widgets.plain_text import label
from fatdesk.project.lists.list_import import taking

FIELDS = {
    "status": "Status",
    "remark": "Remark",
    "phase": "Phase",
    "tested_by": "Tested by",
    "result": "Result",
    "measured_m": "Measured, m",
    "part": "Part",
    "length_m": "Ordered, m",
    "price": "Price",
    "alternative": "Alternative",
    "pack_size": "Pack size",
    "discount": "Discount, %",
    "lead_time": "Lead time, days",
}
_HEADINGS: tuple[Heading, ...] = (*wiring_columns.COLUMNS, *bill_columns.COLUMNS)
TITLES = {heading.name: heading.title for heading in _HEADINGS}
NOTHING = "nothing"


def _words(text: str) -> str:
    return one_line(text) or NOTHING


CHANGES: tuple[Column[Change], ...] = (
    Column("Cable or line", 230, lambda c: one_line(str(c.key)), stretch=True),
    Column("Field", 112, lambda c: FIELDS.get(c.field, c.field), tone=lambda _: "text2"),
    Column("Was", 150, lambda c: _words(c.was), tone=lambda c: "text2" if c.was else "text3"),
    Column("Becomes", 220, lambda c: _words(c.becomes), strong=True),
    Column("File", 130, lambda c: one_line(c.file), tone=lambda _: "text2"),
    Column("Row", 60, lambda c: str(c.line), lambda c: c.line, number=True, tone=lambda _: "text2"),
)


def _mark(remark: Remark) -> str:
    return str(remark.severity)


REMARKS: tuple[Column[Remark], ...] = (
    Column("Cable or line", 230, lambda r: one_line(r.key) or "the list", mark=_mark),
    Column("Field", 110, lambda r: TITLES.get(r.field, r.field), tone=lambda _: "text2"),
    Column(
        "What is so",
        420,
        lambda r: one_line(r.what),
        stretch=True,
        tone=lambda r: "text2" if r.severity == Severity.NOTE else "text",
    ),
    Column("File", 130, lambda r: one_line(r.file), tone=lambda _: "text2"),
    Column("Row", 60, lambda r: str(r.line), lambda r: r.line, number=True, tone=lambda _: "text2"),
)


KINDS = {"wiring": "wiring list", "bill": "bill"}


class ReportDialog(QDialog):
    """All changes are ticked at first; what is not ticked, and every finding, stays as the project has it."""

    def __init__(self, desk: Desk, report: Report, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme, px = desk.theme, desk.theme.px
        self.session, self.report = desk.session, report
        self.setWindowTitle("Lists that came back")
        self.resize(px(1080), px(680))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(18), px(16), px(18), px(14))
        column.setSpacing(px(10))
        self.head = label(_head(report))
        self.head.setFont(theme.strong(15))
        column.addWidget(self.head)
        files = "; ".join(f"{one_line(file)}, a {KINDS[kind]}" for file, kind in report.kinds)
        self.files = label(f"{files}. {counted(report.rows, 'row')} compared.", "text2")
        self.files.setWordWrap(True)
        column.addWidget(self.files)
        self.changes: TickedTable[Change] = TickedTable(desk, CHANGES, "Changes", "Take")
        self.changes.empty = "No value that people may change differs from the project."
        self.changes.turned.connect(self._count)
        self.changes.chosen.connect(lambda: self._tell(self.changes))
        self.remarks_model: RowsModel[Remark] = RowsModel(REMARKS, self)
        self.remarks = Table(desk, self.remarks_model, "Findings")
        self.remarks.empty = "Nothing contradicts the design, nothing was left aside."
        self.remarks.make_sortable()
        self.remarks.chosen.connect(lambda: self._tell(self.remarks))
        halves = QSplitter(Qt.Orientation.Vertical)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self.changes)
        halves.addWidget(self._below(theme.px(6)))
        many = len(report.changes) >= len(report.remarks)
        halves.setSizes([px(380 if many else 230), px(190 if many else 340)])
        column.addWidget(halves, 1)
        self.detail = label("", "text2")
        self.detail.setWordWrap(True)
        self.detail.setMinimumHeight(px(36))
        self.detail.setAlignment(Qt.AlignmentFlag.AlignTop)
        column.addWidget(self.detail)
        column.addLayout(self._foot(px(8)))
        self.changes.show_items(list(report.changes), [True] * len(report.changes))
        self.remarks_model.show(list(report.remarks))
        (self.changes if report.changes else self.remarks).setFocus()

    def _below(self, gap: int) -> QWidget:
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(gap)
        column.addWidget(label("Findings and notes: none of this is taken", "text2"))
        column.addWidget(self.remarks, 1)
        return below

    def _foot(self, gap: int) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(gap)
        self.all_button, self.none_button = QPushButton("Tick all"), QPushButton("Tick none")
        for button, on in ((self.all_button, True), (self.none_button, False)):
            button.setAutoDefault(False)
            button.setEnabled(bool(self.report.changes))
            button.clicked.connect(lambda _=False, on=on: self.changes.set_all(on))
            row.addWidget(button)
        row.addStretch(1)
        self.buttons = DialogButtons(self, self._take)
        self.take = self.buttons.yes
        row.addWidget(self.buttons)
        return row

    def _count(self) -> None:
        count = len(self.changes.taken)
        self.take.setText(f"Take {counted(count, 'change')}" if count else "Take nothing")
        self.take.setEnabled(count > 0)

    def _tell(self, table: Table) -> None:
        """The whole text of what is selected; cells may have no room for it."""
        numbers = table.chosen_numbers().tolist()
        if len(numbers) != 1:
            self.detail.setText("")
            return
        row = (self.report.changes if table is self.changes else self.report.remarks)[numbers[0]]
        self.detail.setText(str(row)[:600])

    def _take(self) -> None:
        """Take what is ticked as one step; a refusal is told, and the dialog stays."""
        changes = [self.report.changes[number] for number in self.changes.taken]
        try:
            command = taking(self.session.project, changes)
        except FatdeskError as error:
            self.detail.setText(in_sentence(str(error)))
            return
        if not self.session.do(command):
            self.detail.setText("The project does not take this; the status line says why.")
            return
        measured = sum(change.field == "measured_m" for change in changes)
        told = f"{command.label}."
        if measured:
            told += " Calibrate slack and tolerance, in Analyse, shows what the lengths say of the rules."
        self.session.said.emit(told)
        self.accept()


def _head(report: Report) -> str:
    told = [f"{counted(len(report.changes), 'change')} can be taken"]
    errors = sum(one.severity == Severity.ERROR for one in report.remarks)
    others = len(report.findings) - errors
    if errors:
        told.append(counted(errors, "error"))
    if others:
        told.append(f"{counted(others, 'warning')}")
    if report.notes:
        told.append(counted(len(report.notes), "note"))
    return " · ".join(told)
