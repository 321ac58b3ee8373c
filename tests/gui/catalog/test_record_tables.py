"""Lists of parts as tables: Tab on to a new row, cells of spreadsheets, known connectors."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QToolTip

from fatdesk.core.program import shipped
from fatdesk.gui.tables.folding import PADDING
from tests.gui.hands import type_in, type_in_cell
from tests.gui.pages.catalog import CatalogPage
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.status_line import StatusLine

pytestmark = pytest.mark.qt_log_ignore("plugin does not support", extend=True)  # tips without a screen
PASTE = Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def catalog(window, tmp_path, choose_folder):
    """The workspace on a folder with a cable and a switch."""
    for name in ("qsfp-copper", "ib-36"):
        (tmp_path / f"{name}.yaml").write_bytes(
            (shipped("catalogs") / "papers" / f"{name}.yaml").read_bytes()
        )
    choose_folder(tmp_path)
    page = CatalogPage(window)
    page.open_folder()
    return page


@pytest.fixture
def lengths(catalog):
    """The table of lengths of the cable."""
    catalog.select("qsfp-copper.yaml")
    catalog.turn("lengths")
    return catalog.records("lengths")


def offers(catalog):
    """Metres, amounts and sources of the lengths in the catalog."""
    found = catalog.part.lengths
    return [(one.m, one.price and str(one.price.amount), one.price and one.price.source) for one in found]


def test_tab_in_the_last_cell_makes_the_next_row(catalog, lengths, qtbot):
    before = offers(catalog)
    table = lengths.table
    last = lengths.index(len(before) - 1, len(lengths.titles) - 1)
    table.setFocus()
    table.setCurrentIndex(last)
    table.edit(last)
    qtbot.keyClick(lengths.editor, Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: len(lengths.rows) == len(before) + 1)
    assert (table.currentIndex().row(), table.currentIndex().column()) == (len(before), 0)
    type_in(qtbot, QApplication.focusWidget(), "99")
    qtbot.waitUntil(lambda: table.state() == table.State.NoState)
    assert offers(catalog) == [*before, (99, None, None)]


def test_an_empty_row_changes_nothing_until_its_length_is_typed(catalog, lengths, window, qtbot):
    before = offers(catalog)
    lengths.add()
    qtbot.keyClick(lengths.editor, Qt.Key.Key_Escape)
    new = len(before)
    type_in_cell(qtbot, lengths.table, lengths.index(new, 1), "120")
    assert StatusLine(window).message == "Fill in “Length, m” of the new row first"
    type_in_cell(qtbot, lengths.table, lengths.index(new, 0), "")
    assert offers(catalog) == before
    lengths.table.selectRow(new)
    lengths.remove()
    assert len(lengths.rows) == new
    lengths.add()
    qtbot.keyClick(lengths.editor, Qt.Key.Key_Escape)
    lengths.table.setCurrentIndex(lengths.index(new, 0))
    QGuiApplication.clipboard().setText("30\t150\r\n40\r\n")
    qtbot.keyClick(lengths.table, *PASTE)
    assert [(m, amount) for m, amount, _ in offers(catalog)[new:]] == [(30, "150"), (40, None)]
    lengths.add()
    lengths.table.selectRow(0)
    lengths.remove()
    assert [one[0] for one in offers(catalog)] == [*(one[0] for one in before[1:]), 30, 40]


def test_tab_goes_on_to_the_next_cell_but_not_from_a_refused_value(lengths, qtbot):
    table = lengths.table
    first = lengths.index(0, 0)
    table.setFocus()
    table.setCurrentIndex(first)
    table.edit(first)
    qtbot.keyClick(lengths.editor, Qt.Key.Key_Tab)
    assert table.currentIndex().column() == 1
    field = lengths.editor
    field.selectAll()
    qtbot.keyClicks(field, "dear")
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert table.currentIndex().column() == 1
    assert lengths.refusal.startswith("Price: ")


def test_prices_are_read_with_cents_and_kept_as_typed(catalog, lengths, qtbot):
    price = lengths.titles.index("Price")
    for line, typed in enumerate(("60", "12.5", "74.125")):
        type_in_cell(qtbot, lengths.table, lengths.index(line, price), typed)
    assert [lengths.text(line, price) for line in range(3)] == ["60.00", "12.50", "74.125"]
    assert [amount for _, amount, _ in offers(catalog)][:3] == ["60", "12.5", "74.125"]
    before = offers(catalog)
    lengths.table.edit(lengths.index(0, price))
    qtbot.keyClick(lengths.editor, Qt.Key.Key_Return)
    assert offers(catalog) == before
    assert catalog.price("qsfp-copper.yaml") == "from 12.50"


def test_a_refused_cell_says_why_beside_it(window, lengths, qtbot):
    type_in_cell(qtbot, lengths.table, lengths.index(0, 0), "long")
    qtbot.waitUntil(QToolTip.isVisible)
    assert QToolTip.text() == StatusLine(window).message
    assert QToolTip.text().startswith("Length, m: ")
    QToolTip.hideText()


def test_cells_of_a_spreadsheet_are_pasted_as_one_step(catalog, lengths, window, qtbot):
    before = offers(catalog)
    table = lengths.table
    table.setFocus()
    table.setCurrentIndex(lengths.index(len(before) - 1, 0))
    pasted = "30\t1,250.50\tEUR\t2026-05\tOffer 17\r\n40\t1400\tEUR\t\tOffer 17\r\n50\r\n"
    QGuiApplication.clipboard().setText(pasted)
    qtbot.keyClick(table, *PASTE)
    new = [(30, "1250.50", "Offer 17"), (40, "1400", "Offer 17"), (50, None, None)]
    assert [offer[0] for offer in offers(catalog)] == [*(offer[0] for offer in before[:-1]), 30, 40, 50]
    assert [(m, amount and float(amount), source) for m, amount, source in offers(catalog)[-3:]] == [
        (m, amount and float(amount), source) for m, amount, source in new
    ]
    window.actions_by_id["undo"].trigger()
    assert offers(catalog) == before, "one step"


def test_what_the_table_copies_can_be_pasted_back(catalog, lengths, qtbot):
    before = offers(catalog)
    table = lengths.table
    table.setFocus()
    table.selectAll()
    table.copy()
    table.setCurrentIndex(lengths.index(0, 0))
    qtbot.keyClick(table, *PASTE)
    assert offers(catalog) == before


def test_a_wrong_cell_pastes_nothing_and_is_named(catalog, lengths, window, qtbot, monkeypatch):
    tips = []
    monkeypatch.setattr(QToolTip, "showText", lambda _, text, *more: tips.append(text))
    before = offers(catalog)
    lengths.table.setFocus()
    lengths.table.setCurrentIndex(lengths.index(0, 0))
    for pasted, why in (
        ("3\nx", "row 2: Length, m"),
        ("3\t4\tUSD\t\t\tmore", "has 6 cells for 5 columns"),
    ):
        QGuiApplication.clipboard().setText(pasted)
        qtbot.keyClick(lengths.table, *PASTE)
        assert offers(catalog) == before
        assert StatusLine(window).message.startswith("Nothing was pasted: ")
        assert why in StatusLine(window).message
        assert why in tips[-1], "in full below the cell"


def test_dates_of_prices_are_whole(lengths):
    table, column = lengths.table, lengths.titles.index("Date")
    assert table.fontMetrics().horizontalAdvance("2026-11-29") + PADDING <= table.columnWidth(column)


def test_known_connectors_are_offered_while_typing(catalog, qtbot):
    catalog.select("ib-36.yaml")
    catalog.turn("ports")
    ports = catalog.records("ports")
    index = ports.index(0, 2)
    ports.table.setFocus()
    ports.table.setCurrentIndex(index)
    ports.table.edit(index)
    field = ports.editor
    field.selectAll()
    qtbot.keyClicks(field, "os")
    offered, popup = completions(field), field.completer().popup()
    assert offered[0] == "osfp", "what begins with the typed letters is first"
    assert "mpo-12-os2" in offered
    letters = popup.fontMetrics()
    assert popup.width() > max(map(letters.horizontalAdvance, offered)), "none is cut"
    field.clear()
    qtbot.keyClicks(field, "qs")
    assert "qsfp" in completions(field)
    qtbot.keyClick(field.completer().popup(), Qt.Key.Key_Down)
    qtbot.keyClick(field.completer().popup(), Qt.Key.Key_Tab)
    assert ports.table.currentIndex().column() == 3, "one Tab leaves list and cell"
    assert ports.editor.text() == "40", "the next cell is edited"
    qtbot.keyClick(ports.editor, Qt.Key.Key_Escape)
    ports.table.setCurrentIndex(index)
    ports.table.edit(index)
    field = ports.editor
    field.selectAll()
    qtbot.keyClicks(field, "qsfp2")
    qtbot.keyClick(field.completer().popup(), Qt.Key.Key_Down)
    word = field.completer().popup().currentIndex().data()
    qtbot.keyClick(field.completer().popup(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: ports.table.state() == ports.table.State.NoState)
    assert ports.index(0, 2).data() == word, "one Enter ends list and cell"
    catalog.select("qsfp-copper.yaml")
    catalog.turn("part")
    both = catalog.field("Connectors")
    both.setFocus()
    both.selectAll()
    qtbot.keyClicks(both, "qsfp, qs")
    assert "qsfp" in completions(both)
    qtbot.keyClick(both.completer().popup(), Qt.Key.Key_Down)
    assert both.text().startswith("qsfp, qs")
    both.completer().popup().hide()


def completions(field):
    model = field.completer().completionModel()
    return [model.index(number, 0).data() for number in range(model.rowCount())]


def test_checks_name_fields_by_their_titles(catalog, lengths, window, qtbot):
    """Unknown figures and what to correct, without the keys of files."""
    table, last = lengths.table, len(offers(catalog)) - 1
    type_in_cell(qtbot, table, lengths.index(last, 0), "9")
    texts = Inspector(window).shown_texts
    assert any("Correct Reach or lengths" in text for text in texts)
    assert "Bend radius while pulling" in texts
    assert not [text for text in texts if "_m" in text or "_kg" in text]


def test_a_currency_that_is_left_out_is_shown(catalog, lengths, window, qtbot):
    table, last = lengths.table, len(offers(catalog)) - 1
    column = lengths.titles.index("Currency")
    type_in_cell(qtbot, table, lengths.index(last, column), "")
    assert catalog.part.lengths[-1].price.currency == "USD"
    assert lengths.index(last, column).data() == "USD"


def test_fields_of_all_sections_line_up(catalog):
    catalog.select("qsfp-copper.yaml")
    catalog.turn("part")
    QApplication.processEvents()
    names = ("Vendor", "Medium", "Reach", "Minimum bend radius")
    assert len({catalog.field(name).mapToGlobal(QPoint()).x() for name in names}) == 1


def test_parts_of_a_project_are_offered_connectors_of_shipped_parts_too(desk, qtbot):
    catalog = CatalogPage(desk)
    catalog.select("qsfp-copper")
    both = catalog.field("Connectors")
    both.setFocus()
    both.selectAll()
    qtbot.keyClicks(both, "qsfp, os")
    assert completions(both)[0] == "osfp"
