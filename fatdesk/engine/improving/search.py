"""Simulated annealing over placements: moves, and rounds that restart from the best result so far."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from fatdesk.engine.improving.placement import UNLAID, Change, Placement, Total
from fatdesk.engine.improving.rules import Rules
from fatdesk.engine.improving.stock import Content, Piece, Stock

T = TypeVar("T")
Contents = Sequence[Content]
Step = list[Change] | None
"""Changes of one step; None when the drawn step is impossible."""


class Moves:
    """Draws steps: whole racks, pieces of blocks, hosts of spread blocks, and core switches."""

    def __init__(self, stock: Stock, rules: Rules, random: Random) -> None:
        self.stock, self.rules, self.random = stock, rules, random
        self.racks = [rack for rack, frame in enumerate(stock.frames) if frame.gaps]
        pieces = [piece for content in stock.start for piece in content.pieces]
        cores = sum(len(content.cores) for content in stock.start)
        kinds: list[tuple[int, Callable[[Contents], Step]]] = []
        if len(self.racks) > 1:
            kinds += [(3, self.swap_racks), (1, self.reverse_racks), (1, self.shift_racks)]
        if len(self.racks) > 1 and pieces:
            kinds += [(4, self.swap_pieces), (2, self.move_piece)]
            if any(rules.spread(piece.block) for piece in pieces):
                kinds += [(2, self.shift_hosts), (1, self.move_edges)]
        if len(self.racks) > 1 and cores and rules.cores != "racks":
            kinds += [(1, self.move_cores), (1, self.cores_for_piece)]
            if rules.cores == "free":
                kinds += [(2, self.move_core), (1, self.core_for_host)]
        if cores > 1:
            kinds += [(1, self.swap_cores)]
        kinds += [(1, self.reorder)]
        self._kinds = [kind for weight, kind in kinds for _ in range(weight)]

    def draw(self, contents: Contents) -> Step:
        """One step."""
        return self._one(self._kinds)(contents)

    # -- racks --------------------------------------------------------------------------------------

    def swap_racks(self, contents: Contents) -> Step:
        """Swap the movable devices of two racks; the core switches stay where they were requested."""
        a, b = self._two(self.racks)
        return self._exchange(contents, [a, b], [b, a])

    def reverse_racks(self, contents: Contents) -> Step:
        """The contents of neighbouring racks in reverse order, so that spread blocks stay together."""
        racks = self._some_racks()
        return self._exchange(contents, racks, racks[::-1])

    def shift_racks(self, contents: Contents) -> Step:
        """The contents of neighbouring racks one place on, the last one's to the first, or the other way."""
        racks = self._some_racks()
        step = 1 if self.random.random() < 0.5 else -1
        return self._exchange(contents, racks, racks[step:] + racks[:step])

    def _some_racks(self) -> list[int]:
        """Neighbouring racks; few are drawn more often than many."""
        draw = self.random.random()
        length = 2 + int(draw * draw * draw * (len(self.racks) - 1))
        first = int(self.random.random() * (len(self.racks) - length + 1))
        return self.racks[first : first + length]

    def _exchange(self, contents: Contents, racks: Sequence[int], sources: Sequence[int]) -> Step:
        stay = self.rules.cores == "racks"
        changes: list[Change] = []
        for rack, source in zip(racks, sources, strict=True):
            here, there = contents[rack], contents[source]
            if rack == source or not (here.devices or there.devices):
                continue
            new: Content | None
            if self.stock.frames[rack] == self.stock.frames[source] and not (
                stay and (here.cores or there.cores)
            ):
                new = there
            else:
                new = self.stock.content(rack, here.cores if stay else there.cores, there.pieces)
            if new is None:
                return None
            changes.append((rack, new))
        return changes or None

    # -- blocks -------------------------------------------------------------------------------------

    def swap_pieces(self, contents: Contents) -> Step:
        """A piece of a block changes places with one of another block."""
        a, b = self._two(self.racks)
        here, there = contents[a].pieces, contents[b].pieces
        if not here or not there:
            return None
        x, y = self._one(here), self._one(there)
        if x.block == y.block:
            return None
        return self._restacked(
            (a, contents[a].cores, self._joined(_without(here, x), y)),
            (b, contents[b].cores, self._joined(_without(there, y), x)),
        )

    def move_piece(self, contents: Contents) -> Step:
        """A piece goes to another rack, and joins what of its block is there."""
        a, b = self._two(self.racks)
        if not contents[a].pieces:
            return None
        piece = self._one(contents[a].pieces)
        return self._restacked(
            (a, contents[a].cores, _without(contents[a].pieces, piece)),
            (b, contents[b].cores, self._joined(contents[b].pieces, piece)),
        )

    def shift_hosts(self, contents: Contents) -> Step:
        """Hosts of a spread block go to another rack of the block."""
        drawn = self._spread_pair(contents)
        if drawn is None:
            return None
        a, x, b, y = drawn
        if not x.hosts:
            return None
        count = 1 + int(self.random.random() * len(x.hosts))
        staying, going = x.hosts[count:], x.hosts[:count]
        return self._restacked(
            (a, contents[a].cores, _with(contents[a].pieces, x, Piece(x.block, x.edges, staying))),
            (b, contents[b].cores, _with(contents[b].pieces, y, Piece(y.block, y.edges, y.hosts + going))),
        )

    def move_edges(self, contents: Contents) -> Step:
        """The edge switches of a spread block go to another of its racks; hosts make room for them."""
        drawn = self._spread_pair(contents)
        if drawn is None:
            return None
        a, x, b, y = drawn
        if not x.edges:
            return None
        needed = sum(self.stock.height_u[edge] for edge in x.edges)
        back = 0
        while needed > 0 and back < len(y.hosts):
            needed -= self.stock.height_u[y.hosts[back]]
            back += 1
        whole = Piece(x.block, (), x.hosts + y.hosts[:back])
        other = Piece(y.block, x.edges + y.edges, y.hosts[back:])
        return self._restacked(
            (a, contents[a].cores, _with(contents[a].pieces, x, whole)),
            (b, contents[b].cores, _with(contents[b].pieces, y, other)),
        )

    def reorder(self, contents: Contents) -> Step:
        """Two pieces in one rack change their order."""
        rack = self._one(self.racks) if self.racks else 0
        pieces = list(contents[rack].pieces) if self.racks else []
        if len(pieces) < 2:
            return None
        a, b = self._two(range(len(pieces)))
        pieces[a], pieces[b] = pieces[b], pieces[a]
        return self._restacked((rack, contents[rack].cores, pieces))

    def _spread_pair(self, contents: Contents) -> tuple[int, Piece, int, Piece] | None:
        """Two pieces of one block in two racks."""
        a = self._one(self.racks)
        spread = [piece for piece in contents[a].pieces if self.rules.spread(piece.block)]
        if not spread:
            return None
        x = self._one(spread)
        others = [
            (rack, piece)
            for rack in self.rules.racks_of(x.block)
            for piece in contents[rack].pieces
            if rack != a and piece.block == x.block
        ]
        if not others:
            return None
        b, y = self._one(others)
        return a, x, b, y

    # -- core switches ------------------------------------------------------------------------------

    def move_core(self, contents: Contents) -> Step:
        """One core switch goes to another rack."""
        a, b = self._two(self.racks)
        if not contents[a].cores:
            return None
        core = self._one(contents[a].cores)
        return self._restacked(
            (a, _less(contents[a].cores, core), contents[a].pieces),
            (b, (*contents[b].cores, core), contents[b].pieces),
        )

    def move_cores(self, contents: Contents) -> Step:
        """All core switches of a rack go to another."""
        a, b = self._two(self.racks)
        if not contents[a].cores:
            return None
        return self._restacked(
            (a, (), contents[a].pieces),
            (b, contents[b].cores + contents[a].cores, contents[b].pieces),
        )

    def swap_cores(self, contents: Contents) -> Step:
        """Two core switches change places."""
        a, b = self._two(self.racks) if len(self.racks) > 1 else (self.racks[0], self.racks[0])
        if not contents[a].cores or not contents[b].cores or a == b:
            return None
        x, y = self._one(contents[a].cores), self._one(contents[b].cores)
        return self._restacked(
            (a, tuple(y if core == x else core for core in contents[a].cores), contents[a].pieces),
            (b, tuple(x if core == y else core for core in contents[b].cores), contents[b].pieces),
        )

    def cores_for_piece(self, contents: Contents) -> Step:
        """All core switches of a rack change places with a piece of a block."""
        a, b = self._two(self.racks)
        if not contents[a].cores or not contents[b].pieces:
            return None
        piece = self._one(contents[b].pieces)
        return self._restacked(
            (a, (), self._joined(contents[a].pieces, piece)),
            (b, contents[b].cores + contents[a].cores, _without(contents[b].pieces, piece)),
        )

    def core_for_host(self, contents: Contents) -> Step:
        """A core switch changes places with a host of a block spread over both racks."""
        drawn = self._spread_pair(contents)
        if drawn is None:
            return None
        a, x, b, y = drawn
        if not contents[a].cores or not y.hosts:
            return None
        core, host = self._one(contents[a].cores), y.hosts[0]
        more, less = Piece(x.block, x.edges, (*x.hosts, host)), Piece(y.block, y.edges, y.hosts[1:])
        return self._restacked(
            (a, _less(contents[a].cores, core), _with(contents[a].pieces, x, more)),
            (b, (*contents[b].cores, core), _with(contents[b].pieces, y, less)),
        )

    # -- tools --------------------------------------------------------------------------------------

    def _one(self, some: Sequence[T]) -> T:
        return some[int(self.random.random() * len(some))]

    def _two(self, some: Sequence[T]) -> tuple[T, T]:
        a = int(self.random.random() * len(some))
        b = int(self.random.random() * (len(some) - 1))
        return some[a], some[b + (b >= a)]

    def _joined(self, pieces: Sequence[Piece], more: Piece) -> list[Piece]:
        """Pieces with one more, which joins the one of its block."""
        for piece in pieces:
            if piece.block == more.block:
                both = Piece(piece.block, piece.edges + more.edges, piece.hosts + more.hosts)
                return _with(pieces, piece, both)
        return [*pieces, more]

    def _restacked(self, *wanted: tuple[int, Sequence[int], Sequence[Piece]]) -> Step:
        changes: list[Change] = []
        for rack, cores, pieces in wanted:
            content = self.stock.content(rack, cores, pieces)
            if content is None:
                return None
            changes.append((rack, content))
        return changes


def _without(pieces: Sequence[Piece], gone: Piece) -> list[Piece]:
    return [piece for piece in pieces if piece is not gone]


def _with(pieces: Sequence[Piece], old: Piece, new: Piece) -> list[Piece]:
    """The pieces with one replaced, or left out when nothing is left of it."""
    changed = [new if piece is old else piece for piece in pieces]
    return changed if new.edges or new.hosts else _without(changed, new)


def _less(cores: Sequence[int], gone: int) -> tuple[int, ...]:
    return tuple(core for core in cores if core != gone)


SAMPLES = 400
"""Steps that are tried, not made, to see how much they cost."""
FIRST = 2_000
"""Steps of the first round, which only goes downhill, so that there soon is something to show."""
LENGTH, GROWTH = 10_000, 1.25
"""Steps of the second round, and how much longer each further one is."""
ROUNDS = ((True, 0.1), (True, 0.1), (False, 0.03))
"""Rounds in turn: whether they restart from the initial placement, and how hot.

Hot means so much of what a step that costs more costs on average. Where a walk ends is decided early by
how it began, so several walks find more than a long one; the third goes on from the best of them.
"""
COOLING = 0.05
"""A round ends at so much of its heat."""
METRE_SHARE = 0.05
"""Metres count a twentieth of what cables cost a metre, so that of equal prices the shorter is better."""


@dataclass(frozen=True)
class Found:
    """The best contents so far, as the tables of the search see them."""

    contents: tuple[Content, ...]
    score: float
    ordered_um: float


class Search:
    """A walk through placements; what comes out depends on the seed and the number of steps alone."""

    def __init__(self, placement: Placement, stock: Stock, rules: Rules, seed: int) -> None:
        self.placement, self.rules = placement, rules
        self._random = Random(seed)
        self._moves = Moves(stock, rules, self._random)
        self._total = placement.total
        priced = self._total.score if self._total.score < UNLAID else 0.0
        self._per_um = METRE_SHARE * priced / max(self._total.computed_um, 1.0) or 1.0
        self.best = self._here()
        self._first = self.best
        self.steps = 0

    def walk(self) -> Iterator[None]:
        """Make one step after the other, for ever."""
        temperature = COOLING * ROUNDS[0][1] * self._mean_uphill()
        for _ in range(FIRST):
            self._count(temperature)
            yield
        length = float(LENGTH)
        while True:
            for anew, heat in ROUNDS:
                self._go_to(self._first if anew else self.best)
                temperature = heat * self._mean_uphill()
                factor = COOLING ** (1.0 / length)
                for _ in range(int(length)):
                    self._count(temperature)
                    yield
                    temperature *= factor
                length *= GROWTH

    def _count(self, temperature: float) -> None:
        self._step(temperature)
        self.steps += 1

    def _go_to(self, found: Found) -> None:
        before = list(self.placement.contents)
        self.placement.restore(found.contents)
        self.rules.restart(self.placement.contents, before)
        self._total = self.placement.total

    def _here(self) -> Found:
        return Found(tuple(self.placement.contents), self._total.score, self._total.ordered_um)

    def _energy(self, difference: Total) -> float:
        return difference.score + self._per_um * difference.computed_um

    def _step(self, temperature: float) -> None:
        changes = self._moves.draw(self.placement.contents)
        if changes is None or not self.rules.allow(self.placement.contents, changes):
            return
        difference, trial = self.placement.change(changes)
        energy = self._energy(difference)
        if energy > 0 and (
            temperature <= 0 or self._random.random() >= math.exp(max(-energy / temperature, -700.0))
        ):
            self.placement.undo(trial)
            return
        self.placement.keep(changes)
        self.rules.kept()
        self._total = self._total.plus(difference)
        if difference.score < 0 or difference.ordered_um < 0:
            score, ordered = self._total.score, self._total.ordered_um
            if score < self.best.score - 0.5 or (
                score <= self.best.score + 0.5 and ordered < self.best.ordered_um
            ):
                self.best = self._here()

    def _mean_uphill(self) -> float:
        """Return the mean cost of a worsening step at the start, estimated from a sample."""
        costs = []
        for _ in range(SAMPLES):
            changes = self._moves.draw(self.placement.contents)
            if changes is None or not self.rules.allow(self.placement.contents, changes):
                continue
            difference, trial = self.placement.change(changes)
            self.placement.undo(trial)
            energy = self._energy(difference)
            if 0 < energy < UNLAID:
                costs.append(energy)
        return sum(costs) / len(costs) if costs else 1.0
