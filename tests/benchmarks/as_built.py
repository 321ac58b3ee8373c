"""How long a report of 20,000 cables takes to read and compare with the plan; run it by itself."""

import sys
import time
from dataclasses import replace

import numpy as np

from fatdesk.engine.asbuilt.comparing import compare
from fatdesk.engine.asbuilt.readers import read_discovered
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families.design import HostGroup
from tests.engine import plan_samples as samples
from tests.engine.asbuilt.planting import planned_of, rotated, without

BOUND_S = 3.0


def _spoiled(fabric: Fabric, chance: np.random.Generator) -> Fabric:
    """A long ring, many swaps, and cables that are missing."""
    links = chance.permutation(len(fabric.ends)).tolist()
    built = rotated(fabric, links[:200], 1)
    for start in range(200, 600, 2):
        built = rotated(built, links[start : start + 2], 1)
    return without(built, links[600:680])


def main() -> int:
    """Print the figures; 1 when the bound does not hold."""
    fabrics = [
        samples.two_level(
            f"f{n}",
            HostGroup(name=f"g{n}", part="gpu-8rail", count=256),
            "ndr-64",
            "ndr-64",
            (64, 32, 32),
            rails=8,
        )
        for n in range(5)
    ]
    plan = samples.plan_of("large", fabrics, cabled=False)
    chance = np.random.default_rng(1)
    built = [_spoiled(fabric, chance) for fabric in fabrics]
    content = b"".join(BY_NAME["fabric.net"].make(replace(plan, fabrics=tuple(built))).values())
    planned = planned_of(plan)
    start = time.perf_counter()
    found = read_discovered(content, "fabric.txt")
    read = time.perf_counter() - start
    stated = compare(planned, found)
    seconds = time.perf_counter() - start
    print(
        f"{stated.planned:,} cables, {len(content) / 1e6:.1f} MB: read in {read:.2f} s, read and compared in "
        f"{seconds:.2f} s (bound {BOUND_S} s), "
        f"{len(stated.differences):,} differences, {stated.moves:,} moves"
    )
    return int(seconds > BOUND_S)


if __name__ == "__main__":
    sys.exit(main())
