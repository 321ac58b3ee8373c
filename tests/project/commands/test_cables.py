"""Differences that are accepted: the plan is as built, records go with their cables, undo and file hold."""

import msgspec
import numpy as np
import pytest

from fatdesk.engine.asbuilt.comparing import compare
from fatdesk.engine.asbuilt.difference import Kind
from fatdesk.engine.asbuilt.readers import read_discovered
from fatdesk.engine.export import EXPORTS
from fatdesk.project.commands.cables import ForgetReplug, Replug, SetCable
from fatdesk.project.commands.history import History
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.cable_records import CableRecord
from fatdesk.project.files.file_format import decode, encode
from fatdesk.project.growing.expected import plan_for
from tests.engine.asbuilt.planting import end, report, rotated, with_ends


@pytest.fixture(scope="module")
def sixty(designed):
    return designed("nodes-60")


def accepted(project, built):
    for one in built.differences:
        assert one.exchanges, one.kind
        for a, b in one.exchanges:
            project = Replug(a=a, b=b).apply(project)
    return project


def plantings(fabric):
    up = [link for link in range(132) if fabric.kind[fabric.ends[link, 1]] == 1]
    hosts = [link for link in range(132) if fabric.kind[fabric.ends[link, 1]] == 0]
    last = [link for link in hosts if fabric.ends[link, 0] == fabric.ends[hosts[-1], 0]]
    yield Kind.SWAP, rotated(fabric, [up[0], up[40]], 1)
    yield Kind.RING, rotated(fabric, [up[0], up[20], up[40], up[60]], 1)
    yield Kind.RING, rotated(fabric, [hosts[0], hosts[20], hosts[40]], 0)
    shifted = {(link, 0): (end(fabric, link, 0)[0], end(fabric, link, 0)[1] + 1) for link in last}
    yield Kind.SHIFT, with_ends(fabric, shifted)
    yield Kind.WRONG_RACK, with_ends(fabric, {(hosts[0], 0): (int(fabric.ends[last[0], 0]), 17)})


@pytest.mark.parametrize("number", range(5))
def test_what_is_accepted_is_the_plan(sixty, number) -> None:
    derived = Derived(sixty)
    kind, fabric = list(plantings(derived.fabrics[0]))[number]
    found = read_discovered(report(derived.plan, fabric), "fabric.net")
    built = compare(plan_for(derived, found), found)
    assert [one.kind for one in built.differences] == [kind]
    project = accepted(sixty, built)
    after = Derived(project, derived)
    assert after.built.misfits == {}
    assert np.array_equal(after.fabrics[0].ends, fabric.ends)
    assert np.array_equal(after.fabrics[0].ports, fabric.ports)
    again = compare(plan_for(after, found), found)
    assert again.differences == ()
    assert again.matched == again.planned == 132
    assert len({row.id for row in after.rows}) == 132
    assert decode(encode(project), "p").project == project


def test_every_export_shows_what_is(sixty) -> None:
    derived = Derived(sixty)
    _, fabric = next(plantings(derived.fabrics[0]))
    found = read_discovered(report(derived.plan, fabric), "fabric.net")
    built = compare(plan_for(derived, found), found)
    after = Derived(accepted(sixty, built))
    check(after)
    assert report(after.plan) == report(derived.plan, fabric)
    changed = {cable for one in built.differences for cable in one.cables}
    rows = {row.id for row in after.rows}
    assert not rows & changed
    assert len(EXPORTS) > 5
    for module in EXPORTS:
        module.make(after.plan)


def test_records_stay_with_their_cables(sixty) -> None:
    derived = Derived(sixty)
    _, fabric = next(plantings(derived.fabrics[0]))
    found = read_discovered(report(derived.plan, fabric), "fabric.net")
    built = compare(plan_for(derived, found), found)
    (one,) = built.differences
    cable = one.displaced[0]
    project = SetCable(cable=CableRecord(id=cable.cable, status="laid", remark="first")).apply(sixty)
    after = accepted(project, built)
    (record,) = after.cables.values()
    assert record.remark == "first"
    row = next(row for row in Derived(after).rows if row.id == record.id)
    assert row.remark == "first"
    ends = {(place.device, place.port) for place in (cable.stays, cable.found)}
    assert {(some.device, some.port) for some in (row.a, row.b)} == ends
    back = after
    for a, b in reversed(one.exchanges):
        back = ForgetReplug(a=a, b=b).apply(back)
    assert back == project


def test_undo_and_redo(sixty) -> None:
    history = History(sixty)
    before = encode(sixty)
    history.do(Replug(a="compute/core/1:1", b="compute/core/2:1"))
    after = encode(history.project)
    assert b'"t":"replugged"' in after
    assert encode(history.undo()) == before
    assert encode(history.redo()) == after


@pytest.mark.parametrize(
    ("a", "b", "why"),
    [
        ("compute/core/9:1", "compute/core/1:1", "no network has both ports"),
        ("compute/core/1:99", "compute/core/1:1", "no network has both ports"),
        ("compute/edge/4:16", "compute/edge/4:17", "nothing is plugged into either"),
        ("compute/edge/4:1", "compute/core/1:1", "of different kinds or levels"),
    ],
)
def test_what_does_not_fit_is_a_finding_and_changes_nothing(sixty, a, b, why) -> None:
    derived = Derived(Replug(a=a, b=b).apply(sixty))
    found = [some.finding for some in check(derived) if some.finding.rule == "replugged"]
    assert len(found) == 1
    assert why in found[0].text
    assert np.array_equal(derived.fabrics[0].ends, Derived(sixty).fabrics[0].ends)


def test_a_project_without_exchanges_is_written_as_before(sixty) -> None:
    assert b"replugged" not in encode(sixty)
    assert msgspec.structs.replace(sixty, replugged=()) == sixty
