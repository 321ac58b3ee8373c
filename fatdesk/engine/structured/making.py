"""Turn fibre cables into channels over panels: trunks between racks, panels in racks, patch cords.

Data flow::

    Cabling + rules            which cables go over panels, and the kit that serves each
        -> bundles into trunks, whole as far as they fit; the smallest trunk that holds its links
        -> racks of panels: those of the devices, or panel racks (``homes``), and the routes between them
        -> rear plugs of cassettes in the order of the trunks, cassettes into panels, panels into racks
        -> lengths of patch cords and trunks, and what is ordered for each
        -> Structured: channels, and a Cabling whose cables are as long as all their pieces
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.engine.cabling.choice.choosing import Choice, Option, order
from fatdesk.engine.cabling.identity import cable_ids
from fatdesk.engine.cabling.laying import Cabling, Detour, FabricCabling, Fitting, Laid
from fatdesk.engine.cabling.positions import FloorPositions
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.cabling.spans import Spans, State
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cable, Cassette, Panel
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.floor.cable_ends import are_between
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.structured.laid_trunk import LaidTrunk
from fatdesk.engine.structured.piece_routes import PieceLengths, PieceRoutes
from fatdesk.engine.structured.placing import panel_homes, side_for_panels, units_for_panels
from fatdesk.engine.structured.stock import Kit, fibres_of, kit_for
from fatdesk.engine.structured.structured import NO_CHOICE, Channels, PlacedPanel, Structured, Trunk

OVER = "over panels"
NO_ROUTE = "no route through trays leads over the racks of its panels"


def over_panels(
    cabling: Cabling,
    positions: FloorPositions,
    rules: CablingRules,
    catalog: Catalog,
    laid: Sequence[LaidTrunk] = (),
) -> Structured:
    """Return the cabling with the cables that the rules name over panels.

    Parameters
    ----------
    cabling
        Direct cables, with what was decided by hand.
    laid
        Trunks in place: links on them that the rules still send there keep their places, others fill the
        free ones.
    """
    making = _Making(cabling, positions, rules, catalog, PieceRoutes.in_racks(cabling), laid)
    served = [making.served(number) for number in range(len(cabling.fabrics))]
    drafts = making.drafts(served)
    racks = _Racks.of(drafts)
    needs = racks.needs()
    homes = panel_homes(needs, cabling, catalog, rules.panel_racks)
    if (homes != making.routes.homes).any():
        served = [making.apart(some, number, homes) for number, some in enumerate(served)]
        making.routes = PieceRoutes.over(cabling, homes, [some.cable for some in served])
        served = [making.led(some, number) for number, some in enumerate(served)]
        drafts = making.drafts(served)
        racks = _Racks.of(drafts)
    panels = _Panels(racks, making)
    trunks: list[Trunk] = []
    channels, fabrics = [], []
    for number in range(len(cabling.fabrics)):
        own = [draft for draft in drafts if draft.fabric == number]
        some, finished, over = _finished(making, panels, number, own, len(trunks))
        trunks += finished
        channels.append(some)
        fabrics.append(over)
    fittings = panels.fittings()
    return Structured(
        replace(cabling, fabrics=tuple(fabrics), runs=making.routes.runs, fittings=fittings),
        panels.placed,
        tuple(trunks),
        tuple(channels),
        tuple(sorted(making.unserved.items())),
        making.in_one_rack,
        needs,
        homes,
    )


class _Served(NamedTuple):
    """The cables of a fabric that go over panels, and the number of the kit of each."""

    cable: Longs
    kit: Longs

    def where(self, holds: NDArray[np.bool_]) -> "_Served":
        """Some of them."""
        return _Served(self.cable[holds], self.kit[holds])


@dataclass
class _Draft:
    """A trunk while it is made."""

    fabric: int
    kit: Kit
    part: Cable
    rack: tuple[int, int]
    pair: int
    number: int
    """Among those of its fabric between its racks, from 1."""
    cables: list[int]
    places: list[int]
    """The place of each cable among the links that the trunk carries."""
    first: tuple[int, ...] = ()
    """For both ends its first rear plug; empty: the next free ones."""


@dataclass
class _Making:
    """Inputs, and what is found out while channels are made."""

    cabling: Cabling
    positions: FloorPositions
    rules: CablingRules
    catalog: Catalog
    routes: PieceRoutes
    laid: Sequence[LaidTrunk] = ()
    unserved: dict[str, int] = field(default_factory=dict)
    in_one_rack: int = 0
    kits: list[Kit] = field(default_factory=list)
    _known: dict[tuple[tuple[str, str], int], int | str] = field(default_factory=dict)

    def served(self, number: int) -> _Served:
        """The cables of a fabric that the rules send over panels and that a kit serves."""
        made = self.cabling.fabrics[number]
        wanted = np.flatnonzero(self._wanted(made))
        kits = self._kits_of(made)
        choice = made.choice[wanted]
        for which, count in enumerate(np.bincount(choice, minlength=len(kits)).tolist()):
            kit = kits[which]
            if count and isinstance(kit, str):
                self.unserved[kit] = self.unserved.get(kit, 0) + count
        numbers = np.array([-1 if isinstance(kit, str) else kit for kit in kits] + [-1], np.int64)[choice]
        return _Served(wanted, numbers).where(numbers >= 0)

    def apart(self, served: _Served, number: int, homes: Longs) -> _Served:
        """Those whose panels at both ends are in different racks; the others go directly."""
        home = homes[self.cabling.fabrics[number].spans.rack[served.cable]]
        self.in_one_rack += int((home[:, 0] == home[:, 1]).sum())
        return served.where(home[:, 0] != home[:, 1])

    def led(self, served: _Served, number: int) -> _Served:
        """Those for whose pieces there are routes."""
        leads = np.isin(served.cable, self.routes.leads(number, served.cable))
        if not leads.all():
            count = int((~leads).sum())
            self.unserved[NO_ROUTE] = self.unserved.get(NO_ROUTE, 0) + count
        return served.where(leads)

    def drafts(self, served: Sequence[_Served]) -> list[_Draft]:
        """Trunks for all cables."""
        return [draft for number, some in enumerate(served) for draft in self._trunks(number, some)]

    def _chosen(self, number: int, served: _Served) -> dict[tuple[int, int, int, int], list[int]]:
        """Cables of a fabric by number of the kit, both racks of their panels, and their run."""
        made, (wanted, kit) = self.cabling.fabrics[number], served
        found: dict[tuple[int, int, int, int], list[int]] = {}
        bundle = made.fabric.bundle[made.heads]
        rack = np.sort(self.routes.homes[made.spans.rack[wanted]], axis=1)
        pair = self.routes.pair[number][wanted]
        order = np.lexsort((wanted, bundle[wanted], pair, rack[:, 1], rack[:, 0]))
        columns = wanted[order], rack[order, 0], rack[order, 1], pair[order], kit[order]
        for cable, low, high, run, one in zip(*(column.tolist() for column in columns), strict=True):
            found.setdefault((one, low, high, run), []).append(cable)
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
        if rules.panel_ends:
            found &= are_between(
                rules.panel_ends, (ends, rack), fabric.ids, self.positions.floor, self.catalog
            )
        return found

    def _trunks(self, number: int, served: _Served) -> Iterator[_Draft]:
        """Trunks for the cables of a fabric: bundles one after the other, whole where they fit."""
        made, kits = self.cabling.fabrics[number], self.kits
        bundle = made.fabric.bundle[made.heads].tolist()
        kept = self._kept(number)
        ids = cable_ids(made, self.catalog) if kept else []
        counts = {rack: max(one.place[2] for one in some) for rack, some in kept.items()}
        carried = {link for some in kept.values() for one in some for link in one.links}
        for (kit_number, low, high, run), cables in self._chosen(number, served).items():
            kit = kits[kit_number]
            left = cables
            for laid in kept.get((low, high), ()):
                all_left = _Draft(number, kit, kit.trunks[-1], (low, high), run, 0, left, [])
                draft = _again(laid, all_left, ids, carried)
                if draft is not None:
                    yield draft
                    left = sorted(set(left) - set(draft.cables), key=left.index)
            for some in _packed(left, [bundle[cable] for cable in left], kit.holds(kit.trunks[-1])):
                counts[low, high] = counts.get((low, high), 0) + 1
                part, places = kit.trunk_for(len(some)), list(range(len(some)))
                yield _Draft(number, kit, part, (low, high), run, counts[low, high], some, places)

    def _kept(self, number: int) -> dict[tuple[int, int], list[LaidTrunk]]:
        """The trunks in place of a fabric by both racks."""
        index = {rack.number: at for at, rack in enumerate(self.positions.floor.racks)}
        name = self.cabling.fabrics[number].fabric.name
        found: dict[tuple[int, int], list[LaidTrunk]] = {}
        for one in self.laid:
            fabric, racks, _ = one.place
            if fabric == name and all(rack in index for rack in racks):
                found.setdefault((index[racks[0]], index[racks[1]]), []).append(one)
        return found


def _again(laid: LaidTrunk, draft: _Draft, ids: Sequence[str], carried: Collection[str]) -> _Draft | None:
    """A trunk in place with those of some cables that it carries, and others in its free places.

    None: none of them is on it, or its part or cassette serves them no more.

    Parameters
    ----------
    draft
        All cables that may go over it.
    carried
        Links that are on some trunk in place, which fill no other one.
    """
    part = next((one for one in draft.kit.trunks if one.id == laid.part), None)
    place = {link: at for at, link in enumerate(laid.links) if link}
    on_it = {place[ids[cable]]: cable for cable in draft.cables if ids[cable] in place}
    if part is None or draft.kit.cassette.id != laid.cassette or not on_it:
        return None
    free = (at for at in range(draft.kit.holds(part)) if at not in on_it)
    on_it |= dict(zip(free, (cable for cable in draft.cables if ids[cable] not in carried), strict=False))
    places = sorted(on_it)
    cables = [on_it[at] for at in places]
    return replace(draft, part=part, number=laid.place[2], cables=cables, places=places, first=laid.first)


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

    @classmethod
    def of(cls, drafts: Sequence[_Draft]) -> "_Racks":
        """Those of trunks, which then have their first plugs."""
        racks = cls()
        for draft in drafts:
            for rack, first in zip(draft.rack, draft.first, strict=False):
                racks.hold(rack, draft.kit, first + draft.part.ends[0])
        for draft in drafts:
            if not draft.first:
                draft.first = tuple(racks.take(rack, draft.kit, draft.part.ends[0]) for rack in draft.rack)
        return racks

    def needs(self) -> dict[int, tuple[int, int]]:
        """The number of panels of each rack, and their height."""
        found = {}
        for rack, used in sorted(self.used.items()):
            panel = self.kits[min(used)].panel
            cassettes = sum(-(-plugs // self.kits[name].cassette.rears) for name, plugs in used.items())
            found[rack] = -(-cassettes // panel.slots), panel.height_u
        return found

    def hold(self, rack: int, kit: Kit, plugs: int) -> None:
        """Count the first rear plugs in a rack as taken."""
        self.kits.setdefault(kit.cassette.id, kit)
        of_rack = self.used.setdefault(rack, {})
        of_rack[kit.cassette.id] = max(plugs, of_rack.get(kit.cassette.id, 0))

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
        middles = making.positions.middles
        faces = [0 if some.side == "front" else 2 * int(middles[some.rack]) for some in placed]
        self.lengths = PieceLengths(
            making.positions,
            making.routes,
            making.rules,
            np.array([some.rack for some in placed], np.int64),
            np.array([some.z_um(tops[some.rack]) for some in placed], np.int64),
            np.array(faces, np.int64),
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


def _finished(
    making: _Making, panels: _Panels, number: int, drafts: Sequence[_Draft], before: int
) -> tuple[Channels, list[Trunk], FabricCabling]:
    """The channels of a fabric, its trunks, and its cables with what is laid."""
    made, homes = making.cabling.fabrics[number], making.routes.homes
    if not drafts:
        return _no_channels(), [], replace(made, spans=replace(made.spans, pair=making.routes.pair[number]))
    rows = []
    for at, draft in enumerate(drafts):
        cassette, slots = draft.kit.cassette, draft.kit.panel.slots
        for place, cable in zip(draft.places, draft.cables, strict=True):
            plug, sub = divmod(place, draft.kit.per_plug)
            ends = [
                panels.port(rack, cassette, slots, first + plug, sub)
                for rack, first in zip(draft.rack, draft.first, strict=True)
            ]
            if int(homes[made.spans.rack[cable, 0]]) != draft.rack[0]:
                ends.reverse()
            rows.append((cable, before + at, plug, sub, *ends[0], *ends[1]))
    table = np.array(rows, np.int64).reshape(-1, 12)
    table = table[np.argsort(table[:, 0], kind="stable")]
    which: Longs = table[:, 0]
    port: Longs = table[:, [[4, 5, 6], [8, 9, 10]]]
    ordered = _Ordered(making.rules, made.choices)
    lengths = panels.lengths
    cords = np.stack([lengths.cords(made, number, which, port[:, end, 0], end) for end in (0, 1)], axis=1)
    cord = np.array(
        [
            [ordered.of(made.choices[choice].option.cable, need) for need in needs]
            for choice, needs in zip(made.choice[which].tolist(), cords[:, :, 5].tolist(), strict=True)
        ],
        np.int64,
    ).reshape(-1, 2)
    trunks = _trunks(making, panels, drafts, ordered)
    channels = Channels(which, table[:, 1], table[:, 2], table[:, 3], port, table[:, [7, 11]], cord, cords)
    return channels, trunks, _with_pieces(making, panels, number, channels, trunks, before, ordered)


def _no_channels() -> Channels:
    one, two = np.zeros(0, np.int64), np.zeros((0, 2), np.int64)
    three, six = np.zeros((0, 2, 3), np.int64), np.zeros((0, 2, 6), np.int64)
    return Channels(one, one, one, one, three, two, two, six)


def _trunks(making: _Making, panels: _Panels, drafts: Sequence[_Draft], ordered: _Ordered) -> list[Trunk]:
    """The trunks of a fabric; each leaves its racks at the panels of its first plugs."""
    racks = making.positions.floor.racks
    ends = [
        [
            panels.port(rack, draft.kit.cassette, draft.kit.panel.slots, first, 0)[0]
            for rack, first in zip(draft.rack, draft.first, strict=True)
        ]
        for draft in drafts
    ]
    lengths = panels.lengths.trunks(
        np.array([draft.pair for draft in drafts], np.int64),
        np.array([draft.rack for draft in drafts], np.int64).reshape(-1, 2),
        np.array(ends, np.int64).reshape(-1, 2),
    )
    found = []
    for draft, parts in zip(drafts, lengths.tolist(), strict=True):
        labels = [rack_label(racks[rack]) for rack in draft.rack]
        low, high = (racks[rack].number for rack in draft.rack)
        name = making.cabling.fabrics[draft.fabric].fabric.name
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
                draft.pair,
            )
        )
    return found


def _with_pieces(
    making: _Making,
    panels: _Panels,
    number: int,
    channels: Channels,
    trunks: Sequence[Trunk],
    before: int,
    ordered: _Ordered,
) -> FabricCabling:
    """The cables of a fabric: channels as long as their pieces, and what is laid for all."""
    made, routes = making.cabling.fabrics[number], making.routes
    cable, spans, pair = channels.cable, made.spans, routes.pair[number]
    home, cord_pair = routes.homes[spans.rack[cable]], routes.cords[number][cable]
    direct = np.ones(made.count, bool)
    direct[cable] = False
    stay = np.flatnonzero(direct)
    trunk_parts = np.array([trunk.parts_um for trunk in trunks], np.int64).reshape(-1, 6)
    trunk_choice = np.array([trunk.choice for trunk in trunks], np.int64)
    of_trunk = channels.trunk - before
    cord_racks = np.stack([spans.rack[cable], home], axis=2).reshape(-1, 2)
    laid = Laid(
        np.concatenate(
            [
                spans.rack[stay],
                cord_racks,
                np.array([trunk.rack for trunk in trunks], np.int32).reshape(-1, 2),
            ]
        ),
        np.concatenate(
            [pair[stay], cord_pair.reshape(-1), np.array([trunk.pair for trunk in trunks], np.int64)]
        ),
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
    new_spans = Spans(spans.rack, pair, route, vertical, side, depth, tolerance, computed, spans.state)
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
        detours=_detours(spans.rack[cable], home, cord_pair, pair[cable], cable),
    )


def _detours(
    rack: NDArray[np.int32], home: Longs, cords: Longs, trunk: Longs, cable: Longs
) -> dict[int, Detour]:
    """The racks of the panels of cables where these are not all in the racks of their devices."""
    some = np.flatnonzero((rack != home).any(axis=1))
    racks = np.column_stack([rack[some, 0], home[some], rack[some, 1]]).tolist()
    pairs = np.column_stack([cords[some, 0], trunk[some], cords[some, 1]]).tolist()
    return {
        number: Detour((a, near, far, b), (one, through, other))
        for number, (a, near, far, b), (one, through, other) in zip(
            cable[some].tolist(), racks, pairs, strict=True
        )
    }


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
