"""What a new design gets beyond the rules of placement: better places, names, trays; why none has a place."""

import math
from collections import Counter

import msgspec
import pytest

from fatdesk.core.errors import Cancelled
from fatdesk.core.finding import Severity
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.improving.improve import improve
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import counts
from fatdesk.project.designing.designing import RoomTooSmallError, design_project
from fatdesk.project.designing.improving import task_of
from fatdesk.project.document.project import Naming
from tests.engine.improving.watching import Watcher

CATALOG = load_shipped([])


def wish(hosts=396, room="", more="", part="server-1u", edge="ib-36"):
    text = f"""
hosts: [{{name: nodes, part: {part}, count: {hosts}}}]
fabrics: [{{name: compute, families: [two-level], edge: [{edge}], core: [{edge}], cable_price: 80}}]
{f"room: {{{room}}}" if room else ""}
{more}
"""
    return parse_requirements(text.encode(), "wish.yaml", CATALOG)


def designed(*given, **named):
    found = design_project(wish(*given, **named), CATALOG, "x")
    assert found.project is not None
    return found


def cable_cost(project):
    lines = Derived(project).bill.lines
    return sum(line.extended or 0 for line in lines if line.category in ("cables", "transceivers"))


def test_a_room_much_larger_than_needed_costs_no_more_than_the_best_rack_by_hand():
    """396 nodes in 4 x 10 racks: the reviewer's best was the core in rack 6."""
    by_hand = cable_cost(designed(room="rows: 4, racks_per_row: 10, core_at: [6]").project)
    for size in ("rows: 4, racks_per_row: 10", "rows: 8, racks_per_row: 20"):
        plain = designed(room=f"{size}, improve_steps: 0")
        assert plain.improved is None
        assert cable_cost(plain.project) <= 1.02 * float(by_hand)
        better = designed(room=size)
        assert better.improved is not None
        assert better.improved.lower_bound <= better.improved.end.cost < better.improved.start.cost
        assert better.improved.start.cost == cable_cost(plain.project)
        assert better.improved.end.cost == cable_cost(better.project)


def test_steps_depend_on_the_number_of_devices_and_are_off_where_racks_are_named():
    assert designed(60).improved.steps <= 6_000
    assert designed(60, room="improve_steps: 300").improved.steps == 300
    named = "rows: 1, racks_per_row: 12, core_at: [6]"
    assert designed(room=named).improved is None
    assert designed(room=f"{named}, improve_steps: 200").improved.steps == 200


def test_same_project_each_time_and_cancelled_at_once():
    assert designed().project == designed().project

    class Stop:
        def step(self, done, total, text):
            if "improving" in text:
                raise Cancelled

    with pytest.raises(Cancelled):
        design_project(wish(), CATALOG, "x", progress=Stop())


@pytest.mark.parametrize("rows", [3, 5])
def test_no_switch_has_the_label_of_a_rack(rows):
    """Rows C and E have racks C01 and E01."""
    project = designed(room=f"rows: {rows}, racks_per_row: 6").project
    labels = {rack_label(rack) for rack in project.floor.racks}
    assert "C01" in labels
    derived = Derived(project)
    assert not labels & set(derived.device_names.values())
    assert derived.device_names["compute/core/1"] == "core-01"
    assert derived.device_names["compute/edge/1"] == ("edge-01" if rows == 5 else "E01")
    assert "name-of-rack" not in {some.finding.rule for some in check(derived)}
    plain = Derived(msgspec.structs.replace(project, naming=Naming()))
    found = {some.finding.where for some in check(plain) if some.finding.rule == "name-of-rack"}
    assert found == labels & set(plain.device_names.values())


def test_trays_are_as_large_as_what_runs_in_them_requires():
    """512 hosts with eight rails: 300 x 100 mm trays would be over half full."""
    text = b"""
hosts: [{name: gpu, part: gpu-8rail, count: 512}]
fabrics: [{name: compute, rails: 8, families: [egft], edge: [ndr-64], core: [ndr-64]}]
room: {improve_steps: 0}
"""
    requirements = parse_requirements(text, "gpu.yaml", CATALOG)
    derived = Derived(design_project(requirements, CATALOG, "x", top=1).project)
    errors = {some.finding.rule for some in check(derived) if some.finding.severity is Severity.ERROR}
    assert "tray-fill" not in errors
    sizes = {(tray.width_mm, tray.depth_mm) for tray in derived.project.floor.trays}
    ((width, depth),) = sizes
    worst = max(fill for fill, _ in derived.filling.worst.values())
    assert 0.25 < worst <= 0.5
    # by hand: the standard sizes with less cross section would be too full
    used = worst * width * depth
    smaller = [w * d for w in (300, 450, 600, 750, 900) for d in (100, 125, 150) if w * d < width * depth]
    assert smaller
    assert all(used / area > 0.5 for area in smaller)
    given = parse_requirements(text + b"cabling: {tray_width_m: 0.3}\n", "gpu.yaml", CATALOG)
    kept = design_project(given, CATALOG, "x", top=1).project
    assert {(tray.width_mm, tray.depth_mm) for tray in kept.floor.trays} == {(300.0, 100.0)}
    small = designed(60).project
    assert {(tray.width_mm, tray.depth_mm) for tray in small.floor.trays} == {(300.0, 100.0)}


@pytest.mark.parametrize("hosts", [60, 300, 396, 640])
def test_trays_end_at_the_last_rack_unless_a_route_is_shorter_there(hosts):
    """In rooms to choose and of that size; lengths are those of trays that reach the next cross tray."""
    ours = designed(hosts, room="improve_steps: 0").project
    floor, replace, pitch = ours.floor, msgspec.structs.replace, 609.6
    rows = max(rack.row for rack in floor.racks) + 1
    per_row = max(rack.position for rack in floor.racks) + 1
    given = designed(hosts, room=f"rows: {rows}, racks_per_row: {per_row}, improve_steps: 0").project
    assert given.floor.trays == floor.trays
    reach = max(x for tray in floor.trays for x, _ in tray.points_mm)
    if (per_row - 1) % 4 in (1, 2):
        assert math.isclose(reach, (per_row - 0.5) * pitch, abs_tol=0.1)
    # by spec 2: the trays over the rows reach the first cross tray at or past the last rack
    beyond = (math.ceil((per_row - 1) / 4) * 4 + 0.5) * pitch
    over_rows, across = floor.trays[:rows], floor.trays[rows:]
    ends_at = {tray.id: (beyond, tray.points_mm[1][1]) for tray in over_rows}
    longer = [replace(tray, points_mm=(tray.points_mm[0], ends_at[tray.id])) for tray in over_rows]
    ends = tuple((beyond, tray.points_mm[0][1]) for tray in (over_rows[0], over_rows[-1]))
    last = [replace(across[0], id="tray-beyond", points_mm=ends)] if rows > 1 and beyond > reach else []
    moved = replace(ours, floor=replace(floor, trays=(*longer, *across, *last)))
    lengths = [{row.id: row.length.computed_um for row in Derived(p).rows} for p in (ours, moved)]
    assert lengths[0] == lengths[1]


@pytest.mark.parametrize(
    ("room", "texts"),
    [
        ("reserve: [{rack: all, height_u: 42}]", ("the racks are too small", "room.reserve")),
        ("cables_per_rack: 30", ("cable ends", "room.cables_per_rack")),
    ],
)
def test_why_there_is_no_place_and_what_to_do(room, texts):
    with pytest.raises(RoomTooSmallError) as caught:
        design_project(wish(60, room=room), CATALOG, "x")
    for text in texts:
        assert text in str(caught.value)
    assert "its size" not in str(caught.value), "none was given"


def test_improving_a_finished_design_keeps_its_names_where_nothing_is_better():
    project = designed(60).project
    found = improve(task_of(Derived(project)), Watcher(), steps=1)
    assert not found.better
    assert found.floor == project.floor


@pytest.mark.parametrize(
    ("hosts", "part", "keys"),
    [
        (37, "gpu-8rail", "rails: 8, edge: [ndr-64], core: [ndr-64], families: [two-level]"),
        (270, "gpu-8rail", "rails: 8, edge: [ndr-64], core: [ndr-64], families: [egft]"),
        (700, "server-1u", "edge: [ib-36], core: [ib-36], families: [egft]"),
        (60, "server-1u", "edge: [ib-36], core: [ib-36]"),
    ],
)
def test_hosts_divided_evenly_as_the_search_counts_them(hosts, part, keys):
    text = f"""
hosts: [{{name: nodes, part: {part}, count: {hosts}}}]
fabrics: [{{name: compute, {keys}, spread_hosts: even}}]
room: {{improve_steps: 0}}
"""
    requirements = parse_requirements(text.encode(), "even.yaml", CATALOG)
    found = design_project(requirements, CATALOG, "x", top=1)
    (fabric,) = Derived(found.project).fabrics
    best = found.results[0].candidates[0]
    assert fabric.link_count == best.links
    leaf = fabric.level[fabric.ends[:, 0]] == 1
    to_hosts = fabric.ends[leaf & (fabric.kind[fabric.ends[:, 1]] == 0), 0]
    held = sorted(Counter(to_hosts.tolist()).values())
    assert held[-1] - held[0] <= 1
    assert counts(Derived(found.project))["transceivers"] <= best.transceivers


@pytest.mark.parametrize("room", ["", "rows: 4, racks_per_row: 10", "rows: 3, racks_per_row: 6"])
@pytest.mark.parametrize("hosts", [330, 396])
def test_the_optimiser_of_a_new_design_leaves_empty_racks_at_the_end(hosts, room):
    project = designed(room=room, hosts=hosts).project
    racks = sorted(project.floor.racks, key=lambda rack: rack.number)
    held = [bool(rack.devices) for rack in racks]
    assert not all(held)
    assert held == sorted(held, reverse=True)


def test_trays_are_in_tiers_where_no_tray_on_sale_is_enough():
    """A design must not fail because of trays that the program chose; a note states the tiers."""
    text = b"""
hosts: [{name: nodes, part: server-1u, count: 400}]
fabrics: [{name: compute, edge: [ib-36], core: [ib-36], families: [two-level], cable_price: 80}]
cabling: {fill_max: 0.01}
"""
    project = design_project(parse_requirements(text, "x.yaml", CATALOG), CATALOG, "x").project
    derived = Derived(project)
    found = {some.finding.rule: some.finding for some in check(derived)}
    (size,) = {(tray.width_mm, tray.depth_mm) for tray in project.floor.trays}
    assert size[0] == 900.0
    tiers = size[1] / 150
    assert tiers == int(tiers) > 1
    assert "tray-fill" not in found
    worst = max(fill for fill, _ in derived.filling.worst.values())
    assert worst <= 0.01 < worst * tiers / (tiers - 1)
    assert found["tray-tiers"].severity is Severity.NOTE
    assert found["tray-tiers"].text.startswith(f"{tiers:.0f} trays of 900 x 150 mm above each other")
