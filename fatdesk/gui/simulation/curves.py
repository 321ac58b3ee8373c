"""Curves of a simulation study with published ones; the ready-made studies."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf

import numpy as np

from fatdesk.core.arrays import Floats
from fatdesk.core.number_text import counted
from fatdesk.engine.charts import State as ChartState
from fatdesk.gui.session.study_results import Known, Simulations, points_of
from fatdesk.gui.studies.body import State
from fatdesk.gui.studies.running import Requested, StudyRunner
from fatdesk.networks.routing import USUAL
from fatdesk.networks.simulation.link_rate import LinkRate
from fatdesk.networks.simulation.point import Latency, Point, between
from fatdesk.networks.simulation.reference_studies import Published, published_of
from fatdesk.networks.simulation.results import MeasuredCurve
from fatdesk.networks.simulation.study import SimulationStudy, loads_of
from fatdesk.networks.study import StudyNetwork


def papers_of(study: SimulationStudy) -> list[Published | None]:
    """Return published values of each network of a study, where traffic and switches are the paper's."""
    published = {one.network: one for one in published_of(study)}
    return [published.get(network.name) for network in study.networks]


FIGURES = ("mean", "p99")


@dataclass(frozen=True)
class Look:
    """Latency shown.

    Attributes
    ----------
    figure
        ``mean`` or ``p99``.
    source
        From generation, waiting at the source included; else from injection.
    """

    figure: str = "mean"
    source: bool = True

    def of(self, point: Point) -> Latency:
        """The latencies of a point that are looked at."""
        return point.latency if self.source else point.network_latency

    @property
    def words(self) -> str:
        """The name of an axis."""
        what = "99 % of packets within" if self.figure == "p99" else "Latency"
        return f"{what}, cycles from {'generation' if self.source else 'injection'}"


@dataclass(frozen=True, eq=False)
class Curve:
    """A network of a study with what is known of it.

    Attributes
    ----------
    number
        The series that it is drawn as.
    scheme
        How its packets are forwarded, as it is called where that is known.
    points
        From the lowest load up.
    hosts
        Number of hosts of the measured network; 0 without points.
    share
        Of a running network, how much is done.
    paper
        What was published; None: nothing.
    note
        What must be known of its state.
    rate
        Of its links, where figures are to be shown in Gb/s and µs.
    """

    number: int
    name: str
    scheme: str = ""
    points: tuple[Point, ...] = ()
    hosts: int = 0
    state: State = "waiting"
    share: float | None = None
    paper: Published | None = None
    note: str = ""
    rate: LinkRate | None = None
    _kept: dict[Look, Floats] = field(default_factory=dict, repr=False)

    @property
    def chart_state(self) -> ChartState:
        """Its state as far as a chart shows it."""
        return self.state if self.state in ("running", "stale") else ""

    @cached_property
    def offered(self) -> Floats:
        """(points,) flits per cycle and host."""
        return np.array([point.offered for point in self.points], np.float64)

    @cached_property
    def accepted(self) -> Floats:
        """(points,) flits per cycle and host."""
        return np.array([point.accepted for point in self.points], np.float64)

    def latency(self, look: Look) -> Floats:
        """(points,) cycles; nan where no packet was delivered."""
        if look not in self._kept:
            self._kept[look] = _known(getattr(look.of(point), look.figure) for point in self.points)
        return self._kept[look]

    # What is read off

    @property
    def top(self) -> Point | None:
        """The point of the highest accepted traffic."""
        return max(self.points, key=lambda point: point.accepted, default=None)

    @property
    def at_least(self) -> bool:
        """Whether no load was offered that it does not accept, so that it may take more."""
        return not any(point.saturated for point in self.points)

    @property
    def saturation(self) -> float | None:
        """The highest load below the first that is not accepted; None where the points do not show it."""
        return between(self.points)

    def at(self, load: float | None) -> Point | None:
        """The point of an offered load."""
        if load is None:
            return None
        return next((point for point in self.points if abs(point.offered - load) < 1e-9), None)

    def difference(self) -> float | None:
        """By which share the throughput is above the published one."""
        if self.paper is None or self.top is None or self.at_least:
            return None
        return self.top.accepted / self.paper.throughput - 1

    def base(self, look: Look) -> float | None:
        """The latency at the lowest load."""
        if not self.points:
            return None
        value: float | None = getattr(look.of(self.points[0]), look.figure)
        return value


def _known(values: Iterable[float | None]) -> Floats:
    return np.array([np.nan if value is None else value for value in values], np.float64)


def loads_in(curves: Sequence[Curve]) -> list[float]:
    """All loads at which anything was measured, from the lowest up."""
    return sorted({point.offered for curve in curves for point in curve.points})


def accepted_by_all(curves: Sequence[Curve], load: float) -> bool:
    """Whether each network with points was measured at a load and accepted it."""
    points = [curve.at(load) for curve in curves if curve.points]
    return all(point is not None and not point.saturated for point in points)


def comparison_load(curves: Sequence[Curve]) -> float | None:
    """The highest load that each network with points has accepted; where there is none, the lowest."""
    loads = loads_in(curves)
    good = [load for load in loads if accepted_by_all(curves, load)]
    return max(good, default=loads[0] if loads else None)


def curves_of(
    study: SimulationStudy,
    known: Simulations,
    runner: StudyRunner[SimulationStudy],
    papers: Sequence[Published | None],
    rate_of: Callable[[StudyNetwork, int], LinkRate | None],
) -> list[Curve]:
    """A curve for each network of a study, also of those of which nothing is known.

    ``rate_of`` returns the rate of the links of a network with flits of a size, where Gb/s are to be shown.
    """
    found = []
    for number, (network, paper) in enumerate(zip(study.networks, papers, strict=True)):
        requested = runner.runs(known.tag(study, network))
        curve = _curve(study, number, known.of(study, network), requested, paper)
        found.append(replace(curve, rate=rate_of(network, study.switching.flit_bytes), _kept={}))
    return found


def _curve(
    study: SimulationStudy,
    number: int,
    known: Known[MeasuredCurve] | None,
    requested: Requested | None,
    paper: Published | None,
) -> Curve:
    network = study.networks[number]
    scheme = network.scheme if network.scheme != USUAL else ""
    if known is None:
        state: State = "waiting"
        return Curve(
            number, network.name, scheme, state=state, paper=paper, note="waiting" if requested else ""
        )
    result = known.result
    points = points_of(result)
    if result.found is not None:
        scheme = result.found.on.scheme
    hosts = 0 if result.found is None else result.found.on.hosts
    state, note, share = "done", "", None
    here = {point.offered for point in points}
    wanted = requested.wanted.keys if requested is not None else loads_of(study.loads)
    loads = [load for load in wanted if load <= (result.highest or inf)]
    measured = sum(load in here for load in loads)
    if requested is not None and known.holds:
        share = measured / len(loads) if loads else None
        state = "running" if share is None or share < 1 else "done"
    elif not known.holds:
        state = "stale"
    elif not points and result.failed:
        state, note = "failed", f"failed: {result.failed}"
    elif measured < len(loads):
        state, note = "partial", f"{measured:,} of {counted(len(loads), 'point')}"
    return Curve(
        number,
        network.name,
        scheme,
        points,
        hosts,
        state,
        share,
        paper,
        note,
    )
