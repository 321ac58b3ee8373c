"""What is selected while a filter hides rows: edits apply to what is counted and seen, and nothing else."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from fatdesk.engine.list_import.cells import STATUSES
from fatdesk.project.document.ref import CABLE, DEVICE
from tests.gui.hands import type_in, type_in_cell
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.status_line import StatusLine

pytestmark = pytest.mark.qt_log_ignore("plugin does not support", extend=True)  # tips without a screen


def cables_view(desk):
    desk.show_workspace("cables")
    return desk.workspace


def filter_by(view, text):
    """Type a filter and press Enter, which does not wait."""
    view.filter.setText(text)
    view.filter.returnPressed.emit()


def changed(desk):
    """The cables of which anything is recorded."""
    return set(desk.session.project.cables)


def test_the_filter_narrows_the_selection_and_gives_it_back(desk, qtbot):
    view, rows = cables_view(desk), desk.session.wiring.rows
    desk.session.select([CABLE(row.id) for row in rows])
    assert view.foot.right.text().startswith(f"{len(rows):,} selected")
    filter_by(view, "kind:aoc ")
    optical = {row.id for row in rows if row.kind == "AOC"}
    assert 0 < len(optical) < len(rows)
    assert desk.session.ids(CABLE) == optical
    assert view.foot.right.text().startswith(f"{len(optical):,} selected   ordered")
    type_in(qtbot, Inspector(desk).field("Remark"), "walked")
    assert changed(desk) == optical, "the inspector edits what is counted and seen"
    view.clear_filter()
    assert desk.session.ids(CABLE) == {row.id for row in rows}


def test_half_typed_filters_lose_nothing(desk, qtbot):
    view, rows = cables_view(desk), desk.session.wiring.rows
    desk.session.select([CABLE(row.id) for row in rows])
    for typed, shown in (("no such cable", 0), ("", len(rows))):
        view.filter.setText(typed)
        qtbot.waitUntil(lambda shown=shown: len(view.model.kept) == shown)
        assert len(desk.session.ids(CABLE)) == shown
    assert len(desk.session.ids(CABLE)) == len(rows)


def test_cables_of_a_device_that_are_hidden_are_counted_apart(desk):
    view, rows = cables_view(desk), desk.session.wiring.rows
    switch = next(name for name in desk.session.device_ids if name.startswith("E0"))
    own = [row for row in rows if switch in (row.a.device, row.b.device)]
    optical = [row for row in own if row.kind == "AOC"]
    assert 0 < len(optical) < len(own)
    desk.session.select([DEVICE(desk.session.device_ids[switch])])
    filter_by(view, "kind:aoc ")
    hidden = len(own) - len(optical)
    assert view.foot.right.text().startswith(
        f"{len(optical)} selected, {hidden} hidden by the filter   ordered"
    )


def test_the_message_about_a_refused_value_goes_once_the_value_is_right(desk, qtbot):
    view = cables_view(desk)
    row = desk.session.wiring.rows[0]
    desk.session.select([CABLE(row.id)])
    number = [column.id for column in view.model.columns].index("Ordered, m")
    cell = view.model.index(view.table.chosen_lines()[0], number)
    type_in_cell(qtbot, view.table, cell, "long")
    assert "is not a length" in StatusLine(desk).message
    assert "is not a length" in view.table.painter.refusal
    type_in_cell(qtbot, view.table, cell, "25")
    assert "is not a length" not in StatusLine(desk).message
    assert view.table.painter.refusal == ""


def test_other_messages_outlast_an_edit(desk):
    desk.session.said.emit("Wrote a file.")
    desk.session.refuse("“x” is not a length.")
    desk.session.said.emit("Wrote a file.")
    view = cables_view(desk)
    view.session.changed.emit(frozenset())
    assert StatusLine(desk).message == "Wrote a file."


def test_the_inspector_lists_the_states_of_a_cable(desk, qtbot):
    cables_view(desk)
    row = desk.session.wiring.rows[0]
    desk.session.select([CABLE(row.id)])
    field = Inspector(desk).field("Status")
    assert isinstance(field, QLineEdit)
    completer = field.completer()
    field.setFocus()
    (arrow,) = field.actions()
    arrow.trigger()
    assert [
        completer.completionModel().index(n, 0).data() for n in range(completer.completionCount())
    ] == list(STATUSES)
    qtbot.keyClick(completer.popup(), Qt.Key.Key_Down)
    qtbot.keyClick(completer.popup(), Qt.Key.Key_Down)
    qtbot.keyClick(completer.popup(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(changed(desk)))
    assert desk.session.cable(row.id).status == STATUSES[1]
