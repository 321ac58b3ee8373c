"""Cost performance of networks of k and n relative to the hypercube, over both, from closed forms."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.network import Params
from fatdesk.networks.topologies import kary_tree, mirrored
from fatdesk.networks.topologies.properties import cost_performance
from fatdesk.networks.topologies.topology import Closed, Topology

COSTS = ("one-way links", "switch ports")
"""Kinds of cost, the keys of :attr:`HypercubePoint.performance`."""
MOST_POINTS = 2000
KS, NS = (2, 4, 8), (2, 3, 4, 5, 6)
"""The parameters by default."""


@dataclass(frozen=True, slots=True)
class HypercubePoint:
    """A network, and its cost performance where that of the hypercube of as many hosts is 1.

    Attributes
    ----------
    performance
        By what is counted as cost.
    to_clos
        Links and switches per host, and average distance, over those of the Clos network of the same k and n.
    """

    topology: str
    title: str
    k: int
    n: int
    hosts: int
    switches: int
    links: int
    average_distance: Fraction
    performance: dict[str, float]
    to_clos: dict[str, Fraction]


def hypercube_curve(ks: Sequence[int], ns: Sequence[int]) -> tuple[HypercubePoint, ...]:
    """Return the points of the k-ary n-tree, the Clos network and MiKANT, by topology, k and n.

    Where a topology has no network of some n, such as MiKANT of n = 1, there is no point.

    Raises
    ------
    FatdeskError
        When a parameter is out of the range of all topologies, or there are too many points.

    >>> [round(point.performance["one-way links"], 4) for point in hypercube_curve([4], [5])]
    [0.8997, 1.0085, 1.1816]
    """
    topologies: tuple[Topology, ...] = (*kary_tree.TOPOLOGIES, *mirrored.TOPOLOGIES)
    for name, values in (("k", ks), ("n", ns)):
        ranges = [next(p for p in topology.parameters if p.name == name) for topology in topologies]
        low, high = min(p.lowest for p in ranges), max(p.highest for p in ranges)
        for value in values:
            if not low <= value <= high:
                raise FatdeskError(f"{name}: {value:,} is out of range, give {low} to {high:,}")
    if len(ks) * len(ns) * len(topologies) > MOST_POINTS:
        most = MOST_POINTS // len(topologies)
        raise FatdeskError(f"k, n: {len(ks) * len(ns):,} networks, give at most {most:,} pairs of k and n")
    found = [_point(topology, k, n) for topology in topologies for k in ks for n in ns]
    return tuple(point for point in found if point is not None)


def _point(topology: Topology, k: int, n: int) -> HypercubePoint | None:
    if any(not p.lowest <= {"k": k, "n": n}[p.name] <= p.highest for p in topology.parameters):
        return None
    closed = topology.closed({"k": k, "n": n})
    average = closed.average_distance
    assert average is not None, "all three have closed forms"
    ports = 2 * closed.links - closed.hosts  # both ends of links between switches, one of links of hosts
    return HypercubePoint(
        topology.name,
        topology.title,
        k,
        n,
        closed.hosts,
        closed.switches,
        closed.links,
        average,
        cost_performance(closed.hosts, closed.one_way_links, ports, average),
        _to_clos(closed, average, {"k": k, "n": n}),
    )


def _to_clos(closed: Closed, average: Fraction, params: Params) -> dict[str, Fraction]:
    clos = next(topology for topology in mirrored.TOPOLOGIES if topology.name == mirrored.CLOS).closed(params)
    assert clos.average_distance is not None
    return {
        "links": Fraction(closed.links * clos.hosts, clos.links * closed.hosts),
        "switches": Fraction(closed.switches * clos.hosts, clos.switches * closed.hosts),
        "average_distance": average / clos.average_distance,
    }
