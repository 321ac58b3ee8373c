"""What would let a rejected design pass, and on which page that is changed."""

from typing import NamedTuple

from fatdesk.core.yaml_events import Place
from fatdesk.engine.design.candidate import Rejected
from fatdesk.engine.design.requirements import Limits, Requirements
from fatdesk.engine.families import star
from fatdesk.engine.families.reason import Reason, figure


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
    if code == "racks" and wanted.limits.racks is None:
        return Help(f"A room of {figure(reason.needs)} racks", "room", ("room", "rows"))
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
