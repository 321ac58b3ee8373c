"""All figures of a network: by closed forms of its family where there are some, else counted and measured."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.measures.bisection import Bisection, bisection
from fatdesk.networks.network import Network
from fatdesk.networks.topologies import named_network
from fatdesk.networks.topologies.topology import Closed


def ports_in_use(network: Network) -> NDArray[np.int64]:
    """(n,) links at each node; of a one-way network inputs and outputs."""
    return np.bincount(network.ends.ravel(), minlength=network.node_count)


def radix(network: Network) -> int:
    """Ports in use of the switch with most."""
    return int(ports_in_use(network)[network.hosts :].max(initial=0))


def host_ports(network: Network) -> int:
    """Links into the network: links at hosts, of a one-way network those that lead out of hosts."""
    tails = network.ends if not network.one_way else network.ends[:, :1]
    return int(np.count_nonzero(tails < network.hosts))


def oversubscription(network: Network) -> tuple[Fraction, ...]:
    """For each level from the lowest, all hosts over the links that lead up into it; empty where flat.

    >>> from fatdesk.networks.topologies import network_of
    >>> oversubscription(network_of("egft:M=16-4,C=1-4,K=1-2"))
    (Fraction(1, 1), Fraction(2, 1))
    """
    top = int(network.level.max(initial=0))
    low, high = network.level[network.ends].T
    up = high == low + 1
    links = np.bincount(high[up], minlength=top + 1)[1:]
    if top == 0 or not links.all() or (top == 1 and np.any((low == high) & (low > 0))):
        return ()
    return tuple(Fraction(network.hosts, int(count)) for count in links)


def switching_elements(network: Network) -> int:
    """Pairs of an input and an output that routing up and then down may join, over all switches.

    From below a packet may leave anywhere, from above only downwards: d (d + u) + u d for d ports down
    and u up. Between switches of one level the one of higher number is the upper. In a one-way network any
    input may join any output.
    """
    tail, head = network.channels.astype(np.int64).T
    size = network.node_count
    into, out = np.bincount(head, minlength=size), np.bincount(tail, minlength=size)
    if network.one_way:
        pairs = into * out
    else:
        level = network.level
        upper = (level[tail] > level[head]) | ((level[tail] == level[head]) & (tail > head))
        from_above = np.bincount(head[upper], minlength=size)  # as many lead up again
        pairs = into * out - from_above * from_above
    return int(pairs[network.hosts :].sum())


@dataclass(frozen=True, slots=True)
class PerPort:
    """Links, switches and switch ports of a network per host port."""

    links: Fraction
    switches: Fraction
    switch_ports: Fraction
    switching_elements: Fraction


def per_port(network: Network, elements: int) -> PerPort:
    """Links, switches, ports of switches and switching elements for each port of a host."""
    ports = max(1, host_ports(network))
    in_use = int(ports_in_use(network)[network.hosts :].sum())
    return PerPort(
        links=Fraction(network.link_count, ports),
        switches=Fraction(network.switch_count, ports),
        switch_ports=Fraction(in_use, ports),
        switching_elements=Fraction(elements, ports),
    )


@dataclass(frozen=True, slots=True)
class Properties:
    """Figures of a network; distances in links, over all ordered pairs of hosts, self included.

    Attributes
    ----------
    elements_counted
        How switching elements are counted: ``by the source`` of the family, or ``up/down``, inputs and
        outputs that routing up and then down may join.
    distances_known
        ``closed form`` or ``searched``.
    bisection
        With how it is known.
    performance
        Relative cost performance, by what is counted as cost (:func:`relative_cost_performance`).
    """

    hosts: int
    switches: int
    links: int
    one_way_links: int
    radix: int
    switching_elements: int
    elements_counted: str
    diameter: int | None
    average_distance: Fraction | None
    distances_known: str
    bisection: Bisection
    oversubscription: tuple[Fraction, ...]
    per_port: PerPort
    performance: dict[str, float]


def properties(network: Network, closed: Closed | None = None, progress: Progress = SILENT) -> Properties:
    """The figures of a network.

    Parameters
    ----------
    closed
        Closed-form figures of it; None: everything is measured.

    Raises
    ------
    FatdeskError
        When hosts are linked with each other.
    Cancelled
        When ``progress`` was asked to stop.
    """
    elements = None if closed is None else closed.switching_elements
    counted = "up/down" if elements is None else "by the source"
    if elements is None:
        elements = switching_elements(network)
    if closed is None or closed.average_distance is None:
        from fatdesk.networks.measures.distances import distances  # with its compiled loops

        found = distances(network, progress)
        diameter, average, known = found.diameter, found.average, "searched"
    else:
        diameter, average, known = closed.diameter, closed.average_distance, "closed form"
    if closed is not None and closed.bisection_links is not None:
        cut = Bisection(closed.bisection_links, closed.bisection_links, "closed form")
    else:
        cut = bisection(network, progress)
    ports = per_port(network, elements)
    return Properties(
        hosts=network.hosts,
        switches=network.switch_count,
        links=network.link_count,
        one_way_links=len(network.channels),
        radix=radix(network),
        switching_elements=elements,
        elements_counted=counted,
        diameter=diameter,
        average_distance=average,
        distances_known=known,
        bisection=cut,
        oversubscription=oversubscription(network),
        per_port=ports,
        performance=_performance(network, average),
    )


def _performance(network: Network, average: Fraction | None) -> dict[str, float]:
    switch_ports = int((network.ends >= network.hosts).sum())
    return cost_performance(network.hosts, len(network.channels), switch_ports, average)


def cost_performance(
    hosts: int, one_way_links: int, switch_ports: int, average: Fraction | None
) -> dict[str, float]:
    """Cost performance relative to the hypercube of as many hosts, by what is counted as cost.

    Empty where the average distance is unknown or there is one host.
    """
    if not average or hosts < 2:
        return {}
    cube = hypercube(hosts)
    costs = {
        "one-way links": (one_way_links, cube.one_way_links),
        "switch ports": (switch_ports, cube.switch_ports),
    }
    return {
        name: relative_cost_performance(cost / hosts, float(average), its_cost / hosts, cube.average_distance)
        for name, (cost, its_cost) in costs.items()
    }


@dataclass(frozen=True, slots=True)
class Hypercube:
    """A hypercube with a host on each switch; its dimension is log2 of the hosts, whole or not."""

    one_way_links: float
    switch_ports: float
    average_distance: float


def hypercube(hosts: int) -> Hypercube:
    """The hypercube of N hosts: HyperX with S = 2-2-..., T = 1; between powers of two its formulas.

    >>> hypercube(16)
    Hypercube(one_way_links=96.0, switch_ports=80.0, average_distance=3.875)
    """
    d = float(np.log2(hosts))
    return Hypercube(2 * hosts * (1 + d / 2), hosts * (1 + d), d / 2 + 2 - 2 / hosts)


def relative_cost_performance(
    cost: float, average_distance: float, hypercube_cost: float, hypercube_distance: float
) -> float:
    """1 / (cost x average distance), over that of the hypercube; more is better.

    >>> relative_cost_performance(2.0, 4.0, 3.0, 4.0)
    1.5
    """
    return hypercube_cost * hypercube_distance / (cost * average_distance)


def measure(spec: str, progress: Progress) -> Properties:
    """The figures of a network, by closed forms where there are some, else measured.

    Raises
    ------
    FatdeskError
        When the SPEC names none, or one that is too large.
    Cancelled
        When ``progress`` was asked to stop.
    """
    requested = named_network(spec)
    progress.step(0, 1, "building the network")
    return properties(requested.build(), requested.closed, progress)


def check_graph(spec: str, progress: Progress) -> tuple[int, int, int]:
    """Return hosts, switches and links of a SPEC that names a file, once it has been read.

    Raises
    ------
    FatdeskError
        When the file holds no network.
    """
    progress.step(0, 1, "reading the graph")
    network = named_network(spec).build()
    return network.hosts, network.switch_count, network.link_count
