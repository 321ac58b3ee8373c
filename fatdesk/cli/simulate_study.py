"""``fatdesk simulate P.fatdesk --study NAME``: measure the points of a study that have no result."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fatdesk.cli.named_options import named, refuse_others
from fatdesk.cli.output import DONE, FINDINGS, ShownProgress, about_to_save, log, print_json, say
from fatdesk.cli.simulation_report import base_of, curve_in_words, point_in_json, unsettled
from fatdesk.networks.simulation.point import Point
from fatdesk.networks.simulation.saturation import between, throughput
from fatdesk.networks.simulation.study import SimulationStudy, loads_of
from fatdesk.networks.simulation.sweep import Curve, curve_of, points_at, team
from fatdesk.networks.simulation.workers import Workers
from fatdesk.project.derived.derived import Derived
from fatdesk.project.files.storing import load_project
from fatdesk.project.studies.results import Results, measured
from fatdesk.project.studies.simulation_studies import ToMeasure, networks_of
from fatdesk.project.studies.study_networks import CannotMeasure

OURS = frozenset({"network", "study", "workers", "cluster", "json", "run"})
"""What is said beside a study; it decides everything else."""


@dataclass
class _Lacking:
    """A network of the study with the loads that are still to be measured."""

    found: ToMeasure
    curve: Curve
    loads: tuple[float, ...]
    points: list[Point] = field(default_factory=list)


def run_study(parsed: argparse.Namespace, workers: Workers) -> int:
    """Measure, keep, and print all that is known of a study.

    Stopped with Ctrl+C, it keeps the points that are there.
    """
    refuse_others("study", "simulate", parsed, OURS)
    path = Path(parsed.network)
    project = load_project(path).project
    study = named(project.simulations, parsed.study, "--study", "simulation study", "add-simulation")
    networks = networks_of(Derived(project), study, path.parent)
    results = Results(path)
    lacking = [_lacking(study, one, results) for one in networks if isinstance(one, ToMeasure)]
    progress = ShownProgress()
    try:
        remarks = _measure(study, [one for one in lacking if one.loads], workers, progress)
    finally:
        about_to_save()
        for one in lacking:
            results.put(measured(one.found.on, one.points))
    progress.done()
    for remark in remarks:
        log(remark)
    rows = [(one, _known(one, results)) for one in networks]
    for network, points in rows:
        for remark in unsettled(points):
            log(f"{network.asked.name}: {remark}")
    if parsed.json:
        print_json({"study": study.name, "networks": [_in_json(*row) for row in rows]})
    else:
        say("\n\n".join(_in_words(*row) for row in rows))
    whole = len(lacking) == len(networks) and all(len(one.points) == len(one.loads) for one in lacking)
    return DONE if whole else FINDINGS


def _lacking(study: SimulationStudy, found: ToMeasure, results: Results) -> _Lacking:
    curve = curve_of(study, found.asked, found.network, found.draws)
    there = results.loads(found.on)
    loads = [load for load in loads_of(study.loads) if load not in there]
    fit = tuple(load for load in loads if load <= curve.highest * (1 + 1e-9))
    if len(fit) < len(loads):
        log(f"{found.asked.name}: loads above {curve.highest:g} are left out, hosts cannot inject them")
    return _Lacking(found, curve, fit)


def _measure(
    study: SimulationStudy, lacking: Sequence[_Lacking], workers: Workers, progress: ShownProgress
) -> tuple[str, ...]:
    if not lacking:
        return ("everything is measured already",)
    numbers = [(study.networks.index(one.found.asked), one) for one in lacking]
    curves: dict[int, Curve] = {number: one.curve for number, one in numbers}
    every = [curves.get(number, lacking[0].curve) for number in range(len(study.networks))]
    asked = [(number, load, one) for number, one in numbers for load in one.loads]

    def keep(at: int, point: Point) -> None:
        asked[at][2].points.append(point)

    with team(study, every, workers, progress) as made:
        _, remarks = points_at(study, made, [(number, load) for number, load, _ in asked], progress, keep)
    return remarks


def _known(one: ToMeasure | CannotMeasure, results: Results) -> tuple[Point, ...]:
    curve = results.of(one.on) if isinstance(one, ToMeasure) else None
    return curve.points if curve else ()


def _in_json(one: ToMeasure | CannotMeasure, points: Sequence[Point]) -> dict[str, Any]:
    found = {"name": one.asked.name, "network": one.asked.spec or one.asked.fabric}
    if isinstance(one, CannotMeasure):
        return {**found, "cannot": one.why}
    return {
        **found,
        "hosts": one.network.hosts,
        "scheme": one.scheme,
        "points": [point_in_json(point) for point in points],
        **_figures(points),
    }


def _figures(points: Sequence[Point]) -> dict[str, float | None]:
    return {
        "base_latency": base_of(points),
        "saturation": between(points),
        "throughput": throughput(points),
    }


def _in_words(one: ToMeasure | CannotMeasure, points: Sequence[Point]) -> str:
    if isinstance(one, CannotMeasure):
        return f"{one.asked.name}: cannot be measured: {one.why}"
    head = (
        f"{one.asked.name}: {one.asked.spec or one.asked.fabric}, {one.network.hosts:,} hosts, {one.scheme}"
    )
    return f"{head}\n{curve_in_words(_figures(points), points)}"
