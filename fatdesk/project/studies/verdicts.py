"""Verdicts on the networks of simulation and fault studies of a project, with the rate of its links."""

from fatdesk.core.arrays import Floats
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.fabric.fabric import as_network
from fatdesk.networks.fault_tolerance.results import MeasuredFaults
from fatdesk.networks.fault_tolerance.verdict import fault_verdict
from fatdesk.networks.simulation.link_rate import LinkRate
from fatdesk.networks.simulation.results import MeasuredCurve
from fatdesk.networks.simulation.study import Switching
from fatdesk.networks.simulation.verdict import simulation_verdict
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.verdict import Verdict
from fatdesk.project.derived.derived import Derived
from fatdesk.project.studies.study_networks import bare_network, node_names


def rate_gbps(derived: Derived, requested: StudyNetwork) -> float | None:
    """The rate of the links of a network; None where it has no parts, or links of several rates.

    Studies count all links alike, a flit in each cycle, so that one rate must hold for all of them. In a
    growth stage it is that of the links of today.
    """
    if requested.spec:
        return None
    try:
        fabric = derived.fabrics[derived.number_of(requested.fabric)]
    except FatdeskError:
        return None
    _, links = as_network(fabric)
    return one_rate(fabric.rate_gbps[links])


def one_rate(rates_gbps: Floats) -> float | None:
    """The rate of all links; None where they have several, or none is known.

    >>> import numpy as np
    >>> one_rate(np.array([400.0, 400.0])), one_rate(np.array([100.0, 400.0]))
    (400.0, None)
    """
    rates = set(rates_gbps.tolist())
    rate = rates.pop() if len(rates) == 1 else None
    return float(rate) if rate is not None and rate > 0 else None


def link_rate(derived: Derived, requested: StudyNetwork, flit_bytes: int) -> LinkRate | None:
    """The rate of the links of a network with the flits of a study; None where it is not known."""
    gbps = rate_gbps(derived, requested)
    return None if gbps is None else LinkRate(gbps, flit_bytes)


def simulated_verdict(
    derived: Derived,
    requested: StudyNetwork,
    switching: Switching,
    found: MeasuredCurve | None,
    highest: float | None,
) -> Verdict:
    """The verdict on a network of a simulation study.

    Parameters
    ----------
    found
        What was measured of it as it is now; None: nothing.
    highest
        The highest load that its hosts can inject, where that is known.
    """
    points = () if found is None else found.points
    rate = link_rate(derived, requested, switching.flit_bytes)
    if not any(point.saturated for point in points):
        return simulation_verdict(requested.name, points, highest, rate)
    if requested.stage:  # names of its nodes need the whole growth plan
        return simulation_verdict(requested.name, points, highest, rate)
    try:
        net, _ = bare_network(derived, requested)
        names = node_names(derived, requested)
    except FatdeskError:
        return simulation_verdict(requested.name, points, highest, rate)
    return simulation_verdict(requested.name, points, highest, rate, net, names)


def failed_verdict(derived: Derived, requested: StudyNetwork, found: MeasuredFaults | None) -> Verdict:
    """The verdict on a network of a fault study; ``found`` is what was measured of it as it is now."""
    return fault_verdict(requested.name, found, failed_rate(derived, requested, found))


def failed_rate(derived: Derived, requested: StudyNetwork, found: MeasuredFaults | None) -> LinkRate | None:
    """The rate of the links where throughput was measured; None without it, and where it is not known."""
    measured = None if found is None else found.on.degradation
    return None if measured is None else link_rate(derived, requested, measured.switching.flit_bytes)
