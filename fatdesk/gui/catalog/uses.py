"""Uses of parts in the project and by other parts, and the prompt before deletion."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtWidgets import QMenu, QMessageBox, QPushButton, QWidget

from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import AnyPart, Enclosure, Server
from fatdesk.gui.session.library import Entry
from fatdesk.gui.session.session import Session
from fatdesk.gui.theme.icons import severity_mark
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.numbers import to_read
from fatdesk.gui.widgets.plain_text import box, menu_text
from fatdesk.project.derived.usage import Use, where_used

MOST = 6


def use_text(use: Use) -> str:
    """Return the description of a use.

    >>> use_text(Use("fabric", "compute", 22)), use_text(Use("devices", "in the room", 1))
    ('22 of fabric compute', '1 device in the room')
    """
    if use.taken is None:
        return f"allowed in {use.kind} {use.name}"
    if use.kind in ("fabric", "hosts"):
        return f"{to_read(f'{use.taken:,}')} of {use.kind} {use.name}"
    kind = use.kind.removesuffix("s") if use.taken == 1 else use.kind
    return f"{to_read(f'{use.taken:,}')} {kind} {use.name}".strip()


def may_delete(
    theme: Theme, window: QWidget, titles: Sequence[str], uses: Sequence[Use], others: Sequence[str]
) -> bool:
    """Ask whether to delete parts; list their uses in the project and by other parts."""
    listed = [use_text(use) for use in uses] + [f"referenced by {other}" for other in others]
    more = f"\nand {len(listed) - MOST} more" if len(listed) > MOST else ""
    text = f"Delete {titles[0]}?" if len(titles) == 1 else f"Delete {counted(len(titles), 'part')}?"
    warning = f"In use: {'; '.join(listed[:MOST])}.{more}\n" if listed else ""
    shown = box(
        window, "Delete", text, f"{warning}The file is deleted on the next save. Undo restores the part."
    )
    if listed:
        shown.setIconPixmap(severity_mark(theme, "warning", theme.px(32)))
    delete = shown.addButton("Delete", QMessageBox.ButtonRole.DestructiveRole)
    shown.setDefaultButton(shown.addButton(QMessageBox.StandardButton.Cancel))
    shown.exec()
    return shown.clickedButton() is delete


WORKSPACES = {"hosts": "topology", "fabric": "topology", "devices": "racks", "racks": "floor"} | {
    "cables": "cables",
    "transceivers": "bill",
}
"""Workspace that shows a kind of use."""


def uses_of(session: Session, entry: Entry) -> list[Use]:
    """Return the uses of a part in the open project."""
    if not session.is_open or entry.part is None:
        return []
    return where_used(session.project, session.derived, entry.part.id)


def parts_naming(catalog: Catalog, ids: set[str]) -> list[str]:
    """Return the parts that refer to some of these, each with the field."""
    return [
        f"{part.id} ({'fits' if isinstance(part, Server) else 'switch'})"
        for part in catalog
        if part.id not in ids and ids & set(_names(part))
    ]


def _names(part: AnyPart) -> tuple[str, ...]:
    if isinstance(part, Server):
        return part.fits
    return part.switch if isinstance(part, Enclosure) else ()


class UsesMenu(QMenu):
    """Menu of a button with the uses of a part; each item opens the workspace that shows it."""

    def __init__(self, session: Session, button: QPushButton, go: Callable[[str], object]) -> None:
        super().__init__(button)
        self._session, self._button, self._go = session, button, go
        button.setMenu(self)

    def show_entry(self, entry: Entry) -> None:
        """Show the uses of a part."""
        uses = uses_of(self._session, entry)
        self.clear()
        for use in uses:
            action = self.addAction(menu_text(use_text(use)))
            action.triggered.connect(partial(self._open, WORKSPACES[use.kind]))
        self._button.setText(f"Where used · {len(uses)}" if uses else "Where used")
        self._button.setEnabled(bool(uses))
        self._button.setVisible(self._session.is_open)

    def _open(self, workspace: str, _: bool = False) -> None:
        self._go(workspace)
