"""Requirements of a room (``room`` in a requirements file)."""

from typing import Annotated, Literal

from msgspec import Meta

from fatdesk.core import ranges
from fatdesk.core.schema import about, check_ranges
from fatdesk.core.struct import Count, Id, Struct, Text
from fatdesk.engine.floor.feeds import PowerFeeds
from fatdesk.engine.floor.room_grid import RoomGrid

AIR_DELTA_K = 12.0
"""Kelvin by which the air of a rack warms; an assumption, servers of the last years warm it by 10 to 20 K."""
Policy = Literal["dense", "prewired", "scalable-unit"]


class RackCount(Struct, frozen=True, kw_only=True):
    """Number of racks of a part, in serpentine order."""

    part: Id
    count: Count


class Reserve(Struct, frozen=True, kw_only=True):
    """Space kept free in a rack, at its bottom; ``all``: in every rack."""

    rack: Annotated[Count | Literal["all"], about("Rack", "A number, or all")]
    height_u: Annotated[ranges.Units, about("Units", "At its bottom", unit="U")]
    note: Annotated[Text, about("For", "What it is kept for")] = ""


AreaKind = Literal["column", "wall", "keep-out"]


class Area(Struct, frozen=True, kw_only=True):
    """A column, wall or another place where racks are not allowed, from the room's origin."""

    x_m: Annotated[ranges.Place, about("x", "Left edge, from the origin of the room", unit="m", metres=True)]
    y_m: Annotated[ranges.Place, about("y", "Front edge, from the origin of the room", unit="m", metres=True)]
    width_m: Annotated[ranges.Extent, about("Width", "Extent along x", unit="m", metres=True)]
    depth_m: Annotated[ranges.Extent, about("Depth", "Extent along y", unit="m", metres=True)]
    name: Annotated[Text, about("Name", "Name on drawings", empty="none")] = ""
    kind: Annotated[
        AreaKind,
        about(
            "Kind",
            "How drawings show it; no rack may be placed there in any case",
            choices={"column": "Column", "wall": "Wall", "keep-out": "Keep-out area"},
        ),
    ] = "column"

    def __post_init__(self) -> None:
        check_ranges(self)


class RoomRequirement(Struct, frozen=True, kw_only=True):
    """Rows of racks and the rules of placement; without rows the room is made as large as needed."""

    rack: Annotated[
        Annotated[str, Meta(max_length=80)] | tuple[RackCount, ...],
        about(
            "Rack",
            "A rack of the catalog",
            more="Or several with counts in serpentine order: `[{part: rack-42u, count: 10}, ...]`",
        ),
    ] = "rack-42u"
    """A part, or several with counts (no ``Id``: msgspec corrupts memory on ``pattern`` next to a list)."""
    rows: Annotated[
        Annotated[int, Meta(ge=1, le=1000)] | None,
        about("Rows", "Racks are numbered up one row and down the next", empty="as needed"),
    ] = None
    racks_per_row: Annotated[
        Annotated[int, Meta(ge=1, le=10_000)] | None,
        about("Racks in a row", "Empty: as many as are needed", empty="as needed"),
    ] = None
    aisle_m: Annotated[
        ranges.Aisle | tuple[ranges.Aisle, ...],
        about("Aisle", "Between two rows; or one number for each aisle", unit="m"),
    ] = 1.2192
    rows_face: Annotated[
        Literal["same", "each-other"],
        about(
            "Rows face",
            "Each other: fronts face each other over cold aisles, rears over hot aisles",
            more="`each-other`: rows 1 and 2 face each other, rows 3 and 4, and so on; `same`: all face down"
            " the plan; lengths of cables are the same",
            choices={"same": "The same way", "each-other": "Each other, in pairs"},
        ),
    ] = "same"
    cross_tray_every: Annotated[
        Annotated[int, Meta(ge=1, le=10_000)],
        about("Cross tray", "After this number of racks in a row", unit="racks"),
    ] = 4
    policy: Annotated[
        Policy,
        about(
            "Placement",
            "Dense fills racks; the others keep what belongs together whole",
            more="`dense` spreads a block over racks, `prewired` never, `scalable-unit` starts each"
            " in a new rack",
            choices={
                "dense": "Dense",
                "prewired": "Prewired racks",
                "scalable-unit": "Scalable units",
            },
        ),
    ] = "dense"
    core_at: Annotated[
        Literal["centre", "spread"] | tuple[Count, ...],
        about(
            "Core switches at",
            "centre (of the racks in use), spread, or racks by number or label: 7, B04",
            more="`centre`: the middle of the racks in use, however large the room is; `spread` over the"
            " whole room; in a file the racks are numbers such as `[3, 8]`",
        ),
    ] = "centre"
    core_groups: Annotated[
        Count | None,
        about(
            "Core groups",
            "Racks among which core switches are split",
            more="Each group of the core switches of a fabric stays in one rack; left out: see below",
            empty="any",
        ),
    ] = None
    switches_per_rack: Annotated[
        Count | None,
        about(
            "Switches per rack",
            "Maximum in one rack",
            more="Those inside enclosures are not counted",
            empty="no limit",
        ),
    ] = None
    cables_per_rack: Annotated[
        Count | None,
        about(
            "Cable ends per rack",
            "Maximum in one rack",
            more="Each device counts as the one of its part with the most cables",
            empty="no limit",
        ),
    ] = None
    improve_steps: Annotated[
        Annotated[int, Meta(ge=0, le=10**18)] | None,
        about(
            "Optimiser",
            "Steps that follow placement by the rules; 0: none",
            unit="steps",
            empty="about 1 s",
        ),
    ] = None
    reserve: Annotated[
        tuple[Reserve, ...],
        about(
            "Space kept free",
            "Units kept free at the bottom of racks",
            more="`[{rack: 1, height_u: 14, note: storage}]`, or `rack: all`",
        ),
    ] = ()
    columns: Annotated[
        tuple[Area, ...],
        about(
            "Obstacles",
            "No rack may be placed there",
            more="`[{x_m: 1, y_m: -2.5, width_m: 0.4, depth_m: 0.4, name: pillar}]`",
        ),
    ] = ()
    power: Annotated[
        PowerFeeds | None,
        about(
            "Rack power",
            "Feeds of each rack, with keys of their own",
            more="Racks may have others by hand; placement keeps racks within what their feeds carry when one"
            " is lost",
            empty="2N, loads not checked",
        ),
    ] = None
    air_delta_k: Annotated[
        ranges.AirDelta,
        about(
            "Air temperature rise",
            "Difference of the air behind and in front of racks, by which their airflow is computed",
            unit="K",
        ),
    ] = AIR_DELTA_K
    floor_kg_per_m2: Annotated[
        ranges.FloorLoad | None,
        about("Floor load, at most", "Mass of a rack over its footprint", unit="kg/m²", empty="not checked"),
    ] = None
    floor_point_kg: Annotated[
        ranges.FloorLoad | None,
        about(
            "Point load, at most",
            "Mass on each caster or foot of a rack, as on the panels of a raised floor",
            unit="kg",
            empty="not checked",
        ),
    ] = None
    grid: Annotated[
        RoomGrid | None,
        about("Grid", "Cells by which racks are found, with keys of their own", empty="none"),
    ] = None


class TraySize(Struct, frozen=True, kw_only=True):
    """The trays that a new room gets: height above the tallest rack, and their cross section."""

    above_rack_m: ranges.TrayGap = 0.6096
    width_m: ranges.TrayWidthM = 0.3
    depth_m: ranges.TrayDepthM = 0.1
