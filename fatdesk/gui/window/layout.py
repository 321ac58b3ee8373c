"""Layout of the window: position, panels and their sizes, kept between sessions."""

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QItemSelectionModel, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QMainWindow,
    QScrollArea,
    QTableView,
    QTreeView,
    QWidget,
)

from fatdesk.gui.desk import Desk
from fatdesk.gui.screens import Pixels, Place, fitted
from fatdesk.gui.settings import Settings

if TYPE_CHECKING:
    from fatdesk.gui.tables.columns import KeptColumns
    from fatdesk.gui.window.panes import Panes
    from fatdesk.gui.window.rail import Rail

NARROW = 1440
"""In narrower windows the project panel is closed by default."""
TREE, INSPECTOR, BOTTOM = 216, 304, 240
LEAST, MOST = 100, 2000
ROOMY_WIDTH, ROOMY_HEIGHT = 1700, 1050
"""On smaller screens the first window is maximised."""


class Panels(msgspec.Struct, frozen=True):
    """Open panels; None for the project panel means depending on the window width."""

    project: bool | None = None
    inspector: bool = True
    bottom: bool = False
    tab: str = "findings"


class Sizes(msgspec.Struct, frozen=True):
    """Widths and heights of the panels in pixels."""

    project: Pixels = TREE
    inspector: Pixels = INSPECTOR
    bottom: Pixels = BOTTOM


def _show_place(target: QWidget) -> None:
    """Let a list begin at its first row, so that its focus is visible."""
    if isinstance(target, QAbstractItemView) and not target.currentIndex().isValid():
        model, choosing = target.model(), target.selectionModel()
        if model.rowCount():
            columns = (n for n in range(model.columnCount()) if not _is_hidden(target, n))
            choosing.setCurrentIndex(
                model.index(0, next(columns, 0)), QItemSelectionModel.SelectionFlag.NoUpdate
            )


def _is_hidden(view: QAbstractItemView, column: int) -> bool:
    return isinstance(view, QTableView | QTreeView) and view.isColumnHidden(column)


class ArrangedWindow(QMainWindow):
    """Interface of the window for its layout.

    Attributes
    ----------
    ready
        Whether the panels of a project have been created.
    inspecting
        Whether the inspector is open in workspaces that have one.
    rail
        The buttons of the workspaces at the left edge.
    """

    desk: Desk
    rail: "Rail"
    ready: bool
    inspecting: bool

    @property
    def panes(self) -> "Panes":
        """The panels that show a project."""
        raise NotImplementedError

    def show_bottom(self, tab: str) -> None:
        """Open the bottom panel at a tab."""
        raise NotImplementedError

    def show_workspace(self, name: str) -> None:
        """Show a workspace."""
        raise NotImplementedError


class Layout:
    """Restores and saves the layout of a window."""

    def __init__(self, window: "ArrangedWindow", settings: Settings) -> None:
        self._window, self._settings = window, settings
        self.panels = settings.get("panels", Panels, Panels())
        self.sizes = settings.get("sizes", Sizes, Sizes())
        settings.before_writing(self.collect)

    @property
    def _ready(self) -> bool:
        """Whether the panels of a project have been created."""
        return self._window.ready

    def place(self) -> None:
        """Restore the position of the window."""
        window, px = self._window, self._window.desk.theme.px
        place = self._settings.get("window", Place, Place(0, 0, 0, 0))
        screens = [screen.availableGeometry() for screen in QApplication.screens()]
        wanted = QRect(place.x, place.y, place.width, place.height)
        if place.width >= px(LEAST) and any(screen.intersects(wanted) for screen in screens):
            window.setGeometry(wanted)
            if place.maximised:
                window.setWindowState(Qt.WindowState.WindowMaximized)

    def fit(self, room: QRect, *, first: bool) -> None:
        """Move the window into the available area; maximise the first one on a small screen."""
        window, px = self._window, self._window.desk.theme.px
        window.setGeometry(fitted(window.geometry(), room))
        if first and (room.width() < px(ROOMY_WIDTH) or room.height() < px(ROOMY_HEIGHT)):
            window.setWindowState(Qt.WindowState.WindowMaximized)

    @property
    def is_first(self) -> bool:
        """Whether no window position is stored."""
        return self._settings.get("window", Place, Place(0, 0, 0, 0)).width < self._window.desk.theme.px(
            LEAST
        )

    def restore(self) -> None:
        """Restore the panels after they are created."""
        window = self._window
        for panel in (window.panes.tree, window.panes.inspector, window.panes.bottom):
            self.restore_columns(panel)
        window.inspecting = self.panels.inspector
        self.follow_width()
        self._size()
        if self.panels.bottom:
            tabs = window.panes.bottom.tabs
            window.show_bottom(self.panels.tab if self.panels.tab in tabs else "findings")
        from fatdesk.gui.window.panes import DEFAULT

        name = self._settings.get("workspace", str, DEFAULT)
        window.show_workspace(name if name in window.panes.workspaces else DEFAULT)

    def restore_columns(self, panel: QWidget) -> None:
        """Restore the columns of the tables of a panel or workspace that was just created."""
        from fatdesk.gui.tables import Table

        self._columns.keep(panel.findChildren(Table))

    @cached_property
    def _columns(self) -> "KeptColumns":
        from fatdesk.gui.tables.columns import KeptColumns

        return KeptColumns(self._settings)

    def _size(self) -> None:
        window, px = self._window, self._window.desk.theme.px
        project = max(px(160), min(px(400), self.sizes.project))
        inspector = max(px(260), min(px(480), self.sizes.inspector))
        rest = max(px(LEAST), window.width() - window.rail.width() - project)
        window.panes.setSizes([project, rest])
        window.panes.sides.setSizes([max(px(LEAST), rest - inspector), inspector])

    @property
    def bottom_height(self) -> int:
        """Height of the open bottom panel in pixels."""
        return max(LEAST, min(MOST, self.sizes.bottom))

    def follow_width(self) -> None:
        """Show or hide the project panel as chosen by the user; by default, depending on the width."""
        if not self._ready:
            return
        wide = self._window.width() >= self._window.desk.theme.px(NARROW)
        chosen = self.panels.project
        wanted = wide if chosen is None else chosen
        self._window.panes.tree.setVisible(wanted and self._window.desk.session.is_open)

    def choose_tree(self, on: bool) -> None:
        """Record that the user opened or closed the project panel."""
        self.panels = msgspec.structs.replace(self.panels, project=on)
        self.follow_width()

    def collect(self) -> None:
        """Record the current layout."""
        window, settings = self._window, self._settings
        place = window.normalGeometry() if window.isMaximized() else window.geometry()
        settings.put(
            "window", Place(place.x(), place.y(), place.width(), place.height(), window.isMaximized())
        )
        if not self._ready:
            return
        self.sizes = Sizes(
            window.panes.sizes()[0] or self.sizes.project,
            window.panes.sides.sizes()[1] or self.sizes.inspector,
            window.panes.bottom.height() if window.panes.bottom.is_open else self.sizes.bottom,
        )
        self.panels = Panels(
            self.panels.project, window.inspecting, window.panes.bottom.is_open, window.panes.bottom.shown
        )
        settings.put("sizes", self.sizes)
        settings.put("panels", self.panels)
        settings.put("workspace", window.panes.name)

    def reset(self) -> None:
        """Reset panels, sizes, columns and folded sections to their defaults."""
        from fatdesk.gui.views.property_page import FOLDED  # imported with the first project

        window = self._window
        self._settings.forget(FOLDED)
        window.panes.inspector.refresh()
        self.panels, self.sizes = Panels(), Sizes()
        window.inspecting = True
        window.panes.inspector.setVisible(window.panes.workspace.inspected)
        if window.panes.bottom.is_open:
            window.panes.bottom.toggle()
        self.follow_width()
        self._size()
        self._columns.reset()

    # Focus of panels

    def cycle(self, step: int) -> None:
        """Focus the next or previous open panel."""
        window = self._window
        panels: list[QWidget] = [
            window.panes.tree,
            window.panes.stack,
            *window.panes.workspace.side_panels,
            window.panes.inspector,
            window.panes.bottom,
        ]
        panels = [panel for panel in panels if panel.isVisible()]
        if window.panes.bottom in panels and not window.panes.bottom.is_open:
            panels.remove(window.panes.bottom)
        now = QApplication.focusWidget()
        around = [n for n, panel in enumerate(panels) if now is not None and panel.isAncestorOf(now)]
        at = max(around, default=-1)  # a side panel is in the stack of workspaces, too
        for number in range(1, len(panels) + 1):
            target = self._first(panels[(at + number * step) % len(panels)])
            if target is not None:
                _show_place(target)
                if target.hasFocus():
                    target.clearFocus()  # else nothing shows that it is the only panel
                target.setFocus(Qt.FocusReason.TabFocusReason)
                return

    def _first(self, panel: QWidget) -> QWidget | None:
        """Return the widget in a panel that gets the focus; of a workspace the front one, if visible."""
        window = self._window
        if panel is window.panes.stack:
            front = window.panes.workspace.front
            if front is not None and front.isVisible() and front.isEnabled():
                return front
            panel = window.panes.workspace
        for kind in (QAbstractItemView, QLineEdit, QWidget):
            for child in panel.findChildren(kind):
                shows_ring = not isinstance(child, QScrollArea)
                if shows_ring and child.isVisible() and child.isEnabled() and child.focusPolicy().value & 1:
                    return child
        return None
