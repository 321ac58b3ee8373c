"""Networks of a schedule study with what is known of them; the columns of their table."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from fatdesk.gui.session.study_results import ScheduleResults
from fatdesk.gui.studies.body import MARKS, State
from fatdesk.gui.studies.running import Requested, StudyRunner
from fatdesk.gui.tables import Column
from fatdesk.networks.routing import USUAL
from fatdesk.networks.schedules.results import DeliveryFigures, MeasuredSchedule
from fatdesk.networks.schedules.study import ScheduleStudy
from fatdesk.networks.simulation.link_rate import LinkRate, figure_text
from fatdesk.networks.study import StudyNetwork
from fatdesk.project.studies.schedule import ScheduleResult


@dataclass(frozen=True, eq=False)
class NetworkRow:
    """A network of a study.

    Attributes
    ----------
    found
        What was measured; None: nothing.
    shown
        The same on its network; None where that is another by now.
    note
        What must be known of its state.
    rate
        Of its links, with the size of messages, where times are to be shown in place of cycles.
    """

    number: int
    network: StudyNetwork
    found: MeasuredSchedule | None = None
    shown: ScheduleResult | None = None
    state: State = "waiting"
    note: str = ""
    rate: LinkRate | None = None

    @property
    def name(self) -> str:
        """Its name in the study."""
        return self.network.name

    @property
    def scheme(self) -> str:
        """Its routing algorithm; empty for a tree, and where it is not known yet."""
        if self.found is not None:
            return self.found.on.scheme
        return "" if self.network.scheme == USUAL else self.network.scheme


def network_rows(
    study: ScheduleStudy,
    known: ScheduleResults,
    runner: StudyRunner[ScheduleStudy],
    rate_of: Callable[[StudyNetwork, int], LinkRate | None],
) -> tuple[NetworkRow, ...]:
    """Return a row for each network of a study, also of those of which nothing is known.

    ``rate_of`` returns the rate of the links of a network with messages of a size, where times are shown.
    """
    return tuple(
        replace(
            _row(study, number, known, runner.runs(known.tag(study, network))),
            rate=rate_of(network, study.message_bytes),
        )
        for number, network in enumerate(study.networks)
    )


def _row(
    study: ScheduleStudy, number: int, store: ScheduleResults, requested: Requested | None
) -> NetworkRow:
    network = study.networks[number]
    known = store.of(study, network)
    if known is None:
        return NetworkRow(number, network, state="running" if requested else "waiting")
    found = known.result.found
    if found is not None and found.nothing:
        found = None
    state: State = "done"
    if not known.holds:
        state = "stale"
    elif found is None:
        state = "running" if requested else "failed"
    note = f"failed: {known.result.failed}" if state == "failed" else ""
    return NetworkRow(number, network, found, store.shown(study, network), state, note)


STATES = {
    "running": "running",
    "done": "done",
    "stale": "outdated",
    "failed": "failed",
    "waiting": "not run",
    "partial": "in part",
}


def _cycles(of: Callable[[DeliveryFigures], int]) -> Callable[[NetworkRow], int]:
    def value(row: NetworkRow) -> int:
        figures = None if row.found is None else row.found.figures
        return -1 if figures is None else of(figures)

    return value


def _count(title: str, wide: int, of: Callable[[DeliveryFigures], int], about: str) -> Column[NetworkRow]:
    value = _cycles(of)

    def text(row: NetworkRow) -> str:
        if row.found is None:
            return ""
        if value(row) < 0:
            return "–"
        return f"{value(row):,}" if row.rate is None else f"{figure_text(row.rate.us_of(value(row)))} µs"

    return Column(title, wide, text, value, number=True, about=about)


def _factor(row: NetworkRow) -> float:
    return -1.0 if row.shown is None else row.shown.traffic.factor


NETWORKS: tuple[Column[NetworkRow], ...] = (
    Column("Network", 130, lambda r: r.name, strong=True, stretch=True, about="Network of the study."),
    Column(
        "Topology",
        170,
        lambda r: r.network.spec or f"fabric {r.network.source}",
        tone=lambda _: "text2",
        about="Topology with its parameters, or the fabric of the project.",
    ),
    Column(
        "Routing",
        80,
        lambda r: r.scheme,
        tone=lambda _: "text2",
        hidden=True,
        about="Routing algorithm; none for trees, whose paths are given.",
    ),
    Column(
        "Load factor",
        88,
        lambda r: "" if r.shown is None else f"{_factor(r):.3f}",
        _factor,
        number=True,
        strong=True,
        about="Messages over links of the fullest channel.",
    ),
    _count("Cycles", 66, lambda f: f.cycles, "Delivery cycles of the schedule, or their time."),
    _count("At least", 70, lambda f: f.lower_bound, "No schedule has fewer: the load factor, rounded up."),
    _count(
        "Unscheduled",
        104,
        lambda f: f.online_cycles,
        "Cycles when full channels let random messages pass and the others try again.",
    ),
    Column(
        "State",
        104,
        lambda r: r.note or STATES[r.state],
        mark=lambda r: MARKS[r.state],
        tone=lambda _: "text2",
        about="Whether the network was measured, and whether the results are for the current settings.",
    ),
)
"""The networks of a study."""
