"""Recipes of networks, one file each; the registry of all of them, by hand."""

from collections.abc import Sequence

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families import (
    egft,
    hyperx,
    kary_tree,
    mirrored,
    ruft,
    star,
    star_network,
    three_level,
    two_level,
    two_level_network,
    universal,
)
from fatdesk.engine.families.design import Design, HostGroup
from fatdesk.engine.families.family import Family
from fatdesk.engine.families.problem import HostPorts
from fatdesk.engine.families.recipe import Recipe
from fatdesk.engine.families.spec import parse, write
from fatdesk.engine.families.uniform import Uniform
from fatdesk.engine.families.uniform_fabric import build_uniform
from fatdesk.engine.network.network import Network, Params

RECIPES: tuple[Recipe, ...] = (
    *star_network.RECIPES,
    *two_level_network.RECIPES,
    *kary_tree.RECIPES,
    *mirrored.RECIPES,
    *ruft.RECIPES,
    *egft.RECIPES,
    *hyperx.RECIPES,
    *universal.RECIPES,
)
"""Families by their words in SPEC, ``kary-tree:k=4,n=3``."""

FAMILIES: tuple[Family, ...] = (
    star,
    two_level,
    three_level,
    *(Uniform(recipe) for recipe in RECIPES if recipe.fitting is not None),
)
"""Families whose designs can be bought."""


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
    """The fabric of a design of any family.

    An ``egft`` without pods is a tree of equal switches, which M, C and K tell alone.
    """
    if design.family == three_level.NAME and "pods" not in design.params:
        return build_uniform(egft.RECIPES[0], design, hosts, catalog, name, host_ports)
    return family(design.family).build(design, hosts, catalog, name, host_ports)


def read_spec(text: str) -> tuple[Recipe, Params]:
    """The family and the parameters that a SPEC names.

    Raises
    ------
    FatdeskError
        Telling what is wrong with it.
    """
    return parse(text, RECIPES)


def canonical(text: str) -> str:
    """A SPEC as it is written: parameters in their order, defaults included.

    Raises
    ------
    FatdeskError
        Telling what is wrong with it.

    >>> canonical(" ruft : n=3, k=2")
    'ruft:k=2,n=3'
    """
    return write(*read_spec(text))


def network_of(text: str) -> Network:
    """The network that a SPEC names.

    >>> network_of("kary-tree:k=2,n=3").link_count
    24
    """
    recipe, params = read_spec(text)
    return recipe.build(params)
