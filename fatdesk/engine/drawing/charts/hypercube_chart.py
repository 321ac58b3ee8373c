"""Charts of cost performance relative to the hypercube, over the levels of a network."""

from collections.abc import Sequence

import numpy as np

from fatdesk.engine.charts import Axis, Chart, Guide, Series, whole_range
from fatdesk.networks.topologies.hypercube_curve import COSTS, HypercubePoint

TITLE = "Cost performance relative to the hypercube"
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
