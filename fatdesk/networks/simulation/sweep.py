"""All points of a simulation study: networks under traffic, over loads, from independent seeds.

curves = curves_of(study)
with team(study, curves, Threads(cores()), progress) as made:
    swept = sweep(study, made, progress, arrived=lambda each: ...)
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.network import Network
from fatdesk.networks.routing import fitting
from fatdesk.networks.routing.algorithm import RoutingAlgorithm
from fatdesk.networks.simulation.one_run import Run, point_of
from fatdesk.networks.simulation.point import BASE_LOAD, Point, bisection
from fatdesk.networks.simulation.running import Job, Sent, Team, packed, prepare
from fatdesk.networks.simulation.study import (
    SimulationStudy,
    TrafficParameters,
    check_load,
    highest_load,
    loads_of,
)
from fatdesk.networks.simulation.workers import Cluster, Workers
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import PATTERNS, pattern
from fatdesk.networks.traffic.traffic import Draws, Requested, read_traffic, weighted_draws

ENDS = "the precision or the packets a source that were asked for: use more cycles"
Outages = Callable[[Network, RoutingAlgorithm], tuple[int, ...]]
"""The numbers of the links that are out in a network, the lowest first."""


@dataclass(frozen=True, eq=False)
class Known:
    """A fabric of a project.

    Attributes
    ----------
    hosts
        Names of its hosts, as files of traffic use them.
    """

    network: Network
    hosts: Sequence[str]


@dataclass(frozen=True, eq=False)
class Curve:
    """A network of a study, ready to be simulated.

    Attributes
    ----------
    highest
        The highest load that hosts can inject.
    out
        Links that are out.
    """

    name: str
    network: Network
    scheme: str
    highest: float
    out: tuple[int, ...]
    sent: bytes


class Arrived(NamedTuple):
    """A point that is there: of which network of the study, and at which of its loads."""

    network: int
    number: int
    point: Point


@dataclass(frozen=True)
class Swept:
    """The results of a study.

    Attributes
    ----------
    points
        Of each network at each load; None where a worker died too often.
    remarks
        What happened meanwhile.
    """

    points: tuple[tuple[Point | None, ...], ...]
    remarks: tuple[str, ...] = ()


def draws_of(traffic: TrafficParameters, hosts: Sequence[str], seed: int) -> Draws:
    """Return the destinations of packets.

    Parameters
    ----------
    hosts
        Their names.
    seed
        Of what the pattern draws once, such as the hot host.

    Raises
    ------
    FatdeskError
        When the pattern does not fit the number of hosts, or the file is wrong.
    """
    path = Path(traffic.pattern)
    if all(traffic.pattern != known.NAME for known in PATTERNS) and _is_there(path):
        flows = read_traffic(path, hosts)
        return weighted_draws(len(hosts), flows.source, flows.destination, flows.weight, traffic.itself)
    return pattern(traffic.pattern).draws(Requested(len(hosts), 1, seed, traffic.itself))


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # what is too long for a name of a file is none
        return False


def curves_of(
    study: SimulationStudy,
    fabrics: Mapping[str, Known] | None = None,
    outages: Outages | None = None,
) -> tuple[Curve, ...]:
    """The networks of a study, each with its traffic; everything that can be wrong is found here.

    Parameters
    ----------
    fabrics
        Those of the project by their names.
    outages
        Which links are out in a network.

    Raises
    ------
    FatdeskError
        When a network, routing algorithm, pattern, file or load is wrong, with what to do.
    """
    return tuple(_curve(study, number, fabrics or {}, outages) for number in range(len(study.networks)))


def _curve(
    study: SimulationStudy, number: int, fabrics: Mapping[str, Known], outages: Outages | None
) -> Curve:
    requested = study.networks[number]
    if requested.fabric:
        known = fabrics.get(requested.fabric)
        if known is None:
            raise FatdeskError(
                f"simulation {study.name}: the project has no fabric {requested.fabric}: choose another"
            )
        network, hosts = known.network, known.hosts
    else:
        network = network_of(requested.spec)
        hosts = tuple(map(str, range(network.hosts)))
    draws = draws_of(study.traffic, hosts, study.first_seed)
    curve = curve_of(study, requested, network, draws, outages)
    for load in loads_of(study.loads):
        check_load(load, curve.highest, study.traffic.pattern)
    return curve


def curve_of(
    study: SimulationStudy,
    requested: StudyNetwork,
    network: Network,
    draws: Draws,
    outages: Outages | None = None,
) -> Curve:
    """A network of a study with its traffic, once both are there; whether loads can be is not looked at.

    Raises
    ------
    FatdeskError
        When the routing algorithm does not fit, or that many links cannot be out.
    """
    scheme = fitting(requested.scheme, network)
    highest = highest_load(network, draws, study.switching.flits, study.traffic.arrivals)
    out = outages(network, scheme) if outages is not None else ()
    sent = Sent(
        spec=requested.spec,
        network=None if requested.spec and network.family else network,
        scheme=scheme.NAME,
        out=out,
        switching=study.switching,
        draws=draws,
        arrivals=study.traffic.arrivals,
        duration=study.duration,
    )
    return Curve(requested.name, network, scheme.NAME, highest, out, packed(sent))


def team(
    study: SimulationStudy, curves: Sequence[Curve], workers: Workers, progress: Progress = SILENT
) -> Team:
    """Workers for the curves of a study; use it in a ``with``."""
    if not isinstance(workers, Cluster):
        prepare(study.switching, progress)
    return Team(workers, [curve.sent for curve in curves])


def sweep(
    study: SimulationStudy,
    made: Team,
    progress: Progress = SILENT,
    arrived: Callable[[Arrived], None] | None = None,
) -> Swept:
    """All points of a study; the same whoever works on them.

    Parameters
    ----------
    made
        Workers for the curves of the study, see :func:`team`.
    arrived
        Called with each point as soon as all of its runs are there.

    Raises
    ------
    FatdeskError
        When a routing algorithm deadlocks.
    Cancelled
        When ``progress`` was asked to stop.
    """
    networks, loads = len(study.networks), loads_of(study.loads)

    def report(at: int, point: Point) -> None:
        if arrived is not None:
            arrived(Arrived(*divmod(at, len(loads)), point))

    requested = [(network, load) for network in range(networks) for load in loads]
    found, remarks = points_at(study, made, requested, progress, report)
    rows = tuple(found[row * len(loads) : (row + 1) * len(loads)] for row in range(networks))
    return Swept(rows, remarks)


def points_at(
    study: SimulationStudy,
    made: Team,
    requested: Sequence[tuple[int, float]],
    progress: Progress = SILENT,
    arrived: Callable[[int, Point], None] | None = None,
) -> tuple[tuple[Point | None, ...], tuple[str, ...]]:
    """Points of some networks, each at a load.

    Parameters
    ----------
    requested
        Numbers of networks and loads.
    arrived
        Called with the place in ``requested`` and the point as soon as all of its runs are there.

    Returns
    -------
    points, remarks
        A point for each that was requested, None where a worker died too often; and what happened meanwhile.
    """
    seeds = range(study.first_seed, study.first_seed + study.seeds)
    jobs = [Job(network, load, seed) for network, load in requested for seed in seeds]
    points: list[Point | None] = [None] * len(requested)
    short = [False] * len(requested)
    runs: dict[int, Run] = {}

    def take(number: int, run: Run) -> None:
        runs[number] = run
        at = number // study.seeds
        wanted = range(at * study.seeds, (at + 1) * study.seeds)
        if all(one in runs for one in wanted):
            together = [runs.pop(one) for one in wanted]
            short[at] = not all(one.reached for one in together)
            point = points[at] = point_of(together)
            if arrived is not None:
                arrived(at, point)

    remarks = list(made.run(jobs, progress, take))
    for (network, load), too_short in zip(requested, short, strict=True):
        if too_short:
            name = study.networks[network].name
            remarks.append(
                f"{name} at load {load:g}: its {study.duration.cycles:,} cycles were over before {ENDS}"
            )
    return tuple(points), tuple(remarks)


@dataclass(frozen=True)
class Saturated:
    """Saturation of networks.

    Attributes
    ----------
    loads
        The saturation load of each network; None where workers died too often.
    points
        Of each network those that were measured to find it, from the lowest load up.
    """

    loads: tuple[float | None, ...]
    points: tuple[tuple[Point, ...], ...]
    remarks: tuple[str, ...] = ()


def saturations(
    study: SimulationStudy,
    made: Team,
    curves: Sequence[Curve],
    progress: Progress = SILENT,
    arrived: Callable[[int, Point], None] | None = None,
) -> Saturated:
    """Find the saturation of all networks of a study by bisection, all of them in parallel.

    ``arrived`` is called with the number of a curve and a point as soon as it is there.
    """
    searches = [bisection(curve.highest) for curve in curves]
    requested = {number: next(search) for number, search in enumerate(searches)}
    found: list[float | None] = [None] * len(curves)
    points: list[list[Point]] = [[] for _ in curves]
    remarks: list[str] = []
    while requested:
        numbers = list(requested)

        def report(at: int, point: Point, numbers: Sequence[int] = numbers) -> None:
            if arrived is not None:
                arrived(numbers[at], point)

        measured, happened = points_at(study, made, list(requested.items()), progress, report)
        remarks += happened
        again = {}
        for (number, _), point in zip(requested.items(), measured, strict=True):
            if point is None:
                continue
            points[number].append(point)
            try:
                again[number] = searches[number].send(point)
            except StopIteration as end:
                found[number] = end.value
        requested = again
    ordered = tuple(tuple(sorted(row, key=lambda point: point.offered)) for row in points)
    return Saturated(tuple(found), ordered, tuple(remarks))


def base_latencies(
    study: SimulationStudy, made: Team, curves: Sequence[Curve], progress: Progress = SILENT
) -> tuple[float | None, ...]:
    """The mean latency of each network at BASE_LOAD; None where hosts cannot inject so much evenly."""
    requested = [(number, BASE_LOAD) for number, curve in enumerate(curves) if curve.highest >= BASE_LOAD]
    measured, _ = points_at(study, made, requested, progress)
    found: dict[int, float | None] = {
        number: point.latency.mean if point else None
        for (number, _), point in zip(requested, measured, strict=True)
    }
    return tuple(found.get(number) for number in range(len(curves)))
