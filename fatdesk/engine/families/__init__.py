"""Recipes of networks, one file each; the registry of all of them, by hand."""

from collections.abc import Sequence

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families import star, two_level
from fatdesk.engine.families.design import Design, HostGroup
from fatdesk.engine.families.family import Family
from fatdesk.engine.families.problem import HostPorts

FAMILIES: tuple[Family, ...] = (star, two_level)


def family(name: str) -> Family:
    """The family of that name.

    Raises
    ------
    FatdeskError
        When there is none.
    """
    for known in FAMILIES:
        if name == known.NAME:
            return known
    names = ", ".join(known.NAME for known in FAMILIES)
    raise FatdeskError(f"unknown family {name!r}: known are {names}")


def build(
    design: Design, hosts: Sequence[HostGroup], catalog: Catalog, name: str, host_ports: HostPorts
) -> Fabric:
    """The fabric of a design of any family."""
    return family(design.family).build(design, hosts, catalog, name, host_ports)
