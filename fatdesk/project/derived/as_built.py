"""The plan of a project in the form of a report of an installed fabric."""

from collections.abc import Sequence

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.asbuilt.directors import boxes_of
from fatdesk.engine.asbuilt.discovered import Discovered, Reported
from fatdesk.engine.asbuilt.identified import with_identifiers
from fatdesk.engine.asbuilt.planned import CableOfLinks, Planned, Role, cable_of_links, planned
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import ModularSwitch
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.project.derived.derived import Derived


def report_for(derived: Derived, found: Discovered) -> Discovered:
    """The report by devices of the plan: identifiers of ports are read, chips of a modular switch are one.

    The links between chips are as their maker has them, which no plan states.
    """
    if derived.marking is not None:
        found = with_identifiers(found, derived.marking, derived.device_names)
    if not found.counts_ports:
        return found
    parts = {part.part for fabric in derived.fabrics for part in fabric.parts}
    modular = [derived.catalog[part] for part in sorted(parts)]
    return boxes_of(found, Catalog(part for part in modular if isinstance(part, ModularSwitch))).found


def plan_for(derived: Derived, found: Discovered) -> Planned:
    """The plan with directors as one box or as their chips, whichever is nearer to the report.

    Raises
    ------
    FatdeskError
        When the project has no network yet.
    """
    if not derived.fabrics:
        raise FatdeskError("the project has no network yet: design one, then compare")
    cabling, catalog = derived.cabling, derived.catalog
    cables = [cable_of_links(made, catalog) for made in cabling.fabrics]
    return nearest_plan(derived, derived.fabrics, cables, found)


def nearest_plan(
    derived: Derived, fabrics: Sequence[Fabric], cables: Sequence[CableOfLinks], found: Discovered
) -> Planned:
    """The plan of the networks of a project, which may have other links, as :func:`plan_for` returns it."""

    def made(*, chips: bool) -> Planned:
        racks, seats = derived.project.floor.racks, derived.cabling.seats
        return planned(fabrics, derived.names, derived.catalog, cables, seats, racks, chips=chips)

    closed = made(chips=False)
    parts = {part.part for fabric in fabrics for part in fabric.parts}
    if not any(isinstance(derived.catalog[part], ModularSwitch) for part in parts):
        return closed
    opened = made(chips=True)
    reported = sum(node.reported == Reported.SWITCH for node in found.nodes)
    few, many = (sum(node.role == Role.SWITCH for node in one.nodes) for one in (closed, opened))
    return opened if abs(many - reported) < abs(few - reported) else closed
