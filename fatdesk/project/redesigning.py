"""From a project back to what was asked of it, and to the step that makes another design of it."""

from msgspec import UNSET

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.currency import USUAL, currencies
from fatdesk.engine.design.requirements import Requirements
from fatdesk.project.commands.redesign import Redesign
from fatdesk.project.project import Project


def requirements_of(project: Project) -> Requirements:
    """What was asked, as a requirements file says it."""
    return Requirements(
        hosts=project.hosts,
        fabrics=tuple(decision.requirement for decision in project.fabrics),
        objective=project.wishes.objective,
        limits=project.wishes.limits,
        cabling=project.cabling,
        room=project.wishes.room,
        currency=_currency(project),
    )


def _currency(project: Project) -> str | None:
    """The currency of the project; None where all prices are in USD, as they usually are."""
    currency = project.bill.currency
    return None if currency == USUAL and set(currencies(project.parts)) <= {USUAL} else currency


def catalog_of(project: Project, catalog: Catalog) -> Catalog:
    """A catalog in which the project's own copies of parts come before those of the same id."""
    own = {part.id: part for part in project.parts}
    others = (part for part in catalog if part.id not in own)
    left_out = {part_id: why for part_id, why in catalog.left_out.items() if part_id not in own}
    return Catalog([*own.values(), *others], left_out)


def redesign(project: Project, designed: Project) -> Redesign | None:
    """The step from a project to one that was designed anew; None when both are decided alike.

    The floor stays as the user arranged it unless other things are to stand on it, or another room is asked.
    """
    same_things = project.hosts == designed.hosts and _built(project) == _built(designed)
    same_room = project.wishes.room == designed.wishes.room
    known = {part.id: part for part in project.parts}
    command = Redesign(
        hosts=UNSET if project.hosts == designed.hosts else designed.hosts,
        fabrics=UNSET if project.fabrics == designed.fabrics else designed.fabrics,
        wishes=UNSET if project.wishes == designed.wishes else designed.wishes,
        cabling=UNSET if project.cabling == designed.cabling else designed.cabling,
        floor=UNSET if same_things and same_room else designed.floor,
        currency=UNSET if project.bill.currency == designed.bill.currency else designed.bill.currency,
        parts=tuple(part for part in designed.parts if known.get(part.id) != part),
    )
    return None if command == Redesign(parts=command.parts) else command


def _built(project: Project) -> list[object]:
    """What decides which devices and cables there are."""
    return [(some.requirement.name, some.requirement.hosts, some.design) for some in project.fabrics]
