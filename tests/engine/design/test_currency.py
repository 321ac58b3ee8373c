"""The currency of requirements: ranking, totals, bill and lower bound count in it, and in no other."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.cli import main
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Price, Switch
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.design.search import search
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project
from fatdesk.project.designing.redesigning import redesign, requirements_of
from tests.engine.design.search_samples import SERVER, qsfp, wanted

SHIPPED = load_shipped()


def switch(name: str, amount: int, currency: str) -> Switch:
    return Switch(
        id=name, ports=(qsfp(36, 40.0),), price=Price(amount=Decimal(amount), currency=currency), height_u=1
    )


def catalog(**priced: str) -> Catalog:
    own = [switch(name, 100 * (n + 1), currency) for n, (name, currency) in enumerate(priced.items())]
    return Catalog([*SHIPPED, *own])


def requested(edge: str, rest: str = "", parts: Catalog = SHIPPED) -> Any:
    text = f"""
hosts: [{{name: n, part: server-1u, count: 60}}]
fabrics: [{{name: a, edge: [{edge}], core: [{edge}], cable_price: 3, families: [two-level]}}]
room: {{improve_steps: 0}}
{rest}
"""
    return parse_requirements(text.encode(), "r.yaml", parts)


def test_prices_in_euro_are_ranked_and_billed_in_euro() -> None:
    parts = catalog(euro="EUR")
    requirements = requested("euro", parts=parts)
    designed = design_project(requirements, parts, "x")
    [best] = designed.chosen
    assert (best.cost.currency, best.cost.amount, best.unpriced) == ("EUR", 6 * 100 + 132 * 3, ())
    assert designed.project is not None
    bill = Derived(designed.project).bill
    assert bill.total.currency == "EUR"
    [line] = [line for line in bill.lines if line.category == "switches"]
    assert (line.unit_price, line.currency) == (Decimal(100), "EUR")
    again = requirements_of(designed.project)
    assert again.currency == "EUR"


def test_the_key_wins_and_other_prices_are_unknown() -> None:
    parts = catalog(euro="EUR")
    result = design_project(requested("euro", "currency: USD", parts), parts, "x").results[0]
    assert (result.best.cost.currency, result.best.cost.amount, result.best.unpriced) == (
        "USD",
        132 * 3,
        ("euro",),
    )
    [finding] = result.findings
    assert (finding.rule, finding.where) == ("other-currency", "euro")
    dollars = design_project(requested("ib-36", "currency: EUR"), SHIPPED, "x")
    assert dollars.chosen[0].unpriced == ("ib-36",)
    assert dollars.project is not None
    assert dollars.project.bill.currency == "EUR"


def test_currencies_without_usd_that_differ_ask_for_the_key() -> None:
    parts = catalog(euro="EUR", franc="CHF")
    with pytest.raises(FatdeskError) as caught:
        requested("euro, franc", parts=parts)
    what = "the parts named have prices in CHF and EUR, add currency: CHF or another"
    assert str(caught.value) == f"r.yaml:3: fabrics: {what}"
    chosen = design_project(requested("euro, franc", "currency: CHF", parts), parts, "x").chosen[0]
    assert {use.part for use in chosen.design.parts} == {"franc"}


def test_another_currency_is_a_step_of_a_redesign() -> None:
    before = design_project(requested("ib-36"), SHIPPED, "x").project
    after = design_project(requested("ib-36", "currency: EUR"), SHIPPED, "x").project
    assert before is not None
    assert after is not None
    command = redesign(before, after)
    assert command is not None
    assert command.apply(before).bill.currency == "EUR"
    assert redesign(command.apply(before), after) is None


@given(
    switches=st.lists(
        st.tuples(st.integers(1, 500), st.sampled_from(["EUR", "USD", "CHF"])), min_size=1, max_size=4
    ),
    currency=st.sampled_from(["EUR", "USD", "CHF"]),
)
def test_sums_hold_prices_of_one_currency_only(switches: list[tuple[int, str]], currency: str) -> None:
    parts = [switch(f"s{n}", amount, name) for n, (amount, name) in enumerate(switches)]
    requirements, one = wanted(
        60, families=("two-level",), more={"currency": currency}, cable_price=Decimal(1)
    )
    of = {part.id: part.price for part in parts}
    for found in search(requirements, one, Catalog([SERVER, *parts]), top=100).candidates:
        prices = [(of[use.part], use.count) for use in found.design.parts]
        known = sum(
            price.amount * count
            for price, count in prices
            if price is not None and price.amount is not None and price.currency == currency
        )
        unknown = sum(count for price, count in prices if price is None or price.currency != currency)
        assert (found.cost.amount, found.cost.currency) == (known + found.cables, currency)
        assert found.cost.unpriced == unknown


def test_the_command_line_agrees_with_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "ib-36.override.yaml").write_text("price: {amount: 9000, currency: EUR}\n")
    (tmp_path / "r.yaml").write_text(
        "hosts: [{name: n, part: server-1u, count: 20}]\n"
        "fabrics: [{name: a, edge: [ib-36], cable_price: 10}]\nroom: {improve_steps: 0}\n"
    )
    main(["design", str(tmp_path / "r.yaml"), "--catalog", str(own)])
    said = capsys.readouterr().out
    assert "EUR 9,200.00" in said
    assert "USD" not in said
