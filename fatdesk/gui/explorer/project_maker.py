"""Projects from candidates: choice of a switch, placement in the background, opening or redesign."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.drawing.charts.candidate_points import blocking_text, family_text, parameters_text
from fatdesk.engine.exploring.building import SwitchChoice, choices
from fatdesk.engine.exploring.result import Candidate
from fatdesk.engine.families.design import Design
from fatdesk.gui.desk import Desk
from fatdesk.gui.explorer.search_form import SearchForm
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.widgets.numbers import UNKNOWN, in_sentence
from fatdesk.gui.widgets.plain_text import DialogButtons, box, label
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.explorations import SetPins
from fatdesk.project.commands.fabrics import Redesign
from fatdesk.project.designing.redesigning import redesign
from fatdesk.project.document.explorations import KeptExploration

if TYPE_CHECKING:
    from fatdesk.project.document.project import Project


def _price(amount: object) -> str:
    return UNKNOWN if amount is None else f"{amount:,.0f}"


def _tone(choice: SwitchChoice) -> str:
    return "warn" if choice.price is None else ""


COLUMNS: tuple[Column[SwitchChoice], ...] = (
    Column("Switch", 190, lambda c: c.title, stretch=True),
    Column("Ports", 64, lambda c: f"{c.option.down.count:,}", number=True),
    Column("Rate, Gb/s", 90, lambda c: f"{c.option.down.rate_gbps:g}", number=True),
    Column("Price each", 100, lambda c: _price(c.price), number=True, tone=_tone),
    Column("All switches", 120, lambda c: _price(c.total), number=True, strong=True, tone=_tone),
)


def notes(one: Candidate, hosts: int, ports: int, *, redesigns: bool) -> list[str]:
    """Return notes about the project of a candidate, as sentences."""
    found = [
        (
            f"{one.switches:,} switches with {one.network.radix} ports in use; every link of the "
            "candidate is built; equipment is placed and cabled by the rules of the room."
        ),
        "The cost of the candidate is based on its own prices, that of the project on this switch.",
    ]
    if one.network.ports > hosts:
        free = one.network.ports - hosts
        text = f"{free:,} host ports remain free"
        outside = ports - hosts
        if outside:
            text += f", {outside:,} of them for bandwidth out of the cluster"
        found.append(f"{text}.")
    if not blocking_text(one, ports).startswith("1.00"):
        found.append(f"The project will require blocking {blocking_text(one, ports)}, as in this candidate.")
    found += [f"A limit is exceeded: {reason}." for reason in one.reasons]
    found.append(
        "The design of the open project is replaced in one step, which can be undone."
        if redesigns
        else "It is opened as a new, unsaved project."
    )
    return found


class SwitchDialog(QDialog):
    """Dialog with switches from the catalog that fit a candidate; ``taken`` is the chosen one."""

    def __init__(
        self,
        desk: Desk,
        one: Candidate,
        choices: Sequence[SwitchChoice],
        words: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        theme, px = desk.theme, desk.theme.px
        self.setWindowTitle("Create project from candidate")
        self.setObjectName("switch-dialog")
        self.resize(px(640), px(440))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(18), px(16), px(18), px(14))
        column.setSpacing(px(8))
        head = label(f"{family_text(one)}: {parameters_text(one)}")
        head.setFont(theme.strong(15))
        column.addWidget(head)
        column.addWidget(label(f"Switches with {one.network.radix} or more equal ports", "text2"))
        self.model: RowsModel[SwitchChoice] = RowsModel(COLUMNS, self)
        self.table = Table(desk, self.model, "Switches for this candidate")
        self.table.setObjectName("table-switches")
        self.model.titles = {
            "Price each": f"Each, {choices[0].currency}",
            "All switches": f"All, {choices[0].currency}",
        }
        self.model.show(list(choices))
        self.table.setSelectionMode(Table.SelectionMode.SingleSelection)
        self.table.selectRow(0)
        self.table.opened.connect(lambda _: self.accept())
        self.table.doubleClicked.connect(lambda _: self.accept())
        column.addWidget(self.table, 1)
        for words_of in words:
            line = label(words_of, "text2")
            line.setWordWrap(True)
            column.addWidget(line)
        self.buttons = DialogButtons(self, self.accept, "Create project")
        self.make = self.buttons.yes
        column.addWidget(self.buttons, 0, Qt.AlignmentFlag.AlignRight)
        self.table.setFocus()

    @property
    def taken(self) -> SwitchChoice:
        """The selected switch."""
        rows = self.table.chosen_rows()
        choice: SwitchChoice = rows[0] if rows else self.model.rows[0]
        return choice


class ProjectMaker(QObject):
    """Creates a project from a candidate.

    ``made`` carries a new project to open; if the requirements are those of the open project, it is
    redesigned in one step instead, which ``redesigned`` signals with the fabric. ``moved`` signals progress.
    """

    made = Signal(object)
    redesigned = Signal(str)
    moved = Signal()

    def __init__(self, window: QWidget, desk: Desk) -> None:
        super().__init__(window)
        self._window, self._desk = window, desk
        self.task: BackgroundTask | None = None
        self._origin: KeptExploration | None = None
        desk.tasks.moved.connect(self._moved)
        desk.tasks.ended.connect(self._moved)

    def ask(
        self,
        one: Candidate,
        asking: SearchForm,
        ports: int,
        origin: Callable[[], KeptExploration | None],
    ) -> None:
        """Ask for the switch and start the task; report if the candidate cannot be built.

        Parameters
        ----------
        origin
            Returns the comparison that led to the candidate, which the project keeps.
        """
        wanted, explored = asking.to_build, asking.wanted
        if wanted is None or explored is None or self.task is not None:
            return
        catalog, name = asking.draft.catalog, explored.fabrics[0].name
        fabric = next(some for some in wanted.fabrics if some.name == name)
        try:
            offered = choices(wanted, fabric, one.network, catalog)
        except FatdeskError as error:
            box(
                self._window,
                "Creating the project failed",
                "This candidate cannot be built.",
                in_sentence(str(error)),
            ).exec()
            return
        redesigns = asking.source.kind == "project"
        words = notes(one, asking.hosts, ports, redesigns=redesigns)
        dialog = SwitchDialog(self._desk, one, offered, words, self._window)
        accepted = dialog.exec()
        bought = dialog.taken.option.configuration
        dialog.deleteLater()
        if not accepted:
            return
        from fatdesk.project.designing.from_point import project_from_point

        self._origin = origin()
        self._start(asking, project_from_point, wanted, name, one.network, (bought.part, bought.cards))

    def build(self, design: Design, asking: SearchForm, origin: KeptExploration | None) -> None:
        """Start the task with a design over catalog parts.

        Parameters
        ----------
        origin
            The comparison that led to the design, which a new project keeps.
        """
        wanted, explored = asking.to_build, asking.wanted
        if wanted is None or explored is None or self.task is not None:
            return
        from fatdesk.project.designing.from_point import project_from_design

        self._origin = origin
        self._start(asking, project_from_design, wanted, explored.fabrics[0].name, design)

    def _start(
        self, asking: SearchForm, work: Callable[..., object], wanted: Requirements, name: str, *given: object
    ) -> None:
        """Start a task that makes a project in which the fabric of a name is what is given."""

        def redesign_fabric(project: "Project") -> None:
            self._redesign(project, name)

        redesigns = asking.source.kind == "project"
        others = {}
        if redesigns:
            fabrics = self._desk.session.project.fabrics
            others = {some.requirement.name: some.design for some in fabrics if some.design is not None}
        self.task = self._desk.tasks.start(
            "Create project from candidate",
            work,
            wanted,
            name,
            *given,
            asking.draft.catalog,
            asking.source.name,
            others,
            self._desk.session.project if redesigns else None,
            done=redesign_fabric if redesigns else self._open,
            failed=self._fail,
            whenever=not redesigns,
        )
        self.moved.emit()

    def cancel(self) -> None:
        """Cancel; the project is not changed."""
        if self.task is not None:
            self.task.cancel()

    def _open(self, project: "Project") -> None:
        self._end()
        origin = self._origin
        self.made.emit(project if origin is None else replace(project, explorations=(origin,)))

    def _redesign(self, project: "Project", fabric: str) -> None:
        self._end()
        session = self._desk.session
        command = redesign(session.project, project)
        if command is None:
            session.said.emit("The project already has this design.")
        elif session.do(self._with_origin(command)):
            session.said.emit("The project was redesigned; this can be undone.")
            self.redesigned.emit(fabric)

    def _with_origin(self, command: Redesign) -> Command:
        """The redesign together with the pins that led to it, as one step."""
        origin = self._origin
        if origin is None or not origin.pins:
            return command
        pins = SetPins(fabric=origin.fabric, pins=origin.pins, made_from=origin.made_from)
        return Batch(name=command.step, commands=(command, pins))

    def _fail(self, why: str) -> None:
        self._end()
        box(
            self._window, "Creating the project failed", "The project could not be created.", in_sentence(why)
        ).exec()

    def _moved(self, task: BackgroundTask) -> None:
        if task is self.task:
            if task.state in ("cancelled", "done"):
                self.task = None
            self.moved.emit()

    def _end(self) -> None:
        self.task = None
        self.moved.emit()
