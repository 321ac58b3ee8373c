"""Network science without parts: topologies, routing, traffic, schedules, simulation and fault tolerance.

The names in ``__all__`` are the public interface; docs/library.md shows them at work. Each loads its module
when it is first used, so that ``import fatdesk.networks`` takes milliseconds.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fatdesk.networks.fault_tolerance.study import FaultParameters
    from fatdesk.networks.fault_tolerance.tolerance import tolerance
    from fatdesk.networks.fault_tolerance.units import fault_units
    from fatdesk.networks.graph_files import read_graph
    from fatdesk.networks.measures.bisection import bisection
    from fatdesk.networks.measures.distances import disjoint_paths, distances
    from fatdesk.networks.measures.path_counts import shortest_path_counts
    from fatdesk.networks.network import Network
    from fatdesk.networks.routing import fitting
    from fatdesk.networks.routing.check import check
    from fatdesk.networks.routing.paths import hops, nodes_of, path_count, path_counts, paths
    from fatdesk.networks.simulation.study import Loads, SimulationStudy, TrafficParameters
    from fatdesk.networks.simulation.sweep import Known, curves_of, sweep, team
    from fatdesk.networks.simulation.workers import Processes, Threads
    from fatdesk.networks.study import StudyNetwork
    from fatdesk.networks.topologies import named_network, network_of
    from fatdesk.networks.topologies.properties import properties

_MODULES = {
    "FaultParameters": "fault_tolerance.study",
    "Known": "simulation.sweep",
    "Loads": "simulation.study",
    "Network": "network",
    "Processes": "simulation.workers",
    "StudyNetwork": "study",
    "SimulationStudy": "simulation.study",
    "Threads": "simulation.workers",
    "TrafficParameters": "simulation.study",
    "bisection": "measures.bisection",
    "check": "routing.check",
    "curves_of": "simulation.sweep",
    "disjoint_paths": "measures.distances",
    "distances": "measures.distances",
    "fault_units": "fault_tolerance.units",
    "fitting": "routing",
    "hops": "routing.paths",
    "named_network": "topologies",
    "network_of": "topologies",
    "nodes_of": "routing.paths",
    "path_count": "routing.paths",
    "path_counts": "routing.paths",
    "paths": "routing.paths",
    "properties": "topologies.properties",
    "read_graph": "graph_files",
    "shortest_path_counts": "measures.path_counts",
    "sweep": "simulation.sweep",
    "team": "simulation.sweep",
    "tolerance": "fault_tolerance.tolerance",
}
"""The module of each public name."""

__all__ = [
    "FaultParameters",
    "Known",
    "Loads",
    "Network",
    "Processes",
    "SimulationStudy",
    "StudyNetwork",
    "Threads",
    "TrafficParameters",
    "bisection",
    "check",
    "curves_of",
    "disjoint_paths",
    "distances",
    "fault_units",
    "fitting",
    "hops",
    "named_network",
    "network_of",
    "nodes_of",
    "path_count",
    "path_counts",
    "paths",
    "properties",
    "read_graph",
    "shortest_path_counts",
    "sweep",
    "team",
    "tolerance",
]


def __getattr__(name: str) -> object:
    """Load a public name from its module."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"fatdesk.networks.{_MODULES[name]}"), name)
