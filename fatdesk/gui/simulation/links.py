"""Loads of links at a point of a simulation, for the drawing of the network."""

import re

from fatdesk.gui.analysis.study_kinds import network_name_problem
from fatdesk.gui.session.session import Session
from fatdesk.gui.session.study_results import LookedAt, points_of
from fatdesk.gui.studies.add_network import free_name
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import StudyNetwork
from fatdesk.project.commands.studies import AddStudy
from fatdesk.project.document.project import NetworkUnderStudy


def look_at(session: Session, study: SimulationStudy, number: int, load: float) -> str:
    """Have drawings show what the links of a network carried at a load; empty, or why not.

    A network that the project does not hold is added as a reference network, as one step.
    """
    network = study.networks[number]
    known = session.simulations.of(study, network)
    point = None if known is None else next((p for p in points_of(known.result) if p.offered == load), None)
    if known is None or point is None:
        return f"{network.name} was not measured at load {load:g}."
    if not known.holds:
        return f"The results of {network.name} are out of date: run it again to see its links."
    if not len(point.channel_load):
        return f"The loads of the links of {network.name} were not kept: it is too large."
    if network.stage:
        return f"Topology shows the networks of today, and {network.name} is a growth stage."
    if network.spec and not put_under_study(session, network):
        return ""
    session.simulations.looked_at = LookedAt(study.name, network, load, known.result.tag, point)
    return ""


def put_under_study(session: Session, network: StudyNetwork) -> str:
    """Name under which a network without parts can be drawn; it is added as a reference network if need be.

    Empty where that was refused.
    """
    known = next((some.name for some in session.project.studies if some.spec == network.spec), "")
    if known:
        return known
    name = _name(session, network.name)
    if not session.do(AddStudy(study=NetworkUnderStudy(name=name, spec=network.spec))):
        return ""
    session.said.emit(f"{name} was added to the reference networks so that it can be shown.")
    return name


def _name(session: Session, wanted: str) -> str:
    """A name that a reference network can have."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", wanted).strip("-._") or "network"
    taken = [study.name for study in session.project.studies]
    name = free_name(plain, taken).replace(" ", "-")
    return name if not network_name_problem(session.project, name) else f"network-{len(taken) + 1}"
