"""A simulation study in the inspector: its networks, traffic, switches, and how it runs."""

from fatdesk.core.schema import with_value
from fatdesk.gui.analysis.study_kinds import SIMULATIONS
from fatdesk.gui.inspector.study_page import StudyPage, StudyRows
from fatdesk.networks.simulation import switching
from fatdesk.networks.simulation.parameters import BURSTY
from fatdesk.networks.simulation.study import SimulationStudy

SWITCH = ("switching", "credits", "route_at", "binding", "routing", "crossbar", "link", "fly", "long_fly")
DURATION = ("warmup", "cycles", "precision", "packets_per_source")


def _study_sections(rows: StudyRows[SimulationStudy]) -> None:
    page, study = rows.page, rows.study
    grid = page.section("Traffic")
    rows.pattern(grid, ("traffic", "pattern"))
    rows.decided(grid, "switching", "packet_bytes")
    rows.decided(grid, "switching", "flit_bytes")
    rows.decided(grid, "traffic", "itself")
    rows.decided(grid, "traffic", "arrivals", "kind")
    if study.traffic.arrivals.kind == BURSTY:
        rows.decided(grid, "traffic", "arrivals", "burst_packets")
    grid = page.section("Switch")
    wormhole = study.switching.switching == switching.WORMHOLE
    for key in SWITCH:
        if not (wormhole and key == "credits"):  # flits have none but their own
            rows.decided(grid, "switching", key, put=_switched)
    rows.decided(grid, "switching", "buffer_packets")
    if wormhole:
        rows.decided(grid, "switching", "buffer_flits")
    grid = page.section("Run")
    rows.decided(grid, "loads")
    for key in DURATION:
        rows.decided(grid, "duration", key)
    rows.decided(grid, "seeds")
    rows.decided(grid, "first_seed")
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
    if value == switching.VCT and study.switching.switching == switching.WORMHOLE:
        study = with_value(study, ("switching", "buffer_flits"), None)
    return with_value(study, path, value)


SIMULATION_PAGE = StudyPage(SIMULATIONS, "Simulation of", "In the simulation", _study_sections)
