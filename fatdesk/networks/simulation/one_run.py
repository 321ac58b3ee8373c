"""Runs of a network under traffic at one load, from empty to settled, then counted; runs make a point."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from time import monotonic, thread_time
from typing import Protocol

import numpy as np

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.simulation.engines.counts import Counts, quantile
from fatdesk.networks.simulation.engines.tables import Tables
from fatdesk.networks.simulation.point import (
    BATCHES,
    Fairness,
    Latency,
    Point,
    clearly_less,
    grouped,
    half_width,
)
from fatdesk.networks.simulation.study import Arrivals, Duration, Switching
from fatdesk.networks.traffic.traffic import Draws

PARTS = 8
SHARE = 0.02
SWITCHES = 16


def first_stretch(switching: Switching) -> int:
    """Cycles of the first stretch, a multiple of PARTS.

    >>> first_stretch(Switching())
    960
    """
    hop = switching.routing + switching.allocation + switching.crossbar + switching.link + switching.fly
    alone = switching.flits + SWITCHES * hop + (switching.long_fly or 0)
    return -(-4 * alone // PARTS) * PARTS


def warm_up(advance: Callable[[int], Counts], switching: Switching, cycles: int) -> tuple[int, bool]:
    """Advance until the network has settled.

    Parameters
    ----------
    advance
        Advances by a number of cycles and returns the counters.
    cycles
        How many are to be counted afterwards.

    Returns
    -------
    cycles, settled
        How many it took, and whether the network has settled by then.
    """
    length = first_stretch(switching)
    spent, before = 0, None
    while True:
        parts = [advance(length // PARTS) for _ in range(PARTS)]
        now = np.array([(part.cycles, part.delivered, part.network_sum) for part in parts], np.int64)
        spent += length
        if before is not None and agree(before, now):
            return spent, True
        if before is not None and spent + 2 * length > cycles:
            return spent, False
        before = now
        length *= 2


def agree(before: Longs, now: Longs) -> bool:
    """Whether two stretches agree; ``now`` is the longer one.

    Parameters
    ----------
    before, now : (parts, 3) int64
        Cycles, packets delivered, and the sum of their network latencies.
    """
    if not before[:, 1].any() or not now[:, 1].any():
        return False
    ratio = float(now[:, 0].sum() / before[:, 0].sum())
    for over, under in ((1, 0), (2, 1)):
        first, second = (float(rows[:, over].sum() / rows[:, under].sum()) for rows in (before, now))
        noise = half_width(now[:, over], now[:, under]) or 0.0
        if abs(first - second) > max(SHARE * second, noise * (1 + ratio) ** 0.5):
            return False
    return True


STRETCHES = 100
"""Stretches of a run that ends by its cycles."""
MOST_STRETCHES = 100_000
LOOKS = frozenset(part << power for part in (1, 3) for power in range(16))
"""After this many stretches per batch the intervals are looked at; often would be to end on a lucky one."""
STEP_S = 0.06
"""Seconds between two checks whether to stop."""
FIRST_STEP, MOST_STEP = 8, 1 << 20

CYCLES, DELIVERED, LATENCY, NETWORK = range(4)
"""Columns of ``Run.stretches``."""


class Moving(Protocol):
    """Interface of the engines; see ``simulation.py``."""

    @property
    def now(self) -> int:
        """Cycles so far."""

    @property
    def deadlocked(self) -> bool:
        """Whether packets wait and none will ever move again."""

    def advance(self, cycles: int) -> Counts:
        """Advance, and return the counters of that stretch."""


@dataclass(frozen=True, eq=False)
class Bench:
    """Shared inputs of all runs of a curve.

    Attributes
    ----------
    scheme
        Its name, for messages.
    """

    tables: Tables
    scheme: str
    switching: Switching
    draws: Draws
    arrivals: Arrivals
    duration: Duration

    def simulation(self, load: float, seed: int) -> Moving:
        """An engine before its first cycle; its kernels load numba, which takes a while."""
        from fatdesk.networks.simulation.simulation import Simulation

        return Simulation(self.tables, self.switching, self.draws, load, self.arrivals, seed)


@dataclass(frozen=True, eq=False)
class Run:
    """Counts of one run after its warm-up.

    Attributes
    ----------
    offered : (hosts,) float64
        Flits a cycle that each host was to send.
    flits
        Of a packet.
    warmup, settled
        Cycles before, and whether they ended by the rule; a length that was requested is taken as right.
    stretches : (n, 4) int64
        Of consecutive stretches: cycles, packets delivered, sums of latency and of network latency.
    counts
        All of them together.
    reached
        Whether it came to the precision or the packets that were requested before its cycles were over; true
        where none were.
    seconds
        Processor time.
    """

    load: float
    seed: int
    offered: Floats
    flits: int
    warmup: int
    settled: bool
    stretches: Longs
    counts: Counts
    reached: bool
    seconds: float


@dataclass
class _Walk:
    """An engine that moves in steps short enough to be stopped between them; their length changes nothing."""

    engine: Moving
    bench: Bench
    load: float
    progress: Progress
    expected: int
    step: int = field(default=FIRST_STEP)

    def advance(self, cycles: int) -> Counts:
        """Advance by a number of cycles.

        Raises
        ------
        FatdeskError
            When packets wait for each other for ever.
        Cancelled
            When ``progress`` was asked to stop.
        """
        counts: Counts | None = None
        left = cycles
        while left > 0:
            self.progress.step(min(self.engine.now, self.expected), self.expected, "cycles")
            taken = min(self.step, left)
            begin = monotonic()
            more = self.engine.advance(taken)
            spent = monotonic() - begin
            faster = STEP_S / max(spent, 1e-9) * taken
            self.step = int(min(max(faster, 1), 4 * self.step, MOST_STEP))
            counts = more if counts is None else counts + more
            left -= taken
            if self.engine.deadlocked:
                raise FatdeskError(self._deadlock())
        assert counts is not None  # at least one cycle was requested
        return counts

    def _deadlock(self) -> str:
        bench = self.bench
        family = bench.tables.network.family or "this network"
        instead = "use updown, which cannot" if bench.scheme != "updown" else "use a larger buffer"
        return (
            f"routing algorithm {bench.scheme} on {family}: at load {self.load:g} packets wait for each "
            f"other in a ring and none moves any more (deadlock by cycle {self.engine.now:,}): {instead}"
        )


def measure(
    bench: Bench,
    load: float,
    seed: int,
    progress: Progress = SILENT,
    engine: Callable[[float, int], Moving] | None = None,
) -> Run:
    """Run once.

    Parameters
    ----------
    load
        Flits a cycle and host that sends, in the mean.
    seed
        Of everything random in the run.
    progress
        Called with the cycles, more often than ten times a second.
    engine
        In place of the bench's own.

    Raises
    ------
    FatdeskError
        When the load is beyond what hosts can inject, or the routing algorithm deadlocks.
    Cancelled
        When ``progress`` was asked to stop.
    """
    begin = thread_time()
    duration = bench.duration
    moving = (engine or bench.simulation)(load, seed)
    before = 3 * first_stretch(bench.switching) if duration.warmup is None else duration.warmup
    walk = _Walk(moving, bench, load, progress, max(before, 1) + duration.cycles)
    if duration.warmup is None:
        warmup, settled = warm_up(walk.advance, bench.switching, duration.cycles)
        walk.expected = warmup + duration.cycles
    else:
        warmup, settled = duration.warmup, True
        if warmup:
            walk.advance(warmup)
    rows, counts, reached = _count(walk, bench)
    offered = load * bench.draws.rate
    spent = thread_time() - begin
    flits = bench.switching.flits
    return Run(load, seed, offered, flits, warmup, settled, rows, counts, reached, spent)


def _count(walk: _Walk, bench: Bench) -> tuple[Longs, Counts, bool]:
    """Stretch after stretch until the run may end; and whether that was before its cycles were over."""
    duration = bench.duration
    packets, share = duration.packets_per_source, duration.precision
    sending = bench.draws.rate > 0
    length = _stretch(bench, walk.load)
    offered = float(bench.draws.rate.sum()) * walk.load / bench.switching.flits
    rows: list[tuple[int, int, int, int]] = []
    counts: Counts | None = None
    left = duration.cycles
    while left > 0:
        cycles = min(length, left)
        more = walk.advance(cycles)
        left -= cycles
        rows.append((cycles, more.delivered, more.latency_sum, more.network_sum))
        counts = more if counts is None else counts + more
        if packets is not None and (counts.delivered_of[sending] >= packets).all():
            return np.array(rows, np.int64), counts, True
        each, rest = divmod(len(rows), BATCHES)
        if share is not None and rest == 0 and each in LOOKS and _precise(rows, share, offered):
            return np.array(rows, np.int64), counts, True
    assert counts is not None  # a duration has at least one cycle
    return np.array(rows, np.int64), counts, packets is None and share is None


def _stretch(bench: Bench, load: float) -> int:
    """Cycles of a stretch: a hundredth of the run, or, where it may end earlier, of what it then takes."""
    duration, flits = bench.duration, bench.switching.flits
    length = duration.cycles // STRETCHES
    if duration.precision is not None:
        length = min(length, first_stretch(bench.switching))
    if duration.packets_per_source is not None:
        length = min(length, int(duration.packets_per_source * flits / load) // STRETCHES)
    return max(length, -(-duration.cycles // MOST_STRETCHES), 1)


def _precise(rows: list[tuple[int, int, int, int]], share: float, offered: float) -> bool:
    """Whether the intervals are as narrow as asked.

    Past saturation the latency from generation grows for ever; there it is the network latency that counts.

    Parameters
    ----------
    offered
        Packets a cycle.
    """
    batches = grouped(np.array(rows, np.int64))

    def mean(over: int, under: int) -> tuple[float, float]:
        width = half_width(batches[:, over], batches[:, under])
        total = float(batches[:, under].sum())
        return (float(batches[:, over].sum()) / total, width) if width is not None else (0.0, np.inf)

    accepted, about = mean(DELIVERED, CYCLES)
    latency, wide = mean(NETWORK if clearly_less(accepted, about, offered) else LATENCY, DELIVERED)
    return about <= share * accepted and wide <= share * latency


def point_of(runs: Sequence[Run]) -> Point:
    """Return the results at a load.

    Parameters
    ----------
    runs
        Independent runs of the same network and load, in order of their seeds. Cycles and packets add up; of
        several the intervals come from the differences between runs, of one from its batches.
    """
    counts = reduce(add, (run.counts for run in runs))
    if len(runs) == 1:
        rows = grouped(runs[0].stretches)
    else:
        rows = np.stack([run.stretches.sum(axis=0) for run in runs])
    first = runs[0]
    senders = max(int((first.offered > 0).sum()), 1)
    a_packet = first.flits / senders
    width = half_width(rows[:, DELIVERED], rows[:, CYCLES])
    return Point(
        offered=first.load,
        accepted=counts.delivered / counts.cycles * a_packet,
        accepted_ci95=None if width is None else width * a_packet,
        latency=_latency(counts, counts.latency_sum, counts.latency_max, counts.latency_bins, rows, LATENCY),
        network_latency=_latency(
            counts, counts.network_sum, counts.network_max, counts.network_bins, rows, NETWORK
        ),
        packets=counts.delivered,
        conflicts_per_cycle=float(counts.waits) / counts.cycles,
        received_per_cycle=counts.delivered / counts.cycles,
        flit_hops=int(counts.flit_hops),
        warmup=sum(run.warmup for run in runs),
        cycles=counts.cycles,
        settled=all(run.settled for run in runs),
        fairness=_fairness(first, counts),
        channel_load=(counts.carried * (first.flits / counts.cycles)).astype(np.float32),
        seeds=len(runs),
        seconds=sum(run.seconds for run in runs),
    )


def _latency(counts: Counts, total: int, most: int, bins: Longs, rows: Longs, column: int) -> Latency:
    packets = counts.delivered
    if packets == 0:
        return Latency()
    width = half_width(rows[:, column], rows[:, DELIVERED])
    p50, p99 = (quantile(bins, share, int(most)) for share in (0.5, 0.99))
    return Latency(float(total) / packets, width, p50, p99, int(most))


def _fairness(run: Run, counts: Counts) -> Fairness | None:
    sending = run.offered > 0
    share = counts.delivered_of[sending] * (run.flits / counts.cycles) / run.offered[sending]
    total = float(share.sum())
    if total == 0:
        return None
    mean = total / len(share)
    jain = total**2 / (len(share) * float((share**2).sum()))
    return Fairness(jain, float(share.min()) / mean, float(share.max()) / mean)
