"""Choice of cables: prices of the Perseus paper (table 2, section 4.2), and brute force over catalogs."""

from decimal import Decimal

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.cabling.choice.choosing import (
    NO_OPTION,
    Option,
    decide,
    metre_price,
    options_for,
    order,
    whole_price,
)
from fatdesk.engine.cabling.choice.link_groups import Form, PlugPair
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Cable, Price, StandardLength, Transceiver
from fatdesk.engine.catalog.plugs import Plug

PAPER_IDS = ("sfp-copper", "qsfp-copper", "qsfp-plus-copper", "qsfp-plus-optical")
QUAD = Plug("qsfp", 40.0, 4, 1)
LANE = Plug("sfp", 10.0, 1, 1)
HALF = Plug("qsfp112", 200.0, 2, 1)
OSFP = Plug("osfp", 400.0, 4, 2)
SINGLE_OSFP = Plug("osfp", 400.0, 4, 1)
STANDARD = CablingRules()


@pytest.fixture(scope="module")
def paper():
    shipped = load_shipped()
    return Catalog([shipped[part] for part in PAPER_IDS])


def chosen(catalog, need, metres, rules=STANDARD, media="any"):
    """Part, ordered metres and price for one length."""
    options = options_for(need, catalog, media)
    length = np.array([round(metres * 1e6)], np.int64)
    picked = int(decide(need, options, length, rules).option[0])
    if picked == NO_OPTION:
        return None
    ordered, price = order(options[picked], int(length[0]), rules)
    return options[picked].cable.id, ordered / 1e6, price


@pytest.mark.parametrize(
    ("plug", "metres", "part", "ordered", "price"),
    [  # Perseus, table 2
        (LANE, 0.7, "sfp-copper", 1, 45),
        (LANE, 1.2, "sfp-copper", 2, 52),
        (LANE, 3.0, "sfp-copper", 3, 66),
        (LANE, 4.9, "sfp-copper", 5, 74),
        (LANE, 9.0, "sfp-copper", 10, 101),
        (LANE, 11.0, "sfp-copper", 12, 117),
        (QUAD, 1.0, "qsfp-copper", 1, 55),
        (QUAD, 1.5, "qsfp-copper", 2, 74),
        (QUAD, 2.01, "qsfp-copper", 3, 87),
        (QUAD, 4.0, "qsfp-copper", 5, 116),
        (QUAD, 5.000001, "qsfp-plus-optical", 10, 418),
        (QUAD, 14.0, "qsfp-plus-optical", 15, 448),
        (QUAD, 19.0, "qsfp-plus-optical", 20, 465),
        (QUAD, 29.0, "qsfp-plus-optical", 30, 508),
        (QUAD, 49.0, "qsfp-plus-optical", 50, 618),
        (QUAD, 100.0, "qsfp-plus-optical", 100, 883),
    ],
)
def test_standard_lengths_by_the_papers_table(paper, plug, metres, part, ordered, price):
    assert chosen(paper, PlugPair(Form.SINGLE, plug, plug, 1), metres) == (part, ordered, Decimal(price))


def test_beyond_every_length_nothing_is_chosen(paper):
    need = PlugPair(Form.SINGLE, QUAD, QUAD, 1)
    assert chosen(paper, need, 100.1) is None
    options = options_for(need, paper, "any")
    decision = decide(need, options, np.array([100_100_000]), CablingRules())
    assert "the longest of" in decision.reasons[0]
    assert "is 100 m" in decision.reasons[0]


def test_media_limits_the_choice(paper):
    need = PlugPair(Form.SINGLE, QUAD, QUAD, 1)
    assert chosen(paper, need, 1.0, media="optical")[0] == "qsfp-plus-optical"
    assert chosen(paper, need, 6.0, media="copper") is None


@pytest.mark.parametrize(
    ("part", "metres", "plain"),
    [  # section 4.2: 16 a metre + 20 a connector; 5 + 188; 6 + 20
        ("qsfp-copper", 3, 16 * 3 + 2 * 20),
        ("qsfp-plus-optical", 40, 5 * 40 + 2 * 188),
        ("sfp-copper", 7, 6 * 7 + 2 * 20),
    ],
)
def test_prices_by_formula_and_a_quarter_more_for_custom_lengths(paper, part, metres, plain):
    cable = paper.get(part, Cable)
    assert metre_price(cable, metres * 1_000_000, custom=False) == plain
    assert metre_price(cable, metres * 1_000_000, custom=True) == Decimal(plain) * Decimal("1.25")


def test_custom_lengths_are_exact_or_rounded_up_to_a_step(paper):
    need = PlugPair(Form.SINGLE, QUAD, QUAD, 1)
    exact = chosen(paper, need, 3.141592, CablingRules(lengths="custom"))
    assert exact[:2] == ("qsfp-copper", 3.141592)
    stepped = chosen(paper, need, 3.141592, CablingRules(lengths="custom", length_step_m=0.5))
    assert stepped == ("qsfp-copper", 3.5, Decimal("120.00"))  # (16 * 3.5 + 40) * 1.25


def fibre_catalog():
    def module(name, links, reach):
        return Transceiver(
            id=name, connector="osfp", links=links, lanes=4, rate_gbps=400.0, fibre="mpo-12", reach_m=reach
        )

    def cable(name, **figures):
        return Cable(id=name, **figures)

    return Catalog(
        [
            module("twin", 2, 50.0),
            module("single", 1, 50.0),
            cable(
                "fibre", medium="fibre", connectors=("mpo-12", "mpo-12"), lengths=(StandardLength(m=50.0),)
            ),
            cable(
                "twin-dac",
                medium="copper",
                connectors=("osfp", "osfp"),
                links=2,
                lanes=8,
                lane_rate_gbps=100.0,
                lengths=(StandardLength(m=2.0),),
            ),
            cable(
                "one-dac",
                medium="copper",
                connectors=("osfp", "osfp"),
                lanes=4,
                lane_rate_gbps=100.0,
                lengths=(StandardLength(m=3.0),),
            ),
            cable(
                "splitter",
                medium="copper",
                connectors=("osfp", "osfp"),
                links=2,
                ends=(1, 2),
                lanes=8,
                lane_rate_gbps=100.0,
                lengths=(StandardLength(m=1.0),),
            ),
        ]
    )


def test_cages_of_two_links_take_twin_cables_splitters_or_fibres():
    catalog = fibre_catalog()

    def found(form, a, b, links):
        return [(o.cable.id, o.each) for o in options_for(PlugPair(form, a, b, links), catalog, "any")]

    assert found(Form.TWIN, OSFP, OSFP, 2) == [("twin-dac", False), ("fibre", True)]
    assert found(Form.LEGS, OSFP, SINGLE_OSFP, 2) == [("splitter", False), ("fibre", True)]
    assert found(Form.SHARED, OSFP, OSFP, 1) == [("fibre", False)]
    assert found(Form.SINGLE, SINGLE_OSFP, SINGLE_OSFP, 1) == [("one-dac", False), ("fibre", False)]


def test_equal_cages_take_equal_modules():
    options = options_for(PlugPair(Form.SHARED, OSFP, OSFP, 1), fibre_catalog(), "any")
    assert {(o.a.id, o.b.id) for o in options} == {("twin", "twin")}


@st.composite
def catalogs(draw):
    cables = []
    for number in range(draw(st.integers(1, 5))):
        lengths = sorted(draw(st.sets(st.integers(1, 30), min_size=1, max_size=6)))
        priced = draw(st.booleans())
        listed = tuple(
            StandardLength(
                m=float(m), price=Price(amount=Decimal(draw(st.integers(1, 500)))) if priced else None
            )
            for m in lengths
        )
        cables.append(
            Cable(
                id=f"cable-{number}",
                medium=draw(st.sampled_from(["copper", "active-copper", "optical"])),
                connectors=("qsfp", "qsfp"),
                lanes=4,
                lane_rate_gbps=draw(st.sampled_from([10.0, 25.0, 5.0])),
                lengths=listed,
                reach_m=draw(st.none() | st.integers(1, 40).map(float)),
            )
        )
    return Catalog(cables)


@given(catalogs(), st.lists(st.integers(1, 32_000_000), min_size=1, max_size=20))
def test_the_choice_is_the_cheapest_by_brute_force(catalog, lengths):
    """Every sold length of every cable tried one by one."""
    need = PlugPair(Form.SINGLE, QUAD, QUAD, 1)
    options = options_for(need, catalog, "any")
    decision = decide(need, options, np.array(lengths, np.int64), CablingRules())
    order_of_media = ["copper", "active-copper", "optical"]
    for length, picked in zip(lengths, decision.option.tolist(), strict=True):
        every = [
            (
                sold.price is None,
                sold.price.amount if sold.price else 0,
                order_of_media.index(c.medium),
                sold.m,
                c.reach_m or 1e9,
                c.id,
            )
            for c in catalog.cables()
            if c.lane_rate_gbps * c.lanes >= 40
            for sold in c.lengths
            if sold.m * 1e6 >= length and sold.m <= (c.reach_m or 1e9)
        ]
        # of one cable only its shortest sufficient length counts
        shortest = {cable: min(e[3] for e in every if e[-1] == cable) for cable in {e[-1] for e in every}}
        every = [e for e in every if e[3] == shortest[e[-1]]]
        if not every:
            assert picked == NO_OPTION
        else:
            assert options[picked].cable.id == min(every)[-1]


def test_reach_is_the_shortest_of_cable_and_modules():
    catalog = fibre_catalog()
    option = next(o for o in options_for(PlugPair(Form.SHARED, OSFP, OSFP, 1), catalog, "any"))
    assert isinstance(option, Option)
    assert option.reach_um == 50_000_000
    assert order(option, 50_000_001, CablingRules()) is None


def test_no_length_is_ordered_that_the_signal_does_not_reach():
    """Modules of 50 m on a fibre sold in 30 and 100 m: 40 m cannot be cabled, 100 m of glass are too long."""
    sold = Cable(
        id="f",
        medium="fibre",
        connectors=("mpo-12", "mpo-12"),
        lengths=(StandardLength(m=30.0), StandardLength(m=100.0)),
        per_metre=Price(amount=Decimal(2)),
    )
    module = Transceiver(id="t", connector="osfp", links=2, rate_gbps=400.0, fibre="mpo-12", reach_m=50.0)
    option = Option(sold, False, module, module)
    assert order(option, 30_000_000, STANDARD)[0] == 30_000_000
    assert order(option, 40_000_000, STANDARD) is None
    assert order(option, 40_000_000, CablingRules(lengths="custom"))[0] == 40_000_000
    stepped = CablingRules(lengths="custom", length_step_m=7.0)
    assert order(option, 40_000_000, stepped)[0] == 42_000_000
    assert order(option, 49_500_000, stepped)[0] == 50_000_000, "a step does not lead beyond the reach"


@pytest.mark.parametrize(
    ("form", "a", "b", "links", "modules"),
    [
        (Form.SINGLE, QUAD, QUAD, 1, 10 + 1),
        (Form.SHARED, OSFP, OSFP, 1, Decimal(10) / 2 + Decimal(1) / 2),
        (Form.TWIN, OSFP, OSFP, 2, 10 + 1),
        (Form.LEGS, OSFP, SINGLE_OSFP, 2, 10 + 2 * 1),
        (Form.LEGS, OSFP, SINGLE_OSFP, 1, 10 + 1),
        (Form.LEGS, SINGLE_OSFP, OSFP, 2, 2 * 10 + 1),
        (Form.SPLIT, QUAD, LANE, 4, 10 + 4 * 1),
        (Form.SPLIT, QUAD, LANE, 3, 10 + 3 * 1),
        (Form.SPLIT_CAGE, OSFP, HALF, 4, 10 + 4 * 1),
        (Form.SPLIT_CAGE, OSFP, HALF, 3, 10 + 3 * 1),
    ],
)
def test_a_need_pays_for_the_modules_that_it_fills(form, a, b, links, modules):
    """A cable of 100 with modules of 10 at a and 1 at b."""
    at_a = Transceiver(id="a", connector="x", rate_gbps=1.0, fibre="f", price=Price(amount=Decimal(10)))
    at_b = Transceiver(id="b", connector="x", rate_gbps=1.0, fibre="f", price=Price(amount=Decimal(1)))
    glass = Cable(id="glass", medium="fibre", connectors=("f", "f"))
    need = PlugPair(form, a, b, links)
    ports = {Form.SPLIT: 1, Form.SPLIT_CAGE: 2}.get(form, links)
    assert whole_price(need, Option(glass, False, at_a, at_b), Decimal(100)) == 100 + modules
    assert whole_price(need, Option(glass, True, at_a, at_b), Decimal(100)) == 100 * ports + modules
    assert whole_price(need, Option(glass), Decimal(100)) == 100
    unknown = msgspec.structs.replace(at_b, price=None)
    assert whole_price(need, Option(glass, False, at_a, unknown), Decimal(100)) is None
