"""References to elements of a project or a view: a kind, and an id of that kind's type."""

from collections.abc import Hashable, Iterable
from typing import Any, Generic, NamedTuple, TypeVar

Id = TypeVar("Id", bound=Hashable)


class Ref(NamedTuple):
    """Something that can be selected: a kind and its id. Kinds make them: ``RACK(4)``."""

    kind: "Kind[Any]"
    id: Hashable


class Kind(Generic[Id]):
    """A kind of elements, which makes references to them and reads their ids back with their type.

    >>> RACK(4)
    Ref(kind=rack, id=4)
    >>> RACK.id_of(RACK(4)), RACK.id_of(TRAY("t1"))
    (4, None)
    >>> RACK.ids([RACK(4), TRAY("t1"), RACK(2)])
    [4, 2]
    """

    def __init__(self, name: str, title: str = "") -> None:
        self.name, self.title = name, title or name
        """Its name in code, and what people call one."""

    def __call__(self, element_id: Id) -> Ref:
        """A reference to one of this kind."""
        return Ref(self, element_id)

    def __repr__(self) -> str:
        return self.name

    def id_of(self, element: Ref) -> Id | None:
        """The id of a reference of this kind; None: it is of another kind."""
        found: Any = element.id if element.kind is self else None
        return found  # type: ignore[no-any-return]  # what this kind made, it made of an Id

    def ids(self, elements: Iterable[Ref]) -> list[Id]:
        """The ids of those of this kind, in their order."""
        found: list[Any] = [element.id for element in elements if element.kind is self]
        return found


class Between(NamedTuple):
    """An aisle: the rows before and behind it."""

    before: int
    after: int


class ReservedAt(NamedTuple):
    """Reserved units: the number of the rack, and the lowest unit."""

    rack: int
    u: int


class NodeOf(NamedTuple):
    """A host or switch of a reference network, by its number."""

    study: str
    number: int


class NetworkOf(NamedTuple):
    """A network of a study of simulations, faults or schedules, by the names of both."""

    study: str
    network: str


class ElementOf(NamedTuple):
    """An element that a fabric can lose, by the name of the fabric and the key of the element."""

    fabric: str
    key: str


class DifferenceAt(NamedTuple):
    """A difference between plan and report: its kind and its cable, or else the first plug."""

    kind: str
    place: str


class LineOf(NamedTuple):
    """A line of the bill for cables: the part and the ordered length."""

    part: str
    length_m: float


DEVICE = Kind[str]("device")
RACK = Kind[int]("rack")
TRAY = Kind[str]("tray")
COLUMN = Kind[int]("column", "obstacle")
WALL = Kind[int]("wall")
DOOR = Kind[int]("door")
PLAN = Kind[str]("plan", "room plan")
AISLE = Kind[Between]("aisle")
ZONE = Kind[str]("zone")
FEED = Kind[str]("feed", "power feed")
TRUNK = Kind[str]("trunk")
ROUTE = Kind[str]("route", "route rule")
RESERVATION = Kind[ReservedAt]("reservation", "reserved place")
CUT = Kind[int]("cut")
CABLE = Kind[str]("cable")
PART = Kind[str]("part")
CATALOG_PART = Kind[str]("catalog-part", "part")
BILL_LINE = Kind[LineOf]("bill-line", "line of the bill")
BILL_RULES = Kind[str]("bill-rules", "rule of the bill")
FABRIC = Kind[str]("fabric")
RELIABILITY = Kind[str]("reliability", "fabric")
LOSS = Kind[ElementOf]("loss", "lost element")
DIFFERENCE = Kind[DifferenceAt]("difference")
STUDY = Kind[str]("study", "network")
NODE = Kind[NodeOf]("node")
SIMULATION = Kind[str]("simulation")
CURVE = Kind[NetworkOf]("curve", "network")
FAULT_STUDY = Kind[str]("fault-study", "fault study")
FAULT_CURVE = Kind[NetworkOf]("fault-curve", "network")
SCHEDULE_STUDY = Kind[str]("schedule-study", "schedule study")
SCHEDULED = Kind[NetworkOf]("scheduled", "network")
OF_STUDIES = (SIMULATION, CURVE, FAULT_STUDY, FAULT_CURVE, SCHEDULE_STUDY, SCHEDULED)
"""Kinds of studies and of their networks, which only their own workspace shows."""
GROWTH_STEP = Kind[int]("growth-step", "growth step")
JOB = Kind[str]("job", "export job")
DOCUMENT = Kind[str]("document")
