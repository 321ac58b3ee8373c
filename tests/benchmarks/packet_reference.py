"""The packet model as a C++ program (packet_reference.cpp), built here, with the interface of the engine.

It is what the speed of the engine is compared with; its results are those of the engine to the last packet
(tests/networks/simulation/test_reference_program.py).
"""

import ctypes
import hashlib
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fatdesk.networks.simulation.engines.counts import HOPS, Counts, counts_of, nothing_counted
from fatdesk.networks.simulation.engines.packets import making_of
from fatdesk.networks.simulation.engines.tables import Tables
from fatdesk.networks.simulation.simulation import pauses_of
from fatdesk.networks.simulation.study import ARRIVAL, LATE, PACKET, VCT, Arrivals, Switching, flight_cycles
from fatdesk.networks.traffic.traffic import Draws

SOURCE = Path(__file__).with_suffix(".cpp")
OPTIONS = ("-O3", "-march=native", "-std=c++17", "-shared", "-fPIC", "-fno-fast-math")


def compiler() -> str | None:
    """Path of g++; None where there is none."""
    return shutil.which("g++")


def built() -> ctypes.CDLL:
    """The library, compiled unless the same source was compiled before."""
    found = compiler()
    if found is None:
        raise FileNotFoundError("g++ is not installed")
    name = hashlib.sha256(SOURCE.read_bytes() + " ".join(OPTIONS).encode()).hexdigest()[:16]
    library = Path(tempfile.gettempdir()) / f"fatdesk-packets-{name}.so"
    if not library.exists():
        fresh = Path(tempfile.mkdtemp()) / library.name
        subprocess.run([found, *OPTIONS, "-o", str(fresh), str(SOURCE)], check=True)
        shutil.move(fresh, library)
    made = ctypes.CDLL(str(library))
    made.begin.restype = ctypes.c_void_p
    made.advance.restype = ctypes.c_int64
    return made


def _at(array: NDArray[np.generic]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


class Reference:
    """The same as ``Simulation`` for default switches, uniform traffic and routing by a formula."""

    def __init__(
        self, tables: Tables, switching: Switching, draws: Draws, load: float, seed: int = 1
    ) -> None:
        network, wiring = tables.network, tables.wiring
        covered = (switching.switching, switching.credits, switching.route_at, switching.binding)
        assert covered == (VCT, PACKET, ARRIVAL, LATE)
        assert switching.buffer_packets == 2
        assert len(tables.lookup.lines)
        inside = wiring.after >= 0
        assert np.array_equal(wiring.after[inside], wiring.head[inside])
        pauses = pauses_of(tables, draws, load, switching.flits, Arrivals())
        making = making_of(draws, pauses.log_stay, pauses.burst_stay, pauses.gap, seed)
        flight, last_flight = flight_cycles(network, switching)
        self._flits, self._hosts, self._channels = switching.flits, network.hosts, len(wiring.tail)
        sets = int(wiring.of_set.max()) + 1  # without those that only early binding needs
        numbers = np.array(
            [
                network.hosts,
                network.node_count,
                self._channels,
                sets,
                seed,
                switching.flits,
                switching.crossbar,
                switching.routing,
                flight,
                last_flight,
            ],
            np.int64,
        )
        by_tail = network.outgoing[1].astype(np.int32)
        arrays = (
            by_tail,
            wiring.tail,
            wiring.head,
            wiring.in_port,
            wiring.ins,
            tables.lookup.lines,
            wiring.set_start,
            wiring.set_channel,
        )
        streams = (making.stream, making.log_stay, making.when, making.to)
        self._library = built()
        self._run = ctypes.c_void_p(self._library.begin(_at(numbers), *map(_at, arrays), *map(_at, streams)))
        assert self._run, "channels of a set do not follow each other"

    def advance(self, cycles: int) -> Counts:
        """Continue, and return the counts of these cycles."""
        c = nothing_counted(self._hosts, self._channels)
        counters = (
            c.numbers,
            c.injected,
            c.received,
            c.delivered_of,
            c.latency_bins,
            c.network_bins,
            c.carried,
        )
        inside = self._library.advance(self._run, ctypes.c_int64(cycles), *map(_at, counters))
        return counts_of(c, cycles, int(c.numbers[HOPS]) * self._flits, inside)

    def __del__(self) -> None:
        self._library.end(self._run)
