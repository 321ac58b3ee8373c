"""The curves of a study from what is known of its networks, and what is out of date."""

from collections.abc import Sequence
from datetime import datetime
from math import inf
from typing import NamedTuple, Protocol, TypeVar

from fatdesk.engine.forwarding import USUAL
from fatdesk.engine.sim.studies import Published
from fatdesk.engine.sim.study import Simulated, SimulationStudy, loads_of
from fatdesk.gui.simulations import Result, Simulations
from fatdesk.gui.study_results import Known, Tag
from fatdesk.gui.workspaces.simulation.curves import Curve, State
from fatdesk.gui.workspaces.simulation.running import Asked, Runner

AnyStudy_contra = TypeVar("AnyStudy_contra", contravariant=True)


class OutOfDate(NamedTuple):
    """Networks whose results are of something else than what is asked now.

    Attributes
    ----------
    design
        Whether a fabric is another; else the study asks for something else.
    measured
        When the oldest of them was measured, hour and minute.
    """

    numbers: tuple[int, ...]
    design: bool
    measured: str


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


class _Result(Protocol):
    """What was measured of a network, on which state and when."""

    @property
    def tag(self) -> Tag: ...
    @property
    def began(self) -> datetime | None: ...


class _Found(Protocol):
    """A result, and whether it holds."""

    @property
    def result(self) -> _Result: ...
    @property
    def holds(self) -> bool: ...


class Store(Protocol[AnyStudy_contra]):
    """Results of studies of one kind, by their networks."""

    def tag(self, study: AnyStudy_contra, network: Simulated) -> Tag:
        """What figures of a network depend on now."""

    def of(self, study: AnyStudy_contra, network: Simulated) -> _Found | None:
        """What is known of a network."""


def out_of_date(
    study: AnyStudy_contra, networks: Sequence[Simulated], known: Store[AnyStudy_contra]
) -> OutOfDate | None:
    """What was measured of another state; None: nothing."""
    stale = [
        (number, found)
        for number, network in enumerate(networks)
        if (found := known.of(study, network)) is not None and not found.holds
    ]
    if not stale:
        return None
    tags = [known.tag(study, networks[number]) for number, _ in stale]
    design = all(tag.asked == found.result.tag.asked for tag, (_, found) in zip(tags, stale, strict=True))
    began = min((found.result.began for _, found in stale if found.result.began), default=None)
    told = "an earlier day" if began is None else f"{began:%H:%M}"
    return OutOfDate(tuple(number for number, _ in stale), design, told)
