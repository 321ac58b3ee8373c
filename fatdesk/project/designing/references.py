"""Published networks as projects, and their counts before they are placed."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.asbuilt.adopting import adopt
from fatdesk.engine.asbuilt.discovered import Discovered
from fatdesk.engine.asbuilt.readers import read_together
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.references import ComparedCount, Reference, compared
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.design.search import search
from fatdesk.engine.fabric.as_built import AsBuiltFabric
from fatdesk.engine.fabric.device_kinds import kind_of
from fatdesk.engine.families.design import Design
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.adopting import adopt_project
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.project import Project


class MadeReference(NamedTuple):
    """The project of a published network, and its counts next to those published."""

    project: Project
    counts: tuple[ComparedCount, ...]


def count_reference(reference: Reference, catalog: Catalog) -> tuple[ComparedCount, ...]:
    """Return the published counts of a reference next to ours, without placing its network.

    Raises
    ------
    FatdeskError
        If its file is wrong, or no network meets it.
    """
    adoption = reference.adoption
    if adoption is not None:
        adopted = adopt(_links(reference), catalog, adoption.parts, hosts_each=adoption.hosts_each)
        hosts = sum(group.count for group in adopted.groups)
        return compared(reference, hosts, _recorded([adopted.record]), adopted.links)
    wanted = read_requirements(reference.path, catalog)
    best = [search(wanted, fabric, catalog).best for fabric in wanted.fabrics]
    hosts = sum(group.count for group in wanted.hosts)
    return compared(reference, hosts, _designed(one.design for one in best), sum(one.cables for one in best))


def make_reference(reference: Reference, catalog: Catalog, progress: Progress = SILENT) -> MadeReference:
    """Return the project of a reference, placed and cabled, and its counts.

    Raises
    ------
    FatdeskError
        If its file is wrong, or no network meets it.
    """
    project = _project(reference, catalog, progress)
    hosts = sum(group.count for group in project.hosts)
    switches = _designed(fabric.design for fabric in project.fabrics if fabric.design is not None)
    switches += _recorded(fabric.as_built for fabric in project.fabrics if fabric.as_built is not None)
    cables = sum(made.count for made in Derived(project).cabling.fabrics)
    return MadeReference(project, compared(reference, hosts, switches, cables))


def _project(reference: Reference, catalog: Catalog, progress: Progress) -> Project:
    name, adoption = reference.id, reference.adoption
    if adoption is not None:
        each = adoption.hosts_each
        made = adopt_project(
            _links(reference), catalog, adoption.parts, name=name, hosts_each=each, progress=progress
        )
        return made.project
    wanted = read_requirements(reference.path, catalog)
    designed = design_project(wanted, catalog, name, progress=progress)
    if designed.project is None:
        raise FatdeskError(designed.results[-1].why_none())
    return designed.project


def _links(reference: Reference) -> Discovered:
    return read_together([(reference.path.read_bytes(), reference.path.name)], edge_lists=True)


def _designed(designs: Iterable[Design]) -> Counter[str]:
    """Count the switches of designs by level."""
    found: Counter[str] = Counter()
    for design in designs:
        for use in design.switches:
            found[use.role] += use.count
    return found


def _recorded(records: Iterable[AsBuiltFabric]) -> Counter[str]:
    """Count the switches of recorded networks by level."""
    return Counter(kind_of(node.id) for record in records for node in record.nodes if node.level)
