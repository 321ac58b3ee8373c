"""``fatdesk curve``: cost over the number of hosts, with the lower bound of per-port prices."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from fatdesk.cli.designs.design import price_notes
from fatdesk.cli.kit.arguments import asked_library, placed_in
from fatdesk.cli.kit.output import (
    DONE,
    FINDINGS,
    ShownProgress,
    check_chart,
    log,
    print_json,
    save_chart,
    say,
)
from fatdesk.cli.kit.tables import money_text, table
from fatdesk.cli.kit.time_limit import timed
from fatdesk.engine.design.curve import MOST_DESIGNS, CurvePoint, check_joins_hosts, curve, median_gap
from fatdesk.engine.design.output import number
from fatdesk.engine.design.requirements_file import read_requirements

if TYPE_CHECKING:
    from fatdesk.engine.drawing.display import Page


def run(parsed: argparse.Namespace) -> int:
    """Print the curve of each fabric; exit with 1 when no number of hosts has a design."""
    check_chart(parsed)
    catalog = asked_library(parsed).catalog
    requirements = read_requirements(parsed.requirements, catalog)
    progress = ShownProgress()
    limited = timed(progress, parsed.time_limit)
    low, high = parsed.hosts
    every = range(low, high + 1, parsed.step)
    most = MOST_DESIGNS if parsed.time_limit is None else None
    try:
        with placed_in(parsed.requirements, requirements):
            for fabric in requirements.fabrics:
                check_joins_hosts(fabric)
            curves = {
                fabric.name: curve(requirements, fabric, catalog, low, high, limited, parsed.step, most=most)
                for fabric in requirements.fabrics
            }
    finally:
        progress.done()
    for name, points in curves.items():
        if len(points) < len(every):
            what = f"{every[len(points)]:,} to {high:,} hosts were not searched"
            log(f"note: {name}: time is up after {parsed.time_limit:g} s, {what}")
    goal = requirements.objective.placed
    if goal is not None:
        log(f"note: objective {goal}: designs are chosen by cost before routing here")
    for name, points in curves.items():
        for note in price_notes(name, {part for point in points for part in point.unpriced}):
            log(note)
    save_chart(parsed, lambda: _page(curves))
    if parsed.json:
        print_json(
            {
                "fabrics": [
                    {
                        "name": name,
                        "points": [_point(point) for point in points],
                        "median_gap": median_gap(points),
                        "complete": len(points) == len(every),
                    }
                    for name, points in curves.items()
                ]
            }
        )
    else:
        head = ["hosts", "cost", "lower bound", "family", "E", "C", "switches due"]
        for name, points in curves.items():
            say(name)
            say(table([head, *map(_row, points)], frozenset({0, 1, 2, 4, 5})))
            if (gap := median_gap(points)) is not None:
                say(f"median gap between cost and lower bound: {100 * gap:.1f} % of the bound")
    return DONE if any(point.cost for points in curves.values() for point in points) else FINDINGS


def _page(curves: Mapping[str, Sequence[CurvePoint]]) -> "Page":
    from fatdesk.engine.drawing.charts.chart_page import charts_page  # drawing loads for those who ask for it
    from fatdesk.engine.drawing.charts.cost_charts import TITLE, cost_chart

    charts = [replace(cost_chart(points), title=name) for name, points in curves.items()]
    return charts_page(TITLE, charts)


def _point(point: CurvePoint) -> dict[str, object]:
    return {
        "hosts": point.hosts,
        "cost": None if point.cost is None else point.cost.to_json(),
        "lower_bound": number(point.lower_bound),
        "family": point.family or None,
        "E": point.E,
        "C": point.C,
        "hosts_possible": point.hosts_possible or None,
        "due": point.due or None,
    }


def _row(point: CurvePoint) -> list[str]:
    bound = "" if point.lower_bound is None else f"{float(point.lower_bound):,.2f}"
    cost = "no design"
    if point.cost is not None:
        cost = money_text(point.cost.amount, point.cost.currency, point.cost.at_least)
    figures = [str(point.hosts), cost, bound, point.family, str(point.E or ""), str(point.C or "")]
    return [*figures, point.due]
