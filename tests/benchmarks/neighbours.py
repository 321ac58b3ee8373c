"""Forms of other programs at 20,736 hosts: ``python -m tests.benchmarks.neighbours``."""

import sys
import time

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Ports, Switch
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.export import EXPORTS
from fatdesk.engine.families.design import HostGroup
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.fabrics import build_fabrics
from fatdesk.project.designing.designing import parts_in_use, place_fabrics
from fatdesk.project.document.project import FabricDecision, Project
from tests.benchmarks.pipeline import design_for

HOSTS = 20_736
BOUND_S = 4.0
"""Seconds of the processor that a form may take."""


def project() -> Project:
    """64-port edge and 648-port modular core switches, placed."""
    ports = (Ports(count=64, connector="qsfp", rate_gbps=40.0, lanes=4),)
    catalog = Catalog([*load_shipped(), Switch(id="edge-64", height_u=1, ports=ports)])
    group = HostGroup(name="n", part="server-1u", count=HOSTS)
    wish = Requirements(hosts=(group,), fabrics=(FabricRequirement(name="compute"),))
    decision = FabricDecision(requirement=wish.fabrics[0], design=design_for(HOSTS))
    fabrics = build_fabrics(wish.hosts, [decision], catalog)
    placed = place_fabrics(fabrics, wish, catalog)
    parts = parts_in_use(wish, fabrics, placed, catalog)
    return Project(hosts=wish.hosts, fabrics=(decision,), floor=placed.floor, parts=parts)


def main() -> int:
    """Print the figures; 1 when a bound does not hold."""
    plan = Derived(project()).plan
    print(f"{HOSTS:,} hosts, {len(plan.cables):,} cables")
    slowest = 0.0
    for form in EXPORTS:
        if form.left_out is None:
            continue
        start = time.process_time()
        files = form.make(plan)
        made = time.process_time()
        form.left_out(plan)
        seconds, stated = made - start, time.process_time() - made
        size = sum(map(len, files.values())) / 1e6
        print(f"{form.name:28} {seconds:6.2f} s {size:7.1f} MB; what is left out {stated:5.2f} s", flush=True)
        slowest = max(slowest, seconds, stated)
    print(f"slowest {slowest:.2f} s (bound {BOUND_S:g} s)")
    return int(slowest > BOUND_S)


if __name__ == "__main__":
    sys.exit(main())
