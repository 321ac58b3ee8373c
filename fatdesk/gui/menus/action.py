"""What an action is, and what it may ask of the window."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtGui import QKeySequence

from fatdesk.gui.files.files import Files
from fatdesk.gui.session.selection_history import Trail
from fatdesk.gui.session.session import Session, Stepping


class Window(Protocol):
    """What actions ask of the window."""

    session: Session
    files: Files

    @property
    def at_work(self) -> bool:
        """Whether a project is open and on view."""

    @property
    def is_designing(self) -> bool:
        """Whether a design is in the making."""

    @property
    def has_view(self) -> bool:
        """Whether a workspace is on view: of a project, or the catalog alone."""

    @property
    def steps(self) -> Stepping | None:
        """Whose steps undo and redo go through."""

    def save(self) -> None:
        """Save the project, or the catalog that is looked at."""

    def close_view(self) -> None:
        """Close the project, or the catalog that is looked at without one."""

    def design(self) -> None:
        """Begin a design, page by page."""

    def close(self) -> bool:
        """Close the window."""

    @property
    def can_find(self) -> bool:
        """Whether the workspace has something to search in."""

    def find_in_view(self) -> None:
        """Put the cursor into the filter of the workspace."""

    def show_palette(self, text: str = "") -> None:
        """Open the palette, with something typed already."""

    def show_workspace(self, name: str) -> None:
        """Bring a workspace to the front."""

    def add_network(self) -> None:
        """Put a network of a paper beside the fabrics."""

    def toggle_theme(self) -> None:
        """Change between light and dark."""

    @property
    def has_twin(self) -> bool:
        """Whether the workspace can be read as a table."""

    def toggle_twin(self) -> None:
        """From the drawing to its table, or back."""

    def toggle_bottom(self) -> None:
        """Open or close the bottom panel."""

    def show_bottom(self, tab: str) -> None:
        """Open the bottom panel with a tab in front."""

    def toggle_tree(self) -> None:
        """Open or close the project panel."""

    def next_panel(self, step: int) -> None:
        """Bring the keys to the next panel, or to the one before."""

    def next_workspace(self, step: int) -> None:
        """Bring the next workspace to the front, or the one before."""

    @property
    def trail(self) -> Trail:
        """Former selections."""

    def reset_layout(self) -> None:
        """Panels, sizes and columns as they start."""

    def show_inspector(self) -> None:
        """Open the inspector, and bring the keys to its first field."""

    def toggle_inspector(self) -> None:
        """Open or close the inspector."""

    def refusal_in_view(self, action: str) -> str:
        """Why the workspace in front cannot perform an action now; empty: it can."""

    def perform_in_view(self, action: str) -> None:
        """Let the workspace in front perform an action."""

    def copy(self) -> None:
        """Copy the selection of the workspace as a table."""

    def export(self) -> None:
        """Write the documents into a folder."""

    def read_back(self) -> None:
        """Read a list that came back."""

    def calibrate(self) -> None:
        """Fit slack and tolerance to measured lengths."""

    def import_parts(self) -> None:
        """Import device types as parts."""

    def import_prices(self) -> None:
        """Take a price list into parts."""

    def export_picture(self, kind: str) -> None:
        """Save what the workspace in front shows as a picture."""

    def print_document(self) -> None:
        """Print the document that is looked at."""

    def about(self) -> None:
        """Tell version and licence."""


NO_PROJECT = "Open a project, or design a network, first."
"""The refusal of everything that needs a project."""


def possible(_: Window) -> str:
    """Refuse never."""
    return ""


def needs_project(window: Window) -> str:
    """Refuse without an open project."""
    return "" if window.at_work else NO_PROJECT


def needs_view(window: Window) -> str:
    """Refuse while no workspace is on view."""
    return "" if window.has_view else NO_PROJECT


@dataclass(frozen=True)
class Action:
    """One thing to do.

    Attributes
    ----------
    menu
        The menu where it stands.
    text
        What it says; ``now`` says it with names where it has them ("Undo move rack 4").
    run
        The function that performs it.
    refusal
        The reason why it cannot be performed now; empty: it can.
    """

    id: str
    menu: str
    text: str
    shortcut: str
    run: Callable[[Window], object]
    icon: str = ""
    refusal: Callable[[Window], str] = possible
    now: Callable[[Window], str] | None = None
    separated: bool = False
    in_view: bool = False
    """Its key is heard by the drawing that has the focus, so that it can be typed elsewhere."""
    also: str = ""
    """A second shortcut, for those who know it from elsewhere."""

    @property
    def keys(self) -> tuple[str, ...]:
        """Its shortcuts, as Qt writes them."""
        written = (self.shortcut, self.also)
        return tuple(QKeySequence(key).toString() for key in written if key)

    def with_key(self, text: str = "") -> str:
        """Its text, or another one, with its shortcut for a tooltip."""
        text = text or self.text.removesuffix("…")
        return f"{text} ({self.shortcut})" if self.shortcut else text

    @property
    def row(self) -> str:
        """Its text and shortcut as a row of a menu."""
        return f"{self.text}\t{self.shortcut}" if self.shortcut else self.text

    def says(self, window: Window) -> str:
        """Its text at this moment."""
        return self.now(window) if self.now is not None else self.text
