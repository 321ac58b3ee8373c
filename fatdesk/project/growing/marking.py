"""Marks of a step for its drawings: what becomes of each link, device and rack, and in which stage."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.memory import collection_paused
from fatdesk.engine.cabling.filling import cables_in, cell_lines_mm, cells_of
from fatdesk.engine.cabling.identity import cable_ids
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.change_order.marks import (
    GOES,
    MARK_OF,
    Mark,
    MarkedFloor,
    MarkedNetwork,
    MarkedStep,
    StageFacts,
    joined_fabric,
)
from fatdesk.engine.change_order.rows import ChangeOrder
from fatdesk.engine.change_order.texts import residual_text
from fatdesk.engine.drawing.floor_picture import floor_picture, rack_box
from fatdesk.engine.floor.budget import everything
from fatdesk.engine.floor.floor import Rack, rack_label
from fatdesk.engine.growth.changes import Changes, Fate, WorkStage
from fatdesk.project.derived.derived import Derived
from fatdesk.project.growing.work import Work

Place = tuple[int, int, str]
"""Rack, counted from 0, unit and part of a device."""


class _Fates(NamedTuple):
    """Fates of the cables: number, fate and stage of each by its id, after the step and before."""

    after: dict[str, tuple[int, Fate, int]]
    before: dict[str, tuple[int, Fate, int]]


class _Racks(NamedTuple):
    """Racks of both states with their marks, and which of them, from 0, a label was before and is after."""

    marked: list[tuple[Rack, Mark]]
    before: dict[str, int]
    after: dict[str, int]


class _States(NamedTuple):
    """Both states, and what becomes of the cables."""

    before: Derived
    after: Derived
    changes: Changes
    fates: _Fates


def marked_step(work: Work, title: str) -> MarkedStep:
    """Return the marks of a step; one that cannot be divided into stages is worked on in one."""
    stages = () if work.why_no_stages else work.stages
    marked = marked_states(work.grown.before, work.grown.after, work.changes, title, stages)
    return replace(marked, stages=tuple(_facts(stage) for stage in stages))


@collection_paused()  # its many rows all stay
def marked_states(
    before: Derived,
    after: Derived,
    changes: Changes,
    title: str,
    stages: Sequence[WorkStage] = (),
    same_rack: Callable[[Rack], object] = rack_label,
) -> MarkedStep:
    """Return the marks of two states of a project with the changes of their cables, by stage.

    Parameters
    ----------
    same_rack
        What a rack has in common with itself in the other state.
    """
    states = _States(before, after, changes, _fates(changes, stages))
    racks = _racks(before.project.floor.racks, after.project.floor.racks, same_rack)
    return MarkedStep(
        title=title,
        networks=tuple(_network(states, name, racks) for name in _names(before, after)),
        floor=_floor(states, racks),
        rack_labels=tuple(rack_label(rack) for rack, _ in racks.marked),
        catalog=Catalog({part.id: part for part in (*before.catalog, *after.catalog)}.values()),
    )


def _facts(stage: WorkStage) -> StageFacts:
    return StageFacts(
        fabric=stage.fabric,
        moved=stage.count(Fate.MOVED),
        new=stage.count(Fate.ADDED),
        removed=stage.count(Fate.REMOVED),
        residual=residual_text(stage),
        at=", ".join(stage.domains),
        hours=float(stage.hours),
    )


def drawn_order(work: Work, title: str) -> ChangeOrder:
    """Return the change order of a step with its drawings.

    Raises
    ------
    GrowthError
        When the floor cannot be kept.
    """
    return replace(work.order(title), drawings=marked_step(work, title))


def _names(before: Derived, after: Derived) -> Iterator[str]:
    """Names of all networks."""
    yield from dict.fromkeys(fabric.name for fabric in (*after.fabrics, *before.fabrics))


def _fates(changes: Changes, stages: Sequence[WorkStage]) -> _Fates:
    stage_of: dict[tuple[bool, str], int] = {}
    for number, stage in enumerate(stages, start=1):
        stage_of.update(((one.after is None, one.row.id), number) for one in stage.changes)
    found = _Fates({}, {})
    for number, one in enumerate(changes.cables):
        at = 0 if one.fate is Fate.KEPT else stage_of.get((one.after is None, one.row.id), 1)
        for row, known in ((one.after, found.after), (one.before, found.before)):
            if row is not None:
                known[row.id] = number, one.fate, at
    return found


# -- networks ------------------------------------------------------------------------------------------------


def _links(derived: Derived, name: str, known: dict[str, tuple[int, Fate, int]]) -> Longs:
    """Number of the cable, mark and stage of each link of a network, (m, 3); of no cable -1, kept, 0."""
    made = derived.cabling.fabrics[derived.number_of(name)]
    found = np.zeros((len(made.fabric.ends), 3), np.int64)
    found[:, 0] = -1
    values = [known[one] for one in cable_ids(made, derived.catalog)]
    rows = np.array([(number, MARK_OF[fate], stage) for number, fate, stage in values], np.int64)
    found[made.links] = np.repeat(rows.reshape(-1, 3), np.diff(made.start), axis=0)
    return found


def _network(states: _States, name: str, racks: _Racks) -> MarkedNetwork:
    before, after, _, fates = states
    old, new = (
        next((one for one in derived.fabrics if one.name == name), None) for derived in (before, after)
    )
    there = old if new is None else new
    assert there is not None  # the name is that of a network before or after
    now = _links(after, name, fates.after) if new is not None else np.zeros((0, 3), np.int64)
    then = _links(before, name, fates.before) if old is not None else np.zeros((0, 3), np.int64)
    then[then[:, 1] == Mark.MOVED, 1] = Mark.LEFT
    goes = np.flatnonzero(np.isin(then[:, 1], GOES))
    if new is None:
        fabric, goes = there, np.arange(len(then))
    elif old is None:
        fabric = there
    else:
        fabric, _ = joined_fabric(new, old, goes)
    links = np.concatenate([now, then[goes]])
    was, is_now = _places(before, racks.before), _places(after, racks.after)
    marks = [_device_mark(was.get(one), is_now.get(one)) for one in fabric.ids]
    seats = [is_now.get(one) or was.get(one) for one in fabric.ids]
    known = dict(zip((one for made in before.fabrics for one in made.ids), _flat(before.names), strict=True))
    known |= dict(zip((one for made in after.fabrics for one in made.ids), _flat(after.names), strict=True))
    return MarkedNetwork(
        fabric=fabric,
        names=tuple(known[one] for one in fabric.ids),
        racks=np.array([-1 if seat is None else seat[0] for seat in seats], np.int32),
        mark=links[:, 1].copy(),
        stage=links[:, 2].copy(),
        cable=links[:, 0].copy(),
        node_mark=np.array(marks, np.int64),
    )


def _flat(names: Iterable[Iterable[str]]) -> Iterator[str]:
    return (name for some in names for name in some)


def _places(derived: Derived, racks: Mapping[str, int]) -> dict[str, Place]:
    """Place of each device, of what is inside of one that of the outer device; racks by their labels."""
    return {
        some.id: (racks[rack_label(rack)], device.u, some.part)
        for rack in derived.project.floor.racks
        for device in rack.devices
        for some in everything(device)
    }


def _device_mark(was: Place | None, now: Place | None) -> Mark:
    if was == now:
        return Mark.KEPT
    return Mark.NEW if was is None else Mark.REMOVED if now is None else Mark.MOVED


# -- floor ---------------------------------------------------------------------------------------------------


def _racks(before: Sequence[Rack], after: Sequence[Rack], same: Callable[[Rack], object]) -> _Racks:
    """Racks after the step, then those whose place goes.

    As in the bill, a rack counts while devices are in it: it is new when it gets the first one. One at
    another place, or turned, is moved.
    """
    old, new = ({same(rack) for rack in racks if rack.devices} for racks in (before, after))
    places = {same(rack) for rack in after}
    gone = [rack for rack in before if rack.devices and same(rack) not in places]
    placed = {same(rack): _place(rack) for rack in before}
    marked = []
    for rack in (*after, *gone):
        was, now = same(rack) in old, same(rack) in new
        moved = was and now and placed[same(rack)] != _place(rack)
        stays = Mark.MOVED if moved else Mark.KEPT
        marked.append((rack, stays if was == now else Mark.NEW if now else Mark.REMOVED))
    numbers = {same(rack): number for number, (rack, _) in reversed(list(enumerate(marked)))}
    by_label = [
        {rack_label(rack): numbers[same(rack)] for rack in reversed(racks) if same(rack) in numbers}
        for racks in (before, after)
    ]
    return _Racks(marked, *by_label)


def _place(rack: Rack) -> tuple[object, ...]:
    """Place of a rack, and its front."""
    return rack.x_mm, rack.y_mm, rack.front


def _floor(states: _States, racks: _Racks) -> MarkedFloor:
    before, after, changes, fates = states
    was, now = _outer_places(before, racks.before), _outer_places(after, racks.after)
    mounted = Counter(place[0] + 1 for one, place in now.items() if was.get(one) != place)
    dismounted = Counter(place[0] + 1 for one, place in was.items() if now.get(one) != place)
    picture = floor_picture(after.project.floor, after.catalog.find)
    boxes = {}
    for at, (rack, _) in enumerate(racks.marked, start=1):
        parts = after.catalog if at <= len(after.project.floor.racks) else before.catalog
        boxes[at] = rack_box(rack, parts.find)._replace(number=at)
    plugs: Counter[tuple[int, Mark, int]] = Counter()
    for one in changes.cables:
        if one.fate is not Fate.KEPT:
            known = fates.before if one.after is None else fates.after
            stage, mark = known[one.row.id][2], MARK_OF[one.fate]
            left = Mark.LEFT if mark is Mark.MOVED else mark
            for ends, of, at_label in ((one.pulled, left, racks.before), (one.plugged, mark, racks.after)):
                found = (at_label.get(end.rack_label) for end in ends)
                plugs.update((number + 1, of, stage) for number in found if number is not None)
    pieces, flow = [], []
    first = 0
    stays = Mark.KEPT, Mark.MOVED, Mark.NEW
    for some, cables in (_flow(after, fates.after, stays), _flow(before, fates.before, GOES)):
        cables[:, 0] += first
        first += len(some)
        pieces.append(some)
        flow.append(cables)
    return MarkedFloor(
        picture=replace(picture, racks=boxes),
        racks={at: mark for at, (_, mark) in enumerate(racks.marked, start=1)},
        mounted=dict(sorted(mounted.items())),
        dismounted=dict(sorted(dismounted.items())),
        pieces=np.concatenate(pieces),
        flow=np.concatenate(flow),
        plugs=np.array([(*key, count) for key, count in sorted(plugs.items())], np.int64).reshape(-1, 4),
    )


def _outer_places(derived: Derived, racks: Mapping[str, int]) -> dict[str, Place]:
    """Place of each device that is mounted by itself; racks by their labels."""
    return {
        device.id: (racks[rack_label(rack)], device.u, device.part)
        for rack in derived.project.floor.racks
        for device in rack.devices
    }


def _flow(
    derived: Derived, known: dict[str, tuple[int, Fate, int]], of: Sequence[Mark]
) -> tuple[Floats, Longs]:
    """Pieces of trays, and the cables of some marks in each by mark and stage."""
    cabling = derived.cabling
    pairs = len(cabling.runs.a)
    weights: dict[tuple[Mark, int], Longs] = {}
    for made in cabling.fabrics:
        values = [known[one] for one in cable_ids(made, derived.catalog)]
        marks = np.array([MARK_OF[fate] for _, fate, _ in values], np.int64)
        stages = np.array([stage for _, _, stage in values], np.int64)
        if Mark.LEFT in of:
            marks[marks == Mark.MOVED] = Mark.LEFT
        laid = (made.spans.pair >= 0) & (made.spans.computed_um >= 0) & np.isin(marks, of)
        keys = np.unique(np.column_stack([marks[laid], stages[laid]]), axis=0)
        for mark, stage in keys.tolist():
            here = laid & (marks == mark) & (stages == stage)
            count = np.bincount(made.spans.pair[here], minlength=pairs).astype(np.int64)
            for cable, detour in made.detours.items():  # the span has the pair of the trunk
                for pair in (detour.pairs[0], detour.pairs[2]):
                    if pair >= 0 and here[cable]:
                        count[pair] += 1
            key = Mark(mark), stage
            weights[key] = weights.get(key, 0) + count
    cells = cells_of(cabling.graph)
    hung, lines = cell_lines_mm(cells, cabling.graph.net)
    if not weights or not len(hung):
        return np.zeros((0, 4)), np.zeros((0, 4), np.int64)
    rows = []
    loads = cables_in(cells, cabling.runs, list(weights.values()))
    for (mark, stage), load in zip(weights, loads, strict=True):
        some = np.flatnonzero(load[hung])
        rows.append(
            np.column_stack([some, np.full(len(some), mark), np.full(len(some), stage), load[hung[some]]])
        )
    found = np.concatenate(rows).astype(np.int64)
    used, place = np.unique(found[:, 0], return_inverse=True)
    found[:, 0] = place.reshape(-1)
    return lines[used], found
