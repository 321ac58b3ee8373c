"""Chart of the slow-down of universal fat-trees over the number of hosts, with the bounds of Theorem 10."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fatdesk.engine.charts import Axis, Chart, Series, whole_range

TITLE = "Slow-down of the universal fat-tree of the same volume"


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
