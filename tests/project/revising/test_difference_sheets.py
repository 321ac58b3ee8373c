"""Differences on paper: rows and marks are those of the comparison, clouds lie around what changed."""

import re
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from fatdesk.cli import main
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.change_order.drawing_sheets import StepSheets
from fatdesk.engine.change_order.marks import Mark
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.drawing.clouds import clouds, merged
from fatdesk.engine.drawing.display import Lines
from fatdesk.engine.drawing.palette import PRINT
from fatdesk.engine.drawing.sheet import STOCK_A4, Imprint
from fatdesk.engine.floor.floor import rack_label
from fatdesk.project.commands import Batch
from fatdesk.project.commands.bill import SetPart
from fatdesk.project.commands.devices import RemoveDevice, SwapDevices
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.racks import MoveRack, MoveRacks, RackMove, Reserve, TurnRacks
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project
from fatdesk.project.files.storing import save_project
from fatdesk.project.revising.difference_sheets import difference_leaves, marked_differences
from fatdesk.project.revising.differences import differences

WISH = """
hosts: [{name: n, part: server-1u, count: 60}]
fabrics: [{name: compute, blocking: 1, edge: [ib-36], core: [ib-36]}]
room: {rack: rack-42u, rows: 2, racks_per_row: 4}
"""


@pytest.fixture(scope="module")
def before():
    catalog = load_shipped([])
    wish = parse_requirements(WISH.encode(), "wish.yaml", catalog)
    return Derived(design_project(wish, catalog, "p").project)


@pytest.fixture(scope="module")
def after(before):
    first = before.project.floor.racks[0]
    swapped = perform(before.project, SwapDevices(a="n/1", b="n/60"))
    return Derived(perform(swapped, TurnRacks(racks=(first.number,), front="up")))


def texts(leaves):
    pages = [leaf.draw() for leaf in leaves]
    return [item.text for page in pages for item in page.items if hasattr(item, "text")]


def fronts(shown):
    """Headings of the drawn racks."""
    return [text for text in shown if re.fullmatch(r"[A-Z]\d\d (before|now)", text)]


def test_tables_list_what_the_comparison_found(before, after):
    found = differences(before, after)
    shown = texts(difference_leaves(before, after, found, "from A to B", PRINT, STOCK_A4))
    for cable in found.cables:
        assert cable.link in shown
        assert cable.id not in shown
        assert shown.count(after.plan.numbers[cable.id]) == 1
    for change in found.changes:
        assert after.device_names.get(change.name, change.name) in shown
    assert any(text == "Differences: records" for text in shown)
    assert "Network compute: what is unchanged, changed, added and removed" in shown
    racks = {rack_label(rack): rack for rack in after.project.floor.racks}
    held = [label for label, rack in racks.items() if {"n/1", "n/60"} & {one.id for one in rack.devices}]
    for label in held:
        assert shown.count(f"{label} before") == shown.count(f"{label} now") == 1
    assert len(fronts(shown)) == 2 * len(held)
    nothing = difference_leaves(before, before, differences(before, before), "same", PRINT, STOCK_A4)
    assert list(nothing) == []


def test_what_changed_is_in_words(before):
    """Reserved units and prices are no extracts of the project file; a cable without a route has no part."""
    room = before.project.floor.racks[-1].number
    part = next(one for one in before.project.parts if one.id == "ib-36")
    priced = structs.replace(part, price=structs.replace(part.price, amount=Decimal(11_500)))
    steps = Reserve(rack=room, u=2, height_u=3, note="KVM"), SetPart(part=priced), RemoveDevice(id="n/1")
    now = Derived(perform(before.project, Batch(commands=steps)))
    found = differences(before, now)
    words = [field.words for change in found.changes for field in change.fields]
    assert words == ["price amount 11000 to 11500", "reserved nothing to unit 2, height 3 U, note KVM"]
    assert [cable.words[1] for cable in found.cables] == ["no part"]


def test_hosts_that_moved_lie_in_clouds_on_the_sheet_of_the_network(before):
    """Of 60 hosts drawn one by one the two that were exchanged; scallops are many short lines."""
    swapped = Derived(perform(before.project, SwapDevices(a="n/1", b="n/60")))
    found = differences(before, swapped)
    leaves = list(difference_leaves(before, swapped, found, "t", PRINT, STOCK_A4))
    page = leaves[3].draw()
    bare = replace(marked_differences(before, swapped, "t"), clouds=False)
    plain = next(iter(StepSheets(bare, PRINT, Imprint(), STOCK_A4).of_step())).draw()

    def lines(one):
        return sum(len(item.segments) for item in one.items if isinstance(item, Lines))

    assert lines(page) > lines(plain) + 40


def test_marks_count_the_cables_that_differ(before, after):
    found, marked = differences(before, after), marked_differences(before, after, "t")
    changed = sum(one.what == "changed" for one in found.cables)
    assert 0 < changed == marked.counts[Mark.MOVED] == marked.counts[Mark.LEFT]
    assert marked.counts[Mark.KEPT] == len(after.rows) - changed
    back = marked_differences(after, before, "t")
    assert back.counts == marked.counts


def test_a_rack_that_turns_is_marked_and_one_that_stays_is_not(before, after):
    marked = marked_differences(before, after, "t")
    first = before.project.floor.racks[0]
    moved = [number for number, mark in marked.floor.racks.items() if mark is Mark.MOVED]
    assert [marked.rack_labels[number - 1] for number in moved] == [rack_label(first)]


def test_racks_that_take_each_others_place_keep_what_is_in_them(before):
    one, other = before.project.floor.racks[:2]
    moves = (
        RackMove(rack=one.number, row=0, position=1),
        RackMove(rack=other.number, row=0, position=0),
    )
    after = Derived(perform(before.project, MoveRacks(moves=moves)))
    assert [rack_label(rack) for rack in after.project.floor.racks[:2]] == ["A02", "A01"]
    marked = marked_differences(before, after, "t")
    moved = [number for number, mark in marked.floor.racks.items() if mark is Mark.MOVED]
    assert moved == [one.number, other.number]
    assert not marked.floor.mounted
    assert not marked.floor.dismounted
    assert all((network.node_mark == Mark.KEPT).all() for network in marked.networks)
    shown = texts(difference_leaves(before, after, differences(before, after), "t", PRINT, STOCK_A4))
    assert not fronts(shown), "no device is to be handled"


def test_a_rack_is_drawn_with_both_of_its_labels(before):
    rack = before.project.floor.racks[1]
    place = next(one for one in before.project.floor.racks if rack_label(one) == "B01")
    swap = (
        RackMove(rack=rack.number, row=1, position=0),
        RackMove(rack=place.number, row=rack.row, position=rack.position),
    )
    there = perform(before.project, MoveRacks(moves=swap))
    after = Derived(perform(there, RemoveDevice(id=rack.devices[0].id)))
    shown = texts(difference_leaves(before, after, differences(before, after), "t", PRINT, STOCK_A4))
    assert fronts(shown) == ["A02 before", "B01 now"]
    assert any("A02, now B01" in text for text in shown)


def test_reserved_units_that_differ_are_drawn(before):
    rack = before.project.floor.racks[1]
    taken = {device.u for device in rack.devices}
    u = next(u for u in range(1, 43) if u not in taken)
    free = Reserve(rack=rack.number, u=u, height_u=1, note="spare")
    after = Derived(perform(before.project, free))
    shown = texts(difference_leaves(before, after, differences(before, after), "t", PRINT, STOCK_A4))
    assert fronts(shown) == ["A02 before", "A02 now"]


ROOM = 7.0
RECTS = st.tuples(*[st.integers(0, 200)] * 2, *[st.integers(1, 60)] * 2)


@given(st.lists(RECTS, max_size=12))
def test_merged_boxes_hold_all_and_do_not_meet(boxes):
    found = merged(boxes)
    for x, y, wide, high in boxes:
        inside = [a <= x and b <= y and a + w >= x + wide and b + h >= y + high for a, b, w, h in found]
        assert sum(inside) == 1
    for number, (x, y, wide, high) in enumerate(found):
        for a, b, w, h in found[number + 1 :]:
            assert x + wide < a or a + w < x or y + high < b or b + h < y


@given(RECTS)
def test_a_cloud_is_closed_and_runs_around_its_box(box):
    x, y, wide, high = box
    lines = np.array(clouds([box], ROOM, 14.0))
    np.testing.assert_allclose(lines[1:, :2], lines[:-1, 2:])
    np.testing.assert_allclose(lines[0, :2], lines[-1, 2:], atol=1e-9)
    inner = (lines[:, 0] > x) & (lines[:, 0] < x + wide) & (lines[:, 1] > y) & (lines[:, 1] < y + high)
    assert not inner.any()
    assert lines[:, 0].min() < x - ROOM < x + wide + ROOM < lines[:, 0].max()


def test_the_command_writes_the_sheets_and_says_when_there_is_nothing(before, tmp_path, capsys):
    one, other, sheets = tmp_path / "a.fatdesk", tmp_path / "b.fatdesk", tmp_path / "d.pdf"
    save_project(before.project, one)
    rack = before.project.floor.racks[0]
    save_project(perform(before.project, MoveRack(rack=rack.number, row=2, position=0)), other)
    assert main(["diff", str(one), str(other), "--pdf", str(sheets)]) == 0
    assert sheets.read_bytes().startswith(b"%PDF-")
    assert main(["diff", str(one), str(one), "--pdf", str(tmp_path / "none.pdf")]) == 2
    assert "the states do not differ" in capsys.readouterr().err
    assert not (tmp_path / "none.pdf").exists()
