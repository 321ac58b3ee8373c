"""A simulation study in the inspector: its networks, traffic, switches, and how it runs."""

from pathlib import Path

from msgspec.structs import replace
from PySide6.QtWidgets import QFileDialog, QGridLayout

from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.forwarding import SCHEMES, USUAL
from fatdesk.engine.sim import switching
from fatdesk.engine.sim.asked import BERNOULLI, BURSTY
from fatdesk.engine.sim.study import SimulationStudy
from fatdesk.engine.traffic import PATTERNS
from fatdesk.gui.inspector.page import Page
from fatdesk.gui.inspector.simulation_fields import (
    BUFFER,
    BURST,
    FLIT_BUFFER,
    PACKET,
    RUN,
    STAGES,
    Field,
    text_of,
    typed,
    value_of,
    whole,
    with_value,
)
from fatdesk.gui.simulations import SIMULATIONS
from fatdesk.gui.study_kind import said
from fatdesk.gui.study_results import split_curve, worker_count
from fatdesk.gui.words import counted, in_sentence

NAME = 190
"""Width of the field of a name."""
MOST_WORKERS = 64
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
    study = SIMULATIONS.of(page.session, name)
    if study is None:
        page.title(name, "It was removed")
        return
    page.title(study.name, f"Simulation of {counted(len(study.networks), 'network')}")
    page.field(
        page.rows(), "Name", study.name, lambda text: SIMULATIONS.call(page.session, study, text), wide=NAME
    )
    _study_sections(page, study)


def show_curve(page: Page, curve_id: str) -> None:
    """A network of a study, and the study."""
    name, own = split_curve(curve_id)
    study = SIMULATIONS.of(page.session, name)
    network = None if study is None else next((some for some in study.networks if some.name == own), None)
    if study is None or network is None:
        page.title(own, "It was removed")
        return
    page.title(network.name, f"In the simulation {study.name}")
    session = page.session
    known = session.simulations.of(study, network)
    if known is not None and known.holds and known.result.failed:
        page.banner(in_sentence(known.result.failed), "error")
    grid = page.rows()
    page.field(
        grid,
        "Name",
        network.name,
        lambda text: SIMULATIONS.call_network(session, study, network, text),
        wide=NAME,
    )
    page.value(grid, "Network", network.spec or f"fabric {network.fabric}")
    options: list[tuple[str, object]] = [
        ("As is usual", USUAL),
        *((some.NAME, some.NAME) for some in SCHEMES),
    ]
    page.choice(
        grid,
        "Scheme",
        options,
        network.scheme,
        lambda scheme: SIMULATIONS.put_instead(session, study, network, replace(network, scheme=str(scheme))),
    )
    page.button("Remove from this study", lambda: SIMULATIONS.remove_networks(session, study, [network.name]))
    _study_sections(page, study)


def show_curves(page: Page, ids: list[str]) -> None:
    """Several networks of a study."""
    page.note(f"{', '.join(split_curve(one)[1] for one in ids)}. Click one to see its values.")


def _study_sections(page: Page, study: SimulationStudy) -> None:
    session = page.session
    grid = page.section("Traffic")
    _pattern(page, grid, study)
    for field in PACKET:
        _field(page, grid, study, field)
    for choice in (ITSELF, ARRIVALS):
        _choice(page, grid, study, *choice)
    if study.traffic.arrivals.kind == BURSTY:
        _field(page, grid, study, BURST)
    grid = page.section("Switch")
    wormhole = study.switching.switching == switching.WORMHOLE
    for choice in SWITCHES:
        if not (wormhole and choice[0] == "Credits"):  # flits have none but their own
            _choice(page, grid, study, *choice)
    for field in STAGES:
        _field(page, grid, study, field)
    _field(page, grid, study, BUFFER)
    if wormhole:
        _field(page, grid, study, FLIT_BUFFER)
    grid = page.section("Run")
    for field in RUN:
        _field(page, grid, study, field)
    page.field(grid, "Workers", f"{worker_count(page.settings)}", lambda text: _workers(page, text))
    grid = page.section("Result")
    rows = session.simulations.rows(study)
    for title, value, unit in rows:
        page.value(grid, title, value, unit)
    if not rows:
        page.note("Nothing was measured yet. Run measures every network at every load.", "text3")
    page.button("Remove the study", lambda: session.do(SIMULATIONS.remove(study.name)))


def _field(page: Page, grid: QGridLayout, study: SimulationStudy, field: Field) -> None:
    page.field(
        grid,
        field.name,
        text_of(study, field),
        lambda text: SIMULATIONS.decide(page.session, lambda: typed(study, field, text)),
        field.unit,
        field.empty,
    )


def _choice(
    page: Page,
    grid: QGridLayout,
    study: SimulationStudy,
    name: str,
    path: tuple[str, ...],
    options: tuple[tuple[str, object], ...],
) -> None:
    def take(value: object) -> bool:
        return said(page.session, SIMULATIONS.decide(page.session, lambda: _switched(study, path, value)))

    page.choice(grid, name, list(options), value_of(study, path), take)


def _switched(study: SimulationStudy, path: tuple[str, ...], value: object) -> SimulationStudy:
    """The study with another choice; buffers in flits belong to wormhole alone."""
    if value == switching.VCT:
        study = with_value(study, ("switching", "buffer_flits"), None) if _is_worm(study) else study
    changed: SimulationStudy = with_value(study, path, value)
    return changed


def _is_worm(study: SimulationStudy) -> bool:
    return study.switching.switching == switching.WORMHOLE


def _pattern(page: Page, grid: QGridLayout, study: SimulationStudy) -> None:
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
        return said(
            page.session, SIMULATIONS.decide(page.session, lambda: with_value(study, path, str(value)))
        )

    page.choice(grid, "Pattern", options, now, take)


def _workers(page: Page, text: str) -> bool | str:
    try:
        page.settings.put("simulation-workers", whole(1, MOST_WORKERS)(text))
    except FatdeskError as error:
        return in_sentence(str(error))
    return True
