"""Snapshot of a project for drawings and exports, its racks and devices, and the cables that one covers."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

from fatdesk.core.finding import Waiver
from fatdesk.core.memo import Memo
from fatdesk.engine.bill.making import Bill
from fatdesk.engine.cabling.identity import cable_numbers
from fatdesk.engine.cabling.rack_sides import RackSides
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import PortSide
from fatdesk.engine.drawing.issue import Issue
from fatdesk.engine.drawing.rack_strips import RackStrip, fuller_face, rack_strips
from fatdesk.engine.drawing.step_orders import StepOrders
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.floor.budget import Budget, InRacks, Plugged, budget, everything, load
from fatdesk.engine.floor.building_plan import BuildingPlan
from fatdesk.engine.floor.facility import Facility, facility_of
from fatdesk.engine.floor.floor import Device, Floor, Rack, rack_label
from fatdesk.engine.structured.piece_rows import PieceRows
from fatdesk.engine.structured.structured import Structured
from fatdesk.engine.wiring.rows import ids_of, numbers_of
from fatdesk.engine.wiring.wiring_list import CableRow
from fatdesk.networks.fault_tolerance.impact import Loss
from fatdesk.networks.fault_tolerance.results import FaultStudyResult
from fatdesk.networks.simulation.results import StudyResult

FabricLosses = tuple[str, tuple[Loss, ...]]
"""The name of a fabric, and what the loss of each of its elements does."""


@dataclass(frozen=True)
class Plan:
    """A project as the exporters see it: parts, networks, floor, and lists made on first use.

    Attributes
    ----------
    names
        For each fabric the name of each of its nodes; enclosures are named by ``device_names``.
    device_names
        Name of each device on the floor by its id (hosts, switches, enclosures).
    tray_fill
        Part of each tray's cross section that is filled at its worst place, by tray id; the second
        figure states whether it is a lower bound (it holds a cable of unknown diameter).
    waivers
        The findings that are accepted, in order of rule and place.
    revisions
        Each revision with the digest of its state, the latest last.
    rails_and_planes
        Of each fabric: the rails that have edge switches of their own, and the planes; empty: one of each.
    side_limit
        Largest fill of side managers of racks that the rules allow; None: no rule limits it.
    structured
        The channels over panels; None: no cable goes over panels.
    day
        The day on which waivers are judged, ``2026-11-27``; empty: none is stated, and none has ended.
    bmc_networks
        Of each fabric the network that the management controllers on it get their addresses from, as written;
        empty: it joins none.
    network, domain
        The network that devices get their addresses from, and their domain; empty: none is given.
    """

    title: str
    catalog: Catalog
    fabrics: tuple[Fabric, ...]
    names: tuple[tuple[str, ...], ...]
    device_names: dict[str, str]
    floor: Floor
    tray_fill: dict[str, tuple[float, bool]]
    fill_max: float
    make_cables: Callable[[], Sequence[CableRow]]
    make_bill: Callable[[], Bill]
    make_plugged: Callable[[], Plugged] = dict
    make_rack_cables: Callable[[], InRacks] = dict
    make_rack_sides: Callable[[], RackSides | None] = lambda: None
    side_limit: float | None = None
    make_facility: Callable[[], Facility] | None = None
    make_state: Callable[[], str] = str
    make_studies: Callable[[], tuple[StudyResult, ...]] = tuple
    make_fault_studies: Callable[[], tuple[FaultStudyResult, ...]] = tuple
    make_losses: Callable[[], tuple[FabricLosses, ...]] = tuple
    make_building: Callable[[], BuildingPlan | None] = lambda: None
    waivers: tuple[Waiver, ...] = ()
    revisions: tuple[tuple[Issue, str], ...] = ()
    make_orders: Callable[[], StepOrders] = StepOrders
    rails_and_planes: tuple[tuple[int, int], ...] = ()
    structured: Structured | None = None
    bmc_networks: tuple[str, ...] = ()
    day: str = ""
    network: str = ""
    domain: str = ""
    make_pieces: Callable[[], PieceRows] | None = None

    @cached_property
    def state(self) -> str:
        """Digest of the project that this was made from; empty when it is not known."""
        return self.make_state()

    @property
    def issues(self) -> tuple[Issue, ...]:
        """The revisions of the project, the latest last."""
        return tuple(issue for issue, _ in self.revisions)

    @cached_property
    def issue(self) -> Issue | None:
        """The latest revision that is this state; None: none is."""
        found = [issue for issue, state in self.revisions if state and state == self.state]
        return found[-1] if found else None

    @cached_property
    def studies(self) -> tuple[StudyResult, ...]:
        """The simulation studies with what was measured and holds."""
        return self.make_studies()

    @cached_property
    def fault_studies(self) -> tuple[FaultStudyResult, ...]:
        """The fault studies with what was measured and holds."""
        return self.make_fault_studies()

    @cached_property
    def losses(self) -> tuple[FabricLosses, ...]:
        """Impact of losing each element of each fabric, the worst first."""
        return self.make_losses()

    @cached_property
    def orders(self) -> StepOrders:
        """The change orders of the growth steps."""
        return self.make_orders()

    @cached_property
    def building(self) -> BuildingPlan | None:
        """The building plan below the floor; None: there is none, or it is not shown."""
        return self.make_building()

    @cached_property
    def cables(self) -> Sequence[CableRow]:
        """The wiring list, in order of fabric and end a."""
        return self.make_cables()

    @cached_property
    def pieces(self) -> Sequence[CableRow]:
        """Laid items: the cables, and patch cords and trunks instead of those over panels."""
        return self.cables if self.make_pieces is None else list(self.make_pieces().laid())

    @cached_property
    def numbers(self) -> dict[str, str]:
        """The short number of each cable, and of each piece, by its id, as labels and packets have it."""
        if self.make_pieces is None:
            return numbers_of(self.cables)
        return cable_numbers(dict.fromkeys([*ids_of(self.cables), *ids_of(self.pieces)]))

    @cached_property
    def plugged(self) -> Plugged:
        """Power and mass of the plugs in each device."""
        return self.make_plugged()

    @cached_property
    def rack_cables(self) -> InRacks:
        """Mass of the cables in each rack."""
        return self.make_rack_cables()

    @cached_property
    def rack_sides(self) -> RackSides | None:
        """Load of the sides of racks; None: it is not known."""
        return self.make_rack_sides()

    @cached_property
    def facility(self) -> Facility:
        """Figures for the facility team; feeds as those of a room that decides on none, if not made."""
        if self.make_facility is not None:
            return self.make_facility()
        return facility_of(self.floor, None, self.catalog, self.plugged, self.rack_cables)

    @cached_property
    def bill(self) -> Bill:
        """The bill of materials."""
        return self.make_bill()


def without_building(plan: Plan) -> Plan:
    """Return a plan whose drawings leave out the building plan."""
    return replace(plan, make_building=lambda: None)


class Blocks:
    """Blocks of the first fabric whose hosts have one edge switch each; none where they have several."""

    def __init__(self, plan: Plan) -> None:
        self._name: dict[str, str] = {}
        for fabric, names in zip(plan.fabrics, plan.names, strict=True):
            edge_of = _edges(fabric)
            if edge_of:
                ids = fabric.ids
                self._name = {ids[host]: names[edge] for host, edge in edge_of.items()}
                self._name |= {ids[edge]: names[edge] for edge in edge_of.values()}
                break
        racks: dict[str, set[str]] = defaultdict(set)
        for rack in plan.floor.racks:
            label = rack_label(rack)
            for outer in rack.devices:
                for device in (outer, *outer.inside):
                    if device.id in self._name:
                        racks[self._name[device.id]].add(label)
        self._spread = {name for name, found in racks.items() if len(found) > 1}

    def name(self, device_id: str) -> str:
        """The edge switch of its block by name; empty when it belongs to none."""
        return self._name.get(device_id, "")

    def is_spread(self, device_id: str) -> bool:
        """Whether its block is spread over several racks."""
        return self.name(device_id) in self._spread


def _edges(fabric: Fabric) -> dict[int, int]:
    """The edge switch of each host; nothing when a host has two."""
    found: dict[int, int] = {}
    to_host = fabric.kind[fabric.ends[:, 1]] == NodeKind.HOST
    for edge, host in fabric.ends[to_host].tolist():
        if found.setdefault(host, edge) != edge:
            return {}
    return found


UNKNOWN_HEIGHT_U = 1


@dataclass(frozen=True)
class Level:
    """The level of a switch and how many its fabric has; level 0 is a host."""

    level: int
    levels: int

    @property
    def role(self) -> int:
        """0 for a host, 2 for a switch of the highest of several levels, 1 for any other switch."""
        return 0 if not self.level else 2 if self.level == self.levels > 1 else 1


@dataclass(frozen=True)
class Amount:
    """A sum, and whether something in it is unknown."""

    value: float = 0.0
    at_least: bool = False

    def text(self, unit: str, thousands: str) -> str:
        """As text, ``≥ 14.1 kW``; from 1,000 on in the larger unit with one decimal.

        >>> Amount(14100.0, True).text("W", "kW")
        '≥ 14.1 kW'
        """
        if self.at_least and not self.value:
            return ""
        big = self.value >= 1000 and thousands
        figure = f"{self.value / 1000:,.1f} {thousands}" if big else f"{self.value:,.0f} {unit}"
        return ("≥ " if self.at_least else "") + figure


@dataclass(frozen=True)
class RackFigures:
    """Used units, power and mass of a rack."""

    budget: Budget
    used_u: int
    reserved_u: int
    total_u: int
    power_w: Amount
    mass_kg: Amount
    level: Level
    """Of its highest switch; of a host when there is none."""

    @property
    def power_text(self) -> str:
        """Power in use, and of the rack's limit: ``≥ 28.6 kW of 60.0 kW``."""
        return _of_limit(self.power_w, self.budget.power_limit_w, ("W", "kW"), "power")

    @property
    def mass_text(self) -> str:
        """Mass in use, and of the rack's limit."""
        return _of_limit(self.mass_kg, self.budget.mass_limit_kg, ("kg", ""), "mass")

    @property
    def left_text(self) -> str:
        """Describe unknown remainders of limits, ``remaining power unknown``; empty: all are known."""
        return _unknown_left(self)


def _unknown_left(figures: RackFigures) -> str:
    left = figures.budget
    lacking = [
        what
        for what, limit, lacks in (
            ("power", left.power_limit_w, left.lacks_power),
            ("mass", left.mass_limit_kg, left.lacks_mass),
        )
        if limit is not None and lacks
    ]
    return f"remaining {'budget' if len(lacking) > 1 else lacking[0]} unknown" if lacking else ""


def _of_limit(used: Amount, limit: float | None, units: tuple[str, str], what: str) -> str:
    words = used.text(*units) or f"{what} unknown"
    if limit is None:
        return words
    return f"{words} of {Amount(limit).text(*units)}"


@dataclass(frozen=True)
class DeviceFigures:
    """Height of one device, power and mass with what is plugged into it."""

    height_u: int
    power_w: Amount
    mass_kg: Amount


class Subjects:
    """Lookups over a plan, made once for a drawing.

    Parameters
    ----------
    before
        Those of an earlier plan: figures of racks that are the same are taken over.
    """

    def __init__(self, plan: Plan, before: "Subjects | None" = None) -> None:
        self.plan = plan
        same = (
            before is not None and before.plan.fabrics is plan.fabrics and before.plan.catalog is plan.catalog
        )
        self._racks: Memo[int] = Memo(before=before._racks if before and same else None)
        self.levels: dict[str, Level] = {}
        for fabric in plan.fabrics:
            switches = fabric.nodes(NodeKind.SWITCH)
            levels = int(fabric.level[switches].max(initial=1))
            for node, level in zip(switches.tolist(), fabric.level[switches].tolist(), strict=True):
                self.levels[fabric.ids[node]] = Level(level, levels)
        self._heights = cache(self._height_of)

    def name(self, device: Device) -> str:
        """Its name, or its id when it has none."""
        return self.plan.device_names.get(device.id, device.id)

    def level(self, device: Device) -> Level:
        """Its level; an enclosure counts as a host."""
        return self.levels.get(device.id, Level(0, 1))

    def part(self, device: Device) -> str:
        """Its part, with the number of cards of a modular switch."""
        return f"{device.part}, {device.cards} cards" if device.cards else device.part

    def height_u(self, device: Device) -> int:
        """Units it takes."""
        return self._heights(device.part)

    def device(self, device: Device) -> DeviceFigures:
        """Height, power and mass of a device with what is plugged into it, without what is inside."""
        own = load(device, self.plan.catalog, self.plan.plugged)
        power, mass = Amount(own.power_w, bool(own.lacks_power)), Amount(own.mass_kg, bool(own.lacks_mass))
        return DeviceFigures(self.height_u(device), power, mass)

    def rack(self, rack: Rack) -> RackFigures:
        """Return the figures of a rack."""
        inputs = rack, self.plan.plugged, self.plan.rack_cables
        return self._racks.keep(rack.number, inputs, lambda: self._rack(rack))

    @cached_property
    def has_managers(self) -> bool:
        """Whether a rack of the plan has side managers of known cross-section."""
        parts = {rack.part for rack in self.plan.floor.racks}
        return any(self.plan.catalog.rack(part).manager_mm2 is not None for part in parts)

    @cached_property
    def _index(self) -> dict[int, int]:
        return {rack.number: index for index, rack in enumerate(self.plan.floor.racks)}

    def strips(
        self, rack: Rack, face: PortSide | None = None, sides: RackSides | None = None
    ) -> tuple[RackStrip, ...]:
        """Return the strips of the side managers of a rack; none where these are not known.

        Parameters
        ----------
        face
            Front or rear; None: where more cables run.
        sides
            Other loads of the same racks, as while a device is dragged.
        """
        manager = self.plan.catalog.rack(rack.part).manager_mm2
        index = self._index.get(rack.number)
        if manager is None or index is None or (sides := sides or self.plan.rack_sides) is None:
            return ()
        return rack_strips(sides, index, manager, face or fuller_face(sides, index))

    def _rack(self, rack: Rack) -> RackFigures:
        left = budget(rack, self.plan.catalog, self.plan.plugged, self.plan.rack_cables)
        levels = [self.level(some) for device in rack.devices for some in everything(device)]
        return RackFigures(
            budget=left,
            used_u=left.used_u,
            reserved_u=left.reserved_u,
            total_u=left.height_u,
            power_w=Amount(left.power_w, bool(left.lacks_power)),
            mass_kg=Amount(left.mass_kg, bool(left.lacks_mass)),
            level=max(levels, key=lambda at: at.level, default=Level(0, 1)),
        )

    def _height_of(self, part_id: str) -> int:
        height = self.plan.catalog[part_id].height_u
        return UNKNOWN_HEIGHT_U if height is None else height


@dataclass(frozen=True)
class Chosen:
    """A choice of cables; what is empty leaves all.

    Attributes
    ----------
    racks
        Labels: cables with an end there.
    bundles, phases
        As the wiring list has them.
    """

    racks: frozenset[str] = frozenset()
    bundles: frozenset[str] = frozenset()
    phases: frozenset[str] = frozenset()

    def of(self, cables: Iterable[CableRow]) -> Iterator[CableRow]:
        """Return the chosen cables of a list, in order."""
        return (cable for cable in cables if self.holds(cable))

    def holds(self, cable: CableRow) -> bool:
        """Whether a cable is chosen."""
        if self.bundles and cable.bundle not in self.bundles:
            return False
        if self.phases and cable.phase not in self.phases:
            return False
        ends = (cable.a, *(cable.legs or (cable.b,)))
        return not self.racks or any(end.rack_label in self.racks for end in ends)


EVERYTHING = Chosen()
