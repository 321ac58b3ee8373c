"""The loss of a thing in the inspector: what goes, what is left, and where it is marked."""

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.fabric.names import level_name
from fatdesk.gui.analysis.failures import called
from fatdesk.gui.analysis.outages import broken_of
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import counted
from fatdesk.project.document.ref import ElementOf

if TYPE_CHECKING:
    from fatdesk.project.designing.advice import Advice
    from fatdesk.tasks.failures import LossFigures

HELPED = ("rack", "power feed")
"""Kinds of elements against whose loss something may be known to help."""
MOST_NAMED = 3
"""Of more switches only their count is told."""
MARKED = (
    "Topology, Floor and Racks mark what is lost with a red dashed outline and a cross, "
    "and what it cuts off with a red ground."
)


def show_loss(page: Page, lost: ElementOf) -> None:
    """What the loss of one thing does."""
    name, key = lost
    session = page.session
    loss = broken_of(session).losses.loss(lost)
    if loss is None:
        page.title(key, "It was not worked out, or is no longer there")
        page.note("Faults works out the impact of losing each element.")
        return
    element = loss.elements[0]
    page.title(called(element), f"Loss of one element, {name} fabric")
    if not broken_of(session).losses.holds(name, 1, session.project):
        page.banner("The project has changed since: work the losses out again.")
    fabric = next((some for some in session.derived.fabrics if some.name == name), None)
    if fabric is not None and broken_of(session).losses.holds(name, 1, session.project):
        _what_goes(page, loss, fabric)
    _what_is_left(page, loss)
    if loss.remark:
        page.section("Remark")
        page.note(loss.remark)
    advice = loss.advice
    if advice is not None and broken_of(session).losses.holds(name, 1, session.project):
        page.section("What would help")
        page.note(advice.text)
        page.button(advice.title, partial(session.do, advice.command))
    if element.kind in HELPED and broken_of(session).losses.holds(name, 1, session.project):
        _what_would_help(page, lost)
    page.section("Shown in")
    page.note(MARKED)


def _what_would_help(page: Page, lost: ElementOf) -> None:
    """A step that was tried and makes the loss milder, once somebody asks for it."""
    session = page.session
    page.section("What would help")
    advice, project = broken_of(session).losses.advice.get(lost, (None, None))
    if project is not session.project:
        page.button("Find out", lambda: _find_advice(page, lost))
    elif advice is None:
        page.note("Nothing was found that helps.")
    else:
        command = advice.command
        page.note(advice.text)
        page.button(advice.title, lambda: session.do(command))


def _find_advice(page: Page, lost: ElementOf) -> None:
    """Look for it beside the window."""
    from fatdesk.tasks.failures import find_advice

    session, again = page.session, page.again
    project, document, losses = session.project, session.document, broken_of(session).losses

    def done(found: "Advice | None") -> None:
        if session.is_open and session.document is document:
            losses.advice[lost] = (found, project)
            again()
            session.faulted.emit()

    fabric, key = lost
    page.tasks.start(
        f"What would help against {key}",
        find_advice,
        project,
        fabric,
        key,
        done=done,
        failed=session.said.emit,
        whenever=True,
    )


def _what_goes(page: Page, loss: "LossFigures", fabric: Fabric) -> None:
    grid, element = page.section("What goes"), loss.elements[0]
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
            told = few if len(here) <= MOST_NAMED else f"{len(here):,} of {total:,}"
            page.value(grid, f"{level_name(level, levels)} switches", told)
    hosts = int((fabric.kind[nodes] == NodeKind.HOST).sum())
    if hosts:
        page.value(grid, "Hosts", f"{hosts:,}")
    page.value(grid, "Links", f"{len(np.unique(element.links)):,}")
    page.value(grid, "Cables", f"{len(element.cables):,}")


def _what_is_left(page: Page, loss: "LossFigures") -> None:
    grid = page.section("What is left")
    page.value(grid, "Hosts connected", f"{loss.hosts - loss.hosts_lost:,} of {loss.hosts:,}", strong=True)
    bisection = loss.bisection_left
    page.value(grid, "Bisection", "not worked out" if bisection is None else f"{100 * bisection:.1f}", "%")
    if loss.uplinks is not None:
        page.value(grid, "Up-links, worst switch", f"{loss.uplinks_left:,} of {loss.uplinks:,}")
    page.value(grid, "Pairs connected", f"{100 * loss.pairs_connected / max(loss.pairs, 1):.1f}", "%")


def show_losses(page: Page, ids: list[ElementOf]) -> None:
    """Several things lost at once: what the drawings show."""
    for sentence in broken_of(page.session).sentences:
        page.note(sentence)
    page.note(f"{counted(len(ids), 'thing')} lost at once, as the drawings show.")
