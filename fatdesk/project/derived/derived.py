"""Derived values of a project, computed on demand and cached while they hold."""

import dataclasses
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec
import numpy as np

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Finding
from fatdesk.core.memo import Memo, same_inputs
from fatdesk.core.memory import collection_paused
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.units import m_from_um
from fatdesk.engine.bill.counting import Item, equipment_items, plugged_into, with_equipment
from fatdesk.engine.bill.deployability import Deployability, deployability
from fatdesk.engine.bill.making import NO_PHASES, Bill, Installation, installation, make_bill
from fatdesk.engine.bill.rules import Line, terms_by_line
from fatdesk.engine.cabling.by_hand import ByHand, with_wishes
from fatdesk.engine.cabling.choice.group_options import Formed, form
from fatdesk.engine.cabling.filling import Filling, fill_trays
from fatdesk.engine.cabling.identity import link_ids
from fatdesk.engine.cabling.laying import Cabling, lay_formed
from fatdesk.engine.cabling.positions import FloorPositions, Position, find_positions, update_positions
from fatdesk.engine.cabling.rack_sides import HungCables, RackRoom, RackSides, cables_in_racks, hung_cables
from fatdesk.engine.cabling.tray_media import is_separated, medium_of
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.drawing.plan import FabricLosses, Plan
from fatdesk.engine.drawing.rack_strips import side_limit
from fatdesk.engine.drawing.step_orders import StepOrders
from fatdesk.engine.fabric.checks import check_fabrics
from fatdesk.engine.fabric.fabric import Fabric, NodeKind, NodePart, as_network, enclosure_ids
from fatdesk.engine.fabric.name_checks import name_findings
from fatdesk.engine.fabric.name_templates import Naming, has_place
from fatdesk.engine.fabric.names import Layout, Names, Places, RackPlace, make_names
from fatdesk.engine.families.design import rail_text
from fatdesk.engine.floor.budget import InRacks, Plugged
from fatdesk.engine.floor.building_plan import BuildingPlan, building_plan
from fatdesk.engine.floor.facility import Facility, facility_of
from fatdesk.engine.floor.floor import Rack, letters, rack_label
from fatdesk.engine.physical import FIGURES
from fatdesk.engine.physical.belonging import belonging
from fatdesk.engine.physical.placed import Books, Placed
from fatdesk.engine.rules.judging import Judged, judge
from fatdesk.engine.structured.making import over_panels
from fatdesk.engine.structured.piece_rows import PieceRows
from fatdesk.engine.structured.rack_ends import hung_pieces
from fatdesk.engine.structured.stock import with_generic
from fatdesk.engine.structured.structured import Structured
from fatdesk.engine.wiring.port_identifiers import Marking, identifier_findings
from fatdesk.engine.wiring.ports import PortMaps
from fatdesk.engine.wiring.rows import WiringList, Writing
from fatdesk.engine.wiring.wiring_list import CableRow
from fatdesk.networks.fault_tolerance.results import FaultStudyResult
from fatdesk.networks.network import Network
from fatdesk.networks.simulation.results import StudyResult
from fatdesk.networks.topologies import network_of
from fatdesk.project.derived.fabrics import Built, build_all
from fatdesk.project.derived.losses import losses
from fatdesk.project.document.project import FabricDecision, Project
from fatdesk.project.files.file_format import encode

T = TypeVar("T")
STUDY, BARE, OF_FABRIC = "study ", "bare ", "of "
"""Before specs of studies, names of fabrics without parts, and names of fabrics, among what is kept."""


class Measuring(Protocol):
    """Interface of a store of study results."""

    def all_of(self, derived: "Derived", /) -> tuple[StudyResult, ...]:
        """The simulation studies with what holds for them."""

    def all_faults(self, derived: "Derived", /) -> tuple[FaultStudyResult, ...]:
        """The fault studies with what holds for them."""


class MeasuredStudies(NamedTuple):
    """Study results given in advance; initially none."""

    simulations: tuple[StudyResult, ...] = ()
    faults: tuple[FaultStudyResult, ...] = ()

    def all_of(self, _derived: "Derived", /) -> tuple[StudyResult, ...]:
        """Return the results of the simulation studies."""
        return self.simulations

    def all_faults(self, _derived: "Derived", /) -> tuple[FaultStudyResult, ...]:
        """Return the results of the fault studies."""
        return self.faults


class Ordering(Protocol):
    """Interface of what makes change orders of growth plans."""

    def orders_of(self, derived: "Derived", /) -> StepOrders:
        """Return those of the growth plan of a project."""


class NoOrders:
    """Makes no change orders."""

    def orders_of(self, _derived: "Derived", /) -> StepOrders:
        """Return none."""
        return StepOrders()


class Derived:
    """Derived values of one project.

    Each result is kept with the sections that it was made from; a ``Derived`` of the next project takes
    over what still holds, so moving a rack does not build the networks again.
    """

    def __init__(
        self, project: Project, before: "Derived | None" = None, progress: Progress = SILENT
    ) -> None:
        self.project = project
        self.progress = progress
        self.measured: Measuring = before.measured if before else MeasuredStudies()
        """Study results that hold for a project; set by their owner."""
        self.ordering: Ordering = before.ordering if before else NoOrders()
        """Makes the change orders of the project; set by who prints them."""
        self.folder: Path | None = before.folder if before else None
        """The folder of the project file, from which the path of a building plan may lead."""
        self._memo: Memo[str] = Memo(before=before._memo if before else None)
        wanted = {STUDY + study.spec for study in project.studies}
        studies = (*project.simulations, *project.faults, *project.schedules)
        measured = [one for study in studies for one in study.networks]
        wanted |= {STUDY + one.spec for one in measured}
        wanted |= {BARE + fabric.requirement.name for fabric in project.fabrics}
        fabrics = {fabric.requirement.name for fabric in project.fabrics}

        def is_wanted(name: str) -> bool:
            if name.startswith((STUDY, BARE)):
                return name in wanted
            return not name.startswith(OF_FABRIC) or name.split(" ")[1] in fabrics

        self._memo.retain(is_wanted)

    def _keep(self, name: str, sections: tuple[Any, ...], make: Callable[[], T]) -> T:
        def made() -> T:
            with collection_paused():  # all of it stays
                return make()

        return self._memo.keep(name, sections, made)

    @property
    def catalog(self) -> Catalog:
        """The parts of the project."""
        parts, rules = self.project.parts, self.project.cabling
        if rules.panels is None:
            return self._keep("catalog", (parts,), lambda: Catalog(parts))
        return self._keep("catalog", (parts, rules), lambda: Catalog(with_generic(parts, rules)))

    @property
    def fabrics(self) -> tuple[Fabric, ...]:
        """The networks of the fabrics whose design can be built."""
        return self.built.fabrics

    @property
    def built(self) -> Built:
        """The networks, and why others could not be built."""
        project = self.project
        return self._keep(
            "built",
            (project.hosts, project.fabrics, project.parts, project.replugged),
            lambda: build_all(project.hosts, project.fabrics, self.catalog, project.replugged),
        )

    def rail(self, device_id: str) -> str:
        """Return rail and plane of a switch in words; empty where its network has one of each."""
        fabric = device_id.rpartition("/")[0].rpartition("/")[0]
        decision = self._decisions.get(fabric)
        return "" if decision is None else rail_text(decision.parts, decision.rails_and_planes, device_id)

    @property
    def _decisions(self) -> dict[str, FabricDecision]:
        """The decisions on fabrics by name."""
        fabrics = self.project.fabrics
        return self._keep("decisions", (fabrics,), lambda: {some.requirement.name: some for some in fabrics})

    def study(self, spec: str) -> Network:
        """The network that a study names.

        Raises
        ------
        FatdeskError
            When it is too large to be built.
        """
        return self._keep(STUDY + spec, (), lambda: network_of(spec))

    def bare_network(self, name: str) -> tuple[Network, tuple[str, ...]]:
        """The network of a fabric without its parts, and the names of its hosts.

        Raises
        ------
        FatdeskError
            When there is no such fabric, or it cannot be built.
        """
        number = self.number_of(name)
        fabric, names = self.fabrics[number], self.names[number]
        bare = self._keep(BARE + name, (fabric,), lambda: as_network(fabric)[0])
        return bare, names[: bare.hosts]

    def number_of(self, name: str) -> int:
        """Return the number of a fabric.

        Raises
        ------
        FatdeskError
            When there is no such fabric, or it cannot be built.
        """
        for number, fabric in enumerate(self.fabrics):
            if fabric.name == name:
                return number
        raise FatdeskError(self._not_built(name))

    def of_fabric(self, name: str, what: str, sections: tuple[Any, ...], make: Callable[[], T]) -> T:
        """Something else of a fabric, kept while these sections hold and the fabric is there."""
        return self._keep(f"{OF_FABRIC}{name} {what}", sections, make)

    def of_project(self, what: str, sections: tuple[Any, ...], make: Callable[[], T]) -> T:
        """Something else of the whole project, kept while these sections hold."""
        return self._keep(f"project {what}", sections, make)

    def _not_built(self, name: str) -> str:
        """Why a fabric has no network."""
        if name in self.built.problems:
            return f"the fabric {name} cannot be built: {self.built.problems[name]}"
        if any(fabric.requirement.name == name for fabric in self.project.fabrics):
            return f"the fabric {name} has no design yet: choose one"
        return f"the project has no fabric {name}: choose another"

    @property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """The name of each node of each network."""
        return self.named.nodes

    @property
    def named(self) -> Names:
        """The names of all devices; those by place follow the floor.

        While they are the same names they are the same object, so what is made from them stays.
        """
        naming, fabrics, racks = self.project.naming, self.fabrics, self.project.floor.racks
        decided = (fabrics, naming, self.project.hosts)
        if not self._by_place(naming):
            return self._keep("names", decided, self._made_names)
        kept = self._memo.last("names")

        def renew() -> Names:
            if kept is None or len(kept.inputs) < 4 or not same_inputs(kept.inputs[:3], decided):
                return self._made_names()
            before: Names = kept.value
            was: Any = kept.inputs[3]
            if _same_places(was, racks):
                return before
            made = self._made_names()
            return before if made == before else made

        return self._keep("names", (*decided, racks), renew)

    def _by_place(self, naming: Naming) -> bool:
        return naming.by_place or any(has_place(group.names) for group in self.project.hosts)

    def _made_names(self) -> Names:
        return self.names_by(self.project.naming)

    def names_by(self, naming: Naming) -> Names:
        """Make the names of all devices by other templates, as a preview of them."""
        project, fabrics = self.project, self.fabrics
        places = None
        if self._by_place(naming):
            racks = [
                RackPlace(letters(rack.row), rack.position + 1, rack_label(rack))
                for rack in project.floor.racks
            ]
            places = Places(racks, self.positions.seats)
        return make_names(
            fabrics,
            naming,
            len(project.hosts),
            len(project.fabrics),
            layouts=[Layout(*self._rails_and_planes(fabric.name)) for fabric in fabrics],
            places=places,
            of_groups={group.name: group.names for group in project.hosts if group.names},
        )

    def findings_of_names(self, names: Names, naming: Naming) -> list[Finding]:
        """Findings about some names, compared with the labels of racks."""
        floor = self.project.floor
        found = name_findings(names, naming, [rack_label(rack) for rack in floor.racks])
        if naming.identifiers is not None:
            found += identifier_findings(Marking(naming.identifiers, floor, self.catalog), floor)
        return found

    @property
    def marking(self) -> Marking | None:
        """The scheme of identifiers on the floor, which prints and finds them; None: the project has none."""
        identifiers = self.project.naming.identifiers
        if identifiers is None:
            return None
        floor, seats, names = self.project.floor, self.positions.seats, self.device_names
        return self._keep(
            "marking",
            (identifiers, floor, seats, names, self.structured),
            lambda: Marking(identifiers, floor, self.catalog, seats, names, self._panel_seats),
        )

    @property
    def rack_identifiers(self) -> dict[int, str]:
        """The identifier of each rack by its number; none without a scheme, empty where a rack has none."""
        marking, racks = self.marking, self.project.floor.racks
        if marking is None:
            return {}
        return {rack.number: marking.rack(index) for index, rack in enumerate(racks)}

    @property
    def fabric_findings(self) -> list[Finding]:
        """Findings about the networks themselves."""
        fabrics = self.fabrics
        return self._keep("fabric_findings", (fabrics,), lambda: check_fabrics(fabrics))

    @property
    def device_names(self) -> dict[str, str]:
        """The name of each device by id."""
        return self.named.devices

    @property
    def formed(self) -> tuple[Formed, ...]:
        """The links of each fabric in groups, with what could cable them."""
        project, fabrics = self.project, self.fabrics
        wishes = self.built.requirements
        return self._keep(
            "formed",
            (fabrics, project.cabling, project.parts),
            lambda: tuple(
                form(fabric, wish.media, project.cabling, self.catalog, wish.cables)
                for fabric, wish in zip(fabrics, wishes, strict=True)
            ),
        )

    @property
    def positions(self) -> FloorPositions:
        """Places of everything; only what has moved is looked up again."""
        project, fabrics = self.project, self.fabrics
        sections = (fabrics, project.parts, project.floor)
        kept = self._memo.last("positions")
        if kept is not None and same_inputs(kept.inputs[:2], sections[:2]):
            before: FloorPositions = kept.value
            return self._keep(
                "positions",
                sections,
                lambda: update_positions(before, fabrics, project.floor, self.catalog)[0],
            )
        return self._keep("positions", sections, lambda: find_positions(fabrics, project.floor, self.catalog))

    @property
    def by_rule(self) -> Cabling:
        """All cables as the rules choose them."""
        formed, positions, rules = self.formed, self.positions, self.project.cabling
        places = positions.graph, positions.seats, positions.placed, positions.halves, positions.middles
        return self._keep(
            "by_rule",
            (formed, *places),
            lambda: lay_formed(formed, positions, rules, self.progress),
        )

    @property
    def cabling(self) -> Cabling:
        """All cables, with what was decided by hand; those over panels as long as their pieces."""
        structured = self.structured
        return self._direct if structured is None else structured.cabling

    @property
    def _direct(self) -> Cabling:
        """All cables as they are without panels, with what was decided by hand."""
        by_rule, wishes = self.by_rule, self.wishes
        return self._keep("cabling", (by_rule, wishes), lambda: self._decided(by_rule))

    @property
    def structured(self) -> Structured | None:
        """The channels over panels; None: the rules send no cable over panels."""
        direct, positions, rules = self._direct, self.positions, self.project.cabling
        if rules.panels is None:
            return None
        return self._keep(
            "structured",
            (direct, positions, rules, self.project.parts, self.project.trunks),
            lambda: over_panels(direct, positions, rules, self.catalog, self.project.trunks),
        )

    def _decided(self, by_rule: Cabling) -> Cabling:
        wishes = self.wishes
        if not any(wishes):
            return by_rule
        rules, catalog = self.project.cabling, self.catalog
        if is_separated(self.project.floor):
            by_rule = lay_formed(self.formed, self.positions, rules, self.progress, self._media_by_hand)
        made = [
            with_wishes(fabric, wish, rules, catalog)
            for fabric, wish in zip(by_rule.fabrics, wishes, strict=True)
        ]
        return dataclasses.replace(by_rule, fabrics=tuple(made))

    @property
    def _media_by_hand(self) -> list[dict[int, int]]:
        """Media of the parts that are decided by hand, for each fabric by the first link."""
        parts = {part.id: medium_of(part) for part in self.catalog.of(Cable)}
        return [
            {link: parts[wish.part] for link, wish in some.items() if wish.part in parts}
            for some in self.wishes
        ]

    @property
    def wishes(self) -> tuple[dict[int, ByHand], ...]:
        """Decisions by hand on the cables of each fabric, by their first link."""
        project, fabrics = self.project, self.fabrics
        kept = self._memo.last("wishes")
        same = kept is not None and same_inputs(kept.inputs[:2], (fabrics, project.parts))

        def renew() -> tuple[dict[int, ByHand], ...]:
            """The same as before where only the record of a cable differs."""
            found = self._wishes()
            before: tuple[dict[int, ByHand], ...] = kept.value if kept is not None else ()
            return before if same and before == found else found

        return self._keep("wishes", (fabrics, project.parts, project.cables), renew)

    def _wishes(self) -> tuple[dict[int, ByHand], ...]:
        decisions = {
            record.id: ByHand(record.part, record.length_m, record.reason)
            for record in self.project.cables.values()
            if record.part is not None or record.length_m is not None
        }
        if not decisions:
            return tuple({} for _ in self.fabrics)
        return tuple(
            {link: decisions[name] for link, name in enumerate(names) if name in decisions}
            for names in self.link_ids
        )

    @property
    def link_ids(self) -> tuple[list[str], ...]:
        """For each link of each fabric the id of a cable that begins with it."""
        fabrics = self.fabrics
        return self._keep(
            "link_ids",
            (fabrics, self.project.parts),
            lambda: tuple(link_ids(fabric, np.arange(len(fabric.ends)), self.catalog) for fabric in fabrics),
        )

    @property
    def port_maps(self) -> PortMaps:
        """The ports of all devices; each map is made when it is read."""
        cabling, names, positions = self.cabling, self.names, self.positions
        return self._keep(
            "port_maps",
            (cabling, names),
            lambda: PortMaps(cabling.fabrics, names, positions.nodes, self.catalog),
        )

    @property
    def filling(self) -> Filling:
        """Fill of the trays."""
        cabling, trays = self.cabling, self.project.floor.trays
        return self._keep("filling", (cabling, trays), lambda: fill_trays(cabling, trays))

    @property
    def rack_sides(self) -> RackSides:
        """Load of the sides of racks."""
        hung, room = self._hung
        at = self.cabling.excess_at
        return self._keep("rack_sides", (hung,), lambda: RackSides.of(hung, room, at))

    @property
    def rack_cables(self) -> InRacks:
        """Mass of the cables in each rack."""
        cabling, (hung, room) = self.cabling, self._hung
        racks, at = cabling.positions.floor.racks, cabling.excess_at
        return self._keep("rack_cables", (cabling, hung), lambda: cables_in_racks(hung, room, racks, at))

    @property
    def _hung(self) -> tuple[list[HungCables], RackRoom]:
        """The cables as they are laid with their ends in racks, pieces of channels over panels included."""
        cabling, structured = self.cabling, self.structured

        def made() -> tuple[list[HungCables], RackRoom]:
            if structured is not None:
                return hung_pieces(structured, self.catalog)
            return hung_cables(cabling, self.catalog)

        return self._keep("hung", (cabling, structured, self.project.parts), made)

    @property
    def placed(self) -> Placed:
        """The placed design, of which figures of the physical layer are."""
        ruled = self.project
        books = (ruled.bill, ruled.hosts, ruled.terms) if ruled.rules else (None, None, None)
        project, fabrics, cabling, filling = self.project, self.fabrics, self.cabling, self.filling
        return self._keep(
            "placed",
            (project.floor, project.parts, fabrics, cabling, filling, project.wishes.room, *books),
            lambda: Placed(
                project.floor,
                self.catalog,
                fabrics,
                cabling,
                filling,
                lambda: self.plugged,
                lambda: self.facility,
                lambda: self.rack_sides,
                self.structured,
                lambda: Books(self.items, self.bill, self.deployability, self.catalog),
            ),
        )

    @property
    def judged(self) -> list[Judged[Placed]]:
        """The rules of the selected profile, and those of the project, with the figures of all elements."""
        placed, project = self.placed, self.project
        return self._keep(
            "judged",
            (placed, project.cabling.in_force, project.rules),
            lambda: judge(project.in_force, FIGURES, placed, belonging(placed)),
        )

    @property
    def items(self) -> list[Item]:
        """All items to buy, counted."""
        project, cabling, equipment = self.project, self.cabling, self._equipment
        fittings = project.bill.tray_fittings
        return self._keep(
            "items",
            (cabling, equipment, project.floor.trays, fittings),
            lambda: with_equipment(equipment, cabling, project.floor, self.catalog, fittings=fittings),
        )

    @property
    def _equipment(self) -> list[Item]:
        """Hosts, switches and enclosures, which cables and trays do not change."""
        project, fabrics, seats = self.project, self.fabrics, self.positions.seats
        hosts = {group.name: (group.part, group.count) for group in project.hosts if group.inside}
        return self._keep(
            "equipment",
            (fabrics, seats, project.hosts, project.parts),
            lambda: equipment_items(hosts, fabrics, seats, self.catalog),
        )

    @property
    def plugged(self) -> Plugged:
        """Power and mass of the plugs in each device."""
        cabling = self.cabling
        return self._keep(
            "plugged",
            (cabling, self.project.parts),
            lambda: plugged_into(cabling.fabrics, self.catalog),
        )

    @property
    def facility(self) -> Facility:
        """Load of feeds, heat, airflow and floor load of racks, rows and the room."""
        plugged, cables, project = self.plugged, self.rack_cables, self.project
        room = project.wishes.room
        return self._keep(
            "facility",
            (plugged, cables, project.floor.racks, room, project.parts),
            lambda: facility_of(project.floor, room, self.catalog, plugged, cables),
        )

    @property
    def bill(self) -> Bill:
        """The bill of materials."""
        items, project = self.items, self.project
        labels = [rack_label(rack) for rack in project.floor.racks]
        instead = {(one.part, one.length_m): one.alternative for one in project.alternatives}
        terms = terms_by_line(project.terms)
        return self._keep(
            "bill",
            (items, project.bill, project.alternatives, project.terms, project.cables),
            lambda: make_bill(items, labels, self.catalog, project.bill, instead, terms, self.phases),
        )

    @property
    def phases(self) -> Mapping[Line, tuple[str, ...]]:
        """Phases in which the cables of a line of the bill are laid; lines without a phase are left out."""
        project = self.project
        if not any(record.phase for record in project.cables.values()):
            return NO_PHASES
        rows = self.rows
        return self._keep("phases", (rows,), lambda: _phases_of(rows))

    @property
    def installation(self) -> Installation:
        """Hours and cost of installing the cables."""
        return installation(self.cabling, self.project.bill)

    @property
    def deployability(self) -> Deployability:
        """Figures of the installation of the cables of all networks together."""
        cabling, floor, rules = self.cabling, self.project.floor, self.project.bill
        numbers = range(len(cabling.fabrics))
        return self._keep(
            "deployability",
            (cabling, floor, rules),
            lambda: deployability(cabling, numbers, floor.racks, rules),
        )

    @property
    def rows(self) -> WiringList:
        """The wiring list with what is recorded of each cable; its rows are made when they are read."""
        project, cabling, names = self.project, self.cabling, self.names
        naming = project.naming
        by_place = naming.identifiers and (project.floor, self.structured)
        return self._keep(
            "rows",
            (cabling, names, naming, project.cables, *(by_place or ())),
            lambda: WiringList(cabling, self.writing_by(names, naming), project.cables),
        )

    def writing_by(self, names: tuple[tuple[str, ...], ...], naming: Naming) -> Writing:
        """Return what rows of cables need besides cables, by some names and templates."""
        return Writing(
            names, naming.label, self.project.floor, self.catalog, naming.identifiers, self._panel_seats
        )

    @property
    def _panel_seats(self) -> dict[str, Position]:
        """The position of each patch panel that has a place, by its name."""
        structured = self.structured
        panels = () if structured is None else structured.panels
        return {
            panel.name: Position(panel.rack, panel.u, panel.part.height_u)
            for panel in panels
            if panel.u is not None
        }

    @property
    def piece_rows(self) -> PieceRows | None:
        """The rows of patch cords and trunks; None: no cable goes over panels."""
        structured, rows, project = self.structured, self.rows, self.project
        if structured is None:
            return None
        writing = self.writing_by(self.names, project.naming)
        return self._keep(
            "piece_rows", (structured, rows), lambda: PieceRows(structured, rows, writing, project.cables)
        )

    @property
    def plan(self) -> Plan:
        """The project as drawings and exports see it; its cables are listed once for all."""
        return dataclasses.replace(self.light_plan, make_cables=self.rows.listed)

    @property
    def light_plan(self) -> Plan:
        """The same for a view that stays open: cables are made when they are read, and none is kept."""
        project, pieces = self.project, self.piece_rows
        return Plan(
            title=project.name,
            catalog=self.catalog,
            fabrics=self.fabrics,
            names=self.names,
            device_names=self.device_names,
            floor=project.floor,
            tray_fill=self.filling.worst,
            fill_max=project.cabling.fill_limit,
            make_cables=lambda: self.rows,
            make_plugged=lambda: self.plugged,
            make_rack_cables=lambda: self.rack_cables,
            make_rack_sides=lambda: self.rack_sides,
            side_limit=side_limit(project.in_force),
            make_facility=lambda: self.facility,
            make_bill=lambda: self.bill,
            make_state=lambda: state_digest(project),
            make_studies=lambda: self.measured.all_of(self),
            make_fault_studies=lambda: self.measured.all_faults(self),
            make_losses=self._losses,
            make_building=self._building,
            revisions=tuple((one, one.state) for one in project.revisions),
            waivers=tuple(sorted(project.waivers, key=lambda one: (one.rule, one.where))),
            make_orders=lambda: self.ordering.orders_of(self),
            bmc_networks=tuple(self._bmc_network(fabric.name) for fabric in self.fabrics),
            rails_and_planes=tuple(self._rails_and_planes(fabric.name) for fabric in self.fabrics),
            structured=self.structured,
            make_pieces=None if pieces is None else lambda: pieces,
        )

    def _rails_and_planes(self, name: str) -> tuple[int, int]:
        """Rails that have edge switches of their own, and planes, of a fabric."""
        decision = self._decisions.get(name)
        return (1, 1) if decision is None else decision.rails_and_planes

    def _bmc_network(self, name: str) -> str:
        """The network of the management controllers that a fabric joins; empty: none."""
        decision = self._decisions.get(name)
        return "" if decision is None else decision.requirement.bmc_network

    def _building(self) -> BuildingPlan | None:
        under = self.project.floor.plan.underlay
        return None if under is None else building_plan(under, self.folder)

    def _losses(self) -> tuple[FabricLosses, ...]:
        return tuple(
            (fabric.name, losses(self, fabric.name, progress=self.progress)) for fabric in self.fabrics
        )

    @property
    def wanted(self) -> dict[str, NodePart]:
        """The devices that need a place, by id."""
        return self._keep("wanted", (self.fabrics,), lambda: wanted_devices(self.fabrics))


def state_digest(project: Project) -> str:
    """Eight characters that distinguish one state of a project from another, ``7f3c 91ab``.

    Which documents are made together and which states are revisions is no part of it: a job that is saved
    makes no document old.
    """
    digest = hashlib.sha256(encode(msgspec.structs.replace(project, jobs=(), revisions=()))).hexdigest()
    return f"{digest[:4]} {digest[4:8]}"


def _same_places(before: Sequence[Rack], racks: Sequence[Rack]) -> bool:
    """Whether racks differ in nothing that names depend on."""
    return len(before) == len(racks) and all(
        was is rack
        or (
            was.devices is rack.devices
            and (was.row, was.position, was.label) == (rack.row, rack.position, rack.label)
        )
        for was, rack in zip(before, racks, strict=True)
    )


def wanted_devices(fabrics: Sequence[Fabric]) -> dict[str, NodePart]:
    """Return the device for each id that networks need in the room, enclosures included."""
    wanted: dict[str, NodePart] = {}
    for fabric in fabrics:
        inside = fabric.kind != NodeKind.EXTERNAL
        inside[list(fabric.outside_nodes())] = False
        part = fabric.part.tolist()
        for node_id, here, number in zip(fabric.ids, inside.tolist(), part, strict=True):
            if here:
                wanted.setdefault(node_id, fabric.parts[number])
        wanted |= dict.fromkeys(enclosure_ids(fabric), NodePart(part=fabric.enclosure))
        for chassis in fabric.chassis:
            wanted |= dict.fromkeys(chassis.ids, NodePart(part=chassis.part))
    return wanted


def _phases_of(rows: Iterable[CableRow]) -> dict[Line, tuple[str, ...]]:
    found: dict[Line, set[str]] = {}
    for row in rows:
        if row.phase:
            um = row.length.ordered_um
            found.setdefault((row.part, None if um is None else m_from_um(um)), set()).add(row.phase)
    return {line: tuple(sorted(phases)) for line, phases in found.items()}
