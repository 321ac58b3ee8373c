"""Inspector page of differences between plan and report: what happened, where, and the steps of repair."""

from fatdesk.core.number_text import counted
from fatdesk.engine.asbuilt.descriptions import in_words, step_text, title_of
from fatdesk.engine.asbuilt.difference import Difference
from fatdesk.gui.analysis.installed import installed_of
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import Name
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.cables import Replug
from fatdesk.project.document.ref import CABLE, DifferenceAt

MOST = 12
"""Plugs and steps that are listed one by one."""


def show_difference(page: Page, at: DifferenceAt) -> None:
    """Show a difference and the steps of repair."""
    session = page.session
    one = installed_of(session).difference(at)
    if one is None:
        page.title(str(at.kind).capitalize(), "No longer a difference")
        page.note("Here the plan and the discovered fabric agree, or no discovered fabric is loaded.")
        return
    built = installed_of(session).built
    stage = built.stage if built is not None else ""
    page.title(title_of(one), f"Difference from {stage or 'the plan'}, {installed_of(session).file}")
    words = in_words(one)
    page.note(f"{words[0].upper()}{words[1:]}.", "text")
    for displaced in one.displaced[:MOST]:
        grid = page.section(f"Cable to {displaced.stays.device}, end {displaced.end.upper()}")
        page.value(grid, "Found at", Name(displaced.found), strong=True)
        page.value(grid, "Belongs to", Name(displaced.planned))
        page.value(grid, "Other end (correct)", Name(displaced.stays))
    for joined in one.joined:
        grid = page.section("Cable")
        page.value(grid, "End A", Name(joined.a), strong=True)
        page.value(grid, "End B", Name(joined.b), strong=True)
    _mending(page, one)
    cables = [CABLE(cable) for cable in one.cables]
    if cables:
        page.section("Cables")
        page.button(f"Select {counted(len(cables), 'cable')}", lambda: session.select(cables))
    _accepting(page, one, stage)
    page.section("Shown in")
    page.note("Topology, Floor and Racks mark the cables, racks and devices of the selection.")


def _accepting(page: Page, one: Difference, stage: str) -> None:
    """Take what was built into the plan, if exchanging plugs does it; ``stage``: of growth, compared with."""
    page.section("Accept instead")
    if stage:
        page.note("While a growth step is in progress no difference can be accepted into the plan.")
        return
    if not one.exchanges:
        page.note("Only exchanged and shifted plugs of one level can be accepted into the plan.")
        return
    page.note(
        "Wiring list, labels and exports then show the installed state. Ids of cables change with their ends."
    )
    page.button("Accept as built", lambda: page.session.do(accepting(one)))


def accepting(one: Difference) -> Command:
    """Return the command that accepts the installed state into the plan."""
    commands = tuple(Replug(a=a, b=b) for a, b in one.exchanges)
    return Batch(name=f"Accept as built: {in_words(one)}"[:200], commands=commands)


def _mending(page: Page, one: Difference) -> None:
    """The steps."""
    page.section(f"{counted(one.moves, 'move')}" if one.moves else "Steps")
    for step in one.steps[:MOST]:
        words = step_text(step)
        page.note(f"{words[0].upper()}{words[1:]}.")
    if len(one.steps) > MOST:
        page.note(f"{len(one.steps) - MOST:,} more steps are in the punch list.")


def show_differences(page: Page, ids: list[DifferenceAt]) -> None:
    """Several differences: how much there is to do."""
    session = page.session
    found = [one for one in map(installed_of(session).difference, ids) if one is not None]
    grid = page.section("Totals")
    page.value(grid, "Moves", f"{sum(one.moves for one in found):,}")
    cables = list(dict.fromkeys(cable for one in found for cable in one.cables))
    page.value(grid, "Cables", f"{len(cables):,}")
    if cables:
        elements = [CABLE(cable) for cable in cables]
        page.button(f"Select {counted(len(elements), 'cable')}", lambda: session.select(elements))
