"""Dialog *Revisions*: named states of the project, and what differs between two states."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.core.program import today, user_name
from fatdesk.gui.desk import Desk
from fatdesk.gui.files.files import PROJECTS
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.views.results_dialog import ResultsDialog
from fatdesk.gui.widgets.dates import typed_date_text
from fatdesk.gui.widgets.numbers import UNKNOWN, priced
from fatdesk.gui.widgets.plain_text import ElidedLabel, tip
from fatdesk.project.document.project import Project, Revision
from fatdesk.project.document.record_kinds import kind_word
from fatdesk.project.document.ref import CABLE, DEVICE, PART, RACK, TRAY, Ref
from fatdesk.project.files.storing import load_project
from fatdesk.project.revising.differences import REROUTED, Differences
from fatdesk.project.revising.revisions import keep_revision, revision_of

MEANING = (
    "A revision keeps the present state under a name, in a file next to that of the project. Documents of "
    "that state carry its name. Compare the open project with a revision or with any other project file."
)
UNSAVED = "Save the project first: revisions are kept next to its file."
KINDS: dict[str, Callable[[Any], Ref]] = {"racks": RACK, "devices": DEVICE, "trays": TRAY, "parts": PART}


class Difference(NamedTuple):
    """A line of the comparison; without an element it leads nowhere."""

    kind: str
    name: str
    what: str
    details: str
    element: Ref | None = None


REVISION_COLUMNS: tuple[Column[Revision], ...] = (
    Column("Revision", 110, lambda one: one.name, strong=True),
    Column("Date", 100, lambda one: typed_date_text(one.date), lambda one: one.date),
    Column("Drawn by", 120, lambda one: one.by),
    Column("Checked by", 120, lambda one: one.checked_by),
    Column("Issued for", 150, lambda one: one.issued_for),
    Column("Remark", 220, lambda one: one.remark, stretch=True),
)
COLUMNS: tuple[Column[Difference], ...] = (
    Column("Kind", 110, lambda row: row.kind),
    Column("Name", 220, lambda row: row.name, tone=lambda row: "accent_text" if row.element else "text"),
    Column("Difference", 110, lambda row: row.what),
    Column("Details", 320, lambda row: row.details, stretch=True),
)


class RevisionsDialog(ResultsDialog):
    """Lists the revisions of the open project, makes one, and compares states.

    ``saving`` carries the name of a file and its bytes.
    """

    saving = Signal(str, object)

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(desk, "Revisions", "Revisions of the project", MEANING, parent)
        px = desk.theme.px
        self.setObjectName("revisions")
        self.resize(px(920), px(600))
        self.revisions: RowsModel[Revision] = RowsModel(REVISION_COLUMNS, self)
        self.list = Table(desk, self.revisions, "Revisions")
        self.list.empty = "No revisions yet. Type a name below to keep the present state."
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.model: RowsModel[Difference] = RowsModel(COLUMNS, self)
        self.table = Table(desk, self.model, "Differences")
        self.table.empty = (
            "Select a revision and press Compare: the differences from the open project are listed here."
        )
        self.table.doubleClicked.connect(lambda index: self._go(index.row()))
        self.table.opened.connect(self._go)
        upper = QWidget()
        rows = QVBoxLayout(upper)
        rows.setContentsMargins(0, 0, 0, px(8))
        rows.setSpacing(px(8))
        rows.addWidget(self.list, 1)
        rows.addLayout(self._new_line())
        self.add_halves(upper, self.table, (210, 260))
        self.state = ElidedLabel("", "text")
        self.state.setObjectName("revisions-state")
        self.column.addWidget(self.state)
        self.with_file = self._button("Compare with file\N{HORIZONTAL ELLIPSIS}", "compare-file")
        self.with_file.clicked.connect(self._ask_file)
        self.compare = self._button("Compare", "compare-revision")
        self.compare.setProperty("kind", "primary")
        self.compare.clicked.connect(self.compare_revision)
        self.print = self._button("Save as PDF\N{HORIZONTAL ELLIPSIS}", "save-differences")
        self.print.setToolTip(tip("Lists of what differs, and drawings with clouds around what changed"))
        self.print.clicked.connect(self.save_pdf)
        self._compared: tuple[Project, Project, str] | None = None
        self.add_foot(self.table, self.print, self.with_file, self.compare)
        self.list.chosen.connect(self._offer)
        self.list.doubleClicked.connect(lambda _: self.compare_revision())
        self.list.opened.connect(lambda _: self.compare_revision())
        desk.session.changed.connect(self.refresh)
        desk.session.opened.connect(self.refresh)
        self.refresh()

    def _new_line(self) -> QHBoxLayout:
        """The fields of a new revision."""
        px = self._desk.theme.px
        line = QHBoxLayout()
        line.setSpacing(px(8))
        self.name, self.issued_for = QLineEdit(), QLineEdit()
        self.checked_by, self.remark = QLineEdit(), QLineEdit()
        for field, name, words, width in (
            (self.name, "revision-name", "Name, such as B", 130),
            (self.issued_for, "revision-issued-for", "Issued for, such as construction", 220),
            (self.checked_by, "revision-checked-by", "Checked by", 110),
            (self.remark, "revision-remark", "What changed", 0),
        ):
            field.setObjectName(name)
            field.setPlaceholderText(words)
            field.setAccessibleName(words)
            if width:
                field.setFixedWidth(px(width))
            field.returnPressed.connect(self.keep)
            line.addWidget(field)
        self.keep_button = self._button("Keep revision", "keep-revision")
        self.keep_button.clicked.connect(self.keep)
        line.addWidget(self.keep_button)
        return line

    def _button(self, text: str, name: str) -> QPushButton:
        made = QPushButton(text)
        made.setObjectName(name)
        made.setAutoDefault(False)
        return made

    @property
    def chosen(self) -> Revision | None:
        """The selected revision."""
        rows = self.list.chosen_rows()
        return rows[0] if rows else None

    def refresh(self, *_: object) -> None:
        """List the revisions of the present project."""
        session = self._desk.session
        if not session.is_open:
            self.close()
            return
        known = list(session.project.revisions)
        if known != self.revisions.rows:
            self.revisions.show(known)
            self.list.mark_numbers([len(known) - 1] if known else [], reveal=True)
        self._offer()

    def _offer(self, *_: object) -> None:
        session = self._desk.session
        self.compare.setEnabled(self.chosen is not None and session.path is not None)
        self.print.setEnabled(self._compared is not None)
        self.keep_button.setEnabled(session.path is not None)
        if session.path is None:
            self.state.setText(UNSAVED)
        elif self.state.text() == UNSAVED:
            self.state.setText("")

    def keep(self) -> None:
        """Keep the present state as a revision."""
        session = self._desk.session
        name = self.name.text().strip()
        if session.path is None or not name:
            self.name.setFocus()
            return
        day = today().isoformat()
        about = {
            "issued_for": self.issued_for.text().strip(),
            "checked_by": self.checked_by.text().strip(),
            "remark": self.remark.text().strip(),
        }
        try:
            command = keep_revision(session.project, session.path, name, date=day, by=user_name(), **about)
        except FatdeskError as error:
            self.fail(str(error))
            return
        if session.do(command):
            for field in (self.name, self.issued_for, self.checked_by, self.remark):
                field.clear()
            self.state.setText(f"Revision {name} is kept. Save the project to keep its entry in the list.")

    def compare_revision(self) -> None:
        """Compare the selected revision with the open project."""
        one, path = self.chosen, self._desk.session.path
        if one is None or path is None:
            return
        try:
            before = revision_of(path, one.name, self._desk.session.project.revisions)
        except FatdeskError as error:
            self.fail(str(error))
            return
        self._compare(before, f"revision {one.name}")

    def _ask_file(self) -> None:
        desk = self._desk
        name, _ = QFileDialog.getOpenFileName(self, "Compare with", str(desk.folder), PROJECTS)
        if name:
            desk.keep_folder(Path(name).parent)
            self.compare_file(Path(name))

    def compare_file(self, path: Path) -> None:
        """Compare another project file with the open project."""
        try:
            before = load_project(path).project
        except FatdeskError as error:
            self.fail(str(error))
            return
        self._compare(before, path.name)

    def _compare(self, before: Project, name: str) -> None:
        from fatdesk.tasks.comparing import compare_states

        now = self._desk.session.project
        self._compared = None
        self._offer()
        self.start(
            f"Comparing with {name}\N{HORIZONTAL ELLIPSIS}",
            f"Compare with {name}",
            compare_states,
            before,
            now,
            done=lambda found: self._show(name, found, (before, now, f"from {name} to now")),
        )

    def _show(self, name: str, found: Differences, compared: tuple[Project, Project, str]) -> None:
        self.model.show(list(_lines(found, self._desk.session.derived.device_names)))
        self._compared = compared if found.changes else None
        self._offer()
        if not found.changes:
            self.state.setText(f"The open project is the same as {name}.")
            return
        before, after = (priced(one.amount, one.at_least, one.currency) for one in found.totals)
        counts = f"{counted(len(found.changes), 'record')}, {counted(len(found.cables), 'cable')}"
        first, second = (f"{'≥ ' if at_least else ''}{length:,.0f} m" for length, at_least in found.ordered_m)
        self.state.setText(
            f"From {name} to now: {counts} differ; ordered {first} to {second}, cost {before} to {after}."
        )

    def save_pdf(self) -> None:
        """Make the sheets of the differences on view, then ask where to save them."""
        from fatdesk.tasks.comparing import compared_pdf

        if self._compared is None:
            return
        said, name = self.state.text(), self._desk.session.project.name or "network"

        def save(content: bytes) -> None:
            self.state.setText(said)
            self.saving.emit(f"{name}-differences.pdf", content)

        title = "Differences as PDF"
        self.start(f"{title}\N{HORIZONTAL ELLIPSIS}", title, compared_pdf, *self._compared, done=save)

    def _go(self, line: int) -> None:
        """Select the element of a line, where it is still there."""
        element = self.model.row(line).element if line >= 0 else None
        if element is not None:
            self._desk.session.select([element])


def _lines(found: Differences, names: Mapping[str, str]) -> Iterator[Difference]:
    """Return the lines of a comparison; ``names`` are those of devices by id."""
    for change in found.changes:
        details = ", ".join(one.words for one in change.fields)
        kind = KINDS.get(change.kind)
        element = None if kind is None or change.what == "removed" else kind(change.key)
        name = names.get(change.name, change.name) + (f", now {change.now}" if change.now else "")
        yield Difference(kind_word(change.kind), name, change.what, details, element)
    for cable in found.cables:
        details = cable.words[1] if cable.words[1] == REROUTED else " to ".join(filter(None, cable.words))
        element = None if cable.what == "removed" else CABLE(cable.id)
        yield Difference("cable", f"{cable.number}  {cable.link}", cable.what, details, element)
    for line in found.lines:
        name = line.part if line.length_m is None else f"{line.part} {line.length_m:g} m"
        amounts = dict.fromkeys(f"{amount:,}" for amount in line.order)
        details = " to ".join(amounts)
        if line.unit_price[0] != line.unit_price[1] and all(line.order):
            before, after = (
                UNKNOWN if one is None else priced(one, False, line.currency) for one in line.unit_price
            )
            details += f", each {before} to {after}"
        yield Difference("bill", name, "changed", details)
