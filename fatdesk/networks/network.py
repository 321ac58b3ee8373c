"""A network as arrays of nodes and links, whatever it is built from."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Value = int | Fraction | tuple[int, ...]
"""A parameter of a family: a number, a ratio, or one number a level or dimension."""
Params = Mapping[str, Value]


@dataclass(frozen=True, eq=False)
class Network:
    """A network: n nodes and m links.

    Nodes 0 to ``hosts`` - 1 are hosts, the others switches, in an order that the family tells.

    Attributes
    ----------
    family, params
        What it was built from; empty for a network of another source.
    hosts
        How many hosts.
    level : (n,) int32
        0 for hosts; for switches 1 for those that hosts hang on, and so on upwards or from stage to stage.
    ends, ports : (m, 2) int32
        Both nodes of a link and the port there. Links of a two-way network have the lower level at end 0;
        a one-way link leads from end 0 to end 1, and outputs and inputs are numbered apart.
    lane : (m,) int8
        1 for a second link beside the first: a doubled link, a second way in or out of a host.
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
        """Links; of a two-way network each is one for both ways."""
        return len(self.ends)

    @cached_property
    def digest(self) -> str:
        """SHA-256 over everything that it is: two networks of one digest are the same."""
        told = repr((self.hosts, self.node_count, self.link_count, self.one_way, self.family))
        found = hashlib.sha256((told + repr(sorted(self.params.items()))).encode())
        for part in (self.level, self.ends, self.ports, self.lane):
            found.update(np.ascontiguousarray(part, part.dtype.newbyteorder("<")).tobytes())
        return found.hexdigest()

    @cached_property
    def channels(self) -> Ints:
        """(c, 2): tail and head of each channel, one way of a link.

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
