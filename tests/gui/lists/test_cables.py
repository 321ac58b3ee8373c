"""The wiring list: filter, groups and sums against plain Python; edits of several rows as one step."""

import csv
import io
from decimal import Decimal
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from fatdesk.core.formats.cell import plain_cell
from fatdesk.engine.cabling.identity import cable_numbers
from fatdesk.engine.wiring.wiring_list import CableRow, End, Length
from fatdesk.gui.lists.cable_columns import GROUPINGS, NO_TRAY, set_records
from fatdesk.gui.lists.cable_filter import Term, mask, parse, terms_of
from fatdesk.gui.session.wiring import Wiring, ends
from fatdesk.gui.tables.model import grouped
from fatdesk.project.commands.project import SetNaming
from fatdesk.project.document.ref import CABLE, DEVICE, PART, RACK, TRAY
from fatdesk.project.files.file_format import encode
from tests.gui.pages.cables import CablesPage
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.project_tree import ProjectTree
from tests.gui.pages.status_line import StatusLine
from tests.gui.pages.workspace import workspace_of

HOST = "server"


# Rows made up by hypothesis

words = st.sampled_from(["a", "b1", "B10", "e03", "qsfp-x", ""])
um = st.none() | st.integers(0, 20_000_000)


@st.composite
def made_up(draw, number):
    end = st.builds(End, device=words, model=st.sampled_from([HOST, "switch"]), rack_label=words)
    legs = draw(st.lists(end, min_size=1, max_size=3))
    computed, ordered = draw(um), draw(um)
    return CableRow(
        id=f"c{number}",
        fabric=draw(words),
        part=draw(words),
        kind=draw(st.sampled_from(["DAC", "AOC", ""])),
        bundle=draw(words),
        links=(),
        a=draw(end),
        b=legs[0],
        legs=tuple(legs) if len(legs) > 1 else (),
        length=Length(
            route_um=0,
            vertical_um=0,
            side_um=0,
            slack_um=0,
            tolerance_um=0,
            computed_um=computed,
            ordered_um=ordered,
        ),
        run=tuple(draw(st.lists(st.sampled_from(["tray-1", "tray-2", "tray-10"]), max_size=4))),
        reason="",
        cost=draw(st.none() | st.sampled_from([Decimal("55.10"), Decimal("0.01"), Decimal(116)])),
        status=draw(words),
        remark=draw(words),
    )


@st.composite
def lists(draw):
    return [draw(made_up(number)) for number in range(draw(st.integers(0, 8)))]


TERMS = st.one_of(
    st.builds(
        lambda field, values: Term(field, ":", tuple(values)),
        st.sampled_from(["kind", "rack", "device", "part", "bundle", "status", "fabric", "role", "tray"]),
        st.lists(
            st.sampled_from(["a", "A", "b1", "e03", "aoc", "up", "tray-1", "x"]), min_size=1, max_size=2
        ),
    ),
    st.builds(
        lambda field, sign, metres: Term(field, sign, (metres,)),
        st.sampled_from(["length", "ordered", "spare"]),
        st.sampled_from(["<", ">", "<=", ">=", "="]),
        st.sampled_from(["0", "1.5", "5", "12"]),
    ),
    st.builds(lambda word: Term("", ":", (word,)), st.sampled_from(["a", "B1", "qsfp", "zz"])),
)


def meets(row, term):
    """What a term means, said once more, row by row."""
    if term.field in ("length", "ordered", "spare"):
        computed, ordered = row.length.computed_um, row.length.ordered_um
        value = {"length": computed, "ordered": ordered}.get(term.field)
        if term.field == "spare":
            value = None if computed is None or ordered is None else ordered - computed
        if value is None:
            return False
        limit = Decimal(term.values[0]) * 1_000_000
        if term.sign == "=":
            return abs(value - limit) < 5_000
        return {"<": value < limit, ">": value > limit, "<=": value <= limit, ">=": value >= limit}[term.sign]
    values = [value.lower() for value in term.values]
    if not term.field:
        parts = [row.part, row.kind, row.bundle, row.id, row.status, row.remark]
        parts += [text for end in ends(row) for text in (end.device, end.rack_label)]
        return any(values[0] in part.lower() for part in parts)
    if term.field in ("rack", "device"):
        name = "rack_label" if term.field == "rack" else "device"
        return any(getattr(end, name).lower() in values for end in ends(row))
    if term.field == "tray":
        return any(tray in values for tray in row.run)
    role = "hosts" if HOST in (row.a.model, row.b.model) else "uplinks"
    if term.field == "role":  # "up-links" is "uplinks"
        values = [value.replace("-", "") for value in values]
    text = role if term.field == "role" else getattr(row, term.field)
    return any(value in text.lower() for value in values)


@given(lists(), st.lists(TERMS, max_size=3))
def test_the_filter_is_the_plain_predicate(rows, terms):
    found = mask(Wiring(rows, frozenset({HOST})), terms).tolist()
    assert found == [all(meets(row, term) for term in terms) for row in rows]


def test_uplinks_are_found_by_the_name_that_they_had(desk):
    rows = list(desk.session.derived.rows)
    wiring = Wiring(rows, frozenset({"server-1u"}))
    old, new = (mask(wiring, terms_of(f"role:{word}")) for word in ("up-links", "uplinks"))
    assert old.tolist() == new.tolist()
    assert 0 < old.sum() < len(rows)


def test_the_word_host_finds_the_cables_of_hosts(desk):
    wiring = desk.session.wiring
    found, role = (mask(wiring, terms_of(text)).tolist() for text in ("host", "role:hosts"))
    assert found == role
    assert 0 < sum(found) < len(found)


def written(term):
    if not term.field:
        return term.values[0]
    return f"{term.field}{term.sign}{','.join(term.values)}"


@given(st.lists(TERMS, max_size=4))
def test_terms_are_read_as_they_are_written(terms):
    once = [term._replace(values=tuple(dict.fromkeys(term.values))) for term in terms]
    text = " ".join(map(written, terms))
    assert sorted(terms_of(text)) == sorted(once)


def test_half_typed_terms_are_words():
    assert parse("kind: length> rack") == ([], "kind: length> rack")
    assert parse('status:"to do" kind:dac') == (
        [Term("status", ":", ("to do",)), Term("kind", ":", ("dac",))],
        "",
    )


# Sums


def plain_sums(rows):
    def sum_of(values):
        return sum(value for value in values if value is not None), None in values

    spare = [
        None
        if row.length.computed_um is None or row.length.ordered_um is None
        else row.length.ordered_um - row.length.computed_um
        for row in rows
    ]
    return (
        len(rows),
        sum_of([row.length.computed_um for row in rows]),
        sum_of([row.length.ordered_um for row in rows]),
        sum_of(spare),
        sum_of([row.cost for row in rows]),
    )


def stated(sums):
    figures = (sums.computed_um, sums.ordered_um, sums.spare_um, sums.cost)
    return (sums.count, *((some.value, some.at_least) for some in figures))


def keys_of(title, row):
    """The groups of a row, said once more."""
    if title == "By rack":
        return [f"Rack {row.a.rack_label}" if row.a.rack_label else "Not placed"]
    if title == "By tray":
        return sorted(set(row.run)) or [NO_TRAY]
    for word, nothing in (("Bundle", "In no bundle"), ("Status", "No status"), ("Fabric", "In no network")):
        if title == f"By {word.lower()}":
            value = getattr(row, word.lower())
            return [f"{word} {value}" if value else nothing]
    if not row.part or row.length.ordered_um is None:
        return [row.part or "No cable fits"]
    return [f"{row.part}   {row.length.ordered_um / 1e6:g} m"]


@given(lists(), st.sampled_from(GROUPINGS[1:]), st.randoms(use_true_random=False))
def test_sums_of_groups_are_plain_sums(rows, grouping, random):
    title, make = grouping
    wiring = Wiring(rows)
    groups = make(wiring)
    order = list(range(len(rows)))
    random.shuffle(order)
    order = order[: random.randint(0, len(order))]
    closed = np.array([random.random() < 0.5 for _ in groups.titles], np.bool_)
    lines = grouped(np.array(order, np.int64), len(rows), groups, closed)
    wanted: dict[str, list[int]] = {}
    for number in order:
        for key in keys_of(title, rows[number]):
            wanted.setdefault(key, []).append(number)
    names = [groups.titles[group] for group in lines.present.tolist()]
    assert {name: lines.of(g).tolist() for name, g in zip(names, lines.present.tolist(), strict=True)} == {
        name: wanted[name] for name in names
    }
    assert set(names) == set(wanted)
    for name, sums in zip(names, wiring.sums_of(lines.members, lines.starts), strict=True):
        assert stated(sums) == plain_sums([rows[number] for number in wanted[name]])
    shown = []
    for group in lines.present.tolist():
        shown.append(-1 - group)
        shown += [] if closed[group] else wanted[groups.titles[group]]
    assert lines.line.tolist() == shown
    assert stated(wiring.sums(np.array(order, np.int64))) == plain_sums([rows[number] for number in order])


# The window


@pytest.fixture
def cables(desk):
    return CablesPage(desk)


def test_conditions_become_chips_and_go_again(desk, cables):
    rows = desk.session.derived.rows
    cables.filter("kind:aoc rack:A02,A03 e03")
    assert cables.chips == ["Kind: aoc", "Rack: A02, A03"]
    assert cables.filter_text == "e03"
    wanted = [
        row
        for row in rows
        if row.kind == "AOC"
        and {row.a.rack_label, row.b.rack_label} & {"A02", "A03"}
        and "E03" in (row.a.device, row.b.device)
    ]
    assert wanted
    assert cables.rows == wanted
    assert cables.count == f"{len(wanted)} of 792"
    assert cables.foot["Shown"] == str(len(wanted))
    cables.remove_condition(0)
    assert cables.conditions == ["rack"]
    cables.clear_filter()
    assert cables.rows == rows
    assert cables.filter_text == ""
    assert not cables.shows_chips


def test_groups_by_tray_open_close_and_select(desk, cables):
    rows = desk.session.derived.rows
    cables.group_by("By tray")
    table = cables.table
    trays = {tray: [row for row in rows if tray in row.run] for tray in ("tray-1", "tray-2")}
    assert table.groups == [NO_TRAY, *sorted({tray for row in rows for tray in row.run})]
    lines = table.line_count
    table.click_arrow(0)
    inside = [row for row in rows if not row.run]
    assert table.line_count == lines - len(inside)
    assert not table.is_open(NO_TRAY)
    assert cables.foot["Shown"] == "792"
    table.click(1, "From")
    assert desk.session.ids(CABLE) == {row.id for row in trays["tray-1"]}
    ordered = sum(row.length.ordered_um for row in trays["tray-1"]) / 1e6
    assert table.cell(1, "Ordered, m").text == f"{ordered:,.2f}"
    assert f"{len(trays['tray-1']):,} selected" in cables.foot_selected
    table.key(Qt.Key.Key_Left)
    assert not table.is_open(table.all_groups[1])


def test_the_number_on_the_label_comes_first_and_statuses_in_order_of_the_work(desk, cables):
    numbers = cable_numbers([row.id for row in desk.session.derived.rows])
    assert cables.table.columns[0] == "Number"
    assert not cables.table.is_hidden("Number")
    first = desk.session.derived.rows[0]
    assert cables.table.cell(0, "Number").text == numbers[first.id]
    set_records(desk.session, [first.id], status="tested")
    set_records(desk.session, [desk.session.derived.rows[1].id], status="my own")
    set_records(desk.session, [desk.session.derived.rows[2].id], status="cut")
    cables.group_by("By status")
    desk.session.select([CABLE(row.id) for row in desk.session.derived.rows[3:5]])
    cables.set_status("pulled")
    assert {desk.session.cable(row.id).status for row in desk.session.derived.rows[3:5]} == {"pulled"}
    assert cables.table.groups == [
        "Status planned",
        "Status cut",
        "Status pulled",
        "Status tested",
        "Status my own",
    ]


def test_selection_in_a_closed_group_opens_it(desk, cables):
    cables.group_by(GROUPINGS[1][0])
    cables.table.open_all(False)
    assert cables.rows == []
    row = desk.session.derived.rows[500]
    desk.session.select([CABLE(row.id)])
    assert cables.table.selected == [row]


def test_sorting_keeps_the_selection(desk, cables):
    row = desk.session.derived.rows[7]
    desk.session.select([CABLE(row.id)])
    for name in ("Computed, m", "From", "Cost"):
        cables.table.sort(name, descending=True)
        assert cables.table.selected == [row]
    costs = [some.cost for some in cables.rows]
    assert costs == sorted(costs, reverse=True)


def test_numbers_sort_as_people_count(cables):
    cables.table.sort("From port")
    ports = [int(row.a.port) for row in cables.rows]
    assert ports == sorted(ports)


def test_one_length_for_several_rows_is_one_step(desk, cables):
    before = encode(desk.session.project)
    short = [r for r in desk.session.derived.rows if r.part == "qsfp-copper" and r.cost == 55][:4]
    desk.session.select([CABLE(row.id) for row in short])
    lines = cables.table.selected_lines
    cables.table.type_into(lines[1], "Ordered, m", "3")
    assert [desk.session.cable(row.id).length.ordered_um for row in short] == [3_000_000] * 4
    assert desk.actions_by_id["undo"].text() == "Undo set 4 cables"
    assert cables.table.cell(lines[0], "Ordered, m").corner
    assert not cables.table.cell(lines[0], "Part").corner
    back = cables.menu(lines[0], "From")["Chosen by rule"]
    assert back.isEnabled()
    back.trigger()
    assert encode(desk.session.project) == before
    desk.session.undo()
    desk.session.undo()
    assert encode(desk.session.project) == before
    assert not desk.session.history.can_undo


def test_leaving_a_cell_as_it_was_is_no_edit(desk, cables):
    rows = desk.session.derived.rows[:3]
    desk.session.select([CABLE(row.id) for row in rows])
    cables.table.type_into(cables.table.selected_lines[0], "Status", "planned")
    assert not desk.session.unsaved


def test_state_and_remark_are_typed_and_found(desk, cables):
    desk.session.select([CABLE(row.id) for row in desk.session.derived.rows[:2]])
    cables.table.type_into(0, "Status", "laid")
    cables.table.type_into(0, "Remark", "<b>left side</b>")
    assert [row.status for row in desk.session.derived.rows[:3]] == ["laid", "laid", "planned"]
    cables.filter("status:laid")
    assert [row.remark for row in cables.rows] == ["<b>left side</b>"] * 2


def test_part_is_chosen_from_those_that_fit(desk, cables):
    row = next(r for r in desk.session.derived.rows if r.kind == "AOC")
    desk.session.select([CABLE(row.id)])
    (line,) = cables.table.selected_lines
    titles, present = cables.table.choices(line, "Part")
    assert titles[0] == "Chosen by rule"
    assert present == row.part
    other = next(text for text in titles[1:] if text not in (row.part, ""))
    cables.table.choose(other)
    assert desk.session.project.cables[row.id].part == other
    assert cables.table.cell(line, "Part").corner


def test_wrong_length_in_a_cell_is_said(desk, cables):
    desk.session.select([CABLE(desk.session.derived.rows[0].id)])
    for wrong in ("long", "-3", "0"):
        cables.table.type_into(0, "Ordered, m", wrong)
        assert "is not a length" in StatusLine(desk).message
    assert not desk.session.unsaved


def test_little_spare_is_warned(cables):
    for line, row in enumerate(cables.rows):
        left = row.length.ordered_um - row.length.computed_um
        assert cables.table.cell(line, "Spare, m").mark == ("warning" if 0 < left < 150_000 else "")
        assert left >= 0


def test_enter_shows_the_run_on_the_floor(desk, cables):
    cables.table.select(450)
    row = cables.table.row(450)
    cables.table.go(450)
    cables.table.key(Qt.Key.Key_Return)
    assert workspace_of(desk) == "floor"
    assert desk.session.selection == (CABLE(row.id),)
    desk.show_workspace("cables")
    cables.table.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert workspace_of(desk) == "topology"


def test_the_menu_of_a_cell_filters(desk, cables):
    row = cables.table.row(450)
    first, *_ = menu = cables.menu(450, "Kind")
    assert first == f"Show only kind: {row.kind}"
    menu[first].trigger()
    assert {some.kind for some in cables.rows} == {row.kind}


def test_a_scanned_label_finds_its_cable(cables, qtbot):
    row = cables.table.row(450)
    number = cables.label_number(row.id)
    for typed in (number, f"{number}A", f"{number.lower()}b"):
        cables.clear_filter()
        cables.filter(typed)
        qtbot.waitUntil(lambda: [some.id for some in cables.rows] == [row.id])
    cables.tick_column("Number")
    assert cables.table.data(0, "Number") == number


def test_columns_are_chosen(cables):
    assert cables.table.is_hidden("Cable")
    cables.tick_column("Cable")
    cables.tick_column("Spare, m")
    assert not cables.table.is_hidden("Cable")
    assert cables.table.is_hidden("Spare, m")
    cables.reset_columns()
    assert cables.table.is_hidden("Cable")
    assert not cables.table.is_hidden("Spare, m")


def test_copy_pasted_back_equals_the_rows(desk, cables):
    remark = "=1+1\ttab\nline"
    desk.session.select([CABLE(desk.session.derived.rows[1].id)])
    (line,) = cables.table.selected_lines
    assert cables.table.put(line, "Remark", remark)
    desk.session.select([CABLE(row.id) for row in desk.session.derived.rows[:5]])
    cables.table.key(Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    pasted = list(csv.reader(io.StringIO(QGuiApplication.clipboard().text()), delimiter="\t"))
    head, *lines = pasted
    assert len(lines) == 5
    for cells, row in zip(lines, desk.session.derived.rows, strict=False):
        found = dict(zip(head, cells, strict=True))
        assert float(found["Computed, m"]) == pytest.approx(row.length.computed_um / 1e6, abs=0.005)
        assert float(found["Ordered, m"]) * 1e6 == row.length.ordered_um
        assert Decimal(found["Cost, USD"]) == row.cost
        assert plain_cell(found["Remark"]) == row.remark.replace("\t", " ").replace("\n", " ")
        assert found["Kind"] == row.kind
    assert lines[1][head.index("Remark")].startswith("'=")


def test_selected_parts_and_trays_mark_their_cables(desk, cables):
    rows = desk.session.derived.rows
    desk.session.select([TRAY("tray-3")])
    assert cables.table.selected == [row for row in rows if "tray-3" in row.run]
    desk.session.select([PART("qsfp-copper")])
    assert cables.table.selected == [row for row in rows if row.part == "qsfp-copper"]
    desk.session.select([DEVICE("compute/core/1"), RACK(1)])
    marked = cables.table.selected
    assert marked == [
        row
        for row in rows
        if "C01" in (row.a.device, row.b.device) or "A01" in (row.a.rack_label, row.b.rack_label)
    ]


def test_copied_for_letters_as_well(desk, cables):
    row = cables.table.all_rows[0]
    set_records(desk.session, [row.id], remark="<img src=x> & more")
    desk.session.select([CABLE(row.id)])
    cables.copy()
    copied = QGuiApplication.clipboard().mimeData()
    assert copied.text() == cables.table.copied
    page = ElementTree.fromstring(copied.html())
    head, line = page.findall("tr")
    assert ["".join(cell.itertext()) for cell in line] == cables.table.copied.split("\n")[1].split("\t")
    assert [cell.tag for cell in head] == ["th"] * len(head)
    assert "<img src=x> & more" in [cell.text for cell in line]
    assert {cell.get("align") for cell in line} == {None, "right"}


@pytest.mark.parametrize(("wide", "high"), [(1600, 1000), (1280, 720)])
def test_what_decides_about_a_cable_is_whole_in_narrow_windows(window, saved, wide, high):
    window.resize(wide, high)
    window.files.open_path(saved)
    table = CablesPage(window).table
    assert Inspector(window).is_visible
    if wide == 1600:
        assert ProjectTree(window).is_visible
    assert table.overflow == 0, "all columns fit without scrolling"
    for title in ("Computed, m", "Ordered, m", "Spare, m", "Cost", "Status"):
        start, end = table.span(title)
        assert start >= 0
        assert end <= table.room, title
        for line in range(0, table.line_count, 50):
            assert table.text_width(table.cell(line, title).text) + 16 <= end - start
    start, end = table.span("Status")
    assert all(table.text_width(status) + 16 <= end - start for status in ("ordered", "installed", "tested"))
    start, end = table.span("Number")
    numbers = [table.cell(line, "Number").text for line in range(table.line_count)]
    assert max(map(table.bold_width, numbers)) + 16 <= end - start, "the name of a cable in the hall"
    start, end = table.span("Kind")
    assert 28 + table.text_width("AOC") + 16 <= end - start, "after the line of its kind"


@pytest.mark.parametrize("size", [(1280, 720), (1600, 1000)])
def test_chips_are_readable_and_cover_nothing(desk, qtbot, size):
    """With five conditions every chip has room for its words, and lies over neither field nor chip."""
    desk.resize(*size)
    cables = CablesPage(desk)
    cables.filter("kind:aoc length>5 rack:A04,A05,A06,B04 ordered<=20 status:planned role:uplinks")
    qtbot.waitUntil(lambda: len(cables.chips) == 6 and cables.shows_chips)
    QApplication.processEvents()
    chips = cables.chip_places
    assert len(chips) == 6
    spaces = [space for space, _ in chips]
    others = [cables.place(some) for some in ("filter", "clear", "count", "table-wiring list")]
    assert all(others)
    for space, text_width in chips:
        assert space.width() >= text_width + 12
        assert cables.size.contains(space)
        assert not any(space.intersects(other) for other in others)
    for number, space in enumerate(spaces):
        assert not any(space.intersects(other) for other in spaces[number + 1 :])
    cables.clear_filter()
    assert not cables.shows_chips


def test_a_misspelled_status_is_refused(desk, cables):
    desk.session.select([CABLE(row.id) for row in desk.session.derived.rows[:2]])
    cables.table.type_into(0, "Status", "instaled")
    assert [row.status for row in desk.session.derived.rows[:2]] == ["planned", "planned"]
    assert "installed" in StatusLine(desk).message
    cables.table.type_into(0, "Status", "Installed")
    assert [row.status for row in desk.session.derived.rows[:2]] == ["installed", "installed"]
    cables.table.type_into(0, "Status", "abgenommen")
    assert desk.session.derived.rows[0].status == "abgenommen"


def test_no_figure_of_the_foot_is_cut_off(desk, cables):
    desk.session.select([CABLE(row.id) for row in desk.session.derived.rows[:108]])
    for wide in (1600, 1280, 1000):
        desk.resize(wide, 720)
        QApplication.processEvents()
        QApplication.processEvents()
        shown = cables.foot_texts
        assert len(shown) >= 3
        for text, width, needed in shown:
            assert width >= needed, (wide, text)


@pytest.mark.parametrize("width", [1600, 1440, 1280])
def test_the_tool_bar_is_whole_with_a_filter_set(desk, width):
    """At every usual width each button is in view, and none lies over another."""
    desk.resize(width, 800)
    cables = CablesPage(desk)
    cables.filter("kind:dac length>2")
    QApplication.processEvents()
    shown = ("filter", "clear", "count", "group", "columns", "import-list", "copy")
    places = [cables.place(name) for name in shown]
    assert all(places), "each is on view"
    assert places[-1].right() < cables.size.width()
    assert all(one.right() < other.left() for one, other in pairwise(places))
    for name, place in zip(shown, places, strict=True):
        assert place.width() >= cables.least_width(name)


def test_a_sorted_list_begins_at_its_top(desk):
    """Also when a row far down is selected: the least and the greatest are what sorting is for."""
    table = CablesPage(desk).table
    table.select(400)
    table.scroll_to(400)
    assert table.scrolled > 0
    table.click_title(next(name for name in table.columns if not table.is_hidden(name)))
    assert table.scrolled == 0
    assert len(table.selected_lines) == 1, "the selection is kept"


def test_long_names_of_both_ends_are_whole(desk, cables):
    assert desk.session.do(SetNaming(host="{label}-compute-n{in_rack:02}"))
    cables.refresh()
    assert cables.width_of("To") >= cables.room_for("A02 A02-compute-n40")
    assert desk.session.do(SetNaming(host="{label}-compute-of-row-{row}-n{in_rack:02}"))
    cables.refresh()
    assert cables.width_of("To") >= cables.room_for("A02 A02-compute-of-row-A-n40"), "longer names later"
    cables.resize("To", 50)
    cables.refresh()
    assert cables.width_of("To") == 50, "a width that was chosen stays"


def test_ports_of_cages_with_several_legs_are_whole(desk, designed):
    """Such as 18/2: the columns had room for numbers alone."""
    desk.resize(1366, 728)
    desk.session.begin(designed("superpod-h100"))
    table = CablesPage(desk).table
    for title in ("From port", "To port"):
        start, end = table.span(title)
        ports = {table.cell(line, title).text for line in range(table.line_count)}
        assert "/" in max(ports, key=len)
        assert max(map(table.text_width, ports)) + 16 <= end - start


@pytest.mark.parametrize("by", ["By rack", "By part and length", "By tray", "By status"])
def test_sums_of_groups_are_whole_in_a_small_window(window, saved, by):
    window.resize(1280, 720)
    window.files.open_path(saved)
    cables = CablesPage(window)
    table = cables.table
    first = table.span("Cost")
    cables.group_by(by)
    start, end = table.span("Cost")
    sums = {table.cell(line, "Cost").text for line in range(table.line_count) if table.is_head(line)}
    assert max(map(len, sums)) > len("1,000.00")
    assert max(map(table.bold_width, sums)) + 18 <= end - start  # rounding at 150 % included
    cables.group_by("No groups")
    assert table.span("Cost") == first
