"""A simulation study in the inspector: its networks, traffic, switches, and how it runs."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QGridLayout

from fatdesk.gui.analysis.study_kinds import SIMULATIONS
from fatdesk.gui.inspector.simulation_fields import (
    BUFFER,
    BURST,
    FLIT_BUFFER,
    PACKET,
    RUN,
    STAGES,
    with_value,
)
from fatdesk.gui.inspector.study_rows import StudyRows, network_of, rows_of
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.number_text import counted
from fatdesk.networks.simulation import switching
from fatdesk.networks.simulation.parameters import BERNOULLI, BURSTY
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.traffic import PATTERNS
from fatdesk.project.document.ref import NetworkOf

FROM_FILE = "From a file…"
FLOWS = "Flows (*.txt *.csv *.tsv);;All files (*)"
Choice = tuple[str, tuple[str, ...], tuple[tuple[str, object], ...]]
"""Title, place in the study, and what can be chosen."""
SWITCHES: tuple[Choice, ...] = (
    (
        "Switching",
        ("switching", "switching"),
        (("Cut-through", switching.VCT), ("Wormhole", switching.WORMHOLE)),
    ),
    ("Credits", ("switching", "credits"), (("A packet", switching.PACKET), ("A flit", switching.FLIT))),
    (
        "Route",
        ("switching", "route_at"),
        (("On arrival", switching.ARRIVAL), ("At the head", switching.HEAD)),
    ),
    ("Bind output", ("switching", "binding"), (("Late", switching.LATE), ("Early", switching.EARLY))),
)
ITSELF: Choice = ("To itself", ("traffic", "itself"), (("No", False), ("Yes", True)))
ARRIVALS: Choice = (
    "Arrivals",
    ("traffic", "arrivals", "kind"),
    (("Bernoulli", BERNOULLI), ("Bursty", BURSTY)),
)


def show_simulation(page: Page, name: str) -> None:
    """Everything that is decided of a study."""
    rows = rows_of(page, SIMULATIONS, name)
    if rows is not None:
        page.title(name, f"Simulation of {counted(len(rows.study.networks), 'network')}")
        rows.name()
        _study_sections(rows)


def show_curve(page: Page, curve: NetworkOf) -> None:
    """A network of a study, and the study."""
    found = network_of(page, SIMULATIONS, curve)
    if found is not None:
        rows, network = found
        page.title(network.name, f"In the simulation {rows.study.name}")
        rows.network(network)
        rows.remove_network(network)
        _study_sections(rows)


def _study_sections(rows: StudyRows[SimulationStudy]) -> None:
    page, study = rows.page, rows.study
    grid = page.section("Traffic")
    _pattern(rows, grid)
    for field in PACKET:
        rows.field(grid, field)
    for choice in (ITSELF, ARRIVALS):
        rows.choice(grid, *choice, put=_switched)
    if study.traffic.arrivals.kind == BURSTY:
        rows.field(grid, BURST)
    grid = page.section("Switch")
    wormhole = study.switching.switching == switching.WORMHOLE
    for choice in SWITCHES:
        if not (wormhole and choice[0] == "Credits"):  # flits have none but their own
            rows.choice(grid, *choice, put=_switched)
    for field in STAGES:
        rows.field(grid, field)
    rows.field(grid, BUFFER)
    if wormhole:
        rows.field(grid, FLIT_BUFFER)
    grid = page.section("Run")
    for field in RUN:
        rows.field(grid, field)
    rows.workers(grid)
    grid = page.section("Result")
    told = page.session.simulations.rows(study)
    for title, value, unit in told:
        page.value(grid, title, value, unit)
    if not told:
        page.note("Nothing was measured yet. Run measures every network at every load.", "text3")
    rows.remove()


def _switched(study: SimulationStudy, path: tuple[str, ...], value: object) -> SimulationStudy:
    """The study with another choice; buffers in flits belong to wormhole alone."""
    if value == switching.VCT:
        study = with_value(study, ("switching", "buffer_flits"), None) if _is_worm(study) else study
    changed: SimulationStudy = with_value(study, path, value)
    return changed


def _is_worm(study: SimulationStudy) -> bool:
    return study.switching.switching == switching.WORMHOLE


def _pattern(rows: StudyRows[SimulationStudy], grid: QGridLayout) -> None:
    page, study = rows.page, rows.study
    names = [some.NAME for some in PATTERNS]
    now = study.traffic.pattern
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
        path = ("traffic", "pattern")
        return rows.take(lambda: with_value(study, path, str(value)))

    page.choice(grid, "Pattern", options, now, take)
