"""A network as arrays of nodes and links, whatever it is built from; to and from graphs of networkx."""

import hashlib
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Ints
from fatdesk.core.errors import FatdeskError

if TYPE_CHECKING:
    import networkx as nx

Value = int | Fraction | tuple[int, ...]
"""A parameter of a family: a number, a ratio, or one number a level or dimension."""
Params = Mapping[str, Value]


@dataclass(frozen=True, eq=False)
class Network:
    """A network: n nodes and m links.

    Nodes 0 to ``hosts`` - 1 are hosts, the others switches, in an order that the topology defines.

    Attributes
    ----------
    family, params
        The topology and the parameters that it was built from; empty for a network of another source.
    names : (n,) str
        Names of the nodes of a network that was read from a graph; empty where the topology has addresses.
    hosts
        How many hosts.
    level : (n,) int32
        0 for hosts; for switches 1 for those that hosts connect to, and so on upwards or from stage to stage.
    ends, ports : (m, 2) int32
        Both nodes of a link and the port there. Links of a two-way network have the lower level at end 0;
        a one-way link leads from end 0 to end 1, and outputs and inputs are numbered apart.
    lane : (m,) int8
        1 for a second link next to the first: a doubled link, a second channel in or out of a host.
    one_way
        Whether links lead from end 0 to end 1 only.
    """

    hosts: int
    level: Ints
    ends: Ints
    ports: Ints
    lane: NDArray[np.int8]
    one_way: bool = False
    family: str = ""
    params: Params = field(default_factory=dict)
    names: tuple[str, ...] = ()

    @classmethod
    def from_networkx(cls, graph: "nx.Graph[Any]", *, one_way: bool | None = None) -> "Network":
        """Return the network of a graph; hosts first, nodes of one kind in the order of the graph.

        Parameters
        ----------
        graph
            Node attributes: ``kind`` is ``host``, ``switch`` or ``external`` (left out); where no
            node has a kind, nodes with one neighbour are hosts. ``level`` counts from 0 at hosts; where
            some switch has none, levels are distances from the nearest host. Edge attributes:
            ``a_port`` and ``b_port``, whole numbers of the ports at both nodes, where ``a`` is the name of
            the node of ``a_port`` (by default the first one); without them ports are numbered in the order of
            edges. ``lane`` is 1 for a second link next to the first.
        one_way
            Whether edges are one-way links. By default they are in a directed graph, unless every
            edge has its reverse: such a pair is one link.

        Raises
        ------
        GraphError
            When there is no host, a node has an unknown kind or no link, or a link joins a node to itself.

        >>> import networkx as nx
        >>> Network.from_networkx(nx.star_graph(4)).hosts
        4
        """
        return _from_graph(graph, one_way)

    def to_networkx(self) -> "nx.MultiGraph[str] | nx.MultiDiGraph[str]":
        """Return the network as a graph; a one-way network as a directed one.

        Nodes are called by :attr:`names`, else ``h0``, ``h1`` and so on, and ``s0``, ``s1``. Attributes are
        those that :meth:`from_networkx` reads, so that it makes the same arrays again.

        >>> from fatdesk.networks.topologies import network_of
        >>> graph = network_of("kary-tree:k=2,n=2").to_networkx()
        >>> graph.number_of_nodes(), graph.number_of_edges()
        (8, 8)
        """
        return _to_graph(self)

    @property
    def node_count(self) -> int:
        """Nodes: hosts and switches."""
        return len(self.level)

    @property
    def switch_count(self) -> int:
        """Switches."""
        return len(self.level) - self.hosts

    @property
    def link_count(self) -> int:
        """Links; of a two-way network each is one for both directions."""
        return len(self.ends)

    @cached_property
    def digest(self) -> str:
        """SHA-256 over everything that it is: two networks of one digest are the same."""
        facts = repr((self.hosts, self.node_count, self.link_count, self.one_way, self.family))
        found = hashlib.sha256((facts + repr(sorted(self.params.items()))).encode())
        for part in (self.level, self.ends, self.ports, self.lane):
            found.update(np.ascontiguousarray(part, part.dtype.newbyteorder("<")).tobytes())
        return found.hexdigest()

    @cached_property
    def channels(self) -> Ints:
        """(c, 2): tail and head of each channel, one direction of a link.

        Channel i of a one-way network is link i; in a two-way network channel 2 i leads from end 0 of
        link i to end 1, and channel 2 i + 1 back.
        """
        if self.one_way:
            return self.ends
        return np.stack([self.ends, self.ends[:, ::-1]], axis=1).reshape(-1, 2)

    @cached_property
    def outgoing(self) -> tuple[Ints, Ints]:
        """Channels by tail, as (start, channels): those of node v are ``channels[start[v]:start[v + 1]]``."""
        return _by_node(self.channels[:, 0], self.node_count)

    @cached_property
    def incoming(self) -> tuple[Ints, Ints]:
        """Channels by head, as :attr:`outgoing`."""
        return _by_node(self.channels[:, 1], self.node_count)


def network(
    hosts: int,
    level: NDArray[np.integer],
    ends: NDArray[np.integer],
    ports: NDArray[np.integer],
    *,
    lane: NDArray[np.integer] | None = None,
    one_way: bool = False,
    family: str = "",
    params: Params | None = None,
) -> Network:
    """A network from arrays of any whole numbers."""
    lanes = np.zeros(len(ends), np.int8) if lane is None else lane.astype(np.int8)
    return Network(
        hosts=hosts,
        level=np.ascontiguousarray(level, np.int32),
        ends=np.ascontiguousarray(ends, np.int32),
        ports=np.ascontiguousarray(ports, np.int32),
        lane=lanes,
        one_way=one_way,
        family=family,
        params=dict(params or {}),
    )


def _by_node(nodes: Ints, count: int) -> tuple[Ints, Ints]:
    order = np.argsort(nodes, kind="stable").astype(np.int32)
    start = np.zeros(count + 1, np.int32)
    np.cumsum(np.bincount(nodes, minlength=count), out=start[1:])
    return start, order


class GraphError(FatdeskError):
    """A graph that is no network: ``field`` is the attribute at fault, ``node`` where, if it is one node."""

    def __init__(self, field: str, what: str, node: Hashable = None) -> None:
        self.field, self.node = field, node
        super().__init__(what if node is None else f"node {str(node)[:80]} {what}")


def _to_graph(network: Network) -> "nx.MultiGraph[str] | nx.MultiDiGraph[str]":
    import networkx as nx  # takes 0.2 s, so only where graphs are exchanged

    hosts = network.hosts
    numbered = (f"h{node}" if node < hosts else f"s{node - hosts}" for node in range(network.node_count))
    names = network.names or tuple(numbered)
    graph: nx.MultiGraph[str] = nx.MultiDiGraph() if network.one_way else nx.MultiGraph()
    for node, level in enumerate(network.level.tolist()):
        graph.add_node(names[node], kind="host" if node < hosts else "switch", level=level)
    rows = zip(network.ends.tolist(), network.ports.tolist(), network.lane.tolist(), strict=True)
    for (a, b), (a_port, b_port), lane in rows:
        graph.add_edge(names[a], names[b], a=names[a], a_port=a_port, b_port=b_port, lane=lane)
    return graph


def _from_graph(graph: "nx.Graph[Any]", one_way: bool | None) -> Network:
    kind = _kinds(graph)
    nodes = [node for node in graph if kind[node] == "host"]
    hosts = len(nodes)
    if not hosts:
        raise GraphError("kind", "there is no host, set kind = host on hosts or give each exactly one link")
    nodes += [node for node in graph if kind[node] == "switch"]
    number = {node: place for place, node in enumerate(nodes)}
    edges = []
    for a, b, facts in graph.edges(data=True):
        if a in number and b in number:  # no external node
            swapped = not graph.is_directed() and str(facts.get("a", a)) == str(b)
            edges.append((number[b], number[a], facts) if swapped else (number[a], number[b], facts))
    if one_way is None:
        one_way = graph.is_directed()
        paired = one_way and sorted((b, a) for a, b, _ in edges) == sorted((a, b) for a, b, _ in edges)
        if paired:
            edges, one_way = [edge for edge in edges if edge[0] <= edge[1]], False
    ends = np.array([edge[:2] for edge in edges], np.int64).reshape(-1, 2)
    for node in ends[ends[:, 0] == ends[:, 1], 0].tolist():
        raise GraphError("link", "is linked with itself, remove that link", nodes[node])
    for node in np.flatnonzero(np.bincount(ends.ravel(), minlength=len(nodes)) == 0).tolist():
        raise GraphError("link", "has no link, link it or remove it", nodes[node])
    level = _levels(graph, nodes, hosts, ends)
    ports = _ports([edge[2] for edge in edges], ends, one_way)
    if not one_way:
        turned = level[ends[:, 0]] > level[ends[:, 1]]
        ends[turned], ports[turned] = ends[turned, ::-1], ports[turned, ::-1]
    lane = np.array([1 if edge[2].get("lane") == 1 else 0 for edge in edges], np.int8)
    made = network(hosts, level, ends, ports, lane=lane, one_way=one_way)
    return replace(made, names=tuple(map(str, nodes)))


def _kinds(graph: "nx.Graph[Any]") -> dict[Hashable, str]:
    """Whether each node is a ``host``, a ``switch`` or ``external``."""
    import networkx as nx

    found: Iterable[tuple[Any, object]] = graph.nodes(data="kind")
    kinds = {node: str(kind).strip().lower() for node, kind in found if kind is not None}
    if not kinds:
        return {
            node: "host" if len(set(nx.all_neighbors(graph, node)) - {node}) == 1 else "switch"
            for node in graph
        }
    for node in graph:
        if node not in kinds:
            raise GraphError("kind", "has no kind but other nodes have one, set kind = host or switch", node)
        if kinds[node] not in ("host", "switch", "external"):
            raise GraphError("kind", f"has the kind {kinds[node][:40]!r}, set kind = host or switch", node)
    return kinds


def _levels(graph: "nx.Graph[Any]", nodes: list[Any], hosts: int, ends: NDArray[np.int64]) -> Ints:
    """Levels as the graph has them, else distances from the nearest host, directions aside."""
    levels = [graph.nodes[node].get("level") for node in nodes[hosts:]]
    level = np.zeros(len(nodes), np.int32)
    if all(isinstance(one, int) and 0 < one < 1 << 20 for one in levels):
        level[hosts:] = np.array(levels, np.int32)
        return level
    level[hosts:] = -1
    reached = np.zeros(len(nodes), np.bool_)
    reached[:hosts] = True
    distance = 0
    while True:
        distance += 1
        a, b = ends.T
        found = np.concatenate([b[reached[a] & ~reached[b]], a[reached[b] & ~reached[a]]])
        if not len(found):
            break
        level[found], reached[found] = distance, True
    for node in np.flatnonzero(~reached).tolist():
        raise GraphError("link", "cannot be reached from any host, link it or remove it", nodes[node])
    return level


def _ports(facts: list[dict[str, Any]], ends: NDArray[np.int64], one_way: bool) -> NDArray[np.int64]:
    """Ports as the edges have them, else numbered at each node; outputs and inputs apart where one-way."""
    ports = [(one.get("a_port"), one.get("b_port")) for one in facts]
    if all(isinstance(port, int) and 0 <= port < 1 << 20 for pair in ports for port in pair):
        return np.array(ports, np.int64).reshape(-1, 2)
    sides = [ends[:, :1], ends[:, 1:]] if one_way else [ends]
    return np.hstack([_occurrence(side) for side in sides])


def _occurrence(side: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each entry, row by row, how many equal ones came before it."""
    flat = side.ravel()
    order = np.argsort(flat, kind="stable")
    place = np.arange(len(flat))
    first = np.r_[True, flat[order][1:] != flat[order][:-1]] if len(flat) else np.zeros(0, np.bool_)
    found = np.empty(len(flat), np.int64)
    found[order] = place - np.maximum.accumulate(np.where(first, place, 0))
    return found.reshape(side.shape)
