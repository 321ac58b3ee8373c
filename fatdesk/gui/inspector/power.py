"""Sections of racks about their power, heat and floor load, and their edits."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace
from PySide6.QtWidgets import QGridLayout

from fatdesk.core.number_text import counted
from fatdesk.core.schema import fields_of
from fatdesk.engine.floor.facility import RackFacility, Sums, feeds_of, sums
from fatdesk.engine.floor.feeds import PowerFeeds
from fatdesk.engine.floor.floor import Rack, rack_label
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.gui.inspector.typed import do_all
from fatdesk.gui.session.session import Session
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import UNKNOWN, bounded
from fatdesk.project.commands import Command
from fatdesk.project.commands.fabrics import SetRequirements
from fatdesk.project.commands.racks import SetRackPower

FOLLOW: dict[str, dict[str, Any]] = {"scheme": {"count": None}, "phases": {"outlets_at": "neutral"}}
"""Values that depend on another one and are reset when it changes."""


def power_sections(page: Page, racks: Sequence[Rack]) -> None:
    """Add the load, heat and floor load of some racks, and the feeds that they have."""
    session = page.session
    numbers = {rack.number for rack in racks}
    chosen = [some for some in session.derived.facility.racks if some.rack.number in numbers]
    if not chosen:
        return
    _figures(page, chosen)
    _feeds(page, session, racks)


def _figures(page: Page, chosen: Sequence[RackFacility]) -> None:
    total = sums("", chosen)
    grid = page.section("Load and heat", "" if len(chosen) == 1 else counted(len(chosen), "rack"))
    least, heavy = total.power_bound, total.mass_bound
    normal, after = _highest(total)
    page.value(grid, "Load of a feed", bounded(normal / 1000, least, ",.1f"), "kW")
    page.value(grid, "Load after a loss", bounded(after / 1000, least, ",.1f"), "kW")
    if len(chosen) == 1:
        _limits(page, grid, chosen[0])
    page.value(grid, "Heat to air", bounded(total.air_w / 1000, least, ",.1f"), "kW")
    page.value(grid, "Heat to liquid", bounded(total.liquid_w / 1000, total.liquid_bound, ",.1f"), "kW")
    page.value(grid, "Airflow", bounded(total.air_m3_per_h, least, ",.0f"), "m³/h")
    page.value(grid, "Floor load", bounded(total.mass_kg / total.footprint_m2, heavy, ",.0f"), "kg/m²")
    if len(chosen) == 1:
        words = f"Load of {chosen[0].feet} feet, each"
        page.value(grid, words, bounded(chosen[0].point_kg, bool(chosen[0].lacks_mass), ",.0f"), "kg")


def _highest(total: Sums) -> tuple[float, float]:
    return max(total.normal_w.values(), default=0.0), max(total.after_w.values(), default=0.0)


def _limits(page: Page, grid: QGridLayout, some: RackFacility) -> None:
    """Rows of the power that a feed carries, and its use after a loss."""
    usable = [one for one in some.usable_w if one is not None]
    page.value(
        grid, "Feed capacity", f"{min(usable) / 1000:,.1f}" if usable else UNKNOWN, "kW" if usable else ""
    )
    if some.worst_share is not None:
        page.value(
            grid, "Use after a loss", bounded(some.worst_share * 100, bool(some.lacks_power), ",.0f"), "%"
        )
        if some.worst_share > 1 + 1e-9 and some.needed_circuits is not None:
            page.value(grid, "Circuits needed", str(some.needed_circuits))


def _feeds(page: Page, session: Session, racks: Sequence[Rack]) -> None:
    """Rows of the feeds; a change gives the racks feeds of their own."""
    room = session.project.wishes.room
    feeds = [feeds_of(rack, room) for rack in racks]
    own = sum(rack.power is not None for rack in racks)
    stated = room is not None and room.power is not None
    note = "its own" if own == len(racks) == 1 else f"{own} with their own" if own else "as the room"
    grid = page.section("Rack power", note if own or stated else "not decided")
    for key, field in fields_of(PowerFeeds).items():
        off = ""
        if key == "count" and any(one.scheme != "N+1" for one in feeds):
            off = "Only N+1 has a choice."
        elif key == "outlets_at" and any(one.phases == 1 for one in feeds):
            off = "Only circuits of three phases have a choice."
        page.decided(
            grid,
            field,
            [getattr(one, key) for one in feeds],
            partial(_put, session, racks, key),
            off=off,
        )
    if len(set(feeds)) == 1:
        page.button("Use this rack power in the whole room", lambda: _to_room(session, feeds[0]))
    if own:
        page.button("Use the rack power of the room", lambda: _as_room(session, racks))


def _named(racks: Sequence[Rack]) -> str:
    return f"rack {rack_label(racks[0])}" if len(racks) == 1 else f"{len(racks)} racks"


def _put(session: Session, racks: Sequence[Rack], key: str, value: Any) -> bool:
    """Set a value of the feeds of racks, whose other values stay."""
    groups: dict[PowerFeeds, list[int]] = {}
    for rack in racks:
        changes = {key: value, **FOLLOW.get(key, {})}
        feeds = replace(feeds_of(rack, session.project.wishes.room), **changes)
        groups.setdefault(feeds, []).append(rack.number)
    commands = [SetRackPower(racks=tuple(some), power=feeds) for feeds, some in groups.items()]
    return do_all(session, f"Set power of {_named(racks)}", commands)


def _to_room(session: Session, feeds: PowerFeeds) -> bool:
    """Make feeds those of the room; racks with feeds of their own that are the same follow the room."""
    room = session.project.wishes.room or RoomRequirement()
    commands: list[Command] = []
    if room.power != feeds:
        commands.append(SetRequirements(room=replace(room, power=feeds)))
    same = tuple(rack.number for rack in session.project.floor.racks if rack.power == feeds)
    if same:
        commands.append(SetRackPower(racks=same))
    return not commands or do_all(session, "Set rack power of the room", commands)


def _as_room(session: Session, racks: Sequence[Rack]) -> bool:
    own = tuple(rack.number for rack in racks if rack.power is not None)
    return do_all(session, f"Set power of {_named(racks)} as in the room", [SetRackPower(racks=own)])
