"""Change orders of the growth steps as lists to tick, a file for each step."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence

from fatdesk.engine.change_order.rows import COLUMNS
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.step_orders import StepOrder
from fatdesk.engine.export.export import Export, Table
from fatdesk.engine.listing.cells import Value


def order_file(number: int, ending: str) -> str:
    """Return the name of the change order of a step.

    >>> order_file(2, "pdf")
    'change-order-step-2.pdf'
    """
    return f"change-order-step-{number}.{ending}"


def why_no_orders(plan: Plan) -> str:
    """Return why not every step of the growth plan has a change order; empty: every step has one."""
    return plan.orders.why_not


def _make(ending: str, content: Callable[[StepOrder], bytes]) -> Callable[[Plan], dict[str, bytes]]:
    return lambda plan: {order_file(one.number, ending): content(one) for one in plan.orders.orders}


def _table(plan: Plan) -> Table:
    """The rows of all steps, as their files have them."""

    def rows() -> Iterator[Sequence[Value]]:
        for one in plan.orders.orders:
            yield from list(csv.reader(io.StringIO(one.csv().decode("utf-8-sig"), newline="")))[1:]

    return COLUMNS, rows()


XLSX = Export(
    "change-order.xlsx",
    "Change orders of the growth plan with boxes to tick, a spreadsheet for each step (only when named).",
    _make("xlsx", lambda one: one.xlsx()),
    table=_table,
    asked_only=True,
    why_none=why_no_orders,
)
CSV = Export(
    "change-order.csv",
    "Change orders of the growth plan as CSV, a file for each step (only when named).",
    _make("csv", lambda one: one.csv()),
    table=_table,
    asked_only=True,
    why_none=why_no_orders,
)
