"""The grid of the room on the floor: lines, rulers, tooltips, inspector and table."""

from itertools import pairwise

import pytest

from fatdesk.engine.drawing.display import Lines, Text
from fatdesk.engine.drawing.palette import LIGHT
from fatdesk.engine.drawing.sheets.floor_plan import floor_plan
from fatdesk.engine.floor.room_grid import RoomGrid
from fatdesk.engine.identifiers.schemes import Identifiers
from fatdesk.gui.floor.layers.grid import draw_grid
from fatdesk.project.commands.building import SetPlan
from fatdesk.project.commands.project import SetNaming
from fatdesk.project.derived.figures import summary
from fatdesk.project.document.ref import CABLE, PLAN
from tests.gui.pages.floor import FloorPage
from tests.gui.pages.inspector import Inspector


@pytest.fixture
def floor(desk):
    assert desk.session.do(SetPlan(grid=RoomGrid(x_m=-1.2, y_m=-1.2)))
    return FloorPage(desk)


def test_rulers_have_letters_and_numbers_of_cells(floor):
    floor.look(scale=0.1)
    letters, numbers = (dict(floor.ruler(axis)) for axis in "xy")
    assert [word for word in letters if word < "AE"] == ["AA", "AB", "AC", "AD"]
    assert letters["AC"] == pytest.approx(floor.to_px(300, 0).x())
    assert numbers["03"] == pytest.approx(floor.to_px(0, 300).y())


def test_lines_of_small_cells_are_groups_and_names_need_room(floor):
    def drawn(scale):
        floor.look(scale=scale)
        found = floor.drawn(draw_grid)
        xs = sorted({call.rect.left() for call in found if call.name == "line" and not call.rect.width()})
        return xs, [call.text for call in found if call.text]

    xs, names = drawn(0.01)
    assert min(b - a for a, b in pairwise(xs)) == pytest.approx(0.01 * 600 * 5)
    assert not names
    xs, names = drawn(0.25)
    assert min(b - a for a, b in pairwise(xs)) == pytest.approx(0.25 * 600)
    assert "AD05" in names


def test_cells_before_the_first_are_not_drawn(floor):
    floor.look(scale=0.1)
    left = floor.to_px(-1200, 0).x()
    assert min(call.rect.left() for call in floor.drawn(draw_grid)) == pytest.approx(left)


def test_racks_state_their_cell(desk, floor):
    assert floor.tip("A03") == ["Rack A03", "Cell AE04", "42 devices"]
    assert desk.session.do(SetPlan(grid=RoomGrid(x_m=1.0)))
    assert floor.tip("A01")[1] == "Outside the grid of the room"
    assert desk.session.do(SetPlan(grid=None))
    assert floor.tip("A01")[0] == "Rack A01"
    assert len(floor.tip("A01")) == 2


def test_racks_and_cables_state_their_identifiers(desk, floor):
    identifiers = Identifiers(scheme="tia-grid", floor="1", room="A")
    assert desk.session.do(SetNaming(identifiers=identifiers))
    assert floor.tip("A03") == ["Rack A03", "Cell AE04", "Identifier 1A-AE04", "42 devices"]
    page = Inspector(desk)
    desk.session.select([floor.rack("A03")])
    assert "1A-AE04" in page.texts
    cable = desk.session.derived.rows[0]
    desk.session.select([CABLE(cable.id)])
    assert {cable.a.identifier, cable.b.identifier} <= set(page.texts)
    budget = summary(desk.session.derived, [])["rack_budgets"][0]
    assert (budget["cell"], budget["identifier"]) == ("AC04", "1A-AC04")


def test_the_inspector_states_the_cell_and_edits_the_grid(desk, floor):
    page = Inspector(desk)
    desk.session.select([floor.rack("A03")])
    assert "AE04" in page.texts
    desk.session.select([PLAN("plan")])
    assert page.value("First cell") == "AA01"
    page.enter("field-First cell", "A1")
    assert desk.session.project.floor.plan.grid == RoomGrid(x_m=-1.2, y_m=-1.2, first="A1")
    page.enter("field-First cell", "5")
    assert page.error("First cell") == "5 is not a cell, type one or two letters and up to 3 digits."
    page.choose("Letters I and O", "Left out")
    page.enter("field-First cell", "I1")
    assert page.error("First cell") == "I1 has a letter that is left out, I or O."
    for _ in range(2):
        desk.session.undo()
    assert desk.session.project.floor.plan.grid.first == "AA01"


def test_paper_has_the_same_cells(desk, floor):
    items = floor_plan(desk.session.derived.plan, LIGHT).items
    words = {item.text for item in items if isinstance(item, Text)}
    assert {"AC", "AI", "03", "07"} <= words
    assert "Grid of the room: cells of 0.6 m, from AA01" in words
    desk.session.do(SetPlan(grid=None))
    plain = floor_plan(desk.session.derived.plan, LIGHT).items
    lines = [sum(len(item.segments) for item in some if isinstance(item, Lines)) for some in (items, plain)]
    assert lines[0] > lines[1] + 15
