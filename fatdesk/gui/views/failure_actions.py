"""Fail and mend from drawings of the room: racks and devices that are selected."""

from fatdesk.gui.analysis.outages import broken_of
from fatdesk.gui.session.session import Session


def can_fail(session: Session, what: str) -> bool:
    """Whether ``fail`` or ``mend`` can be done now."""
    if what == "mend":
        return broken_of(session).what_if.anything
    return broken_of(session).can_fail(session.selection)


def fail(session: Session, what: str) -> None:
    """Do it."""
    if what == "mend":
        broken_of(session).mend()
    elif can_fail(session, what):
        broken_of(session).turn(session.selection)
