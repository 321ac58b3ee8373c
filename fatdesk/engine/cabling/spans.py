"""Length of each link in parts: trays, vertical, side, depth, slack, tolerance."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs, distinct
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.units import UM_PER_M, um_from_m
from fatdesk.engine.cabling.positions import NOWHERE, Seats
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.trays.graph import TrayGraph
from fatdesk.engine.trays.route_kinds import ONE_KIND, RouteKinds
from fatdesk.engine.trays.routes import Runs, shortest_runs
from fatdesk.engine.trays.shortest import TrayRoutes

UNKNOWN = -1


class State(IntEnum):
    """Whether a cable could be laid, and why not."""

    LAID = 0
    UNPLACED = 1
    """An end is in no rack."""
    UNREACHABLE = 2
    """No tray leads from one rack to the other."""
    NO_CABLE = 3
    """No part of the catalog fits and reaches."""
    EXTERNAL = 4
    """The far end is outside the project."""


@dataclass(frozen=True, eq=False)
class Spans:
    """Lengths of k cables or links, micrometres; UNKNOWN where an end has no place or no tray leads there.

    ``pair`` is an index into the runs, -1 inside a rack; ``rack`` the indices of both racks.
    """

    rack: NDArray[np.int32]
    pair: Longs
    route_um: Longs
    vertical_um: Longs
    side_um: Longs
    depth_um: Longs
    tolerance_um: Longs
    computed_um: Longs
    state: NDArray[np.int8]

    @property
    def parts(self) -> tuple[Longs, ...]:
        """Route, vertical, side, depth, tolerance, and computed, which is their sum with slack."""
        return (
            self.route_um,
            self.vertical_um,
            self.side_um,
            self.depth_um,
            self.tolerance_um,
            self.computed_um,
        )

    def take(self, index: Longs) -> "Spans":
        """Return the spans of some cables or links."""
        return Spans(*(getattr(self, field.name)[index] for field in fields(self)))

    def and_then(self, others: "Spans") -> "Spans":
        """Return these spans followed by others."""
        return Spans(
            *(np.concatenate([getattr(self, f.name), getattr(others, f.name)]) for f in fields(self))
        )


@dataclass(frozen=True, eq=False)
class Room:
    """Inputs of lengths besides the seats: trays, half widths and depths of racks, rules."""

    graph: TrayGraph
    halves: Longs
    middles: Longs
    rules: CablingRules


@dataclass(frozen=True, eq=False)
class Wires:
    """Some links of a fabric: the nodes at both ends, and whether the far one is outside the project."""

    ends: NDArray[np.int32]
    outside: NDArray[np.bool_]
    links: Longs

    @classmethod
    def of(cls, fabric: Fabric, links: Longs) -> "Wires":
        """Return the wires of some links of a fabric."""
        ends = fabric.ends[links]
        return cls(ends, fabric.kind[ends[:, 1]] == NodeKind.EXTERNAL, links)


def link_runs(
    wires: Sequence[Wires],
    placed: Sequence[Seats],
    graph: TrayGraph,
    progress: Progress = SILENT,
    ways: TrayRoutes | None = None,
    kinds: RouteKinds = ONE_KIND,
) -> tuple[Runs, list[Longs]]:
    """The runs that any link needs, and for each fabric which one each of its links takes (-1: none)."""
    racks = max(len(graph.drop_um), 1)
    keys = [
        pair_keys(number, some, seats, racks, kinds)
        for number, (some, seats) in enumerate(zip(wires, placed, strict=True))
    ]
    wanted = distinct(np.concatenate(keys)) if keys else np.zeros(0, np.int64)
    wanted = wanted[wanted >= 0]
    kind, pair = np.divmod(wanted, racks * racks)
    runs = shortest_runs(graph, pair // racks, pair % racks, progress, ways, kind)
    pairs = [np.where(key >= 0, np.searchsorted(wanted, key), -1) for key in keys]
    return runs, pairs


def pair_keys(number: int, wires: Wires, seats: Seats, racks: int, kinds: RouteKinds = ONE_KIND) -> Longs:
    """Return kind and racks of links of a fabric as one number, as their runs are in order; -1: no run."""
    ends = wires.ends
    rack = seats.rack[ends].astype(np.int64)
    low, high = rack.min(axis=1, initial=racks), rack.max(axis=1, initial=-1)
    key = np.where((low >= 0) & (low != high), low * racks + high, -1)
    if kinds.several:
        apart = np.flatnonzero(key >= 0)
        turned = rack[apart, 0] > rack[apart, 1]
        nodes = np.where(turned[:, None], ends[apart][:, ::-1], ends[apart]).astype(np.int64)
        key[apart] += kinds.of(number, wires.links[apart], nodes, low[apart], high[apart]) * racks * racks
    return key


def link_spans(wires: Wires, seats: Seats, pair: Longs, runs: Runs, room: Room) -> Spans:
    """The length of each link (spec 2, wiring)."""
    graph = room.graph
    a, b = seats.rack[wires.ends[:, 0]].astype(np.int64), seats.rack[wires.ends[:, 1]].astype(np.int64)
    za, zb = seats.z_um[wires.ends[:, 0]], seats.z_um[wires.ends[:, 1]]
    placed = (a != NOWHERE) & (b != NOWHERE)
    same = placed & (a == b)
    run = np.append(runs.length_um, UNKNOWN)[pair]
    unreachable = placed & ~same & (run < 0)
    state = np.full(len(pair), State.LAID, np.int8)
    state[~placed] = State.UNPLACED
    state[unreachable] = State.UNREACHABLE
    state[wires.outside] = State.EXTERNAL
    given = seats.outside_um[wires.ends].max(axis=1, initial=UNKNOWN)
    to_outside = (given >= 0) & ((a != NOWHERE) | (b != NOWHERE))
    state[to_outside] = State.LAID
    known = state == State.LAID
    half, middle = np.append(room.halves, 0), np.append(room.middles, 0)
    route = np.where(same, 0, run)
    drop_a, drop_b = drops(graph, runs, pair, a), drops(graph, runs, pair, b)
    vertical = np.where(same, np.abs(za - zb), np.abs(drop_a + za) + np.abs(drop_b + zb))
    side = half[a] + half[b]
    if room.rules.depth:
        face_a, face_b = seats.face_um[wires.ends[:, 0]], seats.face_um[wires.ends[:, 1]]
        away = np.abs(face_a - middle[a]) + np.abs(face_b - middle[b])
        depth = np.where(same, np.abs(face_a - face_b), away)
    else:
        depth = np.zeros(len(pair), np.int64)
    plain = route + vertical + side + depth
    # parts of a million, rounded half up to whole micrometres
    tolerance = (2 * plain * um_from_m(room.rules.tolerance) + UM_PER_M) // (2 * UM_PER_M)
    computed = plain + tolerance + um_from_m(room.rules.slack_m)
    fixed = known & to_outside  # a length from port to port, to which nothing is added
    route, computed = np.where(fixed, given, route), np.where(fixed, given, computed)
    vertical, side, depth, tolerance = (np.where(fixed, 0, x) for x in (vertical, side, depth, tolerance))

    def only(values: Longs) -> Longs:
        return np.where(known, values, UNKNOWN)

    rack = np.stack([a, b], axis=1).astype(np.int32)
    return Spans(
        rack,
        pair,
        only(route),
        only(vertical),
        only(side),
        only(depth),
        only(tolerance),
        only(computed),
        state,
    )


def drops(graph: TrayGraph, runs: Runs, pair: Longs, rack: Longs) -> Longs:
    """From the top of racks up to the tray that a link of each enters there."""
    if len(runs.kinds) == 1:
        return np.append(graph.drop_um, 0)[rack]
    of_kinds = np.stack([np.append(graph.of_kind(k).drop_um, 0) for k in range(len(graph.of_kinds) + 1)])
    found: Longs = of_kinds[np.append(runs.kind, 0)[pair], rack]
    return found
