"""What a simulation study measures in a project: its networks, their traffic, and the state they are in."""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.forwarding import fitting
from fatdesk.engine.network.network import Network
from fatdesk.engine.sim.results import MeasuredOn
from fatdesk.engine.sim.study import Simulated, SimulationStudy, TrafficAsked
from fatdesk.engine.traffic import PATTERNS, pattern
from fatdesk.engine.traffic.draws import Draws, weighted_draws
from fatdesk.engine.traffic.reading import read_traffic
from fatdesk.engine.traffic.traffic import Asked, Traffic
from fatdesk.project.derived import Derived


class ToMeasure(NamedTuple):
    """A network of a study, ready to be measured.

    Attributes
    ----------
    hosts
        Names of its hosts; of a network without parts their numbers.
    scheme
        How packets are forwarded, never ``usual``.
    on
        Its state: what results are kept by.
    """

    asked: Simulated
    network: Network
    hosts: tuple[str, ...]
    scheme: str
    draws: Draws
    on: MeasuredOn


class CannotMeasure(NamedTuple):
    """A network of a study that cannot be measured, and why, in words."""

    asked: Simulated
    why: str


def networks_of(
    derived: Derived, study: SimulationStudy, folder: Path | None = None
) -> tuple[ToMeasure | CannotMeasure, ...]:
    """The networks of a study in their order.

    Parameters
    ----------
    folder
        Where files of flows lie whose paths are relative: beside the project. None: where the program runs.
    """
    found: list[ToMeasure | CannotMeasure] = []
    for asked in study.networks:
        try:
            found.append(_to_measure(derived, study, asked, folder))
        except (FatdeskError, OSError) as error:
            found.append(CannotMeasure(asked, str(error)))
    return tuple(found)


def _to_measure(derived: Derived, study: SimulationStudy, asked: Simulated, folder: Path | None) -> ToMeasure:
    if asked.spec:
        network = derived.study(asked.spec)
        hosts = tuple(map(str, range(network.hosts)))
    else:
        network, hosts = derived.bare_network(asked.fabric)
    draws, flows = _draws(study.traffic, hosts, folder, study.first_seed)
    scheme = fitting(asked.scheme, network).NAME
    on = MeasuredOn(
        network=network.digest,
        spec=asked.spec,
        hosts=network.hosts,
        channels=len(network.channels),
        scheme=scheme,
        traffic=study.traffic,
        flows=flows,
        switching=study.switching,
        duration=study.duration,
        seeds=study.seeds,
        first_seed=study.first_seed,
    )
    return ToMeasure(asked, network, hosts, scheme, draws, on)


def _draws(
    asked: TrafficAsked, hosts: tuple[str, ...], folder: Path | None, seed: int
) -> tuple[Draws, str | None]:
    """Where packets go, and the digest of the flows where a file tells them."""
    if any(asked.pattern == known.NAME for known in PATTERNS):
        draws = pattern(asked.pattern).draws(Asked(len(hosts), seed=seed, itself=asked.itself))
        return draws, None
    path = (folder or Path()) / asked.pattern
    if "\0" in asked.pattern or not path.is_file():
        names = ", ".join(known.NAME for known in PATTERNS)
        raise FatdeskError(f"traffic: {asked.pattern!r} is neither a pattern ({names}) nor a file")
    stat = path.stat()
    flows, digest = _flows(path, stat.st_mtime_ns, stat.st_size, hosts)
    return weighted_draws(len(hosts), flows.source, flows.destination, flows.weight, asked.itself), digest


@lru_cache(maxsize=2)
def _flows(path: Path, _changed: int, _size: int, hosts: tuple[str, ...]) -> tuple[Traffic, str]:
    """The flows of a file as it was changed last, with their digest."""
    flows = read_traffic(path, hosts)
    parts = (np.ascontiguousarray(part) for part in (flows.source, flows.destination, flows.weight))
    return flows, hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()
