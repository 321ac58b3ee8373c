"""Charts of universal fat-trees: slow-down with Theorem 10, size with Theorem 4; bandwidths of a cut room."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fatdesk.engine.charts import Axis, Chart, Series, whole_range
from fatdesk.networks.schedules.room_figures import RoomFigures
from fatdesk.networks.schedules.universal_trees.hardware_growth import HardwareSize

TITLE = "Slow-down of the universal fat-tree of the same volume"
SIZE_TITLE = "Volume and components of universal fat-trees over Theorem 4"
LEVEL_TITLE = "Bandwidth out of the parts of the room by level"


Figures = Mapping[str, Any]
"""A network by the keys of ``fatdesk universal --json``."""


def universality_chart(families: Mapping[str, Sequence[Figures]]) -> Chart:
    """Return the measured slow-down of each family with its bounds, and the cube of lg n.

    >>> universality_chart({}).series
    ()
    """
    series: list[Series] = []

    def add(name: str, found: Sequence[Figures], key: str) -> None:
        hosts = np.array([one["hosts"] for one in found], np.float64)
        values = np.array([np.nan if one[key] is None else one[key] for one in found], np.float64)
        if np.isfinite(values).any():
            order = np.argsort(hosts, kind="stable")
            series.append(Series(len(series), name, hosts[order], values[order]))

    for name, found in families.items():
        add(f"{name}: measured", found, "slow_down")
        add(f"{name}: lg(n/v^(2/3)) lg\N{SUPERSCRIPT TWO} n", found, "order")
        add(f"{name}: bound", found, "bound")
    every = {one["hosts"]: one for found in families.values() for one in found}
    add("lg\N{SUPERSCRIPT THREE} n", [every[hosts] for hosts in sorted(every)], "promise")
    across = Axis("Hosts", log=True, whole=True).over(np.array(sorted(every), np.float64))
    up = Axis("Slow-down", log=True).over(whole_range(series))
    return Chart(TITLE, across, up, tuple(series))


def sizes_chart(sizes: Sequence[HardwareSize]) -> Chart:
    """Return volume and components over the formulas of Theorem 4, with the limits that theory gives.

    >>> sizes_chart([]).series
    ()
    """
    roots: dict[str, list[HardwareSize]] = {}
    for one in sizes:
        roots.setdefault(one.root, []).append(one)
    series: list[Series] = []

    def add(name: str, found: Sequence[HardwareSize], values: Sequence[float | None], markers: bool) -> None:
        known = np.array([np.nan if value is None else value for value in values])
        hosts = np.array([one.hosts for one in found], np.float64)
        series.append(Series(len(series), name, hosts, known, markers=markers))

    for root, found in roots.items():
        add(f"components, {root}", found, [one.components_ratio for one in found], True)
    every = {one.hosts: one for one in sizes}
    ordered = [every[hosts] for hosts in sorted(every)]
    limits: dict[float, list[str]] = {}
    for root, found in roots.items():
        limits.setdefault(found[0].components_limit, []).append(root)
    for limit, names in limits.items():
        add(f"limit {limit:.1f}, {', '.join(names)}", ordered, [limit] * len(ordered), False)
    for root, found in roots.items():
        add(f"volume, {root}", found, [one.volume_ratio for one in found], True)
    across = Axis("Hosts", log=True, whole=True).over(np.array(sorted(every), np.float64))
    up = Axis("Times the formula without its constant", log=True).over(whole_range(series))
    return Chart(SIZE_TITLE, across, up, tuple(series))


def levels_chart(room: RoomFigures) -> Chart:
    """Return bandwidth, width and bound of the parts of a room over the level."""
    series: list[Series] = []

    def add(name: str, points: Sequence[tuple[int, float]]) -> None:
        known = [(level, value) for level, value in points if value > 0]  # the whole room has no links out
        if known:
            x, y = np.array(known, np.float64).T
            series.append(Series(len(series), name, x, y))

    add("by planes", [(one.level, one.out_gbps) for one in room.levels])
    add("width", [(one.level, one.width_gbps) for one in room.levels])
    add("balanced", [(one.level, one.out_gbps) for one in room.balanced])
    add("bound of balanced parts", [(one.level, one.bound_gbps) for one in room.balanced])
    levels = np.array([one.level for one in room.levels], np.float64)
    across = Axis("Level of cuts", whole=True).over(levels)
    up = Axis("Gb/s", log=True).over(whole_range(series))
    return Chart(LEVEL_TITLE, across, up, tuple(series))
