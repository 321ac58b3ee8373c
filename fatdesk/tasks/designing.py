"""Design and explore networks in the background: candidates, points, cost curves, projects."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress, Showing
from fatdesk.engine.asbuilt.part_choice import AmbiguousPartsError, Choice
from fatdesk.engine.asbuilt.readers import read_together
from fatdesk.engine.bill.rules import BillRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.candidate import RoutedFigures
from fatdesk.engine.design.curve import CurvePoint, curve
from fatdesk.engine.design.references import find_reference
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.exploring.building import Network
from fatdesk.engine.exploring.egft_counts import Rounding, RuleTable
from fatdesk.engine.exploring.explore import EveryTree, explore, parts_list, rule_table
from fatdesk.engine.exploring.pricing.parts_list import PartsList
from fatdesk.engine.exploring.result import Candidate, Exploration
from fatdesk.engine.exploring.tree_list import trees_csv
from fatdesk.engine.families.design import Design
from fatdesk.engine.growth.plans import GrowthPlan, plans_by_racks
from fatdesk.project.designing.adopting import AdoptedProject, adopt_project, read_positions
from fatdesk.project.designing.designing import Searched, assemble, design_project, search_fabrics
from fatdesk.project.designing.from_point import routed_design
from fatdesk.project.designing.references import MadeReference, make_reference
from fatdesk.project.document.project import Project
from fatdesk.project.growing.comparison import PolicyFigures, compare_policies
from fatdesk.project.growing.next_step import growing_to
from fatdesk.project.growing.policies import Policies


def search_points(
    requirements: Requirements,
    catalog: Catalog,
    also: tuple[Network, ...] = (),
    progress: Progress = SILENT,
) -> Exploration:
    """Return all points of an exploration, and some networks in any case.

    Raises
    ------
    FatdeskError
        If the requirements cannot be explored.
    """
    return explore(requirements, catalog, progress, also)


def plan_growth(
    requirements: Requirements,
    catalog: Catalog,
    fabric: int,
    racks: tuple[int, int],
    progress: Progress = SILENT,
) -> tuple[GrowthPlan, ...]:
    """Return growth plans for racks filled with hosts now and later.

    Raises
    ------
    FatdeskError
        If growth cannot be planned for the network.
    """
    return plans_by_racks(requirements, requirements.fabrics[fabric], catalog, racks, progress)


def compare_growth(
    project: Project, catalog: Catalog, plans: tuple[Policies, ...], progress: Progress = SILENT
) -> tuple[PolicyFigures, ...]:
    """Return growth plans side by side for the steps of a project.

    Parameters
    ----------
    plans
        The policies of the steps of each plan.

    Raises
    ------
    FatdeskError
        When the steps contradict the project or each other.
    """
    return compare_policies(project, project.growth, catalog, progress, plans)


def count_by_rules(
    requirements: Requirements, catalog: Catalog, rounding: Rounding, progress: Progress = SILENT
) -> RuleTable:
    """Return the number of trees by the heuristics of the recursive search.

    Raises
    ------
    FatdeskError
        If the requirements cannot be explored.
    """
    return rule_table(requirements, catalog, progress, rounding=rounding)


def list_parts(
    requirements: Requirements, catalog: Catalog, one: Candidate, progress: Progress = SILENT
) -> PartsList:
    """Return the priced parts of a candidate.

    Raises
    ------
    FatdeskError
        If the requirements cannot be explored, or the candidate has no place in the racks.
    """
    progress.step(0, 1, "cables are placed")
    return parts_list(requirements, catalog, one)


def list_trees(
    requirements: Requirements, catalog: Catalog, limit: int, progress: Progress = SILENT
) -> bytes:
    """Return the first trees of the recursive search as CSV.

    Raises
    ------
    FatdeskError
        If the requirements cannot be explored.
    """
    return trees_csv(EveryTree.of(requirements, catalog), limit, progress)


def cost_curve(
    requirements: Requirements,
    catalog: Catalog,
    low: int,
    high: int,
    progress: Progress = SILENT,
) -> list[CurvePoint]:
    """Return the best network from catalog parts for each number of hosts.

    Raises
    ------
    FatdeskError
        If the range is empty, or the requirements are invalid.
    """
    return curve(requirements, requirements.fabrics[0], catalog, low, high, progress)


class Routed(NamedTuple):
    """Figures of a design as placed and cabled, or why it has no place."""

    design: Design
    figures: RoutedFigures | None
    why: str = ""


def route_designs(
    requirements: Requirements,
    before: tuple[Design, ...],
    designs: tuple[Design, ...],
    catalog: Catalog,
    stays: Project | None = None,
    progress: Showing = SILENT,
) -> tuple[Routed, ...]:
    """Place and cable designs one after the other, and return the figures of each.

    What is known so far is shown after each design, all of it: of results that arrive at once only the last
    one is seen.

    Parameters
    ----------
    before
        Designs of the fabrics before theirs.
    stays
        A project whose building stays.
    """
    found: tuple[Routed, ...] = ()
    growth = growing_to(requirements.growth, catalog)
    for number, design in enumerate(designs):
        progress.step(number, len(designs), f"placing and cabling design {number + 1} of {len(designs)}")
        try:
            figures = routed_design(requirements, before, design, catalog, stays=stays, growth=growth)
        except FatdeskError as error:
            found = (*found, Routed(design, None, str(error)))
        else:
            found = (*found, Routed(design, figures))
        progress.show(found)
    return found


class Found(NamedTuple):
    """Result of a search, with its duration."""

    searched: Searched
    seconds: float


def design_file(path: Path, name: str, progress: Progress) -> Project:
    """Return the best project for a requirements file, with the shipped catalog.

    Raises
    ------
    FatdeskError
        If the file is invalid, or no network meets the requirements.
    """
    catalog = load_shipped([])
    designed = design_project(read_requirements(path, catalog), catalog, name, progress=progress)
    if designed.project is None:
        raise FatdeskError(designed.results[-1].why_none())
    return designed.project


def adopt_report(
    reports: Sequence[tuple[bytes, str]],
    wanted: Mapping[str, str],
    table: tuple[bytes, str] | None = None,
    progress: Progress = SILENT,
) -> AdoptedProject | tuple[Choice, ...]:
    """Return the project of an installed fabric, of shipped parts, or the parts to choose first.

    Parameters
    ----------
    reports
        The report: content and name of each file.
    wanted
        Parts by the word for some devices.
    table
        Positions and lengths, with the name of their file; None: none.

    Raises
    ------
    FatdeskError
        If the report or the table cannot be read, or there is no room for its devices.
    """
    found = read_together(reports, edge_lists=True)
    positions = read_positions(*table) if table is not None else None
    try:
        return adopt_project(found, load_shipped([]), wanted, positions, progress=progress)
    except AmbiguousPartsError as error:
        return error.choices


def design_reference(name: str, progress: Progress = SILENT) -> MadeReference:
    """Return the project of a published network by its id, counted once it is placed and cabled.

    Raises
    ------
    FatdeskError
        If there is no such reference, or no network meets its requirements.
    """
    return make_reference(find_reference(name), load_shipped([]), progress)


def find(
    requirements: Requirements,
    catalog: Catalog,
    wanted: Mapping[str, Design],
    rates: BillRules | None = None,
    progress: Progress = SILENT,
) -> Found:
    """Return all candidates of each fabric; ``wanted`` holds chosen designs by fabric name.

    Parameters
    ----------
    rates
        Rules of the bill with the rates of installation; None: the usual ones.

    Raises
    ------
    FatdeskError
        If the requirements are contradictory.
    """
    begin = perf_counter()
    growth = growing_to(requirements.growth, catalog, progress)
    searched = search_fabrics(
        requirements, catalog, progress=progress, wanted=wanted, rates=rates, growth=growth
    )
    return Found(searched, perf_counter() - begin)


def put_together(
    requirements: Requirements,
    designs: Sequence[Design],
    catalog: Catalog,
    name: str,
    before: Project | None = None,
    progress: Progress = SILENT,
) -> Project:
    """Return the placed project of the chosen designs, in the building of the project that it replaces.

    Raises
    ------
    FatdeskError
        If the equipment does not fit into the room.
    """
    return assemble(requirements, designs, catalog, name, progress, before)
