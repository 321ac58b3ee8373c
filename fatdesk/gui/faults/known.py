"""The curves of a fault study from what is known of its networks."""

from collections.abc import Sequence

from fatdesk.gui.faults.curves import FaultCurve
from fatdesk.gui.faults.running import AskedFaults, FaultRunner
from fatdesk.gui.results.faults import FaultResult, FaultResults
from fatdesk.gui.results.study_results import Known
from fatdesk.gui.studies.states import State
from fatdesk.networks.fault_tolerance.studies import PublishedAlways, published_always
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.routing import USUAL


def fault_curves(study: FaultStudy, known: FaultResults, runner: FaultRunner) -> tuple[FaultCurve, ...]:
    """A curve for each network of a study, also of those of which nothing is known."""
    papers = {one.network: one for one in published_always(study)}
    return tuple(
        _curve(study, number, known, runner.runs(known.tag(study, network)), papers.get(network.name))
        for number, network in enumerate(study.networks)
    )


def _curve(
    study: FaultStudy,
    number: int,
    store: FaultResults,
    asked: AskedFaults | None,
    paper: PublishedAlways | None,
) -> FaultCurve:
    network = study.networks[number]
    scheme = network.scheme if network.scheme != USUAL else ""
    known = store.of(study, network)
    if known is None:
        note = "waiting" if asked else ""
        return FaultCurve(number, network.name, scheme, paper=paper, note=note)
    found = known.result.found
    state, share, note = _state(study, number, store, known, asked)
    if found is not None:
        scheme = found.on.scheme
    return FaultCurve(number, network.name, scheme, found, state, share, paper, note)


def _state(
    study: FaultStudy, number: int, store: FaultResults, known: Known[FaultResult], asked: AskedFaults | None
) -> tuple[State, float | None, str]:
    found = known.result.found
    if not known.holds:
        return "stale", None, ""
    if asked is not None:
        done = _steps_done(
            asked, found.counts if found else (), found is not None and found.always is not None
        )
        return ("running", done, "") if done < 1 else ("done", None, "")
    if known.result.failed:
        return (
            "failed" if found is None or found.nothing else "partial",
            None,
            f"failed: {known.result.failed}",
        )
    return "partial" if store.missing(study, number) is not None else "done", None, ""


def _steps_done(asked: AskedFaults, counts: Sequence[int], always: bool) -> float:
    total = len(asked.counts) + asked.always
    here = len(frozenset(counts) & frozenset(asked.counts)) + (asked.always and always)
    return here / total if total else 1.0
