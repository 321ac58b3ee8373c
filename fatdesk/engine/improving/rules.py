"""Placement rules that every step keeps: blocks, policy, core switches, racks in use."""

from collections.abc import Sequence
from typing import Literal

from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.engine.floor.room_layout import places
from fatdesk.engine.improving.placement import Change
from fatdesk.engine.improving.stock import Content, Stock

Freedom = Literal["racks", "groups", "free"]
Homes = dict[int, bool]
"""The racks of a block, and whether edge switches of it are there."""


class Rules:
    """Rules that may not get worse than at the start; units, mass and power are checked while stacking.

    - A block in one rack stays in one rack, whichever.
    - A spread block may come together, but takes no more racks than at the start and does not reach
      further than the widest did; one too big for a rack keeps to consecutive racks, its edge switches in
      the middle.
    - Under ``scalable-unit`` blocks that had racks of their own have racks of their own; under
      ``prewired`` those that are too big for a rack.
    - No two blocks of a rack share a rack. A block whose edge switches are in racks of the row stays in
      that row, and no block moves into those racks.
    - Core switches that were requested in certain racks, or spread, keep to these racks (``racks``); those
      requested in a number of groups move as groups (``groups``); all others are ``free``. Free ones of a
      fabric that were in two racks or more do not all go into one.
    - No more racks of a kind are in use than at the start. In a room that is made as large as needed, and
      anywhere with ``keeps_empty``, racks that were empty stay empty, so that they remain the last ones.
    """

    def __init__(self, stock: Stock, room: RoomRequirement, *, keeps_empty: bool = False) -> None:
        self.stock = stock
        self.cores: Freedom = _freedom(room)
        homes = _homes(stock)
        self._homes = {block: racks for block, racks in homes.items() if len(racks) > 1 or block in stock.big}
        self._start = dict(self._homes)
        small = [_span(racks) for block, racks in self._homes.items() if block not in stock.big]
        self._widest = max(small, default=0)
        shared = [blocks for blocks in _blocks_by_rack(homes) if len(blocks) > 1]
        self._alone = room.policy == "scalable-unit" and not shared
        self._big_alone = room.policy != "dense" and not any(blocks & stock.big for blocks in shared)
        self._most = _in_use(stock)
        self._used = dict(self._most)
        self._shut = _empty(stock) if keeps_empty or places(room) is None else frozenset()
        self._spines = _core_racks(stock) if self.cores == "free" else {}
        self._spines_moved: dict[int, set[int]] = {}
        self._moved: dict[int, Homes] = {}
        self._more: dict[str, int] = {}

    def allow(self, contents: Sequence[Content], changes: Sequence[Change]) -> bool:
        """Whether changes of the contents keep the rules; call before :meth:`kept`."""
        for rack, content in changes:
            blocks = {piece.block for piece in content.pieces} if len(content.pieces) > 1 else ()
            if blocks and (self._alone or (self._big_alone and not self.stock.big.isdisjoint(blocks))):
                return False
            if self.stock.racks and sum(p.block in self.stock.racks for p in content.pieces) > 1:
                return False
            if content.pieces and rack in self.stock.for_edges:
                return False
            if self.stock.rows and any(
                self.stock.rows.get(p.block, self.stock.row[rack]) != self.stock.row[rack]
                for p in content.pieces
            ):
                return False
            if self.cores == "groups" and not self._groups_apart(content):
                return False
        return (
            self._racks_suffice(contents, changes)
            and self._near(contents, changes)
            and self._apart(contents, changes)
        )

    def kept(self) -> None:
        """Take note that the changes that were allowed last are made."""
        self._homes |= self._moved
        self._spines |= self._spines_moved
        for part, more in self._more.items():
            self._used[part] += more

    def restart(self, contents: Sequence[Content], before: Sequence[Content]) -> None:
        """Take note that all contents are replaced."""
        changes = [(rack, new) for rack, new in enumerate(contents) if new is not before[rack]]
        self._racks_suffice(before, changes)
        self._near(before, changes)
        self._apart(before, changes)
        self.kept()

    def spread(self, block: int) -> bool:
        """Whether a block may be spread over several racks."""
        return block in self._homes

    def racks_of(self, block: int) -> list[int]:
        """Racks of a spread block, in order."""
        return sorted(self._homes[block])

    def _groups_apart(self, content: Content) -> bool:
        """Whether each fabric has at most as many core switches in a rack as its largest group."""
        fabric = self.stock.fabric_of_core
        counts: dict[int, int] = {}
        for core in content.cores:
            counts[fabric[core]] = counts.get(fabric[core], 0) + 1
        return all(count <= self.stock.largest_group[some] for some, count in counts.items())

    def _apart(self, contents: Sequence[Content], changes: Sequence[Change]) -> bool:
        """Whether no fabric has all of its core switches in one rack that had them in several."""
        moved: dict[int, set[int]] = {}
        if self._spines and any(contents[rack].cores or content.cores for rack, content in changes):
            changed = {rack for rack, _ in changes}
            moved = {fabric: racks - changed for fabric, racks in self._spines.items()}
            for rack, content in changes:
                for core in content.cores:
                    fabric = self.stock.fabric_of_core[core]
                    if fabric in moved:
                        moved[fabric].add(rack)
        self._spines_moved = moved
        return all(len(racks) > 1 for racks in moved.values())

    def _racks_suffice(self, contents: Sequence[Content], changes: Sequence[Change]) -> bool:
        more: dict[str, int] = {}
        for rack, content in changes:
            frame = self.stock.frames[rack]
            if rack in self._shut and content.devices:
                return False
            if not frame.keeps:
                step = bool(content.devices) - bool(contents[rack].devices)
                more[frame.part] = more.get(frame.part, 0) + step
        self._more = more
        return all(self._used[part] + step <= self._most[part] for part, step in more.items() if step > 0)

    def _near(self, contents: Sequence[Content], changes: Sequence[Change]) -> bool:
        """Whether the spread blocks that the changes touch lie no worse than they may."""
        moved: dict[int, Homes] = {}
        for rack, _ in changes:
            for piece in contents[rack].pieces:
                if piece.block in self._homes:
                    moved.setdefault(piece.block, dict(self._homes[piece.block])).pop(rack, None)
        for rack, content in changes:
            for piece in content.pieces:
                if piece.block in self._homes:
                    racks = moved.setdefault(piece.block, dict(self._homes[piece.block]))
                    racks[rack] = bool(piece.edges) or racks.get(rack, False)
        self._moved = moved
        return all(self._is_well_placed(block, racks) for block, racks in moved.items())

    def _is_well_placed(self, block: int, racks: Homes) -> bool:
        start = self._start[block]
        if len(racks) > len(start):
            return False
        if block not in self.stock.big:
            return _span(racks) <= self._widest
        even = len(racks) % 2 == 0
        return _holes(racks) <= _holes(start) and _off_middle(racks) <= max(_off_middle(start), even)


def _freedom(room: RoomRequirement) -> Freedom:
    if room.core_at != "centre":
        return "racks"
    return "free" if room.core_groups is None else "groups"


def _core_racks(stock: Stock) -> dict[int, set[int]]:
    """The racks of the core switches of each fabric that has them in several."""
    found: dict[int, set[int]] = {}
    for rack, content in enumerate(stock.start):
        for core in content.cores:
            found.setdefault(stock.fabric_of_core[core], set()).add(rack)
    return {fabric: racks for fabric, racks in found.items() if len(racks) > 1}


def _homes(stock: Stock) -> dict[int, Homes]:
    """The racks of each block at the start, of what stays as well."""
    homes: dict[int, Homes] = {}
    for block, rack, edges in stock.anchors:
        homes.setdefault(block, {})[rack] = edges
    for rack, content in enumerate(stock.start):
        for piece in content.pieces:
            homes.setdefault(piece.block, {})[rack] = bool(piece.edges)
    return homes


def _blocks_by_rack(homes: dict[int, Homes]) -> list[set[int]]:
    found: dict[int, set[int]] = {}
    for block, racks in homes.items():
        for rack in racks:
            found.setdefault(rack, set()).add(block)
    return list(found.values())


def _in_use(stock: Stock) -> dict[str, int]:
    """For each kind of rack how many hold something that moves and nothing that stays."""
    used = dict.fromkeys((frame.part for frame in stock.frames), 0)
    for frame, content in zip(stock.frames, stock.start, strict=True):
        used[frame.part] += bool(content.devices) and not frame.keeps
    return used


def _empty(stock: Stock) -> frozenset[int]:
    """The racks with nothing in them."""
    pairs = enumerate(zip(stock.frames, stock.start, strict=True))
    return frozenset(rack for rack, (frame, content) in pairs if not content.devices and not frame.keeps)


def _span(racks: Homes) -> int:
    return max(racks) - min(racks)


def _holes(racks: Homes) -> int:
    return _span(racks) + 1 - len(racks)


def _off_middle(racks: Homes) -> int:
    """Return the distance of edge switches from the middle of the racks, in halves of a place."""
    ends = min(racks) + max(racks)
    return max((abs(2 * rack - ends) for rack, edges in racks.items() if edges), default=0)
