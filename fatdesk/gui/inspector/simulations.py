"""Simulation studies in the inspector: name, networks, and what is asked of them."""

from fatdesk.engine.sim.study import SimulationStudy, loads_of
from fatdesk.gui.inspector.page import Page
from fatdesk.gui.words import counted
from fatdesk.project.commands.simulations import RemoveSimulation, RenameSimulation


def show_simulation(page: Page, name: str) -> None:
    """What was decided of a simulation study."""
    session = page.session
    study = next((some for some in session.project.simulations if some.name == name), None)
    if study is None:
        page.title(name, "It was removed")
        return
    page.title(study.name, f"Simulation of {counted(len(study.networks), 'network')}")
    grid = page.section("Simulation")
    page.field(
        grid, "Name", study.name, lambda text: session.do(RenameSimulation(name=study.name, to=text.strip()))
    )
    for title, value in _decided(study):
        page.value(grid, title, value)
    if study.networks:
        grid = page.section("Networks")
        for network in study.networks:
            page.value(grid, network.name, f"{network.spec or network.fabric}, {network.scheme} forwarding")
    page.button("Remove", lambda: session.do(RemoveSimulation(name=study.name)))


def _decided(study: SimulationStudy) -> list[tuple[str, str]]:
    """Traffic, switching and loads in words."""
    switching, loads = study.switching, loads_of(study.loads)
    span = f"{loads[0]:g}" if len(loads) == 1 else f"{loads[0]:g} to {loads[-1]:g} by {study.loads.step:g}"
    return [
        ("Traffic", study.traffic.pattern),
        ("Switching", switching.switching),
        ("Packets", counted(switching.packet_bytes, "byte")),
        ("Loads", span),
        ("Runs a load", f"{study.seeds:,}"),
    ]
