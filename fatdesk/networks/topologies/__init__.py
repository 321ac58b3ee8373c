"""Topologies of networks without parts, one module each, and the registry of all of them."""

from fatdesk.networks.network import Network, Params
from fatdesk.networks.topologies import (
    egft,
    hyperx,
    kary_tree,
    mirrored,
    ruft,
    star_network,
    two_level_network,
    universal,
)
from fatdesk.networks.topologies.recipe import Recipe
from fatdesk.networks.topologies.spec import parse, write

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
