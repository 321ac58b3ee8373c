"""How long throughput with faults and reliability take; processor time of one core; run it by itself.

A point of degradation is the mean over 50 random tolerated combinations, drawn and simulated for 20,000
cycles after the warm-up at as much load as hosts can inject. Bounds grow as the machine is slower than that
of the benchmark of tolerance.
"""

import sys
import time

from fatdesk.networks.fault_tolerance.degradation import degraded
from fatdesk.networks.fault_tolerance.reliability import ReliabilityParameters, of_network, reliability
from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters
from fatdesk.networks.fault_tolerance.study import FaultParameters
from fatdesk.networks.routing import usual
from fatdesk.networks.topologies import network_of
from tests.benchmarks.tolerance import STEP_NS, reference_ns

POINTS = (
    ("kary-tree:k=4,n=3", 7, 1.0),
    ("ruft-pl:k=4,n=3", 7, 1.0),
    ("ft-ruft-212:k=4,n=3", 7, 1.0),
    ("ft-ruft-222:k=4,n=3", 7, 1.0),
    ("kary-tree:k=8,n=3", 20, 8.0),
    ("ft-ruft-212:k=8,n=3", 20, 8.0),
    ("ft-ruft-222:k=8,n=3", 20, 8.0),
)
"""Network, faults, seconds that are too many."""
NETWORKS = (
    ("kary-tree:k=4,n=3", 1.0),
    ("ft-ruft-222:k=4,n=3", 1.0),
    ("ft-ruft-222:k=8,n=3", 6.0),
    ("kary-tree:k=16,n=3", 4.0),
)
ASKED = ReliabilityParameters(years=1.0, mttr_h=24, mtbf_h={"switches": 200_000.0, "cables": 2e6})


def seconds_of_point(spec: str, faults: int) -> float:
    """Processor time of a point."""
    net = network_of(spec)
    begin = time.process_time()
    degraded(net, usual(net), FaultParameters(), DegradationParameters(), faults, 1)
    return time.process_time() - begin


def seconds_of_reliability(spec: str) -> float:
    """Processor time of all figures of a network's reliability, over a year and at any time."""
    net = network_of(spec)
    begin = time.process_time()
    reliability(net, usual(net), of_network(net, ASKED), ASKED)
    return time.process_time() - begin


def main() -> int:
    """Print the figures; 1 when a bound does not hold. The first of each, thrown away, compiles."""
    seconds_of_point("ft-ruft-222:k=2,n=2", 1)
    for spec in ("kary-tree:k=2,n=3", "ft-ruft-222:k=2,n=3"):
        seconds_of_reliability(spec)
    slower = max(1.0, reference_ns() / STEP_NS)
    print(f"reference: {slower:.2f} times the machine of the bounds")
    beyond = False
    for spec, faults, bound in POINTS:
        spent = seconds_of_point(spec, faults)
        beyond |= spent > bound * slower
        print(f"degradation {spec:22} {faults:3} faults {spent:6.2f} s (at most {bound:g})")
    for spec, bound in NETWORKS:
        spent = seconds_of_reliability(spec)
        beyond |= spent > bound * slower
        print(f"reliability {spec:22}            {spent:6.2f} s (at most {bound:g})")
    return int(beyond)


if __name__ == "__main__":
    sys.exit(main())
