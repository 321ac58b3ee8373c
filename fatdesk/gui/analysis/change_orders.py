"""Change orders of the growth plan of the open project for previews, worked out in the background."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from fatdesk.engine.drawing.step_orders import StepOrders
from fatdesk.gui.session.background_tasks import BackgroundMemo
from fatdesk.gui.session.session import Session

if TYPE_CHECKING:
    from fatdesk.project.derived.derived import Derived

WORKING = "the change orders are being worked out"


class BackgroundOrders(QObject):
    """The change orders of the open project; ``changed``: they are worked out."""

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._orders = BackgroundMemo[str](session, self.changed.emit)
        session.opened.connect(self._orders.clear)

    def orders_of(self, derived: "Derived", /) -> StepOrders:
        """Return those of the growth plan, or that they are being worked out."""
        from fatdesk.project.growing.orders import step_orders
        from fatdesk.project.growing.stage_networks import stage_inputs

        project = derived.project
        if not project.growth:
            return StepOrders()
        found = self._orders.get(
            "orders",
            stage_inputs(project),
            lambda: step_orders(project),
            at_once=False,
            title="Work out the change orders",
        )
        return StepOrders((), WORKING) if found is None else found


def background_orders_of(session: Session) -> BackgroundOrders:
    """Return those of the open project of the session."""
    return session.findChild(BackgroundOrders) or BackgroundOrders(session)
