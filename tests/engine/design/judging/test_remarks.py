"""Shares of a cost against prices of the catalog by hand; remarks on hand-made figures."""

from dataclasses import replace
from decimal import Decimal

import pytest

from fatdesk.core.program import shipped
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.judging.remarks import cost_shares, remarks
from fatdesk.engine.design.requirements_file import parse_requirements, read_requirements
from fatdesk.engine.design.search import search

CATALOG = load_shipped([])
EXAMPLES = sorted((shipped("resources") / "examples").glob("*.yaml"))


def found(path):
    wanted = read_requirements(path, CATALOG)
    return search(wanted, wanted.fabrics[0], CATALOG).candidates


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_shares_add_up_to_the_cost(path):
    for one in found(path):
        shares = cost_shares(one, CATALOG)
        assert sum(shares) == one.cost.amount
        assert min(shares) >= 0


def test_shares_of_the_worked_example():
    """60 hosts: 4 and 2 switches of 11,000; 60 + 36 x 2 = 132 cables at 80 (two-level design paper)."""
    best = found(shipped("resources") / "examples" / "nodes-60.yaml")[0]
    assert cost_shares(best, CATALOG) == (Decimal(44000), Decimal(22000), best.cables * Decimal(80))


def test_bundles_that_differ_come_first_then_what_is_least():
    wish = b"""
hosts: [{name: nodes, part: server-1u, count: 396}]
fabrics: [{name: compute, families: [two-level], edge: [ib-36], core: [ib-36, modular-108], cable_price: 80}]
"""
    wanted = parse_requirements(wish, "wish.yaml", CATALOG)
    candidates = search(wanted, wanted.fabrics[0], CATALOG).candidates
    stated = remarks(candidates)
    assert stated[0].tone == "ok"
    assert stated[0].text.startswith("Least cost")
    for one, remark in zip(candidates, stated, strict=True):
        uplinks, cores = one.design.number("U"), one.design.number("C")
        assert (remark.tone == "warn" and "Not equal" in remark.text) == bool(uplinks % cores)
    five = next(remark for one, remark in zip(candidates, stated, strict=True) if one.design.number("C") == 5)
    assert five.text == "Not equal: 3 bundles of 4, 2 of 3"  # 18 uplinks over 5


def test_what_all_have_alike_sets_none_apart():
    one = found(shipped("resources") / "examples" / "nodes-60.yaml")[0]
    assert [remark.text for remark in remarks([one, one])] == ["", ""] or all(
        "spread" in remark.text for remark in remarks([one, one])
    )
    unpriced = replace(one, unpriced=("cables",))
    assert not any("No price" in remark.text for remark in remarks([unpriced, unpriced]))
    more = replace(unpriced, unpriced=("cables", "ib-36"))
    assert remarks([unpriced, more])[1].text == "No price: ib-36"
    dearer = replace(one, cost=replace_amount(one.cost))
    assert remarks([one, dearer])[0].text == "Least cost"


def replace_amount(cost):
    return type(cost)(cost.amount + 1, cost.currency, cost.unpriced)
