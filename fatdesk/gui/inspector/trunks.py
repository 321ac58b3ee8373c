"""Inspector page of trunks between panels: racks and panels, fibres, links, length, route."""

from functools import partial

from fatdesk.core.number_text import counted
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.structured.structured import Structured, Trunk
from fatdesk.engine.wiring.wiring_list import CableRow
from fatdesk.gui.analysis.outages import outages_of
from fatdesk.gui.inspector.cables import LengthBar
from fatdesk.gui.session.session import Session
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import UNKNOWN, Name, metres, money
from fatdesk.project.document.ref import CABLE, TRUNK

MOST_LINKS = 24
"""Links of a trunk that are listed."""


def trunk_named(session: Session, trunk_id: str) -> tuple[Structured, Trunk, int] | None:
    """The trunk of an id, with its number; None: there is none."""
    structured = session.derived.structured
    for number, trunk in enumerate(() if structured is None else structured.trunks):
        if trunk.id == trunk_id and structured is not None:
            return structured, trunk, number
    return None


def show_trunk(page: Page, trunk_id: str) -> None:
    """The page of one trunk."""
    session = page.session
    found = trunk_named(session, trunk_id)
    if found is None:
        page.title(trunk_id, "This trunk no longer exists")
        return
    structured, trunk, number = found
    racks = [rack_label(session.project.floor.racks[rack]) for rack in trunk.rack]
    page.title(trunk.name, f"Trunk from rack {racks[0]} to rack {racks[1]}")
    grid = page.section("Ends")
    for side, name in enumerate(("From", "To")):
        first, last = structured.rears(trunk, side)
        panels = [structured.panels[port.panel] for port in (first, last)]
        text = f"{panels[0].name} {first.slot}/R{first.port}"
        if first != last:
            other = "" if panels[0] is panels[1] else f"{panels[1].name} "
            text += f" to {other}{last.slot}/R{last.port}"
        page.value(grid, name, Name(text))
    lit, fibres = structured.lit[number], trunk.part.fibres or 0
    grid = page.section("Fibres")
    page.value(grid, "Fibres", str(fibres))
    page.value(grid, "Lit", str(lit), strong=True)
    page.value(grid, "Dark", str(fibres - lit))
    page.value(grid, "Plugs at each end", str(trunk.plugs))
    row = _row(session, trunk_id)
    if row is not None:
        _length(page, row)
    grid = page.section("Part", "by rule")
    page.value(grid, "Ordered part", Name(trunk.part.id))
    price = UNKNOWN if row is None or row.cost is None else money(row.cost)
    page.value(grid, "Price", f"{session.project.bill.currency} {price}" if price != UNKNOWN else UNKNOWN)
    if row is not None and row.run:
        page.section("Route", counted(len(row.run), "tray"))
        page.note("  →  ".join((racks[0], *row.run, racks[1])))
    _links(page, trunk)


def _row(session: Session, trunk_id: str) -> CableRow | None:
    rows = session.derived.piece_rows
    return None if rows is None else rows.trunk(trunk_id)


def _length(page: Page, row: CableRow) -> None:
    grid = page.section("Length")
    if row.length.computed_um is not None:
        grid.addWidget(LengthBar(page.theme, row.length), grid.rowCount(), 0, 1, 3)
    grid = page.rows()
    page.value(grid, "Route in trays", metres(row.length.route_um), "m")
    page.value(grid, "Computed", metres(row.length.computed_um), "m", strong=True)
    page.value(grid, "Ordered", metres(row.length.ordered_um), "m")


def _links(page: Page, trunk: Trunk) -> None:
    """The links that it carries, which its loss takes."""
    session = page.session
    rows, made = session.derived.rows, session.derived.cabling.fabrics
    first = sum(one.count for one in made[: trunk.fabric])
    page.section("Links", counted(len(trunk.cables), "link"))
    page.button("Fail or restore its links", lambda: outages_of(session).turn([TRUNK(trunk.id)]))
    for cable in trunk.cables[:MOST_LINKS]:
        row = rows[first + cable]
        text = f"{row.a.device} port {row.a.port} – {row.b.device} port {row.b.port}"
        page.button(text, partial(session.select, [CABLE(row.id)]))
    if len(trunk.cables) > MOST_LINKS:
        page.note(f"And {len(trunk.cables) - MOST_LINKS} more: see the list of pieces in Documents.")


def show_trunks(page: Page, ids: list[str]) -> None:
    """Sums of several trunks."""
    found = [one for one in (trunk_named(page.session, trunk) for trunk in ids) if one is not None]
    if not found:
        page.note("These trunks no longer exist.")
        return
    grid = page.section("Totals")
    page.value(grid, "Links", f"{sum(len(trunk.cables) for _, trunk, _ in found):,}")
    page.value(grid, "Fibres", f"{sum(trunk.part.fibres or 0 for _, trunk, _ in found):,}")
    page.value(grid, "Lit", f"{sum(structured.lit[number] for structured, _, number in found):,}")
