"""The registry of families is written by hand; the folder holds no other family."""

import importlib
import pkgutil

import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.engine import families
from fatdesk.engine.families import FAMILIES, family
from fatdesk.networks.topologies import TOPOLOGIES


def test_the_registry_names_every_family_of_the_folder() -> None:
    modules = [
        importlib.import_module(f"{families.__name__}.{found.name}")
        for found in pkgutil.iter_modules(families.__path__)
    ]
    for_sale = {module.NAME for module in modules if hasattr(module, "tables")}
    uniform = {topology.name for topology in TOPOLOGIES if topology.fitting is not None}
    assert {one.NAME for one in FAMILIES} == for_sale | uniform
    assert all(callable(one.tables) and callable(one.build) for one in FAMILIES)


def test_a_family_is_found_by_its_word() -> None:
    assert family("two-level").NAME == "two-level"
    with pytest.raises(FatdeskError, match="unknown family 'ring': known are star, "):
        family("ring")
