"""Columns of the tables of candidates and of rejected designs, and changes that would let a design pass."""

from dataclasses import dataclass
from math import ceil, floor
from typing import NamedTuple

from fatdesk.core.units import ceil_div
from fatdesk.core.yaml_events import Place
from fatdesk.engine.design.candidate import Candidate, Rejected
from fatdesk.engine.design.remarks import Remark
from fatdesk.engine.design.requirements import Limits, Requirements
from fatdesk.engine.families import star
from fatdesk.engine.families.design import PartUse
from fatdesk.engine.families.reason import Reason, figure
from fatdesk.engine.floor.room_layout import places
from fatdesk.gui.tables import Column
from fatdesk.gui.widgets.numbers import UNKNOWN, priced


class Help(NamedTuple):
    """A link: its text, the page and the field it leads to, and the values it sets there first."""

    text: str
    page: str
    place: Place
    values: tuple[tuple[Place, str], ...] = ()


LOWER_LIMITS = frozenset({"hosts_possible", "bisection_gbps"})
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
    """Return what would help against the first reason."""
    reason = rejected.reasons[0]
    code = reason.code
    if code == "racks" and (larger := _larger_room(reason, wanted)) is not None:
        return larger
    if code in Limits.__struct_fields__:
        place = ("limits", code)
        bound = reason.allowed if code in LOWER_LIMITS else reason.needs
        return Help(_limit(reason), "limits", place, () if bound is None else ((place, figure(bound)),))
    if code in {"host-ports", "blades", "bay", "pass-through"}:
        return Help("Other hosts, or fewer rails", "requirements", ("hosts", 0, "part"))
    if code == "ports" and rejected.family == star.NAME and reason.allowed is not None:
        return Help(f"Up to {figure(reason.allowed)} hosts", "requirements", ("hosts", 0, "count"))
    if code in {"core-ports", "core-kind"}:
        return Help("Other core switches", "parts", ("fabrics", fabric, "core"))
    return Help("Other edge switches", "parts", ("fabrics", fabric, "edge"))


def _limit(reason: Reason) -> str:
    unit = f" {UNITS[reason.code]}" if reason.code in UNITS else ""
    if reason.code in LOWER_LIMITS:
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
    is_limited = limit is not None and limit < needs
    more = ", and allow them" if is_limited else ""
    if room.rows is None or not isinstance(room.rack, str):
        return Help(f"A room of {figure(needs)} racks{more}", "room", ("room", "rack"))
    each = ceil_div(ceil(needs) + drawn - size, room.rows)
    rows = f"{room.rows} rows" if room.rows > 1 else "A row"
    place = ("room", "racks_per_row")
    values: list[tuple[Place, str]] = [(place, str(each))]
    if is_limited:
        values.append((("limits", "racks"), str(room.rows * each)))
    return Help(f"{rows} of {each} racks{more}", "room", place, tuple(values))


@dataclass(frozen=True)
class Accepted:
    """A candidate with its place in the order, its remark, and whether it is the one taken."""

    rank: int
    one: Candidate
    remark: Remark
    taken: bool


@dataclass(frozen=True)
class Fallen:
    """A rejected design, and what would help."""

    one: Rejected
    help: Help


def use_text(use: PartUse | None) -> str:
    """A number of parts, with their cards."""
    if use is None:
        return "–"
    count = f"{use.count:,} × " if use.count else ""
    cards = f", {use.cards} card{'s' if use.cards > 1 else ''}" if use.cards else ""
    return f"{count}{use.part}{cards}"


def above_text(one: Candidate) -> str:
    """The switches above the edge."""
    return " + ".join(map(use_text, one.design.above)) or "–"


def bundle_text(one: Candidate) -> str:
    """Return the number of links from an edge to a core switch; of unequal bundles both numbers."""
    least, more = one.design.core_bundles
    if not least + more:
        return "–"
    return f"× {least}" if not more else f"× {least} or {least + 1}" if least else "× 0 or 1"


def cost_text(one: Candidate) -> str:
    """Money in whole units, with ≥ for a lower bound."""
    return priced(one.cost.amount, one.cost.at_least)


def routed_text(one: Candidate) -> str:
    """Return the cost as placed and cabled, in whole currency units, where it was compared."""
    if one.routed is None:
        return "–"
    return priced(one.routed.cost.amount, one.routed.cost.at_least)


def _figure(value: object) -> str:
    return UNKNOWN if value is None else f"{value:,.0f}"


def _tone(value: object) -> str:
    return "warn" if value is None else ""


ACCEPTED: tuple[Column[Accepted], ...] = (
    Column("", 34, lambda a: "●" if a.taken else "○", tone=lambda a: "accent_text" if a.taken else "text3"),
    Column("Rank", 52, lambda a: str(a.rank), number=True, strong=True),
    Column("Family", 96, lambda a: a.one.design.family, tone=lambda _: "text2"),
    Column("Edge switches", 150, lambda a: use_text(a.one.design.part("edge"))),
    Column("Core switches", 196, lambda a: above_text(a.one)),
    Column("Bundle", 74, lambda a: bundle_text(a.one), number=True),
    Column("Blocking", 70, lambda a: f"{a.one.blocking} : 1", number=True),
    Column("Links", 66, lambda a: f"{a.one.links:,}", number=True),
    Column("Cost", 112, lambda a: cost_text(a.one), number=True, strong=True),
    Column("Routed", 112, lambda a: routed_text(a.one), number=True, strong=True),
    Column(
        "Power, W",
        84,
        lambda a: _figure(a.one.power_w and float(a.one.power_w)),
        number=True,
        tone=lambda a: _tone(a.one.power_w),
    ),
    Column(
        "Height, U", 76, lambda a: _figure(a.one.height_u), number=True, tone=lambda a: _tone(a.one.height_u)
    ),
    Column("Room to grow", 106, lambda a: f"{a.one.hosts_possible:,} hosts", number=True),
    Column(
        "Remark",
        190,
        lambda a: a.remark.text,
        tone=lambda a: a.remark.tone,
        mark=lambda a: {"warn": "warning", "ok": "good"}.get(a.remark.tone, ""),
        stretch=True,
    ),
)

FALLEN: tuple[Column[Fallen], ...] = (
    Column("Family", 96, lambda f: f.one.family, tone=lambda _: "text2"),
    Column("Parts", 300, lambda f: " and ".join(map(use_text, f.one.parts)), stretch=True),
    Column("Reason", 420, lambda f: f.one.reason),
    Column("What would help", 210, lambda f: f.help.text, tone=lambda _: "accent_text"),
)
