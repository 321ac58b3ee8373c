"""Columns of losses and their impact: one row per element, the worst of a fabric first."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fatdesk.engine.drawing.plan import FabricLosses
from fatdesk.engine.listing.cells import UNKNOWN, Column, Value, rows_of
from fatdesk.networks.fault_tolerance.impact import Loss


class LossRow(NamedTuple):
    """A loss, and the fabric that it hits."""

    fabric: str
    loss: Loss


def _pairs(row: LossRow) -> Value:
    left = row.loss.left
    return left.pairs_connected / left.pairs if left.pairs else None


def _bisection(row: LossRow) -> Value:
    return UNKNOWN if row.loss.bisection_left is None else row.loss.bisection_left


COLUMNS: tuple[Column[LossRow], ...] = (
    Column("fabric", "Fabric", 16, value="fabric"),
    Column("kind", "Lost element", 12, value="loss.element.kind"),
    Column("name", "Which", 30, value="loss.element.name"),
    Column("key", "Key", 40, value="loss.element.key"),
    Column("hosts_cut_off", "Hosts cut off", 8, "integer", value="loss.left.hosts_lost"),
    Column("hosts", "Hosts", 8, "integer", value="loss.left.hosts"),
    Column("pairs_connected", "Share of pairs connected", 10, "number", value=_pairs),
    Column("bisection_left", "Share of the bisection left, at most", 10, "number", value=_bisection),
    Column(
        "uplinks_left",
        "Uplinks left at the worst edge",
        10,
        "integer",
        value="loss.uplinks_left",
    ),
    Column("uplinks", "Uplinks there", 10, "integer", value="loss.uplinks"),
    Column(
        "devices",
        "Hosts and switches lost",
        8,
        "integer",
        value=lambda row: len(row.loss.element.nodes),
    ),
    Column("cables", "Cables lost", 8, "integer", value=lambda row: len(row.loss.element.cables)),
    Column("remark", "Remark", 40, value="loss.remark"),
)


def loss_rows(fabrics: Sequence[FabricLosses]) -> Iterator[tuple[Value, ...]]:
    """The rows; the bisection is unknown where it was not worked out."""
    return rows_of(COLUMNS, (LossRow(name, loss) for name, losses in fabrics for loss in losses))
