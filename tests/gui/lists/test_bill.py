"""The bill: groups that add up to it, "at least" where it is true, prices typed, a copy to paste."""

import csv
import io
from collections import Counter, defaultdict
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import pairwise

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from fatdesk.core.formats.cell import plain_cell
from fatdesk.gui.lists.bill_lines import GROUPINGS, SPARES, alternatives, set_price
from fatdesk.project.commands.bill import SetBill, SetTerms
from fatdesk.project.commands.cables import SetCable
from fatdesk.project.document.cable_records import CableRecord
from fatdesk.project.document.ref import BILL_LINE, CABLE, DEVICE, PART, LineOf
from fatdesk.project.files.file_format import encode
from tests.gui.pages.bill import BillPage
from tests.gui.pages.cables import CablesPage
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.page import until
from tests.gui.pages.workspace import workspace_of

EXAMPLES = ("nodes-396", "nodes-60", "gpu-31", "blades-224")


@pytest.fixture
def bill(desk):
    return BillPage(desk)


@pytest.mark.parametrize("name", EXAMPLES)
def test_groups_add_up_to_the_bill(window, designed, name):
    window.session.begin(designed(name))
    window.session.do(SetBill(spares_percent={"cables": 5.0, "switches": 2.0}))
    for grouping in GROUPINGS:
        adds_up(window.session.derived.bill, grouping[1](window.session))
    window.session.leave()


def adds_up(bill, entries):
    """The entries of a grouping are the lines of the bill."""
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


COPPER = "qsfp-copper"


def test_heads_say_at_least_where_something_is_unknown(desk, bill):
    stated = bill.heads
    assert list(stated) == ["Hosts", "Switches", "Cables", "Racks", "Trays"]
    work = desk.session.derived.installation
    assert bill.work["Installation"] == f"{float(work.hours):,.1f} h"
    share = work.inside / (work.inside + work.between)
    assert bill.work["In one rack"] == f"{100 * share:.1f} %"
    lines = desk.session.derived.bill.lines
    assert stated["Hosts"]["Extended"] == "unknown"
    cables = sum(line.extended for line in lines if line.category == "cables")
    assert stated["Cables"]["Extended"] == f"{cables:,.2f}"
    assert stated["Switches"]["Power, W"] == f"{40 * 152:,.1f}"
    assert stated["Hosts"]["Power, W"] == "unknown"
    assert (
        stated["Cables"]["Power, W"] == "unknown"
    )  # copper draws none, that of the optical ones is not known
    assert stated["Cables"]["Mass, kg"] == "–"
    project = desk.session.project
    parts = [
        replace(p, mass_kg_per_m=0.05, mass_kg_per_end=0.1) if p.id == COPPER else p for p in project.parts
    ]
    desk.session.begin(replace(project, parts=tuple(parts)))
    lines = [line for line in desk.session.derived.bill.lines if line.part == COPPER]
    mass = sum(line.needed * (0.05 * line.length_m + 2 * 0.1) for line in lines)
    assert sum(line.mass_kg for line in lines) == pytest.approx(mass)
    assert bill.heads["Cables"]["Mass, kg"] == f"≥ {mass:,.1f}"
    bill.group_by("By rack")
    stated = bill.heads
    assert stated["Rack A01"]["Extended"].startswith("≥ ")
    assert stated["Rack A01"]["Power, W"].startswith("≥ ")
    assert bill.total.startswith("≥ USD ")


def test_spares_stand_by_themselves_when_divided(desk, bill):
    assert desk.session.do(SetBill(spares_percent={"cables": 2.0}))
    assert bill.rule == "USD, spares: cables 2 %, rounded up"
    spares = sum(line.spares * line.unit_price for line in desk.session.derived.bill.lines if line.spares)
    assert bill.foot["Spares"] == f"USD {spares:,.2f}"
    assert bill.foot["Mean cable price"] == "USD 174.57"  # as `show` prints it: spares do not count
    bill.group_by(GROUPINGS[2][0])
    stated = bill.heads
    assert list(stated)[-1] == SPARES
    assert stated[SPARES]["Extended"] == f"{spares:,.2f}"


def test_groups_close(bill):
    lines = bill.table.line_count
    bill.table.go(0)
    bill.table.key(Qt.Key.Key_Left)
    assert bill.table.line_count == lines - 1
    bill.table.key(Qt.Key.Key_Right)
    assert bill.table.line_count == lines


def test_a_price_typed_in_a_cell_of_a_group(desk, bill):
    bill.group_by("By rack")
    line = bill.table.line_of(lambda entry: entry.line.part == "server-1u")
    bill.table.type_into(line, "Unit price", "2,000.50")
    lines = desk.session.derived.bill.lines
    assert next(some for some in lines if some.part == "server-1u").unit_price == Decimal("2000.50")
    desk.session.undo()
    assert desk.session.derived.bill.total.at_least


def test_origin_and_terms_of_a_price_are_typed_in_place(desk, bill):
    def found():
        return next(some for some in desk.session.derived.bill.lines if some.part == "server-1u")

    line = bill.table.line_of(lambda entry: entry.line.part == "server-1u")
    assert not bill.table.cell(line, "Source").editable
    bill.table.type_into(line, "Unit price", "2000")
    bill.table.type_into(line, "Price date", "2026-11-20")
    bill.table.type_into(line, "Source", "Offer 4711")
    assert (found().price_date, found().source) == ("2026-11-20", "Offer 4711")
    before = desk.session.project
    bill.table.type_into(line, "Price date", "next week")
    assert desk.session.project is before
    desk.session.select([PART("server-1u")])
    Inspector(desk).enter("field-Source", "Offer 4712")
    Inspector(desk).enter("field-Pack size", "100")
    Inspector(desk).enter("field-Discount", "2.5 %")
    Inspector(desk).enter("field-Lead time", "3 weeks")
    Inspector(desk).enter("field-Alternative", "server-2u")
    line = found()
    assert (line.source, line.price_date, line.pack_size) == ("Offer 4712", "2026-11-20", 100)
    assert (line.discount_percent, line.lead_time_days) == (Decimal("2.5"), 21)
    assert (line.alternative, line.order, line.spares) == ("server-2u", 400, 4)
    assert line.extended == Decimal(780000)


def test_a_pasted_price_keeps_the_date_and_the_source_beside_it(desk, bill):
    """Also where the line had no price before, and where date and source are those that it has."""
    line = bill.table.line_of(lambda entry: entry.line.part == "server-1u")
    for price in ("2000", "2100"):
        bill.table.go(line, bill.table.column("Unit price"))
        QGuiApplication.clipboard().setText(f"{price}\tunknown\t2026-05-31\tOffer 4711")
        bill.table.key(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        found = next(some for some in desk.session.derived.bill.lines if some.part == "server-1u")
        assert (found.unit_price, found.price_date, found.source) == (
            Decimal(price),
            "2026-05-31",
            "Offer 4711",
        )
        assert desk.session.undo_label == "Paste 3 cells"
    bill.table.go(line, bill.table.column("Unit price"))
    QGuiApplication.clipboard().setText("unknown\tunknown\t2026-05-31\tOffer 4711")
    bill.table.key(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    found = next(some for some in desk.session.derived.bill.lines if some.part == "server-1u")
    assert found.unit_price is None


def test_a_price_of_trays_makes_their_part(desk, bill):
    line = bill.table.line_of(lambda entry: entry.line.category == "trays")
    assert desk.session.derived.bill.total.at_least
    bill.table.type_into(line, "Unit price", "38.20")
    made = next(part for part in desk.session.project.parts if part.id == "tray-300x100")
    assert (made.width_mm, made.tray_depth_mm, made.price.amount) == (300.0, 100.0, Decimal("38.20"))
    found = next(some for some in desk.session.derived.bill.lines if some.category == "trays")
    metres = (
        sum(
            abs(x1 - x2) + abs(y1 - y2)  # trays of the example are along the axes
            for tray in desk.session.project.floor.trays
            for (x1, y1), (x2, y2) in pairwise(tray.points_mm)
        )
        / 1000
    )
    assert found.needed - 1 < metres <= found.needed
    assert found.extended == found.needed * Decimal("38.20")


def test_copy_pasted_back_equals_the_lines(desk, bill):
    bill.tick_column("Racks")
    bill.copy()
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


def test_selection_goes_both_ways(desk, bill):
    row = next(row for row in desk.session.derived.rows if row.kind == "AOC")
    desk.session.select([CABLE(row.id)])
    length = row.length.ordered_um / 1e6
    assert [(e.line.part, e.line.length_m) for e in bill.table.selected] == [(row.part, length)]
    desk.session.select([DEVICE("compute/edge/3")])
    assert {e.line.part for e in bill.table.selected} == {"ib-36"}
    bill.table.click(bill.table.line_of(lambda e: (e.line.part, e.line.length_m) == (row.part, length)))
    assert desk.session.selection == (BILL_LINE(LineOf(row.part, length)),)
    assert [(e.line.part, e.line.length_m) for e in bill.table.selected] == [(row.part, length)]
    bill.table.key(Qt.Key.Key_Return)
    assert workspace_of(desk) == "cables"
    chosen = CablesPage(desk).table.selected
    ordered = (row.part, row.length.ordered_um)
    same = [some for some in desk.session.derived.rows if (some.part, some.length.ordered_um) == ordered]
    assert chosen == same
    copper = [some for some in desk.session.derived.rows if some.part == "qsfp-copper"]
    least = min(some.length.ordered_um for some in copper)
    desk.session.select([BILL_LINE(LineOf("qsfp-copper", least / 1e6))])
    assert CablesPage(desk).table.selected == [some for some in copper if some.length.ordered_um == least]
    assert any(some.length.ordered_um != least for some in copper)


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


def test_spares_are_typed_in_the_inspector(desk, bill):
    before = {(line.part, line.length_m): line.needed for line in desk.session.derived.bill.lines}
    assert bill.rule == "USD, no spares"
    desk.toggle_inspector()
    bill.show_rules()
    assert Inspector(desk).is_visible
    assert Inspector(desk).has_keys("Hosts")
    Inspector(desk).enter("field-Cables", "2.5 %")
    assert bill.rule == "USD, spares: cables 2.5 %, rounded up"
    for line in desk.session.derived.bill.lines:
        needed = before[line.part, line.length_m]
        assert line.needed == needed
        assert line.spares == (-(-needed * 25 // 1000) if line.category == "cables" else 0)
    Inspector(desk).enter("field-Switches", "5")
    assert desk.session.undo_label == "Set spares"
    assert desk.session.project.bill.spares_percent == {"cables": 2.5, "switches": 5.0}
    desk.session.undo()
    desk.session.undo()
    assert bill.rule == "USD, no spares"
    assert Inspector(desk).value("Cables") == ""


def test_labour_is_typed_in_the_inspector(desk, bill):
    work = desk.session.derived.installation
    desk.toggle_inspector()
    bill.show_rules()
    assert Inspector(desk).value("Hourly rate") == "50"
    Inspector(desk).enter("field-Hourly rate", "75.50")
    Inspector(desk).enter("field-Between racks", "4")
    after = desk.session.derived.installation
    assert after.hours - work.hours == Fraction(work.between, 4) - Fraction(work.between, 8)
    assert after.cost == (Decimal("75.50") * Decimal(float(after.hours))).quantize(Decimal("0.01"))
    Inspector(desk).enter("field-In a rack", "0")
    assert Inspector(desk).error("In a rack") == "Type a whole number, 1 to 10,000."
    assert desk.session.project.bill.cables_per_hour_in_rack == 20


@pytest.mark.parametrize(("name", "typed"), [("Cables", "many"), ("Cables", "-1"), ("Currency", "eurodol")])
def test_a_rule_that_is_none_is_refused_with_what_to_type(desk, bill, name, typed):
    bill.show_rules()
    before = desk.session.project
    Inspector(desk).enter(f"field-{name}", typed)
    assert desk.session.project is before
    assert typed in Inspector(desk).error(name)
    assert "such as" in Inspector(desk).error(name) or "from 0 to 1,000" in Inspector(desk).error(name)


def test_another_currency_leaves_prices_unknown(desk, bill):
    bill.show_rules()
    said = []
    desk.session.said.connect(said.append)
    Inspector(desk).enter("field-Currency", "eur")
    assert desk.session.project.bill.currency == "EUR"
    assert "labour is EUR 50 an hour, USD 50 before" in " ".join(said)
    assert bill.total == "unknown"
    assert desk.session.undo_label == "Set currency to EUR"
    desk.session.undo()
    assert bill.total.startswith("≥ USD ")


def test_the_key_of_the_shares_is_in_the_currency_of_the_bill_and_whole(desk, bill):
    assert bill.shares[0].startswith("Switches   USD 440,000")
    desk.session.do(SetBill(currency="EUR"))
    line = next(line for line in desk.session.derived.bill.lines if line.part == "ib-36")
    assert set_price(desk.session, line, "9000")
    typed = next(part.price for part in desk.session.project.parts if part.id == "ib-36")
    assert (typed.source, typed.currency) == ("typed by hand", "EUR")
    assert abs(datetime.now().astimezone().date() - date.fromisoformat(typed.date)) <= timedelta(days=1)
    bill.refresh()
    assert bill.shares[0] == "Switches   EUR 360,000   100 %"
    bill.narrow_shares(120)
    assert bill.shares[0] == "Switches   100 %"


def test_spares_of_a_line_are_typed_where_its_part_is_shown(desk, bill):
    desk.session.select([PART("ib-36")])
    Inspector(desk).enter("field-All switches", "10")
    line = next(line for line in desk.session.derived.bill.lines if line.part == "ib-36")
    assert (line.needed, line.spares) == (40, 4)


def test_no_figure_of_the_inspector_is_cut(desk):
    """A part ordered in several lengths has alternatives for each; the page stays as wide as its panel."""
    desk.show_workspace("bill")
    desk.session.select([PART("qsfp-copper")])
    QApplication.processEvents()
    needed, width, room = Inspector(desk).widths
    assert needed <= room
    assert width == room


def test_an_alternative_is_used_in_one_step_for_what_is_not_laid_yet(desk, bill):
    session = desk.session
    copper = [row for row in session.derived.rows if row.part == "qsfp-copper"]
    shortest = min(row.length.ordered_um for row in copper)
    line = next(
        line
        for line in session.derived.bill.lines
        if (line.part, line.length_m) == ("qsfp-copper", shortest / 1e6)
    )
    (other, *_) = alternatives(session, line)
    assert other.lead_time_days is None
    assert session.do(SetTerms(part=line.part, length_m=line.length_m, lead_time_days=14))
    assert session.do(SetTerms(part=other.part, length_m=other.length_m, lead_time_days=42))
    cables = [row.id for row in copper if row.length.ordered_um == shortest]
    laid, rest = cables[0], cables[1:]
    assert session.do(SetCable(cable=CableRecord(id=laid, status="installed")))
    assert session.do(SetCable(cable=CableRecord(id=rest[0], length_m=line.length_m)))
    session.select([BILL_LINE(LineOf(line.part, line.length_m))])
    inspector = Inspector(desk)
    assert "42 days (+28)" in inspector.texts
    before = encode(session.project)
    prices = {row.id: row.cost for row in session.derived.rows}
    inspector.follow(f"Use {other.part}")
    now = {row.id: row.part for row in session.derived.rows}
    assert {now[cable] for cable in rest} == {other.part}
    assert now[laid] == "qsfp-copper"
    assert session.history.undo_label == f"Use {other.part} for {len(rest)} cables"
    cost = {row.id: row.cost for row in session.derived.rows}
    assert [cable for cable in cost if cost[cable] != prices[cable]] == [c for c in cost if c in rest]
    assert cost[rest[0]] - prices[rest[0]] <= other.difference
    session.undo()
    assert encode(session.project) == before


def test_amounts_are_whole_next_to_the_project_tree_in_a_small_window(desk):
    """The column of spares folds for them, and is back where there is room."""
    table = BillPage(desk).table
    for width, folded in ((1280, True), (1600, False)):
        desk.resize(width, 720)
        until(partial(lambda wanted: table.is_hidden("Spares") == wanted, folded))
        assert not {"Part", "To order", "Unit price", "Extended"} & set(table.cut)
