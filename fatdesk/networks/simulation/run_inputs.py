"""Inputs of the runs of a network as they are sent to a worker, and the tables made from them."""

from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from multiprocessing.reduction import ForkingPickler
from threading import Lock
from typing import NamedTuple

import numpy as np

from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.network import Network
from fatdesk.networks.routing import fitting
from fatdesk.networks.simulation.one_run import Bench, Run, measure
from fatdesk.networks.simulation.parameters import Arrivals, Duration
from fatdesk.networks.simulation.switching import Switching
from fatdesk.networks.simulation.tables import tables_of, usable_without
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic.draws import Draws

KEPT = 2
"""Networks whose tables a process keeps: runs come network by network."""


@dataclass(frozen=True, eq=False)
class Sent:
    """Everything that runs of a curve have in common, small enough to be sent with each.

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
    tables = tables_of(scheme.forwarding(network, usable), progress)
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
    """What this process keeps."""
    return Kept()


def run_job(sent: bytes, load: float, seed: int, progress: Progress = SILENT) -> Run:
    """Make one run; what a worker does."""
    return measure(kept().bench(sent, progress), load, seed, progress)
