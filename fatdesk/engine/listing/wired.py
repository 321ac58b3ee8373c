"""A fabric for other programs: nodes with unique plain names, links with both ports."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.listing.plain_names import plain_names

EXTERNAL_PORT = "1"


class WiredLink(NamedTuple):
    """A link: both nodes, the names of the ports there, its rate, and whether it is a backplane's trace."""

    a: int
    a_port: str
    b: int
    b_port: str
    rate_gbps: float
    trace: bool


@dataclass(frozen=True, eq=False)
class Wired:
    """A fabric with names.

    Attributes
    ----------
    shown
        What people call each node.
    """

    fabric: Fabric
    shown: Sequence[str]
    plan: Plan

    @cached_property
    def names(self) -> list[str]:
        """For each node letters, digits, ``.``, ``_`` and ``-`` that no other node has."""
        return plain_names(self.shown)

    @property
    def models(self) -> list[str]:
        """The part of each node; empty for external ones."""
        parts = [part.part for part in self.fabric.parts]
        return ["" if part < 0 else parts[part] for part in self.fabric.part.tolist()]

    def links(self) -> Iterator[WiredLink]:
        """All links, traces too; a port is ``12/2``, on a card ``3-12/2``, a leg of a split ``12/2.1``."""
        fabric = self.fabric
        printed = [self._printed(part.part, part.cards, part.card) for part in fabric.parts]
        of_node = fabric.part.tolist()
        columns = (fabric.ends, fabric.ports, fabric.split, fabric.splits, fabric.rate_gbps, fabric.trace)
        for (a, b), (p, q), leg, legs, rate, trace in zip(*(x.tolist() for x in columns), strict=True):
            at, to = of_node[a], of_node[b]
            near = printed[at][p] if at >= 0 else EXTERNAL_PORT
            far = printed[to][q] if to >= 0 else EXTERNAL_PORT
            yield WiredLink(a, f"{near}.{leg + 1}" if legs > 1 else near, b, far, rate, trace)

    def _printed(self, part: str, cards: int, card: str) -> list[str]:
        table = port_table(self.plan.catalog, part, cards, card)
        count = len(table.cage)
        return [f"{slot}-{table.name(p)}" if (slot := table.slot(p)) else table.name(p) for p in range(count)]


def wired(plan: Plan) -> list[Wired]:
    """The fabrics of a plan, with what they are called."""
    return [Wired(fabric, names, plan) for fabric, names in zip(plan.fabrics, plan.names, strict=True)]


def fabric_files(plan: Plan, name: str) -> Iterator[tuple[str, Wired]]:
    """The fabrics with the names of their files: ``fabric.dot``, ``fabric-NAME.dot`` where there are several.

    Notes
    -----
    Names of fabrics are ids of the project, so they are names of files as well.
    """
    stem, dot, ending = name.partition(".")
    for one in wired(plan):
        yield (f"{stem}-{one.fabric.name}{dot}{ending}" if len(plan.fabrics) > 1 else name), one
