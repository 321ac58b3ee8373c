"""Curves of a fault study with published values; the ready-made studies."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Floats
from fatdesk.engine.charts import State as ChartState
from fatdesk.engine.drawing.charts.fault_charts import AnyPoint, Figure, figures_of, values_of
from fatdesk.gui.session.study_results import FaultResults, Known
from fatdesk.gui.studies.body import State
from fatdesk.gui.studies.running import Requested, StudyRunner
from fatdesk.networks.fault_tolerance.reference_studies import (
    READY_MADE_FAULTS,
    PublishedAlways,
    published_always,
)
from fatdesk.networks.fault_tolerance.results import MeasuredFaults
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.routing import USUAL
from fatdesk.networks.simulation.link_rate import LinkRate
from fatdesk.networks.study import StudyNetwork


def description_of(study: FaultStudy) -> str:
    """Return the published values of a study with the parameters of the paper; empty without any."""
    return next((ready.remark for ready in READY_MADE_FAULTS if ready.study == study), "")


class Fatal(NamedTuple):
    """A combination that is not tolerated.

    Attributes
    ----------
    description
        Description after the number of failed elements.
    """

    elements: tuple[int, ...]
    description: str


@dataclass(frozen=True, eq=False)
class FaultCurve:
    """A network of a fault study with what is known of it.

    Attributes
    ----------
    number
        The series that it is drawn as.
    scheme
        How its packets are forwarded, as it is called where that is known.
    share
        Of a running network, how much is done.
    paper
        What was published; None: nothing.
    note
        What must be known of its state.
    rate
        Of its links, where throughput is to be shown in Gb/s.
    """

    number: int
    name: str
    scheme: str = ""
    found: MeasuredFaults | None = None
    state: State = "waiting"
    share: float | None = None
    paper: PublishedAlways | None = None
    note: str = ""
    rate: LinkRate | None = None

    @property
    def chart_state(self) -> ChartState:
        """Its state as far as a chart shows it."""
        return self.state if self.state in ("running", "stale") else ""

    @property
    def points(self) -> Sequence[AnyPoint]:
        """From the fewest faults up."""
        return () if self.found is None else (self.found.rows or self.found.points)

    @cached_property
    def faults(self) -> Floats:
        """(points,) number of simultaneous failures."""
        return np.array([point.faults for point in self.points], np.float64)

    def values(self, figure: Figure) -> tuple[Floats, Floats, Floats]:
        """(points,) of a figure, and the ends of its 95 % interval; nan where there is none."""
        low, value, high = values_of(self.points, figure)
        return value, low, high

    @cached_property
    def fatal(self) -> tuple[Fatal, ...]:
        """Combinations that are not tolerated, the smallest first."""
        if self.found is None:
            return ()
        some: list[Fatal] = []
        always = self.found.always
        if always is not None and always.fatal is not None:
            some.append(Fatal(always.fatal, ", smallest"))
        some += [Fatal(row.fatal, "") for row in self.found.rows if row.fatal is not None]
        seen: dict[tuple[int, ...], Fatal] = {}
        for one in some:
            seen.setdefault(one.elements, one)
        return tuple(sorted(seen.values(), key=lambda one: len(one.elements)))


def figure_of(wanted: Figure | None, study: FaultStudy) -> Figure:
    """Return the figure that can be drawn of a study: the one that is wanted, else its usual one.

    >>> from fatdesk.engine.drawing.charts.fault_charts import CONNECTED
    >>> from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters
    >>> slower = FaultStudy(name="throughput", degradation=DegradationParameters())
    >>> figure_of(CONNECTED, slower).title, figure_of(CONNECTED, FaultStudy(name="tolerated")).title
    ('Throughput', 'Pairs connected')
    """
    known = figures_of(study)
    return wanted if wanted in known else known[0]


def fault_curves(
    study: FaultStudy,
    known: FaultResults,
    runner: StudyRunner[FaultStudy],
    rate_of: Callable[[StudyNetwork, int], LinkRate | None],
) -> tuple[FaultCurve, ...]:
    """A curve for each network of a study, also of those of which nothing is known.

    ``rate_of`` returns the rate of the links of a network with flits of a size, where Gb/s are to be shown.
    """
    papers = {one.network: one for one in published_always(study)}
    found = []
    for number, network in enumerate(study.networks):
        requested = runner.runs(known.tag(study, network))
        curve = _curve(study, number, known, requested, papers.get(network.name))
        if study.degradation is not None:
            curve = replace(curve, rate=rate_of(network, study.degradation.switching.flit_bytes))
        found.append(curve)
    return tuple(found)


def _curve(
    study: FaultStudy,
    number: int,
    store: FaultResults,
    requested: Requested | None,
    paper: PublishedAlways | None,
) -> FaultCurve:
    network = study.networks[number]
    scheme = network.scheme if network.scheme != USUAL else ""
    known = store.of(study, network)
    if known is None:
        note = "waiting" if requested else ""
        return FaultCurve(number, network.name, scheme, paper=paper, note=note)
    found = known.result.found
    state, share, note = _state(study, number, store, known, requested)
    if found is not None:
        scheme = found.on.scheme
    return FaultCurve(number, network.name, scheme, found, state, share, paper, note)


def _state(
    study: FaultStudy,
    number: int,
    store: FaultResults,
    known: Known[MeasuredFaults],
    requested: Requested | None,
) -> tuple[State, float | None, str]:
    found = known.result.found
    if not known.holds:
        return "stale", None, ""
    if requested is not None:
        done = _steps_done(
            requested, found.counts if found else (), found is not None and found.always is not None
        )
        return ("running", done, "") if done < 1 else ("done", None, "")
    if known.result.failed:
        return (
            "failed" if found is None or found.nothing else "partial",
            None,
            f"failed: {known.result.failed}",
        )
    return "partial" if store.missing(study, number) is not None else "done", None, ""


def _steps_done(requested: Requested, counts: Sequence[int], always: bool) -> float:
    wanted = requested.wanted
    total = len(wanted.keys) + wanted.once
    here = len(frozenset(counts) & frozenset(wanted.keys)) + (wanted.once and always)
    return here / total if total else 1.0
