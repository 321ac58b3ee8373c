"""What a forwarding scheme gives: for each destination the channels that a packet may take next."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fatdesk.networks.network import Network
from fatdesk.networks.routing.formula import Formula

Ints = NDArray[np.int32]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False, slots=True)
class Ways:
    """Where packets to one destination may go.

    Attributes
    ----------
    start : (states + 1,) int32
    channel : int32
        From state s a packet may take ``channel[start[s]:start[s + 1]]``, in the scheme's order. Several:
        the choice is adaptive, any will do. One: it is determined. None: there is no way.
    """

    destination: int
    start: Ints
    channel: Ints

    def onward(self, state: int) -> Ints:
        """The channels that a packet in a state may take."""
        return self.channel[self.start[state] : self.start[state + 1]]


def no_formula() -> None:
    """What schemes have that are told by their ways alone."""


@dataclass(frozen=True, eq=False, slots=True)
class Forwarding:
    """A scheme over a network.

    A packet's state is all that its further way depends on, besides its destination. At its source host h
    it is in state h.

    Attributes
    ----------
    states
        How many; states 0 to ``network.hosts`` - 1 are those of sources.
    after : (c,) int32
        The state of a packet that came by a channel; -1 for channels to hosts, because hosts never forward.
    ways
        The ways to a destination, a host.
    by_switch
        Whether the ways to two hosts of the same switch differ in the last channel only.
    formula
        The same ways worked out from the number of the destination; None where there is none.
    """

    network: Network
    states: int
    after: Ints
    ways: Callable[[int], Ways]
    by_switch: bool = False
    formula: Callable[[], Formula | None] = no_formula


class Scheme(Protocol):
    """A module of this folder with one scheme."""

    NAME: str
    TITLE: str

    def refusal(self, network: Network) -> str:
        """Why the scheme does not fit a network, and what to do; empty when it fits."""

    def forwarding(self, network: Network, usable: Bools | None = None) -> Forwarding:
        """The scheme over a network that it fits.

        Parameters
        ----------
        usable : (c,) bool
            Which channels are not out; None: all work. Candidates that can no longer lead to the
            destination are left out.
        """


def state_by_node(network: Network) -> Ints:
    """``after`` of schemes whose next step depends on nothing but the node where a packet is."""
    head = network.channels[:, 1]
    return np.where(head < network.hosts, np.int32(-1), head).astype(np.int32)


def by_port(network: Network) -> tuple[Ints, Ints]:
    """Channels by tail and port there, as :attr:`Network.outgoing`."""
    start, _ = network.outgoing
    port = network.ports[:, 0] if network.one_way else network.ports.reshape(-1)
    order = np.lexsort((np.arange(len(port)), port, network.channels[:, 0]))
    return start, order.astype(np.int32)


def chosen(destination: int, allowed: Bools, outgoing: tuple[Ints, Ints]) -> Ways:
    """The ways through allowed channels where states are nodes; ``outgoing`` as from :func:`by_port`."""
    start, channels = outgoing
    taken = allowed[channels]
    taken[start[destination] : start[destination + 1]] = False
    count = np.zeros(len(channels) + 1, np.int32)
    np.cumsum(taken, out=count[1:])
    return Ways(destination, count[start], channels[taken])
