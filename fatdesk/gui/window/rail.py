"""The rail at the left edge: a button for each workspace, in the order of the work."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QToolButton, QVBoxLayout, QWidget

from fatdesk.gui.menus.actions import WORKSPACES
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.theme.theme import Theme, set_property
from fatdesk.gui.widgets.accessible import Role, give_role
from fatdesk.gui.widgets.plain_text import tip

LAST = ("explorer", "cables", "documents")
"""Workspaces followed by a divider."""


class Sizes(NamedTuple):
    """Height and icon of a button, and space around it, in pixels."""

    height: int
    icon: int
    space: int
    edge: int


WIDE = 86
"""Width of the rail in pixels at normal size of texts: that of the longest title."""
ROOMY, TIGHT = Sizes(48, 20, 4, 8), Sizes(40, 18, 2, 4)
"""Sizes in a window with room for all buttons, and in a low one."""


class Rail(QWidget):
    """A button for each workspace; ``requested`` carries its name."""

    requested = Signal(str)

    def __init__(self, theme: Theme, actions: Mapping[str, QAction]) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("role", "rail")
        self.setObjectName("rail")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = self._column = QVBoxLayout(self)
        self._sizes: Sizes | None = None
        self._group = QButtonGroup(self)
        self.buttons: dict[str, QToolButton] = {}
        self._about: dict[str, str] = {}
        for name, title in WORKSPACES:
            button = QToolButton()
            give_role(button, Role.RadioButton)
            button.setObjectName(f"show-{name}")
            button.setText(title)
            button.setIcon(icon(theme, name, theme.px(20)))
            button.setProperty("kind", "rail")
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            self._about[name] = f"{title} ({actions[f'show-{name}'].shortcut().toString()})"
            button.setToolTip(tip(self._about[name]))
            button.clicked.connect(lambda _=False, name=name: self.requested.emit(name))
            button.setCheckable(True)
            self._group.addButton(button)
            self.buttons[name] = button
            column.addWidget(button)
            if name in LAST:
                column.addWidget(self._divider(), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        theme.changed.connect(self._fit)
        self._fit()

    def _size(self, sizes: Sizes) -> None:
        """Size buttons and spaces."""
        if sizes is self._sizes and self.width() == self._theme.text_px(WIDE):
            return
        self._sizes, px = sizes, self._theme.px
        wide = self._theme.text_px(WIDE)
        self.setFixedWidth(wide)
        self._column.setContentsMargins(px(4), px(sizes.edge), px(4), px(sizes.edge))
        self._column.setSpacing(px(sizes.space))
        for button in self.buttons.values():
            set_property(button, "tight", sizes is TIGHT)
            button.setFixedSize(wide - px(8), px(sizes.height))
            button.setIconSize(QSize(px(sizes.icon), px(sizes.icon)))

    def minimumSizeHint(self) -> QSize:
        """Return the height of the smaller buttons."""
        return QSize(self.width(), self._needed(TIGHT))

    def _needed(self, sizes: Sizes) -> int:
        """Return the height for all buttons in a size."""
        px = self._theme.px
        spaces = len(self.buttons) + len(LAST)
        return (
            len(self.buttons) * px(sizes.height) + spaces * px(sizes.space) + len(LAST) + 2 * px(sizes.edge)
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the buttons smaller where the window is too low for all."""
        super().resizeEvent(event)
        self._size(ROOMY if self._needed(ROOMY) <= self.height() else TIGHT)

    def mark(self, name: str) -> None:
        """Highlight the current workspace."""
        self.buttons[name].setChecked(True)

    def leave_only(self, names: Collection[str] | None, why: str = "") -> None:
        """Enable only some workspaces, or all for None; the tooltips of the others give the reason."""
        for name, button in self.buttons.items():
            is_on = names is None or name in names
            button.setEnabled(is_on)
            button.setToolTip(tip(self._about[name] if is_on else why))

    def mark_none(self) -> None:
        """Highlight no workspace, while none is visible."""
        self._group.setExclusive(False)
        for button in self.buttons.values():
            button.setChecked(False)
        self._group.setExclusive(True)

    def _divider(self) -> QFrame:
        line = QFrame()
        line.setProperty("role", "hairline")
        line.setFixedWidth(self._theme.px(40))
        return line

    def _fit(self) -> None:
        """Fit the width to the size of texts."""
        self._size(self._sizes or ROOMY)
