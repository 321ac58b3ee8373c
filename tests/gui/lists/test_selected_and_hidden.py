"""What is selected while a filter hides rows: edits apply to what is counted and seen, and nothing else."""

import pytest
from PySide6.QtCore import Qt

from fatdesk.engine.list_import.table import STATUSES
from fatdesk.project.document.ref import CABLE, DEVICE
from tests.gui.pages.cables import CablesPage
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.status_line import StatusLine

pytestmark = pytest.mark.qt_log_ignore("plugin does not support", extend=True)  # tips without a screen


@pytest.fixture
def cables(desk):
    return CablesPage(desk)


def changed(desk):
    """The cables of which anything is recorded."""
    return set(desk.session.project.cables)


def test_the_filter_narrows_the_selection_and_gives_it_back(desk, cables, qtbot):
    rows = desk.session.wiring.rows
    desk.session.select([CABLE(row.id) for row in rows])
    assert cables.foot_selected.startswith(f"{len(rows):,} selected")
    cables.filter("kind:aoc ")
    optical = {row.id for row in rows if row.kind == "AOC"}
    assert 0 < len(optical) < len(rows)
    assert desk.session.ids(CABLE) == optical
    assert cables.foot_selected.startswith(f"{len(optical):,} selected   ordered")
    Inspector(desk).enter("field-Remark", "walked")
    assert changed(desk) == optical, "the inspector edits what is counted and seen"
    cables.clear_filter()
    assert desk.session.ids(CABLE) == {row.id for row in rows}


def test_half_typed_filters_lose_nothing(desk, cables, qtbot):
    rows = desk.session.wiring.rows
    desk.session.select([CABLE(row.id) for row in rows])
    for typed, shown in (("no such cable", 0), ("", len(rows))):
        cables.type_filter(typed)
        qtbot.waitUntil(lambda shown=shown: len(cables.rows) == shown)
        assert len(desk.session.ids(CABLE)) == shown
    assert len(desk.session.ids(CABLE)) == len(rows)


def test_cables_of_a_device_that_are_hidden_are_counted_apart(desk, cables):
    rows = desk.session.wiring.rows
    switch = next(name for name in desk.session.device_ids if name.startswith("E0"))
    own = [row for row in rows if switch in (row.a.device, row.b.device)]
    optical = [row for row in own if row.kind == "AOC"]
    assert 0 < len(optical) < len(own)
    desk.session.select([DEVICE(desk.session.device_ids[switch])])
    cables.filter("kind:aoc ")
    hidden = len(own) - len(optical)
    assert cables.foot_selected.startswith(
        f"{len(optical)} selected, {hidden} hidden by the filter   ordered"
    )


def test_the_message_about_a_refused_value_goes_once_the_value_is_right(desk, cables, qtbot):
    row = desk.session.wiring.rows[0]
    desk.session.select([CABLE(row.id)])
    (line,) = cables.table.selected_lines
    cables.table.type_into(line, "Ordered, m", "long")
    assert "is not a length" in StatusLine(desk).message
    assert "is not a length" in cables.table.refusal
    cables.table.type_into(line, "Ordered, m", "25")
    assert "is not a length" not in StatusLine(desk).message
    assert cables.table.refusal == ""


def test_other_messages_outlast_an_edit(desk):
    desk.session.said.emit("Wrote a file.")
    desk.session.refuse("“x” is not a length.")
    desk.session.said.emit("Wrote a file.")
    CablesPage(desk)
    desk.session.changed.emit(frozenset())
    assert StatusLine(desk).message == "Wrote a file."


def test_the_inspector_lists_the_states_of_a_cable(desk, cables, qtbot):
    row = desk.session.wiring.rows[0]
    desk.session.select([CABLE(row.id)])
    inspector = Inspector(desk)
    assert inspector.open_choices("Status") == list(STATUSES)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return):
        inspector.key_in_choices("Status", key)
    qtbot.waitUntil(lambda: bool(changed(desk)))
    assert desk.session.cable(row.id).status == STATUSES[1]
