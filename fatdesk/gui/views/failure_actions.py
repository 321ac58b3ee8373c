"""Fail and mend from drawings of the room: racks and devices that are selected."""

from fatdesk.gui.analysis.outages import broken_of
from fatdesk.gui.session.session import Session
from fatdesk.gui.views.workspace import Handler, when

NOTHING_FAILED = "Nothing has failed."


def mending(session: Session) -> Handler:
    """Mend everything that was failed by hand."""
    failed = when(lambda: broken_of(session).what_if.anything, NOTHING_FAILED)
    return Handler(lambda: broken_of(session).mend(), failed)


def failure_handlers(session: Session) -> dict[str, Handler]:
    """Fail what is selected, or mend it; mend everything."""
    chosen = when(
        lambda: broken_of(session).can_fail(session.selection), "Select a rack or device of a network."
    )
    fail = Handler(lambda: broken_of(session).turn(session.selection), chosen)
    return {"fail": fail, "mend": mending(session)}
