"""The curves of a study from what is known of its networks."""

from collections.abc import Sequence
from math import inf

from fatdesk.gui.results.simulations import Result, Simulations
from fatdesk.gui.results.study_results import Known
from fatdesk.gui.simulation.curves import Curve
from fatdesk.gui.simulation.running import Asked, Runner
from fatdesk.gui.studies.states import State
from fatdesk.networks.routing import USUAL
from fatdesk.networks.simulation.studies import Published
from fatdesk.networks.simulation.study import SimulationStudy, loads_of


def curves_of(
    study: SimulationStudy, known: Simulations, runner: Runner, papers: Sequence[Published | None]
) -> list[Curve]:
    """A curve for each network of a study, also of those of which nothing is known."""
    return [
        _curve(study, number, known.of(study, network), runner.runs(known.tag(study, network)), paper)
        for number, (network, paper) in enumerate(zip(study.networks, papers, strict=True))
    ]


def _curve(
    study: SimulationStudy,
    number: int,
    known: Known[Result] | None,
    asked: Asked | None,
    paper: Published | None,
) -> Curve:
    network = study.networks[number]
    scheme = network.scheme if network.scheme != USUAL else ""
    if known is None:
        state: State = "waiting"
        return Curve(number, network.name, scheme, (), state, paper=paper, note="waiting" if asked else "")
    result = known.result
    points = result.points
    state, note, share = "done", "", None
    if asked is not None and known.holds:
        here = {point.offered for point in points}
        highest = result.highest or inf
        loads = [load for load in asked.loads if load <= highest]
        share = sum(load in here for load in loads) / len(loads) if loads else None
        state = "running" if share is None or share < 1 else "done"
    elif not known.holds:
        state = "stale"
    elif not points and result.failed:
        state, note = "failed", f"failed: {result.failed}"
    elif not set(loads_of(study.loads)) <= {point.offered for point in points}:
        state = "done" if _all_it_can(study, known) else "partial"
    return Curve(number, network.name, result.scheme or scheme, points, state, share, paper, note)


def _all_it_can(study: SimulationStudy, known: Known[Result]) -> bool:
    """Whether only loads beyond what hosts can inject are missing."""
    highest = known.result.highest
    here = {point.offered for point in known.result.points}
    return highest is not None and all(load in here or load > highest for load in loads_of(study.loads))
