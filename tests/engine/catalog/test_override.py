"""Overrides beside imported parts: they win field by field, and say in their own lines what is wrong."""

from decimal import Decimal
from pathlib import Path

import pytest

from fatdesk.core.errors import FatdeskError, InputErrors
from fatdesk.engine.catalog.load import load_catalog, part_files, read_part
from fatdesk.engine.catalog.override import overridden, override_yaml
from fatdesk.engine.catalog.parts import AnyPart, Switch

IMPORTED = b"""\
kind: switch
id: a
mass_kg: 4
power_w: 150
ports: [{count: 4, connector: qsfp, rate_gbps: 40}]
source: a library
sources: {power_w: a sheet, mass_kg: a scale}
dates: {power_w: 2024-05, mass_kg: 2024-05}
"""


def imported() -> AnyPart:
    return read_part(IMPORTED, "a.yaml")


def test_fields_win_as_a_whole_and_sources_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(IMPORTED)
    (tmp_path / "a.override.yaml").write_text(
        "# ours\nprice: 11000\nmass_kg: 4.5\npower_w:\nsources: {mass_kg: weighed}\n"
        "dates: {mass_kg: 2026-11-22}\n"
    )
    assert [file.name for file in part_files(tmp_path)] == ["a.yaml"]
    part = load_catalog([tmp_path])["a"]
    assert isinstance(part, Switch)
    assert part.price is not None
    assert (part.price.amount, part.mass_kg, part.power_w) == (Decimal(11000), 4.5, None)
    assert part.sources == {"power_w": "a sheet", "mass_kg": "weighed"}
    assert part.dates == {"power_w": "2024-05", "mass_kg": "2026-11-22"}
    assert part.source == "a library"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mass_kg: 1\nid: b\n", "o.yaml:2: id: stays that of the imported part, remove it here"),
        ("kind: server\n", "o.yaml:1: kind: stays that of the imported part, remove it here"),
        ("\nmass: 1\n", 'o.yaml:2: mass: is not a known key, did you mean "mass_kg"?'),
        ("notes: x\nmass_kg: -1\n", "o.yaml:2: mass_kg: expected a number from 0 to 100000"),
        ("- a\n", "o.yaml:1: file: expected fields of the part with their values"),
    ],
)
def test_what_is_wrong_is_told_with_the_lines_of_the_override(text: str, said: str) -> None:
    with pytest.raises(FatdeskError) as caught:
        overridden(imported(), text.encode(), "o.yaml")
    assert str(caught.value).startswith(said)


def test_an_override_of_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "b.yaml").write_bytes(IMPORTED)
    (tmp_path / "a.override.yaml").write_text("mass_kg: 1\n")
    with pytest.raises(FatdeskError, match=r"a\.override\.yaml:1: file: overrides nothing"):
        part_files(tmp_path)


@pytest.mark.parametrize(
    "text",
    ["", "mass_kg: 5\n", "power_w:\nroles: [core]\n", "sources: {mass_kg: b}\n", "dates: {mass_kg: 2025}\n"],
)
def test_the_override_of_a_difference_gives_the_same_part(text: str) -> None:
    part = overridden(imported(), text.encode(), "o.yaml")
    made = override_yaml(imported(), part)
    assert overridden(imported(), made, "made.yaml") == part
    assert bool(made) == bool(text)


def test_an_override_never_makes_another_part() -> None:
    other = read_part(IMPORTED.replace(b"id: a", b"id: b"), "b.yaml")
    with pytest.raises(InputErrors, match="cannot change kind or id"):
        override_yaml(imported(), other)
