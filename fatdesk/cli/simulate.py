"""``fatdesk simulate``: latency and accepted traffic of a network over the offered load."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from fatdesk.cli.arguments import is_project, named, refuse_others
from fatdesk.cli.output import DONE, FINDINGS, ShownProgress, about_to_save, log, print_json, say
from fatdesk.cli.saving import folder_target
from fatdesk.cli.tables import table, terminal_width
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import Progress
from fatdesk.engine.listing.cells import csv_bytes
from fatdesk.engine.listing.study_columns import COLUMNS, curve_rows
from fatdesk.networks.fault_tolerance.study import FaultsAsked
from fatdesk.networks.fault_tolerance.tolerance import random_tolerated
from fatdesk.networks.fault_tolerance.units import fault_units
from fatdesk.networks.network import Network
from fatdesk.networks.routing import routing_algorithm
from fatdesk.networks.routing.algorithm import RoutingAlgorithm
from fatdesk.networks.simulation.parameters import Arrivals, Duration
from fatdesk.networks.simulation.point import Latency, Point
from fatdesk.networks.simulation.saturation import BASE_LOAD, between, throughput
from fatdesk.networks.simulation.study import Loads, SimulationStudy, TrafficAsked, loads_of
from fatdesk.networks.simulation.sweep import (
    Curve,
    Known,
    base_latencies,
    curve_of,
    curves_of,
    points_at,
    saturations,
    team,
)
from fatdesk.networks.simulation.switching import VCT, Switching
from fatdesk.networks.simulation.workers import Cluster, Processes, Threads, Workers, cores
from fatdesk.networks.simulation.zero_load import known_mean_latency
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.topologies import canonical
from fatdesk.project.derived.derived import Derived
from fatdesk.project.files.saver import save_bytes
from fatdesk.project.files.storing import load_project
from fatdesk.project.studies.results import Results, measured
from fatdesk.project.studies.scheduling import placed
from fatdesk.project.studies.simulation_studies import ToMeasure, networks_of
from fatdesk.project.studies.study_networks import CannotMeasure


def base_of(points: Sequence[Point]) -> float | None:
    """Base latency where its load is among the points."""
    return next((point.latency.mean for point in points if point.offered == BASE_LOAD), None)


def unsettled(points: Sequence[Point]) -> list[str]:
    """What to beware of."""
    loads = [f"{point.offered:g}" for point in points if not point.settled]
    if not loads:
        return []
    what = "load" if len(loads) == 1 else "loads"
    return [f"not settled when counting began at {what} {', '.join(loads)}: give more --cycles or a --warmup"]


def point_in_json(point: Point) -> dict[str, Any]:
    """A point by keys of the command line, without processor time."""
    fairness = point.fairness
    return {
        "offered": point.offered,
        "accepted": point.accepted,
        "accepted_ci95": point.accepted_ci95,
        "saturated": point.saturated,
        "latency": _latency_in_json(point.latency),
        "network_latency": _latency_in_json(point.network_latency),
        "packets": point.packets,
        "conflicts_per_cycle": point.conflicts_per_cycle,
        "received_per_cycle": point.received_per_cycle,
        "flit_hops": point.flit_hops,
        "warmup": point.warmup,
        "cycles": point.cycles,
        "settled": point.settled,
        "fairness": None if fairness is None else vars(fairness),
        "busiest_channel": float(point.channel_load.max(initial=0.0)),
        "seeds": point.seeds,
    }


def _latency_in_json(latency: Latency) -> dict[str, Any]:
    return {
        "mean": latency.mean,
        "ci95": latency.ci95,
        "p50": latency.p50,
        "p99": latency.p99,
        "max": latency.most,
    }


def curve_in_words(figures: dict[str, Any], points: Sequence[Point]) -> str:
    """A table of points, and what follows from them."""
    rows = [["offered", "accepted", "+-", "latency", "+-", "p99", "in network", "conflicts", "packets", ""]]
    rows += [_row(point) for point in points]
    spare = ("packets", "conflicts", "in network", "p99")
    lines = [table(rows, frozenset(range(9)), spare, terminal_width())]
    base, saturation, most = figures["base_latency"], figures["saturation"], figures["throughput"]
    if figures.get("zero_load_latency") is not None:
        lines.append(
            f"zero load     {figures['zero_load_latency']:.1f} cycles, the mean of all pairs when alone"
        )
    lines.append(f"base latency  {_figure(base, '.1f')} cycles, at load {BASE_LOAD:g}")
    lines.append(f"saturation    {_figure(saturation, '.3f')}")
    lines.append(f"throughput    {_figure(most, '.3f')} flits a cycle and host")
    return "\n".join(lines)


def _row(point: Point) -> list[str]:
    remark = "saturated" if point.saturated else "" if point.settled else "not settled"
    return [
        f"{point.offered:g}",
        f"{point.accepted:.4f}",
        _figure(point.accepted_ci95, ".4f"),
        _figure(point.latency.mean, ",.1f"),
        _figure(point.latency.ci95, ",.1f"),
        _figure(point.latency.p99, ",.0f"),
        _figure(point.network_latency.mean, ",.1f"),
        f"{point.conflicts_per_cycle:.2f}",
        f"{point.packets:,}",
        remark,
    ]


def _figure(value: float | None, form: str) -> str:
    return "-" if value is None else f"{value:{form}}"


STUDY_OPTIONS = frozenset({"network", "study", "workers", "cluster", "json", "run"})
"""Options that may be given with a study, which decides everything else."""


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
    refuse_others("study", "simulate", parsed, STUDY_OPTIONS)
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
        print_json({"study": study.name, "networks": [_study_in_json(*row) for row in rows]})
    else:
        say("\n\n".join(_study_text(*row) for row in rows))
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


def _study_in_json(one: ToMeasure | CannotMeasure, points: Sequence[Point]) -> dict[str, Any]:
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


def _study_text(one: ToMeasure | CannotMeasure, points: Sequence[Point]) -> str:
    if isinstance(one, CannotMeasure):
        return f"{one.asked.name}: cannot be measured: {one.why}"
    head = (
        f"{one.asked.name}: {one.asked.spec or one.asked.fabric}, {one.network.hosts:,} hosts, {one.scheme}"
    )
    return f"{head}\n{curve_in_words(_figures(points), points)}"


CYCLES = 100_000
CYCLES_TO_AN_END = 10_000_000
"""At most, where something else ends a run."""
MOST_SEED = 1 << 31


def run(parsed: argparse.Namespace) -> int:
    """Print what was measured at each load."""
    if parsed.csv is not None:
        folder_target(parsed.csv.parent, f"--csv {parsed.csv}", make=False)
    workers = _workers(parsed)
    if parsed.study is not None:
        return run_study(parsed, workers)
    asked, fabrics = _network(parsed)
    study = _study(parsed, asked)
    progress = ShownProgress()
    outages = partial(_outages, faults=parsed.faults, seed=study.first_seed, progress=progress)
    (curve,) = curves_of(study, fabrics, outages if parsed.faults else None)
    if parsed.long_fly is not None and not curve.network.one_way:
        raise FatdeskError(
            "--long-fly: only one-way networks (the ruft families) have long links back to their hosts, "
            "leave it out for this network"
        )
    with team(study, [curve], workers, progress) as made:
        found, remarks = points_at(study, made, [(0, load) for load in parsed.loads], progress)
        points = [point for point in found if point is not None]
        more: tuple[Point, ...] = ()
        saturation = between(points)
        if parsed.saturation:
            searched = saturations(study, made, [curve], progress)
            (saturation,), (more,) = searched.loads, searched.points
            remarks += searched.remarks
        base = base_of(points) or base_latencies(study, made, [curve], progress)[0]
    known = routing_algorithm(curve.scheme)
    alone = known_mean_latency(curve.network, known, np.array(curve.out, np.int32), study.switching, progress)
    progress.done()
    figures = _in_json(parsed, curve, study, points, more, base, saturation)
    figures["zero_load_latency"] = None if alone is None else float(alone)
    if parsed.csv is not None:
        about_to_save()
        rows = curve_rows(study, asked, curve.network.hosts, curve.scheme, points)
        save_bytes(parsed.csv, csv_bytes(COLUMNS, rows))
        log(f"{parsed.csv}")
    for remark in [*dict.fromkeys(remarks), *unsettled(points)]:
        log(remark)
    if parsed.json:
        print_json(figures)
    else:
        say(_in_words(figures, points))
    return DONE if len(points) == len(parsed.loads) else FINDINGS


def _outages(
    network: Network, scheme: RoutingAlgorithm, *, faults: int, seed: int, progress: Progress
) -> tuple[int, ...]:
    """Random links between switches that are out, one of the combinations that part no hosts."""
    units = fault_units(network, FaultsAsked(whole=True))
    (things,) = random_tolerated(network, scheme, units, faults, 1, seed, progress)
    return tuple(units.of[things].tolist())


def _workers(parsed: argparse.Namespace) -> Workers:
    if parsed.cluster is not None:
        if parsed.workers is not None:
            raise FatdeskError("--workers: a cluster has its own, leave it out")
        return Cluster(parsed.cluster)
    return Threads(cores()) if parsed.workers is None else Processes(parsed.workers)


def _network(parsed: argparse.Namespace) -> tuple[StudyNetwork, dict[str, Known]]:
    """What to simulate, and the network itself where it is a project's."""
    path = Path(parsed.network)
    if is_project(parsed.network):
        found = placed(Derived(load_project(path).project), parsed.fabric)
        name = parsed.fabric or path.stem[:60] or "fabric"
        hosts = found.names[: found.network.hosts]
        return StudyNetwork(name=name, fabric=name, scheme=parsed.scheme), {name: Known(found.network, hosts)}
    if parsed.fabric:
        raise FatdeskError("--fabric: is for projects, leave it out with a SPEC")
    spec = canonical(parsed.network)
    return StudyNetwork(name=spec[:60], spec=spec, scheme=parsed.scheme), {}


def _study(parsed: argparse.Namespace, asked: StudyNetwork) -> SimulationStudy:
    if parsed.seeds > 1000 or parsed.seed > MOST_SEED:
        raise FatdeskError(f"--seed, --seeds: take a seed up to {MOST_SEED:,} and up to 1,000 of them")
    if parsed.arrivals == "bernoulli" and parsed.burst is not None:
        raise FatdeskError("--burst: is for --arrivals bursty")
    if parsed.switching != VCT and parsed.credits != "packet":
        raise FatdeskError("--credits: is for --switching vct, wormhole has credits of flits always")
    ends = parsed.precision is not None or parsed.packets_per_source is not None
    first, last = parsed.loads[0], parsed.loads[-1]
    return SimulationStudy(
        name="simulate",
        networks=(asked,),
        traffic=TrafficAsked(
            pattern=parsed.traffic,
            itself=parsed.self,
            arrivals=Arrivals(kind=parsed.arrivals, burst_packets=parsed.burst or Arrivals().burst_packets),
        ),
        switching=Switching(
            switching=parsed.switching,
            credits=parsed.credits,
            route_at=parsed.route_at,
            binding=parsed.binding,
            packet_bytes=parsed.packet,
            flit_bytes=parsed.flit,
            buffer_packets=parsed.buffer,
            buffer_flits=parsed.buffer_flits,
            routing=parsed.routing,
            crossbar=parsed.crossbar,
            link=parsed.link,
            fly=parsed.fly,
            long_fly=parsed.long_fly,
        ),
        loads=Loads(first=first, last=last, step=max(last - first, 0.001)),
        duration=Duration(
            warmup=parsed.warmup,
            cycles=parsed.cycles or (CYCLES_TO_AN_END if ends else CYCLES),
            precision=parsed.precision,
            packets_per_source=parsed.packets_per_source,
        ),
        seeds=parsed.seeds,
        first_seed=parsed.seed,
    )


def _in_json(
    parsed: argparse.Namespace,
    curve: Curve,
    study: SimulationStudy,
    points: Sequence[Point],
    more: Sequence[Point],
    base: float | None,
    saturation: float | None,
) -> dict[str, Any]:
    """What was measured, by keys of the command line."""
    ends = curve.network.ends.tolist()
    every = [*points, *more]
    return {
        "network": parsed.network,
        "hosts": curve.network.hosts,
        "scheme": curve.scheme,
        "traffic": study.traffic.pattern,
        "links_out": [{"link": link, "nodes": ends[link]} for link in curve.out],
        "points": [point_in_json(point) for point in points],
        "base_latency": base,
        "saturation": saturation,
        "throughput": throughput(every),
        "flit_hops": sum(point.flit_hops for point in every),
        "seconds": sum(point.seconds for point in every),
    }


def _in_words(figures: dict[str, Any], points: Sequence[Point]) -> str:
    """The figures for people."""
    out = len(figures["links_out"])
    faults = f", {out} link{'s' if out > 1 else ''} out" if out else ""
    hosts = f"{figures['hosts']:,} hosts"
    head = f"{figures['network']}: {hosts}, routing {figures['scheme']}, {figures['traffic']}{faults}"
    return f"{head}\n{curve_in_words(figures, points)}"
