"""Protocol of a routing algorithm: for each destination the channels that a packet may take next."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Bools, Ints
from fatdesk.networks.cards import Card
from fatdesk.networks.network import Network

NO_LIST = -1


@dataclass(frozen=True, eq=False, slots=True)
class Formula:
    """For each state a line of numbers, and lists of channels.

    A state with line ``low, high, width, inside, divide, modulus, last, outside`` sends to destination d

    - if low <= d < high: by list inside + (d - low) // width;
    - else by list outside + (d // divide % modulus) * last + d % last; outside = -1: there is no path.

    That holds for states that packets to d can be in.

    Attributes
    ----------
    lines : (states, 8) int32
    start, channel : int32
        List i is ``channel[start[i]:start[i + 1]]``, in the routing algorithm's order; it may be empty.
    """

    lines: Ints
    start: Ints
    channel: Ints

    def onward(self, state: int, destination: int) -> Ints:
        """The channels that a packet in a state may take; the same as those of the paths."""
        low, high, width, inside, divide, modulus, last, outside = self.lines[state].tolist()
        if low <= destination < high:
            number = inside + (destination - low) // width
        elif outside == NO_LIST:
            return self.channel[:0]
        else:
            number = outside + destination // divide % modulus * last + destination % last
        return self.channel[self.start[number] : self.start[number + 1]]


def lists_of(key: NDArray[np.int64], channel: Ints, count: int) -> tuple[Ints, Ints]:
    """Lists of channels, from the number of the list that each is in; their order in a list stays.

    >>> start, channel = lists_of(np.array([1, 0, 1]), np.array([7, 8, 9]), 3)
    >>> start.tolist(), channel.tolist()
    ([0, 1, 3, 3], [8, 7, 9])
    """
    order = np.argsort(key, kind="stable")
    start = np.zeros(count + 1, np.int32)
    np.cumsum(np.bincount(key, minlength=count), out=start[1:])
    return start, channel[order].astype(np.int32)


@dataclass(frozen=True, eq=False, slots=True)
class NextChannels:
    """Next channels of packets to one destination.

    Attributes
    ----------
    start : (states + 1,) int32
    channel : int32
        From state s a packet may take ``channel[start[s]:start[s + 1]]``, in the routing algorithm's order.
        Several: the choice is adaptive, any will do. One: it is determined. None: there is no path.
    """

    destination: int
    start: Ints
    channel: Ints

    def onward(self, state: int) -> Ints:
        """The channels that a packet in a state may take."""
        return self.channel[self.start[state] : self.start[state + 1]]


def no_formula() -> None:
    """Return no formula, for routing algorithms that are defined by their paths alone."""


@dataclass(frozen=True, eq=False, slots=True)
class RoutingTable:
    """A routing algorithm over a network.

    A packet's state is all that its further path depends on, besides its destination. At its source host h
    it is in state h.

    Attributes
    ----------
    states
        How many; states 0 to ``network.hosts`` - 1 are those of sources.
    after : (c,) int32
        The state of a packet that came by a channel; -1 for channels to hosts, because hosts never forward.
    next_channels
        The paths to a destination, a host.
    by_switch
        Whether the paths to two hosts of the same switch differ in the last channel only.
    formula
        The same paths worked out from the number of the destination; None where there is none.
    oblivious
        Whether each switch draws one of several next channels for each packet, all with the same probability;
        else the choice is adaptive.
    """

    network: Network
    states: int
    after: Ints
    next_channels: Callable[[int], NextChannels]
    by_switch: bool = False
    formula: Callable[[], Formula | None] = no_formula
    oblivious: bool = False


class RoutingAlgorithm(Protocol):
    """A module of this folder with one routing algorithm."""

    NAME: str
    TITLE: str
    FITS: str
    """The networks that it fits, for documentation."""
    SHORTEST: bool
    """Whether its paths are the shortest ones in all topologies whose average distance has a closed form."""
    ADAPTIVE: bool
    """Whether switches of some network choose by traffic, see :func:`leaves_choice`."""
    CARD: Card

    def refusal(self, network: Network) -> str:
        """Why the routing algorithm does not fit a network; empty when it fits."""

    def routing_table(self, network: Network, usable: Bools | None = None) -> RoutingTable:
        """The routing algorithm over a network that it fits.

        Parameters
        ----------
        usable : (c,) bool
            Which channels are not out; None: all work. Candidates that can no longer lead to the
            destination are left out.
        """


def leaves_choice(routing_table: RoutingTable) -> bool:
    """Whether packets in some switch may take one of several channels as traffic decides.

    >>> from fatdesk.networks.topologies import network_of
    >>> from fatdesk.networks.routing import routing_algorithm
    >>> network = network_of("kary-tree:k=4,n=3")
    >>> [leaves_choice(routing_algorithm(name).routing_table(network)) for name in ("fta", "destro", "nca")]
    [True, False, False]
    """
    if routing_table.oblivious:
        return False
    hosts, formula = routing_table.network.hosts, routing_table.formula()
    if formula is not None:
        several = np.flatnonzero(np.diff(formula.start) > 1)
        return bool(
            (routing_table.network.channels[formula.channel[formula.start[several]], 0] >= hosts).any()
        )
    starts = (routing_table.next_channels(destination).start for destination in range(hosts))
    return any(bool((np.diff(start[hosts:]) > 1).any()) for start in starts)


def state_by_node(network: Network) -> Ints:
    """``after`` of routing algorithms whose next step depends on nothing but the node where a packet is."""
    head = network.channels[:, 1]
    return np.where(head < network.hosts, np.int32(-1), head).astype(np.int32)


def by_port(network: Network) -> tuple[Ints, Ints]:
    """Channels by tail and port there, as :attr:`Network.outgoing`."""
    start, _ = network.outgoing
    port = network.ports[:, 0] if network.one_way else network.ports.reshape(-1)
    order = np.lexsort((np.arange(len(port)), port, network.channels[:, 0]))
    return start, order.astype(np.int32)


def chosen(destination: int, allowed: Bools, outgoing: tuple[Ints, Ints]) -> NextChannels:
    """The paths through allowed channels where states are nodes; ``outgoing`` as from :func:`by_port`."""
    start, channels = outgoing
    taken = allowed[channels]
    taken[start[destination] : start[destination + 1]] = False
    count = np.zeros(len(channels) + 1, np.int32)
    np.cumsum(taken, out=count[1:])
    return NextChannels(destination, count[start], channels[taken])


def surviving(
    network: Network,
    states: int,
    after: Ints,
    next_channels: Callable[[int], NextChannels],
    usable: Bools | None,
    *,
    by_switch: bool = False,
    formula: Callable[[], Formula | None] = no_formula,
) -> RoutingTable:
    """The routing algorithm with those candidates from which the destination can still be reached."""
    if usable is None:
        return RoutingTable(network, states, after, next_channels, by_switch, formula)
    from fatdesk.networks.routing.shortest_paths import prune

    head = np.ascontiguousarray(network.channels[:, 1])

    def kept(destination: int) -> NextChannels:
        full = next_channels(destination)
        return NextChannels(destination, *prune(destination, full.start, full.channel, usable, head, after))

    return RoutingTable(network, states, after, kept, by_switch and ends_usable(network, usable))


def ends_usable(network: Network, usable: Bools | None) -> bool:
    """Whether no channel into a host has failed; else hosts of one switch may have different paths."""
    return usable is None or bool(usable[network.channels[:, 1] < network.hosts].all())
