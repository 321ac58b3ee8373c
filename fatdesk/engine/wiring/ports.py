"""Ports of devices in the order of the chassis: for each the cable in it, its far end and its names."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.cabling.identity import LinkIds
from fatdesk.engine.cabling.laying import FabricCabling
from fatdesk.engine.cabling.spans import UNKNOWN
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.plugs import PortTable, port_table, port_text
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.fabric.fabric_ports import FabricPorts

FREE = -1
"""The link of a lane that nothing is attached to."""
MANAGEMENT = -1
"""The card of management ports, which are on none."""
EXTERNAL_END, FREE_END = -1, -2
"""Levels of the far ends of ports that lead out of the project, and of free ports."""


class LinkSides:
    """The ends of links by node."""

    def __init__(self, fabric: Fabric) -> None:
        nodes = fabric.ends.reshape(-1)
        self._order = np.argsort(nodes, kind="stable").astype(np.int64)
        self._start = np.searchsorted(nodes[self._order], np.arange(fabric.node_count + 1))

    def at(self, node: int) -> tuple[Longs, Longs]:
        """The links at a node, and which of their ends is there."""
        sides = self._order[self._start[node] : self._start[node + 1]]
        return sides // 2, sides % 2


class Lanes(NamedTuple):
    """The lanes of a device: one for each link-level port, of a split port one for each leg.

    Attributes
    ----------
    port, leg : (k,) int64
        The port from 0, and the leg of it; legs count from 0.
    legs : (k,) int64
        Into how many legs the port is split; 1: it is not.
    card, cage : (k,) int64
        Line card (0 where there are none, MANAGEMENT of management ports), and cage on it, both from 0.
    link, side : (k,) int64
        The link at the lane (FREE: none), and which of its ends.
    """

    port: Longs
    leg: Longs
    legs: Longs
    card: Longs
    cage: Longs
    link: Longs
    side: Longs


def lanes_of(fabric: Fabric, sides: LinkSides, node: int, table: PortTable | None) -> Lanes:
    """The lanes of a node by its table of ports; without one, as many ports as its links need."""
    links, side = sides.at(node)
    ports = fabric.ports[links, side].astype(np.int64)
    split = np.where(side == 0, fabric.splits[links], 1).astype(np.int64)
    leg = np.where((side == 0) & (split > 1), fabric.split[links], 0).astype(np.int64)
    count = max(0 if table is None else len(table.cage), int(ports.max(initial=-1)) + 1)
    legs = np.ones(count, np.int64)
    np.maximum.at(legs, ports, split)
    start = np.concatenate([[0], np.cumsum(legs)]).astype(np.int64)
    port = np.repeat(np.arange(count), legs)
    link, at = np.full(len(port), FREE, np.int64), np.zeros(len(port), np.int64)
    link[start[ports] + leg], at[start[ports] + leg] = links, side
    cage = np.arange(count)
    card = np.zeros(count, np.int64)
    if table is not None:
        known = table.cage.astype(np.int64)
        cage = np.concatenate([known, int(known.max(initial=-1)) + 1 + np.arange(count - len(known))])
        if table.cages_per_card:
            card, cage = np.divmod(cage, table.cages_per_card)
        if table.management:
            card[table.data :] = MANAGEMENT
            cage[table.data :] = np.arange(count - table.data)
    return Lanes(port, np.arange(len(port)) - start[port], legs[port], card[port], cage[port], link, at)


def far_ends(fabric: Fabric, lanes: Lanes) -> Longs:
    """Return the far end of each lane: the level of the far node, EXTERNAL_END, or FREE_END."""
    far = fabric.ends[lanes.link, 1 - lanes.side]
    level = np.where(fabric.kind[far] == NodeKind.SWITCH, fabric.level[far], 0)
    level = np.where(fabric.kind[far] == NodeKind.EXTERNAL, EXTERNAL_END, level)
    found: Longs = np.where(lanes.link == FREE, FREE_END, level).astype(np.int64)
    return found


class PortEnd(NamedTuple):
    """The far end of a port, and the cable there."""

    fabric: str
    device: str
    """Id of the far device."""
    name: str
    port: str
    """As printed there."""
    os_port: str
    """Its name in the operating system there; empty: unknown."""
    level: int
    """Level of the far device; 0: a host, EXTERNAL_END: out of the project."""
    levels: int
    """Levels of switches of the network."""
    cable: str
    """Id of the cable; empty: a trace of a backplane."""
    kind: str
    """Code of the kind of cable; empty: none is chosen."""
    computed_um: int | None
    ordered_um: int | None


class Port(NamedTuple):
    """A port, or the leg of a split one, and what it leads to (None: it is free)."""

    card: int
    cage: int
    slot: str
    """The printed number of its line card; empty: there are none."""
    text: str
    """As printed, after its card: ``3/12``, ``12/2`` for the second link of a cage, ``12.1`` for a leg."""
    os_port: str
    connector: str
    rate_gbps: float
    """Rate of one leg where the port is split; 0: unknown."""
    end: PortEnd | None

    @property
    def manages(self) -> bool:
        """Whether it is a management port."""
        return self.card == MANAGEMENT

    @property
    def number(self) -> str:
        """As printed on its card."""
        return self.text.removeprefix(f"{self.slot}/") if self.slot else self.text


class PortMap(NamedTuple):
    """All ports of a device in the order of the chassis: card by card, cage by cage, link by link."""

    device: str
    name: str
    level: int
    """Its own level; 0: a host."""
    ports: tuple[Port, ...]

    @property
    def used(self) -> int:
        """Number of ports, or legs of split ones, with something attached; without management."""
        return sum(port.end is not None for port in self.data)

    @property
    def data(self) -> tuple[Port, ...]:
        """The ports other than management ports."""
        return tuple(port for port in self.ports if not port.manages)

    @property
    def management(self) -> tuple[Port, ...]:
        """The management ports, which are the last."""
        return tuple(port for port in self.ports if port.manages)


class PortMaps:
    """The port maps of all devices of a project; what all need is made once.

    Parameters
    ----------
    names, nodes
        The name of each node of each network, and the node of each device.
    """

    def __init__(
        self,
        fabrics: Sequence[FabricCabling],
        names: Sequence[Sequence[str]],
        nodes: Sequence[Mapping[str, int]],
        catalog: Catalog,
    ) -> None:
        self._nodes = nodes
        self._fabrics = [_FabricPorts(made, own, catalog) for made, own in zip(fabrics, names, strict=True)]

    def of(self, device: str) -> PortMap | None:
        """The ports of a device; None where it has none or is in no network.

        A port of a host that several networks connect is in the network that uses it.
        """
        found: dict[tuple[int, int], tuple[int, Port]] = {}
        own: tuple[str, int] | None = None
        for fabric, nodes in zip(self._fabrics, self._nodes, strict=True):
            node = nodes.get(device)
            if node is None or fabric.fabric.part[node] < 0:
                continue
            own = own or (fabric.names[node], fabric.level(node))
            for place, (legs, port) in fabric.ports(node).items():
                known = found.get(place)
                if known is None or (known[1].end is None and legs >= known[0]):
                    found[place] = legs, port
        if own is None or not found:
            return None
        split = {port for (port, _), (legs, _) in found.items() if legs > 1}
        kept = [port for (at, _), (legs, port) in sorted(found.items()) if legs > 1 or at not in split]
        kept.sort(key=lambda port: (port.manages, port.card, port.cage))
        return PortMap(device, *own, tuple(kept))

    def hosted_by(self, switch: str) -> list[str]:
        """The networks that join a switch of another network by its management ports."""
        kinds = [
            (fabric.fabric.name, NodeKind(int(fabric.fabric.kind[nodes[switch]])))
            for fabric, nodes in zip(self._fabrics, self._nodes, strict=True)
            if switch in nodes
        ]
        is_switch = any(kind is NodeKind.SWITCH for _, kind in kinds)
        return [name for name, kind in kinds if is_switch and kind is NodeKind.HOST]


class _FabricPorts:
    """The ports of one network."""

    def __init__(self, made: FabricCabling, names: Sequence[str], catalog: Catalog) -> None:
        self.made, self.fabric, self.names, self._catalog = made, made.fabric, names, catalog
        self._levels = int(self.fabric.level.max(initial=1))

    @cached_property
    def _sides(self) -> LinkSides:
        return LinkSides(self.fabric)

    @cached_property
    def _tables(self) -> list[PortTable]:
        return [port_table(self._catalog, some.part, some.cards, some.card) for some in self.fabric.parts]

    @cached_property
    def _os_ports(self) -> FabricPorts:
        return FabricPorts(self.fabric, self._catalog)

    @cached_property
    def _ids(self) -> LinkIds:
        return LinkIds(self.fabric, self._catalog)

    @cached_property
    def _cable(self) -> Longs:
        """The cable of each link; −1: none."""
        made = self.made
        cable = np.full(len(self.fabric.ends), -1, np.int64)
        cable[made.links] = np.repeat(np.arange(made.count), np.diff(made.start))
        return cable

    def level(self, node: int) -> int:
        """The level of a node."""
        return int(self.fabric.level[node]) if self.fabric.kind[node] == NodeKind.SWITCH else 0

    def ports(self, node: int) -> dict[tuple[int, int], tuple[int, Port]]:
        """The ports of a node by port and leg, each with the legs that the port has."""
        fabric = self.fabric
        table = self._tables[int(fabric.part[node])]
        lanes = lanes_of(fabric, self._sides, node, table)
        ends = self._ends(lanes)
        found = {}
        rows = zip(*(column.tolist() for column in lanes[:5]), ends, strict=True)
        for port, leg, legs, card, cage, end in rows:
            known = port < len(table.cage)
            plug = table.plugs[table.plug[port]] if known else None
            found[port, leg] = (
                legs,
                Port(
                    card,
                    cage,
                    table.slot(port) if known else "",
                    self._printed(node, port, str(leg + 1) if legs > 1 else ""),
                    self._os_ports.name(node, port, leg) if known else "",
                    "" if plug is None else plug.connector,
                    0.0 if plug is None else plug.rate_gbps / legs,
                    end,
                ),
            )
        return found

    def _printed(self, node: int, port: int, leg: str = "") -> str:
        """A port of a node as it is printed."""
        part = int(self.fabric.part[node])
        table = self._tables[part] if part >= 0 else None
        if table is None or port >= len(table.cage):
            return port_text("", str(port + 1), leg)
        return port_text(table.slot(port), table.name(port), leg)

    def _ends(self, lanes: Lanes) -> list[PortEnd | None]:
        """The far ends of lanes."""
        fabric, made = self.fabric, self.made
        cables = np.where(lanes.link == FREE, -1, self._cable[lanes.link])
        ids: dict[int, str] = {}
        some = np.unique(cables[cables >= 0])
        if len(some):
            ids = dict(zip(some.tolist(), self._ids.of(made.heads[some]), strict=True))
        levels = far_ends(fabric, lanes).tolist()
        found: list[PortEnd | None] = []
        rows = zip(lanes.link.tolist(), lanes.side.tolist(), cables.tolist(), levels, strict=True)
        for link, side, cable, level in rows:
            if link == FREE:
                found.append(None)
                continue
            far, port = int(fabric.ends[link, 1 - side]), int(fabric.ports[link, 1 - side])
            legs = int(fabric.splits[link]) if side == 1 else 1
            leg = int(fabric.split[link]) if legs > 1 else 0
            outside = fabric.kind[far] == NodeKind.EXTERNAL
            choice = int(made.choice[cable]) if cable >= 0 else -1
            computed = int(made.spans.computed_um[cable]) if cable >= 0 else UNKNOWN
            found.append(
                PortEnd(
                    fabric.name,
                    fabric.ids[far],
                    self.names[far],
                    "" if outside else self._printed(far, port, str(leg + 1) if legs > 1 else ""),
                    "" if outside else self._os_ports.name(far, port, leg),
                    level,
                    self._levels,
                    ids.get(cable, ""),
                    made.choices[choice].option.code if choice >= 0 else "",
                    None if computed == UNKNOWN else computed,
                    made.choices[choice].ordered_um if choice >= 0 else None,
                )
            )
        return found
