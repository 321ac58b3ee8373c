"""Wormhole, flit by flit: an engine that visits only what can move, as described in docs/simulation.md.

All packets have the same number of flits, so the flits of a buffer are distinguished by counting. A channel
that carries a packet sleeps while there is no flit to send or no room for it, and either wakes it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Ints, Longs
from fatdesk.core.compiled import hot
from fatdesk.networks.simulation.engines.counts import (
    HOPS,
    LATENCY,
    LATENCY_MOST,
    NETWORK,
    NETWORK_MOST,
    WAITS,
    Counting,
)
from fatdesk.networks.simulation.engines.packet_kernel import bin_of, rank_of, set_of
from fatdesk.networks.simulation.engines.packets import NEVER, Making, cycle_key, drawn, next_packet
from fatdesk.networks.simulation.engines.tables import BEST, DRAWN, LATE_BOUND, Lookup, Wiring

Bytes = NDArray[np.int8]

# A channel's record: the packet on it, then the buffer behind it and the packets there.
ROOM, FLAGS, FROM, LEFT = range(4)
"""Free flits of the buffer; flags; the buffer that feeds the channel or fed it last; flits still to send."""
HERE, DUE, WAY_OUT, KNOWN, COUNT, FIRST = range(4, 10)
"""Flits that lie in the buffer; flits still to come of the packet coming in; the channel that the first
packet goes out by; packets behind it that are forwarded; all packets, and the place of the first."""
NEXT_WAITING, NEXT_LISTED, SLOTS_AT = range(10, 13)
"""Lists of waiting buffers and of outputs; the packets."""
BUSY, AWAKE, LISTED, ALLOCATING = 1, 2, 4, 8
"""The channel carries a packet; it is among those looked at; it is among those to be granted; it was granted
and its first flit may not leave yet."""
TO, SOURCE, MADE, SENT, SLOT = range(5)
"""A packet in a buffer: where to, from where, when made and injected."""
ENDLESS = 1 << 20
"""Room of a host."""
LAST_RANK = 1 << 62

# Numbers that stay.
(SEED, FLITS, ROUTING, HEAD_ONLY, BINDING, WIDTH, SLOTS, MASK, BY_FORMULA, FROM_HOST, INSIDE) = range(11)
TO_HOST, ALLOCATION = 11, 12
# Numbers that go on.
(NOW, WAITING, IN_NETWORK, ACTIVE, GONE, ENDED, FLYING, READY, READY_AT, CROSSED) = range(10)
STARTING, STARTING_AT = 10, 11


class Queue(NamedTuple):
    """Flits on their way over channels of equal delay; those of a cycle follow each other.

    Attributes
    ----------
    channel : int32
        A ring.
    many : (delay + 1,) int64
        How many arrive in a cycle, by cycle modulo its length.
    at : (2,) int64
        Where the next ones are taken and put.
    """

    channel: Ints
    many: Longs
    at: Longs


class Worms(NamedTuple):
    """Changing state of the network.

    Attributes
    ----------
    record : (c * width,) int32
        Of each channel.
    active : (c,) int32
        Channels that may send a flit.
    gone, ended : (c,) int32
        Buffers that a flit left, and channels that the last flit of a packet took, in the cycle before.
    first, inner
        Flits on channels out of hosts, and between switches; those to hosts need not be followed.
    ready, ready_when
        A ring of buffers to which a packet came, and when its routing ends.
    starting, starting_when
        A ring of channels that were granted, and when the first flit may leave.
    source, next_source
        Lists of hosts by the cycle in which they make their next packet.
    waiting : (sets,) int32
        The first buffer in which a packet waits for a set.
    listed : (n,) int32
        The first of a switch's outputs that may be granted.
    blocked : (hosts,) int8
        1: a packet waits for a channel out of the host; 2: the host is on the list.
    """

    record: Ints
    active: Ints
    gone: Ints
    ended: Ints
    first: Queue
    inner: Queue
    ready: Ints
    ready_when: Longs
    starting: Ints
    starting_when: Longs
    source: Ints
    next_source: Ints
    waiting: Ints
    listed: Ints
    blocked: Bytes
    asking: Ints
    switches: Ints
    senders: Ints
    order: Ints
    rank: Longs
    going: Longs


@hot
def offer(
    channel: int,
    width: int,
    tail: Ints,
    record: Ints,
    listed: Ints,
    blocked: Bytes,
    switches: Ints,
    senders: Ints,
    count: int,
    sending: int,
) -> tuple[int, int]:
    """Put an output that can be used on the list of its node; how many switches and hosts have one."""
    node = tail[channel]
    if node < len(blocked):
        if blocked[node] == 1:
            blocked[node] = 2
            senders[sending] = node
            sending += 1
        return count, sending
    at = channel * width
    if not record[at + FLAGS] & LISTED:
        record[at + FLAGS] |= LISTED
        record[at + NEXT_LISTED] = listed[node]
        if listed[node] < 0:
            switches[count] = node
            count += 1
        listed[node] = channel
    return count, sending


@hot
def forward(buffer: int, when: int, ready: Ints, ready_when: Longs, going: Longs) -> None:
    """A buffer's packet is forwarded until a cycle."""
    end = (going[READY_AT] + going[READY]) % len(ready)
    ready[end] = buffer
    ready_when[end] = when
    going[READY] += 1


@hot
def wake(channel: int, width: int, mv: Worms) -> None:
    """Look at a channel that carries a packet again, if its first flit may leave."""
    at = channel * width
    if not mv.record[at + FLAGS] & (AWAKE | ALLOCATING):
        mv.record[at + FLAGS] |= AWAKE
        mv.active[mv.going[ACTIVE]] = channel
        mv.going[ACTIVE] += 1


@hot
def arrive(queue: Queue, width: int, flits: int, head_only: int, routing: int, mv: Worms) -> None:
    """Let the flits arrive that do in this cycle."""
    record, going = mv.record, mv.going
    now = going[NOW]
    place = now % len(queue.many)
    many = queue.many[place]
    queue.many[place] = 0
    at = queue.at[0]
    size = len(queue.channel)
    for _ in range(many):
        channel = queue.channel[at]
        at += 1
        if at == size:
            at = 0
        buffer = channel * width
        here = record[buffer + HERE] + 1
        record[buffer + HERE] = here
        way_out = record[buffer + WAY_OUT]
        if record[buffer + DUE] == 0:
            record[buffer + DUE] = flits - 1
            if not head_only or (way_out < 0 and here == 1):
                forward(channel, now + routing, mv.ready, mv.ready_when, going)
        else:
            record[buffer + DUE] -= 1
        if here == 1 and way_out >= 0:
            wake(way_out, width, mv)
    queue.at[0] = at
    going[FLYING] -= many


@hot
def fly(channel: int, delay: int, now: int, queue: Queue) -> None:
    """Send a flit over a channel."""
    end = queue.at[1]
    queue.channel[end] = channel
    end += 1
    queue.at[1] = 0 if end == len(queue.channel) else end
    queue.many[(now + delay) % len(queue.many)] += 1


@hot
def begin(
    channel: int,
    origin: int,
    to: int,
    source: int,
    made: int,
    sent: int,
    fixed: Longs,
    after: Ints,
    mv: Worms,
    c: Counting,
) -> None:
    """Grant a channel to a packet that comes out of buffer ``origin``, or of its source (-1)."""
    record, going = mv.record, mv.going
    at = channel * fixed[WIDTH]
    record[at + FLAGS] |= BUSY
    record[at + FROM] = origin
    record[at + LEFT] = fixed[FLITS]
    if origin >= 0 and fixed[ALLOCATION] > 0:
        record[at + FLAGS] |= ALLOCATING
        end = (going[STARTING_AT] + going[STARTING]) % len(mv.starting)
        mv.starting[end] = channel
        mv.starting_when[end] = going[NOW] + fixed[ALLOCATION]
        going[STARTING] += 1
    else:
        wake(channel, fixed[WIDTH], mv)
    c.carried[channel] += 1
    c.numbers[HOPS] += 1
    if after[channel] >= 0:
        place = (record[at + FIRST] + record[at + COUNT]) % fixed[SLOTS]
        record[at + COUNT] += 1
        packet = at + SLOTS_AT + place * SLOT
        record[packet + TO] = to
        record[packet + SOURCE] = source
        record[packet + MADE] = made
        record[packet + SENT] = sent


@hot
def deliver(packet: int, arrived: int, record: Ints, going: Longs, c: Counting) -> None:
    """Count a packet whose last flit goes to its host."""
    latency, network = arrived - record[packet + MADE], arrived - record[packet + SENT]
    numbers = c.numbers
    numbers[LATENCY] += latency
    numbers[NETWORK] += network
    numbers[LATENCY_MOST] = max(numbers[LATENCY_MOST], latency)
    numbers[NETWORK_MOST] = max(numbers[NETWORK_MOST], network)
    c.latency_bins[bin_of(latency)] += 1
    c.network_bins[bin_of(network)] += 1
    c.received[record[packet + TO]] += 1
    c.delivered_of[record[packet + SOURCE]] += 1
    going[IN_NETWORK] -= 1


@hot
def move(fixed: Longs, after: Ints, mv: Worms, c: Counting) -> None:
    """Send a flit over each channel that can; others fall asleep."""
    record, going, active = mv.record, mv.going, mv.active
    width, slots, now = fixed[WIDTH], fixed[SLOTS], going[NOW]
    first_delay, inner_delay = fixed[FROM_HOST], fixed[INSIDE]
    kept = gone = ended = flying = crossed = 0
    for i in range(going[ACTIVE]):
        channel = active[i]
        at = channel * width
        origin = record[at + FROM]
        buffer = origin * width
        if record[at + ROOM] == 0 or (origin >= 0 and record[buffer + HERE] == 0):
            record[at + FLAGS] &= ~AWAKE
            continue
        crossed += 1
        inside = after[channel] >= 0
        if inside:
            record[at + ROOM] -= 1
            flying += 1
            if origin < 0:
                fly(channel, first_delay, now, mv.first)
            else:
                fly(channel, inner_delay, now, mv.inner)
        if origin >= 0:
            record[buffer + HERE] -= 1
            mv.gone[gone] = origin
            gone += 1
        left = record[at + LEFT] - 1
        record[at + LEFT] = left
        if left > 0:
            active[kept] = channel
            kept += 1
            continue
        record[at + FLAGS] &= ~AWAKE
        mv.ended[ended] = channel
        ended += 1
        if origin >= 0:
            place = record[buffer + FIRST]
            if not inside:
                arrived = now + fixed[TO_HOST]
                deliver(buffer + SLOTS_AT + place * SLOT, arrived, record, going, c)
            record[buffer + FIRST] = 0 if place + 1 == slots else place + 1
            record[buffer + COUNT] -= 1
    going[ACTIVE] = kept
    going[GONE] = gone
    going[ENDED] = ended
    going[FLYING] += flying
    going[CROSSED] += crossed


@hot
def grant(node: int, key: np.uint64, fixed: Longs, w: Wiring, mv: Worms, c: Counting) -> None:
    """Grant the listed outputs of a switch."""
    record, going, order, rank = mv.record, mv.going, mv.order, mv.rank
    width, ins = fixed[WIDTH], w.ins[node]
    many = 0
    channel = mv.listed[node]
    mv.listed[node] = -1
    while channel >= 0:
        at = channel * width
        record[at + FLAGS] &= ~LISTED
        value = rank_of(record[at + ROOM], key, channel)
        j = many
        while j > 0 and rank[j - 1] > value:
            rank[j], order[j] = rank[j - 1], order[j - 1]
            j -= 1
        rank[j], order[j] = value, channel
        many += 1
        channel = record[at + NEXT_LISTED]
    for j in range(many):
        channel = order[j]
        latest = record[channel * width + FROM]
        turn = -1 if latest < 0 else w.in_port[latest]
        best_turn = 1 << 30
        winner = before = winning = -1
        for k in range(w.of_start[channel], w.of_start[channel + 1]):
            one = w.of_set[k]
            previous = -1
            buffer = mv.waiting[one]
            while buffer >= 0:
                mine = w.in_port[buffer] - turn - 1
                if mine < 0:
                    mine += ins
                if mine < best_turn:
                    best_turn, winner, before, winning = mine, buffer, previous, one
                previous = buffer
                buffer = record[buffer * width + NEXT_WAITING]
        if winner < 0:
            continue
        at = winner * width
        if before < 0:
            mv.waiting[winning] = record[at + NEXT_WAITING]
        else:
            record[before * width + NEXT_WAITING] = record[at + NEXT_WAITING]
        going[WAITING] -= 1
        record[at + WAY_OUT] = channel
        record[at + KNOWN] -= 1
        packet = at + SLOTS_AT + record[at + FIRST] * SLOT
        begin(
            channel,
            winner,
            record[packet + TO],
            record[packet + SOURCE],
            record[packet + MADE],
            record[packet + SENT],
            fixed,
            w.after,
            mv,
            c,
        )


@hot
def wanted_by(state: int, node: int, to: int, by_formula: int, look: Lookup) -> int:
    """The set of channels that a packet may take."""
    if state == to:
        return int(look.itself[to])
    return int(
        set_of(
            by_formula,
            look.lines,
            8 * state,
            look.row,
            look.kind,
            look.table,
            look.last_start,
            look.last_node,
            look.last_set,
            state,
            node,
            to,
        )
    )


@hot
def choose(wanted: int, idle_only: bool, key: np.uint64, width: int, w: Wiring, record: Ints) -> int:
    """The channel of a set with most room, of all or of those that can be used; -1: none."""
    least = LAST_RANK
    best = -1
    for j in range(w.set_start[wanted], w.set_start[wanted + 1]):
        channel = w.set_channel[j]
        at = channel * width
        if idle_only and (record[at + FLAGS] & BUSY or record[at + ROOM] == 0):
            continue
        value = rank_of(record[at + ROOM], key, channel)
        if value < least:
            least, best = value, channel
    return best


@hot
def bind(wanted: int, binding: int, buffer: int, key: np.uint64, width: int, w: Wiring, record: Ints) -> int:
    """The channel of a set that a packet keeps to."""
    if binding == BEST:
        return int(choose(wanted, False, key, width, w, record))
    first, channels = w.set_start[wanted], len(w.tail)
    many = w.set_start[wanted + 1] - first
    one = w.set_channel[first + drawn(key, channels + buffer, many)]
    if binding == DRAWN:
        return int(one)
    other = w.set_channel[first + drawn(key, 2 * channels + buffer, many)]
    return int(other if record[other * width + ROOM] > record[one * width + ROOM] else one)


@hot
def inject(
    host: int, key: np.uint64, fixed: Longs, w: Wiring, look: Lookup, mk: Making, mv: Worms, c: Counting
) -> None:
    """Grant channels to the packets of a host while it has some and channels are left."""
    now = mv.going[NOW]
    mv.blocked[host] = 0
    while True:
        made = mk.when[host]
        if made > now:
            if made < NEVER:
                slot = min(made, now + fixed[MASK]) & fixed[MASK]
                mv.next_source[host] = mv.source[slot]
                mv.source[slot] = host
            break
        to = mk.to[host]
        wanted = wanted_by(host, host, to, fixed[BY_FORMULA], look)
        channel = choose(wanted, True, key, fixed[WIDTH], w, mv.record)
        if channel < 0:
            mv.blocked[host] = 1
            break
        mv.going[IN_NETWORK] += 1
        c.injected[host] += 1
        begin(channel, -1, to, host, made, now, fixed, w.after, mv, c)
        next_packet(host, mk)


@hot
def advance(  # noqa: PLR0912, PLR0915  (one step after the other, and each call costs)
    until: int, fixed: Longs, w: Wiring, look: Lookup, mk: Making, mv: Worms, c: Counting
) -> None:
    """Go on to a cycle, that one not included."""
    seed, flits, routing = np.uint64(fixed[SEED]), fixed[FLITS], fixed[ROUTING]
    head_only, binding, width, mask = fixed[HEAD_ONLY], fixed[BINDING], fixed[WIDTH], fixed[MASK]
    enough = 0 if fixed[ALLOCATION] > 0 else 1  # room that a grant needs
    record, going, tail = mv.record, mv.going, w.tail
    listed, blocked, switches, senders = mv.listed, mv.blocked, mv.switches, mv.senders
    while going[NOW] < until:
        now = going[NOW]
        requested = count = sending = 0

        for i in range(going[ENDED]):
            channel = mv.ended[i]
            at = channel * width
            record[at + FLAGS] &= ~BUSY
            if record[at + ROOM] >= enough:
                count, sending = offer(
                    channel, width, tail, record, listed, blocked, switches, senders, count, sending
                )
            buffer = record[at + FROM]
            if buffer >= 0:
                at = buffer * width
                record[at + WAY_OUT] = -1
                if head_only:
                    if record[at + HERE] > 0:
                        forward(buffer, now + routing, mv.ready, mv.ready_when, going)
                elif record[at + KNOWN] > 0:
                    mv.asking[requested] = buffer
                    requested += 1
        for i in range(going[GONE]):
            channel = mv.gone[i]
            at = channel * width
            room = record[at + ROOM] + 1
            record[at + ROOM] = room
            if room == 1:
                if not record[at + FLAGS] & BUSY:
                    count, sending = offer(
                        channel, width, tail, record, listed, blocked, switches, senders, count, sending
                    )
                else:
                    wake(channel, width, mv)
        while going[STARTING] > 0 and mv.starting_when[going[STARTING_AT]] == now:
            channel = mv.starting[going[STARTING_AT]]
            going[STARTING_AT] = (going[STARTING_AT] + 1) % len(mv.starting)
            going[STARTING] -= 1
            record[channel * width + FLAGS] &= ~ALLOCATING
            wake(channel, width, mv)
        arrive(mv.first, width, flits, head_only, routing, mv)
        arrive(mv.inner, width, flits, head_only, routing, mv)
        while going[READY] > 0 and mv.ready_when[going[READY_AT]] == now:
            buffer = mv.ready[going[READY_AT]]
            going[READY_AT] = (going[READY_AT] + 1) % len(mv.ready)
            going[READY] -= 1
            at = buffer * width
            record[at + KNOWN] += 1
            if record[at + KNOWN] == 1 and record[at + WAY_OUT] < 0:
                mv.asking[requested] = buffer
                requested += 1
        host = mv.source[now & mask]
        mv.source[now & mask] = -1
        while host >= 0:
            senders[sending] = host
            sending += 1
            host = mv.next_source[host]
        key = cycle_key(seed, now) if requested + count + sending > 0 else np.uint64(0)

        for i in range(requested):
            buffer = mv.asking[i]
            at = buffer * width
            to = record[at + SLOTS_AT + record[at + FIRST] * SLOT + TO]
            wanted = wanted_by(w.after[buffer], w.head[buffer], to, fixed[BY_FORMULA], look)
            if binding != LATE_BOUND and w.set_start[wanted + 1] - w.set_start[wanted] > 1:
                wanted = w.single[bind(wanted, binding, buffer, key, width, w, record)]
            record[at + NEXT_WAITING] = mv.waiting[wanted]
            mv.waiting[wanted] = buffer
            going[WAITING] += 1
            for j in range(w.set_start[wanted], w.set_start[wanted + 1]):
                channel = w.set_channel[j]
                if not record[channel * width + FLAGS] & BUSY and record[channel * width + ROOM] >= enough:
                    count, sending = offer(
                        channel, width, tail, record, listed, blocked, switches, senders, count, sending
                    )
        for i in range(count):
            grant(switches[i], key, fixed, w, mv, c)
        for i in range(sending):
            inject(senders[i], key, fixed, w, look, mk, mv, c)
        move(fixed, w.after, mv, c)
        c.numbers[WAITS] += going[WAITING]
        going[NOW] = now + 1
