"""What a simulation study measures in a project: its networks, their traffic, and the state they are in."""

from pathlib import Path
from typing import NamedTuple

from fatdesk.networks.network import Network
from fatdesk.networks.simulation.results import MeasuredOn
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.traffic.draws import Draws
from fatdesk.project.derived.derived import Derived
from fatdesk.project.studies.study_networks import CannotMeasure, draws_of, each_network, under_study


class ToMeasure(NamedTuple):
    """A network of a study, ready to be measured.

    Attributes
    ----------
    hosts
        Names of its hosts; of a network without parts their numbers.
    scheme
        How packets are forwarded, never ``usual``.
    on
        Its state: what results are kept by.
    """

    asked: StudyNetwork
    network: Network
    hosts: tuple[str, ...]
    scheme: str
    draws: Draws
    on: MeasuredOn


def networks_of(
    derived: Derived, study: SimulationStudy, folder: Path | None = None
) -> tuple[ToMeasure | CannotMeasure, ...]:
    """The networks of a study in their order.

    Parameters
    ----------
    folder
        Where files of flows lie whose paths are relative: next to the project. None: where the program runs.
    """
    return each_network(study.networks, lambda asked: _to_measure(derived, study, asked, folder))


def _to_measure(
    derived: Derived, study: SimulationStudy, asked: StudyNetwork, folder: Path | None
) -> ToMeasure:
    network, hosts, scheme = under_study(derived, asked)
    draws, flows = draws_of(study.traffic, hosts, folder, study.first_seed)
    on = MeasuredOn(
        network=network.digest,
        spec=asked.spec,
        hosts=network.hosts,
        channels=len(network.channels),
        scheme=scheme.NAME,
        traffic=study.traffic,
        flows=flows,
        switching=study.switching,
        duration=study.duration,
        seeds=study.seeds,
        first_seed=study.first_seed,
    )
    return ToMeasure(asked, network, hosts, scheme.NAME, draws, on)
