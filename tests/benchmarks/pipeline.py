"""Place, route, cable and price large designs: ``python -m tests.benchmarks.pipeline``.

64-port edge and 648-port modular core switches in 42 U racks (2,592, 10,368, 20,736 hosts), and 648-port
switches at both levels (52,488, 104,976, 209,952 hosts).
"""

import resource
import subprocess
import sys
import time

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Ports, Switch
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families.design import Design, HostGroup, PartUse
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.fabrics import build_fabrics
from fatdesk.project.designing.designing import parts_in_use, place_fabrics
from fatdesk.project.document.project import FabricDecision, Project

LIMITS = {20_736: (5.0, 1000), 209_952: (20.0, 3000)}
"""Seconds and megabytes that the largest of each kind may take."""


def design_for(hosts: int) -> Design:
    """A non-blocking tree for so many hosts, every port of its edge switches in use."""
    large = hosts > 50_000
    size = 324 if large else 32
    edges = hosts // size
    bundle = 648 // edges
    cores = -(-size // bundle)
    edge = PartUse(
        role="edge", part="modular-648" if large else "edge-64", count=edges, cards=36 if large else 0
    )
    return Design(
        family="two-level",
        parts=(edge, PartUse(role="core", part="modular-648", count=cores, cards=36)),
        params={"P_En": size, "P_Ec": size, "E": edges, "C": cores, "B": bundle, "blocking": "1"},
    )


def one(hosts: int) -> int:
    """Print the figures of one size; 1 when a bound does not hold."""
    ports = (Ports(count=64, connector="qsfp", rate_gbps=40.0, lanes=4),)
    catalog = Catalog([*load_shipped(), Switch(id="edge-64", height_u=1, ports=ports)])
    requirement = FabricRequirement(name="compute")
    wish = Requirements(hosts=(HostGroup(name="n", part="server-1u", count=hosts),), fabrics=(requirement,))
    decision = FabricDecision(requirement=requirement, design=design_for(hosts))
    start = time.perf_counter()
    fabrics = build_fabrics(wish.hosts, [decision], catalog)
    built = time.perf_counter()
    placed = place_fabrics(fabrics, wish, catalog)
    stood = time.perf_counter()
    project = Project(
        hosts=wish.hosts,
        fabrics=(decision,),
        floor=placed.floor,
        parts=parts_in_use(wish, fabrics, placed, catalog),
    )
    derived = Derived(project)
    cables = sum(made.count for made in derived.cabling.fabrics)
    laid = time.perf_counter()
    cost = derived.bill.total
    end = time.perf_counter()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    spans = (built - start, stood - built, laid - stood, end - laid, end - start)
    row = [f"{hosts:>8,} {cables:>8,} {placed.racks_used:>6,}", *(f"{span:>7.2f}" for span in spans)]
    print(*row, f"{1e6 * spans[-1] / cables:>8.1f} {peak:>7,}  {cost}")
    if hosts in LIMITS:
        seconds, megabytes = LIMITS[hosts]
        print(f"{'':>8} allowed {seconds:g} s, {megabytes:,} MB", flush=True)
        return int(spans[-1] > seconds or peak > megabytes)
    return 0


def main() -> int:
    """Every size in a process of its own, so that memory is its own; 1 when a bound does not hold."""
    head = ("build", "place", "cable", "bill", "all s")
    print(
        f"{'hosts':>8} {'cables':>8} {'racks':>6}",
        *(f"{word:>7}" for word in head),
        f"{'us/link':>8} {'MB':>7}  bill",
        flush=True,
    )
    worst = 0
    for hosts in (2_592, 10_368, 20_736, 52_488, 104_976, 209_952):
        worst |= subprocess.run([sys.executable, "-m", "tests.benchmarks.pipeline", str(hosts)]).returncode
    return worst


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(one(int(sys.argv[1])))
    sys.exit(main())
