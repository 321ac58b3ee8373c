"""Figures of a room in halves and of the universal fat-tree of its volume, as they are kept and printed."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from fatdesk.core.struct import Struct
from fatdesk.networks.schedules.offline import Schedule
from fatdesk.networks.schedules.universal_trees.cutting import Plane, planes
from fatdesk.networks.schedules.universal_trees.decomposition import Decomposition
from fatdesk.networks.schedules.universal_trees.universal import SameVolume

CUT_LEVELS = 6
"""Planes of a number of levels are listed one by one; the tables cover all levels."""
AXES = "xyz"

Whole = Annotated[int, Meta(ge=0, lt=1 << 53)]
Amount = Annotated[float, Meta(ge=0)]
Corner = tuple[float, float, float]
Box = tuple[Corner, Corner]


class RoomLevel(Struct, frozen=True, kw_only=True):
    """The parts of a level of the division by planes; figures out of a part are the largest.

    ``width_gbps`` counts parts too that planes cut no further, on every lower level.
    """

    level: Whole
    parts: Whole
    most_hosts: Whole
    largest_surface_m2: Amount
    out_gbps: Amount
    width_gbps: Amount
    out_links: Whole
    out_gbps_per_m2: Amount
    cut_gbps: Amount
    cut_links: Whole


class RoomCut(Struct, frozen=True, kw_only=True):
    """A plane across a part of the room, the part being ``box_m``."""

    level: Whole
    axis: Annotated[str, Meta(pattern=r"\A[xyz]\Z")]
    at_m: float
    box_m: Box
    gbps: Amount
    links: Whole

    @property
    def plane(self) -> Plane:
        """The plane with its area."""
        axis = AXES.index(self.axis)
        low, high = self.box_m
        sides = [b - a for n, (a, b) in enumerate(zip(low, high, strict=True)) if n != axis]
        return Plane(self.level, axis, self.at_m, low, high, sides[0] * sides[1], self.gbps, self.links)


class BalancedLevel(Struct, frozen=True, kw_only=True):
    """The parts of a level of the balanced division, with the bound of their bandwidth."""

    level: Whole
    parts: Whole
    most_hosts: Whole
    fewest_hosts: Whole
    out_gbps: Amount
    bound_gbps: Amount
    out_links: Whole


class Theorem10(Struct, frozen=True, kw_only=True):
    """Upper limits of the universal fat-tree on messages that a network delivers in time 1."""

    load_factor: Amount
    cycles: Amount
    time: Amount
    promise: Amount


class UniversalFigures(Struct, frozen=True, kw_only=True):
    """The universal fat-tree of the same volume; load factor and cycles of the same messages on it."""

    links_per_m2: Amount
    volume: Amount
    well_defined: bool
    root_capacity_by_volume: Amount
    root_capacity: Whole
    capacities: tuple[Whole, ...]
    volume_by_root: Amount
    components: Amount
    load_factor: Amount | None
    cycles: Whole | None
    theorem_10: Theorem10


class RoomFigures(Struct, frozen=True, kw_only=True):
    """The room of a placed network in halves; ``universal`` is None where it has no volume."""

    box_m: Box
    levels: tuple[RoomLevel, ...]
    cuts: tuple[RoomCut, ...]
    balanced: tuple[BalancedLevel, ...]
    universal: UniversalFigures | None

    @property
    def planes(self) -> tuple[Plane, ...]:
        """The planes of the first levels, from the whole room on."""
        return tuple(cut.plane for cut in self.cuts)

    @property
    def in_json(self) -> dict[str, Any]:
        """All of it, as the command line prints it."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found


def room_figures(made: Decomposition, universal: UniversalFigures | None = None) -> RoomFigures:
    """The figures of each level, the planes of the first levels, and the balanced tree."""
    parts, balanced = made.parts, made.balanced
    levels = []
    for level in range(parts.depth + 1):
        here = parts.level == level
        levels.append(
            RoomLevel(
                level=level,
                parts=int(here.sum()),
                most_hosts=int(parts.hosts[here].max(initial=0)),
                largest_surface_m2=float(parts.surface_m2[here].max(initial=0)),
                out_gbps=float(parts.crossing[here].max(initial=0)),
                width_gbps=float(made.width[level]),
                out_links=int(parts.crossing_links[here].max(initial=0)),
                out_gbps_per_m2=float(parts.per_m2[here].max(initial=0)),
                cut_gbps=float(parts.cut[here].sum()),
                cut_links=int(parts.cut_links[here].sum()),
            )
        )
    low, high = parts.box[0].tolist()
    return RoomFigures(
        box_m=(tuple(low), tuple(high)),
        levels=tuple(levels),
        cuts=tuple(
            RoomCut(
                level=plane.level,
                axis=AXES[plane.axis],
                at_m=plane.at_m,
                box_m=(plane.low_m, plane.high_m),
                gbps=plane.gbps,
                links=plane.links,
            )
            for plane in planes(parts, CUT_LEVELS)
        ),
        balanced=tuple(
            BalancedLevel(
                level=level,
                parts=int((balanced.level == level).sum()),
                most_hosts=int(balanced.hosts[balanced.level == level].max()),
                fewest_hosts=int(balanced.hosts[balanced.level == level].min()),
                out_gbps=float(made.balanced_width[level]),
                bound_gbps=float(made.bound[level]),
                out_links=int(balanced.crossing_links[balanced.level == level].max()),
            )
            for level in range(balanced.depth + 1)
        ),
        universal=universal,
    )


def universal_figures(beside: SameVolume, links_per_m2: float, made: Schedule | None) -> UniversalFigures:
    """The universal fat-tree of the same volume, and the same messages on it."""
    return UniversalFigures(
        links_per_m2=links_per_m2,
        volume=beside.volume,
        well_defined=beside.well_defined,
        root_capacity_by_volume=beside.wanted,
        root_capacity=beside.tree.root_capacity,
        capacities=beside.tree.capacities,
        volume_by_root=beside.tree.volume,
        components=beside.tree.components,
        load_factor=made.load.factor if made else None,
        cycles=made.cycles if made else None,
        theorem_10=Theorem10(
            load_factor=beside.load_factor,
            cycles=beside.cycles,
            time=beside.time,
            promise=beside.promise,
        ),
    )
