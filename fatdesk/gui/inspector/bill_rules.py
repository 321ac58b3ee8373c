"""The rules of the bill: spares of each category in percent, and the currency."""

from functools import partial

from fatdesk.engine.bill.counting import CATEGORIES
from fatdesk.gui.bill.lines import TITLES
from fatdesk.gui.bill.rules import set_currency, set_spares, spares_text
from fatdesk.gui.views.property_page import Page


def show_bill_rules(page: Page, _: str) -> None:
    """Show the rules of the bill, to be typed."""
    session = page.session
    page.title("Bill of materials", "Spares and currency")
    grid = page.section("Spares")
    for category in CATEGORIES:
        page.field(
            grid,
            TITLES[category],
            spares_text(session, category),
            partial(set_spares, session, category),
            "%",
            empty="none",
        )
    page.note("Percent of the pieces needed on each line, rounded up to whole pieces.")
    grid = page.section("Currency")
    page.field(
        grid, "Currency", session.project.bill.currency, partial(set_currency, session), empty="such as EUR"
    )
    page.note("Nothing is converted: a price in another currency is unknown in this bill.")
