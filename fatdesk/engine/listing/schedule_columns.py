"""The columns of a schedule of delivery cycles, and its CSV."""

from collections.abc import Sequence

from fatdesk.engine.listing.cells import Column, csv_bytes
from fatdesk.networks.schedules.output import table
from fatdesk.networks.schedules.traffic_result import TrafficResult

COLUMNS: tuple[Column, ...] = (
    Column("cycle", "Cycle", 8, "integer"),
    Column("source", "Source", 16),
    Column("destination", "Destination", 16),
    Column("messages", "Messages", 10, "integer"),
)


def schedule_csv(about: TrafficResult, names: Sequence[str]) -> bytes:
    """A schedule as CSV; ``names`` are of the hosts."""
    return csv_bytes(COLUMNS, table(about, names))
