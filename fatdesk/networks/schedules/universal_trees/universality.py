"""Theorem 10 as an experiment: the messages of any network on the universal fat-tree of its volume.

Source: sections V and VI of the universal fat-trees paper. The network delivers messages in a measured time;
its balanced decomposition gives each host a leaf of the fat-tree of the same volume, which delivers the same
messages in bit-serial cycles. Figures that the paper gives as O() are without their constant, and next to
them is a bound with all constants of the network at hand.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.network import Network
from fatdesk.networks.routing import minimal, usual
from fatdesk.networks.schedules.capacitated_tree import load
from fatdesk.networks.schedules.link_loads import RoutingTable
from fatdesk.networks.schedules.offline import Schedule, schedule
from fatdesk.networks.schedules.online import deliver
from fatdesk.networks.schedules.store_and_forward import Delivered, delivered
from fatdesk.networks.schedules.universal_trees.bit_serial import Hardware, delivery_cycle
from fatdesk.networks.schedules.universal_trees.cubic_layout import cubic_layout, volume_in_cube, volume_of
from fatdesk.networks.schedules.universal_trees.decomposition import Decomposition, decompose, node_of_part
from fatdesk.networks.schedules.universal_trees.universal import SameVolume, of_volume
from fatdesk.networks.topologies.universal import lg

CUBE_RATIO = 4 ** (1 / 3)
"""By this factor the surface of the parts of a cube shrinks from one level of cuts to the next."""


def online_bound(factor: float, leaves: int) -> float:
    """λ + lg n lg lg n, the delivery cycles on line without the constant of the O() of section VI.

    >>> online_bound(3.0, 256)
    27.0
    """
    return factor + lg(leaves) * lg(lg(leaves))


@dataclass(frozen=True)
class Corollary9:
    """The largest bandwidths of balanced parts against those of parts by planes.

    Attributes
    ----------
    a
        Ratio from one level to the next.
    width
        w: no part by planes at level i has more than w / a^i.
    factor
        The balanced parts have at most this multiple of w / a^i.
    bound
        4 a / (a - 1), which the factor is never above.
    """

    a: float
    width: float
    factor: float
    bound: float


def corollary_9(made: Decomposition, a: float = CUBE_RATIO) -> Corollary9:
    """Measure Corollary 9 on a decomposition.

    Examples
    --------
    >>> from fatdesk.networks.topologies import network_of
    >>> net = network_of("hyperx:S=2-2-2,K=1-1-1,T=1")
    >>> found = corollary_9(in_cube(net))
    >>> round(found.bound, 2), found.factor < found.bound
    (10.81, True)
    """
    width = float((made.width * a ** np.arange(len(made.width))).max())
    balanced = float((made.balanced_width * a ** np.arange(len(made.balanced_width))).max())
    return Corollary9(a, width, balanced / width if width else 0.0, 4 * a / (a - 1))


def in_cube(net: Network, processors: NDArray[np.bool_] | None = None) -> Decomposition:
    """The decomposition of a network that is not placed, in a cube, with links as the unit of bandwidth.

    Parameters
    ----------
    processors : (n,) bool
        Nodes that each part has one of at most in the end; None: the hosts.
    """
    where, box = cubic_layout(net)
    host = np.arange(net.node_count) < net.hosts if processors is None else processors
    return decompose(where, host, net.ends, np.ones(net.link_count), box)


@dataclass(frozen=True, eq=False)
class Simulated:
    """The messages of a network on the universal fat-tree of its volume.

    Attributes
    ----------
    hosts
        Of the network, n without padding.
    made
        The decomposition of the network.
    beside
        The universal fat-tree, with the figures of Theorem 10 without their constants.
    hardware
        Its nodes.
    data_bits
        Of a message.
    native
        How the network delivers the messages.
    at_least
        A lower bound of the time of any delivery on the network: messages that enter or leave a balanced part
        over what can in a unit of time.
    ideal
        The schedule with ideal concentrators.
    real
        The schedule with the messages that the partial concentrators guarantee; it sets the time.
    lost
        Messages that partial concentrators lose in the cycles of ``ideal``, sent once.
    online_cycles
        Cycles without a schedule, with ideal concentrators.
    widest
        Messages that enter or leave a balanced part in a unit of time at most, by its links and by those of
        its hosts, over the capacity that is guaranteed for its channel: the largest.
    """

    hosts: int
    made: Decomposition
    beside: SameVolume
    hardware: Hardware
    data_bits: int
    native: Delivered
    at_least: float
    ideal: Schedule
    real: Schedule
    lost: int
    online_cycles: int
    widest: float

    @property
    def leaves(self) -> int:
        """Leaves of the fat-tree, a power of two."""
        return self.hardware.leaves

    @property
    def cycle_time(self) -> int:
        """Bit times of a delivery cycle."""
        return self.hardware.cycle_time(self.data_bits)

    @property
    def native_time(self) -> int:
        """Bit times in which the network delivers the messages, with no headers."""
        return self.native.time * self.data_bits

    @property
    def time(self) -> int:
        """Bit times in which the fat-tree delivers them."""
        return self.real.cycles * self.cycle_time

    @property
    def slow_down(self) -> float | None:
        """Time of the fat-tree over that of the network; None without messages."""
        return self.time / self.native_time if self.native_time else None

    @property
    def slow_down_at_most(self) -> float | None:
        """Time of the fat-tree over the shortest that any delivery on the network could take."""
        return self.time / (self.at_least * self.data_bits) if self.at_least else None

    @property
    def order(self) -> float:
        """lg(n / v^(2/3)) lg² n, what the theorem's proof arrives at, without its constant."""
        return self.beside.time

    @cached_property
    def bound(self) -> float | None:
        """The slow-down by the steps of the proof with the constants of this network; None without messages.

        In time t the load factor becomes at most ``widest`` t; the schedule has at most 2 lg n cycles for
        each unit of it, or one.
        """
        t = self.native.time
        if not t:
            return None
        cycles = max(1.0, 2 * self.widest * t * lg(self.leaves))
        return cycles * self.cycle_time / (t * self.data_bits)

    @property
    def online_bound(self) -> float:
        """λ + lg n lg lg n."""
        return online_bound(self.ideal.load.factor, self.leaves)


def fastest(net: Network) -> RoutingTable:
    """The routing algorithm with all shortest paths where it fits, else the usual one.

    >>> from fatdesk.networks.topologies import network_of
    >>> fastest(network_of("star:N=4,E=1,Bl=1")).states
    5
    """
    return (usual(net) if minimal.refusal(net) else minimal).routing_table(net)


def simulated(
    net: Network,
    source: Longs,
    destination: Longs,
    table: RoutingTable,
    *,
    made: Decomposition | None = None,
    volume: float | None = None,
    data_bits: int = 1,
    seed: int = 1,
    progress: Progress = SILENT,
) -> Simulated:
    """Run messages on a network and on the universal fat-tree of its volume.

    Parameters
    ----------
    source, destination : (m,) int64
        Hosts of each message.
    table
        The routing algorithm of the network.
    made
        The decomposition of a placed network; None: :func:`in_cube`.
    volume
        In cubes whose side one link passes; None: what the links need, and at least one for each host.
    seed
        Of the paths, the concentrators, and the delivery on line.

    Raises
    ------
    FatdeskError
        When there is no path for some message.
    """
    if volume is None:
        volume = volume_in_cube(net) if made is None else max(float(net.hosts), volume_of(made.parts))
    made = in_cube(net) if made is None else made
    beside = of_volume(net.hosts, volume)
    hardware = Hardware(beside.tree.leaves, beside.tree.capacities, seed)
    leaf = np.zeros(net.hosts, np.int64)
    leaf[made.balanced.sequence] = made.balanced.leaf
    from_leaf, to_leaf = leaf[source], leaf[destination]
    native = delivered(table, source, destination, seed, progress)
    ideal = schedule(hardware.tree, from_leaf, to_leaf, progress=progress)
    real = schedule(hardware.guaranteed, from_leaf, to_leaf, progress=progress)
    lost = 0
    for cycle in range(ideal.cycles):
        progress.step(cycle, ideal.cycles, "running the cycles")
        here = ideal.cycle == cycle
        lost += int((~delivery_cycle(hardware, from_leaf[here], to_leaf[here]).delivered).sum())
    online = deliver(hardware.tree, from_leaf, to_leaf, seed, progress)
    links = _links_of_channels(net, made, hardware.leaves)
    capacity = np.minimum(hardware.guaranteed.up, hardware.guaranteed.down)
    crossing = np.maximum(real.load.up, real.load.down)
    known = links > 0
    return Simulated(
        hosts=net.hosts,
        made=made,
        beside=beside,
        hardware=hardware,
        data_bits=data_bits,
        native=native,
        at_least=float((crossing[known] / links[known]).max(initial=0.0)),
        ideal=ideal,
        real=real,
        lost=lost,
        online_cycles=online.cycles,
        widest=float((links[known] / capacity[known]).max(initial=0.0)),
    )


def _links_of_channels(net: Network, made: Decomposition, size: int) -> Floats:
    """Most messages that enter or leave the hosts below each node of a fat-tree in a unit of time.

    At most the links that leave their balanced part, and the links of the hosts themselves; 0 for the root.
    """
    balanced = made.balanced
    node = node_of_part(balanced)
    links = np.full(2 * size, np.inf)
    links[node] = balanced.crossing_links
    early = (balanced.one < 0) & (node < size)  # one host already above the leaves
    links[2 * node[early]] = links[node[early]]
    out, into = (np.bincount(net.ends[:, end], minlength=net.node_count) for end in (0, 1))
    ports = np.maximum(out, into) if net.one_way else out + into
    own = np.zeros(2 * size)
    own[balanced.leaf + size] = ports[balanced.sequence]
    for above in range(size - 1, 0, -1):
        own[above] = own[2 * above] + own[2 * above + 1]
    found: Floats = np.minimum(links, own)
    found[1] = 0
    return found


@dataclass(frozen=True, eq=False)
class Fixed:
    """A network as direct connections between processors, on a fat-tree of slightly more volume.

    Attributes
    ----------
    processors
        Switches where each has one host, which is a part of it; else all hosts and switches.
    degree
        Most connections of a processor, d.
    volume
        Of the network, v.
    beside
        The universal fat-tree of volume v lg^(3/2)(n / v^(2/3)) with d connections for each processor.
    hardware
        Its nodes.
    load_factor
        Of one message each way over each connection, with ideal concentrators.
    real
        The schedule of these messages with those that the partial concentrators guarantee.
    """

    processors: int
    degree: int
    volume: float
    beside: SameVolume
    hardware: Hardware
    load_factor: float
    real: Schedule

    @property
    def time(self) -> int:
        """Bit times of one step of the network, with messages of one bit."""
        return self.real.cycles * self.hardware.cycle_time()

    @property
    def per_lg(self) -> float:
        """Bit times of one step over lg n, which stays below a constant."""
        return self.time / lg(self.hardware.leaves)


MOST_CONNECTIONS = 1024
"""Connections of a processor, up to which one step is simulated; the paper has a constant."""


def fixed_connections(net: Network, seed: int = 1, progress: Progress = SILENT) -> Fixed | None:
    """Simulate one step of a network in which all processors send over all their connections.

    None where a processor has more than MOST_CONNECTIONS.
    """
    if np.bincount(net.ends.ravel()).max(initial=0) > MOST_CONNECTIONS:
        return None
    one_each = net.switch_count > 0 and bool(
        (np.bincount(net.ends[(net.ends < net.hosts).any(axis=1)].max(axis=1), minlength=net.node_count)
         [net.hosts :] == 1).all()
    )  # fmt: skip
    ends = net.ends.astype(np.int64)
    if one_each and net.switch_count == net.hosts:
        ends = ends[(ends >= net.hosts).all(axis=1)]
        processor = np.arange(net.node_count) >= net.hosts
    else:
        processor = np.ones(net.node_count, np.bool_)
    made = in_cube(net, processor)
    count = int(processor.sum())
    volume = max(float(count), volume_of(made.parts, uncut=True))
    degree = int(np.bincount(ends.ravel()).max(initial=1))
    area = volume ** (2 / 3)
    beside = of_volume(count, volume * lg(count / area) ** 1.5, degree)
    hardware = Hardware(beside.tree.leaves, beside.tree.capacities, seed)
    leaf = np.zeros(net.node_count, np.int64)
    leaf[made.balanced.sequence] = made.balanced.leaf
    a, b = leaf[ends].T
    source, destination = (a, b) if net.one_way else (np.concatenate([a, b]), np.concatenate([b, a]))
    real = schedule(hardware.guaranteed, source, destination, progress=progress)
    factor = load(hardware.tree, source, destination).factor
    return Fixed(count, degree, volume, beside, hardware, factor, real)
