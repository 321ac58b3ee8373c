"""Lay all cables of a project: their runs, lengths, and what is ordered for each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from fatdesk.engine.cabling.choosing import NO_OPTION, Choice, decide
from fatdesk.engine.cabling.forming import Form, Groups, PlugPair, form_groups
from fatdesk.engine.cabling.options import Option, options_for, order, thresholds
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.cabling.runs import Runs
from fatdesk.engine.cabling.seats import Seat, half_widths, seat_map, seats_of
from fatdesk.engine.cabling.spans import UNKNOWN, Room, Spans, State, link_runs, link_spans
from fatdesk.engine.cabling.trays import TrayGraph, tray_graph
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.core.progress import SILENT, Progress
from fatdesk.engine.core.units import um_from_m
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.floor.floor import Floor

Longs = NDArray[np.int64]
WHY_NOT = (
    "a place is not known",
    "no tray leads from one rack to the other",
    "the far end is outside the project: order by hand",
)
"""The first reasons of every fabric: why nothing was chosen."""
OUTSIDE = 2


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

    @property
    def count(self) -> int:
        """How many cables there are."""
        return len(self.start) - 1

    @property
    def heads(self) -> Longs:
        """The first link of each cable."""
        return self.links[self.start[:-1]]


@dataclass(frozen=True, eq=False)
class Cabling:
    """All cables of a project, the runs that they share, and where everything sits."""

    fabrics: tuple[FabricCabling, ...]
    runs: Runs
    graph: TrayGraph
    seats: Mapping[str, Seat]
    slack_um: int


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
    graph = tray_graph(floor.trays, floor.racks, catalog)
    seats = seat_map(floor.racks, catalog)
    placed = [seats_of(fabric, seats, floor.racks, catalog) for fabric in fabrics]
    runs, pairs = link_runs(fabrics, placed, len(floor.racks), graph, progress)
    halves = half_widths(floor.racks, catalog)
    bundle_cable = catalog.get(rules.bundle_cable, Cable) if rules.bundle_cable else None
    done = []
    for number, fabric in enumerate(fabrics):
        progress.step(number, len(fabrics), f"choosing cables of {fabric.name}")
        spans = link_spans(fabric, placed[number], pairs[number], runs, Room(graph, halves, rules))
        groups = form_groups(fabric, catalog, bundle_cable)
        done.append(_cables(fabric, groups, spans, _Buying(media[number], rules, catalog, bundle_cable)))
    return Cabling(tuple(done), runs, graph, seats, um_from_m(rules.slack_m))


@dataclass(frozen=True)
class _Buying:
    media: str
    rules: CablingRules
    catalog: Catalog
    bundle_cable: Cable | None


def _cables(fabric: Fabric, groups: Groups, spans: Spans, buying: _Buying) -> FabricCabling:
    """From groups of links to cables with what is ordered for each."""
    sizes = np.diff(groups.start)
    lengths = spans.computed_um[groups.links]
    longest = np.maximum.reduceat(lengths, groups.start[:-1]) if len(sizes) else sizes
    outside = spans.state[groups.links] == State.EXTERNAL
    inside = np.where(outside, np.iinfo(np.int64).max, lengths)
    worst = np.minimum.reduceat(inside, groups.start[:-1]) if len(sizes) else sizes
    longest = np.where(worst < 0, UNKNOWN, longest)
    deciding = _shared_longest(groups, longest)
    option = np.full(len(sizes), NO_OPTION, np.int64)
    reason = np.full(len(sizes), UNKNOWN, np.int64)
    reasons = [*WHY_NOT]
    all_options: list[Option] = []
    for number, need in enumerate(groups.needs):
        options = options_for(need, buying.catalog, buying.media, buying.bundle_cable)
        here = np.flatnonzero((groups.need == number) & (deciding >= 0))
        decision = decide(need, options, deciding[here], buying.rules)
        option[here] = np.where(decision.option >= 0, decision.option + len(all_options), NO_OPTION)
        reason[here] = decision.reason + len(reasons)
        reasons += decision.reasons
        all_options += options
    # a group that takes one cable a link falls into cables of one link
    each = np.array([some.each for some in all_options] or [False], bool)
    apart = (option >= 0) & each[option]
    cables = np.where(apart, sizes, 1)
    cable_size = np.repeat(np.where(apart, 1, sizes), cables)
    start = np.concatenate([[0], np.cumsum(cable_size)]).astype(np.int64)
    option, reason = np.repeat(option, cables), np.repeat(reason, cables)
    need_of = np.repeat(groups.need.astype(np.int64), cables)
    span = spans.take(_longest_link(start, groups.links, spans))
    reason = np.where(reason >= 0, reason, (span.state == State.UNREACHABLE).astype(np.int64))
    choice, choices = _choices(option, span.computed_um, all_options, buying.rules)
    none = (choice < 0) & (span.state == State.LAID)
    span.state[none] = State.NO_CABLE
    made = FabricCabling(
        fabric,
        start,
        groups.links,
        span,
        choice,
        choices,
        reason,
        tuple(reasons),
        need_of,
        groups.needs,
        groups.cage,
    )
    return _with_externals(made, spans)


def _longest_link(start: Longs, links: Longs, spans: Spans) -> Longs:
    """For each cable its longest link, the first of equals.

    One that is not known comes before all, one that leads outside behind all.
    """
    if len(start) < 2:
        return links[:0]
    cable = np.repeat(np.arange(len(start) - 1), np.diff(start))
    length = spans.computed_um[links]
    rank = np.where(length < 0, np.iinfo(np.int64).max, length)
    rank[spans.state[links] == State.EXTERNAL] = UNKNOWN
    order_ = np.lexsort((links, -rank, cable))
    return links[order_[start[:-1]]]


def _shared_longest(groups: Groups, longest: Longs) -> Longs:
    """Links that share cages take the same kind, so the longest of those that hang together decides."""
    shared = np.array([need.form is Form.SHARED for need in groups.needs] or [False], bool)[groups.need]
    result = longest.copy()
    here = np.flatnonzero(shared)
    if not len(here):
        return result
    ends = groups.cage[groups.links[groups.start[here]]]
    cages, inverse = np.unique(ends, return_inverse=True)
    inverse = inverse.reshape(-1, 2)
    ones = np.ones(len(here), np.int8)
    graph = coo_array((ones, (inverse[:, 0], inverse[:, 1])), shape=(len(cages), len(cages)))
    _, component = connected_components(graph, directed=False)
    of_link = component[inverse[:, 0]]
    top = np.full(int(component.max()) + 1, UNKNOWN, np.int64)
    np.maximum.at(top, of_link, longest[here])
    result[here] = np.where(longest[here] < 0, UNKNOWN, top[of_link])
    return result


def _choices(
    option: Longs,
    length: Longs,
    options: Sequence[Option],
    rules: CablingRules,
) -> tuple[Longs, tuple[Choice, ...]]:
    """What is ordered for each cable: its own length of the option that was decided on."""
    choice = np.full(len(option), UNKNOWN, np.int64)
    made: dict[tuple[int, int], int] = {}
    found: list[Choice] = []
    for number in np.unique(option[option >= 0]).tolist():
        some = options[number]
        here = np.flatnonzero((option == number) & (length >= 0))
        steps = thresholds(some, rules)
        edges = np.unique(length[here]) if steps is None else np.unique(np.array(steps, np.int64))
        bucket = np.searchsorted(edges, length[here], side="left")
        for one in np.unique(bucket).tolist():
            need = int(edges[one]) if one < len(edges) else int(length[here].max())
            ordered = order(some, need, rules)
            if ordered is None:
                continue
            cables = here[bucket == one]
            key = (number, ordered[0])
            if key not in made:
                made[key] = len(found)
                found.append(Choice(some, *ordered))
            choice[cables] = made[key]
    return choice, tuple(found)


def _with_externals(made: FabricCabling, spans: Spans) -> FabricCabling:
    """Add a cable for each port with links to external nodes alone: no length is known, nothing is chosen."""
    fabric = made.fabric
    external = fabric.kind[fabric.ends[:, 1]] == NodeKind.EXTERNAL
    external[made.links] = False
    outside = np.flatnonzero(external).astype(np.int64)
    if not len(outside):
        return made
    port = fabric.ends[outside, 0].astype(np.int64) * (int(fabric.ports.max()) + 1) + fabric.ports[outside, 0]
    outside = outside[np.argsort(port, kind="stable")]
    _, first, legs = np.unique(np.sort(port), return_index=True, return_counts=True)
    modules = [c.option.a for c in made.choices if c.option.a is not None]
    return FabricCabling(
        fabric,
        np.concatenate([made.start, made.start[-1] + np.cumsum(legs)]).astype(np.int64),
        np.concatenate([made.links, outside]),
        made.spans.and_then(spans.take(outside[first])),
        np.concatenate([made.choice, np.full(len(first), UNKNOWN, np.int64)]),
        made.choices,
        np.concatenate([made.reason, np.full(len(first), OUTSIDE, np.int64)]),
        made.reasons,
        np.concatenate([made.need, np.full(len(first), UNKNOWN, np.int64)]),
        made.needs,
        made.cage,
        modules[0].id if modules else "",
    )
