"""``fatdesk faults``: which faults a network tolerates, who stays connected, what is slower, what is lost."""

import argparse
from time import perf_counter
from typing import Any

from fatdesk.cli.answer import DONE, FINDINGS, ShownProgress, print_json, say, tell
from fatdesk.cli.asked_network import asked_network
from fatdesk.cli.faults_told import found_in_json, found_in_words
from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.faults.asked import MOST_COMBINATIONS, DegradationAsked, FaultsAsked, FaultStudy
from fatdesk.engine.faults.results import MeasuredFaults
from fatdesk.engine.faults.units import check_count
from fatdesk.engine.sim.asked import Duration
from fatdesk.engine.sim.study import Simulated, TrafficAsked
from fatdesk.engine.sim.workers import cores
from fatdesk.project.derived import Derived
from fatdesk.project.failing import ToFail, failing_networks, fatal_names
from fatdesk.project.project import Project
from fatdesk.work.faults import FaultsFound, WantedFaults, measure_faults

MOST_SEED = 1 << 31


def run(parsed: argparse.Namespace) -> int:
    """Print what was measured with each number of faults."""
    if parsed.study is not None:
        from fatdesk.cli.faults_study import run_study

        return run_study(parsed)
    _fitting_options(parsed)
    project, network = asked_network(parsed)
    study = _study(parsed, network)
    derived = Derived(project)
    (one,) = failing_networks(derived, study)
    if not isinstance(one, ToFail):
        raise FatdeskError(one.why)
    if parsed.count:
        check_count(one.units, parsed.count[-1])
    began = perf_counter()
    found, wrong = _measured(parsed, project, study, one.counts)
    seconds = perf_counter() - began
    names = fatal_names(derived, one, found)
    if wrong:
        tell(wrong)
    if parsed.json:
        figures: dict[str, Any] = {
            "network": parsed.network,
            **found_in_json(found, names),
            "seconds": seconds,
        }
        print_json(figures)
    else:
        say(f"{parsed.network}: {found_in_words(found, one.units.count, names)}")
    return FINDINGS if wrong else DONE


def _measured(
    parsed: argparse.Namespace, project: Project, study: FaultStudy, counts: tuple[int, ...]
) -> tuple[MeasuredFaults, str]:
    """What was measured, and why no more."""
    progress = FoundProgress()
    wanted = [WantedFaults(0, counts)]
    ((_, found, wrong),) = measure_faults(project, study, wanted, None, parsed.workers or cores(), progress)
    progress.done()
    if found is None or found.nothing:
        raise FatdeskError(wrong)
    return found, wrong


class FoundProgress(ShownProgress):
    """Progress that keeps what there is so far.

    Attributes
    ----------
    found
        Of each network.
    """

    found: tuple[FaultsFound, ...] = ()

    def show(self, value: Any) -> None:
        """Keep it."""
        self.found = value


def _fitting_options(parsed: argparse.Namespace) -> None:
    """Refuse options that would do nothing."""
    if parsed.switches and (parsed.links is not None or parsed.whole is not None):
        raise FatdeskError("--switches: all links of a switch fail both ways, leave out --links and --whole")
    if parsed.degradation:
        if parsed.combinations is not None:
            raise FatdeskError("--combinations: is of what is tolerated, with --degradation take --samples")
        return
    for name in ("traffic", "load", "samples", "warmup", "cycles"):
        if getattr(parsed, name) is not None:
            raise FatdeskError(f"--{name}: is for --degradation")


def _study(parsed: argparse.Namespace, network: Simulated) -> FaultStudy:
    if parsed.seed > MOST_SEED:
        raise FatdeskError(f"--seed: take one up to {MOST_SEED:,}")
    if (parsed.combinations or 0) > MOST_COMBINATIONS:
        raise FatdeskError(f"--combinations: take up to {MOST_COMBINATIONS:,}")
    asked = FaultStudy(name="faults")
    counts = parsed.count or ((0, 1, 2, 5, 10, 20) if parsed.degradation else asked.counts)
    if counts[0] == 0 and not parsed.degradation:
        raise FatdeskError("--count: nothing fails at 0, begin with 1 (0 is for --degradation)")
    return FaultStudy(
        name="faults",
        networks=(network,),
        faults=FaultsAsked(
            among="switches" if parsed.switches else parsed.links or "network", whole=bool(parsed.whole)
        ),
        counts=counts,
        combinations=parsed.combinations or asked.combinations,
        seed=parsed.seed,
        degradation=_degradation(parsed) if parsed.degradation else None,
    )


def _degradation(parsed: argparse.Namespace) -> DegradationAsked:
    usual = DegradationAsked()
    return DegradationAsked(
        traffic=TrafficAsked(pattern=parsed.traffic or usual.traffic.pattern),
        duration=Duration(warmup=parsed.warmup, cycles=parsed.cycles or usual.duration.cycles),
        load=parsed.load,
        samples=parsed.samples or usual.samples,
    )
