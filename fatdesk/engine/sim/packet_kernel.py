"""Cut-through, packet by packet: an event-driven engine on a timing wheel, as docs/simulation.md tells it.

In each cycle everything that ends is ended first (channels, credits, forwarding, pauses of sources); then
packets that have just come to the head of a buffer ask, and only outputs that came free or were just asked
for are granted: nothing else can have changed. What is waited for is found without looking through a switch:
packets that may take the same channels wait in one list.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.core.compiled import hot, inlined
from fatdesk.engine.sim.chance import cycle_key, lot
from fatdesk.engine.sim.counts import BINS, FINE
from fatdesk.engine.sim.packets import NEVER, destination, pause
from fatdesk.engine.sim.tables import DELIVER, Lookup

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]
Words = NDArray[np.uint64]
Bytes = NDArray[np.int8]

# A channel's record: room behind it, the buffer that its packet comes from, the input after the one granted last,
# the set that it is in (or -1 - where its sets begin in ``of_set``); the packets in the buffer behind it, with
# flags, the state there (below 0: a host), and the packets.
FREE, FROM, LATEST, OF, COUNT, AFTER, FIRST_SLOT = range(7)
BUSY, LEAVING, PACKETS = 1 << 8, 1 << 9, (1 << 8) - 1
"""Flags of COUNT: the channel carries a packet; one is leaving the buffer; and what is left of it."""
TO, SOURCE, MADE, SENT, READY, SLOT = range(6)
"""A packet in a buffer: where to, from where, when made and sent, when forwarding ends (or it arrives); in
the place of the last, once it asks, the set that it asks for."""
WANTED = READY
# What stays of a channel: its nodes, and its place among those into its head.
TAIL, HEAD, IN_PORT, CHANNEL = 0, 1, 2, 4
# What is told of a node: the first of its outputs that came free in this cycle, and of its buffers that began
# to ask; how many packets wait there; how many channels lead into it.
LISTED, ASKED, WAITING_THERE, INS, NODE = range(5)
# A set: its channels, and the first buffer in which a packet waits for it.
START, END, WAITER, SET = 0, 1, 2, 4
ENDLESS = 1 << 20
"""Room of a host."""
MUCH = 100
"""As much room as is told apart."""
LARGE = 20_000
"""Networks of more channels do not lie in the processor's nearest memory."""
LAST_RANK = 1 << 62

# Numbers that stay.
(SEED, FLITS, CROSSBAR, ROUTING, HEAD_ONLY, EARLY, BY_FLITS, SHIFT, MASK, BY_FORMULA, FLIGHT, LAST_FLIGHT) = (
    range(12)
)
# Numbers that go on.
(NOW, WAITING, IN_NETWORK, MOVED, SWITCHES, SENDERS, TOUCHED) = range(7)
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
    done, ready, credit, source : (wheel,) int32
        The first of a list of what ends in a cycle: channels, forwarding, credits (channels), pauses (hosts).
    next_done, next_ready, next_credit, next_source
        These lists. That of ``done`` serves for outputs that came free as well, that of ``ready`` for buffers
        that ask and wait.
    blocked : (hosts,) int8
        1: a packet waits for a channel out of the host; 2: the host is on the list.
    asking, switches, senders, order, rank
        Room for lists of one cycle: buffers, switches, hosts, and the outputs of a switch.
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
    source: Ints
    next_done: Ints
    next_ready: Ints
    next_credit: Ints
    next_source: Ints
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


@inlined
def bin_of(latency: int) -> int:
    """The bin of a latency; see ``counts.bin_edges``."""
    octave = 0
    while latency >= 2 * FINE:
        latency >>= 1
        octave += 1
    return min(octave * FINE + latency, BINS - 1)


@inlined
def rank_of(free: int, key: np.uint64, channel: int) -> int:
    """Outputs of lower rank come first: those with more room, of equals by lot."""
    return int(lot(key, channel) - free * (1 << 24))


@inlined
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
    found = 0
    if by_formula:
        at = state * 8
        low = lines[at]
        if low <= to < lines[at + 1]:
            found = lines[at + 3] + (np.uint32(to - low) // np.uint32(lines[at + 2]))
        else:
            digit = np.uint32(to) // np.uint32(lines[at + 4]) % np.uint32(lines[at + 5])
            last = lines[at + 6]
            if last > 1:
                digit = digit * np.uint32(last) + np.uint32(to) % np.uint32(last)
            found = lines[at + 7] + digit
    else:
        found = table[np.int64(row[state]) + kind[to]]
        if found == DELIVER:
            for i in range(last_start[to], last_start[to + 1]):
                if last_node[i] == node:
                    found = last_set[i]
    return int(found)


@inlined
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
    room: Bytes,
    done: Ints,
    next_done: Ints,
    ready: Ints,
    next_ready: Ints,
    going: Longs,
    numbers: Longs,
    received: Longs,
    delivered_of: Longs,
    latency_bins: Longs,
    network_bins: Longs,
    carried: Longs,
) -> None:
    """Grant a channel to a packet that comes out of buffer ``origin``, or of its source (-1)."""
    now = going[NOW]
    mask = fixed[MASK]
    at = channel << fixed[SHIFT]
    record[at + FROM] = origin
    room[channel] = 0
    slot = (now + fixed[FLITS]) & mask
    next_done[channel] = done[slot]
    done[slot] = channel
    carried[channel] += 1
    numbers[HOPS] += 1
    count = record[at + COUNT]
    if record[at + AFTER] < 0:
        record[at + COUNT] = count | BUSY
        arrived = now + crossbar + fixed[LAST_FLIGHT] + fixed[FLITS] - 1
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
    else:
        record[at + FREE] -= 1
        record[at + COUNT] = (count + 1) | BUSY
        arrives = now + crossbar + fixed[FLIGHT]
        if not fixed[HEAD_ONLY]:
            arrives += fixed[ROUTING]
        packet = at + FIRST_SLOT + (count & PACKETS) * SLOT
        record[packet + TO] = to
        record[packet + SOURCE] = source
        record[packet + MADE] = made
        record[packet + SENT] = sent
        record[packet + READY] = arrives
        if count == 0:  # the only packet, and none is leaving
            if fixed[HEAD_ONLY]:
                arrives += fixed[ROUTING]
            slot = arrives & mask
            next_ready[channel] = ready[slot]
            ready[slot] = channel


@inlined
def best_of(first: int, end: int, set_channel: Ints, room: Bytes, key: np.uint64) -> int:
    """Of the channels of a set that can be used the one with most room, of equals by lot; -1: none can."""
    best, most, least = -1, 0, 0
    for j in range(first, end):
        channel = set_channel[j]
        mine = room[channel]
        if mine > most:
            best, most, least = channel, mine, -1
        elif mine == most and most > 0:
            if least < 0:
                least = lot(key, best)
            value = lot(key, channel)
            if value < least:
                best, least = channel, value
    return best


@inlined
def list_output(
    channel: int,
    free: int,
    hosts: int,
    channels: Ints,
    room: Bytes,
    next_done: Ints,
    nodes: Ints,
    blocked: Bytes,
    switches: Ints,
    senders: Ints,
    going: Longs,
) -> None:
    """Put an output that came free on the list of its switch, or its host on that of hosts that may send."""
    node = channels[channel * CHANNEL + TAIL]
    free = min(free, MUCH)
    if node < hosts:
        room[channel] = free
        if blocked[node] == 1:
            blocked[node] = 2
            senders[going[SENDERS]] = node
            going[SENDERS] += 1
    else:
        if room[channel] >= 0:
            at = node * NODE
            first = nodes[at + LISTED]
            next_done[channel] = first
            if first < 0 and nodes[at + ASKED] < 0:
                switches[going[SWITCHES]] = node
                going[SWITCHES] += 1
            nodes[at + LISTED] = channel
        room[channel] = -free


@hot
def advance(  # noqa: PLR0912, PLR0915  (the hot loop: called pieces cost more than they do)
    until: int, fixed: Longs, look: Lookup, mk: Making, mv: Moving, c: Counting
) -> None:
    """Go on to a cycle, that one not included."""
    seed, crossbar, routing = np.uint64(fixed[SEED]), fixed[CROSSBAR], fixed[ROUTING]
    head_only, early, by_flits = fixed[HEAD_ONLY], fixed[EARLY], fixed[BY_FLITS]
    shift, mask, by_formula = fixed[SHIFT], fixed[MASK], fixed[BY_FORMULA]
    channels, record, room, nodes, group = mv.channel, mv.record, mv.room, mv.node, mv.group
    set_channel, of_set, single = mv.set_channel, mv.of_set, mv.single
    lines, row, kind, table = look.lines, look.row, look.kind, look.table
    last_start, last_node, last_set, itself = look.last_start, look.last_node, look.last_set, look.itself
    when_made, going_to, stream, log_stay, burst_stay = mk.when, mk.to, mk.stream, mk.log_stay, mk.burst_stay
    gap, left_over, fixed_to, flow_start, flow_to = mk.gap, mk.left, mk.fixed, mk.start, mk.target
    cumulative, made_count = mk.cumulative, mk.made
    draw_kind, draw_itself, draw_hot, share = mk.numbers[0], mk.numbers[1], mk.numbers[2], mk.share[0]
    done, ready, credit, source = mv.done, mv.ready, mv.credit, mv.source
    next_done, next_ready = mv.next_done, mv.next_ready
    next_credit, next_source, going, numbers = mv.next_credit, mv.next_source, mv.going, c.numbers
    asking, switches, senders, blocked, order, rank = (
        mv.asking,
        mv.switches,
        mv.senders,
        mv.blocked,
        mv.order,
        mv.rank,
    )
    injected, received, delivered_of = c.injected, c.received, c.delivered_of
    latency_bins, network_bins, carried = c.latency_bins, c.network_bins, c.carried
    hosts = len(blocked)
    large = len(room) > LARGE
    now = going[NOW]
    numbers[WAITS] -= going[WAITING] * now
    while now < until:
        bucket = now & mask
        if done[bucket] < 0 and ready[bucket] < 0 and source[bucket] < 0 and credit[bucket] < 0:
            now += 1
            continue
        going[NOW] = now
        going[SWITCHES] = going[SENDERS] = 0
        ask = 0
        key = cycle_key(seed, now)

        # What ends in this cycle is fetched at once, because one after the other each would wait for memory.
        if large:
            channel = done[bucket]
            touched = 0
            while channel >= 0:
                buffer = record[(channel << shift) + FROM]
                touched += channels[channel * CHANNEL]
                if buffer >= 0:
                    touched += record[(buffer << shift) + FROM] + channels[buffer * CHANNEL]
                channel = next_done[channel]
            buffer = ready[bucket]
            while buffer >= 0:
                touched += record[buffer << shift] + channels[buffer * CHANNEL]
                buffer = next_ready[buffer]
            going[TOUCHED] = touched

        # Channels that were carrying a packet,
        channel = done[bucket]
        done[bucket] = -1
        if channel >= 0:
            going[MOVED] = now
        while channel >= 0:
            at = channel << shift
            following = next_done[channel]
            record[at + COUNT] &= ~BUSY
            free = record[at + FREE]
            if free > 0:
                list_output(
                    channel, free, hosts, channels, room, next_done, nodes, blocked, switches, senders, going
                )
            buffer = record[at + FROM]
            if buffer >= 0:
                at = buffer << shift
                count = record[at + COUNT] & ~LEAVING
                record[at + COUNT] = count
                if not by_flits:
                    free = record[at + FREE] + 1
                    record[at + FREE] = free
                    if not count & BUSY:
                        list_output(
                            buffer,
                            free,
                            hosts,
                            channels,
                            room,
                            next_done,
                            nodes,
                            blocked,
                            switches,
                            senders,
                            going,
                        )
                if count & PACKETS > 0:
                    when = np.int64(record[at + FIRST_SLOT + READY])
                    if head_only:
                        when = max(when, now) + routing
                    if when <= now:
                        asking[ask] = buffer
                        ask += 1
                    else:
                        next_ready[buffer] = ready[when & mask]
                        ready[when & mask] = buffer
            channel = following
        # room that is given back while a packet leaves,
        channel = credit[bucket]
        credit[bucket] = -1
        while channel >= 0:
            at = channel << shift
            free = record[at + FREE] + 1
            record[at + FREE] = free
            if not record[at + COUNT] & BUSY:
                list_output(
                    channel, free, hosts, channels, room, next_done, nodes, blocked, switches, senders, going
                )
            channel = next_credit[channel]
        # forwarding,
        buffer = ready[bucket]
        ready[bucket] = -1
        while buffer >= 0:
            asking[ask] = buffer
            ask += 1
            buffer = next_ready[buffer]
        # pauses of hosts.
        host = source[bucket]
        source[bucket] = -1
        while host >= 0:
            senders[going[SENDERS]] = host
            going[SENDERS] += 1
            host = next_source[host]

        # What is asked for.
        for i in range(ask):
            buffer = asking[i]
            node = channels[buffer * CHANNEL + HEAD]
            at = buffer << shift
            to = record[at + FIRST_SLOT + TO]
            state = record[at + AFTER]
            wanted = set_of(
                by_formula, lines, row, kind, table, last_start, last_node, last_set, state, node, to
            )
            if early and group[wanted * SET + END] - group[wanted * SET + START] > 1:
                least = LAST_RANK
                for j in range(group[wanted * SET + START], group[wanted * SET + END]):
                    channel = set_channel[j]
                    value = rank_of(min(record[(channel << shift) + FREE], MUCH), key, channel)
                    if value < least:
                        least = value
                        wanted = int(single[channel])
            record[at + FIRST_SLOT + WANTED] = wanted
            if large:
                going[TOUCHED] += record[set_channel[group[wanted * SET + START]] << shift]
            there = node * NODE
            if nodes[there + ASKED] < 0 and nodes[there + LISTED] < 0:
                switches[going[SWITCHES]] = node
                going[SWITCHES] += 1
            next_ready[buffer] = nodes[there + ASKED]
            nodes[there + ASKED] = buffer

        # What is granted, switch by switch.
        for i in range(going[SWITCHES]):
            node = switches[i]
            many = 0
            direct = -1
            there = node * NODE
            channel = nodes[there + LISTED]
            nodes[there + LISTED] = -1
            buffer = nodes[there + ASKED]
            nodes[there + ASKED] = -1
            alone = channel < 0 and next_ready[buffer] < 0
            while channel >= 0:
                order[many] = channel
                many += 1
                channel = next_done[channel]
            while buffer >= 0:
                at = buffer << shift
                wanted = record[at + FIRST_SLOT + WANTED] * SET
                first, end = group[wanted + START], group[wanted + END]
                if alone:
                    channel = best_of(first, end, set_channel, room, key)
                    if channel >= 0:
                        order[0] = channel
                        many = 1
                        direct = buffer
                        break
                else:
                    for j in range(first, end):
                        channel = set_channel[j]
                        if room[channel] > 0:
                            room[channel] = -room[channel]
                            order[many] = channel
                            many += 1
                following = next_ready[buffer]
                next_ready[buffer] = group[wanted + WAITER]
                group[wanted + WAITER] = buffer
                numbers[WAITS] -= now
                going[WAITING] += 1
                nodes[there + WAITING_THERE] += 1
                buffer = following
            if not alone:
                for j in range(many):
                    channel = order[j]
                    room[channel] = -room[channel]
                    if many > 1:
                        rank[j] = rank_of(room[channel], key, channel)
            while many > 0 and (direct >= 0 or nodes[there + WAITING_THERE] > 0):
                first = 0
                for j in range(1, many):
                    if rank[j] < rank[first]:
                        first = j
                channel = order[first]
                many -= 1
                order[first], rank[first] = order[many], rank[many]
                out = channel << shift
                winner = direct
                if direct < 0:
                    # The one that asks for it, or of several the next one after the input granted last.
                    best_turn = -1
                    before = winning = -1
                    one = np.int64(record[out + OF])
                    k = np.int64(0)
                    if one < 0:
                        k = -1 - one
                        one = np.int64(of_set[k])
                    while one >= 0:
                        previous = -1
                        buffer = group[one * SET + WAITER]
                        while buffer >= 0:
                            if winner < 0:
                                winner, before, winning = buffer, previous, one
                            else:
                                if best_turn < 0:
                                    best_turn = channels[winner * CHANNEL + IN_PORT] - record[out + LATEST]
                                    if best_turn < 0:
                                        best_turn += nodes[there + INS]
                                mine = channels[buffer * CHANNEL + IN_PORT] - record[out + LATEST]
                                if mine < 0:
                                    mine += nodes[there + INS]
                                if mine < best_turn:
                                    best_turn, winner, before, winning = mine, buffer, previous, one
                            previous = buffer
                            buffer = next_ready[buffer]
                        if record[out + OF] >= 0:
                            break
                        k += 1
                        one = np.int64(of_set[k])
                    if winner < 0:
                        continue
                    if before < 0:
                        group[winning * SET + WAITER] = next_ready[winner]
                    else:
                        next_ready[before] = next_ready[winner]
                    numbers[WAITS] += now
                    going[WAITING] -= 1
                    nodes[there + WAITING_THERE] -= 1
                direct = -1
                record[out + LATEST] = channels[winner * CHANNEL + IN_PORT] + 1
                at = winner << shift
                packet = at + FIRST_SLOT
                to, origin = record[packet + TO], record[packet + SOURCE]
                made, sent = record[packet + MADE], record[packet + SENT]
                left = record[at + COUNT] - 1
                record[at + COUNT] = left | LEAVING
                for k in range(packet, packet + (left & PACKETS) * SLOT):
                    record[k] = record[k + SLOT]
                if by_flits:
                    slot = (now + 1) & mask
                    next_credit[winner] = credit[slot]
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
                    room,
                    done,
                    next_done,
                    ready,
                    next_ready,
                    going,
                    numbers,
                    received,
                    delivered_of,
                    latency_bins,
                    network_bins,
                    carried,
                )

        # What hosts send.
        for i in range(going[SENDERS]):
            host = senders[i]
            blocked[host] = 0
            while True:
                made = when_made[host]
                if made > now:
                    if made < NEVER:
                        slot = min(made, now + mask) & mask
                        next_source[host] = source[slot]
                        source[slot] = host
                    break
                to = going_to[host]
                if to == host:
                    wanted = int(itself[host])
                else:
                    wanted = set_of(
                        by_formula, lines, row, kind, table, last_start, last_node, last_set, host, host, to
                    )
                first, end = group[wanted * SET + START], group[wanted * SET + END]
                channel = best_of(first, end, set_channel, room, key)
                if channel < 0:
                    blocked[host] = 1
                    break
                going[IN_NETWORK] += 1
                injected[host] += 1
                start(
                    channel,
                    -1,
                    0,
                    to,
                    host,
                    made,
                    now,
                    fixed,
                    record,
                    room,
                    done,
                    next_done,
                    ready,
                    next_ready,
                    going,
                    numbers,
                    received,
                    delivered_of,
                    latency_bins,
                    network_bins,
                    carried,
                )
                when_made[host] = made + pause(host, stream, log_stay, burst_stay, gap, left_over)
                going_to[host] = destination(
                    host,
                    stream,
                    draw_kind,
                    draw_itself,
                    draw_hot,
                    share,
                    fixed_to,
                    flow_start,
                    flow_to,
                    cumulative,
                    made_count,
                )
        now += 1
    going[NOW] = now
    numbers[WAITS] += going[WAITING] * now
