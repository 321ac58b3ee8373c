"""Columns of schedules: delivery cycles, levels of a cut room, sizes of universal fat-trees by Theorem 4."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from fatdesk.engine.listing.cells import Column, csv_bytes, rows_of
from fatdesk.networks.schedules.output import table
from fatdesk.networks.schedules.room_figures import BalancedLevel, RoomFigures, RoomLevel
from fatdesk.networks.schedules.traffic_result import TrafficResult
from fatdesk.networks.schedules.universal_trees.hardware_growth import HardwareSize


class LevelRow(NamedTuple):
    """A level of the parts of a room by planes, and of the balanced parts; None where there is none."""

    planes: RoomLevel
    balanced: BalancedLevel | None


def level_rows(room: RoomFigures) -> list[LevelRow]:
    """Return the levels of a room, the whole room first."""
    pairs = zip_longest(room.levels, room.balanced)
    return [LevelRow(planes, balanced) for planes, balanced in pairs if planes is not None]


LEVELS: tuple[Column[LevelRow], ...] = (
    Column("level", "Level", 6, "integer", value="planes.level"),
    Column("parts", "Parts", 8, "integer", value="planes.parts"),
    Column("links", "Links out of a part", 10, "integer", short="Links out", value="planes.out_links"),
    Column(
        "by_planes_gbps", "Bandwidth out of a part, Gb/s", 12, "number", short="Out, Gb/s", digits=0,
        value="planes.out_gbps",
    ),
    Column(
        "by_planes_gbps_per_m2", "Bandwidth for each m² of surface, Gb/s", 12, "number", short="Gb/s/m²",
        digits=1, value="planes.out_gbps_per_m2",
    ),
    Column(
        "surface_m2", "Largest surface of a part, m²", 12, "number", short="Surface, m²", digits=2,
        value="planes.largest_surface_m2",
    ),
    Column("width_gbps", "Width, Gb/s", 12, "number", digits=0, value="planes.width_gbps"),
    Column(
        "balanced_gbps", "Bandwidth out of a balanced part, Gb/s", 14, "number", short="Balanced, Gb/s",
        digits=0, value=lambda row: None if row.balanced is None else row.balanced.out_gbps,
    ),
    Column(
        "bound_gbps", "Bound of a balanced part, Gb/s", 12, "number", short="Bound, Gb/s", digits=0,
        value=lambda row: None if row.balanced is None else row.balanced.bound_gbps,
    ),
    Column(
        "most_hosts", "Hosts of a balanced part at most", 12, "integer", short="Hosts at most",
        value=lambda row: None if row.balanced is None else row.balanced.most_hosts,
    ),
    Column(
        "fewest_hosts", "Hosts of a balanced part at least", 12, "integer", short="Hosts at least",
        value=lambda row: None if row.balanced is None else row.balanced.fewest_hosts,
    ),
)  # fmt: skip

SIZES: tuple[Column[HardwareSize], ...] = (
    Column("hosts", "Hosts", 9, "integer", value="hosts"),
    Column("root", "Root", 9, value="root"),
    Column("root_capacity", "Root capacity", 10, "integer", value="root_capacity"),
    Column("volume", "Volume by the formula", 13, "number", short="Volume formula", digits=0, value="volume"),
    Column(
        "volume_in_cube", "Volume that the links need", 13, "number", short="Volume needed", digits=0,
        value="volume_in_cube",
    ),
    Column("volume_ratio", "Volume over the formula", 9, "number", short="Ratio of volumes", digits=2,
        value="volume_ratio"),
    Column(
        "components", "Components by the formula", 13, "number", short="Components formula", digits=0,
        value="components",
    ),
    Column("switching_components", "Switching components", 13, "integer", short="Components built",
        value="switching_components"),
    Column("components_ratio", "Components over the formula", 9, "number", short="Ratio of components",
        digits=2, value="components_ratio"),
    Column("components_limit", "Limit of the ratio of components", 9, "number", short="Limit of ratio",
        digits=2, value="components_limit"),
)  # fmt: skip


class MessageRow(NamedTuple):
    """Messages from a host to another in a delivery cycle, counted from 1."""

    cycle: int
    source: str
    destination: str
    messages: int


COLUMNS: tuple[Column[MessageRow], ...] = (
    Column("cycle", "Cycle", 8, "integer", value="cycle"),
    Column("source", "Source", 16, value="source"),
    Column("destination", "Destination", 16, value="destination"),
    Column("messages", "Messages", 10, "integer", value="messages"),
)


def schedule_csv(about: TrafficResult, names: Sequence[str]) -> bytes:
    """Return a schedule as CSV; ``names`` are of the hosts."""
    return csv_bytes(COLUMNS, rows_of(COLUMNS, (MessageRow(*row) for row in table(about, names))))
