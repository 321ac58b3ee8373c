"""Speed of the fewest moved cables of 512 leaf and 256 spine switches; run it by itself."""

import sys
import time

import numpy as np

from fatdesk.engine.growth.moves import Target, fewest_moves

LEAVES, SPINES = 512, 256
BOUND_S = 10.0


def targets() -> dict[str, Target]:
    """Even and uneven networks of today, by each rule."""
    random = np.random.default_rng(1)
    even = np.full((LEAVES // 2, SPINES // 2), 2)
    uneven = random.integers(0, 4, (LEAVES - 100, SPINES - 60)) * (
        random.random((LEAVES - 100, SPINES - 60)) < 0.8
    )
    cables = np.full(LEAVES, 400)
    full, spare = np.full(SPINES, LEAVES), np.full(SPINES, 900)
    return {
        "free, uneven": Target.of(uneven, cables, spare, "free"),
        "free, even": Target.of(even, np.full(LEAVES, SPINES), np.full(SPINES, 600), "free"),
        "balanced, uneven": Target.of(uneven, cables, spare),
        "balanced, even": Target.of(even, np.full(LEAVES, 200), full),
        "equal": Target.of(even, np.full(LEAVES, SPINES), full, "equal"),
    }


def main() -> int:
    """Print the figures; 1 beyond the bound. A small case first compiles."""
    fewest_moves(Target.of([[2]], [2, 2], [2, 2]))
    beyond = False
    for title, target in targets().items():
        start = time.process_time()
        found = fewest_moves(target)
        seconds = time.process_time() - start
        count = f"{found.moved:,} of {target.today.sum():,} cables move"
        print(f"{title}: {count}, in {seconds:.2f} s of processor time (bound {BOUND_S} s)")
        beyond |= seconds > BOUND_S
    return int(beyond)


if __name__ == "__main__":
    sys.exit(main())
