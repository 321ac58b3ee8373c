"""Pages of the wizard: their base class, and all side by side with their steps, for wizard and workspace."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from fatdesk.core.formats.yaml_events import Place
from fatdesk.core.number_text import counted
from fatdesk.gui.desk import Desk
from fatdesk.gui.requirements.draft import Draft
from fatdesk.gui.requirements.fields import Field, Form
from fatdesk.gui.requirements.part_sources import PartSources
from fatdesk.gui.requirements.search import Search
from fatdesk.gui.session.session import Session
from fatdesk.gui.theme.icons import picture
from fatdesk.gui.widgets.accessible import Role, give_role
from fatdesk.gui.widgets.numbers import to_read
from fatdesk.gui.widgets.plain_text import label, tip


class Making(NamedTuple):
    """Shared inputs of the pages: the draft, its results, and the sources of parts."""

    desk: Desk
    draft: Draft
    search: Search
    sources: PartSources
    preview: Session
    """Shows the project before it is opened or changed."""
    parts_remark: str = ""
    """Shown on the page of parts."""
    parent: QWidget | None = None
    """Parent of the pages: contents that have it from the beginning are styled once, not at each adoption."""

    @property
    def form(self) -> Form:
        """Inputs of fields."""
        return Form(self.desk, self.draft)


class Page(QWidget):
    """A title, a sentence, and content below.

    ``going`` asks for another page and a place on it, ``part_asked`` for Catalog, to make a part.
    """

    name = ""
    title = ""
    meaning = ""
    going = Signal(str, object)
    part_asked = Signal()

    def __init__(self, making: Making) -> None:
        super().__init__(making.parent)
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
        """Scroll to a field; to one that was just added once it has its place in the form."""
        if field.isVisibleTo(self):
            self._scroll_to(field)
        else:
            QTimer.singleShot(0, field, lambda: self._scroll_to(field))

    def _scroll_to(self, field: QWidget) -> None:
        for area in self.findChildren(QScrollArea):
            inside = area.widget()
            if inside is not None and inside.isAncestorOf(field):
                layout = inside.layout()
                if layout is not None:
                    layout.activate()
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
    area.setAccessibleName(page.title)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(inside)
    page.column.addWidget(area, 1)
    return column


def grid(fields: list[Field], columns: int, gap: int) -> QGridLayout:
    """Fields in equal columns, row by row; a wide field takes two of them, where its row has two left."""
    made = QGridLayout()
    made.setContentsMargins(0, 0, 0, 0)
    made.setHorizontalSpacing(gap)
    made.setVerticalSpacing(gap // 2)
    for column in range(columns):
        made.setColumnStretch(column, 1)
    place = 0
    for field in fields:
        row, column = divmod(place, columns)
        span = min(field.columns, columns - column)
        made.addWidget(field, row, column, 1, span)
        place += span
    return made


@dataclass
class State:
    """The state of a step."""

    title: str
    stated: str = ""
    current: bool = False
    done: bool = False
    wrong: bool = False
    open: bool = True


class Step(QWidget):
    """One step; a click goes there."""

    clicked = Signal()

    def __init__(self, desk: Desk, number: int, title: str) -> None:
        super().__init__()
        self._theme, self.number, self.state = desk.theme, number, State(title)
        self.setFixedHeight(desk.theme.px(54))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        give_role(self, Role.PageTab)
        self.setAccessibleName(title)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_state(self, state: State) -> None:
        """Show its state."""
        self.state = state
        self.setEnabled(state.open)
        self.setAccessibleDescription(state.stated)
        self.setToolTip(tip(state.stated))
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as its column."""
        return QSize(self._theme.px(216), self._theme.px(54))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space goes there; Enter is the button Next everywhere."""
        if event.key() == Qt.Key.Key_Space:
            self.clicked.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide it."""
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Ground, circle, words."""
        theme, px, state = self._theme, self._theme.px, self.state
        painter = QPainter(self)
        if state.current:
            painter.fillRect(self.rect(), theme.colour("accent_tint"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        circle = QRectF(px(17), px(15), px(24), px(24))
        strong = "error" if state.wrong else "accent" if state.current or state.done else "line2"
        painter.setPen(QPen(theme.colour(strong), 1.5))
        painter.setBrush(theme.colour("accent" if state.current and not state.wrong else "base"))
        painter.drawEllipse(circle)
        if state.done and not state.current and not state.wrong:
            size = px(14)
            at = circle.center().toPoint()
            painter.drawPixmap(
                at.x() - size // 2, at.y() - size // 2, picture(theme, "check", "accent_text", size)
            )
        else:
            here = state.current and not state.wrong
            painter.setPen(theme.colour("on_accent" if here else "error" if state.wrong else "text2"))
            painter.setFont(theme.strong(12))
            painter.drawText(
                circle, int(Qt.AlignmentFlag.AlignCenter), "!" if state.wrong else str(self.number)
            )
        left = px(54)
        room = self.width() - left - px(8)
        small = theme.font(12)
        two_lines = QFontMetrics(small).horizontalAdvance(state.stated) > room
        top = px(1) if two_lines else px(8)
        title = QRectF(left, top, room, px(20)) if state.stated else QRectF(left, 0, room, self.height())
        painter.setFont(theme.strong())
        painter.setPen(theme.colour("accent_text" if state.current else "text" if state.open else "disabled"))
        middle = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(title, middle, state.title)
        painter.setFont(small)
        painter.setPen(theme.colour("error" if state.wrong else "text2"))
        stated = to_read(state.stated)
        if two_lines:
            metrics = painter.fontMetrics()
            stated = metrics.elidedText(stated, Qt.TextElideMode.ElideRight, 2 * room - px(30))
            wrapped = int(Qt.AlignmentFlag.AlignLeft) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(QRectF(left, px(20), room, px(32)), wrapped, stated)
        else:
            painter.drawText(QRectF(left, px(28), room, px(18)), middle, stated)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), px(4), px(4))
        painter.end()


class Steps(QWidget):
    """All steps, and a word below; ``requested`` has the number of the step that was clicked."""

    requested = Signal(int)

    def __init__(self, desk: Desk, heading: str, titles: Sequence[str], words: str) -> None:
        super().__init__()
        px = desk.theme.px
        self.setProperty("role", "tree")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(px(216))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, px(14), 0, px(14))
        column.setSpacing(0)
        head = label(heading)
        head.setFont(desk.theme.strong(14))
        head.setContentsMargins(px(18), 0, 0, px(10))
        column.addWidget(head)
        self.steps: list[Step] = []
        for number, title in enumerate(titles):
            step = Step(desk, number + 1, title)
            step.setObjectName(f"step-{number + 1}")
            step.clicked.connect(lambda number=number: self.requested.emit(number))
            self.steps.append(step)
            column.addWidget(step)
        column.addStretch(1)
        foot = label(words, "text2")
        foot.setFont(desk.theme.font(12))
        foot.setWordWrap(True)
        foot.setContentsMargins(px(18), 0, px(10), 0)
        column.addWidget(foot)

    def show_states(self, states: Sequence[State]) -> None:
        """Show the states of the steps."""
        for step, state in zip(self.steps, states, strict=True):
            step.show_state(state)


class Pages(QWidget):
    """One page is in front.

    ``moved`` is emitted when another page is shown or a page has changed, ``asked_on`` when the user wants
    the next, ``part_asked`` when the user wants to make a part.
    """

    moved = Signal()
    asked_on = Signal()
    part_asked = Signal()

    def __init__(
        self,
        making: Making,
        pages: Sequence[type[Page]],
        heading: str,
        words: str,
        parent: QWidget,
        *,
        seen: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("pages")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.steps = Steps(making.desk, heading, [page.title for page in pages], words)
        row.addWidget(self.steps)
        self.right = QVBoxLayout()
        self.right.setSpacing(0)
        row.addLayout(self.right, 1)
        self.stack = QStackedWidget()
        self.right.addWidget(self.stack, 1)
        self.making = making = making._replace(parent=self.stack)
        self.pages = tuple(page(making) for page in pages)
        for page in self.pages:
            self.stack.addWidget(page)
            page.going.connect(self._going)
            page.part_asked.connect(self.part_asked)
        self._seen = set(range(len(self.pages))) if seen else {0}
        self.steps.requested.connect(self.go_to)
        making.draft.changed.connect(self.refresh)
        making.search.changed.connect(self.refresh)
        self.refresh()

    @property
    def number(self) -> int:
        """The number of the page in front, from 0."""
        return self.stack.currentIndex()

    @property
    def page(self) -> Page:
        """The page in front."""
        return self.pages[self.number]

    def page_of(self, name: str) -> Page:
        """A page by its name."""
        return next(page for page in self.pages if page.name == name)

    def go_to(self, number: int, place: Place | None = None) -> None:
        """Bring a page to the front, the keys at a place of it."""
        self._seen.add(number)
        self.stack.setCurrentIndex(number)
        page = self.page
        page.begin()
        page.point_to(place)
        self.refresh()

    def go_on(self) -> bool:
        """To the next page, where nothing is wrong with this one; else to what is wrong."""
        page = self.page
        if page.wrong:
            page.point_to()
            return False
        if self.number + 1 < len(self.pages):
            self.go_to(self.number + 1)
        return True

    def go_back(self) -> None:
        """To the page before."""
        if self.number:
            self.go_to(self.number - 1)

    def _going(self, name: str, place: object) -> None:
        if name == "next":
            self.asked_on.emit()
            return
        found = next((n for n, page in enumerate(self.pages) if page.name == name), None)
        if found is not None:
            self.go_to(found, place if isinstance(place, tuple) else None)

    def refresh(self) -> None:
        """The state of each step."""
        typed = self.making.draft.problems
        states = []
        for number, page in enumerate(self.pages):
            bad = {problem.place for problem in typed if page.owns(problem.place)}
            wrong = bool(bad)
            stated = f"{counted(len(bad), 'field')} to correct" if wrong else page.summary()
            earlier = self.pages[:number]
            is_open = not any(some.owns(p.place) for some in earlier for p in typed)
            states.append(
                State(
                    page.title,
                    stated if number in self._seen or not wrong else "",
                    current=number == self.number,
                    done=number in self._seen and number != self.number,
                    wrong=wrong,
                    open=is_open or number in self._seen,
                )
            )
        self.steps.show_states(states)
        self.moved.emit()
