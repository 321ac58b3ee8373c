"""What would let a rejected design pass, and on which page that is changed."""

from math import ceil, floor
from typing import NamedTuple

from fatdesk.core.units import ceil_div
from fatdesk.core.yaml_events import Place
from fatdesk.engine.design.candidate import Rejected
from fatdesk.engine.design.requirements import Limits, Requirements
from fatdesk.engine.families import star
from fatdesk.engine.families.reason import Reason, figure
from fatdesk.engine.floor.laying_out import places


class Help(NamedTuple):
    """Words of a link, the page it leads to, and the place on that page."""

    text: str
    page: str
    place: Place


AT_LEAST = frozenset({"hosts_possible", "bisection_gbps"})
"""Limits from below."""
UNITS = {
    "racks": "racks",
    "height_u": "U",
    "power_w": "W",
    "mass_kg": "kg",
    "bisection_gbps": "Gb/s",
    "models": "models",
    "hops": "hops",
}


def help_for(rejected: Rejected, wanted: Requirements, fabric: int) -> Help:
    """What would help against the first reason."""
    reason = rejected.reasons[0]
    code = reason.code
    if code == "racks" and (larger := _larger_room(reason, wanted)) is not None:
        return larger
    if code in Limits.__struct_fields__:
        return Help(_limit(reason), "limits", ("limits", code))
    if code in {"host-ports", "blades", "bay", "pass-through"}:
        return Help("Other hosts, or fewer rails", "requirements", ("hosts", 0, "part"))
    if code == "ports" and rejected.family == star.NAME and reason.allowed is not None:
        return Help(f"Up to {figure(reason.allowed)} hosts", "requirements", ("hosts", 0, "count"))
    if code in {"core-ports", "core-kind"}:
        return Help("Other core switches", "parts", ("fabrics", fabric, "core"))
    return Help("Other edge switches", "parts", ("fabrics", fabric, "edge"))


def _limit(reason: Reason) -> str:
    unit = f" {UNITS[reason.code]}" if reason.code in UNITS else ""
    if reason.code in AT_LEAST:
        return f"Ask for {figure(reason.allowed)}{unit} only"
    return f"Allow {figure(reason.needs)}{unit}"


def _larger_room(reason: Reason, wanted: Requirements) -> Help | None:
    """The room that would hold a design; None where the room has a place for each of its racks."""
    room, needs = wanted.room, reason.needs
    drawn = None if room is None else places(room)
    if room is None or drawn is None or needs is None or reason.allowed is None:
        return None
    limit = wanted.limits.racks
    is_full = limit is None or reason.allowed < limit  # obstacles take places of what is drawn
    size = floor(reason.allowed) if is_full else drawn
    if needs <= size:
        return None
    more = ", and allow them" if limit is not None and limit < needs else ""
    if room.rows is None or not isinstance(room.rack, str):
        return Help(f"A room of {figure(needs)} racks{more}", "room", ("room", "rack"))
    each = ceil_div(ceil(needs) + drawn - size, room.rows)
    rows = f"{room.rows} rows" if room.rows > 1 else "A row"
    return Help(f"{rows} of {each} racks{more}", "room", ("room", "racks_per_row"))
