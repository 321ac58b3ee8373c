"""Cost of the network for each host, as design and show print it, against the bill and the paper."""

import json
from decimal import Decimal

import pytest

from fatdesk.cli import main
from fatdesk.core.program import shipped


@pytest.fixture
def answer(capsys):
    def call(*words):
        assert main(list(words)) == 0
        return json.loads(capsys.readouterr().out)

    return call


BLADES = """\
hosts: [{name: blades, part: blade-2s, count: 224}]
fabrics:
  - {name: compute, families: [two-level], edge: [blade-ib-32], core: [ib-36, modular-108], cable_price: 80}
"""


def test_the_two_networks_of_section_5_3(tmp_path, answer, capsys):
    path = tmp_path / "r.yaml"
    path.write_text(BLADES)
    [fabric] = answer("design", str(path), "--json")["fabrics"]
    by_core = {}
    for one in fabric["candidates"]:
        core = one["parts"][1]
        assert one["cost_per_host"]["at_least"] is False
        share = Decimal(one["cost"]["amount"]) / 224
        assert abs(Decimal(one["cost_per_host"]["amount"]) - share) <= Decimal("0.005")
        by_core[core["part"], core.get("cards", 0)] = Decimal(one["cost_per_host"]["amount"])
    assert round(by_core["ib-36", 0]) == 1160  # the paper's figures
    assert int(by_core["modular-108", 5]) == 2334
    assert main(["design", str(path)]) == 0
    text = capsys.readouterr().out
    assert "1,160.36" in text
    assert "2,334.46" in text


@pytest.mark.parametrize("example", ["nodes-60", "blades-224"])
def test_show_has_what_the_bill_lists(example, tmp_path, answer, capsys):
    project = tmp_path / "p.fatdesk"
    answer("design", str(shipped("resources") / "examples" / f"{example}.yaml"), "-o", str(project), "--json")
    assert main(["export", str(project), str(tmp_path), "--only", "bill.json"]) == 0
    capsys.readouterr()
    lines = json.loads((tmp_path / "bill.json").read_text())["lines"]
    network = [one for one in lines if one["category"] in ("switches", "cables", "transceivers")]
    assert network
    cost = sum((Decimal(one["unit_price"] or 0) * one["needed"] for one in network), Decimal(0))
    shown = answer("show", str(project), "--json")
    assert Decimal(shown["network_cost"]["amount"]) == cost
    assert shown["network_cost"]["at_least"] == any(one["unit_price"] is None for one in network)
    each = Decimal(shown["network_cost_per_host"]["amount"])
    assert abs(each - cost / shown["counts"]["hosts"]) <= Decimal("0.005")
    assert main(["show", str(project)]) == 0
    assert f"USD {each:,.2f} per host" in capsys.readouterr().out
