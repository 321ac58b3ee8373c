"""Layout of the arrays of the packet engine."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Ints, Longs

Bytes = NDArray[np.int8]

# Channels are numbered by their tails here, so that those of a set mostly follow each other; the numbers of
# the network are in ``original``. A channel's record: the packets in the buffer behind it, with flags and its
# place among the channels into its head; room behind it, with the input after the one granted last; the state
# and the node there (a state below 0: a host); the next buffer of a list; its set (or -1 - where its sets
# begin in ``of_set``), or, for a channel that is in the set of itself only, the first buffer that waits for
# it; the packets. With two packets that is a line of the cache.
STATE, ROOM, AFTER, HEAD, NEXT, OF, FIRST_SLOT = range(7)
BUSY, LEAVING, ALONE, PACKETS = 1 << 8, 1 << 9, 1 << 10, (1 << 8) - 1
"""Flags of STATE: the channel carries a packet; one is leaving the buffer; its only set is of itself; and
what is left of it: how many packets there are."""
PORT = 11
"""Bits of STATE below the place among the channels into the head."""
FREE, LATEST = (1 << 8) - 1, 8
"""Of ROOM: packets that there is room for, and the bits below the input after the one granted last."""
TO, SOURCE, MADE, SENT, READY, SLOT = range(6)
"""A packet in a buffer: where to, from where, when made and sent, when routing ends (or it arrives); in
the place of the last, once it asks, the set that it asks for."""
WANTED = READY
# A node's record: the first of its outputs that came free in this cycle and are waited for, and of its
# buffers that began to ask; how many channels lead into it. Behind it the formula of that state.
LISTED, ASKED, INS, LINES, NODE = 0, 1, 2, 8, 16
# A set: its first channel, how many they are, the first buffer in which a packet waits for it, and where its
# channels are in ``set_channel`` unless they follow each other (-1).
BEGIN, MANY, WAITER, LIST, SET = range(5)
MUCH = 100
"""Parts of the room that are distinguished, and the room of a host."""
LARGE = 8_000
"""Networks of more channels do not lie in the processor's nearest memory."""
LAST_RANK = 1 << 62

# Numbers that stay.
(SEED, FLITS, CROSSBAR, ROUTING, HEAD_ONLY, BINDING, BY_FLITS, SHIFT, MASK, BY_FORMULA) = range(10)
FLIGHT, LAST_FLIGHT, FROM_HOSTS = 10, 11, 12
"""Channels below this lead out of hosts."""
# Numbers that go on; of each queue where it begins and ends.
(NOW, WAITING, IN_NETWORK, MOVED, DONE_FIRST, DONE_LAST, READY_FIRST, READY_LAST) = range(8)
(FRESH_FIRST, FRESH_LAST, CREDIT_FIRST, CREDIT_LAST, GOING) = range(8, 13)
# A grant: the channel, the buffer that the packet leaves (-1: its source), and the packet.
(CHANNEL_OF, BUFFER_OF, TO_OF, SOURCE_OF, MADE_OF, SENT_OF, GRANT) = range(7)


class Moving(NamedTuple):
    """The network, and all that changes in it.

    Attributes
    ----------
    record : (c << shift,) int32
        Channels, with what stays and what changes.
    room : (c,) int8
        Packets that an idle output has room for behind it, at most MUCH; 0 of those that carry one; below 0,
        negated: it is on the list of its switch.
    tail, original, carried : (c,) int32
        The node that each channel leads out of; its number in the network; packets that it carried.
    node, group : int32
        Nodes and sets, NODE and SET numbers each.
    set_channel, of_set, single : int32
        The channels of all sets, the sets of all channels, and the set of each channel alone.
    done, ready, fresh, credit : (2^x,) int32
        Queues: of channels that carry a packet, each with the buffer that it comes from (-1: its source); of
        channels into whose idle buffers a packet came that is being forwarded, from a switch or a host; of
        those behind which room is given back.
    ends : (4 * wheel,) int32
        How many of each queue end in a cycle.
    later, source : (wheel,) int32
        The first of a list of what else ends in a cycle: routing in buffers that were not idle, and pauses
        of hosts.
    next_out, next_source
        The lists: of outputs that came free at a switch; of hosts.
    blocked : (hosts,) int8
        1: a packet waits for a channel out of the host; 2: the host is on the list.
    asking, switches, senders, order, rank, granted
        Room for lists of one cycle: buffers, switches, hosts, the outputs of a switch, and grants.
    going
        Numbers that go on.
    """

    record: Ints
    room: Bytes
    tail: Ints
    original: Ints
    carried: Ints
    node: Ints
    group: Ints
    set_channel: Ints
    of_set: Ints
    single: Ints
    done: Ints
    ready: Ints
    fresh: Ints
    credit: Ints
    ends: Ints
    later: Ints
    source: Ints
    next_out: Ints
    next_source: Ints
    blocked: Bytes
    asking: Ints
    switches: Ints
    senders: Ints
    order: Ints
    rank: Longs
    granted: Ints
    going: Longs
