"""How many links a second each family without parts builds; run it by itself."""

import sys
import time

from fatdesk.networks.topologies import TOPOLOGIES, network_of

BOUND = 1_000_000
LARGE = (
    "star:N=200000",
    "two-level:N=51200,PE=648,PC=648",
    "kary-tree:k=16,n=4",
    "clos:k=8,n=5",
    "mikant:k=8,n=5",
    "ruft:k=16,n=4",
    "ruft-pl:k=16,n=4",
    "ft-ruft-212:k=16,n=4",
    "ft-ruft-222:k=16,n=4",
    "egft:M=32-32-64,C=1-16-512,K=1-2-1",
    "hyperx:S=16-16-16,K=1-2-1,T=16",
    "dragonfly-plus:g=33,a=32,s=32,T=32,K=32",
    "slim-fly:q=79,T=60",
    "universal:n=65536,w=4096",
)


def main() -> int:
    """Print links, seconds and links a second of a large network of each family."""
    assert {spec.partition(":")[0] for spec in LARGE} == {topology.name for topology in TOPOLOGIES}
    slow = 0
    for spec in LARGE:
        start = time.perf_counter()
        links = network_of(spec).link_count
        seconds = time.perf_counter() - start
        slow += links < BOUND * seconds
        print(f"{spec:40} {links:9,} links {seconds:6.3f} s {links / seconds:12,.0f} links/s")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
