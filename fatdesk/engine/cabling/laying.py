"""Lay all cables of a project: routes, lengths, and the item ordered for each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.units import um_from_m
from fatdesk.engine.cabling.choice.choosing import NO_OPTION, Choice
from fatdesk.engine.cabling.choice.group_options import Formed, Share, form, whole
from fatdesk.engine.cabling.choice.link_groups import PlugPair
from fatdesk.engine.cabling.paths_apart import with_paths_apart
from fatdesk.engine.cabling.positions import FloorPositions, Position, find_positions
from fatdesk.engine.cabling.rules import CablingRules, ExcessAt
from fatdesk.engine.cabling.spans import UNKNOWN, Room, Spans, State, link_runs, link_spans
from fatdesk.engine.cabling.tray_media import Forced, is_separated, with_media
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cassette, Panel
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.floor.floor import Floor
from fatdesk.engine.trays.graph import TrayGraph
from fatdesk.engine.trays.routes import Runs

OUTSIDE = 2
"""The reason of cables to external nodes."""


@dataclass(frozen=True, eq=False)
class Laid:
    """Cables as they are laid, whatever links they carry: k items.

    Attributes
    ----------
    rack : (k, 2) int32
        Indices of the racks of both ends; -1: not placed.
    pair, computed_um, choice : (k,) int64
        As those of the cables of a fabric.
    """

    rack: NDArray[np.int32]
    pair: Longs
    computed_um: Longs
    choice: Longs
    choices: tuple[Choice, ...]

    @property
    def between(self) -> Longs:
        """Items between racks whose length is known."""
        return np.flatnonzero((self.pair >= 0) & (self.computed_um >= 0))

    @property
    def ordered_um(self) -> Longs:
        """The ordered length of each item; 0 where none is chosen."""
        return np.array([choice.ordered_um for choice in self.choices] + [0], np.int64)[self.choice]

    @property
    def chosen(self) -> list[int]:
        """The choices that some item has."""
        found: list[int] = np.flatnonzero(np.bincount(self.choice[self.choice >= 0])).tolist()
        return found


class Detour(NamedTuple):
    """Racks that a cable over panels passes where its panels are in other racks than its devices.

    Attributes
    ----------
    racks
        Indices, from end a on: of the device, of both panels, and of the other device.
    pairs
        Of a patch cord, the trunk and the other patch cord: an index into the runs, -1 within a rack.
    """

    racks: tuple[int, int, int, int]
    pairs: tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class FabricCabling:
    """The k cables of one fabric.

    Attributes
    ----------
    start, links
        Links of cable i are ``links[start[i]:start[i + 1]]``, in order.
    spans
        Its length; of a splitter the longest leg's.
    choice, reason : (k,) int64
        Index into ``choices`` (-1: none) and into ``reasons``.
    need : (k,) int64
        What it has to join, an index into ``needs`` (-1: links to external nodes alone).
    cage : (m, 2) int64
        Cages of the fabric's links, for counting transceivers; -1 where there is none.
    external_module
        What the own end of a link to an external node takes (part id; empty: nothing).
    pieces
        What is laid where some cables go over panels, which then are channels of several pieces; None: the
        cables themselves.
    panels
        By cable the panel ports that it goes over, from its end a on.
    detours
        By cable the racks of its panels, where these are not the racks of its devices. The pair of its span
        is that of its trunk.
    """

    fabric: Fabric
    start: Longs
    links: Longs
    spans: Spans
    choice: Longs
    choices: tuple[Choice, ...]
    reason: Longs
    reasons: tuple[str, ...]
    need: Longs
    needs: tuple[PlugPair, ...]
    cage: Longs
    external_module: str = ""
    pieces: Laid | None = None
    panels: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    detours: Mapping[int, Detour] = field(default_factory=dict)

    @property
    def laid(self) -> Laid:
        """The cables as they are laid."""
        spans = self.spans
        return self.pieces or Laid(spans.rack, spans.pair, spans.computed_um, self.choice, self.choices)

    @property
    def count(self) -> int:
        """Number of cables."""
        return len(self.start) - 1

    @property
    def heads(self) -> Longs:
        """The first link of each cable."""
        return self.links[self.start[:-1]]

    def heads_of(self, cables: slice) -> Longs:
        """The first link of each of some cables."""
        return self.links[self.start[:-1][cables]]

    def take(self, cables: Longs) -> "FabricCabling":
        """Some of the cables, in rising order."""
        sizes = np.diff(self.start)[cables]
        start = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        return replace(
            self,
            start=start,
            links=self.links[np.repeat(self.start[cables] - start[:-1], sizes) + np.arange(start[-1])],
            spans=self.spans.take(cables),
            choice=self.choice[cables],
            reason=self.reason[cables],
            need=self.need[cables],
            pieces=None,
            panels={},
            detours={},
        )


class Fitting(NamedTuple):
    """Panels or cassettes of a part, their number, and the racks, by index, that they are in."""

    part: Panel | Cassette
    number: int
    racks: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Cabling:
    """All cables of a project, the runs that they share, and where everything sits."""

    fabrics: tuple[FabricCabling, ...]
    runs: Runs
    positions: FloorPositions
    slack_um: int
    depth: bool = False
    """Whether the depth of racks counts in lengths."""
    most_items: int | None = None
    """Largest number of different parts and lengths; None: no limit."""
    fittings: tuple[Fitting, ...] = ()
    """Panels and their cassettes, where cables go over panels."""
    excess_at: ExcessAt = "both"
    """End at which excess cable is stored."""

    @property
    def graph(self) -> TrayGraph:
        """The trays, and where racks connect to them."""
        return self.positions.graph

    @property
    def seats(self) -> Mapping[str, Position]:
        """The place of every device by id."""
        return self.positions.seats


def lays_all_together(rules: CablingRules, floor: Floor) -> bool:
    """Whether what is laid for a cable may depend on all others, so that none is laid alone."""
    return rules.few_items or rules.panels is not None or rules.apart != "no" or is_separated(floor)


def lay(
    fabrics: Sequence[Fabric],
    media: Sequence[str],
    floor: Floor,
    rules: CablingRules,
    catalog: Catalog,
    progress: Progress = SILENT,
) -> Cabling:
    """Lay the cables of all fabrics.

    Parameters
    ----------
    media
        ``any``, ``copper`` or ``optical`` for each fabric.
    """
    formed = []
    for number, (fabric, wish) in enumerate(zip(fabrics, media, strict=True)):
        progress.step(number, len(fabrics), f"finding cables for {fabric.name}")
        formed.append(form(fabric, wish, rules, catalog))
    return lay_formed(formed, find_positions(fabrics, floor, catalog), rules, progress)


def lay_formed(
    formed: Sequence[Formed],
    positions: FloorPositions,
    rules: CablingRules,
    progress: Progress = SILENT,
    forced: Sequence[Forced] = (),
) -> Cabling:
    """Lay all cables of fabrics whose links are grouped.

    Parameters
    ----------
    forced
        For each fabric the media of cables that are decided by hand, where trays are for one medium.
    """
    fabrics, free = [some.fabric for some in formed], positions
    positions = with_paths_apart(fabrics, free, rules.apart, progress)
    if rules.few_items:
        from fatdesk.engine.cabling.choice.fewest import with_few_items

        deciding = _all_deciding(formed, positions, rules, progress)
        formed = with_few_items(formed, deciding, rules)
    if is_separated(positions.floor):
        every = partial(_all_deciding, formed, rules=rules, progress=progress)
        formed, free = with_media(formed, free, rules, forced, every)
        positions = with_paths_apart(fabrics, free, rules.apart, progress)
    shares = [whole(some) for some in formed]
    made, runs = lay_shares(shares, positions, rules, progress)
    slack = um_from_m(rules.slack_m)
    rest = slack, rules.depth, rules.most_items
    return Cabling(tuple(made), runs, positions, *rest, excess_at=rules.excess_at)


def _all_deciding(
    formed: Sequence[Formed], positions: FloorPositions, rules: CablingRules, progress: Progress
) -> list[Longs]:
    """For each fabric the length that decides on each group."""
    shares = [whole(some) for some in formed]
    runs, pairs = link_runs(
        [share.wires for share in shares],
        positions.placed,
        positions.graph,
        progress,
        positions.ways,
        positions.kinds,
    )
    room = Room(positions.graph, positions.halves, positions.middles, rules)
    columns = zip(shares, positions.placed, pairs, strict=True)
    return [
        _needed(share, link_spans(share.wires, seats, pair, runs, room)) for share, seats, pair in columns
    ]


def lay_shares(
    shares: Sequence[Share], positions: FloorPositions, rules: CablingRules, progress: Progress = SILENT
) -> tuple[list[FabricCabling], Runs]:
    """Lay the cables of some groups of each fabric; they are laid as they are among all others."""
    graph = positions.graph
    wires = [share.wires for share in shares]
    runs, pairs = link_runs(wires, positions.placed, graph, progress, positions.ways, positions.kinds)
    room = Room(graph, positions.halves, positions.middles, rules)
    columns = zip(shares, positions.placed, pairs, strict=True)
    return [
        _lay(share, link_spans(share.wires, seats, pair, runs, room)) for share, seats, pair in columns
    ], runs


def _lay(share: Share, spans: Spans) -> FabricCabling:
    """From groups of links to cables with what is ordered for each; spans of ``share.wires``."""
    formed, assortment = share.formed, share.formed.assortment
    sizes = np.diff(share.start)
    count = len(share.links)
    deciding = _needed(share, spans)
    option = np.full(len(sizes), NO_OPTION, np.int64)
    reason = np.full(len(sizes), UNKNOWN, np.int64)
    for need in np.unique(share.need).tolist():
        here = np.flatnonzero((share.need == need) & (deciding >= 0))
        option[here], reason[here] = assortment.take(need, deciding[here])
    begins = _begins(share, (option >= 0) & assortment.each[option])
    cables = np.add.reduceat(begins, share.start[:-1], dtype=np.int64) if len(sizes) else sizes
    start = np.append(np.flatnonzero(begins), count).astype(np.int64)
    option, reason = np.repeat(option, cables), np.repeat(reason, cables)
    span = spans.take(_longest_link(start, spans, count))
    reason = np.where(reason >= 0, reason, (span.state == State.UNREACHABLE).astype(np.int64))
    choice, choices = assortment.order(option, span.computed_um)
    none = (choice < 0) & (span.state == State.LAID)
    span.state[none] = State.NO_CABLE
    made = FabricCabling(
        formed.fabric,
        start,
        share.links,
        span,
        choice,
        choices,
        reason,
        tuple(assortment.reasons),
        np.repeat(share.need.astype(np.int64), cables),
        formed.groups.needs,
        formed.groups.cage,
    )
    return _with_outside(made, share, spans)


def _begins(share: Share, apart: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether a cable begins at each link: a group that takes a cable for each port falls into these."""
    begins = np.repeat(apart, np.diff(share.start))
    fabric, links = share.formed.fabric, share.links
    port = np.stack([fabric.ends[links, 0], fabric.ports[links, 0]])
    follows = (fabric.splits[links][1:] > 1) & (port[:, 1:] == port[:, :-1]).all(axis=0)
    begins[1:] &= ~follows
    begins[share.start[:-1]] = True
    return begins


def _needed(share: Share, spans: Spans) -> Longs:
    """The length that decides on each group; spans of ``share.wires``."""
    sizes = np.diff(share.start)
    count = len(share.links)
    lengths, outside = spans.computed_um[:count], spans.state[:count] == State.EXTERNAL
    longest = np.maximum.reduceat(lengths, share.start[:-1]) if len(sizes) else sizes
    inside = np.where(outside, np.iinfo(np.int64).max, lengths)
    worst = np.minimum.reduceat(inside, share.start[:-1]) if len(sizes) else sizes
    return _deciding(share.hang, np.where(worst < 0, UNKNOWN, longest))


def _deciding(hang: Longs, longest: Longs) -> Longs:
    """The length that decides on each group: the longest of those that share cables or cages."""
    here = np.flatnonzero(hang >= 0)
    if not len(here):
        return longest
    result = longest.copy()
    top = np.full(int(hang.max()) + 1, UNKNOWN, np.int64)
    np.maximum.at(top, hang[here], longest[here])
    result[here] = np.where(longest[here] < 0, UNKNOWN, top[hang[here]])
    return result


def _longest_link(start: Longs, spans: Spans, count: int) -> Longs:
    """For each cable its longest link, the first of equals.

    One that is not known comes before all, one that leads outside behind all.
    """
    if len(start) < 2:
        return np.zeros(0, np.int64)
    length = spans.computed_um[:count]
    rank = np.where(length < 0, np.iinfo(np.int64).max, length)
    rank[spans.state[:count] == State.EXTERNAL] = UNKNOWN
    if len(start) == count + 1:
        return np.arange(count)
    cable = np.repeat(np.arange(len(start) - 1), np.diff(start))
    first: Longs = np.lexsort((np.arange(count), -rank, cable))[start[:-1]]
    return first


def _with_outside(made: FabricCabling, share: Share, spans: Spans) -> FabricCabling:
    """Add a cable for each port with links to external nodes alone: no length is known, nothing is chosen."""
    if not len(share.outside):
        return made
    count, first = len(share.links), share.outside_start[:-1]
    modules = [c.option.a for c in made.choices if c.option.a is not None]
    return replace(
        made,
        start=np.concatenate([made.start, made.start[-1] + share.outside_start[1:]]).astype(np.int64),
        links=np.concatenate([made.links, share.outside]),
        spans=made.spans.and_then(spans.take(count + first)),
        choice=np.concatenate([made.choice, np.full(len(first), UNKNOWN, np.int64)]),
        reason=np.concatenate([made.reason, np.full(len(first), OUTSIDE, np.int64)]),
        need=np.concatenate([made.need, np.full(len(first), UNKNOWN, np.int64)]),
        external_module=modules[0].id if modules else "",
    )
