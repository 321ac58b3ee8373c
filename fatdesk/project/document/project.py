"""A project: all decisions as one frozen value."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from fatdesk.core import ranges
from fatdesk.core.finding import Waiver
from fatdesk.core.struct import Struct, Text
from fatdesk.engine.bill.rules import BillRules, PurchaseTerms
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.engine.design.requirements import FabricRequirement, Limits, Objective
from fatdesk.engine.drawing.issue import Issue
from fatdesk.engine.fabric.as_built import AsBuiltFabric, AsBuiltNode
from fatdesk.engine.fabric.name_templates import Naming
from fatdesk.engine.families.design import Design, HostGroup, Name, PartUse, rails_and_planes
from fatdesk.engine.families.uses import recorded_uses
from fatdesk.engine.floor.floor import Floor
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.engine.rules.rules import Rule, RuleInForce, with_own
from fatdesk.engine.structured.laid_trunk import LaidTrunk
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.schedules.study import ScheduleStudy
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.topologies.spec import LONGEST
from fatdesk.project.document.cable_records import CableRecord, CableRecords
from fatdesk.project.document.explorations import KeptExploration
from fatdesk.project.document.export_job import ExportJob
from fatdesk.project.document.growth import GrowthStep

__all__ = [
    "Alternative",
    "BillRules",
    "BuiltNode",
    "CableRecord",
    "FabricDecision",
    "NetworkUnderStudy",
    "Project",
    "Revision",
    "SearchRequirements",
    "Waiver",
]


class FabricDecision(Struct, frozen=True, kw_only=True):
    """A fabric: its requirements, and the chosen design or how it is built (None: neither yet)."""

    requirement: FabricRequirement
    design: Design | None = None
    as_built: AsBuiltFabric | None = None

    @property
    def decided(self) -> bool:
        """Whether it has a network."""
        return self.design is not None or self.as_built is not None

    @property
    def parts(self) -> tuple[PartUse, ...]:
        """Its switches and panels by role, from the edge upwards."""
        if self.design is not None:
            return self.design.parts
        return () if self.as_built is None else recorded_uses(self.as_built)

    @property
    def rails_and_planes(self) -> tuple[int, int]:
        """The rails that have edge switches of their own, and the planes; 1: no such division."""
        if self.design is not None:
            return rails_and_planes(self.design)
        return (1, 1) if self.as_built is None else (self.as_built.rails, self.as_built.planes)


class BuiltNode(AsBuiltNode, frozen=True, kw_only=True):
    """A node of a fabric that is recorded as built, with the name of that, as a line of a file."""

    fabric: Name


class Revision(Issue, frozen=True, kw_only=True):
    """An issue whose state is kept in a file.

    Attributes
    ----------
    state
        The digest of the project as it was, ``7f3c 91ab``.
    """

    state: Annotated[str, Meta(pattern=r"^([0-9a-f]{4} [0-9a-f]{4})?\Z")] = ""


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
    growth: tuple[GrowthStep, ...] = ()
    """Steps in which it is to grow, one after the other."""
    jobs: tuple[ExportJob, ...] = ()
    trunks: tuple[LaidTrunk, ...] = ()
    """Trunks in place, which keep the ports of panels of their links, in order of id."""
    replugged: tuple[Replugged, ...] = ()
    """Exchanged plugs, one pair after the other."""
    rules: tuple[Rule, ...] = ()
    """Rules of its own; one takes the place of that of its name in the profile."""
    waivers: tuple[Waiver, ...] = ()
    revisions: tuple[Revision, ...] = ()
    parts: tuple[AnyPart, ...] = ()
    """Copies of the parts in use, in order of id."""

    @property
    def in_force(self) -> tuple[RuleInForce, ...]:
        """The rules that it is judged by: those of the profile, then its own."""
        return with_own(self.cabling.in_force, self.rules)
