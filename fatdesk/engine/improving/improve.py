"""Improve a placement: search, full calculation of each improvement, report of the best result so far."""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, Protocol

import msgspec
import numpy as np

from fatdesk.core.errors import Cancelled, OutOfTime
from fatdesk.core.progress import Progress
from fatdesk.core.units import HALF_U_UM, UM_PER_M
from fatdesk.engine.floor.floor import Device, Floor, Rack
from fatdesk.engine.improving.bound import lower_bound
from fatdesk.engine.improving.placement import Placement, tariff
from fatdesk.engine.improving.renumbering import renumbered
from fatdesk.engine.improving.rules import Rules
from fatdesk.engine.improving.search import Search
from fatdesk.engine.improving.stock import Content, Stock, stock_of
from fatdesk.engine.improving.task import Task, Worth, cabling_of, errors_of, worth_of
from fatdesk.engine.improving.wires import Ways, ways_of, wires_of

CLOCK_STEPS = 256
"""Interval in steps at which the clock and cancellation are checked."""
CHECK_STEPS = 2_048
"""Minimum interval in steps between full calculations; one follows at the end."""

Ended = Literal["steps", "seconds", "cancelled", "bound", "nothing"]


class Showing(Progress, Protocol):
    """A progress that also takes intermediate results."""

    def show(self, value: object) -> None:
        """Take the best so far, an :class:`Improved`."""


@dataclass(frozen=True)
class Unshown:
    """A progress without a use for intermediate results."""

    progress: Progress

    def step(self, done: int, total: int, text: str) -> None:
        """Pass a step on."""
        self.progress.step(done, total, text)

    def show(self, value: object) -> None:
        """Drop an intermediate result."""


@dataclass(frozen=True)
class Point:
    """Time and value of an improvement."""

    seconds: float
    steps: int
    cost: Decimal


WORTHWHILE = 0.005
"""The saved share from which a placement is worth moving devices for."""


@dataclass(frozen=True)
class Improved:
    """The best placement so far.

    Attributes
    ----------
    start, end
        What the cables are worth at the start and now.
    lower_bound
        No placement that keeps the rules costs less, of those that lay all cables and, where the start
        did, take none without a price; None where the start does not lay all, or nothing has a price.
    ended
        Why it is over; None while it goes on. ``bound``: nothing better exists, ``nothing``: nothing
        on the floor may move.
    curve
        The start, and each time that the best became better.
    moved
        Number of devices that have moved since the start.
    """

    floor: Floor
    start: Worth
    end: Worth
    lower_bound: Decimal | None
    steps: int
    seconds: float
    ended: Ended | None
    curve: tuple[Point, ...]
    moved: int

    @property
    def better(self) -> bool:
        """Whether anything was gained."""
        return self.end < self.start

    @property
    def share(self) -> float:
        """Saved share of the cost, from 0 to 1; where nothing has a price, of the metres to order."""
        start, end = self.start, self.end
        before, after = (
            (start.cost, end.cost) if start.cost else (Decimal(start.ordered_um), Decimal(end.ordered_um))
        )
        return max(0.0, float((before - after) / before)) if before else 0.0

    @property
    def worthwhile(self) -> bool:
        """Whether the gain justifies moving devices: ``WORTHWHILE``, or fewer cables unlaid or unpriced."""
        return self.end[:2] < self.start[:2] or self.share >= WORTHWHILE


def in_order(task: Task) -> Floor:
    """The floor of a task with interchangeable devices numbered in order along the racks, at no cost."""
    stock = stock_of(task)
    if not stock.devices:
        return task.floor
    return renumbered(task.floor, stock, wires_of(task, stock), task.fabrics, task.named)


def improve(
    task: Task,
    progress: Showing,
    *,
    seed: int = 1,
    steps: int | None = None,
    seconds: float | None = None,
    bounded: bool = True,
) -> Improved:
    """Search for a placement with cheaper cables, until a number of steps or seconds is reached.

    What is found has interchangeable devices numbered in order along the racks.

    The walk depends on the seed alone and each step on those before it, so the same seed and number of
    steps give the same floor; a limit in seconds ends it wherever it is by then, and ``steps`` of the result
    states the number of repeats. On cancel the best result so far is returned.

    Parameters
    ----------
    bounded
        Whether to work out a lower bound first: it ends the search where nothing better exists.

    Raises
    ------
    Cancelled
        When it is to stop before the search begins.
    """
    return _Run(task, progress, seed, steps, seconds, bounded).improved()


class _Run:
    def __init__(
        self,
        task: Task,
        progress: Showing,
        seed: int,
        steps: int | None,
        seconds: float | None,
        bounded: bool,
    ) -> None:
        self._clock = time.monotonic()
        self.task, self.progress = task, progress
        self._steps, self._seconds = steps, seconds
        self._made = 0
        self._text = "preparing to improve the placement"
        self._tell()
        cabling = cabling_of(task, task.floor, self)
        self.start = self.end = worth_of(task, cabling)
        self._errors = Counter(errors_of(task, task.floor, cabling))
        self.floor = task.floor
        self.stock = stock_of(task)
        self.wires = wires = wires_of(task, self.stock)
        ways = ways_of(task)
        priced = not self.start.unpriced
        groups = np.bincount(wires.need, minlength=len(wires.needs))
        prices = tariff(wires.needs, task.rules, task.bill, _longest(ways), groups, priced=priced)
        rules = Rules(self.stock, task.room, keeps_empty=task.keeps_empty)
        self.bound = None
        if bounded and not self.start.unlaid:
            self._text = "working out the lower bound"
            self._tell()
            by_rule = not task.by_hand
            bound = lower_bound(self.stock, wires, ways, prices, rules.cores, fixed_count=by_rule)
            self.bound = bound or None
        self.search = Search(Placement(self.stock.start, wires, ways, prices), self.stock, rules, seed)
        self._checked = self.search.best
        self._curve = [Point(0.0, 0, self.start.cost)]

    def improved(self) -> Improved:
        if not self.stock.devices:
            return self._result("nothing")
        self.progress.show(self._result(None))
        ended: Ended | None = "bound" if self._at_bound() else None
        last = 0
        try:
            walk = self.search.walk()
            while ended is None:
                if self._steps is not None and self.search.steps >= self._steps:
                    ended = "steps"
                elif self.search.steps % CLOCK_STEPS == 0:
                    self._made = self.search.steps
                    self._text = self._figures()
                    self._tell()
                    if self._seconds is not None and self._spent >= self._seconds:
                        ended = "seconds"
                if ended or self.search.steps - last >= CHECK_STEPS:
                    last = self.search.steps
                    self._check()
                    ended = "bound" if self._at_bound() else ended
                if ended is None:
                    next(walk)
        except OutOfTime:
            raise
        except Cancelled:
            ended = "cancelled"
        return self._result(ended)

    def _figures(self) -> str:
        """Cost of cables now and at the start; metres where none has a price."""
        now, then = f"{self.end.cost:,.0f}", f"{self.start.cost:,.0f}"
        if not self.end.cost:
            now, then = (f"{some.ordered_um / UM_PER_M:,.0f} m" for some in (self.end, self.start))
        return f"improving the placement: cables {now}, at the start {then}"

    @property
    def _spent(self) -> float:
        return time.monotonic() - self._clock

    @property
    def _whole(self) -> int:
        """Return the total work: steps, or milliseconds."""
        return self._steps if self._steps is not None else int(1000 * (self._seconds or 0)) or 1

    def _tell(self) -> None:
        done = self._made if self._steps is not None else int(1000 * self._spent)
        self.progress.step(min(done, self._whole), self._whole, self._text)

    def step(self, done: int, total: int, text: str) -> None:
        """Hear of a step of the full calculation: its words are not those of the search."""
        self._tell()

    def _at_bound(self) -> bool:
        priced = self.end.unlaid == 0 and self.end.unpriced == 0
        return priced and self.bound is not None and 0 < self.end.cost <= self.bound

    def _check(self) -> None:
        """Calculate the best of the search in full, and take it when it really is better."""
        found = self.search.best
        if found is self._checked:
            return
        floor = floor_of(self.task.floor, self.stock, found.contents)
        cabling = cabling_of(self.task, floor, self)
        worth = worth_of(self.task, cabling)
        if worth >= self.end or Counter(errors_of(self.task, floor, cabling)) - self._errors:
            self.search.best = self._checked
            return
        self._checked, self.end = found, worth
        self.floor = renumbered(floor, self.stock, self.wires, self.task.fabrics, self.task.named)
        self._curve.append(Point(round(self._spent, 3), self.search.steps, worth.cost))
        self.progress.show(self._result(None))

    def _result(self, ended: Ended | None) -> Improved:
        start, end = _places(self.task.floor), _places(self.floor)
        return Improved(
            floor=self.floor,
            start=self.start,
            end=self.end,
            lower_bound=self.bound,
            steps=self.search.steps,
            seconds=self._spent,
            ended=ended,
            curve=tuple(self._curve),
            moved=sum(start[device] != place for device, place in end.items()),
        )


def _longest(ways: Ways) -> int:
    """No way on the floor is longer, micrometres."""
    between = ways.between_um[ways.between_um < 2**49]
    rise = 2 * (int(abs(ways.drop_um).max(initial=0)) + 200 * HALF_U_UM)
    plain = int(between.max(initial=0)) + rise + int(2 * ways.depth_um.max(initial=0))
    return plain + plain * ways.tolerance_ppm // 1_000_000 + ways.slack_um


def _places(floor: Floor) -> dict[str, tuple[int, int]]:
    return {device.id: (rack.number, device.u) for rack in floor.racks for device in rack.devices}


def floor_of(floor: Floor, stock: Stock, contents: Sequence[Content]) -> Floor:
    """The floor with its devices where contents have them; other racks stay as they are."""
    moving = {device.id for device in stock.devices}
    racks = [
        rack if _same(new, old) else _filled(rack, stock, number, new, moving)
        for number, (rack, new, old) in enumerate(zip(floor.racks, contents, stock.start, strict=True))
    ]
    return msgspec.structs.replace(floor, racks=tuple(racks))


def _same(new: Content, old: Content) -> bool:
    if new is old:
        return True
    seats = [dict(zip(some.devices, some.middle_um, strict=True)) for some in (new, old)]
    return seats[0] == seats[1]


def _filled(rack: Rack, stock: Stock, number: int, content: Content, moving: set[str]) -> Rack:
    devices: list[Device] = [device for device in rack.devices if device.id not in moving]
    top = stock.frames[number].height_u
    for device, middle in zip(content.devices, content.middle_um, strict=True):
        above = (middle // HALF_U_UM - stock.height_u[device]) // 2
        unit = top - above - stock.height_u[device] + 1
        devices.append(msgspec.structs.replace(stock.devices[device], u=unit))
    devices.sort(key=lambda device: (-device.u, device.id))
    return msgspec.structs.replace(rack, devices=tuple(devices))
