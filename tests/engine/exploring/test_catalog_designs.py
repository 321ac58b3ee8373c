"""All designs over catalog parts: those of the search, front by brute force, filters, what is unsold."""

from decimal import Decimal

import msgspec
import numpy as np
import pytest

from fatdesk.core.errors import OutOfTime
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import configurations
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Cable, Ports, Price, Server, Switch
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.design.search import search
from fatdesk.engine.exploring.catalog_designs import DesignFilter, explore_catalog, host_rate

NODES = (
    "hosts: [{name: nodes, part: server-1u, count: 60}]\n"
    "fabrics: [{name: compute, blocking: 2, edge: [ib-36, hpe-5940-32qsfp], "
    "core: [ib-36, modular-108, juniper-qfx10008]}]\n"
    "limits: {power_w: 9000}\n"
)


@pytest.fixture(scope="module")
def catalog():
    return load_shipped([])


@pytest.fixture(scope="module")
def found(catalog):
    return explored(NODES, catalog)


def explored(text, catalog, **more):
    wanted = parse_requirements(text.encode(), "wish.yaml", catalog)
    return explore_catalog(wanted, wanted.fabrics[0], catalog, **more)


def test_designs_are_those_of_the_search(found, catalog):
    """All candidates of the exhaustive search with top = all, in its order of cost, and those over limits."""
    wanted = parse_requirements(NODES.encode(), "wish.yaml", catalog)
    result = search(wanted, wanted.fabrics[0], catalog, top=100_000)
    numbers = np.flatnonzero(found.fits).tolist()
    assert 50 < len(numbers) == result.found < len(found)
    by_design = {repr(one.design): one for one in result.candidates}
    mine = [found.candidate(number) for number in numbers]
    assert {repr(one.design): one for one in mine} == by_design
    assert [repr(one.design) for one in mine] == [repr(one.design) for one in result.candidates]
    assert all(found.reasons(number) for number in np.flatnonzero(~found.fits).tolist())


def test_figures_are_those_of_the_candidates(found):
    for number in range(0, len(found), 7):
        one = found.candidate(number)
        assert found.figures["cost"][number] == float(one.cost.amount)
        assert found.figures["unpriced_all"][number] == one.cost.unpriced
        assert found.figures["bisection"][number] == float(one.bisection_gbps)
        assert found.figures["blocking"][number] == float(one.blocking)
        for name in ("switches", "links", "cables", "transceivers", "hops", "hosts_possible"):
            assert found.figures[name][number] == getattr(one, name)
        for name, value in (("power", one.power_w), ("mass", one.mass_kg), ("height", one.height_u)):
            known = found.figures[name][number]
            assert np.isnan(known) if value is None else known == float(value)


def test_front_by_brute_force(found):
    """No design of the front is beaten, every other is: compared pair by pair in exact figures."""
    numbers = np.flatnonzero(found.fits).tolist()
    exact = {}
    for number in numbers:
        one = found.candidate(number)
        unpriced = int(found.figures["unpriced"][number])
        exact[number] = (
            unpriced,
            one.cost.amount,
            -one.bisection_gbps,
            one.hops,
            one.switches,
            one.cables,
        )
    front = {
        number
        for number, mine in exact.items()
        if not any(
            other != mine and all(theirs <= own for theirs, own in zip(other, mine, strict=True))
            for other in exact.values()
        )
    }
    assert front == set(np.flatnonzero(found.front).tolist())
    assert 1 < len(front) < len(numbers)


def test_missing_prices_put_no_design_in_front(catalog):
    """Of two equal switches the one without a price is not ahead of the other in cost."""
    switch = catalog.get("ib-36", Switch)
    other = msgspec.structs.replace(switch, id="ib-36-unpriced", price=None)
    parts = Catalog([*catalog, other])
    made = explored(NODES.replace("edge: [ib-36,", "edge: [ib-36, ib-36-unpriced,"), parts)
    first = made.candidate(0)
    assert not first.cost.unpriced or not made.figures["unpriced"][0]
    assert {use.part for use in first.design.parts} == {"ib-36"}
    priced = DesignFilter(priced=True).mask(made)
    assert 0 < priced.sum() < len(made)
    assert not any("unpriced" in use.part for n in np.flatnonzero(priced) for use in made.design(n).parts)


@pytest.mark.parametrize(
    "wanted",
    [
        DesignFilter(),
        DesignFilter(vendors=("hpe",)),
        DesignFilter(vendors=("HPE", "Juniper"), priced=True),
        DesignFilter(rates=(40.0,), connectors=("qsfp",), families=("two-level", "star")),
        DesignFilter(rates=(100.0,)),
    ],
)
def test_filters_against_a_naive_filter(found, catalog, wanted):
    def passes(number):
        design, one = found.design(number), found.candidate(number)
        parts = [catalog.find(use.part) for use in design.switches]
        edge = design.part("edge")
        built = configurations(catalog.find(edge.part))
        ports = next(
            some.ports for some in built if some.cards == edge.cards and edge.card in ("", some.card)
        )
        vendors = {part.vendor.casefold() for part in parts}
        return (
            (not wanted.families or design.family in wanted.families)
            and (not wanted.vendors or vendors <= {name.casefold() for name in wanted.vendors})
            and (not wanted.rates or {port.rate_gbps for port in ports} & set(wanted.rates))
            and (not wanted.connectors or {port.connector for port in ports} & set(wanted.connectors))
            and (not wanted.priced or not set(one.unpriced) - {"cables"})
        )

    naive = [bool(passes(number)) for number in range(len(found))]
    assert wanted.mask(found).tolist() == naive


def test_kinds_of_ports_that_nothing_joins_are_listed_once(catalog):
    made = explored(
        "hosts: [{name: n, part: server-1u, count: 40}]\nfabrics: [{name: a, families: [star]}]\n", catalog
    )
    kinds = [(one.role, one.kind) for one in made.unsold]
    assert len(kinds) == len(set(kinds)) > 3
    sfp = next(one for one in made.unsold if one.kind == "sfp 10 Gb/s ethernet")
    assert (sfp.role, sfp.reason) == ("edge", "no host has ports of this rate")
    rates = {port.rate_gbps for id_ in sfp.parts for port in catalog.find(id_).ports}
    assert 10.0 in rates
    assert made.refused > 2 * len(kinds), "many switches, few kinds"


PRICE = Price(amount=Decimal(10), currency="USD")


def test_uplinks_and_hosts_without_a_partner_state_what_the_catalog_lacks():
    down = Ports(count=24, connector="sfp28", rate_gbps=25.0)
    up = Ports(count=4, connector="qsfp56", rate_gbps=200.0)
    far = Ports(count=32, connector="osfp", rate_gbps=200.0)
    parts = [
        Server(id="s", height_u=1, ports=(Ports(count=1, connector="sfp28", rate_gbps=25.0),)),
        Switch(id="edge", height_u=1, ports=(down, up), roles=("edge",), price=PRICE),
        Switch(id="core", height_u=1, ports=(far,), roles=("core",), price=PRICE),
        Switch(id="slow", height_u=1, ports=(Ports(count=24, connector="rj45", rate_gbps=1.0),)),
        Cable(id="c", medium="copper", connectors=("sfp28", "sfp28")),
    ]
    made = explored("hosts: [{name: n, part: s, count: 40}]\nfabrics: [{name: a}]\n", Catalog(parts))
    rows = {(one.role, one.kind): one for one in made.unsold}
    assert not len(made)
    assert rows["uplinks", "qsfp56 200 Gb/s"].parts == ("edge",)
    assert (
        rows["uplinks", "qsfp56 200 Gb/s"].reason == "no cable or transceivers join them with osfp 200 Gb/s"
    )
    assert rows["edge", "rj45 1 Gb/s"].reason == "no host has ports of this rate"


def test_time_that_is_up_ends_the_search_with_what_is_known(catalog):
    class Ends:
        def step(self, done, total, text):
            if text.startswith("egft"):
                raise OutOfTime

    made = explored(NODES, catalog, progress=Ends())
    assert "egft" in made.unfinished
    assert {made.families[n] for n in np.unique(made.family)} <= {"star", "two-level"}
    assert len(made)


def test_a_design_is_found_again(found):
    for number in (0, len(found) // 2, len(found) - 1):
        assert found.number_of(found.design(number)) == number
    assert found.number_of(msgspec.structs.replace(found.design(0), family="ring")) is None
    assert {host_rate(edge) for edge in found.edges} == set(found.rates)
