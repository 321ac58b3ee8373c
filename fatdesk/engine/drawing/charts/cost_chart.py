"""Chart of the cost of the best network over the number of hosts, with its lower bound."""

from collections.abc import Sequence

import numpy as np

from fatdesk.engine.charts import Axis, Chart, Series, whole_range
from fatdesk.engine.design.curve import CurvePoint

TITLE = "Cost over the number of hosts"
COST, BOUND = "Best network from catalog parts", "Lower bound from prices per port"
MOST_MARKERS = 120
"""Curves with more points are drawn without markers."""


def cost_chart(points: Sequence[CurvePoint]) -> Chart:
    """Return cost and lower bound over the number of hosts; nothing is drawn where there is no design.

    >>> [series.name for series in cost_chart([CurvePoint(2), CurvePoint(3)]).series]
    []
    """
    hosts = np.array([point.hosts for point in points], np.float64)
    cost = np.array([np.nan if one.cost is None else float(one.cost.amount) for one in points], np.float64)
    bound = np.array([np.nan if one.lower_bound is None else float(one.lower_bound) for one in points])
    every = (
        Series(0, COST, hosts, cost, markers=len(points) <= MOST_MARKERS),
        Series(1, BOUND, hosts, bound.astype(np.float64), markers=False),
    )
    known = tuple(series for series in every if np.isfinite(series.y).any())
    currency = next((point.cost.currency for point in points if point.cost is not None), "")
    up = Axis("Cost", unit=currency, scaled=True).over(whole_range(every))
    return Chart(TITLE, Axis("Hosts", whole=True).over(hosts), up, known)
