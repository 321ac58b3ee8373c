"""Designs of the examples as they stand, made once."""

from functools import lru_cache

from fatdesk.core.program import shipped
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements, read_requirements
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.project import Project

EXAMPLES = ["nodes-60", "nodes-396", "gpu-31", "blades-224"]
DIRECTOR = b"""
hosts: [{name: nodes, part: server-1u, count: 60}]
fabrics: [{name: compute, families: [two-level], edge: [ib-36], core: [modular-108], cable_price: 80}]
"""


@lru_cache
def catalog():
    return load_shipped([])


@lru_cache
def example(name: str) -> Project:
    wanted = read_requirements(shipped("resources") / "examples" / f"{name}.yaml", catalog())
    return design_project(wanted, catalog(), name).project


@lru_cache
def director() -> Project:
    """Four edge switches under one modular switch."""
    return design_project(parse_requirements(DIRECTOR, "d.yaml", catalog()), catalog(), "d").project


@lru_cache
def derived(name: str) -> Derived:
    return Derived(director() if name == "director" else example(name))
