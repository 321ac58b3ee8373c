"""Paths of a host kept apart, against routes under rules that avoid the trays of the other path."""

from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fatdesk.engine.cabling.checks import check_routes
from fatdesk.engine.cabling.laying import lay
from fatdesk.engine.cabling.paths_apart import used_trays
from fatdesk.engine.cabling.spans import State
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.floor.floor import Device, Floor, Rack
from fatdesk.engine.floor.route_rules import RouteRule
from tests.engine.cabling.networks import network
from tests.engine.trays.test_route_rules import with_lengths
from tests.engine.trays.test_trays import CATALOG, RULES, racks_of, tray, trays_of

HOST, SWITCH = NodeKind.HOST, NodeKind.SWITCH


def of_hosts(racks, kinds):
    """Racks whose devices are hosts n/1 or switches net/edge/1, by the order of the nodes."""
    names = [f"n/{n}" if kind == HOST else f"net/edge/{n}" for n, kind in enumerate(kinds, start=1)]
    return tuple(
        replace(rack, devices=(replace(rack.devices[0], id=name),))
        for rack, name in zip(racks, names, strict=True)
    )


def laid(trays, racks, links, kinds, apart="no", rules=()):
    """Cables of a network whose node n is in rack n."""
    racks = of_hosts(racks, kinds)
    floor = Floor(racks=racks, trays=trays, routes=tuple(rules))
    net = network(links, [rack.devices[0].part for rack in racks], kinds)
    cabling = lay([net], ["any"], floor, replace(RULES, apart=apart), CATALOG)
    return cabling, list(check_routes(cabling, floor, apart))


def used(cabling, trays):
    """The trays of each cable."""
    through = used_trays(cabling.runs, len(trays))
    pairs = cabling.fabrics[0].spans.pair.tolist()
    return [{one.id for one, there in zip(trays, through[pair], strict=True) if there} for pair in pairs]


@settings(max_examples=40)
@given(trays_of(diagonal=False), racks_of(), st.sampled_from(["planes", "rails"]))
def test_the_second_path_avoids_the_trays_of_the_first_where_a_route_does(trays, racks, apart):
    trays = with_lengths(trays)
    assume(trays and len(racks) >= 3)
    racks, kinds, links = racks[:3], [HOST, SWITCH, SWITCH], [(0, 1), (0, 2)]
    plain, _ = laid(trays, racks, links, kinds)
    cabling, findings = laid(trays, racks, links, kinds, apart)
    before, after = plain.fabrics[0].spans, cabling.fabrics[0].spans
    assert after.state.tolist() == before.state.tolist(), "no cable is left without a route by this"
    assert after.route_um[0] == before.route_um[0], "the first path is the shortest"
    if set(after.state.tolist()) != {State.LAID}:
        return
    first, second = used(cabling, trays)
    rule = RouteRule(name="a", between=(("n/1", "net/edge/3"),), avoid=tuple(sorted(first)))
    ruled = laid(trays, racks, links, kinds, rules=[rule])[0].fabrics[0].spans
    if ruled.state[1] == State.LAID:
        assert not first & second
        assert after.route_um[1] == ruled.route_um[1]
        assert not findings
    else:
        [finding] = findings
        assert set(finding.elements) == {"A01"} | (first & second)
        assert first & second


def row(*, rear):
    """A host and switches in three racks in a row, with a tray over them, and another at their rear."""
    trays = [tray(1, ((0, 400), (5000, 400)), 2400.0), tray(2, ((0, 700), (5000, 700)), 2400.0)]
    racks = [
        Rack(
            number=n,
            part="common",
            row=0,
            position=n - 1,
            x_mm=1000.0 * n,
            y_mm=0.0,
            devices=(Device(id=str(n), part="box-1", u=42),),
        )
        for n in (1, 2, 3)
    ]
    return tuple(trays if rear else trays[:1]), tuple(racks)


def test_two_planes_by_hand():
    trays, racks = row(rear=True)
    kinds, links = [HOST, SWITCH, SWITCH], [(0, 1), (0, 2)]
    assert used(laid(trays, racks, links, kinds)[0], trays) == [{"tray-1"}, {"tray-1"}]
    cabling, findings = laid(trays, racks, links, kinds, "planes")
    assert used(cabling, trays) == [{"tray-1"}, {"tray-2"}]
    assert not findings
    # switches of one plane are joined: their cables are of one side, by rails they are of two
    joined = [*links, (1, 2)]
    assert used(laid(trays, racks, joined, kinds, "planes")[0], trays)[:2] == [{"tray-1"}, {"tray-1"}]
    assert used(laid(trays, racks, joined, kinds, "rails")[0], trays)[:2] == [{"tray-1"}, {"tray-2"}]


def test_what_cannot_be_apart_is_named():
    trays, racks = row(rear=False)
    cabling, [finding] = laid(trays, racks, [(0, 1), (0, 2)], [HOST, SWITCH, SWITCH], "planes")
    assert used(cabling, trays) == [{"tray-1"}, {"tray-1"}]
    assert (finding.rule, finding.where) == ("paths-shared", "A01")
    assert finding.text == "cables of its hosts to 2 planes share tray-1"


def test_two_fabrics_of_one_host():
    trays, racks = row(rear=True)
    kinds = [HOST, SWITCH, SWITCH]
    racks = of_hosts(racks, kinds)
    floor = Floor(racks=racks, trays=trays)
    nets = [network([link], ["box-1"] * 3, kinds) for link in ((0, 1), (0, 2))]
    for apart, expected in (("no", 1), ("planes", 1), ("fabrics", 2)):
        cabling = lay(nets, ["any", "any"], floor, replace(RULES, apart=apart), CATALOG)
        through = used_trays(cabling.runs, len(trays))
        found = [through[made.spans.pair[0]].tolist() for made in cabling.fabrics]
        assert len(set(map(tuple, found))) == expected
        assert not list(check_routes(cabling, floor, apart))


def test_rules_of_routes_hold_for_paths_apart_too():
    trays, racks = row(rear=True)
    kinds, links = [HOST, SWITCH, SWITCH], [(0, 1), (0, 2)]
    rule = RouteRule(name="a", between=(("n/1", "net/edge/2"),), avoid=("tray-1",))
    cabling, _ = laid(trays, racks, links, kinds, "planes", [rule])
    assert used(cabling, trays) == [{"tray-2"}, {"tray-1"}]


@pytest.mark.parametrize(("first", "second"), list(product((0, 1), repeat=2)))
def test_the_order_of_ends_does_not_matter(first, second):
    trays, racks = row(rear=True)
    links = [((0, 1), (1, 0))[first], ((0, 2), (2, 0))[second]]
    cabling, _ = laid(trays, racks, links, [HOST, SWITCH, SWITCH], "planes")
    assert used(cabling, trays) == [{"tray-1"}, {"tray-2"}]
