"""Columns of losses and their impact: one row per element, the worst of a fabric first."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fatdesk.engine.drawing.plan import FabricLosses
from fatdesk.engine.listing.cells import UNKNOWN, Column, Value, rows_of
from fatdesk.networks.fault_tolerance.impact import Loss


class LossRow(NamedTuple):
    """The loss of an element of a fabric, or of several at once, as counts.

    Attributes
    ----------
    kind, name, key
        Of the lost element; of several, in words.
    bisection_left
        Share from 0 to 1; None: not calculated.
    uplinks_left, uplinks
        At the edge switch that keeps the smallest share of its uplinks; None where no edge switch is left.
    devices, cables
        Numbers of hosts and switches, and of cables, that are lost.
    """

    fabric: str
    kind: str
    name: str
    key: str
    hosts_lost: int
    hosts: int
    pairs_connected: int
    pairs: int
    bisection_left: float | None
    uplinks_left: int | None
    uplinks: int | None
    devices: int
    cables: int
    remark: str


def _pairs(row: LossRow) -> Value:
    return row.pairs_connected / row.pairs if row.pairs else None


def _bisection(row: LossRow) -> Value:
    return UNKNOWN if row.bisection_left is None else row.bisection_left


COLUMNS: tuple[Column[LossRow], ...] = (
    Column("fabric", "Fabric", 16, value="fabric"),
    Column("kind", "Lost element", 12, value="kind"),
    Column("name", "Which", 30, value="name"),
    Column("key", "Key", 40, value="key"),
    Column("hosts_cut_off", "Hosts cut off", 8, "integer", value="hosts_lost"),
    Column("hosts", "Hosts", 8, "integer", value="hosts"),
    Column("pairs_connected", "Share of pairs connected", 10, "share", value=_pairs, short="Pairs connected"),
    Column(
        "bisection_left",
        "Share of the bisection left, at most",
        10,
        "share",
        value=_bisection,
        short="Bisection left",
    ),
    Column("uplinks_left", "Uplinks left at the worst edge", 10, "integer", value="uplinks_left"),
    Column("uplinks", "Uplinks there", 10, "integer", value="uplinks"),
    Column("devices", "Hosts and switches lost", 8, "integer", value="devices"),
    Column("cables", "Cables lost", 8, "integer", value="cables"),
    Column("remark", "Remark", 40, value="remark"),
)


def _row(fabric: str, loss: Loss) -> LossRow:
    element, left = loss.element, loss.left
    return LossRow(
        fabric,
        element.kind,
        element.name,
        element.key,
        left.hosts_lost,
        left.hosts,
        left.pairs_connected,
        left.pairs,
        loss.bisection_left,
        loss.uplinks_left,
        loss.uplinks,
        len(element.nodes),
        len(element.cables),
        loss.remark,
    )


def loss_rows(fabrics: Sequence[FabricLosses]) -> Iterator[tuple[Value, ...]]:
    """Return the rows; the bisection is unknown where it was not calculated."""
    return rows_of(COLUMNS, (_row(name, loss) for name, losses in fabrics for loss in losses))
