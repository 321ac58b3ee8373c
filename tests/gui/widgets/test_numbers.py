"""Numbers typed into fields with real keys: no comma is ever dropped, and percent fields take percent."""

import re
from decimal import Decimal
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QApplication, QInputDialog

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.floor.building import Underlay, Wall
from fatdesk.engine.floor.floor import number_in_rows, rack_label, row_of
from fatdesk.gui.catalog.uses import Use, use_text
from fatdesk.gui.explorer.pinned import Line
from fatdesk.gui.floor.clipboard import RepeatDialog, chosen_in
from fatdesk.gui.floor.underlay import ScaleTool
from fatdesk.gui.inspector.typed import millimetres, point_mm
from fatdesk.gui.requirements.fields import NumberField
from fatdesk.gui.widgets.numbers import (
    Name,
    choose_number_language,
    in_field,
    length_text,
    parse_number,
    parse_whole,
    priced,
    to_read,
)
from fatdesk.project.commands.building import AddWall, SetPlan
from fatdesk.project.commands.copying import clip_of, steps_of
from fatdesk.project.commands.fabrics import SetHosts
from fatdesk.project.document.ref import CABLE, PART, PLAN, RACK, TRAY, WALL
from tests.gui.hands import type_in, type_in_cell
from tests.gui.pages.cables import CablesPage
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.requirements import RequirementsPage
from tests.gui.requirements.test_wizard import put, wizard  # noqa: F401  # a fixture

COMMA = "Use a decimal point"
ENGLISH, GERMAN = QLocale(QLocale.Language.English), QLocale(QLocale.Language.German)


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.setattr(QLocale, "system", lambda: ENGLISH)


def shown(widget):
    """What the inspector says under a field."""
    return widget.accessibleDescription()


def test_a_rack_is_not_moved_fifteen_metres_by_a_comma(desk, qtbot):
    session, before = desk.session, desk.session.project
    desk.show_workspace("floor")
    rack = next(rack for rack in before.floor.racks if rack_label(rack) == "A01")
    session.select([RACK(rack.number)])
    entry = Inspector(desk).field("x")
    type_in(qtbot, entry, "-1,5")
    assert session.project is before
    assert shown(entry) == f"{COMMA}: -1.5."
    session.select([])
    session.select([RACK(rack.number)])
    entry = Inspector(desk).field("x")
    assert (entry.text(), shown(entry)) == ("-1,5", f"{COMMA}: -1.5."), "it is kept, and is still refused"
    qtbot.keyClick(entry, Qt.Key.Key_Escape)
    assert (entry.text(), shown(entry)) == ("0.000", "")
    type_in(qtbot, entry, "-1.5")
    moved = next(one for one in session.project.floor.racks if one.number == rack.number)
    assert moved.x_mm == -1500.0


def test_where_the_locale_has_a_comma_it_is_understood(desk, qtbot, monkeypatch):
    monkeypatch.setattr(QLocale, "system", lambda: GERMAN)
    desk.show_workspace("floor")
    rack = next(rack for rack in desk.session.project.floor.racks if rack_label(rack) == "A01")
    desk.session.select([RACK(rack.number)])
    type_in(qtbot, Inspector(desk).field("x"), "-1,5")
    moved = next(one for one in desk.session.project.floor.racks if one.number == rack.number)
    assert moved.x_mm == -1500.0
    assert Inspector(desk).field("x").text() == "-1,500", "fields write as they read"
    assert parse_number("1.200") == 1200


@pytest.mark.parametrize(
    ("place", "length", "count"),
    [("en_IN", "12,34,567.50 m", "12,34,567"), ("de_CH", "1’234’567.50 m", "1’234’567")],
)
def test_thousands_are_grouped_as_the_system_has_it(monkeypatch, place, length, count):
    monkeypatch.setattr(QLocale, "system", lambda: QLocale(place))
    assert length_text(1234567.5) == length
    assert to_read("999.5, 1,000 and dac-1.5") == to_read("999.5, ") + to_read("1,000") + " and dac-1.5"
    assert in_field("1,234,567") == count
    assert parse_whole(count) == parse_number(in_field("1,234,567")) == 1234567
    assert parse_number("1234567.5") == parse_number(in_field("1,234,567.5")) == Decimal("1234567.5")
    choose_number_language(".")
    try:
        assert length_text(1234567.5) == "1,234,567.50 m", "a sign that was chosen has its usual groups"
    finally:
        choose_number_language(None)


def test_numbers_that_a_field_begins_with_are_read_as_they_are_meant(desk, monkeypatch):
    """Whatever a dialog or a field proposes, taking it unchanged is that value, also with a decimal comma."""
    monkeypatch.setattr(QLocale, "system", lambda: GERMAN)
    session = desk.session
    session.do(AddWall(wall=Wall(points_mm=((1200.0, 3400.0), (4000.0, 3400.0)))))
    session.select([WALL(0)])
    corner = Inspector(desk).field("Point 1")
    assert point_mm(corner.text()) == (1200.0, 3400.0)
    Inspector(desk).enter("field-Point 1", corner.text().rpartition(";")[0] + "; 3,5")
    assert session.project.floor.walls[0].points_mm[0] == (1200.0, 3500.0)
    tray = session.project.floor.trays[0]
    session.select([TRAY(tray.id)])
    assert point_mm(Inspector(desk).field("Point 1").text()) == tray.points_mm[0]
    assert tray.points_mm[0][0] == 304.8  # no whole number of millimetres
    session.select([RACK(session.project.floor.racks[0].number)])
    chosen = chosen_in(session)
    step = steps_of(session.project, clip_of(session.project, chosen))
    dialog = RepeatDialog(desk, chosen)
    fields = dialog.fields
    assert [millimetres(fields[name].text()) for name in ("dx", "dy")] == list(step)
    asked = {}
    monkeypatch.setattr(
        QInputDialog, "getText", lambda *_, **given: (asked.setdefault("text", given["text"]), True)
    )
    session.do(SetPlan(underlay=Underlay(file="hall.dxf", sha256="0" * 64, mm_per_unit=1.0)))
    canvas = SimpleNamespace(session=session, scene=SimpleNamespace(floor=session.project.floor))
    ScaleTool(canvas).done((0.0, 0.0), (4000.0, 0.0))
    assert (asked["text"], session.project.floor.plan.underlay.mm_per_unit) == ("4,000", 1.0)


def test_mass_and_price_of_a_part(desk, qtbot):
    desk.show_workspace("catalog")
    view = desk.workspaces["catalog"]
    part = desk.session.project.parts[0]
    desk.session.select([PART(part.id)])
    view.follow(desk.session.selection)
    before = desk.session.project
    entry = view.form.fields["Mass"]
    type_in(qtbot, entry, "21,4")
    assert desk.session.project is before
    assert shown(entry).startswith(COMMA)
    type_in(qtbot, entry, "21.4 kg")
    changed = next(one for one in desk.session.project.parts if one.id == part.id)
    assert changed.mass_kg == 21.4


def test_prices_of_the_bill_and_lengths_of_cables(desk, qtbot):
    session, said = desk.session, []
    session.said.connect(said.append)
    for workspace, title, wrong, stated in (
        ("bill", "Unit price", "65,00", "65.00"),
        ("cables", "Ordered, m", "2,5", "2.5"),
    ):
        before = session.project
        desk.show_workspace(workspace)
        view = desk.workspaces[workspace]
        titles = [column.title for column in view.model.columns]
        number = next(n for n, name in enumerate(titles) if name.startswith(title))
        line = next(
            n
            for n in range(view.model.rowCount())
            if view.model.index(n, number).flags() & Qt.ItemFlag.ItemIsEditable
        )
        type_in_cell(qtbot, view.table, view.model.index(line, number), wrong)
        assert session.project is before, workspace
        assert said[-1].startswith(f"{COMMA}: {stated}"), said


def test_lengths_and_points():
    assert millimetres("1,200 mm") == 1200.0
    for text in ("1,2", "12,00", "1,2345"):
        with pytest.raises(FatdeskError, match=COMMA):
            millimetres(text)
    with pytest.raises(FatdeskError, match="semicolon"):
        point_mm("1,2")
    assert point_mm("1.5; -2") == (1500.0, -2000.0)


@pytest.fixture
def room(wizard):  # noqa: F811  # the fixture
    wizard.go_to("room")
    return wizard


def test_percent_fields_take_percent(room, qtbot):
    tolerance, fill = room.field("cabling", "tolerance"), room.field("cabling", "fill_max")

    def rules():
        return room.draft.requirements.cabling

    for text in ("5", "5 %", "5%"):
        put(qtbot, tolerance.edit, text)
        assert rules().tolerance == 0.05
    assert not tolerance.note.startswith("Is ")
    put(qtbot, tolerance.edit, "0.05")
    assert rules().tolerance == 0.0005
    assert tolerance.note == "Is 0.05 % meant? Type 5 for 5 %."
    put(qtbot, tolerance.edit, "40")
    assert tolerance.note == "Is 40 % meant?"
    put(qtbot, tolerance.edit, "2,5")
    assert room.draft.requirements is None
    assert tolerance.note.startswith(COMMA)
    put(qtbot, tolerance.edit, "")
    put(qtbot, fill.edit, "45")
    assert rules().fill_max == 0.45
    put(qtbot, fill.edit, "0.5")
    assert fill.note == "Is 0.5 % meant? Type 50 for 50 %."
    put(qtbot, tolerance.edit, "5 m")
    assert tolerance.note == "“m” is a unit of length; type a value such as 5 %."
    put(qtbot, tolerance.edit, "2000")
    assert tolerance.note == "Type a percentage, 0 to 1,000."
    put(qtbot, tolerance.edit, "")
    room.draft.put(("cabling", "fill_max"), "0.35")  # as in a file
    assert fill.edit.text() == "35"


def test_the_rule_profile_is_chosen_from_a_list(room):
    field = room.field("cabling", "profile")
    assert (field.choice, room.draft.requirements.cabling.profile) == ("Default (50 %)", None)
    field.choose("Planning (40 %)")
    assert room.draft.requirements.cabling.profile == "planning"
    assert room.draft.requirements.cabling.fill_limit == 0.4
    field.choose("Default (50 %)")
    assert room.draft.requirements.cabling.profile is None


def test_lengths_may_be_typed_in_any_unit(room, qtbot):
    aisle, slack = room.field("room", "aisle_m"), room.field("cabling", "slack_m")
    for text, metres in (("4 ft", 1.2192), ("48in", 1.2192), ("1200 mm", 1.2), ("2 m", 2.0)):
        put(qtbot, aisle.edit, text)
        assert room.draft.requirements.room.aisle_m == pytest.approx(metres)
        assert aisle.edit.text() == text
    put(qtbot, room.field("room", "rows").edit, "3")
    put(qtbot, aisle.edit, "4 ft; 150 cm")
    assert room.draft.requirements.room.aisle_m == pytest.approx((1.2192, 1.5))
    put(qtbot, slack.edit, "50 cm")
    assert room.draft.requirements.cabling.slack_m == 0.5
    put(qtbot, slack.edit, "50 miles")
    assert slack.note == "“miles” is not a known unit; type a value such as 1.2 m or 24 in."
    put(qtbot, slack.edit, "=2*24 in")
    assert room.draft.requirements.cabling.slack_m == pytest.approx(1.2192)


def test_an_error_moves_no_field(window, wizard, qtbot):  # noqa: F811  # the fixture
    """At both widths of the form the click that leaves a field meets what it was aimed at."""
    for width in (1600, 1280):
        window.resize(width, 900)
        for name in ("requirements", "limits"):
            wizard.go_to(name)
            page = wizard.front
            QApplication.processEvents()
            numbers = [some for some in page.fields if isinstance(some, NumberField) and some.isVisible()]
            assert numbers
            for some in numbers:
                before = [other.mapTo(page, other.rect().topLeft()) for other in page.fields]
                old = some.edit.text()
                put(qtbot, some.edit, "some")
                QApplication.processEvents()
                assert some.note.text().startswith("Type "), some.place
                assert [other.mapTo(page, other.rect().topLeft()) for other in page.fields] == before
                put(qtbot, some.edit, old)


def test_aisles_are_a_number_or_a_list_and_no_comma_is_lost(room, qtbot):
    aisle = room.field("room", "aisle_m")
    put(qtbot, aisle.edit, "1,5")
    assert room.draft.requirements is None
    assert aisle.note.startswith(f"{COMMA}: 1.5")
    put(qtbot, room.field("room", "rows").edit, "3")
    for text in ("1.2; 1.5", "1.2 1.5", "1.2, 1.5"):
        put(qtbot, aisle.edit, text)
        assert room.draft.requirements.room.aisle_m == (1.2, 1.5)
    put(qtbot, aisle.edit, "1.2; 1.5; 1.8")
    assert room.draft.requirements is None
    assert "expected 2" in aisle.note.lower()


def test_ratios_and_thousands_as_the_program_shows_them(wizard, qtbot):  # noqa: F811  # the fixture
    put(qtbot, wizard.field("hosts", 0, "count").edit, "1,200")
    put(qtbot, wizard.field("fabrics", 0, "blocking").edit, "3:1")
    wanted = wizard.draft.requirements
    assert wanted.hosts[0].count == 1200
    assert wanted.fabrics[0].blocking == "3"
    put(qtbot, wizard.field("hosts", 0, "count").edit, "12,00")
    assert wizard.draft.requirements is None


def test_a_field_that_is_left_shows_what_was_understood(wizard, qtbot):  # noqa: F811  # the fixture
    hosts, price = wizard.field("hosts", 0, "count"), wizard.field("fabrics", 0, "cable_price")
    for field, typed, shown in (
        (hosts, "=12*50", "600"),
        (price, "=80*1.1", "88"),
        (hosts, "1,200", "1,200"),
    ):
        put(qtbot, field.edit, typed)
        assert field.edit.text() == typed, "while it is typed it stays"
        qtbot.keyClick(field.edit, Qt.Key.Key_Tab)
        assert field.edit.text() == shown
    wizard.go_to("room")
    slack = wizard.field("cabling", "slack_m")
    put(qtbot, slack.edit, "3 ft 6 in")
    qtbot.keyClick(slack.edit, Qt.Key.Key_Tab)
    assert slack.edit.text() == "1.0668"
    wizard.go_to("limits")
    currency = wizard.field("currency")
    put(qtbot, currency.edit, "eur")
    assert wizard.draft.requirements.currency == "EUR"
    wizard.go_to("requirements")
    parts = wizard.field("fabrics", 0, "cables", "parts")
    put(qtbot, parts.edit, "qsfp-c")
    offered = parts.edit.completer().completionModel()
    assert "qsfp-copper" in [offered.index(row, 0).data() for row in range(offered.rowCount())]
    qtbot.keyClick(parts.edit.completer().popup(), Qt.Key.Key_Down)
    qtbot.keyClick(parts.edit.completer().popup(), Qt.Key.Key_Tab)
    assert wizard.draft.requirements.fabrics[0].cables.parts == (parts.edit.text(),)


def test_racks_for_core_switches_by_label(room, qtbot):
    core = room.field("room", "core_at")
    put(qtbot, core.edit, "A01")
    assert room.draft.requirements.room.core_at == (1,)
    put(qtbot, core.edit, "B02")
    assert room.draft.requirements is None
    assert "Racks in a row" in core.note
    put(qtbot, room.field("room", "racks_per_row").edit, "7")
    for text in ("A07, b02", "A07 b02", "a7;B2", "7 13", "7,13"):
        put(qtbot, core.edit, text)
        assert room.draft.requirements.room.core_at == (7, 13), text
    put(qtbot, core.edit, "A08")
    assert room.draft.requirements is None
    assert "A08" in core.note


def test_numbers_of_racks_follow_from_their_labels(designed):
    floor = designed("nodes-396").floor
    in_row = max(rack.position for rack in floor.racks if rack.row == 0) + 1
    for rack in floor.racks:
        assert row_of(rack_label(rack).rstrip("0123456789")) == rack.row
        assert rack.number == number_in_rows(rack.row, rack.position, in_row)


def test_an_error_keeps_what_was_typed(wizard, qtbot):  # noqa: F811  # the fixture
    hosts = wizard.field("hosts", 0, "count")
    put(qtbot, hosts.edit, "1.200")
    assert wizard.draft.requirements is None
    assert hosts.note == "Type a whole number, 1 to 1,000,000."
    assert hosts.edit.text() == "1.200", "what was typed stays to be mended"


def test_a_lower_bound_of_nothing_is_unknown():
    """A project in which nothing has a price does not cost "≥ USD 0"."""
    assert priced(Decimal(0), True, "USD") == "unknown"
    assert priced(Decimal(0), False, "USD") == "USD 0"
    assert priced(Decimal("1234.56"), True, "USD", ",.2f") == "≥ USD 1,234.56"


def test_names_keep_their_digits_where_figures_have_a_comma(decimal_comma):
    for name in ("hall 1.5.pdf", "Ethernet1/1.5", "core 1,200"):
        assert to_read(Name(name)) == name
        assert to_read(name) != name, "a text that is not a name is a figure"


def test_the_inspector_shows_the_name_of_a_building_plan_as_it_is(desk, decimal_comma):
    desk.session.do(SetPlan(underlay=Underlay(file="hall 1.5.png", sha256="0" * 64, mm_per_unit=1.0)))
    desk.session.select([PLAN("plan")])
    assert "hall 1.5.png" in Inspector(desk).shown_texts


def test_counts_in_sentences_have_the_sign_of_the_number_language(decimal_comma):
    """Where a comma is the decimal sign, 2,304 would be read as two and a bit."""
    assert use_text(Use("fabric", "net-1.5", 2304)) == f"{to_read('2,304')} of fabric net-1.5"
    assert "," not in to_read("2,304")


def test_sums_captions_and_subtitles_have_the_sign_of_the_number_language(desk, decimal_comma):
    desk.show_workspace("cables")
    cables, inspector = CablesPage(desk), Inspector(desk)
    rows = desk.session.derived.rows
    desk.session.select([CABLE(row.id) for row in rows])
    assert f"ordered {to_read('3,800.00')} m" in cables.foot_selected
    assert "." not in cables.foot_selected
    desk.session.select([CABLE(rows[0].id)])
    said = inspector.said_of("Length of the cable in parts")
    assert re.search(r"\d,\d\d m ordered", said)
    assert "." not in said
    desk.session.select([TRAY(desk.session.project.floor.trays[0].id)])
    assert any(re.search(r"mm, \d+,\d\d m long$", text) for text in inspector.shown_texts)
    desk.show_workspace("requirements")
    desk.session.do(SetHosts(name="nodes", part="server-1u", count=1396))
    assert to_read("1,396 ×") in RequirementsPage(desk).text("restated")


def test_figures_of_pins_have_the_sign_of_the_number_language_and_their_names_do_not(decimal_comma):
    tones, weak = ("text",), (False,)
    assert Line("Cost, USD", ("26,846.50",), tones, weak).shown == (to_read("26,846.50"),)
    assert Line("Core", ("2.4",), tones, weak, are_names=True).shown == ("2.4",)


def test_examples_in_refusals_have_the_sign_of_the_number_language(decimal_comma):
    for read, text, example in ((millimetres, "far", "1,2"), (point_mm, "far", "1,2; 3,4")):
        with pytest.raises(FatdeskError, match=f"such as {example}"):
            read(text)
