"""The help window: contents and search at the left, a page at the right."""

from collections.abc import Callable
from typing import NamedTuple

import msgspec
from PySide6.QtCore import QRect, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.documentation import START, Place, documentation
from fatdesk.gui.desk import Desk
from fatdesk.gui.help.contents import PLACE, Contents, Matches
from fatdesk.gui.help.page_view import PageView
from fatdesk.gui.menus.actions import HELP_KEYS, help_tip
from fatdesk.gui.screens import Pixels, fitted
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.widgets.plain_text import ElidedLabel, label

KEY = "help"
"""The setting with the size of the window."""
TYPING_MS = 150
"""Time after a letter until all pages are searched."""


class Kept(msgspec.Struct, frozen=True):
    """Position and size of the window, width of the contents, size of the text in percent."""

    x: Pixels = 0
    y: Pixels = 0
    width: Pixels = 0
    height: Pixels = 0
    contents: Pixels = 300
    zoom: int = 100


class Visit(NamedTuple):
    """A page that was shown, and how far it was scrolled when it was left."""

    place: Place
    scrolled: int


class HelpWindow(QWidget):
    """A window of its own, which belongs to the main window and closes with it."""

    def __init__(self, desk: Desk, owner: QWidget) -> None:
        super().__init__(owner, Qt.WindowType.Window)
        self._desk, self._owner, self._docs = desk, owner, documentation()
        px = desk.theme.px
        self.setObjectName("help-window")
        self.setProperty("role", "app")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumSize(px(640), px(400))
        self._back: list[Visit] = []
        self._forward: list[Visit] = []
        self.page = PageView(desk.theme, self._docs)
        self.contents, self.matches = Contents(desk.theme, self._docs), Matches(desk.theme)
        self.search, self.word = QLineEdit(), QLineEdit()
        self.title, self.state, self.count = ElidedLabel(), ElidedLabel("", "text2"), label("", "text2")
        self.percent = label("", "text2")
        self._find_at = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(TYPING_MS)
        self._timer.timeout.connect(self._search_now)
        self._arrange()
        self._connect()
        self._restore()

    # Construction

    def _arrange(self) -> None:
        px = self._desk.theme.px
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self.split.setHandleWidth(px(1))
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(self._side())
        self.split.addWidget(self._reading())
        self.split.setStretchFactor(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.split)

    def _side(self) -> QWidget:
        px = self._desk.theme.px
        side = QWidget()
        side.setProperty("role", "tree")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        side.setMinimumWidth(px(200))
        column = QVBoxLayout(side)
        column.setContentsMargins(0, px(8), 0, 0)
        column.setSpacing(px(6))
        self.search.setObjectName("help-search")
        self.search.setPlaceholderText("Search all pages")
        self.search.setAccessibleName("Search all pages")
        self.search.setToolTip(help_tip("search"))
        self.search.setClearButtonEnabled(True)
        field = QHBoxLayout()
        field.setContentsMargins(px(8), 0, px(8), 0)
        field.addWidget(self.search)
        column.addLayout(field)
        self.lists = QStackedWidget()
        self.lists.addWidget(self.contents)
        self.lists.addWidget(self.matches)
        column.addWidget(self.lists, 1)
        return side

    def _reading(self) -> QWidget:
        px = self._desk.theme.px
        bar = QWidget()
        bar.setProperty("role", "toolbar")
        bar.setFixedHeight(px(40))
        line = QHBoxLayout(bar)
        line.setContentsMargins(px(8), 0, px(8), 0)
        line.setSpacing(px(4))
        self.back_button = self._button("left", "help-back", "back", self.go_back)
        self.forward_button = self._button("right", "help-forward", "forward", self.go_forward)
        self.title.setFont(self._desk.theme.strong())
        self.title.setObjectName("help-title")
        self.percent.setObjectName("help-zoom")
        self.percent.setMinimumWidth(px(44))
        self.percent.setAlignment(Qt.AlignmentFlag.AlignCenter)
        line.addWidget(self.back_button)
        line.addWidget(self.forward_button)
        line.addWidget(self.title, 1)
        line.addWidget(self._button("search", "help-find-open", "find", self.open_find))
        line.addWidget(self._button("minus", "help-smaller", "smaller", lambda: self.page.zoom_by(-1)))
        line.addWidget(self.percent)
        line.addWidget(self._button("plus", "help-larger", "larger", lambda: self.page.zoom_by(1)))
        whole = QWidget()
        whole.setProperty("role", "base")
        whole.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (bar, self.page, self._find_bar(), self._foot()):
            column.addWidget(widget, int(widget is self.page))
        return whole

    def _find_bar(self) -> QWidget:
        px = self._desk.theme.px
        self.find_bar = QWidget()
        self.find_bar.setProperty("role", "foot")
        self.find_bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        line = QHBoxLayout(self.find_bar)
        line.setContentsMargins(px(8), px(5), px(8), px(5))
        line.setSpacing(px(6))
        self.word.setObjectName("help-find")
        self.word.setPlaceholderText("Find in this page")
        self.word.setAccessibleName("Find in this page")
        self.word.setMaximumWidth(px(320))
        self.count.setObjectName("help-count")
        line.addWidget(self.word, 1)
        line.addWidget(self._button("left", "help-find-back", "last", lambda: self._step(-1)))
        line.addWidget(self._button("right", "help-find-on", "next", lambda: self._step(1)))
        line.addWidget(self.count)
        line.addStretch(1)
        self.find_bar.hide()
        return self.find_bar

    def _foot(self) -> QWidget:
        px = self._desk.theme.px
        foot = QWidget()
        foot.setProperty("role", "status")
        foot.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        foot.setFixedHeight(px(26))
        line = QHBoxLayout(foot)
        line.setContentsMargins(px(10), 0, px(10), 0)
        self.state.setObjectName("help-state")
        line.addWidget(self.state)
        return foot

    def _button(self, picture: str, name: str, action: str, run: Callable[[], object]) -> QToolButton:
        px = self._desk.theme.px
        made = QToolButton()
        made.setObjectName(name)
        made.setToolTip(help_tip(action))
        made.setAccessibleName(HELP_KEYS[action][0])
        made.setIconSize(QSize(px(18), px(18)))
        made.clicked.connect(lambda _: run())
        made.setIcon(icon(self._desk.theme, picture, px(18)))
        return made

    def _connect(self) -> None:
        self.page.linked.connect(self.go_to)
        self.page.pointed.connect(self.state.setText)
        self.page.zoomed.connect(lambda _: self._state())
        self.contents.chosen.connect(self.go_to)
        self.matches.chosen.connect(self._open_match)
        self.search.textChanged.connect(self._searching)
        self.search.returnPressed.connect(self._enter_matches)
        self.word.textChanged.connect(lambda _: self._step(0))
        self.word.returnPressed.connect(lambda: self._step(1))
        self._desk.settings.before_writing(self._collect)
        performed: dict[str, Callable[[], object]] = {
            "back": self.go_back,
            "forward": self.go_forward,
            "start": lambda: self.go_to(Place(START)),
            "find": self.open_find,
            "next": lambda: self._step(1),
            "last": lambda: self._step(-1),
            "search": self.open_search,
            "larger": lambda: self.page.zoom_by(1),
            "smaller": lambda: self.page.zoom_by(-1),
            "usual": lambda: self.page.set_zoom(100),
            "pane": self._next_pane,
            "close": self.close,
        }
        for action, run in performed.items():
            for key in HELP_KEYS[action][1]:
                QShortcut(QKeySequence(key), self).activated.connect(run)

    # Size

    def _restore(self) -> None:
        px = self._desk.theme.px
        kept = self._desk.settings.get(KEY, Kept, Kept())
        self.page.zoom = max(60, min(250, kept.zoom))
        wanted = QRect(kept.x, kept.y, kept.width, kept.height)
        screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
        if kept.width >= self.minimumWidth() and any(screen.intersects(wanted) for screen in screens):
            self.setGeometry(wanted)
        else:
            room = self._owner.screen().availableGeometry()
            wanted = QRect(0, 0, px(1080), px(820))
            wanted.moveCenter(self._owner.geometry().center())
            self.setGeometry(fitted(wanted, room))
        side = max(px(200), min(px(600), kept.contents))
        self.split.setSizes([side, max(px(300), self.width() - side)])

    def _collect(self) -> None:
        place = self.geometry()
        side = self.split.sizes()[0]
        kept = Kept(place.x(), place.y(), place.width(), place.height(), side, self.page.zoom)
        self._desk.settings.put(KEY, kept)

    # Pages

    @property
    def place(self) -> Place:
        """The place that is shown."""
        return self.page.place

    def open(self, place: Place | None = None) -> None:
        """Show the window in front, at a place; none: where it was left."""
        if place is not None or not self.page.place.page:
            self.go_to(place or Place(START))
        self._join(QApplication.activeModalWidget())
        self.show()
        self.raise_()
        self.activateWindow()
        self.page.setFocus(Qt.FocusReason.OtherFocusReason)

    def _join(self, modal: QWidget | None) -> None:
        """Belong to a dialog that blocks all other windows, so that the page can be read meanwhile."""
        self.winId()  # makes its native window
        handle = self.windowHandle()
        front = (modal or self._owner).window().windowHandle()
        if handle.transientParent() is not front:
            handle.setTransientParent(front)

    def go_to(self, place: Place) -> None:
        """Show a place; the present one is kept for going back."""
        if self.page.place.page and place != self.page.place:
            self._back.append(self._visit())
            self._forward.clear()
        self._show(place)

    def _visit(self) -> Visit:
        return Visit(self.page.place, self.page.verticalScrollBar().value())

    def go_back(self) -> None:
        """Show the place before."""
        if self._back:
            self._forward.append(self._visit())
            self._show(*self._back.pop())

    def go_forward(self) -> None:
        """Show the place after."""
        if self._forward:
            self._back.append(self._visit())
            self._show(*self._forward.pop())

    def _show(self, place: Place, scrolled: int | None = None) -> None:
        if not self._docs.has(place):
            place = Place(place.page) if self._docs.has(Place(place.page)) else Place(START)
        self.page.show_place(place, scrolled)
        self.contents.mark(place)
        self.page.setExtraSelections([])
        if self.find_bar.isVisible():
            self._step(0)
        self._state()

    def _state(self) -> None:
        page = self._docs.by_name[self.page.place.page]
        self.title.setText(": ".join(filter(None, (page.chapter, page.title))))
        self.setWindowTitle(f"{page.title} – fatdesk help")
        self.percent.setText(f"{self.page.zoom} %")
        self.back_button.setEnabled(bool(self._back))
        self.forward_button.setEnabled(bool(self._forward))
        self.state.setText("")

    # Search

    def open_search(self) -> None:
        """Give the keys to the field that searches all pages."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _searching(self, text: str) -> None:
        if text.strip():
            self._timer.start()
        else:
            self._timer.stop()
            self.lists.setCurrentWidget(self.contents)
            self.state.setText("")

    def _search_now(self) -> None:
        words = self.search.text()
        found = self._docs.search(words)
        self.matches.show_matches(found)
        self.lists.setCurrentWidget(self.matches)
        count = f"{len(found)} section{'s have' if len(found) != 1 else ' has'}"
        self.state.setText(
            f"{count} all words of the search." if found else f"No page has “{words.strip()}”."
        )

    def _enter_matches(self) -> None:
        """Search at once, show the first match and go to the list."""
        self._timer.stop()
        if self.search.text().strip():
            self._search_now()
            item = self.matches.currentItem()
            if item is not None:
                self.matches.setFocus(Qt.FocusReason.OtherFocusReason)
                self._open_match(Place.of(item.data(PLACE)))

    def _open_match(self, place: Place) -> None:
        """Show a match with the words marked."""
        self.go_to(place)
        words = self.search.text().split()
        if words:
            found = self.page.occurrences(words[0])
            start = self.page.cursorForPosition(self.page.viewport().rect().topLeft()).position()
            at = next((n for n, cursor in enumerate(found) if cursor.position() >= start), 0)
            if place.anchor or not found:
                self.page.mark(words[0], at, reveal=False)
            else:
                self.page.mark(words[0], at)

    def open_find(self) -> None:
        """Show the field that finds words in the page."""
        self.find_bar.show()
        self.word.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.word.selectAll()
        self._step(0)

    def _step(self, step: int) -> None:
        """Go to another place of the words; 0: to the first."""
        words = self.word.text()
        if not self.find_bar.isVisible() or not words:
            self.page.setExtraSelections([])
            self.count.setText("")
            return
        total = len(self.page.occurrences(words))
        self._find_at = (self._find_at + step) % total if total and step else 0
        self.page.mark(words, self._find_at)
        self.count.setText(f"{self._find_at + 1} of {total}" if total else "Not on this page")

    # Keys

    def _next_pane(self) -> None:
        """Give the keys to the search field, the list and the page in turn."""
        listed = self.matches if self.search.text().strip() else self.contents
        panes: list[QWidget] = [self.search, listed, self.page]
        now = QApplication.focusWidget()
        at = next((number for number, pane in enumerate(panes) if pane is now), -1)
        panes[(at + 1) % len(panes)].setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Esc what was opened last: the find field, the search, the window."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.find_bar.isVisible():
            self.find_bar.hide()
            self.page.setExtraSelections([])
            self.page.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.search.text():
            self.search.clear()
            self.page.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep the size."""
        self._collect()
        super().closeEvent(event)
