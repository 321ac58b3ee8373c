"""``fatdesk network --published``: tables of papers next to counted and measured figures."""

from collections.abc import Callable
from typing import Any

from fatdesk.cli.kit.output import FoundProgress, print_json, say
from fatdesk.cli.kit.tables import table
from fatdesk.cli.networks.study_reports import base_of
from fatdesk.core.errors import FatdeskError
from fatdesk.networks.simulation.point import throughput
from fatdesk.networks.simulation.reference_costs import (
    STAGES,
    TABLE_4,
    ComplexityRow,
    complexity_rows,
)
from fatdesk.networks.simulation.reference_studies import RUFT_PAPER
from fatdesk.networks.simulation.results import MeasuredCurve
from fatdesk.networks.simulation.workers import Threads, cores
from fatdesk.networks.topologies import named_network
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.studies.measurement import Wanted
from fatdesk.project.studies.measurements import measurement_of, networks_of
from fatdesk.project.studies.simulation import ToMeasure
from fatdesk.tasks.studies import measure_study


def published(name: str, in_json: bool) -> None:
    """Print a table of a paper next to what is counted and measured.

    Raises
    ------
    FatdeskError
        When there is no such table.
    """
    if name not in PUBLISHED:
        raise FatdeskError(f"--published: there is no table {name}, known are {', '.join(PUBLISHED)}")
    figures, text = PUBLISHED[name]()
    if in_json:
        print_json(figures)
    else:
        say(text)


def _table_3() -> tuple[dict[str, Any], str]:
    found = [row for k in (4, 8) for row in complexity_rows(k)]
    rows = [["topology", "routing", "switches", "where", "formula", "k", "paper", "fatdesk", "used"]]
    rows += [
        [
            row.published.topology,
            row.published.scheme,
            row.published.switches or "all",
            row.published.source,
            row.published.formula,
            f"{row.k}",
            f"{row.paper:,}",
            "-" if row.by_source is None else f"{row.by_source:,}",
            " to ".join(f"{count:,}" for count in dict.fromkeys(row.used)),
        ]
        for row in found
    ]
    title = f"Table 3, {RUFT_PAPER}: switching elements of a switch, networks of {STAGES} stages"
    note = "used: pairs of an input and an output that some packet takes"
    return {"table": title, "rows": [_complexity_json(row) for row in found]}, "\n".join(
        [title, table(rows, frozenset({5, 6, 7, 8})), note]
    )


def _complexity_json(row: ComplexityRow) -> dict[str, Any]:
    what = row.published
    return {
        "network": f"{what.topology}:k={row.k},n={STAGES}",
        "scheme": what.scheme,
        "switches": what.switches or "all",
        "levels": list(what.levels),
        "formula": what.formula,
        "source": what.source,
        "published": row.paper,
        "by_source": row.by_source,
        "used": list(row.used),
    }


def _table_4() -> tuple[dict[str, Any], str]:
    progress = FoundProgress()
    answers: list[dict[str, Any]] = []
    for ready, costs in TABLE_4:
        study, project = ready.study, Project()
        measurement, ready_networks = measurement_of(study), networks_of(Derived(project), study)
        wanted = [
            Wanted(
                number,
                tuple(key for key in measurement.keys(study) if key <= measurement.highest(study, one)),
            )
            for number, one in enumerate(ready_networks)
            if isinstance(one, ToMeasure)
        ]
        measured = measure_study(project, study, wanted, None, Threads(cores()), progress)
        for one in measured:
            network = study.networks[one.network]
            closed, cost = named_network(network.spec).closed, costs[network.name]
            points = one.found.points if isinstance(one.found, MeasuredCurve) else ()
            if closed is None or not points:
                raise FatdeskError(f"{network.name}: {one.wrong or 'nothing was measured'}")
            answers.append(
                {
                    "network": network.spec,
                    "scheme": network.scheme,
                    "hosts": closed.hosts,
                    "links": closed.one_way_links,
                    "switching_elements": closed.switching_elements,
                    "throughput": throughput(points),
                    "base_latency": base_of(points),
                    "published": {
                        "links": cost.links,
                        "switching_elements": cost.elements,
                        "throughput": cost.performance.throughput,
                        "base_latency": cost.performance.base_latency,
                    },
                }
            )
    progress.done()
    title = f"Table 4, {RUFT_PAPER}: one-way links, switching elements, throughput and base latency"
    head = [
        "network",
        "links",
        "paper",
        "elements",
        "paper",
        "throughput",
        "paper",
        "",
        "latency",
        "paper",
        "",
    ]
    rows = [head, *(_cost_row(answer) for answer in answers)]
    return {"table": title, "rows": answers}, f"{title}\n{table(rows, frozenset(range(1, len(head))))}"


def _cost_row(answer: dict[str, Any]) -> list[str]:
    paper = answer["published"]
    row = [answer["network"]]
    for key in ("links", "switching_elements"):
        row += [f"{answer[key]:,}", f"{paper[key]:,}"]
    for key, form in (("throughput", ".3f"), ("base_latency", ".1f")):
        value, stated = answer[key], paper[key]
        row += [f"{value:{form}}", f"{stated:g}", f"{100 * (value / stated - 1):+.1f} %"]
    return row


PUBLISHED: dict[str, Callable[[], tuple[dict[str, Any], str]]] = {"ruft-3": _table_3, "ruft-4": _table_4}
"""Tables by their names; each gives its figures as JSON and as text."""
