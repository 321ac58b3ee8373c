"""Topologies, routing algorithms, patterns and export formats know nothing of their siblings.

A new one is a module and a word in the registry of its folder; nothing else names it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import fatdesk
from fatdesk.engine import export
from fatdesk.networks import routing, topologies, traffic

ROOT = Path(fatdesk.__file__).parent
REGISTRIES = (export, routing, topologies, traffic)


def imported(path: Path) -> Iterator[str]:
    """Names of everything that a module imports, functions included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def path_of(module: str) -> Path:
    return ROOT.joinpath(*module.split(".")[1:]).with_suffix(".py")


def whole(registry: ModuleType) -> list[str]:
    """The members themselves, without the helpers of which the registry takes single names."""
    assert registry.__file__ is not None
    tree = ast.parse(Path(registry.__file__).read_text(encoding="utf-8"))
    return sorted(
        f"{registry.__name__}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == registry.__name__
        for alias in node.names
    )


@pytest.mark.parametrize("registry", REGISTRIES, ids=lambda registry: registry.__name__)
def test_members_of_a_registry_do_not_import_each_other(registry: ModuleType) -> None:
    found = whole(registry)
    assert len(found) >= 8
    for module in found:
        assert not set(imported(path_of(module))) & set(found), module


@pytest.mark.parametrize("registry", REGISTRIES, ids=lambda registry: registry.__name__)
def test_only_the_registry_names_its_members(registry: ModuleType) -> None:
    """No list elsewhere in the configuration has to be extended for a new one."""
    configuration = (ROOT.parent / "pyproject.toml").read_text(encoding="utf-8")
    for module in whole(registry):
        assert module not in configuration
