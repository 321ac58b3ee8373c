"""Take-off of trays: fittings counted by hand, lines of the bill with prices that are unknown until given."""

from decimal import Decimal
from itertools import pairwise

import pytest
from msgspec.structs import replace

from fatdesk.engine.bill.take_off import Fitting, take_off
from fatdesk.engine.catalog.parts import Equipment, Price
from fatdesk.engine.floor.floor import Tray
from fatdesk.project.commands.bill import SetBill
from fatdesk.project.commands.history import History, perform
from fatdesk.project.derived.derived import Derived
from tests.project.designing.test_tray_relief import designed


def tray(name, *points, width=300.0, elevation=2400.0, support=None):
    return Tray(
        id=name,
        points_mm=tuple((float(x), float(y)) for x, y in points),
        elevation_mm=elevation,
        width_mm=width,
        depth_mm=100.0,
        support_mm=support,
    )


def counts(*trays):
    return {(one.kind, one.width_mm): one.count for one in take_off(trays) if one.kind != "support"}


def test_corners_tees_and_crosses_by_hand():
    bent = tray("a", (0, 0), (4000, 0), (4000, 3000))
    assert counts(bent) == {("corner", 300.0): 1}
    straight = tray("b", (0, 0), (2000, 0), (4000, 0))
    assert counts(straight) == {}
    assert counts(straight, tray("c", (4000, 0), (7000, 0))) == {}
    tee = tray("c", (2000, 0), (2000, 3000), width=600.0)
    assert counts(straight, tee) == {("tee", 600.0): 1}
    cross = tray("c", (1000, -3000), (1000, 3000))
    assert counts(straight, cross) == {("cross", 300.0): 1}
    # at different heights they pass each other
    assert counts(straight, replace(cross, elevation_mm=2700.0)) == {}
    slanting = tray("c", (4000, 0), (6000, 2000))
    assert counts(straight, slanting) == {("corner", 300.0): 1}
    # a ring of four trays, and a tray that lies on another
    ring = [(0, 0), (4000, 0), (4000, 3000), (0, 3000), (0, 0)]
    assert counts(*(tray(str(n), *pair) for n, pair in enumerate(pairwise(ring)))) == {("corner", 300.0): 4}
    assert counts(straight, tray("c", (1000, 0), (3000, 0))) == {}


@pytest.mark.parametrize(("length", "expected"), [(1500, 2), (1501, 3), (3000, 3), (100, 2), (4500, 4)])
def test_supports_are_at_both_ends_and_no_farther_apart_than_stated(length, expected):
    [found] = take_off([tray("a", (0, 0), (length, 0), support=1500.0)])
    assert (found.kind, found.count, found.open) == ("support", expected, 0)


def test_unknown_distances_of_supports_are_lower_bounds():
    known = tray("a", (0, 0), (4500, 0), support=1500.0)
    [found] = take_off([known, tray("b", (0, 9000), (9000, 9000))])
    assert found == Fitting("support", 300.0, 100.0, 6, 1)
    assert found.description.endswith("at least: the distance of supports of 1 tray is not known")


def test_they_are_lines_of_the_bill_on_request_and_have_a_price_once_it_is_given():
    history = History(designed().project)
    before = Derived(history.project).bill
    assert not [line for line in before.lines if line.part.startswith("tray-corner")]
    history.do(SetBill(tray_fittings=True))
    derived = Derived(history.project)
    lines = {line.part: line for line in derived.bill.lines if line.category == "trays"}
    assert lines["tray-corner-80x50"].needed == 4  # the ring of four trays
    assert lines["tray-support-80x50"].needed == 8
    assert lines["tray-corner-80x50"].unit_price is None
    unpriced = derived.bill.total.unpriced - before.total.unpriced
    assert unpriced == 12
    corner = Equipment(id="tray-corner-80x50", price=Price(amount=Decimal(25), currency="USD"))
    priced = Derived(replace(history.project, parts=(*history.project.parts, corner))).bill
    assert priced.total.amount - before.total.amount == 100
    assert priced.total.at_least
    history.undo()
    assert Derived(history.project).bill == before
    assert perform(history.project, SetBill(tray_fittings=False)) == history.project
