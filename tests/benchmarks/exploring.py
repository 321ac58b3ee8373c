"""Processor time of the explorations of the network-design-space paper, beside the hours that it tells.

The paper (USENIX ATC 2011, Table 4) took 28.8 hours for trees of 8,192 servers (96 jobs), 3.4 and 14.6 hours
for lattices of 8,192 and 16,384. Here one process looks at all numbers of switches, places and prices what is
left, and marks the front. Compiling the loops is not counted.
"""

import sys
import time

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements import Exploration, FabricRequirement, Requirements
from fatdesk.engine.exploring.egft_search import TreeQuery, tree_front
from fatdesk.engine.exploring.explore import explore
from fatdesk.engine.families.design import HostGroup

RADIX = (32, 48, 64, 96, 144)
TREES, LATTICES = (16, 24, 25, 32), (16, 24, 32)
CASES = (
    ("egft", 8192, TREES, 28.8, 8.0),
    ("hyperx", 8192, LATTICES, 3.4, 5.0),
    ("hyperx", 16384, LATTICES, 14.6, 10.0),
)
"""Family, servers, servers on a switch, hours of the paper, seconds that are allowed."""
TURNS = 3


def wish(family: str, hosts: int, terminals: tuple[int, ...]) -> Requirements:
    """The requirements of one exploration."""
    return Requirements(
        hosts=(HostGroup(name="servers", part="server-10gbe", count=hosts),),
        fabrics=(FabricRequirement(name="pod", families=(family,)),),
        explore=Exploration(radix=RADIX, terminals=terminals),
    )


def main() -> int:
    """Print the figures; 1 when a bound does not hold."""
    catalog = load_shipped([])
    for family in ("egft", "hyperx"):
        explore(wish(family, 300, (16,)), catalog)
    start = time.process_time()
    fronts = [
        tree_front(TreeQuery(8192, radix, T, switch_price=500.0 * radix)) for radix in RADIX for T in TREES
    ]
    spent = time.process_time() - start
    print(
        f"search for trees alone: {sum(some.searched for some in fronts):,} looked at, "
        f"{sum(len(some.trees) for some in fronts):,} on fronts, {spent:.1f} s"
    )
    slow = False
    for family, hosts, terminals, hours, bound in CASES:
        least = float("inf")
        for _ in range(TURNS):
            start = time.process_time()
            found = explore(wish(family, hosts, terminals), catalog)
            least = min(least, time.process_time() - start)
        slow |= least > bound
        best = sum(one.front for one in found.candidates)
        print(
            f"{family} {hosts:,}: {len(found.candidates):,} priced, {best:,} "
            f"on the front, {least:.1f} s (bound {bound:g} s); the paper {hours} h"
        )
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
