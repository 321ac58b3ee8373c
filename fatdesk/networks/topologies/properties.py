"""All figures of a network: by closed forms of its family where there are some, else measured."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.measures.bisection import Bisection, bisection
from fatdesk.networks.measures.counting import (
    PerPort,
    oversubscription,
    per_port,
    radix,
    switching_elements,
)
from fatdesk.networks.network import Network
from fatdesk.networks.topologies import named_network
from fatdesk.networks.topologies.topology import Closed


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
    hosts = network.hosts
    if not average or hosts < 2:
        return {}
    cube = hypercube(hosts)
    switch_ports = int((network.ends >= hosts).sum())
    costs = {
        "one-way links": (len(network.channels), cube.one_way_links),
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
    asked = named_network(spec)
    progress.step(0, 1, "building the network")
    return properties(asked.build(), asked.closed, progress)


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
