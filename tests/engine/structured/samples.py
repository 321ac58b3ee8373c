"""Four units of DGX H100 with leaf and spine switches over panels."""

from functools import cache

import msgspec

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.project import Project

FOUR_UNITS = b"""
hosts: [{name: gpu, part: nvidia-dgx-h100, count: 127, per_rack: 4}]
fabrics:
- {name: compute, rails: 8, media: optical, families: [two-level], edge: [nvidia-qm9700],
   core: [nvidia-qm9700], extra_ports: 4, extra_ports_to: UFM, edge_at: end-of-row}
room: {rack: apc-ar3107, rows: 4, racks_per_row: 12, core_at: [6, 7, 8, 9], core_groups: 4}
cabling: {panels: uplinks, trunk_fibres: 144}
"""


@cache
def four_units() -> Project:
    """32 leaf switches in 3 racks, 16 spine switches in 4, with 1,024 links between them."""
    catalog = load_shipped()
    project = design_project(parse_requirements(FOUR_UNITS, "four.yaml", catalog), catalog, "four").project
    assert project is not None
    return project


@cache
def four_units_derived() -> Derived:
    """What follows from it."""
    return Derived(four_units())


def with_rules(project: Project, **rules: object) -> Project:
    """The project with other rules of cabling."""
    return msgspec.structs.replace(project, cabling=msgspec.structs.replace(project.cabling, **rules))
