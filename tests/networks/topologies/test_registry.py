"""The registry of topologies is written by hand; the folder holds no other topology."""

import importlib
import pkgutil

from fatdesk.networks import topologies
from fatdesk.networks.topologies import TOPOLOGIES


def test_the_registry_names_every_topology_of_the_folder() -> None:
    modules = [
        importlib.import_module(f"{topologies.__name__}.{found.name}")
        for found in pkgutil.iter_modules(topologies.__path__)
    ]
    known = {topology.name for module in modules for topology in getattr(module, "TOPOLOGIES", ())}
    assert {topology.name for topology in TOPOLOGIES} == known
