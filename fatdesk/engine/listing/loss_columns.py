"""The columns of what losses do: a row for each thing that can be lost, the worst of a fabric first."""

from collections.abc import Iterator, Sequence

from fatdesk.engine.drawing.plan import FabricLosses
from fatdesk.engine.listing.cells import UNKNOWN, Column, Value

COLUMNS: tuple[Column, ...] = (
    Column("fabric", "Fabric", 16),
    Column("kind", "Lost element", 12),
    Column("name", "Which", 30),
    Column("key", "Key", 40),
    Column("hosts_cut_off", "Hosts cut off", 8, "integer"),
    Column("hosts", "Hosts", 8, "integer"),
    Column("pairs_connected", "Share of pairs connected", 10, "number"),
    Column("bisection_left", "Share of the bisection left, at most", 10, "number"),
    Column("uplinks_left", "Up-links left at the worst edge", 10, "integer"),
    Column("uplinks", "Up-links there", 10, "integer"),
    Column("devices", "Hosts and switches lost", 8, "integer"),
    Column("cables", "Cables lost", 8, "integer"),
    Column("remark", "Remark", 40),
)


def loss_rows(fabrics: Sequence[FabricLosses]) -> Iterator[tuple[Value, ...]]:
    """The rows; the bisection is unknown where it was not worked out."""
    for name, losses in fabrics:
        for loss in losses:
            element, left = loss.element, loss.left
            yield (
                name,
                element.kind,
                element.name,
                element.key,
                left.hosts_lost,
                left.hosts,
                left.pairs_connected / left.pairs if left.pairs else None,
                UNKNOWN if loss.bisection_left is None else loss.bisection_left,
                loss.uplinks_left,
                loss.uplinks,
                len(element.nodes),
                len(element.cables),
                loss.remark,
            )
