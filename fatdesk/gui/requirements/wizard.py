"""The wizard: from requirements to a project; the last page previews what will be opened."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from fatdesk.core.number_text import counted
from fatdesk.engine.design.members import host_count, power_unit_count
from fatdesk.engine.design.requirements_file import requirements_yaml
from fatdesk.gui.desk import Desk
from fatdesk.gui.floor.canvas import FloorLook
from fatdesk.gui.panels.findings_panel import NONE, PLAIN_COLUMNS
from fatdesk.gui.requirements.candidates_page import CandidatesPage
from fatdesk.gui.requirements.draft import Draft
from fatdesk.gui.requirements.limits_page import LimitsPage
from fatdesk.gui.requirements.pages import Making, Page, Pages
from fatdesk.gui.requirements.part_sources import PartSources
from fatdesk.gui.requirements.parts_page import PartsPage
from fatdesk.gui.requirements.requirements_page import RequirementsPage
from fatdesk.gui.requirements.room_page import RoomPage
from fatdesk.gui.requirements.search import Search
from fatdesk.gui.session.figure_text import figure_texts
from fatdesk.gui.session.session import Session
from fatdesk.gui.tables import RowsModel, Table
from fatdesk.gui.widgets.numbers import AT_LEAST, priced, to_read
from fatdesk.gui.widgets.plain_text import label, tip
from fatdesk.project.derived.figures import Figures
from fatdesk.project.derived.waiving import Checked

if TYPE_CHECKING:
    from fatdesk.project.document.project import Project


ACROSS = 5
"""Figures in a row."""


class ResultPage(Page):
    """Preview of the project that Open project will open."""

    name, title = "result", "Result"

    def __init__(self, making: Making) -> None:
        super().__init__(making)
        px = self.theme.px
        self.preview = making.preview
        self.figures: dict[str, QLabel] = {}
        self._figures = QGridLayout()
        self._figures.setContentsMargins(px(24), 0, px(20), px(12))
        self._figures.setHorizontalSpacing(px(28))
        self._figures.setVerticalSpacing(px(6))
        self.column.addLayout(self._figures)
        self.floor = FloorLook(making.desk, self.preview)
        self.column.addWidget(self.floor, 3)
        findings = QWidget()
        findings.setProperty("role", "base")
        column = QVBoxLayout(findings)
        column.setContentsMargins(0, px(8), 0, 0)
        column.setSpacing(px(6))
        self.counts = label("")
        self.counts.setFont(self.theme.strong())
        self.counts.setContentsMargins(px(24), 0, 0, 0)
        column.addWidget(self.counts)
        self.model: RowsModel[Checked] = RowsModel(PLAIN_COLUMNS, self)
        self.table = Table(making.desk, self.model, "Findings")
        self.table.empty = NONE
        self.table.setMinimumHeight(px(90))
        column.addWidget(self.table, 1)
        self.column.addWidget(findings, 2)
        self.table.opened.connect(lambda _: self.going.emit("next", None))
        self.preview.opened.connect(self.refresh)
        self.preview.found.connect(self.refresh)

    def begin(self) -> None:
        """Place what was chosen, should it not be."""
        self.search.begin()
        self.search.place()
        self.refresh()

    def refresh(self) -> None:
        """Figures and findings of what was placed."""
        if not self.preview.is_open:
            return
        self.sentence.setText(
            "This project opens next; nothing is saved yet. All of it can be changed in the workspaces."
        )
        px = self.theme.px
        for number, (name, text) in enumerate(figure_texts(self.preview.figures).items()):
            if name not in self.figures:
                pair = QVBoxLayout()
                pair.setSpacing(0)
                head, value = label(name, "text2"), label("")
                head.setFont(self.theme.font(12))
                value.setFont(self.theme.strong(18))
                pair.addWidget(head)
                pair.addWidget(value)
                self._figures.addLayout(pair, number // ACROSS, number % ACROSS)
                self.figures[name] = value
            self.figures[name].setText(to_read(text))
        found = self.preview.findings_so_far
        self.model.show(found)
        self.counts.setText(counted(len(found), "finding") if found else NONE)
        self._figures.setContentsMargins(px(24), 0, px(20), px(12))

    def summary(self) -> str:
        """Number of findings."""
        if not self.preview.is_open:
            return ""
        found = self.preview.findings_so_far
        return counted(len(found), "finding") if found else "no findings"

    @property
    def wrong(self) -> str:
        """Why there is nothing to open yet."""
        return "" if self.preview.is_open and self.search.project is not None else "nothing is placed yet"

    def first(self) -> QWidget | None:
        """The findings; Enter opens the project."""
        return self.table


def draft_figures(draft: Draft, search: Search) -> tuple[dict[str, str], str]:
    """Return the figures known before placement, and their assumptions."""
    wanted, chosen = draft.requirements, search.chosen
    if wanted is None:
        return {}, ""
    stated = {"Hosts": f"{host_count(wanted.hosts, draft.catalog):,}"}
    if units := power_unit_count(wanted.hosts, draft.catalog):
        stated["Power units"] = f"{units:,}"
    if not chosen:
        return stated, ""
    stated["Switches"] = f"{sum(one.switches for one in chosen):,}"
    stated["Links"] = f"{sum(one.links for one in chosen):,}"
    stated["Cables"] = f"{sum(one.cables for one in chosen):,}"
    cost = sum(one.cost.amount for one in chosen)
    bound = any(one.cost.at_least for one in chosen)
    stated["Cost"] = priced(cost, bound, chosen[0].cost.currency)
    known = [one.power_w for one in chosen if one.power_w is not None]
    if known:
        bounded = AT_LEAST if len(known) < len(chosen) else ""
        stated["Power"] = f"{bounded}{float(sum(known)) / 1000:,.1f} kW"
    prices = [f"{some.cable_price:,f}" for some in wanted.fabrics if some.cable_price is not None]
    price = f"cable price {' and '.join(dict.fromkeys(prices))} each" if prices else "cables without a price"
    return stated, f"network alone, {price} until placed"


def placed_figures(figures: Figures) -> dict[str, str]:
    """All figures of what was placed."""
    return figure_texts(figures)


ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Wizard(QWidget):
    """Steps, page, buttons.

    ``finished`` carries the project and whether it is to be saved at once, ``left`` is emitted
    when the user cancels, ``saving`` carries requirements as a file, ``comparing`` requirements to explore
    and the parts for them, ``stated`` figures for the status line with a word, ``part_asked`` asks for
    Catalog.
    """

    finished = Signal(object, bool)
    left = Signal()
    saving = Signal(bytes)
    comparing = Signal(object, object)
    stated = Signal(object, str)
    part_asked = Signal()

    def __init__(self, desk: Desk, sources: PartSources, tree: dict[str, Any], name: str) -> None:
        super().__init__()
        px = desk.theme.px
        self.name = name
        self.setObjectName("wizard")
        self.sources = sources
        sources.setParent(self)
        self.draft = Draft(sources.library.catalog, tree, self)
        sources.changed.connect(lambda: self.draft.use(self.sources.library.catalog))
        self.search = Search(desk, self.draft, name, self)
        self.preview = Session(self)
        making = Making(desk, self.draft, self.search, sources, self.preview)
        pages = (
            RequirementsPage,
            PartsPage,
            LimitsPage,
            CandidatesPage,
            RoomPage,
            ResultPage,
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        words = "Everything here can be changed later in the workspaces."
        self.pages = Pages(making, pages, "Design a network", words, self)
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
            tip("Compare trees and lattices for these hosts: cost against bisection and hops")
        )
        self.back, self.next = QPushButton("Back"), QPushButton("Next")
        self.next.setProperty("kind", "primary")
        self.save = QPushButton("Save as…")
        self.save.setToolTip(tip("Open the project and save it under a name"))
        for button, named in (
            (self.cancel, "cancel"),
            (self.keep, "save-requirements"),
            (self.compare, "compare"),
            (self.save, "save-as"),
            (self.back, "back"),
            (self.next, "next"),
        ):
            button.setObjectName(named)
            row.addWidget(button)
        row.insertStretch(3, 1)
        self.pages.right.addWidget(foot)
        self.cancel.clicked.connect(self.leave)
        self.keep.clicked.connect(self._keep)
        self.compare.clicked.connect(self._compare)
        self.back.clicked.connect(self.pages.go_back)
        self.next.clicked.connect(self.go_on)
        self.save.clicked.connect(lambda: self._finish(save=True))
        self.pages.moved.connect(self.refresh)
        self.pages.asked_on.connect(self.go_on)
        self.pages.part_asked.connect(self.part_asked)
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
            self.stated.emit(placed_figures(self.preview.figures), "not saved yet")
        else:
            self.stated.emit(*draft_figures(self.draft, self.search))

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

    def come_back(self) -> None:
        """Follow parts that were made meanwhile, and show the page where it was left."""
        self.pages.page.begin()
        self.refresh()
        self.pages.page.point_to(None)

    def stop(self) -> None:
        """Stop all tasks when the wizard is left."""
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
