"""Throughput with faults: the mean over random combinations, those that are tolerated or any."""

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from fatdesk.core.arrays import Bools, Ints
from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.fault_tolerance.sampled.measure import PERCENT
from fatdesk.networks.fault_tolerance.sampled.throughput import (
    ANY,
    INTACT,
    MOST,
    OFFERED,
    TOLERATED,
    DegradationParameters,
    DegradationPoint,
)
from fatdesk.networks.fault_tolerance.study import FaultParameters
from fatdesk.networks.fault_tolerance.tolerance import random_combinations, random_tolerated
from fatdesk.networks.fault_tolerance.units import FaultUnits, check_count, fault_units, usable_without
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import NextChannels, RoutingAlgorithm, RoutingTable, no_formula
from fatdesk.networks.simulation.engines.tables import tables_of
from fatdesk.networks.simulation.one_run import Bench, measure, point_of
from fatdesk.networks.simulation.point import Point, bisection, half_width
from fatdesk.networks.simulation.running import prepare
from fatdesk.networks.simulation.study import check_load, highest_load
from fatdesk.networks.simulation.sweep import draws_of
from fatdesk.networks.traffic.traffic import Draws, weighted_draws, weights_of


def intact_first(algorithm: RoutingAlgorithm, network: Network, usable: Bools) -> RoutingTable:
    """Return the routing table without failed channels, in which hosts use intact links first.

    A link of a host is intact for a destination when no channel of any path from it has failed. Where none
    is, all links with a path are used, as without this rule.

    Source: the fault-tolerant-indirect-topologies paper, section 4.2.1: if there is a fault in the path to a
    destination through one of the injection links of a node, the traffic to that destination goes through
    the other link that is still healthy.

    >>> from fatdesk.networks.routing import ruft
    >>> from fatdesk.networks.topologies import network_of
    >>> net = network_of("ft-ruft-212:k=2,n=3")
    >>> usable = np.ones(len(net.channels), bool)
    >>> usable[net.outgoing[1][net.outgoing[0][net.hosts]]] = False  # one of switch 0,00 to the next stage
    >>> [len(intact_first(ruft, net, usable).next_channels(7).onward(host)) for host in (0, 2)]
    [1, 2]
    """
    whole, left = algorithm.routing_table(network), algorithm.routing_table(network, usable)
    hosts, after = network.hosts, whole.after

    def next_channels(destination: int) -> NextChannels:
        full, cut = whole.next_channels(destination), left.next_channels(destination)
        states = np.repeat(np.arange(len(full.start) - 1), np.diff(full.start))
        onward = after[full.channel]
        failed = ~usable[full.channel]
        broken = np.zeros(len(full.start) - 1, np.bool_)
        while True:
            doubtful = failed | (broken[onward] & (onward >= 0))
            spread = np.zeros_like(broken)
            spread[states[doubtful]] = True
            if (spread == broken).all():
                break
            broken = spread
        healthy = np.zeros(len(after), np.bool_)
        healthy[full.channel[~doubtful]] = True
        good = healthy[cut.channel]
        source = np.repeat(np.arange(len(cut.start) - 1), np.diff(cut.start))
        kept = good | (source >= hosts) | ~np.isin(source, source[good & (source < hosts)])
        start = np.zeros(len(cut.start), np.int32)
        np.cumsum(np.bincount(source[kept], minlength=len(cut.start) - 1), out=start[1:])
        return NextChannels(destination, start, cut.channel[kept])

    return replace(left, next_channels=next_channels, by_switch=False, formula=no_formula)


Made = TypeVar("Made")

LOOK_S = 0.05
"""Seconds between two checks whether to stop."""


@dataclass
class _Until:
    """Progress of one piece among others: all end together."""

    stop: list[bool] = field(default_factory=list)

    def step(self, done: int, total: int, text: str) -> None:
        """End the piece when all are to end."""
        if self.stop:
            raise Cancelled


def parallel_map(
    work: Callable[[int, Progress], Made], count: int, workers: int, progress: Progress, text: str
) -> tuple[Made, ...]:
    """``work(0, ...)`` to ``work(count - 1, ...)``, some at the same time.

    Parameters
    ----------
    work
        Makes a piece from its number; it has to let go of the interpreter to be any faster, as compiled loops
        do, and to call its progress often to be stopped.
    workers
        Threads; what comes out does not depend on how many.
    progress
        Called with the pieces that are done.

    Raises
    ------
    Exception
        What the first piece in order raises that cannot be made.
    Cancelled
        When ``progress`` was asked to stop.

    >>> from fatdesk.core.progress import SILENT
    >>> parallel_map(lambda number, progress: number**2, 4, 2, SILENT, "squares")
    (0, 1, 4, 9)
    """
    until = _Until()
    with ThreadPoolExecutor(workers, thread_name_prefix="parallel-map") as threads:
        futures = [threads.submit(work, number, until) for number in range(count)]
        pending: set[Future[Made]] = set(futures)
        try:
            while pending:
                progress.step(count - len(pending), count, text)
                _, pending = wait(pending, LOOK_S, FIRST_COMPLETED)
                _raise_first(futures)
            return tuple(future.result() for future in futures)
        finally:
            until.stop.append(True)
            threads.shutdown(wait=False, cancel_futures=True)


def _raise_first(futures: Sequence[Future[Made]]) -> None:
    """Raise what went wrong as soon as nothing before it can go wrong any more."""
    for future in futures:
        if not future.done():
            return
        future.result()


PARTS = 10
"""Loads at which the most accepted traffic is looked for."""


def degraded(
    network: Network,
    scheme: RoutingAlgorithm,
    faults_asked: FaultParameters,
    requested: DegradationParameters,
    faults: int,
    seed: int,
    progress: Progress = SILENT,
    *,
    workers: int = 1,
    draws: Draws | None = None,
) -> DegradationPoint:
    """Mean throughput over random combinations of a number of faults.

    Which combinations are drawn and which throughput is meant is requested. Each combination has a seed of
    its own: ``seed``, ``seed`` + 1 and so on, the same for all
    numbers of faults and all networks. Where nothing fails the runs differ by their seeds alone. What hosts
    offer is the same for all numbers of faults; a link of a host that is out takes nothing from it.

    Parameters
    ----------
    faults
        How many fail, or, where ``requested.counted`` is ``percent``, which share of all.
    requested
        What hosts send, how switches work, how long it is measured, and over how many combinations.
    seed
        Of the combinations, of what the pattern draws once, and of the first run.
    workers
        Threads; the result does not depend on how many.
    draws
        Where packets go; None: as in ``asked.traffic``, hosts being numbered in a file of flows.

    Raises
    ------
    FatdeskError
        When there are fewer elements than faults, tolerated combinations are too rare, the traffic cannot
        be, or packets wait for each other for ever in some combination: then there is no mean.
    Cancelled
        When ``progress`` was asked to stop.

    Examples
    --------
    >>> from fatdesk.networks.topologies import network_of
    >>> from fatdesk.networks.routing import usual
    >>> network = network_of("ft-ruft-222:k=2,n=3")
    >>> asked = DegradationParameters(samples=5)
    >>> point = degraded(network, usual(network), FaultParameters(), asked, 3, seed=1)
    >>> point.samples, point.least <= point.throughput <= point.most
    (5, True)
    """
    units = fault_units(network, faults_asked)
    if faults > requested.most(units.count) and requested.counted == PERCENT:
        raise FatdeskError(f"faults: {faults:,} % cannot fail: use 100 or fewer")
    out = requested.failing(faults, units.count)
    check_count(units, out)
    if draws is None:
        draws = _pattern_draws(network, requested, seed)
    highest = highest_load(network, draws, requested.switching.flits, requested.traffic.arrivals)
    load = highest if requested.load is None else requested.load
    check_load(load, highest, requested.traffic.pattern)
    elements = (np.zeros(0, np.int32),) * requested.samples
    if out and requested.drawn == TOLERATED:
        elements = random_tolerated(network, scheme, units, out, requested.samples, seed, progress)
    elif out:
        elements = random_combinations(units, out, requested.samples, seed)
    prepare(requested.switching, progress)
    runs = _Runs(network, scheme, units, requested, draws, load, seed, elements)
    text = f"{out:,} fault{'' if out == 1 else 's'}"
    accepted = np.array(parallel_map(runs.accepted, len(elements), workers, progress, text))
    return DegradationPoint(
        faults=faults,
        throughput=float(accepted.mean()),
        ci95=half_width(accepted, np.ones(len(accepted))),
        least=float(accepted.min()),
        most=float(accepted.max()),
        samples=len(accepted),
    )


def _pattern_draws(network: Network, requested: DegradationParameters, seed: int) -> Draws:
    return draws_of(requested.traffic, tuple(map(str, range(network.hosts))), seed)


def connected_draws(draws: Draws, table: RoutingTable) -> tuple[Draws, float]:
    """Return the traffic without that to hosts which can no longer be reached.

    Returns
    -------
    draws, share
        What is left, and how much it is of all traffic. Hosts send as much to those that they reach as
        before.
    """
    weights = weights_of(draws)
    total = float(weights.sum())
    for host in range(draws.hosts):
        reached = np.diff(table.next_channels(host).start)[: draws.hosts] > 0
        reached[host] = True
        weights[~reached, host] = 0.0
    source, destination = np.nonzero(weights)
    left = weighted_draws(draws.hosts, source, destination, weights[source, destination], draws.itself)
    return left, float(weights.sum()) / total


@dataclass(frozen=True, eq=False)
class _Runs:
    """Shared inputs of all runs of a point, and their combinations."""

    network: Network
    scheme: RoutingAlgorithm
    units: FaultUnits
    requested: DegradationParameters
    draws: Draws
    load: float
    seed: int
    elements: tuple[Ints, ...]

    def accepted(self, number: int, progress: Progress) -> float:
        """Throughput with one of the combinations, per host that sends where nothing has failed."""
        elements, requested = self.elements[number], self.requested
        try:
            table = self._table(elements)
            draws = self.draws
            if requested.redraw and draws.hot >= 0:
                draws = _pattern_draws(self.network, requested, self.seed + number)
            senders, load = int(np.count_nonzero(draws.rate)), self.load
            if requested.drawn == ANY and len(elements):
                draws, share = connected_draws(draws, table)
                load *= share * senders / max(int(np.count_nonzero(draws.rate)), 1)
            if load == 0.0:
                return 0.0  # no host reaches any that it sends to
            tables = tables_of(table, progress, some_lost=requested.drawn == ANY)
            bench = Bench(
                tables,
                self.scheme.NAME,
                requested.switching,
                draws,
                requested.traffic.arrivals,
                requested.duration,
            )
            found = self._throughput(bench, load, self.seed + number, progress)
            return found * int(np.count_nonzero(draws.rate)) / senders
        except FatdeskError as error:
            out = ", ".join(map(str, elements.tolist()[:20]))
            raise FatdeskError(f"combination {number + 1} (out: {out or 'nothing'}): {error}") from None

    def _table(self, elements: Ints) -> RoutingTable:
        if not len(elements):
            return self.scheme.routing_table(self.network)
        usable = usable_without(self.network, self.units, elements)
        if self.requested.injection == INTACT:
            return intact_first(self.scheme, self.network, usable)
        return self.scheme.routing_table(self.network, usable)

    def _throughput(self, bench: Bench, load: float, seed: int, progress: Progress) -> float:
        """The throughput that is averaged, per host that sends."""

        def point(at: float) -> Point:
            return point_of([measure(bench, at, seed, progress)])

        if self.requested.measured == OFFERED:
            return point(load).accepted
        if self.requested.measured == MOST:
            return max(point(load * part / PARTS).accepted for part in range(1, PARTS + 1))
        search = bisection(load)
        wanted = next(search)
        while True:
            try:
                wanted = search.send(point(wanted))
            except StopIteration as end:
                return float(end.value)
