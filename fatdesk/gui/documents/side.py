"""The left side of the documents: a filter, the button for new jobs, and the list."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QVBoxLayout, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.documents.document_list import HandoutList
from fatdesk.gui.documents.ready_jobs import READY
from fatdesk.gui.menus.actions import JOBS
from fatdesk.gui.widgets.menu_button import MenuButton
from fatdesk.gui.widgets.plain_text import menu_text, tip

TEXTS = {action.id: action.text for action in JOBS} | {"delete": "Remove the job"}
OF_ROWS = ("job-run", "job-new", "", "job-name", "job-duplicate", "job-up", "job-down", "", "delete")
"""What the menu of a row offers; empty: a line."""


class DocumentsSide(QWidget):
    """Filter, button and list.

    ``asked`` carries the id of an action, ``ready`` the title of a ready-made job, ``filtered`` tells that
    something else is looked for.
    """

    asked = Signal(str)
    ready = Signal(str)
    filtered = Signal()

    def __init__(self, desk: Desk, can: Callable[[str], bool]) -> None:
        super().__init__()
        px = desk.theme.px
        self._can = can
        self.setProperty("role", "panel")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, px(6), 0, 0)
        column.setSpacing(px(6))
        row = QHBoxLayout()
        row.setContentsMargins(px(8), 0, px(8), 0)
        row.setSpacing(px(6))
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Find a job or document")
        self.filter.setAccessibleName("Find a job or document")
        self.filter.setClearButtonEnabled(True)
        self.new = MenuButton(
            desk.theme, "plus", "New job", "Save documents as a job that is run again and again"
        )
        self.choices = QMenu(self.new)
        self.choices.setToolTipsVisible(True)
        self.choices.addAction("From the selected documents").triggered.connect(
            lambda _=False: self.asked.emit("job-new")
        )
        self.choices.addSeparator()
        for title, names in READY.items():
            entry = self.choices.addAction(menu_text(title))
            entry.setToolTip(tip(", ".join(names)))
            entry.triggered.connect(lambda _=False, title=title: self.ready.emit(title))
        self.new.setMenu(self.choices)
        row.addWidget(self.filter, 1)
        row.addWidget(self.new)
        column.addLayout(row)
        self.list = HandoutList(desk)
        column.addWidget(self.list, 1)
        self.setMinimumWidth(px(260))
        self.filter.textChanged.connect(lambda _: self.filtered.emit())
        self.filter.returnPressed.connect(self.list.setFocus)
        self.list.asked.connect(self.asked)

    def menu_of_rows(self) -> QMenu:
        """What can be done with what is selected."""
        menu = QMenu(self)
        for what in OF_ROWS:
            if not what:
                menu.addSeparator()
            elif self._can(what):
                entry = menu.addAction(menu_text(TEXTS[what]))
                entry.triggered.connect(lambda _=False, what=what: self.asked.emit(what))
        return menu
