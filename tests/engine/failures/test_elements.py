"""What can be lost of a placed design: counted here from the wiring list and the floor alone."""

import msgspec
import numpy as np
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.failures.elements import named, taken
from fatdesk.engine.floor.floor import Feed, Zone
from fatdesk.networks.fault_tolerance.impact import Element
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.losses import elements_of, loss_analysis, losses
from tests.engine.failures.placed_samples import EXAMPLES, derived

EVERY = [*EXAMPLES, "director"]


def of_kind(name, kind):
    return [element for element in elements_of(derived(name), "compute") if element.kind == kind]


def ends(row):
    return [row.a, *(row.legs or (row.b,))]


@pytest.mark.parametrize("name", EVERY)
def test_keys_tell_elements_apart(name):
    keys = [element.key for element in elements_of(derived(name), "compute")]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("name", EVERY)
def test_a_rack_is_lost_as_the_links_of_its_devices(name):
    """Every device of the rack dead is the same as all of their links out, but that its hosts are dead."""
    some = derived(name)
    placed = loss_analysis(some, "compute").placed
    network, ids = placed.network, placed.fabric.ids
    racks = of_kind(name, "rack")
    holding = [rack for rack in some.project.floor.racks if rack.devices]
    assert len(racks) == len(holding)
    for element, rack in zip(racks, holding, strict=True):
        inside = {one.id for device in rack.devices for one in (device, *device.inside)}
        nodes = [node for node in range(network.node_count) if ids[node] in inside]
        assert element.nodes.tolist() == nodes
        links = [n for n, (a, b) in enumerate(network.ends.tolist()) if a in nodes or b in nodes]
        assert element.links.tolist() == links
        plugged = {row.id for row in some.rows if any(end.rack_label == element.name for end in ends(row))}
        assert set(element.cables) == plugged
        none = np.zeros(0, np.int32)
        by_links = Element("cable", "links", "links", none, np.array(links, np.int32), ())
        losing = loss_analysis(some, "compute")
        dead, cut = losing.left(taken(placed, [element])), losing.left(taken(placed, [by_links]))
        assert dead.pairs_connected == cut.pairs_connected
        assert dead.cut_off.tolist() == cut.cut_off.tolist()


@pytest.mark.parametrize("name", EVERY)
def test_a_tray_segment_is_the_cables_that_run_through_it(name):
    """The segments that cut a cable make up its way: their lengths add up to that of its run."""
    some = derived(name)
    trays = of_kind(name, "tray")
    length = dict.fromkeys((row.id for row in some.rows), 0.0)
    for element in trays:
        x1, y1, x2, y2 = (int(n) for part in element.key.split("/")[2].split("-") for n in part.split(","))
        for cable in element.cables:
            length[cable] += abs(x2 - x1) + abs(y2 - y1)
    graph = some.cabling.graph
    stub = graph.stub_um.max(initial=0) / 1e3  # from the middle of a rack to its tray, at both ends
    for row in some.rows:
        through = {element.name.split(":")[0] for element in trays if row.id in element.cables}
        assert through == set(row.run)
        if row.length.route_um:
            short = row.length.route_um / 1e3 - length[row.id]
            assert 0 <= short + len(trays) <= 2 * stub + 2 * len(trays)


@pytest.mark.parametrize("name", EVERY)
def test_cables_bundles_and_switches(name):
    some = derived(name)
    cables = of_kind(name, "cable")
    assert [element.key.removeprefix("cable/") for element in cables] == [row.id for row in some.rows]
    bundles = {}
    for row in some.rows:
        bundles.setdefault(row.bundle, []).append(row.id)
    several = {f"bundle/{bundle}": ids for bundle, ids in bundles.items() if len(ids) > 1}
    assert {element.key: sorted(element.cables) for element in of_kind(name, "bundle")} == {
        key: sorted(ids) for key, ids in several.items()
    }
    for element in of_kind(name, "switch"):
        at = {row.id for row in some.rows if any(end.device == element.name for end in ends(row))}
        assert set(element.cables) == at


def test_a_line_card_is_its_ports():
    some = derived("director")
    cards = of_kind("director", "line card")
    assert [card.name for card in cards] == [f"C01 card {n}" for n in (1, 2, 3, 4)]
    for number, card in enumerate(cards, start=1):
        at = {
            row.id for row in some.rows if any(e.device == "C01" and e.slot == str(number) for e in ends(row))
        }
        assert set(card.cables) == at
        assert len(card.links) == len(at)
        assert not len(card.nodes)
    assert not of_kind("nodes-60", "line card")


def test_a_fabric_board_is_seen_with_its_inner_tree_only():
    found = {
        loss.element.name: loss
        for loss in losses(derived("director"), "compute", of_kind("director", "fabric board"))
    }
    assert sorted(found) == [f"C01 board {n}" for n in (1, 2, 3)]
    for loss in found.values():
        assert loss.left.pairs_connected == loss.left.pairs  # two other boards join the cards
        assert loss.bisection_left == pytest.approx(24 / 30)  # 4 cards with 12 of 18 links: 24 of 30 needed
    assert not of_kind("nodes-396", "fabric board")


def test_what_is_not_there_is_told():
    every = elements_of(derived("nodes-60"), "compute")
    assert named(every, "rack/2").name == "A02"
    with pytest.raises(
        FatdeskError, match=r"nothing is called 'rack/9' in this fabric: for one there is rack/1"
    ):
        named(every, "rack/9")
    with pytest.raises(FatdeskError, match=r"keys begin with rack, tray, switch, bundle, cable"):
        named(every, "moon")
    with pytest.raises(FatdeskError, match="the project has no fabric storage"):
        elements_of(derived("nodes-60"), "storage")


def with_floor(name, **sections):
    some = derived(name)
    floor = msgspec.structs.replace(some.project.floor, **sections)
    return Derived(msgspec.structs.replace(some.project, floor=floor), some)


def cut_off(some, *keys):
    """Hosts that are cut off when some elements are lost together."""
    every = elements_of(some, "compute")
    losing = loss_analysis(some, "compute")
    return losing.left(taken(losing.placed, [named(every, key) for key in keys])).hosts_lost


def test_a_rack_lives_while_one_of_its_feeds_does():
    feeds = (Feed(name="A", racks=(1, 2)), Feed(name="B", racks=(2, 3)), Feed(name="spare"))
    some = with_floor("nodes-396", feeds=feeds)
    alone = {number: cut_off(some, f"rack/{number}") for number in (1, 2, 3)}
    assert all(alone.values())
    assert cut_off(some, "feed/A") == alone[1]  # rack 2 has feed B, too
    assert cut_off(some, "feed/B") == alone[3]
    assert cut_off(some, "feed/A", "feed/B") == cut_off(some, "rack/1", "rack/2", "rack/3")
    assert cut_off(some, "feed/spare") == 0
    (spare,) = losses(some, "compute", [named(elements_of(some, "compute"), "feed/spare")])
    assert spare.remark == "no rack depends on it alone"


def test_a_zone_takes_what_stands_in_it_and_what_runs_through_it():
    plain = derived("nodes-396")
    racks = {rack.number: rack for rack in plain.project.floor.racks}
    first, second = racks[1], racks[2]
    part = plain.catalog.rack(first.part)
    box = {"y_m": first.y_mm / 1e3, "depth_m": part.depth_mm / 1e3}
    whole = Zone(name="a rack", x_m=first.x_mm / 1e3, width_m=part.width_mm / 1e3, **box)
    # over the edges of both racks and the centre of neither
    edge = Zone(name="touch", x_m=(second.x_mm - 1) / 1e3, width_m=0.002, **box)
    wide = Zone(name="margin", x_m=first.x_mm / 1e3 - 0.25, width_m=part.width_mm / 1e3 + 0.5, **box)
    # between the middles of racks 1 and 2, where their tray runs, over no rack's floor
    above = Zone(name="behind", x_m=first.x_mm / 1e3, y_m=box["y_m"] - 1.0, width_m=9.0, depth_m=0.5)
    some = with_floor("nodes-396", zones=(whole, edge, above, wide))
    found = {element.name: element for element in elements_of(some, "compute") if element.kind == "zone"}
    rack_1 = named(elements_of(some, "compute"), "rack/1")
    inside = {element.name: element for element in of_kind("nodes-396", "tray")}
    through = {
        cable for name in ("tray-1: A01 to A02", "tray-3: A01 to B01") for cable in inside[name].cables
    }
    assert found["a rack"].nodes.tolist() == rack_1.nodes.tolist()
    assert set(found["a rack"].cables) == set(rack_1.cables) | through
    assert not len(found["touch"].nodes)
    assert found["touch"].cables  # in the tray above
    assert found["margin"].nodes.tolist() == rack_1.nodes.tolist()
    assert found["behind"].cables == ()
    assert not len(found["behind"].nodes)


def test_a_zone_across_a_tray_cuts_it():
    some = derived("nodes-396")
    (tray,) = [element for element in of_kind("nodes-396", "tray") if element.name == "tray-4: A05 to B05"]
    aisle = Zone(name="aisle", x_m=0.0, y_m=1.5, width_m=20.0, depth_m=0.2)  # between both rows
    zone = named(elements_of(with_floor("nodes-396", zones=(aisle,)), "compute"), "zone/aisle")
    (other,) = [element for element in of_kind("nodes-396", "tray") if element.name == "tray-3: A01 to B01"]
    assert set(zone.cables) == {*tray.cables, *other.cables}
    assert not len(zone.nodes)
    assert some.project.floor.zones == ()
