"""Actions: each shortcut once, each action reachable, and what cannot be done says why."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest
import strings
from PySide6.QtCore import Qt

from fatdesk import gui
from fatdesk.gui.menus.actions import ACTIONS, BY_ID, WORKSPACES
from fatdesk.gui.window.panes import VIEWS

FOLDER = Path(gui.__file__).parent
OWN_KEYS = {"Alt+click", "Ctrl+Enter", "Shift+Enter"}
"""Keys of single fields and of the mouse, which no action has."""


def test_each_shortcut_belongs_to_one_action():
    keys = Counter(key for action in ACTIONS for key in action.keys)
    assert [key for key, count in keys.items() if count > 1] == []


def literals(path):
    """The strings of a module that are not docstrings."""
    nodes = strings.nodes(path)
    docs = {
        id(node.value) for node in nodes if isinstance(node, ast.Expr)
    }  # docstrings of everything, attributes included
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


def test_each_shortcut_is_written_once():
    written = re.compile(r"\b(?:(?:Ctrl|Alt|Shift)\+)+\w+|\bF(?:[2-9]|1\d?)\b")
    found = {
        f"{path.relative_to(FOLDER)}: {key}"
        for path in FOLDER.rglob("*.py")
        if path.name != "actions.py"
        for text in literals(path)
        for key in written.findall(text)
        if key not in OWN_KEYS
    }
    assert found == set()


def entries_of(menu):
    """All entries of a menu and of the menus in it."""
    inside = [some for entry in menu.actions() if entry.menu() for some in entries_of(entry.menu())]
    return [*menu.actions(), *inside]


def reachable(window):
    in_menus = set(entries_of(window.menus))
    return {name for name, action in window.menus.by_id.items() if action in in_menus}


def test_each_action_is_in_a_menu_and_in_the_palette(window):
    assert reachable(window) == set(BY_ID)
    jobs = next(entry.menu() for entry in entries_of(window.menus) if entry.text() == "Export jobs")
    assert window.menus.by_id["job-run"] in jobs.actions(), "the File menu names jobs once"
    texts = {entry.text for entry in window.menus.entries(True)}
    assert {action.says(window) for action in ACTIONS} <= texts


def refusals_are_shown(window, where):
    """What cannot be done is grey in the menus, and says why there and in the palette."""
    noted = {entry.note for entry in window.menus.entries(True) if entry.run is None}
    for action in ACTIONS:
        shown, refusal = window.menus.by_id[action.id], action.refusal(window)
        assert shown.isEnabled() == (not refusal), (where, action.id)
        if refusal:
            assert refusal in shown.toolTip(), (where, action.id)
            assert refusal[0].isupper(), (where, action.id)
            assert refusal.endswith("."), (where, action.id)
            assert refusal in noted or (action.begins and window.home_of(action.id)), (where, action.id)


def test_what_cannot_be_done_says_why(window, saved):
    refusals_are_shown(window, "without a project")
    window.files.open_path(saved)
    for name, _ in WORKSPACES:
        window.show_workspace(name)
        refusals_are_shown(window, name)


def test_workspaces_offer_nothing_but_actions_and_each_action_of_views_is_offered(desk):
    for name, view in desk.workspaces.items():
        assert view.offers == view.handlers.keys(), name
    offered = {action for view in VIEWS.values() for action in view.offers}
    assert offered <= set(BY_ID)
    in_view = {action.id for action in ACTIONS if action.in_view}
    assert in_view <= offered
    only = [action.id for action in ACTIONS if action.refusal(desk) == "Only in ."]
    assert only == []


def test_an_action_that_is_refused_is_not_performed(desk):
    desk.show_workspace("floor")
    before = desk.session.project
    desk.session.select([])
    desk.perform_in_view("delete")
    assert desk.session.project is before
    assert desk.refusal_in_view("delete").startswith("Select a rack")


OFFSCREEN = pytest.mark.qt_log_ignore("This plugin does not support")
"""Popups raise themselves and grab the keys, which windows without a screen cannot."""


@OFFSCREEN
def test_menus_open_by_their_letters(window, qtbot):
    titles = [action.text() for action in window.menus.actions()]
    assert titles == ["&File", "&Edit", "&View", "&Place", "&Analyse", "&Help"]
    assert len({title[1] for title in titles}) == len(titles)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for action in window.menus.actions():
        qtbot.keyClick(window, getattr(Qt.Key, f"Key_{action.text()[1]}"), Qt.KeyboardModifier.AltModifier)
        qtbot.waitUntil(action.menu().isVisible)
        qtbot.keyClick(action.menu(), Qt.Key.Key_Escape)
        qtbot.waitUntil(action.menu().isHidden)


@OFFSCREEN
def test_f10_gives_the_keys_to_the_menu_bar(window, qtbot):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_F10)
    assert window.menus.activeAction() is window.menus.actions()[0]
    qtbot.keyClick(window.menus, Qt.Key.Key_Right)
    assert window.menus.activeAction() is window.menus.actions()[1]


def test_each_entry_of_an_open_menu_has_a_letter_of_its_own(desk):
    desk.show_workspace("floor")
    for title in desk.menus.actions():
        menu = title.menu()
        before = [action.text() for action in menu.actions()]
        menu.aboutToShow.emit()
        texts = [
            action.text() for action in menu.actions() if not action.isSeparator() and action.isVisible()
        ]
        found = [re.findall("&(.)", text.replace("&&", "")) for text in texts]
        letters = [one[0].casefold() for one in found if one]
        assert len(letters) == len(set(letters)), title.text()
        assert len(letters) >= min(len(texts), 20), (title.text(), texts)
        menu.aboutToHide.emit()
        assert [action.text() for action in menu.actions()] == before


def test_each_menu_is_one_column_on_a_screen_of_720_lines(desk):
    """A longer menu would cover the window with a second column."""
    for title in desk.menus.actions():
        menu = title.menu()
        menu.aboutToShow.emit()
        assert menu.sizeHint().height() <= desk.theme.px(720), title.text()
        shown = [action for action in menu.actions() if action.isVisible()]
        assert len({menu.actionGeometry(action).left() for action in shown}) == 1, title.text()
        menu.aboutToHide.emit()


@OFFSCREEN
def test_letters_open_menus_and_choose_entries(desk, qtbot):
    qtbot.waitUntil(desk.isActiveWindow)
    qtbot.keyClick(desk, Qt.Key.Key_V, Qt.KeyboardModifier.AltModifier)
    view = next(title.menu() for title in desk.menus.actions() if title.text() == "&View")
    assert view.isVisible()
    bill = next(action.text() for action in view.actions() if action.text().replace("&", "") == "Bill")
    qtbot.keyClick(view, bill[bill.index("&") + 1].lower())
    assert desk.workspace_name == "bill"
    assert not view.isVisible()
