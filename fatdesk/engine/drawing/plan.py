"""Snapshot of a project for drawings and exports: parts, networks, floor, wiring, bill."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from fatdesk.engine.bill.making import Bill
from fatdesk.engine.cabling.identity import cable_numbers
from fatdesk.engine.cabling.rows import ids_of
from fatdesk.engine.cabling.wiring_list import CableRow
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.floor.budget import Plugged
from fatdesk.engine.floor.floor import Floor
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
    make_state: Callable[[], str] = str
    make_studies: Callable[[], tuple[StudyResult, ...]] = tuple
    make_fault_studies: Callable[[], tuple[FaultStudyResult, ...]] = tuple
    make_losses: Callable[[], tuple[FabricLosses, ...]] = tuple

    @cached_property
    def state(self) -> str:
        """Digest of the project that this was made from; empty when it is not known."""
        return self.make_state()

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
    def cables(self) -> Sequence[CableRow]:
        """The wiring list, in order of fabric and end a."""
        return self.make_cables()

    @cached_property
    def numbers(self) -> dict[str, str]:
        """The short number of each cable by its id, as labels and packets have it."""
        return cable_numbers(ids_of(self.cables))

    @cached_property
    def plugged(self) -> Plugged:
        """Power and mass of the plugs in each device."""
        return self.make_plugged()

    @cached_property
    def bill(self) -> Bill:
        """The bill of materials."""
        return self.make_bill()
