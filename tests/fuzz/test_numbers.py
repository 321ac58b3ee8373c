"""Every number of every shipped part and of full requirements is finite and in range, or refused."""

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from fatdesk.core.errors import InputError, InputErrors
from fatdesk.core.formats.yaml_events import Tree, parse
from fatdesk.engine.catalog.part_files import part_files, read_part
from fatdesk.engine.design.requirements_file import parse_requirements
from tests.fuzz.test_yaml_mutants import REQUIREMENTS, ROOT
from tests.trust.promises import Promise

TEXT = {"date", "part_number", "id", "name", "notes", "source"}
"""Keys whose values are text even where they look like numbers."""
IMPOSSIBLE = ["nan", "inf", "-inf", "1e999", "-1e999", "9" * 400, "true"]

REFUSED = "{trials:,} impossible values in YAML refused"


def numbers(tree: Tree, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of numbers in a tree."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            if key not in TEXT and key != "sources":
                yield from numbers(value, (*place, key))
    elif isinstance(tree, list):
        for n, item in enumerate(tree):
            yield from numbers(item, (*place, n))
    elif isinstance(tree, str) and tree.lstrip("-").replace(".", "", 1).isdigit():
        yield place


def refused(tree: Tree, place: tuple[Any, ...], value: str, read: Callable[[bytes, str], object]) -> bool:
    tree = copy.deepcopy(tree)
    holder: Any = tree
    for step in place[:-1]:
        holder = holder[step]
    holder[place[-1]] = value
    try:
        read(json.dumps(tree).encode(), "f.yaml")
    except (InputError, InputErrors):
        return True
    return False


@pytest.mark.promise("P10")
@pytest.mark.parametrize("value", IMPOSSIBLE, ids=lambda value: value[:8])
def test_numbers_of_parts(value: str, promise: Promise) -> None:
    seen = set()
    for file in part_files(ROOT / "catalogs"):
        tree = parse(file.read_bytes(), str(file))
        assert isinstance(tree, dict)
        for place in numbers(tree):
            kind = (tree["kind"], *(step for step in place if isinstance(step, str)))
            if kind not in seen:
                seen.add(kind)
                assert refused(tree, place, value, read_part), (file, place)
    assert len(seen) > 60
    promise(REFUSED, trials=len(seen))


@pytest.mark.promise("P10")
@pytest.mark.parametrize("value", IMPOSSIBLE, ids=lambda value: value[:8])
def test_numbers_of_requirements(value: str, promise: Promise) -> None:
    count = 0
    for data in REQUIREMENTS:
        tree = parse(data, "f.yaml")
        for place in numbers(tree):
            count += 1
            assert refused(tree, place, value, parse_requirements), place
    assert count > 40
    promise(REFUSED, trials=count)
