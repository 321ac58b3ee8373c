"""Selections in words, for screen readers."""

from collections.abc import Sequence

from fatdesk.core.number_text import counted
from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.session.session import Session
from fatdesk.project.document.ref import CABLE, DEVICE, RACK, TRUNK, Ref

MOST_NAMED = 3
"""Of a larger selection, the rest is counted."""


def spoken(session: Session, elements: Sequence[Ref]) -> str:
    """Return a selection in words: the first elements by type and name, and the number of others."""
    if not elements:
        return "Nothing is selected"
    named = [_named(session, element) for element in elements[:MOST_NAMED]]
    more = len(elements) - len(named)
    listed = ", ".join(named) + (f" and {counted(more, 'other')}" if more else "")
    return f"Selected: {listed}"


def _named(session: Session, element: Ref) -> str:
    name = _name(session, element)
    return f"{element.kind.title} {name}" if name else element.kind.title


def _name(session: Session, element: Ref) -> str:
    """Return the name that people use; empty where an element has none, such as a wall."""
    if (number := RACK.id_of(element)) is not None:
        labels = (rack_label(rack) for rack in session.project.floor.racks if rack.number == number)
        return next(labels, "")
    if (device := DEVICE.id_of(element)) is not None:
        return session.derived.device_names.get(device, device)
    if (cable := CABLE.id_of(element)) is not None:
        row = session.cable(cable)
        if row is None:
            return ""
        ends = f"{row.a.device} port {row.a.port} to {row.b.device} port {row.b.port}"
        return f"{session.wiring.numbers[row.id]} from {ends}"
    if (trunk := TRUNK.id_of(element)) is not None:
        structured = session.derived.structured
        found = () if structured is None else structured.trunks
        return next((some.name for some in found if some.id == trunk), "")
    return element.id if isinstance(element.id, str) else ""
