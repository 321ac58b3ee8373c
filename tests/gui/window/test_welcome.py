"""The first page: examples as they are, recent projects with their figures, those that moved."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton

from fatdesk.gui.files.recent import Recent, forget_all, read_recent, remember
from fatdesk.gui.preferences import ROWS, TEXTS
from fatdesk.gui.widgets.numbers import day_text, to_read
from fatdesk.gui.widgets.plain_text import home_path
from fatdesk.gui.window.welcome import EXAMPLES
from fatdesk.project.derived.derived import Derived

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(autouse=True)
def no_recent():
    forget_all()
    yield
    forget_all()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example[0])
def test_figures_of_examples_are_those_of_their_designs(designed, example):
    name, title, figures, _, switches = example
    project = designed(name)
    (fabric,) = project.fabrics
    counts = dict.fromkeys(("edge", "core"), 0)
    for use in fabric.design.parts:
        counts[use.role] += use.count
    assert (counts["edge"], counts["core"]) == switches
    assert figures.startswith(f"{switches[0]} edge and {switches[1]} core switches")
    assert title.startswith(f"{sum(group.count for group in project.hosts)} ")
    derived = Derived(project)
    cables = sum(made.count for made in derived.cabling.fabrics)
    if "cables" in figures:
        assert f" {cables:,} cables" in figures
    else:
        assert f"bundles of {fabric.design.params['B']}" in figures


def links(window, text):
    return [some for some in window.welcome.findChildren(QPushButton) if some.text() == text]


def test_a_recent_project_tells_its_figures_and_opens(window, saved, qtbot):
    window.files.open_path(saved)
    figures = window.session.figures
    window.session.leave()
    [card] = window.welcome.recent
    assert card.title == "nodes-396"
    assert card.lines[0] == f"396 hosts · 40 switches · 11 racks · ≥ USD {figures.cost:,.0f}"
    assert card.lines[1].startswith(f"{home_path(saved.parent)} · today ")
    assert card.switches == (22, 18)
    card.setFocus()
    qtbot.keyClick(card, Qt.Key.Key_Return)
    assert window.session.path == saved


def test_figures_of_a_large_project_are_left_out_not_cut(window, tmp_path):
    path = tmp_path / "large.fatdesk"
    path.write_text("{}")
    figures = "20,000 hosts · 2,261 switches · 1,113 racks · ≥ USD 25,578,263"
    remember(Recent(str(path), figures, 1_500, 761))
    window.welcome.refresh()
    [card] = window.welcome.recent
    assert card.stated_in(900) == figures
    assert card.stated_in(330) == "20,000 hosts · 2,261 switches · ≥ USD 25,578,263"
    assert card.stated_in(10) == "20,000 hosts · ≥ USD 25,578,263"


def test_a_project_that_moved_is_found_again(window, saved, qtbot, monkeypatch):
    window.files.open_path(saved)
    window.session.leave()
    moved = saved.rename(saved.with_name("moved.fatdesk"))
    window.welcome.refresh()
    [card] = window.welcome.recent
    assert card.tag == "not found"
    requested = []
    monkeypatch.setattr(
        QFileDialog, "getOpenFileName", lambda *words: (requested.append(words[1]), (str(moved), ""))[1]
    )
    [find] = links(window, "Locate…")
    qtbot.mouseClick(find, LEFT)
    assert requested == ["Find nodes-396.fatdesk"]
    assert window.session.path == moved
    assert [entry.path for entry in read_recent()] == [str(moved.resolve())]


def test_looking_for_it_in_vain_keeps_it(window, tmp_path, qtbot, monkeypatch):
    remember(Recent(str(tmp_path / "gone.fatdesk"), "1 host"))
    window.welcome.refresh()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    qtbot.mouseClick(links(window, "Locate…")[0], LEFT)
    assert len(read_recent()) == 1
    qtbot.mouseClick(links(window, "Remove")[0], LEFT)
    assert read_recent() == []
    qtbot.waitUntil(lambda: not window.welcome.recent)


def test_the_list_is_cleared(window, saved, qtbot):
    window.files.open_path(saved)
    window.session.leave()
    qtbot.mouseClick(links(window, "Clear list")[0], LEFT)
    qtbot.waitUntil(lambda: not window.welcome.recent)
    assert read_recent() == []
    assert not links(window, "Clear list")


def test_tab_goes_through_the_page_and_enter_opens_an_example(window, qtbot):
    qtbot.waitUntil(window.isActiveWindow)
    window.welcome.design.setFocus()
    seen = []
    for _ in range(20):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        seen.append(QApplication.focusWidget())
    assert window.welcome.open_card in seen
    assert set(window.welcome.examples) <= set(seen)
    card = window.welcome.examples[0]
    card.setFocus()
    qtbot.keyClick(card, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: window.session.is_open)
    assert window.session.project.hosts[0].count == 60
    assert window.session.path is None


def test_lists_of_earlier_versions_are_read(window, saved):
    from fatdesk.gui.files.recent import recent_file

    recent_file().parent.mkdir(parents=True, exist_ok=True)
    recent_file().write_text(
        f'[{{"path": "{saved.as_posix()}", "told": "396 hosts", "edge": 22, "core": 18}}]'
    )
    window.welcome.refresh()
    [card] = window.welcome.recent
    assert card.lines == ("396 hosts", home_path(saved.parent))


def test_figures_have_the_sign_of_the_number_language(window, decimal_comma):
    card = next(card for card in window.welcome.examples if "1,020 cables" in card.lines[0])
    assert card.stated_in(1000) == to_read(card.lines[0])
    assert "1,020" not in card.stated_in(1000)


def test_days_in_words():
    now = datetime.now().astimezone()
    assert day_text(None) == ""
    assert day_text(now).startswith("today ")
    assert day_text(now - timedelta(days=1)) == "yesterday"
    assert day_text(datetime(2026, 1, 2, 12).astimezone()) == "2026-01-02"


def test_the_users_own_folder_is_a_tilde():
    assert home_path(Path.home() / "hall") == str(Path("~") / "hall")
    assert home_path(Path("/srv/hall")) == str(Path("/srv/hall"))


def test_an_installed_fabric_is_checked_against_a_project_that_is_asked_for(
    window, saved, qtbot, monkeypatch
):
    titles = []
    monkeypatch.setattr(
        QFileDialog, "getOpenFileName", lambda _, title, *more: titles.append(title) or ("", "")
    )
    qtbot.mouseClick(window.welcome.check, Qt.MouseButton.LeftButton)
    assert not window.session.is_open
    assert titles == ["Open the plan, which the installed fabric is compared with"]
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(saved), ""))
    qtbot.mouseClick(window.welcome.check, Qt.MouseButton.LeftButton)
    assert window.session.path == saved
    assert window.workspace_name == "asbuilt"


def test_the_rail_offers_what_can_be_opened_and_says_why_not(window, saved):
    rail = window.rail
    assert rail.isVisible()
    assert [name for name, button in rail.buttons.items() if button.isEnabled()] == ["catalog"]
    assert rail.buttons["floor"].toolTip() == "Open a project or design a network first."
    assert not any(button.isChecked() for button in rail.buttons.values())
    window.design()
    assert rail.isVisible()
    assert not any(button.isEnabled() for button in rail.buttons.values())
    assert rail.buttons["catalog"].toolTip() == "Finish or close the new design first."
    window.resize(1280, 720)
    assert not rail.isVisible()  # the wizard needs the room
    window.designing.end()
    assert rail.isVisible()
    window.files.open_path(saved)
    assert all(button.isEnabled() for button in rail.buttons.values())
    assert [name for name, button in rail.buttons.items() if button.isChecked()] == ["floor"]


@pytest.mark.parametrize("texts", TEXTS.values())
def test_texts_of_the_cards_are_whole(window, texts):
    window.resize(1280, 720)
    window.theme.resize(texts, ROWS["normal"])
    for card in (
        window.welcome.design,
        window.welcome.open_card,
        window.welcome.catalog,
        window.welcome.check,
    ):
        fonts = (window.theme.strong(14), window.theme.font(12))
        keys = QFontMetrics(fonts[1]).horizontalAdvance(card._keys)
        for text, font in zip((card.title, *card.lines), fonts, strict=True):
            assert QFontMetrics(font).horizontalAdvance(text) <= card.width() - 58 - 16 - 12 - keys, text
