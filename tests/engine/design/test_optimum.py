"""The search against plain loops written from the two-level design paper's Algorithm 1."""

from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Card, ModularSwitch, Server, Switch
from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.search import search
from fatdesk.engine.families.reason import Reason
from tests.engine.design.search_samples import price, qsfp, sfp, splitter, wanted

EVERYTHING = 100_000


@dataclass(frozen=True)
class Box:
    """A switch that can be bought: where it may stand, its ports, its price."""

    ports: int
    price: int
    edge: bool
    core: bool


class Case(NamedTuple):
    """One problem."""

    boxes: list[Box]
    hosts: int
    blocking: Fraction
    rails: int
    planes: int
    growth: int
    extra: int
    equal: bool
    spread: bool
    cable: int


class Found(NamedTuple):
    """One design: cost, then what tells it apart."""

    cost: int
    switches: int
    cables: int
    E: int
    C: int
    P_En: int
    uplinks: int


def brute_force(case: Case) -> tuple[list[Found], int]:
    """All designs, and how many pairs fall."""
    found, fallen = [], 0
    N, Bl, rails = case.hosts, case.blocking, case.rails
    on_a_rail = N + ceil(Fraction(case.extra, rails))
    for star in case.boxes:
        if star.edge or star.core:
            if star.ports >= rails * (N + case.growth) + case.extra:
                cables = case.planes * (rails * N + case.extra)
                cost = case.planes * star.price + cables * case.cable
                found.append(Found(cost, case.planes, cables, 1, 0, star.ports, 0))
            else:
                fallen += 1
    for edge in (box for box in case.boxes if box.edge):
        P_En = floor(edge.ports * Bl / (1 + Bl))
        P_Ec = edge.ports - P_En
        if P_En == 0:
            fallen += 1
            continue
        E = rails * ceil(Fraction(on_a_rail, P_En))
        later = rails * ceil(Fraction(on_a_rail + case.growth, P_En))
        fallen += not any(box.core for box in case.boxes)
        for core in (box for box in case.boxes if box.core):
            if core.ports < later:
                fallen += 1
                continue
            filled = cores_for(core.ports, later, P_Ec, case.equal)
            deals = [(P_Ec, filled)]
            if case.spread and not case.growth:
                on_most = ceil(Fraction(on_a_rail, E // rails))
                uplinks = min(P_Ec, ceil(on_most / Bl))
                spread = cores_for(core.ports, E, uplinks, case.equal)
                if spread < filled:
                    deals.append((uplinks, spread))
            for uplinks, C in deals:
                cables = case.planes * (rails * N + case.extra + E * uplinks)
                cost = case.planes * (E * edge.price + C * core.price) + cables * case.cable
                found.append(Found(cost, case.planes * (E + C), cables, E, C, P_En, uplinks))
    return found, fallen


def cores_for(ports: int, edges: int, uplinks: int, equal: bool) -> int:
    """C by trying: the largest bundle that fits, or the largest that divides the uplinks."""
    bundle = max(b for b in range(1, uplinks + 1) if b * edges <= ports and (not equal or uplinks % b == 0))
    C = 1
    while C * bundle < uplinks:
        C += 1
    return C


def parts_of(boxes: list[Box], ports_of_a_host: int) -> Catalog:
    parts = [
        Switch(
            id=f"s{n}",
            ports=(qsfp(box.ports),),
            price=price(box.price),
            roles=tuple(r for r, may in (("edge", box.edge), ("core", box.core)) if may),
        )
        for n, box in enumerate(boxes)
    ]
    return Catalog([*parts, Server(id="server-1u", ports=(qsfp(ports_of_a_host),))])


def as_found(one: Candidate) -> Found:
    number = one.design.number
    return Found(
        int(one.cost.amount), one.switches, one.cables, number("E"), number("C"), number("P_En"), number("U")
    )


boxes = st.builds(
    Box, st.integers(1, 60), st.integers(0, 50_000), edge=st.booleans(), core=st.booleans()
).filter(lambda box: box.edge or box.core)
ratios = st.one_of(st.just(Fraction(1)), st.builds(Fraction, st.integers(12, 60), st.integers(1, 12))).filter(
    lambda ratio: ratio >= 1
)
cases = st.builds(
    Case,
    st.lists(boxes, min_size=1, max_size=5).filter(lambda some: any(box.edge for box in some)),
    hosts=st.integers(1, 300),
    blocking=ratios,
    rails=st.sampled_from([1, 1, 2, 3]),
    planes=st.sampled_from([1, 1, 2]),
    growth=st.sampled_from([0, 0, 7, 90]),
    extra=st.sampled_from([0, 0, 1, 4]),
    equal=st.booleans(),
    spread=st.booleans(),
    cable=st.integers(0, 200),
)


@given(case=cases)
def test_every_design_and_the_optimum_are_those_of_plain_loops(case: Case) -> None:
    catalog = parts_of(case.boxes, case.rails * case.planes)
    requirements, fabric = wanted(
        case.hosts,
        blocking=str(case.blocking),
        rails=case.rails,
        planes=case.planes,
        growth_hosts=case.growth,
        extra_ports=case.extra,
        equal_bundles=case.equal,
        spread_hosts=case.spread,
        cable_price=Decimal(case.cable),
        families=("star", "two-level"),
    )
    expected, fallen = brute_force(case)
    result = search(requirements, fabric, catalog, top=EVERYTHING)
    assert Counter(map(as_found, result.candidates)) == Counter(expected)
    assert result.found == len(expected)
    assert result.rejected_count == fallen == len(result.rejected)
    keys = [(one.cost.amount, one.switches, one.cables) for one in result.candidates]
    assert keys == sorted(keys)
    if expected:
        assert result.best.cost.amount == min(one.cost for one in expected)
    few = search(requirements, fabric, catalog, top=3)
    assert few.candidates == result.candidates[:3]
    assert [one.miss for one in few.rejected[:3]] == [one.miss for one in result.rejected[:3]]
    assert few.rejected_count == result.rejected_count


@given(
    cards=st.integers(1, 4),
    slots=st.integers(1, 6),
    hosts=st.integers(1, 200),
    chassis=st.integers(0, 30_000),
    card=st.integers(0, 20_000),
)
def test_every_partial_configuration_of_a_modular_switch_is_tried(
    cards: int, slots: int, hosts: int, chassis: int, card: int
) -> None:
    edge = Box(24, 7000, edge=True, core=False)
    modular = ModularSwitch(
        id="modular",
        slots=slots,
        roles=("core",),
        price=price(chassis),
        cards=(Card(name="card", ports=(qsfp(6 * cards),), price=price(card)),),
    )
    partial = [Box(6 * cards * n, chassis + n * card, edge=False, core=True) for n in range(1, slots + 1)]
    case = Case([edge, *partial], hosts, Fraction(1), 1, 1, 0, 0, equal=False, spread=True, cable=80)
    expected, fallen = brute_force(case)
    requirements, fabric = wanted(hosts, families=("star", "two-level"))
    catalog = Catalog([*parts_of([edge], 1), modular])
    result = search(requirements, fabric, catalog, top=EVERYTHING)
    assert Counter(map(as_found, result.candidates)) == Counter(expected)
    assert result.rejected_count == fallen


@given(
    down=st.integers(1, 60),
    up=st.integers(1, 16),
    rates=st.sampled_from([(25, 100), (10, 40), (25, 25), (40, 100)]),
    blocking=ratios,
    hosts=st.integers(1, 200),
    chip=st.one_of(st.none(), st.integers(1, 80)),
)
def test_two_kinds_of_ports_are_dealt_by_bandwidth(
    down: int, up: int, rates: tuple[int, int], blocking: Fraction, hosts: int, chip: int | None
) -> None:
    low, high = rates
    edge = Switch(
        id="edge", ports=(sfp(down, float(low)), qsfp(up, float(high))), roles=("edge",), chip_ports=chip
    )
    core = Switch(id="core", ports=(sfp(500, float(low)), qsfp(64, float(high))), roles=("core",))
    host = Server(id="server-1u", ports=(sfp(1, float(low)),))
    ways = [
        (n, u)
        for n in range(1, down + 1)
        for u in range(1, up + 1)
        if n * low <= u * high * blocking and (chip is None or n + u <= chip)
    ]
    requirements, fabric = wanted(hosts, blocking=str(blocking), families=("two-level",), spread_hosts=False)
    result = search(requirements, fabric, Catalog([edge, core, host]), top=EVERYTHING)
    if not ways:
        assert [reason.code for one in result.rejected for reason in one.reasons] in (
            ["edge-hosts"],
            ["uplinks"],
        )
        return
    most = max(n for n, _ in ways)
    uplinks = min(u for n, u in ways if n == most)
    E = ceil(Fraction(hosts, most))
    if E > 64:
        assert [one.reasons for one in result.rejected] == [(Reason("core-ports", E, 64),)]
        return
    [one] = result.candidates
    number = one.design.number
    assert (number("P_En"), number("P_Ec"), number("E")) == (most, uplinks, E)
    assert one.blocking == Fraction(most * low, uplinks * high)
    assert number("C") == cores_for(64, E, uplinks, equal=False)


@given(
    ports=st.integers(2, 40),
    chip=st.one_of(st.none(), st.integers(2, 120)),
    split=st.sampled_from([2, 4]),
    hosts=st.integers(1, 400),
    blocking=ratios,
)
def test_split_ports_carry_several_hosts(
    ports: int, chip: int | None, split: int, hosts: int, blocking: Fraction
) -> None:
    group = qsfp(ports, 100.0, breakout=(1, split))
    edge = Switch(id="edge", ports=(group,), roles=("edge",), chip_ports=chip)
    core = Switch(id="core", ports=(qsfp(64, 100.0),), roles=("core",))
    host = Server(id="server-1u", ports=(sfp(1, 100.0 / split),))
    fits = [
        n
        for n in range(1, ports)
        if n <= blocking * (ports - n) and (chip is None or n * split + ceil(n / blocking) <= chip)
    ]
    requirements, fabric = wanted(hosts, blocking=str(blocking), families=("two-level",), spread_hosts=False)
    catalog = Catalog([edge, core, host, splitter(split)])
    result = search(requirements, fabric, catalog, top=EVERYTHING)
    if not fits:
        assert not result.candidates
        return
    P_En = max(fits)
    E = ceil(Fraction(hosts, P_En * split))
    if E > 64:
        assert not result.candidates
        return
    [one] = result.candidates
    assert (one.design.number("P_En"), one.design.number("E")) == (P_En, E)
    assert one.blocking <= blocking
    uplinks = one.design.number("P_Ec")
    assert P_En + uplinks <= ports
    if chip is None:
        assert P_En + uplinks == ports
    else:
        assert P_En * split + uplinks <= chip
    full, rest = divmod(hosts, P_En * split)
    assert one.cables == full * P_En + ceil(Fraction(rest, split)) + E * uplinks
    assert one.links == hosts + E * uplinks
    assert one.design.number("split") == split
