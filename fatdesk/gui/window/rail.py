"""The rail at the left edge: a button for each workspace, in the order of the work."""

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QFrame, QToolButton, QVBoxLayout, QWidget

from fatdesk.gui.menus.action import NO_PROJECT
from fatdesk.gui.menus.actions import WORKSPACES
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.plain_text import tip

LAST = ("explorer", "cables", "documents")
"""Workspaces followed by a divider."""


class Rail(QWidget):
    """A button for each workspace; ``requested`` carries its name."""

    requested = Signal(str)

    def __init__(self, theme: Theme, actions: Mapping[str, QAction]) -> None:
        super().__init__()
        self._theme = theme
        px = theme.px
        self.setProperty("role", "rail")
        self.setObjectName("rail")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(px(86))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(4), px(8), px(4), px(8))
        column.setSpacing(px(4))
        group = QButtonGroup(self)
        self.buttons: dict[str, QToolButton] = {}
        self._about: dict[str, str] = {}
        for name, title in WORKSPACES:
            button = QToolButton()
            button.setObjectName(f"show-{name}")
            button.setText(title)
            button.setCheckable(True)
            button.setProperty("kind", "rail")
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setFixedSize(px(78), px(48))
            button.setIconSize(QSize(px(20), px(20)))
            self._about[name] = f"{title} ({actions[f'show-{name}'].shortcut().toString()})"
            button.setToolTip(tip(self._about[name]))
            button.clicked.connect(lambda _=False, name=name: self.requested.emit(name))
            group.addButton(button)
            self.buttons[name] = button
            column.addWidget(button)
            if name in LAST:
                column.addWidget(self._divider(), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        theme.changed.connect(self._look)
        self._look()

    def mark(self, name: str) -> None:
        """Highlight the current workspace."""
        self.buttons[name].setChecked(True)

    def leave_only(self, name: str) -> None:
        """Enable only one workspace, or all if the name is empty."""
        for some, button in self.buttons.items():
            is_on = not name or some == name
            button.setEnabled(is_on)
            button.setToolTip(tip(self._about[some] if is_on else NO_PROJECT))

    def _divider(self) -> QFrame:
        line = QFrame()
        line.setProperty("role", "hairline")
        line.setFixedWidth(self._theme.px(40))
        return line

    def _look(self) -> None:
        for name, button in self.buttons.items():
            button.setIcon(icon(self._theme, name, self._theme.px(20)))
