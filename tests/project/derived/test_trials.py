"""Figures worked out from what moves alone are those of the whole, to the last digit."""

import math
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fatdesk.engine.cabling.filling import stretches
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.catalog.tray_loads import TrayLoad
from fatdesk.engine.floor.floor import Tray
from fatdesk.engine.floor.room import Area
from fatdesk.project.commands import Batch, RefusedError
from fatdesk.project.commands.bill import SetTerms
from fatdesk.project.commands.cables import SetCables
from fatdesk.project.commands.devices import MoveDevice, SwapDevices
from fatdesk.project.commands.racks import MoveRack
from fatdesk.project.commands.room import AddColumn, AddTray, ChangeTray, RemoveTray
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import figures_of
from fatdesk.project.derived.trials import Trials
from fatdesk.project.document.cable_records import CableRecord
from fatdesk.project.document.project import BillRules
from tests.benchmarks.large import free_strip, large_room
from tests.project.designing.test_end_to_end import CASES, OWN, STANDARD, designed

KINDS = (
    "splitters part filled",
    "two networks on two ports",
    "legs",
    "legs and externals",
    "rails, optical",
    "compute and storage",
    "bundles of three",
    "custom",
    "modular",
    "blades",
)
SPARES = BillRules(spares_percent={"cables": 5.0, "transceivers": 3.5, "switches": 10.0})


@pytest.fixture(scope="module")
def made():
    """Projects of many kinds, each designed once; parts of the whole catalog can be named."""
    catalog, known = Catalog([*load_shipped(), *OWN]), {}

    def make(name):
        if name not in known:
            rules = CASES[name][2]
            rules = rules if rules is not STANDARD else replace(rules, slack_m=0.25, tolerance=0.03)
            project = designed(catalog, *CASES[name][:2], rules).project
            project = replace(project, parts=tuple(catalog), bill=SPARES)
            known[name] = (project, [row.id for row in Derived(project).rows])
        return known[name]

    return make


def place(draw, racks, near=False):
    """A rack to somewhere: among the trays, or far from all of them."""
    rack = draw(st.sampled_from(racks))
    if draw(st.integers(0, 4)) == 0 and not near:
        return MoveRack(rack=rack.number, x_mm=90_000.0 + 700 * rack.number, y_mm=500.0)
    x, y = (rack.x_mm, rack.y_mm)
    return MoveRack(
        rack=rack.number,
        x_mm=x + draw(st.integers(-3, 3)) * 110.5,
        y_mm=y + draw(st.integers(-2, 20)) * 130.0,
    )


def device_move(draw, racks):
    """A device to other units, or in the place of another."""
    full = [rack for rack in racks if rack.devices]
    one = draw(st.sampled_from(draw(st.sampled_from(full)).devices))
    if draw(st.booleans()):
        return MoveDevice(id=one.id, rack=draw(st.sampled_from(racks)).number, u=draw(st.integers(1, 42)))
    return SwapDevices(a=one.id, b=draw(st.sampled_from(draw(st.sampled_from(full)).devices)).id)


@st.composite
def floor_edits(draw, project):
    """Something that a drag leads to: a rack, several, or devices."""
    racks = project.floor.racks
    what = draw(st.integers(0, 3))
    if what == 0:
        return device_move(draw, racks)
    if what == 1:
        far = draw(st.integers(0, 30))
        some = draw(st.lists(st.sampled_from(racks), min_size=2, max_size=4, unique=True))
        moves = tuple(MoveRack(rack=r.number, x_mm=r.x_mm, y_mm=r.y_mm + 5000.0 + 97.0 * far) for r in some)
        return Batch(commands=moves)
    return place(draw, racks)


@st.composite
def other_edits(draw, project, ids):
    """Something that is not a drag of racks or devices."""
    trays = project.floor.trays
    tray = draw(st.sampled_from(trays)) if trays else None
    bent = Tray(
        id="bent",
        points_mm=((0.0, 500.0), (3000.5, 2750.25), (4000.0, 9000.0)),
        elevation_mm=2700.0,
        width_mm=200.0,
        depth_mm=60.0,
    )
    records = [
        CableRecord(
            id=draw(st.sampled_from(ids)),
            part=draw(st.sampled_from([None, "qsfp-plus-optical", "quad-copper"])),
            length_m=draw(st.sampled_from([None, 5.0, 7.25])),
        )
        for _ in range(3)
    ]
    found = [SetCables(cables=tuple({record.id: record for record in records}.values())), AddTray(tray=bent)]
    found += [
        SetTerms(part="rack-42u", pack_size=3, discount_percent=Decimal(10)),
        SetTerms(part="quad-copper", length_m=5.0, pack_size=7),
    ]
    rack = draw(st.sampled_from(project.floor.racks))
    found.append(
        Batch(
            commands=(AddTray(tray=bent), MoveRack(rack=rack.number, x_mm=rack.x_mm, y_mm=rack.y_mm + 5000.0))
        )
    )
    if tray is not None:
        wider = replace(tray, width_mm=tray.width_mm + 50, points_mm=(*tray.points_mm, (100.0, 20_000.0)))
        found += [RemoveTray(id=tray.id), ChangeTray(tray=wider)]
    return draw(st.sampled_from(found))


def applied(project, command):
    """The project after a command; before it where it is refused."""
    try:
        return command.apply(project)
    except RefusedError:
        return project


@given(st.sampled_from(KINDS), st.data())
def test_a_drag_gives_the_figures_of_the_whole(made, kind, data):
    """Some edits, then many places for one thing after the other, each tried against the same project."""
    project, ids = made(kind)
    for _ in range(data.draw(st.integers(0, 3))):
        project = applied(project, data.draw(st.one_of(other_edits(project, ids), floor_edits(project))))
    trials = Trials(Derived(project))
    for _ in range(data.draw(st.integers(1, 5))):
        tried = applied(project, data.draw(floor_edits(project)))
        found, whole = trials.tried(tried), Derived(tried)
        assert found.figures == trials.moved(tried) == figures_of(whole)
        assert found.filling.worst == whole.filling.worst
        trays, net = tried.floor.trays, whole.positions.graph.net
        assert stretches(found.filling, found.graph.net, trays) == stretches(whole.filling, net, trays)


@given(st.sampled_from(KINDS), st.data())
def test_step_by_step_is_the_same_as_from_scratch(made, kind, data):
    """What is taken over from the project before never differs from what is made anew."""
    project, ids = made(kind)
    derived = Derived(project)
    for _ in range(data.draw(st.integers(1, 5))):
        edit = data.draw(st.one_of(other_edits(project, ids), floor_edits(project)))
        figures = Trials(derived).figures(applied(project, edit))
        project = applied(project, edit)
        derived = Derived(project, derived)
        fresh = Derived(project)
        assert figures_of(derived) == figures_of(fresh) == figures
        assert derived.rows == fresh.rows
        assert derived.bill == fresh.bill
        assert derived.filling.worst == fresh.filling.worst


@pytest.mark.parametrize("kind", ["custom", KINDS[0]])
def test_trays_tried_in_threads_at_once_are_those_of_the_whole(made, kind):
    """Threads share what is kept of lengths: each finds the figures, fills and joints of its own tray."""
    project, _ = made(kind)
    lines = [((500.0, 500.0), (500.0, 9000.0 + 700.0 * n), (6000.0, 9000.0 + 700.0 * n)) for n in range(8)]
    tray = Tray(id="new", points_mm=lines[0], elevation_mm=2700.0, width_mm=300.0, depth_mm=100.0)
    tried = [AddTray(tray=replace(tray, points_mm=line)).apply(project) for line in lines]
    trials = Trials(Derived(project))
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda work: work(), [trials.in_full(one) for one in tried]))
    for one, result in zip(tried, found, strict=True):
        whole = Derived(one)
        assert result.project is one
        assert result.figures == figures_of(whole)
        assert result.filling.worst == whole.filling.worst
        assert (result.graph.drop_piece == whole.positions.graph.drop_piece).all()


def test_a_move_changes_the_figures(made):
    """The comparisons above are not between two that never change."""
    project, _ = made("custom")
    trials = Trials(Derived(project))
    now = trials.figures(project)
    rack = next(rack for rack in project.floor.racks if rack.devices)
    moved = trials.moved(MoveRack(rack=rack.number, x_mm=rack.x_mm, y_mm=rack.y_mm + 20.0).apply(project))
    assert moved.metres != now.metres
    assert moved.cost != now.cost
    assert isinstance(moved.cost, Decimal)
    far = trials.moved(MoveRack(rack=rack.number, x_mm=90_000.0, y_mm=0.0).apply(project))
    assert far.metres_bound
    assert far.cables == now.cables


def test_only_racks_and_devices_are_tried_this_way(made):
    project, ids = made("custom")
    trials = Trials(Derived(project))
    cable = SetCables(cables=(CableRecord(id=ids[0], length_m=50.0),)).apply(project)
    tray = RemoveTray(id=project.floor.trays[0].id).apply(project)
    for other in (cable, tray):
        assert trials.moved(other) is None
        assert trials.figures(other) == figures_of(Derived(other))


@pytest.mark.parametrize(
    ("kind", "apart", "media"),
    [
        ("rails, optical", "rails", ("all", "all")),
        ("two networks on two ports", "fabrics", ("all", "all")),
        ("splitters part filled", "no", ("fibre", "copper")),
    ],
)
def test_routes_that_depend_on_other_cables_are_those_of_the_whole(made, kind, apart, media):
    """Paths apart, and trays for one medium: with a second tray above each, each rack moves."""
    project, _ = made(kind)
    trays = [
        replace(tray, id=f"{tray.id}{end}", elevation_mm=tray.elevation_mm + more, carries=carries)
        for tray in project.floor.trays
        for end, more, carries in (("", 0, media[0]), ("-b", 400, media[1]))
    ]
    rules = replace(project.cabling, apart=apart)
    project = replace(project, floor=replace(project.floor, trays=tuple(trays)), cabling=rules)
    trials = Trials(Derived(project))
    for rack in project.floor.racks:
        moved = MoveRack(rack=rack.number, x_mm=rack.x_mm, y_mm=rack.y_mm + 130.0).apply(project)
        assert trials.figures(moved) == figures_of(Derived(moved))


def test_a_column_changes_the_floor_and_moves_nothing(made):
    project, _ = made("custom")
    trials = Trials(Derived(project))
    area = Area(x_m=-50.0, y_m=-50.0, width_m=1.0, depth_m=1.0, kind="wall")
    other = AddColumn(column=area).apply(project)
    assert trials.moved(other) == trials.figures(project) == figures_of(Derived(other))


def test_a_drag_is_much_cheaper_than_the_whole_way():
    """Both in one run, the least of several: a ratio, independent of the clock."""
    project = large_room(edges=300)
    derived = Derived(project)
    trials = Trials(derived)
    rack = next(rack for rack in project.floor.racks if rack.devices)
    left, _, y = free_strip(project)

    def least(work, times):
        spent = []
        for number in range(times):
            moved = MoveRack(rack=rack.number, x_mm=left + 137.0 * number, y_mm=y).apply(project)
            start = time.process_time()
            figures = work(moved)
            spent.append(time.process_time() - start)
        assert figures.cables == 300 * 40
        return min(spent[1:])

    assert least(trials.figures, 12) * 8 < least(lambda moved: figures_of(Derived(moved)), 4)


@pytest.mark.parametrize("name", KINDS)
def test_stretches_cover_the_trays_and_reach_their_worst_fill(made, name):
    """The map of fill is the list of worst fills, told from place to place."""
    project, _ = made(name)
    derived = Derived(project)
    trays = project.floor.trays
    found = stretches(derived.filling, derived.positions.graph.net, trays)
    for tray in trays:
        mine = [some for some in found if some.tray == tray.id]
        assert max(some.fill for some in mine) == derived.filling.worst[tray.id][0]
        whole = sum(math.dist(*ends) for ends in pairwise(tray.points_mm))
        assert sum(math.dist(some.start, some.stop) for some in mine) == pytest.approx(whole)
        assert mine[0].start == pytest.approx(tray.points_mm[0], abs=0.001)
        assert all(one.stop == pytest.approx(two.start, abs=0.002) for one, two in pairwise(mine))
    assert any(some.cables for some in found)


def test_kinds_are_those_of_the_wiring_list(made):
    """What the card of a drag says of kinds is what the list will say."""
    project, _ = made("custom")
    derived = Derived(project)
    counted = Counter(row.kind for row in derived.rows if row.kind)
    assert dict(figures_of(derived).kinds) == dict(counted)
    assert counted


def ruled(project):
    """The project with figures for all rules of trays, small enough that some are exceeded."""
    parts = tuple(
        replace(
            part, mass_kg_per_m=0.05, bend_mm=47.0, bend_pull_mm=95.0, diameter_mm=part.diameter_mm or 5.0
        )
        if isinstance(part, Cable)
        else part
        for part in project.parts
    )
    loads = (TrayLoad(span_m=2.0, n_per_m=1.0),)
    trays = tuple(
        replace(tray, support_mm=2000.0, loads=loads, corner_mm=46.0, drop_mm=76.0, width_mm=30.0)
        for tray in project.floor.trays
    )
    return replace(
        project,
        parts=parts,
        floor=replace(project.floor, trays=trays),
        cabling=replace(project.cabling, profile="en-50174-2"),
    )


@pytest.mark.parametrize("name", ["splitters part filled", "bundles of three", "blades"])
def test_rules_of_trays_hold_in_a_drag_as_in_the_whole(made, name):
    project = ruled(made(name)[0])
    trials, exceeded = Trials(Derived(project)), set()
    for rack in project.floor.racks[:3]:
        for x_mm, y_mm in ((rack.x_mm, rack.y_mm + 20.0), (90_000.0, 500.0)):
            moved = MoveRack(rack=rack.number, x_mm=x_mm, y_mm=y_mm).apply(project)
            found = trials.moved(moved)
            assert found is not None
            assert found == figures_of(Derived(moved))
            exceeded |= {one.title for one in found.beyond}
    assert {"Load", "Stacking height"} & exceeded
