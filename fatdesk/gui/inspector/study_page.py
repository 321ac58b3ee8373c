"""Inspector pages of simulation, fault and schedule studies, and of their networks."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic

from msgspec.structs import replace
from PySide6.QtWidgets import QFileDialog, QGridLayout

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.core.schema import field_at, fields_of, value_at, with_value
from fatdesk.gui.analysis.study_kinds import FAULT_STUDIES, SCHEDULE_STUDIES, SIMULATIONS, StudyKind, said
from fatdesk.gui.session.study_results import WORKERS, AnyStudy, worker_count
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import Name, in_sentence, parse_whole
from fatdesk.networks.fault_tolerance.sampled import SAMPLED
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.routing import ROUTING_ALGORITHMS, ROUTING_CARDS, USUAL
from fatdesk.networks.schedules.study import ScheduleStudy
from fatdesk.networks.simulation.study import BURSTY, VCT, WORMHOLE, SimulationStudy
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.topologies import named_network
from fatdesk.networks.traffic import PATTERNS, all_to_all, pattern
from fatdesk.networks.traffic.hotspot import NAME as HOTSPOT
from fatdesk.project.document.ref import NetworkOf

NAME = 190
"""Width of the field of a name."""
MOST_WORKERS = 64
NONE = "none"
STUDY_NAME = "Name of the study, as menus, files and the command line show it."
NETWORK_NAME = "Name of the network in this study: curves and tables show it."
ALGORITHM = "Routing algorithm: how switches direct packets. Default is the usual one of the network."
DEFAULT_ALGORITHM = "The usual routing algorithm of the network."
PARALLEL = "Number of runs at the same time, for all studies; by default one per processor."
FIGURE = "Which combinations of failures keep all hosts connected, or how much traffic is still accepted."
PATTERN = "Traffic pattern: to which hosts each host sends."
Put = Callable[[AnyStudy, tuple[str, ...], object], AnyStudy]
FROM_FILE = "From a file…"
FLOWS = "Flows (*.txt *.csv *.tsv);;All files (*)"


class StudyRows(Generic[AnyStudy]):
    """Rows of a page that decide a study."""

    def __init__(self, page: Page, kind: StudyKind[AnyStudy], study: AnyStudy) -> None:
        self.page = page
        self.study: AnyStudy = study
        self._kind: StudyKind[AnyStudy] = kind

    def _decide(self, make: Callable[[], AnyStudy]) -> bool | str:
        return self._kind.decide(self.page.session, make)

    def take(self, make: Callable[[], AnyStudy]) -> bool:
        """Change the study as one step; the reason of a refusal is shown."""
        return said(self.page.session, self._decide(make))

    def name(self) -> None:
        """Add the name of the study."""
        session, study, page = self.page.session, self.study, self.page
        call = self._kind.call
        page.field(
            page.rows(),
            "Name",
            study.name,
            lambda text: call(session, study, text),
            wide=NAME,
            about=STUDY_NAME,
        )

    def network(self, network: StudyNetwork) -> None:
        """One of its networks: what it is called, what it is, and how packets are forwarded."""
        session, study, page, kind = self.page.session, self.study, self.page, self._kind
        known = kind.known(session).of(study, network)
        if known is not None and known.holds and known.result.failed:
            page.banner(in_sentence(known.result.failed), "error")
        grid = page.rows()
        page.field(
            grid,
            "Name",
            network.name,
            lambda text: kind.call_network(session, study, network, text),
            wide=NAME,
            about=NETWORK_NAME,
        )
        page.value(grid, "Network", Name(network.spec or f"fabric {network.source}"))

        def forward(scheme: object) -> bool:
            return kind.put_instead(session, study, network, replace(network, scheme=str(scheme)))

        schemes: list[tuple[str, object]] = [
            ("Default", USUAL),
            *((some.NAME, some.NAME) for some in ROUTING_ALGORITHMS),
        ]
        tips: dict[object, str] = {name: card.text for name, card in ROUTING_CARDS.items()}
        tips[USUAL] = DEFAULT_ALGORITHM
        titles: dict[object, str] = {some.NAME: some.TITLE for some in ROUTING_ALGORITHMS}
        page.choice(
            grid, "Algorithm", schemes, network.scheme, forward, ALGORITHM, tips=tips, meanings=titles
        )
        used = network.scheme
        if used == USUAL and known is not None and known.holds and known.result.found is not None:
            used = getattr(known.result.found.on, "scheme", USUAL)
        if used in ROUTING_CARDS:
            card = ROUTING_CARDS[used]
            named = "" if used == network.scheme else f"{used}: "
            page.note(f"{named}{card.what} {card.use}", "text3")
            if card.paper:
                page.note(f"Paper: {card.paper}.", "text3")

    def remove_network(self, network: StudyNetwork) -> None:
        """A button that takes one of its networks out."""
        session, study, kind = self.page.session, self.study, self._kind
        self.page.button(
            "Remove from this study", lambda: kind.remove_networks(session, study, [network.name])
        )

    def decided(self, grid: QGridLayout, *path: str, put: Put[AnyStudy] = with_value, off: str = "") -> None:
        """Add the field of a value of the study, as its schema describes it.

        Parameters
        ----------
        put
            Returns the study with another value.
        off
            Why the value has no effect in this study; the field is disabled.
        """
        study = self.study
        self.page.decided(
            grid,
            field_at(type(study), *path),
            [value_at(study, path)],
            lambda value: self._decide(lambda: put(study, path, value)),
            off=off,
        )

    def pattern(self, grid: QGridLayout, path: tuple[str, ...]) -> None:
        """The pattern of traffic, or a file of flows."""
        page, study = self.page, self.study
        names = [some.NAME for some in PATTERNS]
        now = str(value_at(study, path))
        options: list[tuple[str, object]] = [(name.replace("-", " ").capitalize(), name) for name in names]
        if now not in names:
            options.append((f"File {Path(now).name}", now))
        options.append((FROM_FILE, None))

        def take(value: object) -> bool:
            if value is None:
                folder = page.session.path.parent if page.session.path else Path.home()
                value, _ = QFileDialog.getOpenFileName(page, "Traffic from a file", str(folder), FLOWS)
                if value and page.session.path and Path(value).is_relative_to(folder):
                    value = str(Path(value).relative_to(folder))  # it moves with the project
            if not value:
                page.again()
                return False
            return self.take(lambda: with_value(study, path, str(value)))

        page.choice(
            grid, "Pattern", options, now, take, PATTERN, tips={one.NAME: one.SUMMARY for one in PATTERNS}
        )

    def workers(self, grid: QGridLayout) -> None:
        """Add the number of parallel runs, for all studies."""
        settings = self.page.settings

        def take(text: str) -> bool | str:
            try:
                count = parse_whole(text)
            except FatdeskError as error:
                return in_sentence(str(error))
            if not 1 <= count <= MOST_WORKERS:
                return f"Type a whole number, 1 to {MOST_WORKERS}."
            settings.put(WORKERS, count)
            return True

        self.page.field(grid, "Workers", f"{worker_count(settings)}", take, about=PARALLEL)

    def remove(self) -> None:
        """A button that takes the study out of the project."""
        session, study, kind = self.page.session, self.study, self._kind
        self.page.button("Remove the study", lambda: session.do(kind.remove(study.name)))


@dataclass(frozen=True)
class StudyPage(Generic[AnyStudy]):
    """The page of a kind of studies, and that of a network of one.

    Attributes
    ----------
    title, inside
        The words before the number of networks of a study, and before its name on the page of a network.
    sections
        Fields for the parameters.
    found
        What was found of a network.
    """

    kind: StudyKind[AnyStudy]
    title: str
    inside: str
    sections: Callable[[StudyRows[AnyStudy]], None]
    found: Callable[[StudyRows[AnyStudy], StudyNetwork], None] = lambda _rows, _network: None

    def show(self, page: Page, name: str) -> None:
        """Show the parameters of a study."""
        study = self.kind.of(page.session, name)
        if study is None:
            page.title(name, "It was removed")
            return
        rows = StudyRows(page, self.kind, study)
        page.title(name, f"{self.title} {counted(len(study.networks), 'network')}")
        rows.name()
        self.sections(rows)

    def show_network(self, page: Page, curve: NetworkOf) -> None:
        """A network of a study, and the study."""
        study = self.kind.of(page.session, curve.study)
        networks = () if study is None else study.networks
        network = next((some for some in networks if some.name == curve.network), None)
        if study is None or network is None:
            page.title(curve.network, "It was removed")
            return
        rows = StudyRows(page, self.kind, study)
        page.title(network.name, f"{self.inside} {study.name}")
        rows.network(network)
        self.found(rows, network)
        rows.remove_network(network)
        self.sections(rows)


def show_networks(page: Page, curves: list[NetworkOf]) -> None:
    """Several networks of a study."""
    page.note(f"{', '.join(one.network for one in curves)}. Click one to see its values.")


SWITCH = (
    "switching", "credits", "route_at", "binding", "routing", "allocation", "crossbar", "link", "fly",
    "long_fly", "buffer_packets", "buffer_flits",
)  # fmt: skip
DURATION = ("warmup", "cycles", "precision", "packets_per_source")


WITHOUT_CHOICE = frozenset(one.NAME for one in ROUTING_ALGORITHMS if not one.ADAPTIVE)
"""Routing algorithms that decide or draw every output."""
NEVER_ITSELF = "Has no effect: in all-to-all traffic hosts send to the others only."
NO_BURSTS = "Has no effect: Bernoulli arrivals have no bursts."
ONE_FLIT = "Has no effect: packets of one flit fit wherever a flit fits."


def _without_effect(study: SimulationStudy) -> dict[str, str]:
    """Return why values of the switching have no effect in a study, by key."""
    found = {}
    if study.switching.switching == WORMHOLE:
        found["credits"] = "Has no effect: wormhole switching always gives credits for flits."
        if study.switching.buffer_flits is not None:
            found["buffer_packets"] = "Has no effect: the size of input buffers is given in flits."
    else:
        found["allocation"] = "Has no effect: cut-through switching grants an output together with room."
        found["buffer_flits"] = "Has no effect: buffers of cut-through switching hold whole packets."
        if study.switching.flits == 1:
            found["credits"] = ONE_FLIT
    if all(network.scheme in WITHOUT_CHOICE for network in study.networks):
        found["binding"] = "Has no effect: no routing algorithm of this study leaves a choice to traffic."
    if all(_one_way(network) is False for network in study.networks):
        found["long_fly"] = "Has no effect: no network of this study has one-way links, as RUFT has."
    return found


def _one_way(network: StudyNetwork) -> bool | None:
    """Whether the links of a network lead in one direction only; None for a graph in a file, not known."""
    if not network.spec:
        return False
    closed = named_network(network.spec).closed
    return None if closed is None else closed.links == closed.one_way_links


def _simulation_sections(rows: StudyRows[SimulationStudy]) -> None:
    page, study = rows.page, rows.study
    grid = page.section("Traffic")
    rows.pattern(grid, ("traffic", "pattern"))
    rows.decided(grid, "switching", "packet_bytes")
    rows.decided(grid, "switching", "flit_bytes")
    never = study.traffic.pattern == all_to_all.NAME
    rows.decided(grid, "traffic", "itself", off=NEVER_ITSELF if never else "")
    rows.decided(grid, "traffic", "arrivals", "kind")
    bursty = study.traffic.arrivals.kind == BURSTY
    rows.decided(grid, "traffic", "arrivals", "burst_packets", off="" if bursty else NO_BURSTS)
    grid = page.section("Switch")
    off = _without_effect(study)
    for key in SWITCH:
        rows.decided(grid, "switching", key, put=_switched, off=off.get(key, ""))
    grid = page.section("Run")
    rows.decided(grid, "loads")
    for key in DURATION:
        rows.decided(grid, "duration", key)
    rows.decided(grid, "seeds")
    rows.decided(grid, "first_seed")
    rows.workers(grid)
    grid = page.section("Result")
    stated = page.session.simulations.rows(study)
    for title, value, unit in stated:
        page.value(grid, title, value, unit)
    if not stated:
        page.note("No results yet. Run measures every network at every load.", "text3")
    rows.remove()


def _switched(study: SimulationStudy, path: tuple[str, ...], value: object) -> SimulationStudy:
    """The study with another choice; buffers in flits and allocation belong to wormhole alone."""
    if value == VCT and study.switching.switching == WORMHOLE:
        study = with_value(study, ("switching", "buffer_flits"), None)
        study = with_value(study, ("switching", "allocation"), 0)
    return with_value(study, path, value)


SIMULATION_PAGE = StudyPage(SIMULATIONS, "Simulation of", "In the simulation", _simulation_sections)


ONE_WAY = "Has no effect: the links of these networks lead in one direction only."
WHOLE_SWITCHES = "Has no effect: a switch fails with all its links, in both directions."
NO_COUNTS = "Has no effect: without numbers of faults, only what is always tolerated is calculated."
ALL_TRIED = "Has no effect: every combination is tried, none is drawn at random."
NOTHING_DRAWN = "Has no effect: this pattern draws no host."
MEASURES: tuple[tuple[str, object], ...] = (
    ("Tolerated", ""),
    *((measure.title, measure.name) for measure in SAMPLED),
)


def _always_tolerated(rows: StudyRows[FaultStudy], network: StudyNetwork) -> None:
    """The most faults that are always tolerated, where they are known."""
    page = rows.page
    known = page.session.faults.of(rows.study, network)
    found = None if known is None else known.result.found
    if found is not None and found.always is not None:
        grid = page.section("Always tolerated")
        page.value(grid, "Faults", f"{found.always.faults:,}", strong=True)
        page.value(grid, "Proof", found.always.proof)


def _why_no_seed(rows: StudyRows[FaultStudy]) -> str:
    """Return why nothing of a study is drawn at random; empty where something may be."""
    study = rows.study
    if study.measures:
        return ""
    if not study.counts:
        return NO_COUNTS
    results = [rows.page.session.faults.now(study, network) for network in study.networks]
    found = [None if result is None else result.found for result in results]
    every = all(one is not None and one.rows and all(row.exhaustive for row in one.rows) for one in found)
    return ALL_TRIED if found and every else ""


def _why_not_whole(study: FaultStudy) -> str:
    """Return why a direction of a link and a whole cable are the same; empty where they may differ."""
    if study.faults.among == "switches":
        return WHOLE_SWITCHES
    return ONE_WAY if study.networks and all(map(_one_way, study.networks)) else ""


def _fault_sections(rows: StudyRows[FaultStudy]) -> None:
    page, study = rows.page, rows.study
    grid = page.section("Failures")
    rows.decided(grid, "faults", "among")
    rows.decided(grid, "faults", "whole", off=_why_not_whole(study))
    rows.decided(grid, "counts")
    grid = page.section("What is measured")
    page.choice(
        grid,
        "Figure",
        list(MEASURES),
        study.measures,
        lambda name: _measure(rows, str(name)),
        FIGURE,
    )
    if study.sampled is None:
        rows.decided(grid, "combinations", off="" if study.counts else NO_COUNTS)
    elif study.degradation is None:
        measure, parameters = study.sampled
        for key in fields_of(type(parameters)):
            rows.decided(grid, measure.name, key)
    else:
        rows.pattern(grid, ("degradation", "traffic", "pattern"))
        rows.decided(grid, "degradation", "counted")
        rows.decided(grid, "degradation", "load")
        rows.decided(grid, "degradation", "measured")
        rows.decided(grid, "degradation", "samples")
        rows.decided(grid, "degradation", "drawn")
        hot = study.degradation.traffic.pattern == HOTSPOT
        rows.decided(grid, "degradation", "redraw", off="" if hot else NOTHING_DRAWN)
        rows.decided(grid, "degradation", "injection")
        rows.decided(grid, "degradation", "switching", "packet_bytes")
        flits = study.degradation.switching.flits
        rows.decided(grid, "degradation", "switching", "credits", off=ONE_FLIT if flits == 1 else "")
        rows.decided(grid, "degradation", "switching", "binding")
        rows.decided(grid, "degradation", "duration", "warmup")
        rows.decided(grid, "degradation", "duration", "cycles")
    rows.decided(grid, "seed", off=_why_no_seed(rows))
    rows.workers(grid)
    rows.remove()


def _measure(rows: StudyRows[FaultStudy], name: str) -> bool:
    """Measure something else; of what is tolerated nothing can be said of no fault at all."""
    study = rows.study
    counts = study.counts if name else tuple(count for count in study.counts if count)
    fields = {one.name: one.parameters() if one.name == name else None for one in SAMPLED}
    return rows.take(lambda: replace(study, counts=counts, **fields))


FAULT_PAGE = StudyPage(FAULT_STUDIES, "Faults in", "In the fault study", _fault_sections, _always_tolerated)


OF_FILE = "Has no effect: the file lists the messages."
NOTHING_RANDOM = "Has no effect: this traffic is not random, and delivery is random on trees only."


def _why_no_seed_of_schedule(rows: StudyRows[ScheduleStudy]) -> str:
    """Return why nothing of a study is drawn at random; empty where something may be."""
    study, known = rows.study, rows.page.session.schedules
    if study.has_pattern and pattern(study.traffic).RANDOM:
        return ""
    results = [known.now(study, network) for network in study.networks]
    found = [None if result is None else result.found for result in results]
    none_is_tree = all(one is not None and not one.nothing and one.figures is None for one in found)
    return NOTHING_RANDOM if found and none_is_tree else ""


def _schedule_sections(rows: StudyRows[ScheduleStudy]) -> None:
    grid = rows.page.section("Traffic")
    rows.pattern(grid, ("traffic",))
    rows.decided(grid, "messages", off="" if rows.study.has_pattern else OF_FILE)
    rows.decided(grid, "message_bytes")
    rows.decided(grid, "seed", off=_why_no_seed_of_schedule(rows))
    rows.remove()


SCHEDULE_PAGE = StudyPage(SCHEDULE_STUDIES, "Schedule of", "In the schedule study", _schedule_sections)
