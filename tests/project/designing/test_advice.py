"""What would help: each step that is advised can be done, and does what is said of it."""

import pytest

from fatdesk.engine.failures.elements import named
from fatdesk.engine.floor.floor import Feed
from fatdesk.project.commands.cables import SetCable
from fatdesk.project.commands.history import History, perform
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.losses import elements_of, loss_analysis, losses
from fatdesk.project.designing.advice import advice
from fatdesk.project.document.cable_records import CableRecord
from tests.engine.failures.placed_samples import derived
from tests.engine.failures.test_elements import with_floor


def element(some, key):
    return named(elements_of(some, "compute"), key)


def core_racks(some):
    """Losses of the racks with core switches."""
    level = loss_analysis(some, "compute").placed.network.level
    racks = [
        one for one in elements_of(some, "compute") if one.kind == "rack" and (level[one.nodes] == 2).any()
    ]
    return losses(some, "compute", racks)


@pytest.mark.parametrize(("name", "rack"), [("nodes-396", 7), ("blades-224", 3)])
def test_core_switches_in_one_rack_more(name, rack):
    some = derived(name)
    groups = len(core_racks(some)) + 1
    found = advice(some, "compute", element(some, f"rack/{rack}"))
    history = History(some.project)
    after = Derived(history.do(found.command))
    racks = core_racks(after)
    assert len(racks) == groups
    least = min(loss.bisection_left for loss in racks)
    assert f"in {groups} racks" in found.text
    assert f"{100 * least:.1f} % of the bisection" in found.text
    assert least > min(loss.bisection_left for loss in core_racks(some))
    assert found.title == f"Try it: {groups} racks"
    assert found.command.step.endswith(f" switches over {groups} racks")
    assert history.undo() == some.project


def test_switches_of_all_rails_in_one_rack():
    """Eight edge switches, one for each rail, are in A04: its loss cuts off all hosts, one rail does not."""
    some = derived("gpu-31")
    found = advice(some, "compute", element(some, "rack/4"))
    history = History(some.project)
    after = Derived(history.do(found.command))
    racks = [one for one in elements_of(after, "compute") if one.kind == "rack"]
    worst = max(loss.left.hosts_lost for loss in losses(after, "compute", racks))
    (before,) = losses(some, "compute", [element(some, "rack/4")])
    assert (before.left.hosts_lost, worst) == (31, 5)
    assert "cuts off 5 instead of 31 hosts" in found.text
    holding = [
        rack.number
        for rack in after.project.floor.racks
        for device in rack.devices
        if device.id.startswith("compute/edge/")
    ]
    assert len(holding) == 8
    assert max(holding.count(number) for number in holding) == 2, "as evenly as five racks with room allow"
    assert history.undo() == some.project


def test_switches_with_cables_in_place_stay():
    some = derived("gpu-31")
    project, installed = some.project, "compute/edge/3"
    moved = {move.id for move in advice(some, "compute", element(some, "rack/4")).command.commands}
    assert installed in moved
    cable = next(row.id for row in some.rows if f"{installed}:" in row.id)
    kept = Derived(perform(project, SetCable(cable=CableRecord(id=cable, status="installed"))))
    found = advice(kept, "compute", element(kept, "rack/4"))
    others = {move.id for move in found.command.commands}
    assert installed not in others
    assert len(others) == len(moved), "another switch moves instead, as one can stay"
    every = kept.project
    for number in range(1, 9):
        cable = next(row.id for row in some.rows if f"compute/edge/{number}:" in row.id)
        every = perform(every, SetCable(cable=CableRecord(id=cable, status="installed")))
    fixed = Derived(every)
    assert advice(fixed, "compute", element(fixed, "rack/4")) is None


def test_nothing_is_advised_where_nothing_helps():
    some = derived("nodes-396")
    assert advice(some, "compute", element(some, "rack/1")) is None  # no core switch is in it
    assert advice(some, "compute", element(some, "switch/compute/core/1")) is None
    two = derived("gpu-31")
    assert len(core_racks(two)) == 2, "core switches are in two racks by default"
    assert advice(two, "compute", element(two, "rack/3")) is None  # more racks would not help
    single = derived("director")  # one core switch cannot stand in two racks
    assert advice(single, "compute", element(single, "rack/1")) is None


def test_a_second_feed():
    feeds = (Feed(name="A", racks=(1, 2, 3)), Feed(name="B", racks=(3,)))
    some = with_floor("nodes-396", feeds=feeds)
    found = advice(some, "compute", element(some, "feed/A"))
    assert found.title == "Try it: 2 racks on B"
    after = Derived(found.command.apply(some.project))
    (loss,) = losses(after, "compute", [element(after, "feed/A")])
    assert loss.left.hosts_lost == 0
    assert advice(after, "compute", element(after, "feed/A")) is None
    alone = with_floor("nodes-396", feeds=feeds[:1])
    assert advice(alone, "compute", element(alone, "feed/A")) is None
