"""Cut-through, packet by packet: an event-driven engine on a timing wheel (docs/simulation.md).

In each cycle everything that ends is ended first (channels, credits, routing, pauses of sources); then
packets that have just come to the head of a buffer ask, and only outputs that were just asked for, or that
came free while packets wait for them, are granted: nothing else can have changed. What is waited for is found
without looking through a switch: packets that may take the same channels wait in one list.

What takes the same time for every packet (carrying it, routing it) ends in the order in which it began, so
those events are queues with a count for each cycle; only what is irregular is in linked lists. In large
networks almost everything that is touched is far away in memory: all that is needed of a channel and of the
buffer behind it is one line of the cache, and lines are fetched before they are needed, for a queue one cycle
ahead.
"""

import numpy as np

from fatdesk.core.arrays import Ints, Longs
from fatdesk.core.compiled import hot, inlined, prefetch
from fatdesk.networks.simulation.engines.counts import (
    BINS,
    FINE,
    HOPS,
    LATENCY,
    LATENCY_MOST,
    NETWORK,
    NETWORK_MOST,
    WAITS,
    Counting,
)
from fatdesk.networks.simulation.engines.packet_layout import (
    AFTER,
    ALONE,
    ASKED,
    BEGIN,
    BINDING,
    BUFFER_OF,
    BUSY,
    BY_FLITS,
    BY_FORMULA,
    CHANNEL_OF,
    CREDIT_FIRST,
    CREDIT_LAST,
    CROSSBAR,
    DONE_FIRST,
    DONE_LAST,
    FIRST_SLOT,
    FLIGHT,
    FLITS,
    FREE,
    FRESH_FIRST,
    FRESH_LAST,
    FROM_HOSTS,
    GRANT,
    HEAD,
    HEAD_ONLY,
    IN_NETWORK,
    INS,
    LARGE,
    LAST_FLIGHT,
    LAST_RANK,
    LATEST,
    LEAVING,
    LINES,
    LIST,
    LISTED,
    MADE,
    MADE_OF,
    MANY,
    MASK,
    MOVED,
    NEXT,
    NODE,
    NOW,
    OF,
    PACKETS,
    PORT,
    READY,
    READY_FIRST,
    READY_LAST,
    ROOM,
    ROUTING,
    SEED,
    SENT,
    SENT_OF,
    SET,
    SHIFT,
    SLOT,
    SOURCE,
    SOURCE_OF,
    STATE,
    TO,
    TO_OF,
    WAITER,
    WAITING,
    WANTED,
    Bytes,
    Moving,
)
from fatdesk.networks.simulation.engines.packets import NEVER, Making, cycle_key, drawn, lot, next_packet
from fatdesk.networks.simulation.engines.tables import BEST, DELIVER, DRAWN, LATE_BOUND, Lookup


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
    at: int,
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
    """The set of channels that a packet may take; a formula begins at ``at`` of the lines."""
    found = 0
    if by_formula:
        low = lines[at]
        if low <= to < lines[at + 1]:
            found = lines[at + 3] + (np.uint32(to - low) // np.uint32(lines[at + 2]))
        else:
            digit, modulus, last = np.uint32(0), lines[at + 5], lines[at + 6]
            if modulus > 1:
                digit = np.uint32(to) // np.uint32(lines[at + 4]) % np.uint32(modulus)
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
def best_in_row(begin: int, many: int, room: Bytes, original: Ints, key: np.uint64) -> int:
    """As ``best_of``, for channels that follow each other."""
    best, most = -1, 0
    for channel in range(begin, begin + many):
        most = max(most, room[channel])
    if most > 0:
        least = 1 << 24
        for channel in range(begin, begin + many):
            if room[channel] == most:
                value = lot(key, original[channel])
                if value < least:
                    best, least = channel, value
    return best


@inlined
def best_of(wanted: int, group: Ints, set_channel: Ints, room: Bytes, original: Ints, key: np.uint64) -> int:
    """Of the channels of a set that can be used the one with most room, of equals by lot; -1: none can."""
    begin, many, listed = group[wanted + BEGIN], group[wanted + MANY], group[wanted + LIST]
    best = -1
    if many == 1:
        if room[begin] > 0:
            best = begin
    elif listed < 0:
        best = best_in_row(begin, many, room, original, key)
    else:
        most, least = 0, 0
        for j in range(listed, listed + many):
            channel = set_channel[j]
            mine = room[channel]
            if mine < most or mine <= 0:
                continue
            value = lot(key, original[channel])
            if mine > most or value < least:
                best, most, least = channel, mine, value
    return int(best)


@hot
def bound_to(
    binding: int,
    buffer: int,
    wanted: int,
    group: Ints,
    set_channel: Ints,
    record: Ints,
    shift: int,
    original: Ints,
    key: np.uint64,
) -> int:
    """The channel of a set that the packet of a buffer keeps to; -1: there is no choice."""
    begin, many, listed = group[wanted + BEGIN], group[wanted + MANY], group[wanted + LIST]
    if many < 2:
        return -1
    if binding == BEST:
        least, best = LAST_RANK, -1
        for j in range(many):
            channel = begin + j if listed < 0 else set_channel[listed + j]
            value = rank_of(record[(channel << shift) + ROOM] & FREE, key, original[channel])
            if value < least:
                least, best = value, channel
        return int(best)
    count, number = len(original), original[buffer]
    j, k = drawn(key, count + number, many), drawn(key, 2 * count + number, many)
    one = begin + j if listed < 0 else set_channel[listed + j]
    if binding == DRAWN:
        return int(one)
    other = begin + k if listed < 0 else set_channel[listed + k]
    more = record[(other << shift) + ROOM] & FREE > record[(one << shift) + ROOM] & FREE
    return int(other if more else one)


@inlined
def open_output(
    channel: int,
    at: int,
    from_hosts: int,
    record: Ints,
    room: Bytes,
    tail: Ints,
    group: Ints,
    of_set: Ints,
    next_out: Ints,
    nodes: Ints,
    blocked: Bytes,
    switches: Ints,
    senders: Ints,
    listed: int,
    sending: int,
) -> tuple[int, int]:
    """Note that an output came free, or has more room behind it.

    A host that waits is put on the list of hosts that may send, an output that is waited for on that of its
    switch, whose number is then ``listed``.
    """
    free = record[at + ROOM] & FREE
    if channel < from_hosts:
        room[channel] = free
        host = tail[channel]
        if blocked[host] == 1:
            blocked[host] = 2
            senders[sending] = host
            sending += 1
    elif room[channel] < 0:
        room[channel] = -free
    else:
        of = record[at + OF]
        waited = of >= 0
        if not record[at + STATE] & ALONE:
            if waited:
                waited = group[of * SET + WAITER] >= 0
            else:
                k = -1 - of
                while not waited and of_set[k] >= 0:
                    waited = group[of_set[k] * SET + WAITER] >= 0
                    k += 1
        if waited:
            node = tail[channel]
            there = node * NODE
            first = nodes[there + LISTED]
            next_out[channel] = first
            if first < 0 and nodes[there + ASKED] < 0:
                switches[listed] = node
                listed += 1
            nodes[there + LISTED] = channel
            room[channel] = -free
        else:
            room[channel] = free
    return listed, sending


@hot
def advance(  # noqa: PLR0912, PLR0915  (the hot loop: called pieces cost more than they do)
    until: int, fixed: Longs, look: Lookup, mk: Making, mv: Moving, c: Counting
) -> None:
    """Go on to a cycle, that one not included."""
    seed, crossbar, routing = np.uint64(fixed[SEED]), fixed[CROSSBAR], fixed[ROUTING]
    head_only, binding, by_flits = fixed[HEAD_ONLY], fixed[BINDING], fixed[BY_FLITS]
    shift, mask, by_formula = fixed[SHIFT], fixed[MASK], fixed[BY_FORMULA]
    record, room, nodes, group = mv.record, mv.room, mv.node, mv.group
    tail, original, carried = mv.tail, mv.original, mv.carried
    set_channel, of_set, single = mv.set_channel, mv.of_set, mv.single
    row, kind, table = look.row, look.kind, look.table
    last_start, last_node, last_set, itself = look.last_start, look.last_node, look.last_set, look.itself
    when_made, going_to, stream, made_by = mk.when, mk.to, mk.stream, mk.made
    done, ready, fresh, credit = mv.done, mv.ready, mv.fresh, mv.credit
    ends, later, source = mv.ends, mv.later, mv.source
    next_out, next_source = mv.next_out, mv.next_source
    going, granted, numbers = mv.going, mv.granted, c.numbers
    asking, switches, senders, blocked = mv.asking, mv.switches, mv.senders, mv.blocked
    order, rank = mv.order, mv.rank
    injected, received, delivered_of = c.injected, c.received, c.delivered_of
    latency_bins, network_bins = c.latency_bins, c.network_bins
    flits, flight, last_flight = fixed[FLITS], fixed[FLIGHT], fixed[LAST_FLIGHT]
    from_hosts, queue = fixed[FROM_HOSTS], len(ready) - 1
    large = len(room) > LARGE
    done_first, done_last = going[DONE_FIRST], going[DONE_LAST]
    ready_first, ready_last = going[READY_FIRST], going[READY_LAST]
    fresh_first, fresh_last = going[FRESH_FIRST], going[FRESH_LAST]
    credit_first, credit_last = going[CREDIT_FIRST], going[CREDIT_LAST]
    waiting, in_network, moved = going[WAITING], going[IN_NETWORK], going[MOVED]
    latency_sum = latency_most = network_sum = network_most = hops = 0
    forwarded = crossbar + flight + routing
    now = going[NOW]
    waits = -waiting * now
    while now < until:
        bucket = now & mask
        at_ends = bucket * 4
        ended, came, new, given = ends[at_ends], ends[at_ends + 1], ends[at_ends + 2], ends[at_ends + 3]
        if ended + came + new + given == 0 and later[bucket] < 0 and source[bucket] < 0:
            now += 1
            continue
        ends[at_ends] = ends[at_ends + 1] = ends[at_ends + 2] = ends[at_ends + 3] = 0
        ask = grants = listed = sending = 0
        key = cycle_key(seed, now)

        if large:  # what the next two cycles will need: lines of channels, and then what is found there
            at_ends = ((now + 1) & mask) * 4
            next_done, next_ready = done_first + ended + ends[at_ends], ready_first + came + ends[at_ends + 1]
            next_fresh = fresh_first + new + ends[at_ends + 2]
            at_ends = ((now + 2) & mask) * 4
            for i in range(next_done, next_done + ends[at_ends]):
                at = (i & queue) * 2
                prefetch(record, done[at] << shift)
                if done[at + 1] >= 0:
                    prefetch(record, done[at + 1] << shift)
            for i in range(next_ready, next_ready + ends[at_ends + 1]):
                prefetch(record, ready[i & queue] << shift)
            for i in range(next_fresh, next_fresh + ends[at_ends + 2]):
                prefetch(record, fresh[i & queue] << shift)
            for i in range(done_first + ended, next_done):
                at = (i & queue) * 2
                for j in range(2):
                    channel = done[at + j]
                    if channel >= 0:
                        of = record[(channel << shift) + OF]
                        if of >= 0:
                            prefetch(group, of * SET)
            for i in range(ready_first + came, next_ready):
                prefetch(nodes, record[(ready[i & queue] << shift) + HEAD] * NODE)
            for i in range(fresh_first + new, next_fresh):
                prefetch(nodes, record[(fresh[i & queue] << shift) + HEAD] * NODE)

        # What ends in this cycle: channels that were carrying a packet,
        if ended:
            moved = now
        for i in range(done_first, done_first + ended):
            at = (i & queue) * 2
            channel, buffer = done[at], done[at + 1]
            at = channel << shift
            record[at + STATE] &= ~BUSY
            if record[at + ROOM] & FREE > 0:
                listed, sending = open_output(
                    channel,
                    at,
                    from_hosts,
                    record,
                    room,
                    tail,
                    group,
                    of_set,
                    next_out,
                    nodes,
                    blocked,
                    switches,
                    senders,
                    listed,
                    sending,
                )
            if buffer >= 0:
                at = buffer << shift
                state = record[at + STATE] & ~LEAVING
                record[at + STATE] = state
                if not by_flits:
                    record[at + ROOM] += 1
                    if not state & BUSY:
                        listed, sending = open_output(
                            buffer,
                            at,
                            from_hosts,
                            record,
                            room,
                            tail,
                            group,
                            of_set,
                            next_out,
                            nodes,
                            blocked,
                            switches,
                            senders,
                            listed,
                            sending,
                        )
                if state & PACKETS > 0:
                    when = np.int64(record[at + FIRST_SLOT + READY])
                    if head_only:
                        when = max(when, now) + routing
                    if when <= now:
                        asking[ask] = buffer
                        ask += 1
                    else:
                        record[at + NEXT] = later[when & mask]
                        later[when & mask] = buffer
        done_first += ended
        # room that is given back while a packet leaves,
        for i in range(credit_first, credit_first + given):
            channel = credit[i & queue]
            at = channel << shift
            record[at + ROOM] += 1
            if not record[at + STATE] & BUSY:
                listed, sending = open_output(
                    channel,
                    at,
                    from_hosts,
                    record,
                    room,
                    tail,
                    group,
                    of_set,
                    next_out,
                    nodes,
                    blocked,
                    switches,
                    senders,
                    listed,
                    sending,
                )
        credit_first += given
        # packets whose routing delay has passed,
        for i in range(ready_first, ready_first + came):
            asking[ask] = ready[i & queue]
            ask += 1
        ready_first += came
        for i in range(fresh_first, fresh_first + new):
            asking[ask] = fresh[i & queue]
            ask += 1
        fresh_first += new
        buffer = later[bucket]
        later[bucket] = -1
        while buffer >= 0:
            asking[ask] = buffer
            ask += 1
            buffer = record[(buffer << shift) + NEXT]
        # pauses of hosts.
        host = source[bucket]
        source[bucket] = -1
        while host >= 0:
            senders[sending] = host
            sending += 1
            host = next_source[host]

        # What is requested.
        for i in range(ask):
            buffer = asking[i]
            at = buffer << shift
            node = record[at + HEAD]
            wanted = set_of(
                by_formula,
                nodes,
                record[at + AFTER] * NODE + LINES,
                row,
                kind,
                table,
                last_start,
                last_node,
                last_set,
                record[at + AFTER],
                node,
                record[at + FIRST_SLOT + TO],
            )
            record[at + FIRST_SLOT + WANTED] = wanted
            if large:
                prefetch(group, wanted * SET)
            there = node * NODE
            first = nodes[there + ASKED]
            if first < 0 and nodes[there + LISTED] < 0:
                switches[listed] = node
                listed += 1
            record[at + NEXT] = first
            nodes[there + ASKED] = buffer
        if large:
            for i in range(ask):
                begin = group[record[(asking[i] << shift) + FIRST_SLOT + WANTED] * SET + BEGIN]
                prefetch(room, begin)
                prefetch(original, begin)
        if binding != LATE_BOUND:
            for i in range(ask):
                wanted = (asking[i] << shift) + FIRST_SLOT + WANTED
                bound = bound_to(
                    binding, asking[i], record[wanted] * SET, group, set_channel, record, shift, original, key
                )
                if bound >= 0:
                    record[wanted] = single[bound]

        # What is granted, switch by switch.
        for i in range(listed):
            there = switches[i] * NODE
            many = 0
            direct = -1
            channel = nodes[there + LISTED]
            nodes[there + LISTED] = -1
            buffer = nodes[there + ASKED]
            nodes[there + ASKED] = -1
            alone = channel < 0 and record[(buffer << shift) + NEXT] < 0  # nobody else
            while channel >= 0:
                order[many] = channel
                many += 1
                channel = next_out[channel]
            while buffer >= 0:
                at = buffer << shift
                wanted = record[at + FIRST_SLOT + WANTED] * SET
                if alone:
                    channel = best_of(wanted, group, set_channel, room, original, key)
                    if channel >= 0:
                        order[0] = channel
                        many = 1
                        direct = buffer
                        break
                else:
                    begin, start = group[wanted + BEGIN], group[wanted + LIST]
                    for j in range(group[wanted + MANY]):
                        channel = begin + j if start < 0 else set_channel[start + j]
                        if room[channel] > 0:
                            room[channel] = -room[channel]
                            order[many] = channel
                            many += 1
                following = record[at + NEXT]
                begin = group[wanted + BEGIN] << shift
                if group[wanted + MANY] == 1 and record[begin + STATE] & ALONE:
                    record[at + NEXT] = record[begin + OF]
                    record[begin + OF] = buffer
                else:
                    record[at + NEXT] = group[wanted + WAITER]
                    group[wanted + WAITER] = buffer
                waits -= now
                waiting += 1
                buffer = following
            if not alone:
                for j in range(many):
                    channel = order[j]
                    room[channel] = -room[channel]
                    if many > 1:
                        rank[j] = rank_of(room[channel], key, original[channel])
            while many > 0:
                first = 0
                for j in range(1, many):
                    if rank[j] < rank[first]:
                        first = j
                channel = order[first]
                many -= 1
                order[first], rank[first] = order[many], rank[many]
                winner = direct
                if direct < 0:
                    # The one that asks for it, or of several the next one after the input granted last.
                    out = channel << shift
                    latest, ins = record[out + ROOM] >> LATEST, nodes[there + INS]
                    best_turn = 0
                    before = winning = -1
                    one, k = int(record[out + OF]), 0
                    itself_only = record[out + STATE] & ALONE
                    if itself_only:
                        buffer = one
                        one = 0
                    elif one < 0:
                        k = -1 - one
                        one = int(of_set[k])
                    while one >= 0:
                        previous = -1
                        if not itself_only:
                            buffer = group[one * SET + WAITER]
                        while buffer >= 0:
                            turn = (record[(buffer << shift) + STATE] >> PORT) - latest
                            if turn < 0:
                                turn += ins
                            if winner < 0 or turn < best_turn:
                                best_turn, winner, before, winning = turn, buffer, previous, one
                            previous = buffer
                            buffer = record[(buffer << shift) + NEXT]
                        if itself_only or record[out + OF] >= 0:
                            break
                        k += 1
                        one = int(of_set[k])
                    if winner < 0:
                        continue
                    following = record[(winner << shift) + NEXT]
                    if before >= 0:
                        record[(before << shift) + NEXT] = following
                    elif itself_only:
                        record[out + OF] = following
                    else:
                        group[winning * SET + WAITER] = following
                    waits += now
                    waiting -= 1
                direct = -1
                if large:
                    prefetch(record, channel << shift)
                    prefetch(carried, channel)
                at = winner << shift
                packet = at + FIRST_SLOT
                grant = grants * GRANT
                granted[grant + CHANNEL_OF], granted[grant + BUFFER_OF] = channel, winner
                granted[grant + TO_OF], granted[grant + SOURCE_OF] = (
                    record[packet + TO],
                    record[packet + SOURCE],
                )
                granted[grant + MADE_OF], granted[grant + SENT_OF] = (
                    record[packet + MADE],
                    record[packet + SENT],
                )
                grants += 1
                room[channel] = 0
                left = record[at + STATE] - 1
                record[at + STATE] = left | LEAVING
                for k in range(packet, packet + (left & PACKETS) * SLOT):
                    record[k] = record[k + SLOT]
                if by_flits:
                    credit[credit_last & queue] = winner
                    credit_last += 1
                    ends[((now + 1) & mask) * 4 + 3] += 1

        # What hosts send.
        if large:
            for i in range(sending):
                host = senders[i]
                prefetch(when_made, host)
                prefetch(going_to, host)
                prefetch(made_by, host)
                prefetch(stream, host)
                prefetch(nodes, host * NODE)
        for i in range(sending):
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
                    first = host * NODE + LINES
                    wanted = set_of(
                        by_formula,
                        nodes,
                        first,
                        row,
                        kind,
                        table,
                        last_start,
                        last_node,
                        last_set,
                        host,
                        host,
                        to,
                    )
                channel = best_of(wanted * SET, group, set_channel, room, original, key)
                if channel < 0:
                    blocked[host] = 1
                    break
                if large:
                    prefetch(record, channel << shift)
                in_network += 1
                injected[host] += 1
                grant = grants * GRANT
                granted[grant + CHANNEL_OF], granted[grant + BUFFER_OF] = channel, -1
                granted[grant + TO_OF], granted[grant + SOURCE_OF] = to, host
                granted[grant + MADE_OF], granted[grant + SENT_OF] = made, now
                grants += 1
                room[channel] = 0
                next_packet(host, mk)

        # Packets that were granted a channel go on.
        hops += grants
        ends[((now + flits) & mask) * 4] += grants
        for i in range(grants):
            grant = i * GRANT
            channel, buffer, to = (
                granted[grant + CHANNEL_OF],
                granted[grant + BUFFER_OF],
                granted[grant + TO_OF],
            )
            made, sent = granted[grant + MADE_OF], granted[grant + SENT_OF]
            at = channel << shift
            over = 0
            if buffer >= 0:
                port = record[(buffer << shift) + STATE] >> PORT
                record[at + ROOM] = record[at + ROOM] & FREE | (port + 1) << LATEST
                over = crossbar
            put = (done_last & queue) * 2
            done[put], done[put + 1] = channel, buffer
            done_last += 1
            carried[channel] += 1
            state = record[at + STATE]
            if record[at + AFTER] < 0:
                record[at + STATE] = state | BUSY
                arrived = now + over + last_flight + flits - 1
                latency, network = arrived - made, arrived - sent
                latency_sum += latency
                network_sum += network
                latency_most = max(latency_most, latency)
                network_most = max(network_most, network)
                latency_bins[bin_of(latency)] += 1
                network_bins[bin_of(network)] += 1
                received[to] += 1
                delivered_of[granted[grant + SOURCE_OF]] += 1
                in_network -= 1
            else:
                record[at + ROOM] -= 1
                record[at + STATE] = (state + 1) | BUSY
                ready_at = now + over + flight
                if not head_only:
                    ready_at += routing
                packet = at + FIRST_SLOT + (state & PACKETS) * SLOT
                record[packet + TO] = to
                record[packet + SOURCE] = granted[grant + SOURCE_OF]
                record[packet + MADE] = made
                record[packet + SENT] = sent
                record[packet + READY] = ready_at
                if state & (PACKETS | LEAVING) == 0:  # the only packet, and none is leaving
                    if buffer >= 0:
                        ready[ready_last & queue] = channel
                        ready_last += 1
                        ends[((now + forwarded) & mask) * 4 + 1] += 1
                    else:  # without a crossbar it is there sooner than what was granted before
                        fresh[fresh_last & queue] = channel
                        fresh_last += 1
                        ends[((now + flight + routing) & mask) * 4 + 2] += 1
        now += 1
    going[NOW] = now
    going[WAITING], going[IN_NETWORK], going[MOVED] = waiting, in_network, moved
    going[DONE_FIRST], going[DONE_LAST] = done_first, done_last
    going[READY_FIRST], going[READY_LAST] = ready_first, ready_last
    going[FRESH_FIRST], going[FRESH_LAST] = fresh_first, fresh_last
    going[CREDIT_FIRST], going[CREDIT_LAST] = credit_first, credit_last
    numbers[WAITS] += waits + waiting * now
    numbers[LATENCY] += latency_sum
    numbers[NETWORK] += network_sum
    numbers[LATENCY_MOST] = max(numbers[LATENCY_MOST], latency_most)
    numbers[NETWORK_MOST] = max(numbers[NETWORK_MOST], network_most)
    numbers[HOPS] += hops
