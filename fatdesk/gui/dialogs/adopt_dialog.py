"""Dialog *New project from an existing fabric*: parts to choose, what was left out, and the project."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QFormLayout, QPushButton, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.yaml_events import read_bytes
from fatdesk.engine.asbuilt.discovered import Note
from fatdesk.engine.asbuilt.part_choice import Choice
from fatdesk.gui.desk import Desk
from fatdesk.gui.files.files import Files
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.views.results_dialog import ResultsDialog
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.plain_text import ElidedLabel, label
from fatdesk.project.designing.adopting import AdoptedProject

MEANING = "The network is imported as built: names, GUIDs, ports and bundles are those of the report."
REPORTS = (
    "Reports and graphs (*.txt *.net *.topo *.log *.out *.dot *.gv *.json *.graphml *.xml *.csv *.db_csv "
    "*.xlsx *.ods *.edges);;All files (*)"
)
TABLES = "Tables (*.csv *.tsv *.xlsx *.ods);;All files (*)"
COLUMNS: tuple[Column[Note], ...] = (
    Column("Line", 60, lambda note: str(note.line or ""), key=lambda note: note.line, number=True),
    Column(
        "Note",
        600,
        lambda note: note.what,
        stretch=True,
        about="A chosen part, or what was skipped or interpreted",
    ),
)


def ask_reports(desk: Desk, parent: QWidget) -> tuple[Path, ...]:
    """Ask for the report of an installed fabric, in one file or several."""
    title = "New project from an existing fabric"
    names, _ = QFileDialog.getOpenFileNames(parent, title, str(desk.folder), REPORTS)
    if names:
        desk.keep_folder(Path(names[0]).parent)
    return tuple(map(Path, names))


def _ask(desk: Desk, parent: QWidget, title: str, kinds: str) -> Path | None:
    name, _ = QFileDialog.getOpenFileName(parent, title, str(desk.folder), kinds)
    if not name:
        return None
    desk.keep_folder(Path(name).parent)
    return Path(name)


class AdoptDialog(ResultsDialog):
    """Adopts a report in the background; asks for parts where several fit, and opens the project."""

    def __init__(self, desk: Desk, files: Files, reports: Sequence[Path], parent: QWidget) -> None:
        title = "New project from an existing fabric"
        self._name = reports[0].name if len(reports) == 1 else f"{len(reports):,} files"
        super().__init__(desk, title, f"New project from {self._name}", MEANING, parent)
        px = desk.theme.px
        self.setObjectName("adopt-dialog")
        self.resize(px(820), px(480))
        self._files, self._reports = files, tuple(reports)
        self._positions: Path | None = None
        self._wanted: dict[str, str] = {}
        self._parts: dict[str, Combo] = {}
        self.asked = QWidget()
        self.form = QFormLayout(self.asked)
        self.form.setContentsMargins(0, 0, 0, 0)
        self.form.setHorizontalSpacing(px(12))
        self.asked.hide()
        self.column.addWidget(self.asked)
        self.model: RowsModel[Note] = RowsModel(COLUMNS, self)
        self.table = Table(desk, self.model, "Notes")
        self.table.empty = "Chosen parts, and lines that were skipped or interpreted, are listed here."
        self.column.addWidget(self.table, 1)
        self.state = ElidedLabel("", "text")
        self.state.setObjectName("adopt-state")
        self.column.addWidget(self.state)
        self.positions = QPushButton("Positions\N{HORIZONTAL ELLIPSIS}")
        self.positions.setObjectName("adopt-positions")
        self.positions.clicked.connect(self._ask_positions)
        self.open_button = QPushButton("Open as new project")
        self.open_button.setObjectName("adopt-open")
        self.open_button.setProperty("kind", "primary")
        self.open_button.setDefault(True)
        self.open_button.clicked.connect(self.make)
        self.add_foot(self.table, self.positions, self.open_button)
        self.state.setText("Positions may come from a table; without one devices are placed by the rules.")

    def make(self) -> None:
        """Adopt the report in the background."""
        from fatdesk.tasks.designing import adopt_report

        if self.task is not None or not self._files.may_leave():
            return
        self._wanted |= {key: box.currentText() for key, box in self._parts.items()}
        try:
            reports = [(read_bytes(path), path.name) for path in self._reports]
            table = None
            if self._positions is not None:
                table = read_bytes(self._positions), self._positions.name
        except FatdeskError as error:
            self.fail(str(error))
            return
        self.open_button.setEnabled(False)
        self.start(
            f"Adopting {self._name}\N{HORIZONTAL ELLIPSIS}",
            f"Adopt {self._name}",
            adopt_report,
            reports,
            dict(self._wanted),
            table,
            done=self._done,
        )
        self._files.waiting.emit(self.task)

    def fail(self, why: str) -> None:
        """Show why there is no project."""
        super().fail(why)
        self.open_button.setEnabled(True)

    def _ask_positions(self) -> None:
        path = _ask(self._desk, self, "Positions of devices", TABLES)
        if path is not None:
            self._positions = path
            self.state.setText(f"Positions and lengths come from {path.name}.")

    def _done(self, made: AdoptedProject | tuple[Choice, ...]) -> None:
        self.open_button.setEnabled(True)
        if not isinstance(made, AdoptedProject):
            self._ask_parts(made)
            return
        record = made.adopted.record
        self.asked.hide()
        self.model.show([*(Note(0, f"Part: {one.stated}") for one in made.adopted.choices), *made.notes])
        self._desk.session.begin(made.project)
        text = f"Open as a new project, not saved yet: {record.stated}."
        self._desk.session.said.emit(text)
        self.state.setText(text)

    def _ask_parts(self, choices: tuple[Choice, ...]) -> None:
        """Show a list of parts for each kind of devices that several fit."""
        for one in choices:
            box = Combo(self._desk.theme)
            box.setObjectName(f"adopt-part-{one.key}")
            box.addItems(list(one.candidates))
            self._parts[one.key] = box
            self.form.addRow(label(one.what), box)
        self.asked.show()
        self.state.setText("Several parts fit: choose one for each kind of device, then open the project.")
