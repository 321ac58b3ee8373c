"""Placement under search: rack of each device, cable cost, and the cost change of a move."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Floats, Longs
from fatdesk.engine.improving.stock import Content
from fatdesk.engine.improving.tariff import Tariff
from fatdesk.engine.improving.wires import Ways, Wires

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
            ends, first = self.wires.ends[groups], None
        else:
            begin = self.wires.start[groups]
            count = self.wires.start[groups + 1] - begin
            first = np.cumsum(count) - count
            links = np.arange(int(count.sum())) + np.repeat(begin - first, count)
            ends = self.wires.ends[links]
        a, b = ends[:, 0], ends[:, 1]
        rack_a, rack_b = self.rack[a], self.rack[b]
        apart = np.where(
            rack_a == rack_b,
            np.abs(self.middle_um[a] - self.middle_um[b]) + self._through(rack_a, a, b),
            self.rise_um[a] + self.rise_um[b],
        )
        length = self.ways.ordered_for(self.ways.between_um[rack_a, rack_b] + apart)
        if first is None or not len(first):
            return length
        return np.maximum.reduceat(length, first).astype(np.int64)

    def _through(self, rack: Longs, a: Longs, b: Longs) -> Longs:
        """Return the distance in depth between ports of devices in one rack."""
        ways, reach = self.ways, self.wires.reach_um
        apart: Longs = np.abs(ways.face(rack, reach[a]) - ways.face(rack, reach[b]))
        return apart
