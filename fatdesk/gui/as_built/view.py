"""The workspace As-built: punch list at the left, floor or racks with marks at the right."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFileDialog, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.core.yaml_events import read_bytes
from fatdesk.engine.asbuilt.comparing import AsBuilt
from fatdesk.engine.asbuilt.descriptions import remarks
from fatdesk.engine.asbuilt.difference import Difference, Kind
from fatdesk.engine.asbuilt.punch_list import punch_csv
from fatdesk.engine.asbuilt.punch_sheets import punch_leaves
from fatdesk.engine.drawing.sheet import Imprint
from fatdesk.gui.analysis.installed import installed_of, place_of
from fatdesk.gui.as_built.bar import Tools
from fatdesk.gui.as_built.empty import NothingDiscovered
from fatdesk.gui.as_built.punch import COLUMNS, PunchRow, PunchTable, punch_rows
from fatdesk.gui.canvas.canvas import Drag
from fatdesk.gui.desk import Desk
from fatdesk.gui.files.drop_target import Dropping, DropTarget, Offer, offer_for
from fatdesk.gui.racks.canvas import RacksCanvas
from fatdesk.gui.requirements.floor_view import FloorLook
from fatdesk.gui.session.session import Session
from fatdesk.gui.tables import RowsModel
from fatdesk.gui.tables.table_view import TwinTable
from fatdesk.gui.views.workspace import Handler, Workspace, when
from fatdesk.gui.widgets.number_text import in_sentence
from fatdesk.gui.widgets.plain_text import label
from fatdesk.project.commands import Batch
from fatdesk.project.commands.replugging import ForgetReplug
from fatdesk.project.derived.derived import state_digest
from fatdesk.project.document.ref import DIFFERENCE, Ref

DELETE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class FloorMarks(FloorLook):
    """The floor with the differences that ``shown`` tells."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, desk.session)
        self.shown: Sequence[Difference] = ()

    @property
    def differences(self) -> Sequence[Difference]:
        """All that the filter leaves."""
        return self.shown

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A second click is another click."""
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Nothing is taken away here."""
        if event.key() not in DELETE:
            super().keyPressEvent(event)


class RacksMarks(RacksCanvas):
    """The racks with the differences that ``shown`` tells."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.shown: Sequence[Difference] = ()

    @property
    def differences(self) -> Sequence[Difference]:
        """All that the filter leaves."""
        return self.shown

    def can_drag(self, thing: Ref) -> bool:
        """Nothing can."""
        return False

    def take_hold(self, thing: Ref, x: float, y: float) -> Drag | None:
        """Nothing is taken hold of."""
        return None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Nothing is taken away here."""
        if event.key() not in DELETE:
            super().keyPressEvent(event)


REPORTS = "Reports (*.txt *.net *.topo *.log *.out *.csv *.xlsx *.ods *.dot *.gv);;All files (*)"
PASTED = "pasted text"
AS_PLANNED = "Everything that was seen is as planned."
WORKING = "Comparing with the plan…"
MOST_NAMES = 6


class AsBuiltView(DropTarget, Workspace):
    """What was discovered against the plan; ``saving`` carries a name for a file and its bytes."""

    saving = Signal(str, object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        px = desk.theme.px
        self.kind: Kind | None = None
        """Of which differences alone are shown; None: all."""
        self.tools = Tools(desk, self.bar, self.perform, self.show_kind, self.show_drawing)
        self.empty = NothingDiscovered(desk)
        self.model: RowsModel[PunchRow] = RowsModel(COLUMNS, self)
        self.table = PunchTable(desk, self.model)
        self.floor, self.racks = FloorMarks(desk), RacksMarks(desk)
        self.notes = label("", "text2")
        self.notes.setWordWrap(True)
        self.notes.setContentsMargins(px(12), px(6), px(12), px(6))
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.table, 1)
        column.addWidget(self.notes)
        self.drawings = QStackedWidget()
        self.drawings.addWidget(self.floor)
        self.drawings.addWidget(self.racks)
        self.body = QSplitter(Qt.Orientation.Horizontal)
        self.body.setHandleWidth(px(1))
        self.body.setChildrenCollapsible(False)
        self.body.addWidget(side)
        self.body.addWidget(self.drawings)
        self.body.setSizes([px(540), px(640)])
        self.body.setStretchFactor(1, 1)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.empty)
        self.pages.addWidget(self.body)
        self.column.addWidget(self.pages, 1)
        self.focus_first = self.empty.load
        self.setAcceptDrops(True)
        self.dropping = Dropping(desk.theme, self, self.load, _offer)
        self._choosing = False
        self._connect()

    def _connect(self) -> None:
        self.empty.load_asked.connect(self.ask_and_load)
        self.empty.paste_asked.connect(self.paste)
        self.table.chosen.connect(self._choose)
        self.table.ticked.connect(self._tick)
        installed_of(self.session).changed.connect(self.outdate)

    # Loading

    def ask_and_load(self) -> None:
        """Ask for a file with a report, and load it."""
        folder = str(self.session.path.parent) if self.session.path is not None else ""
        name, _ = QFileDialog.getOpenFileName(self, "Load discovered fabric", folder, REPORTS)
        if name:
            self.load(Path(name))

    def load(self, path: Path) -> None:
        """Load a report from a file; what is wrong with it is said."""
        try:
            data = read_bytes(path)
        except FatdeskError as error:
            self.session.said.emit(in_sentence(str(error)))
            return
        self._take(data, path.name)

    def paste(self) -> None:
        """Load a report from the clipboard."""
        text = QGuiApplication.clipboard().text()
        if text.strip():
            self._take(text.encode("utf-8", "replace"), PASTED)
        else:
            self.session.said.emit("The clipboard holds no text. Copy a report first.")

    def _take(self, data: bytes, file: str) -> None:
        try:
            installed_of(self.session).load(data, file)
        except FatdeskError as error:
            self.session.said.emit(in_sentence(str(error)))

    # What is shown

    @property
    def built(self) -> AsBuilt | None:
        """The report against the present project."""
        return installed_of(self.session).built

    @property
    def shown(self) -> tuple[Difference, ...]:
        """The differences that the filter leaves."""
        built = self.built
        if built is None:
            return ()
        return tuple(one for one in built.differences if self.kind in {None, one.kind})

    def refresh(self) -> None:
        """Show the comparison as it is now."""
        installed, built = installed_of(self.session), self.built
        there = bool(installed.file)
        self.pages.setCurrentWidget(self.body if there else self.empty)
        self.focus_first = self.table if there else self.empty.load
        waiting = installed.why_not or WORKING if there else ""
        self.tools.tell(built, in_sentence(waiting) if waiting else "")
        self.model.follow([] if built is None else punch_rows(built, installed.done))
        self.table.show_names(built)
        self.table.empty = WORKING if built is None else AS_PLANNED
        self.notes.setText("" if built is None else notes_of(built))
        self.notes.setVisible(bool(self.notes.text()))
        self.floor.shown = self.racks.shown = self.shown
        if there:
            self.floor.take()
            self.racks.take()

    def follow(self, things: tuple[Ref, ...]) -> None:
        """Mark the steps of the differences that are selected."""
        chosen = self.session.ids(DIFFERENCE)
        self.table.mark_rows(lambda row: row.id in chosen, reveal=not self._choosing)
        for canvas in (self.floor, self.racks):
            canvas.viewport().update()

    def show_kind(self, kind: Kind | None) -> None:
        """Show one kind of difference alone, or all."""
        self.kind = kind
        self.model.filter(None if kind is None else lambda row: row.kind == kind)
        self.floor.shown = self.racks.shown = self.shown
        self.follow(self.session.selection)

    def show_drawing(self, name: str) -> None:
        """Floor or racks."""
        self.drawings.setCurrentWidget(self.racks if name == "racks" else self.floor)
        self.tools.drawings[name].setChecked(True)

    def _choose(self) -> None:
        self._choosing = True
        self.session.select(
            list(dict.fromkeys(DIFFERENCE(place_of(row.difference)) for row in self.table.chosen_rows()))
        )
        self._choosing = False

    def _tick(self, rows: list[PunchRow], on: bool) -> None:
        installed_of(self.session).tick([row.key for row in rows], on)

    # What can be done

    def offered(self) -> dict[str, Handler]:
        """Load always, export where there is something."""
        accepted = when(lambda: bool(self.session.project.replugged), "No difference was accepted.")
        loaded = when(lambda: self.built is not None, "Load what the installed fabric reports first.")
        return super().offered() | {
            "asbuilt-load": Handler(self.ask_and_load),
            "asbuilt-paste": Handler(self.paste),
            "asbuilt-forget": Handler(self._forget, accepted),
            "asbuilt-punch-pdf": Handler(lambda: self._export("pdf"), loaded),
            "asbuilt-punch-csv": Handler(lambda: self._export("csv"), loaded),
        }

    def _forget(self) -> None:
        """Plan everything as designed again, as one step."""
        records = self.session.project.replugged[::-1]
        commands = tuple(ForgetReplug(a=record.a, b=record.b) for record in records)
        if commands:
            self.session.do(Batch(name="Revert accepted as-built changes", commands=commands))

    def _export(self, kind: str) -> None:
        built, installed = self.built, installed_of(self.session)
        if built is None:
            return
        project = self.session.project
        if kind == "csv":
            content = punch_csv(built, installed.ticked)
        else:
            from fatdesk.paper.pdf import pdf

            imprint = Imprint(project=project.name, state=state_digest(project))
            leaves = punch_leaves(built, imprint=imprint, done=installed.ticked)
            content = pdf(leaves, f"Punch list of {project.name}")
        self.saving.emit(f"{project.name or 'network'}-punch.{kind}", content)

    def find_in_view(self) -> None:
        """The keys go to the punch list."""
        self.table.setFocus()

    def twin_tables(self) -> tuple[TwinTable[Any], ...]:
        """The punch list."""
        return (
            TwinTable(
                "Punch list",
                COLUMNS,
                self._rows,
                lambda row: DIFFERENCE(place_of(row.difference)),
                AS_PLANNED,
            ),
        )

    def _rows(self, _: Session) -> list[PunchRow]:
        built = self.built
        return [] if built is None else punch_rows(built, installed_of(self.session).done)


def _offer(paths: list[Path]) -> Offer:
    """What a drop would do here: one report is compared with the plan."""
    if len(paths) != 1:
        return offer_for(paths)._replace(path=None)
    return Offer(paths[0], f"Compare {paths[0].name} with the plan", str(paths[0].parent), "asbuilt")


def notes_of(built: AsBuilt) -> str:
    """What has to be known of a comparison, a line each."""
    lines = [f"{note.what[0].upper()}{note.what[1:]}." for note in built.notes]
    for text, names in remarks(built):
        more = f" and {len(names) - MOST_NAMES:,} more" if len(names) > MOST_NAMES else ""
        listed = f": {', '.join(names[:MOST_NAMES])}{more}" if names else ""
        lines.append(f"{text[0].upper()}{text[1:]}{listed}.")
    return "\n".join(lines)
