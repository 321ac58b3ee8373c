"""Measurement of simulation studies: latency and accepted traffic at each offered load."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import structs

from fatdesk import __version__
from fatdesk.core.errors import FatdeskError
from fatdesk.networks.network import Network
from fatdesk.networks.simulation import results as curves
from fatdesk.networks.simulation.point import Point
from fatdesk.networks.simulation.results import MeasuredCurve, MeasuredOn
from fatdesk.networks.simulation.study import (
    SimulationStudy,
    check_load,
    highest_load,
    loads_of,
)
from fatdesk.networks.study import Study, StudyNetwork
from fatdesk.networks.traffic.traffic import Draws
from fatdesk.project.derived.derived import Derived
from fatdesk.project.studies.measurement import (
    PARTS,
    Arriving,
    InProgress,
    Measurement,
    ResultHead,
    ResultKind,
)
from fatdesk.project.studies.study_networks import draws_of, under_study

if TYPE_CHECKING:
    from fatdesk.networks.simulation.sweep import Curve
    from fatdesk.networks.simulation.workers import Workers

SPARE = 1 + 1e-9
"""Loads are typed in decimals, and what hosts can inject is worked out."""
ROUNDS = 8
"""Of a bisection: the highest load, and seven halves down to 1 % of it."""


class ToMeasure(NamedTuple):
    """A network of a study, ready to be measured.

    Attributes
    ----------
    hosts
        Names of its hosts; of a network without parts their numbers.
    scheme
        The routing algorithm, never ``usual``.
    on
        Its state: what results are kept by.
    """

    requested: StudyNetwork
    network: Network
    hosts: tuple[str, ...]
    scheme: str
    draws: Draws
    on: MeasuredOn

    @property
    def highest(self) -> float:
        """The highest load that its hosts can inject."""
        return highest_load(self.network, self.draws, self.on.switching.flits, self.on.traffic.arrivals)


Job = InProgress[ToMeasure, MeasuredCurve]


def _head(members: Any) -> ResultHead:
    head = curves.curve_head(members)
    return ResultHead(head.on.digest, head.loads)


class Simulation(Measurement[SimulationStudy, ToMeasure, MeasuredCurve]):
    """Packets over a network, at some loads; what is worked out once is where it saturates."""

    files = ResultKind(curves.KIND, MeasuredOn, _head, curves.curve_of, curves.curve_bytes, curves.merged)

    def fits(self, study: Study) -> bool:
        """Whether it is a simulation study."""
        return isinstance(study, SimulationStudy)

    def ready(
        self, derived: Derived, study: SimulationStudy, network: StudyNetwork, folder: Path | None
    ) -> ToMeasure:
        """A network with its traffic."""
        bare, hosts, scheme = under_study(derived, network)
        draws, flows = draws_of(study.traffic, hosts, folder, study.first_seed)
        on = MeasuredOn(
            network=bare.digest,
            spec=network.spec,
            hosts=bare.hosts,
            channels=len(bare.channels),
            scheme=scheme.NAME,
            traffic=study.traffic,
            flows=flows,
            switching=study.switching,
            duration=study.duration,
            seeds=study.seeds,
            first_seed=study.first_seed,
        )
        return ToMeasure(network, bare, hosts, scheme.NAME, draws, on)

    def keys(self, study: SimulationStudy) -> tuple[float, ...]:
        """The offered loads."""
        return loads_of(study.loads)

    def highest(self, study: SimulationStudy, ready: ToMeasure) -> float:
        """The highest load that its hosts can inject."""
        return ready.highest * SPARE

    def check(self, study: SimulationStudy, ready: ToMeasure, key: float) -> None:
        """Refuse a load that hosts cannot inject."""
        check_load(key, ready.highest)

    def requested(self, study: SimulationStudy, network: StudyNetwork) -> tuple[Any, ...]:
        """All of the study but its loads."""
        return (
            network.scheme,
            study.traffic,
            study.switching,
            study.duration,
            study.seeds,
            study.first_seed,
        )

    def traffic(self, study: SimulationStudy) -> str:
        """The traffic of the study."""
        return study.traffic.pattern

    def empty(self, ready: ToMeasure) -> MeasuredCurve:
        """A curve without points."""
        return MeasuredCurve(ready.on, (), __version__)

    def measure(
        self, study: SimulationStudy, networks: Sequence[Job], workers: "int | Workers", arriving: Arriving
    ) -> None:
        """Run network by network, the lowest loads first; then find where networks saturate."""
        from fatdesk.networks.simulation.sweep import curve_of
        from fatdesk.networks.simulation.workers import Threads

        crew = Threads(workers) if isinstance(workers, int) else workers
        ready: list[tuple[Job, Curve]] = []
        for one in networks:
            assert one.ready is not None  # only such networks are measured
            ready.append((one, curve_of(study, one.ready.requested, one.ready.network, one.ready.draws)))
        _run(study, [pair for pair in ready if pair[0].keys], crew, arriving)
        _saturate(study, [pair for pair in ready if pair[0].wanted.once], crew, arriving)


SIMULATION = Simulation()


def measured(on: MeasuredOn, points: Sequence[Point]) -> MeasuredCurve:
    """A curve that this program measured; points in any order."""
    return MeasuredCurve(on, tuple(sorted(points, key=lambda point: point.offered)), __version__)


def _take(one: Job, point: Point, arriving: Arriving) -> None:
    """Keep a point that has arrived."""
    assert one.found is not None  # it is ready
    others = [some for some in one.found.points if some.offered != point.offered]
    one.found = replace(one.found, points=measured(one.found.on, [*others, point]).points)
    arriving.fresh = True


def _of(study: SimulationStudy, ready: Sequence[tuple[Job, "Curve"]]) -> SimulationStudy:
    """The study with those networks alone: the numbers of a team are theirs."""
    networks = tuple(study.networks[one.wanted.network] for one, _ in ready)
    return structs.replace(study, networks=networks)


@dataclass
class _Runs:
    """Progress of the runs of one network as that of all points."""

    arriving: Arriving
    networks: Sequence[tuple[Job, "Curve"]]

    def step(self, done: int, total: int, text: str) -> None:
        """Report how many points have arrived."""
        if text.startswith("runs"):
            arrived = sum(len(set(one.found.keys) & set(one.keys)) for one, _ in self.networks if one.found)
            points = sum(len(one.keys) for one, _ in self.networks)
            self.arriving.step(done, total, f"{arrived:,} of {points:,} points")
        else:  # before the first of them
            self.arriving.progress.step(done, total, text)


def _run(
    study: SimulationStudy, ready: Sequence[tuple[Job, "Curve"]], crew: "Workers", arriving: Arriving
) -> None:
    """Make all runs, network by network."""
    from fatdesk.networks.simulation.sweep import points_at, team

    if not ready:
        return
    study = _of(study, ready)
    runs = _Runs(arriving, ready)
    with team(study, [curve for _, curve in ready], crew, runs) as made:
        for number, (one, _) in enumerate(ready):
            arriving.here = len(one.keys)
            requested = [(number, load) for load in one.keys]

            def take(_: int, point: Point, one: Job = one) -> None:
                _take(one, point, arriving)

            try:
                _, one.remarks = points_at(study, made, requested, runs, take)
                if one.found is not None and not set(one.keys) <= set(one.found.keys):
                    one.wrong = " ".join(one.remarks)
            except FatdeskError as error:
                one.wrong = f"{one.name}: {error}"
            arriving.before += arriving.here
            arriving.fresh = True


@dataclass
class _Rounds:
    """Progress of a bisection: each of its rounds begins at 0 again."""

    arriving: Arriving
    round: int = 0
    before: int = 0

    def step(self, done: int, total: int, text: str) -> None:
        """Report how many loads were tried."""
        if not text.startswith("runs"):  # before the first of them
            self.arriving.progress.step(done, total, text)
            return
        self.round += done < self.before
        self.before = done
        share = min((self.round + done / max(total, 1)) / ROUNDS, 1.0)
        self.arriving.step(int(PARTS * share), PARTS, f"loads tried: {self.round}")


def _saturate(
    study: SimulationStudy, ready: Sequence[tuple[Job, "Curve"]], crew: "Workers", arriving: Arriving
) -> None:
    """Find where networks saturate: the points that a bisection asks for, all networks side by side."""
    from fatdesk.networks.simulation.sweep import saturations, team

    if not ready:
        return
    study = _of(study, ready)
    arriving.here = len(ready)
    rounds = _Rounds(arriving)
    made_of = [curve for _, curve in ready]
    with team(study, made_of, crew, rounds) as made:
        found = saturations(
            study, made, made_of, rounds, lambda number, point: _take(ready[number][0], point, arriving)
        )
    for (one, _), load in zip(ready, found.loads, strict=True):
        if load is None:
            one.wrong = " ".join(found.remarks)
