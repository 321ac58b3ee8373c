"""P10 and P22: every number in a project is finite and in range, and money is exact."""

import json
import math
import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect
from msgspec.structs import replace

from fatdesk.core.errors import InputError, InputErrors, UnsoundError
from fatdesk.core.schema import field_at
from fatdesk.engine.catalog.parts import Price
from fatdesk.networks.simulation.study import Arrivals, Duration, Switching
from fatdesk.project.commands import AnyCommand
from fatdesk.project.document.record_kinds import RECORD_KINDS
from fatdesk.project.files.file_format import decode, encode
from tests.project.samples import rich_project
from tests.trust.promises import Promise

BY_OWN_CHECK = {("FabricRequirement", "blocking"), ("Limits", "blocking")}
"""Numbers or fractions p/q, which the struct checks itself."""
OWN_BOUNDS = (Switching, Arrivals, Duration)
"""These check all of their numbers themselves, because they are made by engines and commands, too."""


def numeric_fields() -> Iterator[tuple[str, str, inspect.Type]]:
    """Struct, field and type of every number in records and commands."""
    seen: set[type] = set()
    stack: list[tuple[str, str, inspect.Type]] = [
        ("record", kind.word, inspect.type_info(kind.type)) for kind in RECORD_KINDS
    ] + [("command", "", inspect.type_info(AnyCommand))]
    while stack:
        owner, name, info = stack.pop()
        if isinstance(info, inspect.Metadata):
            stack.append((owner, name, info.type))
        elif isinstance(info, inspect.StructType):
            if info.cls not in seen:
                seen.add(info.cls)
                stack += [(info.cls.__name__, field.name, field.type) for field in info.fields]
        elif isinstance(info, inspect.UnionType):
            stack += [(owner, name, one) for one in info.types]
        elif isinstance(info, inspect.VarTupleType | inspect.ListType):
            stack.append((owner, name, info.item_type))
        elif isinstance(info, inspect.TupleType):
            stack += [(owner, name, one) for one in info.item_types]
        elif isinstance(info, inspect.DictType):
            stack += [(owner, name, info.key_type), (owner, name, info.value_type)]
        elif isinstance(info, inspect.IntType | inspect.FloatType | inspect.DecimalType):
            yield owner, name, info


@pytest.mark.promise("P10")
def test_every_number_has_bounds(promise: Promise) -> None:
    fields = list(numeric_fields())
    assert len(fields) > 100
    for owner, name, info in fields:
        if isinstance(info, inspect.DecimalType) or (owner, name) in BY_OWN_CHECK:
            continue
        if owner in {kind.__name__ for kind in OWN_BOUNDS}:
            continue
        low = info.ge if info.ge is not None else info.gt
        high = info.le if info.le is not None else info.lt
        assert low is not None, f"{owner}.{name} has no lower bound"
        assert high is not None, f"{owner}.{name} has no upper bound"
        assert math.isfinite(low), f"{owner}.{name}"
        assert math.isfinite(high), f"{owner}.{name}"
    promise("{trials} numeric fields of projects and commands bounded", trials=len(fields))


def test_what_checks_its_numbers_itself_does() -> None:
    """Each of them below and above what it may be, whoever makes it."""
    names = {kind.__name__: kind for kind in OWN_BOUNDS}
    fields = [(names[owner], name, info) for owner, name, info in numeric_fields() if owner in names]
    assert len(fields) == 15
    for kind, name, info in fields:
        wormhole = {"switching": "wormhole"} if kind is Switching else {}
        bad = [-1, 1 << 40] if isinstance(info, inspect.IntType) else [0.0, -1.0, 1e9, math.nan, math.inf]
        for value in bad:
            with pytest.raises(UnsoundError, match=re.escape(_title(kind, name))):
                kind(**wormhole, **{name: value})
        with pytest.raises(msgspec.ValidationError, match=name):
            msgspec.convert({**wormhole, name: bad[0]}, kind)


def _title(kind: type, name: str) -> str:
    """What people call a field; its name where it has no title."""
    try:
        return field_at(kind, name).title or name
    except (KeyError, AttributeError, ValueError):
        return name


def test_every_amount_is_checked_by_its_struct() -> None:
    for owner, name in {(o, n) for o, n, info in numeric_fields() if isinstance(info, inspect.DecimalType)}:
        kind = next(cls for cls in _structs() if cls.__name__ == owner)
        sound = next((some for some in _records(rich_project()) if type(some) is kind), None)
        if sound is None:
            required = [field for field in msgspec.structs.fields(kind) if field.required]
            sound = kind(**{field.name: _anything(field) for field in required})
        replace(sound, **{name: Decimal("1.50")})
        for text in ("NaN", "-0.01", "Infinity", "1e13", "0.0000001"):
            with pytest.raises(ValueError, match=name):
                replace(sound, **{name: Decimal(text)})


def _structs() -> Iterator[type]:
    stack: list[type] = [msgspec.Struct]
    while stack:
        kind = stack.pop()
        yield kind
        stack += kind.__subclasses__()


def _records(value: Any) -> Iterator[Any]:
    """All records in a project."""
    if isinstance(value, msgspec.Struct):
        yield value
        for field in msgspec.structs.fields(value):
            yield from _records(getattr(value, field.name))
    elif isinstance(value, list | tuple | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _records(item)


def _anything(field: Any) -> Any:
    return "name" if field.name == "name" else None


LINES = encode(rich_project()).decode().rstrip("\n").split("\n")


def numbers_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the numbers are in a record."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from numbers_in(item, (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from numbers_in(item, (*path, number))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path


PLACES = [
    (n, path)
    for n, line in enumerate(LINES)
    for path in numbers_in(json.loads(line))
    if 0 < n < len(LINES) - 1
]


@given(
    st.sampled_from(PLACES),
    st.sampled_from(
        ["NaN", "Infinity", "-Infinity", "1e999", "-1e300", "1e300", "99999999999999999999", "true"]
    ),
)
def test_a_number_out_of_range_is_refused(place: tuple[int, tuple[Any, ...]], word: str) -> None:
    number, path = place
    record = json.loads(LINES[number])
    holder = record
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = "@"
    line = json.dumps(record, ensure_ascii=False).replace('"@"', word)
    data = "\n".join([*LINES[:number], line, *LINES[number + 1 :], ""])
    with pytest.raises((InputError, InputErrors), match=f"p:{number + 1}: {record['t']}"):
        decode(data.encode(), "p")


@given(st.lists(st.decimals(0, 10**12, places=6), min_size=1, max_size=9))
def test_saved_money_is_exact(amounts: list[Decimal]) -> None:
    """What a file gives back sums up to what was put in, in fractions."""
    rich = rich_project()
    part = rich.parts[-1]
    parts = tuple(replace(part, id=f"p-{n}", price=Price(amount=a)) for n, a in enumerate(amounts))
    again = decode(encode(replace(rich, parts=(*rich.parts, *parts))), "p").project
    found = [p.price.amount for p in again.parts if p.id.startswith("p-") and p.price]
    assert sum(Fraction(a) for a in found if a is not None) == sum(map(Fraction, amounts))
    assert sorted(map(str, found)) == sorted(map(str, amounts))
