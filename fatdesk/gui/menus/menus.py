"""The menus, made from the table of actions; shortcuts and the palette run the same."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from fatdesk.gui.menus.action import Action, Window
from fatdesk.gui.menus.actions import ACTIONS
from fatdesk.gui.menus.palette_search import Entry
from fatdesk.gui.menus.recent_menu import RecentMenu
from fatdesk.gui.menus.versions_menu import VersionsMenu
from fatdesk.gui.widgets.plain_text import menu_text


class Menus(QMenuBar):
    """The menus of one window; ``by_id`` are its actions, which belong to ``owner``."""

    def __init__(self, window: Window, owner: QWidget) -> None:
        super().__init__()
        self._window, self._owner = window, owner
        self.by_id: dict[str, QAction] = {}
        self._menus: dict[str, QMenu] = {}
        for action in ACTIONS:
            self._add(action)
        self.recent = RecentMenu(owner)
        self.versions = VersionsMenu(window.session, owner)
        self._menus["File"].insertMenu(self.by_id["save"], self.recent)
        self._menus["File"].insertMenu(self.by_id["export"], self.versions)
        for menu in self._menus.values():
            menu.aboutToShow.connect(self.refresh)

    def _add(self, action: Action) -> None:
        if action.menu not in self._menus:
            self._menus[action.menu] = self.addMenu(action.menu)
        made = QAction(menu_text(action.text), self._owner)
        if action.shortcut:
            made.setShortcuts([QKeySequence(key) for key in (action.shortcut, action.also) if key])
            if action.in_view:
                made.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        made.triggered.connect(lambda _=False, action=action: self.run(action))
        self._owner.addAction(made)
        if action.separated:
            self._menus[action.menu].addSeparator()
        self._menus[action.menu].addAction(made)
        self.by_id[action.id] = made

    def run(self, action: Action) -> None:
        """Do an action when it can be done now."""
        if action.enabled(self._window):
            action.run(self._window)
            self.refresh()

    def refresh(self, *_: object) -> None:
        """What can be done now, in the words of now."""
        for action in ACTIONS:
            made = self.by_id[action.id]
            made.setEnabled(action.enabled(self._window))
            made.setText(menu_text(action.says(self._window)))

    def entries(self, every: bool) -> list[Entry]:
        """For the palette: what can be done now, or everything."""
        found = []
        for action in ACTIONS:
            can = action.enabled(self._window)
            if every or (can and action.id != "palette"):
                run = partial(self.run, action) if can else None
                found.append(Entry(action.says(self._window), action.menu, action.shortcut, action.icon, run))
        return found
