"""Everything that can be done from the window, as data for menus, palette and shortcuts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from fatdesk.gui.session import Session


class Window(Protocol):
    """What actions ask of the window."""

    session: Session

    def open_file(self) -> None:
        """Ask for a project and open it."""

    def design_file(self) -> None:
        """Ask for requirements and design a network."""

    def save(self) -> bool:
        """Save, asking for a name where there is none."""

    def save_as(self) -> bool:
        """Save under another name."""

    def close_project(self) -> None:
        """Go back to the welcome page."""

    def close(self) -> bool:
        """Close the window."""

    @property
    def can_find(self) -> bool:
        """Whether the workspace has something to search in."""

    def find_in_view(self) -> None:
        """Put the cursor into the filter of the workspace."""

    def show_palette(self) -> None:
        """Open the palette."""

    def show_workspace(self, name: str) -> None:
        """Bring a workspace to the front."""

    def toggle_theme(self) -> None:
        """Change between light and dark."""

    def toggle_findings(self) -> None:
        """Open or close the bottom panel."""

    def toggle_inspector(self) -> None:
        """Open or close the inspector."""

    def copy(self) -> None:
        """Copy the selection of the workspace as a table."""

    def export(self) -> None:
        """Write the documents into a folder."""

    def about(self) -> None:
        """Tell version and licence."""


def _always(_: Window) -> bool:
    return True


def _open(window: Window) -> bool:
    return window.session.is_open


@dataclass(frozen=True)
class Action:
    """One thing to do.

    Attributes
    ----------
    menu
        The menu where it stands.
    text
        What it says; ``now`` says it with names where it has them ("Undo move rack 4").
    enabled, run
        When it can be done, and what to do.
    """

    id: str
    menu: str
    text: str
    shortcut: str
    run: Callable[[Window], object]
    icon: str = ""
    enabled: Callable[[Window], bool] = _always
    now: Callable[[Window], str] | None = None
    separated: bool = False

    def says(self, window: Window) -> str:
        """Its text at this moment."""
        return self.now(window) if self.now is not None else self.text


def _step(word: str, label: str) -> str:
    return f"{word} {label[0].lower()}{label[1:]}" if label else word


def _undo_text(window: Window) -> str:
    return _step("Undo", window.session.history.undo_label if window.session.is_open else "")


def _redo_text(window: Window) -> str:
    return _step("Redo", window.session.history.redo_label if window.session.is_open else "")


WORKSPACES = (
    ("floor", "Floor"),
    ("racks", "Racks"),
    ("cables", "Cables"),
    ("bill", "Bill"),
    ("documents", "Documents"),
)
"""Name, which is its icon's as well, and title of each workspace, in the order of the rail."""


def _workspace(number: int, name: str, title: str) -> Action:
    return Action(
        f"show-{name}",
        "View",
        title,
        f"Ctrl+{number}",
        lambda window: window.show_workspace(name),
        icon=name,
        enabled=_open,
    )


ACTIONS: tuple[Action, ...] = (
    Action("design", "File", "Design from requirements…", "Ctrl+N", lambda w: w.design_file(), icon="design"),
    Action("open", "File", "Open…", "Ctrl+O", lambda w: w.open_file(), icon="open"),
    Action("save", "File", "Save", "Ctrl+S", lambda w: w.save(), enabled=_open, separated=True),
    Action("save-as", "File", "Save as…", "Ctrl+Shift+S", lambda w: w.save_as(), enabled=_open),
    Action(
        "export",
        "File",
        "Export documents…",
        "Ctrl+E",
        lambda w: w.export(),
        icon="export",
        enabled=_open,
        separated=True,
    ),
    Action("close", "File", "Close project", "Ctrl+W", lambda w: w.close_project(), enabled=_open),
    Action("quit", "File", "Quit", "Ctrl+Q", lambda w: w.close(), separated=True),
    Action(
        "undo",
        "Edit",
        "Undo",
        "Ctrl+Z",
        lambda w: w.session.undo(),
        icon="undo",
        enabled=lambda w: w.session.is_open and w.session.history.can_undo,
        now=_undo_text,
    ),
    Action(
        "redo",
        "Edit",
        "Redo",
        "Ctrl+Shift+Z",
        lambda w: w.session.redo(),
        icon="redo",
        enabled=lambda w: w.session.is_open and w.session.history.can_redo,
        now=_redo_text,
    ),
    Action(
        "copy",
        "Edit",
        "Copy as table",
        "Ctrl+C",
        lambda w: w.copy(),
        icon="copy",
        enabled=_open,
        separated=True,
    ),
    Action(
        "find",
        "Edit",
        "Find in this view",
        "Ctrl+F",
        lambda w: w.find_in_view(),
        icon="search",
        enabled=_open,
    ),
    *(_workspace(number, name, title) for number, (name, title) in enumerate(WORKSPACES, start=1)),
    Action(
        "findings",
        "View",
        "Findings",
        "Ctrl+J",
        lambda w: w.toggle_findings(),
        enabled=_open,
        separated=True,
    ),
    Action("inspector", "View", "Inspector", "Ctrl+I", lambda w: w.toggle_inspector(), enabled=_open),
    Action("palette", "View", "Find or run…", "Ctrl+K", lambda w: w.show_palette(), icon="search"),
    Action(
        "theme", "View", "Light or dark", "Ctrl+T", lambda w: w.toggle_theme(), icon="sun", separated=True
    ),
    Action("about", "Help", "About fatdesk", "", lambda w: w.about()),
)
"""In the order of the menus."""
