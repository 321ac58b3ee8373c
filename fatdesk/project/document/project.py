"""A project: all decisions as one frozen value."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from fatdesk.core import ranges
from fatdesk.core.struct import Date, Struct, Text
from fatdesk.engine.bill.rules import BillRules, PurchaseTerms
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.engine.design.requirements import FabricRequirement, Limits, Objective
from fatdesk.engine.fabric.names import Naming
from fatdesk.engine.families.design import Design, HostGroup, Name
from fatdesk.engine.floor.floor import Floor
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.schedules.study import ScheduleStudy
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.topologies.spec import LONGEST
from fatdesk.project.document.cable_records import CableRecord, CableRecords
from fatdesk.project.document.explorations import KeptExploration
from fatdesk.project.document.export_job import ExportJob

__all__ = [
    "Alternative",
    "BillRules",
    "CableRecord",
    "FabricDecision",
    "NetworkUnderStudy",
    "Project",
    "SearchRequirements",
    "Waiver",
]


class FabricDecision(Struct, frozen=True, kw_only=True):
    """A fabric: its requirements, and the chosen design (None: not yet)."""

    requirement: FabricRequirement
    design: Design | None = None


class Waiver(Struct, frozen=True, kw_only=True):
    """A finding that was looked at and accepted.

    Attributes
    ----------
    by, on
        Who accepted it and when; empty where that is not known.
    """

    rule: Text
    where: Text
    comment: Annotated[str, Meta(min_length=1, max_length=2000)]
    by: Text = ""
    on: Date = ""


class Alternative(Struct, frozen=True, kw_only=True):
    """Alternative that may be ordered instead of a line of the bill.

    Attributes
    ----------
    part, length_m
        The line: its part, and of cables the length.
    alternative
        A part number, or what else who orders understands.
    """

    part: Text
    length_m: ranges.CableLength | None = None
    alternative: Annotated[str, Meta(min_length=1, max_length=2000)]

    @property
    def key(self) -> tuple[str, float]:
        """Its identity: the line."""
        return self.part, self.length_m or 0.0


class SearchRequirements(Struct, frozen=True, kw_only=True):
    """Requirements besides the fabrics, kept for another search."""

    objective: Objective = Objective(minimise="cost")
    limits: Limits = Limits()
    room: RoomRequirement | None = None


class NetworkUnderStudy(Struct, frozen=True, kw_only=True):
    """A network to study next to the fabrics: one of the papers, without parts.

    Attributes
    ----------
    spec
        Family and parameters, ``ruft:k=2,n=3``, in the one form in which they are written.
    """

    name: Name
    spec: Annotated[str, Meta(min_length=1, max_length=LONGEST)]


Socket = Annotated[str, Meta(min_length=3, max_length=200, pattern=r"^[^:\n]+:[^:\n]+$")]
"""A port as ids of cables name it: device and what is printed there, ``compute/edge/3:19``."""


class Replugged(Struct, frozen=True, kw_only=True):
    """Two ports whose plugs are exchanged, against the design, because they were built so."""

    a: Socket
    b: Socket


class Project(Struct, frozen=True, kw_only=True):
    """All decisions; every field is a section with records and commands of its own."""

    name: Text = ""
    hosts: tuple[HostGroup, ...] = ()
    fabrics: tuple[FabricDecision, ...] = ()
    floor: Floor = Floor()
    cabling: CablingRules = CablingRules()
    cables: Mapping[str, CableRecord] = CableRecords()
    """Records by cable id, in order of id."""
    naming: Naming = Naming()
    bill: BillRules = BillRules()
    alternatives: tuple[Alternative, ...] = ()
    terms: tuple[PurchaseTerms, ...] = ()
    """In order of the lines of the bill that they belong to."""
    wishes: SearchRequirements = SearchRequirements()
    studies: tuple[NetworkUnderStudy, ...] = ()
    """Networks without parts."""
    simulations: tuple[SimulationStudy, ...] = ()
    faults: tuple[FaultStudy, ...] = ()
    schedules: tuple[ScheduleStudy, ...] = ()
    explorations: tuple[KeptExploration, ...] = ()
    """In order of the names of their fabrics."""
    jobs: tuple[ExportJob, ...] = ()
    replugged: tuple[Replugged, ...] = ()
    """Exchanged plugs, one pair after the other."""
    waivers: tuple[Waiver, ...] = ()
    parts: tuple[AnyPart, ...] = ()
    """Copies of the parts in use, in order of id."""
