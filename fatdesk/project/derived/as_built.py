"""The plan of a project in the form of a report of an installed fabric."""

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.asbuilt.directors import boxes_of
from fatdesk.engine.asbuilt.discovered import Discovered, Reported
from fatdesk.engine.asbuilt.planned import Planned, Role, planned
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import ModularSwitch
from fatdesk.project.derived.derived import Derived


def report_for(derived: Derived, found: Discovered) -> Discovered:
    """The report with the chips of each modular switch of the plan as one switch, where they are named so.

    The links between chips are as their maker has them, which no plan states.
    """
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
    closed = _of(derived, chips=False)
    parts = {part.part for fabric in derived.fabrics for part in fabric.parts}
    if not any(isinstance(derived.catalog[part], ModularSwitch) for part in parts):
        return closed
    opened = _of(derived, chips=True)
    reported = sum(node.reported == Reported.SWITCH for node in found.nodes)
    few, many = (sum(node.role == Role.SWITCH for node in one.nodes) for one in (closed, opened))
    return opened if abs(many - reported) < abs(few - reported) else closed


def _of(derived: Derived, *, chips: bool) -> Planned:
    fabrics, names, cabling = derived.fabrics, derived.names, derived.cabling
    racks = derived.project.floor.racks
    return planned(fabrics, names, derived.catalog, cabling, racks, chips=chips)
