"""The Requirements workspace: the pages of the wizard for the open project, with live results."""

from collections.abc import Sequence

from msgspec import UNSET
from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from fatdesk.core.formats.yaml_events import Place
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.members import host_count
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.design.requirements_file import requirements_tree, requirements_yaml
from fatdesk.engine.families.design import SWITCH_ROLES
from fatdesk.gui.desk import Desk
from fatdesk.gui.menus.actions import BY_ID
from fatdesk.gui.requirements.candidates_page import CandidatesPage
from fatdesk.gui.requirements.draft import Draft
from fatdesk.gui.requirements.growth import GrowthDialog
from fatdesk.gui.requirements.limits_page import LimitsPage
from fatdesk.gui.requirements.pages import Making, Pages
from fatdesk.gui.requirements.part_sources import PartSources
from fatdesk.gui.requirements.parts_page import PartsPage
from fatdesk.gui.requirements.requirements_page import RequirementsPage
from fatdesk.gui.requirements.room_page import RoomPage
from fatdesk.gui.requirements.search import Search
from fatdesk.gui.session.session import Session
from fatdesk.gui.views.workspace import Workspace
from fatdesk.gui.widgets.empty_page import EmptyPage
from fatdesk.gui.widgets.numbers import in_sentence, to_read
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, set_tone, tip
from fatdesk.project.commands import RefusedError
from fatdesk.project.commands.fabrics import Redesign
from fatdesk.project.designing.redesigning import (
    catalog_of,
    changed_parts,
    changes,
    designed_with,
    redesign,
    requirements_of,
    with_names,
)
from fatdesk.project.document.project import Project
from fatdesk.project.document.ref import Ref

SOON_MS = 400
"""Milliseconds without typing before the search begins."""
MOST_LINES = 8
"""Lines of what a redesign changes; the tooltip has all."""
SAME = "The requirements of the open project. A change is tried at once; Redesign applies it."
OWN_PARTS = "Parts that are in the project keep the figures and prices they have there."
NOTHING = (
    "This project has no hosts, or no network that was designed for them. A design starts from hosts, "
    "blocking, parts and limits, which can then be changed here."
)
WIDEST = 520
"""Width at which the text of the empty page is wrapped in pixels."""


class RequirementsView(Workspace):
    """Pages with their steps, and below what the changes come to; ``saving`` carries them as a file."""

    inspected = False
    saving = Signal(bytes)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        px = self.theme.px
        self.pages: Pages | None = None
        self.command: Redesign | None = None
        """The pending redesign; None: there is none, or not yet."""
        self._base: Requirements | None = None
        self._of: Project | None = None
        self._document: object = None
        """The open project that the draft belongs to."""
        self._make_bar()
        design = QPushButton(BY_ID["design"].text)
        design.setObjectName("next-design")
        design.clicked.connect(lambda: self.action_asked.emit("design"))
        self.nothing = EmptyPage(self.theme, "No requirements yet", NOTHING, (design,), widest=WIDEST)
        self.column.addWidget(self.nothing, 1)
        self.losses = label("", "warn")
        self.losses.setObjectName("redesign-losses")
        self.losses.setWordWrap(True)
        self.losses.setContentsMargins(px(20), px(8), px(20), px(4))
        self.losses.setAccessibleName("What the redesign changes")
        self.losses.hide()
        self.column.addWidget(self.losses)
        foot = QWidget()
        foot.setProperty("role", "foot")
        row = QHBoxLayout(foot)
        row.setContentsMargins(px(20), px(8), px(20), px(8))
        row.setSpacing(px(8))
        self.stated = ElidedLabel(SAME, "text2")
        self.stated.setObjectName("redesign-text")
        self.put_back, self.take = QPushButton("Revert"), QPushButton("Redesign")
        self.put_back.setObjectName("revert")
        self.take.setObjectName("redesign")
        self.take.setProperty("kind", "primary")
        self.put_back.clicked.connect(self.restore)
        self.take.clicked.connect(self.redesign)
        row.addWidget(self.stated, 1)
        row.addWidget(self.put_back)
        row.addWidget(self.take)
        self.foot = foot
        self.column.addWidget(foot)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON_MS)
        self._soon.timeout.connect(self._go_on)

    def _make_bar(self) -> None:
        self.bar.addWidget(label("Requirements of the networks, and the designs that meet them", "text2"))
        self.bar.addStretch(1)
        self.keep = QPushButton("Save requirements…")
        self.keep.setObjectName("save-requirements")
        self.keep.setToolTip(tip("As a file that the wizard and the command line read"))
        self.keep.clicked.connect(self._keep)
        self.growth = QPushButton("Plan growth…")
        self.growth.setObjectName("growth-button")
        self.growth.setToolTip(tip("What to buy, place and cable now and later, for more racks or hosts"))
        self.growth.clicked.connect(lambda _=False: self.plan_growth())
        self.bar.addWidget(self.growth)
        self.bar.addWidget(self.keep)

    # The project

    def _make(self, project: Project) -> None:
        """The pages, once there is something to show."""
        self.sources = PartSources(self.desk, self)
        self.draft = Draft.of(requirements_of(project), self._catalog(project), self)
        self.search = Search(self.desk, self.draft, project.name, self)
        self.preview = Session(self, checks=False)
        making = Making(self.desk, self.draft, self.search, self.sources, self.preview, OWN_PARTS)
        pages = (
            RequirementsPage,
            PartsPage,
            LimitsPage,
            CandidatesPage,
            RoomPage,
        )
        words = "The project does not change until you press Redesign, which is a single undo step."
        self.pages = Pages(making, pages, "Requirements", words, self, seen=True)
        self.pages.asked_on.connect(self.pages.go_on)
        self.pages.part_asked.connect(lambda: self.asked_for.emit("catalog"))
        self.column.insertWidget(1, self.pages, 1)
        self.draft.changed.connect(self._changed)
        self.search.changed.connect(self._changed)
        self.sources.changed.connect(self._use_parts)
        self.search.project_answer.changed.connect(self._show_placed)

    def _catalog(self, project: Project) -> Catalog:
        """The parts of the project, then those of the sources."""
        return catalog_of(project, self.sources.library.catalog)

    def _use_parts(self) -> None:
        """Search with the parts as they are now; the project's own stay."""
        if self.session.is_open:
            self.draft.use(self._catalog(self.session.project))

    def refresh(self) -> None:
        """Follow the project; what was typed here and not taken over yet stays."""
        project = self.session.project
        sound = bool(project.hosts and project.fabrics)
        self.nothing.setVisible(not sound)
        self.foot.setVisible(sound)
        self.keep.setEnabled(sound)
        self.growth.setEnabled(sound)
        if self.pages is not None:
            self.pages.setVisible(sound)
        if not sound:
            return
        requested = requirements_of(project)
        if self.pages is None:
            self._make(project)
            self._base = None
        if self.session.document is not self._document:
            self._document = self.session.document
            if self._base is not None and self.touched:  # what was typed was for another project
                self._base = None
        self.search.before = project
        self.draft.use(self._catalog(project))
        if self._base != requested or self._designs(project) != self._designs(self._of):
            touched = self._base is not None and self.touched
            self._base = requested
            if not touched:
                self.restore()
        self._of = project
        self._changed()

    def showEvent(self, event: object) -> None:
        """The keys go to the page in front."""
        super().showEvent(event)
        if self.pages is not None:
            self.sources.look()
            self.pages.page.begin()
            self.pages.page.point_to()

    def point_to(self, page: str, place: Place) -> None:
        """Show a page and focus the field of a value."""
        if self.pages is not None:
            self.pages.go_to(self.pages.pages.index(self.pages.page_of(page)), place)

    def _designs(self, project: Project | None) -> list[object]:
        return [] if project is None else [some.design for some in project.fabrics]

    def plan_growth(self) -> None:
        """Open the dialog with plans for the growth of the network, by the requirements as they are now."""
        wanted = self.draft.requirements
        if self.pages is None or wanted is None:
            self.session.said.emit("Correct the requirements first.")
            return
        dialog = GrowthDialog(self.desk, wanted, self.draft.catalog, 0, self)
        dialog.growth_asked.connect(lambda: self.asked_for.emit("growth"))
        dialog.show()

    def restore(self) -> None:
        """Back to what the project says."""
        project = self.session.project
        self.search.stop()
        self.search.name = project.name
        self.search.wanted = {
            some.requirement.name: some.design for some in project.fabrics if some.design is not None
        }
        self.draft.take(requirements_tree(requirements_of(project)))
        self.preview.begin(project, like=self.session.derived)
        if self.pages is not None and self.pages.page.name == "candidates":
            self.search.begin()
        self._changed()

    @property
    def touched(self) -> bool:
        """Whether the requirements or the chosen candidates differ from those of the project."""
        if self.draft.requirements != self._base:
            return True
        if not self.search.is_whole:
            return False
        decided = [some.design for some in self.session.project.fabrics]
        return [one.design for one in self.search.chosen] != decided

    @property
    def changed_parts(self) -> tuple[str, ...]:
        """Ids of parts whose figures were changed since the networks were designed."""
        return changed_parts(designed_with(self.session.history), self.session.project)

    # What changes come to

    def _changed(self) -> None:
        if self.session.is_open and self._base is not None:
            self._soon.start()
            self._tell()

    def _go_on(self) -> None:
        """Search, then place, as far as it is not done."""
        if not self.session.is_open or self.draft.requirements is None:
            return
        if not self.touched and not self._not_built and not self.changed_parts:
            return
        self.search.begin()
        if not self.search.candidates.is_busy:
            self.search.place()

    def _show_placed(self) -> None:
        project = self.search.project
        if project is not None and not (self.preview.is_open and self.preview.project is project):
            self.preview.begin(project)

    @property
    def _not_built(self) -> str:
        """Why fabrics of the project have no network, though they have a design; empty: all have."""
        problems = self.session.derived.built.problems
        return "; ".join(
            f"the network {name} has to be designed again: {why}" for name, why in problems.items()
        )

    def _tell(self) -> None:
        """Summarise the changes, or what prevents them."""
        self.command, tone = None, "text2"
        losses: tuple[str, ...] = ()
        placed = self.search.project
        stale = self._not_built
        changed = self.changed_parts
        if not self.touched and not changed and not (stale and self.search.candidates.is_busy):
            stated, tone = (in_sentence(stale), "error") if stale else (_same(self.session.project), tone)
        elif self.draft.requirements is None:
            stated, tone = in_sentence(self.draft.problems[0].what), "error"
        elif self.search.candidates.is_busy or self.search.project_answer.is_busy:
            stated = "Searching…" if self.search.candidates.is_busy else "Placing…"
            stated = f"{in_sentence(stale)} {stated}" if stale else stated
        elif self.search.candidates.failed or self.search.project_answer.failed:
            failed = self.search.candidates.failed or self.search.project_answer.failed
            stated, tone = in_sentence(failed), "error"
        elif self.search.found is not None and not self.search.is_whole:
            stated, tone = "No design meets these requirements. Candidates shows what would help.", "error"
        elif placed is None or not self.search.is_placed_for_this or self._soon_other(placed):
            stated = "Searching…"
        else:
            try:
                command = redesign(self.session.project, placed, changed)
                losses = () if command is None else changes(self.session.project, command, changed)
            except RefusedError as error:  # a device that stays has no room any more
                stated, tone = in_sentence(str(error)), "error"
            else:
                self.command = command
                stated = _same(self.session.project) if command is None else self._difference(placed)
        self._show_losses(losses)
        stated = to_read(stated)
        self.stated.setText(stated)
        self.stated.setToolTip(tip(stated))
        set_tone(self.stated, tone)
        self.put_back.setEnabled(self.touched)
        self.take.setEnabled(self.command is not None)
        self.take.setText(self.command.step if self.command is not None else "Redesign")

    def _soon_other(self, placed: Project) -> bool:
        """Whether the placed design is not that of the present requirements."""
        designs = [one.design for one in self.search.chosen]
        return self._designs(placed) != designs or requirements_of(placed) != self.draft.requirements

    def _difference(self, placed: Project) -> str:
        now = self.session.project
        pairs = [
            ("hosts", _hosts(now), _hosts(placed)),
            ("switches", _switches(now), _switches(placed)),
            ("racks", _racks(now), _racks(placed)),
        ]
        stated = [f"{name} {a:,} → {b:,}" for name, a, b in pairs if a != b] or ["the same counts"]
        words = ", ".join(stated)
        words = words[0].upper() + words[1:]
        again = self.session.derived.built.problems
        if again:
            words = f"Designs {' and '.join(again)} again. {words}"
        if self.command is None or self.command.floor is UNSET:
            return f"{words}. Equipment stays where it is."
        return f"{words}. Devices are placed again in the room as it is; Undo restores their positions."

    def _show_losses(self, lines: Sequence[str]) -> None:
        """List what the step changes of what was decided by hand or is installed."""
        self.losses.setText("\n".join(f"•  {to_read(line)}." for line in lines[:MOST_LINES]))
        more = len(lines) - MOST_LINES
        if more > 0:
            self.losses.setText(f"{self.losses.text()}\n•  and {more:,} more")
        self.losses.setToolTip(tip("\n".join(map(to_read, lines))))
        self.losses.setVisible(bool(lines))

    def redesign(self) -> None:
        """Take the changes over, as one step."""
        if self.command is not None and self.session.do(self.command):
            self.restore()

    # The window

    def follow(self, elements: tuple[Ref, ...]) -> None:
        """Parts and devices have no place here."""

    def _keep(self) -> None:
        wanted = self.draft.requirements if self.pages is not None else None
        if wanted is None:
            self.session.said.emit("Not saved: fix the fields marked in red first.")
            return
        self.saving.emit(requirements_yaml(with_names(wanted, self.session.project)))


def _same(project: Project) -> str:
    """Text while nothing differs; of networks as they are built their family and origin."""
    built = [f"{one.requirement.name} is {one.as_built.stated}" for one in project.fabrics if one.as_built]
    return f"{'; '.join(built)}. Redesign replaces it by a design." if built else SAME


def _hosts(project: Project) -> int:
    return host_count(project.hosts, Catalog(project.parts))


def _switches(project: Project) -> int:
    uses = [use for some in project.fabrics for use in some.parts]
    return sum(use.count for use in uses if use.role in SWITCH_ROLES)


def _racks(project: Project) -> int:
    return sum(bool(rack.devices) for rack in project.floor.racks)
