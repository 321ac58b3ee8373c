"""The wizard by keys and mouse: from requirements to files on disk, back and forth, what is wrong and why."""

import re
from multiprocessing import active_children

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QToolTip

from fatdesk.core.program import shipped
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import ModularSwitch, Switch
from fatdesk.engine.design.candidate import Rejected
from fatdesk.engine.design.requirements import FabricRequirement, Limits, Requirements
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.families.reason import Reason
from fatdesk.engine.floor.feeds import PowerFeeds
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.floor.room import Area, RoomRequirement
from fatdesk.gui.requirements.candidate_columns import ACCEPTED, help_for
from fatdesk.gui.requirements.draft import Draft
from fatdesk.gui.requirements.room_page import SOON_MS
from fatdesk.project.commands.racks import TurnRacks
from fatdesk.project.designing.designing import design_project, search_fabrics
from fatdesk.project.designing.from_point import routed_design
from fatdesk.project.files.file_format import encode
from tests.gui.pages.header import Header
from tests.gui.pages.wizard import WizardPage
from tests.gui.pages.workspace import front_of

LEFT = Qt.MouseButton.LeftButton
ENTER, DOWN = Qt.Key.Key_Return, Qt.Key.Key_Down
CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
PAGES = ["requirements", "parts", "limits", "candidates", "room", "result"]


@pytest.fixture
def wizard(window, qtbot):
    """The wizard as Ctrl+N brings it up."""
    with qtbot.waitActive(window):
        pass
    qtbot.keyClick(window, Qt.Key.Key_N, CONTROL)
    assert window.designing.is_going
    return WizardPage(window)


def press(qtbot, key=ENTER, modifiers=Qt.KeyboardModifier.NoModifier):
    """A key, to whatever has the focus."""
    qtbot.keyClick(QApplication.focusWidget(), key, modifiers)


def ready(qtbot, wizard):
    """Wait until the page in front has what it shows, and can be left."""
    busy = (wizard.search.candidates, wizard.search.project_answer)
    qtbot.waitUntil(lambda: not any(some.is_busy for some in busy) and wizard.next_button.isEnabled())


def go_to(qtbot, wizard, name, *, improved=False):
    """On by Enter until a page is in front; placement is not improved unless that is asked for."""
    if name in ("room", "result") and not improved:
        wizard.draft.put(("room", "improve_steps"), "0")
    while wizard.page_name != name:
        ready(qtbot, wizard)
        before = wizard.page_number
        press(qtbot)
        assert wizard.page_number == before + 1
    ready(qtbot, wizard)


def put(qtbot, edit, text):
    """Type into a field in place of what is there."""
    edit.setFocus()
    edit.selectAll()
    if text:
        qtbot.keyClicks(edit, text)
    else:
        qtbot.keyClick(edit, Qt.Key.Key_Delete)


def test_enter_six_times_is_a_sound_design_and_its_documents_can_be_exported(
    window, wizard, qtbot, tmp_path, monkeypatch, choose_folder
):
    for name in PAGES:
        ready(qtbot, wizard)
        assert wizard.page_name == name
        press(qtbot)
    assert window.session.is_open
    assert not window.designing.is_going
    figures = window.session.figures
    assert (figures.hosts, figures.switches, figures.links) == (396, 40, 792)  # the two-level design paper
    assert not [c for c in window.session.findings if str(c.finding.severity) == "error"]
    choose_folder(tmp_path)
    with qtbot.waitSignal(window.files.exported):
        qtbot.keyClick(window, Qt.Key.Key_E, CONTROL)
    written = {path.name for path in tmp_path.iterdir()}
    assert {"bill.xlsx", "wiring.csv", "diagrams.pdf"} <= written or len(written) > 5
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "mine.fatdesk"), ""))
    qtbot.keyClick(window, Qt.Key.Key_S, CONTROL)
    assert (tmp_path / "mine.fatdesk").exists()
    assert not window.session.unsaved


def test_the_wizard_gives_what_the_command_line_gives(window, wizard, qtbot):
    path = shipped("resources") / "examples" / "nodes-396.yaml"
    window.files.open_path(path)
    wizard = WizardPage(window)
    assert wizard.page_name == "candidates"
    go_to(qtbot, wizard, "result", improved=True)
    press(qtbot)
    catalog = load_shipped([])
    expected = design_project(read_requirements(path, catalog), catalog, "nodes-396").project
    assert encode(window.session.project) == encode(expected)


def test_back_and_forth_keeps_what_was_typed(wizard, qtbot):
    put(qtbot, wizard.field("hosts", 0, "count").edit, "100")
    put(qtbot, wizard.field("fabrics", 0, "blocking").edit, "3/2")
    go_to(qtbot, wizard, "limits")
    put(qtbot, wizard.field("limits", "racks").edit, "9")
    wizard.choose_goal("power")
    wizard.back()
    wizard.key(Qt.Key.Key_Left, ALT)
    assert wizard.page_name == "requirements"
    assert wizard.field("hosts", 0, "count").typed == "100"
    assert wizard.field("fabrics", 0, "blocking").typed == "3/2"
    go_to(qtbot, wizard, "limits")
    assert wizard.field("limits", "racks").typed == "9"
    wanted = wizard.draft.requirements
    assert (wanted.hosts[0].count, wanted.fabrics[0].blocking) == (100, "3/2")
    assert (wanted.limits.racks, wanted.objective.minimise) == (9, "power")


def test_what_is_wrong_is_told_at_once_beside_the_field(wizard, qtbot):
    for place, text, said in (
        (("hosts", 0, "count"), "0", "Type a whole number, 1 to 1,000,000."),
        (("hosts", 0, "count"), "many", "Type a whole number, 1 to 1,000,000."),
        (("hosts", 0, "name"), "a b", "Expected a name of at most 60 letters"),
        (("fabrics", 0, "blocking"), "half", "Type a ratio above 0, such as 3:1."),
        (("fabrics", 0, "rails"), "65", "Type a whole number, 1 to 64."),
        (("fabrics", 0, "cable_price"), "cheap", "Type an amount."),
    ):
        found = wizard.field(*place)
        before = found.note
        put(qtbot, found.edit, text)
        assert found.note.startswith(said)
        assert found.is_marked
        assert wizard.step(1).wrong
        assert wizard.step(1).stated == "1 field to correct"
        wizard.field("fabrics", 0, "planes").edit.setFocus()
        press(qtbot)
        assert wizard.page_name == "requirements"
        assert found.edit.hasFocus()  # Enter leads to what is wrong
        assert found.edit.text() == text
        put(qtbot, found.edit, {"name": "nodes", "count": "3"}.get(place[-1], ""))
        assert found.note == before
        press(qtbot)
        assert wizard.page_name == "parts"
        wizard.key(Qt.Key.Key_Left, ALT)


def test_a_long_refusal_is_readable_whole_and_moves_no_field(window, wizard, qtbot):
    window.resize(1280, 720)
    QApplication.processEvents()
    name, below = wizard.field("fabrics", 0, "name"), wizard.field("fabrics", 0, "rails")
    before = [one.mapTo(window, QPoint(0, 0)) for one in (name.edit, below.edit)]
    put(qtbot, name.edit, "a b")
    QApplication.processEvents()
    assert [one.mapTo(window, QPoint(0, 0)) for one in (name.edit, below.edit)] == before
    assert name.is_cut
    assert name.whole_note == name.note
    put(qtbot, name.edit, "compute")
    assert not name.whole_note


def test_a_name_that_is_there_twice_is_told_where_it_stands(wizard, qtbot):
    wizard.add_group()
    second = wizard.field("hosts", 1, "name")
    put(qtbot, second.edit, "nodes")
    assert "there twice" in second.note
    assert not wizard.field("hosts", 0, "name").wrong


def test_groups_and_networks_come_and_go(wizard, qtbot):
    draft = wizard.draft
    wizard.add_group()
    assert QApplication.focusWidget() is wizard.field("hosts", 1, "name").edit
    wizard.add_network()
    assert len(draft.requirements.fabrics) == 2
    assert "2 networks" in wizard.summary
    draft.remove(("fabrics",), 1)
    draft.remove(("hosts",), 1)
    assert len(draft.requirements.hosts) == 1
    assert not any(some.place[:2] == ("hosts", 1) for some in wizard.fields)


def test_parts_are_ticked_and_one_must_stay(wizard, qtbot):
    go_to(qtbot, wizard, "parts")
    draft = wizard.draft
    box = wizard.box("core", "modular-108")
    box.setFocus()
    press(qtbot, Qt.Key.Key_Space)
    assert draft.requirements.fabrics[0].core == ("ib-36",)
    last = wizard.box("core", "ib-36")
    last.setFocus()
    press(qtbot, Qt.Key.Key_Space)
    assert last.isChecked()
    assert draft.requirements.fabrics[0].core == ("ib-36",)
    assert "Select at least one" in wizard.note("core")


def test_a_new_design_has_no_price_that_nobody_quoted(window, wizard, qtbot):
    """Cables without a price: costs are lower bounds, no order is called the best, and no row repeats it."""
    price = wizard.field("fabrics", 0, "cable_price")
    assert (price.typed, price.edit.placeholderText()) == ("", "unknown")
    go_to(qtbot, wizard, "candidates")
    assert wizard.sentence.endswith("Ordered by known prices; no price in USD: cables.")
    rows = wizard.candidates.rows.rows
    assert len({row.one.cost.amount for row in rows}) > 5
    assert all(row.one.unpriced == ("cables",) and row.one.cost.at_least for row in rows)
    assert not any("No price" in row.remark.text for row in rows)
    put(qtbot, price.edit, "80")
    wizard.search.begin()
    ready(qtbot, wizard)
    assert wizard.sentence.endswith("Nothing better exists with these parts.")
    assert not any(row.one.cost.at_least for row in wizard.candidates.rows.rows)


def test_candidates_tell_how_many_were_tried_and_why_others_fell(window, wizard, qtbot):
    go_to(qtbot, wizard, "candidates")
    result = wizard.search.results[0]
    assert f"{result.found + result.rejected_count} designs tried" in wizard.sentence
    rows = [wizard.candidates.rows.row(line) for line in range(wizard.candidates.rows.rowCount())]
    assert [row.one for row in rows] == list(result.candidates)
    costs = [row.one.cost.amount for row in rows]
    assert costs == sorted(costs)
    reasons = [wizard.rejected.rows.row(line).one.reason for line in range(wizard.rejected.rows.rowCount())]
    assert reasons == [one.reason for one in result.rejected]
    assert all(reasons)
    bars = wizard.cost_bars
    assert [sum(bar.shares) for bar in bars] == costs
    window.resize(1066, 640)
    QApplication.processEvents()
    assert not wizard.cut_figures


def test_candidates_are_placed_and_cabled_for_their_figures(wizard, qtbot):
    """Figures are unknown, not zero, until a candidate is placed; then the sentence says what is proved."""
    wizard.draft.put(("hosts", 0, "count"), "30")
    wizard.draft.put(("fabrics", 0, "cable_price"), "80")
    go_to(qtbot, wizard, "candidates", improved=True)
    wizard.draft.put(("room", "improve_steps"), "0")
    wizard.search.begin()
    ready(qtbot, wizard)
    first = wizard.candidates.rows.rows[0]
    assert (first.routed, first.work, wizard.candidate_work) == (None, None, "")
    names = {column.id: column for column in ACCEPTED}
    assert names["Routed"].text(first) == "not routed yet"
    assert names["bundle_types"].text(first) == "–"
    count = min(5, len(wizard.candidates.rows.rows))
    assert wizard.place_button.text() == f"Place and cable {count}"
    wizard.click("place-candidates")
    assert wizard.place_button.text() == "Stop placing"
    qtbot.waitUntil(lambda: wizard.search.routing is None)
    first = wizard.candidates.rows.rows[0]
    direct = routed_design(wizard.draft.requirements, (), first.one.design, load_shipped([]))
    assert first.routed == direct
    assert names["install_hours"].text(first) == f"{float(direct.deployability.hours):,.1f}"
    assert f"installation {float(direct.deployability.hours):,.1f} h" in wizard.candidate_work
    assert "Nothing better exists" in wizard.sentence
    wizard.draft.put(("objective", "minimise"), "install_hours")
    wizard.search.begin()
    ready(qtbot, wizard)
    assert "placed and cabled for fewest hours of installation: " in wizard.sentence
    assert "Nothing better exists" not in wizard.sentence


def test_candidates_state_which_rules_they_break(wizard, qtbot):
    """The column is there while there are rules; the card has each figure, and what is not judged yet."""
    few = {"name": "few", "scope": "fabric", "figure": "fabric-switches", "limit": "6", "source": "test"}
    short = {"name": "short", "scope": "cable", "figure": "cable-length", "limit": "100", "source": "test"}
    wizard.draft.put(("hosts", 0, "count"), "60")
    go_to(qtbot, wizard, "candidates")
    number = [column.title for column in ACCEPTED].index("Rules")
    assert wizard.candidates.isColumnHidden(number)
    assert wizard.candidate_rules == ""
    wizard.draft.put(("rules",), [few, short])
    wizard.draft.put(("room", "improve_steps"), "0")
    wizard.search.begin()
    ready(qtbot, wizard)
    assert not wizard.candidates.isColumnHidden(number)
    rows = wizard.candidates.rows.rows
    texts = [ACCEPTED[number].text(row) for row in rows]
    assert [text.startswith("Breaks few") for text in texts] == [row.one.switches > 6 for row in rows]
    assert texts[0] == "Kept"  # it was placed, as its cables are judged then
    wizard.candidates.selectRow(len(rows) - 1)
    assert "Breaks few at compute: Switches is" in wizard.candidate_rules
    assert "Not checked by short: known when the design is placed" in wizard.candidate_rules


def test_what_would_help_leads_to_the_field_that_decides(wizard, qtbot):
    go_to(qtbot, wizard, "limits")
    put(qtbot, wizard.field("limits", "cost").edit, "600000")
    go_to(qtbot, wizard, "candidates")
    before = wizard.candidates.rows.rowCount()
    assert before
    assert all(
        wizard.candidates.rows.row(n).one.cost.amount <= 600_000
        for n in range(wizard.candidates.rows.rowCount())
    )
    line = next(
        n for n in range(wizard.rejected.rows.rowCount()) if wizard.rejected.rows.row(n).help.page == "limits"
    )
    stated = wizard.rejected.rows.row(line).help.text
    wizard.click_help(line)
    assert wizard.page_name == "limits"
    edit = wizard.field("limits", "cost").edit
    assert QApplication.focusWidget() is edit
    assert edit.text() == stated.split()[1], "the link sets what it says"
    go_to(qtbot, wizard, "candidates")
    assert wizard.candidates.rows.rowCount() > before  # the one that needed so much passes now


def test_nothing_possible_is_said_and_the_next_page_stays_closed(wizard, qtbot):
    go_to(qtbot, wizard, "limits")
    put(qtbot, wizard.field("limits", "cost").edit, "1")
    press(qtbot)
    qtbot.waitUntil(lambda: bool(wizard.search.results))
    assert "none of" in wizard.sentence
    assert not wizard.next_button.isEnabled()
    press(qtbot)
    assert wizard.page_name == "candidates"


def test_another_candidate_is_taken_with_the_arrow_and_opened(window, wizard, qtbot):
    go_to(qtbot, wizard, "candidates")
    assert wizard.candidates.hasFocus()
    QApplication.processEvents()
    assert wizard.candidate_remark
    height = wizard.candidates.height()
    press(qtbot, DOWN)
    press(qtbot, DOWN)
    second = wizard.search.results[0].candidates[2]
    assert wizard.search.chosen[0] is second
    QApplication.processEvents()
    assert (wizard.candidate_remark, wizard.candidates.height()) == ("", height), "nothing moves"
    assert wizard.candidate_name == "Candidate 3"
    qtbot.keyClick(wizard.candidates, ENTER)
    assert wizard.page_name == "room"
    go_to(qtbot, wizard, "result")
    press(qtbot)
    assert window.session.project.fabrics[0].design == second.design
    assert window.session.figures.switches == second.switches


def test_the_room_is_furnished_again_as_it_is_typed(window, wizard, qtbot):
    window.resize(1280, 720)  # the new fields are below the edge
    go_to(qtbot, wizard, "room")
    racks = len(wizard.preview.project.floor.racks)
    put(qtbot, wizard.field("room", "rows").edit, "3")
    put(qtbot, wizard.field("room", "racks_per_row").edit, "6")
    qtbot.waitUntil(lambda: len(wizard.preview.project.floor.racks) == 18)
    assert racks != 18
    assert "18 racks in 3 rows" in wizard.room_state

    third = next(r for r in wizard.preview.project.floor.racks if rack_label(r) == "A03")
    wizard.add_obstacle()
    added = wizard.field("room", "columns", 0, "x_m").edit
    qtbot.waitUntil(lambda: added.hasFocus() and not added.visibleRegion().isEmpty())
    for key, typed in (
        ("x_m", f"{third.x_mm + 100} mm"),
        ("y_m", f"{third.y_mm + 100} mm"),
        ("width_m", "10 in"),
    ):
        put(qtbot, wizard.field("room", "columns", 0, key).edit, typed)
    qtbot.waitUntil(lambda: len(wizard.preview.project.floor.racks) == 17)
    [pillar] = wizard.preview.project.floor.columns
    assert (1000 * pillar.x_m, pillar.width_m) == (pytest.approx(third.x_mm + 100), 0.254)
    here = (third.x_mm, third.y_mm)
    assert here not in {(rack.x_mm, rack.y_mm) for rack in wizard.preview.project.floor.racks}
    wizard.remove_obstacle()
    qtbot.waitUntil(lambda: len(wizard.preview.project.floor.racks) == 18)
    put(qtbot, wizard.field("room", "rows").edit, "1")
    qtbot.waitUntil(lambda: "Candidates" in wizard.room_state)  # six racks hold no design
    assert not wizard.next_button.isEnabled()
    wizard.back()
    fallen = wizard.rejected.rows
    reasons = {fallen.row(n).help.page for n in range(fallen.rowCount())}
    assert "room" in reasons


def test_units_are_reserved_in_the_rack_that_the_drawing_names(wizard, qtbot):
    go_to(qtbot, wizard, "room")
    put(qtbot, wizard.field("room", "rows").edit, "3")
    put(qtbot, wizard.field("room", "racks_per_row").edit, "6")
    qtbot.waitUntil(lambda: len(wizard.preview.project.floor.racks) == 18)
    numbers = {rack_label(rack): str(rack.number) for rack in wizard.preview.project.floor.racks}
    wizard.reserve_units()
    rack = wizard.field("room", "reserve", 0, "rack")
    for typed, number in (("B02", numbers["B02"]), ("c6", numbers["C06"]), ("7", "7"), ("all", "all")):
        put(qtbot, rack.edit, typed)
        assert wizard.draft.get("room", "reserve", 0, "rack") == number
        assert not rack.wrong
    put(qtbot, rack.edit, "A07")
    assert "There is no rack A07: a row has 6 racks" in rack.wrong
    put(qtbot, rack.edit, "1")
    wizard.draft.add(
        ("room", "columns"), {"x_m": "0.7", "y_m": "0.2", "width_m": "0.4", "depth_m": "0.4"}
    )  # in place of A02
    qtbot.waitUntil(lambda: len(wizard.preview.project.floor.racks) == 17)
    rack = wizard.field("room", "reserve", 0, "rack")
    for one in wizard.preview.project.floor.racks:
        put(qtbot, rack.edit, rack_label(one))
        assert wizard.draft.get("room", "reserve", 0, "rack") == str(one.number)
    put(qtbot, rack.edit, "A02")
    assert rack.wrong == "There is no rack A02: an obstacle takes its place"
    put(qtbot, rack.edit, "D01")
    assert rack.wrong == "There is no rack D01: the room has 3 rows"


def test_racks_keep_their_labels_when_the_form_is_rebuilt(wizard, qtbot):
    go_to(qtbot, wizard, "room")
    wizard.reserve_units()
    put(qtbot, wizard.field("room", "reserve", 0, "rack").edit, "A01")
    wizard.reserve_units()
    assert wizard.field("room", "reserve", 0, "rack").edit.text() == "A01"
    assert wizard.field("room", "reserve", 1, "rack").edit.text() == "all"
    put(qtbot, wizard.field("room", "rows").edit, "3")
    put(qtbot, wizard.field("room", "racks_per_row").edit, "6")
    put(qtbot, wizard.field("room", "reserve", 1, "rack").edit, "7")
    put(qtbot, wizard.field("room", "core_at").edit, "3, B02")
    wizard.reserve_units()
    second = next(rack for rack in wizard.draft.racks() if rack.number == 7)
    shown = wizard.field("room", "reserve", 1, "rack").edit.text()
    assert shown == rack_label(second) != "7"
    assert wizard.draft.get("room", "reserve", 1, "rack") == "7"
    assert wizard.field("room", "core_at").edit.text() == "3, B02"


def test_leaving_asks_only_when_something_was_typed(window, wizard, qtbot, answer):
    wizard.cancel()
    assert not window.designing.is_going
    assert front_of(window) == "welcome"
    qtbot.keyClick(window, Qt.Key.Key_N, CONTROL)
    wizard = WizardPage(window)
    put(qtbot, wizard.field("hosts", 0, "count").edit, "48")
    requested = answer("Continue")
    wizard.cancel()
    assert requested == ["Discard the design?"]
    assert window.designing.is_going
    assert WizardPage(window).draft is wizard.draft
    answer("Discard")
    wizard.cancel()
    assert not window.designing.is_going


def test_the_last_page_saves_under_a_name_at_once(window, wizard, qtbot, tmp_path, monkeypatch):
    go_to(qtbot, wizard, "result")
    path = tmp_path / "hall.fatdesk"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    wizard.save_as()
    assert path.read_bytes() == encode(window.session.project)
    assert not window.session.unsaved


def test_an_open_project_waits_behind_the_wizard(desk, qtbot):
    before = encode(desk.session.project)
    qtbot.keyClick(desk, Qt.Key.Key_N, CONTROL)
    assert not desk.actions_by_id["undo"].isEnabled()
    assert not desk.actions_by_id["show-floor"].isEnabled()
    WizardPage(desk).cancel()
    assert front_of(desk) == "panes"
    assert desk.actions_by_id["show-floor"].isEnabled()
    assert encode(desk.session.project) == before


def test_the_question_about_an_open_project_states_what_closes_it(desk, qtbot, monkeypatch):
    asked = []

    def close(shown):
        asked.append((shown.text(), shown.informativeText().split(". ")[0]))
        shown.close()

    monkeypatch.setattr(QMessageBox, "exec", close)
    desk.session.do(TurnRacks(racks=(1,), front="up"))
    qtbot.keyClick(desk, Qt.Key.Key_N, CONTROL)
    assert asked == [], "the wizard waits before the project, and may be cancelled"
    desk.designing.wizard.finished.emit(desk.session.project, False)
    assert asked == [
        ("Save changes to nodes-396.fatdesk?", "The new project replaces it in this window"),
    ]
    assert desk.designing.is_going


def test_cables_of_bundles_and_the_step_of_lengths_are_decided_on(wizard, qtbot):
    wizard.go_to("room")
    put(qtbot, wizard.field("cabling", "length_step_m").edit, "50 cm")
    bundle = wizard.field("cabling", "bundle_cable")
    assert bundle.choice == "None"
    words = next(words for words in bundle.words if words.startswith("ib-12x"))
    assert not any(words.startswith(("qsfp-copper", "nvidia-mcp7y50")) for words in bundle.words)
    bundle.choose(words)
    rules = wizard.draft.requirements.cabling
    assert (rules.length_step_m, rules.bundle_cable) == (0.5, "ib-12x")
    bundle.choose("None")
    assert wizard.draft.requirements.cabling.bundle_cable is None


def test_requirements_are_saved_as_a_file_that_opens_again(window, wizard, qtbot, tmp_path, monkeypatch):
    put(qtbot, wizard.field("hosts", 0, "count").edit, "77")
    path = tmp_path / "wish.yaml"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path.with_suffix("")), ""))
    wizard.save_requirements()
    assert read_requirements(path, load_shipped([])) == wizard.draft.requirements
    wizard.cancel()  # saved: nothing is asked
    assert not window.designing.is_going
    window.files.open_path(path)
    assert WizardPage(window).draft.requirements.hosts[0].count == 77
    assert Header(window).title == "wish"
    assert window.windowTitle() == "wish – fatdesk"


def test_a_choice_that_may_be_none_shows_and_offers_it(wizard, qtbot):
    wizard.go_to("room")
    panels = wizard.field("cabling", "panels")
    assert panels.choice == "None"
    panels.choose("Of hosts")
    assert wizard.draft.requirements.cabling.panels == "hosts"
    panels.choose("None")
    assert wizard.draft.requirements.cabling.panels is None


def test_a_wrong_requirements_file_is_told_with_its_line(window, qtbot, tmp_path, answer):
    path = tmp_path / "wrong.yaml"
    path.write_text("hosts: [{name: a, part: server-1u, count: 3}]\nfabrics: [{name: b, rails: none}]\n")
    requested = answer("OK")
    window.files.open_path(path)
    assert requested == ["wrong.yaml could not be opened."]
    assert not window.designing.is_going


def test_a_search_can_be_stopped(wizard, qtbot, monkeypatch):
    from fatdesk.tasks import designing
    from tests.tasks import errands

    monkeypatch.setattr(designing, "find", errands.spin_with_anything)
    wizard.begin("candidates")
    assert wizard.search.candidates.is_busy
    assert wizard.search_button.text() == "Stop"
    wizard.search_or_stop()
    assert not wizard.search.candidates.is_busy
    assert "Stopped" in wizard.sentence
    assert wizard.search_button.text() == "Search again"


def test_every_field_says_what_it_means_and_has_a_name(wizard, qtbot):
    for name in ("requirements", "limits", "room"):
        wizard.begin(name)
        assert wizard.fields
        for some in wizard.fields:
            assert some.meaning
            assert some.editor_widget().accessibleName() == some.title
            assert some.editor_widget().focusPolicy() & Qt.FocusPolicy.TabFocus


@pytest.mark.parametrize(
    ("family", "text"), [("star", "Up to 36 hosts"), ("hyperx", "Choose other edge switches")]
)
def test_the_ports_of_a_switch_limit_the_hosts_of_a_star_alone(family, text):
    wanted = Requirements(
        hosts=(HostGroup(name="n", part="p", count=40),), fabrics=(FabricRequirement(name="f"),)
    )
    rejected = Rejected(family, (), (Reason("ports", 39, 36),), 1.1)
    assert help_for(rejected, wanted, 0).text == text


ROOMS = [
    (RoomRequirement(rows=2, racks_per_row=4), None),
    (RoomRequirement(rows=1, racks_per_row=9), 20),
    (RoomRequirement(rows=2, racks_per_row=4, columns=(Area(x_m=0, y_m=0, width_m=0.3, depth_m=0.3),)), None),
    (RoomRequirement(rows=2, racks_per_row=4), 6),
]


@pytest.mark.parametrize(("room", "limit"), ROOMS)
def test_a_room_that_is_too_small_is_enlarged_as_the_help_says(room, limit):
    """In a room of given rows no limit on racks helps; with what is said the search finds designs."""
    catalog = load_shipped([])
    path = shipped("resources") / "examples" / "nodes-396.yaml"
    wanted = replace(read_requirements(path, catalog), room=room, limits=Limits(racks=limit))
    [result] = search_fabrics(wanted, catalog).results
    assert not result.candidates
    offered = [help_for(one, wanted, 0) for one in result.rejected if one.reasons[0].code == "racks"]
    assert offered
    stated = min(offered, key=lambda one: int(re.search(r"of (\d+)", one.text)[1]))
    assert (stated.page, stated.place) == ("room", ("room", "racks_per_row"))
    each = int(re.search(r"of (\d+)", stated.text)[1])
    assert stated.text.endswith("and allow them") == (limit == 6)
    draft = Draft.of(wanted, catalog)
    for place, value in stated.values:
        draft.put(place, value)
    limits = Limits(racks=room.rows * each if limit == 6 else limit)
    larger = replace(wanted, room=replace(room, racks_per_row=each), limits=limits)
    assert draft.requirements == larger, "the link sets what it says"
    assert search_fabrics(larger, catalog).results[0].candidates


def test_the_filter_of_parts_hides_what_cannot_serve_the_hosts(wizard, qtbot):
    """Of all switches of the catalog the engine's own search tells which fit 40 Gb/s InfiniBand hosts."""
    go_to(qtbot, wizard, "parts")
    draft = wizard.draft
    draft.put(("fabrics", 0, "edge"), [])
    draft.put(("fabrics", 0, "core"), [])
    every = {role: set(boxes) for role, boxes in wizard.boxes.items()}
    wizard.click_fitting()
    assert wizard.fitting_box.isChecked()
    seen = {role: set(wizard.in_view(role)) for role in every}
    assert seen == {role: set(wizard.left_by_filter(role)) for role in seen}
    wanted, catalog = draft.requirements, draft.catalog

    def search(edges):
        fabric = replace(wanted.fabrics[0], edge=tuple(sorted(edges)))
        return search_fabrics(replace(wanted, fabrics=(fabric,)), catalog).results[0]

    hidden = every["edge"] - seen["edge"]
    assert hidden
    assert not search(hidden).candidates
    for edge in seen["edge"]:
        reasons = {reason.code for one in search([edge]).rejected for reason in one.reasons}
        assert reasons != {"edge-kind"}, edge
    [result] = search_fabrics(wanted, catalog, 1000).results
    assert {use.part for one in result.candidates for use in one.design.switches} <= seen["edge"] | seen[
        "core"
    ]
    assert wizard.hidden_parts == f"{sum(len(every[role]) - len(seen[role]) for role in every)} hidden"
    assert draft.requirements.fabrics[0].edge is None or not draft.requirements.fabrics[0].edge

    wizard.click_fitting()
    wizard.choose_speed("400 Gb/s")
    wizard.show_priced()
    known = {
        part.id
        for part in catalog.of(Switch)
        if part.price is not None
        and part.price.amount is not None
        and any(ports.rate_gbps == 400 for ports in part.ports)
    }
    modular = {part.id for part in catalog.of(ModularSwitch)}
    assert set(wizard.in_view("edge")) - modular == known & every["edge"]
    assert wizard.allow_shown_button.isEnabled() == all(wizard.left_by_filter(role) for role in every)
    draft.put(("fabrics", 0, "edge"), ["ib-36"])
    wizard.allow_all()
    assert not draft.requirements.fabrics[0].edge, "all are allowed"
    wizard.choose_speed("Any speed")
    wizard.show_priced()
    wizard.click_fitting()
    qtbot.keyClicks(wizard.filter, "IB-36")
    before = wizard.page_name
    qtbot.keyClick(wizard.filter, Qt.Key.Key_Return)
    assert wizard.page_name == before
    assert wizard.in_view("edge") == ["ib-36"]
    wizard.allow_shown()
    assert draft.requirements.fabrics[0].edge == ("ib-36",)
    wizard.filter.clear()
    rates = {"ib-36", "modular-108", "modular-144", "modular-648"}
    assert set(wizard.in_view("core")) == rates
    assert set(wizard.in_view("edge")) == seen["edge"]
    qtbot.keyClicks(wizard.filter, "no such switch")
    assert not wizard.allow_shown_button.isEnabled()


def test_switches_that_fit_are_offered_before_any_of_them_is_allowed(wizard, qtbot):
    """Of a new design the allowed switch serves other hosts: the core list is for the edge list in view."""
    draft = wizard.draft
    draft.put(("hosts", 0, "part"), "dell-r660-cx7")
    go_to(qtbot, wizard, "parts")
    assert draft.requirements.fabrics[0].edge == ("ib-36",)
    wizard.click_fitting()
    qtbot.keyClicks(wizard.filter, "qm9700")
    assert [wizard.in_view(role) for role in ("edge", "core")] == [["nvidia-qm9700"]] * 2
    wizard.allow_shown()
    assert draft.requirements.fabrics[0].edge == draft.requirements.fabrics[0].core == ("nvidia-qm9700",)


def test_ports_that_a_network_leaves_free_are_stated(wizard, qtbot):
    """Of hosts with two ports a network joins one, unless members or rails say more."""
    draft = wizard.draft
    draft.put(("hosts", 0, "part"), "hpe-dl360-gen11-e810-25")
    assert "nodes by 1 of 2 ports of 25 Gb/s" in wizard.text("restated")
    draft.put(("fabrics", 0, "rails"), "2")
    assert "2 ports of 25 Gb/s" not in wizard.text("restated")
    draft.put(("fabrics", 0, "rails"), "1")
    draft.put(("fabrics", 0, "members"), [{"hosts": "nodes", "links": "2"}])
    assert "of 25 Gb/s" not in wizard.text("restated")
    draft.put(("fabrics", 0, "members"), [])
    wizard.add_network()
    assert "of 25 Gb/s" not in wizard.text("restated"), "another network may have the other port"


def test_an_empty_list_of_switches_states_why(wizard, qtbot):
    draft = wizard.draft
    draft.put(("fabrics", 0, "edge"), [])
    draft.put(("fabrics", 0, "core"), [])
    draft.put(("hosts", 0, "part"), "dell-r660-cx7")
    go_to(qtbot, wizard, "parts")
    shown = wizard.note("edge")
    qtbot.keyClicks(wizard.filter, "no such switch")
    assert wizard.note("edge") == wizard.note("core") == "The filter hides all of them."
    wizard.filter.clear()
    assert wizard.note("edge") == shown
    draft.add(("hosts",), {"name": "storage", "part": "lenovo-sr650-v2-cx6", "count": "24"})
    wizard.click_fitting()
    assert not wizard.in_view("edge")
    assert "dell-r660-cx7: osfp-flt 400 Gb/s" in wizard.note("edge")
    assert "lenovo-sr650-v2-cx6: qsfp56 200 Gb/s" in wizard.note("core")
    wizard.click_step(4)
    qtbot.waitUntil(lambda: bool(wizard.candidates.empty))
    assert wizard.candidates.empty == "No design is possible. The reason is above."


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_remarks_have_room_or_are_shown_whole(window, wizard, qtbot, size, monkeypatch):
    stated, shown = [], []
    monkeypatch.setattr(QToolTip, "showText", lambda _, text, *more: stated.append(text))
    window.resize(*size)
    wizard.draft.put(("fabrics", 0, "cable_price"), "80")  # the longest remark: least cost, too
    go_to(qtbot, wizard, "candidates")
    column = [some.title for some in ACCEPTED].index("Remark")
    assert wizard.candidate_remark == f"{wizard.candidates.rows.row(0).remark.text}."
    assert wizard.candidate_remark.startswith("Least cost, power")
    for line in range(wizard.candidates.rows.rowCount()):
        remark = wizard.candidates.rows.row(line).remark.text
        index = wizard.candidates.rows.index(line, column)
        wizard.candidates.scrollTo(index)
        rect = wizard.candidates.visualRect(index).intersected(wizard.candidates.viewport().rect())
        wide = wizard.candidates.fontMetrics().horizontalAdvance(remark)
        event = QHelpEvent(
            QEvent.Type.ToolTip, rect.center(), wizard.candidates.viewport().mapToGlobal(rect.center())
        )
        QApplication.sendEvent(wizard.candidates.viewport(), event)
        shown.append((remark, stated.pop(), wide > rect.width()))
    assert all(tip == remark if cut else tip in ("", remark) for remark, tip, cut in shown)
    assert not any(cut for _, _, cut in shown)


def test_figures_have_the_sign_of_the_number_language(wizard, qtbot, decimal_comma):
    go_to(qtbot, wizard, "candidates")
    assert any(text.endswith("USD 440\N{NARROW NO-BREAK SPACE}000") for text in wizard.figures)
    go_to(qtbot, wizard, "result")
    qtbot.waitUntil(lambda: len(wizard.figures) > 4)
    assert any(text.endswith(",1 kW") for text in wizard.figures)
    assert not any("." in text for text in wizard.figures)


def test_prices_in_another_currency_are_missing_in_the_one_that_is_asked_for(wizard, qtbot):
    wizard.draft.put(("currency",), "EUR")
    go_to(qtbot, wizard, "candidates")
    assert "Ordered by known prices; no price in EUR: ib-36" in wizard.sentence
    assert wizard.text("candidate-kind").endswith("cost per host unknown")


def test_feeds_of_the_room_are_typed(window, wizard, qtbot):
    go_to(qtbot, wizard, "room")
    put(qtbot, wizard.field("room", "power", "breaker_a").edit, "32")
    put(qtbot, wizard.field("room", "floor_point_kg").edit, "450")
    put(qtbot, wizard.field("room", "power", "outlets").edit, "24")
    put(qtbot, wizard.field("room", "power", "power_factor").edit, "0.98")
    room = wizard.draft.requirements.room
    assert room.power == PowerFeeds(breaker_a=32.0, outlets=24, power_factor=0.98)
    assert room.floor_point_kg == 450.0
    put(qtbot, wizard.field("room", "power", "count").edit, "3")
    assert "2N has 2 feeds" in wizard.field("room", "power", "count").wrong


def test_a_room_that_was_just_typed_starts_no_search_while_the_window_closes(window, wizard, qtbot):
    go_to(qtbot, wizard, "room")
    put(qtbot, wizard.field("cabling", "tolerance").edit, "5")
    window.desk.tasks.stop()
    workers = active_children()
    qtbot.wait(3 * SOON_MS)
    assert active_children() == workers


def test_figures_of_a_candidate_follow_the_number_language(window, decimal_comma, request, qtbot):
    """Costs of at least 1,000 had commas below a table that has them as 1\N{NARROW NO-BREAK SPACE}000."""
    wizard = request.getfixturevalue("wizard")
    go_to(qtbot, wizard, "candidates")
    assert "USD" in wizard.text("candidate-kind")
    assert not re.search(r"\d[,.]\d{3}\b", wizard.text("candidate-kind"))


def test_defaults_have_the_sign_of_the_number_language(window, decimal_comma, request):
    wizard = request.getfixturevalue("wizard")
    wizard.go_to("room")
    assert wizard.field("room", "aisle_m").edit.placeholderText() == "1,2192"
