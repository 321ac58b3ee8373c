"""Questions about parts: may they be deleted, though something uses them."""

from collections.abc import Sequence

from PySide6.QtWidgets import QMessageBox, QWidget

from fatdesk.gui.widgets.numbers import counted
from fatdesk.gui.widgets.plain_text import box
from fatdesk.project.derived.usage import Use

MOST = 6


def use_told(use: Use) -> str:
    """A use in words.

    >>> use_told(Use("fabric", "compute", 22)), use_told(Use("devices", "in the room", 1))
    ('22 of fabric compute', '1 devices in the room')
    """
    if use.taken is None:
        return f"allowed in {use.kind} {use.name}"
    if use.kind in ("fabric", "hosts"):
        return f"{use.taken:,} of {use.kind} {use.name}"
    return f"{use.taken:,} {use.kind} {use.name}".strip()


def may_delete(window: QWidget, titles: Sequence[str], uses: Sequence[Use], others: Sequence[str]) -> bool:
    """Ask whether parts shall go; tells what of the project uses them, and which parts name them."""
    told = [use_told(use) for use in uses] + [f"named by {other}" for other in others]
    more = f"\nand {len(told) - MOST} more" if len(told) > MOST else ""
    text = f"Delete {titles[0]}?" if len(titles) == 1 else f"Delete {counted(len(titles), 'part')}?"
    warning = f"In use: {'; '.join(told[:MOST])}.{more}\n" if told else ""
    shown = box(
        window, "Delete", text, f"{warning}The file goes with the next save. Undo brings the part back."
    )
    if told:
        shown.setIcon(QMessageBox.Icon.Warning)
    delete = shown.addButton("Delete", QMessageBox.ButtonRole.DestructiveRole)
    shown.setDefaultButton(shown.addButton(QMessageBox.StandardButton.Cancel))
    shown.exec()
    return shown.clickedButton() is delete
