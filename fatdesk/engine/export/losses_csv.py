"""What the loss of each rack, tray, switch or cable does as CSV; written only when it is named."""

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import csv_bytes
from fatdesk.engine.listing.loss_columns import COLUMNS, loss_rows

NAME = "losses.csv"
ASKED_ONLY = SLOW = True  # in a large room it takes a minute to lose everything once


def make(plan: Plan) -> dict[str, bytes]:
    """The file."""
    return {NAME: csv_bytes(COLUMNS, loss_rows(plan.losses))}
