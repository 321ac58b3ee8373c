"""Findings can be gone to, waived with a reason, and brought back, each as one step."""

import getpass
from datetime import datetime
from decimal import Decimal

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QPushButton

from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.design.requirements import Limits
from fatdesk.gui.panels.finding_groups import (
    MOST_OPEN,
    UNKNOWN,
    UNKNOWN_TITLE,
    WAIVED_TITLE,
    finding_groups,
    word_of,
)
from fatdesk.gui.panels.findings_panel import figure_of, fix_text, set_missing
from fatdesk.gui.tables.folding import PADDING
from fatdesk.project.commands.fabrics import SetRequirements
from fatdesk.project.commands.project import AddRevision
from fatdesk.project.derived.waiving import Checked
from fatdesk.project.document.project import Revision
from fatdesk.project.document.ref import PART
from fatdesk.project.files.file_format import encode

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(desk):
    desk.show_bottom("findings")
    assert desk.session.findings
    desk.bottom.findings.refresh()
    return desk.bottom.findings


def line_of(panel, where):
    return next(n for n, c in enumerate(panel.model.shown()) if c.finding.where == where)


def click(qtbot, panel, line, title):
    column = next(n for n, c in enumerate(panel.model.columns) if c.title == title)
    panel.table.executeDelayedItemsLayout()
    panel.table.scrollTo(panel.model.index(line, column))
    place = panel.table.visualRect(panel.model.index(line, column)).center()
    qtbot.mouseClick(panel.table.viewport(), LEFT, pos=place)


def test_waived_with_a_reason_and_restored(desk, panel, qtbot):
    before = encode(desk.session.project)
    click(qtbot, panel, line_of(panel, "rack-42u"), "Action")
    assert panel.bar.isVisible()
    assert not panel.bar.button.isEnabled()
    qtbot.keyClick(panel.bar.reason, Qt.Key.Key_Return)
    assert not desk.session.unsaved
    qtbot.keyClicks(panel.bar.reason, "bought <b>last</b> year")
    qtbot.keyClick(panel.bar.reason, Qt.Key.Key_Return)
    assert not panel.bar.isVisible()
    (waiver,) = desk.session.project.waivers
    assert (waiver.where, waiver.comment) == ("rack-42u", "bought <b>last</b> year")
    assert desk.session.findings
    panel.refresh()
    last = panel.model.shown()[-1]
    assert last.waived == waiver.comment
    who, today = getpass.getuser(), datetime.now().astimezone().date().isoformat()
    assert last.waiver_text == f"Waived: bought <b>last</b> year ({who}, {today})"
    click(qtbot, panel, panel.model.rowCount() - 1, "Action")
    assert desk.session.project.waivers == ()
    desk.session.undo()
    desk.session.undo()
    assert encode(desk.session.project) == before


def test_fix_leads_to_the_field_of_the_figure(desk, panel, qtbot):
    wanted = []
    panel.figure_asked.connect(lambda part, figure: wanted.append((part, figure)))
    click(qtbot, panel, line_of(panel, "ib-36"), "Fix")
    assert wanted == [("ib-36", "Mass")]
    assert {c.finding.rule for c in panel.model.shown() if not fix_text(c)} <= {"little-spare", "label-room"}


def test_unknown_figures_are_typed_where_they_are_found(desk, panel):
    """Power, mass and price of the server, one after the other; what is not a number is refused."""
    session = desk.session

    def finding(rule, word):
        return next(
            c
            for c in session.findings
            if (c.finding.rule, c.finding.where) == (rule, "server-1u") and word in c.finding.text
        )

    for rule, word, text in (
        ("unknown-figure", "mass", "47 lb"),
        ("unknown-figure", "power", "0.35 kW"),
        ("unpriced", "price", "2,100"),
    ):
        found = finding(rule, word)
        before = session.project
        assert not set_missing(session, found, "many")
        assert session.project is before
        assert set_missing(session, found, text)
    part = next(part for part in session.project.parts if part.id == "server-1u")
    assert part.mass_kg == pytest.approx(47 * 0.45359237, abs=1e-6)
    assert part.power_w == 350.0
    assert part.price.amount == 2100
    assert (part.sources["mass_kg"], len(part.dates["power_w"])) == ("typed by hand", 10)
    assert not [c for c in session.findings if c.finding.where == "server-1u"]


def test_several_are_one_step(desk, panel, qtbot):
    panel.table.selectAll()
    menu = panel.row_menu(0)
    waive = next(action for action in menu.actions() if action.text() == "Waive…")
    waive.trigger()
    count = panel.model.rowCount()
    assert panel.bar.what.text() == f"Waive {count} findings:"
    qtbot.keyClicks(panel.bar.reason, "agreed")
    qtbot.mouseClick(panel.bar.button, LEFT)
    places = {(c.finding.rule, c.finding.where) for c in panel.model.rows}
    assert {(waiver.rule, waiver.where) for waiver in desk.session.project.waivers} == places
    assert desk.actions_by_id["undo"].text() == f"Undo waive {len(places)} findings"
    desk.session.undo()
    assert desk.session.project.waivers == ()


def test_a_click_on_waive_waives_all_selected_findings(desk, panel, qtbot):
    panel.table.mark_numbers([1, 2], reveal=False)
    click(qtbot, panel, 2, "Action")
    assert panel.table.chosen_lines() == [1, 2], "the selection is kept"
    assert panel.bar.what.text() == "Waive 2 findings:"
    click(qtbot, panel, 0, "Action")
    assert panel.table.chosen_lines() == [0], "a finding that is not selected is waived alone"
    assert panel.bar.what.text() != "Waive 2 findings:"


def test_many_findings_are_grouped_by_rule_the_worst_first(desk, panel, qtbot):
    """Limits that nothing keeps, beside unknown figures of parts; a group that was opened stays open."""
    assert panel.model.groups is None
    tight = dict.fromkeys(("racks", "height_u", "bundles", "cable_items"), 1) | {"install_hours": 1.0}
    desk.session.do(SetRequirements(limits=Limits(cost=Decimal(1), power_w=1.0, **tight)))
    assert len(desk.session.findings) > MOST_OPEN
    panel.refresh()
    groups = panel.model.groups
    words = [word_of(title) for title in groups.titles]
    assert words[0] == "over-limit"
    unknown = words.index(UNKNOWN_TITLE)
    assert len(panel.model.lines.of(unknown)) > 1
    assert panel.model.is_open(0)
    assert not panel.model.is_open(unknown)
    assert {c.finding.rule for c in panel.model.shown()}.isdisjoint(UNKNOWN)
    assert sorted(n for g in range(len(words)) for n in panel.model.lines.of(g).tolist()) == list(
        range(len(panel.model.rows))
    )
    panel.model.set_open([unknown], True)
    waive_group = next(action for action in panel.group_menu(unknown).actions() if action.text() == "Waive…")
    waive_group.trigger()
    assert panel.bar.what.text() == f"Waive {len(panel.model.lines.of(unknown))} findings:"
    head = next(line for line in range(panel.model.rowCount()) if panel.model.head(line) == unknown)
    panel.model.set_open([unknown], False)
    click(qtbot, panel, head, "Value")
    assert panel.model.is_open(unknown), "the link opens the group, and the first figure can be typed"
    assert panel.table.currentIndex().row() == head + 1
    assert panel.table.state() == QAbstractItemView.State.EditingState
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    click(qtbot, panel, head, "Action")
    assert panel.bar.what.text() == f"Waive {len(panel.model.lines.of(unknown))} findings:"
    panel.act([panel.model.shown()[0]])
    qtbot.keyClicks(panel.bar.reason, "agreed")
    qtbot.keyClick(panel.bar.reason, Qt.Key.Key_Return)
    assert desk.session.findings
    panel.refresh()
    words = [word_of(title) for title in panel.model.groups.titles]
    assert words[-1] == WAIVED_TITLE
    assert panel.model.is_open(words.index(UNKNOWN_TITLE))
    desk.session.undo()
    desk.session.undo()
    assert desk.session.findings
    panel.refresh()
    assert panel.model.groups is None


def chosen(panel, line, text):
    """Choose from the menu of a finding."""
    next(action for action in panel.row_menu(line).actions() if action.text() == text).trigger()


def test_a_waiver_has_a_last_day_and_is_changed_and_revoked(desk, panel, qtbot):
    first = panel.model.row(0).finding

    def line():
        panel.refresh()
        places = [(c.finding.rule, c.finding.where) for c in panel.model.shown()]
        return places.index((first.rule, first.where))

    chosen(panel, 0, "Waive…")
    qtbot.keyClicks(panel.bar.reason, "for now")
    before = desk.session.project
    qtbot.keyClicks(panel.bar.until, "5/6/2026")
    qtbot.keyClick(panel.bar.until, Qt.Key.Key_Return)
    assert desk.session.project is before  # May or June
    assert panel.bar.isVisible()
    panel.bar.until.setText("31 Dec 2020")
    qtbot.keyClick(panel.bar.until, Qt.Key.Key_Return)
    (waiver,) = desk.session.project.waivers
    found = next(c for c in desk.session.findings if c.waiver == waiver)
    assert (waiver.until, waiver.text, found.waived) == ("2020-12-31", found.finding.text, "")
    shown = panel.model.index(line(), [c.title for c in panel.columns].index("What to do")).data()
    assert shown == "Waiver lapsed: until 2020-12-31 (for now)"
    chosen(panel, line(), "Waive…")
    assert (panel.bar.reason.text(), panel.bar.until.text()) == ("for now", "2020-12-31")
    panel.bar.until.clear()
    qtbot.mouseClick(panel.bar.button, LEFT)
    assert panel.model.row(line()).waived == "for now"
    chosen(panel, line(), "Change waiver…")
    panel.bar.until.setText("revision C")
    qtbot.mouseClick(panel.bar.button, LEFT)
    assert [(one.until, one.until_revision) for one in desk.session.project.waivers] == [("", "C")]
    desk.session.do(AddRevision(revision=Revision(name="C")))
    assert next(c for c in desk.session.findings if c.waiver).lapsed.startswith("until revision C, which is")
    desk.session.undo()
    panel.refresh()
    chosen(panel, line(), "Change waiver…")
    assert panel.bar.until.text() == "revision C"
    panel.bar.until.clear()
    panel.bar.reason.setText("for good")
    qtbot.mouseClick(panel.bar.button, LEFT)
    assert [one.comment for one in desk.session.project.waivers] == ["for good"]
    chosen(panel, line(), "Revoke")
    assert desk.session.project.waivers == ()


def test_escape_and_cancel_leave_the_question(desk, panel, qtbot):
    for leave in ("key", "button"):
        panel.act([panel.model.row(0)])
        qtbot.keyClicks(panel.bar.reason, "half")
        if leave == "key":
            qtbot.keyClick(panel.bar.reason, Qt.Key.Key_Escape)
        else:
            cancel = next(b for b in panel.bar.findChildren(QPushButton) if b.text() == "Cancel")
            qtbot.mouseClick(cancel, LEFT)
        assert not panel.bar.isVisible()
    assert not desk.session.unsaved


def test_enter_goes_there(desk, panel, qtbot):
    line = line_of(panel, "rack-42u")
    panel.table.setFocus()
    panel.table.setCurrentIndex(panel.model.index(line, 0))
    qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert desk.workspace_name == "catalog"
    assert desk.workspace.heading.title.text() == "rack-42u"


def test_an_unknown_figure_leads_to_its_field_in_the_catalog(desk, qtbot):
    """A double click on "mass is not known" opens Catalog at the part, with the keys in Mass."""
    qtbot.keyClick(desk, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    desk.session.findings  # noqa: B018  # looked for at once
    panel = desk.bottom.findings
    panel.refresh()
    rows = [panel.model.row(line) for line in range(panel.model.rowCount())]
    line = next(n for n, one in enumerate(rows) if one.finding.text.startswith("mass is not known"))
    row = rows[line]
    assert row.finding.fix
    panel.table.doubleClicked.emit(panel.table.model().index(line, 0))
    assert desk.workspace_name == "catalog"
    assert desk.session.ids(PART) == {row.finding.where}
    assert desk.focusWidget() is desk.workspace.form.fields["Mass"]
    assert desk.workspace.heading.title.text() == row.finding.where


def test_findings_lead_to_the_field_that_mends_them(desk, qtbot):
    """A limit of racks is a property of the part in Catalog; the slack is a field of Requirements."""
    desk.session.findings  # noqa: B018  # looked for at once
    desk.show_bottom("findings")
    panel = desk.bottom.findings
    panel.refresh()

    def double_click(rule):
        line = next(n for n, one in enumerate(panel.model.shown()) if one.finding.rule == rule)
        place = panel.table.visualRect(panel.model.index(line, 3)).center()
        qtbot.mouseClick(panel.table.viewport(), LEFT, pos=place)
        qtbot.mouseDClick(panel.table.viewport(), LEFT, pos=place)

    double_click("no-limit")
    assert desk.workspace_name == "catalog"
    assert desk.focusWidget() is desk.workspace.form.fields["Power limit"]
    double_click("little-spare")
    assert desk.workspace_name == "requirements"
    assert desk.focusWidget().accessibleName() == "Slack"


@pytest.mark.parametrize("text", ["its mass is not known: what remains of the mass limit is unknown in A01"])
def test_a_missing_figure_names_its_field(text):
    finding = Finding(Severity.WARNING, "unknown-remainder", "server-1u", text)
    assert figure_of(finding) == "Mass"


def test_links_are_in_view_beside_the_open_project_tree(desk, panel):
    panel.table.resize(977, 160)  # what is left of 1280 pixels
    bar = panel.table.horizontalScrollBar()
    assert bar.maximum() == 0
    first, *_, last = (n for n in range(panel.model.columnCount()) if not panel.table.isColumnHidden(n))
    assert panel.table.columnViewportPosition(first) == 0
    end = panel.table.columnViewportPosition(last) + panel.table.columnWidth(last)
    assert end == panel.table.viewport().width()


@pytest.mark.parametrize("mode", QAbstractItemView.ScrollMode)
def test_revealed_lines_begin_with_a_whole_row(panel, mode):
    panel.table.setVerticalScrollMode(mode)
    panel.table.resize(977, 100)
    middle = panel.model.rowCount() // 2
    assert panel.model.rowCount() > 6
    panel.table.reveal(panel.model.rowCount() - 1)
    panel.table.reveal(0)
    panel.table.reveal(middle)
    place = panel.table.visualRect(panel.model.index(middle, 1))
    assert 0 <= place.top() <= place.bottom() < panel.table.viewport().height()
    assert panel.table.rowViewportPosition(panel.table.rowAt(0)) == 0


def test_the_group_of_cables_without_a_route_is_named_in_plain_words():
    found = [Checked(Finding(Severity.ERROR, "no-way", f"A0{number}-B01", "")) for number in (1, 2)]
    assert finding_groups(found).titles == ["no-route: 2 findings"]


@pytest.mark.parametrize("rule", ["unequal-bundles", "part-number-twice", "enclosure-switch"])
def test_names_of_rules_are_whole(panel, rule):
    column = next(n for n, one in enumerate(panel.model.columns) if one.title == "Rule")
    room = panel.table.columnWidth(column) - PADDING
    assert panel.table.fontMetrics().horizontalAdvance(rule) <= room
