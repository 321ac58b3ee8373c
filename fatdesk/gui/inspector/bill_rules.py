"""Inspector page of the rules of the bill: spares in percent, currency, labour."""

from functools import partial

from fatdesk.core.schema import field_at
from fatdesk.engine.bill.counting import CATEGORIES
from fatdesk.engine.bill.rules import BillRules
from fatdesk.gui.bill.edits import set_currency, set_rule, set_spares, spares_text
from fatdesk.gui.bill.lines import TITLES
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import money


def show_bill_rules(page: Page, _: str) -> None:
    """Show the rules of the bill, to be typed."""
    session = page.session
    page.title("Bill of materials", "Spares, currency and labour")
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
    grid = page.section("Labour")
    for key in ("hourly_rate", "cables_per_hour_in_rack", "cables_per_hour_between_racks"):
        field = field_at(BillRules, key)
        value = getattr(session.project.bill, key)
        unit = session.project.bill.currency if field.kind == "money" else field.unit
        page.decided(grid, field, [value], partial(set_rule, session, key), unit=unit, wide=84)
    work = session.derived.installation
    grid = page.section("Laying all cables")
    page.value(grid, "In a rack", f"{work.inside:,}")
    page.value(grid, "Between racks", f"{work.between:,}")
    page.value(grid, "Work", f"{float(work.hours):,.1f}", "h")
    page.value(grid, "Cost", money(work.cost), work.currency)
    page.note("Not part of the bill.")
