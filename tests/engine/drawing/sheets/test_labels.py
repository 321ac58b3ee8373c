"""Sheets of labels: every label whole in its place, two a cable, used sheets, shifts, stocks as data."""

import re
from dataclasses import replace
from itertools import pairwise

import msgspec
import pytest

from fatdesk.core.errors import FatdeskError, InputError
from fatdesk.core.program import shipped
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Box, Boxes, Page, Text
from fatdesk.engine.drawing.palette import PRINT
from fatdesk.engine.drawing.plan import Chosen, Plan
from fatdesk.engine.drawing.sheet import GRID, MODULE, Imprint, label_code, sheet_code
from fatdesk.engine.drawing.sheets.labels import (
    TOO_LONG,
    CableLabel,
    LabelBlock,
    LabelPrinting,
    LabelRoom,
    cable_labels,
    label_leaves,
    label_stock,
    label_stocks,
    labels_of,
    read_label_stock,
    without_room,
)
from tests.engine import plan_samples as samples

TOUCH = 0.06


def pages(plan: Plan, **requested: object) -> list[Page]:
    return [leaf.draw() for leaf in label_leaves(plan, printing=LabelPrinting(**requested))]


def texts(page: Page) -> list[Text]:
    return [item for item in page.items if isinstance(item, Text)]


def places(stock: str) -> list[tuple[float, float, float, float]]:
    made = label_stock(stock)
    corners = [made.corner(k) for k in range(made.count)]
    return [(x, y, x + made.width, y + made.height) for x, y in corners]


@pytest.mark.parametrize("stock", label_stocks())
def test_every_text_and_code_is_inside_one_label_and_apart(stock: str) -> None:
    for plan in (samples.nodes_60(), samples.blades(), samples.gpu(31)):
        for page in pages(plan, stock=stock)[:2]:
            boxes = [item.bounds for item in texts(page)]
            codes = [item.corners for item in page.items if isinstance(item, Boxes)]
            quiet = 4 * MODULE
            boxes += [
                (
                    min(c[0] for c in code) - quiet,
                    min(c[1] for c in code) - quiet,
                    max(c[2] for c in code) + quiet,
                    max(c[3] for c in code) + quiet,
                )
                for code in codes
            ]
            rooms = places(stock)
            for box in boxes:
                assert any(
                    a <= box[0] and b <= box[1] and box[2] <= c and box[3] <= d for a, b, c, d in rooms
                ), box
            boxes.sort()
            for i, one in enumerate(boxes):
                for other in boxes[i + 1 :]:
                    if other[0] > one[2]:
                        break
                    apart = other[1] > one[3] - TOUCH or one[1] > other[3] - TOUCH
                    assert apart or other[0] > one[2] - TOUCH, (one, other)
            assert min(item.size for item in texts(page)) >= 1.6
            assert TOO_LONG not in [item.text for item in texts(page)]


def room_findings(labels):
    room = LabelRoom()
    for end in labels:
        room.see([end])
    return room.findings()


def test_two_labels_a_cable_and_the_last_of_a_sheet_tells_the_sheet() -> None:
    plan = replace(samples.nodes_60(), make_state=lambda: "02d4 77c1")
    imprint = Imprint(project=plan.title, state=plan.state)
    made = [leaf.draw() for leaf in label_leaves(plan, imprint=imprint)]
    assert len(made) == -(-2 * len(plan.cables) // 64)
    numbers = [plan.numbers[cable.id] for cable in plan.cables]
    found = [item.text for page in made for item in texts(page) if item.text in set(numbers)]
    assert found == [number for number in numbers for _ in "AB"]
    stated = [item.text for item in texts(made[1])]
    assert "sheet 2 of 5" in stated
    assert f"{numbers[32]} A – {numbers[63]} B" in stated
    assert "state 02d4 77c1" in stated


def test_a_used_sheet_begins_later_and_a_shift_moves_everything() -> None:
    plan = samples.nodes_60()
    plain, used, shifted = (
        pages(plan)[0],
        pages(plan, start=6)[0],
        pages(plan, shift_x_mm=2.54, shift_y_mm=-2.54)[0],
    )
    first = texts(plain)[0]
    later = texts(used)[0]
    assert (later.text, later.x) == (first.text, first.x)
    assert later.y == pytest.approx(first.y + 21.2)
    assert len(texts(used)) < len(texts(plain))
    for one, other in zip(texts(plain), texts(shifted), strict=True):
        assert (other.x, other.y) == pytest.approx((one.x + 2.54, one.y - 2.54))
    assert len(pages(plan, start=64)) == len(pages(plan)) + 1


def test_outlines_stand_only_where_they_are_asked_for() -> None:
    plan = samples.nodes_60()
    drawn = [item for item in pages(plan, outlines=True)[0].items if isinstance(item, Box) and item.pen]
    assert [(item.x, item.y) for item in drawn] == [place[:2] for place in places("a4-65")]
    assert not [item for item in pages(plan)[0].items if isinstance(item, Box) and item.pen]


def test_around_a_cable_the_text_stands_twice_and_the_second_upside_down() -> None:
    page = pages(samples.nodes_60(), stock="a4-12-wrap")[0]
    upright = [item for item in texts(page)[:12] if not item.over]
    over = [item for item in texts(page)[:12] if item.over]
    assert [item.text for item in upright] == [item.text for item in over]
    left, upper, right, lower = places("a4-12-wrap")[0]
    for one, other in zip(upright, over, strict=True):
        assert (one.x + other.x, one.y + other.y) == pytest.approx((left + right, upper + lower))


def test_a_splitter_has_a_label_for_each_leg() -> None:
    plan = samples.nodes_60()
    first, second = plan.cables[:2]
    row = msgspec.structs.replace(first, legs=(first.b, second.b))
    labels = list(labels_of(row, "K1"))
    assert [label.code for label in labels] == ["K1A", "K1B1", "K1B2"]
    assert labels[0].far.endswith(" +1")
    assert labels[2].device.startswith(second.b.device)


def test_what_the_template_says_is_not_said_again() -> None:
    row = samples.nodes_60().cables[0]
    plain = next(labels_of(row, "K1"))
    assert plain.device == f"{row.a.device} p{row.a.port}"
    end = msgspec.structs.replace(row.a, near=f"{row.a.device}-x", far="far")
    named = msgspec.structs.replace(row, a=end)
    (label, _) = labels_of(named, "K1")
    assert label.device == f"{row.a.rack_label} U{row.a.u}"
    assert label.here == f"{row.a.device}-x"
    assert label.texts[2].startswith("to far ")


def test_only_some_cables() -> None:
    plan = samples.nodes_396()
    bundle, rack = plan.cables[-1].bundle, plan.cables[-1].a.rack_label
    for chosen, holds in (
        (Chosen(bundles=frozenset({bundle})), lambda cable: cable.bundle == bundle),
        (Chosen(racks=frozenset({rack})), lambda cable: rack in (cable.a.rack_label, cable.b.rack_label)),
        (Chosen(phases=frozenset({"2"})), lambda cable: False),
    ):
        found = [label.cable.id for label in cable_labels(plan, chosen)]
        assert found == [cable.id for cable in plan.cables if holds(cable) for _ in "AB"]


def a_label(**texts: str) -> CableLabel:
    row = samples.nodes_60().cables[0]
    (label, _) = labels_of(row, "K1")
    return replace(label, **texts)


def test_nothing_is_cut() -> None:
    """Shorter letters and smaller ones, down to the least; then the label says so instead."""
    block = LabelBlock(label_stock("a4-65"), PRINT)
    for count in range(1, 60):
        text = "M" * count
        label = a_label(here=text)
        found = [piece for piece in block.pieces(label, 0, 0) if isinstance(piece, Text)]
        stated = [piece for piece in found if piece.text == text]
        if stated:
            assert stated[0].size >= font_sizes.DETAIL
            assert stated[0].bounds[2] <= 38.1 - 2.4 + 1e-9
            assert block.too_long(label) == []
        else:
            assert block.too_long(label) == [text]
            assert TOO_LONG in [piece.text for piece in found]
            assert count > 8


def test_the_far_device_is_left_to_the_template_where_it_has_no_room() -> None:
    block = LabelBlock(label_stock("a4-65"), PRINT)
    for far, wanted in (("E01", "to A01-U40-P10 E01"), ("compute-switch-E01", "to A01-U40-P10")):
        label = a_label(there="A01-U40-P10", far=far)
        assert wanted in [piece.text for piece in block.pieces(label, 0, 0) if isinstance(piece, Text)]
        assert block.too_long(label) == []


def test_texts_without_room_are_told_for_the_stock_that_is_taken() -> None:
    plan = samples.nodes_60()
    row, *others = plan.cables
    long = msgspec.structs.replace(
        row, a=msgspec.structs.replace(row.a, device="compute-edge-switch-number-1")
    )
    plan = replace(plan, make_cables=lambda: [long, *others])
    (stated,) = without_room(plan, LabelPrinting())
    assert stated.startswith("2 texts on labels a4-65, such as 'compute-edge-switch-number-1 p1'")
    assert without_room(plan, LabelPrinting(stock="roll-62")) == []
    assert without_room(samples.nodes_60(), LabelPrinting()) == []


def test_texts_without_room_are_a_finding() -> None:
    good = [("A01-U40-P1", "E01 port 1"), ("A01-U40-P10", "E01 port 10")]
    assert room_findings(good) == []
    (finding,) = room_findings([*good, ("A01-U40-P1", f"{'compute-edge-' * 3}1 port 1")])
    assert finding.rule == "label-room"
    assert "compute-edge-" in finding.text


def test_a_text_that_passes_the_check_has_room() -> None:
    """The check measures less than the block: what it lets through must fit there."""
    block = LabelBlock(label_stock("a4-65"), PRINT)
    for count in range(4, 40):
        near, device = f"A01-U40-P{'1' * (count // 4)}", "E" * (count // 3)
        label = a_label(here=near, device=f"{device} p1", there=near, far=device, kind="FIB", length="100 m")
        if not room_findings([(near, f"{device} port 1")]):
            assert block.too_long(label) == []


def test_modules_are_whole_dots_of_every_printer() -> None:
    for code in (
        label_code("K4D7Q2A", 7.05, 13.1, "#000000"),
        sheet_code("packet 1/9 A04", 196.0, 272.0, "#000000"),
    ):
        for number in (edge for corner in code.corners for edge in corner):
            for dpi in (200, 300, 400, 600):
                dots = number / 25.4 * dpi
                assert dots == pytest.approx(round(dots), abs=1e-6)
    assert pytest.approx(6 / 300 * 25.4) == MODULE
    assert abs(label_code("K", 7.05, 13.1, "#000000").corners[0][0] - 7.05) <= GRID / 2


def test_a_code_that_is_too_long_is_refused_and_that_of_a_sheet_is_shortened() -> None:
    with pytest.raises(FatdeskError, match="21 modules"):
        label_code("K" * 26, 0, 0, "#000000")
    wide = sheet_code("x" * 1000, 196.0, 272.0, "#000000")
    assert max(c[2] for c in wide.corners) - min(c[0] for c in wide.corners) <= 15.0


def test_stocks_that_cannot_be_are_refused() -> None:
    good = (shipped("resources") / "labels" / "a4-65.yaml").read_text()
    assert read_label_stock(good.encode(), "s.yaml") == label_stock("a4-65")
    for old, new, field in (
        ("width: 38.1", "width: 20", "width"),
        ("height: 21.2\n", "height: 12\n", "height"),
        ("pitch_x: 40.64", "pitch_x: 30", "pitch_x"),
        ("pitch_y: 21.2", "pitch_y: 20", "pitch_y"),
        ("left: 4.65", "left: 12", "left"),
        ("top: 10.7", "top: 22", "top"),
        ("columns: 5", "columns: 0", "columns"),
        ("rows: 13", "rows: 13\nglue: strong", "glue"),
    ):
        assert old in good
        with pytest.raises(InputError, match=rf"s\.yaml:\d+: {field}: "):
            read_label_stock(good.replace(old, new).encode(), "s.yaml")


@pytest.mark.parametrize(
    ("requested", "words"),
    [
        ({"stock": "b5"}, "no labels 'b5'; known are a4-12-wrap, a4-65"),
        ({"start": 65}, "label 1 to 64"),
        ({"start": 0}, "label 1 to 64"),
        ({"shift_x_mm": 21.0}, "at most 20 mm"),
        ({"shift_y_mm": float("nan")}, "at most 20 mm"),
    ],
)
def test_what_cannot_be_printed_is_refused(requested: dict[str, object], words: str) -> None:
    with pytest.raises(FatdeskError, match=re.escape(words)):
        pages(samples.nodes_60(), **requested)


def test_sheets_of_a_roll_are_labels_in_order() -> None:
    plan = samples.nodes_60()
    leaves = list(label_leaves(plan, printing=LabelPrinting(stock="roll-62")))
    assert [leaf.title for leaf in leaves] == [f"{label.number} {label.end}" for label in cable_labels(plan)]
    assert all(one.title != other.title for one, other in pairwise(leaves))


def test_everything_on_a_label_is_black() -> None:
    """Label printers dither grey."""
    plan = samples.nodes_60()
    written = [item for page in pages(plan) for item in texts(page) if item.text in {"A", "B"}]
    assert len(written) == 2 * len(plan.cables)
    assert {item.colour for item in written} == {PRINT.text}
