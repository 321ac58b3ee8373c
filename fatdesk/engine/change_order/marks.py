"""Marks of a growth step: which cables, devices and racks are kept, moved, new or removed, and when.

Drawings of a step are made from these arrays alone: they hold no rows of lists, and are small enough to be
handed from process to process.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from fatdesk.core.arrays import Bools, Floats, Ints, Longs
from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.drawing.floor_picture import FloorPicture
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.growth.changes import Fate


class Mark(IntEnum):
    """Mark of an item of a step."""

    KEPT = 0
    MOVED = 1
    """The new place of an item that is moved."""
    NEW = 2
    LEFT = 3
    """The old place of an item that is moved."""
    REMOVED = 4


MARK_OF = {
    Fate.KEPT: Mark.KEPT,
    Fate.MOVED: Mark.MOVED,
    Fate.ADDED: Mark.NEW,
    Fate.REMOVED: Mark.REMOVED,
}
TITLES = {
    Mark.KEPT: "Kept",
    Mark.MOVED: "Moved: new place",
    Mark.NEW: "New",
    Mark.LEFT: "Moved: old place",
    Mark.REMOVED: "Removed",
}


class Words(NamedTuple):
    """Words of drawings and of their texts.

    Attributes
    ----------
    document
        What the drawings are of.
    shows
        What a drawing of a network shows.
    titles
        What keys say of each mark.
    moved
        What texts say of moved cables.
    """

    document: str
    shows: str
    titles: Mapping[Mark, str]
    moved: str


WORDS = Words("Change order", "what is kept, moved, new and removed", TITLES, "moved")
"""Those of a step."""
LETTERS = {Mark.KEPT: "", Mark.MOVED: "M", Mark.NEW: "N", Mark.LEFT: "M", Mark.REMOVED: "R"}
"""Letters next to counts, so that drawings read without colours."""
GOES = (Mark.LEFT, Mark.REMOVED)
"""Marks of what is there before the stage, and not after it."""


AFTER = 1_000_000
"""Stage at which all others are done."""
WHOLE = -1
"""All stages at once, as on paper."""


class State(IntEnum):
    """State of an item while a stage is worked on."""

    TO_COME = 0
    DONE = 1
    NOW = 2


@dataclass(frozen=True, eq=False)
class MarkedNetwork:
    """A network with the links of before and after a step.

    Attributes
    ----------
    fabric
        All devices of both; the links after the step, then those that leave their ports.
    names
        Of its nodes, as they are called after the step.
    racks : (n,) int32
        Index into ``MarkedStep.rack_labels`` of each node, -1: in none.
    mark, stage : (m,) int64
        Mark of each link, and the stage of its work from 1; 0: kept.
    cable : (m,) int64
        Number of its cable among the changes of the step; -1: a trace of a backplane.
    node_mark : (n,) int64
        Mark of each device: kept, moved, new or removed.
    """

    fabric: Fabric
    names: tuple[str, ...]
    racks: Ints
    mark: Longs
    stage: Longs
    cable: Longs
    node_mark: Longs

    @cached_property
    def counts(self) -> dict[Mark, int]:
        """Cables of each mark."""
        return {mark: self.cables(mark) for mark in Mark}

    def cables(self, mark: Mark, stage: int | None = None) -> int:
        """Number of cables of a mark, in a stage or in all."""
        if stage is not None:
            return self._by_stage.get((mark, stage), 0)
        return sum(count for (one, _), count in self._by_stage.items() if one == mark)

    @cached_property
    def _by_stage(self) -> dict[tuple[int, int], int]:
        """Number of cables of each mark and stage: one of several links counts once."""
        here = self.cable >= 0
        stages, cables = (int(some.max(initial=0)) + 1 for some in (self.stage, self.cable))
        key = self.mark[here] * stages + self.stage[here]
        found, count = np.unique(np.unique(key * cables + self.cable[here]) // cables, return_counts=True)
        return {divmod(at, stages): n for at, n in zip(found.tolist(), count.tolist(), strict=True)}

    def is_worked_on(self, stage: int) -> bool:
        """Whether cables of the network are moved, added or removed in a stage."""
        return any(self.cables(mark, stage) for mark in Mark if mark is not Mark.KEPT)

    def devices(self, mark: Mark) -> int:
        """Number of devices of a mark."""
        return int((self.node_mark == mark).sum())


@dataclass(frozen=True, eq=False)
class MarkedFloor:
    """The floor of a step: racks and trays of after, and racks that go.

    Attributes
    ----------
    picture
        Racks, trays and the building.
    racks
        Mark of each rack, by its number in the picture.
    mounted, dismounted
        Devices that are mounted in each rack, or dismounted there, by its number; moved ones count in both.
    pieces : (p, 4) float64
        Straight pieces of trays in millimetres of the room, within which the same cables run.
    flow : (f, 4) int64
        Piece, mark, stage (0: kept) and number of the cables in it.
    plugs : (r, 4) int64
        Number of a rack, mark, stage and number of plugs that are pulled (of old places) or plugged there.
    """

    picture: FloorPicture
    racks: Mapping[int, Mark]
    mounted: Mapping[int, int]
    dismounted: Mapping[int, int]
    pieces: Floats
    flow: Longs
    plugs: Longs


@dataclass(frozen=True)
class StageFacts:
    """Figures of a stage for its title."""

    fabric: str
    moved: int
    new: int
    removed: int
    residual: str
    """The bandwidth that stays, in words."""
    at: str
    hours: float

    @property
    def text(self) -> str:
        """Its cables and the bandwidth that stays."""
        counts = ((self.moved, "moved"), (self.new, "new"), (self.removed, "removed"))
        words = [f"{count:,} {word}" for count, word in counts if count]
        return ", ".join([*(words or ["no cable"]), self.residual])


@dataclass(frozen=True, eq=False)
class MarkedStep:
    """All drawings of a step.

    Attributes
    ----------
    rack_labels
        Labels of the racks, those of ``floor`` in their order.
    catalog
        Parts of the devices.
    stages
        Figures of the stages, in order; empty: the work cannot be divided into stages.
    words
        What the drawings and their texts say.
    clouds
        Whether a cloud is drawn around what changes, as between revisions of drawings.
    """

    title: str
    networks: tuple[MarkedNetwork, ...]
    floor: MarkedFloor
    rack_labels: tuple[str, ...]
    catalog: Catalog
    stages: tuple[StageFacts, ...] = ()
    words: Words = WORDS
    clouds: bool = False

    @cached_property
    def counts(self) -> dict[Mark, int]:
        """Cables of each mark, of all networks."""
        return {mark: sum(one.counts[mark] for one in self.networks) for mark in Mark}

    @property
    def last(self) -> int:
        """The position after the last stage; 0 is that before the first."""
        return len(self.stages) + 1

    def stage_at(self, at: int) -> int:
        """The stage that is worked on at a position; ``AFTER``: all are done."""
        return at if at < self.last else AFTER

    def position_text(self, at: int) -> str:
        """A position between before and after in words: a stage with its work.

        Parameters
        ----------
        at
            0: before; 1 to n: a stage; n + 1: after.
        """
        if at <= 0:
            return f"Before the step; to come: {self._work()}"
        if at >= self.last:
            return f"After the step: {self._work()}"
        stage = self.stages[at - 1]
        where = f" at {stage.at}" if stage.at else ""
        return f"Stage {at:,} of {len(self.stages):,}{where}: {stage.text}"

    def _work(self) -> str:
        counts, floor = self.counts, self.floor
        words = ((Mark.MOVED, self.words.moved), (Mark.NEW, "new"), (Mark.REMOVED, "removed"))
        found = [(counts[mark], word) for mark, word in words if counts[mark]]
        cables = ", ".join(f"{count:,} {word}" for count, word in found)
        text = f"{cables} {'cable' if found[-1][0] == 1 else 'cables'}" if found else "no cable changes"
        mounted = sum(floor.mounted.values())
        return f"{text}, {counted(mounted, 'device')} mounted" if mounted else text


def states(stage: Longs, at: int) -> Longs:
    """State of items of some stages while one is worked on; kept ones (stage 0) are done."""
    found: Longs = np.where(stage > at, State.TO_COME, np.where(stage == at, State.NOW, State.DONE))
    if at == WHOLE:
        found = np.where(stage > 0, State.NOW, State.DONE)
    found[stage == 0] = State.DONE
    return found.astype(np.int64)


def is_there(mark: Longs, state: Longs) -> Bools:
    """Items that are drawn: those that go are no more when their stage is done."""
    found: Bools = ~(np.isin(mark, GOES) & (state == State.DONE))
    return found


def joined_fabric(after: Fabric, before: Fabric, old_links: Longs) -> tuple[Fabric, Longs]:
    """Return a network with all devices and some links of today, and the number of each device of today.

    Devices are the same by their ids.
    """
    number = {one: node for node, one in enumerate(after.ids)}
    gone = [node for node, one in enumerate(before.ids) if one not in number]
    parts = list(after.parts)
    known = {part: at for at, part in enumerate(parts)}
    for part in before.parts:
        if part not in known:
            known[part] = len(parts)
            parts.append(part)
    of_part = np.array([*(known[part] for part in before.parts), -1], np.int32)
    number |= {before.ids[node]: after.node_count + at for at, node in enumerate(gone)}
    node = np.array([number[one] for one in before.ids], np.int64)

    def nodes(name: str) -> Ints:
        return np.concatenate([getattr(after, name), getattr(before, name)[gone]]).astype(np.int32)

    def links(name: str) -> Any:
        return np.concatenate([getattr(after, name), getattr(before, name)[old_links]])

    columns: dict[str, Any] = {name: nodes(name) for name in ("kind", "level", "index", "block")}
    columns |= {name: links(name) for name in ("ports", "split", "splits", "bundle", "trace", "rate_gbps")}
    columns["part"] = np.concatenate([after.part, of_part[before.part[gone]]]).astype(np.int32)
    columns["ends"] = np.concatenate(
        [after.ends, node[before.ends[old_links]].astype(np.int32).reshape(-1, 2)]
    )
    ids = (*after.ids, *(before.ids[one] for one in gone))
    made = replace(after, parts=tuple(parts), ids=ids, **columns)
    return made, node
