"""Columns of delivery cycles, and their CSV."""

from collections.abc import Sequence
from operator import itemgetter

from fatdesk.engine.listing.cells import Column, Value, csv_bytes, rows_of
from fatdesk.networks.schedules.output import table
from fatdesk.networks.schedules.traffic_result import TrafficResult

COLUMNS: tuple[Column[Sequence[Value]], ...] = (
    Column("cycle", "Cycle", 8, "integer", value=itemgetter(0)),
    Column("source", "Source", 16, value=itemgetter(1)),
    Column("destination", "Destination", 16, value=itemgetter(2)),
    Column("messages", "Messages", 10, "integer", value=itemgetter(3)),
)


def schedule_csv(about: TrafficResult, names: Sequence[str]) -> bytes:
    """A schedule as CSV; ``names`` are of the hosts."""
    return csv_bytes(COLUMNS, rows_of(COLUMNS, table(about, names)))
