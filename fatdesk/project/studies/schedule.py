"""Traffic in a placed network of a project: load, delivery cycles, decomposition of the room."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fatdesk import __version__
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.listing.schedule_columns import schedule_csv
from fatdesk.networks.network import Network
from fatdesk.networks.routing import USUAL, fitting, usual
from fatdesk.networks.routing.algorithm import RoutingAlgorithm
from fatdesk.networks.schedules import results
from fatdesk.networks.schedules.capacitated_tree import NoTree, tree_of
from fatdesk.networks.schedules.cubic_layout import links_per_area
from fatdesk.networks.schedules.decomposition import Decomposition, decompose
from fatdesk.networks.schedules.offline import Schedule
from fatdesk.networks.schedules.results import MeasuredSchedule, ScheduleOn
from fatdesk.networks.schedules.room_figures import (
    RoomFigures,
    room_figures,
    universal_figures,
)
from fatdesk.networks.schedules.study import ScheduleStudy
from fatdesk.networks.schedules.traffic_result import (
    CycleFigures,
    TrafficResult,
    figures_of_cycles,
    measured_traffic,
    on_universal,
)
from fatdesk.networks.schedules.universal import SameVolume, of_volume
from fatdesk.networks.study import Study, StudyNetwork
from fatdesk.networks.traffic import pattern
from fatdesk.networks.traffic.traffic import Requested, Traffic, read_traffic
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.studies.measurement import Arriving, InProgress, Measurement, ResultHead, ResultKind
from fatdesk.project.studies.placed_network import Placed, placed
from fatdesk.project.studies.study_networks import bare_network, messages_of, plain_names

if TYPE_CHECKING:
    from fatdesk.networks.simulation.workers import Workers


class TrafficParameters(NamedTuple):
    """Requested traffic and network.

    Attributes
    ----------
    traffic
        The name of a pattern, or a file of flows.
    per_host, seed
        Messages that each host sends, and what random destinations begin with; a file has its own numbers,
        and the seed is that of the delivery on line.
    """

    fabric: str
    traffic: str | Path
    per_host: int = 1
    seed: int = 1

    @property
    def description(self) -> str:
        """The traffic in a few words."""
        if isinstance(self.traffic, Path):
            return self.traffic.name
        each = "message" if self.per_host == 1 else "messages"
        return f"{self.traffic}, {self.per_host:,} {each} per host, seed {self.seed}"


class State(NamedTuple):
    """Digests of what results depend on: the network with its links, and the places of everything."""

    network: str
    places: str


@dataclass(frozen=True, eq=False)
class CutRoom:
    """The room of a network in halves.

    Attributes
    ----------
    made
        None where something is in no rack; ``waiting``: how many devices.
    """

    state: State
    made: Decomposition | None
    waiting: int


@dataclass(frozen=True, eq=False)
class Measured:
    """Loads and cycles of traffic in a network, and the universal fat-tree of the same volume.

    Attributes
    ----------
    scheme
        The routing algorithm, where the network is no tree.
    links_per_m2
        As many links a square metre as the parts of the room ask for at most; None where the room is not cut.
    beside, on_beside
        The universal fat-tree of the room's volume, and the same messages on it; None where the room has no
        volume, or the network is no tree.
    """

    requested: TrafficParameters
    where: Placed
    study: TrafficResult
    scheme: str
    cycles: CycleFigures
    room: CutRoom
    links_per_m2: float | None
    beside: SameVolume | None
    on_beside: Schedule | None


def state_of(derived: Derived, name: str) -> State:
    """The present state of a network.

    Raises
    ------
    FatdeskError
        When there is no such network.
    """
    known = [fabric.name for fabric in derived.fabrics]
    if name not in known:
        raise FatdeskError(f"there is no network {name}")
    number = known.index(name)
    fabric, seats = derived.fabrics[number], derived.positions.placed[number]
    network, places = hashlib.sha256(), hashlib.sha256()
    for part in (fabric.kind, fabric.level, fabric.ends, fabric.ports, fabric.rate_gbps):
        network.update(part.tobytes())
    for seat in (seats.rack, seats.z_um):
        places.update(seat.tobytes())
    floor, catalog = derived.project.floor, derived.catalog
    for rack in floor.racks:
        places.update(repr((rack.x_mm, rack.y_mm, catalog.rack(rack.part))).encode())
    for tray in floor.trays:
        places.update(repr((tray.points_mm, tray.elevation_mm)).encode())
    both = network.hexdigest()
    return State(both, both + places.hexdigest())


def cut_room(project: Project, name: str, progress: Progress = SILENT) -> CutRoom:
    """Cut the room of a network by planes, and balance its hosts."""
    derived = Derived(project, progress=progress)
    return _cut(placed(derived, name), state_of(derived, name), progress)


def _cut(where: Placed, state: State, progress: Progress) -> CutRoom:
    if where.waiting:
        return CutRoom(state, None, where.waiting)
    net = where.network
    host = np.arange(net.node_count) < net.hosts
    made = decompose(where.where_m, host, net.ends, where.rate_gbps, where.box_m, progress)
    return CutRoom(state, made, 0)


def measure(project: Project, requested: TrafficParameters, progress: Progress = SILENT) -> Measured:
    """Measure traffic in a network of a project.

    Raises
    ------
    FatdeskError
        When the pattern does not fit the hosts, or the file cannot be read.
    """
    derived = Derived(project, progress=progress)
    where = placed(derived, requested.fabric)
    net = where.network
    progress.step(0, 1, "making the traffic")
    flows = _flows(requested, where)
    about = measured_traffic(
        net, flows, lambda some: usual(some).routing_table(some), requested.seed, progress
    )
    cycles = figures_of_cycles(about, progress)
    room = _cut(where, state_of(derived, requested.fabric), progress)
    scheme = "" if about.tree is not None else usual(net).NAME
    beside, again, density = None, None, None
    if room.made is not None:
        density = links_per_area(room.made.parts)
        volume = float(np.prod(where.box_m[1] - where.box_m[0])) * density**1.5
        if volume > 0 and net.hosts > 1:
            beside = of_volume(net.hosts, volume)
            if about.tree is not None:
                again = on_universal(beside.tree, room.made.balanced, about, progress)
    return Measured(requested, where, about, scheme, cycles, room, density, beside, again)


def _flows(requested: TrafficParameters, where: Placed) -> Traffic:
    hosts = where.network.hosts
    if isinstance(requested.traffic, Path):
        return read_traffic(requested.traffic, where.names[:hosts], whole=True)
    return pattern(requested.traffic).messages(Requested(hosts, requested.per_host, requested.seed))


class ToSchedule(NamedTuple):
    """A network of a schedule study, ready to be measured.

    Attributes
    ----------
    names
        Of all nodes.
    where
        The places of a fabric; None of a network without parts.
    flows
        The messages.
    scheme
        The routing algorithm; None of a tree, where paths are given.
    on
        Its state: what results are kept by.
    """

    requested: StudyNetwork
    network: Network
    names: tuple[str, ...]
    where: Placed | None
    flows: Traffic
    scheme: RoutingAlgorithm | None
    on: ScheduleOn


Job = InProgress[ToSchedule, MeasuredSchedule]


def _head(members: Any) -> ResultHead:
    return ResultHead(results.schedule_head(members).on.digest, (results.KEY,))


class ScheduleMeasurement(Measurement[ScheduleStudy, ToSchedule, MeasuredSchedule]):
    """Messages on the channels of networks, all at once; each network has one point."""

    files = ResultKind(
        results.KIND,
        ScheduleOn,
        _head,
        results.schedule_of,
        results.schedule_bytes,
        results.merged_schedules,
    )

    def fits(self, study: Study) -> bool:
        """Whether it is a schedule study."""
        return isinstance(study, ScheduleStudy)

    def ready(
        self, derived: Derived, study: ScheduleStudy, network: StudyNetwork, folder: Path | None
    ) -> ToSchedule:
        """A network with its messages, and the places of a fabric."""
        bare, hosts = bare_network(derived, network)
        where, places, names = None, None, plain_names(bare)
        if not network.spec:
            where, places = placed(derived, network.fabric), state_of(derived, network.fabric).places
            bare, names = where.network, where.names
        scheme = _scheme(bare, network)
        flows, digest = messages_of(study, hosts, folder)
        on = ScheduleOn(
            network=bare.digest,
            spec=network.spec,
            hosts=bare.hosts,
            channels=len(bare.channels),
            scheme="" if scheme is None else scheme.NAME,
            traffic=study.traffic,
            messages=study.messages if study.has_pattern else 1,
            flows=digest,
            seed=study.seed,
            places=None if places is None else hashlib.sha256(places.encode()).hexdigest(),
        )
        return ToSchedule(network, bare, names, where, flows, scheme, on)

    def keys(self, study: ScheduleStudy) -> tuple[float, ...]:
        """The one point of each network."""
        return (results.KEY,)

    def highest(self, study: ScheduleStudy, ready: ToSchedule) -> float:
        """The one point."""
        return results.KEY

    def check(self, study: ScheduleStudy, ready: ToSchedule, key: float) -> None:
        """Refuse nothing: a network that is ready has its point."""

    def requested(self, study: ScheduleStudy, network: StudyNetwork) -> tuple[Any, ...]:
        """All of the study."""
        return (network.scheme, study.traffic, study.messages, study.seed)

    def traffic(self, study: ScheduleStudy) -> str:
        """The traffic of the study."""
        return study.traffic

    def empty(self, ready: ToSchedule) -> MeasuredSchedule:
        """Nothing measured yet."""
        return MeasuredSchedule(ready.on, program=__version__)

    def measure(
        self, study: ScheduleStudy, networks: Sequence[Job], workers: "int | Workers", arriving: Arriving
    ) -> None:
        """Measure network by network."""
        for one in networks:
            before = arriving.before
            if one.keys:
                arriving.doing = one.name
                try:
                    assert one.ready is not None  # only such networks are measured
                    one.found = measured(one.ready, arriving)
                except FatdeskError as error:
                    one.wrong = f"{one.name}: {error}"
            arriving.before, arriving.fresh = before + len(one.keys), True


SCHEDULE = ScheduleMeasurement()


def _scheme(network: Network, requested: StudyNetwork) -> RoutingAlgorithm | None:
    try:
        tree_of(network)
    except NoTree:
        return fitting(requested.scheme, network)
    if requested.scheme != USUAL:
        raise FatdeskError(f"scheme: the paths in a tree are given, write {USUAL} for this network")
    return None


def measured(ready: ToSchedule, progress: Progress = SILENT) -> MeasuredSchedule:
    """Measure the messages on a network, and the room of a fabric.

    Raises
    ------
    FatdeskError
        When there are too many messages, or some have no path.
    """
    scheme = ready.scheme
    about = measured_traffic(
        ready.network,
        ready.flows,
        lambda some: (usual(some) if scheme is None else scheme).routing_table(some),
        ready.on.seed,
        progress,
    )
    cycles = figures_of_cycles(about, progress)
    waiting = 0 if ready.where is None else ready.where.waiting
    room = None if ready.where is None or waiting else room_of(ready.where, about, progress=progress)
    return results.kept(ready.on, about, cycles, waiting, room, __version__)


def room_of(
    where: Placed, about: TrafficResult, links_per_m2: float | None = None, progress: Progress = SILENT
) -> RoomFigures:
    """Divide the room of a network in which every device has a place.

    Parameters
    ----------
    about
        The traffic, which is measured on the universal fat-tree of the room's volume too.
    links_per_m2
        As many links pass a square metre; by default the most that a part of the room needs.
    """
    net = where.network
    host = np.arange(net.node_count) < net.hosts
    made = decompose(where.where_m, host, net.ends, where.rate_gbps, where.box_m, progress)
    density = links_per_m2 or links_per_area(made.parts)
    volume = float(np.prod(where.box_m[1] - where.box_m[0])) * density**1.5
    if volume <= 0 or net.hosts < 2:
        return room_figures(made)
    beside = of_volume(net.hosts, volume)
    again = None
    if about.tree is not None:
        again = on_universal(beside.tree, made.balanced, about, progress)
    return room_figures(made, universal_figures(beside, density, again))


def schedule_as_csv(found: Measured, progress: Progress = SILENT) -> bytes:
    """The schedule of a result as a file."""
    progress.step(0, 1, "writing the cycles")
    return schedule_csv(found.study, found.where.names[: found.where.network.hosts])
