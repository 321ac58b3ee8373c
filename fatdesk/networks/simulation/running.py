"""Make many runs on several workers; the results depend neither on their number nor on their kind."""

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from multiprocessing.reduction import ForkingPickler
from threading import Lock, Timer
from types import TracebackType
from typing import NamedTuple

import numpy as np

from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.network import Network
from fatdesk.networks.routing import fitting, routing_algorithm
from fatdesk.networks.simulation.engines.tables import tables_of, usable_without
from fatdesk.networks.simulation.one_run import Bench, Run, measure
from fatdesk.networks.simulation.study import Arrivals, Duration, Switching
from fatdesk.networks.simulation.workers import Crew, Workers, quiet_starts
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic.traffic import Draws, uniform_draws

PATIENCE_S = 2.5
"""Longer than this takes what is compiled, and what is read on a busy computer."""
TEXT = "preparing the simulator: the first run on this computer compiles it"


def prepare(switching: Switching, progress: Progress = SILENT) -> None:
    """Have all loops of an engine compiled, before several workers would each do it for themselves.

    The machine code is kept, so that later starts are quick.
    """

    def report() -> None:
        with suppress(Cancelled):  # heard again at the next step
            progress.step(0, 1, TEXT)

    network = network_of("kary-tree:k=2,n=2")
    draws = uniform_draws(network.hosts, itself=False)
    patience = Timer(PATIENCE_S, report)
    patience.daemon = True
    patience.start()
    try:
        for name in ("fta", "updown"):  # by a formula, and by a table
            tables = tables_of(routing_algorithm(name).routing_table(network))
            bench = Bench(tables, name, switching, draws, Arrivals(), Duration(warmup=0, cycles=100))
            measure(bench, 0.1, 1)
    finally:
        patience.cancel()


KEPT = 2
"""Networks whose tables a process keeps: runs come network by network."""


@dataclass(frozen=True, eq=False)
class Sent:
    """Shared inputs of the runs of a curve, small enough to be sent with each.

    Attributes
    ----------
    spec
        The network where a SPEC names it; else ``network``.
    out
        Links that are out.
    """

    spec: str
    network: Network | None
    scheme: str
    out: tuple[int, ...]
    switching: Switching
    draws: Draws
    arrivals: Arrivals
    duration: Duration


class Job(NamedTuple):
    """One run: of which curve, at which load, with which seed."""

    curve: int
    load: float
    seed: int


def packed(sent: Sent) -> bytes:
    """As bytes, the same for the same input; a network goes without what it has worked out already."""
    bare = None if sent.network is None else replace(sent.network)
    return bytes(ForkingPickler.dumps(replace(sent, network=bare)))


def bench_of(sent: Sent, progress: Progress = SILENT) -> Bench:
    """Make the tables.

    Raises
    ------
    FatdeskError
        When the routing algorithm does not fit the network, or leaves hosts apart.
    """
    network = network_of(sent.spec) if sent.network is None else sent.network
    scheme = fitting(sent.scheme, network)
    usable = usable_without(network, np.array(sent.out, np.int32)) if sent.out else None
    tables = tables_of(scheme.routing_table(network, usable), progress)
    return Bench(tables, scheme.NAME, sent.switching, sent.draws, sent.arrivals, sent.duration)


class Kept:
    """The tables of the networks that came last, made once for all threads of a process."""

    def __init__(self) -> None:
        self._making = Lock()
        self._made: dict[bytes, Bench] = {}

    def bench(self, sent: bytes, progress: Progress = SILENT) -> Bench:
        """The tables of what was sent."""
        digest = sha256(sent).digest()
        with self._making:
            bench = self._made.pop(digest, None) or bench_of(ForkingPickler.loads(sent), progress)
            while len(self._made) >= KEPT:
                del self._made[next(iter(self._made))]
            self._made[digest] = bench
            return bench

    def forget(self) -> None:
        """Give the memory back."""
        with self._making:
            self._made.clear()


@cache
def kept() -> Kept:
    """Return the values cached in this process."""
    return Kept()


def run_job(sent: bytes, load: float, seed: int, progress: Progress = SILENT) -> Run:
    """Make one run; what a worker does."""
    return measure(kept().bench(sent, progress), load, seed, progress)


LOOK_S = 0.05
WHOLE = 1000
"""Units of progress of a run."""
LOSSES = 2
"""After this many deaths of workers there is no further try."""


@dataclass
class _Watch:
    """Progress of one run among others, for workers of this process."""

    stop: list[bool]
    share: float = 0.0

    def step(self, done: int, total: int, text: str) -> None:
        """Note how far the run is; end it when all are to end."""
        if self.stop:
            raise Cancelled
        if text == "cycles":
            self.share = done / max(total, 1)


@dataclass
class _Round:
    """Jobs under way."""

    jobs: Sequence[Job]
    waiting: deque[int]
    done: int = 0
    stop: list[bool] = field(default_factory=list)
    """No longer empty when runs in this process shall end."""
    pending: dict[Future[Run], int] = field(default_factory=dict)
    watches: dict[int, _Watch] = field(default_factory=dict)
    wrong: dict[int, FatdeskError] = field(default_factory=dict)

    @property
    def goes_on(self) -> bool:
        """Whether there are runs to wait for: after an error only those before it."""
        if self.wrong:
            return any(number < min(self.wrong) for number in self.pending.values())
        return bool(self.waiting or self.pending)

    def give_up(self) -> None:
        """End the runs that nobody waits for any more; in other processes those that have not begun."""
        self.stop.append(True)
        for future in self.pending:
            future.cancel()

    @property
    def units(self) -> int:
        """Units of progress that are done."""
        return int(WHOLE * (self.done + sum(watch.share for watch in self.watches.values())))


class Team:
    """Workers that make runs while they are open; use it in a ``with``.

    Parameters
    ----------
    workers
        Who makes the runs.
    curves
        What the runs of each curve have in common, see ``preparing.packed``.
    """

    def __init__(self, workers: Workers, curves: Sequence[bytes]) -> None:
        self._workers = workers
        self._curves = curves
        self._crew: Crew | None = None
        self._losses = 0
        self._stop: list[bool] = []

    def __enter__(self) -> "Team":
        """Make the workers ready."""
        self._crew = self._workers.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let them go, in the middle of their runs where something went wrong."""
        self._close(at_once=error is not None)
        if error is None:
            kept().forget()  # else threads may still be making some

    def run(
        self,
        jobs: Sequence[Job],
        progress: Progress,
        arrived: Callable[[int, Run], None],
    ) -> tuple[str, ...]:
        """Make all runs.

        Parameters
        ----------
        arrived
            Called with the number of a job and its run as they come, in any order.

        Returns
        -------
        tuple of str
            What happened meanwhile; when workers died too often some runs have not arrived.

        Raises
        ------
        FatdeskError
            What the first job in order raises that cannot be done.
        Cancelled
            When ``progress`` was asked to stop.
        """
        rest = _Round(jobs, deque(range(len(jobs))))
        self._stop = rest.stop
        remarks: list[str] = []
        total = WHOLE * len(jobs)
        while rest.goes_on:
            progress.step(min(rest.units, total), total, f"runs: {rest.done} of {len(jobs)}")
            crew = self._crew
            if crew is None:
                break
            try:
                self._submit(rest, crew)
                ended, _ = wait(rest.pending, LOOK_S, FIRST_COMPLETED)
                for future in sorted(ended, key=rest.pending.__getitem__):
                    self._take(rest, future, arrived)
            except crew.lost as error:
                remarks.append(self._replace(rest, error))
        if rest.wrong:
            rest.give_up()
            raise rest.wrong[min(rest.wrong)]
        return tuple(remarks)

    def _submit(self, rest: _Round, crew: Crew) -> None:
        """Keep every worker busy, and a run for each waiting."""
        while rest.waiting and len(rest.pending) < 2 * crew.parallel_runs:
            number = rest.waiting[0]
            job = rest.jobs[number]
            sent = self._curves[job.curve]
            with quiet_starts():
                if crew.here:
                    watch = rest.watches[number] = _Watch(rest.stop)
                    future = crew.executor.submit(run_job, sent, job.load, job.seed, watch)
                else:
                    future = crew.executor.submit(run_job, sent, job.load, job.seed)
            rest.pending[future] = rest.waiting.popleft()

    def _take(self, rest: _Round, future: Future[Run], arrived: Callable[[int, Run], None]) -> None:
        number = rest.pending[future]
        try:
            arrived(number, future.result())
            rest.done += 1
        except FatdeskError as error:
            rest.wrong[number] = error
            rest.waiting.clear()  # jobs are begun in order: those that count, the ones before, have begun
        del rest.pending[future]
        rest.watches.pop(number, None)

    def _replace(self, rest: _Round, error: BaseException) -> str:
        """Take new workers for the runs that failed, once."""
        missing = sorted([*rest.pending.values(), *rest.waiting])
        rest.pending.clear()
        rest.watches.clear()
        self._losses += 1
        self._close(at_once=True)
        what = f"a worker ended unexpectedly ({_short(error)})"
        gone = f"{len(missing)} of {len(rest.jobs)} runs are missing"
        rest.waiting.clear()
        if self._losses >= LOSSES:
            return f"{what} once more: {gone}. Most often memory was used up: use fewer workers"
        try:
            self._crew = self._workers.open()
        except FatdeskError as reason:
            return f"{what}: {gone}. {reason}"
        rest.waiting.extend(missing)
        rest.stop = self._stop = []
        return f"{what}: its runs are made again"

    def _close(self, at_once: bool) -> None:
        if self._crew is not None:
            if at_once:
                self._stop.append(True)
            self._crew.close(at_once)
            self._crew = None


def _short(error: BaseException) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 120 else text[:117] + "..."
