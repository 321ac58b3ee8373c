"""Turn fibre cables into channels over panels: trunks between racks, panels in racks, patch cords.

Data flow::

    Cabling + rules            which cables go over panels, and the kit that serves each
        -> bundles into trunks, whole as far as they fit; the smallest trunk that holds its links
        -> rear plugs of cassettes in the order of the trunks, cassettes into panels, panels into racks
        -> lengths of patch cords and trunks, and what is ordered for each
        -> Structured: channels, and a Cabling whose cables are as long as all their pieces
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.core.units import UM_PER_M, um_from_m
from fatdesk.engine.cabling.choosing import Choice, Option, order
from fatdesk.engine.cabling.laying import Cabling, FabricCabling, Fitting, Laid
from fatdesk.engine.cabling.positions import FloorPositions
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.cabling.spans import Spans, State
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cable, Cassette, Panel
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.structured.placing import side_for_panels, units_for_panels
from fatdesk.engine.structured.stock import Kit, fibres_of, kit_for
from fatdesk.engine.structured.structured import NO_CHOICE, Channels, PlacedPanel, Structured, Trunk

OVER = "over panels"


def over_panels(
    cabling: Cabling, positions: FloorPositions, rules: CablingRules, catalog: Catalog
) -> Structured:
    """Return the cabling with the cables that the rules name over panels.

    Parameters
    ----------
    cabling
        Direct cables, with what was decided by hand.
    """
    making = _Making(cabling, positions, rules, catalog)
    chosen = [making.chosen(number) for number in range(len(cabling.fabrics))]
    drafts = [draft for number, some in enumerate(chosen) for draft in making.trunks(number, some)]
    racks = _Racks()
    for draft in drafts:
        draft.first = tuple(racks.take(rack, draft.kit, draft.part.ends[0]) for rack in draft.rack)
    panels = _Panels(racks, making)
    trunks: list[Trunk] = []
    channels, fabrics = [], []
    for number, made in enumerate(cabling.fabrics):
        own = [draft for draft in drafts if draft.fabric == number]
        some, finished, over = _finished(making, panels, number, own, len(trunks))
        trunks += finished
        channels.append(some)
        fabrics.append(over if len(some.cable) else made)
    fittings = panels.fittings()
    return Structured(
        replace(cabling, fabrics=tuple(fabrics), fittings=fittings),
        panels.placed,
        tuple(trunks),
        tuple(channels),
        tuple(sorted(making.unserved.items())),
    )


@dataclass
class _Draft:
    """A trunk while it is made."""

    fabric: int
    kit: Kit
    part: Cable
    rack: tuple[int, int]
    number: int
    """Among those of its fabric between its racks, from 1."""
    cables: list[int]
    first: tuple[int, ...] = (0, 0)


@dataclass
class _Making:
    """Inputs, and what is found out while channels are made."""

    cabling: Cabling
    positions: FloorPositions
    rules: CablingRules
    catalog: Catalog
    unserved: dict[str, int] = field(default_factory=dict)
    kits: list[Kit] = field(default_factory=list)
    _known: dict[tuple[tuple[str, str], int], int | str] = field(default_factory=dict)

    def chosen(self, number: int) -> dict[tuple[int, int, int, int], list[int]]:
        """The cables of a fabric that go over panels, by number of the kit, both racks, and their run."""
        made = self.cabling.fabrics[number]
        wanted = np.flatnonzero(self._wanted(made))
        kits = self._kits_of(made)
        found: dict[tuple[int, int, int, int], list[int]] = {}
        bundle = made.fabric.bundle[made.heads]
        rack = np.sort(made.spans.rack[wanted].astype(np.int64), axis=1)
        pair = made.spans.pair[wanted]
        order = np.lexsort((wanted, bundle[wanted], pair, rack[:, 1], rack[:, 0]))
        columns = wanted[order], rack[order, 0], rack[order, 1], pair[order], made.choice[wanted[order]]
        for cable, low, high, run, choice in zip(*(column.tolist() for column in columns), strict=True):
            kit = kits[choice]
            if isinstance(kit, str):
                self.unserved[kit] = self.unserved.get(kit, 0) + 1
            else:
                found.setdefault((kit, low, high, run), []).append(cable)
        return found

    def _kits_of(self, made: FabricCabling) -> list[int | str]:
        """For each choice the number of its kit, or what is missing."""
        found: list[int | str] = []
        for choice in made.choices:
            cord = choice.option.cable
            key = cord.connectors, fibres_of(cord)
            if key not in self._known:
                kit = kit_for(cord, self.rules, self.catalog)
                self._known[key] = kit if isinstance(kit, str) else len(self.kits)
                if isinstance(kit, Kit):
                    self.kits.append(kit)
            found.append(self._known[key])
        return found

    def _wanted(self, made: FabricCabling) -> NDArray[np.bool_]:
        """The cables that the rules send over panels: one fibre a link, laid between two racks."""
        rules, fabric = self.rules, made.fabric
        fibre = [
            option.cable.medium == "fibre"
            and option.cable.ends == (1, 1)
            and option.cable.connectors[0] == option.cable.connectors[1]
            for option in (choice.option for choice in made.choices)
        ]
        rack, ends = made.spans.rack, fabric.ends[made.heads]
        apart = rack.astype(np.int64)
        if rules.panels_between == "rows":
            rows = np.array([some.row for some in self.positions.floor.racks] + [-1], np.int64)
            apart = rows[rack]
        switches = (fabric.kind[ends] == NodeKind.SWITCH).all(axis=1)
        top = fabric.level[ends].max(axis=1, initial=0) == fabric.level.max(initial=0)
        tier = {
            "uplinks": switches,
            "top": switches & top,
            "hosts": ~switches,
            "all": np.ones(len(switches), bool),
        }[rules.panels or "all"]
        found: NDArray[np.bool_] = (
            np.append(np.array(fibre, bool), False)[made.choice]
            & (made.spans.state == State.LAID)
            & (made.spans.pair >= 0)
            & (rack >= 0).all(axis=1)
            & (apart[:, 0] != apart[:, 1])
            & tier
        )
        return found

    def trunks(self, number: int, chosen: Mapping[tuple[int, int, int, int], list[int]]) -> Iterator[_Draft]:
        """Trunks for the cables of a fabric: bundles one after the other, whole where they fit."""
        made, kits = self.cabling.fabrics[number], self.kits
        bundle = made.fabric.bundle[made.heads].tolist()
        counts: dict[tuple[int, int], int] = {}
        for (kit_number, low, high, _), cables in chosen.items():
            kit = kits[kit_number]
            for some in _packed(cables, [bundle[cable] for cable in cables], kit.holds(kit.trunks[-1])):
                counts[low, high] = counts.get((low, high), 0) + 1
                yield _Draft(number, kit, kit.trunk_for(len(some)), (low, high), counts[low, high], some)


def _packed(cables: Sequence[int], bundles: Sequence[int], room: int) -> list[list[int]]:
    """Cables in the order of their bundles, as many a trunk as it has room for; bundles stay whole.

    A bundle of more cables than a trunk carries fills trunks of its own.

    >>> _packed([1, 2, 3, 4, 5, 6], [0, 0, 0, 1, 1, 2], 4)
    [[1, 2, 3], [4, 5, 6]]
    >>> _packed([1, 2, 3, 4, 5], [0, 0, 0, 0, 0], 2)
    [[1, 2], [3, 4], [5]]
    """
    trunks: list[list[int]] = []
    begin = 0
    while begin < len(cables):
        stop = begin
        while stop < len(cables) and bundles[stop] == bundles[begin]:
            stop += 1
        while begin < stop:
            if not trunks or len(trunks[-1]) + min(stop - begin, room) > room:
                trunks.append([])
            free = room - len(trunks[-1])
            trunks[-1] += cables[begin : min(stop, begin + free)]
            begin = min(stop, begin + free)
    return trunks


@dataclass
class _Racks:
    """Rear plugs in use in each rack, by cassette."""

    used: dict[int, dict[str, int]] = field(default_factory=dict)
    kits: dict[str, Kit] = field(default_factory=dict)

    def take(self, rack: int, kit: Kit, plugs: int) -> int:
        """Take rear plugs in a rack; the number of the first of them."""
        self.kits.setdefault(kit.cassette.id, kit)
        of_rack = self.used.setdefault(rack, {})
        first = of_rack.get(kit.cassette.id, 0)
        of_rack[kit.cassette.id] = first + plugs
        return first


class _Panels:
    """The panels of all racks: which cassettes they hold, and where they are."""

    def __init__(self, racks: _Racks, making: _Making) -> None:
        self._first: dict[tuple[int, str], int] = {}
        self._of_rack: dict[int, int] = {}
        floor = making.positions.floor
        placed: list[PlacedPanel] = []
        for rack in sorted(racks.used):
            cassettes: list[Cassette] = []
            panel: Panel | None = None
            for cassette_id, plugs in sorted(racks.used[rack].items()):
                kit = racks.kits[cassette_id]
                panel = panel or kit.panel
                self._first[rack, cassette_id] = len(cassettes)
                cassettes += [kit.cassette] * -(-plugs // kit.cassette.rears)
            assert panel is not None
            self._of_rack[rack] = len(placed)
            count = -(-len(cassettes) // panel.slots)
            units = units_for_panels(floor.racks[rack], making.catalog, count, panel.height_u)
            fabrics = [made.fabric for made in making.cabling.fabrics]
            side = side_for_panels(making.positions, fabrics, rack)
            label, number = rack_label(floor.racks[rack]), floor.racks[rack].number
            for at, u in enumerate(units):
                some = cassettes[at * panel.slots : (at + 1) * panel.slots]
                name = f"{label}-PP{at + 1}"
                placed.append(
                    PlacedPanel(f"panel/{number}/{at + 1}", name, panel, rack, u, side, tuple(some))
                )
        self.placed = tuple(placed)
        parts = [making.catalog.rack(some.part) for some in floor.racks]
        tops = [part.height_u for part in parts]
        self.z_um = np.array([some.z_um(tops[some.rack]) for some in placed], np.int64)
        middles = making.positions.middles
        self.face_um = np.array(
            [0 if some.side == "front" else 2 * int(middles[some.rack]) for some in placed], np.int64
        )

    def port(
        self, rack: int, cassette: Cassette, slots: int, rear: int, sub: int
    ) -> tuple[int, int, int, int]:
        """Panel, slot, port and rear plug of the cassette, by the number of the rear plug in its rack."""
        number = self._first[rack, cassette.id] + rear // cassette.rears
        within = rear % cassette.rears
        port = within * (cassette.ports // cassette.rears) + sub + 1
        return self._of_rack[rack] + number // slots, number % slots + 1, port, within + 1

    def names(self, channels: Channels) -> dict[int, tuple[str, ...]]:
        """The names of the panel ports of each cable that goes over panels, from its end a on."""
        return {
            cable: tuple(f"{self.placed[panel].name} {slot}/{port}" for panel, slot, port in ports)
            for cable, ports in zip(channels.cable.tolist(), channels.port.tolist(), strict=True)
        }

    def fittings(self) -> tuple[Fitting, ...]:
        """Panels and cassettes by part."""
        found: dict[str, tuple[Panel | Cassette, list[int]]] = {}
        for panel in self.placed:
            parts: list[Panel | Cassette] = [panel.part, *panel.cassettes]
            for part in parts:
                found.setdefault(part.id, (part, []))[1].append(panel.rack)
        return tuple(
            Fitting(part, len(racks), tuple(dict.fromkeys(racks)))
            for _, (part, racks) in sorted(found.items())
        )


class _Ordered:
    """Items ordered for pieces, each once."""

    def __init__(self, rules: CablingRules, known: Sequence[Choice]) -> None:
        self.rules = rules
        self.choices = list(known)
        self._found: dict[tuple[str, int], int] = {}
        self._known: dict[tuple[str, int], int] = {}

    def of(self, part: Cable, need_um: int) -> int:
        """The number of the choice of a piece; NO_CHOICE where its part is not long enough."""
        key = part.id, need_um
        if key not in self._found:
            option = Option(part)
            ordered = order(option, need_um, self.rules)
            if ordered is None:
                self._found[key] = NO_CHOICE
            else:
                at = self._known.setdefault((part.id, ordered[0]), len(self.choices))
                if at == len(self.choices):
                    self.choices.append(Choice(option, *ordered))
                self._found[key] = at
        return self._found[key]


def _parts(plain: tuple[Longs, Longs, Longs, Longs], rules: CablingRules) -> Longs:
    """Route, vertical, side, depth, tolerance and computed length of pieces, (n, 6)."""
    route, vertical, side, depth = plain
    whole = route + vertical + side + depth
    tolerance = (2 * whole * um_from_m(rules.tolerance) + UM_PER_M) // (2 * UM_PER_M)
    computed = whole + tolerance + um_from_m(rules.slack_m)
    return np.stack([route, vertical, side, depth, tolerance, computed], axis=1).astype(np.int64)


def _finished(
    making: _Making, panels: _Panels, number: int, drafts: Sequence[_Draft], before: int
) -> tuple[Channels, list[Trunk], FabricCabling]:
    """The channels of a fabric, its trunks, and its cables with what is laid."""
    made, rules = making.cabling.fabrics[number], making.rules
    rows = []
    for at, draft in enumerate(drafts):
        cassette, slots = draft.kit.cassette, draft.kit.panel.slots
        for place, cable in enumerate(draft.cables):
            plug, sub = divmod(place, draft.kit.per_plug)
            ends = [
                panels.port(rack, cassette, slots, first + plug, sub)
                for rack, first in zip(draft.rack, draft.first, strict=True)
            ]
            if int(made.spans.rack[cable, 0]) != draft.rack[0]:
                ends.reverse()
            rows.append((cable, before + at, plug, sub, *ends[0], *ends[1]))
    table = np.array(rows, np.int64).reshape(-1, 12)
    table = table[np.argsort(table[:, 0], kind="stable")]
    which: Longs = table[:, 0]
    port: Longs = table[:, [[4, 5, 6], [8, 9, 10]]]
    ordered = _Ordered(rules, made.choices)
    cords = np.stack([_cord_parts(making, panels, number, which, port, end) for end in (0, 1)], axis=1)
    cord = np.array(
        [
            [ordered.of(made.choices[choice].option.cable, need) for need in needs]
            for choice, needs in zip(made.choice[which].tolist(), cords[:, :, 5].tolist(), strict=True)
        ],
        np.int64,
    ).reshape(-1, 2)
    trunks = _trunks(making, panels, drafts, ordered)
    channels = Channels(which, table[:, 1], table[:, 2], table[:, 3], port, table[:, [7, 11]], cord, cords)
    return channels, trunks, _with_pieces(panels, made, channels, trunks, before, ordered)


def _cord_parts(making: _Making, panels: _Panels, number: int, cable: Longs, port: Longs, end: int) -> Longs:
    """Lengths of the patch cords at one end: from the ports of the device to those of the panel."""
    made, seats = making.cabling.fabrics[number], making.positions.placed[number]
    node = made.fabric.ends[made.heads[cable], end]
    panel = port[:, end, 0]
    vertical = np.abs(seats.z_um[node] - panels.z_um[panel])
    side = 2 * making.positions.halves[made.spans.rack[cable, end]]
    depth = np.abs(seats.face_um[node] - panels.face_um[panel])
    nothing = np.zeros(len(cable), np.int64)
    return _parts((nothing, vertical, side, depth if making.rules.depth else nothing), making.rules)


def _trunks(making: _Making, panels: _Panels, drafts: Sequence[_Draft], ordered: _Ordered) -> list[Trunk]:
    """The trunks of a fabric; each leaves its racks at the panels of its first plugs."""
    positions, graph, runs = making.positions, making.cabling.graph, making.cabling.runs
    racks = positions.floor.racks
    found = []
    for draft in drafts:
        made = making.cabling.fabrics[draft.fabric]
        pair = int(made.spans.pair[draft.cables[0]])
        ends = [
            panels.port(rack, draft.kit.cassette, draft.kit.panel.slots, first, 0)[0]
            for rack, first in zip(draft.rack, draft.first, strict=True)
        ]
        vertical = sum(
            abs(int(graph.drop_um[rack]) + int(panels.z_um[panel]))
            for rack, panel in zip(draft.rack, ends, strict=True)
        )
        side = sum(int(positions.halves[rack]) for rack in draft.rack)
        depth = sum(
            abs(int(panels.face_um[panel]) - int(positions.middles[rack]))
            for rack, panel in zip(draft.rack, ends, strict=True)
        )
        plain = int(runs.length_um[pair]), vertical, side, depth if making.rules.depth else 0
        columns = tuple(np.array([one], np.int64) for one in plain)
        [parts] = _parts((columns[0], columns[1], columns[2], columns[3]), making.rules).tolist()
        labels = [rack_label(racks[rack]) for rack in draft.rack]
        low, high = (racks[rack].number for rack in draft.rack)
        name = made.fabric.name
        found.append(
            Trunk(
                f"{name}/trunk/{low}-{high}/{draft.number}",
                f"{name}-T-{labels[0]}-{labels[1]}-{draft.number}",
                draft.fabric,
                draft.kit,
                draft.part,
                draft.rack,
                (draft.first[0], draft.first[1]),
                tuple(draft.cables),
                tuple(parts),
                ordered.of(draft.part, parts[5]),
            )
        )
    return found


def _with_pieces(
    panels: _Panels,
    made: FabricCabling,
    channels: Channels,
    trunks: Sequence[Trunk],
    before: int,
    ordered: _Ordered,
) -> FabricCabling:
    """The cables of a fabric: channels as long as their pieces, and what is laid for all."""
    cable, spans = channels.cable, made.spans
    direct = np.ones(made.count, bool)
    direct[cable] = False
    stay = np.flatnonzero(direct)
    trunk_parts = np.array([trunk.parts_um for trunk in trunks], np.int64).reshape(-1, 6)
    trunk_choice = np.array([trunk.choice for trunk in trunks], np.int64)
    of_trunk = channels.trunk - before
    pair = spans.pair[cable]
    trunk_pair = np.zeros(len(trunks), np.int64)
    trunk_pair[of_trunk] = pair
    cord_racks = np.repeat(spans.rack[cable].reshape(-1), 2).reshape(-1, 2)
    laid = Laid(
        np.concatenate(
            [
                spans.rack[stay],
                cord_racks,
                np.array([trunk.rack for trunk in trunks], np.int32).reshape(-1, 2),
            ]
        ),
        np.concatenate([spans.pair[stay], np.full(2 * len(cable), -1), trunk_pair]),
        np.concatenate([spans.computed_um[stay], channels.parts_um[:, :, 5].reshape(-1), trunk_parts[:, 5]]),
        np.concatenate([made.choice[stay], channels.cord.reshape(-1), trunk_choice]),
        tuple(ordered.choices),
    )
    whole = channels.parts_um.sum(axis=1) + trunk_parts[of_trunk]
    columns = []
    for column, values in zip(spans.parts, whole.T, strict=True):
        changed = column.copy()
        changed[cable] = values
        columns.append(changed)
    route, vertical, side, depth, tolerance, computed = columns
    new_spans = Spans(spans.rack, spans.pair, route, vertical, side, depth, tolerance, computed, spans.state)
    choice, choices = _whole_choices(made, channels, trunk_choice[of_trunk], ordered.choices)
    reasons = {text: number for number, text in enumerate(made.reasons)}
    reason = made.reason.copy()
    for old in np.unique(reason[cable]).tolist():
        new = reasons.setdefault(f"{made.reasons[old]}; {OVER}", len(reasons))
        reason[cable[made.reason[cable] == old]] = new
    return replace(
        made,
        spans=new_spans,
        choice=choice,
        choices=choices,
        reason=reason,
        reasons=tuple(reasons),
        pieces=laid,
        panels=panels.names(channels),
    )


def _whole_choices(
    made: FabricCabling, channels: Channels, trunk: Longs, pieces: Sequence[Choice]
) -> tuple[Longs, tuple[Choice, ...]]:
    """The choices of channels: their option in the length of all pieces, at the price of the cords.

    A channel of which some piece is too short has the length that is known.
    """
    choice, choices = made.choice.copy(), list(made.choices)
    known: dict[tuple[int, ...], int] = {}
    columns = made.choice[channels.cable], channels.cord[:, 0], channels.cord[:, 1], trunk
    for cable, key in zip(
        channels.cable.tolist(), zip(*(c.tolist() for c in columns), strict=True), strict=True
    ):
        if key not in known:
            first, *ordered = key
            some = [pieces[number] for number in ordered if number >= 0]
            prices = [pieces[number].price if number >= 0 else None for number in ordered[:2]]
            price = None if None in prices else sum((p for p in prices if p is not None), Decimal(0))
            known[key] = len(choices)
            choices.append(Choice(made.choices[first].option, sum(one.ordered_um for one in some), price))
        choice[cable] = known[key]
    return choice, tuple(choices)
