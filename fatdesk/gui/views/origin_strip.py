"""Strip that states from which compared network the project was made, with a way back to the comparison."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.theme.icons import picture
from fatdesk.gui.widgets.plain_text import label, tip
from fatdesk.project.commands.explorations import kept_of
from fatdesk.project.document.explorations import KeptExploration


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
