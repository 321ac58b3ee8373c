"""Networks of studies as they are in a project, with traffic from files."""

import hashlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.network import Network
from fatdesk.networks.routing import fitting
from fatdesk.networks.routing.algorithm import RoutingAlgorithm
from fatdesk.networks.schedules.study import ScheduleStudy
from fatdesk.networks.simulation.study import TrafficParameters
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.topologies import named_network
from fatdesk.networks.traffic import PATTERNS, pattern
from fatdesk.networks.traffic.traffic import Draws, Requested, Traffic, read_traffic, weighted_draws
from fatdesk.project.derived.derived import Derived

if TYPE_CHECKING:
    from fatdesk.project.growing.stage_networks import StageNetwork

Ready = TypeVar("Ready")


class UnderStudy(NamedTuple):
    """A network of a study.

    Attributes
    ----------
    hosts
        Names of its hosts; of a network without parts their numbers.
    scheme
        How packets are forwarded, never ``usual``.
    """

    network: Network
    hosts: tuple[str, ...]
    scheme: RoutingAlgorithm


class CannotMeasure(NamedTuple):
    """A network of a study that cannot be measured, and why, in words."""

    requested: StudyNetwork
    why: str


def each_network(
    networks: Iterable[StudyNetwork], ready: Callable[[StudyNetwork], Ready]
) -> tuple[Ready | CannotMeasure, ...]:
    """The networks of a study made ready, in their order; of those that cannot be, why."""
    found: list[Ready | CannotMeasure] = []
    for requested in networks:
        try:
            found.append(ready(requested))
        except (FatdeskError, OSError) as error:
            found.append(CannotMeasure(requested, str(error)))
    return tuple(found)


def _stage(derived: Derived, requested: StudyNetwork) -> "StageNetwork":
    from fatdesk.project.growing.stage_networks import (
        stage_network,  # growth loads for those who study it
    )

    return stage_network(derived, requested.fabric, requested.stage)


def bare_network(derived: Derived, requested: StudyNetwork) -> tuple[Network, tuple[str, ...]]:
    """The network that a study names, and the names of its hosts.

    Raises
    ------
    FatdeskError
        When there is none.
    """
    if requested.stage:
        found = _stage(derived, requested)
        return found.network, found.names[: found.network.hosts]
    if not requested.spec:
        return derived.bare_network(requested.fabric)
    network = derived.study(requested.spec)
    return network, tuple(map(str, range(network.hosts)))


def under_study(derived: Derived, requested: StudyNetwork) -> UnderStudy:
    """The network that a study names, with its routing algorithm.

    Raises
    ------
    FatdeskError
        When there is none, or the routing algorithm does not fit it.
    """
    network, hosts = bare_network(derived, requested)
    return UnderStudy(network, hosts, fitting(requested.scheme, network))


def remarks_on(derived: Derived, requested: StudyNetwork) -> tuple[str, ...]:
    """Return what is left out of a network that can be made, in sentences."""
    if not requested.stage:
        return ()
    return _stage(derived, requested).remarks


def plain_names(network: Network) -> tuple[str, ...]:
    """Names of all nodes of a network without parts: hosts by their numbers, and switches."""
    switches = (f"switch {number}" for number in range(network.switch_count))
    return (*map(str, range(network.hosts)), *switches)


def node_names(derived: Derived, requested: StudyNetwork) -> tuple[str, ...]:
    """The names of all nodes of a network that can be made: addresses, where it has no parts."""
    if requested.stage:
        found = _stage(derived, requested)
        return found.names[: found.network.node_count]
    if not requested.spec:
        network, _ = derived.bare_network(requested.fabric)
        return derived.names[[fabric.name for fabric in derived.fabrics].index(requested.fabric)][
            : network.node_count
        ]
    network, known = derived.study(requested.spec), named_network(requested.spec)
    return tuple(known.address(network, node) for node in range(network.node_count))


def draws_of(
    requested: TrafficParameters, hosts: tuple[str, ...], folder: Path | None, seed: int
) -> tuple[Draws, str | None]:
    """Return the destinations of packets, and the digest of the flows if they are from a file.

    Parameters
    ----------
    folder
        Where files of flows lie whose paths are relative: next to the project. None: where the program runs.

    Raises
    ------
    FatdeskError, OSError
        When there is no such pattern or file, or it does not fit the hosts.
    """
    if any(requested.pattern == known.NAME for known in PATTERNS):
        draws = pattern(requested.pattern).draws(Requested(len(hosts), seed=seed, itself=requested.itself))
        return draws, None
    flows, digest = _flows_of_file(requested.pattern, hosts, folder, whole=False)
    return weighted_draws(len(hosts), flows.source, flows.destination, flows.weight, requested.itself), digest


def messages_of(
    study: ScheduleStudy, hosts: tuple[str, ...], folder: Path | None
) -> tuple[Traffic, str | None]:
    """Return the messages of a schedule study, and the digest of the flows if they are from a file.

    Raises
    ------
    FatdeskError, OSError
        When there is no such pattern or file, or it does not fit the hosts.
    """
    if study.has_pattern:
        return pattern(study.traffic).messages(Requested(len(hosts), study.messages, study.seed)), None
    return _flows_of_file(study.traffic, hosts, folder, whole=True)


def _flows_of_file(
    traffic: str, hosts: tuple[str, ...], folder: Path | None, *, whole: bool
) -> tuple[Traffic, str]:
    path = (folder or Path()) / traffic
    if "\0" in traffic or not path.is_file():
        names = ", ".join(known.NAME for known in PATTERNS)
        raise FatdeskError(f"traffic: {traffic!r} is neither a pattern ({names}) nor a file")
    stat = path.stat()
    return _flows(path, stat.st_mtime_ns, stat.st_size, hosts, whole)


@lru_cache(maxsize=2)
def _flows(path: Path, _changed: int, _size: int, hosts: tuple[str, ...], whole: bool) -> tuple[Traffic, str]:
    """The flows of a file as it was changed last, with their digest."""
    flows = read_traffic(path, hosts, whole=whole)
    parts = (np.ascontiguousarray(part) for part in (flows.source, flows.destination, flows.weight))
    return flows, hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()
