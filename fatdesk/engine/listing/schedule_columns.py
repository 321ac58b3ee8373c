"""Columns of delivery cycles, and their CSV."""

from collections.abc import Sequence
from typing import NamedTuple

from fatdesk.engine.listing.cells import Column, csv_bytes, rows_of
from fatdesk.networks.schedules.output import table
from fatdesk.networks.schedules.traffic_result import TrafficResult


class MessageRow(NamedTuple):
    """Messages from a host to another in a delivery cycle, counted from 1."""

    cycle: int
    source: str
    destination: str
    messages: int


COLUMNS: tuple[Column[MessageRow], ...] = (
    Column("cycle", "Cycle", 8, "integer", value="cycle"),
    Column("source", "Source", 16, value="source"),
    Column("destination", "Destination", 16, value="destination"),
    Column("messages", "Messages", 10, "integer", value="messages"),
)


def schedule_csv(about: TrafficResult, names: Sequence[str]) -> bytes:
    """Return a schedule as CSV; ``names`` are of the hosts."""
    return csv_bytes(COLUMNS, rows_of(COLUMNS, (MessageRow(*row) for row in table(about, names))))
