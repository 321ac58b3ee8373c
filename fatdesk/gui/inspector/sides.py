"""Section of an inspector page: cables at the sides of a rack, stored excess, and its top entry."""

from PySide6.QtWidgets import QGridLayout

from fatdesk.core.units import m_from_um
from fatdesk.engine.cabling.filling import UM2_PER_MM2
from fatdesk.engine.cabling.rack_sides import HALVES, SIDES, RackSides
from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.floor.floor import Rack
from fatdesk.engine.physical.side_figures import SideUse, uses_of, worst_use
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import bounded, to_read

NL_PER_LITRE = 1_000_000_000


def side_section(page: Page, rack: Rack) -> None:
    """Show the fullest unit of each side at which cables run, the excess stored there, and the top entry."""
    session = page.session
    sides, racks = session.derived.rack_sides, session.project.floor.racks
    index = next(n for n, some in enumerate(racks) if some.number == rack.number)
    part = session.derived.catalog.rack(rack.part)
    worst = [worst_use(units) for units in uses_of(sides, index, part.manager_mm2)]
    used = [use for use in worst if use.cables]
    if not used:
        return
    grid = page.section("Cables at the sides", "cross-section unknown" if part.manager_mm2 is None else "")
    for use in used:
        page.value(grid, SIDES[use.side].capitalize(), _fill_text(use), "")
    _stored(page, grid, sides, index)
    _top(page, grid, sides, index, part)


def _fill_text(use: SideUse) -> str:
    """Fill at the fullest unit, or the cross-section of the cables where the manager is not known."""
    if use.fill is None:
        amount = f"{bounded((use.routed_mm2 + use.stored_mm2) / 100, use.unknown, ',.1f')} cm²"
    else:
        amount = f"{bounded(use.fill * 100, use.unknown, ',.1f')} %"
    return to_read(f"{amount} at U{use.unit} · {use.cables:,} cable{'s'[: use.cables != 1]}")


def _stored(page: Page, grid: QGridLayout, sides: RackSides, index: int) -> None:
    """Length and volume of the excess cable that is stored in the rack."""
    here = slice(4 * index, 4 * index + 4)
    length = m_from_um(int(sides.load.stored_um[here].sum()))
    bound = bool(sides.load.unstored[here].any())
    page.value(grid, "Excess cable stored", bounded(length, bound, ",.1f"), "m")
    volume = int(sides.load.stored_nl[here].sum()) / NL_PER_LITRE
    page.value(grid, "Its volume", bounded(volume, bound, ",.2f"), "l")


def _top(page: Page, grid: QGridLayout, sides: RackSides, index: int, part: RackPart) -> None:
    """Show the cables that pass the top of the rack, half by half."""
    load = sides.load
    for half, name in enumerate(HALVES):
        at = 2 * index + half
        if not load.top_cables[at]:
            continue
        area, bound = float(load.top_um2[at]) / UM2_PER_MM2, bool(load.top_unknown[at])
        if part.top_entry_mm2 is None:
            amount = f"{bounded(area / 100, bound, ',.1f')} cm²"
        else:
            amount = f"{bounded(200 * area / part.top_entry_mm2, bound, ',.1f')} %"
        count = int(load.top_cables[at])
        page.value(grid, f"Top entry, {name}", to_read(f"{amount} · {count:,} cable{'s'[: count != 1]}"), "")
