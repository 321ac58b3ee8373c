"""The elevations with real mouse and keys: move several, swap, reserve, select blocks, scroll and zoom."""

import re
from types import SimpleNamespace

import msgspec
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.racks.elevations import CAPTION, NAMED, blocks_named
from fatdesk.gui.racks.scene import UNIT
from fatdesk.project.commands import Batch
from fatdesk.project.commands.bill import SetPart
from fatdesk.project.commands.devices import MoveDevice
from fatdesk.project.commands.racks import Reserve
from fatdesk.project.document.ref import DEVICE, RACK, RESERVATION, ReservedAt
from fatdesk.project.files.file_format import encode
from fatdesk.project.files.storing import save_project
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.racks import RacksPage
from tests.gui.pages.status_line import StatusLine

ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
SHIFT, NONE = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def racks(desk):
    return RacksPage(desk)


def place_of(desk, device_id):
    """Rack label and unit of a device."""
    return next(
        (rack_label(rack), device.u)
        for rack in desk.session.project.floor.racks
        for device in rack.devices
        if device.id == device_id
    )


def at_unit(desk, label, u):
    rack = next(r for r in desk.session.project.floor.racks if rack_label(r) == label)
    return next(d.id for d in rack.devices if d.u == u)


def test_several_devices_move_as_one_step(desk, racks):
    before = encode(desk.session.project)
    chosen = [at_unit(desk, "A02", u) for u in (3, 4, 5)]
    racks.tap(racks.spot(chosen[0]))
    for device in chosen[1:]:
        racks.tap(racks.spot(device), SHIFT)
    assert desk.session.ids(DEVICE) == set(chosen)
    racks.drag(racks.spot(chosen[1]), racks.unit("B04", 8))
    assert [place_of(desk, device) for device in chosen] == [("B04", 7), ("B04", 8), ("B04", 9)]
    assert desk.actions_by_id["undo"].text() == "Undo move 3 devices"
    # Over each other's units, down by one and up by two.
    racks.key(Qt.Key.Key_Down)
    racks.key(Qt.Key.Key_Up)
    racks.key(Qt.Key.Key_Up)
    assert [place_of(desk, device) for device in chosen] == [("B04", 8), ("B04", 9), ("B04", 10)]
    for _ in range(4):
        desk.session.undo()
    assert encode(desk.session.project) == before


def test_a_band_selects_devices(desk, racks):
    start = racks.unit("B04", 8)
    racks.drag(start, start)  # free units are no device: the rack is selected
    assert desk.session.selection == (RACK(racks.number_of("B04")),)
    first, last = racks.number_of("A01"), racks.number_of("A02")
    left = racks.units("A01", 42).topLeft() - QPointF(14, 0)
    right = racks.units("A02", 40).center()
    racks.drag(left.toPoint(), right.toPoint())
    wanted = {
        device.id
        for rack in desk.session.project.floor.racks
        if rack.number in (first, last)
        for device in rack.devices
        if device.u >= 40
    }
    assert desk.session.ids(DEVICE) == wanted


def test_a_refused_drop_says_why_and_alt_swaps(desk, racks):
    before, names = encode(desk.session.project), desk.session.derived.device_names
    a, b = at_unit(desk, "A02", 10), at_unit(desk, "A03", 20)
    racks.drag(racks.spot(a), racks.spot(b), release=False)
    assert f"is taken by {desk.session.derived.device_names[b]}." in StatusLine(desk).message
    assert racks.cursor == Qt.CursorShape.ForbiddenCursor
    said = racks.dragged.handle.advice(racks.dragged.place)
    assert said.startswith("Hold Ctrl to swap the two. Nearest free: ")
    label, u = said.split(": ")[1].rstrip(".").split(" U")
    rack = next(r for r in desk.session.project.floor.racks if rack_label(r) == label)
    taken = {d.u for d in rack.devices} | {u for k in rack.reserved for u in range(k.u, k.u + k.height_u)}
    assert int(u) not in taken
    racks.move(racks.spot(b) + QPoint(0, 1), ALT)
    assert "is taken" not in StatusLine(desk).message
    racks.let_go(racks.spot(b), ALT)
    assert place_of(desk, a) == ("A03", 20)
    assert place_of(desk, b) == ("A02", 10)
    assert desk.actions_by_id["undo"].text() == f"Undo swap {names[a]} with {names[b]}"
    desk.session.undo()
    assert encode(desk.session.project) == before


def test_a_long_note_on_reserved_units_is_shortened(desk, racks):
    number = racks.number_of("B04")
    desk.session.do(Reserve(rack=number, u=3, height_u=6, note="Patch panels for the storage network"))
    shown = next(call.text for call in racks.drawn() if call.text.endswith("6 U"))
    assert shown.startswith("Patch")
    assert "\N{HORIZONTAL ELLIPSIS}\n6 U" in shown


def test_units_are_reserved_by_dragging_moved_and_given_back(desk, racks):
    before, number = encode(desk.session.project), racks.number_of("B04")
    rack = next(r for r in desk.session.project.floor.racks if r.number == number)
    kept = {(k.u, k.height_u) for k in rack.reserved}
    racks.key(Qt.Key.Key_E)
    racks.drag(racks.unit("B04", 3), racks.unit("B04", 6))
    rack = next(r for r in desk.session.project.floor.racks if r.number == number)
    assert {(k.u, k.height_u) for k in rack.reserved} - kept == {(3, 4)}
    racks.drag(racks.unit("A02", 3), racks.unit("A02", 6), release=False)
    assert "is taken by" in StatusLine(desk).message or "are taken by" in StatusLine(desk).message
    racks.key(Qt.Key.Key_Escape)
    racks.key(Qt.Key.Key_Escape)
    assert racks.has_pointer
    racks.drag(racks.unit("B04", 4), racks.unit("B04", 6))
    assert ReservedAt(number, 5) in racks.scene.kept
    desk.session.select([RESERVATION(ReservedAt(number, 5))])
    Inspector(desk).enter("field-Note", "storage")
    assert racks.scene.kept[ReservedAt(number, 5)][1].note == "storage"
    racks.key(Qt.Key.Key_Delete)
    assert encode(desk.session.project) == before
    while desk.session.history.can_undo:
        desk.session.undo()
    assert encode(desk.session.project) == before


def blocks(desk):
    """Devices by block, from the arrays of the network alone."""
    found = {}
    (fabric,) = desk.session.derived.fabrics
    for node_id, block, kind in zip(fabric.ids, fabric.block.tolist(), fabric.kind.tolist(), strict=True):
        if block >= 0 and kind != NodeKind.EXTERNAL:
            found.setdefault(block, set()).add(node_id)
    return found


def test_alt_click_selects_the_whole_block_outlined_by_runs(desk, racks):
    block = next(devices for devices in blocks(desk).values() if "compute/edge/20" in devices)
    racks.tap(racks.spot("compute/edge/20"), ALT)
    assert desk.session.ids(DEVICE) == block
    runs = 0
    for rack in desk.session.project.floor.racks:
        units = sorted(d.u for d in rack.devices if d.id in block)
        runs += sum(u - 1 not in units for u in units)
    assert len(racks.outlines(block)) == runs > 1
    assert not racks.image.isNull()  # it can be drawn
    shown = Inspector(desk).texts
    assert f"{len(block)} devices" in shown
    assert {place_of(desk, device)[0] for device in block} <= set(shown)
    one = sorted(block)[3]
    desk.session.select([DEVICE(one)])
    racks.key(Qt.Key.Key_B)
    assert desk.session.ids(DEVICE) == block


def wheel(racks, turn, keys=NONE):
    at = QPointF(racks.room.center())
    event = QWheelEvent(
        at,
        racks.to_screen(at),
        QPoint(),
        QPoint(0, turn),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    racks.wheel(event)


def test_the_wheel_scrolls_and_with_control_zooms(desk, racks):
    scale, origin = racks.scale, racks.origin
    wheel(racks, -120)
    assert racks.scale == scale
    assert racks.origin != origin
    for _ in range(40):
        wheel(racks, 120, CTRL)
    assert racks.unit_px == pytest.approx(96)
    for _ in range(80):
        wheel(racks, -120, CTRL)
    assert racks.unit_px == pytest.approx(3)


def test_names_can_be_read_in_a_small_window(desk, racks, qtbot):
    desk.resize(1280, 720)
    qtbot.wait(1)
    assert racks.unit_px >= racks.px(NAMED)


def test_bars_warn_from_ninety_percent(desk, racks):
    part = next(p for p in desk.session.project.parts if isinstance(p, RackPart))
    power = max(desk.session.subjects.rack(r).power_w.value for r in desk.session.project.floor.racks)
    before = racks.image
    limited = msgspec.structs.replace(part, power_limit_w=power / 0.95)
    assert desk.session.do(Batch(name="limit", commands=(SetPart(part=limited),)))
    colour = racks.colour("warn_fill").rgb()
    after = racks.image

    def warned(image):
        return sum(
            image.pixel(x, y) == colour
            for x in range(0, image.width(), 2)
            for y in range(image.height() // 2)
        )

    assert warned(after) > warned(before)


def test_a_rack_without_limits_says_why_it_has_no_bars(desk, racks):
    lines = racks.head_tip("A01").splitlines()
    assert lines[0] == "Rack A01: 28/42 U"
    assert lines[1].startswith("Power: ≥ ")
    assert lines[1].endswith(" W, no limit")
    assert lines[2:] == ["Mass: unknown, no limit", "A bar is shown where the rack has a limit."]
    part = next(p for p in desk.session.project.parts if isinstance(p, RackPart))
    limited = msgspec.structs.replace(part, power_limit_w=12_000, mass_limit_kg=900)
    assert desk.session.do(Batch(name="limit", commands=(SetPart(part=limited),)))
    lines = racks.head_tip("A01").splitlines()
    assert lines[1].endswith(" W of 12.0 kW")
    assert lines[2:] == ["Mass: unknown of 900 kg"]


def test_a_click_on_the_name_of_a_small_rack_selects_it(desk, racks):
    """Heads keep their size when racks are small; only a part of them was the rack then."""
    for units in (6, 10, 30):
        racks.look(scale=units / UNIT)
        for label in ("A01", "B04"):
            desk.session.select([])
            racks.tap(racks.head(label))
            assert desk.session.selection == (RACK(racks.number_of(label)),), (units, label)


def test_a_device_beyond_the_edge_comes_into_view_from_the_side_alone(desk, racks):
    """It was brought to the middle, also upwards: the heads of racks were out of view."""
    desk.resize(1280, 720)
    desk.toggle_tree()
    QApplication.processEvents()
    racks.look(origin=racks.origin - QPointF(racks.scene.standing.width() * racks.scale, 0))
    height = racks.origin.y()
    lowest = at_unit(desk, "A02", 1)
    assert not racks.room.contains(racks.spot(lowest))
    desk.session.select([DEVICE(lowest)])
    assert racks.room.contains(racks.spot(lowest))
    assert racks.origin.y() == height
    racks.look(origin=QPointF(racks.origin.x(), -5000))
    desk.session.select([DEVICE(at_unit(desk, "A02", 42))])
    assert racks.room.contains(racks.spot(at_unit(desk, "A02", 42)))


def test_blocks_that_the_legend_only_counts_have_no_swatch(desk, racks):
    desk.resize(1280, 720)
    desk.toggle_tree()
    QApplication.processEvents()
    foot = racks.legend.top()
    calls = [call for call in racks.drawn() if call.rect.top() >= foot]
    words = [call.text for call in calls if call.name == "text"]
    assert words[-1].endswith("more spread blocks")
    assert sum(call.name == "rect" for call in calls) == len(words) - 1


def test_the_used_units_are_next_to_the_name_of_their_rack(desk, racks):
    """At the right edge they were closer to the name of the next rack."""
    desk.resize(1280, 720)
    racks.show_largest()
    drawn = racks.drawn()
    name = next(call.rect for call in drawn if call.text == "A01")
    used = next(call.rect for call in drawn if call.text == "28/42 U")
    following = next(call.rect for call in drawn if call.text == "A02")
    assert used.left() > name.left()
    assert used.left() - name.left() < (following.left() - name.left()) / 2


def test_empty_racks_are_shown_on_wish(desk, racks):
    empty = {r.number for r in desk.session.project.floor.racks if not r.devices and not r.reserved}
    assert empty
    assert not empty & racks.racks
    racks.show_empty()
    assert empty <= racks.racks
    device = at_unit(desk, "A02", 3)
    racks.drag(racks.spot(device), racks.unit("B02", 10))
    assert place_of(desk, device) == ("B02", 10)


def test_devices_are_taken_out_and_put_back_with_the_mouse(desk, racks):
    before = encode(desk.session.project)
    ids = [desk.session.device_ids[name] for name in ("n395", "n396")]
    at = place_of(desk, ids[0])
    desk.session.select([DEVICE(some) for some in ids])
    racks.key(Qt.Key.Key_Delete)
    assert desk.actions_by_id["undo"].text() == "Undo remove 2 devices from the rack"
    assert not desk.session.selection
    assert [device.id for device in racks.unplaced] == ids
    errors = [c.finding for c in desk.session.findings if str(c.finding.severity) == "error"]
    assert {finding.rule for finding in errors} == {"unplaced"}
    assert "2 devices are not in a rack" in racks.hint

    racks.key(Qt.Key.Key_I)
    assert racks.tool_in_hand == "put"
    assert racks.offers_devices
    taken = at_unit(desk, "A02", 30)
    racks.hover(racks.unit("A02", 30))
    assert racks.hand.trial.figures is None
    assert "taken by" in racks.hand.trial.refused
    assert racks.cursor == Qt.CursorShape.ForbiddenCursor
    racks.tap(racks.unit("A02", 30))
    assert at_unit(desk, "A02", 30) == taken
    assert len(racks.unplaced) == 2

    free = racks.unit("B04", 5)
    racks.hover(free)
    live = StatusLine(desk).figure("Ordered")
    racks.tap(free)
    assert place_of(desk, ids[0]) == ("B04", 5)
    assert StatusLine(desk).figure("Ordered") == live
    assert desk.actions_by_id["undo"].text() == "Undo put n395 into B04"
    assert [device.id for device in racks.unplaced] == ids[1:]
    assert len(racks.choices) == 1

    racks.key(Qt.Key.Key_Up)  # from where the mouse was
    racks.key(Qt.Key.Key_Return)
    assert place_of(desk, ids[1]) == ("B04", 6)
    assert not racks.unplaced
    assert "Every device is in a rack" in racks.hint
    racks.key(Qt.Key.Key_Escape)
    assert racks.tool_in_hand == "select"
    assert at != ("B04", 5)
    while desk.session.history.can_undo:
        desk.session.undo()
    assert encode(desk.session.project) == before


def test_keys_alone_put_devices_in(desk, racks):
    ids = [desk.session.device_ids[name] for name in ("n395", "E22")]
    desk.session.select([DEVICE(some) for some in ids])
    racks.key(Qt.Key.Key_Delete)
    racks.key(Qt.Key.Key_I)
    first, second = (text.startswith("n395") for text in racks.choices)
    assert first != second
    number = int(second)
    racks.start_choosing(1 - number)
    racks.key_in_choices(Qt.Key.Key_Down if number else Qt.Key.Key_Up)
    assert racks.hand.device.id == ids[0]
    racks.key(Qt.Key.Key_Right)  # the first free place
    assert racks.hand.trial.figures is not None
    racks.key(Qt.Key.Key_Return)
    assert place_of(desk, ids[0]) is not None
    assert [device.id for device in racks.unplaced] == [ids[1]]


def test_an_empty_rack_is_taken_away_and_a_full_one_refused(desk, racks):
    racks.show_empty()
    said = []
    desk.session.said.connect(said.append)
    desk.session.select([RACK(racks.number_of("A04"))])
    racks.key(Qt.Key.Key_Delete)
    assert "holds 42 devices" in said[-1]
    number = racks.number_of("B01")
    desk.session.select([RACK(number)])
    racks.key(Qt.Key.Key_Delete)
    assert number not in racks.racks
    assert desk.actions_by_id["undo"].text() == "Undo remove rack B01"


def test_a_project_is_closed_with_a_tool_in_hand(desk, racks):
    racks.key(Qt.Key.Key_E)
    racks.press(racks.unit("B04", 3))
    assert racks.hand.trial is not None
    desk.session.leave()
    assert racks.hand.trial is None
    assert StatusLine(desk).message == "No project open"


@pytest.mark.parametrize(("wide", "high"), [(1280, 720), (1600, 1000), (1280, 800)])
def test_the_legend_stands_clear_of_the_racks_when_a_project_is_opened(window, saved, qtbot, wide, high):
    window.resize(wide, high)
    window.files.open_path(saved)
    racks = RacksPage(window)
    qtbot.waitUntil(lambda: racks.room.height() > 300)
    bottom = max(racks.rect_px(box).bottom() for box in racks.scene.boxes.values())
    legend, px = racks.legend, racks.px
    assert bottom + px(CAPTION) <= legend.top() + 0.01  # the names of rows too
    assert racks.unit_px >= px(NAMED)
    top = min(racks.rect_px(racks.scene.standing).top(), racks.room.height())
    assert top >= 0


def test_in_a_low_view_the_legend_is_a_strip_across_its_foot(desk, racks):
    desk.resize(1280, 720)
    desk.toggle_bottom()
    QApplication.processEvents()
    legend = racks.legend
    assert legend.width() == racks.room.width()
    assert legend.bottom() == racks.room.height()
    assert not racks.image.isNull()  # it is drawn without a warning


def test_a_spread_block_keeps_its_colour(desk, racks):
    """Another block that becomes spread, and is together again, changes no other block's colour."""
    before = racks.block_colours()
    assert len(before) == 3
    together = next(
        device_id
        for device_id, (rack, device, _) in racks.scene.devices.items()
        if rack_label(rack) == "A02" and racks.scene.block_of(device) not in {*before, None}
    )
    low, _ = next((low, n) for low, n in racks.scene.free_runs(racks.number_of("B04")) if n)
    assert desk.session.do(MoveDevice(id=together, rack=racks.number_of("B04"), u=low))
    assert len(racks.scene.spread) == 4
    now = racks.block_colours()
    assert before.items() < now.items()
    assert len(set(now.values())) == 4
    desk.session.undo()
    assert racks.block_colours() == before


def test_the_legend_names_one_block_of_each_colour(theme):
    colours = {1: "#111111", 3: "#222222", 7: "#111111", 9: "#333333"}
    view = SimpleNamespace(
        theme=theme,
        scene=SimpleNamespace(spread=[1, 3, 7, 9], names={1: "E01", 3: "E03"}),
        look=SimpleNamespace(block_colour=colours.get),
    )
    named = [(words, fill) for words, fill, _ in blocks_named(view, 2)]
    assert named[:2] == [("Block E01", "#111111"), ("Block E03", "#222222")]
    assert named[2][0] == "2 more spread blocks"
    assert [words for words, _, _ in blocks_named(view, 5)][2:] == ["Block 9", "1 more spread block"]


def test_zoom_to_fit_shows_every_rack(desk, racks):
    desk.resize(900, 600)
    QApplication.processEvents()
    racks.key(Qt.Key.Key_F, SHIFT)
    whole, room = racks.rect_px(racks.scene.standing), racks.room
    assert room.contains(whole.toRect()), (whole, room)


def test_a_key_swaps_while_the_pointer_rests(desk, racks):
    """Ctrl and Alt change what a drop does at once: the card and the drop say the same."""
    names = desk.session.derived.device_names
    a, b = at_unit(desk, "A02", 10), at_unit(desk, "A03", 20)
    racks.drag(racks.spot(a), racks.spot(b), release=False)
    assert racks.dragged.refused
    for key in (Qt.Key.Key_Control, Qt.Key.Key_Alt):
        racks.hold_key(key)
        assert not racks.dragged.refused
        assert racks.dragged.handle.title(racks.dragged.place) == f"Swaps with {names[b]}"
        racks.release_key(key)
        assert racks.dragged.refused
    racks.hold_key(Qt.Key.Key_Alt)  # released in a menu, which took the keyboard: it no longer counts
    racks.let_go(racks.spot(b))
    assert place_of(desk, a) == ("A02", 10)
    racks.drag(racks.spot(a), racks.spot(b), release=False)
    racks.hold_key(Qt.Key.Key_Control)
    racks.let_go(racks.spot(b), CTRL)
    racks.release_key(Qt.Key.Key_Control)
    assert place_of(desk, a) == ("A03", 20)
    assert place_of(desk, b) == ("A02", 10)
    desk.session.undo()
    racks.tap(racks.spot(b))
    racks.press(racks.spot(b), CTRL)  # held from the start, and on the selected device
    for at in (racks.spot(a) + QPoint(0, 2), racks.spot(a)):
        racks.move(at, CTRL)
    racks.let_go(racks.spot(a), CTRL)
    assert place_of(desk, a) == ("A03", 20)
    assert desk.session.ids(DEVICE) == {b}
    racks.tap(racks.spot(b), CTRL)  # without a drag it deselects
    assert desk.session.ids(DEVICE) == set()


@pytest.mark.parametrize("wide", range(1180, 1420, 20))
def test_all_racks_show_their_used_units_or_none_does(desk, racks, wide):
    desk.resize(wide, 720)
    racks.key(Qt.Key.Key_F, SHIFT)
    drawn = [call.text for call in racks.drawn()]
    used = [text for text in drawn if re.fullmatch(r"\d+/42( U)?", text)]
    assert len(used) in (0, drawn.count("C01") * len(racks.racks))
    assert len({text.endswith("U") for text in used}) <= 1


def test_unknown_power_is_not_cut_off(desk, racks):
    host = at_unit(desk, "A02", 10)
    empty = next(r for r in desk.session.project.floor.racks if not r.devices and not r.reserved)
    desk.session.do(MoveDevice(id=host, rack=empty.number, u=1))
    desk.resize(1280, 720)
    racks.key(Qt.Key.Key_F, SHIFT)
    drawn = [call.text for call in racks.drawn()]
    assert "? W" in drawn or "power unknown" in drawn


def test_a_rack_that_is_duplicated_is_drawn(desk, racks):
    rack = next(r for r in desk.session.project.floor.racks if rack_label(r) == "A06")
    desk.session.select([RACK(rack.number)])
    racks.key(Qt.Key.Key_D, CTRL)
    (copy,) = desk.session.ids(RACK)
    assert copy != rack.number
    assert copy in racks.racks


def test_a_tall_device_has_its_name_where_units_are_too_low_for_one(window, designed, tmp_path):
    save_project(designed("gpu-63"), tmp_path / "gpu.fatdesk")
    window.files.open_path(tmp_path / "gpu.fatdesk")
    racks = RacksPage(window)
    racks.look(scale=(NAMED - 2) / UNIT)
    drawn = [call.text for call in racks.drawn()]
    assert "n34" in drawn
    assert "E01" not in drawn, "one unit"
