"""Elements that can fail: directions of links, cables or switches; their channels and their names."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Bools, Ints
from fatdesk.core.errors import FatdeskError
from fatdesk.networks.fault_tolerance.study import Among, FaultParameters
from fatdesk.networks.network import Network


@dataclass(frozen=True, eq=False, slots=True)
class FaultUnits:
    """Elements that fail one by one, numbered from 0.

    Attributes
    ----------
    requested
        Which elements these are.
    start, channel : (u + 1,), (x,) int32
        Element i removes ``channel[start[i]:start[i + 1]]``.
    of : (u,) int32
        The link that an element is, or the node where switches fail.
    """

    requested: FaultParameters
    start: Ints
    channel: Ints
    of: Ints

    @property
    def count(self) -> int:
        """Number of elements."""
        return len(self.of)

    def out(self, elements: Ints) -> Ints:
        """The channels that are out when some elements fail, the lowest first."""
        parts = [self.channel[self.start[element] : self.start[element + 1]] for element in elements.tolist()]
        return np.unique(np.concatenate([*parts, np.zeros(0, np.int32)])).astype(np.int32)


def fault_units(network: Network, requested: FaultParameters) -> FaultUnits:
    """Return the elements of a network that may fail, in the order of its links or switches.

    >>> from fatdesk.networks.topologies import network_of
    >>> tree = network_of("kary-tree:k=4,n=3")
    >>> fault_units(tree, FaultParameters()).count, fault_units(tree, FaultParameters(whole=True)).count
    (256, 128)
    """
    if requested.among == "switches":
        return _switches(network, requested)
    inside = (network.ends >= network.hosts).all(axis=1)
    wanted = {"network": inside, "ends": ~inside, "all": np.ones_like(inside)}[requested.among]
    links = np.flatnonzero(wanted).astype(np.int32)
    ways = 1 if network.one_way else 2
    each = ways if requested.whole else 1
    channel = (links[:, None] * ways + np.arange(ways)).astype(np.int32).reshape(-1)
    of = links if each == ways else np.repeat(links, ways)
    return FaultUnits(requested, np.arange(0, len(channel) + 1, each, dtype=np.int32), channel, of)


def usable_without(network: Network, units: FaultUnits, elements: Ints) -> Bools:
    """(c,): the channels that are left when some elements fail."""
    usable = np.ones(len(network.channels), np.bool_)
    usable[units.out(elements)] = False
    return usable


_NONE: dict[Among, str] = {
    "network": "faults: it has no links between switches that could fail: choose those of hosts, or all",
    "ends": "faults: it has no links of hosts that could fail: choose links between switches",
    "all": "faults: it has no links that could fail",
    "switches": "faults: it has no switches that could fail: choose links",
}


def check_count(units: FaultUnits, count: int) -> None:
    """Refuse to remove more than there is.

    Raises
    ------
    FatdeskError
        When there are fewer elements.
    """
    if count > units.count:
        words = ("switch", "switches") if units.requested.among == "switches" else ("link", "links")
        what = words[count > 1]
        if not units.count:
            raise FatdeskError(_NONE[units.requested.among])
        raise FatdeskError(
            f"faults: {count:,} {what} cannot fail, there are {units.count:,} to fail: use fewer"
        )


def _switches(network: Network, requested: FaultParameters) -> FaultUnits:
    ends, count = network.channels.astype(np.int64), len(network.channels)
    node = ends.T.reshape(-1)
    channel = np.tile(np.arange(count, dtype=np.int32), 2)
    kept = node >= network.hosts
    order = np.argsort(node[kept], kind="stable")
    start = np.zeros(network.switch_count + 1, np.int32)
    np.cumsum(np.bincount(node[kept] - network.hosts, minlength=network.switch_count), out=start[1:])
    of = np.arange(network.hosts, network.node_count, dtype=np.int32)
    return FaultUnits(requested, start, channel[kept][order], of)


def unit_names(
    network: Network, units: FaultUnits, elements: Sequence[int] | Ints, node_names: Sequence[str]
) -> tuple[str, ...]:
    """Names of some elements.

    A link that fails in one direction is ``E03 to C07``, one that fails in both directions ``E03 and C07``;
    where several links join the same two nodes, with ports: ``E03 port 4 to C07 port 0``.

    >>> from fatdesk.networks.topologies import network_of
    >>> from fatdesk.networks.fault_tolerance.study import FaultParameters
    >>> from fatdesk.networks.fault_tolerance.units import fault_units
    >>> star = network_of("star:N=2")
    >>> units = fault_units(star, FaultParameters(among="ends"))
    >>> unit_names(star, units, [0, 3], ["H0", "H1", "E"])
    ('H0 to E', 'E to H1')
    """
    if units.requested.among == "switches":
        return tuple(node_names[units.of[element]] for element in elements)
    ends = network.ends.astype(np.int64)
    if not network.one_way:
        ends = np.sort(ends, axis=1)
    _, alike, count = np.unique(
        ends[:, 0] * network.node_count + ends[:, 1], return_inverse=True, return_counts=True
    )
    parallel = count[alike.reshape(-1)] > 1

    def name(element: int) -> str:
        link = int(units.of[element])
        taken = units.channel[units.start[element] : units.start[element + 1]]
        sides = [0, 1]
        if not network.one_way and taken[0] % 2:
            sides.reverse()
        names = [
            node_names[network.ends[link, side]]
            + (f" port {network.ports[link, side]}" if parallel[link] else "")
            for side in sides
        ]
        return (" and " if len(taken) > 1 else " to ").join(names)

    return tuple(name(int(element)) for element in elements)
