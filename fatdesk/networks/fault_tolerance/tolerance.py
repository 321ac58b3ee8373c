"""Fault tolerance: the share of fault combinations that are tolerated, and the pairs still connected."""

import itertools
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass

from fatdesk.core.arrays import Ints, Words
from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.fault_tolerance.connectivity.judging import (
    Combinations,
    Judge,
    Judged,
    first_bits,
    judges,
    ones,
    set_bits,
    things_of,
)
from fatdesk.networks.fault_tolerance.results import ToleranceRow
from fatdesk.networks.fault_tolerance.units import FaultUnits, check_count
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import RoutingAlgorithm

TEXT = "combinations of faults"


def tolerance(
    network: Network,
    algorithm: RoutingAlgorithm,
    units: FaultUnits,
    faults: int,
    combinations: int,
    seed: int,
    progress: Progress = SILENT,
    *,
    workers: int = 1,
    judged_by: Callable[[], Judge] | None = None,
) -> ToleranceRow:
    """Count the combinations of a number of faults that are tolerated, and the pairs that are connected.

    All combinations are tried where there are not more than ``combinations``, else that many are drawn. The
    same comes out for any number of workers.

    64 combinations are judged at once, as bits of a word. With ``updown`` in networks without levels, when
    links fail in one direction, each combination changes what is up: there a combination that cuts something
    off once the failed links are out in both directions takes as long as to work out the paths to all hosts.

    Parameters
    ----------
    workers
        Threads.
    judged_by
        What :func:`.judging.judges` gives for the same network, routing algorithm and elements,
        where several numbers of faults are tried; it takes seconds to make for 20,000 hosts.

    Raises
    ------
    FatdeskError
        When there are fewer elements than faults.
    Cancelled
        When ``progress`` was asked to stop.

    >>> from fatdesk.networks.topologies import network_of
    >>> from fatdesk.networks.fault_tolerance.study import FaultParameters
    >>> from fatdesk.networks.fault_tolerance.units import fault_units
    >>> from fatdesk.networks.routing import usual
    >>> tree = network_of("ft-ruft-212:k=2,n=3")
    >>> row = tolerance(tree, usual(tree), fault_units(tree, FaultParameters()), 4, 2000, seed=1)
    >>> row.tolerated, row.combinations, row.exhaustive
    (1760, 1820, True)
    """
    check_count(units, faults)
    tried = Combinations.up_to(combinations, units.count, faults, seed)
    if judged_by is None:
        judged_by = judges(network, algorithm, units, progress)
    counted = _count(judged_by, tried, progress, workers)
    pairs = network.hosts * (network.hosts - 1) * tried.count
    return ToleranceRow(
        faults=faults,
        combinations=tried.count,
        exhaustive=tried.exhaustive,
        tolerated=counted.tolerated,
        pairs_connected=(pairs - counted.missing) / pairs if pairs else 1.0,
        fatal=counted.fatal(tried),
    )


def random_tolerated(
    network: Network,
    algorithm: RoutingAlgorithm,
    units: FaultUnits,
    faults: int,
    count: int,
    seed: int,
    progress: Progress = SILENT,
) -> tuple[Ints, ...]:
    """Random combinations that are tolerated, all of them equally likely; one may come twice.

    They are the first of those that :func:`tolerance` draws with the same seed.

    Returns
    -------
    tuple
        ``count`` combinations, each the numbers of its elements, the lowest first.

    Raises
    ------
    FatdeskError
        When there are fewer elements than faults, or tolerated combinations are too rare.
    Cancelled
        When ``progress`` was asked to stop.
    """
    check_count(units, faults)
    judge = judges(network, algorithm, units, progress)()
    drawn = Combinations(units.count, faults, judge.most_drawn, exhaustive=False, seed=seed)
    out = drawn.empty_block()
    found: list[Ints] = []
    for block in range(drawn.blocks):
        check = _step(progress, len(found), count, "combinations that are tolerated")
        many = drawn.fill(block, out)
        good = judge.judge(out, many, False, check).good
        found += [things_of(out, i) for i in set_bits(good)[: count - len(found)]]
        if len(found) == count:
            return tuple(found)
    what = "switch" if units.requested.among == "switches" else "link"
    plural = "" if faults == 1 else "es" if what == "switch" else "s"
    how = f"only {len(found):,}" if found else "none"
    raise FatdeskError(
        f"faults: of {drawn.count:,} random combinations of {faults:,} {what}{plural} {how} "
        f"{'are' if len(found) > 1 else 'is'} tolerated (routing algorithm {algorithm.NAME} on "
        f"{network.family or 'this network'}), {count:,} are asked for: "
        f"use fewer faults, or a routing algorithm with more paths"
    )


def random_combinations(units: FaultUnits, faults: int, count: int, seed: int) -> tuple[Ints, ...]:
    """Random combinations, tolerated or not: those among which :func:`random_tolerated` chooses.

    Raises
    ------
    FatdeskError
        When there are fewer elements than faults.
    """
    check_count(units, faults)
    drawn = Combinations(units.count, faults, count, exhaustive=False, seed=seed)
    out = drawn.empty_block()
    found: list[Ints] = []
    for block in range(drawn.blocks):
        many = drawn.fill(block, out)
        found += [things_of(out, i) for i in range(many)]
    return tuple(found[:count])


@dataclass(slots=True)
class _Count:
    """Counts so far; the first block with a fatal combination is kept."""

    tolerated: int = 0
    missing: int = 0
    block: int | None = None
    fatal_bits: Words | None = None

    def add(self, block: int, tried: Words, found: Judged) -> None:
        """Count a block."""
        self.tolerated += ones(found.good)
        self.missing += found.missing
        fatal = tried & ~found.good
        if fatal.any():
            self._remember(block, fatal)

    def join(self, other: "_Count") -> None:
        """Add what another has counted."""
        self.tolerated += other.tolerated
        self.missing += other.missing
        if other.block is not None and other.fatal_bits is not None:
            self._remember(other.block, other.fatal_bits)

    def _remember(self, block: int, fatal: Words) -> None:
        if self.block is None or block < self.block:
            self.block, self.fatal_bits = block, fatal

    def fatal(self, combinations: Combinations) -> tuple[int, ...] | None:
        """The first fatal combination."""
        if self.block is None or self.fatal_bits is None:
            return None
        out = combinations.empty_block()
        combinations.fill(self.block, out)
        return tuple(things_of(out, set_bits(self.fatal_bits)[0]).tolist())


def _count(new_judge: Callable[[], Judge], tried: Combinations, progress: Progress, workers: int) -> _Count:
    blocks = itertools.count()
    stopped = threading.Event()
    done = 0

    def work(check: Callable[[], None]) -> _Count:
        nonlocal done
        judge, out, counted = new_judge(), tried.empty_block(), _Count()
        while (block := next(blocks)) < tried.blocks:
            check()
            many = tried.fill(block, out)
            counted.add(block, first_bits(many), judge.judge(out, many, True, check))
            done = max(done, block)
        return counted

    def report() -> None:
        progress.step(done, tried.blocks, TEXT)

    def stop() -> None:
        if stopped.is_set():
            raise Cancelled

    if workers <= 1 or tried.blocks == 1:
        return work(report)
    whole = _Count()
    with ThreadPoolExecutor(min(workers, tried.blocks), thread_name_prefix="faults") as threads:
        try:
            running = [threads.submit(work, stop) for _ in range(min(workers, tried.blocks))]
            while wait(running, timeout=0.05).not_done:
                report()
        except BaseException:
            stopped.set()
            raise
        for each in running:
            whole.join(each.result())
    return whole


def _step(progress: Progress, done: int, total: int, text: str) -> Callable[[], None]:
    return lambda: progress.step(done, total, text)
