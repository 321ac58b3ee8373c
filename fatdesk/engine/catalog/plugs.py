"""The cages of a part as tables by link-level port number."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import configuration
from fatdesk.engine.catalog.parts import (
    Adapter,
    AnyPart,
    Card,
    ModularSwitch,
    Ports,
    PowerUnit,
    Server,
    Switch,
    links_of,
)

ONE_ROW = 4
"""Up to this number of cages a card or device has one row of them, more have two."""
MOST_COLUMNS = 18
"""Of more columns a card has further rows below, as on printed port maps."""


@dataclass(frozen=True)
class Plug:
    """A kind of cage: its connector, rate and lanes of each of its ``links``, and what it speaks."""

    connector: str
    rate_gbps: float
    lanes: int
    links: int
    protocol: str | None = None


@dataclass(frozen=True, eq=False)
class PortTable:
    """For each link-level port of a part: kind of cage, number of its cage, and which link of the cage.

    Management ports are the last ``management`` of them.
    """

    plugs: tuple[Plug, ...]
    plug: NDArray[np.int32]
    cage: NDArray[np.int32]
    link: NDArray[np.int32]
    cages_per_card: int = 0
    """Cages of one line card; 0: not a modular switch."""
    management: int = 0
    """Management ports of a switch."""

    @property
    def data(self) -> int:
        """Number of ports other than management ports."""
        return len(self.cage) - self.management

    def manages(self, port: int) -> bool:
        """Whether a port is a management port."""
        return port >= self.data

    def name(self, port: int) -> str:
        """Return the printed name of a port: cage from 1, ``12/2`` for the second link of cage 12.

        On a modular switch cages count from 1 on each card (``slot`` is the card). A management port is
        ``mgmt``, one of several ``mgmt1`` and so on.
        """
        if self.manages(port):
            return f"mgmt{port - self.data + 1}" if self.management > 1 else "mgmt"
        cage = int(self.cage[port])
        number = cage % self.cages_per_card if self.cages_per_card else cage
        plug = self.plugs[self.plug[port]]
        return str(number + 1) if plug.links == 1 else f"{number + 1}/{int(self.link[port]) + 1}"

    def slot(self, port: int) -> str:
        """The card of a port from 1; empty where it is on none."""
        carded = self.cages_per_card and not self.manages(port)
        return str(int(self.cage[port]) // self.cages_per_card + 1) if carded else ""

    def text(self, port: int) -> str:
        """Return the name of a port within its device: the card, if any, and the printed name."""
        return port_text(self.slot(port), self.name(port))


def port_text(slot: str, name: str, leg: str = "") -> str:
    """A port of a device with its card and, where the port is split, its leg.

    >>> port_text("", "12"), port_text("3", "12"), port_text("", "12", "2"), port_text("3", "12/2")
    ('12', '3/12', '12.2', '3/12/2')
    """
    return (f"{slot}/" if slot else "") + name + (f".{leg}" if leg else "")


class CageGrid(NamedTuple):
    """Places of cages on the front of a device or of one of its line cards, odd ones above.

    Attributes
    ----------
    block, column, row : (k,) int64
        Of each cage; blocks are one below the other.
    blocks, columns, rows
        Their number, of all blocks and in a block.
    """

    block: Longs
    column: Longs
    row: Longs
    blocks: int
    columns: int
    rows: int

    @classmethod
    def of(cls, cage: Longs, count: int) -> "CageGrid":
        """The places of some of ``count`` cages, by their numbers from 0.

        >>> CageGrid.of(np.arange(6), 6).column.tolist()
        [0, 0, 1, 1, 2, 2]
        """
        rows = 1 if count <= ONE_ROW else 2
        columns = ceil_div(count, rows)
        blocks = ceil_div(columns, MOST_COLUMNS)
        columns = ceil_div(columns, blocks)
        block, place = np.divmod(cage, rows * columns)
        column, row = np.divmod(place, rows)
        return cls(block, column, row, blocks, columns, rows)


def management_of(part: AnyPart) -> tuple[Ports, ...]:
    """The groups of management ports of a switch; none of other parts."""
    return part.management if isinstance(part, Switch | ModularSwitch) else ()


def groups_of(catalog: Catalog, part_id: str, cards: int = 0, card: str = "") -> tuple[Ports, ...]:
    """The groups of cages of a part that has ports; of a modular switch with a number of cards.

    Those of management ports are the last.

    Raises
    ------
    FatdeskError
        When the part has none.
    """
    part = catalog[part_id]
    if isinstance(part, Switch | ModularSwitch):
        return configuration(part, cards, card).ports + part.management
    if isinstance(part, Server | Adapter | PowerUnit) and part.ports:
        return part.ports
    raise FatdeskError(f"part {part_id!r} has no ports, add them to it in the catalog")


def port_table(catalog: Catalog, part_id: str, cards: int = 0, card: str = "") -> PortTable:
    """The table of a part's ports.

    Ports of a modular switch count card by card, so that port p of P a card is on card p // P. Management
    ports follow after all others, from ``links_of(configuration(part, cards, card).ports)`` on.
    """
    part = catalog[part_id]
    if isinstance(part, ModularSwitch):
        kind = next((some for some in part.cards if some.name == card), part.cards[0])
        return card_table(kind, cards, part.management)
    if isinstance(part, Switch):
        return table_of(part.ports, part.management)
    return table_of(groups_of(catalog, part_id))


def table_of(groups: tuple[Ports, ...], management: tuple[Ports, ...] = ()) -> PortTable:
    """The table of some groups of cages, and of management ports after them.

    >>> rj45 = (Ports(count=1, connector="rj45", rate_gbps=1.0),)
    >>> table = table_of((Ports(count=2, connector="qsfp28", rate_gbps=100.0, lanes=4),), rj45)
    >>> [table.name(port) for port in range(3)], table.data, table.plugs[table.plug[2]].connector
    (['1', '2', 'mgmt'], 2, 'rj45')
    """
    plug, cage, link = [], [], []
    first = 0
    for number, group in enumerate(groups + management):
        ports = group.count * group.links
        plug.append(np.full(ports, number, np.int32))
        cage.append(first + np.arange(ports, dtype=np.int32) // group.links)
        link.append(np.arange(ports, dtype=np.int32) % group.links)
        first += group.count
    plugs = tuple(Plug(g.connector, g.rate_gbps, g.lanes, g.links, g.protocol) for g in groups + management)
    return PortTable(
        plugs,
        np.concatenate(plug),
        np.concatenate(cage),
        np.concatenate(link),
        management=links_of(management),
    )


def card_table(card: Card, cards: int, management: tuple[Ports, ...] = ()) -> PortTable:
    """The table of a modular switch with a number of cards of a kind, and the management of its chassis."""
    one = table_of(card.ports)
    cages = int(one.cage.max()) + 1
    of_card = np.repeat(np.arange(cards, dtype=np.int32), len(one.cage))
    whole = PortTable(
        one.plugs,
        np.tile(one.plug, cards),
        (np.tile(one.cage, cards) + of_card * cages).astype(np.int32),
        np.tile(one.link, cards),
        cages,
    )
    if not management:
        return whole
    own = table_of(management)
    return PortTable(
        one.plugs + own.plugs,
        np.concatenate([whole.plug, own.plug + np.int32(len(one.plugs))]),
        np.concatenate([whole.cage, own.cage + np.int32(cards * cages)]),
        np.concatenate([whole.link, own.link]),
        cages,
        len(own.cage),
    )
