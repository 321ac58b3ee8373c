"""Button with the requirements that can be explored: fabrics of the project, studies, files."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog

from fatdesk.gui.desk import Desk
from fatdesk.gui.explorer.search_form import STUDIES
from fatdesk.gui.widgets.menu_button import MenuButton, TickMenu
from fatdesk.gui.widgets.plain_text import menu_text


class SourceButton(MenuButton):
    """Button with a menu of requirements.

    ``project_chosen`` carries the number of a fabric of the project, ``study_chosen`` the file, title and
    quantity of the x axis of a study, ``file_chosen`` the path of a requirements file.
    """

    project_chosen = Signal(int)
    study_chosen = Signal(str, str, str)
    file_chosen = Signal(object)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.theme, "open", "Explore", "Choose the requirements to explore")
        self.setObjectName("sources")
        self._desk = desk
        self._ours: list[QAction] = []
        self._menu = TickMenu(self)
        self._first = self._menu.addSeparator()
        for name, title, across in STUDIES:
            self._menu.addAction(menu_text(title)).triggered.connect(
                lambda _=False, n=name, t=title, x=across: self.study_chosen.emit(n, t, x)
            )
        self._menu.addSeparator()
        self._menu.addAction("Requirements file…").triggered.connect(lambda _=False: self._ask_file())
        self._menu.aboutToShow.connect(self._offer_fabrics)
        self.setMenu(self._menu)

    def _offer_fabrics(self) -> None:
        while self._ours:
            gone = self._ours.pop()
            self._menu.removeAction(gone)  # it is deleted after the menu is shown
            gone.deleteLater()
        session = self._desk.session
        project = session.project if session.is_open else None
        fabrics = project.fabrics if project is not None and project.hosts else ()
        for number, fabric in enumerate(fabrics):
            name = fabric.requirement.name
            words = "Requirements of the open project" + (f": {name}" if len(fabrics) > 1 else "")
            self._ours.append(QAction(menu_text(words), self._menu))
            self._ours[-1].triggered.connect(lambda _=False, n=number: self.project_chosen.emit(n))
        self._menu.insertActions(self._first, self._ours)

    def _ask_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, "Explore requirements", str(self._desk.folder), "Requirements (*.yaml *.yml)"
        )
        if name:
            self._desk.keep_folder(Path(name).parent)
            self.file_chosen.emit(Path(name))
