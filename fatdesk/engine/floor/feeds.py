"""Power feeds of a rack: circuits, phases, breakers, their load before and after a loss, and limits."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from math import ceil, hypot, sqrt
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta
from msgspec.structs import replace

from fatdesk.core import ranges
from fatdesk.core.errors import UnsoundError
from fatdesk.core.schema import about, check_ranges
from fatdesk.core.struct import Count, Struct
from fatdesk.engine.catalog.parts import Part, PowerUnit, RackPart

Scheme = Literal["2N", "N+1", "4-to-make-3"]
Rating = Literal["EN", "US"]
SHARES: dict[Rating, float] = {"EN": 1.0, "US": 0.8}
"""Continuous share of a breaker: IEC 60364-4-43, 433.1 (design current up to the rated current); NEC
210.20(A) (a breaker is rated at 125 % of the continuous load at least)."""
ASSUMED_SUPPLIES = 2
"""Power supplies of a device that states none: it counts as dual-corded."""
CORD_W = 16.0 * 230.0
"""Power of a cord of one phase at most: 16 A at 230 V (IEC 60320 C19); cords with more have three phases."""
OUTLET_V = 278.0
"""Volts of an outlet at most: plugs of IEC 60320 are rated at 250 V, North American ones at 277 V."""
MOST_CIRCUITS = 64


class PowerFeeds(Struct, frozen=True, kw_only=True):
    """Power feeds of a rack: how many, and the circuits that each has in the rack."""

    scheme: Annotated[
        Scheme,
        about(
            "Redundancy",
            "Number of feeds of a rack, which keeps running when any one of them is lost",
            more="`2N`: two, each of which carries the rack alone; `N+1`: one more than needed;"
            " `4-to-make-3`: four, any three of which carry the rack",
            choices={"2N": "2N (A and B)", "N+1": "N+1", "4-to-make-3": "4 to make 3"},
        ),
    ] = "2N"
    count: Annotated[
        Annotated[int, Meta(ge=2, le=8)] | None,
        about("Number of feeds", "Of N+1 only; empty: 3", empty="by redundancy"),
    ] = None
    phases: Annotated[Literal[3, 1], about("Phases", "Of a circuit", choices={3: "Three", 1: "One"})] = 3
    voltage_v: Annotated[
        ranges.Voltage, about("Voltage", "Between phases; of one phase that of the circuit", unit="V")
    ] = 400.0
    outlets_at: Annotated[
        Literal["neutral", "phases"],
        about(
            "Outlets between",
            "Where outlets of three phases are connected",
            more="`neutral`: a phase and neutral (230 V of 400 V); `phases`: two phases (208 V)",
            choices={"neutral": "Phase, neutral", "phases": "Two phases"},
        ),
    ] = "neutral"
    breaker_a: Annotated[
        ranges.Current | None,
        about(
            "Breaker",
            "Rated current of the breaker of a circuit, per phase",
            more="Without it the load of feeds is stated and not checked",
            empty="not checked",
            unit="A",
        ),
    ] = None
    continuous: Annotated[
        Rating,
        about(
            "Continuous load",
            "Share of the breaker that may be used all the time",
            more="`EN`: 100 % (IEC 60364-4-43, 433.1); `US`: 80 % (NEC 210.20(A))",
            choices={"EN": "100 % (EN)", "US": "80 % (US)"},
        ),
    ] = "EN"
    circuits: Annotated[Count, about("Circuits per feed", "Breakers that each feed has for a rack")] = 1
    outlets: Annotated[
        Annotated[int, Meta(ge=1, le=1000)] | None,
        about(
            "Outlets per circuit",
            "Of its power strip; power strips that are placed in the rack count with theirs",
            empty="unknown",
        ),
    ] = None
    power_factor: Annotated[
        ranges.PowerFactor,
        about(
            "Power factor",
            "Watts per volt-ampere",
            more="0.95: 80 PLUS Platinum power supplies reach it at half load",
        ),
    ] = 0.95

    def __post_init__(self) -> None:
        check_ranges(self)
        if self.count is not None and self.scheme != "N+1":
            what = f"only N+1 has a choice, {self.scheme} has {FEEDS[self.scheme]} feeds: leave it out"
            raise UnsoundError(f"count: {what}")
        if self.phases == 1 and self.outlets_at != "neutral":
            raise UnsoundError("outlets_at: only three phases have a choice: leave it out")

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the feeds.

        >>> PowerFeeds().names, PowerFeeds(scheme="N+1", count=4).names
        (('A', 'B'), ('A', 'B', 'C', 'D'))
        """
        return tuple("ABCDEFGH"[: self.count or FEEDS[self.scheme]])

    @property
    def circuit_va(self) -> float | None:
        """Apparent power of a circuit at the rated current of its breaker; None: unknown.

        >>> round(PowerFeeds(breaker_a=32).circuit_va or 0)
        22170
        """
        if self.breaker_a is None:
            return None
        return self.voltage_v * self.breaker_a * (sqrt(3) if self.phases == 3 else 1.0)

    @property
    def outlet_v(self) -> float:
        """Voltage at outlets.

        >>> round(PowerFeeds().outlet_v), PowerFeeds(phases=1, voltage_v=230.0).outlet_v
        (231, 230.0)
        """
        is_between = self.phases == 1 or self.outlets_at == "phases"
        return self.voltage_v if is_between else self.voltage_v / sqrt(3)

    @property
    def most_a(self) -> float | None:
        """Current that each phase of a circuit carries all the time; None: unknown."""
        return None if self.breaker_a is None else self.breaker_a * SHARES[self.continuous]

    @property
    def usable_w(self) -> float | None:
        """Power that a feed carries all the time with evenly loaded phases; None: unknown."""
        full = self.circuit_va
        return None if full is None else full * SHARES[self.continuous] * self.power_factor * self.circuits

    @property
    def carried_w(self) -> float | None:
        """Power of a rack that its feeds carry when any one of them is lost; None: unknown."""
        usable = self.usable_w
        return None if usable is None else usable * (len(self.names) - 1)

    @property
    def circuit_text(self) -> str:
        """Describe the circuits of a feed, ``2 x 32 A, 400 V, 3 phases``.

        >>> PowerFeeds(breaker_a=32.0, circuits=2).circuit_text
        '2 x 32 A, 400 V, 3 phases'
        """
        breaker = "breaker unknown" if self.breaker_a is None else f"{self.breaker_a:g} A"
        phases = f"{self.phases} phase{'s'[: self.phases != 1]}"
        return f"{self.circuits} x {breaker}, {self.voltage_v:g} V, {phases}"


FEEDS: dict[Scheme, int] = {"2N": 2, "N+1": 3, "4-to-make-3": 4}
DEFAULT_FEEDS = PowerFeeds()


class Corded(NamedTuple):
    """A device with power cords.

    Attributes
    ----------
    needed
        Supplies that it needs for its full power.
    balanced
        Whether each of its supplies loads all three phases alike, as power shelves do.
    inlet
        Connector of its supplies by IEC 60320; empty: unknown.
    """

    part: str
    watts: float
    supplies: int = ASSUMED_SUPPLIES
    needed: int = 1
    balanced: bool = False
    inlet: str = ""

    @property
    def is_three_phase(self) -> bool:
        """Whether its cords load three phases: as stated, or because one phase does not feed them."""
        return self.balanced or self.watts / self.needed > CORD_W


@dataclass(frozen=True)
class FeedLoads:
    """Load of the feeds of a rack.

    Attributes
    ----------
    normal_w
        Of each feed while all of them are there.
    lost_w
        For each feed that is lost, the load of each feed then.
    normal_a, lost_a
        Currents of the phases of each feed, of its circuit with the highest; after the loss of any other
        feed.
    phase_loss
        For each feed, the number of the feed whose loss gives it the currents of ``lost_a``.
    short
        For each feed that is lost, the parts of devices that keep fewer supplies than they need, and how
        many each keeps.
    cords
        Power cords of all devices.
    """

    normal_w: tuple[float, ...]
    lost_w: tuple[tuple[float, ...], ...]
    normal_a: tuple[tuple[float, ...], ...]
    lost_a: tuple[tuple[float, ...], ...]
    phase_loss: tuple[int, ...]
    short: tuple[tuple[tuple[str, int], ...], ...]
    cords: int

    @property
    def after_w(self) -> tuple[float, ...]:
        """The most that each feed carries when any other one is lost."""
        return tuple(max(load[feed] for load in self.lost_w) for feed in range(len(self.normal_w)))


def _shares(supplies: int, feeds: int, extra: Sequence[int]) -> list[int]:
    """Number of a device's supplies on each feed; what does not divide evenly is on the ``extra`` feeds."""
    return [supplies // feeds + (feed in extra) for feed in range(feeds)]


def _loads(share: Sequence[int], watts: float) -> list[list[float]]:
    """Load of each feed for no loss, then for the loss of each feed: live supplies share the power."""
    feeds = range(len(share))
    found = [[watts * own / sum(share) for own in share]]
    for lost in feeds:
        live = sum(share) - share[lost]
        found.append([0.0 if feed == lost or not live else watts * share[feed] / live for feed in feeds])
    return found


def _dealt(devices: Sequence[Corded], feeds: int) -> list[list[int]]:
    """Supplies of each device on each feed.

    Notes
    -----
    Greedy: devices by power, the heaviest first. The supplies of each are divided evenly over the feeds;
    those left over go to the feeds with which the highest load after the loss of a feed is least, then the
    highest load of all feeds.
    """
    totals = [[0.0] * feeds for _ in range(feeds + 1)]
    found: list[list[int]] = [[] for _ in devices]
    for number in sorted(range(len(devices)), key=lambda n: (-devices[n].watts, n)):
        device = devices[number]
        best: tuple[tuple[float, float, tuple[int, ...]], list[int], list[list[float]]] | None = None
        for extra in combinations(range(feeds), device.supplies % feeds):
            share = _shares(device.supplies, feeds, extra)
            after = [
                [total + own for total, own in zip(row, more, strict=True)]
                for row, more in zip(totals, _loads(share, device.watts), strict=True)
            ]
            rank = (round(max(map(max, after[1:])), 6), round(max(after[0]), 6), extra)
            if best is None or rank < best[0]:
                best = rank, share, after
        assert best is not None  # there is always one combination
        found[number], totals = best[1], best[2]
    return found


def feed_loads(devices: Sequence[Corded], feeds: PowerFeeds) -> FeedLoads:
    """Load of the feeds of a rack with some devices, in whatever order these are.

    Notes
    -----
    A device that keeps too few supplies still counts with its whole power on those that are left, and with
    none when none is left. Cords of a feed are dealt to the phases of its circuits greedily: the one with
    the highest power after a loss first, each to the phase whose highest load is then the least, with all
    feeds and after the loss of any.
    """
    return _feed_loads(tuple(sorted(devices)), feeds)


@lru_cache(maxsize=1024)
def _feed_loads(devices: tuple[Corded, ...], feeds: PowerFeeds) -> FeedLoads:
    """Loads, kept for the racks that an edit or another opening of the project leaves as they are."""
    count = len(feeds.names)
    dealt = _dealt(devices, count)
    totals = [[0.0] * count for _ in range(count + 1)]
    short: list[dict[str, int]] = [{} for _ in range(count)]
    for device, share in zip(devices, dealt, strict=True):
        for row, more in zip(totals, _loads(share, device.watts), strict=True):
            for feed, own in enumerate(more):
                row[feed] += own
        for lost, own in enumerate(share):
            left = device.supplies - own
            if own and left < device.needed:
                short[lost][device.part] = min(left, short[lost].get(device.part, left))
    normal_a, lost_a, phase_loss = [], [], []
    for feed in range(count):
        currents = list(_currents(devices, dealt, feed, feeds))
        normal_a.append(currents[0])
        after = currents[1:]
        worst = max((lost for lost in range(count) if lost != feed), key=lambda lost: max(after[lost]))
        lost_a.append(after[worst])
        phase_loss.append(worst)
    return FeedLoads(
        tuple(totals[0]),
        tuple(map(tuple, totals[1:])),
        tuple(normal_a),
        tuple(lost_a),
        tuple(phase_loss),
        tuple(tuple(some.items()) for some in short),
        sum(device.supplies for device in devices),
    )


def _currents(
    devices: Sequence[Corded], dealt: Sequence[Sequence[int]], feed: int, feeds: PowerFeeds
) -> Iterator[tuple[float, ...]]:
    """Currents of a feed's phases, of its circuit with the highest: no loss, then the loss of each feed."""
    per_circuit: int = feeds.phases
    slots = [[0.0] * (len(feeds.names) + 1) for _ in range(feeds.circuits * per_circuit)]
    cords: list[tuple[float, int, list[float]]] = []
    for number, (device, share) in enumerate(zip(devices, dealt, strict=True)):
        if share[feed]:
            each = [row[feed] / share[feed] for row in _loads(share, device.watts)]
            cords += [(max(each), number, each)] * share[feed]
    cords.sort(key=lambda cord: (-cord[0], cord[2], cord[1]))  # those that share a feed one after the other
    for _, number, each in cords:
        width = 3 if devices[number].is_three_phase and per_circuit == 3 else 1
        after = [
            [
                [total + own / width for total, own in zip(slot, each, strict=True)]
                for slot in slots[start : start + width]
            ]
            for start in range(0, len(slots), width)
        ]
        best = min(after, key=lambda group: (round(max(map(max, group)), 6), round(sum(map(sum, group)), 6)))
        start = after.index(best) * width
        slots[start : start + width] = best
    for case in range(len(slots[0])):
        lines = [
            line_currents([slots[start + phase][case] for phase in range(per_circuit)], feeds)
            for start in range(0, len(slots), per_circuit)
        ]
        yield max(lines, key=max)


def line_currents(watts: Sequence[float], feeds: PowerFeeds) -> tuple[float, ...]:
    """Currents of the phases of a circuit, by the power at the outlets of each phase or pair of phases.

    Currents of two pairs that share a phase are 60 degrees apart: they add up to
    sqrt(a^2 + b^2 + a b).

    >>> feeds = PowerFeeds(voltage_v=208.0, outlets_at="phases", power_factor=1.0)
    >>> [round(a, 2) for a in line_currents([2080.0, 2080.0, 2080.0], feeds)]
    [17.32, 17.32, 17.32]
    """
    if feeds.phases == 1:
        return (watts[0] / (feeds.power_factor * feeds.voltage_v),)
    if feeds.outlets_at == "neutral":
        return tuple(some * sqrt(3) / (feeds.power_factor * feeds.voltage_v) for some in watts)
    pairs = [some / (feeds.power_factor * feeds.voltage_v) for some in watts]
    return tuple(hypot(pairs[n] + pairs[n - 1] / 2, pairs[n - 1] * sqrt(3) / 2) for n in range(3))


@lru_cache(maxsize=1024)
def needed_circuits(devices: tuple[Corded, ...], feeds: PowerFeeds) -> int | None:
    """Least number of circuits per feed that carries devices when any feed is lost; None: none or unknown."""
    most = feeds.most_a
    one = feeds.usable_w
    if most is None or one is None:
        return None
    highest = max(feed_loads(devices, feeds).after_w, default=0.0)
    first = max(1, ceil(highest / (one / feeds.circuits) - 1e-9))
    for circuits in range(first, MOST_CIRCUITS + 1):
        wide = replace(feeds, circuits=circuits)
        if max(map(max, feed_loads(devices, wide).lost_a)) <= most + 1e-9:
            return circuits
    return None


NEAR = 1e-9
"""Part of a limit by which rounded sums may exceed it."""
Cords = Mapping[Corded, int]
"""Number of devices of each kind that have power cords."""


def corded_of(part: Part, watts: float, supplies: int | None) -> Corded | None:
    """Return a device of a part with its cords; None: it is a power strip.

    Parameters
    ----------
    supplies
        Power supplies of the part; None: unknown.
    """
    if isinstance(part, PowerUnit):
        return None
    needed = min(part.supplies_needed or 1, supplies or ASSUMED_SUPPLIES)
    return Corded(part.id, watts, supplies or ASSUMED_SUPPLIES, needed, inlet=part.inlet or "")


def shelves_of(part: RackPart) -> Corded | None:
    """Return the power shelves of a rack, which feed all that is in it; None: it has none."""
    if part.supplies is None:
        return None
    return Corded(part.id, 0.0, part.supplies, part.supplies_needed or 1, balanced=True)


class FeedLimits(NamedTuple):
    """Feeds of a rack with known breakers, and what loads them before anything is placed.

    Attributes
    ----------
    shelves
        Its power shelves.
    fixed
        What comes with the rack.
    """

    feeds: PowerFeeds
    shelves: Corded | None
    fixed: tuple[Corded, ...] = ()

    @classmethod
    def of(cls, feeds: PowerFeeds, part: RackPart) -> "FeedLimits | None":
        """The limits of an empty rack; None: its breakers are not known."""
        if feeds.breaker_a is None:
            return None
        contents = (Corded(some.name, some.power_w) for some in part.contents if some.power_w)
        return cls(feeds, shelves_of(part), tuple(contents))

    def hold(self, cords: Cords) -> bool:
        """Whether the feeds carry some devices: with all feeds and after the loss of any, on each phase."""
        return _hold(self, tuple(sorted((one, count) for one, count in cords.items() if count)))


@lru_cache(maxsize=65_536)
def _hold(limits: FeedLimits, cords: tuple[tuple[Corded, int], ...]) -> bool:
    some = [*limits.fixed, *(one for one, count in cords for _ in range(count))]
    if limits.shelves is not None:
        some = [limits.shelves._replace(watts=sum(one.watts for one in some))]
    loads = feed_loads(some, limits.feeds)
    usable, most = limits.feeds.usable_w, limits.feeds.most_a
    assert usable is not None
    assert most is not None
    watts = max(chain(loads.normal_w, loads.after_w), default=0.0)
    amperes = max(chain(*loads.normal_a, *loads.lost_a), default=0.0)
    return watts <= usable * (1 + NEAR) and amperes <= most * (1 + NEAR)
