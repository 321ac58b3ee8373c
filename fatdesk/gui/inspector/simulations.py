"""A simulation study in the inspector: its networks, traffic, switches, and how it runs."""

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
from fatdesk.gui.inspector.study_page import StudyPage, StudyRows
from fatdesk.networks.simulation import switching
from fatdesk.networks.simulation.parameters import BERNOULLI, BURSTY
from fatdesk.networks.simulation.study import SimulationStudy

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


def _study_sections(rows: StudyRows[SimulationStudy]) -> None:
    page, study = rows.page, rows.study
    grid = page.section("Traffic")
    rows.pattern(grid, ("traffic", "pattern"))
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


SIMULATION_PAGE = StudyPage(SIMULATIONS, "Simulation of", "In the simulation", _study_sections)
