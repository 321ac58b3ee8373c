"""Exploring as jobs: search for points, the cost over the number of hosts, and a project from a point."""

from collections.abc import Mapping

from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.curve import CurvePoint, curve
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.exploring.building import Network
from fatdesk.engine.exploring.explore import explore
from fatdesk.engine.exploring.result import Exploration
from fatdesk.engine.families.design import Design
from fatdesk.project.designing.from_point import project_from_point
from fatdesk.project.document.project import Project


def search_points(requirements: Requirements, catalog: Catalog, progress: Progress = SILENT) -> Exploration:
    """All points of an exploration.

    Raises
    ------
    FatdeskError
        When what is asked cannot be explored.
    """
    return explore(requirements, catalog, progress)


def cost_curve(
    requirements: Requirements,
    catalog: Catalog,
    low: int,
    high: int,
    progress: Progress = SILENT,
) -> list[CurvePoint]:
    """The best network of parts for sale for each number of hosts.

    Raises
    ------
    FatdeskError
        When the range is empty, or what is asked cannot be.
    """
    return curve(requirements, requirements.fabrics[0], catalog, low, high, progress)


def make_project(
    requirements: Requirements,
    fabric: str,
    network: Network,
    part: tuple[str, int],
    catalog: Catalog,
    name: str,
    others: Mapping[str, Design],
    before: Project | None = None,
    progress: Progress = SILENT,
) -> Project:
    """The project in which a fabric is a point.

    Raises
    ------
    FatdeskError
        Where the point cannot be built from that switch, or finds no room.
    """
    return project_from_point(requirements, fabric, network, part, catalog, name, others, progress, before)
