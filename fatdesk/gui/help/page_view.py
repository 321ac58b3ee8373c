"""A page of the documentation on the screen: links, zoom, and search inside of it."""

import re

from PySide6.QtCore import QPoint, Qt, QUrl, Signal
from PySide6.QtGui import (
    QDesktopServices,
    QFontDatabase,
    QKeyEvent,
    QResizeEvent,
    QShowEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit
from shiboken6 import isValid

from fatdesk.core.documentation import Documentation, Place
from fatdesk.gui.theme.theme import Theme
from fatdesk.paper.page_text import Look, PageText

ZOOMS = (60, 70, 80, 90, 100, 110, 125, 150, 175, 200, 250)
"""Sizes of the text in percent."""
TEXT, MARGIN, WIDEST = 14, 28, 900
"""Size of the text, margin at its sides and its greatest width in pixels at 100 %."""
EXTERNAL = re.compile(r"(https?|mailto):")


class PageView(QTextBrowser):
    """Shows one page at a time.

    Signals: ``linked`` carries the place that a link of the page leads to, ``pointed`` the address under the
    pointer (empty: none). Links to other servers are opened by the desktop's browser on a click.

    Attributes
    ----------
    place
        What is shown.
    zoom
        Size of the text in percent.
    """

    linked = Signal(Place)
    pointed = Signal(str)
    zoomed = Signal(int)

    def __init__(self, theme: Theme, docs: Documentation) -> None:
        super().__init__()
        self._theme, self._docs = theme, docs
        self._text: PageText | None = None
        self.place, self.zoom = Place(""), 100
        self.setObjectName("help-page")
        self.setAccessibleName("Page of the documentation")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("role", "base")
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.anchorClicked.connect(self._follow)
        self.highlighted.connect(self._point)
        theme.changed.connect(self._follow_theme)
        self._outdated = False

    # Pages

    def show_place(self, place: Place, scrolled: int | None = None) -> None:
        """Show a page at an anchor, or scrolled by a number of pixels."""
        if place.page != self.place.page or self._text is None:
            self._build(place)
        self.place = place
        if scrolled is not None:
            self.verticalScrollBar().setValue(scrolled)
        elif place.anchor:
            self.scrollToAnchor(place.anchor)
        else:
            self.verticalScrollBar().setValue(0)

    def _build(self, place: Place) -> None:
        page = self._docs.by_name[place.page]
        tokens, theme = self._theme.tokens, self._theme
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
        size = theme.text_px(TEXT) * self.zoom / 100
        look = Look(
            theme.font().family(),
            fixed,
            size,
            tokens.text,
            tokens.text2,
            tokens.accent_text,
            tokens.line2,
            tokens.hover,
        )
        made = PageText(self._docs, page, look)
        self._text = made
        self._fit()  # before it is shown: Qt loses lines of documents that change while they are laid out
        before = self.document()
        made.document.setParent(self)
        self.setDocument(made.document)
        if isValid(before):  # the first one is deleted by Qt
            before.deleteLater()

    def _fit(self) -> None:
        """Keep the lines short enough to read, and pictures inside of them."""
        if self._text is None:
            return
        px = self._theme.px
        room = self.viewport().width()
        side = max(px(MARGIN), (room - round(px(WIDEST) * max(1.0, self.zoom / 100))) // 2)
        frame = self._text.document.rootFrame()
        form = frame.frameFormat()
        if form.leftMargin() != side:
            form.setLeftMargin(side)
            form.setRightMargin(side)
            form.setTopMargin(px(20))
            form.setBottomMargin(px(40))
            frame.setFrameFormat(form)
        self._text.fit(room - 2 * side, self.devicePixelRatioF())

    def _follow_theme(self) -> None:
        """Build the page again in the colours of the theme; a hidden one waits until it is shown."""
        self._outdated = not self.isVisible()
        if not self._outdated:
            self._repaint_all()

    def showEvent(self, event: QShowEvent) -> None:
        """Follow a change of the theme while the page was hidden."""
        super().showEvent(event)
        if self._outdated:
            self._follow_theme()

    def _repaint_all(self) -> None:
        """Build the page again, at the same paragraph."""
        if self._text is not None:
            top = self._top()
            self._build(self.place)
            self._scroll_to(*top)

    def _top(self) -> tuple[int, float]:
        """The paragraph at the upper edge, and the share of it that is above."""
        layout, at = self.document().documentLayout(), self.verticalScrollBar().value()
        block = self.cursorForPosition(QPoint(self.viewport().width() // 2, 1)).block()
        rect = layout.blockBoundingRect(block)
        return block.blockNumber(), (at - rect.top()) / max(1.0, rect.height())

    def _scroll_to(self, number: int, share: float) -> None:
        document = self.document()
        document.size()  # lays all of it out
        rect = document.documentLayout().blockBoundingRect(document.findBlockByNumber(number))
        self.verticalScrollBar().setValue(round(rect.top() + share * rect.height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit lines and pictures; the paragraph at the upper edge stays there."""
        top = self._top() if self._text is not None and self.verticalScrollBar().value() else None
        super().resizeEvent(event)
        self._fit()
        if top is not None:
            self._scroll_to(*top)

    # Zoom

    def set_zoom(self, percent: int) -> None:
        """Set the size of the text in percent."""
        percent = max(ZOOMS[0], min(ZOOMS[-1], percent))
        if percent != self.zoom:
            self.zoom = percent
            self._repaint_all()
            self.zoomed.emit(percent)

    def zoom_by(self, steps: int) -> None:
        """Make the text larger or smaller by steps."""
        at = min(range(len(ZOOMS)), key=lambda number: abs(ZOOMS[number] - self.zoom))
        self.set_zoom(ZOOMS[max(0, min(len(ZOOMS) - 1, at + steps))])

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom while Ctrl is held."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if event.angleDelta().y():
                self.zoom_by(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    # Links

    def _resolved(self, url: QUrl) -> Place | None:
        """Return the place of a link; None: it leads to another server, or nowhere."""
        target = url.toString()
        if EXTERNAL.match(target):
            return None
        place = self._docs.by_name[self.place.page].resolve(target)
        return place if self._docs.has(place) else None

    def _follow(self, url: QUrl) -> None:
        place = self._resolved(url)
        if place is not None:
            self.linked.emit(place)
        elif EXTERNAL.match(url.toString()):
            QDesktopServices.openUrl(url)

    def _point(self, url: QUrl) -> None:
        place = self._resolved(url) if not url.isEmpty() else None
        if place is None:
            text = url.toString()
            self.pointed.emit(f"{text} (opens in the browser)" if EXTERNAL.match(text) else "")
            return
        page = self._docs.by_name[place.page]
        heading = next((one.text for one in page.headings if one.anchor == place.anchor), "")
        self.pointed.emit(": ".join(filter(None, (page.title, heading))))

    # Search in the page

    def mark(self, words: str, at: int = 0, *, reveal: bool = True) -> int:
        """Mark all places of some words, and show one of them.

        Parameters
        ----------
        at
            Which of them is shown, from 0.
        reveal
            Whether the page is scrolled to it.

        Returns
        -------
        int
            How many there are.
        """
        found = self.occurrences(words)
        marks = []
        for number, cursor in enumerate(found):
            selection = QTextEdit.ExtraSelection()
            form = QTextCharFormat()
            form.setBackground(self._theme.colour("accent" if number == at else "warn_tint"))
            form.setForeground(self._theme.colour("on_accent" if number == at else "text"))
            selection.format = form
            selection.cursor = cursor
            marks.append(selection)
        self.setExtraSelections(marks)
        if found and reveal:
            shown = QTextCursor(found[at])
            shown.clearSelection()
            self.setTextCursor(shown)
            self.ensureCursorVisible()
        return len(found)

    def occurrences(self, words: str) -> list[QTextCursor]:
        """Return all places of some words, in their order; letters of either case are the same."""
        found: list[QTextCursor] = []
        document: QTextDocument = self.document()
        cursor = document.find(words, 0) if words else QTextCursor()
        while not cursor.isNull():
            found.append(cursor)
            cursor = document.find(words, cursor)
        return found

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the keys of the window to it: Qt's own history knows no pages."""
        if event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Home) and event.modifiers() in (
            Qt.KeyboardModifier.AltModifier,
            Qt.KeyboardModifier.NoModifier,
        ):
            if event.key() == Qt.Key.Key_Home and not event.modifiers():
                self.verticalScrollBar().setValue(0)
            event.accept()
            return
        if event.modifiers() & Qt.KeyboardModifier.AltModifier:
            event.ignore()
            return
        super().keyPressEvent(event)
