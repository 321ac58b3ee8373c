"""Links that are a cable each, against prices of the paper's table added up by hand."""

from decimal import Decimal

import numpy as np
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Ports, Server
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.exploring.building import links_between
from fatdesk.engine.exploring.explore import explore
from fatdesk.engine.exploring.pricing.placement import Pieces
from fatdesk.engine.exploring.pricing.tariff import FlatTariff, LinkTariff

QSFP = Ports(count=1, connector="qsfp", rate_gbps=40, lanes=4)
PIECES = Pieces(
    np.array([800_000, 2_100_000, 7_000_000]), np.array([1, 6, 2]), np.array([[0, 0, 0], [0, 0, 1]])
)
"""0.8 m, six of 2.1 m, two of 7 m to another rack."""


@pytest.fixture(scope="module")
def catalog():
    return load_shipped([])


def test_each_link_is_a_cable(catalog):
    tariff = LinkTariff(catalog, CablingRules(), QSFP)
    bill = tariff.bill(PIECES)
    assert bill.cost == 55 + 6 * 87 + 2 * 418 + Decimal("2.50") * 7 + Decimal("6.25") * 2
    assert (bill.count, bill.copper, bill.optical, bill.wasted_lanes) == (9, 7, 2, 0)
    assert tariff.least(3) == [0, Decimal("57.50"), 115, Decimal("172.50")]
    area, thin, extra = tariff.sections(PIECES)
    one = tariff.sections(Pieces(PIECES.length_um, np.ones(3, np.int64), PIECES.racks))[0]
    assert area[1] == 6 * one[1]
    assert np.isnan(thin[2])
    assert extra[1] == 6 * (390 - 87), "optical from 3 m instead"
    everything = tariff.bill_with(PIECES, np.array([False, True, False]))
    assert everything.cost - bill.cost == 6 * (390 - 87)
    assert (everything.count, everything.optical) == (9, 8)


def test_a_price_for_any_cable():
    tariff = FlatTariff(Decimal(80))
    assert tariff.bill(PIECES).cost == 9 * 80
    assert tariff.bill_with(PIECES, np.array([True, True, True])).count == 9
    assert tariff.least(2) == [0, 80, 160]


def test_explored_with_either(catalog):
    text = (
        "hosts: [{{name: a, part: {}, count: 24}}]\nfabrics: [{{name: b{}}}]\n"
        "explore: {{radix: [36], terminals: [12], levels: 2, hops: 4{}}}"
    )
    wanted = parse_requirements(text.format("server-1u", "", "").encode(), "a.yaml", catalog)
    found = explore(wanted, catalog).candidates
    assert found
    assert all(one.bill.count == 24 + links_between(one.network) for one in found)
    dear = next(part.id for part in catalog.of(Server) if part.ports and part.ports[0].rate_gbps == 400)
    none = parse_requirements(text.format(dear, "", ", price_per_port: 10").encode(), "a.yaml", catalog)
    with pytest.raises(FatdeskError, match="or state the fabric's price of a cable"):
        explore(none, catalog)
    priced = parse_requirements(
        text.format(dear, ", cable_price: 7", ", price_per_port: 10").encode(), "a.yaml", catalog
    )
    for one in explore(priced, catalog).candidates:
        assert one.cost.amount == 360 * one.switches + 7 * (24 + links_between(one.network))
