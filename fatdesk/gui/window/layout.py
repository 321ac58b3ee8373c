"""How the window is laid out: its place, the sizes of its panels, which are open; kept between starts."""

from typing import TYPE_CHECKING, Annotated

import msgspec
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QMainWindow, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.settings import Settings

if TYPE_CHECKING:
    from fatdesk.gui.window.panes import Panes

NARROW = 1440
"""Below this width the project panel starts closed."""
TREE, INSPECTOR, BOTTOM = 216, 304, 240
LEAST, MOST = 100, 2000
ROOMY_WIDTH, ROOMY_HEIGHT = 1700, 1050
"""On a smaller screen the first window is maximised."""


Pixels = Annotated[int, msgspec.Meta(ge=-100_000, le=100_000)]


class Place(msgspec.Struct, frozen=True):
    """Where the window is on the screen."""

    x: Pixels
    y: Pixels
    width: Pixels
    height: Pixels
    maximised: bool = False


class Panels(msgspec.Struct, frozen=True):
    """Which panels are open; None: the project panel as the width of the window has it."""

    project: bool | None = None
    inspector: bool = True
    bottom: bool = False
    tab: str = "findings"


class Sizes(msgspec.Struct, frozen=True):
    """Widths and heights of the panels."""

    project: Pixels = TREE
    inspector: Pixels = INSPECTOR
    bottom: Pixels = BOTTOM


def fitted(wanted: QRect, room: QRect) -> QRect:
    """Return a window's place inside what a screen has free: no larger, and no part of it outside.

    >>> fitted(QRect(0, 0, 2400, 1500), QRect(0, 0, 1920, 1040)).getRect()
    (0, 0, 1920, 1040)
    """
    found = QRect(wanted)
    found.setSize(wanted.size().boundedTo(room.size()))
    found.moveLeft(max(room.left(), min(found.left(), room.left() + room.width() - found.width())))
    found.moveTop(max(room.top(), min(found.top(), room.top() + room.height() - found.height())))
    return found


class ArrangedWindow(QMainWindow):
    """The window as its layout sees it: panels that open, close and change their sizes.

    Attributes
    ----------
    ready
        Whether there is anything but the first page.
    inspecting
        Whether the inspector is open in workspaces that have one.
    """

    desk: Desk
    ready: bool
    inspecting: bool

    @property
    def panes(self) -> "Panes":
        """All that shows a project."""
        raise NotImplementedError

    def show_bottom(self, tab: str) -> None:
        """Open the bottom panel with a tab in front."""
        raise NotImplementedError

    def show_workspace(self, name: str) -> None:
        """Bring a workspace to the front."""
        raise NotImplementedError


class Layout:
    """Restores and keeps the layout of one window."""

    def __init__(self, window: "ArrangedWindow", settings: Settings) -> None:
        self._window, self._settings = window, settings
        self.panels = settings.get("panels", Panels, Panels())
        self.sizes = settings.get("sizes", Sizes, Sizes())
        settings.before_writing(self.collect)

    @property
    def _ready(self) -> bool:
        """Whether there is anything but the first page."""
        return self._window.ready

    def place(self) -> None:
        """Put the window where it was."""
        window, px = self._window, self._window.desk.theme.px
        place = self._settings.get("window", Place, Place(0, 0, 0, 0))
        screens = [screen.availableGeometry() for screen in QApplication.screens()]
        wanted = QRect(place.x, place.y, place.width, place.height)
        if place.width >= px(LEAST) and any(screen.intersects(wanted) for screen in screens):
            window.setGeometry(wanted)
            if place.maximised:
                window.setWindowState(Qt.WindowState.WindowMaximized)

    def fit(self, room: QRect, *, first: bool) -> None:
        """Keep the window inside what its screen has free; maximise the first one on a small screen."""
        window, px = self._window, self._window.desk.theme.px
        window.setGeometry(fitted(window.geometry(), room))
        if first and (room.width() < px(ROOMY_WIDTH) or room.height() < px(ROOMY_HEIGHT)):
            window.setWindowState(Qt.WindowState.WindowMaximized)

    @property
    def is_first(self) -> bool:
        """Whether no window was ever placed by the user."""
        return self._settings.get("window", Place, Place(0, 0, 0, 0)).width < self._window.desk.theme.px(
            LEAST
        )

    def restore(self) -> None:
        """Put the panels as they were, once they are made."""
        from fatdesk.gui.tables import Table
        from fatdesk.gui.tables.columns import keep_columns

        window = self._window
        keep_columns(window.findChildren(Table), self._settings)
        window.inspecting = self.panels.inspector
        self.follow_width()
        self._size()
        if self.panels.bottom:
            tabs = window.panes.bottom.tabs
            window.show_bottom(self.panels.tab if self.panels.tab in tabs else "findings")
        name = self._settings.get("workspace", str, "floor")
        window.show_workspace(name if name in window.panes.workspaces else "floor")

    def _size(self) -> None:
        window, px = self._window, self._window.desk.theme.px
        project = max(px(160), min(px(400), self.sizes.project))
        inspector = max(px(260), min(px(480), self.sizes.inspector))
        rest = max(px(LEAST), window.width() - px(86) - project)
        window.panes.setSizes([project, rest])
        window.panes.sides.setSizes([max(px(LEAST), rest - inspector), inspector])

    @property
    def bottom_height(self) -> int:
        """How high the bottom panel opens."""
        return max(LEAST, min(MOST, self.sizes.bottom))

    def follow_width(self) -> None:
        """Show the project panel as chosen; while nothing was chosen, in windows that are wide enough."""
        if not self._ready:
            return
        wide = self._window.width() >= self._window.desk.theme.px(NARROW)
        chosen = self.panels.project
        wanted = wide if chosen is None else chosen
        self._window.panes.tree.setVisible(wanted and self._window.desk.session.is_open)

    def choose_tree(self, on: bool) -> None:
        """The user opened or closed the project panel."""
        self.panels = msgspec.structs.replace(self.panels, project=on)
        self.follow_width()

    def collect(self) -> None:
        """Take everything as it is now."""
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
        """Panels, sizes and columns as they start."""
        from fatdesk.gui.tables import Table
        from fatdesk.gui.tables.columns import reset as reset_columns

        window = self._window
        self.panels, self.sizes = Panels(), Sizes()
        window.inspecting = True
        window.panes.inspector.setVisible(window.panes.workspace.inspected)
        if window.panes.bottom.is_open:
            window.panes.bottom.toggle()
        self.follow_width()
        self._size()
        for table in window.findChildren(Table):
            reset_columns(table, window.desk)

    # Going from panel to panel

    def cycle(self, step: int) -> None:
        """Bring the keys to the next panel that is open, or to the one before."""
        window = self._window
        panels: list[QWidget] = [
            window.panes.tree,
            window.panes.stack,
            window.panes.inspector,
            window.panes.bottom,
        ]
        panels = [panel for panel in panels if panel.isVisible()]
        if window.panes.bottom in panels and not window.panes.bottom.is_open:
            panels.remove(window.panes.bottom)
        now = QApplication.focusWidget()
        at = next((n for n, panel in enumerate(panels) if now is not None and panel.isAncestorOf(now)), -1)
        for number in range(1, len(panels) + 1):
            target = self._first(panels[(at + number * step) % len(panels)])
            if target is not None:
                target.setFocus()
                return

    def _first(self, panel: QWidget) -> QWidget | None:
        """What takes the keys in a panel."""
        window = self._window
        if panel is window.panes.stack:
            return window.panes.workspace.front
        for kind in (QAbstractItemView, QLineEdit, QWidget):
            for child in panel.findChildren(kind):
                if child.isVisible() and child.isEnabled() and child.focusPolicy().value & 1:
                    return child
        return None
