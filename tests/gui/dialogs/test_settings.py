"""Settings: each takes effect at once, is kept, and is what the next window begins with."""

import re
from datetime import date

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.dialogs.settings_dialog import SettingsDialog
from fatdesk.gui.preferences import Preferences, apply, preferences
from fatdesk.gui.settings import Settings
from fatdesk.gui.tables import Table
from fatdesk.gui.views.drag_card import figure_lines
from fatdesk.gui.widgets import dates, numbers
from fatdesk.gui.widgets.numbers import parse_number
from fatdesk.gui.window.main_window import MainWindow
from fatdesk.project.document.ref import TRAY
from fatdesk.project.files.file_format import encode
from tests.gui.hands import choose, type_in
from tests.gui.pages.documents import DocumentsPage


@pytest.fixture(autouse=True)
def as_before(theme):
    """Preferences hold for the whole process."""
    yield
    apply(Preferences(), theme)


@pytest.fixture
def settings(window, qtbot, tmp_path):
    """The settings dialog of a window that keeps its settings in a file."""
    window.desk.settings._path = tmp_path / "settings.json"
    window.actions_by_id["settings"].trigger()
    made = window.findChild(SettingsDialog)
    qtbot.waitExposed(made)
    return made


def kept(settings):
    """What a start of the program reads from the file."""
    return preferences(Settings(settings._desk.settings._path))


def test_typed_numbers_follow_the_chosen_sign(settings, monkeypatch):
    choose(settings.choices["sign"], "Decimal point")
    with pytest.raises(FatdeskError, match=r"21\.45"):
        parse_number("21,45")
    choose(settings.choices["sign"], "Decimal comma")
    assert float(parse_number("21,45")) == 21.45
    assert kept(settings).sign == "comma"
    monkeypatch.setattr(numbers.QLocale, "system", lambda: QLocale("en_US"))
    choose(settings.choices["sign"], "System default")
    with pytest.raises(FatdeskError, match=r"21\.45"):
        parse_number("21,45")


def test_figures_on_the_screen_have_the_sign_of_fields_and_files_a_point(desk, settings):
    """Status line, table, line under it and inspector; what is copied is a plain number of the language."""
    desk.show_workspace("cables")
    table = desk.workspaces["cables"].findChild(Table)
    tray = desk.session.project.floor.trays[0]
    desk.session.select([TRAY(tray.id)])
    file = save_bytes_of(desk)

    def texts():
        index = table.rows.index(0, [c.title for c in table.rows.columns].index("Computed, m"))
        shown = [
            one.text()
            for part in (desk.status, desk.inspector, desk.workspace)
            for one in part.findChildren(QLabel)
        ]
        return [str(index.data()), *shown], str(index.data(Qt.ItemDataRole.EditRole))

    point, value = texts()
    choose(settings.choices["sign"], "Decimal comma")
    comma, same = texts()
    assert value == same == point[0]
    assert any(re.search(r"[0-9]\.[0-9]", text) for text in point)
    figure = re.compile(
        r"[≥ A-Z]*[0-9][0-9,.]*( [^ ]+)?( of [0-9]+|, limit [0-9]+ %)?"
        r"|Cable tray .* m long|[0-9,]+ selected .*"
    )
    between = re.compile(r"(?<=[0-9]),(?=[0-9])")
    wanted = [between.sub("\u202f", one).replace(".", ",") if figure.fullmatch(one) else one for one in point]
    assert comma == wanted
    assert save_bytes_of(desk) == file


def test_lengths_of_drawings_and_totals_in_feet(desk, settings):
    figures = desk.session.figures
    choose(settings.choices["unit"], "Feet")
    feet = figures.metres / 0.3048
    shown = [one.text() for one in desk.status.findChildren(QLabel)]
    assert f"{feet:,.0f} ft" in shown
    longest = next(line for line in figure_lines(figures, figures) if line.name == "Longest cable")
    assert longest.value == f"{figures.longest_m / 0.3048:.1f} ft"
    assert kept(settings).unit == "ft"
    choose(settings.choices["unit"], "Metres")
    assert f"{figures.metres:,.0f} m" in [one.text() for one in desk.status.findChildren(QLabel)]


def save_bytes_of(window):
    """The project as a file."""
    return encode(window.session.project)


def narrow_titles(window):
    """Titles of columns, and names of workspaces, that have not the room for all their letters."""
    letters = QFontMetrics(window.theme.strong(12))
    heads = [table.horizontalHeader() for table in window.findChildren(Table)]
    titles = [
        (head.model().headerData(column, Qt.Orientation.Horizontal), head.sectionSize(column) - 2 * 8)
        for head in heads
        for column in range(head.count())
        if not head.isSectionHidden(column)
    ]
    cut = [title for title, room in titles if title and letters.horizontalAdvance(title) > room]
    return cut + [
        name
        for name, button in window.rail.buttons.items()
        if button.fontMetrics().horizontalAdvance(button.text()) > button.width()
    ]


def test_rows_and_texts_change_at_once(desk, settings):
    desk.show_workspace("cables")
    table = desk.workspaces["cables"].findChild(Table)
    before = table.rowHeight(0)
    name = desk.header.name.font().pixelSize()
    choose(settings.choices["rows"], "Comfortable")
    assert table.rowHeight(0) > before
    choose(settings.choices["rows"], "Compact")
    assert table.rowHeight(0) < before
    desk.show_workspace("explorer")
    assert not narrow_titles(desk)
    wide = table.columnWidth(0)
    choose(settings.choices["texts"], "Large")
    assert table.columnWidth(0) == round(wide * 14 / 13)
    assert not narrow_titles(desk)
    assert desk.header.name.font().pixelSize() == name + 1
    assert QApplication.font().pixelSize() == 14
    assert desk.theme.font(12).pixelSize() == 13
    assert kept(settings) == Preferences(rows="compact", texts="large")
    settings.findChild(QPushButton, "reset").click()
    assert table.rowHeight(0) == before
    assert desk.header.name.font().pixelSize() == name


def test_currency_of_new_designs(window, settings, qtbot):
    type_in(qtbot, settings.currency, "eurr")
    assert settings.problem.isVisible()
    type_in(qtbot, settings.currency, "eur")
    assert not settings.problem.isVisible()
    assert settings.currency.text() == "EUR"
    assert kept(settings).currency == "EUR"
    window.design()
    assert window.designing.wizard.draft.requirements.currency == "EUR"
    assert not window.designing.is_touched
    window.designing.end()


def test_the_next_window_begins_with_what_was_kept(settings, theme, qtbot):
    choose(settings.choices["rows"], "Comfortable")
    choose(settings.choices["sign"], "Decimal comma")
    apply(Preferences(), theme)
    again = MainWindow(theme, Settings(settings._desk.settings._path))
    again.trouble.release()
    qtbot.addWidget(again)
    assert theme.row == 30
    assert numbers.number_language() == ","
    again.close()


def test_the_theme_and_a_single_dialog(window, settings, qtbot):
    choose(settings.choices["theme"], "Dark")
    assert window.theme.mode == "dark"
    assert window.desk.settings.get("theme", str, "") == "dark"
    window.actions_by_id["theme"].trigger()
    assert settings.choices["theme"].currentText() == "Light"
    system = window.theme.mode
    choose(settings.choices["theme"], "Dark")
    settings.findChild(QPushButton, "reset").click()
    assert (window.theme.mode, settings.choices["theme"].currentText()) == (system, "Light")
    assert (
        Settings(settings._desk.settings._path).get("theme", str, "that of the system")
        == "that of the system"
    )
    window.actions_by_id["settings"].trigger()
    assert len(window.findChildren(SettingsDialog)) == 1
    qtbot.keyClick(settings, Qt.Key.Key_Escape)
    assert not settings.isVisible()


@pytest.mark.parametrize("data", [7, {"rows": "tall"}, {"currency": 5}, None])
def test_garbage_is_the_default(data):
    made = Settings()
    made.put("preferences", data)
    assert preferences(made) == Preferences()


def test_documents_begin_with_the_chosen_paper(desk, settings, monkeypatch):
    """New options have it, too, once another project is opened; a job keeps its own."""
    monkeypatch.setattr(QLocale, "system", lambda: QLocale("en_US"))
    monkeypatch.delenv("LC_PAPER", raising=False)
    for words, paper in (("System default", "Letter"), ("A3", "A3"), ("A4", "A4")):
        choose(settings.choices["paper"], words)
        desk.session.begin(desk.session.project)
        assert DocumentsPage(desk).paper == paper
    assert kept(settings).paper == "A4"


def test_dates_follow_the_choice(settings, monkeypatch):
    monkeypatch.setattr(QLocale, "system", lambda: QLocale("de_DE"))
    day = date(2026, 11, 8)
    choose(settings.choices["dates"], "System default")
    assert dates.date_text(day) == "08.11.2026"
    choose(settings.choices["dates"], "Year-month-day")
    assert dates.date_text(day) == "2026-11-08"
    assert kept(settings).dates == "iso"
