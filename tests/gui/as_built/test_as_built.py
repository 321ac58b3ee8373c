"""The workspace As-built with real clicks and keys: load, paste, tick, filter, select, marks, files."""

import csv
from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QLabel

from fatdesk.engine.asbuilt.difference import Kind, Place
from fatdesk.engine.export import BY_NAME
from fatdesk.gui.analysis.installed import installed_of, place_of
from fatdesk.gui.as_built.punch import COLUMNS, NAMES, punch_rows
from fatdesk.gui.views.difference_marks import marks_by_device, marks_by_rack, plug_moves
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.ref import DIFFERENCE
from tests.engine.asbuilt.planting import end, rotated, with_ends, without
from tests.gui.hands import press

LEFT = Qt.MouseButton.LeftButton
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
    assert window.workspace is window.workspaces["asbuilt"]
    return window.workspace


@pytest.fixture
def loaded(view, reports, tmp_path):
    file = tmp_path / "fabric.txt"
    file.write_bytes(reports[1])
    view.load(file)
    return view


def rows(view):
    return [[column.text(row) for column in view.table.rows.columns] for row in view.table.rows.shown()]


def test_at_first_it_says_what_to_do(view, qtbot, reports):
    assert view.pages.currentWidget() is view.empty
    words = {found.text() for found in view.empty.findChildren(QLabel)}
    assert "Nothing discovered yet" in words
    QGuiApplication.clipboard().setText("nothing that is known")
    qtbot.mouseClick(view.empty.paste, LEFT)
    assert view.pages.currentWidget() is view.empty
    assert view.wrong.isVisible()
    assert "is no known report" in view.wrong.words.text()
    QGuiApplication.clipboard().setText(reports[0].decode())
    qtbot.mouseClick(view.empty.paste, LEFT)
    assert view.pages.currentWidget() is view.body
    assert view.tools.figures.text() == "132 matched · 0 different"
    assert view.table.empty == "Everything that was seen is as planned."


def test_missing_cables_of_devices_that_were_not_seen_are_folded(view, qtbot, designed, tmp_path):
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
    model = view.model
    assert len(model.rows) == 72
    assert model.groups.titles == ["Other differences", "E01 not seen, 36 cables", "E02 not seen, 36 cables"]
    assert model.rowCount() == 2  # heads alone: nothing else differs
    view.table.head_chosen.emit(1)
    chosen = view.session.ids(DIFFERENCE)
    assert chosen == {row.id for row in model.rows if row.unseen == "E01"}
    assert {row.task.label for row in model.rows} <= set(plan.numbers.values())
    installed_of(view.session).tick([model.rows[0].key], True)
    assert model.rowCount() == 2  # a tick opens nothing


def test_a_bad_report_is_explained_in_the_view(loaded, qtbot, tmp_path, reports):
    """File, line and what to do, in a banner that stays until another report is loaded or it is closed."""
    bad = tmp_path / "neighbours.csv"
    bad.write_text("node,port,remote node,remote port\nE01,1,C01,1\nE01,2,C02,\n")
    figures = loaded.tools.figures.text()
    loaded.load(bad)
    words = loaded.wrong.words.text()
    assert loaded.wrong.isVisible()
    assert words.startswith("neighbours.csv:3: remote port: is empty, name it")
    assert words.endswith("fabric.txt is still compared with the plan.")
    assert loaded.tools.figures.text() == figures
    qtbot.mouseClick(loaded.wrong.keep, LEFT)
    assert not loaded.wrong.isVisible()
    loaded.load(tmp_path / "absent.txt")
    assert loaded.wrong.isVisible()
    good = tmp_path / "good.txt"
    good.write_bytes(reports[0])
    loaded.load(good)
    assert not loaded.wrong.isVisible()


def test_a_message_about_a_report_ends_with_its_project(loaded, tmp_path, designed, window):
    bad = tmp_path / "note.txt"
    bad.write_text("hello\n")
    loaded.load(bad)
    assert loaded.wrong.words.text().startswith("note.txt:1: ")
    window.session.begin(designed("nodes-60"))
    assert not loaded.wrong.words.text()


def test_the_punch_list_is_ticked_by_click_and_key(loaded, qtbot):
    assert loaded.tools.figures.text() == "128 matched · 4 different · 3 moves"
    found = rows(loaded)
    assert len(found) == 5
    table = loaded.table
    table.executeDelayedItemsLayout()
    box = table.visualRect(table.rows.index(0, 0)).center()
    qtbot.mouseClick(table.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, box)
    assert installed_of(loaded.session).ticked == {1}
    assert {row.task.number for row in table.chosen_rows()} == {1, 2, 3}
    qtbot.keyClick(table, Qt.Key.Key_Space)  # all steps of the difference are selected: the others follow
    chosen = {row.task.number for row in table.chosen_rows()}
    assert installed_of(loaded.session).ticked == chosen
    qtbot.keyClick(table, Qt.Key.Key_Space)
    assert installed_of(loaded.session).ticked == set()


def test_one_kind_alone_is_shown(loaded):
    kinds = [None, *Kind]
    loaded.tools.kinds.pick(kinds.index(Kind.MISSING))
    assert [row[2] for row in rows(loaded)] == ["Missing"]
    assert [one.kind for one in loaded.floor.differences] == [Kind.MISSING]
    loaded.tools.kinds.pick(0)
    assert len(rows(loaded)) == 5


def test_a_difference_is_marked_everywhere_and_told(loaded, window):
    one = next(one for one in loaded.built.differences if one.kind == Kind.SWAP)
    session = window.session
    session.select([DIFFERENCE(place_of(one))])
    words = "\n".join(found.text() for found in window.inspector.findChildren(QLabel))
    assert "Swap" in words
    assert "2 moves" in words
    assert len(loaded.table.chosen_rows()) == 3
    window.show_workspace("topology")
    scene = window.workspace.canvas.scene
    names = session.derived.link_ids[0]
    lit = {names[link] for link in scene.emphasis().links.nonzero()[0].tolist()}
    assert lit == set(one.cables)
    window.show_workspace("floor")
    assert list(window.workspace.canvas.differences) == [one]
    window.show_workspace("racks")
    assert set(marks_by_device(window.workspace.canvas.differences)) == {
        place.key for moved in one.displaced for place in (moved.found, moved.planned)
    }


def test_a_missing_cable_is_out_in_the_topology(loaded, window):
    one = next(one for one in loaded.built.differences if one.kind == Kind.MISSING)
    window.session.select([DIFFERENCE(place_of(one))])
    window.show_workspace("topology")
    emphasis = window.workspace.canvas.scene.emphasis()
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
        installed_of(loaded.session).tick([loaded.table.rows.row(0).key], True)
        window.perform_in_view(f"asbuilt-punch-{kind}")
    lines = list(csv.DictReader((tmp_path / "punch.csv").read_text().splitlines()))
    assert [line["done"] for line in lines] == ["yes", "", "", "", ""]
    assert (tmp_path / "punch.pdf").read_bytes().startswith(b"%PDF")


def test_a_file_is_dropped(view, reports, tmp_path):
    file = tmp_path / "fabric.out"
    file.write_bytes(reports[1])
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    event = QDropEvent(QPointF(50, 50), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier)
    view.dropEvent(event)
    assert installed_of(view.session).file == "fabric.out"
    assert len(rows(view)) == 5


def test_another_project_forgets_the_report(loaded, window, designed):
    window.session.begin(designed("nodes-60"))
    assert loaded.pages.currentWidget() is loaded.empty
    assert loaded.built is None


def test_the_plan_is_not_changed(loaded, window):
    assert not window.session.history.can_undo


def test_a_difference_is_accepted_and_taken_back(loaded, window, qtbot):
    session = window.session
    one = next(one for one in loaded.built.differences if one.kind == Kind.SWAP)
    before = session.project
    session.select([DIFFERENCE(place_of(one))])
    button = next(
        some for some in window.inspector.findChildren(QAbstractButton) if some.text() == "Accept as built"
    )
    qtbot.mouseClick(button, LEFT)
    assert session.undo_label.startswith("Accept as built: plugs exchanged")
    assert Kind.SWAP not in {some.kind for some in loaded.built.differences}
    assert loaded.tools.figures.text() == "130 matched · 2 different · 1 move"
    assert not set(one.cables) & {row.id for row in session.derived.rows}
    assert not window.refusal_in_view("asbuilt-forget")
    window.perform_in_view("asbuilt-forget")
    assert session.project == before
    assert loaded.tools.figures.text() == "128 matched · 4 different · 3 moves"
    session.undo()
    session.undo()
    assert session.project == before


def test_what_exchanging_does_not_mend_cannot_be_accepted(loaded, window):
    one = next(one for one in loaded.built.differences if one.kind == Kind.MISSING)
    window.session.select([DIFFERENCE(place_of(one))])
    words = {some.text() for some in window.inspector.findChildren(QAbstractButton)}
    assert "Accept as built" not in words


def test_names_of_ports_have_a_column_where_they_are_known(loaded):
    """The switches of nodes-60 have none; a report about switches that do have brings the column."""
    table = loaded.table
    assert all(map(table.isColumnHidden, NAMES))
    known = installed_of(loaded.session).built
    step = (
        known.differences[0]
        .steps[0]
        ._replace(origin=Place("E01", "", "3", os_port="swp3"), target=Place("E02", "", "4"))
    )
    named = replace(known, differences=(known.differences[0]._replace(steps=(step,)),))
    table.show_names(named)
    assert not any(map(table.isColumnHidden, NAMES))
    row = punch_rows(named, set(), {})[0]
    assert [COLUMNS[number].text(row) for number in NAMES] == ["swp3", ""]
    for number in NAMES:
        table.show_column(number, False)
    table.show_names(named)
    assert all(map(table.isColumnHidden, NAMES))
    table.show_names(known)
    assert all(map(table.isColumnHidden, NAMES))
