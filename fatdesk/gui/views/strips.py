"""Strips over views: impact of failures, the comparison that a project comes from, a design that waits."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from fatdesk.gui.analysis.outages import outages_of
from fatdesk.gui.desk import Desk
from fatdesk.gui.menus.actions import key_tip
from fatdesk.gui.session.session import Session
from fatdesk.gui.theme.icons import picture
from fatdesk.gui.views.workspace import Handler, when
from fatdesk.gui.widgets.plain_text import label, tip
from fatdesk.project.commands.explorations import kept_of
from fatdesk.project.document.explorations import KeptExploration

NOTHING_FAILED = "Nothing has failed."


def restore_all_handler(session: Session) -> Handler:
    """Return the handler that clears all failures set by hand."""
    failed = when(lambda: outages_of(session).what_if.anything, NOTHING_FAILED)
    return Handler(lambda: outages_of(session).mend(), failed)


def failure_handlers(session: Session) -> dict[str, Handler]:
    """Return the handlers that fail the selection or clear its failure, and that clear all failures."""
    chosen = when(
        lambda: outages_of(session).can_fail(session.selection),
        "Select a rack, device or trunk of a network.",
    )
    fail = Handler(lambda: outages_of(session).turn(session.selection), chosen)
    return {"fail": fail, "mend": restore_all_handler(session)}


class OutageStrip(QFrame):
    """States the impact of the current failures; a button clears those that were set by hand."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk, self._session = desk, desk.session
        px = desk.theme.px
        self.setProperty("role", "banner-error")
        line = QHBoxLayout(self)
        line.setContentsMargins(px(14), px(5), px(12), px(5))
        line.setSpacing(px(10))
        self.mark, self.words = label(), label("", "error")
        self.words.setWordWrap(True)
        self.mend = QPushButton("Restore all")
        self.mend.setProperty("kind", "link")
        self.mend.setToolTip(key_tip("mend", "Clear all failures set by hand"))
        self.mend.clicked.connect(lambda _=False: outages_of(self._session).mend())
        line.addWidget(self.mark)
        line.addWidget(self.words, 1)
        line.addWidget(self.mend)
        for signal in (self._session.opened, self._session.changed, self._session.selected):
            signal.connect(self._follow)
        outages_of(self._session).changed.connect(self._follow)
        desk.theme.changed.connect(self._look)
        self._look()
        self._follow()

    def _follow(self, *_: object) -> None:
        outages = outages_of(self._session)
        sentences = outages.sentences if self._session.is_open else []
        self.words.setText(" ".join(sentences))
        self.mend.setVisible(outages.what_if.anything)
        self.setVisible(bool(sentences))

    def _look(self) -> None:
        self.words.setFont(self._desk.theme.strong(12))
        self.mark.setPixmap(picture(self._desk.theme, "faults", "error", self._desk.theme.px(16)))


def origin_text(kept: KeptExploration) -> tuple[str, str]:
    """Return the sentence about the origin of a design, and the text of the button, empty if nothing is left.

    >>> origin_text(KeptExploration(fabric="ib"))
    ('', '')
    """
    if not kept.made_from:
        return "", ""
    others = [pin.letter for pin in kept.pins if pin.letter != kept.made_from]
    return f"Made from point {kept.made_from}.", f"Compare with {', '.join(others)}" if others else ""


class OriginStrip(QFrame):
    """Shown after a project was made from a point of the explorer, until it is closed.

    ``compare_asked`` signals a click on the button.
    """

    compare_asked = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self._session = desk, desk.session
        self._announced = ""
        px = desk.theme.px
        self.setObjectName("origin-strip")
        self.setProperty("role", "banner-info")
        line = QHBoxLayout(self)
        line.setContentsMargins(px(14), px(4), px(12), px(4))
        line.setSpacing(px(10))
        self.mark, self.words = label(), label("", "accent")
        self.words.setObjectName("origin-text")
        self.compare, close = QPushButton(), QPushButton("Close")
        self.compare.setObjectName("origin-compare")
        self.compare.setProperty("kind", "link")
        self.compare.setToolTip(tip("Show the pinned networks side by side in Explorer"))
        self.compare.clicked.connect(lambda _=False: self.compare_asked.emit())
        close.setObjectName("origin-close")
        close.setProperty("kind", "link")
        close.setAccessibleName("Close this message")
        close.clicked.connect(lambda _=False: self._close())
        line.addWidget(self.mark)
        line.addWidget(self.words)
        line.addWidget(self.compare)
        line.addStretch(1)
        line.addWidget(close)
        self._session.opened.connect(self._close)
        self._session.changed.connect(self._follow)
        desk.theme.changed.connect(self._look)
        self._look()
        self._follow()

    def announce(self, fabric: str) -> None:
        """Show the origin of a fabric of the project, which was just made from a point."""
        self._announced = fabric
        self._follow()

    def _close(self, *_: object) -> None:
        self._announced = ""
        self._follow()

    def _follow(self, *_: object) -> None:
        text = compare = ""
        if self._announced and self._session.is_open:
            text, compare = origin_text(kept_of(self._session.project, self._announced))
        self.words.setText(text)
        self.compare.setText(compare)
        self.compare.setVisible(bool(compare))
        self.setVisible(bool(text))

    def _look(self) -> None:
        theme = self._desk.theme
        self.words.setFont(theme.strong(12))
        self.mark.setPixmap(picture(theme, "explorer", "accent", theme.px(16)))


class DesignStrip(QFrame):
    """Shown in Catalog while a design waits for its parts; ``back_asked`` signals a click on the button."""

    back_asked = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme, px = desk.theme, desk.theme.px
        self.setObjectName("design-strip")
        self.setProperty("role", "banner-info")
        line = QHBoxLayout(self)
        line.setContentsMargins(px(14), px(4), px(12), px(4))
        line.setSpacing(px(10))
        self.mark = label()
        self.words = label("A design waits for your parts.", "accent")
        self.words.setObjectName("design-text")
        self.back = QPushButton()
        self.back.setObjectName("design-back")
        self.back.setProperty("kind", "link")
        self.back.clicked.connect(lambda _=False: self.back_asked.emit())
        line.addWidget(self.mark)
        line.addWidget(self.words)
        line.addWidget(self.back)
        line.addStretch(1)
        desk.theme.changed.connect(self._look)
        self._look()
        self.follow(unsaved=False)
        self.hide()

    def follow(self, *, unsaved: bool) -> None:
        """State that parts are saved on the way back, where some are not."""
        self.back.setText("Save and go back to the design" if unsaved else "Back to the design")

    def _look(self) -> None:
        self.words.setFont(self._theme.strong(12))
        self.mark.setPixmap(picture(self._theme, "design", "accent", self._theme.px(16)))
