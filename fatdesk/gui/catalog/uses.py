"""Where parts are used in the open project, as a menu that goes there; and which parts name others."""

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QMenu, QPushButton

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import AnyPart, Enclosure, Server
from fatdesk.gui.catalog.delete_prompt import use_told
from fatdesk.gui.libraries.place import Entry
from fatdesk.gui.session.session import Session
from fatdesk.gui.widgets.plain_text import menu_text
from fatdesk.project.derived.usage import Use, where_used

HOMES = {"hosts": "topology", "fabric": "topology", "devices": "racks", "racks": "floor"} | {
    "cables": "cables",
    "transceivers": "bill",
}
"""Where a use is looked at."""


def uses_of(session: Session, entry: Entry) -> list[Use]:
    """Where the open project uses a part."""
    if not session.is_open or entry.part is None:
        return []
    return where_used(session.project, session.derived, entry.part.id)


def naming(catalog: Catalog, ids: set[str]) -> list[str]:
    """The other parts that name some of these, each with the field."""
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
    """The uses of the part on view, on its button; each goes to the workspace where it is looked at."""

    def __init__(self, session: Session, button: QPushButton, go: Callable[[str], object]) -> None:
        super().__init__(button)
        self._session, self._button, self._go = session, button, go
        button.setMenu(self)

    def show_entry(self, entry: Entry) -> None:
        """Take the uses of another part."""
        uses = uses_of(self._session, entry)
        self.clear()
        for use in uses:
            action = self.addAction(menu_text(use_told(use)))
            action.triggered.connect(partial(self._open, HOMES[use.kind]))
        self._button.setText(f"Where used · {len(uses)}" if uses else "Where used")
        self._button.setEnabled(bool(uses))
        self._button.setVisible(self._session.is_open)

    def _open(self, workspace: str, _: bool = False) -> None:
        self._go(workspace)
