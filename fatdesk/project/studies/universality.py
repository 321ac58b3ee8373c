"""Theorem 10 on the networks of a project and on others: what the window and the command line both show."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.network import Network
from fatdesk.networks.routing import fitting
from fatdesk.networks.schedules.output import simulated_in_json
from fatdesk.networks.schedules.traffic_result import messages_of
from fatdesk.networks.schedules.universal_trees.cubic_layout import volume_in_cube
from fatdesk.networks.schedules.universal_trees.decomposition import Decomposition, decompose
from fatdesk.networks.schedules.universal_trees.universality import fastest, fixed_connections, simulated
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import pattern
from fatdesk.networks.traffic.traffic import Requested, Traffic
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.studies.placed_network import Placed, placed


class Experiment(NamedTuple):
    """Options of the experiment.

    Attributes
    ----------
    traffic
        The name of a pattern.
    per_host, seed
        Messages of each host, and what random choices begin with.
    data_bits
        Of a message.
    volume
        Of the fat-trees; None: that of each network.
    scheme
        The routing algorithm of the networks; None: all shortest paths where that fits, else the usual one.
    """

    traffic: str = "uniform"
    per_host: int = 1
    seed: int = 1
    data_bits: int = 1
    volume: float | None = None
    scheme: str | None = None


class Outcome(NamedTuple):
    """A network with its figures, or with the reason why there are none.

    Attributes
    ----------
    family
        Networks of one family are points of one curve.
    figures
        By the keys of ``fatdesk universal --json``; empty with a reason.
    """

    name: str
    family: str
    figures: dict[str, Any]
    why: str = ""


def room_of(where: Placed, progress: Progress = SILENT) -> Decomposition | None:
    """The decomposition of a placed network in links; None where something is in no rack."""
    net = where.network
    if where.waiting or not np.prod(where.box_m[1] - where.box_m[0]) > 0:
        return None
    host = np.arange(net.node_count) < net.hosts
    return decompose(where.where_m, host, net.ends, np.ones(net.link_count), where.box_m, progress)


def outcome(
    name: str,
    net: Network,
    experiment: Experiment,
    *,
    family: str = "",
    room: Decomposition | None = None,
    traffic: Traffic | None = None,
    progress: Progress = SILENT,
) -> Outcome:
    """Run the experiment on one network.

    Parameters
    ----------
    family
        Of the network, where it has none of its own.
    room
        The decomposition of a placed network.
    traffic
        Flows of a file, in place of the pattern.

    Raises
    ------
    FatdeskError
        When traffic or routing algorithm do not fit the network.
    """
    if traffic is None:
        asked = Requested(net.hosts, experiment.per_host, experiment.seed)
        traffic = pattern(experiment.traffic).messages(asked)
    source, destination = messages_of(traffic)
    table = fastest(net) if experiment.scheme is None else fitting(experiment.scheme, net).routing_table(net)
    found = simulated(
        net,
        source,
        destination,
        table,
        made=room,
        volume=experiment.volume,
        data_bits=experiment.data_bits,
        seed=experiment.seed,
        progress=progress,
    )
    fixed = fixed_connections(net, experiment.seed, progress)
    volume_from = "given" if experiment.volume is not None else "links" if room is None else "room"
    about = {
        "network": name,
        "placed": room is not None,
        "volume_from": volume_from,
        "volume_in_cube": volume_in_cube(net),
    }
    return Outcome(name, family or net.family or "network", about | simulated_in_json(found, fixed))


def outcomes(
    project: Project, specs: Sequence[str], experiment: Experiment, progress: Progress = SILENT
) -> list[Outcome]:
    """Run the experiment on the networks and reference networks of a project, and on others by SPEC."""
    derived = Derived(project, progress=progress)
    found = []
    for fabric in derived.fabrics:
        try:
            where = placed(derived, fabric.name)
            room = room_of(where, progress)
            found.append(
                outcome(
                    fabric.name, where.network, experiment, family=fabric.name, room=room, progress=progress
                )
            )
        except FatdeskError as error:
            found.append(Outcome(fabric.name, fabric.name, {}, str(error)))
    others = [(study.name, study.spec) for study in project.studies] + [(spec, spec) for spec in specs]
    for name, spec in others:
        try:
            found.append(outcome(name, network_of(spec), experiment, progress=progress))
        except FatdeskError as error:
            found.append(Outcome(name, name, {}, str(error)))
    return found
