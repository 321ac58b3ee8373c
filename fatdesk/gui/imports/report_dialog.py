"""Dialog for the re-import of lists: changes to select, and findings below them."""

from functools import partial

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
from fatdesk.core.number_text import counted
from fatdesk.engine.change_order import rows as order_rows
from fatdesk.engine.list_import.report import Change, Remark, Report, one_line
from fatdesk.engine.listing import bill_columns, wiring_columns
from fatdesk.engine.listing.cells import Heading
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.session import Session
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.tables.ticked import TickedTable
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.gui.widgets.plain_text import DialogButtons, label
from fatdesk.project.commands.list_import import taking

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
    "progress": "Progress",
    "pack_size": "Pack size",
    "discount": "Discount, %",
    "lead_time": "Lead time, days",
}
_HEADINGS: tuple[Heading, ...] = (*order_rows.COLUMNS, *wiring_columns.COLUMNS, *bill_columns.COLUMNS)
TITLES = {heading.name: heading.title for heading in _HEADINGS}
NOTHING = "nothing"


def _words(text: str) -> str:
    return one_line(text) or NOTHING


def name_of(session: Session, key: str) -> str:
    """Return the name that people know: of a cable its number and the ends of its link, else the key."""
    if not session.is_open or key not in session.wiring.number:
        return one_line(key)
    wiring = session.wiring
    return "  ".join((wiring.numbers[key], *wiring.rows[wiring.number[key]].links[:1]))


CHANGES: tuple[Column[Change], ...] = (
    Column("Field", 112, lambda c: FIELDS.get(c.field, c.field), tone=lambda _: "text2"),
    Column("Was", 150, lambda c: _words(c.was), tone=lambda c: "text2" if c.was else "text3"),
    Column("Becomes", 220, lambda c: _words(c.becomes), strong=True),
    Column("File", 130, lambda c: one_line(c.file), tone=lambda _: "text2"),
    Column("Row", 60, lambda c: str(c.line), lambda c: c.line, number=True, tone=lambda _: "text2"),
)


def _mark(remark: Remark) -> str:
    return str(remark.severity)


REMARKS: tuple[Column[Remark], ...] = (
    Column("Field", 110, lambda r: TITLES.get(r.field, r.field), tone=lambda _: "text2"),
    Column(
        "Finding",
        420,
        lambda r: one_line(r.what),
        stretch=True,
        tone=lambda r: "text2" if r.severity == Severity.NOTE else "text",
    ),
    Column("File", 130, lambda r: one_line(r.file), tone=lambda _: "text2"),
    Column("Row", 60, lambda r: str(r.line), lambda r: r.line, number=True, tone=lambda _: "text2"),
)


KINDS = {"wiring": "wiring list", "bill": "bill", "order": "change order", "pieces": "list of pieces"}


class ReportDialog(QDialog):
    """Lists changes, all selected at first, and findings; only selected changes are applied."""

    def __init__(self, desk: Desk, report: Report, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("list-report")
        theme, px = desk.theme, desk.theme.px
        self.session, self.report = desk.session, report
        self.setWindowTitle("Import edited lists")
        self.resize(px(1080), px(640))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(18), px(16), px(18), px(14))
        column.setSpacing(px(10))
        self.head = label(_head(report))
        self.head.setObjectName("head")
        self.head.setFont(theme.strong(15))
        column.addWidget(self.head)
        files = "; ".join(f"{one_line(file)}, a {KINDS[kind]}" for file, kind in report.kinds)
        orders = "".join(f" {in_sentence(one.words)}" for one in report.orders)
        self.files = label(f"{files}. {counted(report.rows, 'row')} compared.{orders}", "text2")
        self.files.setObjectName("files")
        self.files.setWordWrap(True)
        column.addWidget(self.files)
        named = partial(name_of, desk.session)
        of_change: Column[Change] = Column("Cable or line", 230, lambda c: named(str(c.key)), stretch=True)
        of_remark: Column[Remark] = Column(
            "Cable or line", 230, lambda r: named(r.key) or "the list", mark=_mark
        )
        self.changes: TickedTable[Change] = TickedTable(desk, (of_change, *CHANGES), "Changes", "Apply")
        self.changes.empty = "No editable value differs from the project."
        self.changes.turned.connect(self._count)
        self.changes.chosen.connect(lambda: self._tell(self.changes))
        self.remarks_model: RowsModel[Remark] = RowsModel((of_remark, *REMARKS), self)
        self.remarks = Table(desk, self.remarks_model, "Findings")
        self.remarks.empty = "No findings."
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
        self.detail.setObjectName("detail")
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
        column.addWidget(label("Findings and notes (not applied)", "text2"))
        column.addWidget(self.remarks, 1)
        return below

    def _foot(self, gap: int) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(gap)
        self.all_button, self.none_button = QPushButton("Select all"), QPushButton("Select none")
        self.all_button.setObjectName("select-all")
        self.none_button.setObjectName("select-none")
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
        self.take.setText(f"Apply {counted(count, 'change')}" if count else "Apply")
        self.take.setEnabled(count > 0)

    def _tell(self, table: Table) -> None:
        """Show the full text of the selected row."""
        numbers = table.chosen_numbers().tolist()
        if len(numbers) != 1:
            self.detail.setText("")
            return
        row = (self.report.changes if table is self.changes else self.report.remarks)[numbers[0]]
        self.detail.setText(str(row)[:600])

    def _take(self) -> None:
        """Apply the selected changes as one undo step; on failure the dialog stays open."""
        changes = [self.report.changes[number] for number in self.changes.taken]
        try:
            command = taking(self.session.project, changes)
        except FatdeskError as error:
            self.detail.setText(in_sentence(str(error)))
            return
        if not self.session.do(command):
            self.detail.setText("The changes could not be applied; see the status line.")
            return
        measured = sum(change.field == "measured_m" for change in changes)
        text = f"{counted(len(changes), 'change')} applied."
        if measured:
            text += " See Analyse, Calibrate…"
        self.session.said.emit(text)
        self.accept()


def _head(report: Report) -> str:
    counts = [f"{counted(len(report.changes), 'change')} can be applied"]
    errors = sum(one.severity == Severity.ERROR for one in report.remarks)
    others = len(report.findings) - errors
    if errors:
        counts.append(counted(errors, "error"))
    if others:
        counts.append(f"{counted(others, 'warning')}")
    if report.notes:
        counts.append(counted(len(report.notes), "note"))
    return " · ".join(counts)
