"""Patch panels while a network grows: links that stay keep their ports, new ones take free ports."""

from collections import Counter
from functools import cache

import numpy as np
import pytest
from msgspec.structs import replace

from fatdesk.core.errors import InputError
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.change_order.rows import Action
from fatdesk.engine.design.growth_target import HostTarget
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.growth.changes import Fate
from fatdesk.engine.structured.structured import laid_trunks
from fatdesk.project.commands.cables import SetCabling
from fatdesk.project.commands.history import History
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.document.project import Project
from fatdesk.project.files.file_format import decode, encode
from fatdesk.project.growing.policies import policy_results
from fatdesk.project.growing.work import Work

CATALOG = load_shipped()
UNIT = b"""
hosts: [{name: gpu, part: nvidia-dgx-h100, count: 31, per_rack: 4}]
fabrics:
- {name: compute, rails: 8, media: optical, families: [two-level], edge: [nvidia-qm9700],
   core: [nvidia-qm9700], edge_at: end-of-row}
room: {rack: apc-ar3107, rows: 6, racks_per_row: 12, core_at: [6, 7, 8, 9], core_groups: 4}
cabling: {panels: uplinks}
"""
"""A unit of an H100 reference architecture: 8 leaf switches with 32 uplinks to 4 spine switches."""


@cache
def unit() -> Project:
    project = design_project(parse_requirements(UNIT, "unit.yaml", CATALOG), CATALOG, "unit").project
    assert project is not None
    return project


@cache
def works(*counts: int) -> tuple[Work, ...]:
    steps = tuple(GrowthStep(hosts=(HostTarget(name="gpu", count=count),)) for count in counts)
    [found] = policy_results(unit(), steps, CATALOG, [("in-place",) * len(steps)])
    assert not found.why_not
    return found.works


def ports(derived: Derived) -> dict[str, tuple[str, ...]]:
    """Panel ports of each link that goes over panels."""
    return {row.id: row.panels for row in derived.rows if row.panels}


def test_links_that_stay_keep_their_ports_and_no_port_is_used_twice() -> None:
    """One unit to two, then to three: 128 of 256 uplinks move, then those that the third unit needs."""
    for work in works(60, 92):
        before, after = work.grown.before, work.grown.after
        kept = [one for one in work.changes.of(Fate.KEPT) if one.before is not None and one.before.panels]
        assert kept
        assert all(
            one.after is not None and one.before.panels == one.after.panels for one in kept if one.before
        )
        moved = list(work.changes.of(Fate.MOVED))
        assert len(moved) == work.changes.patch_moves == work.moved > 0
        used = Counter(port for both in ports(after).values() for port in both)
        assert set(used.values()) == {1}
        assert before.structured is not None
        assert after.structured is not None
        units = {panel.name: (panel.rack, panel.u) for panel in after.structured.panels}
        assert all(units[panel.name] == (panel.rack, panel.u) for panel in before.structured.panels)
        trunks = {trunk.id: (trunk.part.id, trunk.first) for trunk in after.structured.trunks}
        assert all(trunks[one.id] == (one.part.id, one.first) for one in before.structured.trunks)
    assert works(60)[0].moved == 128


def test_the_order_names_the_panel_ports_of_cables_that_are_plugged() -> None:
    [work] = works(60)
    after, rows = ports(work.grown.after), list(work.order("step").rows())
    moved = [row for row in rows if row.action is Action.MOVE]
    assert {row.note for row in moved} == {"its panel ports stay"}, "all core switches are in one rack"
    assert len(moved) == work.moved
    added = [row for row in rows if row.action is Action.ADD and row.cable_id in after]
    assert len(added) == len(after) - len(ports(work.grown.before))
    assert all(row.note == f"over {' and '.join(after[row.cable_id])}" for row in added)


def test_applied_saved_and_undone() -> None:
    [work] = works(60)
    history = History(unit())
    history.do(work.applied())
    project = history.project
    assert project.trunks == work.grown.project.trunks != ()
    assert ports(Derived(decode(encode(project), "x.fatdesk").project)) == ports(work.grown.after)
    history.undo()
    assert history.project.trunks == ()
    other = SetCabling(trunk_fibres=144).apply(project)
    assert other.trunks == (), "other rules of panels work trunks out again"
    assert SetCabling(slack_m=1.0).apply(project).trunks == project.trunks


def test_a_file_with_a_wrong_name_of_a_trunk_is_refused_with_its_line() -> None:
    data = encode(works(60)[0].grown.project)
    wrong = data.replace(b'"compute/trunk/1-6/1"', b'"compute/trunk/one"')
    assert wrong != data
    with pytest.raises(InputError, match=r"x\.fatdesk:\d+: trunks\.id: expected a trunk such as"):
        decode(wrong, "x.fatdesk")


@pytest.mark.parametrize("seed", range(4))
def test_links_fill_the_free_places_of_trunks_in_place(seed: int) -> None:
    """Any half of the links is on the trunks already: these keep their ports, the others find theirs."""
    derived = Derived(unit())
    assert derived.structured is not None
    every = ports(derived)
    random = np.random.default_rng(seed)
    there = {link: link for link in every if random.random() < 0.5}
    laid = laid_trunks(derived.structured, derived.catalog, there)
    again = Derived(replace(unit(), trunks=laid))
    found = ports(again)
    assert found.keys() == every.keys()
    assert all(found[link] == every[link] for link in there)
    assert set(Counter(port for both in found.values() for port in both).values()) == {1}
    assert again.structured is not None
    one, other = derived.structured, again.structured
    assert sorted(trunk.id for trunk in one.trunks) == sorted(trunk.id for trunk in other.trunks)
    assert one.counts == other.counts


def test_a_rebuild_works_trunks_out_again() -> None:
    step = GrowthStep(hosts=(HostTarget(name="gpu", count=36),))
    [found] = policy_results(unit(), (step,), CATALOG, [("rebuild",)])
    assert found.works[0].grown.project.trunks == ()
