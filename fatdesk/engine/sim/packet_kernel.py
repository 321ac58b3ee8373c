"""Cut-through, packet by packet: an event-driven engine on a timing wheel, as docs/simulation.md tells it.

In each cycle everything that ends is ended first (channels, credits, forwarding, pauses of sources); then
packets that have just come to the head of a buffer ask, and only outputs that came free or were just asked
for are granted: nothing else can have changed. What is waited for is found without looking through a switch:
packets that may take the same channels wait in one list.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.core.compiled import compiled
from fatdesk.engine.sim.chance import cycle_key, lot
from fatdesk.engine.sim.counts import BINS, FINE
from fatdesk.engine.sim.packets import NEVER, destination, pause
from fatdesk.engine.sim.tables import DELIVER, Lookup, Wiring

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]
Words = NDArray[np.uint64]
Bytes = NDArray[np.int8]

# A channel's record: what is told of its output end, of the buffer behind it, and the packets there.
FREE, FLAGS, FROM, COUNT, NEXT_DONE, NEXT_READY, FIRST_SLOT = range(7)
BUSY, LEAVING, LISTED = 1, 2, 4
"""The channel carries a packet; one is leaving the buffer; the output is among those to be granted."""
TO, SOURCE, MADE, SENT, READY, SLOT = range(6)
"""A packet in a buffer: where to, from where, when made and sent, when forwarding ends (or it arrives)."""
ENDLESS = 1 << 20
"""Room of a host."""
LAST_RANK = 1 << 62

# Numbers that stay.
(SEED, FLITS, CROSSBAR, ROUTING, HEAD_ONLY, EARLY, BY_FLITS, WIDTH, MASK, BY_FORMULA) = range(10)
# Numbers that go on.
(NOW, WAITING, IN_NETWORK, MOVED) = range(4)
# Numbers that are counted.
(LATENCY, LATENCY_MOST, NETWORK, NETWORK_MOST, WAITS, HOPS) = range(6)


class Making(NamedTuple):
    """What packets are made of; see ``packets`` for the arrays."""

    stream: Words
    log_stay: Floats
    burst_stay: Floats
    gap: Floats
    left: Floats
    numbers: Longs
    share: Floats
    fixed: Ints
    start: Ints
    target: Ints
    cumulative: Floats
    made: Longs
    when: Longs
    to: Ints


class Moving(NamedTuple):
    """All that changes in the network.

    Attributes
    ----------
    record : (c * width,) int32
        Of each channel.
    flight : (c,) int32
        Cycles from a grant to the head's arrival, without the crossbar.
    done, ready, credit, source : (wheel,) int32
        The first of a list of what ends in a cycle: channels, forwarding, credits (channels), pauses (hosts).
    next_credit, next_source
        The lists of credits and sources.
    waiting : (sets,) int32
        The first buffer in which a packet waits for a set.
    listed : (n,) int32
        The first of a switch's outputs that may be granted.
    blocked : (hosts,) int8
        1: a packet waits for a channel out of the host; 2: the host is on the list.
    """

    record: Ints
    flight: Ints
    done: Ints
    ready: Ints
    credit: Ints
    source: Ints
    next_credit: Ints
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


class Counting(NamedTuple):
    """What is counted; all of it begins at 0."""

    numbers: Longs
    injected: Longs
    received: Longs
    delivered_of: Longs
    latency_bins: Longs
    network_bins: Longs
    carried: Longs


@compiled
def bin_of(latency: int) -> int:
    """The bin of a latency; see ``counts.bin_edges``."""
    octave = 0
    while latency >= 2 * FINE:
        latency >>= 1
        octave += 1
    return min(octave * FINE + latency, BINS - 1)


@compiled
def rank_of(free: int, key: np.uint64, channel: int) -> int:
    """Outputs of lower rank come first: those with more room, of equals by lot."""
    return int(lot(key, channel) - free * (1 << 24))


@compiled
def set_of(
    by_formula: int,
    lines: Ints,
    row: Ints,
    kind: Ints,
    table: Ints,
    last_start: Ints,
    last_node: Ints,
    last_set: Ints,
    state: int,
    node: int,
    to: int,
) -> int:
    """The set of channels that a packet may take."""
    if by_formula:
        at = state * 8
        low = lines[at]
        if low <= to < lines[at + 1]:
            return int(lines[at + 3] + np.uint32(to - low) // np.uint32(lines[at + 2]))
        digit = np.uint32(to) // np.uint32(lines[at + 4]) % np.uint32(lines[at + 5])
        last = lines[at + 6]
        if last > 1:
            digit = digit * np.uint32(last) + np.uint32(to) % np.uint32(last)
        return int(lines[at + 7] + digit)
    found = int(table[np.int64(row[state]) + kind[to]])
    if found == DELIVER:
        for i in range(last_start[to], last_start[to + 1]):
            if last_node[i] == node:
                return int(last_set[i])
    return found


@compiled
def start(
    channel: int,
    origin: int,
    crossbar: int,
    to: int,
    source: int,
    made: int,
    sent: int,
    fixed: Longs,
    record: Ints,
    flight: Ints,
    done: Ints,
    ready: Ints,
    going: Longs,
    numbers: Longs,
    received: Longs,
    delivered_of: Longs,
    latency_bins: Longs,
    network_bins: Longs,
    carried: Longs,
    after: Ints,
) -> None:
    """Grant a channel to a packet that comes out of buffer ``origin``, or of its source (-1)."""
    now = going[NOW]
    width, mask = fixed[WIDTH], fixed[MASK]
    at = channel * width
    record[at + FLAGS] |= BUSY
    record[at + FROM] = origin
    slot = (now + fixed[FLITS]) & mask
    record[at + NEXT_DONE] = done[slot]
    done[slot] = channel
    carried[channel] += 1
    numbers[HOPS] += 1
    arrives = now + crossbar + flight[channel]
    if after[channel] < 0:
        arrived = arrives + fixed[FLITS] - 1
        latency, network = arrived - made, arrived - sent
        numbers[LATENCY] += latency
        numbers[NETWORK] += network
        numbers[LATENCY_MOST] = max(numbers[LATENCY_MOST], latency)
        numbers[NETWORK_MOST] = max(numbers[NETWORK_MOST], network)
        latency_bins[bin_of(latency)] += 1
        network_bins[bin_of(network)] += 1
        received[to] += 1
        delivered_of[source] += 1
        going[IN_NETWORK] -= 1
        return
    record[at + FREE] -= 1
    count = record[at + COUNT]
    record[at + COUNT] = count + 1
    if not fixed[HEAD_ONLY]:
        arrives += fixed[ROUTING]
    packet = at + FIRST_SLOT + count * SLOT
    record[packet + TO] = to
    record[packet + SOURCE] = source
    record[packet + MADE] = made
    record[packet + SENT] = sent
    record[packet + READY] = arrives
    if count == 0 and not record[at + FLAGS] & LEAVING:
        if fixed[HEAD_ONLY]:
            arrives += fixed[ROUTING]
        slot = arrives & mask
        record[at + NEXT_READY] = ready[slot]
        ready[slot] = channel


@compiled
def offer(
    channel: int,
    width: int,
    hosts: int,
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
    if node < hosts:
        if blocked[node] == 1:
            blocked[node] = 2
            senders[sending] = node
            sending += 1
        return count, sending
    at = channel * width
    if not record[at + FLAGS] & LISTED:
        record[at + FLAGS] |= LISTED
        record[at + NEXT_DONE] = listed[node]
        if listed[node] < 0:
            switches[count] = node
            count += 1
        listed[node] = channel
    return count, sending


@compiled
def advance(  # noqa: PLR0912, PLR0915  (the hot loop: called pieces cost more than they do)
    until: int, fixed: Longs, w: Wiring, look: Lookup, mk: Making, mv: Moving, c: Counting
) -> None:
    """Go on to a cycle, that one not included."""
    seed, crossbar, routing = np.uint64(fixed[SEED]), fixed[CROSSBAR], fixed[ROUTING]
    head_only, early, by_flits = fixed[HEAD_ONLY], fixed[EARLY], fixed[BY_FLITS]
    width, mask, by_formula = fixed[WIDTH], fixed[MASK], fixed[BY_FORMULA]
    record, going, numbers, listed, waiting = mv.record, mv.going, c.numbers, mv.listed, mv.waiting
    done, ready, credit, source = mv.done, mv.ready, mv.credit, mv.source
    asking, switches, senders, order, rank = mv.asking, mv.switches, mv.senders, mv.order, mv.rank
    tail, after, blocked = w.tail, w.after, mv.blocked
    hosts = len(mv.blocked)
    now = going[NOW]
    numbers[WAITS] -= going[WAITING] * now
    while now < until:
        going[NOW] = now
        bucket = now & mask
        asked = count = sending = 0
        key = np.uint64(0)

        channel = done[bucket]
        done[bucket] = -1
        if channel >= 0:
            going[MOVED] = now
        while channel >= 0:
            at = channel * width
            following = record[at + NEXT_DONE]
            record[at + FLAGS] &= ~BUSY
            if record[at + FREE] > 0:
                count, sending = offer(
                    channel, width, hosts, tail, record, listed, blocked, switches, senders, count, sending
                )
            buffer = record[at + FROM]
            if buffer >= 0:
                at = buffer * width
                record[at + FLAGS] &= ~LEAVING
                if not by_flits:
                    record[at + FREE] += 1
                    if not record[at + FLAGS] & BUSY:
                        count, sending = offer(
                            buffer,
                            width,
                            hosts,
                            tail,
                            record,
                            listed,
                            mv.blocked,
                            switches,
                            senders,
                            count,
                            sending,
                        )
                if record[at + COUNT] > 0:
                    when = np.int64(record[at + FIRST_SLOT + READY])
                    if head_only:
                        when = max(when, now) + routing
                    if when <= now:
                        asking[asked] = buffer
                        asked += 1
                    else:
                        record[at + NEXT_READY] = ready[when & mask]
                        ready[when & mask] = buffer
            channel = following

        channel = credit[bucket]
        credit[bucket] = -1
        while channel >= 0:
            at = channel * width
            record[at + FREE] += 1
            if not record[at + FLAGS] & BUSY:
                count, sending = offer(
                    channel, width, hosts, tail, record, listed, blocked, switches, senders, count, sending
                )
            channel = mv.next_credit[channel]

        buffer = ready[bucket]
        ready[bucket] = -1
        while buffer >= 0:
            asking[asked] = buffer
            asked += 1
            buffer = record[buffer * width + NEXT_READY]

        host = source[bucket]
        source[bucket] = -1
        while host >= 0:
            senders[sending] = host
            sending += 1
            host = mv.next_source[host]

        for i in range(asked):
            buffer = asking[i]
            at = buffer * width
            node = w.head[buffer]
            wanted = set_of(
                by_formula,
                look.lines,
                look.row,
                look.kind,
                look.table,
                look.last_start,
                look.last_node,
                look.last_set,
                after[buffer],
                node,
                record[at + FIRST_SLOT + TO],
            )
            first, end = w.set_start[wanted], w.set_start[wanted + 1]
            if early and end - first > 1:
                if key == 0:
                    key = cycle_key(seed, now)
                best = LAST_RANK
                for j in range(first, end):
                    channel = w.set_channel[j]
                    value = rank_of(record[channel * width + FREE], key, channel)
                    if value < best:
                        best = value
                        wanted = w.single[channel]
                first, end = w.set_start[wanted], w.set_start[wanted + 1]
            record[at + NEXT_READY] = waiting[wanted]
            waiting[wanted] = buffer
            numbers[WAITS] -= now
            going[WAITING] += 1
            for j in range(first, end):
                channel = w.set_channel[j]
                out = channel * width
                if not record[out + FLAGS] & BUSY and record[out + FREE] > 0:
                    count, sending = offer(
                        channel,
                        width,
                        hosts,
                        tail,
                        record,
                        listed,
                        mv.blocked,
                        switches,
                        senders,
                        count,
                        sending,
                    )

        for i in range(count):
            node = switches[i]
            ins = w.ins[node]
            many = 0
            channel = listed[node]
            listed[node] = -1
            if key == 0 and record[channel * width + NEXT_DONE] >= 0:
                key = cycle_key(seed, now)
            while channel >= 0:
                at = channel * width
                record[at + FLAGS] &= ~LISTED
                value = rank_of(record[at + FREE], key, channel)
                j = many
                while j > 0 and rank[j - 1] > value:
                    rank[j], order[j] = rank[j - 1], order[j - 1]
                    j -= 1
                rank[j], order[j] = value, channel
                many += 1
                channel = record[at + NEXT_DONE]
            for j in range(many):
                channel = order[j]
                latest = record[channel * width + FROM]
                turn = -1 if latest < 0 else w.in_port[latest]
                best_turn = 1 << 30
                winner = before = winning = -1
                for k in range(w.of_start[channel], w.of_start[channel + 1]):
                    one = w.of_set[k]
                    previous = -1
                    buffer = waiting[one]
                    while buffer >= 0:
                        mine = w.in_port[buffer] - turn - 1
                        if mine < 0:
                            mine += ins
                        if mine < best_turn:
                            best_turn, winner, before, winning = mine, buffer, previous, one
                        previous = buffer
                        buffer = record[buffer * width + NEXT_READY]
                if winner < 0:
                    continue
                at = winner * width
                if before < 0:
                    waiting[winning] = record[at + NEXT_READY]
                else:
                    record[before * width + NEXT_READY] = record[at + NEXT_READY]
                numbers[WAITS] += now
                going[WAITING] -= 1
                record[at + FLAGS] |= LEAVING
                packet = at + FIRST_SLOT
                to, origin = record[packet + TO], record[packet + SOURCE]
                made, sent = record[packet + MADE], record[packet + SENT]
                left = record[at + COUNT] - 1
                record[at + COUNT] = left
                for k in range(packet, packet + left * SLOT):
                    record[k] = record[k + SLOT]
                if by_flits:
                    slot = (now + 1) & mask
                    mv.next_credit[winner] = credit[slot]
                    credit[slot] = winner
                start(
                    channel,
                    winner,
                    crossbar,
                    to,
                    origin,
                    made,
                    sent,
                    fixed,
                    record,
                    mv.flight,
                    done,
                    ready,
                    going,
                    numbers,
                    c.received,
                    c.delivered_of,
                    c.latency_bins,
                    c.network_bins,
                    c.carried,
                    after,
                )

        for i in range(sending):
            host = senders[i]
            mv.blocked[host] = 0
            while True:
                made = mk.when[host]
                if made > now:
                    if made < NEVER:
                        slot = min(made, now + mask) & mask
                        mv.next_source[host] = source[slot]
                        source[slot] = host
                    break
                to = mk.to[host]
                if to == host:
                    wanted = look.itself[host]
                else:
                    wanted = set_of(
                        by_formula,
                        look.lines,
                        look.row,
                        look.kind,
                        look.table,
                        look.last_start,
                        look.last_node,
                        look.last_set,
                        host,
                        host,
                        to,
                    )
                first, end = w.set_start[wanted], w.set_start[wanted + 1]
                best = -1
                if end - first == 1:
                    channel = w.set_channel[first]
                    if not record[channel * width + FLAGS] & BUSY and record[channel * width + FREE] > 0:
                        best = channel
                else:
                    if key == 0:
                        key = cycle_key(seed, now)
                    least = LAST_RANK
                    for j in range(first, end):
                        channel = w.set_channel[j]
                        if not record[channel * width + FLAGS] & BUSY and record[channel * width + FREE] > 0:
                            value = rank_of(record[channel * width + FREE], key, channel)
                            if value < least:
                                least, best = value, channel
                if best < 0:
                    mv.blocked[host] = 1
                    break
                going[IN_NETWORK] += 1
                c.injected[host] += 1
                start(
                    best,
                    -1,
                    0,
                    to,
                    host,
                    made,
                    now,
                    fixed,
                    record,
                    mv.flight,
                    done,
                    ready,
                    going,
                    numbers,
                    c.received,
                    c.delivered_of,
                    c.latency_bins,
                    c.network_bins,
                    c.carried,
                    after,
                )
                mk.when[host] = made + pause(host, mk.stream, mk.log_stay, mk.burst_stay, mk.gap, mk.left)
                mk.to[host] = destination(
                    host,
                    mk.stream,
                    mk.numbers[0],
                    mk.numbers[1],
                    mk.numbers[2],
                    mk.share[0],
                    mk.fixed,
                    mk.start,
                    mk.target,
                    mk.cumulative,
                    mk.made,
                )
        now += 1
    going[NOW] = now
    numbers[WAITS] += going[WAITING] * now
