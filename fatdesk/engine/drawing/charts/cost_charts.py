"""Charts of cost: of the best network over the hosts with its bound, and relative to the hypercube."""

from collections.abc import Sequence

import numpy as np

from fatdesk.engine.charts import Axis, Chart, Guide, Series, whole_range
from fatdesk.engine.design.curve import CurvePoint
from fatdesk.networks.topologies.hypercube_curve import COSTS, HypercubePoint

HYPERCUBE_TITLE = "Cost performance relative to the hypercube"
AXIS = "Relative to the hypercube"
SHORT = {"kary-tree": "k-ary n-tree", "clos": "Clos network", "mikant": "MiKANT"}
"""Names of topologies in the key of a chart."""


def line_name(point: HypercubePoint) -> str:
    """Return the name of the line that a point is on."""
    return f"{SHORT[point.topology]}, k = {point.k}"


def hypercube_charts(points: Sequence[HypercubePoint]) -> tuple[Chart, ...]:
    """Return a chart for each cost: a line for each topology and k, over n.

    >>> from fatdesk.networks.topologies.hypercube_curve import hypercube_curve
    >>> [chart.title for chart in hypercube_charts(hypercube_curve([2], [2, 3]))]
    ['Cost in one-way links', 'Cost in switch ports']
    """
    lines = dict.fromkeys(line_name(point) for point in points)
    charts = []
    for cost in COSTS:
        series = []
        for number, name in enumerate(lines):
            here = [point for point in points if line_name(point) == name]
            x = np.array([point.n for point in here], np.float64)
            y = np.array([point.performance.get(cost, np.nan) for point in here], np.float64)
            series.append(Series(number, name, x, y))
        across = Axis("n", whole=True).over(np.array([point.n for point in points], np.float64))
        up = Axis(AXIS).over(np.append(whole_range(series), 1.0))
        level = Guide((-np.inf, 1.0), (np.inf, 1.0), "hypercube")
        charts.append(Chart(f"Cost in {cost}", across, up, tuple(series), (level,)))
    return tuple(charts)


TITLE = "Cost over the number of hosts"
COST, BOUND = "Best network from catalog parts", "Lower bound from prices per port"
DUE = "Another core switch or level is due"
MOST_MARKERS = 120
"""Curves with more points are drawn without markers."""


def cost_chart(points: Sequence[CurvePoint]) -> Chart:
    """Return cost and lower bound over the number of hosts; nothing is drawn where there is no design.

    Numbers of hosts from which the design of the point before lacks a core switch or a level are marked.

    >>> [series.name for series in cost_chart([CurvePoint(2), CurvePoint(3)]).series]
    []
    """
    hosts = np.array([point.hosts for point in points], np.float64)
    cost = np.array([np.nan if one.cost is None else float(one.cost.amount) for one in points], np.float64)
    bound = np.array([np.nan if one.lower_bound is None else float(one.lower_bound) for one in points])
    unknown = np.array([one.cost is not None and one.cost.at_least for one in points], np.bool_)
    due = np.array([bool(one.due) for one in points], np.bool_)
    every = (
        Series(0, COST, hosts, cost, markers=len(points) <= MOST_MARKERS, at_least=unknown),
        Series(1, BOUND, hosts, bound.astype(np.float64), markers=False),
        Series(2, DUE, hosts[due], cost[due], line=False, notes=tuple(one.due for one in points if one.due)),
    )
    known = tuple(series for series in every if np.isfinite(series.y).any())
    currency = next((point.cost.currency for point in points if point.cost is not None), "")
    up = Axis("Cost", unit=currency, scaled=True).over(whole_range(every))
    return Chart(TITLE, Axis("Hosts", whole=True).over(hosts), up, known)
