"""``fatdesk faults``: which failures a network tolerates, what they cut off, and what they slow down."""

import argparse
from collections.abc import Mapping
from math import comb
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import replace

from fatdesk.cli.kit.arguments import asked_network, asked_stage, stage_in_json
from fatdesk.cli.kit.options import given_options
from fatdesk.cli.kit.output import (
    DONE,
    FINDINGS,
    FoundProgress,
    check_chart,
    log,
    print_json,
    save_chart,
    say,
)
from fatdesk.cli.networks.placed_faults import run_losses, run_reliability
from fatdesk.cli.networks.study_reports import found_in_json, found_text
from fatdesk.core.errors import FatdeskError
from fatdesk.core.schema import fields_of
from fatdesk.networks.fault_tolerance.results import FaultStudyResult, MeasuredFaults
from fatdesk.networks.fault_tolerance.sampled import SAMPLED, throughput
from fatdesk.networks.fault_tolerance.sampled.measure import PERCENT
from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters
from fatdesk.networks.fault_tolerance.study import MOST_COMBINATIONS, FaultParameters, FaultStudy
from fatdesk.networks.fault_tolerance.units import check_count
from fatdesk.networks.routing.algorithm import leaves_choice
from fatdesk.networks.simulation.study import FLIT, Duration, Switching, TrafficParameters
from fatdesk.networks.simulation.workers import cores
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.traffic.hotspot import NAME as HOTSPOT
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.studies.fault_tolerance import ToFail, fatal_names
from fatdesk.project.studies.measurement import Wanted
from fatdesk.project.studies.measurements import networks_of
from fatdesk.project.studies.verdicts import failed_rate, failed_verdict
from fatdesk.tasks.studies import measure_study

if TYPE_CHECKING:
    from fatdesk.engine.drawing.display import Page

MOST_SEED = 1 << 31


def run(parsed: argparse.Namespace) -> int:
    """Print what was measured with each number of faults."""
    if parsed.study is not None:
        from fatdesk.cli.networks.study import (  # what studies of projects need loads for them only
            FAULTS,
            run_study,
        )

        return run_study(FAULTS, parsed, parsed.workers or cores())
    if parsed.network is None:
        raise FatdeskError("name a SPEC or a project, or a ready-made study with --study")
    _fitting_options(parsed)
    check_chart(parsed)
    if parsed.losses:
        return run_losses(parsed)
    if parsed.reliability:
        return run_reliability(parsed)
    project, network = asked_network(parsed)
    study = _study(parsed, network)
    derived = Derived(project)
    stage = asked_stage(derived, network.fabric, network.stage) if network.stage else None
    (one,) = networks_of(derived, study)
    if not isinstance(one, ToFail):
        raise FatdeskError(one.why)
    if parsed.count and parsed.counted == PERCENT:
        if parsed.count[-1] > 100:
            raise FatdeskError(f"--count: {parsed.count[-1]:,} % cannot fail, give 100 or less")
    elif parsed.count:
        check_count(one.units, parsed.count[-1])
    _check_effects(parsed, study, one)
    began = perf_counter()
    found, wrong = _measured(parsed, project, study, one.counts)
    seconds = perf_counter() - began
    names = fatal_names(derived, one, found)
    verdict, rate = failed_verdict(derived, network, found), failed_rate(derived, network, found)
    if wrong:
        log(wrong)
    save_chart(parsed, lambda: _page(parsed, study, found, names, verdict.text))
    if parsed.json:
        figures: dict[str, Any] = {
            "network": parsed.network,
            "fabric": network.fabric,
            "stage": stage_in_json(stage),
            **found_in_json(found, names, verdict, rate),
            "seconds": seconds,
        }
        print_json(figures)
    else:
        what = f"{parsed.network}, {network.source}" if network.fabric else parsed.network
        say(f"{what}: {found_text(found, one.units.count, names, verdict, rate)}")
    return FINDINGS if wrong else DONE


def _page(
    parsed: argparse.Namespace,
    study: FaultStudy,
    found: MeasuredFaults,
    names: Mapping[int, str],
    verdict: str,
) -> "Page":
    from fatdesk.engine.drawing.charts.fault_charts import (
        fault_page,  # drawing loads for those who ask for it
    )

    named = replace(study, name=parsed.network)
    return fault_page(FaultStudyResult(named, (found,), (names,), verdict))


def _measured(
    parsed: argparse.Namespace, project: Project, study: FaultStudy, counts: tuple[int, ...]
) -> tuple[MeasuredFaults, str]:
    """Return the measured results, and why there are no more."""
    progress = FoundProgress()
    wanted = [Wanted(0, counts, once=not study.measures)]
    (one,) = measure_study(project, study, wanted, None, parsed.workers or cores(), progress)
    progress.done()
    if not isinstance(one.found, MeasuredFaults) or one.found.nothing:
        raise FatdeskError(one.wrong)
    return one.found, one.wrong


_OF = {
    "degradation": (
        "traffic",
        "load",
        "samples",
        "warmup",
        "cycles",
        "measured",
        "drawn",
        "injection",
        "redraw",
        "credits",
        "binding",
        "packet",
        "counted",
    ),
    **{
        measure.name: tuple(f"{measure.name}_{key}" for key in fields_of(measure.parameters))
        for measure in SAMPLED
        if measure is not throughput.MEASURE
    },
    "losses": ("together", "lose"),
    "reliability": ("years", "mttr", "delivery", "confidence", "mtbf"),
}
"""Options that belong to one kind of analysis."""
_NOT_OF = {
    **{measure.name: ("combinations",) for measure in SAMPLED},
    "losses": ("stage", "links", "switches", "whole", "count", "combinations", "workers", "chart"),
    "reliability": ("stage", "links", "switches", "whole", "count", "workers", "chart"),
}
"""Options without effect in that kind of analysis."""


def _fitting_options(parsed: argparse.Namespace) -> None:
    """Refuse options that would do nothing."""
    said = given_options(parsed)
    if parsed.switches and {"links", "whole"} & said:
        raise FatdeskError(
            "--switches: all links of a switch fail in both directions, leave out --links and --whole"
        )
    requested = [name for name in _OF if name in said]
    if len(requested) > 1:
        raise FatdeskError(f"--{requested[1]}: is used alone, leave out --{requested[0]}")
    for name, options in _OF.items():
        for option in options:
            if option in said and name not in requested:
                raise FatdeskError(f"--{option.replace('_', '-')}: is for --{name}")
    if {"lose", "together"} <= said:
        raise FatdeskError("--together: it searches for the elements to lose, leave out --lose")
    if "losses" in requested and "seed" in said and "together" not in said:
        raise FatdeskError("--seed: is for --together, which searches at random; single losses need none")
    for name in requested:
        for option in _NOT_OF[name]:
            if option in said:
                word = "one-way" if option == "whole" and not parsed.whole else option
                raise FatdeskError(f"--{word}: does nothing with --{name}, leave it out")


def _check_effects(parsed: argparse.Namespace, study: FaultStudy, one: ToFail) -> None:
    """Refuse options that would do nothing on this network."""
    said = given_options(parsed)
    if "whole" in said and one.network.one_way:
        word = "--whole" if parsed.whole else "--one-way"
        raise FatdeskError(f"{word}: the links of this network lead in one direction only, leave it out")
    fewer = all(comb(one.units.count, many) <= study.combinations for many in one.counts)
    if not study.measures and fewer:
        if "seed" in said:
            raise FatdeskError("--seed: every combination is tried, none is drawn at random, leave it out")
        _remark_on_combinations(parsed, one)
    if study.degradation is None:
        return
    if parsed.credits == FLIT and study.degradation.switching.flits == 1:
        raise FatdeskError(
            "--credits: packets of one flit fit wherever a flit fits, leave it out or give a larger --packet"
        )
    if "injection" in said and np.diff(one.network.outgoing[0])[: one.network.hosts].max(initial=0) < 2:
        raise FatdeskError("--injection: no host of this network has several links out, leave it out")
    if "binding" in said and not leaves_choice(one.scheme.routing_table(one.network)):
        raise FatdeskError(
            f"--binding: traffic decides no output with routing algorithm {one.scheme.NAME}, leave it out"
        )


def _remark_on_combinations(parsed: argparse.Namespace, one: ToFail) -> None:
    """State that there are fewer combinations than requested, for every number of faults."""
    most = max((comb(one.units.count, many) for many in one.counts), default=0)
    if parsed.combinations is not None and parsed.combinations > most:
        counts = "these numbers of faults have" if len(one.counts) > 1 else "this number of faults has"
        log(f"--combinations: {counts} no more than {most:,}, all are tried")


def _study(parsed: argparse.Namespace, network: StudyNetwork) -> FaultStudy:
    if parsed.seed > MOST_SEED:
        raise FatdeskError(f"--seed: is too large, give at most {MOST_SEED:,}")
    if (parsed.combinations or 0) > MOST_COMBINATIONS:
        raise FatdeskError(f"--combinations: is too large, give at most {MOST_COMBINATIONS:,}")
    requested = FaultStudy(name="faults")
    sampled = _sampled(parsed)
    counts = parsed.count or ((0, 1, 2, 5, 10, 20) if sampled else requested.counts)
    if counts[0] == 0 and not sampled:
        measures = " or ".join(f"--{measure.name}" for measure in SAMPLED)
        raise FatdeskError(f"--count: nothing fails at 0, begin with 1 (0 is for {measures})")
    return FaultStudy(
        name="faults",
        networks=(network,),
        faults=FaultParameters(
            among="switches" if parsed.switches else parsed.links or "network", whole=bool(parsed.whole)
        ),
        counts=counts,
        combinations=parsed.combinations or requested.combinations,
        seed=parsed.seed,
        **sampled,
    )


def _sampled(parsed: argparse.Namespace) -> dict[str, Any]:
    """The parameters of the sampled measure that is requested, by its name; empty: what is tolerated."""
    for measure in SAMPLED:
        if not getattr(parsed, measure.name):
            continue
        if measure is throughput.MEASURE:
            return {measure.name: _degradation(parsed)}
        given = {key: getattr(parsed, f"{measure.name}_{key}") for key in fields_of(measure.parameters)}
        return {
            measure.name: measure.parameters(
                **{key: value for key, value in given.items() if value is not None}
            )
        }
    return {}


def _degradation(parsed: argparse.Namespace) -> DegradationParameters:
    usual = DegradationParameters()
    pattern = parsed.traffic or usual.traffic.pattern
    if parsed.redraw and pattern != HOTSPOT:
        raise FatdeskError(f"--redraw: traffic {pattern} draws no host, it is for --traffic {HOTSPOT}")
    return DegradationParameters(
        traffic=TrafficParameters(pattern=pattern),
        switching=Switching(
            credits=parsed.credits or usual.switching.credits,
            binding=parsed.binding or usual.switching.binding,
            packet_bytes=parsed.packet or usual.switching.packet_bytes,
        ),
        duration=Duration(warmup=parsed.warmup, cycles=parsed.cycles or usual.duration.cycles),
        load=parsed.load,
        samples=parsed.samples or usual.samples,
        measured=parsed.measured or usual.measured,
        drawn=parsed.drawn or usual.drawn,
        redraw=parsed.redraw,
        injection=parsed.injection or usual.injection,
        counted=parsed.counted or usual.counted,
    )
