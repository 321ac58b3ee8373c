"""What the user asks of the room (the ``room`` of a requirements file)."""

from typing import Annotated, Literal

from msgspec import Meta

from fatdesk.core import ranges
from fatdesk.core.struct import Count, Id, Struct, Text

Policy = Literal["dense", "prewired", "scalable-unit"]


class RackCount(Struct, frozen=True, kw_only=True):
    """So many racks of a part, in serpentine order."""

    part: Id
    count: Count


class Reserve(Struct, frozen=True, kw_only=True):
    """Space kept free in a rack, at its bottom; ``all``: in every rack."""

    rack: Count | Literal["all"]
    height_u: ranges.Units
    note: Text = ""


AreaKind = Literal["column", "wall", "keep-out"]


class Area(Struct, frozen=True, kw_only=True):
    """A column, wall or another place where no rack may stand, from the room's origin."""

    x_m: ranges.Place
    y_m: ranges.Place
    width_m: ranges.Extent
    depth_m: ranges.Extent
    name: Text = ""
    kind: AreaKind = "column"


class RoomRequirement(Struct, frozen=True, kw_only=True):
    """Rows of racks and the rules of placement; without rows the room is made as large as needed."""

    rack: Annotated[str, Meta(max_length=80)] | tuple[RackCount, ...] = "rack-42u"
    """A part, or several with counts (msgspec corrupts memory on ``pattern`` beside a list, so no ``Id``)."""
    rows: Annotated[int, Meta(ge=1, le=1000)] | None = None
    racks_per_row: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    aisle_m: ranges.Aisle | tuple[ranges.Aisle, ...] = 1.2192
    cross_tray_every: Annotated[int, Meta(ge=1, le=10_000)] = 4
    policy: Policy = "dense"
    core_at: Literal["centre", "spread"] | tuple[Count, ...] = "centre"
    core_groups: Count | None = None
    switches_per_rack: Count | None = None
    """At most, those inside enclosures not counted."""
    cables_per_rack: Count | None = None
    """Cable ends in a rack, at most."""
    improve_steps: Annotated[int, Meta(ge=0, le=10**18)] | None = None
    """Steps of the optimiser that follow placement; None: a number that takes about a second."""
    reserve: tuple[Reserve, ...] = ()
    columns: tuple[Area, ...] = ()


class TraySize(Struct, frozen=True, kw_only=True):
    """The trays that a new room gets: height above the tallest rack, and their cross section."""

    above_rack_m: ranges.TrayGap = 0.6096
    width_m: ranges.TrayWidthM = 0.3
    depth_m: ranges.TrayDepthM = 0.1
