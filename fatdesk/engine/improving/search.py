"""Simulated annealing over placements, in rounds that always begin from the best so far."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from fatdesk.engine.improving.keeping import Rules
from fatdesk.engine.improving.moves import Moves
from fatdesk.engine.improving.placement import Placement, Total
from fatdesk.engine.improving.stock import Content, Stock

SAMPLES = 400
"""Steps that are tried, not made, to see how much they cost."""
FIRST = 2_000
"""Steps of the first round, which only goes downhill, so that there soon is something to show."""
LENGTH, GROWTH = 10_000, 1.25
"""Steps of the second round, and how much longer each further one is."""
ROUNDS = ((True, 0.1), (True, 0.1), (False, 0.03))
"""Rounds in turn: whether they begin anew at the start, and how hot.

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
        priced = self._total.score if self._total.score < 1e11 else 0.0
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
        """What a step that makes the start worse costs on average; from a sample, with no step made."""
        costs = []
        for _ in range(SAMPLES):
            changes = self._moves.draw(self.placement.contents)
            if changes is None or not self.rules.allow(self.placement.contents, changes):
                continue
            difference, trial = self.placement.change(changes)
            self.placement.undo(trial)
            energy = self._energy(difference)
            if 0 < energy < 1e11:
                costs.append(energy)
        return sum(costs) / len(costs) if costs else 1.0
