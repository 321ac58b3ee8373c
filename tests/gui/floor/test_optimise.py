"""Optimise placement on the floor: with clicks from the tool bar to one step that can be undone."""

import os
import signal
import time
from decimal import Decimal

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QApplication

from fatdesk.engine.floor.floor import Floor
from fatdesk.engine.floor.route_rules import RouteRule
from fatdesk.engine.improving import improve
from fatdesk.engine.improving.task import Worth
from fatdesk.gui.floor.optimising import CostCurve, gain_text
from fatdesk.project.commands.cables import SetCabling
from fatdesk.project.commands.devices import MoveDevice
from fatdesk.project.commands.project import Rename
from fatdesk.project.files.file_format import encode
from tests.gui.pages.floor import FloorPage
from tests.patience import PATIENCE_S, judge_time

CTRL = Qt.KeyboardModifier.ControlModifier
START = "USD 138,263.00"
"""Cables of the 396 hosts as the heuristics place them."""


@pytest.fixture
def floor(desk, monkeypatch):
    """The floor; what a search finds in a few seconds is worth the moves, however small it is."""
    monkeypatch.setattr(improve, "WORTHWHILE", 0.0)
    return FloorPage(desk)


def searching(qtbot, floor):
    """From the tool bar to a search that has found something."""
    floor.ask_to_optimise()
    card = floor.optimiser
    assert card.asks_time
    card.press("start")
    qtbot.waitUntil(lambda: card.value("now") not in ("", START))


def amount(text):
    return float(text.split()[1].replace(",", ""))


def test_stop_keeps_the_best_as_one_step(desk, floor, qtbot):
    session = desk.session
    before = encode(session.project)
    cost = session.figures.cost
    searching(qtbot, floor)
    card = floor.optimiser
    assert card.value("start") == START
    assert floor.room.contains(card.place)
    bound = amount(card.value("bound"))
    assert bound < amount(card.value("now")) < amount(START)
    assert encode(session.project) == before, "nothing is taken while it searches"
    assert desk.refusal_in_view("optimise")
    start, task = time.monotonic(), floor.search
    card.press("stop")
    judge_time(time.monotonic() - start, 0.2)
    qtbot.waitUntil(lambda: not card.offers("stop"))
    saved = amount(START) - amount(card.value("now"))
    assert float(cost - session.figures.cost) == saved > 0
    assert session.history.undo_label == "Optimise placement"
    assert (task.state, task.text) == ("done", "Stopped; the best result so far is kept")
    assert card.words.startswith(f"The placement saves USD {saved:,.2f} (")
    assert "devices moved. Hosts and switches are numbered in order" in card.words
    assert "Undo reverts this in one step." in card.words
    after = encode(session.project)
    qtbot.keyClick(desk, Qt.Key.Key_Z, CTRL)
    assert encode(session.project) == before
    assert not session.history.can_undo
    assert not card.is_visible, "it reports a step that is undone"
    qtbot.keyClick(
        desk, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert encode(session.project) == after


def test_when_time_is_up_it_is_taken(desk, floor, qtbot):
    desk.actions_by_id["optimise"].trigger()
    floor.optimiser.choose_time(2)
    floor.optimiser.press("start")
    qtbot.waitUntil(lambda: floor.optimiser.offers("close") and not floor.optimiser.offers("start"))
    assert not floor.optimiser.offers("stop")
    if "No cheaper placement" in floor.optimiser.words:  # a computer with much else to do
        assert not desk.session.history.can_undo
    else:
        assert desk.session.history.undo_label == "Optimise placement"
    assert floor.can_optimise


def test_a_small_gain_is_offered_instead(desk, floor, qtbot, monkeypatch):
    monkeypatch.setattr(improve, "WORTHWHILE", 0.9)
    before = encode(desk.session.project)
    searching(qtbot, floor)
    card = floor.optimiser
    card.press("stop")
    qtbot.waitUntil(lambda: card.offers("apply"))
    saved = amount(START) - amount(card.value("now"))
    assert card.words.startswith(f"The best placement found saves USD {saved:,.2f} (")
    assert "The project is unchanged" in card.words
    assert encode(desk.session.project) == before
    qtbot.keyClick(desk.focusWidget(), Qt.Key.Key_Space)
    assert not card.is_visible, "the keys are at Discard"
    assert encode(desk.session.project) == before


def test_an_edited_project_is_asked_with_words(desk, floor, qtbot):
    session = desk.session
    searching(qtbot, floor)
    host = next(d.id for d in session.project.floor.racks[10].devices if d.id.startswith("nodes/"))
    session.do(MoveDevice(id=host, rack=14, u=1))
    floor.optimiser.press("stop")
    qtbot.waitUntil(lambda: floor.optimiser.offers("apply"))
    assert "edited during the search" in floor.optimiser.words
    assert session.history.undo_label == f"Move {host}"
    floor.optimiser.press("close")
    assert not floor.optimiser.is_visible
    assert session.history.undo_label == f"Move {host}"


def test_what_is_offered_can_be_taken(desk, floor, qtbot):
    session = desk.session
    searching(qtbot, floor)
    session.do(Rename(name="another name"))
    floor.optimiser.press("stop")
    qtbot.waitUntil(lambda: floor.optimiser.offers("apply"))
    floor.optimiser.press("apply")
    assert session.history.undo_label == "Optimise placement"
    assert session.project.name == "another name"
    assert not floor.optimiser.offers("apply")


def test_a_dead_worker_is_told_and_the_best_offered(desk, floor, qtbot):
    before = encode(desk.session.project)
    searching(qtbot, floor)
    os.kill(floor.search.running.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: floor.optimiser.offers("apply"))
    assert "Best result so far." in floor.optimiser.words
    assert encode(desk.session.project) == before


def test_another_project_ends_the_search(desk, floor, qtbot, saved):
    searching(qtbot, floor)
    task = floor.search
    desk.files.open_path(saved)
    assert task.state == "cancelled"
    QApplication.processEvents()
    assert not floor.optimiser.is_visible
    assert not desk.session.history.can_undo
    assert task.running.wait(PATIENCE_S)


def test_nothing_on_the_floor(window):
    from fatdesk.project.document.project import Project

    window.session.begin(Project(name="empty"))
    window.show_workspace("floor")
    assert window.refusal_in_view("optimise")


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        (
            (5, 9, "100", 9),
            (1, 12, "900", 9),
            "leaves 1 cable without a route or a part that fits, before it was 5",
        ),
        (
            (0, 1200, "100", 9),
            (0, 1180, "900", 9),
            "needs 1,180 cables and transceivers that have no price, before it was 1,200",
        ),
        ((0, 3, "200", 9), (0, 3, "150", 9), "saves USD 50.00 (25.00 %)"),
        ((0, 3, "0", 9_000_000), (0, 3, "0", 6_500_000), "saves 2.50 m of cable"),
    ],
)
def test_the_gain_is_that_which_decided(start, end, words):
    worths = [Worth(a, b, Decimal(c), d) for a, b, c, d in (start, end)]
    found = improve.Improved(Floor(), *worths, None, 1, 1.0, None, (), 2)
    assert gain_text(found, "USD") == words


def test_the_curve_goes_through_its_points(theme, qtbot):
    curve = CostCurve(theme)
    qtbot.addWidget(curve)
    curve.show_points([(0.0, 100.0), (1.0, 60.0), (3.0, 50.0)], 20.0, 4.0, "words")
    area = QRectF(0, 0, 400, 80)
    points = [(point.x(), point.y()) for point in curve.line(area)]
    # 100 is the top, the bound of 20 the foot: one unit is one pixel
    assert points == [(0, 0), (100, 0), (100, 40), (300, 40), (300, 50), (400, 50)]
    curve.resize(200, 72)
    assert not curve.grab().isNull()
    assert curve.accessibleName() == "words"


def test_the_card_states_what_is_not_compared(desk):
    """Route rules and panels do not count in the search."""
    floor, session = FloorPage(desk), desk.session
    floor.ask_to_optimise()
    assert "Placements are compared" not in floor.optimiser.words
    floor.optimiser.press("close")
    first = session.project.floor.trays[0].id
    rule = RouteRule(name="out", between=(("rack:1", ""),), avoid=(first,))
    assert session.do(SetCabling(panels="all"))
    session.begin(replace(session.project, floor=replace(session.project.floor, routes=(rule,))))
    floor.ask_to_optimise()
    assert "without route rules and patch panels; the result is laid" in floor.optimiser.words
