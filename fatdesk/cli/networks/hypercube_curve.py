"""``fatdesk network --hypercube-curve``: cost performance relative to the hypercube, over k and n."""

import argparse
from typing import TYPE_CHECKING, Any

from fatdesk.cli.kit.output import check_chart, print_json, save_chart, say
from fatdesk.cli.kit.tables import table
from fatdesk.networks.topologies.hypercube_curve import COSTS, KS, NS, HypercubePoint, hypercube_curve

if TYPE_CHECKING:
    from fatdesk.engine.drawing.display import Page


def print_curve(parsed: argparse.Namespace) -> None:
    """Print the points, and draw them where ``--chart`` names a file.

    Raises
    ------
    FatdeskError
        When a parameter is out of range, or there are too many points.
    """
    check_chart(parsed)
    points = hypercube_curve(parsed.k or KS, parsed.n or NS)
    save_chart(parsed, lambda: _page(points))
    if parsed.json:
        print_json({"points": [_in_json(point) for point in points]})
        return
    rows = [
        [
            point.topology,
            f"{point.k}",
            f"{point.n}",
            f"{point.hosts:,}",
            f"{point.switches:,}",
            f"{point.links:,}",
            f"{float(point.average_distance):.4f}",
            *(f"{point.performance[cost]:.4f}" if point.performance else "-" for cost in COSTS),
            *(f"{float(ratio):.4f}" for ratio in point.to_clos.values()),
        ]
        for point in points
    ]
    head = ["topology", "k", "n", "hosts", "switches", "links", "distance", "by links", "by ports"]
    say(table([[*head, "links/Clos", "switches/Clos", "distance/Clos"], *rows], frozenset(range(1, 12))))
    say(
        "by links, by ports: 1 / (cost x average distance) with one-way links or switch ports as cost, where"
        " the hypercube of as many hosts is 1"
    )
    say("links/Clos, switches/Clos: per host, over the Clos network of the same k and n")


def _in_json(point: HypercubePoint) -> dict[str, Any]:
    return {
        "topology": point.topology,
        "k": point.k,
        "n": point.n,
        "hosts": point.hosts,
        "switches": point.switches,
        "links": point.links,
        "average_distance": float(point.average_distance),
        "cost_performance_to_hypercube": point.performance,
        "to_clos": {name: float(ratio) for name, ratio in point.to_clos.items()},
    }


def _page(points: tuple[HypercubePoint, ...]) -> "Page":
    from fatdesk.engine.drawing.charts.chart_page import charts_page  # drawing loads for those who ask for it
    from fatdesk.engine.drawing.charts.cost_charts import HYPERCUBE_TITLE, hypercube_charts

    return charts_page(HYPERCUBE_TITLE, hypercube_charts(points))
