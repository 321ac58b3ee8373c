"""Reliability of a fabric: failures per year, spares to hold, and whether all hosts stay connected."""

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtWidgets import QGridLayout

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import percentage, rounded_number, shown_number
from fatdesk.gui.analysis.failures import Answer
from fatdesk.gui.analysis.outages import broken_of
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import AT_LEAST, AT_MOST, UNKNOWN, MisreadError, in_sentence, parse_number
from fatdesk.networks.fault_tolerance.all_connected import Connected
from fatdesk.networks.fault_tolerance.reliability import FailuresPerYear, Reliability
from fatdesk.networks.fault_tolerance.reliability_parameters import CATEGORIES, Category, ReliabilityAsked

MOST = 1e9
NO_RATES = "No part of the network has a failure rate: enter assumed rates above."
NO_REPAIR = "not considered"
"""An empty MTTR."""


def show_reliability(page: Page, fabric: str) -> None:
    """Show the parameters of the reliability of a fabric, and the result."""
    known = broken_of(page.session).reliabilities
    asked = known.asked
    page.title(f"Reliability of {fabric}", "Failures per year, spares, and whether all hosts stay connected")
    if known.wrong:
        page.banner(known.wrong, "error")
    grid = page.section("Parameters")
    _number(
        page,
        grid,
        "Years without repair",
        asked.years,
        "y",
        lambda years: replace(asked, years=years or asked.years),
        "How long nothing that fails is repaired.",
    )
    _number(
        page,
        grid,
        "MTTR",
        asked.mttr_h,
        "h",
        lambda hours: replace(asked, mttr_h=hours),
        "Mean time to repair: hours until a failed element works again.",
        NO_REPAIR,
    )
    _number(
        page,
        grid,
        "Spare lead time",
        asked.delivery_days,
        "d",
        lambda days: replace(asked, delivery_days=days or asked.delivery_days),
        "Days until a spare part that is ordered arrives.",
    )
    grid = page.section("Assumed MTBF", "for parts without MTBF")
    for category in CATEGORIES:
        _number(
            page,
            grid,
            category.capitalize(),
            asked.mtbf_h.get(category),
            "h",
            _assuming(asked, category),
            "Mean time between failures, in hours, of parts that state none.",
            "none",
        )
    if known.is_running:
        page.note("Calculating…")
    else:
        page.button("Calculate", lambda: _start(page, fabric))
    answer = known.of(fabric)
    if answer is None:
        return
    if not known.holds(fabric, page.session.project):
        page.banner("The project or the parameters have changed since. Calculate again.")
    _found(page, answer.found)


def _found(page: Page, found: Reliability) -> None:
    grid = page.section("Failures per year")
    page.value(grid, "Network", _failures(found.network), strong=True)
    page.value(grid, "Hosts", _failures(found.hosts))
    most = found.network.at_least
    grid = page.section("All hosts connected")
    page.value(
        grid, f"Over {shown_number(found.asked.years)} years", _connected(found.over_years, most), strong=True
    )
    if found.asked.mttr_h is not None:
        page.value(grid, "At any time, with repair", _connected(found.at_any_time, most))
    if found.over_years is None:
        page.note(NO_RATES)
    elif not found.over_years.exact:
        low, high = percentage(1 - found.over_years.high), percentage(1 - found.over_years.low)
        page.note(f"95 % interval {low} to {high}, from {found.over_years.drawn:,} random combinations.")
    grid = page.section("Spares to hold", f"{shown_number(100 * found.asked.confidence)} % sure")
    for part in found.parts:
        spares = UNKNOWN if part.spares is None else f"{part.spares:,} of {part.count:,}"
        page.value(grid, f"{part.part}{' (assumed)' if part.assumed else ''}", spares)


def _failures(found: FailuresPerYear) -> str:
    if found.at_least and not found.amount:
        return UNKNOWN
    return f"{AT_LEAST if found.at_least else ''}{rounded_number(found.amount)}"


def _connected(found: Connected | None, at_most: bool) -> str:
    """A probability; an upper bound where parts without MTBF count as never failing."""
    if found is None:
        return UNKNOWN
    return f"{AT_MOST if at_most else ''}{percentage(found.probability)}"


def _assuming(asked: ReliabilityAsked, category: Category) -> Callable[[float | None], ReliabilityAsked]:
    def make(value: float | None) -> ReliabilityAsked:
        known = {name: hours for name, hours in asked.mtbf_h.items() if name != category}
        return replace(asked, mtbf_h=known if value is None else {**known, category: value})

    return make


def _number(
    page: Page,
    grid: QGridLayout,
    name: str,
    now: float | None,
    unit: str,
    make: Callable[[float | None], ReliabilityAsked],
    about: str,
    empty: str = "",
) -> None:
    """Add a field for a number above 0; ``empty`` is what an empty field means, where it may be empty."""

    def apply(text: str) -> bool | str:
        value: float | None = None
        if text or not empty:
            try:
                value = float(parse_number(text, unit))
            except FatdeskError as error:
                return (
                    f"{error}."
                    if isinstance(error, MisreadError)
                    else f"Type a number of {unit}, such as 100."
                )
            if not 0 < value <= MOST:
                return f"Type a number above 0, at most {shown_number(MOST)}."
        try:
            broken_of(page.session).reliabilities.asked = make(value)
        except FatdeskError as error:
            return in_sentence(str(error))
        return True

    text = "" if now is None else shown_number(now)
    page.field(grid, name, text, apply, unit, empty or UNKNOWN, 108, about)


def _start(page: Page, fabric: str) -> None:
    """Calculate the reliability of a fabric in the background."""
    from fatdesk.tasks.failures import find_reliability

    session = page.session
    known, project, document = broken_of(session).reliabilities, session.project, session.document

    def done(found: Reliability) -> None:
        if session.is_open and session.document is document:
            known.put(fabric, Answer(found, project))
            session.faulted.emit()

    def failed(why: str) -> None:
        known.wrong = in_sentence(why)
        session.faulted.emit()

    known.wrong = ""
    known.task = page.tasks.start(
        f"Reliability of {fabric}",
        find_reliability,
        project,
        fabric,
        known.asked,
        done=done,
        failed=failed,
        whenever=True,
    )
    page.again()
