"""The elevations with real mouse and keys: move several, swap, reserve, select blocks, scroll and zoom."""

import msgspec
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit

from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.racks.elevations import CAPTION, NAMED, bar_tone, legend_box, outlines
from fatdesk.gui.racks.scene import UNIT
from fatdesk.project.commands import Batch
from fatdesk.project.commands.bill import SetPart
from fatdesk.project.commands.devices import MoveDevice
from fatdesk.project.document.ref import DEVICE, RACK, RESERVATION, ReservedAt
from fatdesk.project.files.file_format import encode
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.status_line import StatusLine

LEFT = Qt.MouseButton.LeftButton
ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
SHIFT, NONE = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def canvas(desk):
    desk.show_workspace("racks")
    return desk.workspaces["racks"].canvas


def number_of(desk, label):
    return next(r.number for r in desk.session.project.floor.racks if rack_label(r) == label)


def place_of(desk, device_id):
    """Rack label and unit of a device."""
    return next(
        (rack_label(rack), device.u)
        for rack in desk.session.project.floor.racks
        for device in rack.devices
        if device.id == device_id
    )


def unit(desk, canvas, label, u, height=1):
    return canvas.rect_px(canvas.scene.units(number_of(desk, label), u, height)).center().toPoint()


def spot(canvas, device_id):
    return canvas.rect_px(canvas.scene.devices[device_id][2]).center().toPoint()


def at_unit(desk, label, u):
    rack = next(r for r in desk.session.project.floor.racks if rack_label(r) == label)
    return next(d.id for d in rack.devices if d.u == u)


def move(canvas, pos, keys=NONE, buttons=LEFT):
    at = QPointF(pos)
    port = canvas.viewport()
    event = QMouseEvent(
        QEvent.Type.MouseMove, at, port.mapToGlobal(at), Qt.MouseButton.NoButton, buttons, keys
    )
    QApplication.sendEvent(port, event)


def drag(qtbot, canvas, start, stop, keys=NONE, release=True):
    qtbot.mousePress(canvas.viewport(), LEFT, pos=start)
    for step in range(1, 7):
        move(canvas, (QPointF(start) + (QPointF(stop) - QPointF(start)) * step / 6).toPoint(), keys)
    if release:
        qtbot.mouseRelease(canvas.viewport(), LEFT, pos=stop)


def test_several_devices_move_as_one_step(desk, canvas, qtbot):
    before = encode(desk.session.project)
    chosen = [at_unit(desk, "A02", u) for u in (3, 4, 5)]
    qtbot.mouseClick(canvas.viewport(), LEFT, pos=spot(canvas, chosen[0]))
    for device in chosen[1:]:
        qtbot.mouseClick(canvas.viewport(), LEFT, SHIFT, pos=spot(canvas, device))
    assert desk.session.ids(DEVICE) == set(chosen)
    drag(qtbot, canvas, spot(canvas, chosen[1]), unit(desk, canvas, "B04", 8))
    assert [place_of(desk, device) for device in chosen] == [("B04", 7), ("B04", 8), ("B04", 9)]
    assert desk.actions_by_id["undo"].text() == "Undo move 3 devices"
    # Over each other's units, down by one and up by two.
    qtbot.keyClick(canvas, Qt.Key.Key_Down)
    qtbot.keyClick(canvas, Qt.Key.Key_Up)
    qtbot.keyClick(canvas, Qt.Key.Key_Up)
    assert [place_of(desk, device) for device in chosen] == [("B04", 8), ("B04", 9), ("B04", 10)]
    for _ in range(4):
        desk.session.undo()
    assert encode(desk.session.project) == before


def test_a_band_selects_devices(desk, canvas, qtbot):
    start = unit(desk, canvas, "B04", 8)
    drag(qtbot, canvas, start, start)  # free units are no device: the rack is selected
    assert desk.session.selection == (RACK(number_of(desk, "B04")),)
    first, last = number_of(desk, "A01"), number_of(desk, "A02")
    left = canvas.rect_px(canvas.scene.units(first, 42, 1)).topLeft() - QPointF(14, 0)
    right = canvas.rect_px(canvas.scene.units(last, 40, 1)).center()
    drag(qtbot, canvas, left.toPoint(), right.toPoint())
    wanted = {
        device.id
        for rack in desk.session.project.floor.racks
        if rack.number in (first, last)
        for device in rack.devices
        if device.u >= 40
    }
    assert desk.session.ids(DEVICE) == wanted


def test_a_refused_drop_says_why_and_alt_swaps(desk, canvas, qtbot):
    before, names = encode(desk.session.project), desk.session.derived.device_names
    a, b = at_unit(desk, "A02", 10), at_unit(desk, "A03", 20)
    drag(qtbot, canvas, spot(canvas, a), spot(canvas, b), release=False)
    assert f"is taken by {desk.session.derived.device_names[b]}." in StatusLine(desk).message
    assert canvas.viewport().cursor().shape() == Qt.CursorShape.ForbiddenCursor
    said = canvas.drag.handle.advice(canvas.drag.place)
    assert said.startswith("Hold Ctrl to swap the two. Nearest free: ")
    label, u = said.split(": ")[1].rstrip(".").split(" U")
    rack = next(r for r in desk.session.project.floor.racks if rack_label(r) == label)
    taken = {d.u for d in rack.devices} | {u for k in rack.reserved for u in range(k.u, k.u + k.height_u)}
    assert int(u) not in taken
    move(canvas, spot(canvas, b) + QPoint(0, 1), ALT)
    assert "is taken" not in StatusLine(desk).message
    qtbot.mouseRelease(canvas.viewport(), LEFT, ALT, pos=spot(canvas, b))
    assert place_of(desk, a) == ("A03", 20)
    assert place_of(desk, b) == ("A02", 10)
    assert desk.actions_by_id["undo"].text() == f"Undo swap {names[a]} with {names[b]}"
    desk.session.undo()
    assert encode(desk.session.project) == before


def test_units_are_reserved_by_dragging_moved_and_given_back(desk, canvas, qtbot):
    before, number = encode(desk.session.project), number_of(desk, "B04")
    rack = next(r for r in desk.session.project.floor.racks if r.number == number)
    kept = {(k.u, k.height_u) for k in rack.reserved}
    qtbot.keyClick(canvas, Qt.Key.Key_E)
    drag(qtbot, canvas, unit(desk, canvas, "B04", 3), unit(desk, canvas, "B04", 6))
    rack = next(r for r in desk.session.project.floor.racks if r.number == number)
    assert {(k.u, k.height_u) for k in rack.reserved} - kept == {(3, 4)}
    drag(qtbot, canvas, unit(desk, canvas, "A02", 3), unit(desk, canvas, "A02", 6), release=False)
    assert "is taken by" in StatusLine(desk).message or "are taken by" in StatusLine(desk).message
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert canvas.tool is canvas.pointer
    drag(qtbot, canvas, unit(desk, canvas, "B04", 4), unit(desk, canvas, "B04", 6))
    assert ReservedAt(number, 5) in canvas.scene.kept
    desk.session.select([RESERVATION(ReservedAt(number, 5))])
    field = Inspector(desk).field("Note")
    assert isinstance(field, QLineEdit)
    qtbot.keyClicks(field, "storage")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert canvas.scene.kept[ReservedAt(number, 5)][1].note == "storage"
    qtbot.keyClick(canvas, Qt.Key.Key_Delete)
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


def test_alt_click_selects_the_whole_block_outlined_by_runs(desk, canvas, qtbot):
    block = next(devices for devices in blocks(desk).values() if "compute/edge/20" in devices)
    qtbot.mouseClick(canvas.viewport(), LEFT, ALT, pos=spot(canvas, "compute/edge/20"))
    assert desk.session.ids(DEVICE) == block
    runs = 0
    for rack in desk.session.project.floor.racks:
        units = sorted(d.u for d in rack.devices if d.id in block)
        runs += sum(u - 1 not in units for u in units)
    assert len(outlines(canvas, frozenset(block))) == runs > 1
    canvas.grab()
    shown = [some.text() for some in desk.inspector.findChildren(QLabel)]
    assert f"{len(block)} devices" in shown
    assert {place_of(desk, device)[0] for device in block} <= set(shown)
    one = sorted(block)[3]
    desk.session.select([DEVICE(one)])
    qtbot.keyClick(canvas, Qt.Key.Key_B)
    assert desk.session.ids(DEVICE) == block


def wheel(canvas, turn, keys=NONE):
    port = canvas.viewport()
    at = QPointF(port.rect().center())
    event = QWheelEvent(
        at,
        port.mapToGlobal(at),
        QPoint(),
        QPoint(0, turn),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(port, event)


def test_the_wheel_scrolls_and_with_control_zooms(desk, canvas):
    scale, origin = canvas.scale, QPointF(canvas.origin)
    wheel(canvas, -120)
    assert canvas.scale == scale
    assert canvas.origin != origin
    for _ in range(40):
        wheel(canvas, 120, CTRL)
    assert canvas.scale * UNIT == pytest.approx(40)
    for _ in range(80):
        wheel(canvas, -120, CTRL)
    assert canvas.scale * UNIT == pytest.approx(3)


def test_names_can_be_read_in_a_small_window(desk, canvas, qtbot):
    desk.resize(1280, 720)
    qtbot.wait(1)
    assert canvas.scale * UNIT >= canvas.theme.px(NAMED)


def test_bars_warn_from_ninety_percent(desk, canvas):
    assert [bar_tone(used, 100) for used in (0, 89.9, 90, 100, 100.1)] == [
        "text3",
        "text3",
        "warn_fill",
        "warn_fill",
        "error",
    ]
    part = next(p for p in desk.session.project.parts if isinstance(p, RackPart))
    power = max(desk.session.subjects.rack(r).power_w.value for r in desk.session.project.floor.racks)
    before = canvas.grab().toImage()
    limited = msgspec.structs.replace(part, power_limit_w=power / 0.95)
    assert desk.session.do(Batch(name="limit", commands=(SetPart(part=limited),)))
    colour = canvas.theme.colour("warn_fill").rgb()
    after = canvas.grab().toImage()

    def warned(image):
        return sum(
            image.pixel(x, y) == colour
            for x in range(0, image.width(), 2)
            for y in range(image.height() // 2)
        )

    assert warned(after) > warned(before)


def test_empty_racks_are_shown_on_wish(desk, canvas, qtbot):
    view = desk.workspaces["racks"]
    empty = {r.number for r in desk.session.project.floor.racks if not r.devices and not r.reserved}
    assert empty
    assert not empty & set(canvas.scene.racks)
    view.empty.click()
    assert empty <= set(canvas.scene.racks)
    device = at_unit(desk, "A02", 3)
    drag(qtbot, canvas, spot(canvas, device), unit(desk, canvas, "B02", 10))
    assert place_of(desk, device) == ("B02", 10)


def test_devices_are_taken_out_and_put_back_with_the_mouse(desk, canvas, qtbot):
    before = encode(desk.session.project)
    ids = [desk.session.device_ids[name] for name in ("n395", "n396")]
    at = place_of(desk, ids[0])
    desk.session.select([DEVICE(some) for some in ids])
    qtbot.keyClick(canvas, Qt.Key.Key_Delete)
    assert desk.actions_by_id["undo"].text() == "Undo remove 2 devices from the rack"
    assert not desk.session.selection
    assert [device.id for device in canvas.waiting] == ids
    errors = [c.finding for c in desk.session.findings if str(c.finding.severity) == "error"]
    assert {finding.rule for finding in errors} == {"unplaced"}
    view = desk.workspaces["racks"]
    assert "2 devices are not in a rack" in view.hint.text()

    qtbot.keyClick(canvas, Qt.Key.Key_I)
    assert view.tools["put"].isChecked()
    assert view.waiting.isVisible()
    taken = at_unit(desk, "A02", 30)
    move(canvas, unit(desk, canvas, "A02", 30), buttons=Qt.MouseButton.NoButton)
    assert canvas.tool.trial.figures is None
    assert "taken by" in canvas.tool.trial.refused
    assert canvas.viewport().cursor().shape() == Qt.CursorShape.ForbiddenCursor
    qtbot.mouseClick(canvas.viewport(), LEFT, pos=unit(desk, canvas, "A02", 30))
    assert at_unit(desk, "A02", 30) == taken
    assert len(canvas.waiting) == 2

    free = unit(desk, canvas, "B04", 5)
    move(canvas, free, buttons=Qt.MouseButton.NoButton)
    live = StatusLine(desk).figure("Ordered")
    qtbot.mouseClick(canvas.viewport(), LEFT, pos=free)
    assert place_of(desk, ids[0]) == ("B04", 5)
    assert StatusLine(desk).figure("Ordered") == live
    assert desk.actions_by_id["undo"].text() == "Undo put n395 into B04"
    assert [device.id for device in canvas.waiting] == ids[1:]
    assert view.waiting.count() == 1

    qtbot.keyClick(canvas, Qt.Key.Key_Up)  # from where the mouse was
    qtbot.keyClick(canvas, Qt.Key.Key_Return)
    assert place_of(desk, ids[1]) == ("B04", 6)
    assert not canvas.waiting
    assert "Every device is in a rack" in view.hint.text()
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert view.tools["select"].isChecked()
    assert at != ("B04", 5)
    while desk.session.history.can_undo:
        desk.session.undo()
    assert encode(desk.session.project) == before


def test_keys_alone_put_devices_in(desk, canvas, qtbot):
    ids = [desk.session.device_ids[name] for name in ("n395", "E22")]
    desk.session.select([DEVICE(some) for some in ids])
    qtbot.keyClick(canvas, Qt.Key.Key_Delete)
    qtbot.keyClick(canvas, Qt.Key.Key_I)
    view = desk.workspaces["racks"]
    number = next(n for n in range(2) if view.waiting.itemText(n).startswith("n395"))
    view.waiting.setFocus()
    view.waiting.setCurrentIndex(1 - number)
    qtbot.keyClick(view.waiting, Qt.Key.Key_Down if number else Qt.Key.Key_Up)
    assert canvas.tool.device.id == ids[0]
    qtbot.keyClick(canvas, Qt.Key.Key_Right)  # the first free place
    assert canvas.tool.trial.figures is not None
    qtbot.keyClick(canvas, Qt.Key.Key_Return)
    assert place_of(desk, ids[0]) is not None
    assert [device.id for device in canvas.waiting] == [ids[1]]


def test_an_empty_rack_is_taken_away_and_a_full_one_refused(desk, canvas, qtbot):
    desk.workspaces["racks"].empty.click()
    said = []
    desk.session.said.connect(said.append)
    desk.session.select([RACK(number_of(desk, "A04"))])
    qtbot.keyClick(canvas, Qt.Key.Key_Delete)
    assert "holds 42 devices" in said[-1]
    number = number_of(desk, "B01")
    desk.session.select([RACK(number)])
    qtbot.keyClick(canvas, Qt.Key.Key_Delete)
    assert number not in canvas.scene.racks
    assert desk.actions_by_id["undo"].text() == "Undo remove rack B01"


def test_a_project_is_closed_with_a_tool_in_hand(desk, canvas, qtbot):
    qtbot.keyClick(canvas, Qt.Key.Key_E)
    qtbot.mousePress(canvas.viewport(), LEFT, pos=unit(desk, canvas, "B04", 3))
    assert canvas.tool.trial is not None
    desk.session.leave()
    assert canvas.tool.trial is None
    assert StatusLine(desk).message == "No project open"


@pytest.mark.parametrize(("wide", "high"), [(1280, 720), (1600, 1000), (1280, 800)])
def test_the_legend_stands_clear_of_the_racks_when_a_project_is_opened(window, saved, qtbot, wide, high):
    window.resize(wide, high)
    window.files.open_path(saved)
    window.show_workspace("racks")
    canvas = window.workspaces["racks"].canvas
    qtbot.waitUntil(lambda: canvas.viewport().height() > 300)
    bottom = max(canvas.rect_px(box).bottom() for box in canvas.scene.boxes.values())
    legend, px = legend_box(canvas), canvas.theme.px
    assert bottom + px(CAPTION) <= legend.top() + 0.01  # the names of rows too
    assert canvas.scale * UNIT >= px(NAMED)
    top = min(canvas.rect_px(canvas.scene.standing).top(), canvas.viewport().height())
    assert top >= 0


def test_in_a_low_view_the_legend_is_a_strip_across_its_foot(desk, canvas):
    desk.resize(1280, 720)
    desk.toggle_bottom()
    QApplication.processEvents()
    legend = legend_box(canvas)
    assert legend.width() == canvas.viewport().width()
    assert legend.bottom() == canvas.viewport().height()
    canvas.grab()  # it is drawn without a warning


def test_a_spread_block_keeps_its_colour(desk, canvas):
    """Another block that becomes spread, and is together again, changes no other block's colour."""
    before = {block: canvas.look.block_colour(block) for block in canvas.scene.spread}
    assert len(before) == 3
    together = next(
        device_id
        for device_id, (rack, device, _) in canvas.scene.devices.items()
        if rack_label(rack) == "A02" and canvas.scene.block_of(device) not in {*before, None}
    )
    low, _ = next((low, n) for low, n in canvas.scene.free_runs(number_of(desk, "B04")) if n)
    assert desk.session.do(MoveDevice(id=together, rack=number_of(desk, "B04"), u=low))
    assert len(canvas.scene.spread) == 4
    now = {block: canvas.look.block_colour(block) for block in canvas.scene.spread}
    assert before.items() < now.items()
    assert len(set(now.values())) == 4
    desk.session.undo()
    assert {block: canvas.look.block_colour(block) for block in canvas.scene.spread} == before


def test_zoom_to_fit_shows_every_rack(desk, canvas, qtbot):
    desk.resize(900, 600)
    QApplication.processEvents()
    qtbot.keyClick(canvas, Qt.Key.Key_F, SHIFT)
    whole, room = canvas.rect_px(canvas.scene.standing), canvas.viewport().rect()
    assert room.contains(whole.toRect()), (whole, room)


def test_a_key_swaps_while_the_pointer_rests(desk, canvas, qtbot):
    """Ctrl and Alt change what a drop does at once: the card and the drop say the same."""
    names = desk.session.derived.device_names
    a, b = at_unit(desk, "A02", 10), at_unit(desk, "A03", 20)
    drag(qtbot, canvas, spot(canvas, a), spot(canvas, b), release=False)
    assert canvas.drag.refused
    for key in (Qt.Key.Key_Control, Qt.Key.Key_Alt):
        qtbot.keyPress(canvas, key)
        assert not canvas.drag.refused
        assert canvas.drag.handle.title(canvas.drag.place) == f"Swaps with {names[b]}"
        qtbot.keyRelease(canvas, key)
        assert canvas.drag.refused
    qtbot.keyPress(canvas, Qt.Key.Key_Control)
    qtbot.mouseRelease(canvas.viewport(), LEFT, CTRL, pos=spot(canvas, b))
    qtbot.keyRelease(canvas, Qt.Key.Key_Control)
    assert place_of(desk, a) == ("A03", 20)
    assert place_of(desk, b) == ("A02", 10)
