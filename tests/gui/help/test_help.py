"""The help window, and F1 in every pane and dialog."""

import importlib
import pkgutil

import pytest
from PySide6.QtCore import QLocale, QTimer
from PySide6.QtGui import QColor, QDesktopServices
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit

import fatdesk.gui
from fatdesk.core.documentation import Place, documentation
from fatdesk.gui.dialogs.rules_dialog import RulesDialog
from fatdesk.gui.files import files
from fatdesk.gui.help.places import PLACES
from fatdesk.gui.session.background_tasks import BackgroundTasks
from fatdesk.gui.settings import Settings
from fatdesk.gui.window.main_window import MainWindow
from fatdesk.gui.window.panes import VIEWS
from tests.gui.pages.help import Help
from tests.gui.pages.page import press, until

ABSTRACT = {"ResultsDialog"}
"""Dialogs that are only derived from."""


@pytest.fixture
def opened(desk, monkeypatch):
    """Addresses that the desktop's browser was asked to open."""
    found = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: found.append(url.toString()))
    return found


@pytest.fixture
def guide(desk, opened):
    """The help window at the start of the documentation."""
    desk.actions_by_id["docs"].trigger()
    return Help(desk)


def every_dialog():
    for module in pkgutil.walk_packages(fatdesk.gui.__path__, "fatdesk.gui."):
        importlib.import_module(module.name)
    found, left = set(), [QDialog]
    while left:
        for kind in left.pop().__subclasses__():
            left.append(kind)
            if kind.__module__.startswith("fatdesk.gui."):
                found.add(kind.__name__)
    return found


def test_every_workspace_panel_and_dialog_names_its_page(desk):
    panes = {view.__name__ for view in VIEWS.values()}
    panes |= {type(pane).__name__ for pane in (desk.tree, desk.inspector, desk.bottom, desk.welcome)}
    dialogs = every_dialog() - ABSTRACT
    assert len(dialogs) > 20
    assert not (panes | dialogs) - set(PLACES)


@pytest.mark.parametrize("name", PLACES)
def test_the_place_of_each_pane_exists(name):
    assert documentation().has(Place.of(PLACES[name]))


def test_places_are_of_classes_that_exist():
    every_dialog()
    names = {
        kind.__name__
        for module in pkgutil.walk_packages(fatdesk.gui.__path__, "fatdesk.gui.")
        for kind in vars(importlib.import_module(module.name)).values()
        if isinstance(kind, type)
    }
    assert set(PLACES) <= names


@pytest.mark.parametrize("workspace", ["floor", "documents", "growth", "catalog"])
def test_f1_opens_the_page_of_the_workspace_in_focus(desk, workspace):
    desk.show_workspace(workspace)
    press(desk, "F1")
    help_window = Help(desk)
    assert help_window.is_visible
    assert help_window.place == PLACES[VIEWS[workspace].__name__]
    heading = documentation().by_name[help_window.place.partition("#")[0]].headings
    assert help_window.heading in [one.text for one in heading]


def test_f1_in_a_panel_and_before_there_is_a_project(window, saved):
    press(window, "F1")
    assert Help(window).place == "index.md"
    window.files.open_path(saved)
    window.inspector.show()
    window.session.select([])
    window.tree.show()
    window.tree.findChild(QLineEdit).setFocus()
    press(window, "F1")
    assert Help(window).place == PLACES["ProjectTree"]


def test_f1_in_a_dialog_that_stays_open_and_in_one_that_blocks_the_window(desk, qtbot):
    desk.actions_by_id["rules"].trigger()
    dialog = desk.findChild(RulesDialog)
    until(lambda: QApplication.focusWidget() is not None and QApplication.focusWidget().window() is dialog)
    press(dialog, "F1")
    assert Help(desk).place == "rules.md"
    dialog.close()
    seen, looks = [], []

    def look():
        shown = QApplication.activeModalWidget()
        focus = QApplication.focusWidget()
        if shown is None or focus is None or focus.window() is not shown:
            looks.append(focus)
            if shown is not None and len(looks) > 200:
                shown.close()
                return
            if shown is not None:
                shown.activateWindow()
            QTimer.singleShot(20, look)
            return
        press(shown, "F1")
        guide = Help(desk)
        front = guide.widget.windowHandle().transientParent()
        seen.append((guide.place, front is shown.windowHandle()))
        guide.choose_in_contents("Names")
        seen.append(guide.place)
        shown.close()

    QTimer.singleShot(0, look)
    desk.actions_by_id["about"].trigger()
    assert seen == [(PLACES["About"], True), "names.md"]


def test_links_lead_to_other_pages_and_back(guide):
    guide.follow("reference/commands.md")
    assert guide.place == "reference/commands.md"
    guide.follow("#fatdesk-design")
    assert guide.place == "reference/commands.md#fatdesk-design"
    assert guide.heading == "fatdesk design"
    guide.press("Alt+Left")
    guide.press("Alt+Left")
    assert guide.place == "index.md"
    assert not guide.button("help-back").isEnabled()
    guide.press("Alt+Right")
    assert guide.place == "reference/commands.md"
    guide.press("Alt+Home")
    assert guide.place == "index.md"
    assert not guide.button("help-forward").isEnabled()


def test_only_a_click_opens_another_server_and_only_in_the_browser(guide, opened):
    (page, link) = next(
        (page, link.target)
        for page in documentation().pages
        for link in page.links
        if link.target.startswith("https:")
    )
    guide.widget.go_to(Place(page.name))
    assert guide.points_to(link) == f"{link} (opens in the browser)"
    assert guide.points_to("../index.md" if "/" in page.name else "index.md") == "Documentation of fatdesk"
    assert not opened
    guide.follow(link)
    assert opened == [link]
    assert guide.place == page.name


def test_a_link_that_leads_nowhere_is_not_followed(guide, opened):
    for target in ("file:///etc/hostname", "../../secret.md", "nothing.md", "names.md#nothing"):
        guide.page.anchorClicked.emit(target)
    assert (guide.place, opened) == ("index.md", [])


def test_search_over_all_pages(guide):
    guide.search("overfull remedies")
    assert any("Trays and routes" in line for line in guide.found)
    guide.enter_search()
    assert guide.place != "index.md"
    guide.press("Escape")
    assert guide.contents.isVisible()
    assert guide.contents.currentItem() is not None


def test_find_in_the_page(guide):
    guide.widget.go_to(Place("rules.md"))
    guide.press("Ctrl+F")
    field = guide.find(QLineEdit, "help-find")
    field.setText("profile")
    total = guide.text.casefold().count("profile")
    assert guide.find(type(guide.widget.count), "help-count").text() == f"1 of {total}"
    guide.press("F3")
    assert guide.find(type(guide.widget.count), "help-count").text() == f"2 of {total}"
    guide.press("Shift+F3")
    guide.press("Shift+F3")
    assert guide.find(type(guide.widget.count), "help-count").text() == f"{total} of {total}"
    field.setText("zebra")
    assert guide.find(type(guide.widget.count), "help-count").text() == "Not on this page"
    guide.press("Escape")
    assert not field.isVisible()


def test_pages_follow_the_theme_and_stay_where_they_were(guide, desk):
    guide.widget.go_to(Place.of("requirements.md#room-racks-and-how-they-are-filled"))
    heading = guide.heading
    assert heading == "room: racks and how they are filled"
    before = guide.page.grab().toImage().pixelColor(2, 2)
    desk.toggle_theme()
    after = guide.page.grab().toImage().pixelColor(2, 2)
    assert QColor(before).lightness() > 200 > 60 > QColor(after).lightness()
    assert guide.heading == heading
    guide.press("Ctrl++")
    guide.press("Ctrl++")
    assert guide.text_of_zoom == "125 %"
    assert guide.heading == heading


def test_a_hidden_page_follows_the_theme_when_it_is_shown(guide, desk):
    guide.widget.go_to(Place.of("requirements.md#room-racks-and-how-they-are-filled"))
    heading, document = guide.heading, guide.page.document()
    guide.widget.hide()
    desk.toggle_theme()
    assert guide.page.document() is document, "nothing is built for nobody"
    guide.widget.show()
    assert guide.page.document() is not document
    assert QColor(guide.page.grab().toImage().pixelColor(2, 2)).lightness() < 60
    assert guide.heading == heading


def test_pictures_are_as_wide_as_the_text(guide):
    guide.widget.go_to(Place("desk.md"))
    widths = guide.widths_of_pictures
    assert len(widths) > 3
    assert all(300 < width <= guide.page.viewport().width() for width in widths)
    guide.widget.resize(700, 500)
    until(lambda: guide.page.viewport().width() < 500)
    assert all(width <= guide.page.viewport().width() for width in guide.widths_of_pictures)


def test_size_and_zoom_are_kept(theme, qtbot, tmp_path):
    settings = Settings(tmp_path / "settings.json")
    first = MainWindow(theme, settings)
    first.trouble.release()
    qtbot.addWidget(first)
    first.show()
    guide = first.dialogs.help.open(Place("names.md"))
    guide.resize(900, 600)
    guide.page.set_zoom(150)
    assert first.close()
    assert not guide.isVisible()
    second = MainWindow(theme, Settings(tmp_path / "settings.json"))
    second.trouble.release()
    qtbot.addWidget(second)
    again = second.dialogs.help.open()
    assert (again.width(), again.height(), again.page.zoom) == (900, 600, 150)
    assert str(again.place) == "index.md"
    again.close()


@pytest.mark.parametrize(("language", "paper"), [("en_US", "Letter"), ("de_DE", "A4")])
def test_the_guide_is_made_for_the_usual_paper_and_saved(desk, monkeypatch, tmp_path, language, paper):
    """The whole guide takes half a minute (``tests/paper/test_guide.py``): here its bytes come at once."""
    file, made = tmp_path / "guide.pdf", []

    def start(self, title, work, *given, done, **_):
        made.append((title, work.__name__, *given))
        done(b"%PDF-1.4\n")

    monkeypatch.setattr(files, "ask_name", lambda *_: file)
    monkeypatch.setattr(BackgroundTasks, "start", start)
    before = QLocale()
    QLocale.setDefault(QLocale(language))
    try:
        desk.actions_by_id["save-guide"].trigger()
    finally:
        QLocale.setDefault(before)
    assert made == [("Guide as PDF", "make_guide", paper)]
    assert file.read_bytes() == b"%PDF-1.4\n"
