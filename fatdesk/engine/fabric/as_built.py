"""Fabrics as they are built: a record of each switch with its links, to a fabric and back.

A fabric follows from a design, or it is recorded as it is built: networks that were found in a machine room,
and networks whose cables were moved. The record is plain and merges line by line: one node with its links, in
order of port, where every link is at one switch alone.

:func:`fabric_of_record` and :func:`record_of` are inverse to each other.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Protocol

import msgspec
import numpy as np
from msgspec import Meta
from msgspec.structs import replace

from fatdesk.core.arrays import Ints
from fatdesk.core.errors import FatdeskError
from fatdesk.core.struct import Count, Id, Natural, Struct, Text
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.fabric.fabric import Fabric, NodeKind, NodePart

NodeId = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*(/[a-z]+(-[0-9]+)?)?/[1-9][0-9]*\Z",
        max_length=140,
        description="an id such as nodes/17 or compute/edge/3",
    ),
]
DeviceName = Annotated[str, Meta(max_length=200)]
Rate = Annotated[float, Meta(ge=0, le=1e6)]
IRREGULAR = "irregular"
"""The family of a network that is none of those that are recognised."""


class AsBuiltLink(Struct, frozen=True, array_like=True, kw_only=False):
    """A link of a switch, ``[19, "compute/core/2", 4, 400.0, 0, 1, false]``; ports count from 1.

    Attributes
    ----------
    port
        Number of the port through all cages of the switch.
    to, to_port
        The node at the other end, and its port.
    rate_gbps
        None: unknown.
    leg, legs
        Which of the legs of a split port it is, from 0, and how many there are.
    trace
        A trace of a backplane: neither a cable nor counted as a link.
    """

    port: Count
    to: NodeId
    to_port: Count = 1
    rate_gbps: Rate | None = None
    leg: Natural = 0
    legs: Count = 1
    trace: bool = False


class AsBuiltNode(Struct, frozen=True, kw_only=True):
    """A switch with the links that are recorded at it, or what is known of a host besides its group.

    Attributes
    ----------
    part
        Of a switch; a host has the part of its group.
    block
        Building block; None: of a host that of the switch at its first link, of a switch none.
    name
        As it was found; empty: by the template.
    guids
        Of a switch its GUID, of a host one for each port; empty where it is unknown.
    """

    id: NodeId
    part: Id | None = None
    cards: Natural = 0
    card: Text = ""
    level: Natural = 0
    block: Natural | None = None
    name: DeviceName = ""
    guids: tuple[Text, ...] = ()
    links: tuple[AsBuiltLink, ...] = ()


class AsBuiltFabric(Struct, frozen=True, kw_only=True):
    """A fabric as it is built.

    Attributes
    ----------
    source
        The file or the step that it was recorded from, for people.
    family
        As it was recognised, or ``irregular`` with the ``reason``.
    params
        Parameters of the family by the names of designs, for people.
    rails, planes
        Rails that have edge switches of their own, and planes; 1: no such division.
    enclosure, pass_through, by_rack, grouped
        As of :class:`Fabric`.
    nodes
        Switches level by level, then hosts of which something is known.
    """

    source: Text = ""
    family: Text = IRREGULAR
    reason: Text = ""
    params: dict[Text, Annotated[int, Meta(ge=0, le=1_000_000_000)] | Text] = msgspec.field(
        default_factory=dict
    )
    rails: Count = 1
    planes: Count = 1
    enclosure: Id | None = None
    pass_through: tuple[Natural, ...] = ()
    by_rack: bool = False
    grouped: bool = False
    nodes: tuple[AsBuiltNode, ...] = ()

    @property
    def switches(self) -> tuple[AsBuiltNode, ...]:
        """The switches, level by level."""
        return tuple(node for node in self.nodes if node.part is not None)

    @property
    def stated(self) -> str:
        """Family and origin in words.

        >>> AsBuiltFabric(source="site.net", family="two-level").stated
        'as built, two-level, recorded from site.net'
        >>> AsBuiltFabric(reason="switches of the same level are joined").stated
        'as built, irregular: switches of the same level are joined'
        """
        why = f": {self.reason}" if self.reason else ""
        return f"as built, {self.family}{why}" + (f", recorded from {self.source}" if self.source else "")


class Hosts(Protocol):
    """Equal hosts of a fabric: a group of a project, or the switches of another fabric."""

    @property
    def name(self) -> str:
        """The beginning of their ids."""

    @property
    def count(self) -> int:
        """Number of hosts."""

    @property
    def node_part(self) -> NodePart:
        """The part of each."""


def fabric_of_record(record: AsBuiltFabric, name: str, groups: Sequence[Hosts], catalog: Catalog) -> Fabric:
    """The network of a record.

    Parameters
    ----------
    record
        Switches, links and names.
    name
        Of the fabric in its project.
    groups
        The hosts that it joins, in the order of the project; hosts without a link are in no network.

    Raises
    ------
    FatdeskError
        When a link leads to a node that is not there, or to a port that its part does not have.
    """
    return _Record(record, name, groups, catalog).fabric()


@dataclass(frozen=True)
class _Record:
    """A record with its nodes in order: hosts, switches level by level, external nodes."""

    record: AsBuiltFabric
    name: str
    groups: Sequence[Hosts]
    catalog: Catalog

    @cached_property
    def switches(self) -> list[AsBuiltNode]:
        return sorted(self.record.switches, key=lambda node: node.level)

    @cached_property
    def host_ids(self) -> list[str]:
        return [f"{group.name}/{n}" for group in self.groups for n in range(1, group.count + 1)]

    @cached_property
    def external_ids(self) -> list[str]:
        start = f"{self.name}/external/"
        found = {link.to for node in self.switches for link in node.links if link.to.startswith(start)}
        return sorted(found, key=lambda one: int(one.rpartition("/")[2]))

    @cached_property
    def number(self) -> dict[str, int]:
        ids = (*self.host_ids, *(node.id for node in self.switches), *self.external_ids)
        found: dict[str, int] = {}
        for one in ids:
            if found.setdefault(one, len(found)) != len(found) - 1:
                raise FatdeskError(f"{one} is recorded twice: remove one of them")
        return found

    def fabric(self) -> Fabric:
        hosts, switches, externals = len(self.host_ids), self.switches, len(self.external_ids)
        counts = [hosts, len(switches), externals]
        parts, part = self._parts()
        level = np.array([0] * hosts + [node.level for node in switches] + [0] * externals, np.int32)
        links = sorted(self._links(), key=lambda link: (*self._rank(link[3]), *link[:3]))
        rows = np.array([link[:6] for link in links], np.int64).reshape(-1, 6)
        ends, ports = _ints(rows[:, [0, 3]]), _ints(rows[:, [1, 4]] - 1)
        kind = np.repeat([NodeKind.HOST, NodeKind.SWITCH, NodeKind.EXTERNAL], counts)
        index = np.concatenate([np.arange(hosts), _counted(level[hosts : hosts + counts[1]])])
        self._check_ports(parts, part, ends, ports)
        return Fabric(
            name=self.name,
            parts=tuple(parts),
            kind=_ints(kind),
            level=level,
            part=part,
            index=_ints(np.concatenate([index, np.arange(externals)])),
            block=self._blocks(ends),
            ids=tuple(self.number),
            ends=ends,
            ports=ports,
            split=_ints(rows[:, 2]),
            splits=_ints(rows[:, 5]),
            bundle=bundle_numbers(ends, kind),
            trace=np.array([link[7] for link in links], np.bool_),
            rate_gbps=np.array([link[6] for link in links], np.float64),
            enclosure=self.record.enclosure or "",
            pass_through=self.record.pass_through,
            by_rack=self.record.by_rack,
            grouped=self.record.grouped,
            found_names={node.id: node.name for node in self.record.nodes if node.name},
            guids={node.id: node.guids for node in self.record.nodes if node.guids},
        )

    def _links(self) -> Iterator[tuple[int, int, int, int, int, int, float, bool]]:
        """Node, port and leg, node and port at the other end, legs, rate, trace."""
        number = self.number
        for node in self.switches:
            near = number[node.id]
            for link in node.links:
                far = number.get(link.to)
                if far is None:
                    raise FatdeskError(
                        f"{node.id}: port {link.port} leads to {link.to}, which is not there: add the "
                        "host or the switch, or remove the link"
                    )
                rate = np.nan if link.rate_gbps is None else link.rate_gbps
                yield near, link.port, link.leg, far, link.to_port, link.legs, rate, link.trace

    def _rank(self, far: int) -> tuple[int, int]:
        """Order of links by their other end: to hosts, external nodes, then switches level by level."""
        hosts, switches = len(self.host_ids), len(self.switches)
        if far < hosts:
            return 0, 0
        return (1, 0) if far >= hosts + switches else (2, self.switches[far - hosts].level)

    def _parts(self) -> tuple[list[NodePart], Ints]:
        """The distinct parts, and the number of that of each node."""
        parts: dict[NodePart, int] = {}
        found: list[int] = []
        for group in self.groups:
            found += [parts.setdefault(group.node_part, len(parts))] * group.count
        for node in self.switches:
            assert node.part is not None  # else it is no switch
            own = NodePart(part=node.part, cards=node.cards, card=node.card)
            found.append(parts.setdefault(own, len(parts)))
        return list(parts), _ints([*found, *[-1] * len(self.external_ids)])

    def _blocks(self, ends: Ints) -> Ints:
        """Building blocks: those recorded, of other hosts that of the switch at their first link."""
        block = np.full(len(self.number), -1, np.int32)
        for node in self.record.nodes:
            if node.block is not None and node.id in self.number:
                block[self.number[node.id]] = node.block
        hosts = len(self.host_ids)
        first = np.flatnonzero(ends[:, 1] < hosts)[::-1]
        derived = np.full(hosts, -1, np.int32)
        derived[ends[first, 1]] = block[ends[first, 0]]
        block[:hosts] = np.where(block[:hosts] < 0, derived, block[:hosts])
        return block

    def _check_ports(self, parts: Sequence[NodePart], part: Ints, ends: Ints, ports: Ints) -> None:
        """Every port must be one of the part."""
        tables = (port_table(self.catalog, one.part, one.cards, one.card) for one in parts)
        size = np.array([*(len(table.cage) for table in tables), np.iinfo(np.int32).max], np.int64)
        wrong = np.argwhere(ports >= size[part[ends]])
        for link, end in wrong[:1].tolist():
            node = int(ends[link, end])
            one = parts[part[node]].part
            raise FatdeskError(
                f"{list(self.number)[node]}: port {ports[link, end] + 1} is recorded, {one} has "
                f"{size[part[node]]}: choose a part with more ports, or correct the link"
            )


def _counted(levels: Ints) -> Ints:
    """The number of each switch within its level; levels ascend."""
    return np.arange(len(levels), dtype=np.int32) - np.searchsorted(levels, levels).astype(np.int32)


def bundle_numbers(ends: Ints, kind: Ints) -> Ints:
    """One number for the links between two switches, in order of the first; one for each other link."""
    between = (kind[ends] == NodeKind.SWITCH).all(axis=1)
    key = np.column_stack([np.sort(ends, axis=1), np.where(between, 0, 1 + np.arange(len(ends)))])
    _, first, found = np.unique(key, axis=0, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return _ints(rank[found.reshape(-1)])


def _ints(values: object) -> Ints:
    return np.ascontiguousarray(values, dtype=np.int32)


def record_of(
    fabric: Fabric, names: Mapping[str, str] | None = None, head: AsBuiltFabric | None = None
) -> AsBuiltFabric:
    """The record of a network, whatever it was built from.

    Parameters
    ----------
    names
        Names of devices by id that are to stay; None: those that were found.
    head
        Origin, family, rails and planes of the record; its nodes are replaced.
    """
    given = fabric.found_names if names is None else names
    links: dict[int, list[AsBuiltLink]] = {}
    for near, link in _links_of(fabric):
        links.setdefault(near, []).append(link)
    nodes = [*fabric.nodes(NodeKind.SWITCH).tolist(), *fabric.nodes(NodeKind.HOST).tolist()]
    nodes += fabric.nodes(NodeKind.EXTERNAL).tolist()
    block = _unlike_first(fabric)
    found = []
    for node in nodes:
        switch = fabric.kind[node] == NodeKind.SWITCH
        own = fabric.parts[fabric.part[node]] if switch else None
        one = AsBuiltNode(
            id=fabric.ids[node],
            part=own.part if own else None,
            cards=own.cards if own else 0,
            card=own.card if own else "",
            level=int(fabric.level[node]) if switch else 0,
            block=block.get(node),
            name=given.get(fabric.ids[node], ""),
            guids=tuple(fabric.guids.get(fabric.ids[node], ())),
            links=tuple(links.get(node, ())),
        )
        if switch or one.name or one.guids or one.block is not None:
            found.append(one)
    return replace(
        head or AsBuiltFabric(),
        enclosure=fabric.enclosure or None,
        pass_through=fabric.pass_through,
        by_rack=fabric.by_rack,
        grouped=fabric.grouped,
        nodes=tuple(found),
    )


def _links_of(fabric: Fabric) -> Iterator[tuple[int, AsBuiltLink]]:
    """The links by node at end 0, in order of port and leg."""
    order = np.lexsort((fabric.split, fabric.ports[:, 0], fabric.ends[:, 0]))
    columns: Iterable[tuple[int, int, int, int, int, int, float, bool]] = zip(
        fabric.ends[order, 0].tolist(),
        (fabric.ports[order, 0] + 1).tolist(),
        fabric.ends[order, 1].tolist(),
        (fabric.ports[order, 1] + 1).tolist(),
        fabric.split[order].tolist(),
        fabric.splits[order].tolist(),
        fabric.rate_gbps[order].tolist(),
        fabric.trace[order].tolist(),
        strict=True,
    )
    for near, port, far, far_port, leg, legs, rate, trace in columns:
        known = None if math.isnan(rate) else rate
        yield near, AsBuiltLink(port, fabric.ids[far], far_port, known, leg, legs, trace)


def _unlike_first(fabric: Fabric) -> dict[int, int]:
    """Blocks to record: of switches all, of hosts those unlike that of the switch at their first link."""
    order = np.lexsort((fabric.split, fabric.ports[:, 0], fabric.ends[:, 0]))
    first = order[fabric.kind[fabric.ends[order, 1]] == NodeKind.HOST][::-1]
    derived = np.full(fabric.node_count, -1, np.int32)
    derived[fabric.ends[first, 1]] = fabric.block[fabric.ends[first, 0]]
    derived[fabric.nodes(NodeKind.SWITCH)] = -1
    apart = np.flatnonzero((fabric.block >= 0) & (fabric.block != derived))
    return dict(zip(apart.tolist(), fabric.block[apart].tolist(), strict=True))
