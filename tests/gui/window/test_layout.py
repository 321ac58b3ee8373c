"""The layout of the window is kept between starts, whatever stands in the file."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QApplication

from fatdesk.gui.screens import Place, fitted
from fatdesk.gui.settings import Settings, settings_file
from fatdesk.gui.tables.columns import ColumnPlace
from fatdesk.gui.window.layout import INSPECTOR, TREE, Panels, Sizes
from fatdesk.gui.window.main_window import MainWindow
from fatdesk.project.document.ref import CABLE
from tests.gui.pages.simulation import SimulationPage


@pytest.fixture
def start(qtbot, theme, tmp_path, saved):
    """Open a window with the settings of a file, as a start of the program does."""
    path = tmp_path / "config" / "settings.json"

    def make(open_project=True):
        window = MainWindow(theme, Settings(path))
        window.trouble.release()
        qtbot.addWidget(window, before_close_func=lambda some: some.session.leave())
        window.show()
        qtbot.waitExposed(window)
        if open_project:
            window.files.open_path(saved)
        return window

    make.path = path
    return make


def test_the_file_lies_in_the_folder_of_settings(home):
    assert settings_file().parent.name == "fatdesk"
    assert settings_file().is_relative_to(home)


def test_a_second_start_looks_like_the_end_of_the_first(start, qtbot):
    first = start()
    first.resize(1500, 900)
    first.show_workspace("cables")
    first.toggle_tree()
    first.show_bottom("log")
    first.panes.levels.setSizes([500, 300])
    view = first.workspaces["cables"]
    view.columns.boxes["Spare, m"].trigger()
    view.table.setColumnWidth(2, 177)
    view.table.horizontalHeader().moveSection(view.table.horizontalHeader().visualIndex(7), 0)
    first.toggle_theme()
    columns = [view.model.columns[n].id for n in view.table.wanted_columns()]
    height = first.bottom.height()
    assert first.close()
    assert start.path.is_file()

    second = start()
    assert (second.width(), second.height()) == (1500, 900)
    assert second.workspace is second.workspaces["cables"]
    assert not second.tree.isVisible()
    assert second.bottom.is_open
    assert second.bottom.shown == "log"
    assert abs(second.bottom.height() - height) <= 2
    again = second.workspaces["cables"].table
    assert [again.rows.columns[n].id for n in again.wanted_columns()] == columns
    assert again.columnWidth(2) == 177
    assert second.desk.settings.get("theme", str, "") == "dark"
    second.toggle_theme()


def test_a_theme_is_kept_although_the_window_is_never_closed(start, qtbot):
    window = start(open_project=False)
    window.toggle_theme()
    qtbot.waitUntil(start.path.is_file)
    assert Settings(start.path).get("theme", str, "") == window.theme.mode
    window.toggle_theme()
    qtbot.waitUntil(lambda: Settings(start.path).get("theme", str, "") == window.theme.mode)


def hide_column(window, name):
    """Hide a column of the cables by its menu, after which the window is closed."""
    window.workspaces["cables"].columns.boxes[name].trigger()
    assert window.close()


def shown_columns(window):
    view = window.workspaces["cables"]
    return [view.model.columns[number].id for number in view.table.shown_columns()]


def test_only_the_workspace_on_view_is_created(start):
    window = start()
    assert list(window.panes.workspaces.created) == ["floor"]
    window.show_workspace("bill")
    assert list(window.panes.workspaces.created) == ["floor", "bill"]


def test_columns_outlast_a_start_in_which_their_workspace_was_not_created(start):
    hide_column(start(), "Spare, m")
    second = start()
    assert "cables" not in second.panes.workspaces.created
    assert second.close()
    third = start()
    columns = shown_columns(third)
    assert columns
    assert "Spare, m" not in columns


def test_reset_reaches_columns_of_workspaces_that_were_not_created(start):
    hide_column(start(), "Spare, m")
    second = start()
    second.actions_by_id["reset-layout"].trigger()
    assert "cables" not in second.panes.workspaces.created
    assert "Spare, m" in shown_columns(second)
    assert second.close()
    assert "Spare, m" in shown_columns(start())


def test_reset_brings_back_the_start(start):
    window = start()
    window.toggle_tree()
    window.show_bottom("tasks")
    table = window.workspaces["cables"].table
    window.workspaces["cables"].columns.boxes["Spare, m"].trigger()
    window.actions_by_id["reset-layout"].trigger()
    assert window.tree.isVisible() == (window.width() >= 1440)
    assert not window.bottom.is_open
    assert not table.isColumnHidden(next(n for n, c in enumerate(table.rows.columns) if c.id == "Spare, m"))


def test_a_window_off_the_screen_comes_back(start):
    start.path.parent.mkdir()
    start.path.write_bytes(msgspec.json.encode({"window": Place(90_000, 90_000, 800, 700)}))
    window = start(open_project=False)
    assert QApplication.primaryScreen().availableGeometry().intersects(window.geometry())


GARBAGE = [
    b"",
    b"\x00\xff garbage",
    b"[1, 2]",
    b"{" * 100_000,
    b'{"panels": 7, "sizes": {"project": "wide"}, "window": null, "workspace": 3, "columns": []}',
    b'{"workspace": "nowhere", "panels": {"tab": "none", "bottom": true}, "sizes": {"bottom": -5}}',
    b'{"columns": {"Wiring list": [{"id": "no such", "width": -1}, {"id": "Kind", "width": 99999999}]}}',
    b'{"window": {"x": 0, "y": 0, "width": 10000000000000000000000, "height": 5}}',
    b'{"window": {"x": 0, "y": 0, "width": 1, "height": -5, "maximised": 3}, "theme": "pink"}',
]


@pytest.mark.parametrize("data", GARBAGE)
def test_garbage_is_no_trouble(start, data):
    start.path.parent.mkdir()
    start.path.write_bytes(data)
    window = start()
    assert window.isVisible()
    assert window.workspace is window.workspaces["floor"]
    assert window.width() >= 1024
    assert 20 <= window.workspaces["cables"].table.columnWidth(7) <= 2000


def test_a_folder_that_cannot_be_written_is_said(start, tmp_path):
    window = start()
    (tmp_path / "config").write_text("in the way")
    heard = []
    window.session.said.connect(heard.append)
    assert window.close()
    assert any("could not be kept" in text for text in heard)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(["window", "panels", "sizes", "columns", "workspace"]), VALUES))
def test_every_value_is_of_its_kind_or_the_default(values):
    settings = Settings()
    for name, value in values.items():
        settings.put(name, value)
    assert isinstance(settings.get("window", Place, Place(0, 0, 0, 0)), Place)
    assert isinstance(settings.get("panels", Panels, Panels()), Panels)
    assert isinstance(settings.get("sizes", Sizes, Sizes()), Sizes)
    assert isinstance(settings.get("workspace", str, ""), str)
    found = settings.get("columns", dict[str, list[ColumnPlace]], {})
    assert all(isinstance(place, ColumnPlace) for places in found.values() for place in places)


def test_f6_goes_round_the_panels(desk, qtbot):
    qtbot.waitUntil(desk.isActiveWindow)
    desk.show_workspace("cables")
    desk.show_bottom("findings")
    row = desk.session.derived.rows[0]
    desk.session.select([CABLE(row.id)])
    desk.workspaces["cables"].table.setFocus()
    panels = (desk.tree, desk.panes.stack, desk.inspector, desk.bottom)

    def here():
        return next(n for n, panel in enumerate(panels) if panel.isAncestorOf(QApplication.focusWidget()))

    seen = [here()]
    for _ in range(4):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6)
        seen.append(here())
    assert seen == [1, 2, 3, 0, 1]
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert here() == 0


@pytest.mark.parametrize("name", ["requirements", "simulation", "schedule", "growth", "as-built"])
def test_f6_reaches_pages_and_workspaces_that_are_still_empty(desk, qtbot, name):
    """Requirements were passed over; elsewhere the hidden list got the keys, and nothing showed a ring."""
    qtbot.waitUntil(desk.isActiveWindow)
    desk.show_workspace(name)
    desk.tree.setFocus()
    seen = []
    for _ in range(3):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6)
        now = QApplication.focusWidget()
        assert now.isVisible()
        seen.append(desk.workspace.isAncestorOf(now))
    assert any(seen)


def test_f6_reaches_the_fields_of_a_study(desk, qtbot):
    """The panel at its side belongs to the workspace."""
    qtbot.waitUntil(desk.isActiveWindow)
    page = SimulationPage(desk)
    page.new_study()
    page.table.setFocus()
    seen = []
    for _ in range(3):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6)
        seen.append(page.fields_have_focus)
    assert seen[0]
    assert not all(seen)
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert not page.fields_have_focus


def test_f6_stays_where_no_other_panel_can_show_a_ring(desk, qtbot):
    """The empty inspector has nothing that could be typed into, and the bottom panel is closed."""
    qtbot.waitUntil(desk.isActiveWindow)
    desk.toggle_tree()
    desk.show_workspace("cables")
    table = desk.workspaces["cables"].table
    table.setFocus()
    for _ in range(3):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6)
        assert table.hasFocus()
    assert table.currentIndex().isValid()


@pytest.mark.parametrize(
    ("room", "maximised"),
    [
        (QRect(0, 0, 1920, 1040), True),
        (QRect(0, 0, 1366, 728), True),
        (QRect(0, 0, 2560, 1400), False),
        (QRect(1280, 24, 1280, 800), True),
    ],
)
def test_the_first_window_is_inside_its_screen(window, room, maximised):
    """At 100, 150 and 200 % on common screens, nothing of the window is beyond what is free."""
    for size in ((1600, 1000), (2400, 1500), (3200, 2000)):
        inside = fitted(QRect(QPoint(-50, -50), QSize(*size)), room)
        assert room.contains(inside)
        assert inside.width() == min(size[0], room.width())
    assert window.layout_kept.is_first
    window.layout_kept.fit(room, first=True)
    assert window.isMaximized() is maximised
    window.setWindowState(Qt.WindowState.WindowNoState)


def test_panels_keep_their_width_in_every_workspace(desk):
    """The tree and the inspector do not jump, and no name of the tree is cut in the usual window."""
    tree, widths = desk.panes.tree, {}
    for name in desk.panes.workspaces:
        desk.show_workspace(name)
        QApplication.processEvents()
        widths[name] = (tree.width(), desk.panes.inspector.width() if desk.workspace.inspected else None)
    assert {tree for tree, _ in widths.values()} == {TREE}, widths
    assert {side for _, side in widths.values() if side} == {INSPECTOR}, widths
