"""The registry of topologies is written by hand; the folder holds no other topology."""

import importlib
import pkgutil

from fatdesk.networks import topologies
from fatdesk.networks.topologies import RECIPES


def test_the_registry_names_every_topology_of_the_folder() -> None:
    modules = [
        importlib.import_module(f"{topologies.__name__}.{found.name}")
        for found in pkgutil.iter_modules(topologies.__path__)
    ]
    known = {recipe.name for module in modules for recipe in getattr(module, "RECIPES", ())}
    assert {recipe.name for recipe in RECIPES} == known
