"""Columns that fold for want of room, and the first column, which stays in view while others are scrolled."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from fatdesk.gui.settings import Settings
from fatdesk.gui.tables import Column, RowsModel
from fatdesk.gui.tables.columns import ColumnsButton, KeptColumns
from fatdesk.gui.tables.table import Table
from tests.gui.pages.table import TablePage

ROWS = ["one", "two", "three"]


def columns():
    """A first column, two that must be seen, two that give way."""
    return (
        Column("Name", 100, lambda row: row),
        Column("Length", 100, lambda row: str(len(row)), number=True),
        Column("Upper", 100, str.upper, secondary=True),
        Column("Last", 100, lambda row: row[-1]),
        Column("Title", 100, str.title, secondary=True),
    )


@pytest.fixture
def made(window, qtbot):
    """Make the table in a width, with its menu of columns, as it is kept by settings."""

    def make(width, settings=None):
        desk = window.desk
        table = Table(desk, RowsModel(columns(), window), "folding")
        qtbot.addWidget(table)
        menu = ColumnsButton(desk, table)
        qtbot.addWidget(menu)
        if settings is not None:
            KeptColumns(settings).keep([table])
        table.make_sortable()
        table.rows.show(ROWS)
        table.resize(width, 200)
        table.show()
        qtbot.waitExposed(table)
        return table, TablePage.of(table), menu

    return make


def tick(menu, name):
    """Open the menu, and click a column."""
    menu.ticks.aboutToShow.emit()
    menu.boxes[name].trigger()


def texts(menu):
    return [menu.boxes[name].text() for name in ("Upper", "Title")]


def test_secondary_columns_fold_from_the_right_and_come_back(made):
    table, page, menu = made(620)
    assert page.folded == []
    table.resize(460, 200)
    assert page.folded == ["Title"]
    table.resize(340, 200)
    assert page.folded == ["Upper", "Title"]
    assert page.overflow == 0
    menu.ticks.aboutToShow.emit()
    assert texts(menu) == ["Upper (no room)", "Title (no room)"]
    table.resize(620, 200)
    assert page.folded == []
    menu.ticks.aboutToShow.emit()
    assert texts(menu) == ["Upper", "Title"]


def test_a_column_that_is_chosen_stays_without_room(made):
    table, page, menu = made(340)
    tick(menu, "Title")
    assert page.folded == ["Upper"]
    assert not page.is_hidden("Title")
    assert page.overflow > 0
    tick(menu, "Title")
    table.resize(620, 200)
    assert page.is_hidden("Title"), "hidden by choice: room does not bring it back"
    assert not page.is_hidden("Upper")


def test_choices_are_kept_and_folding_is_not(made):
    settings = Settings()
    _, _, menu = made(340, settings)
    tick(menu, "Title")
    settings.collect()
    table, page, _ = made(340, settings)
    assert page.folded == ["Upper"]
    assert not page.is_hidden("Title")
    table.resize(620, 200)
    assert not page.is_hidden("Upper")


def test_columns_that_are_arranged_fold_too(made):
    """Those of the settings, and those that are reset: without room they are out of view, not only marked."""
    settings = Settings()
    made(620, settings)
    settings.collect()
    table, page, menu = made(340, settings)
    menu.ticks.actions()[-1].trigger()
    for _ in range(2):
        assert page.folded == ["Upper", "Title"]
        assert page.is_hidden("Upper")
        assert page.is_hidden("Title")
        assert page.overflow == 0
        table.resize(620, 200)
        assert not page.is_hidden("Title")
        table.resize(340, 200)
        KeptColumns(settings).keep([table])


def test_copies_have_folded_columns_too(made):
    table, _, _ = made(340)
    table.copy()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[:2] == ["Name\tLength\tUpper\tLast\tTitle", "one\t3\tONE\te\tOne"]


def test_the_current_cell_is_one_in_view(made):
    table, page, _ = made(620)
    page.go(1, page.column("Title"))
    table.resize(340, 200)
    assert table.currentIndex().column() == page.column("Name")
    assert table.currentIndex().row() == 1


def test_the_first_column_stays_in_view(made):
    table, page, _ = made(250)
    head = QRect(0, 0, 96, 26)
    at_left = page.pixels().copy(head)
    page.scroll_aside(80)
    assert page.pixels().copy(head) == at_left, "its title, too"
    place = table.visualRect(table.model().index(2, 0))
    assert place.left() == 0
    assert table.indexAt(place.center()).column() == 0
    assert table.indexAt(place.center()).row() == 2
    page.click(2)
    assert page.selected_lines == [2]
    page.click_title("Name")
    assert list(page.rows) == sorted(ROWS)
    page.click_title("Name")
    assert page.rows == sorted(ROWS, reverse=True)


def test_a_first_column_that_is_too_wide_scrolls_away(made):
    table, page, _ = made(150)
    page.scroll_aside(80)
    QTest.qWait(0)
    assert table.visualRect(table.model().index(0, 0)).left() == -80


@pytest.mark.parametrize(
    ("workspace", "name"),
    [("cables", "wiring list"), ("bill", "bill of materials"), ("explorer", "candidates")],
)
def test_default_columns_fit_a_small_window(window, saved, qtbot, workspace, name):
    window.resize(1280, 720)
    window.files.open_path(saved)
    window.show_workspace(workspace)
    QTest.qWait(0)
    table = TablePage(window, name)
    assert table.overflow == 0
    if workspace == "cables":
        assert not table.is_hidden("Status")
