"""The inspector with real keys: one thing and several, each typed value one step, undone to the byte."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit

from fatdesk.cli import main
from fatdesk.engine.cabling.identity import cable_numbers
from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.floor.room import Area
from fatdesk.gui.inspector import trays as trays_page
from fatdesk.gui.inspector.typed import ALL
from fatdesk.gui.widgets.limit_bar import LimitBar
from fatdesk.project.commands.cables import SetCabling
from fatdesk.project.commands.racks import Reserve
from fatdesk.project.commands.room import AddColumn, ChangeTray
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import metres
from fatdesk.project.designing.tray_relief import without_relief
from fatdesk.project.designing.tray_remedies import CablingFigures, overfull, tray_remedies
from fatdesk.project.document.ref import CABLE, COLUMN, DEVICE, RACK, RESERVATION, TRAY, ReservedAt
from fatdesk.project.files.file_format import encode
from tests.gui.pages.inspector import Inspector
from tests.project.designing.test_tray_relief import designed


@pytest.fixture
def panel(desk):
    desk.show_workspace("floor")
    return desk.inspector


def racks(desk):
    return {rack_label(rack): rack for rack in desk.session.project.floor.racks}


def trays(desk):
    return {tray.id: tray for tray in desk.session.project.floor.trays}


def placed(desk):
    """Rack and unit of each device by its name."""
    names = desk.session.derived.device_names
    return {
        names[device.id]: (rack_label(rack), device.u)
        for rack in desk.session.project.floor.racks
        for device in rack.devices
    }


def select(desk, kind, *ids):
    desk.session.select([kind(some) for some in ids])


def select_devices(desk, *names):
    select(desk, DEVICE, *(desk.session.device_ids[name] for name in names))


def enter(qtbot, panel, name, text):
    """Type into a field, and Enter."""
    field = panel.fields[name]
    assert isinstance(field, QLineEdit)
    field.setFocus()
    field.selectAll()
    if text:
        qtbot.keyClicks(field, text)
    else:
        qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def choose(qtbot, panel, name, text):
    """Choose from a list with the keys."""
    field = panel.fields[name]
    assert isinstance(field, QComboBox)
    field.setFocus()
    number = field.findText(text)
    assert number >= 0
    field.setCurrentIndex(number - 1)
    qtbot.keyClick(field, Qt.Key.Key_Down)


def shows(panel, name):
    """What a field says: a value, or that there are several."""
    field = panel.fields[name]
    if isinstance(field, QComboBox):
        return field.currentText() or field.placeholderText()
    return field.text() or field.placeholderText()


def words(panel):
    from PySide6.QtWidgets import QLabel

    return [some.text() for some in panel.page.findChildren(QLabel)]


def one_step(desk, before, name):
    """One step more with this name; undone, all is as before."""
    assert desk.actions_by_id["undo"].text().replace("&", "") == f"Undo {name}"
    after = encode(desk.session.project)
    assert after != before
    desk.actions_by_id["undo"].trigger()
    assert encode(desk.session.project) == before
    assert not desk.session.history.can_undo
    desk.actions_by_id["redo"].trigger()
    assert encode(desk.session.project) == after


# Several things


def test_size_and_elevation_of_several_trays(desk, panel, qtbot):
    before = encode(desk.session.project)
    select(desk, TRAY, "tray-1", "tray-2", "tray-3")
    assert "3 trays" in words(panel)
    assert ALL in words(panel)
    assert shows(panel, "Elevation") == "2.591"
    enter(qtbot, panel, "Elevation", "2.8")
    found = trays(desk)
    assert [found[f"tray-{n}"].elevation_mm for n in (1, 2, 3)] == [2800.0] * 3
    assert found["tray-4"].elevation_mm != 2800.0
    one_step(desk, before, "change the elevation of 3 trays")

    select(desk, TRAY, "tray-1", "tray-4")
    assert shows(panel, "Elevation") == "several"
    assert shows(panel, "Width") == "0.300"
    enter(qtbot, panel, "Width", "450 mm")
    assert [trays(desk)[name].width_mm for name in ("tray-1", "tray-4", "tray-2")] == [450.0, 450.0, 300.0]
    assert trays(desk)["tray-1"].elevation_mm == 2800.0
    assert trays(desk)["tray-4"].elevation_mm != 2800.0


def test_several_racks_to_a_row_and_to_x(desk, panel, qtbot):
    select(desk, RACK, *(racks(desk)[name].number for name in ("B01", "B02")))
    before = encode(desk.session.project)
    assert shows(panel, "Row") == "B"
    assert shows(panel, "Position") == "several"
    assert "Label" not in panel.fields
    enter(qtbot, panel, "Row", "C")
    assert {"C01", "C02"} <= set(racks(desk))
    assert not {"B01", "B02"} & set(racks(desk))
    one_step(desk, before, "move 2 racks")
    y = racks(desk)["C01"].y_mm
    enter(qtbot, panel, "y", "9.5")
    assert y != 9500.0
    assert [racks(desk)[name].y_mm for name in ("C01", "C02")] == [9500.0, 9500.0]


def test_racks_that_would_stand_in_each_other_are_refused(desk, panel, qtbot):
    select(desk, RACK, *(racks(desk)[name].number for name in ("B01", "B02")))
    before, said = encode(desk.session.project), []
    desk.session.said.connect(said.append)
    enter(qtbot, panel, "x", "9")
    assert encode(desk.session.project) == before
    assert panel.fields["x"].property("wrong")
    assert "B0" in said[-1]
    assert shows(panel, "x") == "9"


def test_units_reserved_in_several_racks_are_one_step(desk, panel, qtbot):
    select(desk, RACK, *(racks(desk)[name].number for name in ("B01", "B02", "B03")))
    before = encode(desk.session.project)
    enter(qtbot, panel, "Reserve units", "1-4")
    assert [racks(desk)[name].reserved[0].height_u for name in ("B01", "B02", "B03")] == [4, 4, 4]
    one_step(desk, before, "reserve 4 units in 3 racks")


def test_several_devices_to_another_rack_and_unit(desk, panel, qtbot):
    before = encode(desk.session.project)
    names = ["n395", "n396"]
    was = placed(desk)
    assert [was[name][0] for name in names] == ["B04", "B04"]
    select_devices(desk, *names)
    assert shows(panel, "Rack") == "B04"
    lowest = min(was[name][1] for name in names)
    assert shows(panel, "Lowest unit") == str(lowest)
    choose(qtbot, panel, "Rack", "B02")
    assert [placed(desk)[name] for name in names] == [("B02", was[name][1]) for name in names]
    one_step(desk, before, "move 2 devices")
    middle = encode(desk.session.project)
    enter(qtbot, panel, "Lowest unit", "1")
    assert sorted(placed(desk)[name][1] for name in names) == [1, 2]
    enter(qtbot, panel, "Lowest unit", "2")  # over themselves, upwards
    assert sorted(placed(desk)[name][1] for name in names) == [2, 3]
    desk.session.undo()
    desk.session.undo()
    assert encode(desk.session.project) == middle


def test_devices_of_several_racks_go_to_one_unit_of_each(desk, panel, qtbot):
    select_devices(desk, "n395", "n396")
    choose(qtbot, panel, "Rack", "B02")
    select_devices(desk, "n393", "n395")
    assert shows(panel, "Rack") == "several"
    assert shows(panel, "Lowest unit") == "several"
    enter(qtbot, panel, "Lowest unit", "3")
    assert placed(desk)["n393"] == ("B04", 3)
    assert placed(desk)["n395"] == ("B02", 3)


def test_a_unit_that_is_taken_is_refused_and_nothing_moves(desk, panel, qtbot):
    select_devices(desk, "n395", "n396")
    before, said = encode(desk.session.project), []
    desk.session.said.connect(said.append)
    enter(qtbot, panel, "Lowest unit", "20")
    assert encode(desk.session.project) == before
    assert panel.fields["Lowest unit"].property("wrong")
    assert "n3" in said[-1]


def test_part_and_length_of_several_cables(desk, panel, qtbot):
    rows = desk.session.wiring.rows
    three = [rows[0].id, rows[1].id, rows[700].id]
    before = encode(desk.session.project)
    select(desk, CABLE, *three)
    assert shows(panel, "Ordered") == "several"
    assert shows(panel, "Cable") == "Chosen by rule"
    enter(qtbot, panel, "Ordered", "7")
    assert [desk.session.cable(cable).length.ordered_um for cable in three] == [7_000_000] * 3
    one_step(desk, before, "set 3 cables")
    assert shows(panel, "Ordered") == "7.00"
    enter(qtbot, panel, "Remark", "by the door")
    assert {desk.session.cable(cable).remark for cable in three} == {"by the door"}
    panel.fields["Select by rule again"].click()
    lengths = {desk.session.cable(cable).length.ordered_um for cable in three}
    assert 7_000_000 not in lengths
    assert len(lengths) > 1


def test_a_part_for_cables_of_several_parts(desk, panel, qtbot):
    rows = {row.part: row for row in desk.session.wiring.rows}
    assert len(rows) > 1
    two = [row.id for row in rows.values()][:2]
    select(desk, CABLE, *two)
    options = [panel.fields["Cable"].itemText(n) for n in range(panel.fields["Cable"].count())]
    choose(qtbot, panel, "Cable", options[-1])
    assert {desk.session.cable(cable).part for cable in two} == {options[-1]}
    select(desk, CABLE, two[0], desk.session.wiring.rows[300].id)
    assert shows(panel, "Cable") == "several"


def test_several_areas_and_reserved_places(desk, panel, qtbot):
    for x in (10.0, 12.0):
        desk.session.do(AddColumn(column=Area(x_m=x, y_m=1.0, width_m=0.5, depth_m=0.5, name="c")))
    select(desk, COLUMN, 0, 1)
    assert shows(panel, "x") == "several"
    assert shows(panel, "y") == "1.000"
    enter(qtbot, panel, "Depth", "0.8")
    assert [area.depth_m for area in desk.session.project.floor.columns] == [0.8, 0.8]
    choose(qtbot, panel, "Kind", "Wall")
    assert {area.kind for area in desk.session.project.floor.columns} == {"wall"}
    first, second = (racks(desk)[name].number for name in ("B01", "B02"))
    for number, note in ((first, "power"), (second, "")):
        desk.session.do(Reserve(rack=number, u=3, height_u=2, note=note))
    select(desk, RESERVATION, ReservedAt(first, 3), ReservedAt(second, 3))
    assert shows(panel, "Note") == "several"
    enter(qtbot, panel, "Note", "patch panels")
    assert {racks(desk)[name].reserved[0].note for name in ("B01", "B02")} == {"patch panels"}


def test_things_of_several_kinds_are_counted(desk, panel):
    number = racks(desk)["B01"].number
    desk.session.select([RACK(number), TRAY("tray-1"), TRAY("tray-2")])
    assert "3 items" in words(panel)
    assert "1 rack, 2 trays" in words(panel)
    assert not panel.fields


# Keys


def test_a_field_keeps_the_focus_when_a_dialog_of_the_system_has_just_closed(desk, panel, monkeypatch):
    """For a moment no widget of the program is active then, but the window knows where focus returns to."""
    select(desk, TRAY, "tray-1")
    panel.fields["Width"].setFocus()
    with monkeypatch.context() as away:
        away.setattr(QApplication, "focusWidget", lambda: None)
        panel.refresh()
    assert QApplication.focusWidget() is panel.fields["Width"]


def test_tab_goes_on_to_the_next_field_after_a_value(desk, panel, qtbot):
    select(desk, TRAY, "tray-1")
    field = panel.fields["Width"]
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "0.4")
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert trays(desk)["tray-1"].width_mm == 400.0
    assert QApplication.focusWidget() is panel.fields["Depth"]
    field = panel.fields["Depth"]
    field.selectAll()
    qtbot.keyClicks(field, "0.15")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert trays(desk)["tray-1"].depth_mm == 150.0
    assert QApplication.focusWidget() is panel.fields["Depth"]


def test_a_page_stays_where_it_was_scrolled(desk, panel, qtbot):
    desk.resize(1280, 640)
    select(desk, TRAY, "tray-1")
    bar = panel.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    enter(qtbot, panel, "Point 2", "5.2, 0.457")
    assert trays(desk)["tray-1"].points_mm[1] == (5200.0, 457.0)
    assert bar.value() > 0


def test_a_cable_shows_what_the_systems_of_switches_call_its_ports(window, tmp_path):
    (tmp_path / "r.yaml").write_text(
        "hosts: [{name: web, part: hpe-dl360-gen11-e810-25, count: 6}]\n"
        "fabrics: [{name: eth, families: [star], edge: [nvidia-sn2100]}]\n"
    )
    assert main(["design", str(tmp_path / "r.yaml"), "-o", str(tmp_path / "p.fatdesk")]) == 0
    window.files.open_path(tmp_path / "p.fatdesk")
    window.show_workspace("floor")
    window.session.select([CABLE("eth/edge/1:1--web/1:1")])
    stated = words(window.inspector)
    at = stated.index("First port name")
    assert stated[at : at + 4] == ["First port name", "swp1s0", "Last port name", "swp1s3"]
    assert window.inspector.page.width() <= window.inspector.width()


def test_a_cable_is_titled_by_the_number_on_its_label(desk, panel):
    """The number that labels and lists have."""
    rows = desk.session.derived.rows
    number = cable_numbers(row.id for row in rows)[rows[17].id]
    cable = rows[17]
    select(desk, CABLE, cable.id)
    assert f"Cable {number}" in words(panel)


def test_a_size_that_no_file_may_have_is_refused_where_it_is_typed(desk, panel, qtbot):
    select(desk, TRAY, "tray-1")
    before = trays(desk)["tray-1"]
    enter(qtbot, panel, "Width", "6")
    assert trays(desk)["tray-1"] == before
    assert panel.fields["Width"].accessibleDescription() == (
        "Type a length, 0.001 to 5 m; other units are possible, such as 300 mm or 12 in."
    )
    enter(qtbot, panel, "Width", "24 in")
    assert trays(desk)["tray-1"].width_mm == 609.6


def test_an_overfull_tray_offers_optical_cables_as_one_step(window, qtbot, monkeypatch):
    """Cost and metres before and after are those of the project before and after."""
    monkeypatch.setattr(trays_page, "AT_ONCE", 0)
    project = designed().project
    copper = replace(project, cables=without_relief(project.cables))
    window.session.begin(copper)
    window.show_workspace("floor")
    before = encode(window.session.project)
    now = window.session.derived.filling.worst
    tray = max(now, key=lambda name: now[name][0])
    select(window, TRAY, tray)
    inspector = Inspector(window)
    name = f"Replace {len(project.cables)} copper cables by optical"
    assert "Being calculated…" in inspector.shown_texts
    qtbot.waitUntil(lambda: inspector.has(name))
    texts = inspector.shown_texts
    after = Derived(project)
    assert "What would help" in texts
    assert f"{metres(window.session.derived)[0]:,.0f} → {metres(after)[0]:,.0f}" in texts
    costs = [f"≥ {CablingFigures.of(some).cost.amount:,.0f}" for some in (window.session.derived, after)]
    assert " → ".join(costs) in texts
    inspector.follow(name)
    assert window.session.project.cables == project.cables
    assert not inspector.has(name)
    one_step(window, before, name[0].lower() + name[1:])


def test_a_wider_tray_is_offered_as_one_step(window):
    project = designed().project
    copper = replace(project, cables=without_relief(project.cables))
    window.session.begin(copper)
    window.show_workspace("floor")
    before = encode(window.session.project)
    [tray, *_] = overfull(window.session.derived)
    select(window, TRAY, tray)
    inspector = Inspector(window)
    wider = next(one for one in tray_remedies(window.session.derived, tray) if one.kind == "wider")
    name = wider.command.step
    inspector.follow(name)
    assert f"{trays(window)[tray].width_mm:g} mm wide" in name
    assert tray not in overfull(window.session.derived)
    assert "What would help" not in inspector.shown_texts
    one_step(window, before, name[0].lower() + name[1:])


def test_limits_of_a_tray_by_the_selected_profile(desk, panel, qtbot):
    """Each rule has its figure, its limit and a bar; what is missing is stated once."""
    session = desk.session
    session.do(SetCabling(profile="en-50174-2"))
    select(desk, TRAY, "tray-1")
    assert "EN 50174-2 stacking height" in words(panel)
    [note] = [text for text in words(panel) if text.startswith("Not checked in full: ")]
    assert note.count("the distance of the supports is not known") == 1
    assert note.count("the mass of some cables is not known") == 1
    before = encode(session.project)
    enter(qtbot, panel, "Support distance", "1.5")
    assert trays(desk)["tray-1"].support_mm == 1500.0
    assert (
        desk.actions_by_id["undo"].text().replace("&", "")
        == "Undo change the support distance of tray tray-1"
    )
    desk.actions_by_id["undo"].trigger()
    assert encode(session.project) == before
    desk.actions_by_id["redo"].trigger()
    enter(qtbot, panel, "Safe working loads", "2: 480; 1.5: 730")
    assert [(load.span_m, load.n_per_m) for load in trays(desk)["tray-1"].loads] == [
        (1.5, 730.0),
        (2.0, 480.0),
    ]
    enter(qtbot, panel, "Safe working loads", "1.5")
    assert len(trays(desk)["tray-1"].loads) == 2
    [height] = [one for one in session.derived.judged if one.rule.name == "tray-height"]
    number = list(height.values.elements).index("tray-1")
    bar = panel.findChild(LimitBar, "bar-tray-height")
    assert bar.share == pytest.approx(height.values.amount[number] * (1 + 0.0007 * 1500) / 150)
    assert not bar.over
    session.do(ChangeTray(tray=replace(trays(desk)["tray-1"], width_mm=5.0)))
    assert panel.findChild(LimitBar, "bar-tray-height").over
    assert [text for text in words(panel) if "Stacking height is " in text and text.endswith(" mm allowed.")]


def test_a_warning_of_the_profile_is_no_error_on_the_page_of_a_tray(desk, panel):
    """Radii while cables are pulled are a warning of the makers' limits, those when installed an error."""
    session = desk.session
    parts = tuple(
        replace(part, bend_mm=30.0, bend_pull_mm=60.0) if isinstance(part, Cable) else part
        for part in session.project.parts
    )
    session.begin(replace(session.project, parts=parts))
    session.do(SetCabling(profile="makers"))
    [pulled] = [one for one in session.derived.judged if one.rule.name == "tray-corner-pull"]
    tray = pulled.values.elements[0]
    for corner, expected in ((50.0, (False, False)), (20.0, (True, False))):
        session.do(ChangeTray(tray=replace(trays(desk)[tray], corner_mm=corner)))
        select(desk, TRAY, tray)
        bars = [panel.findChild(LimitBar, f"bar-{name}") for name in ("tray-corner-bend", "tray-corner-pull")]
        assert tuple(bar.over for bar in bars) == expected
        assert bars[1].share == pytest.approx(60.0 / corner)
        banner = [text for text in words(panel) if text.endswith(" mm allowed.")]
        assert banner == (["Bend radius needed at corners is 30.0 mm, 20 mm allowed."] if expected[0] else [])


def test_supports_of_several_trays(desk, panel, qtbot):
    select(desk, TRAY, "tray-1", "tray-2")
    enter(qtbot, panel, "Support distance", "2 m")
    assert [trays(desk)[name].support_mm for name in ("tray-1", "tray-2", "tray-3")] == [2000.0, 2000.0, None]


def test_fields_with_and_without_a_unit_align(desk):
    desk.session.select([RACK(1)])
    page = Inspector(desk)
    edges = {page.field(name).mapToGlobal(QPoint(0, 0)).x() for name in ("Position", "x", "Power feeds")}
    assert len(edges) == 1
