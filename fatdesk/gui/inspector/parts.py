"""Inspector pages of parts (prices, figures, sources, findings, uses) and of the rules of the bill."""

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import partial

from msgspec import Struct

from fatdesk.core.finding import Finding, Severity
from fatdesk.core.number_text import counted
from fatdesk.core.schema import field_at, fields_of
from fatdesk.engine.bill.counting import CATEGORIES
from fatdesk.engine.bill.deployability import known_figures
from fatdesk.engine.bill.making import BillLine
from fatdesk.engine.bill.rules import BillRules
from fatdesk.engine.catalog.part_files import override_name
from fatdesk.engine.catalog.parts import Cable, Part
from fatdesk.gui.catalog.uses import use_text, uses_of
from fatdesk.gui.lists.bill_lines import (
    TITLES,
    alternatives,
    can_price,
    has_price,
    part_of,
    set_alternative,
    set_currency,
    set_origin,
    set_price,
    set_rule,
    set_spares,
    set_terms,
    spares_text,
    use_alternative,
)
from fatdesk.gui.session.folder_library import FolderLibrary
from fatdesk.gui.session.library import Entry, Library
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import UNKNOWN, Name, in_sentence, money, plain, signed
from fatdesk.project.document.ref import LineOf

FIGURES = {
    "power_w": "Power",
    "mass_kg": "Mass",
    "depth_mm": "Depth",
    "reach_m": "Reach",
    "price": "Price",
} | {
    "diameter_mm": "Diameter",
    "bend_mm": "Minimum bend radius",
    "lane_rate_gbps": "Lane rate",
    "mass_limit_kg": "Maximum load",
    "power_limit_w": "Power limit",
    "outlets": "Outlets",
}
"""Titles of unknown figures."""
LABOUR = ["hourly_rate", "cables_per_hour_in_rack", "cables_per_hour_between_racks"]
"""Rules of the bill that are shown as labour; those without a place of their own follow as rules of lines."""
UNKNOWN_RULE = "unknown-figure"


def show_library_part(page: Page, key: str) -> None:
    """The checks of one part."""
    library = page.libraries.current
    entry = library.entry(key)
    if entry is None:
        page.title("Checks", "This part no longer exists")
        return
    page.title("Checks", entry.title)
    found = library.findings_of(entry) if library.is_checked else []
    _problems(page, entry)
    _wrong(page, entry, [(some, line) for some, line in found if some.rule != UNKNOWN_RULE])
    _unknown(page, entry.part, [some for some, _ in found if some.rule == UNKNOWN_RULE])
    _provenance(page, library, entry)
    _uses(page, entry)


def show_library_parts(page: Page, keys: list[str]) -> None:
    """Show the totals of several parts."""
    library = page.libraries.current
    entries = [entry for key in keys if (entry := library.entry(key)) is not None]
    found = (
        [some for entry in entries for some, _ in library.findings_of(entry)] if library.is_checked else []
    )
    grid = page.section("Checks", counted(len(found), "finding"))
    for severity in Severity:
        count = sum(some.severity is severity for some in found)
        page.value(
            grid, {"error": "Contradictions", "warning": "Warnings", "note": "Notes"}[severity], str(count)
        )


def _problems(page: Page, entry: Entry) -> None:
    if not entry.problems:
        return
    page.section("Cannot be read", str(len(entry.problems)))
    for problem in entry.problems:
        page.banner(f"{problem.field}: {problem.what}", "error")
        page.button(
            f"{problem.file}:{problem.line}", partial(page.libraries.point.emit, entry.key, problem.line)
        )


def _wrong(page: Page, entry: Entry, found: list[tuple[Finding, int]]) -> None:
    errors = [pair for pair in found if pair[0].severity is Severity.ERROR]
    others = [pair for pair in found if pair[0].severity is not Severity.ERROR]
    for title, pairs, tone in (("Contradictions", errors, "error"), ("Warnings and notes", others, "warn")):
        if title == "Contradictions" or pairs:
            page.section(title, str(len(pairs)) if pairs else "none")
        for finding, line in pairs:
            fix = f" {in_sentence(_titled(entry.part, finding.fix))}" if finding.fix else ""
            words = f"{in_sentence(finding.text)}{fix}"
            if finding.severity is Severity.NOTE:
                page.note(words)
            else:
                page.banner(words, tone)
            if line:
                run = partial(page.libraries.point.emit, entry.key, line)
                page.button(f"{entry.key}:{line}", run)


def _unknown(page: Page, part: Part | None, found: list[Finding]) -> None:
    names = [name for some in found for name in some.text.removeprefix("unknown: ").split(", ")]
    if names:
        grid = page.section("Unknown figures", str(len(names)))
        for name in names:
            first, of, rest = name.partition(" of ")
            title = FIGURES.get(first) or (first if part is None else _title(type(part), first))
            page.value(grid, title + of + rest, UNKNOWN)


def _provenance(page: Page, library: Library, entry: Entry) -> None:
    grid = page.section("Provenance")
    if isinstance(library, FolderLibrary):
        page.value(grid, "File", Name(entry.key.rpartition("/")[2]))
        page.value(grid, "Overrides", Name(", ".join(entry.own) or "none"))
        if entry.override is not None:
            page.value(grid, "Override", Name(override_name(entry.key).rpartition("/")[2]))
        changed = entry.key in library.unsaved or override_name(entry.key) in library.unsaved
        page.value(grid, "Saved", "not yet" if changed else "yes")
    else:
        page.value(grid, "Kept in", "this project")
    part = entry.part
    if part is not None:
        page.note(part.source or "No source is given.")
        for name in dict.fromkeys((*part.sources, *part.dates)):
            stated = (part.sources.get(name), part.dates.get(name))
            page.note(f"{_title(type(part), name)}: {', '.join(text for text in stated if text)}")


KEY = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")
"""A key of a part file in a sentence: those of one word read as words."""


def _titled(part: Part | None, text: str) -> str:
    """Return a text with the titles of fields in place of their keys.

    >>> from fatdesk.engine.catalog.part_files import load_shipped
    >>> _titled(load_shipped()["qsfp-copper"], "correct reach_m or lengths")
    'correct Reach or lengths'
    """
    if part is None:
        return text
    return KEY.sub(lambda found: _title(type(part), found.group()), text)


def _title(kind: type[Struct], name: str) -> str:
    """Return the title of a field of a part; its key where it has no form."""
    try:
        return field_at(kind, name).title
    except KeyError:
        return name


def _uses(page: Page, entry: Entry) -> None:
    if not page.session.is_open or entry.part is None:
        return
    uses = uses_of(page.session, entry)
    page.section("Where used", str(len(uses)) if uses else "nowhere")
    for use in uses:
        page.note(use_text(use))


MOST_ALTERNATIVES = 4


def show_line(page: Page, which: LineOf) -> None:
    """Show one line of the bill for cables: a part in one length."""
    bill = page.session.derived.bill
    lines = [line for line in bill.lines if (line.part, line.length_m) == which]
    if lines:
        _show_lines(page, which.part, lines, f"{which.part}  {which.length_m:g} m")
    else:
        page.title(which.part, "This length is no longer needed")


def show_part(page: Page, part_id: str) -> None:
    """The page of one part."""
    lines = [line for line in page.session.derived.bill.lines if line.part == part_id]
    _show_lines(page, part_id, lines, part_id)


def _show_lines(page: Page, part_id: str, lines: Sequence[BillLine], title: str) -> None:
    """Show lines of the bill of one part, to be typed."""
    session = page.session
    part = part_of(session, part_id)
    subtitle = (
        " · ".join(word for word in (part.name, part.vendor) if word)
        if part is not None
        else "Part of a modular switch"
    )
    page.title(title, subtitle or "Part")
    if any(line.unit_price is None for line in lines):
        page.banner("This part has no price. The total is at least what is shown.")
    for line in lines:
        _purchase(page, line, f"{line.length_m:g} m" if line.length_m is not None else "", len(lines) > 1)
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


def _purchase(page: Page, line: BillLine, length: str, is_one_of_several: bool) -> None:
    """Show the price of a line, and of a part with one line its origin and terms of purchase, to be typed."""
    session = page.session
    of = f" {length}" if is_one_of_several else ""
    grid = page.section(length or "Price", f"{line.order:,} to order")
    amount = "" if line.unit_price is None else money(line.unit_price)
    if can_price(session, line):
        page.field(grid, f"Unit price{of}", amount, partial(set_price, session, line), line.currency)
    else:
        page.value(grid, "Unit price", amount or UNKNOWN, line.currency)
    if has_price(session, line) and not is_one_of_several:
        for name, title, origin, empty in (
            ("date", "Price date", line.price_date, "such as 2026-11-20"),
            ("source", "Source", line.source, "none"),
        ):
            page.field(grid, title, origin, partial(set_origin, session, line, name), empty=empty, wide=150)
    elif line.source:
        page.note(", ".join(word for word in (line.source, line.price_date) if word))
    page.value(grid, "Needed", f"{line.needed:,}")
    page.value(grid, "Spares", f"{line.spares:,}")
    page.value(grid, "Extended", UNKNOWN if line.extended is None else money(line.extended), line.currency)
    if not is_one_of_several:
        _terms(page, line)
    others = alternatives(session, line)[:MOST_ALTERNATIVES]
    if others:
        grid = page.section(f"Alternatives to {length or 'it'}", "per cable")
        for other in others:
            change = UNKNOWN if other.difference is None else signed(other.difference, ",.2f")
            page.value(grid, f"{other.part}  {other.length_m:g} m", change, line.currency)
            page.value(grid, "Lead time", _lead_times(line.lead_time_days, other.lead_time_days), "")
            page.button(f"Use {other.part}", partial(use_alternative, session, line, other))


def _lead_times(now: int | None, then: int | None) -> str:
    """The lead time of a line and of what may be ordered instead, in days.

    >>> _lead_times(14, 42), _lead_times(None, 1), _lead_times(7, None)
    ('42 days (+28)', '1 day', 'unknown')
    """
    if then is None:
        return UNKNOWN
    return counted(then, "day") + ("" if now is None else f" ({signed(Decimal(then - now), ',.0f')})")


def _terms(page: Page, line: BillLine) -> None:
    """Show the terms of purchase of a line, to be typed."""
    session = page.session
    grid = page.section("Order")
    for name, title, value, unit in (
        ("pack_size", "Pack size", line.pack_size, ""),
        ("discount_percent", "Discount", line.discount_percent, "%"),
        ("lead_time_days", "Lead time", line.lead_time_days, "days"),
    ):
        text = "" if value is None else plain(Decimal(value))
        page.field(grid, title, text, partial(set_terms, session, line, name), unit, empty="none")
    page.field(
        grid,
        "Alternative",
        line.alternative,
        partial(set_alternative, session, line),
        empty="none",
        wide=150,
        about="What may be ordered instead",
    )


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
    page.note(
        "Nothing is converted: a price in another currency is unknown in this bill, and the hourly rate "
        "is in this one."
    )
    others = [key for key in fields_of(BillRules) if key not in (*LABOUR, "spares_percent", "currency")]
    for title, keys in (("Labour", LABOUR), ("Lines", others)):
        grid = page.section(title)
        for key in keys:
            field, value = field_at(BillRules, key), getattr(session.project.bill, key)
            unit = session.project.bill.currency if field.kind == "money" else field.unit
            wide = 0 if field.choices else 84
            page.decided(grid, field, [value], partial(set_rule, session, key), unit=unit, wide=wide)
    work = session.derived.installation
    grid = page.section("Laying all cables")
    page.value(grid, "In a rack", f"{work.inside:,}")
    page.value(grid, "Between racks", f"{work.between:,}")
    page.value(grid, "Work", f"{float(work.hours):,.1f}", "h")
    page.value(grid, "Cost", money(work.cost), work.currency)
    page.note("Not part of the bill.")
    installed = session.derived.deployability
    if installed.cables:
        grid = page.section("Deployability")
        for one in known_figures(installed)[1:]:  # the first are the hours above
            page.value(grid, one.title, one.text(installed), one.unit)
