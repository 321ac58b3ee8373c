"""Traffic in a placed network of a project: load, delivery cycles, decomposition of the room."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.listing.schedule_columns import schedule_csv
from fatdesk.networks.routing import usual
from fatdesk.networks.schedules.decomposition import Decomposition, decompose
from fatdesk.networks.schedules.offline import Schedule
from fatdesk.networks.schedules.output import links_asked
from fatdesk.networks.schedules.traffic_result import (
    CycleFigures,
    TrafficResult,
    figures_of_cycles,
    measured_traffic,
    on_universal,
)
from fatdesk.networks.schedules.universal import SameVolume, of_volume
from fatdesk.networks.traffic import pattern
from fatdesk.networks.traffic.traffic import Requested, Traffic, read_traffic
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.studies.placed_network import Placed, placed


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
        density = links_asked(room.made)
        volume = float(np.prod(where.box_m[1] - where.box_m[0])) * density**1.5
        if volume > 0 and net.hosts > 1:
            beside = of_volume(net.hosts, volume)
            if about.tree is not None:
                again = on_universal(beside.tree, room.made.balanced.sequence, about, progress)
    return Measured(requested, where, about, scheme, cycles, room, density, beside, again)


def _flows(requested: TrafficParameters, where: Placed) -> Traffic:
    hosts = where.network.hosts
    if isinstance(requested.traffic, Path):
        return read_traffic(requested.traffic, where.names[:hosts], whole=True)
    return pattern(requested.traffic).messages(Requested(hosts, requested.per_host, requested.seed))


def schedule_as_csv(found: Measured, progress: Progress = SILENT) -> bytes:
    """The schedule of a result as a file."""
    progress.step(0, 1, "writing the cycles")
    return schedule_csv(found.study, found.where.names[: found.where.network.hosts])
