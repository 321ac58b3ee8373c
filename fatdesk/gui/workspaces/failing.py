"""Fail and mend from drawings of the room: racks and devices that are selected."""

from fatdesk.gui.session import Session


def can_fail(session: Session, what: str) -> bool:
    """Whether ``fail`` or ``mend`` can be done now."""
    if what == "mend":
        return session.broken.what_if.anything
    return session.broken.can_fail(session.selection)


def fail(session: Session, what: str) -> None:
    """Do it."""
    if what == "mend":
        session.broken.mend()
    elif can_fail(session, what):
        session.broken.turn(session.selection)
