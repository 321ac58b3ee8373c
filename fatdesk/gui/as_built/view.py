"""The workspace As-built: punch list at the left, floor or racks with marks at the right."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QButtonGroup,
    QFileDialog,
    QHBoxLayout,
    QMenu,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.yaml_events import read_bytes
from fatdesk.core.number_text import counted
from fatdesk.engine.asbuilt.comparing import AsBuilt
from fatdesk.engine.asbuilt.descriptions import TITLES, remarks
from fatdesk.engine.asbuilt.difference import Difference, Kind
from fatdesk.engine.asbuilt.name_map import name_map, static_topology, without_guids
from fatdesk.engine.asbuilt.punch_list import punch_csv
from fatdesk.engine.asbuilt.punch_sheets import punch_leaves
from fatdesk.engine.drawing.sheet import Imprint
from fatdesk.gui.analysis.installed import installed_of, place_of
from fatdesk.gui.as_built.no_report import NothingDiscovered
from fatdesk.gui.as_built.punch import (
    COLUMNS,
    OTHERS,
    PunchRow,
    PunchTable,
    StageChoice,
    groups_of,
    punch_rows,
)
from fatdesk.gui.desk import Desk
from fatdesk.gui.files.drop_target import Dropping, DropTarget, Offer, plans
from fatdesk.gui.files.files import OPENED
from fatdesk.gui.floor.canvas import FloorLook
from fatdesk.gui.racks.canvas import RacksCanvas
from fatdesk.gui.session.session import Session
from fatdesk.gui.studies.strips import Banner
from fatdesk.gui.tables import RowsModel
from fatdesk.gui.tables.table_view import ViewTable
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.views.workspace import Handler, Workspace, when
from fatdesk.gui.widgets.accessible import Role, give_role
from fatdesk.gui.widgets.menu_button import ChoiceButton, MenuButton
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, menu_text, tip
from fatdesk.project.commands import Batch
from fatdesk.project.commands.cables import ForgetReplug
from fatdesk.project.derived.derived import state_digest
from fatdesk.project.document.ref import DIFFERENCE, Ref

KINDS: tuple[Kind | None, ...] = (None, *Kind)
DRAWINGS = (("floor", "Floor"), ("racks", "Racks"))


class Tools:
    """The parts of the bar; ``take`` is given the kind that is shown, ``draw`` the drawing."""

    def __init__(
        self,
        desk: Desk,
        bar: QHBoxLayout,
        do: Callable[[str], object],
        take: Callable[[Kind | None], object],
        draw: Callable[[str], object],
        stages: QWidget,
    ) -> None:
        self._desk = desk
        px = desk.theme.px
        self.load = QToolButton()
        self.load.setObjectName("load")
        self.load.setText("Load discovered fabric…")
        self.load.setToolTip(tip("A report of ibnetdiscover or lldpcli, a table of neighbours, or DOT"))
        self.load.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.load.setFixedHeight(px(28))
        self.load.clicked.connect(lambda _=False: do("asbuilt-load"))
        self.kinds = ChoiceButton(
            desk.theme,
            "filter",
            "Which differences are shown",
            ["All differences", *(TITLES[kind] for kind in Kind)],
            lambda number: take(KINDS[number]),
        )
        self.kinds.setObjectName("kinds")
        self.figures = ElidedLabel("", "text2")
        self.figures.setObjectName("figures")
        self.drawings: dict[str, QToolButton] = {}
        group = QButtonGroup(bar)
        for name, title in DRAWINGS:
            button = QToolButton()
            give_role(button, Role.RadioButton)
            button.setText(title)
            button.setObjectName(f"draw-{name}")
            button.setFixedHeight(px(28))
            button.clicked.connect(lambda _=False, name=name: draw(name))
            button.setCheckable(True)
            group.addButton(button)
            self.drawings[name] = button
        self.drawings["floor"].setChecked(True)
        self.export = MenuButton(desk.theme, "export", "Export", "The punch list or names of nodes as a file")
        self.export.setObjectName("export")
        menu = QMenu(self.export)
        for kind in ("pdf", "csv"):
            action = menu.addAction(menu_text(f"Punch list as {kind.upper()}…"))
            action.triggered.connect(lambda _=False, kind=kind: do(f"asbuilt-punch-{kind}"))
        self.names = menu.addAction(menu_text("Node name map…"))
        self.names.triggered.connect(lambda _=False: do("asbuilt-name-map"))
        self.topology = menu.addAction(menu_text("Static topology…"))
        self.topology.triggered.connect(lambda _=False: do("asbuilt-static-topology"))
        self.export.setMenu(menu)
        bar.addWidget(self.load)
        bar.addWidget(self.kinds)
        bar.addWidget(stages)
        bar.addWidget(self.figures, 1)
        for button in self.drawings.values():
            bar.addWidget(button)
        bar.addWidget(self.export)
        self.load.setIcon(icon(desk.theme, "open", px(16)))

    def tell(self, built: AsBuilt | None, waiting: str) -> None:
        """Figures, and what can be done."""
        there = built is not None
        for tool in (self.kinds, self.export, *self.drawings.values()):
            tool.setEnabled(there)
        self.names.setEnabled(built is not None and bool(built.named_guids))
        self.topology.setEnabled(built is not None and bool(built.guid_links))
        if built is None:
            self.figures.setText(waiting)
            return
        unchecked = built.unchecked_cables
        different = f"{built.planned - built.matched - unchecked:,} different"
        different += f" · {unchecked:,} not checked" if unchecked else ""
        moves = f" · {counted(built.moves, 'move')}" if built.moves else ""
        # no room for all next to the name of a stage or unchecked cables; the notes state the rest
        figures = different if built.stage or unchecked else f"{built.matched:,} matched · {different}{moves}"
        self.figures.setText(figures)


class FloorMarks(FloorLook):
    """The floor with the differences in ``shown``."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, desk.session)
        self.shown: Sequence[Difference] = ()

    @property
    def differences(self) -> Sequence[Difference]:
        """Steps that pass the filter."""
        return self.shown


class RacksMarks(RacksCanvas):
    """The racks with the differences in ``shown``."""

    editable = False

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.shown: Sequence[Difference] = ()

    @property
    def differences(self) -> Sequence[Difference]:
        """Steps that pass the filter."""
        return self.shown


REPORTS = (
    "Reports (*.txt *.net *.topo *.log *.out *.csv *.json *.db_csv *.xlsx *.ods *.dot *.gv);;All files (*)"
)
PASTED = "pasted text"
AS_PLANNED = "Everything that was seen is as planned."
WORKING = "Comparing with the plan…"
MOST_NAMES = 6
MOST_OPEN = 8
"""More missing cables of devices that were not seen are folded, a group for each device."""


BESIDE = 1060
"""Width in pixels from which on the drawing is next to the punch list."""
SIZES = {Qt.Orientation.Horizontal: (760, 260), Qt.Orientation.Vertical: (280, 320)}
"""Sizes of punch list and drawing in pixels, next to each other and one below the other."""
SHARES = {Qt.Orientation.Horizontal: (0, 1), Qt.Orientation.Vertical: (280, 320)}
"""Their shares of further room: the columns of the punch list are whole in the first size."""


class AsBuiltView(DropTarget, Workspace):
    """Report of an installed fabric against the plan; ``saving`` carries a file name and its bytes."""

    offers = Workspace.offers | {
        "asbuilt-forget",
        "asbuilt-load",
        "asbuilt-name-map",
        "asbuilt-static-topology",
        "asbuilt-paste",
        "asbuilt-punch-csv",
        "asbuilt-punch-pdf",
    }
    saving = Signal(str, object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        px = desk.theme.px
        self.kind: Kind | None = None
        """Of which differences alone are shown; None: all."""
        self.stages = StageChoice(desk)
        self.tools = Tools(desk, self.bar, self.perform, self.show_kind, self.show_drawing, self.stages)
        self.wrong = Banner(desk)
        """Why the last file or text could not be loaded."""
        self.empty = NothingDiscovered(desk)
        self.empty.setObjectName("nothing-discovered")
        self.model: RowsModel[PunchRow] = RowsModel(COLUMNS, self)
        self.table = PunchTable(desk, self.model)
        self.floor, self.racks = FloorMarks(desk), RacksMarks(desk)
        self.floor.setObjectName("drawing-floor")
        self.racks.setObjectName("drawing-racks")
        self.notes = label("", "text2")
        self.notes.setObjectName("notes")
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
        self.body.setObjectName("comparison")
        self.body.setHandleWidth(px(1))
        self.body.setChildrenCollapsible(False)
        self.body.addWidget(side)
        self.body.addWidget(self.drawings)
        self._lay(Qt.Orientation.Horizontal)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.empty)
        self.pages.addWidget(self.body)
        self.column.addWidget(self.wrong)
        self.column.addWidget(self.pages, 1)
        self.focus_first = self.empty.load
        self.setAcceptDrops(True)
        self.dropping = Dropping(desk.theme, self, self.load, _offer, lambda paths: self.load(*paths))
        self._choosing = False
        self._groups: list[str] = []
        """Titles of the groups of the punch list; none: it has no groups."""
        self._connect()

    def _lay(self, way: Qt.Orientation) -> None:
        """Put the drawing next to the punch list or below it."""
        self.body.setOrientation(way)
        self.body.setSizes([self.theme.px(size) for size in SIZES[way]])
        for number, share in enumerate(SHARES[way]):
            self.body.setStretchFactor(number, share)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the drawing below the punch list where it would be narrow next to it."""
        super().resizeEvent(event)
        way = Qt.Orientation.Horizontal if self.width() >= self.theme.px(BESIDE) else Qt.Orientation.Vertical
        if way != self.body.orientation():
            self._lay(way)

    def _connect(self) -> None:
        self.empty.load_asked.connect(self.ask_and_load)
        self.empty.paste_asked.connect(self.paste)
        self.wrong.again.connect(self.ask_and_load)
        self.wrong.kept.connect(self._close_message)
        self.session.opened.connect(self._close_message)
        self.table.chosen.connect(self._choose)
        self.table.head_chosen.connect(self._choose_group)
        self.table.ticked.connect(self._tick)
        installed_of(self.session).changed.connect(self.outdate)

    # Loading

    def ask_and_load(self) -> None:
        """Ask for files with a report, and load them."""
        folder = str(self.desk.folder)
        names, _ = QFileDialog.getOpenFileNames(self, "Load discovered fabric", folder, REPORTS)
        if names:
            self.desk.keep_folder(Path(names[0]).parent)
            self.load(*map(Path, names))

    def load(self, *paths: Path) -> None:
        """Load a report of one file or several; a banner states why it cannot be loaded."""
        try:
            reports = [(read_bytes(path), path.name) for path in paths]
        except FatdeskError as error:
            self._refuse(str(error))
        else:
            self._take(reports)

    def paste(self) -> None:
        """Load a report from the clipboard."""
        text = QGuiApplication.clipboard().text()
        if text.strip():
            self._take([(text.encode("utf-8", "replace"), PASTED)])
        else:
            self._refuse("The clipboard contains no text. Copy a report first.")

    def _take(self, reports: Sequence[tuple[bytes, str]]) -> None:
        try:
            installed_of(self.session).load(reports)
        except FatdeskError as error:
            self._refuse(str(error))
        else:
            self.wrong.say("")

    def _refuse(self, why: str) -> None:
        """Show why nothing was loaded, and what is still compared."""
        before = installed_of(self.session).file
        kept = f" {before} is still compared with the plan." if before else ""
        self.wrong.say(in_sentence(why) + kept, "Load another…", failed=True)

    def _close_message(self) -> None:
        self.wrong.say("")

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
        rows = self._rows(self.session)
        self._fold(rows)
        self.model.follow(rows)
        self.table.show_names(built)
        self.table.show_stages(built)
        self.table.empty = WORKING if built is None else AS_PLANNED
        remark = [f"{in_sentence(installed.remark)}"] if installed.remark else []
        self.notes.setText("" if built is None else "\n".join([*remark, notes_of(built)]).strip())
        self.stages.follow()
        self.notes.setVisible(bool(self.notes.text()))
        self.floor.shown = self.racks.shown = tuple(one for one in self.shown if one.checked)
        if there:
            self.floor.take()
            self.racks.take()

    def _fold(self, rows: list[PunchRow]) -> None:
        """Put missing cables of devices that were not seen into closed groups, where they are many."""
        folded = sum(bool(row.unseen or row.unchecked) for row in rows)
        titles = groups_of(rows).titles if folded > MOST_OPEN else []
        if titles != self._groups:
            self._groups = titles
            self.model.group_by(groups_of if titles else None)
            self.model.closed = set(titles) - {OTHERS}

    def _choose_group(self, group: int) -> None:
        """Select the differences of a group."""
        rows = [self.model.rows[number] for number in self.model.lines.of(group).tolist()]
        self.session.select(list(dict.fromkeys(DIFFERENCE(place_of(row.difference)) for row in rows)))

    def follow(self, elements: tuple[Ref, ...]) -> None:
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
        named = when(
            lambda: self.built is not None and bool(self.built.named_guids),
            "Load a report with GUIDs first, such as that of ibnetdiscover.",
        )
        linked = when(
            lambda: self.built is not None and bool(self.built.guid_links),
            "Load a report with GUIDs first, such as that of ibnetdiscover.",
        )
        return super().offered() | {
            "asbuilt-load": Handler(self.ask_and_load),
            "asbuilt-paste": Handler(self.paste),
            "asbuilt-forget": Handler(self._forget, accepted),
            "asbuilt-punch-pdf": Handler(lambda: self._export("pdf"), loaded),
            "asbuilt-punch-csv": Handler(lambda: self._export("csv"), loaded),
            "asbuilt-name-map": Handler(self._export_names, named),
            "asbuilt-static-topology": Handler(self._export_topology, linked),
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
        project, labels = self.session.project, installed.labels
        if kind == "csv":
            content = punch_csv(built, installed.ticked, labels)
        else:
            from fatdesk.paper.pdf import pdf

            imprint = Imprint(project=project.name, state=state_digest(project))
            leaves = punch_leaves(built, imprint=imprint, done=installed.ticked, labels=labels)
            content = pdf(leaves, f"Punch list of {project.name}")
        self.saving.emit(f"{project.name or 'network'}-punch.{kind}", content)

    def _export_names(self) -> None:
        if self.built is not None and self.built.named_guids:
            project = self.session.project
            self.saving.emit(f"{project.name or 'network'}-node-name-map.txt", name_map(self.built))

    def _export_topology(self) -> None:
        if self.built is not None and self.built.guid_links:
            project = self.session.project
            self.saving.emit(f"{project.name or 'network'}-topoconfig.conf", static_topology(self.built))
            if lost := without_guids(self.built):
                self.session.said.emit(f"Static topology: {lost}.")

    def find_in_view(self) -> None:
        """The keys go to the punch list."""
        self.table.setFocus()

    def view_tables(self) -> tuple[ViewTable[Any], ...]:
        """The punch list."""
        return (
            ViewTable(
                "Punch list",
                COLUMNS,
                self._rows,
                lambda row: DIFFERENCE(place_of(row.difference)),
                AS_PLANNED,
            ),
        )

    def _rows(self, _: Session) -> list[PunchRow]:
        built = self.built
        if built is None:
            return []
        return punch_rows(built, installed_of(self.session).done, installed_of(self.session).labels)


def _offer(paths: list[Path]) -> Offer | None:
    """Return the effect of a drop: reports are compared with the plan; the window opens what is none.

    A folder is all of its files, as for the command line.
    """
    files = [file for path in paths for file in (_visible(path) if path.is_dir() else [path])]
    if not files or any(file.suffix.lower() in (*OPENED, *plans()) for file in files):
        return None
    one = len(files) == 1
    what = files[0].name if one else f"{len(files):,} files"
    title = f"Compare {what} with the plan"
    return Offer(files[0], title, str(files[0].parent), "asbuilt", () if one else tuple(files))


def _visible(folder: Path) -> list[Path]:
    """Return the files of a folder that are not hidden."""
    try:
        return sorted(file for file in folder.iterdir() if file.is_file() and not file.name.startswith("."))
    except OSError:
        return []


def notes_of(built: AsBuilt) -> str:
    """Return notes on a comparison, one per line."""
    lines = [f"{note.what[0].upper()}{note.what[1:]}." for note in built.notes]
    if built.stage or built.unreported:
        lines.insert(0, f"{built.matched:,} of {built.planned:,} cables are as planned.")
    for text, names in remarks(built):
        more = f" and {len(names) - MOST_NAMES:,} more" if len(names) > MOST_NAMES else ""
        listed = f": {', '.join(names[:MOST_NAMES])}{more}" if names else ""
        lines.append(f"{text[0].upper()}{text[1:]}{listed}.")
    return "\n".join(lines)
