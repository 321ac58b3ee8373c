"""Layout of the arrays of the packet engine."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Ints, Longs

Bytes = NDArray[np.int8]

# A channel's record: room behind it, the buffer that its packet comes from, the input after the one granted
# last, its set (or -1 - where its sets begin in ``of_set``); the packets in the buffer behind it, with flags,
# the state there (below 0: a host), and the packets.
FREE, FROM, LATEST, OF, COUNT, AFTER, FIRST_SLOT = range(7)
BUSY, LEAVING, PACKETS = 1 << 8, 1 << 9, (1 << 8) - 1
"""Flags of COUNT: the channel carries a packet; one is leaving the buffer; and what is left of it."""
TO, SOURCE, MADE, SENT, READY, SLOT = range(6)
"""A packet in a buffer: where to, from where, when made and sent, when routing ends (or it arrives); in
the place of the last, once it asks, the set that it asks for."""
WANTED = READY
# What stays of a channel: its nodes, and its place among those into its head.
TAIL, HEAD, IN_PORT, CHANNEL = 0, 1, 2, 4
# A node's record: the first of its outputs that came free in this cycle, and of its buffers that began
# to ask; how many packets wait there; how many channels lead into it.
LISTED, ASKED, WAITING_THERE, INS, NODE = range(5)
# A set: its channels, and the first buffer in which a packet waits for it.
START, END, WAITER, SET = 0, 1, 2, 4
ENDLESS = 1 << 20
"""Room of a host."""
MUCH = 100
"""Parts of the room that are distinguished."""
ONE = np.uint64(1)
LARGE = 20_000
"""Networks of more channels do not lie in the processor's nearest memory."""
LAST_RANK = 1 << 62

# Numbers that stay.
(SEED, FLITS, CROSSBAR, ROUTING, HEAD_ONLY, EARLY, BY_FLITS, SHIFT, MASK, BY_FORMULA, FLIGHT, LAST_FLIGHT) = (
    range(12)
)
# Numbers that go on; of each queue where it begins and ends.
(NOW, WAITING, IN_NETWORK, MOVED, SWITCHES, SENDERS, TOUCHED) = range(7)
(DONE_FIRST, DONE_LAST, READY_FIRST, READY_LAST, CREDIT_FIRST, CREDIT_LAST) = range(7, 13)
# A grant: the channel, the buffer that the packet leaves (-1: its source), and the packet.
(CHANNEL_OF, BUFFER_OF, TO_OF, SOURCE_OF, MADE_OF, SENT_OF, GRANT) = range(7)


class Moving(NamedTuple):
    """The network, and all that changes in it.

    Attributes
    ----------
    channel : (c * CHANNEL,) int32
        What stays of each channel.
    record : (c << shift,) int32
        What changes.
    room : (c,) int8
        Packets that an idle output has room for behind it, at most MUCH; 0 of those that carry one; below 0,
        negated: it is on the list of its switch.
    node, group : int32
        Nodes and sets, NODE and SET numbers each.
    set_channel, of_set, single : int32
        The channels of all sets, the sets of all channels, and the set of each channel alone.
    done, ready, credit : (2^x,) int32
        Queues of channels: those that carry a packet, those into whose idle buffers a packet came that is
        being forwarded, those behind which room is given back.
    ends : (3 * wheel,) int32
        How many of each queue end in a cycle.
    later, source : (wheel,) int32
        The first of a list of what else ends in a cycle: routing in buffers that were not idle, and pauses
        of hosts.
    next_out, next_waiting, next_source
        The lists: of outputs that came free at a switch; of buffers in ``later``, that ask, and that wait; of
        hosts.
    blocked : (hosts,) int8
        1: a packet waits for a channel out of the host; 2: the host is on the list.
    asking, switches, senders, order, rank, granted
        Room for lists of one cycle: buffers, switches, hosts, the outputs of a switch, and grants.
    going
        Numbers that go on.
    """

    channel: Ints
    record: Ints
    room: Bytes
    node: Ints
    group: Ints
    set_channel: Ints
    of_set: Ints
    single: Ints
    done: Ints
    ready: Ints
    credit: Ints
    ends: Ints
    later: Ints
    source: Ints
    next_out: Ints
    next_waiting: Ints
    next_source: Ints
    blocked: Bytes
    asking: Ints
    switches: Ints
    senders: Ints
    order: Ints
    rank: Longs
    granted: Ints
    going: Longs
