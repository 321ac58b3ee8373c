"""What a fault study measures in a project: its networks, what may fail there, and the state they are in."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from fatdesk.networks.fault_tolerance.results import FaultsOn, MeasuredFaults
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.fault_tolerance.units import FaultUnits, check_count, fault_units, unit_names
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import RoutingAlgorithm
from fatdesk.networks.simulation.results import MODEL as SIMULATION_MODEL
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.traffic.draws import Draws
from fatdesk.project.derived.derived import Derived
from fatdesk.project.studies.study_networks import (
    CannotMeasure,
    draws_of,
    each_network,
    node_names,
    under_study,
)


class ToFail(NamedTuple):
    """A network of a fault study, ready to be measured.

    Attributes
    ----------
    units
        What may fail.
    counts
        The numbers of faults that the study asks for, but those that are more than there are elements.
    draws
        Where packets go; None where no throughput is measured.
    on
        Its state: what results are kept by.
    """

    asked: StudyNetwork
    network: Network
    scheme: RoutingAlgorithm
    units: FaultUnits
    counts: tuple[int, ...]
    draws: Draws | None
    on: FaultsOn


def failing_networks(
    derived: Derived, study: FaultStudy, folder: Path | None = None
) -> tuple[ToFail | CannotMeasure, ...]:
    """The networks of a study in their order.

    Parameters
    ----------
    folder
        Where files of flows lie whose paths are relative: next to the project. None: where the program runs.
    """
    return each_network(study.networks, lambda asked: _to_fail(derived, study, asked, folder))


def _to_fail(derived: Derived, study: FaultStudy, asked: StudyNetwork, folder: Path | None) -> ToFail:
    network, hosts, scheme = under_study(derived, asked)
    units = fault_units(network, study.faults)
    if study.counts:
        check_count(units, study.counts[0])
    draws, flows, degradation = None, None, study.degradation
    if degradation is not None:
        draws, flows = draws_of(degradation.traffic, hosts, folder, study.seed)
    on = FaultsOn(
        network=network.digest,
        spec=asked.spec,
        hosts=network.hosts,
        channels=len(network.channels),
        scheme=scheme.NAME,
        faults=study.faults,
        combinations=study.combinations if degradation is None else None,
        seed=study.seed,
        degradation=degradation,
        flows=flows,
        simulation_model=None if degradation is None else SIMULATION_MODEL,
    )
    counts = tuple(count for count in study.counts if count <= units.count)
    return ToFail(asked, network, scheme, units, counts, draws, on)


def fatal_names(derived: Derived, one: ToFail, found: MeasuredFaults) -> Mapping[int, str]:
    """What people call the elements of the combinations of a network that are not tolerated."""
    fatal = [row.fatal for row in found.rows] + [found.always.fatal if found.always else None]
    things = sorted({thing for some in fatal for thing in some or () if thing < one.units.count})
    if not things:
        return {}
    names = unit_names(one.network, one.units, things, node_names(derived, one.asked))
    return dict(zip(things, names, strict=True))
