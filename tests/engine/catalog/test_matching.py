"""Which ports go together: rates, connectors, splits, cables, transceivers."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import configuration
from fatdesk.engine.catalog.matching import Kind, Matcher, cages, kinds, port_numbers
from fatdesk.engine.catalog.parts import Cable, Card, ModularSwitch, Ports, Price, Switch, Transceiver
from fatdesk.engine.catalog.plugs import port_table


def kind(connector: str, rate: float, links: int = 1, breakout: tuple[int, ...] = (1,)) -> Kind:
    group = Ports(count=4, links=links, connector=connector, rate_gbps=rate, breakout=breakout)
    return kinds((group,))[0]


def cable(a: str, b: str, **more: Any) -> Cable:
    return Cable(id=f"{a}-{b}", medium=more.pop("medium", "copper"), connectors=(a, b), **more)


def optic(part_id: str, connector: str, **more: Any) -> Transceiver:
    figures = {"rate_gbps": 100.0, "fibre": "lc", **more}
    return Transceiver(id=part_id, connector=connector, **figures)


def cost(amount: int) -> Price:
    return Price(amount=Decimal(amount))


QSFP, SFP, TWIN = kind("qsfp", 100.0), kind("sfp", 25.0), kind("osfp", 400.0, links=2)


def test_rates_must_be_equal_or_split_evenly() -> None:
    empty = Matcher(Catalog([]))
    assert empty.join(QSFP, QSFP) is not None
    assert empty.join(QSFP, kind("qsfp", 40.0)) is None
    assert empty.join(kind("qsfp", 0.3), kind("qsfp", 0.1), 3) is None  # no cable for a split
    thirds = Matcher(Catalog([cable("qsfp", "qsfp", ends=(1, 3))]))
    assert thirds.join(kind("qsfp", 0.3), kind("qsfp", 0.1), 3) is not None  # in decimals, not in floats


def test_gigabit_ports_join_slower_ones_over_twisted_pair() -> None:
    """1000BASE-T negotiates 100BASE-TX (IEEE 802.3, clause 28); no other rates are taken for equal."""
    matcher = Matcher(Catalog([]))

    def port(connector: str, rate: float) -> Kind:
        return Kind(connector, rate, 1, 1, ())

    assert matcher.join(port("rj45", 1.0), port("rj45", 0.1)) is not None
    for a, b in ((0.1, 1.0), (10.0, 1.0), (1.0, 10.0)):
        assert matcher.join(port("rj45", a), port("rj45", b)) is None
    assert matcher.join(port("sfp", 1.0), port("sfp", 0.1)) is None


def test_equal_connectors_join_without_any_cable_and_others_do_not() -> None:
    empty = Matcher(Catalog([]))
    equal = empty.join(QSFP, QSFP)
    assert equal is not None
    assert not equal.own_ends
    assert not equal.needs_transceivers
    assert empty.join(QSFP, kind("cxp", 100.0)) is None
    assert Matcher(Catalog([cable("cxp", "qsfp")])).join(QSFP, kind("cxp", 100.0)) is not None


@pytest.mark.parametrize(
    ("part", "fits"),
    [
        (cable("qsfp", "sfp", ends=(1, 4)), True),
        (cable("sfp", "qsfp", ends=(4, 1)), True),
        (cable("qsfp", "sfp", ends=(1, 4), links=4), True),
        (cable("qsfp", "sfp", ends=(1, 4), lanes=4, lane_rate_gbps=25.0), True),
        (cable("qsfp", "sfp", ends=(1, 4), lanes=4, lane_rate_gbps=10.0), False),
        (cable("qsfp", "sfp", ends=(1, 2)), False),
        (cable("qsfp", "sfp"), False),
        (cable("qsfp", "sfp", ends=(1, 4), medium="fibre"), False),
        (cable("qsfp", "cxp", ends=(1, 4)), False),
    ],
)
def test_splitter_cables(part: Cable, fits: bool) -> None:
    joined = Matcher(Catalog([part])).join(QSFP, SFP, 4)
    assert (joined is not None and joined.own_ends) is fits


@pytest.mark.parametrize(
    ("part", "b", "own"),
    [
        (cable("osfp", "osfp", links=2), TWIN, False),  # the links of a cage seldom go to one other cage
        (cable("osfp", "qsfp", ends=(1, 2)), kind("qsfp", 400.0), True),
        (cable("osfp", "qsfp"), kind("qsfp", 400.0), False),
    ],
)
def test_cables_of_twin_port_cages(part: Cable, b: Kind, own: bool) -> None:
    joined = Matcher(Catalog([part])).join(TWIN, b)
    assert (joined is not None and joined.own_ends) is own


def test_a_cable_for_three_links_is_none_for_one() -> None:
    joined = Matcher(Catalog([cable("qsfp", "qsfp", links=3, lanes=12)])).join(QSFP, QSFP)
    assert joined is not None
    assert not joined.own_ends


def test_media_decide_whether_transceivers_are_needed() -> None:
    parts = [cable("qsfp", "qsfp"), optic("t", "qsfp")]
    needs = {}
    for media in ("any", "copper", "optical"):
        joined = Matcher(Catalog(parts), media).join(QSFP, QSFP)
        assert joined is not None
        needs[media] = joined.needs_transceivers
    assert needs == {"any": False, "copper": False, "optical": True}
    active = [*parts, Cable(id="aoc", medium="optical", connectors=("qsfp", "qsfp"))]
    joined = Matcher(Catalog(active), "optical").join(QSFP, QSFP)
    assert joined is not None
    assert not joined.needs_transceivers


def test_transceivers_share_a_fibre_and_the_cheapest_pair_wins() -> None:
    other = kind("cxp", 100.0)
    parts = [
        optic("a-dear", "qsfp", price=cost(90)),
        optic("b-cheap", "qsfp", price=cost(50)),
        optic("c-unknown", "qsfp"),
        optic("d-slow", "qsfp", rate_gbps=40.0, price=cost(1)),
        optic("e-other-fibre", "qsfp", fibre="mpo", price=cost(1)),
        optic("f-two-links", "qsfp", links=2, price=cost(1)),
        optic("g-far", "cxp", price=cost(70)),
    ]
    joined = Matcher(Catalog(parts)).join(QSFP, other)
    assert joined is not None
    assert joined.needs_transceivers
    assert joined.transceivers is not None
    assert [part.id for part in joined.transceivers] == ["b-cheap", "g-far"]
    assert Matcher(Catalog(parts), "copper").join(QSFP, other) is None
    assert Matcher(Catalog(parts[4:])).join(QSFP, other) is None


def test_kinds_merge_equal_groups_and_count_splits() -> None:
    groups = (
        Ports(count=2, connector="qsfp", rate_gbps=100.0, breakout=(1, 4)),
        Ports(count=8, connector="sfp", rate_gbps=25.0),
        Ports(count=3, connector="qsfp", rate_gbps=100.0),
    )
    first, second = kinds(groups)
    assert (first.count, first.splittable(4), first.splittable(1), second.count) == (5, 2, 5, 8)
    assert port_numbers(groups, first.key).tolist() == [0, 1, 10, 11, 12]
    assert port_numbers(tuple(reversed(groups)), first.key, 4).tolist() == [11, 12, 0, 1, 2]


cage_groups = st.lists(
    st.builds(
        Ports,
        count=st.integers(1, 4),
        links=st.integers(1, 3),
        connector=st.sampled_from(["qsfp", "sfp"]),
        rate_gbps=st.just(100.0),
    ),
    min_size=1,
    max_size=3,
)


@given(groups=cage_groups, cards=st.integers(1, 3))
def test_port_numbers_are_those_of_the_port_table(groups: list[Ports], cards: int) -> None:
    fixed = Switch(id="fixed", ports=tuple(groups))
    modular = ModularSwitch(id="modular", slots=3, cards=(Card(name="card", ports=tuple(groups)),))
    catalog = Catalog([fixed, modular])
    for part, count in ((fixed, 0), (modular, cards)):
        table = port_table(catalog, part.id, count)
        ports = configuration(part, count).ports
        for one in kinds(ports):
            numbers = port_numbers(ports, one.key, cards=count).tolist()
            plugs = [table.plugs[place] for place in table.plug]
            expected = [
                port
                for port, plug in enumerate(plugs)
                if (plug.connector, plug.rate_gbps, plug.links) == one.key[:3]
            ]
            assert numbers == expected
            assert len(numbers) == one.count


@given(groups=cage_groups, data=st.data())
def test_cages_are_those_of_the_port_table(groups: list[Ports], data: st.DataObject) -> None:
    table = port_table(Catalog([Switch(id="fixed", ports=tuple(groups))]), "fixed")
    numbers = data.draw(st.lists(st.integers(0, len(table.cage) - 1), unique=True))
    assert cages(tuple(groups), numbers) == len({int(table.cage[number]) for number in numbers})


def test_ports_of_different_protocols_are_never_joined() -> None:
    def port(protocol: str | None) -> Kind:
        return kinds((Ports(count=1, connector="qsfp56", rate_gbps=200.0, protocol=protocol),))[0]

    matcher = Matcher(Catalog([]))
    joined = {
        (a, b)
        for a in ("infiniband", "ethernet", None)
        for b in ("infiniband", "ethernet", None)
        if matcher.join(port(a), port(b)) is not None
    }
    assert joined == {
        ("infiniband", "infiniband"),
        ("ethernet", "ethernet"),
        *(((None, b)) for b in ("infiniband", "ethernet", None)),
        *(((a, None)) for a in ("infiniband", "ethernet", None)),
    }
