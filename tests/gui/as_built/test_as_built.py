"""The workspace As-built with real clicks and keys: load, paste, tick, filter, select, marks, files."""

import csv
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from fatdesk.engine.asbuilt.descriptions import TITLES
from fatdesk.engine.asbuilt.difference import Kind, Place
from fatdesk.engine.export import BY_NAME
from fatdesk.gui.analysis.installed import installed_of, place_of
from fatdesk.gui.as_built.punch import COLUMNS, NAMES, punch_rows
from fatdesk.gui.views.difference_marks import marks_by_device, marks_by_rack, plug_moves
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.ref import DIFFERENCE
from tests.engine.asbuilt.planting import end, rotated, with_ends, without
from tests.gui.hands import press
from tests.gui.pages.as_built import AsBuiltPage, topology_emphasis
from tests.gui.pages.dropping import carrying, drop, over, stated
from tests.gui.pages.floor import FloorPage
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.racks import RacksPage
from tests.gui.pages.workspace import workspace_of

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(scope="module")
def reports(designed):
    """What the fabric of the 60 hosts reports as planned, and with a swap, a loss and a plug elsewhere."""
    plan = Derived(designed("nodes-60")).plan
    fabric = plan.fabrics[0]
    up = [link for link in range(132) if fabric.kind[fabric.ends[link, 1]] == 1]
    last = max(fabric.ends[link, 0] for link in range(132) if fabric.kind[fabric.ends[link, 1]] == 0)
    built = rotated(fabric, [up[0], up[20]], 1)
    built = with_ends(built, {(3, 0): (int(last), 15)})
    assert end(fabric, 3, 0)[0] != last

    def stated(some):
        return next(iter(BY_NAME["fabric.net"].make(replace(plan, fabrics=(some,))).values()))

    return stated(fabric), stated(without(built, [up[5]]))


@pytest.fixture
def view(window, qtbot, designed):
    window.session.begin(designed("nodes-60"))
    qtbot.waitUntil(window.isActiveWindow)
    press(qtbot, window, Qt.Key.Key_B, CONTROL | SHIFT)
    assert workspace_of(window) == "asbuilt"
    return AsBuiltPage(window)


@pytest.fixture
def loaded(view, reports, tmp_path):
    file = tmp_path / "fabric.txt"
    file.write_bytes(reports[1])
    view.load(file)
    return view


def test_at_first_it_says_what_to_do(view, reports):
    assert view.is_empty
    assert "Nothing discovered yet" in view.empty_texts
    QGuiApplication.clipboard().setText("nothing that is known")
    view.paste()
    assert view.is_empty
    assert view.shows_message
    assert "is not a known report" in view.message
    QGuiApplication.clipboard().setText(reports[0].decode())
    view.paste()
    assert not view.is_empty
    assert view.figures == "132 matched · 0 different"
    assert view.table.empty_text == "Everything that was seen is as planned."


def test_missing_cables_of_devices_that_were_not_seen_are_folded(window, view, designed, tmp_path):
    """Without the switches E01 and E02 and their hosts the report lacks 36 uplinks and 36 host links."""
    plan = Derived(designed("nodes-60")).plan
    fabric = plan.fabrics[0]
    names = dict(zip(fabric.ids, Derived(designed("nodes-60")).names[0], strict=True))
    dead = [node for node, name in enumerate(fabric.ids) if names[name] in ("E01", "E02")]
    gone = [link for link in range(len(fabric.ends)) if set(fabric.ends[link].tolist()) & set(dead)]
    assert len(gone) == 72
    file = tmp_path / "fabric.txt"
    built = without(fabric, gone)
    file.write_bytes(next(iter(BY_NAME["fabric.net"].make(replace(plan, fabrics=(built,))).values())))
    view.load(file)
    table = view.table
    rows = table.all_rows
    assert len(rows) == 72
    assert table.all_groups == ["Other differences", "E01 not seen, 36 cables", "E02 not seen, 36 cables"]
    assert table.line_count == 2  # heads alone: nothing else differs
    table.select_group(1)
    chosen = window.session.ids(DIFFERENCE)
    assert chosen == {row.id for row in rows if row.unseen == "E01"}
    assert {row.task.label for row in rows} <= set(plan.numbers.values())
    installed_of(window.session).tick([rows[0].key], True)
    assert table.line_count == 2  # a tick opens nothing


def test_cables_of_switches_without_a_report_are_folded(window, view, designed, tmp_path):
    """``show lldp neighbors`` of E01 alone: its 36 cables are as planned, the other 96 are not checked."""
    plan = Derived(designed("nodes-60")).plan
    fabric, names = plan.fabrics[0], plan.names[0]
    rows = []
    for ends, ports in zip(fabric.ends.tolist(), fabric.ports.tolist(), strict=True):
        if names[ends[0]] == "E01":
            rows.append(f"{ports[0] + 1}  {names[ends[1]]}  {ports[1] + 1}  120")
    file = tmp_path / "E01.txt"
    file.write_text("\n".join(["Port  Neighbor Device ID  Neighbor Port ID  TTL", *rows]))
    view.load(file)
    assert view.figures == "0 different · 96 not checked"
    folded = "5 switches not reported: 96 cables not checked"
    assert view.table.all_groups == ["Other differences", folded]
    assert view.table.line_count == 1
    assert view.notes.startswith("36 of 132 cables are as planned.")
    assert f"{folded}." in view.notes.splitlines()
    assert not view.marked, "nothing is marked on the floor"


def test_badges_on_the_floor_cover_neither_each_other_nor_the_fills_of_trays(
    window, view, designed, tmp_path
):
    """Half of the host links of eleven racks are missing: badges with counts are wider than racks."""
    window.resize(1280, 720)
    window.session.begin(designed("nodes-396"))
    plan = Derived(window.session.project).plan
    fabric = plan.fabrics[0]
    built = without(fabric, list(range(0, len(fabric.ends), 2)))
    file = tmp_path / "fabric.txt"
    file.write_bytes(next(iter(BY_NAME["fabric.net"].make(replace(plan, fabrics=(built,))).values())))
    view.load(file)
    QApplication.processEvents()
    badges, fills = view.badges
    assert len(badges) == 11
    assert fills
    assert all(int(text) > 10 for text, _ in badges)
    boxes = [box for _, box in badges]
    covered = [
        (box, other)
        for box in boxes
        for other in [*boxes, *fills]
        if box is not other and box.intersects(other)
    ]
    assert covered == []


def test_a_bad_report_is_explained_in_the_view(loaded, tmp_path, reports):
    """File, line and what to do, in a banner that stays until another report is loaded or it is closed."""
    bad = tmp_path / "neighbours.csv"
    bad.write_text("node,port,remote node,remote port\nE01,2,C02,\n")
    figures = loaded.figures
    loaded.load(bad)
    words = loaded.message
    assert loaded.shows_message
    assert words.startswith("neighbours.csv:2: line: remote port is empty; no other")
    assert words.endswith("fabric.txt is still compared with the plan.")
    assert loaded.figures == figures
    loaded.close_message()
    assert not loaded.shows_message
    loaded.load(tmp_path / "absent.txt")
    assert loaded.shows_message
    good = tmp_path / "good.txt"
    good.write_bytes(reports[0])
    loaded.load(good)
    assert not loaded.shows_message


def test_a_message_about_a_report_ends_with_its_project(loaded, tmp_path, designed, window):
    bad = tmp_path / "note.txt"
    bad.write_text("hello\n")
    loaded.load(bad)
    assert loaded.message.startswith("note.txt:1: ")
    window.session.begin(designed("nodes-60"))
    assert not loaded.message


def test_the_punch_list_is_ticked_by_click_and_key(loaded, window):
    assert loaded.figures == "128 matched · 4 different · 3 moves"
    assert len(loaded.rows) == 5
    table, installed = loaded.table, installed_of(window.session)
    table.click(0)
    assert installed.ticked == {1}
    assert {row.task.number for row in table.selected} == {1, 2, 3}
    table.key(Qt.Key.Key_Space)  # all steps of the difference are selected: the others follow
    chosen = {row.task.number for row in table.selected}
    assert installed.ticked == chosen
    table.key(Qt.Key.Key_Space)
    assert installed.ticked == set()


def test_places_of_the_punch_list_are_whole(loaded, window):
    """Rack and unit of each end, and what to do, at the size of the window on a usual screen."""
    window.resize(1600, 1000)
    QApplication.processEvents()
    assert len(loaded.rows) == 5
    assert loaded.table.cut == []


def test_one_kind_alone_is_shown(loaded):
    loaded.show_kind(TITLES[Kind.MISSING])
    assert [row[3] for row in loaded.rows] == ["Missing"]
    assert [one.kind for one in loaded.marked] == [Kind.MISSING]
    loaded.show_kind("All differences")
    assert len(loaded.rows) == 5


def test_a_difference_is_marked_everywhere_and_told(loaded, window):
    one = next(one for one in loaded.built.differences if one.kind == Kind.SWAP)
    session = window.session
    session.select([DIFFERENCE(place_of(one))])
    words = "\n".join(Inspector(window).texts)
    assert "Swap" in words
    assert "2 moves" in words
    assert len(loaded.table.selected) == 3
    emphasis = topology_emphasis(window)
    names = session.derived.link_ids[0]
    lit = {names[link] for link in emphasis.links.nonzero()[0].tolist()}
    assert lit == set(one.cables)
    assert list(FloorPage(window).differences) == [one]
    assert set(marks_by_device(RacksPage(window).differences)) == {
        place.key for moved in one.displaced for place in (moved.found, moved.planned)
    }


def test_a_missing_cable_is_out_in_the_topology(loaded, window):
    one = next(one for one in loaded.built.differences if one.kind == Kind.MISSING)
    window.session.select([DIFFERENCE(place_of(one))])
    emphasis = topology_emphasis(window)
    names = window.session.derived.link_ids[0]
    assert [names[link] for link in emphasis.out.nonzero()[0].tolist()] == list(one.cables)


def test_marks_stand_at_racks_and_arrows_between_them(loaded):
    one = next(one for one in loaded.built.differences if one.kind == Kind.WRONG_RACK)
    (moved,) = one.displaced
    assert plug_moves([one]) == [(moved.found.rack, moved.planned.rack)]
    assert set(marks_by_rack([one])) == {moved.found.rack, moved.planned.rack}


def test_the_punch_list_as_files(loaded, window, monkeypatch, tmp_path):
    for kind in ("csv", "pdf"):
        path = tmp_path / f"punch.{kind}"
        monkeypatch.setattr("fatdesk.gui.files.files.ask_name", lambda *_, path=path, **__: path)
        installed_of(window.session).tick([loaded.table.row(0).key], True)
        window.perform_in_view(f"asbuilt-punch-{kind}")
    lines = list(csv.DictReader((tmp_path / "punch.csv").read_text().splitlines()))
    assert [line["done"] for line in lines] == ["yes", "", "", "", ""]
    assert (tmp_path / "punch.pdf").read_bytes().startswith(b"%PDF")


def test_the_map_of_node_names_as_a_file(loaded, view, window, monkeypatch, tmp_path):
    path = tmp_path / "map.txt"
    monkeypatch.setattr("fatdesk.gui.files.files.ask_name", lambda *_, **__: path)
    window.perform_in_view("asbuilt-name-map")
    assert path.read_text().count('"E01"') == 1
    window.perform_in_view("asbuilt-static-topology")
    assert path.read_text().splitlines()[0].endswith(",Any,Active")
    table = tmp_path / "t.csv"
    table.write_text("node,port,remote node,remote port\nE01,1,n01,1\n")
    view.load(table)
    for name in ("asbuilt-name-map", "asbuilt-static-topology"):
        assert window.refusal_in_view(name) == (
            "Load a report with GUIDs first, such as that of ibnetdiscover."
        )


def test_a_file_is_dropped(window, view, reports, tmp_path):
    file = tmp_path / "fabric.out"
    file.write_bytes(reports[1])
    view.drop(file)
    assert installed_of(window.session).file == "fabric.out"
    assert len(view.rows) == 5


def test_several_files_are_one_report(window, view, reports, tmp_path):
    """Half of the report in each file; dropped on the workspace, and on the window from another one."""
    text = reports[1].decode()
    at = text.index("\nSwitch", len(text) // 3)
    files = []
    for name, part in (("a.out", text[:at]), ("b.out", text[at:])):
        files.append(tmp_path / name)
        files[-1].write_text(part)
    view.drop(*files)
    assert installed_of(window.session).file == "a.out and 1 other file"
    assert len(view.rows) == 5
    installed_of(window.session).forget()
    window.show_workspace("floor")
    assert over(window, carrying(*files))
    drop(window, carrying(*files))
    assert workspace_of(window) == "asbuilt"
    assert len(view.rows) == 5


def test_a_folder_is_the_report_of_all_of_its_files(window, view, reports, tmp_path):
    folder = tmp_path / "reports"
    folder.mkdir()
    (folder / "fabric.out").write_bytes(reports[1])
    (folder / ".hidden").write_text("no report")
    view.drop(folder)
    assert installed_of(window.session).file == "fabric.out"


@pytest.mark.parametrize(("name", "effect"), [("nodes.fatdesk", "Open"), ("hall.png", "Show")])
def test_what_is_no_report_is_opened_as_in_other_workspaces(window, view, tmp_path, name, effect):
    file = tmp_path / name
    assert view.accepts(file)
    assert stated(window)[0].startswith(f"{effect} {name}")


def test_another_project_forgets_the_report(loaded, window, designed):
    window.session.begin(designed("nodes-60"))
    assert loaded.is_empty
    assert loaded.built is None


def test_the_plan_is_not_changed(loaded, window):
    assert not window.session.history.can_undo


def test_a_difference_is_accepted_and_taken_back(loaded, window):
    session = window.session
    one = next(one for one in loaded.built.differences if one.kind == Kind.SWAP)
    before = session.project
    session.select([DIFFERENCE(place_of(one))])
    Inspector(window).click("field-Accept as built")
    assert session.undo_label.startswith("Accept as built: plugs exchanged")
    assert Kind.SWAP not in {some.kind for some in loaded.built.differences}
    assert loaded.figures == "130 matched · 2 different · 1 move"
    assert {"Swap", "No longer a difference"} <= set(Inspector(window).texts)
    assert not set(one.cables) & {row.id for row in session.derived.rows}
    assert not window.refusal_in_view("asbuilt-forget")
    window.perform_in_view("asbuilt-forget")
    assert session.project == before
    assert loaded.figures == "128 matched · 4 different · 3 moves"
    session.undo()
    session.undo()
    assert session.project == before


def test_what_exchanging_does_not_mend_cannot_be_accepted(loaded, window):
    one = next(one for one in loaded.built.differences if one.kind == Kind.MISSING)
    window.session.select([DIFFERENCE(place_of(one))])
    assert "Accept as built" not in Inspector(window).buttons
    assert not Inspector(window).has("Accept as built")


def test_names_of_ports_have_a_column_where_they_are_known(loaded, window):
    """The switches of nodes-60 have none; a report about switches that do have brings the column."""
    table = loaded.table
    assert all(map(table.hides, NAMES))
    known = installed_of(window.session).built
    step = (
        known.differences[0]
        .steps[0]
        ._replace(origin=Place("E01", "", "3", os_port="swp3"), target=Place("E02", "", "4"))
    )
    named = replace(known, differences=(known.differences[0]._replace(steps=(step,)),))
    loaded.show_port_names(named)
    assert not any(map(table.hides, NAMES))
    row = punch_rows(named, set(), {})[0]
    assert [COLUMNS[number].text(row) for number in NAMES] == ["swp3", ""]
    for number in NAMES:
        table.show_column(number, False)
    loaded.show_port_names(named)
    assert all(map(table.hides, NAMES))
    loaded.show_port_names(known)
    assert all(map(table.hides, NAMES))
