"""Points of explorations, over a switch or catalog parts, as projects, placed and cabled."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.units import ratio
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.candidate import RoutedFigures
from fatdesk.engine.design.host_ports import with_taken
from fatdesk.engine.design.options import every_switch
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.exploring.building import Network, design_of, links_between
from fatdesk.engine.exploring.catalog_designs import CatalogDesigns, explore_catalog
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.families.design import Design
from fatdesk.engine.families.problem import HostPorts
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.fabrics import build_fabrics
from fatdesk.project.derived.placed_figures import routed_figures
from fatdesk.project.designing.comparing import Growing
from fatdesk.project.designing.designing import assemble, assembled, limited_by_room, search_fabrics
from fatdesk.project.document.project import FabricDecision, Project


def project_from_point(
    requirements: Requirements,
    fabric: str,
    network: Network,
    part: tuple[str, int],
    catalog: Catalog,
    name: str,
    others: Mapping[str, Design] = MappingProxyType({}),
    before: Project | None = None,
    progress: Progress = SILENT,
) -> Project:
    """The project in which one fabric is a point, placed in the room of the requirements.

    The requirements of the fabric are widened to allow the point (`taken_for`); all others stay.

    Parameters
    ----------
    part
        The switch: its id and its number of cards.
    others
        Designs of the other fabrics by name; a fabric without one is left out.
    before
        The project that it replaces, whose building stays.

    Raises
    ------
    FatdeskError
        Where the point cannot be built from that switch, or finds no room; and where what was built has
        not the switches and links of the point.
    """
    fabrics, designs = [], []
    for some in requirements.fabrics:
        if some.name == fabric:
            progress.step(0, 3, "Switches and links")
            design = design_of(requirements, some, network, part, catalog)
            fabrics.append(taken_for(some, design, part[0]))
            designs.append(design)
        elif some.name in others:
            fabrics.append(some)
            designs.append(others[some.name])
    wanted = msgspec.structs.replace(requirements, fabrics=tuple(fabrics), explore=None)
    _compare(wanted, fabric, designs, network, catalog)
    progress.step(1, 3, "Places in the room")
    return assemble(wanted, designs, catalog, name, progress, before)


class ExploredCatalog(NamedTuple):
    """All designs of a fabric over catalog parts, and the designs of the fabrics before it."""

    designs: CatalogDesigns
    before: tuple[Design, ...]


def explore_for_sale(
    requirements: Requirements,
    fabric: str,
    catalog: Catalog,
    others: Mapping[str, Design] = MappingProxyType({}),
    progress: Progress = SILENT,
    *,
    every: bool = False,
) -> ExploredCatalog:
    """Find all designs of a fabric over catalog parts, with the ports that the fabrics before it leave.

    Parameters
    ----------
    others
        Designs of the fabrics before it by name, where they are among those found; else the best.
    every
        Whether families and switches count that the requirements do not name, too.

    Raises
    ------
    FatdeskError
        When the requirements contradict themselves, or a fabric before it has no design.
    """
    number = [some.name for some in requirements.fabrics].index(fabric)
    wish = limited_by_room(msgspec.structs.replace(requirements, explore=None), catalog)
    earlier = msgspec.structs.replace(wish, fabrics=wish.fabrics[:number])
    searched = search_fabrics(earlier, catalog, progress=progress, wanted=others)
    taken: HostPorts = {}
    for result in searched.results[len(searched.chosen) :]:
        raise FatdeskError(result.why_none())
    for one in searched.chosen:
        taken = with_taken(taken, one.host_ports)
    explored = wish.fabrics[number]
    if every:
        edge = every_switch(catalog, explored, "edge")
        explored = msgspec.structs.replace(explored, families=(), edge=edge, core=())
    before = {one.name: design for one, design in zip(earlier.fabrics, searched.designs, strict=True)}
    found = explore_catalog(wish, explored, catalog, progress, taken, before)
    return ExploredCatalog(found, searched.designs)


def routed_design(
    requirements: Requirements,
    before: Sequence[Design],
    design: Design,
    catalog: Catalog,
    progress: Progress = SILENT,
    stays: Project | None = None,
    growth: Growing | None = None,
) -> RoutedFigures:
    """Place and cable a design together with those of the fabrics before it, as `fatdesk design` does.

    Parameters
    ----------
    stays
        A project whose building stays.
    growth
        Works out the next growth step; None: it stays unknown.

    Raises
    ------
    FatdeskError
        Where it finds no room.
    """
    designs = (*before, design)
    wanted = msgspec.structs.replace(requirements, fabrics=requirements.fabrics[: len(designs)], explore=None)
    made = assembled(wanted, designs, catalog, "", progress, stays)
    placed = Derived(made.project, made.derived, progress)
    works = None if growth is None else growth(placed)
    own = works.get(wanted.fabrics[-1].name) if isinstance(works, Mapping) else None
    whole = len(designs) == len(requirements.fabrics)
    figures = routed_figures(placed, len(before), own, whole=whole)
    return replace(figures, cannot_grow=works) if isinstance(works, str) else figures


def project_from_design(
    requirements: Requirements,
    fabric: str,
    design: Design,
    catalog: Catalog,
    name: str,
    others: Mapping[str, Design] = MappingProxyType({}),
    before: Project | None = None,
    progress: Progress = SILENT,
) -> Project:
    """The project in which one fabric has a design over catalog parts, placed in its room.

    The requirements of the fabric are widened to allow the design's family and switches (`allowing`).

    Parameters
    ----------
    others
        Designs of the other fabrics by name; a fabric without one is left out.
    before
        The project that it replaces, whose building stays.

    Raises
    ------
    FatdeskError
        Where it finds no room.
    """
    known = {**others, fabric: design}
    fabrics = tuple(
        allowing(some, design) if some.name == fabric else some
        for some in requirements.fabrics
        if some.name in known
    )
    wanted = msgspec.structs.replace(requirements, fabrics=fabrics, explore=None)
    return assemble(wanted, [known[some.name] for some in fabrics], catalog, name, progress, before)


def allowing(requested: FabricRequirement, design: Design) -> FabricRequirement:
    """Requirements of a fabric with the family and the switches of a design among those that are allowed.

    >>> from fatdesk.engine.families.design import Design, PartUse
    >>> star = Design(family="star", parts=(PartUse(role="edge", part="b", count=1),), params={})
    >>> allowing(FabricRequirement(name="f", families=("egft",), edge=("a",)), star).edge
    ('a', 'b')
    """
    edge = design.part("edge")
    lists = {"edge": () if edge is None else (edge.part,), "core": tuple(use.part for use in design.above)}
    widened = {
        role: (*named, *(part for part in dict.fromkeys(parts) if part not in named))
        for role, parts in lists.items()
        if (named := getattr(requested, role)) and set(parts) - set(named)
    }
    if requested.families and design.family not in requested.families:
        widened["families"] = (*requested.families, design.family)
    return msgspec.structs.replace(requested, **widened)


def taken_for(requested: FabricRequirement, design: Design, part: str) -> FabricRequirement:
    """Requirements of a fabric that the point answers: its family, its blocking, its switch.

    >>> from fatdesk.engine.families.design import Design
    >>> point = Design(family="hyperx", parts=(), params={"blocking": "3/2"})
    >>> taken_for(FabricRequirement(name="a"), point, "ib-36").blocking
    '3/2'
    """
    reached = Fraction(str(design.params.get("blocking", "1")))
    families = (
        requested.families
        if not requested.families or design.family in requested.families
        else (design.family,)
    )
    return msgspec.structs.replace(
        requested,
        families=families,
        blocking=requested.blocking if reached <= ratio(requested.blocking) else str(reached),
        core=requested.core if not requested.core or part in requested.core else (*requested.core, part),
    )


def _compare(
    wanted: Requirements, name: str, designs: list[Design], network: Network, catalog: Catalog
) -> None:
    """Hold what is built to the point."""
    decisions = [
        FabricDecision(requirement=fabric, design=design)
        for fabric, design in zip(wanted.fabrics, designs, strict=True)
    ]
    fabrics = build_fabrics(wanted.hosts, decisions, catalog)
    built = fabrics[[fabric.name for fabric in wanted.fabrics].index(name)]
    switches = len(built.nodes(NodeKind.SWITCH))
    hosts = sum(group.count for group in wanted.hosts_of(wanted.fabrics[fabrics.index(built)]))
    between = built.link_count - hosts
    if (switches, between) != (network.switches, links_between(network)):
        raise FatdeskError(
            f"the point has {network.switches} switches and {links_between(network)} links between them, "
            f"what can be built has {switches} and {between}: no project is made"
        )
