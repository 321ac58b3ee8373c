"""Empty views say what to do, and offer a button or name a control for it; walked through all workspaces."""

import re

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QAbstractButton, QWidget

from fatdesk.gui.menus.actions import BY_ID, WORKSPACES
from fatdesk.gui.tables.table import Table
from fatdesk.gui.widgets.empty_page import EmptyPage, NextStep
from fatdesk.project.document.project import NetworkUnderStudy, Project

RESULTS = {
    "No findings.",
    "None",
    "No parts yet",
    "Nothing was rejected.",
    "Racks of the new devices.",
    "What is bought for the step by the policy above.",
    "A run shows a combination that isolates hosts.",
}
"""Texts of empty lists that are a result, or follow another list of the same view, which says what to do."""


@pytest.fixture(scope="module")
def states(designed):
    """Projects that lack something, by what they lack."""
    whole = designed("nodes-60")
    floor = whole.floor
    emptied = tuple(replace(rack, devices=(), reserved=()) for rack in floor.racks)
    return {
        "nothing": Project(),
        "a reference network alone": Project(
            studies=(NetworkUnderStudy(name="tree", spec="kary-tree:k=2,n=2"),)
        ),
        "a room without devices": Project(floor=replace(floor, racks=emptied), parts=whole.parts),
        "a design without trays": replace(whole, floor=replace(floor, trays=())),
    }


def visible(inside, kind):
    return [one for one in inside.findChildren(kind) if one.isVisible()]


def controls(view):
    """Texts of the buttons in view that can be pressed now, those of menus included."""
    enabled = (button for button in visible(view, QAbstractButton) if button.isEnabled())
    return {text for button in enabled if len(text := button.text().rstrip("…").strip()) > 2}


def is_covered(table, view):
    """Whether a sentence with buttons lies over a table, or the table is on an empty page."""
    place = QRect(table.mapTo(view, table.rect().topLeft()), table.size())
    return any(
        place.contains(QRect(one.mapTo(view, one.rect().topLeft()), one.size()).center())
        for one in visible(view, NextStep)
    )


def words_of_plot(view):
    """The text of a plot that is empty for the same reason as the table below it."""
    texts = (getattr(one, "empty", "") for one in visible(view, QWidget))
    return next((text for text in texts if isinstance(text, str) and text), "")


def problems(view):
    """What an empty part of a view lacks."""
    for offer in (*visible(view, NextStep), *visible(view, EmptyPage)):
        buttons = visible(offer, QAbstractButton)
        if not any(button.isEnabled() for button in buttons):
            yield f"{offer.objectName()}: no button that can be pressed among {[b.text() for b in buttons]}"
        if isinstance(offer, NextStep):
            words = offer.words.text()
            if not re.match(r"[A-Z].*\.$", words):
                yield f"{words!r} is not a sentence"
            if not set(offer.buttons) <= set(BY_ID):
                yield f"{set(offer.buttons)}: an action that does not exist"
            if not offer.parentWidget().rect().contains(offer.geometry()):
                yield f"{words!r} has no room"
    for table in visible(view, Table):
        if table.rows.rowCount() or is_covered(table, view):
            continue
        words = table.empty or words_of_plot(view)
        named = any(text in words for text in controls(view))
        if words not in RESULTS and not named and not words.endswith("…"):  # at work
            yield f"{table.objectName()}: {words!r} names no control of {sorted(controls(view))}"


LACKING = [
    "nothing",
    pytest.param("a reference network alone", marks=pytest.mark.slow),
    pytest.param("a room without devices", marks=pytest.mark.slow),
    pytest.param("a design without trays", marks=pytest.mark.slow),
]


@pytest.mark.parametrize("state", LACKING)
def test_every_empty_view_offers_a_first_step(window, states, state, qtbot):
    window.resize(1280, 720)
    window.session.begin(states[state])
    found = {}
    for name, _ in WORKSPACES:
        window.show_workspace(name)
        qtbot.wait(1)
        if lacks := list(problems(window.workspace)):
            found[name] = lacks
    assert not found


def offer_of(window, workspace):
    window.show_workspace(workspace)
    [found] = visible(window.workspace, NextStep)
    return found


def test_buttons_of_empty_views_do_what_they_say(window, states):
    window.session.begin(states["nothing"])
    room = offer_of(window, "floor")
    room.buttons["tool-rack"].click()
    assert window.workspace.canvas.tool.name == "rack"
    assert not room.isVisible(), "the tool needs the whole room"
    window.workspace.canvas.take_tool(None)
    assert room.isVisible()
    offer_of(window, "racks").buttons["show-floor"].click()
    assert window.workspace_name == "floor"
    offer_of(window, "topology").buttons["design"].click()
    assert window.is_designing
    window.designing.end()


def test_what_is_there_hides_the_offer(window, states):
    window.session.begin(states["a design without trays"])
    for name in ("topology", "floor", "racks", "cables", "bill", "documents"):
        window.show_workspace(name)
        assert not visible(window.workspace, NextStep), name


def test_sentences_of_empty_views_are_whole(window, states):
    """Two lines of the bill in a small window; and no sentence is there twice."""
    window.resize(1280, 720)
    window.session.begin(states["nothing"])
    words = offer_of(window, "bill").words
    assert words.heightForWidth(words.width()) > 1.5 * words.fontMetrics().lineSpacing()
    assert words.height() >= words.heightForWidth(words.width())
    said = offer_of(window, "catalog").words.text()
    assert not any(table.empty in said for table in visible(window.workspace, Table) if table.empty)
