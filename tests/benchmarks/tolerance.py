"""How fast combinations of faults are judged, and what is always tolerated proved; run it by itself.

A million random combinations of links between switches, counted one way, in processor time of one core; at 64
hosts the shares are held to those of spec 3. The reference loop makes random numbers: it tells how fast the
machine is, and bounds grow as it is slower than the one that they were made for.
"""

import subprocess
import sys
import time

from fatdesk.core.compiled import compiled
from fatdesk.networks.fault_tolerance.guaranteed import always_tolerated
from fatdesk.networks.fault_tolerance.study import FaultParameters
from fatdesk.networks.fault_tolerance.tolerance import tolerance
from fatdesk.networks.fault_tolerance.units import fault_units
from fatdesk.networks.routing import usual
from fatdesk.networks.topologies import network_of

MILLION = 1_000_000
FAMILIES = ("kary-tree", "ruft", "ruft-pl", "ft-ruft-212", "ft-ruft-222")
SIZES = (
    (4, FAMILIES, (10, 20, 50), 1.0),
    (8, FAMILIES, (10, 50, 100), 5.0),
    (16, ("ft-ruft-222",), (10, 50, 350), 6.0),
)
"""Ports, families, numbers of faults, seconds that are allowed on the machine of the bounds."""
SHARES = {
    ("kary-tree", 10): 0.9965,
    ("kary-tree", 20): 0.939,
    ("kary-tree", 50): 0.175,
    ("ruft-pl", 10): 0.833,
    ("ruft-pl", 20): 0.447,
    ("ruft-pl", 50): 0.002,
    ("ft-ruft-212", 10): 0.984,
    ("ft-ruft-212", 20): 0.747,
    ("ft-ruft-222", 50): 0.9989,
}
STEP_NS = 1.1
"""Of the reference loop, on the machine of the bounds."""
PROOF_BOUND_S = 30.0
WARM_BOUND_S = 2.0


@compiled
def numbers(count: int) -> int:
    """Random numbers one after the other; the reference loop."""
    state = 1
    found = 0
    for _ in range(count):
        state = state * 6364136223846793005 + 1442695040888963407
        found ^= state >> 33
    return found


def reference_ns() -> float:
    """Nanoseconds of a step of the reference loop."""
    numbers(1000)
    start = time.process_time()
    numbers(50 * MILLION)
    return (time.process_time() - start) / 50e6 * 1e9


def seconds_of(spec: str, faults: int) -> tuple[float, float]:
    """Seconds of a million combinations, and the share that is tolerated."""
    network = network_of(spec)
    start = time.process_time()
    row = tolerance(network, usual(network), fault_units(network, FaultParameters()), faults, MILLION, seed=1)
    return time.process_time() - start, row.share


def main() -> int:
    """Print the figures; 1 when a bound does not hold. The first run, thrown away, compiles."""
    seconds_of("ruft:k=2,n=2", 3)
    seconds_of("kary-tree:k=4,n=3", 1)
    slower = max(1.0, reference_ns() / STEP_NS)
    print(f"reference: {slower:.2f} times the machine of the bounds")
    beyond = False
    for k, families, counts, bound in SIZES:
        for family in families:
            for faults in counts:
                seconds, share = seconds_of(f"{family}:k={k},n=3", faults)
                beyond |= seconds > bound * slower
                stated = SHARES.get((family, faults)) if k == 4 else None
                if stated is not None:
                    beyond |= abs(share - stated) > 0.002
                figures = f"{seconds:.2f} s (bound {bound} s), {share:.4f} tolerated"
                print(f"{family}, k {k}, {faults} faults: {figures}")
    for family in FAMILIES:
        network = network_of(f"{family}:k=16,n=3")
        start = time.process_time()
        found = always_tolerated(network, usual(network), fault_units(network, FaultParameters()))
        seconds = time.process_time() - start
        beyond |= seconds > PROOF_BOUND_S * slower
        print(f"{family}, k 16: {found.faults} proved in {seconds:.1f} s (bound {PROOF_BOUND_S} s)")
    seconds = started()
    beyond |= seconds > WARM_BOUND_S * slower
    print(f"start to first result, code compiled before: {seconds:.2f} s (bound {WARM_BOUND_S} s)")
    return int(beyond)


def started() -> float:
    """Seconds of a program that judges a few combinations."""
    code = "from tests.benchmarks.tolerance import *\nseconds_of('ft-ruft-212:k=2,n=3', 4)"
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
