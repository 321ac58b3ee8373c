"""A network of parts as arrays of nodes and links, and conversion from and to networks without parts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Ints
from fatdesk.core.struct import Id, Struct
from fatdesk.networks.network import Network, network

RackHeight = Literal["top", "middle", "bottom"]
"""Height in a rack at which core switches belong."""
EdgePlace = Literal["top", "middle", "bottom", "end-of-row", "middle-of-row"]
"""Place of edge switches: at a height in the racks of their hosts, or in racks of their own in the row."""
ROW_PLACES: tuple[EdgePlace, ...] = ("end-of-row", "middle-of-row")


class NodeKind(IntEnum):
    """Kind of a node."""

    HOST = 0
    SWITCH = 1
    EXTERNAL = 2
    """The far end of an extra port, outside this project."""


class NodePart(Struct, frozen=True, kw_only=True):
    """The part of a node; for a modular switch with its cards."""

    part: Id
    cards: int = 0
    card: str = ""


class Chassis(Struct, frozen=True):
    """The chassis of a group of hosts: their part, the nodes that each holds, and the hosts of the group."""

    group: str
    part: Id
    nodes: int
    hosts: int

    def of(self, host: int) -> str:
        """The id of the chassis of a host by its number, from 1.

        >>> Chassis("nodes", "box-2u4n", 4, 10).of(10)
        'nodes/chassis/3'
        """
        return f"{self.group}/chassis/{(host - 1) // self.nodes + 1}"

    @property
    def ids(self) -> list[str]:
        """The ids of all chassis; the last may be filled in part.

        >>> Chassis("nodes", "box-2u4n", 4, 6).ids
        ['nodes/chassis/1', 'nodes/chassis/2']
        """
        return [self.of(host) for host in range(1, self.hosts + 1, self.nodes)]


@dataclass(frozen=True, eq=False)
class Fabric:
    """A network: n nodes and m links.

    Nodes are in the order hosts (group by group, as required), switches (level by level), externals.

    Attributes
    ----------
    name
        Name of the fabric in the project.
    parts
        The distinct parts of the nodes; ``part`` indexes it.
    kind, level, part, index, block : (n,) int32
        NodeKind; 0 for hosts and externals, 1 for edge switches, 2 for core switches; index into
        ``parts`` (-1: external); number from 0 within hosts, a level, or externals; building block of a
        host or edge switch (a group's hosts and its edge switches; blades: an enclosure), -1 for all others.
    ids
        Stable key of each node, from which names are made: ``nodes/17`` (host 17, from 1, of group
        nodes), ``compute/edge/3``, ``compute/core/1``, ``compute/external/1``.
    ends, ports : (m, 2) int32
        Both nodes of a link and the link-level port there, from 0 through all cages of the part. End 0
        is the edge switch, end 1 the host, core switch or external node; between two edge switches
        end 0 is the lower.
    split : (m,) int32
        Which of the splits of the port at end 0 it is, from 0.
    splits : (m,) int32
        Into how many the port at end 0 is split; 1: not split.
    bundle : (m,) int32
        Links between the same two switches have one number, host and external links have one each.
    trace : (m,) bool
        A trace of a backplane: neither counted as a link nor as a cable.
    rate_gbps : (m,) float64
    enclosure
        Part id of the enclosures that hold the blocks, empty for rack servers.
    pass_through
        Blocks whose enclosure holds a pass-through panel instead of a switch.
    port_systems
        Operating systems whose names the ports have: of each part the first that it knows, else its own
        first.
    leads_to
        What the extra ports lead to, by which external nodes are named; empty: unknown.
    edge_at
        Where its edge switches are.
    per_rack
        Groups of hosts whose hosts are placed rack by rack, with the number in each rack.
    outside
        Groups of hosts outside the room, with the length of each cable to them in micrometres.
    core_at
        Height in their racks at which its core switches are.
    chassis
        The chassis of the groups of hosts that are nodes of one.
    by_rack
        Whether each edge switch has hosts of one rack alone, and is in that rack.
    grouped
        Whether switches above the edge are placed with the edge switches that they join, as none joins all.
    found_names
        Names that devices were found with, by id; they override templates.
    guids
        GUIDs that were found, by id: of a switch one, of a host one for each port.
    """

    name: str
    parts: tuple[NodePart, ...]
    kind: Ints
    level: Ints
    part: Ints
    index: Ints
    block: Ints
    ids: tuple[str, ...]
    ends: Ints
    ports: Ints
    split: Ints
    splits: Ints
    bundle: Ints
    trace: NDArray[np.bool_]
    rate_gbps: NDArray[np.float64]
    enclosure: str = ""
    pass_through: tuple[int, ...] = ()
    port_systems: tuple[Id, ...] = ()
    leads_to: str = ""
    edge_at: EdgePlace = "top"
    core_at: RackHeight = "top"
    per_rack: tuple[tuple[str, int], ...] = ()
    outside: tuple[tuple[str, int], ...] = ()
    by_rack: bool = False
    grouped: bool = False
    chassis: tuple[Chassis, ...] = ()
    found_names: Mapping[str, str] = field(default_factory=dict)
    guids: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def node_count(self) -> int:
        """Nodes, externals included."""
        return len(self.kind)

    def outside_nodes(self) -> dict[int, int]:
        """Nodes outside the room, with the length of each cable to them in micrometres."""
        lengths = dict(self.outside)
        if not lengths:
            return {}
        hosts = ((node, self.ids[node].rpartition("/")[0]) for node in self.nodes(NodeKind.HOST).tolist())
        return {node: lengths[group] for node, group in hosts if group in lengths}

    @property
    def link_count(self) -> int:
        """Links, traces of backplanes not counted."""
        return int(len(self.trace) - self.trace.sum())

    def nodes(self, kind: NodeKind, level: int | None = None) -> Ints:
        """Indices of the nodes of a kind, and of a level when given."""
        wanted = self.kind == kind
        if level is not None:
            wanted &= self.level == level
        return np.flatnonzero(wanted).astype(np.int32)


def enclosure_ids(fabric: Fabric) -> list[str]:
    """Ids of the enclosures of a network of blades, ``compute/enclosure/1`` and on; of others none."""
    if not fabric.enclosure:
        return []
    return [f"{fabric.name}/enclosure/{n}" for n in range(1, int(fabric.block.max(initial=-1)) + 2)]


def fabric_of(network: Network, name: str, ids: Sequence[str]) -> Fabric:
    """The same nodes and links, by the same numbers, of no part and no rate.

    A link of a host has the host at end 1, as in every fabric; all others stay as they are.

    Parameters
    ----------
    ids
        A key for each node.
    """
    nodes, links = network.node_count, network.link_count
    kind = np.full(nodes, int(NodeKind.SWITCH), np.int32)
    kind[: network.hosts] = NodeKind.HOST
    turned = network.ends[:, 0] < network.hosts
    index = np.zeros(nodes, np.int64)
    for level in np.unique(network.level).tolist():
        here = network.level == level
        index[here] = np.arange(int(here.sum()))
    ends = np.where(turned[:, None], network.ends[:, ::-1], network.ends)
    low, high = ends.min(axis=1).astype(np.int64), ends.max(axis=1)
    same = np.unique(low * nodes + high, return_inverse=True)[1]
    return Fabric(
        name=name,
        parts=(),
        kind=kind,
        level=network.level,
        part=np.full(nodes, -1, np.int32),
        index=index.astype(np.int32),
        block=np.full(nodes, -1, np.int32),
        ids=tuple(ids),
        ends=np.ascontiguousarray(ends),
        ports=np.ascontiguousarray(np.where(turned[:, None], network.ports[:, ::-1], network.ports)),
        split=np.zeros(links, np.int32),
        splits=np.ones(links, np.int32),
        bundle=same.reshape(-1).astype(np.int32),
        trace=np.zeros(links, bool),
        rate_gbps=np.full(links, np.nan),
    )


def as_network(fabric: Fabric) -> tuple[Network, Ints]:
    """The hosts and switches of a fabric with all links between them, traces of backplanes included.

    Node numbers and levels stay as they are, because external nodes are a fabric's last. A host with links
    to several rails or planes has as many links. Splits of a port share its number.

    Returns
    -------
    network
    links : (m,) int32
        For each link of the network the link of the fabric that it is.
    """
    inside = fabric.kind != NodeKind.EXTERNAL
    links = np.flatnonzero(inside[fabric.ends].all(axis=1)).astype(np.int32)
    ends, ports = fabric.ends[links], fabric.ports[links]
    level = fabric.level[ends]
    turned = level[:, 0] > level[:, 1]
    ends[turned], ports[turned] = ends[turned, ::-1], ports[turned, ::-1]
    hosts = int((fabric.kind == NodeKind.HOST).sum())
    return network(hosts, fabric.level[: int(inside.sum())], ends, ports), links
