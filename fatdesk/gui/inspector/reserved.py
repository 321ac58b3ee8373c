"""Reserved units of a rack: what for, and where."""

from fatdesk.engine.floor.floor import Reserved, rack_label
from fatdesk.gui.inspector.racks import rack_of
from fatdesk.gui.inspector.several import do_all, shared
from fatdesk.gui.inspector.typed import unit_range
from fatdesk.gui.session.session import Session
from fatdesk.gui.views.property_page import Page
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.reserved import Free, Reserve
from fatdesk.project.document.ref import RESERVATION, ReservedAt


def show_reserved(page: Page, at: ReservedAt) -> None:
    """The page of one reservation."""
    session = page.session
    rack = rack_of(session, at.rack)
    kept = None if rack is None else next((some for some in rack.reserved if some.u == at.u), None)
    if rack is None or kept is None:
        page.title("Reserved units", "They were given back")
        return
    page.title("Reserved units", f"Rack {rack_label(rack)}")
    grid = page.section("Place", f"{kept.height_u} U")
    top = kept.u + kept.height_u - 1
    page.field(
        grid, "Units", f"{kept.u}-{top}", lambda text: _to_units(session, rack.number, kept, text), "U"
    )
    page.field(
        grid,
        "Note",
        kept.note,
        lambda text: _instead(
            session, rack.number, kept, Reserved(u=kept.u, height_u=kept.height_u, note=text), "Note on"
        ),
        empty="none",
    )
    page.button("Give the units back", lambda: session.do(Free(rack=rack.number, u=kept.u)))


def show_reservations(page: Page, ids: list[ReservedAt]) -> None:
    """What several reservations are for."""
    session, found = page.session, []
    for rack in session.project.floor.racks:
        found += [(rack, kept) for kept in rack.reserved if ReservedAt(rack.number, kept.u) in ids]
    grid = page.section("What for", f"{sum(kept.height_u for _, kept in found)} U")

    def note(text: str) -> bool:
        commands: list[Command] = []
        for rack, kept in found:
            commands.append(Free(rack=rack.number, u=kept.u))
            commands.append(Reserve(rack=rack.number, u=kept.u, height_u=kept.height_u, note=text))
        return do_all(session, f"Note on {len(found)} reserved places", commands)

    def free() -> bool:
        frees = [Free(rack=rack.number, u=kept.u) for rack, kept in found]
        return do_all(session, f"Free {len(found)} reserved places", frees)

    page.field(grid, "Note", shared(kept.note for _, kept in found), note, empty="none")
    page.button("Give all the units back", free)


def _to_units(session: Session, rack: int, kept: Reserved, text: str) -> bool:
    units = unit_range(text)
    if units is None:
        session.said.emit(f"“{text}” are no units: type one, or two as 5-8.")
        return False
    return _instead(session, rack, kept, Reserved(u=units[0], height_u=units[1], note=kept.note), "Change")


def _instead(session: Session, rack: int, kept: Reserved, new: Reserved, word: str) -> bool:
    commands = (
        Free(rack=rack, u=kept.u),
        Reserve(rack=rack, u=new.u, height_u=new.height_u, note=new.note),
    )
    if not session.do(Batch(name=f"{word} reserved units", commands=commands)):
        return False
    session.select([RESERVATION(ReservedAt(rack, new.u))])
    return True
