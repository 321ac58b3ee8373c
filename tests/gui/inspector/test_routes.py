"""Route rules in the window: typed at cables, shown in the tree and on the floor, undone."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF

from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.floor.route_rules import RouteRule
from fatdesk.gui.panels.findings_panel import fix_text
from fatdesk.project.commands.routes import SetRoute
from fatdesk.project.derived.check import check
from fatdesk.project.designing.tray_relief import without_relief
from fatdesk.project.document.ref import BILL_RULES, CABLE, ROUTE, TRAY
from tests.gui.inspector.test_inspector import select
from tests.gui.pages.floor import FloorPage
from tests.gui.pages.inspector import Inspector
from tests.project.designing.test_tray_relief import designed


@pytest.fixture
def opened(window):
    """A ring of four trays: cables from A02 to B03 run over tray-4, or else over tray-3."""
    project = designed().project
    window.session.begin(replace(project, cables=without_relief(project.cables)))
    window.show_workspace("floor")
    return window


def between(window, *labels):
    return [row for row in window.session.derived.rows if {row.a.rack_label, row.b.rack_label} == set(labels)]


def test_a_rule_is_typed_at_a_cable_and_undone(opened):
    session = opened.session
    row = between(opened, "A02", "B03")[0]
    select(opened, CABLE, row.id)
    inspector = Inspector(opened)
    assert "tray-4" in row.run
    inspector.enter("field-Kept out of", "tray-4")
    [rule] = session.project.floor.routes
    numbers = {rack_label(rack): rack.number for rack in session.project.floor.racks}
    assert rule.between == ((f"rack:{numbers['A02']}", f"rack:{numbers['B03']}"),)
    assert (rule.via, rule.avoid) == ((), ("tray-4",))
    assert not any("tray-4" in one.run for one in between(opened, "A02", "B03"))
    inspector.enter("field-Must pass", "tray-2, tray-3")
    [rule] = session.project.floor.routes
    assert (rule.via, rule.avoid) == (("tray-2", "tray-3"), ("tray-4",))
    session.undo()
    session.undo()
    assert not session.project.floor.routes
    assert session.cable(row.id) == row


def test_a_rule_without_trays_is_removed_and_a_wrong_one_is_refused(opened):
    session = opened.session
    row = between(opened, "A02", "B03")[0]
    select(opened, CABLE, row.id)
    inspector = Inspector(opened)
    inspector.enter("field-Kept out of", "tray-7")
    assert not session.project.floor.routes
    inspector.enter("field-Must pass", "1;x")
    assert not session.project.floor.routes
    inspector.enter("field-Kept out of", "tray-4")
    assert session.project.floor.routes
    inspector.empty("Kept out of")
    assert not session.project.floor.routes


def test_the_page_of_a_rule_states_its_cables_and_removes_it(opened):
    session = opened.session
    rule = RouteRule(name="north", between=(("rack:2", "rack:4"),), avoid=("tray-4",))
    assert session.do(SetRoute(rule=rule))
    session.select([ROUTE("north")])
    inspector = Inspector(opened)
    count = len(between(opened, "A02", "B03"))
    assert f"Route rule for {count} cables between racks" in inspector.shown_texts
    assert "A02 – B03" in inspector.shown_texts
    inspector.follow("Remove this rule")
    assert not session.project.floor.routes
    session.undo()
    assert session.project.floor.routes == (rule,)


def test_a_rule_follows_a_tray_to_another_id(opened):
    session = opened.session
    session.do(SetRoute(rule=RouteRule(name="north", between=(("rack:2", "rack:4"),), avoid=("tray-4",))))
    select(opened, TRAY, "tray-4")
    Inspector(opened).enter("field-Id", "cross-2")
    assert session.project.floor.routes[0].avoid == ("cross-2",)
    assert session.project.floor.trays[0].id == "cross-2"


def test_the_floor_marks_trays_and_points_of_the_selected_rule(opened):
    session, floor = opened.session, FloorPage(opened)
    rule = RouteRule(name="n", between=(("rack:2", "rack:4"),), via=("0.3048;1.5",), avoid=("tray-4",))
    assert session.do(SetRoute(rule=rule))
    plain = floor.image
    session.select([ROUTE("n")])
    marked = floor.image
    theme, ratio = opened.theme, marked.devicePixelRatio()

    def colours(x, y, reach):
        at = QPointF(floor.at(x, y)) * ratio
        return {
            marked.pixelColor(round(at.x()) + dx, round(at.y()) + dy).name()
            for dx in range(-reach, reach + 1)
            for dy in range(-reach, reach + 1)
        }

    assert marked != plain
    assert theme.tokens.ok.lower() in colours(304.8, 1500.0, 14)
    assert theme.tokens.error.lower() in colours(1524.0, 1500.0, 40)
    assert theme.tokens.ok.lower() not in colours(1524.0, 1500.0, 40)


def test_the_finding_of_an_overfull_tray_leads_to_what_would_help(opened):
    panel = opened.bottom.findings
    found = [c for c in check(opened.session.derived) if c.finding.rule == "tray-fill"]
    assert [fix_text(c) for c in found] == ["Fix…"] * len(found)
    assert found
    panel.asked_for.emit(TRAY(found[0].finding.where))
    assert "What would help" in Inspector(opened).shown_texts


def test_a_tray_is_set_to_carry_one_medium_and_the_bill_to_list_fittings(opened):
    session = opened.session
    select(opened, TRAY, "tray-4")
    Inspector(opened).choose("Media", "Copper alone")
    assert [tray.carries for tray in session.project.floor.trays] == ["all", "all", "all", "copper"]
    assert session.document.history.undo_label == "Change the media of tray tray-4"
    session.undo()
    session.select([BILL_RULES("bill")])
    Inspector(opened).choose("Tray fittings", "Lines of the bill")
    assert session.project.bill.tray_fittings
    assert any(line.part == "tray-corner-80x50" for line in session.derived.bill.lines)
    session.undo()
    assert not session.project.bill.tray_fittings
