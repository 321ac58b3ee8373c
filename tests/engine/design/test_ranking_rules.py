"""What is minimised, in what order ties fall, and what an unknown figure does to the rank."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Switch
from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.requirements import Objective
from fatdesk.engine.design.search import SearchResult, search
from tests.engine.design.search_samples import (
    REFERENCE,
    SERVER,
    TWIN,
    changed,
    price,
    qsfp,
    sfp,
    splitter,
    wanted,
    with_parts,
)


def switch(name: str, amount: str | None = None, ports: int = 36, **figures: Any) -> Switch:
    return Switch(id=name, ports=(qsfp(ports),), price=None if amount is None else price(amount), **figures)


def stars(parts: list[Switch], objective: Objective | None = None, **fabric: Any) -> SearchResult:
    more = {} if objective is None else {"objective": objective}
    requirements, one = wanted(20, families=("star",), more=more, **fabric)
    return search(requirements, one, Catalog([SERVER, *parts]))


def order(result: SearchResult) -> list[str]:
    return [one.design.parts[0].part for one in result.candidates]


def test_unknown_prices_rank_behind_known_ones() -> None:
    result = stars([switch("a-unpriced"), switch("b-dear", "99999.99"), switch("c-cheap", "5")])
    assert order(result) == ["c-cheap", "b-dear", "a-unpriced"]
    last = result.candidates[-1].cost
    assert (last.amount, last.unpriced, last.at_least) == (20 * 80, 1, True)


def test_ties_go_to_the_part_that_comes_first() -> None:
    assert order(stars([switch("b", "5"), switch("a", "5"), switch("c", "5")])) == ["a", "b", "c"]


def test_without_a_cable_price_switches_alone_rank() -> None:
    parts = [switch("a", "70"), switch("b", "60")]
    result = stars(parts, cable_price=None)
    assert order(result) == ["b", "a"]
    assert [(one.cost.amount, one.cost.unpriced) for one in result.candidates] == [(60, 20), (70, 20)]


def leaves(parts: list[Switch], **fabric: Any) -> SearchResult:
    requirements, one = wanted(60, families=("two-level",), **fabric)
    return search(requirements, one, Catalog([SERVER, *parts]))


def test_without_a_cable_price_an_unpriced_switch_ranks_behind_an_equal_priced_one() -> None:
    """Four edge and two core switches: each unpriced one is a step further back."""
    parts = [switch("priced", "100"), switch("unpriced")]
    for cable_price in (None, Decimal(80)):
        found = leaves(parts, cable_price=cable_price).candidates
        pairs = [tuple(use.part for use in one.design.parts) for one in found]
        assert pairs == [
            ("priced", "priced"),
            ("priced", "unpriced"),
            ("unpriced", "priced"),
            ("unpriced", "unpriced"),
        ]


def test_what_has_no_price_is_named() -> None:
    parts = [switch("a", "70"), switch("b")]
    priced, unpriced = stars(parts).candidates
    assert (priced.unpriced, unpriced.unpriced) == ((), ("b",))
    priced, unpriced = stars(parts, cable_price=None).candidates
    assert (priced.unpriced, unpriced.unpriced) == (("cables",), ("b", "cables"))


def test_without_any_price_fewer_switches_come_before_fewer_cables() -> None:
    """20 hosts on one large switch, or on two small ones whose ports are split: half the cables."""
    small = Switch(id="a-split", ports=(qsfp(10, 100.0, breakout=(1, 4)),))
    large = Switch(id="b-plain", ports=(sfp(48),))
    server = changed(SERVER, ports=(sfp(1),))
    requirements, one = wanted(40, cable_price=None)
    found = search(requirements, one, Catalog([server, small, large, splitter(4)]), top=1000)
    best = found.best
    assert best.switches == min(one.switches for one in found.candidates)
    assert best.switches == 1
    tied = [one for one in found.candidates if one.switches == 1]
    assert [one.cables for one in tied] == sorted(one.cables for one in tied)


@given(
    prices=st.lists(st.one_of(st.none(), st.integers(1, 500)), min_size=4, max_size=4),
    power=st.lists(st.one_of(st.none(), st.integers(1, 500)), min_size=4, max_size=4),
    metric=st.sampled_from(["cost", "power", "tco"]),
    cable_price=st.sampled_from([None, Decimal(3)]),
)
def test_more_unknown_equipment_never_comes_first(
    prices: list[int | None], power: list[int | None], metric: Any, cable_price: Decimal | None
) -> None:
    parts = [
        switch(
            f"s{n}", None if amount is None else str(amount), power_w=None if watt is None else float(watt)
        )
        for n, (amount, watt) in enumerate(zip(prices, power, strict=True))
    ]
    requirements, one = wanted(
        60,
        families=("two-level",),
        more={"objective": Objective(minimise=metric)},
        cable_price=cable_price,
    )
    found = search(requirements, one, Catalog([SERVER, *parts]), top=1000).candidates
    of = {part.id: part for part in parts}

    def unknown(candidate: Candidate) -> int:
        return sum(
            use.count
            for use in candidate.design.parts
            if (metric != "power" and of[use.part].price is None)
            or (metric != "cost" and of[use.part].power_w is None)
        )

    assert [unknown(one) for one in found] == sorted(unknown(one) for one in found)


def test_transceivers_are_priced_only_beside_a_cable_price() -> None:
    priced = with_parts(REFERENCE, [changed(REFERENCE["ndr-64"], price=price(20_000))])
    for cable_price, amount, unpriced in (
        (Decimal(100), 12 * 20_000 + 508 * (100 + 900), 0),
        (None, 240_000, 1016),
    ):
        requirements, one = wanted(
            31, "gpu-8rail", rails=8, extra_ports=4, cable_price=cable_price, families=("two-level",)
        )
        best = search(requirements, one, priced).best
        assert best.transceivers == best.cables == 508
        assert (best.cost.amount, best.cost.unpriced) == (amount, unpriced)
    assert TWIN.price is not None


def test_objectives() -> None:
    parts = [
        switch("cheap", "100", power_w=300.0, mass_kg=9.0, height_u=2),
        switch("cool", "300", power_w=100.5, mass_kg=10.0, height_u=2),
        switch("light", "200", power_w=200.0, mass_kg=1.25, height_u=2),
        switch("flat", "400", power_w=400.0, mass_kg=20.0, height_u=1),
    ]
    for metric, first in (("cost", "cheap"), ("power", "cool"), ("mass", "light"), ("height", "flat")):
        assert order(stars(parts, Objective(minimise=metric)))[0] == first
    assert order(stars(parts, Objective(minimise="cables"))) == ["cheap", "light", "cool", "flat"]


def test_unknown_power_ranks_behind_when_power_counts() -> None:
    parts = [switch("a", "1"), switch("b", "5", power_w=900.0), switch("c", "9", power_w=100.0)]
    assert order(stars(parts, Objective(minimise="power"))) == ["c", "b", "a"]
    assert order(stars(parts, Objective(minimise="cost"))) == ["a", "b", "c"]
    assert order(stars(parts, Objective(minimise="tco"))) == ["c", "b", "a"]


def test_fewest_failures_a_year() -> None:
    """8760 hours over the MTBF: 0.876, 0.0438 and 0.0876; what does not tell its MTBF comes last."""
    parts = [
        switch("often", "1", mtbf_h=10_000.0),
        switch("rarely", "9", mtbf_h=200_000.0),
        switch("silent", "1"),
        switch("now-and-then", "5", mtbf_h=100_000.0),
    ]
    found = stars(parts, Objective(minimise="failures"))
    assert order(found) == ["rarely", "now-and-then", "often", "silent"]
    assert [one.failures_per_year for one in found.candidates] == [
        Fraction(438, 10_000),
        Fraction(876, 10_000),
        Fraction(876, 1000),
        None,
    ]
    # a failure a year less is worth 100: 1 + 87.6, 9 + 4.38, 5 + 8.76
    weighed = Objective(weights={"cost": 1, "failures": 100})
    assert order(stars(parts, weighed)) == ["rarely", "now-and-then", "often", "silent"]
    assert order(stars(parts, Objective(weights={"cost": 1, "failures": 10}))) == [
        "now-and-then",
        "rarely",
        "often",
        "silent",
    ]


money = st.decimals(0, 10**6, places=2)
watts = st.floats(0, 5000, allow_nan=False).map(lambda x: round(x, 1))


@given(
    rows=st.lists(st.tuples(money, watts), min_size=2, max_size=6),
    years=st.integers(1, 10),
    energy=st.decimals(0, 1, places=3),
    pue=st.sampled_from([1.0, 1.25, 1.5]),
    weights=st.tuples(st.integers(0, 5), st.sampled_from([0.0, 0.5, 2.0])),
)
def test_cost_of_ownership_and_weights_are_exact(
    rows: list[tuple[Decimal, float]], years: int, energy: Decimal, pue: float, weights: tuple[int, float]
) -> None:
    parts = [switch(f"s{n}", str(amount), power_w=power) for n, (amount, power) in enumerate(rows)]

    def watt(n: int) -> Fraction:
        return Fraction(str(rows[n][1]))

    def ownership(n: int) -> Fraction:
        """Cost and the energy of all years: kilowatts, hours, price of an hour's kilowatt, PUE."""
        return Fraction(rows[n][0]) + watt(n) / 1000 * 8760 * years * Fraction(energy) * Fraction(str(pue))

    def weighted(n: int) -> Fraction:
        return (Fraction(rows[n][0]) + 1600) * weights[0] + watt(n) * Fraction(str(weights[1]))

    tco = Objective(minimise="tco", years=float(years), price_per_kwh=energy, pue=pue)
    ranks = range(len(rows))
    expected = sorted(ranks, key=lambda n: (ownership(n), rows[n][0], n))
    assert order(stars(parts, tco)) == [f"s{n}" for n in expected]
    if any(weights):
        mixed = Objective(weights={"cost": float(weights[0]), "power": weights[1]})
        expected = sorted(ranks, key=lambda n: (weighted(n), rows[n][0], n))
        assert order(stars(parts, mixed)) == [f"s{n}" for n in expected]


def test_amounts_beyond_64_bits_stay_exact() -> None:
    parts = [switch("a", "999999999999.999999"), switch("b", "999999999999.999998")]
    result = stars(parts, planes=1)
    assert order(result) == ["b", "a"]
    assert result.best.cost.amount == Decimal("999999999999.999998") + 1600
    requirements, one = wanted(600, families=("two-level",), spread_hosts=False)
    first, second = search(requirements, one, Catalog([SERVER, *parts])).candidates[:2]
    assert [[use.part for use in found.design.parts] for found in (first, second)] == [["b", "b"], ["b", "a"]]
    assert second.cost.amount - first.cost.amount == 18 * Decimal("0.000001")  # 18 core, 34 edge switches


def ranked(*parts: Switch) -> list[tuple[int, int, int]]:
    """Amount, unpriced units and switches of all two-level designs for 60 hosts, in order of rank."""
    requirements, one = wanted(60, cable_price=Decimal(0), families=("two-level",), spread_hosts=False)
    found = search(requirements, one, Catalog([SERVER, *parts])).candidates
    return [(int(best.cost.amount), best.cost.unpriced, best.switches) for best in found]


def test_ties_of_cost_fall_to_unpriced_units_then_to_switches() -> None:
    # with 36 and 72 ports at edge and core it takes 4 + 2, 4 + 1, 2 + 2 or 2 + 1 switches
    assert ranked(switch("a", "0"), switch("b", "0", ports=72)) == [
        (0, 0, 3),
        (0, 0, 4),
        (0, 0, 5),
        (0, 0, 6),
    ]
    assert ranked(switch("a", "0"), switch("b", ports=72)) == [(0, 0, 6), (0, 1, 5), (0, 2, 4), (0, 3, 3)]
