"""The record of an action, and the interface of the window that actions use."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtGui import QKeySequence

from fatdesk.gui.files.files import Files
from fatdesk.gui.session.selection_history import SelectionHistory
from fatdesk.gui.session.session import Session, Stepping


class Dialogs(Protocol):
    """The dialogs of the window for actions."""

    def adopt(self) -> None:
        """Make a project of the report of an installed fabric."""

    def references(self) -> None:
        """List published networks, to open one as a new project."""

    def recover(self) -> None:
        """List copies of unsaved changes, to open one as a new project."""

    def netbox(self) -> None:
        """Compare the project with a NetBox or Nautobot, push it there, or pull a hall."""

    def revisions(self) -> None:
        """List the revisions of the project, to make one or to compare states."""

    def rules(self) -> None:
        """List the rules of the project, to add, change and try them."""

    def names(self) -> None:
        """Show the templates of names, with a preview."""

    def settings(self) -> None:
        """Open the settings."""

    def help_for_pane(self) -> None:
        """Show the page of the documentation for the pane in focus."""

    def documentation(self) -> None:
        """Show the documentation at its start."""

    def about(self) -> None:
        """Show version and licences."""


class Window(Protocol):
    """The interface of the window for actions."""

    session: Session
    files: Files

    @property
    def dialogs(self) -> Dialogs:
        """Dialogs that stay open next to the window."""

    @property
    def at_work(self) -> bool:
        """Whether a project is open and visible."""

    @property
    def is_designing(self) -> bool:
        """Whether a design is in progress."""

    @property
    def has_view(self) -> bool:
        """Whether a workspace is visible: of a project, or the catalog alone."""

    @property
    def steps(self) -> Stepping | None:
        """The history used by Undo and Redo."""

    def save(self) -> None:
        """Save the project, or the current catalog."""

    def close_view(self) -> None:
        """Close the project, or the catalog if no project is open."""

    def design(self) -> None:
        """Start the design wizard."""

    def show_tour(self) -> None:
        """Show the cards of the tour."""

    def close(self) -> bool:
        """Close the window."""

    def focus_menus(self) -> None:
        """Give the keys to the menu bar."""

    def find_in_view(self) -> None:
        """Focus the search field of the workspace."""

    def show_palette(self, text: str = "") -> None:
        """Open the command palette with a text."""

    def show_workspace(self, name: str) -> None:
        """Show a workspace."""

    def add_network(self) -> None:
        """Add a reference network."""

    def toggle_theme(self) -> None:
        """Switch between the light and dark theme."""

    @property
    def has_table_view(self) -> bool:
        """Whether the workspace has a table view."""

    def toggle_table_view(self) -> None:
        """Switch between drawing and table view."""

    def toggle_bottom(self) -> None:
        """Open or close the bottom panel."""

    def show_bottom(self, tab: str) -> None:
        """Open the bottom panel at a tab."""

    def toggle_tree(self) -> None:
        """Open or close the project panel."""

    def next_panel(self, step: int) -> None:
        """Focus the next or previous panel."""

    def next_workspace(self, step: int) -> None:
        """Show the next or previous workspace."""

    @property
    def selection_history(self) -> SelectionHistory:
        """The selection history."""

    def reset_layout(self) -> None:
        """Reset panels, sizes and columns to their defaults."""

    def show_inspector(self) -> None:
        """Open the inspector and focus its first field."""

    def toggle_inspector(self) -> None:
        """Open or close the inspector."""

    def refusal_in_view(self, action: str) -> str:
        """Return why the current workspace cannot perform an action now, or an empty text."""

    def perform_in_view(self, action: str) -> None:
        """Perform an action in the current workspace."""

    def home_of(self, action: str) -> str:
        """Return the workspace to go to for an action, where just one other offers it; else an empty text."""

    def copy(self) -> None:
        """Copy the selection of the workspace as a table."""

    def export(self) -> None:
        """Export the documents to a folder."""

    def read_back(self) -> None:
        """Import edited lists."""

    def list_host_ports(self) -> None:
        """List the ports of hosts with the networks that they lead to."""

    def fit_rates(self) -> None:
        """Show the rates of installation by the hours spent on ticked cables."""

    def calibrate(self) -> None:
        """Fit slack and tolerance to measured lengths."""

    def import_parts(self) -> None:
        """Import device types as parts."""

    def import_prices(self) -> None:
        """Import a price list."""

    def export_picture(self, kind: str) -> None:
        """Export the current view as a picture."""

    def print_document(self) -> None:
        """Print the current document."""


NO_PROJECT = "Open a project or design a network first."
"""Refusal of actions that need a project."""
DESIGNING = "Finish or close the new design first."
"""Refusal of actions that would leave the wizard."""


def possible(_: Window) -> str:
    """Return no refusal: always possible."""
    return ""


def needs_project(window: Window) -> str:
    """Return the refusal if no project is open."""
    return "" if window.at_work else without_project(window)


def needs_view(window: Window) -> str:
    """Return the refusal if no workspace is visible."""
    return "" if window.has_view else without_project(window)


def without_project(window: Window) -> str:
    """Return the refusal of what needs a project where none is visible."""
    return DESIGNING if window.is_designing else NO_PROJECT


@dataclass(frozen=True)
class Action:
    """An action of the window.

    Attributes
    ----------
    menu
        Its menu, or its place in menus of menus: ``File/Export jobs``.
    text
        Its label; ``now`` returns a label for the current state ("Undo move rack 4").
    run
        The function that performs it.
    refusal
        Returns the reason why it is unavailable now, or an empty text.
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
    """Whether its key is handled only by the focused drawing, so that it can be typed in fields."""
    also: str = ""
    """An alternative shortcut."""

    @property
    def keys(self) -> tuple[str, ...]:
        """Its shortcuts in the notation of Qt."""
        written = (self.shortcut, self.also)
        return tuple(QKeySequence(key).toString() for key in written if key)

    def with_key(self, text: str = "") -> str:
        """Return its label, or another text, with the shortcut, for a tooltip."""
        text = text or self.text.removesuffix("…")
        return f"{text} ({self.shortcut})" if self.shortcut else text

    @property
    def begins(self) -> bool:
        """Whether it changes nothing by itself: it takes a tool, or opens a dialog."""
        return self.id.startswith("tool-") or self.text.endswith("…")

    @property
    def row(self) -> str:
        """Its label and shortcut, separated by a tab, for a menu."""
        return f"{self.text}\t{self.shortcut}" if self.shortcut else self.text

    def says(self, window: Window) -> str:
        """Return its current label."""
        return self.now(window) if self.now is not None else self.text
