"""Inspector page of losses and their impact, and of the reliability of a fabric."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace
from PySide6.QtWidgets import QGridLayout

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import MisreadError, counted, percentage, rounded_number, shown_number
from fatdesk.engine.fabric.device_kinds import level_name
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.gui.analysis.failures import Answer, called
from fatdesk.gui.analysis.outages import outages_of
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import AT_LEAST, AT_MOST, UNKNOWN, in_sentence, parse_number
from fatdesk.networks.fault_tolerance.all_connected import Connected
from fatdesk.networks.fault_tolerance.reliability import (
    CATEGORIES,
    Category,
    FailuresPerYear,
    Reliability,
    ReliabilityParameters,
)
from fatdesk.project.designing.improving import held_devices
from fatdesk.project.document.ref import ElementOf

if TYPE_CHECKING:
    from fatdesk.gui.session.session import Session
    from fatdesk.networks.fault_tolerance.impact import Element
    from fatdesk.project.designing.advice import Advice
    from fatdesk.tasks.failures import LossFigures


MOST = 1e9
NO_RATES = "No part of the network has a failure rate: enter assumed rates above."
NO_REPAIR = "no repair"
"""An empty MTTR."""


def show_reliability(page: Page, fabric: str) -> None:
    """Show the parameters of the reliability of a fabric, and the result."""
    known = outages_of(page.session).reliabilities
    requested = known.requested
    page.title(f"Reliability of {fabric}", "Failures per year, spares, and whether all hosts stay connected")
    if known.wrong:
        page.banner(known.wrong, "error")
    grid = page.section("Parameters")
    _number(
        page,
        grid,
        "Years without repair",
        requested.years,
        "y",
        lambda years: replace(requested, years=years or requested.years),
        "Time during which failed elements are not repaired.",
    )
    _number(
        page,
        grid,
        "MTTR",
        requested.mttr_h,
        "h",
        lambda hours: replace(requested, mttr_h=hours),
        "Mean time to repair: hours until a failed element works again.",
        NO_REPAIR,
    )
    _number(
        page,
        grid,
        "Spare lead time",
        requested.delivery_days,
        "d",
        lambda days: replace(requested, delivery_days=days or requested.delivery_days),
        "Days until a spare part that is ordered arrives.",
    )
    grid = page.section("Assumed MTBF", "for parts without MTBF")
    for category in CATEGORIES:
        _number(
            page,
            grid,
            category.capitalize(),
            requested.mtbf_h.get(category),
            "h",
            _assuming(requested, category),
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
        grid,
        f"Over {shown_number(found.requested.years)} years",
        _connected(found.over_years, most),
        strong=True,
    )
    if found.requested.mttr_h is not None:
        page.value(grid, "At any time, with repair", _connected(found.at_any_time, most))
    if found.over_years is None:
        page.note(NO_RATES)
    elif not found.over_years.exact:
        low, high = percentage(1 - found.over_years.high), percentage(1 - found.over_years.low)
        page.note(f"95 % interval {low} to {high}, from {found.over_years.drawn:,} random combinations.")
    grid = page.section("Spares to hold", f"{shown_number(100 * found.requested.confidence)} % confidence")
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


def _assuming(
    requested: ReliabilityParameters, category: Category
) -> Callable[[float | None], ReliabilityParameters]:
    def make(value: float | None) -> ReliabilityParameters:
        known = {name: hours for name, hours in requested.mtbf_h.items() if name != category}
        return replace(requested, mtbf_h=known if value is None else {**known, category: value})

    return make


def _number(
    page: Page,
    grid: QGridLayout,
    name: str,
    now: float | None,
    unit: str,
    make: Callable[[float | None], ReliabilityParameters],
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
            outages_of(page.session).reliabilities.requested = make(value)
        except FatdeskError as error:
            return in_sentence(str(error))
        return True

    text = "" if now is None else shown_number(now)
    page.field(grid, name, text, apply, unit, empty or UNKNOWN, 108, about)


def _start(page: Page, fabric: str) -> None:
    """Calculate the reliability of a fabric in the background."""
    from fatdesk.tasks.failures import find_reliability

    session = page.session
    known, project, document = outages_of(session).reliabilities, session.project, session.document

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
        known.requested,
        done=done,
        failed=failed,
        whenever=True,
    )
    page.again()


HELPED = ("rack", "power feed")
"""Kinds of elements against whose loss something may be known to help."""
MOST_NAMED = 3
"""Of more switches only the number is shown."""
MARKED = (
    "Topology, Floor and Racks mark lost elements with a red dashed outline and a cross, "
    "and what they cut off with a red background."
)


def show_loss(page: Page, lost: ElementOf) -> None:
    """The impact of the loss of one element."""
    name, key = lost
    session = page.session
    loss = outages_of(session).losses.loss(lost)
    if loss is None:
        page.title(key, "Not calculated, or no longer in the project")
        page.note("Faults calculates the impact of losing each element.")
        return
    element = loss.elements[0]
    page.title(called(element), f"Loss of one element, {name} fabric")
    if not outages_of(session).losses.holds(name, 1, session.project):
        page.banner("The project has changed since. Calculate the losses again.")
    fabric = next((some for some in session.derived.fabrics if some.name == name), None)
    if fabric is not None and outages_of(session).losses.holds(name, 1, session.project):
        _what_goes(page, loss, fabric)
    _what_is_left(page, loss)
    if loss.remark:
        page.section("Remark")
        page.note(loss.remark)
    advice = loss.advice
    if advice is not None and outages_of(session).losses.holds(name, 1, session.project):
        page.section("What would help")
        page.note(advice.text)
        page.button(advice.title, partial(session.do, advice.command))
    elif element.kind in HELPED and outages_of(session).losses.holds(name, 1, session.project):
        _what_would_help(page, lost, "" if fabric is None else why_no_advice(page.session, element, fabric))
    page.section("Shown in")
    page.note(MARKED)


def why_no_advice(session: "Session", element: "Element", fabric: Fabric) -> str:
    """Return what was tried against a loss without success, and what can be done by hand."""
    if element.kind == "power feed":
        return "Nothing was found: there is no other feed that could also supply its racks."
    levels = fabric.level[element.nodes]
    switches = element.nodes[fabric.kind[element.nodes] == NodeKind.SWITCH]
    held = held_devices(session.derived) if len(switches) > 1 else frozenset()
    free = [node for node in switches.tolist() if fabric.ids[node] not in held]
    top = int(fabric.level.max(initial=1))
    tried = []
    if top > 1 and bool((levels == top).any()):
        tried.append("top-level switches in one more rack, in the centre and spread")
    if len(switches) > 1 and free:
        number = [some.name for some in session.derived.fabrics].index(fabric.name)
        names = [session.derived.names[number][node] for node in free]
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        which = "all but one of them " if len(free) == len(switches) else ""
        tried.append(f"{', '.join(names[:MOST_NAMED])}{more}, {which}in free units of other racks")
    if not tried and len(switches) > 1:
        return "No placement was tried: cables of all switches of the rack are in place or decided by hand."
    if not tried:
        return "No placement was tried: the rack has fewer than two switches to spread over other racks."
    return (
        f"Nothing was found. Tried: {'; '.join(tried)}. There are no free units for that, or the loss of the "
        "worst of these racks then cuts off no fewer hosts, or all of them together more."
    )


def _what_would_help(page: Page, lost: ElementOf, nothing: str) -> None:
    """Show a step that reduces the impact, once somebody asks for it; ``nothing`` where there is none."""
    session = page.session
    page.section("What would help")
    advice, project = outages_of(session).losses.advice.get(lost, (None, None))
    if project is not session.project:
        title = f"Remedies for the loss of {lost[1]}"
        page.task_button("Find a remedy", "Searching…", title, lambda: _find_advice(page, title, lost))
    elif advice is None:
        page.note(nothing)
    else:
        command = advice.command
        page.note(advice.text)
        page.button(advice.title, lambda: session.do(command))


def _find_advice(page: Page, title: str, lost: ElementOf) -> None:
    """Search for it in the background."""
    from fatdesk.tasks.failures import find_advice

    session, again = page.session, page.again
    project, document, losses = session.project, session.document, outages_of(session).losses

    def done(found: "Advice | None") -> None:
        if session.is_open and session.document is document:
            losses.advice[lost] = (found, project)
            again()
            session.faulted.emit()

    fabric, key = lost
    page.tasks.start(
        title,
        find_advice,
        project,
        fabric,
        key,
        done=done,
        failed=session.said.emit,
        whenever=True,
    )


def _what_goes(page: Page, loss: "LossFigures", fabric: Fabric) -> None:
    grid, element = page.section("Lost"), loss.elements[0]
    number = [some.name for some in page.session.derived.fabrics].index(fabric.name)
    names = page.session.derived.names[number]
    nodes = element.nodes
    switches = fabric.kind[nodes] == NodeKind.SWITCH
    levels = int(fabric.level.max(initial=1))
    for level in range(levels, 0, -1):
        here = nodes[switches & (fabric.level[nodes] == level)]
        total = int(((fabric.kind == NodeKind.SWITCH) & (fabric.level == level)).sum())
        if len(here):
            few = ", ".join(names[node] for node in here.tolist())
            stated = few if len(here) <= MOST_NAMED else f"{len(here):,} of {total:,}"
            page.value(grid, f"{level_name(level, levels)} switches", stated)
    hosts = int((fabric.kind[nodes] == NodeKind.HOST).sum())
    if hosts:
        page.value(grid, "Hosts", f"{hosts:,}")
    page.value(grid, "Links", f"{len(np.unique(element.links)):,}")
    page.value(grid, "Cables", f"{len(element.cables):,}")


def _what_is_left(page: Page, loss: "LossFigures") -> None:
    grid = page.section("Remaining")
    page.value(grid, "Hosts connected", f"{loss.hosts - loss.hosts_lost:,} of {loss.hosts:,}", strong=True)
    bisection = loss.bisection_left
    page.value(grid, "Bisection", "not calculated" if bisection is None else f"{100 * bisection:.1f}", "%")
    if loss.uplinks is not None:
        page.value(grid, "Uplinks, worst switch", f"{loss.uplinks_left:,} of {loss.uplinks:,}")
    page.value(grid, "Pairs connected", f"{100 * loss.pairs_connected / max(loss.pairs, 1):.1f}", "%")


def show_losses(page: Page, ids: list[ElementOf]) -> None:
    """Several elements lost at once, as the drawings show them."""
    for sentence in outages_of(page.session).sentences:
        page.note(sentence)
    page.note(f"{counted(len(ids), 'element')} lost at once, as the drawings show.")
