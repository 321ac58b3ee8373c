"""Descriptions of decided values: what forms, messages and documentation make of a type."""

from decimal import Decimal
from typing import Annotated, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from fatdesk.core.errors import FatdeskError, UnsoundError
from fatdesk.core.schema import about, check_ranges, field_at, fields_of, keys_table, value_at, with_value

Percent = Annotated[float, Meta(ge=0, le=1)]


class Inner(msgspec.Struct, frozen=True):
    """A record inside of another."""

    units: Annotated[Annotated[int, Meta(ge=1, le=100)], about("Units", "At its bottom", unit="U")] = 1


class Rules(msgspec.Struct, frozen=True):
    """A field of each kind."""

    name: Annotated[str, about("Name")]
    slack_m: Annotated[Annotated[float, Meta(ge=0, le=100)], about("Slack", "Added.", unit="m")] = 0.3
    fill: Annotated[Percent, about("Fill", unit="%")] = 0.5
    most: Annotated[Annotated[int, Meta(ge=1, le=9)] | None, about("At most", empty="any")] = None
    load: Annotated[Annotated[float, Meta(gt=0, le=64)], about("Load")] = 1.0
    price: Annotated[Decimal | None, about("Price", empty="unknown")] = None
    blocking: Annotated[float | str, about("Blocking")] = "1"
    media: Annotated[Literal["any", "copper"], about("Media", choices={"any": "Any", "copper": "Copper"})] = (
        "any"
    )
    spread: Annotated[bool | Literal["even"], about("Spread", choices={True: "Yes", "even": "Evenly"})] = True
    depth: Annotated[bool, about("Depth", choices={True: "Counts"})] = True
    ports: Annotated[tuple[int, ...], about("Ports")] = ()
    parts: Annotated[tuple[str, ...], about("Parts")] = ()
    inner: Annotated[Inner, about("Inner")] = Inner()
    several: Annotated[tuple[Inner, ...], about("Several")] = ()
    unsaid: int = 3


FIELDS = fields_of(Rules)


def test_only_what_is_described_is_a_field() -> None:
    assert "unsaid" not in FIELDS
    assert list(FIELDS) == [name for name in Rules.__struct_fields__ if name != "unsaid"]


def test_kinds_follow_from_types() -> None:
    assert {key: field.kind for key, field in FIELDS.items()} == {
        "name": "text",
        "slack_m": "number",
        "fill": "number",
        "most": "whole",
        "load": "number",
        "price": "money",
        "blocking": "ratio",
        "media": "choice",
        "spread": "choice",
        "depth": "tick",
        "ports": "numbers",
        "parts": "names",
        "inner": "record",
        "several": "names",
    }


@pytest.mark.parametrize(
    ("key", "typed", "value"),
    [
        ("slack_m", "1.5 m", 1.5),
        ("slack_m", "", 0.3),
        ("fill", "40", 0.4),
        ("fill", "12.5 %", 0.125),
        ("most", "", None),
        ("most", "9", 9),
        ("price", "80.10", Decimal("80.10")),
        ("name", " a ", "a"),
    ],
)
def test_typed_texts_become_values(key: str, typed: str, value: object) -> None:
    found = FIELDS[key].read(typed)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("key", "typed", "words"),
    [
        ("slack_m", "101", "type a number, 0 to 100"),
        ("fill", "101", "type a percentage, 0 to 100"),
        ("most", "1,000", "type a whole number, 1 to 9"),
        ("most", "2.5", "type a whole number, 1 to 9"),
        ("load", "0", "type a number, above 0, at most 64"),
    ],
)
def test_out_of_range_says_what_to_type(key: str, typed: str, words: str) -> None:
    with pytest.raises(FatdeskError) as caught:
        FIELDS[key].read(typed)
    assert str(caught.value) == words


def test_the_range_is_that_of_the_type() -> None:
    """What ``read`` takes is what msgspec takes from a file, for every described number."""

    @given(st.sampled_from(["slack_m", "most", "load"]), st.integers(-200, 200))
    def same(key: str, value: int) -> None:
        try:
            msgspec.convert({"name": "n", key: value}, Rules)
            valid = True
        except msgspec.ValidationError:
            valid = False
        try:
            FIELDS[key].read(str(value))
            assert valid
        except FatdeskError:
            assert not valid

    same()


@given(st.floats(0, 1).map(lambda share: round(share, 6)))
def test_what_is_written_is_read_again(share: float) -> None:
    fill = FIELDS["fill"]
    assert fill.read(fill.write(share)) == pytest.approx(share, abs=1e-8)


def test_places_lead_through_records_and_lists() -> None:
    assert field_at(Rules, "inner", "units").unit == "U"
    assert field_at(Rules, "several", 3, "units").title == "Units"
    rules = Rules(name="n")
    assert value_at(with_value(rules, ("inner", "units"), 7), ("inner", "units")) == 7
    assert value_at(rules, ("most", "more")) is None
    with pytest.raises(KeyError):
        field_at(Rules, "media", "units")
    with pytest.raises(KeyError):
        field_at(Rules, "unsaid")


def test_records_that_programs_make_are_checked() -> None:
    """Fields are named by their titles: such records come from tables and tools, files are read by types."""
    check_ranges(Rules(name="n"))
    with pytest.raises(UnsoundError, match="At most: 10 is out of range, use 1 to 9"):
        check_ranges(Rules(name="n", most=10))
    with pytest.raises(UnsoundError, match="Media: 'gold' is unknown, use any or copper"):
        check_ranges(Rules(name="n", media="gold"))  # type: ignore[arg-type] # a value from another program


def test_table_of_keys() -> None:
    table = keys_table(Rules).splitlines()
    assert table[2] == "| `name` | required | text | *Name* |"
    assert table[3] == "| `slack_m` | `0.3` | 0 to 100 m | *Slack*: Added. |"
    assert table[5] == "| `most` | any | 1 to 9 | *At most* |"
