"""Simulate networks of a study as a job: points are shown as they arrive, runs go side by side in threads."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.simulation.capacity import check_load, highest_load
from fatdesk.networks.simulation.point import Point
from fatdesk.networks.simulation.results import MeasuredOn
from fatdesk.networks.simulation.running import Team
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.simulation.sweep import Curve, curve_of, points_at, saturations, team
from fatdesk.networks.simulation.workers import Threads
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.studies.simulation_studies import ToMeasure, networks_of
from fatdesk.tasks.intermediate_results import PARTS, Showing, Shown

SPARE = 1 + 1e-9
"""Loads are typed in decimals, and what hosts can inject is worked out."""
ROUNDS = 8
"""Of a bisection: the highest load, and seven halves down to 1 % of it."""


class Wanted(NamedTuple):
    """A network of the study by its number, and the loads at which it shall be measured, lowest first."""

    network: int
    loads: tuple[float, ...]


class Measured(NamedTuple):
    """What there is of a network so far.

    Attributes
    ----------
    network
        Its number in the study.
    on
        What results of it are kept by; None where it cannot be measured.
    highest
        The highest load that its hosts can inject; None while that is not known.
    wrong
        Why there is nothing, or nothing more, and what to do.
    """

    network: int
    on: MeasuredOn | None = None
    points: tuple[Point, ...] = ()
    highest: float | None = None
    wrong: str = ""


@dataclass
class _Network:
    """A network under way."""

    wanted: Wanted
    on: MeasuredOn | None = None
    curve: Curve | None = None
    loads: tuple[float, ...] = ()
    points: dict[float, Point] = field(default_factory=dict)
    wrong: str = ""

    @property
    def told(self) -> Measured:
        """What there is of it."""
        points = tuple(self.points[load] for load in sorted(self.points))
        highest = None if self.curve is None else self.curve.highest * SPARE
        return Measured(self.wanted.network, self.on, points, highest, self.wrong)


class State(NamedTuple):
    """What results of a network are kept by, and the highest load that its hosts can inject."""

    on: MeasuredOn
    highest: float


def states(
    project: Project, study: SimulationStudy, folder: Path | None, progress: Progress = SILENT
) -> tuple[State | None, ...]:
    """The states of the networks of a study; None of those that cannot be measured."""
    found = networks_of(Derived(project, progress=progress), study, folder)
    return tuple(_state(study, one) if isinstance(one, ToMeasure) else None for one in found)


def _state(study: SimulationStudy, one: ToMeasure) -> State:
    flits, arrivals = study.switching.flits, study.traffic.arrivals
    return State(one.on, highest_load(one.network, one.draws, flits, arrivals) * SPARE)


def simulate(
    project: Project,
    study: SimulationStudy,
    wanted: Sequence[Wanted],
    folder: Path | None,
    workers: int,
    progress: Showing,
) -> tuple[Measured, ...]:
    """Measure some networks of a study.

    What is wrong with one network keeps none of the others from being measured; loads beyond what its hosts
    can inject are left out. As points arrive, all that there is so far is shown.

    Raises
    ------
    FatdeskError
        When nothing could be measured at all, with the reason.
    """
    networks = [_Network(one) for one in wanted]
    ready = _prepared(project, study, networks, folder, progress)
    if ready:
        _run(study, ready, workers, progress)
    return tuple(one.told for one in networks)


def saturate(
    project: Project,
    study: SimulationStudy,
    numbers: Sequence[int],
    folder: Path | None,
    workers: int,
    progress: Showing,
) -> tuple[Measured, ...]:
    """Find where some networks of a study saturate: the points that a bisection asks for.

    Raises
    ------
    FatdeskError
        When nothing could be measured at all, or a scheme deadlocks, with the reason.
    """
    networks = [_Network(Wanted(number, ())) for number in numbers]
    ready = _prepared(project, study, networks, folder, progress)
    told = _Rounds(progress, _told(networks))
    curves = [one.curve for one in ready if one.curve is not None]

    def take(number: int, point: Point) -> None:
        ready[number].points[point.offered] = point
        told.fresh = True

    with team(study, curves, Threads(workers), told) as made:
        found = saturations(study, made, curves, told, take)
    for one, load in zip(ready, found.loads, strict=True):
        if load is None:
            one.wrong = " ".join(found.remarks)
    return tuple(one.told for one in networks)


def _prepared(
    project: Project,
    study: SimulationStudy,
    networks: Sequence[_Network],
    folder: Path | None,
    progress: Showing,
) -> list[_Network]:
    """Make the networks with their traffic; those that can be measured."""
    progress.step(0, 0, "building networks")
    derived = Derived(project, progress=progress)
    for number, one in enumerate(networks):
        progress.step(number, len(networks), f"building {study.networks[one.wanted.network].name}")
        _prepare(derived, study, one, folder)
    ready = [one for one in networks if one.curve is not None]
    if networks and not ready:
        raise FatdeskError(networks[0].wrong)
    return ready


def _told(networks: Sequence[_Network]) -> Callable[[], tuple[Measured, ...]]:
    """What there is of all networks, asked later."""
    return lambda: tuple(one.told for one in networks)


@dataclass
class _Rounds(Shown):
    """Progress of a bisection: each of its rounds begins at 0 again."""

    round: int = 0
    before: int = 0

    def step(self, done: int, total: int, text: str) -> None:
        """Tell how far it is, and show what is new."""
        if not text.startswith("runs"):  # before the first of them
            self.progress.step(done, total, text)
            return
        self.round += done < self.before
        self.before = done
        share = min((self.round + done / max(total, 1)) / ROUNDS, 1.0)
        self.progress.step(int(PARTS * share), PARTS, f"loads tried: {self.round}")
        self.show()


def _prepare(derived: Derived, study: SimulationStudy, one: _Network, folder: Path | None) -> None:
    """Make a network with its traffic, or note what is wrong."""
    network = study.networks[one.wanted.network]
    loads = one.wanted.loads
    found = networks_of(derived, _alone(study, one.wanted.network), folder)[0]
    if not isinstance(found, ToMeasure):
        one.wrong = f"{network.name}: {found.why}"
        return
    try:
        one.curve = curve_of(study, network, found.network, found.draws)
        if loads:
            check_load(loads[0], one.curve.highest, study.traffic.pattern)
    except FatdeskError as error:
        one.curve, one.wrong = None, f"{network.name}: {error}"
        return
    one.on = found.on
    highest = one.curve.highest * SPARE
    one.loads = tuple(load for load in loads if load <= highest)


def _alone(study: SimulationStudy, number: int) -> SimulationStudy:
    """The study with one of its networks."""
    return replace(study, networks=(study.networks[number],))


@dataclass
class _Told(Shown):
    """Progress of all runs, with the points that have arrived."""

    networks: Sequence[_Network] = ()
    before: int = 0
    """Points of the networks before the present one."""
    here: int = 1
    """Those of the present network."""

    def step(self, done: int, total: int, text: str) -> None:
        """Tell how far all are, and show what is new."""
        points = sum(len(one.loads) for one in self.networks)
        if not text.startswith("runs"):  # before the first of them
            self.progress.step(done, total, text)
            return
        arrived = sum(len(one.points) for one in self.networks)
        share = self.before + self.here * done / max(total, 1)
        self.progress.step(int(PARTS * share), PARTS * points, f"{arrived:,} of {points:,} points")
        self.show()


def _run(study: SimulationStudy, networks: Sequence[_Network], workers: int, progress: Showing) -> None:
    """Make all runs, network by network, the lowest loads first."""
    told = _Told(progress, _told(networks), networks=networks)
    curves = [one.curve for one in networks if one.curve is not None]
    with team(study, curves, Threads(workers), told) as made:
        for number, one in enumerate(networks):
            told.here = len(one.loads)
            try:
                _run_one(study, one, number, made, told)
            except FatdeskError as error:
                one.wrong = f"{study.networks[one.wanted.network].name}: {error}"
            told.before += told.here
            told.fresh = True


def _run_one(study: SimulationStudy, one: _Network, number: int, made: Team, told: _Told) -> None:
    def take(at: int, point: Point) -> None:
        one.points[one.loads[at]] = point
        told.fresh = True

    _, remarks = points_at(study, made, [(number, load) for load in one.loads], told, take)
    if len(one.points) < len(one.loads):
        one.wrong = " ".join(remarks)
