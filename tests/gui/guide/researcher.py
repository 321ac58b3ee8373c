"""What the reader of docs/guide/researcher.md does."""

from PySide6.QtWidgets import QAbstractButton, QToolButton

from tests.gui.guide.hand import Drivers, Hand
from tests.gui.pages.explorer import ExplorerPage
from tests.gui.pages.simulation import SimulationPage

STEPS = Drivers("researcher")


@STEPS("Take a published study, and make it smaller")
def prepare(hand: Hand) -> None:
    """Nothing in the window."""
    hand.sees(*(path.read_text(encoding="utf-8") for path in sorted(hand.folder.rglob("figure-1.yaml"))))


@STEPS("Explore all trees and lattices")
def explore(hand: Hand) -> None:
    """Search the small study, and pin two networks."""
    hand.open_example("60 hosts, two levels")
    hand.menu("View", "Explorer")
    page = ExplorerPage(hand.window)
    with hand.choosing("small.yaml"):
        entry = next(action for action in page.source_menu if action.text() == "Requirements file…")
        entry.trigger()
    hand.pressed("Requirements file…")
    hand.settle()
    hand.click(page.search_button)
    hand.until(lambda: page.task is None and page.points is not None)
    hand.settle()
    for number in (page.listed[0], page.listed[-1]):
        page.pin(number)
        hand.sees(*page.row_texts(number).values())
    hand.sees(len(page.listed), *(value for line in page.compared for value in line[1:]))
    hand.picture("researcher-explorer")


@STEPS("Simulate packets")
def simulate(hand: Hand) -> None:
    """A short study of two networks."""
    hand.menu("View", "Simulation")
    page = SimulationPage(hand.window)
    hand.click(page.find(QAbstractButton, "new-study"))
    hand.settle()
    hand.pressed(page.find(QToolButton, "add-network").text())
    hand.pressed(page.network_menu[-1].text())
    page.type_network()
    page.card.family.setCurrentText("FT-RUFT-222")
    hand.look()
    page.card.enter()
    hand.settle()
    for name, text in (("Loads", "0.1 : 0.9 : 0.4"), ("Measured", "5,000"), ("Warm-up", "1,000")):
        hand.type(page.panel.field(name), text)
    hand.click(page.run_button)
    hand.until(lambda: not page.is_running)
    hand.settle()
    hand.picture("researcher-simulation")


@STEPS("Let links fail")
def fail(hand: Hand) -> None:
    """Nothing in the window."""


@STEPS("Use the library")
def use_library(hand: Hand) -> None:
    """Nothing in the window."""


@STEPS("Compare with the paper")
def compare(hand: Hand) -> None:
    """Nothing in the window."""
