"""The registry of families is written by hand; the folder holds no other family."""

import importlib
import pkgutil
from types import ModuleType

import pytest

from fatdesk.engine import families
from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.families import FAMILIES, RECIPES, family


def modules() -> list[ModuleType]:
    return [
        importlib.import_module(f"{families.__name__}.{found.name}")
        for found in pkgutil.iter_modules(families.__path__)
    ]


def test_the_registry_names_every_family_of_the_folder() -> None:
    in_folder = {module.NAME for module in modules() if hasattr(module, "tables")}
    assert [one.NAME for one in FAMILIES] == sorted(in_folder)
    assert all(callable(one.tables) and callable(one.build) for one in FAMILIES)


def test_the_registry_names_every_recipe_of_the_folder() -> None:
    in_folder = {recipe.name for module in modules() for recipe in getattr(module, "RECIPES", ())}
    assert sorted(recipe.name for recipe in RECIPES) == sorted(in_folder)


def test_a_family_is_found_by_its_word() -> None:
    assert family("two-level").NAME == "two-level"
    with pytest.raises(FatdeskError, match="unknown family 'ring': known are star, two-level"):
        family("ring")
