"""Cut-through, packet by packet: an event-driven engine on a timing wheel (docs/simulation.md).

In each cycle everything that ends is ended first (channels, credits, routing, pauses of sources); then
packets that have just come to the head of a buffer ask, and only outputs that came free or were just asked
for are granted: nothing else can have changed. What is waited for is found without looking through a switch:
packets that may take the same channels wait in one list.

What takes the same time for every packet (carrying it, routing it) ends in the order in which it began, so
those events are queues with a count for each cycle; only what is irregular is in linked lists. In large
networks almost everything that is touched is far away in memory; what a step will need is fetched before, all
of it at once, which costs a thirtieth of waiting for one after the other.
"""

import numpy as np

from fatdesk.core.arrays import Ints, Longs
from fatdesk.core.compiled import hot, inlined
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
    ASKED,
    BUFFER_OF,
    BUSY,
    BY_FLITS,
    BY_FORMULA,
    CHANNEL,
    CHANNEL_OF,
    COUNT,
    CREDIT_FIRST,
    CREDIT_LAST,
    CROSSBAR,
    DONE_FIRST,
    DONE_LAST,
    EARLY,
    END,
    FIRST_SLOT,
    FLIGHT,
    FLITS,
    FREE,
    FROM,
    GRANT,
    HEAD,
    HEAD_ONLY,
    IN_NETWORK,
    IN_PORT,
    INS,
    LARGE,
    LAST_FLIGHT,
    LAST_RANK,
    LATEST,
    LEAVING,
    LISTED,
    MADE,
    MADE_OF,
    MASK,
    MOVED,
    MUCH,
    NODE,
    NOW,
    OF,
    ONE,
    PACKETS,
    READY,
    READY_FIRST,
    READY_LAST,
    ROUTING,
    SEED,
    SENDERS,
    SENT,
    SENT_OF,
    SET,
    SHIFT,
    SLOT,
    SOURCE,
    SOURCE_OF,
    START,
    SWITCHES,
    TAIL,
    TO,
    TO_OF,
    TOUCHED,
    WAITER,
    WAITING,
    WAITING_THERE,
    WANTED,
    Bytes,
    Moving,
)
from fatdesk.networks.simulation.engines.packets import NEVER, Making, cycle_key, lot, next_packet
from fatdesk.networks.simulation.engines.tables import DELIVER, Lookup


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
    next_out: Ints,
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
            next_out[channel] = first
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
    when_made, going_to, stream, made_by = mk.when, mk.to, mk.stream, mk.made
    done, ready, credit, ends, later, source = mv.done, mv.ready, mv.credit, mv.ends, mv.later, mv.source
    next_out, next_waiting, next_source = mv.next_out, mv.next_waiting, mv.next_source
    going, granted, numbers = mv.going, mv.granted, c.numbers
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
    flits, flight, last_flight = fixed[FLITS], fixed[FLIGHT], fixed[LAST_FLIGHT]
    hosts, wheel, queue = len(blocked), mask + 1, len(done) - 1
    large = len(room) > LARGE
    done_first, done_last = going[DONE_FIRST], going[DONE_LAST]
    ready_first, ready_last = going[READY_FIRST], going[READY_LAST]
    credit_first, credit_last = going[CREDIT_FIRST], going[CREDIT_LAST]
    forwarded = crossbar + flight + routing
    touched = 0
    now = going[NOW]
    numbers[WAITS] -= going[WAITING] * now
    while now < until:
        bucket = now & mask
        ended, came, given = ends[bucket], ends[wheel + bucket], ends[2 * wheel + bucket]
        if ended + came + given == 0 and later[bucket] < 0 and source[bucket] < 0:
            now += 1
            continue
        ends[bucket] = ends[wheel + bucket] = ends[2 * wheel + bucket] = 0
        going[SWITCHES] = going[SENDERS] = 0
        ask = grants = 0
        key = cycle_key(seed, now)

        if large:
            for i in range(done_first, done_first + ended):
                channel = done[i & queue]
                touched += record[channel << shift] + channels[channel * CHANNEL]
            for i in range(ready_first, ready_first + came):
                channel = ready[i & queue]
                touched += record[channel << shift] + channels[channel * CHANNEL]
            for i in range(done_first, done_first + ended):
                channel = done[i & queue]
                touched += nodes[channels[channel * CHANNEL + TAIL] * NODE]
                buffer = record[(channel << shift) + FROM]
                if buffer >= 0:
                    touched += record[buffer << shift] + channels[buffer * CHANNEL]

        # What ends in this cycle: channels that were carrying a packet,
        if ended:
            going[MOVED] = now
        for i in range(done_first, done_first + ended):
            channel = done[i & queue]
            at = channel << shift
            record[at + COUNT] &= ~BUSY
            free = record[at + FREE]
            if free > 0:
                list_output(
                    channel,
                    free,
                    hosts,
                    channels,
                    room,
                    next_out,
                    nodes,
                    blocked,
                    switches,
                    senders,
                    going,
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
                            next_out,
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
                        next_waiting[buffer] = later[when & mask]
                        later[when & mask] = buffer
        done_first += ended
        # room that is given back while a packet leaves,
        for i in range(credit_first, credit_first + given):
            channel = credit[i & queue]
            at = channel << shift
            free = record[at + FREE] + 1
            record[at + FREE] = free
            if not record[at + COUNT] & BUSY:
                list_output(
                    channel,
                    free,
                    hosts,
                    channels,
                    room,
                    next_out,
                    nodes,
                    blocked,
                    switches,
                    senders,
                    going,
                )
        credit_first += given
        # routing_table,
        for i in range(ready_first, ready_first + came):
            asking[ask] = ready[i & queue]
            ask += 1
        ready_first += came
        buffer = later[bucket]
        later[bucket] = -1
        while buffer >= 0:
            asking[ask] = buffer
            ask += 1
            buffer = next_waiting[buffer]
        # pauses of hosts.
        host = source[bucket]
        source[bucket] = -1
        while host >= 0:
            senders[going[SENDERS]] = host
            going[SENDERS] += 1
            host = next_source[host]

        # What is requested.
        if large and by_formula:
            for i in range(ask):
                touched += lines[record[(asking[i] << shift) + AFTER] * 8]
        for i in range(ask):
            buffer = asking[i]
            node = channels[buffer * CHANNEL + HEAD]
            at = buffer << shift
            to = record[at + FIRST_SLOT + TO]
            wanted = set_of(
                by_formula,
                lines,
                row,
                kind,
                table,
                last_start,
                last_node,
                last_set,
                record[at + AFTER],
                node,
                to,
            )
            record[at + FIRST_SLOT + WANTED] = wanted
            if large:
                touched += nodes[node * NODE] + group[wanted * SET]
        if large:
            for i in range(ask):
                wanted = record[(asking[i] << shift) + FIRST_SLOT + WANTED]
                touched += room[set_channel[group[wanted * SET + START]]]
        for i in range(ask):
            buffer = asking[i]
            at = buffer << shift
            if early:
                wanted = record[at + FIRST_SLOT + WANTED] * SET
                if group[wanted + END] - group[wanted + START] > 1:
                    least = LAST_RANK
                    for j in range(group[wanted + START], group[wanted + END]):
                        channel = set_channel[j]
                        value = rank_of(min(record[(channel << shift) + FREE], MUCH), key, channel)
                        if value < least:
                            least = value
                            record[at + FIRST_SLOT + WANTED] = single[channel]
            node = channels[buffer * CHANNEL + HEAD]
            there = node * NODE
            if nodes[there + ASKED] < 0 and nodes[there + LISTED] < 0:
                switches[going[SWITCHES]] = node
                going[SWITCHES] += 1
            next_waiting[buffer] = nodes[there + ASKED]
            nodes[there + ASKED] = buffer

        # What is granted, switch by switch.
        for i in range(going[SWITCHES]):
            there = switches[i] * NODE
            many = 0
            direct = -1
            channel = nodes[there + LISTED]
            nodes[there + LISTED] = -1
            buffer = nodes[there + ASKED]
            nodes[there + ASKED] = -1
            waits = nodes[there + WAITING_THERE]
            alone = buffer >= 0 and next_waiting[buffer] < 0 and (channel < 0 or waits == 0)
            if alone or (buffer < 0 and waits == 0):  # nobody else wants what came free
                while channel >= 0:
                    room[channel] = -room[channel]
                    channel = next_out[channel]
                if buffer < 0:
                    continue
            while channel >= 0:
                order[many] = channel
                many += 1
                channel = next_out[channel]
            while buffer >= 0:
                wanted = record[(buffer << shift) + FIRST_SLOT + WANTED] * SET
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
                following = next_waiting[buffer]
                next_waiting[buffer] = group[wanted + WAITER]
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
                winner = direct
                if direct < 0:
                    # The one that asks for it, or of several the next one after the input granted last.
                    out = channel << shift
                    best_turn = -1
                    before = winning = -1
                    one, k = int(record[out + OF]), 0
                    if one < 0:
                        k = -1 - one
                        one = int(of_set[k])
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
                            buffer = next_waiting[buffer]
                        if record[out + OF] >= 0:
                            break
                        k += 1
                        one = int(of_set[k])
                    if winner < 0:
                        continue
                    if before < 0:
                        group[winning * SET + WAITER] = next_waiting[winner]
                    else:
                        next_waiting[before] = next_waiting[winner]
                    numbers[WAITS] += now
                    going[WAITING] -= 1
                    nodes[there + WAITING_THERE] -= 1
                direct = -1
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
                left = record[at + COUNT] - 1
                record[at + COUNT] = left | LEAVING
                for k in range(packet, packet + (left & PACKETS) * SLOT):
                    record[k] = record[k + SLOT]
                if by_flits:
                    credit[credit_last & queue] = winner
                    credit_last += 1
                    ends[2 * wheel + ((now + 1) & mask)] += 1

        # What hosts send.
        sending = going[SENDERS]
        if large:
            for i in range(sending):
                host = senders[i]
                touched += going_to[host] + made_by[host] + itself[host]
                touched += np.int64(stream[host] & ONE)
                if by_formula:
                    touched += lines[host * 8]
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
                grant = grants * GRANT
                granted[grant + CHANNEL_OF], granted[grant + BUFFER_OF] = channel, -1
                granted[grant + TO_OF], granted[grant + SOURCE_OF] = to, host
                granted[grant + MADE_OF], granted[grant + SENT_OF] = made, now
                grants += 1
                room[channel] = 0
                next_packet(host, mk)

        # Packets that were granted a channel go on.
        if large:
            for i in range(grants):
                channel = granted[i * GRANT + CHANNEL_OF]
                touched += record[channel << shift] + carried[channel]
        numbers[HOPS] += grants
        ends[(now + flits) & mask] += grants
        for i in range(grants):
            grant = i * GRANT
            channel, buffer, to = granted[grant], granted[grant + BUFFER_OF], granted[grant + TO_OF]
            made, sent = granted[grant + MADE_OF], granted[grant + SENT_OF]
            at = channel << shift
            record[at + FROM] = buffer
            over = 0
            if buffer >= 0:
                record[at + LATEST] = channels[buffer * CHANNEL + IN_PORT] + 1
                over = crossbar
            done[done_last & queue] = channel
            done_last += 1
            carried[channel] += 1
            count = record[at + COUNT]
            if record[at + AFTER] < 0:
                record[at + COUNT] = count | BUSY
                arrived = now + over + last_flight + flits - 1
                latency, network = arrived - made, arrived - sent
                numbers[LATENCY] += latency
                numbers[NETWORK] += network
                numbers[LATENCY_MOST] = max(numbers[LATENCY_MOST], latency)
                numbers[NETWORK_MOST] = max(numbers[NETWORK_MOST], network)
                latency_bins[bin_of(latency)] += 1
                network_bins[bin_of(network)] += 1
                received[to] += 1
                delivered_of[granted[grant + SOURCE_OF]] += 1
                going[IN_NETWORK] -= 1
            else:
                record[at + FREE] -= 1
                record[at + COUNT] = (count + 1) | BUSY
                ready_at = now + over + flight
                if not head_only:
                    ready_at += routing
                packet = at + FIRST_SLOT + (count & PACKETS) * SLOT
                record[packet + TO] = to
                record[packet + SOURCE] = granted[grant + SOURCE_OF]
                record[packet + MADE] = made
                record[packet + SENT] = sent
                record[packet + READY] = ready_at
                if count == 0:  # the only packet, and none is leaving
                    if head_only:
                        ready_at += routing
                    if buffer >= 0:
                        ready[ready_last & queue] = channel
                        ready_last += 1
                        ends[wheel + ((now + forwarded) & mask)] += 1
                    else:  # without a crossbar it is there sooner than what was granted before
                        next_waiting[channel] = later[ready_at & mask]
                        later[ready_at & mask] = channel
        now += 1
    going[NOW] = now
    going[DONE_FIRST], going[DONE_LAST] = done_first, done_last
    going[READY_FIRST], going[READY_LAST] = ready_first, ready_last
    going[CREDIT_FIRST], going[CREDIT_LAST] = credit_first, credit_last
    going[TOUCHED] = touched & 1
    numbers[WAITS] += going[WAITING] * now
