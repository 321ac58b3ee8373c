"""Requirements of up to a million hosts: answered, or refused at once with what would fit."""

import dataclasses

import pytest
from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.curve import curve
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import counts
from fatdesk.project.designing import designing, improving
from fatdesk.project.designing.designing import (
    MOST_LINKS,
    RoomTooSmallError,
    TooLargeError,
    check_links,
    design_project,
)
from fatdesk.project.document.record_kinds import in_order
from fatdesk.project.files.storing import load_project, save_project

CATALOG = load_shipped([])
MILLION = 1_000_000
TREE = """
hosts: [{name: n, part: server-1u, count: 1000000}]
fabrics: [{name: compute, blocking: 1, edge: [ib-36], core: [modular-648]}]
"""
DGX = """
hosts: [{name: gpu, part: nvidia-dgx-h100, count: 1000000}]
fabrics: [{name: compute, edge: [nvidia-qm9700], core: [nvidia-qm9700]}]
"""


def wanted(text, more=""):
    return parse_requirements((text + more).encode(), "million.yaml", CATALOG)


def test_a_design_with_too_many_links_is_found_but_not_placed():
    """Trees of 64-port switches for a million hosts have four levels."""
    designed = design_project(wanted(DGX), CATALOG, "x")
    [best] = designed.chosen
    assert best.links > MOST_LINKS
    assert designed.project is None
    fitting = MILLION * MOST_LINKS // best.links // 10_000 * 10_000
    assert f"have about {fitting:,} hosts" in designed.too_large


def test_no_family_joins_a_million_hosts():
    text = DGX.replace("edge:", "families: [star, two-level], edge:")
    designed = design_project(wanted(text), CATALOG, "x")
    assert designed.project is None
    assert "ports: 64, needs 1000000" in designed.results[0].why_none()


@pytest.mark.parametrize(
    ("more", "error", "text"),
    [
        (
            "room: {rows: 20, racks_per_row: 50}",
            RoomTooSmallError,
            "1,000,000 U, its 1,000 racks have 42,000 U",
        ),
        ("room: {improve_steps: 100}", FatdeskError, "room.improve_steps .* at most 250,000 hosts"),
        ("objective: {minimise: routed_cost}", FatdeskError, "objective.minimise .* at most 250,000 hosts"),
    ],
)
def test_what_would_take_too_long_is_refused_before_the_search(more, error, text):
    with pytest.raises(error, match=text):
        design_project(wanted(TREE, more), CATALOG, "x")


def test_too_little_memory_is_refused_with_what_fits():
    check_links(MILLION, 60_590, 3_000_016, None)
    check_links(MILLION, 60_590, 3_000_016, 4_000_000_000)
    with pytest.raises(
        TooLargeError, match=r"2\.9 GB of memory .* 1\.5 GB are free: have about 510,000 hosts"
    ):
        check_links(MILLION, 60_590, 3_000_016, 1_500_000_000)


def test_a_curve_of_too_many_searches_is_refused_with_a_step_that_is_not():
    wish = wanted(TREE)
    with pytest.raises(FatdeskError, match=r"999,999 searches .* give a larger step \((\d+)\)") as found:
        curve(wish, wish.fabrics[0], CATALOG, 2, MILLION)
    step = int(str(found.value).partition("step (")[2].partition(")")[0])
    with pytest.raises(FatdeskError, match="take too long"):
        curve(wish, wish.fabrics[0], CATALOG, 2, MILLION, step=step // 2)
    few = curve(wish, wish.fabrics[0], CATALOG, 100_000, MILLION, step=450_000)
    assert [point.hosts for point in few] == [100_000, 550_000, MILLION]
    [alone] = curve(wish, wish.fabrics[0], CATALOG, MILLION, MILLION)
    assert few[-1] == dataclasses.replace(alone, due="1,938 core switches in place of 972")


def test_large_projects_are_placed_by_the_rules_alone(monkeypatch):
    monkeypatch.setattr(designing, "LARGE", 100)
    plain = wanted(TREE.replace("1000000", "396"))
    made = design_project(plain, CATALOG, "x")
    assert made.improved is None
    by_rules = replace(plain, room=replace(wanted(TREE, "room: {rack: rack-42u}").room, improve_steps=0))
    monkeypatch.setattr(designing, "LARGE", 1_000)
    in_order = design_project(by_rules, CATALOG, "x").project
    assert counts(Derived(made.project)) == counts(Derived(in_order))
    shape = [
        [[(device.part, device.u) for device in rack.devices] for rack in project.floor.racks]
        for project in (made.project, in_order)
    ]
    assert shape[0] == shape[1]


def test_placements_of_too_many_devices_are_not_improved(monkeypatch):
    project = design_project(
        wanted(TREE.replace("1000000", "36"), "room: {improve_steps: 0}"), CATALOG, "x"
    ).project
    monkeypatch.setattr(improving, "MOST_DEVICES", 30)
    with pytest.raises(FatdeskError, match="at most 30 are"):
        improving.improve_project(project, steps=1, progress=SILENT)


@pytest.mark.slow
def test_a_million_hosts_from_requirements_to_a_file(tmp_path):
    designed = design_project(wanted(TREE), CATALOG, "x")
    derived = Derived(designed.project, designed.derived)
    found = counts(derived)
    assert found["hosts"] == MILLION
    assert found["links"] == found["cables"] == designed.chosen[0].links
    seats = derived.positions.seats
    assert all(name in seats for fabric in derived.fabrics for name in fabric.ids)
    assert not {some.finding.rule for some in check(derived)} & {"unplaced", "port-used-twice", "unreachable"}
    path = tmp_path / "million.fatdesk"
    save_project(designed.project, path)
    assert load_project(path).project == in_order(designed.project)
