"""Find a device by a part of its name; Enter goes on to the next, Shift+Enter back."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from fatdesk.gui.desk import Desk
from fatdesk.gui.menus.actions import key_tip
from fatdesk.gui.theme.icons import icon

WAIT_MS = 120


class Finder(QLineEdit):
    """The field; ``found`` tells the hit that shall be shown, ``told`` what is found in words."""

    found = Signal(int)
    told = Signal(str)
    left = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self.hits: list[int] = []
        self.at = -1
        self.names: tuple[str, ...] = ()
        self.setPlaceholderText("Find device")
        self.setAccessibleName("Find a device by its name")
        self.setToolTip(key_tip("find", "Part of a name. Enter: next, Shift+Enter: previous"))
        self.setMinimumWidth(px(110))
        self.setMaximumWidth(px(170))
        self._desk = desk
        self._picture = self.addAction(
            icon(desk.theme, "search", px(16)), QLineEdit.ActionPosition.LeadingPosition
        )
        desk.theme.changed.connect(
            lambda: self._picture.setIcon(icon(desk.theme, "search", desk.theme.px(16)))
        )
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(WAIT_MS)
        self._wait.timeout.connect(self.search)
        self.textChanged.connect(lambda _: self._wait.start())

    def take(self, names: tuple[str, ...]) -> None:
        """Look among other names from now on."""
        if names is not self.names:
            self.names, self.hits, self.at = names, [], -1
            self.told.emit("")

    def search(self) -> None:
        """Find all names that hold the text; a name that is the text comes first."""
        self._wait.stop()
        text = self.text().strip().casefold()
        self.at = -1
        if not text:
            self.hits = []
            self.told.emit("")
            return
        folded = [name.casefold() for name in self.names]
        hits = [number for number, name in enumerate(folded) if text in name]
        self.hits = sorted(hits, key=lambda number: folded[number] != text)
        self._tell()

    def _tell(self) -> None:
        if not self.hits:
            self.told.emit("No device matches")
        elif self.at < 0:
            self.told.emit(f"{len(self.hits):,} found")
        else:
            self.told.emit(f"{self.at + 1:,} of {len(self.hits):,}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on, Esc leaves."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._wait.isActive() or not self.hits:
                self.search()
            if self.hits:
                back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                first = 0 if not back else len(self.hits) - 1
                step = -1 if back else 1
                self.at = first if self.at < 0 else (self.at + step) % len(self.hits)
                self._tell()
                self.found.emit(self.hits[self.at])
        elif key == Qt.Key.Key_Escape:
            self.clear()
            self.search()
            self.left.emit()
        else:
            super().keyPressEvent(event)
