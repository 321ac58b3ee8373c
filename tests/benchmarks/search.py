"""How long a search of 1,000 by 1,000 configurations takes, and one for 20,000 hosts; run it by itself.

Every pair is priced, limited and ranked; 20 candidates and the 20 nearest misses are described in full.
"""

import sys
import time
from decimal import Decimal
from random import Random

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import AnyPart, Ports, Price, Server, Switch
from fatdesk.engine.design.requirements import FabricRequirement, Limits, Requirements
from fatdesk.engine.design.search import search
from fatdesk.engine.families.design import HostGroup

CONFIGURATIONS = 1000
BOUND_S = 0.2
LARGE = 20_000
LARGE_BOUND_S = 3.0


def catalog() -> Catalog:
    """So many switches for each role, from 8 to 648 ports."""
    random = Random(1)
    parts: list[AnyPart] = [Server(id="server", ports=(_ports(1),), height_u=1)]
    for number in range(CONFIGURATIONS):
        for role in ("edge", "core"):
            ports = random.randrange(8, 64 if role == "edge" else 648, 2)
            parts.append(
                Switch(
                    id=f"{role}-{number:04}",
                    ports=(_ports(ports),),
                    roles=(role,),
                    price=Price(amount=Decimal(random.randrange(20_000, 60_000)) * ports / 100),
                    power_w=float(ports * 4),
                    mass_kg=8.5,
                    height_u=1 + ports // 40,
                )
            )
    return Catalog(parts)


def _ports(count: int) -> Ports:
    return Ports(count=count, connector="qsfp", rate_gbps=40.0, lanes=4)


def main() -> int:
    """Print the figures; 1 when the bound does not hold."""
    parts = catalog()
    two = measured(parts, ("star", "two-level"))
    print(f"search of {CONFIGURATIONS:,} x {CONFIGURATIONS:,}: {two:.3f} s (bound {BOUND_S} s)")
    print(f"with every family: {measured(parts, ()):.3f} s")
    large = large_search()
    print(f"{LARGE:,} hosts over all families and shipped parts: {large:.3f} s (bound {LARGE_BOUND_S} s)")
    return int(two > BOUND_S or large > LARGE_BOUND_S)


def large_search() -> float:
    """Seconds of processor time for hosts with 400 Gb/s ports, whose switches have twin cages."""
    fabric = FabricRequirement(name="compute")
    group = HostGroup(name="nodes", part="dell-r660-cx7", count=LARGE)
    wanted, parts = Requirements(hosts=(group,), fabrics=(fabric,)), load_shipped([])
    start = time.process_time()
    search(wanted, fabric, parts)
    return time.process_time() - start


def measured(parts: Catalog, families: tuple[str, ...]) -> float:
    """Seconds of the quickest of five searches."""
    fabric = FabricRequirement(name="compute", blocking="3/2", cable_price=Decimal(80), families=families)
    wanted = Requirements(
        hosts=(HostGroup(name="nodes", part="server", count=1200),),
        fabrics=(fabric,),
        limits=Limits(cost=Decimal(900_000), height_u=150),
    )
    search(wanted, fabric, parts)
    seconds = []
    for _ in range(5):
        start = time.perf_counter()
        result = search(wanted, fabric, parts)
        seconds.append(time.perf_counter() - start)
    print(f"designs that meet the limits: {result.found:,}; rejected: {result.rejected_count:,}")
    return min(seconds)


if __name__ == "__main__":
    sys.exit(main())
