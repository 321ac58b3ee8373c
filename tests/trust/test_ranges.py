"""Every number of a project at both ends of its range, and just beyond: refused there, harmless here.

A project with something of everything is written as text, one number in it is replaced, and the file is
opened again. Within the range, ``show``, ``check`` and the floor plan must answer in finite figures, within
the memory that the process may take here. Just beyond it, the error names file, line and field.
"""

import json
import math
import re
import resource
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import inspect
from msgspec.structs import replace

from fatdesk.cli.projects.check import line as finding_line
from fatdesk.cli.projects.show import in_words
from fatdesk.core.errors import InputError, InputErrors
from fatdesk.engine.catalog.part_files import load_shipped, read_part
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.floor.floor import Feed, Reserved, Zone
from fatdesk.paper import Printing
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import summary
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.record_kinds import RECORD_KINDS
from fatdesk.project.files.file_format import decode, encode
from fatdesk.tasks.files import files_of
from tests.project.samples import rich_project

MEMORY = 3 << 30
"""Bytes of address space more than at the start that the process may take."""
MOST_SVG = 20_000_000
KINDS = {kind.word: inspect.type_info(kind.type) for kind in RECORD_KINDS}
WISH = """\
hosts: [{name: nodes, part: server-1u, count: 40}]
fabrics: [{name: compute, blocking: 2}]
room: {columns: [{x_m: 9, y_m: 9, width_m: 0.4, depth_m: 0.4}]}
cabling: {slack_m: 0.5}
"""


def sample():
    """A designed project, with parts of all kinds and everything that a floor can have."""
    catalog = load_shipped([])
    project = design_project(parse_requirements(WISH.encode(), "w", catalog), catalog, "ranges").project
    rich = rich_project()
    kinds = {type(part) for part in project.parts}
    more = [part for part in rich.parts if type(part) not in kinds]
    taken = {part.id for part in project.parts}
    assert not taken & {part.id for part in more}
    rack, *others = project.floor.racks
    rack = replace(rack, reserved=(Reserved(u=42, height_u=1),)) if not _top(rack) else rack
    floor = replace(
        project.floor,
        racks=(rack, *others),
        feeds=(Feed(name="a", racks=(1,)),),
        zones=(Zone(name="west", x_m=0.0, y_m=0.0, width_m=3.0, depth_m=3.0),),
    )
    parts = tuple(sorted((*project.parts, *more), key=lambda part: part.id))
    return replace(project, parts=parts, floor=floor)


def _top(rack):
    return any(device.u == 42 for device in rack.devices)


def numbers(info: inspect.Type, value: Any, path: tuple[Any, ...], owner: str) -> Iterator[Any]:
    """(path, owner, type) of each number of a record, left out or not, as its type has it."""
    if isinstance(info, inspect.Metadata):
        yield from numbers(info.type, value, path, owner)
    elif isinstance(info, inspect.UnionType):
        for one in info.types:
            if isinstance(one, inspect.StructType) and one.tag_field:
                if isinstance(value, dict) and value.get(one.tag_field) == one.tag:
                    yield from numbers(one, value, path, owner)
            else:
                yield from numbers(one, value, path, owner)
    elif isinstance(info, inspect.StructType):
        for field in info.fields if isinstance(value, dict) else ():
            inner = value.get(field.encode_name)
            yield from numbers(field.type, inner, (*path, field.encode_name), info.cls.__name__)
    elif isinstance(info, inspect.VarTupleType | inspect.ListType):
        if isinstance(value, list) and value:
            yield from numbers(info.item_type, value[0], (*path, 0), owner)
    elif isinstance(info, inspect.TupleType):
        for number, one in enumerate(info.item_types if isinstance(value, list) else ()):
            yield from numbers(one, value[number], (*path, number), owner)
    elif isinstance(info, inspect.IntType | inspect.FloatType):
        yield path, owner, info


PROJECT = sample()
LINES = encode(PROJECT).decode().rstrip("\n").split("\n")


def places() -> list[tuple[int, tuple[Any, ...], Any]]:
    """Line, path and type of one of each kind of number."""
    found = {}
    for number, text in enumerate(LINES[1:-1], start=1):
        record = json.loads(text)
        word = record.pop("t")
        for path, owner, info in numbers(KINDS[word], record, (), word):
            name = next(step for step in reversed(path) if isinstance(step, str))
            key = (owner, name, path[1:], number if word == "parts" else 0)  # of parts all of them
            found.setdefault(key, (number, path, info))
    return list(found.values())


def with_value(number: int, path: tuple[Any, ...], value: float) -> bytes:
    record = json.loads(LINES[number])
    holder = record
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    return "\n".join(
        [*LINES[:number], json.dumps(record, ensure_ascii=False), *LINES[number + 1 :], ""]
    ).encode()


def ends(info) -> list[tuple[float, float]]:
    """The ends of a range, each with the next number outside."""
    whole = isinstance(info, inspect.IntType)
    found = []
    for bound, open_, out in ((info.ge, info.gt, -1), (info.le, info.lt, 1)):
        if whole:
            inside = bound if bound is not None else open_ - out
            found.append((inside, inside + out))
        elif bound is not None:
            found.append((float(bound), math.nextafter(bound, out * math.inf)))
        else:
            found.append((math.nextafter(open_, -out * math.inf), float(open_)))
    return found


def look_at(data: bytes) -> str:
    """Everything that show, check and the floor plan say of a project."""
    project = decode(data, "p").project
    derived = Derived(project)
    found = check(derived)
    text = in_words(summary(derived, found)) + "\n".join(finding_line(one) for one in found)
    (svg,) = files_of(derived, ["floor.svg"], Printing()).values()
    assert len(svg) < MOST_SVG
    return text


@pytest.fixture
def little_memory():
    now, most = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, most))
    yield
    resource.setrlimit(resource.RLIMIT_AS, (now, most))


PLACES = [
    (number, path, info) for number, path, info in places() if info.ge is not None or info.gt is not None
]
"""Numbers whose range is part of their type; the others are checked by their records."""
NAMES = [f"{json.loads(LINES[n])['t']}-{'.'.join(map(str, path))}" for n, path, _ in PLACES]


@pytest.mark.parametrize(("number", "path", "info"), PLACES, ids=NAMES)
def test_at_both_ends_everything_answers(number, path, info, little_memory):
    for inside, _ in ends(info):
        with suppress(InputError, InputErrors):  # by another rule, such as a unit above the rack
            text = look_at(with_value(number, path, inside))
            assert not re.search(r"\b(inf|nan)\b", text), text


def outside(places: list[Any]) -> Iterator[Any]:
    """Each place with each number that is just beyond its range."""
    for number, path, info in places:
        if info.ge is not None or info.gt is not None:
            for _, beyond in ends(info):
                yield number, path, beyond


def field_of(path: tuple[Any, ...]) -> str:
    """The last name of a path, as errors write it."""
    return next(step for step in reversed(path) if isinstance(step, str))


def test_just_beyond_its_range_a_number_of_a_project_is_refused():
    for number, path, value in outside(PLACES):
        with pytest.raises((InputError, InputErrors), match=rf"p:{number + 1}: .*{field_of(path)}.*: .+"):
            decode(with_value(number, path, value), "p")


def as_yaml(document: dict[str, Any]) -> str:
    """A document as YAML, a line for each key."""
    return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in document.items())


def changed(document: dict[str, Any], path: tuple[Any, ...], value: float) -> dict[str, Any]:
    copy = json.loads(json.dumps(document))
    holder = copy
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    return copy


PARTS = [msgspec.to_builtins(part) for part in PROJECT.parts]
REQUIREMENTS = {
    "hosts": [{"name": "nodes", "part": "server-1u", "count": 40}],
    "fabrics": [{"name": "compute", "rails": 1, "planes": 1, "growth_hosts": 0, "extra_ports": 0}],
    "objective": {"weights": {"cost": 1.0}, "years": 5.0, "pue": 1.5},
    "limits": {"racks": 4, "power_w": 9e4, "mass_kg": 9e4, "hops": 4, "bisection_gbps": 1.0},
    "cabling": {"slack_m": 0.5, "tray_width_m": 0.3, "tray_depth_m": 0.1, "fill_max": 0.5},
    "room": {
        "rows": 2,
        "racks_per_row": 3,
        "aisle_m": [1.2],
        "core_at": [2],
        "reserve": [{"rack": 1, "height_u": 3}],
        "columns": [{"x_m": 9.0, "y_m": 9.0, "width_m": 0.4, "depth_m": 0.4}],
    },
    "explore": {"radix": [36], "terminals": [18], "switches": [20], "levels": 3},
}


def test_just_beyond_its_range_a_number_of_a_catalog_is_refused():
    kind = inspect.type_info(AnyPart)
    seen = 0
    for document in PARTS:
        found = [(0, path, info) for path, _, info in numbers(kind, document, (), "")]
        for _, path, value in outside(found):
            text = as_yaml(changed(document, path, value))
            line = list(document).index(path[0]) + 1 if path[0] in document else len(document) + 1
            with pytest.raises((InputError, InputErrors), match=rf"f\.yaml:{line}: .*{field_of(path)}.*: .+"):
                read_part(text.encode(), "f.yaml")
            seen += 1
    assert seen > 150


def test_just_beyond_its_range_a_number_of_requirements_is_refused():
    catalog = load_shipped([])
    parse_requirements(as_yaml(REQUIREMENTS).encode(), "r.yaml", catalog)
    kind = inspect.type_info(Requirements)
    found = [(0, path, info) for path, _, info in numbers(kind, REQUIREMENTS, (), "")]
    assert len(found) > 40
    for _, path, value in outside(found):
        text = as_yaml(changed(REQUIREMENTS, path, value))
        line = list(REQUIREMENTS).index(path[0]) + 1
        with pytest.raises((InputError, InputErrors), match=rf"r\.yaml:{line}: .*{field_of(path)}.*: .+"):
            parse_requirements(text.encode(), "r.yaml", catalog)


@pytest.mark.parametrize(
    ("room", "message"),
    [
        ({"rows": 1000, "racks_per_row": 10_000}, "6: room.racks_per_row: 1,000 rows of 10,000 racks"),
        (
            {"rack": [{"part": "rack-42u", "count": 1_000_000}]},
            "6: room.rack: expected at most 20,000",
        ),
    ],
)
def test_rooms_that_are_too_large_to_be_drawn_are_refused(room, message):
    text = as_yaml({**REQUIREMENTS, "room": room})
    with pytest.raises(InputError, match=message):
        parse_requirements(text.encode(), "r.yaml", load_shipped([]))


@pytest.mark.parametrize(
    ("kind", "field", "low", "high"),
    [
        ("rack", "width_mm", 100, 5000),
        ("rack", "depth_mm", 100, 5000),
        ("rack", "height_mm", 100, 10_000),
        ("cable", "diameter_mm", 0.1, 200),
        ("tray", "width_mm", 1, 5000),
        ("tray", "tray_depth_mm", 1, 2000),
        ("switch", "mass_kg", 0, 100_000),
        ("switch", "power_w", 0, 1_000_000),
    ],
)
def test_the_message_gives_the_range(kind, field, low, high):
    document = next(one for one in PARTS if one["kind"] == kind)
    for value in (low - 1e-3 if low else -1e-3, high + 1e-3, 1e12):
        with pytest.raises(InputError, match=f"{field}: expected a number from {low} to {high:.15g}, got"):
            read_part(as_yaml({**document, field: value}).encode(), "f.yaml")
