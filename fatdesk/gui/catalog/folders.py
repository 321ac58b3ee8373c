"""The button that tells which catalog is looked at, and lets another be chosen, opened or made."""

from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.desk import Desk
from fatdesk.gui.widgets.menu_button import MenuButton
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.gui.widgets.plain_text import menu_text


class Folders(MenuButton):
    """Offers the project's parts, the shipped ones, and folders of the user."""

    def __init__(self, desk: Desk, window: QWidget) -> None:
        super().__init__(desk.theme, "open", "", "Choose a catalog")
        self._desk, self._window = desk, window
        self.choices = QMenu(self)
        self.choices.aboutToShow.connect(self.fill)
        self.setMenu(self.choices)

    def follow(self) -> None:
        """Say which catalog is looked at."""
        place = self._desk.libraries.place
        self.setText(menu_text(place.title + (" (read only)" if place.read_only else "")))

    def fill(self) -> None:
        """What can be chosen now."""
        libraries, menu = self._desk.libraries, self.choices
        menu.clear()
        fixed = (
            [("This project", lambda: libraries.choose(libraries.project))]
            if self._desk.session.is_open
            else []
        )
        fixed.append(("Shipped parts", lambda: libraries.choose(libraries.shipped)))
        for title, run in fixed:
            menu.addAction(title).triggered.connect(lambda _=False, run=run: run())
        menu.addSeparator()
        for folder in libraries.folders:
            menu.addAction(menu_text(str(folder))).triggered.connect(partial(self._open, folder))
        menu.addSeparator()
        menu.addAction("Open a folder…").triggered.connect(lambda _=False: self.ask("Open a folder of parts"))
        menu.addAction("New folder…").triggered.connect(
            lambda _=False: self.ask("Make or choose an empty folder for parts")
        )

    def ask(self, title: str) -> None:
        """Ask for a folder, and look at it; the picker can make one."""
        start = str(self._desk.libraries.folders[0]) if self._desk.libraries.folders else str(Path.home())
        name = QFileDialog.getExistingDirectory(self._window, title, start)
        if name:
            self._open(Path(name))

    def _open(self, folder: Path, _: bool = False) -> None:
        try:
            self._desk.libraries.open_folder(folder)
        except FatdeskError as error:
            self._desk.libraries.forget(folder)
            self._desk.session.said.emit(in_sentence(str(error)))
