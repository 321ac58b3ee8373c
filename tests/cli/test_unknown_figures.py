"""What is unknown is not zero: every form of a design of which nothing has a price states that, alike."""

import csv
import io
import json

import openpyxl
import pytest

from fatdesk.cli import main

UNPRICED = """\
hosts: [{name: web, part: hpe-dl360-gen11-e810-25, count: 48}]
fabrics: [{name: lan, families: [two-level], edge: [dell-s5248f-on], core: [dell-s5232f-on], blocking: 3}]
"""
UNKNOWN = {"amount": None, "currency": "USD", "at_least": True}


@pytest.fixture
def ask(tmp_path, monkeypatch, capsys):
    """Run a command in a folder with the requirements and return what it prints."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "unpriced.yaml").write_text(UNPRICED)

    def call(*words):
        capsys.readouterr()
        assert main(words) in (0, 1)
        return capsys.readouterr().out

    return call


def amounts(value, place=""):
    """(place, value) of everything in a JSON document that states a figure which may be a lower bound."""
    if isinstance(value, list):
        for number, one in enumerate(value):
            yield from amounts(one, f"{place}[{number}]")
    elif isinstance(value, dict):
        if value.get("at_least") and "amount" in value:
            yield place, value["amount"]
        for key, one in value.items():
            figure = key.removesuffix("_at_least")
            if figure != key and one:
                stated = {f"{figure}_w", f"{figure}_kg", figure} & value.keys()
                assert len(stated) == 1, (place, key)
                yield f"{place}.{figure}", value[stated.pop()]
            yield from amounts(one, f"{place}.{key}")


def test_no_form_of_a_design_without_prices_states_an_amount(ask, tmp_path):
    found = json.loads(ask("design", "unpriced.yaml", "--json", "-o", "p.fatdesk"))
    (fabric,) = found["fabrics"]
    costs = [one["cost"] for one in fabric["candidates"]]
    assert [*costs, found["totals"]["cost"], found["placed"]["cost"]] == [UNKNOWN] * (len(costs) + 2)
    assert found["improved"]["end"]["cost"] == UNKNOWN
    shown = json.loads(ask("show", "p.fatdesk", "--json"))
    assert shown["cost"] == UNKNOWN
    metres = shown["metres"]
    assert "\n  cost unknown\n" in ask("show", "p.fatdesk")
    points = json.loads(ask("curve", "unpriced.yaml", "--hosts", "47:48", "--json"))["fabrics"][0]["points"]
    assert [point["cost"] for point in points] == [UNKNOWN] * 2
    assert ask("curve", "unpriced.yaml", "--hosts", "48:48").splitlines()[-1].split()[:2] == ["48", "unknown"]

    ask("export", "p.fatdesk", "out", "--only", "bill.json,bill.xlsx,wiring.xlsx,wiring.json")
    out = tmp_path / "out"
    assert json.loads((out / "bill.json").read_text())["total"] == UNKNOWN
    *_, foot = openpyxl.load_workbook(out / "bill.xlsx", data_only=True)["Bill"].values
    assert [cell for cell in foot if cell is not None] == ["Total", "USD", "unknown"]
    *_, foot = openpyxl.load_workbook(out / "wiring.xlsx")["Totals"].values
    assert (foot[0], foot[-1]) == ("Total", "unknown")
    assert foot[-2] == metres > 0


@pytest.mark.parametrize(
    "words", [("design", "unpriced.yaml"), ("show", "p.fatdesk"), ("faults", "p.fatdesk", "--reliability")]
)
def test_a_lower_bound_is_never_zero(ask, words):
    """Of every figure in JSON that may be a lower bound, power, mass and failures too."""
    ask("design", "unpriced.yaml", "-o", "p.fatdesk")
    bounds = dict(amounts(json.loads(ask(*words, "--json"))))
    assert bounds
    assert not [place for place, value in bounds.items() if value is not None and not float(value)], bounds
    assert None in bounds.values()


def test_a_total_with_some_prices_is_a_lower_bound_everywhere(ask, tmp_path):
    (tmp_path / "list.csv").write_text("part,price\ndell-s5248f-on,100\n")
    found = json.loads(ask("design", "unpriced.yaml", "--prices", "list.csv", "--json", "-o", "p.fatdesk"))
    edges = found["fabrics"][0]["candidates"][0]["parts"][0]["count"]
    bound = {"amount": f"{100 * edges}.00", "currency": "USD", "at_least": True}
    assert found["fabrics"][0]["candidates"][0]["cost"] == bound
    assert json.loads(ask("show", "p.fatdesk", "--json"))["cost"] == bound
    assert f"cost >= USD {100 * edges}.00" in ask("show", "p.fatdesk")
    ask("export", "p.fatdesk", "out", "--only", "bill.json,bill.csv")
    assert json.loads((tmp_path / "out/bill.json").read_text())["total"] == bound
    rows = csv.DictReader(io.StringIO((tmp_path / "out/bill.csv").read_text(encoding="utf-8-sig")))
    assert {row["extended"] for row in rows} == {f"{100 * edges}.00", "unknown"}
