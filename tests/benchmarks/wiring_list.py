"""How long a wiring list of 100,000 cables takes to write as XLSX, CSV and JSON; run it by itself."""

import sys
import time
from dataclasses import replace

import msgspec

from fatdesk.engine.export import BY_NAME
from tests.engine import plan_samples as samples

CABLES = 100_000
BOUND_S = 10.0


def main() -> int:
    """Print the figures; 1 when the bound does not hold."""
    plan = samples.nodes_648()
    some = plan.cables
    rows = [
        msgspec.structs.replace(
            row, id=f"{k}-{row.id}", a=msgspec.structs.replace(row.a, device=f"{k}-{row.a.device}")
        )
        for k in range(-(-CABLES // len(some)))
        for row in some
    ][:CABLES]
    plan = replace(plan, make_cables=lambda: rows)
    slowest = 0.0
    for module in (BY_NAME["wiring.xlsx"], BY_NAME["wiring.csv"], BY_NAME["wiring.json"]):
        start = time.perf_counter()
        size = sum(map(len, module.make(plan).values()))
        seconds = time.perf_counter() - start
        slowest = max(slowest, seconds)
        figures = f"{len(plan.cables):,} cables, {size / 1e6:.1f} MB, {seconds:.2f} s"
        print(f"{module.name}: {figures} (bound {BOUND_S} s)")
    return int(slowest > BOUND_S)


if __name__ == "__main__":
    sys.exit(main())
