"""The bill: groups that add up to it, "at least" where it is true, prices typed, a copy to paste."""

import csv
import io
from collections import Counter, defaultdict
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLineEdit, QScrollArea

from fatdesk.core.cell import plain_cell
from fatdesk.gui.bill.edits import alternatives, set_price
from fatdesk.gui.bill.lines import GROUPINGS, SPARES
from fatdesk.project.commands.bill import SetBill
from fatdesk.project.document.ref import CABLE, DEVICE, PART
from tests.gui.pages.inspector import Inspector

LEFT = Qt.MouseButton.LeftButton
EXAMPLES = ("nodes-396", "nodes-60", "gpu-31", "blades-224")


@pytest.fixture
def view(desk):
    desk.show_workspace("bill")
    return desk.workspaces["bill"]


def column(view, name):
    return next(n for n, c in enumerate(view.model.columns) if c.id == name)


def heads(view):
    return {
        view.model.title(g): {c.id: view.model.cell(line, n).text for n, c in enumerate(view.model.columns)}
        for line in range(view.model.rowCount())
        if (g := view.model.head(line)) is not None
    }


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("number", range(len(GROUPINGS)))
def test_groups_add_up_to_the_bill(window, designed, name, number):
    window.session.begin(designed(name))
    window.session.do(SetBill(spares_percent={"cables": 5.0, "switches": 2.0}))
    bill = window.session.derived.bill
    entries = GROUPINGS[number][1](window.session)
    needed, spares = defaultdict(int), defaultdict(int)
    for entry in entries:
        assert entry.needed >= 0
        needed[entry.line.part, entry.line.length_m] += entry.needed
        spares[entry.line.part, entry.line.length_m] += entry.spares
    for line in bill.lines:
        assert needed[line.part, line.length_m] == line.needed
        assert spares[line.part, line.length_m] == line.spares
    amounts = [entry.extended for entry in entries]
    assert sum((a for a in amounts if a is not None), Decimal(0)) == bill.total.amount
    assert (None in amounts) == bill.total.at_least
    for figure in ("power_w", "mass_kg"):
        whole = sum(getattr(line, figure) or 0 for line in bill.lines)
        assert sum(getattr(entry, figure) or 0 for entry in entries if entry.needed) == pytest.approx(whole)
    window.session.leave()


def test_racks_hold_what_stands_in_them(window, designed):
    window.session.begin(designed("gpu-31"))
    entries = GROUPINGS[1][1](window.session)
    found = {(e.group, e.line.part, e.line.length_m): e.needed for e in entries if e.needed}
    rows = window.session.derived.rows
    cables = Counter((f"Rack {r.a.rack_label}", r.part, r.length.ordered_um / 1e6) for r in rows if r.part)
    assert {key: n for key, n in found.items() if key[2] is not None and key[0] != "In no rack"} == {
        key: n for key, n in cables.items() if key[0] != "Rack "
    }
    modules = [e for e in entries if e.line.category == "transceivers"]
    assert modules
    assert not any(e.group == "In no rack" and e.line.part == "ndr-64" for e in entries)
    window.session.leave()


def test_heads_say_at_least_where_something_is_unknown(desk, view):
    stated = heads(view)
    assert list(stated) == ["Hosts", "Switches", "Cables", "Racks"]
    lines = desk.session.derived.bill.lines
    assert stated["Hosts"]["Extended"] == "unknown"
    cables = sum(line.extended for line in lines if line.category == "cables")
    assert stated["Cables"]["Extended"] == f"{cables:,.2f}"
    assert stated["Switches"]["Power, W"] == f"{40 * 152:,.1f}"
    assert stated["Hosts"]["Power, W"] == "unknown"
    assert stated["Cables"]["Power, W"] in ("–", "0.0")
    view.grouping.pick(1)
    stated = heads(view)
    assert stated["Rack A01"]["Extended"].startswith("≥ ")
    assert stated["Rack A01"]["Power, W"].startswith("≥ ")
    assert view.total.text().startswith("≥ USD ")


def test_spares_stand_by_themselves_when_divided(desk, view):
    assert desk.session.do(SetBill(spares_percent={"cables": 2.0}))
    assert view.rule.text() == "Spares: cables 2 %, rounded up"
    spares = sum(line.spares * line.unit_price for line in desk.session.derived.bill.lines if line.spares)
    assert view.foot.stated()["Spares"] == f"USD {spares:,.2f}"
    view.grouping.picks[2].trigger()
    stated = heads(view)
    assert list(stated)[-1] == SPARES
    assert stated[SPARES]["Extended"] == f"{spares:,.2f}"


def test_groups_close(view, qtbot):
    lines = view.model.rowCount()
    view.table.setFocus()
    view.table.setCurrentIndex(view.model.index(0, 0))
    qtbot.keyClick(view.table, Qt.Key.Key_Left)
    assert view.model.rowCount() == lines - 1
    qtbot.keyClick(view.table, Qt.Key.Key_Right)
    assert view.model.rowCount() == lines


def test_a_price_typed_in_a_cell_of_a_group(desk, view, qtbot):
    view.grouping.pick(1)
    line = next(
        n
        for n in range(view.model.rowCount())
        if view.model.head(n) is None and view.model.row(n).line.part == "server-1u"
    )
    view.table.setFocus()
    view.table.setCurrentIndex(view.model.index(line, column(view, "Unit price")))
    qtbot.keyClick(view.table, Qt.Key.Key_F2)
    field = view.table.viewport().findChildren(QLineEdit)[-1]
    field.selectAll()
    qtbot.keyClicks(field, "2,000.50")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: view.table.state() == view.table.State.NoState)
    bill = desk.session.derived.bill
    assert next(some for some in bill.lines if some.part == "server-1u").unit_price == Decimal("2000.50")
    desk.session.undo()
    assert desk.session.derived.bill.total.at_least


def test_copy_pasted_back_equals_the_lines(desk, view, qtbot):
    view.columns.boxes["Racks"].trigger()
    qtbot.mouseClick(view.copy_button, LEFT)
    head, *cells = csv.reader(io.StringIO(QGuiApplication.clipboard().text()), delimiter="\t")
    lines = desk.session.derived.bill.lines
    assert len(cells) == len(lines)
    for some, line in zip(cells, lines, strict=True):
        found = dict(zip(head, some, strict=True))
        assert plain_cell(found["Part"]).startswith(line.part)
        assert int(found["Needed"]) == line.needed
        assert int(found["To order"]) == line.order
        price = found["Unit price, USD"]
        assert price == "unknown" if line.unit_price is None else Decimal(price) == line.unit_price
        total = found["Extended, USD"]
        assert total == "unknown" if line.extended is None else Decimal(total) == line.extended
        assert found["Racks"].split() == list(line.racks)


def test_selection_goes_both_ways(desk, view, qtbot):
    row = next(row for row in desk.session.derived.rows if row.kind == "AOC")
    desk.session.select([CABLE(row.id)])
    assert {e.line.part for e in view.table.chosen_rows()} == {row.part}
    desk.session.select([DEVICE("compute/edge/3")])
    assert {e.line.part for e in view.table.chosen_rows()} == {"ib-36"}
    line = next(n for n, e in enumerate(view.model.shown()) if e.line.part == row.part)
    where = next(n for n in range(view.model.rowCount()) if view.model.lines.line[n] == line)
    view.table.executeDelayedItemsLayout()
    place = view.table.visualRect(view.model.index(where, 0)).center()
    qtbot.mouseClick(view.table.viewport(), LEFT, pos=place)
    assert desk.session.selection == (PART(row.part),)
    qtbot.keyClick(view.table, Qt.Key.Key_Return)
    assert desk.workspace is desk.workspaces["cables"]
    chosen = desk.workspaces["cables"].table.chosen_rows()
    assert chosen == [some for some in desk.session.derived.rows if some.part == row.part]


def test_alternatives_reach_and_cost_what_they_say(desk):
    lines = [line for line in desk.session.derived.bill.lines if line.length_m is not None]
    found = {(line.part, line.length_m): alternatives(desk.session, line) for line in lines}
    assert any(found.values())
    catalog = desk.session.derived.catalog
    for line in lines:
        longest = max(
            row.length.computed_um
            for row in desk.session.derived.rows
            if row.part == line.part and row.length.ordered_um == round(line.length_m * 1e6)
        )
        for other in found[line.part, line.length_m]:
            assert other.part != line.part
            assert other.length_m * 1e6 >= longest
            sold = {some.m: some.price for some in catalog[other.part].lengths}
            price = sold.get(other.length_m)
            if price is not None and other.difference is not None:
                assert other.difference == price.amount - line.unit_price


def enter(qtbot, field, text):
    """Type into a field, and Enter."""
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def test_spares_are_typed_in_the_inspector(desk, view, qtbot):
    before = {(line.part, line.length_m): line.needed for line in desk.session.derived.bill.lines}
    assert view.rule.text() == "No spares"
    desk.toggle_inspector()
    qtbot.mouseClick(view.rule, LEFT)
    assert not desk.inspector.isHidden()
    assert QGuiApplication.focusObject() is Inspector(desk).field("Hosts")
    enter(qtbot, Inspector(desk).field("Cables"), "2.5 %")
    assert view.rule.text() == "Spares: cables 2.5 %, rounded up"
    for line in desk.session.derived.bill.lines:
        needed = before[line.part, line.length_m]
        assert line.needed == needed
        assert line.spares == (-(-needed * 25 // 1000) if line.category == "cables" else 0)
    enter(qtbot, Inspector(desk).field("Switches"), "5")
    assert desk.session.undo_label == "Set spares"
    assert desk.session.project.bill.spares_percent == {"cables": 2.5, "switches": 5.0}
    desk.session.undo()
    desk.session.undo()
    assert view.rule.text() == "No spares"
    assert Inspector(desk).field("Cables").text() == ""


def test_labour_is_typed_in_the_inspector(desk, view, qtbot):
    work = desk.session.derived.installation
    desk.toggle_inspector()
    qtbot.mouseClick(view.rule, LEFT)
    assert Inspector(desk).field("Rate of an hour").text() == "50"
    enter(qtbot, Inspector(desk).field("Rate of an hour"), "75.50")
    enter(qtbot, Inspector(desk).field("Between racks"), "4")
    after = desk.session.derived.installation
    assert after.hours - work.hours == Fraction(work.between, 4) - Fraction(work.between, 8)
    assert after.cost == (Decimal("75.50") * Decimal(float(after.hours))).quantize(Decimal("0.01"))
    field = Inspector(desk).field("In a rack")
    enter(qtbot, field, "0")
    assert field.accessibleDescription() == "Type a whole number, 1 to 10,000."
    assert desk.session.project.bill.cables_per_hour_in_rack == 20


@pytest.mark.parametrize(("name", "typed"), [("Cables", "many"), ("Cables", "-1"), ("Currency", "euro")])
def test_a_rule_that_is_none_is_refused_with_what_to_type(desk, view, qtbot, name, typed):
    qtbot.mouseClick(view.rule, LEFT)
    before = desk.session.project
    field = Inspector(desk).field(name)
    enter(qtbot, field, typed)
    assert desk.session.project is before
    assert typed in field.accessibleDescription()
    assert "such as" in field.accessibleDescription() or "from 0 to 1,000" in field.accessibleDescription()


def test_another_currency_leaves_prices_unknown(desk, view, qtbot):
    qtbot.mouseClick(view.rule, LEFT)
    enter(qtbot, Inspector(desk).field("Currency"), "eur")
    assert desk.session.project.bill.currency == "EUR"
    assert view.total.text() == "unknown"
    assert desk.session.undo_label == "Set currency to EUR"
    desk.session.undo()
    assert view.total.text().startswith("≥ USD ")


def test_the_key_of_the_shares_is_in_the_currency_of_the_bill_and_whole(desk, view, qtbot):
    assert view.shares.key_texts()[0].startswith("Switches   USD 440,000")
    desk.session.do(SetBill(currency="EUR"))
    line = next(line for line in desk.session.derived.bill.lines if line.part == "ib-36")
    assert set_price(desk.session, line, "9000")
    typed = next(part.price for part in desk.session.project.parts if part.id == "ib-36")
    assert (typed.source, typed.currency) == ("typed by hand", "EUR")
    assert abs(datetime.now().astimezone().date() - date.fromisoformat(typed.date)) <= timedelta(days=1)
    view.bring_up_to_date()
    assert view.shares.key_texts()[0] == "Switches   EUR 360,000   100 %"
    view.shares.resize(120, view.shares.height())
    assert view.shares.key_texts()[0] == "Switches   100 %"


def test_spares_of_a_line_are_typed_where_its_part_is_shown(desk, view, qtbot):
    desk.session.select([PART("ib-36")])
    enter(qtbot, Inspector(desk).field("All switches"), "10")
    line = next(line for line in desk.session.derived.bill.lines if line.part == "ib-36")
    assert (line.needed, line.spares) == (40, 4)


def test_no_figure_of_the_inspector_is_cut(desk, qtbot):
    """A part ordered in several lengths has alternatives for each; the page stays as wide as its panel."""
    desk.show_workspace("bill")
    desk.session.select([PART("qsfp-copper")])
    page = desk.inspector.findChild(QScrollArea)
    QApplication.processEvents()
    assert page.widget().minimumSizeHint().width() <= page.viewport().width()
    assert page.widget().width() == page.viewport().width()
