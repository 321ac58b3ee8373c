"""The wizard: from requirements to a project, page by page."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from fatdesk.engine.design.writing import requirements_yaml
from fatdesk.gui.desk import Desk
from fatdesk.gui.requirements.candidates_page import CandidatesPage
from fatdesk.gui.requirements.draft import Draft
from fatdesk.gui.requirements.limits_page import LimitsPage
from fatdesk.gui.requirements.page import Making
from fatdesk.gui.requirements.pages import Pages
from fatdesk.gui.requirements.part_sources import PartSources
from fatdesk.gui.requirements.parts_page import PartsPage
from fatdesk.gui.requirements.requirements_page import RequirementsPage
from fatdesk.gui.requirements.result_page import ResultPage
from fatdesk.gui.requirements.room_page import RoomPage
from fatdesk.gui.requirements.search import Search
from fatdesk.gui.requirements.status import draft_figures, placed_figures
from fatdesk.gui.session.session import Session
from fatdesk.gui.widgets.plain_text import tip

if TYPE_CHECKING:
    from fatdesk.project.document.project import Project

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Wizard(QWidget):
    """Steps, page, buttons.

    ``finished`` carries the project and whether it is to be saved at once, ``left`` tells that nothing is
    wanted, ``saving`` carries requirements as a file, ``comparing`` requirements to explore and the parts for
    them, ``told`` figures for the status line with a word.
    """

    finished = Signal(object, bool)
    left = Signal()
    saving = Signal(bytes)
    comparing = Signal(object, object)
    told = Signal(object, str)

    def __init__(self, desk: Desk, sources: PartSources, tree: dict[str, Any], name: str) -> None:
        super().__init__()
        px = desk.theme.px
        self.name = name
        self.sources = sources
        sources.setParent(self)
        self.draft = Draft(sources.library.catalog, tree, self)
        sources.changed.connect(lambda: self.draft.use(self.sources.library.catalog))
        self.search = Search(desk, self.draft, name, self)
        self.preview = Session(self)
        making = Making(desk, self.draft, self.search, sources)
        pages = (
            RequirementsPage(making),
            PartsPage(making),
            LimitsPage(making),
            CandidatesPage(making),
            RoomPage(making, self.preview),
            ResultPage(making, self.preview),
        )
        words = "Everything here can be changed later in the workspaces."
        self.pages = Pages(making, pages, "Design a network", words)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.pages)
        foot = QWidget()
        foot.setProperty("role", "foot")
        foot.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(foot)
        row.setContentsMargins(px(20), px(10), px(20), px(10))
        row.setSpacing(px(8))
        self.cancel, self.keep = QPushButton("Cancel"), QPushButton("Save requirements…")
        self.compare = QPushButton("Compare in explorer")
        self.compare.setToolTip(
            tip("Trees and lattices for these hosts, their cost against what they can do")
        )
        self.back, self.next = QPushButton("Back"), QPushButton("Next")
        self.next.setProperty("kind", "primary")
        self.save = QPushButton("Save as…")
        self.save.setToolTip(tip("Open the project and save it under a name"))
        row.addWidget(self.cancel)
        row.addWidget(self.keep)
        row.addWidget(self.compare)
        row.addStretch(1)
        row.addWidget(self.save)
        row.addWidget(self.back)
        row.addWidget(self.next)
        self.pages.right.addWidget(foot)
        self.cancel.clicked.connect(self.leave)
        self.keep.clicked.connect(self._keep)
        self.compare.clicked.connect(self._compare)
        self.back.clicked.connect(self.pages.go_back)
        self.next.clicked.connect(self.go_on)
        self.save.clicked.connect(lambda: self._finish(save=True))
        self.pages.moved.connect(self.refresh)
        self.pages.asked_on.connect(self.go_on)
        self.search.project_answer.changed.connect(self._take_project)
        self.refresh()

    def _take_project(self) -> None:
        """Show what was placed."""
        project = self.search.project
        if project is not None and not (self.preview.is_open and self.preview.project is project):
            self.preview.begin(project)
            self.pages.refresh()

    def begin(self, page: str = "requirements") -> None:
        """Come to the front with a page."""
        number = next(n for n, some in enumerate(self.pages.pages) if some.name == page)
        self.pages.go_to(number)

    def refresh(self) -> None:
        """Buttons, and the figures so far."""
        pages = self.pages
        last = pages.number + 1 == len(pages.pages)
        self.next.setText(
            "Open project"
            if last
            else f"Next: {pages.pages[pages.number + 1].title[0].lower()}"
            f"{pages.pages[pages.number + 1].title[1:]}"
        )
        self.next.setEnabled(
            not pages.page.wrong or any(pages.page.owns(p.place) for p in self.draft.problems)
        )
        self.save.setVisible(last)
        self.save.setEnabled(self.next.isEnabled())
        self.back.setEnabled(pages.number > 0)
        sound = self.draft.requirements is not None
        self.keep.setEnabled(sound)
        self.compare.setEnabled(sound)
        if self.search.project is not None and pages.page.name in {"room", "result"} and self.preview.is_open:
            self.told.emit(placed_figures(self.preview.figures), "not saved yet")
        else:
            self.told.emit(*draft_figures(self.draft, self.search))

    def go_on(self) -> None:
        """To the next page; from the last one, open the project."""
        if self.pages.number + 1 < len(self.pages.pages):
            self.pages.go_on()
        else:
            self._finish(save=False)

    def _finish(self, *, save: bool) -> None:
        project: Project | None = self.search.project
        if project is not None and not self.pages.page.wrong:
            self.finished.emit(project, save)

    def leave(self) -> None:
        """Back to where one was; what was typed is gone."""
        self.left.emit()

    def stop(self) -> None:
        """Nothing goes on after it is left."""
        self.search.stop()
        self.preview.leave()

    def _compare(self) -> None:
        if self.draft.requirements is not None:
            self.comparing.emit(self.draft.requirements, self.draft.catalog)

    def _keep(self) -> None:
        if self.draft.requirements is not None:
            self.saving.emit(requirements_yaml(self.draft.requirements))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on; Alt+Left goes back."""
        if event.key() in ENTER:
            self.go_on()
        elif event.key() == Qt.Key.Key_Left and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.pages.go_back()
        else:
            super().keyPressEvent(event)
