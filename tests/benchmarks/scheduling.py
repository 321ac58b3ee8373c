"""How long it takes to schedule a million messages on a fat-tree of 4,096 leaves; run it by itself."""

import sys
import time

import numpy as np

from fatdesk.networks.schedules.capacitated_tree import fat_tree, load
from fatdesk.networks.schedules.offline import schedule

LEAVES, MESSAGES = 4096, 1_000_000
BOUND_S = 20.0
LOAD_BOUND_S = 1.0


def main() -> int:
    """Print the figures; 1 when a bound does not hold. The first schedule, thrown away, compiles."""
    tree = fat_tree(LEAVES, [LEAVES >> level for level in range(13)])
    source, destination = np.random.default_rng(1).integers(0, LEAVES, (2, MESSAGES))
    schedule(tree, source[:1000], destination[:1000])
    start = time.perf_counter()
    found = load(tree, source, destination)
    loading = time.perf_counter() - start
    print(
        f"load of {MESSAGES:,} messages: {loading:.2f} s (bound {LOAD_BOUND_S} s), factor {found.factor:.0f}"
    )
    start = time.perf_counter()
    made = schedule(tree, source, destination)
    seconds = time.perf_counter() - start
    print(
        f"schedule: {seconds:.2f} s (bound {BOUND_S} s), {made.cycles} cycles, {made.unpacked} unpacked, "
        f"at least {made.lower_bound}, at most {made.bound}"
    )
    return int(seconds > BOUND_S or loading > LOAD_BOUND_S)


if __name__ == "__main__":
    sys.exit(main())
