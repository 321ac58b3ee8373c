"""Ctrl+K with real keys: commands and things found by parts of their names, in groups, by prefixes."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from fatdesk.gui.menus.actions import ACTIONS, BY_ID, WORDS
from fatdesk.gui.menus.palette import COMMANDS, HELP, LATER, NOTHING, PROJECT
from fatdesk.project.document.ref import CABLE, DEVICE
from tests.gui.hands import press
from tests.gui.pages.palette import Palette


@pytest.fixture
def palette(desk, qtbot):
    qtbot.waitUntil(desk.isActiveWindow)
    press(qtbot, desk, Qt.Key.Key_K)
    found = Palette(desk)
    assert found.is_visible
    return found


def test_commands_first_then_what_is_in_the_project(desk, palette, qtbot):
    palette.type_more("tray")
    found = palette.lines
    assert found[0] == COMMANDS
    assert "Draw a tray" in found[: found.index(PROJECT)]
    assert "tray-1" in found[found.index(PROJECT) :]
    assert palette.chosen == "Draw a tray"


def test_the_arrows_leave_out_heads(palette, qtbot):
    palette.type_more("tray-1")
    palette.type_more("")
    seen = [palette.chosen]
    for _ in range(30):
        qtbot.keyClick(palette.field, Qt.Key.Key_Down)
        seen.append(palette.chosen)
    assert COMMANDS not in seen
    assert PROJECT not in seen
    assert seen[-1] == palette.lines[-1]
    for _ in range(30):
        qtbot.keyClick(palette.field, Qt.Key.Key_Up)
    assert palette.chosen == palette.lines[1]


def test_whole_words_come_before_parts_of_words(palette, qtbot):
    palette.type_more(">save")
    assert [text for text in palette.lines if text != COMMANDS][:2] == ["Save", "Save as…"]


def test_only_commands(palette, qtbot):
    palette.type_more(">rack")
    assert PROJECT not in palette.lines
    assert "Add racks" in palette.lines


def test_only_devices_by_name(desk, palette, qtbot):
    palette.type_more("@e07")
    assert palette.lines == [PROJECT, "E07"]
    palette.enter()
    assert desk.session.selection == (DEVICE("compute/edge/7"),)
    assert desk.workspace_name == "racks"


def test_only_cables_by_their_ends(desk, palette, qtbot):
    palette.type_more("#e22 n383")
    row = next(row for row in desk.session.derived.rows if {"E22", "n383"} == {row.a.device, row.b.device})
    assert palette.lines[0] == PROJECT
    assert len(palette.lines) == 2
    palette.enter()
    assert desk.session.selection == (CABLE(row.id),)
    assert desk.workspace_name == "cables"


def test_help_lists_prefixes_and_every_command_with_its_keys(desk, palette, qtbot):
    qtbot.keyClick(palette.field, Qt.Key.Key_Escape)
    press(qtbot, desk, Qt.Key.Key_F1)
    assert palette.field.text() == "?"
    found = palette.lines
    assert found[0] == HELP
    after = found[found.index(COMMANDS) + 1 :]
    assert len(after) == len(ACTIONS)
    assert palette.entry("Quit").shortcut == "Ctrl+Q"
    assert palette.entry("Align fronts").run is None, "nothing is selected that could be aligned"
    qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    palette.enter()
    assert palette.field.text() == "#"
    assert palette.is_visible


def test_what_cannot_be_done_now_is_not_run(desk, palette, qtbot):
    palette.type_more("?align fronts")
    palette.choose("Align fronts")
    palette.enter()
    assert palette.is_visible
    assert not desk.session.unsaved


def test_tab_completes(palette, qtbot):
    palette.type_more(">light")
    qtbot.keyClick(palette.field, Qt.Key.Key_Tab)
    assert palette.field.text() == ">Switch between light and dark theme"


def test_nothing_found_is_said(palette, qtbot):
    palette.type_more("no such thing")
    assert palette.lines == [NOTHING]
    palette.enter()
    assert palette.is_visible


def test_esc_gives_the_keys_back(desk, qtbot):
    qtbot.waitUntil(desk.isActiveWindow)
    table = desk.workspaces["cables"].table
    desk.show_workspace("cables")
    table.setFocus()
    press(qtbot, desk, Qt.Key.Key_K)
    assert QApplication.focusWidget() is Palette(desk).field
    qtbot.keyClick(Palette(desk).field, Qt.Key.Key_Escape)
    assert not desk.palette_box.isVisible()
    assert QApplication.focusWidget() is table


def test_signs_stand_as_they_are_and_a_device_is_found_after_an_edit(desk, qtbot):
    from fatdesk.project.commands.racks import RenameRack

    desk.session.do(RenameRack(rack=3, rack_label="<b>N & S</b>"))
    press(qtbot, desk, Qt.Key.Key_K)
    qtbot.keyClicks(Palette(desk).field, "n & s")
    assert "Rack <b>N & S</b>" in Palette(desk).lines


def test_without_a_project_there_are_commands_only(window, qtbot):
    press(qtbot, window, Qt.Key.Key_K)
    qtbot.keyClicks(Palette(window).field, "open")
    assert "Open…" in Palette(window).lines
    qtbot.keyClick(Palette(window).field, Qt.Key.Key_Escape)
    press(qtbot, window, Qt.Key.Key_K)
    for text in ("#a", "@a"):
        Palette(window).field.setText(text)
        assert Palette(window).lines == [NOTHING]
    Palette(window).field.setText("tray")
    assert Palette(window).lines[0] == LATER


def test_a_cable_is_found_by_the_number_on_its_label(desk, qtbot):
    from fatdesk.engine.cabling.identity import cable_numbers

    rows = desk.session.derived.rows
    row = rows[len(rows) // 2]
    number = cable_numbers(one.id for one in rows)[row.id]
    for typed in (f"#{number}", f"#{number.lower()}", number):
        entries = desk.palette_box.search.find(typed)
        assert [entry.text.split()[0] for entry in entries] == [number], typed
    entries[0].run()
    assert desk.session.ids(CABLE) == {row.id}


@pytest.mark.parametrize("word", ["spare", "currency"])
def test_spares_and_currency_are_found(desk, palette, qtbot, word):
    palette.type_more(word)
    assert palette.chosen == "Spares and currency of the bill…"
    palette.enter()
    assert desk.workspace is desk.workspaces["bill"]
    assert {"Cables", "Currency"} <= set(desk.inspector.fields)


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("export svg", "Save view as SVG…"),
        ("fault", "Fail or restore selection"),
        ("spare", "Spares and currency of the bill…"),
        ("currency", "Spares and currency of the bill…"),
        ("preferences", "Settings…"),
        ("redesign", "Requirements"),
        ("rack list", "NetBox or Nautobot…"),
        ("array", "Repeat…"),
        ("rotate", "Turn by 90°"),
        ("simulate", "Simulation"),
        ("label", "Names…"),
        ("read back", "Import edited lists…"),
        ("problems", "Findings"),
    ],
)
def test_other_words_find_commands_too(palette, typed, text):
    palette.type_more(typed)
    assert text in palette.lines


@pytest.mark.parametrize("workspace", ["floor", "racks"])
def test_find_opens_it_where_a_workspace_has_no_field_to_search(desk, qtbot, workspace):
    qtbot.waitUntil(desk.isActiveWindow)
    desk.show_workspace(workspace)
    press(qtbot, desk, Qt.Key.Key_F)
    assert Palette(desk).is_visible


def test_other_words_belong_to_actions():
    assert WORDS.keys() <= BY_ID.keys()


def test_documents_are_found_and_opened(desk, palette):
    palette.type_more("elevations")
    palette.choose("elevations.pdf")
    palette.enter()
    assert desk.workspace_name == "documents"
    assert desk.documents.document.name == "elevations.pdf"


def test_what_is_not_available_is_listed_last_with_the_reason_and_does_nothing(desk, palette, qtbot):
    desk.show_workspace("cables")
    palette.type_more("align fronts")
    assert palette.lines == [LATER, "Align fronts"]
    entry = palette.entry("Align fronts")
    assert (entry.run, entry.note) == (None, "Available in Floor.")
    palette.enter()
    assert palette.is_visible


def test_a_tool_of_another_workspace_is_taken_there(desk, palette, qtbot):
    desk.show_workspace("cables")
    palette.type_more("draw a wall")
    assert palette.lines == [COMMANDS, "Draw a wall"]
    assert palette.entry("Draw a wall").note == "in Floor"
    palette.enter()
    assert desk.workspace_name == "floor"
    canvas = desk.workspace.canvas
    assert canvas.tool is not canvas.pointer
    assert canvas.hasFocus()
    assert not desk.session.unsaved


def test_a_new_design_hides_the_project_behind_it(desk, qtbot):
    """Neither its documents nor its devices can be opened then, and the refusal names the design."""
    qtbot.waitUntil(desk.isActiveWindow)
    press(qtbot, desk, Qt.Key.Key_N)
    assert desk.designing.is_going
    press(qtbot, desk, Qt.Key.Key_K)
    palette = Palette(desk)
    palette.field.setText("part")
    assert PROJECT not in palette.lines
    assert palette.entry("Add part to catalog…").note == "Finish or close the new design first."
