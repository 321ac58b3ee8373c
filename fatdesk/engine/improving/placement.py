"""Placement under search: rack of each device, cost of its cables by length, and the change by a move."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.units import UM_PER_M, um_from_m
from fatdesk.engine.bill.rules import BillRules
from fatdesk.engine.cabling.choice.choosing import NO_OPTION, Option, decide, module_count, order, thresholds
from fatdesk.engine.cabling.choice.link_groups import PlugPair
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.parts import Cable, Price, Transceiver
from fatdesk.engine.improving.stock import Content
from fatdesk.engine.improving.wires import Ways, Wires

PER_UNIT = 10_000
"""Costs are whole numbers of a hundredth of a cent, in floats that hold them exactly."""
UNPRICED = 2e8
"""Price assumed while searching for items without one: more than any cable costs."""
UNLAID = 1e11
"""Least price assumed while searching for a cable that cannot be laid; see :func:`tariff`."""
FINE_UM = 10_000
"""Resolution of price lookups where each length has its own price (sold by the metre)."""


@dataclass(frozen=True, eq=False)
class Tariff:
    """Costs by need (row) and by length (column); column i holds for lengths up to ``edges[i]``.

    Attributes
    ----------
    score
        Cost in units of a hundredth of a cent, with UNPRICED and UNLAID added for what has no price or
        cannot be laid. Exact but for spares that are rounded up, cages that share a kind, and lengths
        between two steps of what is sold by the metre.
    ordered_um
        Metres ordered.
    least
        No cable for such a length or a greater one costs less than this, in the same units; infinite
        where nothing reaches. What has no price counts nothing, or with ``priced`` is not taken at all.
    """

    edges: Longs
    score: Floats
    ordered_um: Floats
    least: Floats

    def column(self, length_um: Longs) -> NDArray[np.intp]:
        """The column of each length."""
        return np.searchsorted(self.edges, length_um, side="left")


@dataclass(frozen=True)
class _Rules:
    rules: CablingRules
    bill: BillRules
    longest_um: int
    priced: bool


def tariff(
    needs: Sequence[tuple[PlugPair, tuple[Option, ...]]],
    rules: CablingRules,
    bill: BillRules,
    longest_um: int,
    groups: Longs,
    *,
    priced: bool,
) -> Tariff:
    """The tariff of some needs, each with what could cable it, and the number of its groups of links.

    A cable that cannot be laid counts more than all others together can save.
    """
    given = _Rules(rules, bill, longest_um, priced)
    every = [edge for _, options in needs for option in options for edge in _steps(option, given)]
    edges = np.unique(np.array([*every, 0], np.int64))
    columns = len(edges) + 1
    score, ordered = np.empty((len(needs), columns)), np.zeros((len(needs), columns))
    least = np.empty((len(needs), columns))
    lengths = np.append(edges, edges[-1] + 1)
    for row, (need, some) in enumerate(needs):
        taken = decide(need, some, lengths, rules).option.tolist()
        for column, (number, length) in enumerate(zip(taken, lengths.tolist(), strict=True)):
            found = None if number == NO_OPTION else _cost(need, some[number], length, given)
            score[row, column], ordered[row, column] = (np.inf, 0) if found is None else found[1:]
        least[row] = _least(need, some, lengths, given)
    unlaid = np.isinf(score)
    most = np.where(unlaid, 0.0, score).max(axis=1)
    score[unlaid] = max(UNLAID, 1.0 + float(most @ groups))
    return Tariff(edges, score, ordered, least)


def _steps(option: Option, given: _Rules) -> Sequence[int]:
    steps = thresholds(option, given.rules)
    if steps is not None:
        return steps
    step = um_from_m(given.rules.length_step_m) or (
        UM_PER_M if given.rules.lengths == "standard" else FINE_UM
    )
    most = min(option.reach_um, given.longest_um + step)
    return [*range(step, most, step), most]


def _cost(need: PlugPair, option: Option, length_um: int, given: _Rules) -> tuple[int, int, int] | None:
    """Known cost, the same with what is unknown counted, and metres; None where the option does not reach."""
    found = order(option, length_um, given.rules)
    if found is None:
        return None
    cables = need.apart if option.each else 1
    stated = _stated(option.cable, found[0])
    known, unknown = _priced(found[1], stated, cables, "cables", given.bill)
    for plug, module, far in ((need.a, option.a, False), (need.b, option.b, True)):
        if module is not None:
            count = module_count(need, plug, far=far)
            more = _priced(_amount(module), module.price, Fraction(count), "transceivers", given.bill)
            known, unknown = known + more[0], unknown + more[1]
    return known, known + round(UNPRICED * float(unknown)), found[0] * cables


def _amount(module: Transceiver) -> Decimal | None:
    return None if module.price is None else module.price.amount


def _stated(cable: Cable, ordered_um: int) -> Price | None:
    listed = (length.price for length in cable.lengths if um_from_m(length.m) == ordered_um)
    return next(listed, cable.per_metre)


def _priced(
    amount: Decimal | None, stated: Price | None, count: Fraction | int, category: str, bill: BillRules
) -> tuple[int, Fraction]:
    """Cost of a number of items with their spares, rounded down, and how many have no price."""
    if amount is None or (stated is not None and stated.currency != bill.currency):
        return 0, Fraction(count)
    spares = 1 + Fraction(repr(bill.spares_percent.get(category, 0.0))) / 100
    return int(Fraction(amount) * count * spares * PER_UNIT), Fraction(0)


def _least(need: PlugPair, options: Sequence[Option], lengths: Longs, given: _Rules) -> Floats:
    """The least that any option costs at each length or a greater one, whichever is taken in the end.

    Within a column a cost stays or grows with the length, so the shortest length of each is sufficient.
    Infinite where nothing reaches.
    """
    costs = np.full(len(lengths), np.inf)
    shortest = [0, *(lengths[:-1] + 1).tolist()]
    for option in options:
        for column, length in enumerate(shortest):
            found = _cost(need, option, length, given)
            if found is not None and not (given.priced and found[1] > found[0]):
                costs[column] = min(costs[column], found[0])
    return np.minimum.accumulate(costs[::-1])[::-1]


Change = tuple[int, Content]
"""A rack and what is to move into it; all changes of one step together keep every device."""


class Total(NamedTuple):
    """Total of all groups of links: score of the tariff, ordered and computed micrometres."""

    score: float
    ordered_um: float
    computed_um: float

    def plus(self, other: "Total") -> "Total":
        """The sum."""
        return Total(*(a + b for a, b in zip(self, other, strict=True)))


@dataclass(frozen=True, eq=False)
class _Trial:
    """A change that was made, with what undoes it."""

    devices: Longs
    rack: Longs
    middle_um: Longs
    rise_um: Longs
    groups: Longs
    score: Floats
    ordered_um: Floats
    computed_um: Longs


class Placement:
    """Contents of racks, and the cost of every group of links, kept up to date change by change.

    A change touches only the groups at devices whose seat changes, so a step costs what moves, however
    large the network is.
    """

    def __init__(self, start: Sequence[Content], wires: Wires, ways: Ways, tariff: Tariff) -> None:
        self.contents = list(start)
        self.wires, self.ways, self.tariff = wires, ways, tariff
        self.rack = wires.rack.copy()
        self.middle_um = wires.middle_um.copy()
        self.rise_um = self._rise(np.arange(len(self.rack)))
        self._single = bool((np.diff(wires.start) == 1).all())
        self._shifted = bool(wires.shift_um.any())
        self._mark = np.zeros(wires.count, np.int64)
        every = np.arange(wires.count)
        self.score, self.ordered_um, self.computed_um = self._costs(every)

    @property
    def total(self) -> Total:
        """Total of all groups."""
        return Total(float(self.score.sum()), float(self.ordered_um.sum()), float(self.computed_um.sum()))

    def change(self, changes: Iterable[Change]) -> tuple[Total, _Trial]:
        """Make changes; the difference of the total, and what :meth:`undo` takes."""
        numbers: list[int] = []
        racks: list[int] = []
        middles: list[int] = []
        for rack, content in changes:
            numbers += content.devices
            middles += content.middle_um
            racks += [rack] * len(content.devices)
        devices = np.array(numbers, np.int64)
        seats, middle = np.array(racks, np.int64), np.array(middles, np.int64)
        moved = (self.rack[devices] != seats) | (self.middle_um[devices] != middle)
        devices, seats, middle = devices[moved], seats[moved], middle[moved]
        groups = self._groups(devices)
        trial = _Trial(
            devices,
            self.rack[devices],
            self.middle_um[devices],
            self.rise_um[devices],
            groups,
            self.score[groups],
            self.ordered_um[groups],
            self.computed_um[groups],
        )
        self.rack[devices], self.middle_um[devices] = seats, middle
        self.rise_um[devices] = self._rise(devices)
        score, ordered, computed = self._costs(groups)
        self.score[groups], self.ordered_um[groups], self.computed_um[groups] = score, ordered, computed
        difference = Total(
            float(score.sum() - trial.score.sum()),
            float(ordered.sum() - trial.ordered_um.sum()),
            float(computed.sum() - trial.computed_um.sum()),
        )
        return difference, trial

    def _rise(self, devices: Longs) -> Longs:
        """From the ports of devices to the trays above their racks."""
        rack = self.rack[devices]
        rise = self.ways.rise(rack, self.middle_um[devices])
        return rise + self.ways.out(rack, self.wires.reach_um[devices])

    def keep(self, changes: Iterable[Change]) -> None:
        """Accept the changes made."""
        for rack, content in changes:
            self.contents[rack] = content

    def undo(self, trial: _Trial) -> None:
        """Take changes back."""
        self.rack[trial.devices], self.middle_um[trial.devices] = trial.rack, trial.middle_um
        self.rise_um[trial.devices] = trial.rise_um
        self.score[trial.groups], self.ordered_um[trial.groups] = trial.score, trial.ordered_um
        self.computed_um[trial.groups] = trial.computed_um

    def restore(self, contents: Sequence[Content]) -> None:
        """Go back to other contents of the same devices."""
        other = [(rack, new) for rack, new in enumerate(contents) if new is not self.contents[rack]]
        if other:
            self.change(other)
            self.keep(other)

    def _groups(self, devices: Longs) -> Longs:
        """The groups at some devices, each once."""
        first = self.wires.first[devices]
        count = self.wires.first[devices + 1] - first
        ends = np.cumsum(count)
        total = int(ends[-1]) if len(ends) else 0
        place = np.arange(total)
        found = self.wires.groups[place + np.repeat(first - ends + count, count)]
        self._mark[found] = place
        once: Longs = found[self._mark[found] == place]
        return once

    def _costs(self, groups: Longs) -> tuple[Floats, Floats, Longs]:
        """Score, ordered and computed lengths of groups."""
        length = self._lengths(groups)
        need, column = self.wires.need[groups], self.tariff.column(length)
        return self.tariff.score[need, column], self.tariff.ordered_um[need, column], length

    def _lengths(self, groups: Longs) -> Longs:
        """The computed length of the longest link of each group."""
        if self._single:
            links, first = groups, None
        else:
            begin = self.wires.start[groups]
            count = self.wires.start[groups + 1] - begin
            first = np.cumsum(count) - count
            links = np.arange(int(count.sum())) + np.repeat(begin - first, count)
        ends = self.wires.ends[links]
        a, b = ends[:, 0], ends[:, 1]
        rack_a, rack_b = self.rack[a], self.rack[b]
        if self._shifted:
            return self._most(self._shifted_lengths(links), first)
        apart = np.where(
            rack_a == rack_b,
            np.abs(self.middle_um[a] - self.middle_um[b]) + self._through(rack_a, a, b),
            self.rise_um[a] + self.rise_um[b],
        )
        return self._most(self.ways.ordered_for(self.ways.between_um[rack_a, rack_b] + apart), first)

    def _shifted_lengths(self, links: Longs) -> Longs:
        """The computed length of links, some of whose ports are not in the middle of their device."""
        a, b = self.wires.ends[links].T
        rack_a, rack_b = self.rack[a], self.rack[b]
        middle_a, middle_b = (
            self.middle_um[device] + self.wires.shift_um[links, side] for side, device in ((0, a), (1, b))
        )
        out = self.ways.out(rack_a, self.wires.reach_um[a]) + self.ways.out(rack_b, self.wires.reach_um[b])
        apart = np.where(
            rack_a == rack_b,
            np.abs(middle_a - middle_b) + self._through(rack_a, a, b),
            self.ways.rise(rack_a, middle_a) + self.ways.rise(rack_b, middle_b) + out,
        )
        return self.ways.ordered_for(self.ways.between_um[rack_a, rack_b] + apart)

    @staticmethod
    def _most(length: Longs, first: Longs | None) -> Longs:
        """The longest of each group."""
        if first is None or not len(first):
            return length
        return np.maximum.reduceat(length, first).astype(np.int64)

    def _through(self, rack: Longs, a: Longs, b: Longs) -> Longs:
        """Return the distance in depth between ports of devices in one rack."""
        ways, reach = self.ways, self.wires.reach_um
        apart: Longs = np.abs(ways.face(rack, reach[a]) - ways.face(rack, reach[b]))
        return apart
