"""Panels in panel racks: which rack serves which, routes of cords and trunks, cables between named ends."""

from collections import Counter, defaultdict
from functools import cache
from itertools import groupby

import msgspec
import numpy as np
import pytest

from fatdesk.core.errors import UnsoundError
from fatdesk.core.program import shipped
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.floor.floor import Zone, rack_label
from fatdesk.engine.floor.route_rules import RouteRule
from fatdesk.engine.structured.making import NO_ROUTE
from fatdesk.project.commands.cables import SetCabling
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.losses import loss_analysis
from fatdesk.project.designing.designing import design_project
from fatdesk.project.designing.panel_racks import lacking_panels, panel_rack_step
from tests.engine.structured.samples import four_units, with_rules


@cache
def example(rule):
    """The shipped example of four units, whose room is as large as needed."""
    text = (shipped("resources") / "examples" / "superpod-h100.yaml").read_text()
    text += f"cabling: {{panels: uplinks, trunk_fibres: 144, panel_racks: {rule}}}\n"
    catalog = load_shipped()
    return design_project(parse_requirements(text.encode(), "r.yaml", catalog), catalog, "p").project


@pytest.fixture(params=["auto", "own"])
def derived(request):
    return Derived(example(request.param))


def rack_of_node(derived, end, cable):
    made = derived.cabling.fabrics[0]
    return int(derived.positions.placed[0].rack[made.fabric.ends[made.heads[cable], end]])


def test_all_panels_have_places(derived):
    """By the rule that needs them: of the rack B05, which has no free units, or of all racks of switches."""
    structured, floor = derived.structured, derived.project.floor
    assert not lacking_panels(derived)
    moved = {rack for rack in structured.needs if structured.homes[rack] != rack}
    own = derived.project.cabling.panel_racks == "own"
    assert moved == (set(structured.needs) if own else {rack for rack in moved if floor.racks[rack].row == 1})
    assert len(moved) == (len(structured.needs) if own else 1)
    for rack in moved:
        home = floor.racks[structured.homes[rack]]
        assert home.row == floor.racks[rack].row
        assert not home.devices
    units = Counter((panel.rack, panel.u) for panel in structured.panels)
    assert max(units.values()) == 1
    assert None not in {u for _, u in units}


def test_pieces_join_ports_of_the_homes(derived):
    structured, made = derived.structured, derived.cabling.fabrics[0]
    ports = Counter()
    for channel, cable in enumerate(structured.channels[0].cable.tolist()):
        homes = []
        for end, port in enumerate(structured.ports(0, channel)):
            home = structured.panels[port.panel].rack
            assert home == structured.homes[rack_of_node(derived, end, cable)]
            homes.append(home)
            ports[port] += 1
        trunk = structured.trunks[structured.channels[0].trunk[channel]]
        assert sorted(homes) == list(trunk.rack)
        assert homes[0] != homes[1]
    assert max(ports.values()) == 1
    assert len(made.detours) > 0
    direct = structured.in_one_rack
    assert direct == (0 if derived.project.cabling.panel_racks == "auto" else 368)


def test_lengths_by_hand(derived):
    """One tray runs along each row: a cord in it is as long as its racks are apart, by their centres."""
    structured, floor = derived.structured, derived.project.floor
    made, some = derived.cabling.fabrics[0], derived.structured.channels[0]
    rows = {row.id: row for row in derived.plan.pieces}
    links = derived.plan.cables
    checked = 0
    for channel, cable in enumerate(some.cable.tolist()):
        detour = made.detours.get(cable)
        pieces = [*some.parts_um[channel].tolist(), list(structured.trunks[some.trunk[channel]].parts_um)]
        assert made.spans.computed_um[cable] == sum(piece[5] for piece in pieces)
        for end, letter in ((0, "A"), (1, "C")):
            device = rack_of_node(derived, end, cable)
            home = structured.homes[device]
            apart = abs(floor.racks[device].x_mm - floor.racks[home].x_mm) * 1000
            assert some.parts_um[channel, end, 0] == apart
            row = rows[f"{links[cable].id}-{letter}"]
            assert bool(row.run) == (home != device)
            assert {row.a.rack_label, row.b.rack_label} == {
                rack_label(floor.racks[n]) for n in (device, home)
            }
            checked += home != device
        if detour is not None:
            assert detour.racks[0] == rack_of_node(derived, 0, cable)
            trunk = rows[structured.trunks[some.trunk[channel]].id]
            forwards = trunk.a.rack_label == rack_label(floor.racks[detour.racks[1]])
            cords = [rows[f"{links[cable].id}-{letter}"].run for letter in "AC"]
            trays = (*cords[0], *trunk.run[:: 1 if forwards else -1], *cords[1])
            assert links[cable].run == tuple(tray for tray, _ in groupby(trays)), "piece after piece"
    assert checked


def test_trays_hold_the_pieces(derived):
    """Metres of cable in all trays, cell by cell, are the routes of all pieces."""
    filling, graph = derived.filling, derived.positions.graph
    assert not graph.stub_um.any()
    inside = int(((filling.cells.high_um - filling.cells.low_um) * filling.cables).sum())
    assert inside == sum(row.length.route_um or 0 for row in derived.plan.pieces)


def test_faults_of_trunks_and_trays(derived):
    """A cut trunk takes its links; a segment of a tray those of cords, trunks and direct cables in it."""
    structured = derived.structured
    analysis = loss_analysis(derived, "compute")
    placed = analysis.placed
    cells, filling = placed.cells, derived.filling
    made = derived.cabling.fabrics[0]
    rows = list(derived.plan.pieces)
    carried = defaultdict(set)
    for row in rows:
        for tray in dict.fromkeys(row.run):
            carried[tray].update(row.links)
    of_tray = defaultdict(set)
    tray_ids = [tray.id for tray in derived.project.floor.trays]
    for cell, piece in enumerate(cells.piece.tolist()):
        tray = int(derived.cabling.graph.net.tray[piece])
        if tray >= 0:
            of_tray[tray_ids[tray]].update(placed.cables_of_cell.at(cell).tolist())
    links = derived.plan.cables
    for tray, cables in of_tray.items():
        found = {link for cable in cables for link in links[cable].links}
        assert found == carried[tray], tray
    assert filling.cables.max() > 0
    assert made.count == len(links)
    assert structured.trunks


def test_racks_of_panels_are_bought(derived):
    bill = {line.part: line.needed for line in derived.bill.lines}
    devices = sum(bool(rack.devices) for rack in derived.project.floor.racks)
    homes = {panel.rack for panel in derived.structured.panels}
    empty = sum(not derived.project.floor.racks[rack].devices for rack in homes)
    assert bill["apc-ar3107"] == devices + empty
    assert empty == (1 if derived.project.cabling.panel_racks == "auto" else 3)


def test_no_findings_about_places(derived):
    found = {one.finding.rule for one in check(derived)}
    assert not found & {"panel-units", "panel-racks", "no-way", "panel-ends"}


def test_the_step_adds_what_the_design_adds():
    """Turning the rule on later and adding racks leads to the same panels as a design with the rule."""
    designed = Derived(example("own"))
    added = {rack.number for rack in designed.project.floor.racks if not rack.devices and rack.reserved}
    before = Derived(with_rules(example("own"), panels=None))
    racks = tuple(
        msgspec.structs.replace(rack, reserved=())
        for rack in before.project.floor.racks
        if rack.number not in added
    )
    floor = msgspec.structs.replace(before.project.floor, racks=racks)
    plain = msgspec.structs.replace(before.project, floor=floor)
    on = SetCabling(panels="uplinks").apply(plain)
    assert lacking_panels(Derived(on)) == sum(count for count, _ in Derived(on).structured.needs.values())
    after = Derived(panel_rack_step(Derived(on)).apply(on))
    assert not lacking_panels(after)
    assert after.structured.counts["panels"] == designed.structured.counts["panels"]
    assert panel_rack_step(after) is None


def test_a_room_of_given_size_gets_no_more_racks():
    project = with_rules(four_units(), panel_racks="own")
    derived = Derived(project)
    step = panel_rack_step(derived)
    after = Derived(step.apply(project))
    assert len(after.project.floor.racks) == 48
    assert 0 < lacking_panels(after) < lacking_panels(derived)
    [finding] = [one.finding for one in check(after) if one.finding.rule == "panel-racks"]
    assert "they stay there" in finding.text
    assert len(finding.elements) == sum(
        after.structured.homes[rack] == rack for rack in after.structured.needs
    )


def between(project, *pairs):
    return Derived(with_rules(project, panels="all", panel_ends=pairs))


@pytest.mark.parametrize("word", ["row", "rack", "zone", "device"])
def test_cables_between_named_ends(word):
    """Counted from the racks and ids of both ends of every direct cable."""
    project = four_units()
    floor = project.floor
    zone = Zone(name="Hall 1", x_m=-1, y_m=-1, width_m=50, depth_m=4.5)  # the first two of four rows
    project = msgspec.structs.replace(project, floor=msgspec.structs.replace(floor, zones=(zone,)))
    every = Derived(with_rules(project, panels="all"))
    made = every.cabling.fabrics[0]
    ids, rack = made.fabric.ids, made.spans.rack
    ends = made.fabric.ends[made.heads]
    near = Derived(project).structured.trunks[0].rack[0]
    is_in = {
        "row": lambda node, at: floor.racks[at].row == 1,
        "rack": lambda node, at: at == near,
        "zone": lambda node, at: floor.racks[at].row < 2,
        "device": lambda node, at: ids[node].startswith("compute/core/"),
    }[word]
    name = {
        "row": "row:B",
        "rack": f"rack:{floor.racks[near].number}",
        "zone": "zone:Hall 1",
        "device": "compute/core",
    }[word]
    over = every.structured.channels[0].cable.tolist()
    wanted = [n for n in over if any(is_in(int(ends[n, e]), int(rack[n, e])) for e in (0, 1))]
    assert 0 < len(wanted) < len(over)
    found = between(project, (name, "")).structured
    assert found.channels[0].cable.tolist() == wanted
    both = [n for n in over if all(is_in(int(ends[n, e]), int(rack[n, e])) for e in (0, 1))]
    assert between(project, (name, name)).structured.count == len(both)
    assert between(project, ("", "")).structured.count == len(over)
    assert np.isin(wanted, over).all()


def test_ends_that_are_nowhere_are_named():
    derived = between(four_units(), ("row:Z", "rack:900"), ("zone:Hall 9", "compute/spine"))
    texts = [one.finding.text for one in check(derived) if one.finding.rule == "panel-ends"]
    assert sorted(texts) == [
        "no device has an id that begins with compute/spine",
        "there is no rack 900",
        "there is no row Z",
        "there is no zone Hall 9",
    ]
    assert derived.structured.count == 0


@pytest.mark.parametrize("end", ["rack:A", "row:1", "zone:"])
def test_wrong_ends_are_refused(end):
    with pytest.raises(UnsoundError, match=r"panel_ends\[0\]"):
        CablingRules(panel_ends=((end, ""),))
    with pytest.raises(UnsoundError, match=r"panel_ends\[0\]"):
        SetCabling(panel_ends=(("", end),))


def with_floor(project, **changes):
    return msgspec.structs.replace(project, floor=msgspec.structs.replace(project.floor, **changes))


def test_rules_of_routes_hold_for_trunks_by_their_links_and_for_cords_by_their_racks():
    project = example("auto")
    derived = Derived(project)
    rows = list(derived.plan.pieces)
    trunks = [row for row in rows if row.kind == "TRK"]
    used = Counter(tray for row in trunks for tray in row.run)
    most = next(tray for tray, _ in used.most_common() if tray in ("tray-5", "tray-6"))
    rule = RouteRule(name="out", between=(("compute/edge", "compute/core"),), avoid=(most,))
    after = Derived(with_floor(project, routes=(rule,)))
    assert after.structured.counts == derived.structured.counts
    moved = {row.id: row for row in after.plan.pieces}
    assert all(most not in moved[row.id].run for row in trunks)
    cords = [row for row in rows if row.id.endswith(("-A", "-C")) and row.run]
    assert cords
    assert all(moved[row.id].run == row.run for row in cords), "a panel is not a device"
    racks = {rack_label(rack): rack.number for rack in project.floor.racks}
    ends = tuple(f"rack:{racks[label]}" for label in (cords[0].a.rack_label, cords[0].b.rack_label))
    blocked = RouteRule(name="none", between=(ends,), avoid=(cords[0].run[-1],))
    gone = Derived(with_floor(project, routes=(blocked,)))
    lost = sum(
        {row.a.rack_label, row.b.rack_label} == {cords[0].a.rack_label, cords[0].b.rack_label}
        for row in cords
    )
    assert gone.structured.unserved == ((NO_ROUTE, lost),)


@pytest.mark.parametrize("what", ["apart", "media"])
def test_paths_apart_and_trays_for_fibre_hold_for_pieces(what):
    """The metres in all trays are those of the pieces; cords and trunks run in no tray for copper."""
    project = example("own")
    if what == "apart":
        project = with_rules(project, apart="rails")
    else:
        trays = tuple(
            msgspec.structs.replace(tray, carries="copper") if tray.id == "tray-6" else tray
            for tray in project.floor.trays
        )
        project = with_floor(project, trays=trays)
    derived = Derived(project)
    pieces = list(derived.plan.pieces)
    filling = derived.filling
    inside = int(((filling.cells.high_um - filling.cells.low_um) * filling.cables).sum())
    routes = sum(row.length.route_um or 0 for row in pieces)
    assert derived.structured.count > 0
    assert inside == routes
    assert any("tray-6" in row.run for row in pieces) is (what == "apart")
