"""Tool bar of studies: run and cancel, choice of the study, its networks, export."""

from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QToolButton

from fatdesk.gui.desk import Desk
from fatdesk.gui.studies.add_network import AddButton
from fatdesk.gui.theme.icons import ON_ACCENT, icon
from fatdesk.gui.widgets.menu_button import MenuButton
from fatdesk.gui.widgets.plain_text import menu_text, tip


class Named(Protocol):
    """A study with a name."""

    @property
    def name(self) -> str:
        """Its name."""


class ReadyMade(Protocol):
    """A study of a paper to begin with."""

    @property
    def study(self) -> Named:
        """The study itself."""

    @property
    def source(self) -> str:
        """The paper, and the place in it after a comma."""

    @property
    def remark(self) -> str:
        """Description of what it shows."""


def ready_titles(found: Sequence[ReadyMade]) -> tuple[tuple[str, str], ...]:
    """Return the titles and descriptions of ready-made studies."""
    return tuple(
        (f"{one.study.name} ({one.source.partition(',')[0]})", f"{one.source}. {one.remark}") for one in found
    )


Kinds = Sequence[tuple[str, str, bool]]
"""Suffix, what the menu says, and whether it takes points."""
KINDS: Kinds = (
    ("csv", "Points as CSV…", True),
    ("svg", "Plots as SVG…", True),
    ("png", "Plots as PNG…", True),
    ("json", "Settings as JSON…", False),
)


class ExportButton(MenuButton):
    """``requested`` carries the suffix of a file."""

    requested = Signal(str)

    def __init__(self, desk: Desk, kinds: Kinds, words: str) -> None:
        super().__init__(desk.theme, "export", "Export", words)
        menu = QMenu(self)
        self._kinds = kinds
        self.entries: dict[str, QAction] = {}
        for kind, title, _ in kinds:
            entry = menu.addAction(title)
            entry.triggered.connect(lambda _=False, kind=kind: self.requested.emit(kind))
            self.entries[kind] = entry
        self.setMenu(menu)

    def allow(self, *, study: bool, points: bool) -> None:
        """Enable the possible exports."""
        for kind, _, needs in self._kinds:
            self.entries[kind].setEnabled(points if needs else study)
        self.setEnabled(study)


WIDEST = 220
UNITS = (
    "Show Gb/s per host and µs instead of flits and cycles, for fabrics whose links all have one rate; "
    "a cycle is the time of a flit on a link"
)
NO_RATES = "No fabric of this study has links that all have one known rate"


class StudyButton(MenuButton):
    """``chosen`` carries the name of a study, ``ready_asked`` the number of a ready-made one."""

    chosen = Signal(str)
    ready_asked = Signal(int)
    new_asked = Signal()
    remove_asked = Signal()

    def __init__(
        self, desk: Desk, names: Callable[[], Sequence[str]], ready: Sequence[tuple[str, str]]
    ) -> None:
        super().__init__(desk.theme, "study", "Study", "Choose a study")
        self._names = names
        self.setMaximumWidth(desk.theme.px(WIDEST))
        self._now = ""
        self.menu_of = QMenu(self)
        self.menu_of.aboutToShow.connect(self.fill)
        self.ready_menu = QMenu("Ready-made studies", self)
        self.ready_menu.setToolTipsVisible(True)
        for number, (title, shown) in enumerate(ready):
            entry = self.ready_menu.addAction(menu_text(title))
            entry.setToolTip(tip(shown))
            entry.triggered.connect(lambda _=False, number=number: self.ready_asked.emit(number))
        self.setMenu(self.menu_of)
        self.fill()

    def show_study(self, name: str) -> None:
        """Show the name of the study on view."""
        self._now = name
        letters = self.fontMetrics()
        wide = self._theme.px(WIDEST - 60)
        self.setText(
            menu_text(letters.elidedText(name, Qt.TextElideMode.ElideRight, wide) if name else "Study")
        )
        self.setToolTip(tip(f"Choose a study{f': {name}' if name else ''}"))
        self.setAccessibleDescription(name)

    def fill(self) -> None:
        """Offer what there is now."""
        menu = self.menu_of
        menu.clear()
        for name in self._names():
            entry = menu.addAction(menu_text(name))
            entry.setCheckable(True)
            entry.setChecked(name == self._now)
            entry.triggered.connect(lambda _=False, name=name: self.chosen.emit(name))
        menu.addSeparator()
        menu.addAction("New study").triggered.connect(lambda _=False: self.new_asked.emit())
        menu.addMenu(self.ready_menu)
        if self._now:
            menu.addSeparator()
            menu.addAction("Remove this study").triggered.connect(lambda _=False: self.remove_asked.emit())


class StudyTools:
    """The parts of the bar.

    Parameters
    ----------
    ready
        Ready-made studies and what they show.
    arrives
        What runs bring.
    kinds, exports
        Kinds of files of a study, and what they hold.
    """

    def __init__(
        self,
        desk: Desk,
        names: Callable[[], Sequence[str]],
        ready: Sequence[tuple[str, str]],
        arrives: str,
        kinds: Kinds = KINDS,
        exports: str = "Export points, plots or settings",
    ) -> None:
        self._theme = desk.theme
        self.study = StudyButton(desk, names, ready)
        self.study.setObjectName("study")
        self.run, self.cancel = QPushButton("Run"), QPushButton("Cancel")
        self.run.setObjectName("run")
        self.cancel.setObjectName("stop")
        self.run.setProperty("kind", "primary")
        self.cancel.setToolTip(tip(f"Stop the run and keep the {arrives} that have arrived"))
        self.add, self.export = AddButton(desk), ExportButton(desk, kinds, exports)
        self.add.setObjectName("add-network")
        self.export.setObjectName("export")
        self.units = QToolButton()
        self.units.setObjectName("units")
        self.units.setText("Gb/s, µs")
        self.units.setCheckable(True)
        self.units.setFixedHeight(desk.theme.px(28))
        self.units.setToolTip(tip(UNITS))
        self.units.setAccessibleName("Gb/s and microseconds instead of flits and cycles")
        self.run.setIcon(icon(desk.theme, "play", desk.theme.px(16), ON_ACCENT))
        self.cancel.setIcon(icon(desk.theme, "stop", desk.theme.px(16)))

    def _divider(self) -> QFrame:
        line = QFrame()
        line.setProperty("role", "divider")
        line.setFixedSize(1, self._theme.px(20))
        return line

    def _allow(self, *, study: bool, networks: bool, points: bool, running: bool) -> None:
        self.run.setEnabled(networks and not running)
        self.cancel.setEnabled(running)
        self.add.setEnabled(study)
        self.export.allow(study=study, points=points)
        words = "Measure what is missing"
        if running:
            words = "A run is in progress"
        elif not networks:
            words = "Add a network first" if study else "Choose or create a study first"
        self.run.setToolTip(tip(words))

    def offer_units(self, *, known: bool) -> None:
        """Offer Gb/s and µs where the rate of links is known."""
        self.units.setEnabled(known)
        self.units.setToolTip(tip(UNITS if known else NO_RATES))

    def say_less(self, less: bool) -> None:
        """Leave words out where there is no room for them."""
        self.add.setText("Add" if less else "Add network")
