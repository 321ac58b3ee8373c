"""The first page: open, design from requirements, examples, and what was open lately."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.files.recent import Recent, forget, forget_all, read_recent
from fatdesk.gui.files.recovery import told_time
from fatdesk.gui.menus.actions import BY_ID
from fatdesk.gui.start.cards import ActionCard, ProjectCard
from fatdesk.gui.theme.icons import mark, picture
from fatdesk.gui.widgets.number_text import day_told
from fatdesk.gui.widgets.plain_text import label

if TYPE_CHECKING:
    from fatdesk.project.files.recovery import Found

EXAMPLES = (
    (
        "nodes-60",
        "60 hosts, two levels",
        "4 edge and 2 core switches, bundles of 9",
        "The smallest complete example, cables at one price",
        (4, 2),
    ),
    (
        "nodes-396",
        "396 hosts in 11 racks",
        "22 edge and 18 core switches, 792 cables",
        "A room of two rows with trays and reserved space",
        (22, 18),
    ),
    (
        "blades-224",
        "224 blades, non-blocking",
        "14 edge and 8 core switches, 224 cables",
        "Enclosures with a switch in each, one core level",
        (14, 8),
    ),
    (
        "gpu-63",
        "63 GPU hosts, 8 rails",
        "16 edge and 8 core switches, 1,020 cables",
        "Rails, twin-port transceivers, optical cables only",
        (16, 8),
    ),
)
"""File, title, its figures, what it shows, and the switches of its likeness."""


class Welcome(QWidget):
    """Cards at the left, recent projects and examples at the right."""

    open_asked = Signal()
    catalog_asked = Signal()
    design_asked = Signal()
    example_asked = Signal(str)
    recent_asked = Signal(Path)
    find_asked = Signal(object)
    recovery_asked = Signal(object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        px = desk.theme.px
        self.setProperty("role", "base")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(px(48), px(72), px(48), px(32))
        outer.setSpacing(px(64))
        outer.addStretch(1)
        outer.addLayout(self._what_to_do())
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setMinimumWidth(px(480))
        self._scroll.setMaximumWidth(px(740))
        outer.addWidget(self._scroll, 8)
        outer.addStretch(1)
        self.recent: list[ProjectCard] = []
        self.recovery: list[ActionCard] = []
        self.examples: list[ProjectCard] = []
        self._is_shown = False
        desk.theme.changed.connect(self.refresh)
        self.refresh()

    def _what_to_do(self) -> QVBoxLayout:
        """The left side: what the program is, and the ways to begin."""
        px, desk = self._desk.theme.px, self._desk
        left = QVBoxLayout()
        left.setSpacing(px(12))
        head = QHBoxLayout()
        head.setSpacing(px(14))
        self._mark = label()
        head.addWidget(self._mark)
        names = QVBoxLayout()
        names.setSpacing(0)
        self._name = label("fatdesk")
        self._what = label("Cluster networks, from requirements to labelled cables", "text2")
        names.addWidget(self._name)
        names.addWidget(self._what)
        head.addLayout(names)
        head.addStretch(1)
        left.addLayout(head)
        left.addSpacing(px(18))
        self.design = ActionCard(
            desk,
            "Design a network",
            "From hosts to a network: searched, placed, priced",
            "design",
            BY_ID["design"].shortcut,
            first=True,
        )
        self.open_card = ActionCard(
            desk,
            "Open a project",
            "Or a requirements file; or drop one anywhere here",
            "open",
            BY_ID["open"].shortcut,
        )
        self.design.clicked.connect(self.design_asked)
        self.catalog = ActionCard(
            desk,
            "Look at a catalog",
            "Parts with their figures and sources: shipped ones, and folders of yours",
            "catalog",
            BY_ID["show-catalog"].shortcut,
        )
        self.open_card.clicked.connect(self.open_asked)
        self.catalog.clicked.connect(self.catalog_asked)
        for card in (self.design, self.open_card, self.catalog):
            card.setFixedWidth(px(440))
            left.addWidget(card)
        left.addStretch(1)
        self._promise = label(
            "Works offline. Opening a file never changes it and never runs anything in it.", "text2"
        )
        self._shield = label()
        foot = QHBoxLayout()
        foot.setSpacing(px(8))
        foot.addWidget(self._shield)
        foot.addWidget(self._promise)
        foot.addStretch(1)
        left.addLayout(foot)
        return left

    def refresh(self) -> None:
        """Read the list of recent projects again."""
        theme, px = self._desk.theme, self._desk.theme.px
        self._mark.setPixmap(mark(theme, px(44)))
        self._name.setFont(theme.strong(28))
        self._what.setFont(theme.font(14))
        page = QWidget()
        page.setProperty("role", "base")
        column = QVBoxLayout(page)
        column.setContentsMargins(px(2), px(2), px(14), px(2))
        column.setSpacing(0)
        self._shield.setPixmap(picture(theme, "shield", "text2", px(16)))
        self._add_left_behind(column)
        self.recent = []
        found = read_recent()
        if found:
            clear = self._link("Clear list", self._clear)
            column.addWidget(self._heading("Recent", clear))
        for entry in found:
            self._add_recent(column, entry)
        if found:
            column.addSpacing(px(22))
        column.addWidget(self._heading("Examples", label("open as copies", "text2"), beside=True))
        self.examples = []
        for name, title, figures, text, switches in EXAMPLES:
            card = ProjectCard(self._desk, title, (figures, text), switches)
            card.clicked.connect(partial(self.example_asked.emit, name))
            self.examples.append(card)
            column.addWidget(card)
        column.addStretch(1)
        self._scroll.setWidget(page)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Once the page is on the screen there is time to look for what was left behind."""
        super().paintEvent(event)
        if not self._is_shown:
            self._is_shown = True
            QTimer.singleShot(0, self, self._look_behind)

    def _look_behind(self) -> None:
        if len(self._left_behind()) != len(self.recovery):
            self.refresh()

    def _add_left_behind(self, column: QVBoxLayout) -> None:
        """What was kept of projects that were not closed properly."""
        self.recovery = []
        left = self._left_behind() if self._is_shown else []
        if left:
            column.addWidget(self._heading("Not closed properly"))
        for found in left:
            kept = f"Unsaved changes were kept {told_time(found)}"
            text, note = (kept, "Recover…") if found.project else ("What was kept is damaged", "Look…")
            card = ActionCard(self._desk, found.name, text, "undo", note)
            card.clicked.connect(partial(self.recovery_asked.emit, found))
            self.recovery.append(card)
            column.addWidget(card)
            column.addSpacing(self._desk.theme.px(8))
        if left:
            column.addSpacing(self._desk.theme.px(14))

    def _left_behind(self) -> "list[Found]":
        from fatdesk.project.files.recovery import left_behind

        return left_behind()

    def _heading(self, text: str, more: QWidget | None = None, *, beside: bool = False) -> QWidget:
        """A heading with something beside it, or at the right end of its line."""
        px = self._desk.theme.px
        made = QWidget()
        line = QHBoxLayout(made)
        line.setContentsMargins(0, 0, px(8), px(6))
        line.setSpacing(px(10))
        words = label(text)
        words.setFont(self._desk.theme.strong())
        line.addWidget(words)
        if not beside:
            line.addStretch(1)
        if more is not None:
            line.addWidget(more)
        if beside:
            line.addStretch(1)
        return made

    def _link(self, text: str, run: Callable[[], object]) -> QPushButton:
        made = QPushButton(text)
        made.setProperty("kind", "link")
        made.clicked.connect(run)
        return made

    def _add_recent(self, column: QVBoxLayout, entry: Recent) -> None:
        path = Path(entry.path)
        place = home_told(path.parent) + (f" · {day}" if (day := day_told(entry.opened)) else "")
        lines, tag = (entry.told, place), ""
        if entry.missing:
            lines, tag = ("Moved, or its disk is not connected", place), "not found"
        card = ProjectCard(self._desk, path.stem, lines, (entry.edge, entry.core), tag)
        self.recent.append(card)
        if entry.missing:
            find = partial(self.find_asked.emit, entry)
            card.clicked.connect(find)
            card.hold(self._link("Find it…", find), self._link("Remove", partial(self._forget, entry.path)))
        else:
            card.clicked.connect(partial(self.recent_asked.emit, path))
        column.addWidget(card)

    def _forget(self, path: str) -> None:
        self._told(forget(path))

    def _clear(self) -> None:
        self._told(forget_all())

    def _told(self, problem: str) -> None:
        """Show the list as it is now, and say why it could not be kept."""
        if problem:
            self._desk.session.said.emit(problem)
        QTimer.singleShot(0, self, self.refresh)  # what was clicked goes with it


def home_told(folder: Path) -> str:
    """A folder, with ~ for the user's own."""
    try:
        return str(Path("~") / folder.relative_to(Path.home()))
    except (ValueError, RuntimeError):
        return str(folder)
