"""RUFT family: one-way trees with n stages, whose last stage sends over long links to the hosts.

Source: the fault-tolerant-indirect-topologies paper, section 4, as in spec 3. ``ruft`` has one link
everywhere, ``ruft-pl`` two, ``ft-ruft-212`` two into and out of the network at different switches and one
inside, ``ft-ruft-222`` those ends and two inside. A second link has lane 1. The second switches are those
of the host whose highest (channel in) or lowest bit (channel out) is inverted; where k is no power of two,
whose highest or lowest digit is one more, modulo k.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.networks.cards import INDIRECT, Card
from fatdesk.networks.network import Network, Params, network
from fatdesk.networks.topologies.topology import (
    Closed,
    Parameter,
    Topology,
    digit,
    whole,
    with_digit,
    written,
)


@dataclass(frozen=True, slots=True)
class _Kind:
    """Numbers of links into, out of and inside a network, and whether second channels lead elsewhere."""

    name: str
    title: str
    ends: int
    inside: int
    apart: bool
    what: str
    use: str

    def elements(self, k: int, n: int) -> int:
        """Crosspoints of all switches: inputs times outputs of each."""
        first, last = self.ends * self.inside, self.inside * self.ends
        middle = self.inside * self.inside
        each: int = k ** (n - 1)
        return each * k * k * (self.ends * self.ends if n == 1 else first + last + (n - 2) * middle)


def second_way_in(p: Longs, k: int, n: int) -> Longs:
    """The hosts that share their first switch with the second channel in of hosts ``p``."""
    return _inverted(p, k, n - 1, highest=True)


def second_way_out(p: Longs, k: int) -> Longs:
    """The hosts that share their last switch with the second channel out of hosts ``p``."""
    return _inverted(p, k, 0, highest=False)


def _inverted(p: Longs, k: int, place: int, *, highest: bool) -> Longs:
    value = digit(p, k, place)
    if k & (k - 1):
        return with_digit(p, k, place, (value + 1) % k)
    return with_digit(p, k, place, value ^ (k // 2 if highest else 1))


def _network(kind: _Kind, params: Params) -> Network:
    k, n = whole(params, "k"), whole(params, "n")
    hosts, each = k**n, k ** (n - 1)
    p = np.arange(hosts, dtype=np.int64)
    ends: list[Longs] = []
    ports: list[Longs] = []
    lanes: list[int] = []

    def lay(tail: Longs, head: Longs, out: Longs, into: Longs, lane: int) -> None:
        ends.append(np.stack([tail, head], axis=1))
        ports.append(np.stack([out, into], axis=1))
        lanes.append(lane)

    for lane in range(kind.ends):
        at = second_way_in(p, k, n) if kind.apart and lane else p
        lay(p, hosts + at // k, p * 0 + lane, lane * k + p % k, lane)
    low, up = np.divmod(p, k)
    for stage in range(n - 1):
        first = hosts + stage * each
        high = with_digit(low, k, stage, up)
        for lane in range(kind.inside):
            into = lane * k + digit(low, k, stage)
            lay(first + low, first + each + high, lane * k + up, into, lane)
    for lane in range(kind.ends):
        at = second_way_out(p, k) if kind.apart and lane else p
        lay(hosts + (n - 1) * each + at % each, p, lane * k + digit(p, k, n - 1), p * 0 + lane, lane)
    return network(
        hosts,
        np.repeat(np.arange(n + 1), [hosts] + [each] * n),
        np.concatenate(ends),
        np.concatenate(ports),
        lane=np.repeat(np.array(lanes), hosts),
        one_way=True,
        family=kind.name,
        params=params,
    )


def _closed(kind: _Kind, params: Params) -> Closed:
    k, n = whole(params, "k"), whole(params, "n")
    hosts = k**n
    links = (2 * kind.ends + (n - 1) * kind.inside) * hosts
    return Closed(
        hosts=hosts,
        switches=n * k ** (n - 1),
        links=links,
        one_way_links=links,
        radix=k * (2 * kind.ends if n == 1 else kind.inside + max(kind.ends, kind.inside * (n > 2))),
        switching_elements=kind.elements(k, n),
        diameter=n + 1,
        average_distance=Fraction((n + 1) * (hosts - 1), hosts),
        oversubscription=(Fraction(1, kind.ends),) + (Fraction(1, kind.inside),) * (n - 1),
    )


def _address(network: Network, node: int) -> str:
    k, n = whole(network.params, "k"), whole(network.params, "n")
    if node < network.hosts:
        return written(node, k, n)
    stage, number = divmod(node - network.hosts, k ** (n - 1))
    return f"{stage},{written(number, k, n - 1)}"


def _check(params: Params) -> None:
    k, n = whole(params, "k"), whole(params, "n")
    if k**n > 1 << 24:
        raise ValueError(f"n: {k}^{n} hosts are too many, use at most {1 << 24}")


KINDS = (
    _Kind(
        "ruft",
        "RUFT",
        1,
        1,
        False,
        "A fat-tree of one-way links: packets climb only, and the last stage sends back to the hosts.",
        "Use it where switches should be as simple as possible; it has one path for each pair of hosts.",
    ),
    _Kind(
        "ruft-pl",
        "RUFT with parallel links",
        2,
        2,
        False,
        "RUFT with two parallel links everywhere.",
        "Use it for twice the bandwidth of RUFT, and to survive a failed link between switches.",
    ),
    _Kind(
        "ft-ruft-212",
        "FT-RUFT-212",
        2,
        1,
        True,
        "RUFT whose hosts have two links in and two out, at different switches; one link between switches.",
        "Use it to survive failures of links and switches at the least cost of this family.",
    ),
    _Kind(
        "ft-ruft-222",
        "FT-RUFT-222",
        2,
        2,
        True,
        "RUFT with two links in and out at different switches, and two between switches as well.",
        "Use it to survive the most failures of this family, at the cost of twice the links.",
    ),
)
PARAMETERS = (
    Parameter("k", "inputs and outputs of each switch", lowest=2, highest=1024),
    Parameter("n", "stages of switches", highest=20),
)
TOPOLOGIES = tuple(
    Topology(
        kind.name,
        kind.title,
        Card(kind.what, kind.use, INDIRECT),
        PARAMETERS,
        _check,
        partial(_closed, kind),
        partial(_network, kind),
        _address,
    )
    for kind in KINDS
)
