"""A simulation study in the inspector: its networks, traffic, switches, and how it runs."""

from fatdesk.core.schema import with_value
from fatdesk.gui.analysis.study_kinds import SIMULATIONS
from fatdesk.gui.inspector.study_page import StudyPage, StudyRows
from fatdesk.networks.simulation import switching
from fatdesk.networks.simulation.parameters import BURSTY
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.topologies import named_network
from fatdesk.networks.traffic import all_to_all

SWITCH = (
    "switching", "credits", "route_at", "binding", "routing", "crossbar", "link", "fly", "long_fly",
    "buffer_packets", "buffer_flits",
)  # fmt: skip
DURATION = ("warmup", "cycles", "precision", "packets_per_source")


NEVER_ITSELF = "Has no effect: in all-to-all traffic hosts send to the others only."
NO_BURSTS = "Has no effect: Bernoulli arrivals have no bursts."


def _without_effect(study: SimulationStudy) -> dict[str, str]:
    """Return why values of the switching have no effect in a study, by key."""
    found = {}
    if study.switching.switching == switching.WORMHOLE:
        found["credits"] = "Has no effect: wormhole switching always gives credits for flits."
        if study.switching.buffer_flits is not None:
            found["buffer_packets"] = "Has no effect: the size of input buffers is given in flits."
    else:
        found["buffer_flits"] = "Has no effect: buffers of cut-through switching hold whole packets."
    if not any(map(_may_be_one_way, study.networks)):
        found["long_fly"] = "Has no effect: no network of this study has one-way links, as RUFT has."
    return found


def _may_be_one_way(network: StudyNetwork) -> bool:
    """Whether a network may have one-way links; those of a graph in a file are not known."""
    if not network.spec:
        return False
    closed = named_network(network.spec).closed
    return closed is None or closed.links == closed.one_way_links


def _study_sections(rows: StudyRows[SimulationStudy]) -> None:
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
