"""Chart of the slow-down of universal fat-trees over the number of hosts, with the bounds of Theorem 10."""

from collections.abc import Mapping, Sequence

import numpy as np

from fatdesk.engine.charts import Axis, Chart, Series, whole_range
from fatdesk.networks.schedules.universality import Simulated

TITLE = "Slow-down of the universal fat-tree of the same volume"


def universality_chart(families: Mapping[str, Sequence[Simulated]]) -> Chart:
    """Return the measured slow-down of each family with its bounds, and the cube of lg n.

    >>> universality_chart({}).series
    ()
    """
    series: list[Series] = []

    def add(name: str, found: Sequence[Simulated], values: Sequence[float | None]) -> None:
        x = np.array([one.hosts for one in found], np.float64)
        y = np.array([np.nan if value is None else value for value in values], np.float64)
        if np.isfinite(y).any():
            order = np.argsort(x, kind="stable")
            series.append(Series(len(series), name, x[order], y[order]))

    for name, found in families.items():
        add(f"{name}: measured", found, [one.slow_down for one in found])
        add(f"{name}: bound with its constants", found, [one.bound for one in found])
        add(f"{name}: lg(n/v^(2/3)) lg\N{SUPERSCRIPT TWO} n", found, [one.order for one in found])
    every = {one.hosts: one for found in families.values() for one in found}
    known = [every[hosts] for hosts in sorted(every)]
    add("lg\N{SUPERSCRIPT THREE} n", known, [one.beside.promise for one in known])
    across = Axis("Hosts", log=True, whole=True).over(np.array(sorted(every), np.float64))
    up = Axis("Time of the fat-tree / time of the network", log=True).over(whole_range(series))
    return Chart(TITLE, across, up, tuple(series))
