"""How long a three-level tree of 3,456 hosts takes to adopt from its report; run it by itself."""

import sys
import time

from fatdesk.engine.asbuilt.readers import read_discovered
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.adopting import adopt_project
from fatdesk.project.designing.designing import design_project

HOSTS = 3456
BOUND_S = 10.0
"""Seconds of processor time."""


def main() -> int:
    """Print the figures; 1 when the bound does not hold."""
    catalog = load_shipped([])
    wanted = Requirements(
        hosts=(HostGroup(name="nodes", part="server-1u", count=HOSTS),),
        fabrics=(FabricRequirement(name="ib", families=("egft",), edge=("ib-36",), core=("ib-36",)),),
        room=RoomRequirement(improve_steps=0),
    )
    project = design_project(wanted, catalog, "tree").project
    assert project is not None
    [data] = BY_NAME["fabric.net"].make(Derived(project).plan).values()
    start = time.process_time()
    made = adopt_project(read_discovered(data, "tree.net"), catalog)
    seconds = time.process_time() - start
    print(
        f"{HOSTS:,} hosts, {made.adopted.links:,} links, {made.adopted.record.family}: adopted, placed and "
        f"cabled in {seconds:.2f} s of processor time (bound {BOUND_S} s)"
    )
    return int(seconds > BOUND_S)


if __name__ == "__main__":
    sys.exit(main())
