"""How fast packets move: against a C++ program of the same model, the whole of Table 4, and 65,536 hosts.

Run it by itself. A packet-hop is a packet granted a channel, injection and ejection included. Processor time
of one core; the engine and the reference program (packet_reference.cpp, built here) take turns, and of each
the least counts, so that other work on the machine matters little. They have the same counters.
"""

import os
import resource
import subprocess
import sys
import time

import numpy as np

from fatdesk.networks.routing import usual
from fatdesk.networks.simulation.engines.tables import Tables, tables_of
from fatdesk.networks.simulation.simulation import Simulation
from fatdesk.networks.simulation.study import Switching
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic.traffic import uniform_draws
from tests.benchmarks.packet_reference import Reference, compiler

SIZES = (
    ("kary-tree:k=4,n=3", 0.5, 100_000),
    ("kary-tree:k=4,n=3", 0.9, 100_000),
    ("kary-tree:k=8,n=3", 0.4, 15_000),
    ("kary-tree:k=8,n=3", 0.9, 10_000),
    ("kary-tree:k=16,n=3", 0.4, 3_000),
    ("kary-tree:k=16,n=3", 0.9, 2_000),
    ("kary-tree:k=16,n=4", 0.3, 600),
    ("kary-tree:k=16,n=4", 0.9, 300),
)
"""Network, load, cycles."""
TURNS = 5
MOST_TIMES = 1.5
"""More times the processor time of the reference program are too many."""
FAMILIES = ("kary-tree", "ruft", "ruft-pl", "ft-ruft-212", "ft-ruft-222")
LOADS = 12
TABLE_BOUND_S = 15.0
LARGE_BOUND_S, LARGE_BOUND_MB = 15.0, 1024
WARM_BOUND_S = 1.5


def tables(spec: str) -> Tables:
    """A network under its usual scheme."""
    return tables_of(usual(network := network_of(spec)).routing_table(network))


def beside_reference(spec: str, load: float, cycles: int) -> tuple[float, float]:
    """Nanoseconds of a packet-hop: of the engine, and of the reference program (nan without a compiler)."""
    made = tables(spec)
    draws = uniform_draws(made.network.hosts, itself=False)
    runs: list[Simulation | Reference] = [Simulation(made, Switching(), draws, load)]
    if compiler() is not None:
        runs.append(Reference(made, Switching(), draws, load))
    least = [float("nan")] * 2
    for run in runs:
        run.advance(2_000)
    for _ in range(TURNS):
        for number, run in enumerate(runs):
            start = time.process_time()
            hops = run.advance(cycles).hops
            least[number] = np.fmin(least[number], (time.process_time() - start) / hops * 1e9)
    return least[0], least[1]


def main() -> int:
    """Print the figures; 1 when a bound does not hold. The first run, thrown away, compiles."""
    Simulation(tables("ruft:k=2,n=2"), Switching(), uniform_draws(4, itself=False), 0.1).advance(1000)
    beyond = False
    print(f"load of the machine: {os.getloadavg()[0]:.1f}")
    for spec, load, cycles in SIZES:
        ours, theirs = beside_reference(spec, load, cycles)
        beyond |= ours > MOST_TIMES * theirs
        stated = f"{ours:.0f} ns a packet-hop, reference {theirs:.0f}, {ours / theirs:.2f} times"
        print(f"{spec}, load {load}: {stated} (bound {MOST_TIMES})")
    seconds = table_4()
    beyond |= seconds > TABLE_BOUND_S
    print(
        f"Table 4, 10 networks, {LOADS} loads, 120,000 cycles each: {seconds:.1f} s (bound {TABLE_BOUND_S} s)"
    )
    start = time.perf_counter()
    made = tables("kary-tree:k=16,n=4")
    Simulation(made, Switching(), uniform_draws(65_536, itself=False), 0.3).advance(10_000)
    seconds = time.perf_counter() - start
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    beyond |= seconds > LARGE_BOUND_S or used > LARGE_BOUND_MB
    print(
        f"65,536 hosts, 10,000 cycles at load 0.3: {seconds:.1f} s (bound {LARGE_BOUND_S} s), "
        f"{used} MB (bound {LARGE_BOUND_MB})"
    )
    seconds = started()
    beyond |= seconds > WARM_BOUND_S
    print(f"start to first result, code compiled before: {seconds:.2f} s (bound {WARM_BOUND_S} s)")
    return int(beyond)


def table_4() -> float:
    """Seconds of one core for the whole of spec 3's Table 4."""
    start = time.process_time()
    for k in (4, 8):
        for family in FAMILIES:
            made = tables(f"{family}:k={k},n=3")
            capacity = 1 if family in {"kary-tree", "ruft"} else 2
            for load in np.linspace(0.02, 1.0, LOADS).tolist():
                draws = uniform_draws(k**3, itself=False)
                run = Simulation(made, Switching(), draws, load * capacity)
                run.advance(20_000)
                run.advance(100_000)
    return time.process_time() - start


def started() -> float:
    """Seconds of a program that simulates a little."""
    code = (
        "from tests.benchmarks.simulating import *\n"
        "made, draws = tables('kary-tree:k=4,n=3'), uniform_draws(64, itself=False)\n"
        "Simulation(made, Switching(), draws, 0.1).advance(1000)"
    )
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
