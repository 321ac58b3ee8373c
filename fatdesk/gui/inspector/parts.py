"""A part: its prices with their sources, how many are needed, its figures."""

from functools import partial

from fatdesk.engine.catalog.parts import Cable
from fatdesk.gui.bill.lines import TITLES
from fatdesk.gui.bill.prices import alternatives, can_price, part_of, set_price
from fatdesk.gui.bill.rules import set_spares, spares_text
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import UNKNOWN, money, signed

MOST_ALTERNATIVES = 4


def show_part(page: Page, part_id: str) -> None:
    """The page of one part."""
    session = page.session
    lines = [line for line in session.derived.bill.lines if line.part == part_id]
    part = part_of(session, part_id)
    subtitle = (
        " · ".join(word for word in (part.name, part.vendor) if word)
        if part is not None
        else "Part of a modular switch"
    )
    page.title(part_id, subtitle or "Part")
    if any(line.unit_price is None for line in lines):
        page.banner("This part has no price. The total is at least what is shown.")
    for line in lines:
        title = f"{line.length_m:g} m" if line.length_m is not None else "Price"
        grid = page.section(title, f"{line.order:,} to order")
        amount = "" if line.unit_price is None else money(line.unit_price)
        if can_price(session, line):
            page.field(
                grid,
                f"Unit price {title}" if len(lines) > 1 else "Unit price",
                amount,
                partial(set_price, session, line),
                line.currency,
            )
        else:
            page.value(grid, "Unit price", amount or UNKNOWN, line.currency)
        page.value(grid, "Needed", f"{line.needed:,}")
        page.value(grid, "Spares", f"{line.spares:,}")
        page.value(
            grid, "Extended", UNKNOWN if line.extended is None else money(line.extended), line.currency
        )
        source = ", ".join(word for word in (line.source, line.price_date) if word)
        if source:
            page.note(source)
        others = alternatives(session, line)[:MOST_ALTERNATIVES]
        if others:
            grid = page.section(f"Instead of {title}", "each, more or less")
            for other in others:
                change = UNKNOWN if other.difference is None else signed(other.difference, ",.2f")
                page.value(grid, f"{other.part}  {other.length_m:g} m", change, line.currency)
    for category in dict.fromkeys(line.category for line in lines):
        grid = page.section("Spares", "of the whole bill")
        page.field(
            grid,
            f"All {TITLES[category].lower()}",
            spares_text(session, category),
            partial(set_spares, session, category),
            "%",
            empty="none",
        )
    if part is not None and not isinstance(part, Cable):
        grid = page.section("Figures")
        page.value(grid, "Power", UNKNOWN if part.power_w is None else f"{part.power_w:,.0f}", "W")
        page.value(grid, "Mass", UNKNOWN if part.mass_kg is None else f"{part.mass_kg:,.1f}", "kg")
