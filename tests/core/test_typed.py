"""Trees to types: what is wrong where, in plain words, as much of it at once as can be told."""

from decimal import Decimal
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, inspect

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.typed_records import MOST_ERRORS, convert, find_problems
from fatdesk.core.formats.yaml_events import parse
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.engine.design.requirements import Requirements
from fatdesk.project.document.project import Project


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    count: Annotated[int, Meta(ge=1, le=100)]
    weight: Annotated[float, Meta(gt=0)] = 1.0


class Sample(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(pattern=r"^[a-z]+\Z", description="small letters")] = "a"
    inner: tuple[Inner, ...] = ()
    pair: tuple[int, int] = (1, 2)
    kind: Literal["red", "blue"] = "red"
    either: int | Literal["all"] = 1
    flag: bool = False
    price: Decimal | None = None
    weights: dict[Literal["cost", "power"], float] = msgspec.field(default_factory=dict)
    text: Annotated[str, Meta(max_length=5)] = ""
    two: Annotated[tuple[int, ...], Meta(min_length=2)] = (1, 2)
    phases: Literal[3, 1] = 3

    def __post_init__(self) -> None:
        if self.text == "odd":
            raise ValueError("text: expected something even")


def read(text: str, kind: Any = Sample) -> Any:
    return convert(parse(text.encode(), "f.yaml"), kind, text.encode(), "f.yaml")


def errors_of(text: str, kind: Any = Sample) -> list[str]:
    with pytest.raises(FatdeskError) as caught:
        read(text, kind)
    return str(caught.value).split("\n")


def test_text_becomes_what_the_type_asks() -> None:
    sample = read("inner: [{count: 3, weight: 2.5}]\npair: [3, 4]\neither: all\nflag: true\nprice: 0.10\n")
    assert sample.inner == (Inner(3, 2.5),)
    assert (sample.pair, sample.either, sample.flag, sample.price) == ((3, 4), "all", True, Decimal("0.10"))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("inner: [{count: abc}]", 'inner[0].count: expected a whole number from 1 to 100, got "abc"'),
        ("inner: [{count: 0}]", 'inner[0].count: expected a whole number from 1 to 100, got "0"'),
        ("inner: [{count: true}]", 'inner[0].count: expected a whole number from 1 to 100, got "true"'),
        ("inner: [{count: 0123}]", 'inner[0].count: expected a whole number from 1 to 100, got "0123"'),
        ("inner: [{count: 1.5}]", 'inner[0].count: expected a whole number from 1 to 100, got "1.5"'),
        ("inner: [{count: [1]}]", "inner[0].count: expected a whole number from 1 to 100, got a list of 1"),
        ("inner: [{}]", "inner[0].count: is missing, add a whole number from 1 to 100"),
        ("inner: [{count: 1, weight: 0}]", 'inner[0].weight: expected a number above 0, got "0"'),
        ("inner: [{count: 1, weight: nan}]", 'inner[0].weight: expected a number above 0, got "nan"'),
        ("inner: [{count: 1, weight: 1e999}]", 'inner[0].weight: expected a number above 0, got "1e999"'),
        ("inner: {count: 1}", "inner: expected a list, got the keys count"),
        ("inner: [3]", 'inner[0]: expected keys with values (known are count, weight), got "3"'),
        ("name: A", 'name: expected small letters, got "A"'),
        ('name: "a\\n"', 'name: expected small letters, got "a?"'),
        ("name:", "name: expected small letters, got nothing, leave the key out or give it a value"),
        ("pair: [1]", "pair: expected a list of 2, got a list of 1"),
        ("pair: [1, x]", 'pair[1]: expected a whole number, got "x"'),
        ("kind: green", 'kind: expected one of blue, red, got "green"'),
        ("phases: 2", 'phases: expected one of 1, 3, got "2"'),
        ("{phases: 3, flag: yes}", 'flag: expected true or false, got "yes"'),
        ("either: some", 'either: expected a whole number or "all", got "some"'),
        ("flag: yes", 'flag: expected true or false, got "yes"'),
        ("price: cheap", 'price: expected a number, got "cheap"'),
        ("price: {}", "price: expected a number, got no keys"),
        (
            "weights: {cosst: 1}",
            'weights.cosst: is not a known key, did you mean "cost"? Known are cost, power',
        ),
        ("weights: {power: much}", 'weights.power: expected a number, got "much"'),
        ("weights: []", "weights: expected keys with values, got a list of 0"),
        ("text: abcdef", 'text: expected text of at most 5 characters, got "abcdef"'),
        ("text: odd", 'text: expected something even, got "odd"'),
        ("two: [1]", "two: expected a list of 2 or more (each a whole number), got a list of 1"),
        (
            "colour: red",
            (
                "colour: is not a known key, known are name, inner, pair, kind, either, flag, price, "
                "weights, text, two, phases"
            ),
        ),
        (
            "nmae: x",
            (
                'nmae: is not a known key, did you mean "name"? Known are name, inner, pair, kind, either, '
                "flag, price, weights, text, two, phases"
            ),
        ),
    ],
)
def test_errors(text: str, error: str) -> None:
    assert errors_of(text) == [f"f.yaml:1: {error}"]


def test_wrong_shape_of_the_whole_file() -> None:
    assert errors_of("[a]", AnyPart) == [
        "f.yaml:1: file: expected keys with values, kind among them, got a list of 1"
    ]
    assert errors_of("", Inner) == [
        (
            "f.yaml:1: file: expected keys with values (known are count, weight), got nothing, "
            "leave the key out or give it a value"
        )
    ]


def test_all_errors_of_a_file_in_order_of_lines() -> None:
    text = "flag: no\ninner:\n  - {count: 1}\n  - count: x\n    wieght: 3\nkind: green\nname: A\n"
    assert [error.split(":")[1] for error in errors_of(text)] == ["1", "4", "5", "6", "7"]


def test_not_more_errors_than_anybody_reads() -> None:
    assert len(errors_of("inner: [" + "{count: 0}, " * 1000 + "]")) == MOST_ERRORS


def test_huge_number_is_quick() -> None:
    assert errors_of("inner: [{count: " + "9" * 99_999 + "}]") == [
        f'f.yaml:1: inner[0].count: expected a whole number from 1 to 100, got "{"9" * 40}..."'
    ]


def types_within(info: inspect.Type) -> list[inspect.Type]:
    """A type and all in it, recursive ones once."""
    found: list[inspect.Type] = []
    todo: list[Any] = [info]
    seen: set[str] = set()
    while todo:
        one = todo.pop()
        if isinstance(one, inspect.StructType):
            if one.cls.__name__ in seen:
                continue
            seen.add(one.cls.__name__)
            todo += [field.type for field in one.fields]
        found.append(one)
        for name in ("type", "item_type", "key_type", "value_type"):
            if hasattr(one, name):
                todo.append(getattr(one, name))
        for name in ("types", "item_types"):
            todo += getattr(one, name, ())
    return found


def bare(info: Any) -> Any:
    return bare(info.type) if isinstance(info, inspect.Metadata) else info


@pytest.mark.parametrize("kind", [AnyPart, Requirements, Project])
def test_no_type_that_corrupts_memory(kind: Any) -> None:
    """msgspec 0.22 writes beside its memory for text with a pattern or a list or mapping in one union."""
    for info in types_within(inspect.type_info(kind)):
        if isinstance(info, inspect.UnionType):
            members = [bare(member) for member in info.types]
            patterns = [m for m in members if isinstance(m, inspect.StrType) and m.pattern]
            holders = (inspect.ListType, inspect.VarTupleType, inspect.DictType, inspect.SetType)
            assert not (patterns and any(isinstance(m, holders) for m in members)), info


@pytest.mark.parametrize("kind", [AnyPart, Requirements])
def test_every_number_is_bounded(kind: Any) -> None:
    """No field takes infinity: floats have an upper and a lower bound (beside text, their struct looks)."""
    infos = types_within(inspect.type_info(kind))
    looked_at = [id(m) for i in infos if isinstance(i, inspect.UnionType) and text_in(i) for m in i.types]
    for info in infos:
        if isinstance(info, inspect.FloatType) and id(info) not in looked_at:
            assert info.le is not None or info.lt is not None, kind
            assert info.ge is not None or info.gt is not None, kind


def text_in(info: inspect.UnionType) -> bool:
    return any(isinstance(bare(member), inspect.StrType) for member in info.types)


def test_problems_of_a_sound_tree() -> None:
    assert find_problems({"name": "abc"}, Sample) == []
