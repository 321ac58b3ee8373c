"""Injection capacity of hosts, and whether an offered load is within it."""

import numpy as np

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.network import Network
from fatdesk.networks.simulation.parameters import BERNOULLI, Arrivals
from fatdesk.networks.traffic.draws import Draws


def highest_load(network: Network, draws: Draws, flits: int, arrivals: Arrivals) -> float:
    """The load at which the first host makes the most its channels take, flits a cycle and sending host.

    Bernoulli sources make one packet a cycle at most. 0.0: no host sends.
    """
    capacity = np.diff(network.outgoing[0])[: draws.hosts].astype(np.float64)
    if arrivals.kind == BERNOULLI:
        capacity = np.minimum(capacity, flits)
    sending = draws.rate > 0
    return float((capacity[sending] / draws.rate[sending]).min()) if sending.any() else 0.0


def check_load(load: float, highest: float, traffic: str = "") -> None:
    """Refuse what cannot be offered.

    Parameters
    ----------
    traffic
        Name of the pattern, or path of the file of flows, for the message.

    Raises
    ------
    FatdeskError
        When no host sends, or some host could not inject its share of the load.
    """
    if highest == 0.0:
        raise FatdeskError(
            f"traffic{f' {traffic}' if traffic else ''}: no host sends anything to another host: "
            "choose another pattern, or let hosts send to themselves"
        )
    if not 0 < load <= highest * (1 + 1e-9):
        raise FatdeskError(
            f"load {load:g}: hosts cannot inject that, use more than 0 and at most {highest:g} "
            "flits per cycle and host"
        )
