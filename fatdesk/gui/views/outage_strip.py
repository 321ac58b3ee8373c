"""Failures in drawings: the actions to fail and mend, and the line that states what that cuts off."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from fatdesk.gui.analysis.outages import broken_of
from fatdesk.gui.desk import Desk
from fatdesk.gui.menus.actions import key_tip
from fatdesk.gui.session.session import Session
from fatdesk.gui.theme.icons import picture
from fatdesk.gui.views.workspace import Handler, when
from fatdesk.gui.widgets.plain_text import label

NOTHING_FAILED = "Nothing has failed."


def mending(session: Session) -> Handler:
    """Mend everything that was failed by hand."""
    failed = when(lambda: broken_of(session).what_if.anything, NOTHING_FAILED)
    return Handler(lambda: broken_of(session).mend(), failed)


def failure_handlers(session: Session) -> dict[str, Handler]:
    """Fail what is selected, or mend it; mend everything."""
    chosen = when(
        lambda: broken_of(session).can_fail(session.selection), "Select a rack or device of a network."
    )
    fail = Handler(lambda: broken_of(session).turn(session.selection), chosen)
    return {"fail": fail, "mend": mending(session)}


class OutStrip(QFrame):
    """Follows what is out; where something has failed by hand, it can be mended here."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self._session = desk, desk.session
        px = desk.theme.px
        self.setProperty("role", "banner-error")
        line = QHBoxLayout(self)
        line.setContentsMargins(px(14), px(5), px(12), px(5))
        line.setSpacing(px(10))
        self.mark, self.words = label(), label("", "error")
        self.words.setWordWrap(True)
        self.mend = QPushButton("Mend all")
        self.mend.setProperty("kind", "link")
        self.mend.setToolTip(key_tip("mend", "Everything that was failed by hand works again"))
        self.mend.clicked.connect(lambda _=False: broken_of(self._session).mend())
        line.addWidget(self.mark)
        line.addWidget(self.words, 1)
        line.addWidget(self.mend)
        for signal in (self._session.opened, self._session.changed, self._session.selected):
            signal.connect(self._follow)
        broken_of(self._session).changed.connect(self._follow)
        desk.theme.changed.connect(self._look)
        self._look()
        self.hide()

    def _follow(self, *_: object) -> None:
        broken = broken_of(self._session)
        told = broken.sentences if self._session.is_open else []
        self.words.setText(" ".join(told))
        self.mend.setVisible(broken.what_if.anything)
        self.setVisible(bool(told))

    def _look(self) -> None:
        self.words.setFont(self._desk.theme.strong(12))
        self.mark.setPixmap(picture(self._desk.theme, "faults", "error", self._desk.theme.px(16)))
