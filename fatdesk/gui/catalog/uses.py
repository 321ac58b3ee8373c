"""Uses of parts in the project and by other parts, as a menu, and the prompt before deletion."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtWidgets import QMenu, QMessageBox, QPushButton, QWidget

from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import AnyPart, Enclosure, Server
from fatdesk.engine.floor.floor import Device
from fatdesk.gui.session.library import Entry
from fatdesk.gui.session.session import Session
from fatdesk.gui.theme.icons import severity_mark
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.numbers import to_read
from fatdesk.gui.widgets.plain_text import box, menu_text
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project


class Use(NamedTuple):
    """Something that uses a part: its kind, its name, and how many it takes.

    None: the part is only allowed there.
    """

    kind: str
    name: str
    taken: int | None


def where_used(project: Project, derived: Derived | None, part_id: str) -> list[Use]:
    """Return the uses of a part in a project, in the order of the work.

    Parameters
    ----------
    derived
        What follows from the project, which knows cables and transceivers; None: those are left out.
    """
    return list(_uses(project, derived, part_id))


def _uses(project: Project, derived: Derived | None, part_id: str) -> Iterator[Use]:
    for group in project.hosts:
        if group.part == part_id:
            yield Use("hosts", group.name, group.count)
    for fabric in project.fabrics:
        taken = sum(use.count for use in fabric.parts if use.part == part_id)
        wanted = fabric.requirement
        if taken:
            yield Use("fabric", wanted.name, taken)
        elif part_id in (*(wanted.edge or ()), *(wanted.core or ())):
            yield Use("fabric", wanted.name, None)
    counts: Counter[str] = Counter()
    for rack in project.floor.racks:
        counts["racks"] += rack.part == part_id
        counts["devices"] += sum(_count(device, part_id) for device in rack.devices)
    for kind, count in sorted(counts.items()):
        if count:
            yield Use(kind, "in the room", count)
    if derived is not None:
        for line in derived.bill.lines:
            if line.part == part_id and line.category in ("cables", "transceivers") and line.needed:
                yield Use(line.category, "" if line.length_m is None else f"{line.length_m:g} m", line.needed)
    by_hand = sum(record.part == part_id for record in project.cables.values())
    if by_hand:
        yield Use("cables", "chosen by hand", by_hand)


def _count(device: Device, part_id: str) -> int:
    return (device.part == part_id) + sum(_count(inner, part_id) for inner in device.inside)


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
