"""Other routes for the cables of an overfull tray: the pairs of racks that avoid it then, within all limits.

At the fullest place of the tray, the pair of racks leaves it whose cables become least longer for what they
free, of those whose other route exceeds no limit, until everything fits; then pairs go back that need not
have left, the longest first. That is a heuristic: each step is the best, the sum need not be.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.cabling.filling import MG_PER_KG, UM2_PER_MM2, Cells, cables_in, cells_of, loads_of_pairs
from fatdesk.engine.cabling.laying import Cabling
from fatdesk.engine.cabling.optical_instead import Incidence, incidence
from fatdesk.engine.cabling.rules import CIRCLES, SQUARES
from fatdesk.engine.physical.placed import Placed
from fatdesk.engine.physical.tray_figures import SQUARE, InTrays, tray_limits
from fatdesk.engine.rules.rules import RuleInForce
from fatdesk.engine.trays.graph import attach_racks
from fatdesk.engine.trays.routes import Runs, shortest_runs
from fatdesk.engine.trays.shortest import TrayRoutes

NEAR = 1 + 1e-12


class Elsewhere(NamedTuple):
    """Pairs of racks, by their indices, whose cables leave a tray.

    Attributes
    ----------
    cables, extra_um
        The number of these cables, and how much longer they all become.
    through
        The number of cables at the fullest place of the tray.
    none
        Pairs of racks there that have no other route, or whose other route would exceed limits.
    held
        Pairs there that stay, because cables of them are in place or decided by hand.
    """

    pairs: tuple[tuple[int, int], ...]
    cables: int
    extra_um: int
    through: int
    none: int
    held: int


def elsewhere(
    placed: Placed,
    rules: Iterable[RuleInForce],
    tray: int,
    held: frozenset[tuple[int, int]] = frozenset(),
    progress: Progress = SILENT,
) -> Elsewhere:
    """Find the pairs of racks whose cables leave a tray, by its index.

    Parameters
    ----------
    held
        Pairs of racks, the lower index first, whose cables stay.
    """
    cabling, runs = placed.cabling, placed.cabling.runs
    candidates = _candidates(runs, tray)
    other = _other_runs(cabling, tray, candidates, progress)
    cells = _cells(cabling, other)
    net_tray = cabling.graph.net.tray[cells.piece]
    area, cables, _, mass, _ = loads_of_pairs(cabling.fabrics, len(runs.a))
    weights = np.stack([area, mass])
    load = np.stack(cables_in(cells, runs, [area, mass]))
    limit = np.append(_limits(placed, rules), np.full((2, 1), np.inf), axis=1)[:, net_tray] * NEAR
    search = _Search(
        candidates, weights, load, limit, incidence(runs, cells), incidence(other, cells), runs, other, cables
    )
    own = np.flatnonzero(net_tray == tray)
    stays = np.array([pair in held for pair in zip(runs.a.tolist(), runs.b.tolist(), strict=True)], bool)
    return search.found(own, stays)


def _candidates(runs: Runs, tray: int) -> Longs:
    """Pairs whose route runs through a tray, or is fixed there by its racks."""
    found = np.zeros(len(runs.a), bool)
    legs = np.repeat(np.arange(len(runs.a)), np.diff(runs.start))
    found[legs[runs.graph.net.tray[runs.piece] == tray]] = True
    return np.flatnonzero(found & (runs.length_um >= 0))


def _other_runs(cabling: Cabling, tray: int, candidates: Longs, progress: Progress) -> Runs:
    """Routes of the candidates that avoid the tray, with the rules of their kinds."""
    runs, graph = cabling.runs, cabling.graph
    restrictions = cabling.positions.kinds.restrictions
    parts = []
    for kind in np.unique(runs.kind[candidates]).tolist():
        here = candidates[runs.kind[candidates] == kind]
        rule = restrictions[kind]
        avoid = tuple(sorted({*rule.avoid, tray}))
        ways = TrayRoutes(graph.net, rule._replace(avoid=avoid))
        apart = attach_racks(graph.net, graph.footprints, avoid)
        parts.append(shortest_runs(apart, runs.a[here], runs.b[here], progress, ways).kinds[0])
    if not parts:
        none = np.zeros(0, np.int64)
        parts = [shortest_runs(graph, none, none).kinds[0]]
    return Runs(tuple(parts), np.repeat(np.arange(len(parts)), [len(part.a) for part in parts]))


def _cells(cabling: Cabling, other: Runs) -> Cells:
    """The trays cut where racks connect to them, now and for the other routes."""
    graph = cabling.graph
    return cells_of(replace(graph, others=(*graph.others, *(part.graph for part in other.kinds))))


def _limits(placed: Placed, rules: Iterable[RuleInForce]) -> Floats:
    """Area in um2 and mass in mg/m that each tray may hold; infinite where no rule limits it."""
    some, strict = InTrays.of(placed), [one for one in rules if one.rule.severity == "error"]
    width = np.array([tray.width_mm for tray in some.trays], np.float64)
    whole = width * np.array([tray.depth_mm for tray in some.trays], np.float64)
    areas = (
        tray_limits(some, strict, CIRCLES) * whole,
        tray_limits(some, strict, SQUARES) * whole / SQUARE,
        tray_limits(some, strict, "tray-height") * width / SQUARE,
    )
    area = np.fmin(np.fmin(areas[0], areas[1]), areas[2]) * UM2_PER_MM2
    mass = tray_limits(some, strict, "tray-load") * MG_PER_KG
    found: Floats = np.nan_to_num(np.stack([area, mass]), nan=np.inf)
    return found


def _lengths(runs: Runs) -> Longs:
    """Length in trays with the ways down to the highest units of both racks."""
    drops = [np.abs(part.graph.drop_um[part.a]) + np.abs(part.graph.drop_um[part.b]) for part in runs.kinds]
    found: Longs = runs.length_um + np.concatenate(drops)
    return found


class _Search:
    """The state of the search: what runs where, and which candidates have left."""

    def __init__(
        self,
        candidates: Longs,
        weights: Longs,
        load: Longs,
        limit: Floats,
        now: Incidence,
        then: Incidence,
        runs: Runs,
        other: Runs,
        cables: Longs,
    ) -> None:
        order = np.lexsort((candidates, runs.kind[candidates]))  # as the other routes are in order
        self.pair = candidates[order]
        self.weights, self.load, self.limit, self.now, self.then = weights, load, limit, now, then
        self.runs, self.cables = runs, cables
        self.able: NDArray[np.bool_] = other.length_um >= 0
        self.extra = np.where(self.able, _lengths(other) - _lengths(runs)[self.pair], 0)
        self.left = np.zeros(len(self.pair), bool)
        self.numbers = {int(pair): number for number, pair in enumerate(self.pair)}

    def found(self, own: Longs, stays: NDArray[np.bool_]) -> Elsewhere:
        """Let candidates leave until everything fits in the cells of the tray, or none can leave any more."""
        over = self._over(own)
        first = int(own[np.argmax(self.load[0, own] / self.limit[0, own])]) if len(own) else -1
        there = self.now.pairs(first) if first >= 0 else self.pair[:0]
        held = self.able & stays[self.pair]
        stuck: set[int] = set()
        while over.any():
            cell = int(own[over][np.argmax(self._excess(own[over]))])
            some = [self.numbers[int(pair)] for pair in self.now.pairs(cell) if int(pair) in self.numbers]
            free = [n for n in some if self.able[n] and not self.left[n] and not held[n]]
            fitting = next((n for n in sorted(free, key=self._cost) if self._fits(n)), None)
            if fitting is None:
                stuck.add(cell)
            else:
                self._move(fitting, 1)
                self.left[fitting] = True
            over = self._over(own) & ~np.isin(own, list(stuck))
        gone = np.flatnonzero(self.left)
        for number in gone[
            np.argsort(-self.extra[gone] * self.cables[self.pair[gone]], kind="stable")
        ].tolist():
            self._move(number, -1)
            if self._excess(self.now.cells(int(self.pair[number]))).max(initial=0.0) > 1:
                self._move(number, 1)
            else:
                self.left[number] = False
        return self._result(there, held)

    def _result(self, there: Longs, held: NDArray[np.bool_]) -> Elsewhere:
        gone = self.pair[self.left]
        pairs = zip(self.runs.a[gone].tolist(), self.runs.b[gone].tolist(), strict=True)
        here = np.array([self.numbers[int(pair)] for pair in there if int(pair) in self.numbers], np.int64)
        stay = here[~self.left[here]]
        return Elsewhere(
            tuple(sorted(set(pairs))),
            int(self.cables[gone].sum()),
            int((self.extra[self.left] * self.cables[gone]).sum()),
            int(self.cables[there].sum()),
            int((~held[stay]).sum()),
            int(held[stay].sum()),
        )

    def _cost(self, number: int) -> tuple[float, int]:
        """Extra length for what leaves."""
        pair = int(self.pair[number])
        freed = float(max(self.weights[0, pair], 1))
        return float(self.extra[number] * self.cables[pair]) / freed, number

    def _excess(self, cells: Longs) -> Floats:
        """The load of cells over their limits, of the worse of area and mass."""
        found: Floats = np.max(self.load[:, cells] / self.limit[:, cells], axis=0)
        return found

    def _over(self, cells: Longs) -> NDArray[np.bool_]:
        over = np.asarray(self.load[:, cells] > self.limit[:, cells])
        found: NDArray[np.bool_] = np.logical_or(over[0], over[1])
        return found

    def _fits(self, number: int) -> bool:
        """Whether the other route of a candidate exceeds no limit."""
        pair = int(self.pair[number])
        cells = np.setdiff1d(self.then.cells(number), self.now.cells(pair))
        after = self.load[:, cells] + self.weights[:, [pair]]
        return bool((after <= self.limit[:, cells]).all())

    def _move(self, number: int, sign: int) -> None:
        """Move a candidate to its other route, or back."""
        pair = int(self.pair[number])
        weight = sign * self.weights[:, [pair]]
        self.load[:, self.now.cells(pair)] -= weight * self.now.times(pair)
        self.load[:, self.then.cells(number)] += weight * self.then.times(number)


def pairs_of_held(cabling: Cabling, held: Sequence[NDArray[np.bool_]]) -> frozenset[tuple[int, int]]:
    """Return the pairs of racks between which some cables stay as they are."""
    found: set[tuple[int, int]] = set()
    for made, some in zip(cabling.fabrics, held, strict=True):
        rack = np.sort(made.spans.rack[some], axis=1)
        found |= set(zip(rack[:, 0].tolist(), rack[:, 1].tolist(), strict=True))
        held_over = (one.racks for cable, one in made.detours.items() if some[cable])
        found |= {(min(pair), max(pair)) for racks in held_over for pair in pairwise(racks)}
    return frozenset(found)
