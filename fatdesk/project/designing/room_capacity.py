"""Largest number of hosts that N racks hold, found by search and placement."""

import msgspec

from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.growth import most_hosts
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families.design import Design
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.project.derived.fabrics import build_fabrics
from fatdesk.project.designing.designing import place_fabrics
from fatdesk.project.document.project import FabricDecision


def most_hosts_placed(
    requirements: Requirements,
    fabric: FabricRequirement,
    catalog: Catalog,
    racks: int,
    progress: Progress = SILENT,
) -> Candidate:
    """The best design for the most hosts that N racks in a row hold within space, mass and power.

    Raises
    ------
    NoDesignError
        When not even one host has a design that goes into the racks.
    FatdeskError
        When a height is unknown, or the hosts are blades.
    """
    room = msgspec.structs.replace(requirements.room or RoomRequirement(), rows=1, racks_per_row=racks)

    def holds(wanted: Requirements, design: Design) -> bool:
        decisions = [FabricDecision(requirement=wanted.fabrics[0], design=design)]
        fabrics = build_fabrics(wanted.hosts, decisions, catalog)
        placed = place_fabrics(fabrics, msgspec.structs.replace(wanted, room=room), catalog)
        return not placed.unplaced

    return most_hosts(requirements, fabric, catalog, racks, progress, holds=holds)
