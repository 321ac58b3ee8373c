"""Base class of the wizard's pages."""

from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from fatdesk.core.yaml_events import Place
from fatdesk.gui.desk import Desk
from fatdesk.gui.requirements.draft import Draft
from fatdesk.gui.requirements.fields import Field, Form
from fatdesk.gui.requirements.part_sources import PartSources
from fatdesk.gui.requirements.search import Search
from fatdesk.gui.widgets.plain_text import label


class Making(NamedTuple):
    """Shared inputs of the pages: the draft, its results, and the sources of parts."""

    desk: Desk
    draft: Draft
    search: Search
    sources: PartSources

    @property
    def form(self) -> Form:
        """Inputs of fields."""
        return Form(self.desk, self.draft)


class Page(QWidget):
    """A title, a sentence, and content below; ``going`` asks for another page and a place on it."""

    name = ""
    title = ""
    meaning = ""
    going = Signal(str, object)

    def __init__(self, making: Making) -> None:
        super().__init__()
        self.setObjectName(f"page-{self.name}")
        self.making, self.draft, self.search = making, making.draft, making.search
        self.theme = making.desk.theme
        self.fields: list[Field] = []
        px = self.theme.px
        self.setProperty("role", "base")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(px(24), px(18), px(20), px(12))
        words = QVBoxLayout()
        words.setSpacing(px(4))
        self.heading = label(self.title)
        self.heading.setFont(self.theme.strong(20))
        self.sentence = label(self.meaning, "text2")
        self.sentence.setWordWrap(True)
        self.sentence.setObjectName(f"{self.name}-sentence")
        words.addWidget(self.heading)
        words.addWidget(self.sentence)
        head.addLayout(words, 1)
        self.head = head
        self.column.addLayout(head)

    def summary(self) -> str:
        """Result of the page in a few words, shown under its name."""
        return ""

    def owns(self, place: Place) -> bool:
        """Whether a place of the draft is filled in on this page."""
        return False

    @property
    def wrong(self) -> str:
        """The first error on this page; empty: none."""
        return next((problem.what for problem in self.draft.problems if self.owns(problem.place)), "")

    def begin(self) -> None:
        """Prepare the page when it is shown."""

    def first(self) -> QWidget | None:
        """Widget that takes the focus first."""
        return next(iter(self.fields), None)

    def point_to(self, place: Place | None = None) -> None:
        """Bring the keys to the field of a place, or to the first that is wrong."""
        wanted = place
        if wanted is None:
            wanted = next((p.place for p in self.draft.problems if self.owns(p.place)), None)
        field = next((f for f in self.fields if wanted and f.place == wanted[: len(f.place)]), None)
        target = field or self.first()
        if target is not None:
            target.setFocus()
        if field is not None and isinstance(field.editor_widget().parent(), QWidget):
            self.reveal(field)

    def reveal(self, field: QWidget) -> None:
        """Scroll to a field."""
        for area in self.findChildren(QScrollArea):
            inside = area.widget()
            if inside is not None and inside.isAncestorOf(field):
                area.ensureWidgetVisible(field)


def scrolled(page: Page) -> QVBoxLayout:
    """A column below the head of a page that scrolls where the window is low."""
    px = page.theme.px
    inside = QWidget()
    inside.setProperty("role", "base")
    column = QVBoxLayout(inside)
    column.setContentsMargins(px(24), px(4), px(20), px(16))
    column.setSpacing(px(12))
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(inside)
    page.column.addWidget(area, 1)
    return column


def grid(fields: list[Field], columns: int, gap: int) -> QGridLayout:
    """Fields in equal columns, row by row."""
    made = QGridLayout()
    made.setContentsMargins(0, 0, 0, 0)
    made.setHorizontalSpacing(gap)
    made.setVerticalSpacing(gap // 2)
    for column in range(columns):
        made.setColumnStretch(column, 1)
    for number, field in enumerate(fields):
        made.addWidget(field, number // columns, number % columns)
    return made
