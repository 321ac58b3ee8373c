"""Requirements changed later: live effect, one step to take them over, and back by undo to the byte."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.floor.room import Area
from fatdesk.gui.requirements.candidate_columns import ACCEPTED
from fatdesk.project.commands import RefusedError
from fatdesk.project.commands.bill import SetPart
from fatdesk.project.commands.cables import SetCable
from fatdesk.project.commands.fabrics import RemoveFabric, RemoveHosts, SetFabric, SetHosts
from fatdesk.project.commands.racks import MoveRack
from fatdesk.project.commands.room import AddColumn
from fatdesk.project.designing.designing import design_project
from fatdesk.project.designing.redesigning import requirements_of
from fatdesk.project.document.cable_records import CableRecord
from fatdesk.project.files.file_format import encode
from tests.engine.design.test_members import CATALOG, whole_cluster
from tests.gui.pages.requirements import RequirementsPage
from tests.gui.requirements.test_wizard import put


@pytest.fixture
def view(desk, qtbot):
    with qtbot.waitActive(desk):
        pass
    qtbot.keyClick(desk, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert desk.workspace_name == "requirements"
    return RequirementsPage(desk)


def offered(qtbot, view):
    """Wait until there is something to take over."""
    qtbot.waitUntil(view.redesign_button.isEnabled)


def test_it_shows_what_the_project_was_asked(desk, view):
    assert view.draft.requirements == requirements_of(desk.session.project)
    assert not view.redesign_button.isEnabled()
    assert not view.revert_button.isEnabled()
    assert view.preview.project is desk.session.project


def test_each_part_of_hosts_is_read_whole_in_a_narrow_window(desk, view):
    """The closed field shows the id; the list and the tooltip have the name too."""
    desk.resize(1280, 680)
    QApplication.processEvents()
    part = view.field("hosts", 0, "part")
    assert len(part.words) > 20
    for words in part.words:
        part.choose(words)
        shown, whole = part.shown_choice
        assert shown == words
        assert whole.startswith(f"{words}\n")
    view.revert()
    assert part.shown_choice == ("server-1u", "server-1u\n1 U compute node")


def test_nothing_is_derived_twice_for_what_it_shows(desk, view):
    """What it shows of the project is what the window has; nobody asks it for findings."""
    shown, known = view.preview.derived, desk.session.derived
    assert shown.cabling is known.cabling
    assert shown.names is known.names
    assert not view.preview.document.is_checked
    assert desk.session.findings


def test_more_hosts_are_searched_placed_and_taken_over_as_one_step(desk, view, qtbot):
    before = encode(desk.session.project)
    put(qtbot, view.field("hosts", 0, "count").edit, "200")
    offered(qtbot, view)
    assert "Hosts 396 → 200" in view.words
    assert encode(desk.session.project) == before  # not yet
    view.redesign()
    assert desk.session.figures.hosts == 200
    assert desk.session.history.undo_label == "Redesign"
    assert not view.redesign_button.isEnabled()
    assert view.field("hosts", 0, "count").typed == "200"
    desk.session.undo()
    assert encode(desk.session.project) == before
    assert view.field("hosts", 0, "count").typed == "396"
    desk.session.redo()
    assert desk.session.figures.hosts == 200


def test_a_limit_that_changes_nothing_leaves_equipment_where_it_is(desk, view, qtbot):
    desk.session.do(MoveRack(rack=3, x_mm=9000.0, y_mm=9000.0))
    view.go_to("limits")
    put(qtbot, view.field("limits", "models").edit, "2")
    offered(qtbot, view)
    assert "Equipment stays where it is" in view.words
    floor = desk.session.project.floor
    view.redesign()
    assert desk.session.project.floor is floor or desk.session.project.floor == floor
    assert desk.session.project.wishes.limits.models == 2
    assert desk.session.history.undo_label == "Change requirements"


def test_put_back_forgets_what_was_typed(desk, view, qtbot):
    edit = view.field("fabrics", 0, "blocking").edit
    put(qtbot, edit, "2")
    offered(qtbot, view)
    view.revert()
    assert edit.text() == view.field("fabrics", 0, "blocking").typed or not edit.text()
    assert view.draft.requirements == requirements_of(desk.session.project)
    assert not view.redesign_button.isEnabled()


def test_what_is_wrong_or_impossible_cannot_be_taken_over(view, qtbot):
    edit = view.field("hosts", 0, "count").edit
    put(qtbot, edit, "x")
    assert not view.redesign_button.isEnabled()
    assert "whole number" in view.words
    put(qtbot, edit, "5000")
    qtbot.waitUntil(lambda: "No design meets these requirements" in view.words)
    assert not view.redesign_button.isEnabled()


def test_another_candidate_is_taken_over(desk, view, qtbot):
    put(qtbot, view.field("hosts", 0, "count").edit, "60")
    view.go_to("parts")
    qtbot.keyClick(view.box("core", "modular-108"), Qt.Key.Key_Space)
    view.go_to("candidates")
    qtbot.waitUntil(lambda: len(view.search.results) == 1)
    table = view.candidates
    qtbot.waitUntil(lambda: table.rows.rowCount() > 1)
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Down)
    second = view.search.results[0].candidates[1]
    assert view.search.chosen[0] is second
    offered(qtbot, view)
    view.redesign()
    assert desk.session.project.fabrics[0].design == second.design


def test_prices_that_the_user_gave_count_in_the_search(desk, view, qtbot):
    part = next(part for part in desk.session.project.parts if part.id == "ib-36")
    dearer = replace(part, price=replace(part.price, amount=part.price.amount * 2))
    assert desk.session.do(SetPart(part=dearer))
    view.go_to("candidates")
    qtbot.waitUntil(lambda: bool(view.search.results))
    best = view.search.chosen[0]
    assert best.cost.amount >= dearer.price.amount * best.switches


def test_figures_of_parts_that_have_changed_are_designed_with_again(desk, view, qtbot):
    """Higher switches need more racks; notes move nothing; undo knows what was designed with."""
    assert view.words.startswith("The requirements of the open project")
    switch = next(part for part in desk.session.project.parts if part.id == "ib-36")
    assert desk.session.do(SetPart(part=replace(switch, notes="in the hall", height_u=1)))
    assert view.changed_parts == ()
    assert desk.session.do(SetPart(part=replace(switch, height_u=2)))
    assert view.changed_parts == ("ib-36",)
    offered(qtbot, view)
    assert not view.revert_button.isEnabled()
    assert "Parts changed since the design: ib-36" in view.losses
    assert view.words.startswith("Racks 11 → 12")
    before = encode(desk.session.project)
    view.redesign()
    assert sum(bool(rack.devices) for rack in desk.session.project.floor.racks) == 12
    assert desk.session.history.undo_label == "Redesign"
    assert view.changed_parts == ()
    assert not view.redesign_button.isEnabled()
    desk.session.undo()
    assert encode(desk.session.project) == before
    assert view.changed_parts == ("ib-36",)
    desk.session.undo()
    assert view.changed_parts == ()


def test_a_device_that_stays_and_no_longer_fits_is_named(desk, view, qtbot):
    """Its cable is in place, so that it stays in the uppermost unit, and is too high for it now."""
    switch = next(part for part in desk.session.project.parts if part.id == "ib-36")
    at_top = next(row.id for row in desk.session.derived.rows if 42 in (row.a.u, row.b.u))
    assert desk.session.do(SetCable(cable=CableRecord(id=at_top, status="pulled")))
    assert desk.session.do(SetPart(part=replace(switch, height_u=2)))
    qtbot.waitUntil(lambda: "units 42 to 43 would be above its top" in view.words)
    assert not view.redesign_button.isEnabled()
    assert not view.shows_losses


def test_undo_elsewhere_leaves_what_was_typed_here(desk, view, qtbot):
    desk.session.do(MoveRack(rack=3, x_mm=9000.0, y_mm=9000.0))
    edit = view.field("hosts", 0, "count").edit
    put(qtbot, edit, "300")
    desk.session.undo()
    assert edit.text() == "300"
    assert view.is_touched


def test_requirements_are_saved_as_a_file(desk, view, qtbot, tmp_path, monkeypatch):
    path = tmp_path / "wish.yaml"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    view.save_requirements()
    assert read_requirements(path, load_shipped([])) == requirements_of(desk.session.project)


def test_prices_are_in_view_next_to_the_project_tree(desk, view, qtbot):
    """In a small window; the filter of switches has room for words all the same."""
    desk.resize(1280, 720)
    desk.toggle_tree()
    view.go_to("parts")
    qtbot.waitUntil(lambda: view.parts_beyond_the_page == 0)
    assert view.filter_width > 120


def test_candidates_are_in_view_in_a_small_window(desk, view, qtbot):
    """No column lies beyond the edge, and bundles of different widths are whole."""
    desk.resize(1280, 720)
    put(qtbot, view.field("hosts", 0, "count").edit, "400")
    put(qtbot, view.field("fabrics", 0, "blocking").edit, "3:1")
    view.draft.put(("fabrics", 0, "families"), [])
    view.go_to("candidates")
    qtbot.waitUntil(lambda: len(view.search.results) == 1)
    table = view.candidates
    qtbot.waitUntil(lambda: table.rows.rowCount() > 1)
    assert table.horizontalScrollBar().maximum() == 0
    for number, column in enumerate(ACCEPTED):
        if column.title in ("Edge switches", "Core switches", "Bundle"):
            texts = [column.text(table.rows.row(line)) for line in range(table.rows.rowCount())]
            assert max(map(table.fontMetrics().horizontalAdvance, texts)) < table.columnWidth(number)
    assert "× 11 or 12" in texts


def test_parts_are_those_of_the_project_that_is_open(desk, view, qtbot, designed):
    """A part of its own is offered in its project and in no other; what was typed is not carried over."""
    first = desk.session.project
    switch = next(part for part in first.parts if part.id == "ib-36")
    own = replace(switch, id="acme-osfp-64", name="A switch of one project")
    other = replace(designed("nodes-60"), parts=(*designed("nodes-60").parts, own))
    view.go_to("parts")
    assert "acme-osfp-64" not in view.boxes["edge"]
    view.go_to("requirements")
    put(qtbot, view.field("hosts", 0, "count").edit, "77")
    view.go_to("parts")
    for project, expected in ((other, True), (first, False), (other, True)):
        desk.session.begin(project)
        assert ("acme-osfp-64" in view.boxes["edge"]) is expected
        assert view.draft.requirements == requirements_of(project)


def test_a_redesign_lists_what_changes_and_keeps_the_building(desk, view, qtbot):
    """A column, a wall and pulled cables are there with fewer hosts; what will change is listed before."""
    session = desk.session
    rows = [row for row in session.derived.rows if row.b.rack_label]
    chosen = [row.id for row in rows[:: len(rows) // 6][:6]]
    for command in (
        AddColumn(column=Area(x_m=-1.0, y_m=0.5, width_m=0.4, depth_m=0.4)),
        AddColumn(column=Area(x_m=-3.0, y_m=0.0, width_m=0.2, depth_m=6.0, kind="wall")),
        *(SetCable(cable=CableRecord(id=cable, status="pulled")) for cable in chosen),
    ):
        assert session.do(command)
    before = session.project
    put(qtbot, view.field("hosts", 0, "count").edit, "300")
    offered(qtbot, view)
    assert "Hosts 396 → 300" in view.words
    assert view.shows_losses
    stated = view.losses
    assert view.preview.project.floor.columns == before.floor.columns, "the preview shows the building"
    command = view.command
    view.redesign()
    floor = session.project.floor
    assert floor.columns == before.floor.columns
    assert set(before.floor.trays) <= set(floor.trays)
    known = {row.id for row in session.derived.rows}
    gone = [cable for cable in chosen if cable not in known]
    assert gone, "some core switches have other ports now"
    assert f"{len(gone)} pulled cable" in stated
    assert not view.shows_losses
    assert command.floor == floor
    session.undo()
    assert session.project == before


def test_a_floor_changed_meanwhile_is_placed_in_again(desk, view, qtbot):
    put(qtbot, view.field("hosts", 0, "count").edit, "410")
    offered(qtbot, view)
    wall = Area(x_m=-3.0, y_m=0.0, width_m=0.2, depth_m=6.0, kind="wall")
    assert desk.session.do(AddColumn(column=wall))
    assert not view.redesign_button.isEnabled(), "what was placed is not for this floor"
    offered(qtbot, view)
    view.redesign()
    assert wall in desk.session.project.floor.columns


def test_hosts_per_edge_switch_are_typed_and_kept(desk, view, qtbot):
    put(qtbot, view.field("fabrics", 0, "hosts_per_edge").edit, "11")
    offered(qtbot, view)
    view.redesign()
    decision = desk.session.project.fabrics[0]
    assert decision.requirement.hosts_per_edge == 11
    assert (decision.design.number("E"), decision.design.number("U")) == (36, 11)


@pytest.fixture
def out_of_band(window):
    """Requirements of a network with members of several kinds, and of one that joins its switches."""
    window.session.begin(design_project(whole_cluster(), CATALOG, "whole").project)
    return RequirementsPage(window)


def test_members_are_rows_with_errors_in_place(window, out_of_band, qtbot):
    view, place = out_of_band, ("fabrics", 0, "members")
    assert view.field(*place, 0, "links").typed == "1"
    assert view.field(*place, 1, "rails").typed == "2"
    assert "store with 1 link of each host" in view.draft_words
    assert "the switches of compute by their management ports" in view.draft_words
    assert view.choices("fabrics", 0, "switches_of") == ([], False)
    assert view.choices("fabrics", 1, "switches_of") == (["compute"], True)
    hosts = ("fabrics", 1, "hosts")
    assert view.tick("gpu", *hosts) == "gpu"
    assert view.tick("None: switches only", *hosts) == "None: switches only"
    assert view.draft.get(*hosts) == "none"
    assert "oob joins no hosts" in view.draft_words
    assert view.tick("ufm", *hosts) == "ufm"
    assert view.tick("None: switches only", *hosts) == "None: switches only"
    assert view.tick("None: switches only", *hosts) == "All hosts"
    assert view.choices(*place, 0, "hosts") == (["gpu", "store", "ufm"], True)
    put(qtbot, view.field(*place, 1, "rails").edit, "2, 3")
    assert view.field(*place, 1, "rails").note == "There is no rail 3, the fabric has 2."
    put(qtbot, view.field(*place, 1, "rails").edit, "2")
    put(qtbot, view.field(*place, 1, "ports").edit, "9")
    assert "whole has no port '9'" in view.field(*place, 1, "ports").note
    put(qtbot, view.field(*place, 1, "ports").edit, "3, 4")
    put(qtbot, view.field("fabrics", 0, "edges_per_rack").edit, "2")
    assert "leave it or edges_per_rack out" in view.members_note(0)
    put(qtbot, view.field("fabrics", 0, "edges_per_rack").edit, "")
    for name in ("", "g", "gp"):
        put(qtbot, view.field("hosts", 0, "name").edit, name)
    put(qtbot, view.field("fabrics", 0, "name").edit, "ib")
    assert view.draft.get("fabrics", 0, "hosts") == ["gp", "store", "ufm"]
    assert view.draft.get("fabrics", 1, "switches_of") == ["ib"]
    put(qtbot, view.field("hosts", 2, "name").edit, "gp")  # the name of another group
    assert view.draft.get(*place, 1)["hosts"] == "g", "the last name that was its own"
    put(qtbot, view.field("hosts", 2, "name").edit, "sm")
    assert view.draft.get(*place, 1)["hosts"] == "sm"
    put(qtbot, view.field("hosts", 2, "name").edit, "ufm")
    put(qtbot, view.field("hosts", 0, "name").edit, "gpu")
    put(qtbot, view.field("fabrics", 0, "name").edit, "compute")
    view.add_member(0)
    assert view.draft.get(*place, 2) == {"hosts": "gpu"}, "the first group without a row"
    assert "hosts" not in view.members_note(0)
    view.remove_member(0, 0)
    assert [one["hosts"] for one in view.draft.get(*place)] == ["ufm", "gpu"]
    assert view.field(*place, 0, "ports").typed == "3, 4"
    before = encode(window.session.project)
    offered(qtbot, view)
    view.redesign()
    members = window.session.project.fabrics[0].requirement.members
    assert [one.hosts for one in members] == ["ufm", "gpu"]
    window.session.undo()
    assert encode(window.session.project) == before
    assert view.field(*place, 0, "links").typed == "1"


def test_an_out_of_band_network_that_no_longer_fits_is_designed_again(window, out_of_band, qtbot):
    """More hosts than it has ports for: the window says so and offers the step, without anything typed."""
    view, session = out_of_band, window.session
    assert session.do(SetHosts(name="store", part="half", count=30))
    assert "it joins the switches of compute" in session.derived.built.problems["oob"]
    assert view.words.startswith("The network oob has to be designed again")
    offered(qtbot, view)
    assert view.words.startswith("Designs oob again. Switches")
    view.redesign()
    assert not session.derived.built.problems
    requirement = session.project.fabrics[0].requirement
    for command in (
        RemoveFabric(name="compute"),
        RemoveHosts(name="ufm"),
        SetFabric(requirement=replace(requirement, switches_of=("oob",))),
        SetFabric(requirement=replace(requirement, rails=1)),
    ):
        with pytest.raises(RefusedError):
            command.apply(session.project)
    assert session.do(SetFabric(requirement=replace(requirement, members=())))
    session.undo()
    assert session.project.fabrics[0].requirement == requirement


def test_names_of_a_group_of_hosts(desk, view, qtbot):
    put(qtbot, view.field("hosts", 0, "names").edit, "{rail}")
    assert "{rail} is not understood" in view.field("hosts", 0, "names").note
    put(qtbot, view.field("hosts", 0, "names").edit, "gpu{index:03}")
    offered(qtbot, view)
    view.redesign()
    assert desk.session.derived.device_names["nodes/7"] == "gpu007"
    assert view.field("hosts", 0, "names").typed == "gpu{index:03}"
