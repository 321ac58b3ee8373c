"""What is selected in one view is selected in all: each view chooses by click, all others show it."""

import pytest
from PySide6.QtCore import Qt

from fatdesk.engine.floor.floor import Zone, rack_label
from fatdesk.gui.floor.layers.racks import chosen_racks
from fatdesk.gui.floor.layers.trays import shown_runs
from fatdesk.project.commands.devices import RemoveDevice
from fatdesk.project.commands.racks import AddRack
from fatdesk.project.commands.room import SetZone
from fatdesk.project.commands.studies import AddStudy
from fatdesk.project.document.project import NetworkUnderStudy
from fatdesk.project.document.ref import CABLE, DEVICE, PART, RACK, STUDY, TRAY, ZONE
from tests.gui.pages.bottom_panel import BottomPanel
from tests.gui.pages.status_line import StatusLine

LEFT = Qt.MouseButton.LeftButton


def labels(desk, numbers):
    return {rack_label(r) for r in desk.session.project.floor.racks if r.number in numbers}


def on_floor(desk):
    desk.show_workspace("floor")
    return labels(desk, chosen_racks(desk.workspaces["floor"].canvas))


def runs(desk):
    desk.show_workspace("floor")
    return set(shown_runs(desk.workspaces["floor"].canvas))


def in_racks(desk):
    desk.show_workspace("racks")
    names = desk.session.derived.device_names
    return {names[device] for device in desk.workspaces["racks"].canvas._chosen()}


def in_cables(desk):
    desk.show_workspace("cables")
    return {row.id for row in desk.workspaces["cables"].table.chosen_rows()}


def in_bill(desk):
    desk.show_workspace("bill")
    return {entry.line.part for entry in desk.workspaces["bill"].table.chosen_rows()}


def in_findings(desk):
    desk.show_bottom("findings")
    return {checked.finding.where for checked in BottomPanel(desk).findings.chosen_rows()}


def in_topology(desk):
    desk.show_workspace("topology")
    return desk.workspaces["topology"].canvas.chosen_rect() is not None


def in_inspector(desk):
    labels = desk.inspector.page.findChildren(type(desk.inspector.head))
    return next(label.text() for label in labels if label.text())


def between(desk, text):
    """A cable that runs through trays, of a device."""
    return next(r for r in desk.session.wiring.rows if r.run and text in (r.a.device, r.b.device))


def ends(row):
    return {end.device for end in (row.a, *(row.legs or (row.b,)))}


def at_racks(row):
    return {end.rack_label for end in (row.a, *(row.legs or (row.b,)))}


def click_row(qtbot, table, line, column=0):
    table.executeDelayedItemsLayout()
    index = table.rows.index(line, column or table.first_column())
    table.scrollTo(index)
    qtbot.mouseClick(table.viewport(), LEFT, pos=table.visualRect(index).center())


def test_a_row_of_the_wiring_list(desk, qtbot):
    desk.show_workspace("cables")
    table = desk.workspaces["cables"].table
    line = next(n for n in range(table.rows.rowCount()) if table.rows.row(n).run)
    row = table.rows.row(line)
    click_row(qtbot, table, line)
    assert desk.session.selection == (CABLE(row.id),)
    assert runs(desk) == {row.id}
    assert on_floor(desk) == at_racks(row)
    assert in_racks(desk) == ends(row)
    assert in_bill(desk) == {row.part}
    assert in_topology(desk)
    assert in_inspector(desk) == f"Cable {desk.session.wiring.numbers[row.id]}"
    assert in_cables(desk) == {row.id}  # still, after all views were looked at


def test_a_device_in_the_racks(desk, qtbot):
    desk.show_workspace("racks")
    canvas = desk.workspaces["racks"].canvas
    device = desk.session.device_ids["E03"]
    spot = canvas.rect_px(canvas.scene.devices[device][2]).center().toPoint()
    qtbot.mouseClick(canvas.viewport(), LEFT, pos=spot)
    assert desk.session.selection == (DEVICE(device),)
    here = canvas.scene.devices[device][0]
    assert on_floor(desk) == {rack_label(here)}
    assert in_cables(desk) == {row.id for row in desk.session.wiring.rows if "E03" in ends(row)}
    assert in_bill(desk) == {"ib-36"}
    assert in_topology(desk)
    assert in_inspector(desk) == "E03"
    assert in_racks(desk) == {"E03"}


def test_a_rack_on_the_floor(desk, qtbot):
    desk.show_workspace("floor")
    canvas = desk.workspaces["floor"].canvas
    rack = next(r for r in desk.session.project.floor.racks if rack_label(r) == "A04")
    box = canvas.scene.boxes[rack.number]
    spot = canvas.to_px(box.center().x(), box.bottom() - 60).toPoint()
    qtbot.mouseClick(canvas.viewport(), LEFT, pos=spot)
    assert desk.session.selection == (RACK(rack.number),)
    assert in_cables(desk) == {row.id for row in desk.session.wiring.rows if "A04" in at_racks(row)}
    assert in_bill(desk) == {"ib-36", "server-1u", "rack-42u"}
    assert in_inspector(desk) == "Rack A04"
    desk.show_workspace("racks")
    assert desk.workspaces["racks"].canvas.chosen_rect() is not None
    assert on_floor(desk) == {"A04"}


def test_a_tray_on_the_floor(desk, qtbot):
    desk.session.select([TRAY("tray-2")])
    assert in_cables(desk) == {row.id for row in desk.session.wiring.rows if "tray-2" in row.run}
    assert in_inspector(desk) == "tray-2"


def test_a_line_of_the_bill(desk, qtbot):
    desk.show_workspace("bill")
    table = desk.workspaces["bill"].table
    lines = [n for n in range(table.rows.rowCount()) if table.rows.head(n) is None]
    line = next(n for n in lines if table.rows.row(n).line.part == "ib-36")
    click_row(qtbot, table, line)
    assert desk.session.selection == (PART("ib-36"),)
    switches = {
        rack_label(rack)
        for rack in desk.session.project.floor.racks
        for device in rack.devices
        if device.part == "ib-36"
    }
    assert on_floor(desk) == switches
    assert len(in_racks(desk)) == 40
    line = next(n for n in lines if table.rows.row(n).line.part == "qsfp-plus-optical")
    desk.show_workspace("bill")
    click_row(qtbot, table, line)
    rows = desk.session.wiring.rows
    assert in_cables(desk) == {row.id for row in rows if row.part == "qsfp-plus-optical"}


@pytest.fixture
def without(desk):
    """A project in which two devices of one switch stand nowhere."""
    for name in ("n395", "n396"):
        desk.session.do(RemoveDevice(id=desk.session.device_ids[name]))
    return desk


def test_a_finding(without, qtbot):
    desk = without
    desk.show_bottom("findings")
    panel = desk.bottom.findings
    device = desk.session.device_ids["n395"]
    line = next(n for n, c in enumerate(panel.model.shown()) if c.finding.where == device)
    click_row(qtbot, panel.table, line)
    assert desk.session.selection == (DEVICE(device),)
    assert in_cables(desk) == {row.id for row in desk.session.wiring.rows if "n395" in ends(row)}
    assert in_inspector(desk) == "n395"
    assert in_topology(desk)
    assert in_findings(desk) == {device}


def test_findings_about_what_is_selected_elsewhere_are_marked(without, qtbot):
    desk = without
    other = desk.session.device_ids["n396"]
    desk.show_bottom("findings")
    desk.session.select([DEVICE(other)])
    assert in_findings(desk) == {other}
    desk.session.select([PART("server-1u")])
    assert in_findings(desk) == {"server-1u"}
    assert desk.session.selection == (PART("server-1u"),)
    desk.session.select([])
    assert not in_findings(desk)


def test_what_is_out_of_view_comes_into_it(desk, qtbot):
    desk.show_workspace("racks")
    canvas = desk.workspaces["racks"].canvas
    canvas.zoom(2.2)
    canvas.origin = canvas.origin * 0 + canvas.viewport().rect().topLeft()
    far = desk.session.device_ids["n378"]
    view = canvas.viewport().rect().toRectF()
    assert not canvas.rect_px(canvas.scene.devices[far][2]).intersects(view)
    desk.session.select([DEVICE(far)])
    assert canvas.rect_px(canvas.scene.devices[far][2]).intersects(view)
    before = canvas.origin
    desk.session.select([DEVICE(far), DEVICE(desk.session.device_ids["n001"])])
    assert canvas.origin == before  # something is in view

    desk.show_workspace("floor")
    canvas = desk.workspaces["floor"].canvas
    canvas.zoom(8.0, canvas.rect_px(canvas.scene.boxes[1]).center())
    row = next(r for r in desk.session.wiring.rows if at_racks(r) == {"B07"})
    desk.session.select([CABLE(row.id)])
    rack = next(r for r in desk.session.project.floor.racks if rack_label(r) == "B07")
    assert canvas.rect_px(canvas.scene.boxes[rack.number]).intersects(canvas.viewport().rect().toRectF())


@pytest.mark.parametrize(
    ("command", "element"),
    [
        (SetZone(zone=Zone(name="Z", x_m=0, y_m=0, width_m=1, depth_m=1)), ZONE("Z")),
        (AddStudy(study=NetworkUnderStudy(name="tree", spec="kary-tree:k=2,n=2")), STUDY("tree")),
        (AddRack(part="rack-42u", row=3, position=0), RACK(15)),
    ],
)
def test_what_is_undone_is_not_selected_any_more(desk, command, element):
    desk.session.do(command)
    desk.session.select([element, RACK(1)])
    desk.session.undo()
    assert desk.session.selection == (RACK(1),)
    desk.session.redo()
    desk.session.select([element])
    desk.session.undo()
    assert desk.session.selection == ()
    assert StatusLine(desk).message == ""
