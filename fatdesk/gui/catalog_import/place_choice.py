"""The list of places that take parts, at whose end another folder can be chosen."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog

from fatdesk.gui.catalog_import.destination import Destination, of_folder
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.combo import Combo

OTHER = "A folder…"


class PlaceChoice(Combo):
    """``moved`` tells that another place was chosen."""

    moved = Signal()

    def __init__(self, theme: Theme, places: Sequence[Destination]) -> None:
        super().__init__(theme)
        self.setAccessibleName("Put into")
        self.setPlaceholderText("choose…")
        self._places = list(places)
        self._fill()
        self.activated.connect(self._chosen)

    @property
    def place(self) -> Destination | None:
        """What is chosen; None: nothing yet."""
        at = self.currentIndex()
        return self._places[at] if 0 <= at < len(self._places) else None

    def add_folder(self, folder: Path) -> None:
        """Offer a folder, and choose it."""
        self._places.append(of_folder(folder))
        self._fill(len(self._places) - 1)
        self.moved.emit()

    def _fill(self, at: int = 0) -> None:
        self.clear()
        self.addItems([*(place.title for place in self._places), OTHER])
        self.setCurrentIndex(at if self._places else -1)
        self._last = self.currentIndex()

    def _chosen(self, at: int) -> None:
        if at < len(self._places):
            self._last = at
            self.moved.emit()
            return
        name = QFileDialog.getExistingDirectory(self, "A folder for parts", str(Path.home()))
        if name:
            self.add_folder(Path(name))
        else:
            self.setCurrentIndex(self._last)
