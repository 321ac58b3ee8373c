"""What the loss of each thing of the open project would do, as it was worked out last."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from fatdesk.gui.session import Thing

if TYPE_CHECKING:
    from fatdesk.engine.faults.losing import Element
    from fatdesk.project.project import Project
    from fatdesk.work.losing import LossFigures

LOSS = "loss"
"""The kind of thing: an element of the room, or of a fabric, that can be lost."""


def loss_thing(fabric: str, key: str) -> Thing:
    """An element that can be lost as something that can be selected."""
    return Thing(LOSS, f"{fabric}\n{key}")


def split_loss(loss_id: str) -> tuple[str, str]:
    """The fabric and the key of an element.

    >>> split_loss(loss_thing("compute", "rack/4").id)
    ('compute', 'rack/4')
    """
    fabric, _, key = loss_id.partition("\n")
    return fabric, key


def called(element: "Element") -> str:
    """What an element is called where its kind is not told beside it."""
    kind, name = element.kind, element.name
    told = name if name.casefold().startswith(kind) else f"{kind} {name}"
    return told[0].upper() + told[1:]


class WorkedOut(NamedTuple):
    """All losses in a fabric, the worst first, and the project that they were worked out in."""

    losses: "tuple[LossFigures, ...]"
    together: "tuple[LossFigures, ...]"
    """The worst of several at once, where they were asked for."""
    project: "Project"
    began: datetime


class Losses:
    """The last answer for each fabric; nothing of it is decided, so nothing of it is saved or undone."""

    def __init__(self) -> None:
        self._known: dict[str, WorkedOut] = {}
        self._by_key: dict[str, dict[str, LossFigures]] = {}

    def put(self, fabric: str, found: WorkedOut) -> None:
        """Take over an answer, in the place of an earlier one."""
        self._known[fabric] = found
        self._by_key[fabric] = {loss.element.key: loss for loss in (*found.together, *found.losses)}

    def of(self, fabric: str) -> WorkedOut | None:
        """The last answer for a fabric."""
        return self._known.get(fabric)

    def holds(self, fabric: str, project: "Project") -> bool:
        """Whether the answer is of the project as it is now."""
        known = self._known.get(fabric)
        return known is not None and all(
            a is b for a, b in zip(_decided(known.project), _decided(project), strict=True)
        )

    def loss(self, loss_id: str) -> "LossFigures | None":
        """What the loss of a thing does; None: it was not worked out."""
        fabric, key = split_loss(loss_id)
        return self._by_key.get(fabric, {}).get(key)

    def lost(self, things: Iterable[Thing], project: "Project") -> "dict[str, tuple[Element, ...]]":
        """The elements among some things, by their fabrics, where they are known and are there still."""
        found: dict[str, tuple[Element, ...]] = {}
        for thing in things:
            loss = self.loss(thing.id) if thing.kind == LOSS else None
            fabric = split_loss(thing.id)[0]
            if loss is not None and self.holds(fabric, project):
                found[fabric] = (*found.get(fabric, ()), loss.element)
        return found


def _decided(project: "Project") -> tuple[object, ...]:
    """The sections that losses depend on."""
    return (
        project.hosts,
        project.fabrics,
        project.parts,
        project.floor,
        project.cabling,
        project.cables,
        project.naming,
    )
