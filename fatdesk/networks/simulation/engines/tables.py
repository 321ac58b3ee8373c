"""Tables of the engines: the wiring of a network, and the channels that a packet may take next.

The channels that packets may take next are *sets*, numbered; packets that wait for the same set wait in one
list. A set is found by the routing algorithm's formula where it has one, else in a table over states and
classes of destinations: hosts on the same switches are one class if the paths to them differ in the last
channel only.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Bools, Ints
from fatdesk.core.compiled import compiled
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import Formula, NextChannels, RoutingTable, lists_of
from fatdesk.networks.simulation.study import EARLY, LATE, TWO, Switching


def usable_without(network: Network, links: Ints) -> Bools:
    """(c,): the channels that are left without these links; of a two-way link both directions are out."""
    left = np.ones(network.link_count, bool)
    left[links] = False
    return left if network.one_way else np.repeat(left, 2)


NO_CHANNEL, DELIVER = -1, -2
MOST_BYTES = 1 << 29
"""Larger tables are refused before memory is allocated."""


@compiled
def fill(
    number: int,
    classes: int,
    destination: int,
    shared: bool,
    hosts: int,
    way_start: Ints,
    way: Ints,
    head: Ints,
    table: Ints,
    known: Ints,
    following: Ints,
    start: Ints,
    channel: Ints,
    sets: int,
) -> int:
    """Write the sets of all states for one class of destinations; how many sets there are then.

    States from which the destination is the next node get DELIVER where the class is ``shared``. Below 0, as
    -1 - sets: the arrays of sets are too short; what was written is right, and it can be called again.
    """
    states = len(way_start) - 1
    for state in range(states):
        begin, end = way_start[state], way_start[state + 1]
        if begin == end:
            continue
        if shared and state >= hosts and head[way[begin]] == destination:
            table[state * classes + number] = DELIVER
            continue
        found = known[state]
        while found >= 0:
            size = start[found + 1] - start[found]
            same = size == end - begin
            at = 0
            while same and at < size:
                same = channel[start[found] + at] == way[begin + at]
                at += 1
            if same:
                break
            found = following[found]
        if found < 0:
            if sets + 2 > len(following) or start[sets] + end - begin > len(channel):
                return -1 - sets
            found = sets
            for at in range(begin, end):
                channel[start[found] + at - begin] = way[at]
            start[found + 1] = start[found] + end - begin
            following[found] = known[state]
            known[state] = found
            sets += 1
        table[state * classes + number] = found
    return sets


class Lookup(NamedTuple):
    """Lookup of the set for a state and a destination; arrays that are not used are empty.

    Attributes
    ----------
    lines : (8 states,) int32
        The formula's numbers, its lists being sets.
    row, kind : (states,), (hosts,) int32
        Of the table: the row of a state, and the class of a destination.
    table : int32
        The set at ``row[state] + kind[destination]``; NO_CHANNEL; DELIVER: see below.
    last_start, last_node, last_set : int32
        At switch ``last_node[i]`` the set ``last_set[i]`` leads to destination d, i from ``last_start[d]`` to
        ``last_start[d + 1]``.
    itself : (hosts,) int32
        The channels out of a host from which there is a path back, for what it sends to itself; maybe none.
    """

    lines: Ints
    row: Ints
    kind: Ints
    table: Ints
    last_start: Ints
    last_node: Ints
    last_set: Ints
    itself: Ints


LATE_BOUND, BEST, DRAWN, BETTER = range(4)
"""Choice of one of several outputs: when one can be used; or when routing ends, the one with most room, one
drawn at random, or the one with more room of two drawn."""
_BOUND = {LATE: LATE_BOUND, EARLY: BEST, TWO: BETTER}


class Wiring(NamedTuple):
    """Channels and the sets that they are in.

    Attributes
    ----------
    tail, head : (c,) int32
        Nodes; a head below ``hosts`` is a host.
    after : (c,) int32
        The state of a packet that came by it.
    out_port, in_port : (c,) int32
        Its place among the channels out of its tail, and into its head.
    outs, ins : (n,) int32
        How many channels lead out of a node, and into it.
    set_start, set_channel : int32
        The channels of each set.
    of_start, of_set : int32
        The sets that each channel is in, but for those that nothing but ``single`` names.
    single : (c,) int32
        The set of that channel alone.
    """

    tail: Ints
    head: Ints
    after: Ints
    out_port: Ints
    in_port: Ints
    outs: Ints
    ins: Ints
    set_start: Ints
    set_channel: Ints
    of_start: Ints
    of_set: Ints
    single: Ints


@dataclass(frozen=True, eq=False, slots=True)
class Tables:
    """A network under a routing algorithm, made ready for the engines; never changed."""

    network: Network
    wiring: Wiring
    lookup: Lookup
    oblivious: bool = False


def binding_of(tables: Tables, switching: Switching) -> int:
    """Return the number of the choice of one of several outputs."""
    return DRAWN if tables.oblivious else _BOUND[switching.binding]


def tables_of(routing_table: RoutingTable, progress: Progress = SILENT, *, some_lost: bool = False) -> Tables:
    """Make a network under a routing algorithm ready.

    Parameters
    ----------
    some_lost
        Whether hosts may have no path to others; then no packet may be sent from them to those.

    Raises
    ------
    FatdeskError
        When some hosts have no path to others, or the table would be too large.
    Cancelled
        When ``progress`` was asked to stop.
    """
    formula = routing_table.formula()
    if formula is not None:
        return _by_formula(routing_table, formula)
    return _by_table(routing_table, progress, some_lost)


def _by_formula(routing_table: RoutingTable, formula: Formula) -> Tables:
    network = routing_table.network
    lists = len(formula.start) - 1
    leads_back = np.ones(len(network.channels), np.bool_)
    start, channel, itself = _with_own(network, formula.start, formula.channel, leads_back)
    nothing = np.zeros(0, np.int32)
    lookup = Lookup(
        np.ascontiguousarray(formula.lines.reshape(-1)),
        nothing,
        nothing,
        nothing,
        nothing,
        nothing,
        nothing,
        itself + lists,
    )
    return Tables(network, _wiring(routing_table, start, channel), lookup, routing_table.oblivious)


def _with_own(network: Network, start: Ints, channel: Ints, leads_back: Bools) -> tuple[Ints, Ints, Ints]:
    """Sets with one more a host: its channels from which there is a path back; and their numbers from 0."""
    out_start, outgoing = network.outgoing
    own = outgoing[: out_start[network.hosts]]
    own = own[leads_back[own]]
    many = np.bincount(network.channels[own, 0], minlength=network.hosts)
    whole = np.concatenate([start, start[-1] + np.cumsum(many)]).astype(np.int32)
    return whole, np.concatenate([channel, own]).astype(np.int32), np.arange(network.hosts, dtype=np.int32)


def _wiring(routing_table: RoutingTable, start: Ints, channel: Ints) -> Wiring:
    network = routing_table.network
    tail, head = (np.ascontiguousarray(part, np.int32) for part in network.channels.T)
    count = len(tail)
    sizes = np.diff(start)
    single = np.full(count, -1, np.int64)
    alone = np.flatnonzero(sizes == 1)
    single[channel[start[alone]]] = alone
    without = np.flatnonzero(single < 0)
    single[without] = len(sizes) + np.arange(len(without))
    members = np.repeat(np.arange(len(sizes)), sizes)
    of_start, order = lists_of(channel.astype(np.int64), members.astype(np.int32), count)
    return Wiring(
        tail=tail,
        head=head,
        after=np.ascontiguousarray(routing_table.after, np.int32),
        out_port=_places(*network.outgoing),
        in_port=_places(*network.incoming),
        outs=np.diff(network.outgoing[0]).astype(np.int32),
        ins=np.diff(network.incoming[0]).astype(np.int32),
        set_start=np.concatenate([start, start[-1] + 1 + np.arange(len(without))]).astype(np.int32),
        set_channel=np.concatenate([channel, without]).astype(np.int32),
        of_start=of_start,
        of_set=order,
        single=single.astype(np.int32),
    )


def with_singles(wiring: Wiring) -> Wiring:
    """The same where each channel is also in the set of it alone, for packets that keep to their choice."""
    count = len(wiring.tail)
    channel = np.repeat(np.arange(count), np.diff(wiring.of_start))
    missing = np.flatnonzero(wiring.single >= wiring.of_set.max(initial=-1) + 1)
    start, sets = lists_of(
        np.concatenate([channel, missing]), np.concatenate([wiring.of_set, wiring.single[missing]]), count
    )
    return wiring._replace(of_start=start, of_set=sets)


def _places(start: Ints, channel: Ints) -> Ints:
    place = np.empty(len(channel), np.int32)
    place[channel] = np.arange(len(channel)) - np.repeat(start[:-1], np.diff(start))
    return place


def _by_table(routing_table: RoutingTable, progress: Progress, some_lost: bool) -> Tables:

    network = routing_table.network
    hosts = network.hosts
    kind, first = _classes(routing_table)
    classes = len(first)
    if routing_table.states * classes * 4 > MOST_BYTES:
        raise FatdeskError(
            f"{network.family or 'the network'}: routing over {routing_table.states:,} nodes and {classes:,} "
            f"groups of hosts needs more than {MOST_BYTES >> 20} MB: use a smaller network, or a regular "
            "tree with fta or destro"
        )
    tail, head = (np.ascontiguousarray(part) for part in network.channels.T)
    many = np.bincount(kind, minlength=classes)
    table = np.full(routing_table.states * classes, NO_CHANNEL, np.int32)
    known = np.full(routing_table.states, -1, np.int32)  # the sets of a state, linked by ``following``
    following, start, channel = np.zeros(64, np.int32), np.zeros(65, np.int32), np.zeros(64, np.int32)
    sets = 0
    used = np.zeros(len(tail), np.bool_)

    def by_class() -> Iterator[tuple[int, NextChannels]]:
        """Paths by class; its first host has none to itself, and those to the others come after."""
        for number, destination in enumerate(first.tolist()):
            if number % 16 == 0:
                progress.step(number, classes, "paths to hosts")
            next_channels = routing_table.next_channels(destination)
            if not some_lost:
                _check_reach(network, next_channels.start, destination)
            used[next_channels.channel[head[next_channels.channel] == destination]] = True
            yield number, next_channels
            if many[number] > 1:
                second = int(np.flatnonzero(kind == number)[1])
                yield number, _of_state(routing_table.next_channels(second), destination)

    for number, next_channels in by_class():
        while True:
            found = fill(
                number,
                classes,
                next_channels.destination,
                many[number] > 1,
                hosts,
                next_channels.start,
                next_channels.channel,
                head,
                table,
                known,
                following,
                start,
                channel,
                sets,
            )
            sets = found if found >= 0 else -1 - found
            if found >= 0:
                break
            following, start = np.resize(following, 2 * len(following)), np.resize(start, 2 * len(start))
            channel = np.resize(channel, 2 * len(channel) + len(next_channels.channel))
    progress.step(classes, classes, "paths to hosts")
    for destination in np.flatnonzero(many[kind] > 1).tolist():
        used[head == destination] = True
    last = np.flatnonzero((head < hosts) & used)
    last = last[np.lexsort((last, tail[last], head[last]))]
    pair = head[last].astype(np.int64) * network.node_count + tail[last]
    at = np.flatnonzero(np.diff(pair, prepend=-1))
    whole_start = np.concatenate([start[: sets + 1], start[sets] + np.append(at[1:], len(last))]).astype(
        np.int32
    )
    whole_channel = np.concatenate([channel[: start[sets]], last]).astype(np.int32)
    last_set = sets + np.arange(len(at), dtype=np.int32)
    last_start = np.searchsorted(head[last][at], np.arange(hosts + 1)).astype(np.int32)
    total = len(whole_start) - 1
    leads_back = np.zeros(len(tail), np.bool_)
    out = np.flatnonzero((tail < hosts) & (routing_table.after >= 0))
    leads_back[out] = (
        table[routing_table.after[out].astype(np.int64) * classes + kind[tail[out]]] != NO_CHANNEL
    )
    own_start, own_channel, itself = _with_own(network, whole_start, whole_channel, leads_back)
    lookup = Lookup(
        np.zeros(0, np.int32),
        np.arange(routing_table.states, dtype=np.int32) * np.int32(classes),
        kind,
        table,
        last_start,
        tail[last][at].astype(np.int32),
        last_set,
        itself + total,
    )
    return Tables(network, _wiring(routing_table, own_start, own_channel), lookup, routing_table.oblivious)


def _of_state(next_channels: NextChannels, state: int) -> NextChannels:
    """The paths from one state alone."""
    onward = next_channels.onward(state)
    start = np.zeros_like(next_channels.start)
    start[state + 1 :] = len(onward)
    return NextChannels(next_channels.destination, start, onward)


def _classes(routing_table: RoutingTable) -> tuple[Ints, Ints]:
    """The class of each host, and the first host of each class."""
    network = routing_table.network
    if not routing_table.by_switch:
        every = np.arange(network.hosts, dtype=np.int32)
        return every, every
    start, incoming = network.incoming
    tail = network.channels[:, 0]
    known: dict[bytes, int] = {}
    kind = np.empty(network.hosts, np.int32)
    first: list[int] = []
    for host in range(network.hosts):
        key = np.sort(tail[incoming[start[host] : start[host + 1]]]).tobytes()
        kind[host] = known.setdefault(key, len(known))
        if kind[host] == len(first):
            first.append(host)
    return kind, np.array(first, np.int32)


def _check_reach(network: Network, start: Ints, destination: int) -> None:
    without = np.flatnonzero(np.diff(start[: network.hosts + 1]) == 0)
    lost = without[without != destination]
    if len(lost):
        raise FatdeskError(
            f"no path from host {lost[0]} to host {destination}:"
            " use another routing algorithm, or fewer faults"
        )
