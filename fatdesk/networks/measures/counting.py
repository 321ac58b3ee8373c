"""Counts of a network: ports, links per level, switching elements, in all and per host port."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fatdesk.networks.network import Network


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
