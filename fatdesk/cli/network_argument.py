"""The network argument of a command: a topology with parameters, or a fabric of a project."""

import argparse
from pathlib import Path

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.topologies import canonical
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.files.storing import load_project
from fatdesk.project.studies.schedule import chosen_fabric


def is_project(text: str) -> bool:
    """Whether a text is the path of a project, and no SPEC."""
    path = Path(text)
    return path.suffix == ".fatdesk" or is_there(path)


def is_there(path: Path) -> bool:
    """Whether a file exists; a text that is too long for a file name does not."""
    try:
        return path.exists()
    except OSError:
        return False


def asked_network(parsed: argparse.Namespace) -> tuple[Project, StudyNetwork]:
    """The network that a command names, and its project; of a SPEC an empty one.

    Raises
    ------
    FatdeskError
        When there is no such network.
    """
    if is_project(parsed.network):
        project = load_project(Path(parsed.network)).project
        fabric = chosen_fabric(Derived(project), parsed.fabric)
        return project, StudyNetwork(name=fabric, fabric=fabric, scheme=parsed.scheme)
    if parsed.fabric:
        raise FatdeskError("--fabric: is for projects, leave it out with a SPEC")
    spec = canonical(parsed.network)
    return Project(), StudyNetwork(name=spec[:60], spec=spec, scheme=parsed.scheme)
