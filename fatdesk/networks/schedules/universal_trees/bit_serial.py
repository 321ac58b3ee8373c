"""Bit-serial delivery cycles: messages as bits, nodes of selectors and concentrators, and what they lose.

Source: section II of the universal fat-trees paper, figures 2 and 3. A message is an M bit, a header for each
node of its path, and its data. A node reads the M bit and the header of each input wire; the first header
bit selects one of the two opposite ports, the others the way through the stages of that port's concentrator.
The settings come with the messages, off line, so messages need not reach a node at the same time.
"""

from dataclasses import dataclass
from functools import cached_property
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.networks.schedules.capacitated_tree import FatTree, check_leaves, fat_tree, meeting_nodes
from fatdesk.networks.schedules.universal_trees.concentrators import Concentrator, concentrator

NONE = -1
TRACKS = 3
"""Tracks of a cell in each direction: for wires that rise, that run, and that come down."""


@dataclass(frozen=True)
class Hardware:
    """The nodes of a fat-tree whose channels of one level have equal capacities.

    Attributes
    ----------
    leaves
        A power of two.
    capacities
        Wires of a channel, from level 0, the outside channel, to the leaves.
    seed
        Of the concentrators.
    """

    leaves: int
    capacities: tuple[int, ...]
    seed: int = 1

    @property
    def depth(self) -> int:
        """Levels of nodes; the leaves are the level after them."""
        return len(self.capacities) - 1

    @cached_property
    def up(self) -> tuple[Concentrator, ...]:
        """The concentrator upwards of a node of each level: from both children to the parent."""
        cap = self.capacities
        return tuple(concentrator(2 * cap[k + 1], cap[k], self.seed) for k in range(self.depth))

    @cached_property
    def down(self) -> tuple[Concentrator, ...]:
        """The concentrator to a child of a node of each level: from the parent and the other child."""
        cap = self.capacities
        return tuple(concentrator(cap[k] + cap[k + 1], cap[k + 1], self.seed) for k in range(self.depth))

    @property
    def tree(self) -> FatTree:
        """The fat-tree with ideal concentrators, which lose nothing unless there is congestion."""
        return fat_tree(self.leaves, self.capacities)

    @cached_property
    def guaranteed(self) -> FatTree:
        """The fat-tree of the messages that each channel carries whatever wires they come on."""
        levels = np.repeat(np.arange(self.depth + 1), 1 << np.arange(self.depth + 1))
        up = np.array([*(some.guarantee for some in self.up), self.capacities[-1]])
        down = np.array([self.capacities[0], *(some.guarantee for some in self.down)])
        return FatTree(self.leaves, np.append(0, up[levels]), np.append(0, down[levels]))

    @property
    def components(self) -> int:
        """Switching components of all nodes: two selectors for each input wire, and the concentrators."""
        cap = self.capacities
        return sum(
            (2 * (cap[k] + 2 * cap[k + 1]) + self.up[k].components + 2 * self.down[k].components) << k
            for k in range(self.depth)
        )

    def header_bits(self, level: int, *, up: bool) -> int:
        """Bits that a node of a level takes off a message that leaves upwards, or down."""
        return 1 + (self.up if up else self.down)[level].bits

    def message_time(self, turn: int, data_bits: int) -> int:
        """Bit times from the first bit that leaves until the last one arrives, by the level where it turns.

        Each node passes bits on one bit time later, and a new M bit in the place of its last header bit.
        """
        rising = sum(1 + self.header_bits(k, up=True) for k in range(turn + 1, self.depth))
        falling = sum(1 + self.header_bits(k, up=False) for k in range(turn, self.depth))
        return 1 + rising + falling + data_bits

    def cycle_time(self, data_bits: int = 1) -> int:
        """Bit times of a delivery cycle: of the messages that turn at the root.

        >>> Hardware(4, (4, 2, 1)).cycle_time()
        9
        """
        return self.message_time(0, data_bits)


@dataclass(frozen=True, eq=False)
class Step:
    """Messages that pass nodes of one level in the same direction.

    Attributes
    ----------
    level
        Of the nodes.
    up
        Whether they leave upwards.
    message, leaving : (m,) int64
        Message, and the node of the channel that it leaves by, numbered as in a heap: the node that it passes
        upwards, or the child that it comes to.
    wires : (stages + 1, m) int64
        Wires at the entry of each stage of the concentrator and at its end; -1 from where a message is lost.
    """

    level: int
    up: bool
    message: Longs
    leaving: Longs
    wires: Longs


@dataclass(frozen=True, eq=False)
class DeliveryCycle:
    """Messages that get through in one delivery cycle.

    Attributes
    ----------
    delivered : (m,) bool
    steps
        The nodes that they passed, in order.
    """

    delivered: NDArray[np.bool_]
    steps: tuple[Step, ...]


def delivery_cycle(hardware: Hardware, source: Longs, destination: Longs) -> DeliveryCycle:
    """Send messages at once, through concentrators that are set as well as they can be.

    At each concentrator a largest set of its messages gets on, earlier messages first; the others are lost.
    Of the messages of a leaf those leave that its channel holds.

    Parameters
    ----------
    source, destination : (m,) int64
        Leaves of each message; what stays on its leaf is delivered.

    Raises
    ------
    FatdeskError
        When a leaf is not in the tree.

    Examples
    --------
    >>> hardware = Hardware(4, (2, 2, 1))
    >>> delivery_cycle(hardware, np.array([0, 1, 2]), np.array([3, 2, 3])).delivered.tolist()
    [True, True, False]
    """
    tree, cap, depth = hardware.tree, hardware.capacities, hardware.depth
    source, destination = np.asarray(source, np.int64), np.asarray(destination, np.int64)
    check_leaves(tree, source, destination)
    _, bits = np.frexp(meeting_nodes(tree, source, destination).astype(np.float64))
    turn = bits.astype(np.int64) - 1
    wire = np.full(len(source), NONE)
    leaves_it = np.flatnonzero(source != destination)
    wire[leaves_it] = _numbered(source[leaves_it])
    wire[wire >= cap[-1]] = NONE
    steps = []
    for level in range(depth - 1, 0, -1):
        message = np.flatnonzero((turn < level) & (wire != NONE))
        below = (source[message] + tree.size) >> (depth - level - 1)
        entry = wire[message] + (below & 1) * cap[level + 1]
        steps.append(_step(hardware.up[level], level, True, message, below >> 1, entry))
        wire[steps[-1].message] = steps[-1].wires[-1]
    for level in range(depth):
        message = np.flatnonzero((turn <= level) & (wire != NONE))
        beneath = (destination[message] + tree.size) >> (depth - level - 1)
        entry = wire[message] + (turn[message] == level) * cap[level]
        steps.append(_step(hardware.down[level], level, False, message, beneath, entry))
        wire[steps[-1].message] = steps[-1].wires[-1]
    return DeliveryCycle((source == destination) | (wire != NONE), tuple(steps))


def _numbered(group: Longs) -> Longs:
    """For each entry how many equal ones come before it."""
    order = np.argsort(group, kind="stable")
    first = np.searchsorted(group[order], group[order])
    found = np.empty(len(group), np.int64)
    found[order] = np.arange(len(group)) - first
    return found


def _step(through: Concentrator, level: int, up: bool, message: Longs, leaving: Longs, entry: Longs) -> Step:
    order = np.argsort(leaving, kind="stable")
    begin = np.append(np.flatnonzero(np.diff(leaving[order], prepend=NONE)), len(order))
    return Step(level, up, message[order], leaving[order], through.connect(entry[order], begin))


def box_size(terminals: int, fold: int = 1) -> tuple[int, int, int]:
    """The sides of the box of a node with m wires: 3 h √m, 3 h √m and (4 √m + 4) / h, rounded up (Lemma 3).

    Parameters
    ----------
    fold
        h, from 1 to √m.

    >>> box_size(100), box_size(100, 5)
    ((30, 30, 22), (150, 150, 10))
    """
    side = isqrt(terminals - 1) + 1
    if not 1 <= fold <= side:
        raise ValueError(f"fold {fold}, use 1 to {side}")
    layers = 2 * side + 2
    planes = layers if fold == 1 else 2 * -(-layers // fold)
    return TRACKS * side * fold, TRACKS * side * fold, planes
