"""What the reader of docs/guide/commissioning.md does."""

from tests.gui.guide.hand import Drivers, Hand
from tests.gui.pages.as_built import AsBuiltPage
from tests.gui.pages.inspector import Inspector

STEPS = Drivers("commissioning")


@STEPS("Make a plan and an imperfect installation")
def prepare(hand: Hand) -> None:
    """Nothing in the window."""


@STEPS("Load the report")
def load(hand: Hand) -> None:
    """Open the plan, and load what the fabric reports."""
    with hand.choosing("plan.fatdesk"):
        hand.menu("File", "Open…")
    hand.until(lambda: hand.window.session.is_open)
    hand.menu("View", "As-built")
    page = AsBuiltPage(hand.window)
    with hand.choosing("report/fabric.net"):
        hand.click(page.button("load-report"))
    hand.settle()
    assert not page.is_empty
    hand.picture("commissioning-loaded", page.widget)


@STEPS("Read the punch list")
def read(hand: Hand) -> None:
    """Select the first difference."""
    page = AsBuiltPage(hand.window)
    page.table.click(0, "Step")
    hand.settle()
    hand.picture("commissioning-swap")


@STEPS("Take the punch list along")
def export(hand: Hand) -> None:
    """Write the punch list, and look at the racks."""
    with hand.choosing("punch.pdf"):
        hand.menu("Analyse", "Punch list as PDF…")
    hand.until((hand.folder / "punch.pdf").exists)
    page = AsBuiltPage(hand.window)
    hand.click(page.button("draw-racks"))
    hand.settle()
    hand.picture("commissioning-racks", page.widget)


@STEPS("Accept what may stay")
def accept(hand: Hand) -> None:
    """Accept the exchange."""
    Inspector(hand.window).follow("Accept as built")
    hand.pressed("Accept as built")
    hand.settle()
    page = AsBuiltPage(hand.window)
    hand.picture("commissioning-accepted", page.widget)
    assert "1 move" in page.figures
    hand.menu("Analyse", "Revert accepted as-built changes")
    hand.settle()


@STEPS("Check an Ethernet fabric with show lldp")
def check_ethernet(hand: Hand) -> None:
    """Nothing in the window."""
    hand.sees("show lldp neighbors")
