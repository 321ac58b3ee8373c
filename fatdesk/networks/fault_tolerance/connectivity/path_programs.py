"""Programs of bit operations that decide which pairs of hosts stay connected when elements fail."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Bools, Ints, Longs
from fatdesk.core.compiled import compiled
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.fault_tolerance.units import FaultUnits
from fatdesk.networks.routing.algorithm import RoutingTable


@compiled
def trace(  # noqa: PLR0912, PLR0915  (one walk over arrays that calls would have to hand on)
    destination: int,
    own: Ints,
    start: Ints,
    channel: Ints,
    after: Ints,
    head: Ints,
    hosts: int,
    twin: Ints,
    twins: Ints,
    sure: Bools,
) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints, bool]:
    """Steps of the paths to a destination.

    A step says: whoever is in this state reaches the destination if this group of channels has one that is
    left and the next state reaches it. State 0 is the destination. The last states are those of sources;
    sources with the same steps are one state.

    Parameters
    ----------
    own
        The channels that the destination takes at first to another host that is joined as it is.
    start, channel
        The paths.
    twin, twins
        The number of the group of all channels with one tail, head and state after them; how many they are.
    sure
        Groups that are never out as a whole, then channels that are never out.

    Returns
    -------
    step_start, group, onward
        Steps of state i, from 1: ``step_start[i - 1]`` to ``step_start[i]``. Group 0 is never out, 1 + t is
        group t, 1 + len(twins) + c channel c alone.
    order
        The routing algorithm's state of each state, from 1; states of sources follow.
    weight
        How many hosts are in each state of sources.
    source
        The state of each host; 0 of the destination if it takes nothing at first.
    round_about
        Whether paths lead back to states: then steps are to be followed again until nothing changes.
    """
    states = len(start) - 1
    place = np.zeros(states, np.int32)
    at = start[:states].copy()
    order = np.empty(states, np.int32)
    stack = np.empty(states, np.int32)
    count = 0
    round_about = False
    for host in range(hosts):
        begin, end = start[host], start[host + 1]
        if host == destination:
            begin, end = 0, len(own)
        for i in range(begin, end):
            taken = own[i] if host == destination else channel[i]
            root = after[taken]
            if root < 0 or place[root] != 0:
                continue
            stack[0] = root
            place[root] = -1
            depth = 1
            while depth > 0:
                state = stack[depth - 1]
                if at[state] == start[state + 1]:
                    depth -= 1
                    order[count] = state
                    count += 1
                    place[state] = count
                    continue
                then = after[channel[at[state]]]
                at[state] += 1
                if then >= 0 and place[then] == 0:
                    place[then] = -1
                    stack[depth] = then
                    depth += 1
                elif then >= 0 and place[then] < 0:
                    round_about = True
    if round_about:
        _by_distance(destination, start, channel, after, head, order[:count], place)

    most = len(own) + start[hosts]
    for i in range(count):
        most += start[order[i] + 1] - start[order[i]]
    step_start = np.zeros(count + hosts + 1, np.int32)
    group = np.empty(most, np.int32)
    onward = np.empty(most, np.int32)
    seen = np.zeros(len(twins), np.int32)
    steps = 0
    for i in range(count):
        state = order[i]
        steps = _add(
            destination, channel, start[state], start[state + 1],
            after, head, place, twin, twins, sure, seen, group, onward, steps,
        )  # fmt: skip
        step_start[i + 1] = steps

    size = 4
    while size < 2 * hosts:
        size *= 2
    known = np.zeros(size, np.int32)
    weight = np.zeros(hosts, np.int32)
    source = np.zeros(hosts, np.int32)
    sources = 0
    for host in range(hosts):
        if host == destination:
            end = _add(
                destination, own, 0, len(own),
                after, head, place, twin, twins, sure, seen, group, onward, steps,
            )  # fmt: skip
            if end == steps:
                continue
        else:
            end = _add(
                destination, channel, start[host], start[host + 1],
                after, head, place, twin, twins, sure, seen, group, onward, steps,
            )  # fmt: skip
        key = 1
        for i in range(steps, end):
            key = (key ^ group[i] ^ (key >> 29)) * 0x2545F4914F6CDD1D
            key = (key ^ onward[i] ^ (key >> 29)) * 0x2545F4914F6CDD1D
        slot = (key ^ (key >> 32)) & (size - 1)
        while known[slot] != 0:
            other = known[slot] - 1
            low = step_start[other]
            same = step_start[other + 1] - low == end - steps
            for i in range(end - steps):
                if same and (group[low + i] != group[steps + i] or onward[low + i] != onward[steps + i]):
                    same = False
            if same:
                break
            slot = (slot + 1) % size
        if known[slot] == 0:
            steps = end
            sources += 1
            step_start[count + sources] = steps
            known[slot] = count + sources
        source[host] = known[slot]
        weight[known[slot] - 1 - count] += 1
    return (
        step_start[: count + sources + 1].copy(),
        group[:steps].copy(),
        onward[:steps].copy(),
        order[:count].copy(),
        weight[:sources].copy(),
        source,
        round_about,
    )


@compiled
def _by_distance(
    destination: int, start: Ints, channel: Ints, after: Ints, head: Ints, order: Ints, place: Ints
) -> None:
    """Put states in the order of their distance from the destination, so that few rounds are enough."""
    far = np.int32(len(order) + 1)
    distance = np.full(len(order) + 1, far, np.int32)
    changed = True
    while changed:
        changed = False
        for i in range(len(order)):
            state = order[i]
            for at in range(start[state], start[state + 1]):
                taken = channel[at]
                step = far
                if head[taken] == destination:
                    step = np.int32(1)
                elif after[taken] >= 0:
                    step = np.int32(distance[place[after[taken]]] + 1)
                if step < distance[i + 1]:
                    distance[i + 1] = step
                    changed = True
    before = np.zeros(far + 2, np.int32)
    for i in range(1, far):
        before[distance[i] + 1] += 1
    for i in range(1, far + 2):
        before[i] += before[i - 1]
    old = order.copy()
    for i in range(len(old)):
        rank = before[distance[i + 1]]
        before[distance[i + 1]] += 1
        order[rank] = old[i]
        place[old[i]] = rank + 1


@compiled
def _add(
    destination: int,
    channel: Ints,
    begin: int,
    end: int,
    after: Ints,
    head: Ints,
    place: Ints,
    twin: Ints,
    twins: Ints,
    sure: Bools,
    seen: Ints,
    group: Ints,
    onward: Ints,
    steps: int,
) -> int:
    """Write down the steps over some channels of one state, in the order of where they lead."""
    first = steps
    groups = len(twins)
    for at in range(begin, end):
        seen[twin[channel[at]]] += 1
    for at in range(begin, end):
        taken = channel[at]
        pair = twin[taken]
        if seen[pair] == 0:
            continue
        then = 0
        if head[taken] != destination:
            if after[taken] < 0:
                continue
            then = place[after[taken]]
        whole = seen[pair] == twins[pair]
        number = pair if whole else groups + taken
        if whole:
            seen[pair] = 0
        number = 0 if sure[number] else number + 1
        i = steps
        while i > first and (onward[i - 1], group[i - 1]) > (then, number):
            onward[i], group[i] = onward[i - 1], group[i - 1]
            i -= 1
        onward[i], group[i] = then, number
        steps += 1
    for at in range(begin, end):
        seen[twin[channel[at]]] = 0
    return steps


SURE = 0
"""The group of channels that is never out."""
WAYS = "paths to hosts"
MOST_BYTES = 1 << 31
"""Longer programs are given up before memory runs out."""


class Program(NamedTuple):
    """Steps for classes of destinations, as arrays for compiled loops; all int32.

    Attributes
    ----------
    unit_start, unit
        Elements that remove a channel, over all channels of all groups.
    member_start
        Channels of group g from 1: entries ``member_start[g - 1]`` to ``member_start[g]`` of ``unit_start``.
    first_state, step_start
        States of class c are ``first_state[c]`` to ``first_state[c + 1]``, counted from 1 within the class;
        its state 0 is the destination. Steps of state s: ``step_start[s]`` to ``step_start[s + 1]``.
    group, onward
        Of steps, as from ``tracing.trace``; beyond the groups: last channels, which differ between the hosts
        of a class, by number.
    first_source
        The first state of sources of a class.
    weight
        Hosts in a state of sources, over all states.
    state
        The routing algorithm's state of a state; -1 of those of sources.
    again
        Of a class: whether its steps are to be followed again until nothing changes.
    own_start, own
        The states of the hosts of class c as sources: ``own[own_start[c] : own_start[c + 1]]``, 0 if none.
    lasts
        How many groups of last channels each host of a class has, if these can fail and differ.
    last_start, last
        The groups of last channels of the hosts of class c, host by host, from ``last[last_start[c]]`` on.
    """

    unit_start: Ints
    unit: Ints
    member_start: Ints
    first_state: Ints
    step_start: Ints
    group: Ints
    onward: Ints
    first_source: Ints
    weight: Ints
    state: Ints
    again: Ints
    own_start: Ints
    own: Ints
    lasts: Ints
    last_start: Ints
    last: Ints

    @property
    def groups(self) -> int:
        """Groups of channels, with that which is never out."""
        return len(self.member_start)

    @property
    def classes(self) -> int:
        """Classes of destinations."""
        return len(self.again)

    @property
    def sources(self) -> Ints:
        """Number of source states of each class."""
        return np.diff(self.first_state) - self.first_source + 1

    def costs(self) -> Longs:
        """About how many words are looked at to judge a word of combinations, of each class."""
        steps = np.diff(self.step_start[self.first_state]).astype(np.int64)
        rounds = np.where(self.again > 0, 3, 1) * np.maximum(self.lasts, 1)
        found: Longs = steps * rounds + np.diff(self.last_start) * self.sources
        return found


def program_of(over: RoutingTable, units: FaultUnits, progress: Progress = SILENT) -> Program:
    """Return the program of a routing algorithm's possible paths, which :func:`.possible.possible` gives.

    Hosts are one class of destinations where their paths differ in the last channel only.

    Raises
    ------
    FatdeskError
        When it would take too much memory, as for the ends of some 60,000 hosts.
    """
    made = _Making(over, units, progress)
    classes = made.classes()
    for done, members in enumerate(classes):
        progress.step(done, len(classes), WAYS)
        made.add(members)
    return made.program()


class _Making:
    """A program under construction."""

    def __init__(self, over: RoutingTable, units: FaultUnits, progress: Progress) -> None:
        network = over.network
        self.progress = progress
        self.over, self.network = over, network
        count = len(network.channels)
        tail, self.head = (np.ascontiguousarray(side) for side in network.channels.T)
        keys = (tail.astype(np.int64) * network.node_count + self.head) * (over.states + 1) + over.after + 1
        _, twin = np.unique(keys, return_inverse=True)
        self.twin = twin.reshape(-1).astype(np.int32)
        self.twins = np.bincount(self.twin).astype(np.int32)
        owner = np.repeat(np.arange(units.count, dtype=np.int32), np.diff(units.start))
        by = np.argsort(units.channel, kind="stable")
        self.unit = owner[by]
        self.unit_start = np.searchsorted(units.channel[by], np.arange(count + 1))
        fails = np.diff(self.unit_start) > 0
        whole = np.bincount(self.twin, fails) == self.twins
        self.sure: Bools = ~np.concatenate([whole, fails])
        self.ends_fail = bool(fails[self.head < network.hosts].any())
        self.set_channel = np.argsort(self.twin, kind="stable").astype(np.int32)
        self.set_start = _starts(self.twins)
        self.bytes = 0
        self.columns: tuple[list[int], ...] = ([], [], [], [], [])
        self.parts: dict[str, list[Ints]] = {
            name: [] for name in ("step_count", "group", "onward", "weight", "state", "own", "last")
        }

    def classes(self) -> list[Ints]:
        """Hosts by what leads into them, if their paths differ in the last channel only; else each alone."""
        hosts = self.network.hosts
        if not self.over.by_switch:
            return [np.array([host], np.int32) for host in range(hosts)]
        start, incoming = self.network.incoming
        tail = self.network.channels[:, 0]
        known: dict[bytes, list[int]] = {}
        for host in range(hosts):
            key = np.sort(tail[incoming[start[host] : start[host + 1]]]).tobytes()
            known.setdefault(key, []).append(host)
        return [np.array(members, np.int32) for members in known.values()]

    def add(self, members: Ints) -> None:
        """The steps of a class."""
        first = int(members[0])
        leaving = self.over.next_channels(first)
        own = (
            self.over.next_channels(int(members[1])).onward(first)
            if len(members) > 1
            else leaving.channel[:0]
        )
        step_start, group, onward, order, weight, source, again = trace(
            first, own, leaving.start, leaving.channel, self.over.after, self.head, self.network.hosts,
            self.twin, self.twins, self.sure,
        )  # fmt: skip
        last = np.zeros(0, np.int32)
        if self.ends_fail and len(members) > 1:
            ended = onward == 0
            last = np.unique(group[ended])
            if (last == SURE).any() or (last > len(self.twins)).any():  # they are not replaced as easily
                for host in members:
                    self.add(np.array([host], np.int32))
                return
            group[ended] = -1 - np.searchsorted(last, group[ended]).astype(np.int32)
        for name, part in (
            ("step_count", np.diff(step_start)),
            ("group", group),
            ("onward", onward),
            ("weight", np.concatenate([np.zeros_like(order), weight])),
            ("state", np.concatenate([order, np.full_like(weight, -1)])),
            ("own", source[members]),
            *(("last", self._lasts(host, last)) for host in members.tolist() if len(last)),
        ):
            self.parts[name].append(part)
        self.bytes += sum(part.nbytes for part in (step_start, group, onward, weight, weight))
        if self.bytes > MOST_BYTES:
            raise FatdeskError(
                f"faults: {self.network.hosts:,} hosts have too many different paths for this: use a smaller "
                f"network, or links between switches alone"
            )
        for column, number in zip(
            self.columns, (len(step_start) - 1, len(order) + 1, again, len(members), len(last)), strict=True
        ):
            column.append(number)

    def _lasts(self, host: int, last: Ints) -> Ints:
        """The groups that lead to a host from where those do that lead to another host of its class."""
        start, incoming = self.network.incoming
        into = incoming[start[host] : start[host + 1]]
        tail = self.network.channels[:, 0]
        of_tail = dict(zip(tail[into].tolist(), self.twin[into].tolist(), strict=True))
        wanted = tail[self.set_channel[self.set_start[last - 1]]]
        return np.array([of_tail[node] + 1 for node in wanted.tolist()], np.int32)

    def program(self) -> Program:
        """Return the finished program, with the used groups renumbered."""
        known = np.zeros(1 + len(self.sure), np.bool_)
        for group in (*self.parts["group"], *self.parts["last"]):  # one by one: all at once are many
            known[group[group > SURE]] = True
        used = np.flatnonzero(known).astype(np.int32)
        anew = np.cumsum(known, dtype=np.int32)
        for at, group in enumerate(self.parts["group"]):
            self.parts["group"][at] = np.where(group < 0, np.int32(len(used)) - group, anew[group])
        channels, member_start = self._members(used)
        many = np.diff(self.unit_start)[channels]
        unit_start = _starts(many)
        within = np.arange(unit_start[-1]) - np.repeat(unit_start[:-1], many)
        unit = self.unit[np.repeat(self.unit_start[channels], many) + within]
        states, first_source, round_about, hosts, lasts = (
            np.array(column, np.int32) for column in self.columns
        )
        return Program(
            unit_start=unit_start,
            unit=unit,
            member_start=member_start,
            first_state=_starts(states),
            step_start=_starts(self._joined("step_count")),
            group=self._joined("group"),
            onward=self._joined("onward"),
            first_source=first_source,
            weight=self._joined("weight"),
            state=self._joined("state"),
            again=round_about,
            own_start=_starts(hosts),
            own=self._joined("own"),
            lasts=lasts,
            last_start=_starts(hosts * lasts),
            last=anew[self._joined("last")],
        )

    def _members(self, used: Ints) -> tuple[Ints, Ints]:
        """The channels of groups, one after the other, and where each group begins."""
        sets = len(self.twins)
        whole = used <= sets
        number = np.where(whole, used - 1, 0)
        many = np.where(whole, self.twins[number], 1)
        start = _starts(many)
        within = np.arange(start[-1]) - np.repeat(start[:-1], many)
        of_set = self.set_channel[
            np.minimum(np.repeat(self.set_start[number], many) + within, len(self.set_channel) - 1)
        ]
        single = np.repeat(used - 1 - sets, many)
        return np.where(np.repeat(whole, many), of_set, single).astype(np.int32), start

    def _joined(self, name: str) -> Ints:
        self.progress.step(1, 1, WAYS)  # there may be tens of millions
        return np.concatenate([*self.parts[name], np.zeros(0, np.int32)])


def _starts(counts: NDArray[np.integer]) -> Ints:
    found = np.zeros(len(counts) + 1, np.int32)
    np.cumsum(counts, out=found[1:])
    return found
