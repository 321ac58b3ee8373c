"""Where the figures of the status line come from, and what in them is not known."""

from typing import Literal

from fatdesk.gui.session.session import Session
from fatdesk.gui.widgets.number_text import counted
from fatdesk.project.document.ref import TRAY, Ref

WORKSPACES = {
    "Hosts": "topology",
    "Switches": "topology",
    "Links": "topology",
    "Cables": "cables",
    "Ordered": "cables",
    "Cost": "bill",
    "Power": "racks",
    "Mass": "racks",
    "Worst tray": "floor",
}
"""Where one sees what a figure adds up."""
MOST = 10
"""So many unknown parts are named."""


def source(session: Session, name: str) -> tuple[str, list[Ref]]:
    """The workspace that a figure comes from, and what to select there."""
    tray = session.figures.worst_tray
    return WORKSPACES[name], [TRAY(tray)] if name == "Worst tray" and tray else []


def told(session: Session, name: str) -> str:
    """What a figure is made of and what is missing in it, line by line."""
    lines: list[str] = []
    if name == "Cost":
        missing = [line for line in session.derived.bill.lines if line.unit_price is None]
        lines = _some([f"{line.order:,} × {line.part} has no price" for line in missing])
    elif name == "Power":
        lines = _without(session, "power_w", "power")
    elif name == "Mass":
        lines = _without(session, "mass_kg", "mass")
    elif name == "Ordered":
        unknown = sum(int((made.choice < 0).sum()) for made in session.derived.cabling.fabrics)
        lines = [f"{counted(unknown, 'cable')} without a part that reaches"] if unknown else []
    elif name == "Worst tray" and session.figures.worst_tray:
        lines = [session.figures.worst_tray]
    place = WORKSPACES[name].capitalize()
    return "\n".join([*lines, f"Click: {place}"])


def _without(session: Session, figure: Literal["power_w", "mass_kg"], word: str) -> list[str]:
    from fatdesk.engine.bill.making import counts_in

    items = [item for item in session.derived.items if counts_in(item, figure)]
    return _some(
        [f"{item.count:,} × {item.part} has no {word}" for item in items if getattr(item, figure) is None]
    )


def _some(lines: list[str]) -> list[str]:
    rest = len(lines) - MOST
    return [*lines[:MOST], *([f"and {counted(rest, 'other part')}"] if rest > 0 else [])]
