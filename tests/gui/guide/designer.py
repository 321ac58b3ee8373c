"""What the reader of docs/guide/designer.md does."""

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QCheckBox

from tests.gui.guide.hand import Drivers, Hand
from tests.gui.pages.requirements import RequirementsPage
from tests.gui.pages.wizard import WizardPage

STEPS = Drivers("designer")


def ready(hand: Hand) -> WizardPage:
    """Wait until the page in front can be left."""
    wizard = WizardPage(hand.window)
    busy = (wizard.search.candidates, wizard.search.project_answer)
    hand.until(lambda: not any(some.is_busy for some in busy) and wizard.next_button.isEnabled())
    hand.settle()
    return wizard


@STEPS("Start from a requirements file")
def open_requirements(hand: Hand) -> None:
    """Open a file in the wizard."""
    with hand.choosing("clusters/nodes-396.yaml"):
        hand.menu("File", "Open…")
    wizard = ready(hand)
    assert wizard.page_name == "candidates"
    hand.picture("designer-open", wizard.front, cut=QRect(0, 0, 2000, 655))


@STEPS("Allow more switches")
def allow_parts(hand: Hand) -> None:
    """Filter the switches, and allow those that are left."""
    wizard = WizardPage(hand.window)
    hand.click(wizard.back_button)
    hand.click(wizard.back_button)
    assert wizard.page_name == "parts"
    for name in ("only-priced", "only-fitting"):
        box = wizard.find(QCheckBox, name)
        box.click()
        hand.pressed(box.text())
    hand.click(wizard.allow_shown_button)
    hand.settle()
    hand.picture("designer-parts", wizard.front, cut=QRect(0, 0, 2000, 430))


@STEPS("Set a limit")
def limit(hand: Hand) -> None:
    """Limit the number of racks."""
    wizard = WizardPage(hand.window)
    hand.click(wizard.next_button)
    hand.type(wizard.field("limits", "racks").edit, "12", enter=False)
    hand.settle()
    hand.picture("designer-limits", wizard.front)


@STEPS("Compare the candidates")
def compare(hand: Hand) -> None:
    """Look at the first two, and at the rejected ones."""
    wizard = WizardPage(hand.window)
    hand.click(wizard.next_button)
    ready(hand)
    hand.look()
    wizard.candidates.selectRow(1)
    hand.settle()
    hand.picture("designer-candidates", wizard.front)


@STEPS("Find out what they cost once cabled")
def route(hand: Hand) -> None:
    """Place and cable the first five."""
    wizard = WizardPage(hand.window)
    hand.click(wizard.place_button)
    hand.until(lambda: wizard.search.routing is None)
    hand.settle()
    hand.look()
    wizard.candidates.selectRow(0)
    hand.settle()
    hand.picture("designer-routed", wizard.front, cut=QRect(0, 0, 2000, 480))
    first, second = (wizard.search.results[0].candidates[n] for n in range(2))
    costs = [
        next(row.routed.cost.amount for row in wizard.candidates.rows.rows if row.one is one)
        for one in (first, second)
    ]
    hand.sees(f"{round(costs[1] - costs[0]):,}")


@STEPS("Look at the room")
def room(hand: Hand) -> None:
    """The page with rows and trays."""
    wizard = WizardPage(hand.window)
    hand.click(wizard.next_button)
    ready(hand)
    hand.picture("designer-room", wizard.front)


@STEPS("Open and save the project")
def save(hand: Hand) -> None:
    """The last page, and the project behind it."""
    wizard = WizardPage(hand.window)
    hand.click(wizard.next_button)
    ready(hand)
    hand.picture("designer-result", wizard.front)
    with hand.choosing("cluster.fatdesk"):
        hand.click(wizard.button("save-as"))
    hand.settle()
    hand.menu("View", "Requirements")
    hand.settle()
    page = RequirementsPage(hand.window)
    page.go_to("candidates")
    hand.until(lambda: page.candidates.rows.rowCount() == 14)


@STEPS("Check the figures on the command line")
def check(hand: Hand) -> None:
    """Nothing in the window."""
