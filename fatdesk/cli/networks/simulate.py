"""``fatdesk simulate``: latency and accepted traffic of a network over the offered load."""

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from fatdesk.cli.kit.arguments import asked_stage, is_project, refuse_stage, stage_in_json, stage_words
from fatdesk.cli.kit.options import SWITCH_OPTIONS, given_options
from fatdesk.cli.kit.output import (
    DONE,
    FINDINGS,
    ShownProgress,
    about_to_save,
    check_chart,
    folder_target,
    log,
    print_json,
    save_chart,
    say,
)
from fatdesk.cli.networks.study_reports import (
    base_of,
    curve_text,
    in_units,
    point_in_json,
    unsettled,
    verdict_in_json,
)
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import Progress
from fatdesk.engine.listing.cells import csv_bytes
from fatdesk.engine.listing.study_columns import COLUMNS, curve_rows
from fatdesk.networks.fault_tolerance.study import FaultParameters
from fatdesk.networks.fault_tolerance.tolerance import random_tolerated
from fatdesk.networks.fault_tolerance.units import fault_units
from fatdesk.networks.network import Network
from fatdesk.networks.routing import routing_algorithm
from fatdesk.networks.routing.algorithm import RoutingAlgorithm, leaves_choice
from fatdesk.networks.simulation.link_rate import LinkRate
from fatdesk.networks.simulation.point import Point, between, throughput
from fatdesk.networks.simulation.study import (
    FLIT,
    HEAD,
    LATE,
    VCT,
    Arrivals,
    Duration,
    Loads,
    SimulationStudy,
    Switching,
    TrafficParameters,
)
from fatdesk.networks.simulation.sweep import (
    Curve,
    Known,
    base_latencies,
    curves_of,
    draws_of,
    points_at,
    saturations,
    team,
)
from fatdesk.networks.simulation.verdict import simulation_verdict
from fatdesk.networks.simulation.workers import Cluster, Processes, Threads, Workers, cores
from fatdesk.networks.simulation.zero_load import known_mean_latency
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.topologies import canonical
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.files.saver import save_bytes
from fatdesk.project.files.storing import load_project
from fatdesk.project.growing.stage_networks import StageNetwork
from fatdesk.project.studies.placed_network import placed
from fatdesk.project.studies.study_networks import node_names
from fatdesk.project.studies.verdicts import one_rate

if TYPE_CHECKING:
    from fatdesk.engine.drawing.display import Page

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
        from fatdesk.cli.networks.study import (  # what studies of projects need loads for them only
            SIMULATE,
            run_study,
        )

        return run_study(SIMULATE, parsed, workers)
    if parsed.network is None:
        raise FatdeskError("name a SPEC or a project, or a ready-made study with --study")
    check_chart(parsed)
    requested, fabrics, facts = _network(parsed)
    study = _study(parsed, requested)
    progress = ShownProgress()
    outages = partial(_outages, faults=parsed.faults, seed=study.first_seed, progress=progress)
    (curve,) = curves_of(study, fabrics, outages if parsed.faults else None)
    _check_effects(parsed, study, curve, fabrics)
    scheme = routing_algorithm(curve.scheme)
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
    alone = known_mean_latency(
        curve.network, scheme, np.array(curve.out, np.int32), study.switching, progress
    )
    progress.done()
    rate = None if facts.gbps is None else LinkRate(facts.gbps, study.switching.flit_bytes)
    every = sorted([*points, *more], key=lambda point: point.offered)
    verdict = simulation_verdict(requested.name, every, curve.highest, rate, curve.network, facts.names())
    figures = _in_json(parsed, curve, study, points, more, rate)
    figures |= {"base_latency": base, "saturation": saturation, **verdict_in_json(verdict)}
    figures |= in_units(rate, base, saturation, figures["throughput"])
    figures["stage"] = stage_in_json(facts.stage)
    figures["zero_load_latency"] = None if alone is None else float(alone)
    if parsed.csv is not None:
        about_to_save()
        rows = curve_rows(study, requested, curve.network.hosts, curve.scheme, points)
        save_bytes(parsed.csv, csv_bytes(COLUMNS, rows))
        log(f"{parsed.csv}")
    save_chart(parsed, lambda: _page(parsed, curve, study, points, verdict.text))
    for remark in [*dict.fromkeys(remarks), *unsettled(points)]:
        log(remark)
    if parsed.json:
        print_json(figures)
    else:
        say(_in_words(figures, points, rate))
    return DONE if len(points) == len(parsed.loads) else FINDINGS


def _check_effects(
    parsed: argparse.Namespace, study: SimulationStudy, curve: Curve, fabrics: dict[str, Known]
) -> None:
    """Refuse options that would do nothing on this network or with this traffic."""
    network = curve.network
    if parsed.long_fly is not None and not network.one_way:
        raise FatdeskError(
            "--long-fly: only one-way networks (the ruft families) have long links back to their hosts, "
            "leave it out for this network"
        )
    if parsed.binding != LATE and not leaves_choice(routing_algorithm(curve.scheme).routing_table(network)):
        raise FatdeskError(
            f"--binding: traffic decides no output with routing algorithm {curve.scheme}, leave it out"
        )
    if parsed.self:
        names = [known.hosts for known in fabrics.values()] or [tuple(map(str, range(network.hosts)))]
        if not draws_of(study.traffic, names[0], study.first_seed).to_themselves:
            raise FatdeskError(f"--self: no host sends to itself in {parsed.traffic} traffic, leave it out")


def _outages(
    network: Network, scheme: RoutingAlgorithm, *, faults: int, seed: int, progress: Progress
) -> tuple[int, ...]:
    """Random links between switches that are out, one of the combinations that part no hosts."""
    units = fault_units(network, FaultParameters(whole=True))
    (elements,) = random_tolerated(network, scheme, units, faults, 1, seed, progress)
    return tuple(units.of[elements].tolist())


def _workers(parsed: argparse.Namespace) -> Workers:
    if parsed.cluster is not None:
        if parsed.workers is not None:
            raise FatdeskError("--workers: a cluster has its own, leave it out")
        return Cluster(parsed.cluster)
    return Threads(cores()) if parsed.workers is None else Processes(parsed.workers)


class Facts(NamedTuple):
    """Names of the nodes of a network, made when needed, the rate of its links, if known, and its stage."""

    names: Callable[[], Sequence[str]]
    gbps: float | None = None
    stage: StageNetwork | None = None


def _network(parsed: argparse.Namespace) -> tuple[StudyNetwork, dict[str, Known], Facts]:
    """Return the network to simulate, its source in a project, if any, and its names and rate."""
    path = Path(parsed.network)
    if is_project(parsed.network) and parsed.stage:
        derived = Derived(load_project(path).project)
        stage = asked_stage(derived, parsed.fabric, parsed.stage)
        name, net = stage.fabric.name, stage.network
        requested = StudyNetwork(name=name, fabric=name, stage=parsed.stage, scheme=parsed.scheme)
        facts = Facts(lambda: stage.names, one_rate(stage.fabric.rate_gbps), stage)
        return requested, {name: Known(net, stage.names[: net.hosts])}, facts
    if is_project(parsed.network):
        found = placed(Derived(load_project(path).project), parsed.fabric)
        name = parsed.fabric or path.stem[:60] or "fabric"
        hosts = found.names[: found.network.hosts]
        requested = StudyNetwork(name=name, fabric=name, scheme=parsed.scheme)
        facts = Facts(lambda: found.names, one_rate(found.rate_gbps))
        return requested, {name: Known(found.network, hosts)}, facts
    refuse_stage(parsed)
    if parsed.fabric:
        raise FatdeskError("--fabric: is for projects, leave it out with a SPEC")
    spec = canonical(parsed.network)
    requested = StudyNetwork(name=spec[:60], spec=spec, scheme=parsed.scheme)
    return requested, {}, Facts(lambda: node_names(Derived(Project()), requested))


def _study(parsed: argparse.Namespace, requested: StudyNetwork) -> SimulationStudy:
    if parsed.seeds > 1000 or parsed.seed > MOST_SEED:
        raise FatdeskError(
            f"--seed, --seeds: is too large, give a seed of at most {MOST_SEED:,} and at most 1,000 seeds"
        )
    if parsed.arrivals == "bernoulli" and parsed.burst is not None:
        raise FatdeskError("--burst: is for --arrivals bursty")
    if parsed.switching != VCT and parsed.credits == FLIT:
        raise FatdeskError("--credits: is for --switching vct, wormhole has credits of flits always")
    if parsed.credits == FLIT and parsed.packet <= parsed.flit:
        raise FatdeskError(
            "--credits: packets of one flit fit wherever a flit fits, leave it out or give a --packet longer "
            "than --flit"
        )
    if parsed.switching == VCT and parsed.buffer_flits is not None:
        raise FatdeskError(
            "--buffer-flits: is for --switching wormhole, buffers of vct hold whole packets (--buffer)"
        )
    if parsed.switching == VCT and parsed.allocation:
        raise FatdeskError("--allocation: is for --switching wormhole, vct grants an output with its room")
    if parsed.link + parsed.fly < 1:
        raise FatdeskError(
            "--link, --fly: a flit takes at least one cycle to the next switch, give one of them 1"
        )
    if parsed.buffer_flits is not None and "buffer" in given_options(parsed):
        raise FatdeskError("--buffer: --buffer-flits is the size of input buffers, leave one of them out")
    if parsed.route_at == HEAD and parsed.routing == 0:
        raise FatdeskError("--route-at: has no effect with --routing 0, leave one of them out")
    ends = parsed.precision is not None or parsed.packets_per_source is not None
    first, last = parsed.loads[0], parsed.loads[-1]
    return SimulationStudy(
        name="simulate",
        networks=(requested,),
        traffic=TrafficParameters(
            pattern=parsed.traffic,
            itself=parsed.self,
            arrivals=Arrivals(kind=parsed.arrivals, burst_packets=parsed.burst or Arrivals().burst_packets),
        ),
        switching=Switching(
            **{key: getattr(parsed, flag[2:].replace("-", "_")) for flag, key, _ in SWITCH_OPTIONS}
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


def _page(
    parsed: argparse.Namespace,
    curve: Curve,
    study: SimulationStudy,
    points: Sequence[Point],
    verdict: str,
) -> "Page":
    from fatdesk.core.number_text import counted
    from fatdesk.engine.drawing.charts.simulation_charts import (
        curve_page,  # drawing loads for those who ask for it
    )

    out = f" · {counted(len(curve.out), 'link')} out" if curve.out else ""
    key = f"{curve.scheme} · {counted(curve.network.hosts, 'host')}{out}"
    return curve_page(replace(study, name=parsed.network), f"{curve.name} · {key}", points, verdict)


def _in_json(
    parsed: argparse.Namespace,
    curve: Curve,
    study: SimulationStudy,
    points: Sequence[Point],
    more: Sequence[Point],
    rate: LinkRate | None,
) -> dict[str, Any]:
    """Return measured results as JSON, by keys of the command line."""
    ends = curve.network.ends.tolist()
    every = [*points, *more]
    return {
        "network": parsed.network,
        "hosts": curve.network.hosts,
        "scheme": curve.scheme,
        "traffic": study.traffic.pattern,
        "links_out": [{"link": link, "nodes": ends[link]} for link in curve.out],
        "points": [point_in_json(point, rate) for point in points],
        "base_latency": None,
        "saturation": None,
        "throughput": throughput(every),
        "flit_hops": sum(point.flit_hops for point in every),
        "seconds": sum(point.seconds for point in every),
    }


def _in_words(figures: dict[str, Any], points: Sequence[Point], rate: LinkRate | None) -> str:
    """The figures for people."""
    out = len(figures["links_out"])
    faults = f", {out} link{'s' if out > 1 else ''} out" if out else ""
    hosts = f"{figures['hosts']:,} hosts"
    at = "" if figures["stage"] is None else f" in {stage_words(figures['stage'])}"
    head = f"{figures['network']}{at}: {hosts}, routing {figures['scheme']}, {figures['traffic']}{faults}"
    return f"{head}\n{curve_text(figures, points, rate)}"
