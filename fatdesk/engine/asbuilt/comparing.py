"""Compare a report with the plan: what agrees, and what differs, by name and with the steps of repair."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.asbuilt.difference import Action, Difference, Displaced, Joined, Kind, Place, Step
from fatdesk.engine.asbuilt.discovered import Discovered, Note
from fatdesk.engine.asbuilt.matching.matching import UNMATCHED, How, Matching, match
from fatdesk.engine.asbuilt.matching.planned import NOWHERE, Planned, Role
from fatdesk.engine.asbuilt.matching.plugs import Socket, Wired, parted
from fatdesk.engine.asbuilt.matching.port_names import plain_number
from fatdesk.engine.asbuilt.matching.repair import Group, PlugMove, WrongLeg, in_both, in_order, repairs
from fatdesk.engine.asbuilt.matching.sockets import NONE, Sockets, exchanged_devices, in_place, sockets_of
from fatdesk.engine.listing.subnets import GuidPort

_FAR_AWAY = 100


class ReadAs(NamedTuple):
    """Switches whose ports are named alike.

    Attributes
    ----------
    systems, titles
        Which namings they follow: two where own and announced names differ, none where no name is understood.
    switches
        Their names in the plan.
    """

    systems: tuple[str, ...]
    titles: tuple[str, ...]
    switches: tuple[str, ...]


class Identified(NamedTuple):
    """A node of the report, which device of the plan it is, and by what it was identified."""

    reported: str
    device: str
    how: How
    switch: bool


class NamedGuid(NamedTuple):
    """A GUID of the report, what its node is called in the plan, and by what it was identified."""

    guid: str
    name: str
    how: How


@dataclass(frozen=True)
class AsBuilt:
    """A report against the plan.

    Attributes
    ----------
    matched, planned
        Cables that are as planned, and all that were compared.
    differences
        In the order of a walk past the racks; what has to be done before something else comes before it.
    unknown
        Nodes of the report that are none of the plan: name, or GUID where it has none.
    absent
        Devices of the plan of which nothing was seen.
    by_place
        Hosts that were recognised by their port alone: whether two of them are exchanged cannot be seen.
    read_as
        How the names of ports were read, of most switches first.
    identified
        Which device each node of the report is, in the order of the report; ports of a host as one.
    stage
        The stage of a growth step that the plan is of, in words; empty: of none.
    unreported
        Switches at cables of which neither end sent a report, where each node reports its own links.
    """

    form: str
    matched: int
    planned: int
    differences: tuple[Difference, ...]
    unknown: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    by_place: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    read_as: tuple[ReadAs, ...] = ()
    identified: tuple[Identified, ...] = ()
    stage: str = ""
    named_guids: tuple[NamedGuid, ...] = ()
    """Nodes that report a GUID, adapters with their number at the host (``n01 HCA-2``)."""
    guid_links: tuple[tuple[GuidPort, GuidPort], ...] = ()
    """The links of the plan between nodes that report a GUID."""
    links: int = 0
    """All links of the plan between its own devices."""
    unreported: tuple[str, ...] = ()

    @property
    def checked(self) -> tuple[Difference, ...]:
        """The differences that the report shows; they precede the others."""
        return tuple(one for one in self.differences if one.checked)

    @property
    def unchecked_cables(self) -> int:
        """The number of cables of which neither end sent a report."""
        return sum(len(one.cables) or 1 for one in self.differences if not one.checked)

    @property
    def by_neighbours(self) -> tuple[Identified, ...]:
        """Switches that were identified by their neighbours alone."""
        return tuple(one for one in self.identified if one.switch and one.how == How.NEIGHBOURS)

    @property
    def doubt(self) -> str:
        """A warning where most switches were identified by their neighbours alone; else empty."""
        switches, alone = sum(one.switch for one in self.identified), len(self.by_neighbours)
        if 2 * alone <= switches:
            return ""
        return (
            f"{alone:,} of {switches:,} switches were identified by their neighbours alone: "
            "this may be another cluster"
        )

    @property
    def moves(self) -> int:
        """Plugs that have to be pulled out of one port and put into another, the fewest possible."""
        return sum(difference.moves for difference in self.differences)

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps in order."""
        return tuple(step for difference in self.differences for step in difference.steps)


def compare(
    planned: Planned,
    found: Discovered,
    names: Mapping[str, str] | None = None,
    progress: Progress = SILENT,
) -> AsBuilt:
    """Compare a report with the plan: matched links and differences.

    Parameters
    ----------
    names
        Names by GUID that count instead of those of the report.
    """
    progress.step(0, 3, "recognising nodes")
    matching = match(planned, found, names)
    progress.step(1, 3, "comparing links")
    sockets = sockets_of(planned, found, matching)
    progress.step(2, 3, "naming differences")
    naming = _Naming(planned, found, matching, sockets)
    groups = naming.groups()
    as_planned, _ = in_both(sockets.plan, sockets.report, len(sockets.node))
    changed = {planned.cable[link] for link in sockets.plan_link[~as_planned].tolist()}
    all_cables = {planned.cable[link] for link in sockets.plan_link.tolist()} - {""}
    points = matching.points.points
    unknown = [
        points[number].name or found.nodes[points[number].node].key
        for number, node in enumerate(matching.planned_of)
        if node == UNMATCHED
    ]
    by_place = [
        planned.nodes[node].name
        for node, how in zip(matching.planned_of, matching.how, strict=True)
        if how == How.PLACE and planned.nodes[node].role == Role.ADAPTER
    ]
    return AsBuilt(
        found.form,
        len(all_cables - changed),
        len(all_cables),
        tuple(groups),
        tuple(dict.fromkeys(unknown)),
        _absent(planned, matching, sockets),
        tuple(dict.fromkeys(by_place)),
        found.placed((*found.notes, *sockets.notes, *_rivals(planned, matching))),
        _read_as(planned, matching),
        _identified(planned, found, matching),
        named_guids=_named_guids(planned, found, matching),
        guid_links=tuple(_guid_links(planned, found, matching)),
        links=sum(Role.OUTSIDE not in roles for roles in _roles(planned)),
        unreported=naming.unreported(groups),
    )


def _roles(planned: Planned) -> Iterator[tuple[Role, Role]]:
    """Roles of the nodes at both ends of each link of the plan."""
    for a, b in planned.ends.tolist():
        yield planned.nodes[a].role, planned.nodes[b].role


def _guid_links(
    planned: Planned, found: Discovered, matching: Matching
) -> Iterator[tuple[GuidPort, GuidPort]]:
    """The links of the plan by the GUIDs of the report; a GUID that several nodes have is that of none."""
    if not found.counts_ports:
        return
    count = Counter(node.guid for node in found.nodes)
    at: dict[int, tuple[str, str]] = {}
    for point, node in zip(matching.points.points, matching.planned_of, strict=True):
        guid = found.nodes[point.node].guid
        if node != UNMATCHED and guid and count[guid] == 1:
            at.setdefault(node, (guid, point.port))
    for ends, numbers in zip(planned.ends.tolist(), planned.numbers.tolist(), strict=True):
        made = []
        for node, number in zip(ends, numbers, strict=True):
            guid, port = at.get(node, ("", ""))
            switch = planned.nodes[node].role == Role.SWITCH
            if guid:
                own = plain_number(port) if not switch else None
                made.append(GuidPort(guid, number if own is None else own, switch))
        if len(made) == 2:
            yield made[0], made[1]


def _read_as(planned: Planned, matching: Matching) -> tuple[ReadAs, ...]:
    """Switches by how their names of ports were read."""
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for point, numbering in matching.numbering.items():
        name = planned.nodes[matching.planned_of[point]].name
        groups.setdefault((numbering.keys, numbering.titles), []).append(name)
    found = [ReadAs(keys, titles, tuple(names)) for (keys, titles), names in groups.items()]
    return tuple(sorted(found, key=lambda one: -len(one.switches)))


def _rivals(planned: Planned, matching: Matching) -> list[Note]:
    """Names of ports that several namings explain alike, by what they would be."""
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for point, numbering in matching.numbering.items():
        if numbering.rivals:
            name = planned.nodes[matching.planned_of[point]].name
            groups.setdefault((numbering.titles, numbering.rivals), []).append(name)
    return [
        Note(
            0,
            f"names of ports of {', '.join(names[:8])}{' and others' if len(names) > 8 else ''} could be "
            f"{' or '.join((*titles, *rivals))}, under which they are other ports: read as {titles[0]}",
        )
        for (titles, rivals), names in groups.items()
    ]


def _identified(planned: Planned, found: Discovered, matching: Matching) -> tuple[Identified, ...]:
    """The nodes of the report that are known, hosts once."""
    rows = (
        Identified(
            point.name or found.nodes[point.node].key,
            planned.nodes[node].name,
            how,
            planned.nodes[node].role == Role.SWITCH,
        )
        for point, node, how in zip(matching.points.points, matching.planned_of, matching.how, strict=True)
        if node != UNMATCHED and how is not None
    )
    return tuple(dict.fromkeys(rows))


def _named_guids(planned: Planned, found: Discovered, matching: Matching) -> tuple[NamedGuid, ...]:
    """The GUIDs of the nodes that are known; a GUID that several nodes have is that of none."""
    count = Counter(node.guid for node in found.nodes)
    names: dict[str, NamedGuid] = {}
    for point, node, how in zip(matching.points.points, matching.planned_of, matching.how, strict=True):
        guid = found.nodes[point.node].guid
        if node == UNMATCHED or how is None or not guid or count[guid] > 1:
            continue
        place = planned.nodes[node]
        name = f"{place.name} HCA-{place.plug + 1}" if place.role == Role.ADAPTER else place.name
        names.setdefault(guid, NamedGuid(guid, name, how))
    return tuple(names.values())


def _absent(planned: Planned, matching: Matching, sockets: Sockets) -> tuple[str, ...]:
    """Devices that should be joined and of which no node was seen."""
    seen = {planned.nodes[node].device for node in matching.planned_of if node != UNMATCHED}
    wanted = dict.fromkeys(sockets.node[sockets.plan.ravel()].tolist())
    names = {
        planned.nodes[node].device: planned.nodes[node].name
        for node in wanted
        if planned.nodes[node].role != Role.OUTSIDE
    }
    return tuple(name for device, name in names.items() if device not in seen)


def _reporting(planned: Planned, found: Discovered, matching: Matching) -> set[str] | None:
    """Devices that sent a report; None where a report is of the whole fabric."""
    if not found.by_node:
        return None
    points = [
        point
        for link, (a, b) in zip(found.links, matching.points.ends, strict=True)
        for point in ([a, b] if link.twice else [a])
    ]
    nodes = {matching.planned_of[point] for point in points} - {UNMATCHED}
    return {planned.nodes[node].device for node in nodes}


class _Naming:
    """From moves to differences."""

    def __init__(self, planned: Planned, found: Discovered, matching: Matching, sockets: Sockets) -> None:
        self.planned, self.found, self.matching = planned, found, matching
        self._system = {
            matching.planned_of[point]: numbering.keys[0]
            for point, numbering in matching.numbering.items()
            if numbering.keys
        }
        """By switch the naming that the report follows."""
        self._reporting = _reporting(planned, found, matching)
        self.rounds = exchanged_devices(planned, sockets)
        self.before = sockets.report.tolist()
        if self.rounds:
            sockets = in_place(planned, sockets, self.rounds)
        self.node: list[int] = sockets.node.tolist()
        self.number: list[int] = sockets.number.tolist()
        self.point: list[int] = sockets.point.tolist()
        self.reported = sockets.reported
        self.plan_link: list[int] = sockets.plan_link.tolist()
        self.plan: list[list[int]] = sockets.plan.tolist()
        self.report: list[list[int]] = sockets.report.tolist()
        same, same_report = in_both(sockets.plan, sockets.report, len(self.node))
        self.plan_same: list[bool] = same.tolist()
        self.report_same: list[bool] = same_report.tolist()
        self._order = {node.rack_label: node.rack for node in planned.nodes if node.rack != NOWHERE}

    def groups(self) -> list[Difference]:
        """All differences: exchanged devices, then the others in the order of a walk past the racks."""
        wired = self._wired()
        parts = parted(wired)
        devices = [self._devices(path) for path in self.rounds]
        groups: list[list[Difference]] = []
        reported: dict[tuple[object, ...], list[Difference]] = {}
        for some in repairs(wired, self._far, parts):
            group = self._named(some)
            first = reported.setdefault(self._signature(some), group)
            if first is group:
                groups.append(group)
            else:  # the next link of the same cables: only the plan has to know of it
                first[:] = [_also(one, other) for one, other in zip(first, group, strict=True)]
        walks = [(min(map(self._walk, group)), group) for group in groups]
        walks.sort(key=lambda walk: (not any(one.checked for one in walk[1]), walk[0]))
        return [*devices, *(difference for _, group in walks for difference in group)]

    def unreported(self, differences: Sequence[Difference]) -> tuple[str, ...]:
        """Switches at cables that were not checked, in the order of the plan."""
        ends = {place.device for one in differences if not one.checked for place in one.places}
        switches = (node.name for node in self.planned.nodes if node.role == Role.SWITCH)
        return tuple(dict.fromkeys(name for name in switches if name in ends))

    def _is_checked(self, links: Sequence[int]) -> bool:
        """Whether a device at an end of these links sent a report."""
        if self._reporting is None:
            return True
        ends = (self.node[socket] for link in links for socket in self.plan[link])
        return any(self.planned.nodes[node].device in self._reporting for node in ends)

    def _wired(self) -> Wired:
        """The links of cables that are not as planned, as plugs see them."""
        changed = {self._cable(link) for link, same in enumerate(self.plan_same) if not same} - {""}
        open_plan = [
            link for link, same in enumerate(self.plan_same) if not same or self._cable(link) in changed
        ]
        ends = {tuple(sorted(self.plan[link])) for link in open_plan}
        open_report = [
            link
            for link, same in enumerate(self.report_same)
            if not same or tuple(sorted(self.report[link])) in ends
        ]
        places: dict[int, Socket] = {}
        for link_ends in (
            *(self.plan[link] for link in open_plan),
            *(self.report[link] for link in open_report),
        ):
            for number in link_ends:
                node = self.node[number]
                places[number] = (
                    Socket(("?", number))
                    if node == NONE
                    else Socket(*self.planned.place(node, self.number[number]))
                )
        return Wired(
            places,
            {link: (self.plan[link][0], self.plan[link][1]) for link in open_plan},
            {link: (self.report[link][0], self.report[link][1]) for link in open_report},
            {link: self._cable(link) or ("trace", link) for link in open_plan},
        )

    def _signature(self, group: Group) -> tuple[object, ...]:
        """Return a value shared by all links of the same cables: plugs and their cages."""
        moves = frozenset(
            (
                self._cable(move.plan[0]) or move.plan[0],
                self._end(move),
                self._cage(move.origin),
                self._cage(move.target),
            )
            for move in group.every
        )
        missing = tuple(self._cable(links[0]) or links[0] for links in group.missing)
        surplus = tuple(tuple(map(self._cage, self.report[links[0]])) for links in group.surplus)
        legs = tuple((leg.report, leg.plan) for leg in group.legs)
        return moves, missing, surplus, legs

    def _device(self, socket: int) -> str:
        node = self.node[socket]
        return self.planned.nodes[node].device if node != NONE else f"?{self.point[socket]}"

    def _cable(self, plan: int) -> str:
        return self.planned.cable[self.plan_link[plan]]

    def _far(self, origin: int, target: int) -> int:
        """0 in one device, 1 in one rack, else many: plugs rather stay in their racks."""
        if self._device(origin) == self._device(target):
            return 0
        one, other = self._rack(origin), self._rack(target)
        return 1 if one == other != NOWHERE else _FAR_AWAY

    def _rack(self, socket: int) -> int:
        node = self.node[socket]
        return self.planned.nodes[node].rack if node != NONE else NOWHERE

    def place(self, socket: int, *, whole: bool = False) -> Place:
        """A port in words; ``whole``: the cage that a plug fills."""
        node = self.node[socket]
        if node == NONE:
            point = self.matching.points.points[self.point[socket]]
            reported = self.found.nodes[point.node]
            return Place(point.name or reported.key, "", self.reported[socket])
        there = self.planned.nodes[node]
        text = (self.planned.plug_text if whole else self.planned.port_text)(node, self.number[socket])
        os_port = self.planned.os_port(node, self.number[socket], self._system.get(node, ""), whole=whole)
        own = self.planned.socket(node, self.number[socket])
        return Place(there.name, there.device, text, there.rack_label, there.u, os_port, own)

    def _cage(self, socket: int) -> tuple[str, int]:
        node = self.node[socket]
        return ("?", -1 - socket) if node == NONE else self.planned.cage(node, self.number[socket])

    def _devices(self, path: Sequence[str]) -> Difference:
        """Devices that are in each other's place, and the moves that plug their cables in again."""
        wanted = {tuple(sorted(pair)): link for link, pair in enumerate(self.plan)}
        filled = Counter(
            (self._cable(link), self._cage(end)) for link, pair in enumerate(self.plan) for end in pair
        )
        plug: dict[int, int] = {}
        moves: dict[int, PlugMove] = {}
        first: dict[tuple[str, int], int] = {}
        for row, (found, there) in enumerate(zip(self.before, self.report, strict=True)):
            link = wanted.get(tuple(sorted(there)))
            for side in (0, 1):
                ends = found[side], there[side], there[1 - side]
                if self._device(ends[0]) not in path or ends[0] == ends[1]:
                    continue
                whole = bool(link is not None and self._cable(link)) and (
                    filled[self._cable(link or 0), self._cage(ends[1])] > 1
                )
                for end in ends[:2]:
                    plug[end] = first.setdefault(self._cage(end), end) if whole else end
                plan = () if link is None else (link,)
                move = moves.setdefault(plug[ends[0]], PlugMove((), (), *ends, whole))
                moves[plug[ends[0]]] = move._replace(report=(*move.report, row), plan=(*move.plan, *plan))
        order = {device: at for at, device in enumerate(path)}
        some = sorted(
            moves.values(), key=lambda move: (self.number[move.origin], order[self._device(move.origin)])
        )
        return self._difference(Kind.DEVICES, *in_order(some, plug))

    def _named(self, group: Group) -> list[Difference]:
        """Return the kind of a group: surplus, moved, or missing."""
        found: list[Difference] = []
        for links in group.surplus:
            joined = [Joined("", *map(self.place, self.report[link])) for link in links]
            step = Step(Action.REMOVE, "", "", joined[0].a, joined[0].b)
            found.append(Difference(Kind.UNPLANNED, (), tuple(joined), (step,)))
        if group.moves:
            found.append(self._difference(self._kind(group.moves), group.moves, []))
        for ring in group.rings:
            kind = Kind.SWAP if len(ring) == 2 else Kind.RING
            found.append(self._difference(kind, [], [ring]))
        found += [self._wrong_leg(leg) for leg in group.legs]
        for links in group.missing:
            cable = self._cable(links[0])
            joined = [Joined(cable, *map(self.place, self._sides(link))) for link in links]
            step = Step(Action.CHECK, cable, "", joined[0].a, joined[0].b)
            checked = self._is_checked(links)
            found.append(Difference(Kind.MISSING, (), tuple(joined), (step,), checked=checked))
        return found

    def _wrong_leg(self, leg: WrongLeg) -> Difference:
        """Another leg of a splitter is plugged in at its far end."""
        cable, at = self._cable(leg.plan), self.place(leg.at)
        end = "b" if self._sides(leg.plan)[1] == leg.at else "a"
        found, wanted = self.place(leg.found), self.place(leg.wanted)
        steps = (Step(Action.LOOSEN, cable, end, at, None), Step(Action.PLUG, cable, end, wanted, at))
        return Difference(Kind.WRONG_PORT, (Displaced(cable, end, found, wanted, at),), (), steps)

    def _end(self, move: PlugMove) -> str:
        """Return the end of a cable that a move concerns; empty where the plan has no cable there."""
        if not move.plan:
            return ""
        return "a" if move.target == self._sides(move.plan[0])[0] else "b"

    def _sides(self, plan: int) -> tuple[int, int]:
        """The sockets of ends a and b of a link of the plan."""
        one, other = self.plan[plan]
        return (other, one) if self.planned.a_side[self.plan_link[plan]] else (one, other)

    def _kind(self, moves: Sequence[PlugMove]) -> Kind:
        """The name of moves that end in a free port."""
        if len(moves) == 1:
            (move,) = moves
            if self._device(move.origin) == self._device(move.target):
                return Kind.WRONG_PORT
            one, other = self._rack(move.origin), self._rack(move.target)
            known = NOWHERE not in {one, other}
            return Kind.WRONG_RACK if known and one != other else Kind.WRONG_DEVICE
        devices = {self._device(socket) for move in moves for socket in (move.origin, move.target)}
        steps = {self._cage(move.origin)[1] - self._cage(move.target)[1] for move in moves}
        return Kind.SHIFT if len(devices) == 1 and steps in ({1}, {-1}) else Kind.CHAIN

    def _difference(
        self, kind: Kind, chains: Sequence[PlugMove], rings: Sequence[Sequence[PlugMove]]
    ) -> Difference:
        steps = [
            Step(Action.MOVE, one.cable, one.end, one.found, one.planned)
            for one in map(self._displaced, chains)
        ]
        for ring in rings:
            steps += _round([self._displaced(move) for move in ring])
        every = [*chains, *(move for ring in rings for move in ring)]
        displaced = tuple(self._displaced(move) for move in every)
        pairs = [*(chains[::-1]), *(move for ring in rings for move in ring[-2::-1])]
        return Difference(kind, displaced, (), tuple(steps), self._exchanges(pairs))

    def _exchanges(self, moves: Sequence[PlugMove]) -> tuple[tuple[str, str], ...]:
        """Return the exchanges in the plan that put each plug where it was found.

        From the end of a chain on, where the last plug was found in a port that is free or gets free; of a
        ring all but one exchange, of exchanged devices one a pair of plugs.
        """
        found = []
        for move in moves:
            if not move.plan or not self._alike(move.origin, move.target) or not self._cable(move.plan[0]):
                return ()
            sockets = [(move.target, move.origin)]
            if move.whole:
                sockets = [self._ends_of(move, *links) for links in zip(move.plan, move.report, strict=False)]
            for pair in sockets:
                wanted, there = (self.planned.socket(self.node[one], self.number[one]) for one in pair)
                if not wanted or not there:
                    return ()
                found.append((wanted, there))
        return tuple(dict.fromkeys(found))

    def _ends_of(self, move: PlugMove, plan: int, report: int) -> tuple[int, int]:
        """The sockets of a plug of several links at one of them: where it belongs, and where it is."""
        cages = self._cage(move.target), self._cage(move.origin)
        wanted = next(end for end in self.plan[plan] if self._cage(end) == cages[0])
        ends = (*self.report[report], *self.before[report])
        return wanted, next(end for end in ends if self._cage(end) == cages[1])

    def _alike(self, one: int, other: int) -> bool:
        """Whether two sockets are of devices that could replace each other: switches of a level, hosts."""
        a, b = self.node[one], self.node[other]
        if NONE in {a, b}:
            return False
        here, there = self.planned.nodes[a], self.planned.nodes[b]
        if here.role != there.role or here.role == Role.OUTSIDE:
            return False
        return here.role == Role.ADAPTER or _group(here.device) == _group(there.device)

    def _displaced(self, move: PlugMove) -> Displaced:
        return Displaced(
            self._cable(move.plan[0]) if move.plan else "",
            self._end(move),
            self.place(move.origin, whole=move.whole),
            self.place(move.target, whole=move.whole),
            self.place(move.stays),
        )

    def _walk(self, difference: Difference) -> tuple[int, int, str, str]:
        """Return the sort key of a difference on a walk past the racks: rack, from the top, device, port."""
        return min(
            (
                self._order.get(place.rack, len(self._order)),
                -place.u,
                place.device,
                place.port.rjust(8),
            )
            for place in difference.places
        )


def _group(device: str) -> str:
    """Return the common part of the keys of devices of one level."""
    return device.rpartition("/")[0]


def _also(one: Difference, other: Difference) -> Difference:
    """A difference with the exchanges of another link of the same cables."""
    if not one.exchanges or not other.exchanges:
        return one._replace(exchanges=())
    return one._replace(exchanges=tuple(dict.fromkeys((*one.exchanges, *other.exchanges))))


def _round(displaced: list[Displaced]) -> list[Step]:
    """The steps of a ring: the last plug hangs until all others are where they belong."""
    *others, last = displaced
    return [
        Step(Action.LOOSEN, last.cable, last.end, last.found, None),
        *(Step(Action.MOVE, one.cable, one.end, one.found, one.planned) for one in others),
        Step(Action.PLUG, last.cable, last.end, None, last.planned),
    ]
