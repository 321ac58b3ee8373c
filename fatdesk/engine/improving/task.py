"""Optimisation task: floor, fabrics and rules, with the cable cost as in the bill."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import NamedTuple

from fatdesk.core.finding import Severity
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.bill.counting import count_items
from fatdesk.engine.bill.making import make_bill
from fatdesk.engine.bill.rules import BillRules, TermsByLine
from fatdesk.engine.cabling.by_hand import ByHand, with_decisions
from fatdesk.engine.cabling.checks import check_cabling
from fatdesk.engine.cabling.choice.group_options import Formed
from fatdesk.engine.cabling.filling import fill_trays
from fatdesk.engine.cabling.laying import Cabling, lay_formed
from fatdesk.engine.cabling.positions import find_positions
from fatdesk.engine.cabling.rack_sides import RackSides, cables_in_racks, hung_cables
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.cabling.spans import State
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.floor.budget import Plugged
from fatdesk.engine.floor.facility import facility_of
from fatdesk.engine.floor.floor import Floor
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.engine.physical import FIGURES
from fatdesk.engine.physical.belonging import belonging
from fatdesk.engine.physical.placed import Placed
from fatdesk.engine.rules.judging import judge
from fatdesk.engine.rules.rules import Rule, with_own

CABLES = ("cables", "transceivers")
"""The categories of the bill that the places of devices decide."""


@dataclass(frozen=True)
class Task:
    """A placed floor, and everything that its cables depend on.

    Attributes
    ----------
    formed
        The links of each fabric in groups, with what could cable them.
    room
        The rules of placement: policy, and the requested position of the core switches.
    stays
        Ids of devices that keep their places.
    named
        Ids of devices that keep their numbers.
    plugged
        What may be plugged into each device wherever it is: racks keep power and mass for it.
    keeps_empty
        Whether empty racks stay empty in a room of given size too.
    own_rules
        Rules of the project besides those of the profile.
    """

    fabrics: tuple[Fabric, ...]
    formed: tuple[Formed, ...]
    floor: Floor
    room: RoomRequirement
    rules: CablingRules
    bill: BillRules
    catalog: Catalog
    terms: TermsByLine = field(default_factory=dict)
    by_hand: Mapping[str, ByHand] = field(default_factory=dict)
    stays: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    plugged: Plugged = field(default_factory=dict)
    keeps_empty: bool = False
    own_rules: tuple[Rule, ...] = ()


class Worth(NamedTuple):
    """Value of a floor's cables; the floor with the smaller value is better.

    What cannot be laid counts before what has no price, that before the cost, the cost before the metres.
    """

    unlaid: int
    """Cables without a way, or that nothing in the catalog cables."""
    unpriced: int
    """Cables and transceivers to order that have no price."""
    cost: Decimal
    """Cables and transceivers, spares included, as far as their prices are known."""
    ordered_um: int


def cabling_of(task: Task, floor: Floor, progress: Progress = SILENT) -> Cabling:
    """All cables on a floor."""
    positions = find_positions(task.fabrics, floor, task.catalog)
    laid = lay_formed(task.formed, positions, task.rules, progress)
    if not task.by_hand:
        return laid
    made = tuple(with_decisions(one, task.by_hand, task.rules, task.catalog) for one in laid.fabrics)
    return replace(laid, fabrics=made)


def worth_of(task: Task, cabling: Cabling) -> Worth:
    """The worth of some cables, off the same lines as the bill's."""
    items = count_items({}, (), cabling, Floor(), task.catalog)
    labels = [""] * (1 + max((rack for item in items for rack in item.racks), default=0))
    lines = make_bill(items, labels, task.catalog, task.bill, terms=task.terms).lines
    unlaid = ordered = 0
    for made in cabling.fabrics:
        unlaid += int(((made.choice < 0) & (made.spans.state != State.EXTERNAL)).sum())
        for number, choice in enumerate(made.choices):
            ordered += choice.ordered_um * int((made.choice == number).sum())
    return Worth(
        unlaid,
        sum(line.order for line in lines if line.extended is None),
        sum((line.extended for line in lines if line.extended is not None), Decimal(0)),
        ordered,
    )


def errors_of(task: Task, floor: Floor, cabling: Cabling) -> tuple[tuple[str, str], ...]:
    """Rule and place of the errors that a placement could bring: trays too full and the like.

    Cables that cannot be laid are counted by the worth already.
    """
    filling = fill_trays(cabling, floor.trays)
    hung, racks = hung_cables(cabling, task.catalog)
    at = cabling.excess_at
    placed = Placed(
        floor,
        task.catalog,
        task.fabrics,
        cabling,
        filling,
        lambda: task.plugged,
        lambda: facility_of(
            floor, task.room, task.catalog, task.plugged, cables_in_racks(hung, racks, floor.racks, at)
        ),
        lambda: RackSides.of(hung, racks, at),
    )
    found = check_cabling(cabling, floor, task.catalog)
    in_force = with_own(task.rules.in_force, task.own_rules)
    for judged in judge(in_force, FIGURES, placed, belonging(placed)):
        found += judged.findings()
    stated = {"no-way", "no-cable"}
    return tuple((f.rule, f.where) for f in found if f.severity is Severity.ERROR and f.rule not in stated)
