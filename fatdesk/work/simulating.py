"""Simulate networks of a study as a job: points are shown as they arrive, runs go side by side in threads."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import NamedTuple

from msgspec.structs import replace

from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.core.progress import Progress
from fatdesk.engine.sim.joining import point_of
from fatdesk.engine.sim.measuring import Run
from fatdesk.engine.sim.point import Point
from fatdesk.engine.sim.preparing import Job
from fatdesk.engine.sim.running import WHOLE, Team
from fatdesk.engine.sim.study import SimulationStudy
from fatdesk.engine.sim.sweep import Curve, Known, curves_of, team
from fatdesk.engine.sim.workers import Threads
from fatdesk.project.derived import Derived
from fatdesk.project.project import Project
from fatdesk.project.scheduling import placed
from fatdesk.work.worker import Telling

SHOW_S = 0.15
"""Points that arrive sooner after each other are shown together."""
SPARE = 1 + 1e-9
"""Loads are typed in decimals, and what hosts can inject is worked out."""
PREPARING = "preparing; the very first time the kernels are compiled, which takes some seconds"


class Wanted(NamedTuple):
    """A network of the study by its number, and the loads at which it shall be measured."""

    network: int
    loads: tuple[float, ...]


class Measured(NamedTuple):
    """What there is of a network so far.

    Attributes
    ----------
    network
        Its number in the study.
    scheme
        How its packets are forwarded; empty while that is not known.
    highest
        The highest load that its hosts can inject; None while that is not known.
    wrong
        Why there is nothing, or nothing more, and what to do.
    """

    network: int
    scheme: str = ""
    points: tuple[Point, ...] = ()
    highest: float | None = None
    wrong: str = ""


@dataclass
class _Network:
    """A network under way."""

    wanted: Wanted
    curve: Curve | None = None
    loads: tuple[float, ...] = ()
    points: dict[float, Point] = field(default_factory=dict)
    wrong: str = ""

    @property
    def told(self) -> Measured:
        """What there is of it."""
        points = tuple(self.points[load] for load in sorted(self.points))
        scheme = "" if self.curve is None else self.curve.scheme
        highest = None if self.curve is None else self.curve.highest * SPARE
        return Measured(self.wanted.network, scheme, points, highest, self.wrong)


def simulate(
    project: Project,
    study: SimulationStudy,
    wanted: Sequence[Wanted],
    workers: int,
    progress: Telling,
) -> tuple[Measured, ...]:
    """Measure some networks of a study.

    What is wrong with one network keeps none of the others from being measured; loads beyond what its hosts
    can inject are left out. So far as points arrive, all that there is is shown.

    Raises
    ------
    FatdeskError
        When nothing could be measured at all, with the reason.
    """
    networks = [_Network(one) for one in wanted]
    fabrics = _fabrics(project, study, wanted, progress)
    for number, one in enumerate(networks):
        progress.step(number, len(networks), f"building {study.networks[one.wanted.network].name}")
        _prepare(study, one, fabrics, progress)
    ready = [one for one in networks if one.curve is not None]
    if ready:
        _run(study, ready, workers, progress)
    elif networks:
        raise FatdeskError(networks[0].wrong)
    return tuple(one.told for one in networks)


def _fabrics(
    project: Project, study: SimulationStudy, wanted: Sequence[Wanted], progress: Progress
) -> dict[str, Known]:
    """The fabrics of the project that are simulated."""
    names = dict.fromkeys(fabric for one in wanted if (fabric := study.networks[one.network].fabric))
    if not names:
        return {}
    derived = Derived(project, progress=progress)
    found = {}
    for name in names:
        if any(fabric.name == name for fabric in derived.fabrics):
            where = placed(derived, name)
            found[name] = Known(where.network, where.names[: where.network.hosts])
    return found


def _prepare(study: SimulationStudy, one: _Network, fabrics: dict[str, Known], progress: Progress) -> None:
    """Make a network with its traffic, or note what is wrong."""
    loads = one.wanted.loads
    lowest = replace(study.loads, first=loads[0], last=loads[0])
    alone = replace(study, networks=(study.networks[one.wanted.network],), loads=lowest)
    try:
        one.curve = curves_of(alone, fabrics, 0, progress)[0]
    except FatdeskError as error:
        one.wrong = str(error)
        return
    highest = one.curve.highest * SPARE
    one.loads = tuple(load for load in loads if load <= highest)


@dataclass
class _Told:
    """Progress of all runs, with the points that have arrived."""

    progress: Telling
    networks: Sequence[_Network]
    total: int
    """Runs of all networks."""
    before: int = 0
    """Those of the networks before the present one."""
    runs: int = 1
    """Those of the present network."""
    last: float = 0.0
    fresh: bool = True

    def step(self, done: int, total: int, text: str) -> None:  # noqa: ARG002  (runs are no words for people)
        """Tell how far all are, and show what is new."""
        arrived = sum(len(one.points) for one in self.networks)
        points = sum(len(one.loads) for one in self.networks)
        words = f"{arrived:,} of {points:,} points" if done or self.before else PREPARING
        share = self.before + self.runs * done / max(total, 1)
        self.progress.step(int(WHOLE * share), WHOLE * self.total, words)
        if self.fresh and monotonic() - self.last >= SHOW_S:
            self.fresh, self.last = False, monotonic()
            self.progress.show(tuple(one.told for one in self.networks))


def _run(study: SimulationStudy, networks: Sequence[_Network], workers: int, progress: Telling) -> None:
    """Make all runs, network by network, the lowest loads first."""
    told = _Told(progress, networks, sum(len(one.loads) for one in networks) * study.seeds)
    curves = [one.curve for one in networks if one.curve is not None]
    with team(Threads(workers), curves) as made:
        for number, one in enumerate(networks):
            told.runs = len(one.loads) * study.seeds
            try:
                _run_one(study, one, number, made, told)
            except FatdeskError as error:
                one.wrong = str(error)
            told.before += told.runs
            told.fresh = True


def _run_one(study: SimulationStudy, one: _Network, number: int, made: Team, told: _Told) -> None:
    seeds = range(study.first_seed, study.first_seed + study.seeds)
    jobs = [Job(number, load, seed) for load in one.loads for seed in seeds]
    runs: dict[int, Run] = {}

    def take(job: int, run: Run) -> None:
        runs[job] = run
        at = job // study.seeds
        whole = range(at * study.seeds, (at + 1) * study.seeds)
        if all(some in runs for some in whole):
            one.points[one.loads[at]] = point_of([runs.pop(some) for some in whole])
            told.fresh = True

    ended = made.run(jobs, told, take)
    if len(one.points) < len(one.loads):
        one.wrong = " ".join(ended.remarks)
