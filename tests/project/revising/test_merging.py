"""Disjoint edits merge to the bytes of doing both; a field that both changed is a conflict, ours is kept."""

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fatdesk.engine.floor.building import Wall
from fatdesk.engine.floor.floor import Device
from fatdesk.project import commands as c
from fatdesk.project.commands import RefusedError
from fatdesk.project.commands.history import perform
from fatdesk.project.document.project import Project
from fatdesk.project.document.record_kinds import in_order as in_file_order
from fatdesk.project.files.file_format import decode, encode
from fatdesk.project.revising.merging import ABSENT, merge
from fatdesk.project.revising.records import put_together, taken_apart
from tests.patience import few
from tests.project.samples import built_project, rich_project
from tests.trust.test_undo import EACH, EXAMPLES

BASE = decode(encode(built_project()), "p").project
ONE = EACH | EXAMPLES
EDITS = st.lists(ONE, min_size=1, max_size=3)


def after(project, edits):
    """The project after edits; those that are refused are left out."""
    for edit in edits:
        try:
            project = perform(project, edit)
        except RefusedError:
            continue
    return decode(encode(project), "p").project


def done(project, edits):
    """The project after edits; None: one is refused."""
    try:
        return after_all(project, edits)
    except RefusedError:
        return None


def after_all(project, edits):
    for edit in edits:
        project = perform(project, edit)
    return project


def touched(one, other):
    """Records that differ, and those that they name: racks of devices, and whole kinds without keys."""
    first, second = taken_apart(one), taken_apart(other)
    keys = {key for key in first.keys() | second.keys() if first.get(key, ABSENT) != second.get(key, ABSENT)}
    kinds = {key.kind for key in keys}
    return keys, kinds


@pytest.mark.parametrize("project", [rich_project(), built_project(), Project()])
def test_taken_apart_and_put_together(project):
    assert encode(put_together(taken_apart(project))) == encode(in_file_order(project))


@settings(max_examples=few(60), suppress_health_check=list(HealthCheck))
@given(mine=EDITS, yours=EDITS)
def test_disjoint_edits_merge_to_the_bytes_of_doing_both(mine, yours):
    ours, theirs = done(BASE, mine), done(BASE, yours)
    assume(ours is not None and theirs is not None)
    (our_keys, our_kinds), (their_keys, their_kinds) = touched(BASE, ours), touched(BASE, theirs)
    assume(our_kinds and their_kinds and not our_kinds & their_kinds)
    both, reverse = done(ours, yours), done(theirs, mine)
    assume(both is not None and reverse is not None)
    assume(encode(both) == encode(reverse))
    # an edit may follow from what the other changed, so that both together touch more than each alone
    assume(touched(BASE, both)[0] == our_keys | their_keys)
    merged = merge(BASE, ours, theirs)
    assert merged.conflicts == ()
    assert encode(merged.project) == encode(both)
    assert encode(merge(BASE, theirs, ours).project) == encode(both)


@settings(max_examples=few(40), suppress_health_check=list(HealthCheck))
@given(mine=EDITS, yours=EDITS)
def test_any_edits_merge_without_loss(mine, yours):
    """With nothing changed by the other, or the same by both, the result is the one that changed."""
    ours, theirs = after(BASE, mine), after(BASE, yours)
    for sides, wanted in (
        ((BASE, ours, BASE), ours),
        ((BASE, BASE, theirs), theirs),
        ((BASE, ours, ours), ours),
    ):
        merged = merge(*sides)
        assert merged.conflicts == ()
        assert encode(merged.project) == encode(wanted)
    merged = merge(BASE, ours, theirs)
    if merged.project is None:
        assert merged.lost
        return
    result = decode(encode(merged.project), "merged").project  # it can be read back
    if not merged.conflicts:
        first, second, found = taken_apart(ours), taken_apart(theirs), taken_apart(result)
        for key in touched(BASE, ours)[0] - touched(BASE, theirs)[0]:
            assert found.get(key) == first.get(key)
        for key in touched(BASE, theirs)[0] - touched(BASE, ours)[0]:
            assert found.get(key) == second.get(key)


def test_fields_of_one_record_merge():
    first = BASE.floor.racks[0]
    ours = perform(BASE, c.RenameRack(rack=first.number, rack_label="Z1"))
    theirs = perform(BASE, c.MoveRack(rack=first.number, row=7, position=3))
    both = perform(ours, c.MoveRack(rack=first.number, row=7, position=3))
    merged = merge(BASE, ours, theirs)
    assert (merged.conflicts, encode(merged.project)) == ((), encode(both))


def test_the_same_field_is_a_conflict_and_ours_is_kept():
    ours, theirs = (perform(BASE, c.SetCabling(slack_m=metres)) for metres in (3.0, 4.0))
    theirs = perform(theirs, c.SetCabling(fill_max=0.21))
    merged = merge(BASE, ours, theirs)
    assert [one.text for one in merged.conflicts] == ["cabling: slack_m: ours 3.0, theirs 4.0"]
    assert (merged.project.cabling.slack_m, merged.project.cabling.fill_max) == (3.0, 0.21)


def test_a_device_moved_twice_is_one_conflict_and_is_in_one_rack():
    base = perform(BASE, c.AddDevice(rack=2, device=Device(id="x/1", part="server-1u", u=30)))
    ours = perform(base, c.MoveDevice(id="x/1", rack=2, u=31))
    theirs = perform(base, c.MoveDevice(id="x/1", rack=5, u=32))
    merged = merge(base, ours, theirs)
    assert [one.text for one in merged.conflicts] == [
        "devices x/1: place: ours unit 31 of rack 2, theirs unit 32 of rack 5"
    ]
    places = [
        (rack.number, device.u)
        for rack in merged.project.floor.racks
        for device in rack.devices
        if device.id == "x/1"
    ]
    assert places == [(2, 31)]


def test_a_device_in_a_rack_that_the_other_removed():
    base = perform(BASE, c.AddRack(part=BASE.floor.racks[0].part, row=9, position=9, number=77))
    base = perform(base, c.AddDevice(rack=2, device=Device(id="x/1", part="server-1u", u=30)))
    moved = perform(base, c.MoveDevice(id="x/1", rack=77, u=3))
    removed = perform(base, c.RemoveRack(rack=77))
    merged = merge(base, removed, moved)
    assert [one.text for one in merged.conflicts] == [
        "devices x/1: ours unit 30 of rack 2, theirs unit 3 of rack 77"
    ]
    assert encode(merged.project) == encode(removed)


def test_records_without_keys():
    walls = [Wall(points_mm=((n * 1000.0, 0.0), (n * 1000.0, 5000.0))) for n in range(5)]
    base = replace(BASE, floor=replace(BASE.floor, walls=tuple(walls[:2])))

    def with_walls(*some):
        return replace(base, floor=replace(base.floor, walls=some))

    ours, theirs = with_walls(*walls[:2], walls[2]), with_walls(*walls[:2], walls[3])
    assert merge(base, ours, theirs).project.floor.walls == tuple(walls[:4])
    changed = merge(base, with_walls(walls[0], walls[2]), with_walls(walls[0], walls[3]))
    assert [one.kind for one in changed.conflicts] == ["walls"]
    assert changed.project.floor.walls == (walls[0], walls[2])
    removed = merge(base, with_walls(walls[1]), with_walls(*walls[:2], walls[4]))
    assert (removed.conflicts, removed.project.floor.walls) == ((), (walls[1], walls[4]))


def test_what_the_other_removed_but_is_named_makes_no_project():
    """They take a part away that nothing used; we place a device of it."""
    spare = replace(next(part for part in BASE.parts if part.id == "server-1u"), id="spare-1u")
    base = replace(BASE, parts=(*BASE.parts, spare))
    ours = perform(base, c.AddDevice(rack=2, device=Device(id="x/1", part="spare-1u", u=30)))
    merged = merge(base, ours, BASE)
    assert merged.project is None
    assert merged.conflicts == ()
    [lost] = merged.lost
    assert lost.startswith("racks 2: devices[")
    assert 'the part "spare-1u" is not among the parts' in lost
