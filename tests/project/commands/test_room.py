"""Power feeds and zones as decisions: what is found of them, and what becomes of them when racks go."""

import pytest
from msgspec.structs import replace

from fatdesk.engine.floor.building import PlanSettings, Wall
from fatdesk.engine.floor.checks import check_feeds
from fatdesk.engine.floor.floor import Feed, Floor, Zone
from fatdesk.project.commands.copying import Chosen, beside, clip_of
from fatdesk.project.commands.devices import Place
from fatdesk.project.commands.fabrics import Redesign
from fatdesk.project.commands.racks import RemoveRack
from fatdesk.project.commands.room import SetFeed
from fatdesk.project.document.record_kinds import differences
from tests.project.samples import rich_project


def feeds_of(project):
    return {feed.name: feed.racks for feed in project.floor.feeds}


def with_feeds(project, *feeds):
    return replace(project, floor=replace(project.floor, feeds=feeds))


def found(project):
    return [(f.severity, f.rule, f.where, f.text) for f in check_feeds(project.floor)]


def test_a_rack_that_is_removed_hangs_on_no_feed_any_more():
    project = SetFeed(feed=Feed(name="C", racks=(5, 1))).apply(rich_project())
    after = RemoveRack(rack=5).apply(project)
    assert feeds_of(after) == {**feeds_of(rich_project()), "C": (1,)}


def test_a_floor_that_is_laid_out_anew_keeps_feeds_and_zones():
    project = rich_project()
    fewer = tuple(rack for rack in project.floor.racks if rack.number != 1)
    for command in (Place(floor=Floor(racks=fewer)), Redesign(floor=Floor(racks=fewer))):
        after = command.apply(project)
        assert feeds_of(after) == {"A & <b>": (2,), "B": (), "spare": ()}
        assert after.floor.zones == project.floor.zones
        assert after.floor.walls + after.floor.doors == project.floor.walls + project.floor.doors
        assert after.floor.plan == project.floor.plan
    own = Floor(
        racks=fewer, feeds=(Feed(name="new"),), zones=(Zone(name="z", x_m=0, y_m=0, width_m=1, depth_m=1),)
    )
    own = replace(own, walls=(Wall(points_mm=((0.0, -900.0), (9.0, -900.0))),), doors=project.floor.doors)
    own = replace(own, plan=PlanSettings(north_deg=1.0))
    assert Place(floor=own).apply(project).floor == own


def test_findings_of_feeds():
    project = rich_project()
    assert found(with_feeds(project)) == []
    used = [rack.number for rack in project.floor.racks if rack.devices]
    assert found(with_feeds(project, Feed(name="all", racks=tuple(used)))) == []
    first, *others = used
    notes = found(with_feeds(project, Feed(name="F", racks=(first, 77, 78))))
    assert notes[0] == ("warning", "no-such-rack", "F", "names racks 77, 78, not there")
    assert [severity for severity, *_ in notes[1:]] == ["note"] * len(others)


def test_a_rack_that_is_gone_may_stay_on_a_feed_but_not_come():
    project = with_feeds(rich_project(), Feed(name="F", racks=(77, 1)))
    assert feeds_of(SetFeed(feed=Feed(name="F", racks=(77,))).apply(project)) == {"F": (77,)}


def test_differences_name_feeds_and_zones():
    rich = rich_project()
    bare = replace(rich, floor=replace(rich.floor, feeds=(), zones=()), studies=(), simulations=(), faults=())
    assert set(differences(rich, bare)) >= {"3 power feeds", "2 zones", "2 reference networks"}


@pytest.mark.parametrize("name", ["columns", "walls", "doors"])
def test_copies_beside_elements_that_may_overlap_are_never_put_on_them(name):
    """An invisible second one would be there otherwise, also where a copy is pasted twice."""
    project = rich_project()
    clip = clip_of(project, Chosen(**{name: (0,)}))
    count = len(getattr(project.floor, name))
    for _ in range(3):
        for command in beside(project, clip):
            project = command.apply(project)
    kept = getattr(project.floor, name)
    assert len(kept) == len(set(kept)) == count + 3


def test_a_tray_beside_itself_has_its_own_place():
    project = rich_project()
    clip = clip_of(project, Chosen(trays=(project.floor.trays[0].id,)))
    for _ in range(2):
        for command in beside(project, clip):
            project = command.apply(project)
    assert len({tray.points_mm for tray in project.floor.trays}) == len(project.floor.trays)
