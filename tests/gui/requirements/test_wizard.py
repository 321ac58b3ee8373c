"""The wizard by keys and mouse: from requirements to files on disk, back and forth, what is wrong and why."""

import re
from multiprocessing import active_children

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QToolTip

from fatdesk.core.shipped_data import shipped
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.candidate import Rejected
from fatdesk.engine.design.requirements import FabricRequirement, Limits, Requirements
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.families.reason import Reason
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.floor.room import Area, RoomRequirement
from fatdesk.gui.requirements.candidate_columns import ACCEPTED, help_for
from fatdesk.gui.requirements.draft import Draft
from fatdesk.gui.requirements.room_page import SOON_MS
from fatdesk.project.designing.designing import design_project, search_fabrics
from fatdesk.project.files.file_format import encode

LEFT = Qt.MouseButton.LeftButton
ENTER, ESC, TAB, DOWN = Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Down
CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
PAGES = ["requirements", "parts", "limits", "candidates", "room", "result"]


@pytest.fixture
def wizard(window, qtbot):
    """The wizard as Ctrl+N brings it up."""
    with qtbot.waitActive(window):
        pass
    qtbot.keyClick(window, Qt.Key.Key_N, CONTROL)
    assert window.designing.wizard is not None
    return window.designing.wizard


def press(qtbot, key=ENTER, modifiers=Qt.KeyboardModifier.NoModifier):
    """A key, to whatever has the focus."""
    qtbot.keyClick(QApplication.focusWidget(), key, modifiers)


def ready(qtbot, wizard):
    """Wait until the page in front has what it shows, and can be left."""
    busy = (wizard.search.candidates, wizard.search.project_answer)
    qtbot.waitUntil(lambda: not any(some.is_busy for some in busy) and wizard.next.isEnabled())


def go_to(qtbot, wizard, name):
    """On by Enter until a page is in front."""
    while wizard.pages.page.name != name:
        ready(qtbot, wizard)
        before = wizard.pages.number
        press(qtbot)
        assert wizard.pages.number == before + 1
    ready(qtbot, wizard)


def put(qtbot, edit, text):
    """Type into a field in place of what is there."""
    edit.setFocus()
    edit.selectAll()
    if text:
        qtbot.keyClicks(edit, text)
    else:
        qtbot.keyClick(edit, Qt.Key.Key_Delete)


def field(page, *place):
    return next(some for some in page.fields if some.place == place)


def test_enter_six_times_is_a_sound_design_and_its_documents_can_be_exported(
    window, wizard, qtbot, tmp_path, monkeypatch
):
    for name in PAGES:
        ready(qtbot, wizard)
        assert wizard.pages.page.name == name
        press(qtbot)
    assert window.session.is_open
    assert window.designing.wizard is None
    figures = window.session.figures
    assert (figures.hosts, figures.switches, figures.links) == (396, 40, 792)  # the two-level design paper
    assert not [c for c in window.session.findings if str(c.finding.severity) == "error"]
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
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
    wizard = window.designing.wizard
    assert wizard.pages.page.name == "candidates"
    go_to(qtbot, wizard, "result")
    press(qtbot)
    catalog = load_shipped([])
    expected = design_project(read_requirements(path, catalog), catalog, "nodes-396").project
    assert encode(window.session.project) == encode(expected)


def test_back_and_forth_keeps_what_was_typed(wizard, qtbot):
    pages = wizard.pages
    put(qtbot, field(pages.page, "hosts", 0, "count").edit, "100")
    put(qtbot, field(pages.page, "fabrics", 0, "blocking").edit, "3/2")
    go_to(qtbot, wizard, "limits")
    put(qtbot, field(pages.page, "limits", "racks").edit, "9")
    qtbot.mouseClick(pages.page.goals["power"], LEFT, pos=pages.page.goals["power"].rect().center() / 4)
    qtbot.mouseClick(wizard.back, LEFT)
    qtbot.keyClick(wizard, Qt.Key.Key_Left, ALT)
    assert pages.page.name == "requirements"
    assert field(pages.page, "hosts", 0, "count").edit.text() == "100"
    assert field(pages.page, "fabrics", 0, "blocking").edit.text() == "3/2"
    go_to(qtbot, wizard, "limits")
    assert field(pages.page, "limits", "racks").edit.text() == "9"
    wanted = wizard.draft.requirements
    assert (wanted.hosts[0].count, wanted.fabrics[0].blocking) == (100, "3/2")
    assert (wanted.limits.racks, wanted.objective.minimise) == (9, "power")


@pytest.mark.parametrize(
    ("place", "text", "said"),
    [
        (("hosts", 0, "count"), "0", "Type a whole number, 1 to 1,000,000."),
        (("hosts", 0, "count"), "many", "Type a whole number, 1 to 1,000,000."),
        (("hosts", 0, "name"), "a b", "Expected a name of at most 60 letters"),
        (("fabrics", 0, "blocking"), "half", "Type a ratio of 1 or more, such as 3:1."),
        (("fabrics", 0, "rails"), "65", "Type a whole number, 1 to 64."),
        (("fabrics", 0, "cable_price"), "cheap", "Type an amount."),
    ],
)
def test_what_is_wrong_is_told_at_once_beside_the_field(wizard, qtbot, place, text, said):
    page = wizard.pages.page
    found = field(page, *place)
    before = found.note.text()
    put(qtbot, found.edit, text)
    assert found.note.text().startswith(said)
    assert found.edit.property("wrong") is True
    assert wizard.pages.steps.steps[0].state.wrong
    assert wizard.pages.steps.steps[0].state.stated == "1 field to correct"
    other = field(page, "fabrics", 0, "planes")
    other.setFocus()
    press(qtbot)
    assert wizard.pages.page is page
    assert found.edit.hasFocus()  # Enter leads to what is wrong
    assert found.edit.text() == text
    put(qtbot, found.edit, {"name": "nodes", "count": "3"}.get(place[-1], ""))
    assert found.note.text() == before
    press(qtbot)
    assert wizard.pages.page.name == "parts"


def test_a_name_that_is_there_twice_is_told_where_it_stands(wizard, qtbot):
    page = wizard.pages.page
    qtbot.mouseClick(page.add_group, LEFT)
    second = field(page, "hosts", 1, "name")
    put(qtbot, second.edit, "nodes")
    assert "there twice" in second.note.text()
    assert not field(page, "hosts", 0, "name").wrong


def test_groups_and_networks_come_and_go(wizard, qtbot):
    page, draft = wizard.pages.page, wizard.draft
    qtbot.mouseClick(page.add_group, LEFT)
    assert QApplication.focusWidget() is field(page, "hosts", 1, "name").edit
    qtbot.mouseClick(page.add_fabric, LEFT)
    assert len(draft.requirements.fabrics) == 2
    assert "2 networks" in page.summary()
    draft.remove(("fabrics",), 1)
    draft.remove(("hosts",), 1)
    assert len(draft.requirements.hosts) == 1
    assert not any(some.place[:2] == ("hosts", 1) for some in page.fields)


def test_parts_are_ticked_and_one_must_stay(wizard, qtbot):
    go_to(qtbot, wizard, "parts")
    page, draft = wizard.pages.page, wizard.draft
    box = page.boxes["core"]["modular-108"]
    box.setFocus()
    press(qtbot, Qt.Key.Key_Space)
    assert draft.requirements.fabrics[0].core == ("ib-36",)
    last = page.boxes["core"]["ib-36"]
    last.setFocus()
    press(qtbot, Qt.Key.Key_Space)
    assert last.isChecked()
    assert draft.requirements.fabrics[0].core == ("ib-36",)
    assert "Select at least one" in page.notes["core"].text()


def test_candidates_tell_how_many_were_tried_and_why_others_fell(wizard, qtbot):
    go_to(qtbot, wizard, "candidates")
    page, result = wizard.pages.page, wizard.search.results[0]
    assert f"{result.found + result.rejected_count} designs tried" in page.sentence.text()
    rows = [page.accepted.row(line) for line in range(page.accepted.rowCount())]
    assert [row.one for row in rows] == list(result.candidates)
    costs = [row.one.cost.amount for row in rows]
    assert costs == sorted(costs)
    reasons = [page.fallen.row(line).one.reason for line in range(page.fallen.rowCount())]
    assert reasons == [one.reason for one in result.rejected]
    assert all(reasons)
    bars = page.bars.bars
    assert [sum(bar.shares) for bar in bars] == costs


def test_what_would_help_leads_to_the_field_that_decides(wizard, qtbot):
    go_to(qtbot, wizard, "limits")
    put(qtbot, field(wizard.pages.page, "limits", "cost").edit, "600000")
    go_to(qtbot, wizard, "candidates")
    page = wizard.pages.page
    before = page.accepted.rowCount()
    assert before
    assert all(page.accepted.row(n).one.cost.amount <= 600_000 for n in range(page.accepted.rowCount()))
    line = next(n for n in range(page.fallen.rowCount()) if page.fallen.row(n).help.page == "limits")
    stated = page.fallen.row(line).help.text
    page.rejected.scrollTo(page.fallen.index(line, 3))
    at = page.rejected.visualRect(page.fallen.index(line, 3)).center()
    qtbot.mouseClick(page.rejected.viewport(), LEFT, pos=at)
    assert wizard.pages.page.name == "limits"
    edit = field(wizard.pages.page, "limits", "cost").edit
    assert QApplication.focusWidget() is edit
    assert edit.text() == stated.split()[1], "the link sets what it says"
    go_to(qtbot, wizard, "candidates")
    assert wizard.pages.page.accepted.rowCount() > before  # the one that needed so much passes now


def test_nothing_possible_is_said_and_the_next_page_stays_closed(wizard, qtbot):
    go_to(qtbot, wizard, "limits")
    put(qtbot, field(wizard.pages.page, "limits", "cost").edit, "1")
    press(qtbot)
    qtbot.waitUntil(lambda: bool(wizard.search.results))
    page = wizard.pages.page
    assert "none of" in page.sentence.text()
    assert not wizard.next.isEnabled()
    press(qtbot)
    assert wizard.pages.page is page


def test_another_candidate_is_taken_with_the_arrow_and_opened(window, wizard, qtbot):
    go_to(qtbot, wizard, "candidates")
    page = wizard.pages.page
    assert page.table.hasFocus()
    press(qtbot, DOWN)
    press(qtbot, DOWN)
    second = wizard.search.results[0].candidates[2]
    assert wizard.search.chosen[0] is second
    assert page.name_line.text() == "Candidate 3"
    qtbot.keyClick(page.table, ENTER)
    assert wizard.pages.page.name == "room"
    go_to(qtbot, wizard, "result")
    press(qtbot)
    assert window.session.project.fabrics[0].design == second.design
    assert window.session.figures.switches == second.switches


def test_the_room_is_furnished_again_as_it_is_typed(wizard, qtbot):
    go_to(qtbot, wizard, "room")
    page = wizard.pages.page
    racks = len(wizard.preview.project.floor.racks)
    put(qtbot, field(page, "room", "rows").edit, "3")
    put(qtbot, field(page, "room", "racks_per_row").edit, "6")
    qtbot.waitUntil(lambda: len(wizard.preview.project.floor.racks) == 18)
    assert racks != 18
    assert "18 racks in 3 rows" in page.stated.text()
    put(qtbot, field(page, "room", "rows").edit, "1")
    qtbot.waitUntil(lambda: "Candidates" in page.stated.text())  # six racks hold no design
    assert not wizard.next.isEnabled()
    qtbot.mouseClick(wizard.back, LEFT)
    reasons = {page.row(n).help.page for page in [wizard.pages.page.fallen] for n in range(page.rowCount())}
    assert "room" in reasons


def test_units_are_reserved_in_the_rack_that_the_drawing_names(wizard, qtbot):
    go_to(qtbot, wizard, "room")
    page = wizard.pages.page
    put(qtbot, field(page, "room", "rows").edit, "3")
    put(qtbot, field(page, "room", "racks_per_row").edit, "6")
    qtbot.waitUntil(lambda: len(wizard.preview.project.floor.racks) == 18)
    numbers = {rack_label(rack): str(rack.number) for rack in wizard.preview.project.floor.racks}
    qtbot.mouseClick(page.add_reserve, LEFT)
    rack = field(page, "room", "reserve", 0, "rack")
    for typed, number in (("B02", numbers["B02"]), ("c6", numbers["C06"]), ("7", "7"), ("all", "all")):
        put(qtbot, rack.edit, typed)
        assert wizard.draft.get("room", "reserve", 0, "rack") == number
        assert not rack.wrong
    put(qtbot, rack.edit, "A07")
    assert "There is no rack A07: a row has 6 racks" in rack.wrong


def test_leaving_asks_only_when_something_was_typed(window, wizard, qtbot, answer):
    qtbot.mouseClick(wizard.cancel, LEFT)
    assert window.designing.wizard is None
    assert window.pages.currentWidget() is window.welcome
    qtbot.keyClick(window, Qt.Key.Key_N, CONTROL)
    wizard = window.designing.wizard
    put(qtbot, field(wizard.pages.page, "hosts", 0, "count").edit, "48")
    requested = answer("Continue")
    qtbot.mouseClick(wizard.cancel, LEFT)
    assert requested == ["Discard the design?"]
    assert window.designing.wizard is wizard
    answer("Discard")
    qtbot.mouseClick(wizard.cancel, LEFT)
    assert window.designing.wizard is None


def test_the_last_page_saves_under_a_name_at_once(window, wizard, qtbot, tmp_path, monkeypatch):
    go_to(qtbot, wizard, "result")
    path = tmp_path / "hall.fatdesk"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    qtbot.mouseClick(wizard.save, LEFT)
    assert path.read_bytes() == encode(window.session.project)
    assert not window.session.unsaved


def test_an_open_project_waits_behind_the_wizard(desk, qtbot):
    before = encode(desk.session.project)
    qtbot.keyClick(desk, Qt.Key.Key_N, CONTROL)
    assert not desk.actions_by_id["undo"].isEnabled()
    assert not desk.actions_by_id["show-floor"].isEnabled()
    qtbot.mouseClick(desk.designing.wizard.cancel, LEFT)
    assert desk.pages.currentWidget() is desk.panes
    assert desk.actions_by_id["show-floor"].isEnabled()
    assert encode(desk.session.project) == before


def test_requirements_are_saved_as_a_file_that_opens_again(window, wizard, qtbot, tmp_path, monkeypatch):
    put(qtbot, field(wizard.pages.page, "hosts", 0, "count").edit, "77")
    path = tmp_path / "wish.yaml"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path.with_suffix("")), ""))
    qtbot.mouseClick(wizard.keep, LEFT)
    assert read_requirements(path, load_shipped([])) == wizard.draft.requirements
    qtbot.mouseClick(wizard.cancel, LEFT)  # saved: nothing is asked
    assert window.designing.wizard is None
    window.files.open_path(path)
    assert window.designing.wizard.draft.requirements.hosts[0].count == 77


def test_a_wrong_requirements_file_is_told_with_its_line(window, qtbot, tmp_path, answer):
    path = tmp_path / "wrong.yaml"
    path.write_text("hosts: [{name: a, part: server-1u, count: 3}]\nfabrics: [{name: b, rails: none}]\n")
    requested = answer("OK")
    window.files.open_path(path)
    assert requested == ["wrong.yaml could not be opened."]
    assert window.designing.wizard is None


def test_a_search_can_be_stopped(wizard, qtbot, monkeypatch):
    from fatdesk.tasks import designing
    from tests.tasks import errands

    monkeypatch.setattr(designing, "find", errands.spin_with_anything)
    wizard.begin("candidates")
    assert wizard.search.candidates.is_busy
    page = wizard.pages.page
    assert page.again.text() == "Stop"
    qtbot.mouseClick(page.again, LEFT)
    assert not wizard.search.candidates.is_busy
    assert "Stopped" in page.sentence.text()
    assert page.again.text() == "Search again"


def test_every_field_says_what_it_means_and_has_a_name(wizard, qtbot):
    for name in ("requirements", "limits", "room"):
        wizard.begin(name)
        page = wizard.pages.page_of(name)
        assert page.fields
        for some in page.fields:
            assert some.meaning
            assert some.editor_widget().accessibleName() == some.title
            assert some.editor_widget().focusPolicy() & Qt.FocusPolicy.TabFocus


@pytest.mark.parametrize(("family", "text"), [("star", "Up to 36 hosts"), ("hyperx", "Other edge switches")])
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
    page, draft = wizard.pages.page, wizard.draft
    draft.put(("fabrics", 0, "edge"), [])
    draft.put(("fabrics", 0, "core"), [])
    every = {role: set(boxes) for role, boxes in page.boxes.items()}
    qtbot.mouseClick(page.fitting, LEFT, pos=QPoint(8, page.fitting.height() // 2))
    assert page.fitting.isChecked()
    seen = {
        role: {part for part, box in boxes.items() if box.isVisible()} for role, boxes in page.boxes.items()
    }
    assert seen == {role: set(page.shown(role)) for role in seen}
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
    assert page.hidden_count.text() == f"{sum(len(every[role]) - len(seen[role]) for role in every)} hidden"
    assert draft.requirements.fabrics[0].edge is None or not draft.requirements.fabrics[0].edge
    qtbot.keyClicks(page.filter, "IB-36")
    assert [part for part, box in page.boxes["edge"].items() if box.isVisible()] == ["ib-36"]
    qtbot.mouseClick(page.tick_shown, LEFT)
    assert draft.requirements.fabrics[0].edge == ("ib-36",)
    page.filter.clear()
    rates = {"ib-36", "modular-108", "modular-144", "modular-648"}
    assert {part for part, box in page.boxes["core"].items() if box.isVisible()} == rates
    assert {part for part, box in page.boxes["edge"].items() if box.isVisible()} == seen["edge"]
    qtbot.keyClicks(page.filter, "no such switch")
    assert not page.tick_shown.isEnabled()


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_remark_that_is_cut_is_shown_whole(window, wizard, qtbot, size, monkeypatch):
    stated = []
    monkeypatch.setattr(QToolTip, "showText", lambda _, text, *more: stated.append(text))
    window.resize(*size)
    go_to(qtbot, wizard, "candidates")
    page = wizard.pages.page
    column = [some.title for some in ACCEPTED].index("Remark")
    assert page.remark_line.text() == f"{page.accepted.row(0).remark.text}."
    assert page.remark_line.text().startswith("Least cost, power")
    for line in range(page.accepted.rowCount()):
        remark = page.accepted.row(line).remark.text
        index = page.accepted.index(line, column)
        page.table.scrollTo(index)
        rect = page.table.visualRect(index).intersected(page.table.viewport().rect())
        fits = page.table.fontMetrics().horizontalAdvance(remark) + 60 < rect.width()
        event = QHelpEvent(
            QEvent.Type.ToolTip, rect.center(), page.table.viewport().mapToGlobal(rect.center())
        )
        QApplication.sendEvent(page.table.viewport(), event)
        assert stated.pop() == (remark if not fits else "") or fits


def test_a_room_that_was_just_typed_starts_no_search_while_the_window_closes(window, wizard, qtbot):
    go_to(qtbot, wizard, "room")
    page = wizard.pages.page
    put(qtbot, field(page, "cabling", "tolerance").edit, "5")
    window.desk.tasks.stop()
    workers = active_children()
    qtbot.wait(3 * SOON_MS)
    assert active_children() == workers
