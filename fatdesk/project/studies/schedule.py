"""Measurement of schedule studies: load, delivery cycles, and the decomposition of a room."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk import __version__
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.fabric.fabric import as_network
from fatdesk.engine.listing.schedule_columns import schedule_csv
from fatdesk.networks.network import Network
from fatdesk.networks.routing import USUAL, fitting, usual
from fatdesk.networks.routing.algorithm import RoutingAlgorithm
from fatdesk.networks.schedules import results
from fatdesk.networks.schedules.capacitated_tree import NoTree, tree_of
from fatdesk.networks.schedules.results import MeasuredSchedule, ScheduleOn
from fatdesk.networks.schedules.room_figures import (
    CUT_LEVELS,
    RoomFigures,
    room_figures,
    universal_figures,
)
from fatdesk.networks.schedules.study import ScheduleStudy
from fatdesk.networks.schedules.traffic_result import (
    TrafficResult,
    figures_of_cycles,
    measured_traffic,
    on_universal,
)
from fatdesk.networks.schedules.universal_trees.cubic_layout import links_per_area
from fatdesk.networks.schedules.universal_trees.cutting import Plane, planes
from fatdesk.networks.schedules.universal_trees.decomposition import Decomposition, decompose
from fatdesk.networks.schedules.universal_trees.universal import of_volume
from fatdesk.networks.schedules.verdict import schedule_verdict
from fatdesk.networks.simulation.link_rate import LinkRate
from fatdesk.networks.study import Study, StudyNetwork
from fatdesk.networks.traffic.traffic import Traffic
from fatdesk.networks.verdict import Verdict
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.studies.measurement import Arriving, InProgress, Measurement, ResultHead, ResultKind
from fatdesk.project.studies.placed_network import Placed, placed
from fatdesk.project.studies.study_networks import bare_network, messages_of, node_names, plain_names
from fatdesk.project.studies.verdicts import one_rate, rate_gbps

if TYPE_CHECKING:
    from fatdesk.networks.simulation.workers import Workers


class CutRoom(NamedTuple):
    """The planes that halve the room of a network.

    Attributes
    ----------
    places
        Digest of the network and the places of everything, as :func:`places_of` gives it.
    planes
        Those of the first levels; none where something is in no rack.
    waiting
        How many devices are in no rack.
    """

    places: str
    planes: tuple[Plane, ...]
    waiting: int


def places_of(derived: Derived, name: str) -> str:
    """Digest of the network of a fabric with its rates, and the places of devices, racks and trays.

    Raises
    ------
    FatdeskError
        When there is no such network.
    """
    number = derived.number_of(name)
    fabric, seats = derived.fabrics[number], derived.positions.placed[number]
    found = hashlib.sha256()
    for part in (fabric.kind, fabric.level, fabric.ends, fabric.ports, fabric.rate_gbps):
        found.update(part.tobytes())
    for seat in (seats.rack, seats.z_um):
        found.update(seat.tobytes())
    floor, catalog = derived.project.floor, derived.catalog
    for rack in floor.racks:
        found.update(repr((rack.x_mm, rack.y_mm, catalog.rack(rack.part))).encode())
        if rack.front in ("left", "right"):
            found.update(b"turned")
    for tray in floor.trays:
        found.update(repr((tray.points_mm, tray.elevation_mm)).encode())
    return found.hexdigest()


def cut_room(project: Project, name: str, progress: Progress = SILENT) -> CutRoom:
    """Cut the room of a network by planes."""
    derived = Derived(project, progress=progress)
    where, places = placed(derived, name), places_of(derived, name)
    if where.waiting:
        return CutRoom(places, (), where.waiting)
    return CutRoom(places, tuple(planes(_decomposed(where, progress).parts, CUT_LEVELS)), 0)


def _decomposed(where: Placed, progress: Progress) -> Decomposition:
    net = where.network
    host = np.arange(net.node_count) < net.hosts
    return decompose(where.where_m, host, net.ends, where.rate_gbps, where.box_m, progress)


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
    message_bytes: int

    @property
    def rate(self) -> LinkRate | None:
        """The rate of the links with the messages of the study; None where it is not known."""
        gbps = None if self.where is None else one_rate(self.where.rate_gbps)
        return None if gbps is None else LinkRate(gbps, self.message_bytes)


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
        if network.placed:
            where, places = placed(derived, network.placed), places_of(derived, network.placed)
            bare, names = where.network, where.names
        elif network.stage:
            names = node_names(derived, network)
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
            places=places,
        )
        return ToSchedule(network, bare, names, where, flows, scheme, on, study.message_bytes)

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
                arriving.doing = f"schedule of {one.name}"
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
    net, made = where.network, _decomposed(where, progress)
    density = links_per_m2 or links_per_area(made.parts)
    volume = float(np.prod(where.box_m[1] - where.box_m[0])) * density**1.5
    if volume <= 0 or net.hosts < 2:
        return room_figures(made)
    beside = of_volume(net.hosts, volume)
    again = None
    if about.tree is not None:
        again = on_universal(beside.tree, made.balanced, about, progress)
    return room_figures(made, universal_figures(beside, density, again))


@dataclass(frozen=True, eq=False)
class ScheduleResult:
    """Results of a network of a study, on that network.

    Attributes
    ----------
    links : (m,) int32
        Of a fabric for each link of the network the link of the fabric; None of others.
    names
        Of all nodes.
    traffic
        Loads, classes of channels, and cycles.
    flows
        The messages; None where their file can no longer be read.
    gbps
        The rate of the links; None where it is not known, or they have several.
    """

    study: ScheduleStudy
    requested: StudyNetwork
    found: MeasuredSchedule
    network: Network
    links: NDArray[np.int32] | None
    names: tuple[str, ...]
    traffic: TrafficResult
    flows: Traffic | None = None
    gbps: float | None = None

    @property
    def rate(self) -> LinkRate | None:
        """The rate of the links with the messages of the study: a cycle is the time of one."""
        return None if self.gbps is None else LinkRate(self.gbps, self.study.message_bytes)

    @cached_property
    def verdict(self) -> Verdict:
        """Conclusion on what limits the traffic."""
        if self.flows is None:
            file = self.study.traffic
            return Verdict(
                "unknown", f"What limits the traffic is not known: {file} cannot be read any more."
            )
        scheme, rate = self.found.on.scheme, self.rate
        cycle_us = None if rate is None else rate.us_of(1)
        return schedule_verdict(self.traffic, self.network, self.names, self.flows, scheme, cycle_us)

    @property
    def key(self) -> str:
        """The name of the fabric, with its stage, or the spec of a network without parts."""
        return self.requested.source


def on_network(
    derived: Derived,
    study: ScheduleStudy,
    requested: StudyNetwork,
    found: MeasuredSchedule,
    folder: Path | None = None,
) -> ScheduleResult:
    """Join results with the network that they are of.

    Parameters
    ----------
    folder
        Where files of flows with relative paths are: next to the project. None: where the program runs.

    Raises
    ------
    FatdeskError
        When there is no such network, or it is another by now.
    """
    network, hosts = bare_network(derived, requested)
    links, names = None, plain_names(network)
    if requested.stage:
        names = node_names(derived, requested)
    elif requested.placed:
        number = derived.number_of(requested.placed)
        network, links = as_network(derived.fabrics[number])
        names = derived.names[number][: network.node_count]
    result = found.result(network)
    flows = _flows(study, hosts, folder, found, result)
    gbps = rate_gbps(derived, requested)
    return ScheduleResult(study, requested, found, network, links, names, result, flows, gbps)


def _flows(
    study: ScheduleStudy,
    hosts: tuple[str, ...],
    folder: Path | None,
    found: MeasuredSchedule,
    result: TrafficResult,
) -> Traffic | None:
    """The messages that were measured; None where they came from a file that is another by now."""
    if result.tree is not None:
        return Traffic(len(hosts), result.source, result.destination, np.ones(len(result.source)))
    try:
        flows, digest = messages_of(study, hosts, folder)
    except (FatdeskError, OSError):
        return None
    return flows if digest == found.on.flows else None


def schedule_as_csv(found: ScheduleResult, progress: Progress = SILENT) -> bytes:
    """The schedule of a result as a file."""
    progress.step(0, 1, "writing the cycles")
    return schedule_csv(found.traffic, found.names[: found.network.hosts])
