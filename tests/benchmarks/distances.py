"""How long exact distances between all 65,536 hosts of a network take, and its building; run it by itself."""

import sys
import time

import numpy as np

from fatdesk.networks.measures.distances import distances
from fatdesk.networks.topologies import network_of, read_spec

BOUND_S = 1.0
LARGE = ("kary-tree:k=16,n=4", "mikant:k=32,n=3", "mikant:k=8,n=5", "ft-ruft-222:k=16,n=4")


def main() -> int:
    """Print seconds to build, to search from one host where all are alike, and from all hosts."""
    distances(network_of("kary-tree:k=2,n=2"))  # compiled here
    slow = 0
    for spec in LARGE:
        times = [time.perf_counter()]
        network = network_of(spec)
        times.append(time.perf_counter())
        one = distances(network, sources=np.array([0]))
        times.append(time.perf_counter())
        everything = distances(network)
        times.append(time.perf_counter())
        topology, params = read_spec(spec)
        assert one.average == everything.average == topology.closed(params).average_distance
        build, alike, full = np.diff(times)
        slow += build > BOUND_S or alike > BOUND_S
        print(f"{spec:24} {network.hosts:,} hosts  built {build:.3f} s  one {alike:.3f} s  all {full:.3f} s")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
