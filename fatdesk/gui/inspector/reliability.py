"""How reliable a fabric is: failures a year, spares to hold, and whether all hosts stay connected."""

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtWidgets import QGridLayout

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.analysis.failures import Answer
from fatdesk.gui.analysis.outages import broken_of
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import AT_LEAST, AT_MOST, UNKNOWN, MisreadError, in_sentence, parse_number
from fatdesk.networks.fault_tolerance.all_connected import Connected
from fatdesk.networks.fault_tolerance.reliability import FailuresPerYear, Reliability
from fatdesk.networks.fault_tolerance.reliability_parameters import CATEGORIES, Category, ReliabilityAsked

MOST = 1e9
NOTHING_TOLD = "No part of the network has a failure rate: enter assumed rates above."


def show_reliability(page: Page, fabric: str) -> None:
    """What is asked, and what was found."""
    known = broken_of(page.session).reliabilities
    asked = known.asked
    page.title(f"Reliability of {fabric}", "Failures, spares, and who stays connected")
    if known.wrong:
        page.banner(known.wrong, "error")
    grid = page.section("Parameters")
    _number(
        page, "Nothing repaired for", asked.years, "y", lambda v: replace(asked, years=v or asked.years), grid
    )
    _number(page, "Repair takes", asked.mttr_h, "h", lambda v: replace(asked, mttr_h=v), grid, "not asked")
    _number(
        page,
        "Delivery takes",
        asked.delivery_days,
        "d",
        lambda v: replace(asked, delivery_days=v or asked.delivery_days),
        grid,
    )
    grid = page.section("Assumed MTBF", "where parts have none")
    for category in CATEGORIES:
        now = asked.mtbf_h.get(category)
        _number(page, category.capitalize(), now, "h", _assuming(asked, category), grid, "nothing")
    if known.is_running:
        page.note("It is being worked out…")
    else:
        page.button("Work out", lambda: _start(page, fabric))
    answer = known.of(fabric)
    if answer is None:
        return
    if not known.holds(fabric, page.session.project):
        page.banner("The project or the parameters have changed since: work it out again.")
    _found(page, answer.found)


def _found(page: Page, found: Reliability) -> None:
    grid = page.section("Failures a year")
    page.value(grid, "Network", _failures(found.network), strong=True)
    page.value(grid, "Hosts", _failures(found.hosts))
    most = found.network.at_least
    grid = page.section("All hosts connected")
    page.value(grid, f"Over {found.asked.years:g} years", _connected(found.over_years, most), strong=True)
    if found.asked.mttr_h is not None:
        page.value(grid, "At any time, with repair", _connected(found.at_any_time, most))
    if found.over_years is None:
        page.note(NOTHING_TOLD)
    elif not found.over_years.exact:
        low, high = 1 - found.over_years.high, 1 - found.over_years.low
        page.note(f"95 % interval {100 * low:.4g} to {100 * high:.4g} %, {found.over_years.drawn:,} drawn.")
    grid = page.section("Spares to hold", f"{100 * found.asked.confidence:g} % sure")
    for part in found.parts:
        told = UNKNOWN if part.spares is None else f"{part.spares:,} of {part.count:,}"
        page.value(grid, f"{part.part}{' (assumed)' if part.assumed else ''}", told)


def _failures(found: FailuresPerYear) -> str:
    if found.at_least and not found.amount:
        return UNKNOWN
    return f"{AT_LEAST if found.at_least else ''}{found.amount:,.3g}"


def _connected(found: Connected | None, at_most: bool) -> str:
    """A probability; at most that where parts that tell nothing count as never failing."""
    if found is None:
        return UNKNOWN
    return f"{AT_MOST if at_most else ''}{100 * found.probability:.5g} %"


def _assuming(asked: ReliabilityAsked, category: Category) -> Callable[[float | None], ReliabilityAsked]:
    def make(value: float | None) -> ReliabilityAsked:
        known = {name: hours for name, hours in asked.mtbf_h.items() if name != category}
        return replace(asked, mtbf_h=known if value is None else {**known, category: value})

    return make


def _number(
    page: Page,
    name: str,
    now: float | None,
    unit: str,
    make: Callable[[float | None], ReliabilityAsked],
    grid: QGridLayout,
    empty: str = "",
) -> None:
    """A field for a number above 0; one that may be empty says what that means."""

    def take(text: str) -> bool | str:
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
                return "Type a number above 0."
        try:
            broken_of(page.session).reliabilities.asked = make(value)
        except FatdeskError as error:
            return in_sentence(str(error))
        return True

    page.field(grid, name, "" if now is None else f"{now:g}", take, unit, empty or UNKNOWN, 96)


def _start(page: Page, fabric: str) -> None:
    """Work it out beside the window."""
    from fatdesk.tasks.failures import work_out_reliability

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
    known.job = page.jobs.start(
        f"Reliability of {fabric}",
        work_out_reliability,
        project,
        fabric,
        known.asked,
        done=done,
        failed=failed,
        whenever=True,
    )
    page.again()
