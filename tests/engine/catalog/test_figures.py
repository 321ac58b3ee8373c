"""Figures typed into parts, and the lines that findings are about."""

from pathlib import Path
from typing import Any, get_args

import pytest

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.descriptions import KINDS, price_range
from fatdesk.engine.catalog.figures import FigureError, blank_part, figure_text, with_figure
from fatdesk.engine.catalog.lint import lines_of, lint
from fatdesk.engine.catalog.part_files import load_shipped, part_yaml, read_part
from fatdesk.engine.catalog.parts import AnyPart

PARTS = {part.id: part for part in load_shipped()}


@pytest.mark.parametrize(
    ("part", "place", "value", "found"),
    [
        ("ib-36", ("mass_kg",), "8.5", "8.5"),
        ("ib-36", ("power_w",), "", ""),
        ("ib-36", ("price", "amount"), "12000.50", "12000.50"),
        ("ib-36", ("ports", 0, "count"), "40", "40"),
        ("ib-36", ("ports", 1), {"count": "2", "connector": "sfp", "rate_gbps": "10"}, ""),
        ("modular-108", ("cards", 0, "price", "amount"), "1", "1"),
        ("modular-108", ("inside",), "", ""),
        ("server-1u", ("sources", "mass_kg"), "weighed", "weighed"),
        ("qsfp-copper", ("lengths", 0), "", None),
    ],
)
def test_a_figure_is_put_where_it_stands(part: str, place: Any, value: Any, found: str | None) -> None:
    made = with_figure(PARTS[part], place, value)
    assert made != PARTS[part]
    if found is not None:
        assert figure_text(made, place) == found
    if value and found:
        assert with_figure(made, place, figure_text(PARTS[part], place)) == PARTS[part]


@pytest.mark.parametrize(
    ("place", "value", "what"),
    [
        (("id",), "a b", "expected a name of at most 80 letters"),
        (("mass_kg",), "-1", "expected a number from 0 to 100000"),
        (("ports",), "", "is missing"),
        (("ports", 0, "count"), "0", "expected a whole number from 1"),
        (("price", "amount"), "much", "expected a number"),
        (("price", "date"), "May", "expected a date such as 2026"),
        (("airflow",), "up", "expected one of bottom-to-top, front-to-rear"),
    ],
)
def test_what_a_part_cannot_take_is_told(place: Any, value: str, what: str) -> None:
    with pytest.raises(FigureError) as caught:
        with_figure(PARTS["ib-36"], place, value)
    assert caught.value.what.startswith(what)
    assert caught.value.place == place


def test_findings_have_lines() -> None:
    file = Path(__file__).resolve().parents[3] / "catalogs" / "papers" / "modular-108.yaml"
    text = file.read_text("utf-8").replace("card_ports: 36", "card_ports: 32")
    part = read_part(text.encode(), "m.yaml")
    findings = [some for some in lint(Catalog([part])) if some.rule.startswith("inside")]
    assert [some.rule for some in findings] == ["inside-boards", "inside-card"]
    number = 1 + text.split("\n").index(next(line for line in text.split("\n") if line.startswith("inside")))
    assert lines_of(findings, text.encode()) == [number, number]


def test_prices_of_shipped_parts_by_hand() -> None:
    stated = {
        name: price_range(PARTS[name]) for name in ("ib-36", "modular-108", "qsfp-plus-optical", "ndr-64")
    }
    assert stated["ndr-64"] is None
    ranges = {name: (int(r.least), int(r.highest)) for name, r in stated.items() if r}
    assert ranges == {
        "ib-36": (11000, 11000),
        "modular-108": (25000 + 3 * 9000, 52000),
        "qsfp-plus-optical": (390, 883),
    }


def test_every_kind_of_part_has_its_words_and_can_be_new() -> None:
    assert set(KINDS) == set(get_args(AnyPart))
    for kind in KINDS:
        part = blank_part(kind, "new")
        assert read_part(part_yaml(part), "new.yaml") == part
