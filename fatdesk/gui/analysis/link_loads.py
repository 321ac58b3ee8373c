"""Load of each link of a network, from traffic in Schedule or from a simulation."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats
from fatdesk.core.memo import Memo
from fatdesk.engine.fabric.fabric import Fabric, as_network
from fatdesk.gui.session.session import Session
from fatdesk.gui.session.study_results import LookedAt
from fatdesk.networks.network import Network
from fatdesk.project.studies.schedule import ScheduleResult


class LinkLoad(NamedTuple):
    """Load factors of links.

    Attributes
    ----------
    factor : (m,) float64
        Of each link of the fabric, the busier way; nan where the result does not know the link.
    note
        Of which traffic, in words.
    """

    factor: Floats
    note: str


class LinkLoads:
    """Loads of the links of the open project's networks; worked out once for each result and cycle."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._memo = Memo[tuple[str, int | None]](most=2)
        """By the name of a fabric or study, and the delivery cycle."""

    def why_not(self, name: str) -> str:
        """Return why links of a network cannot be coloured by load; empty where they can."""
        loads = self._session.loads
        if self._looked_at(fabric=name) is not None:
            return ""
        if loads.of(name) is None:
            return "measure traffic in Schedule, or run a simulation"
        return "" if loads.network_holds(name) else "of an earlier state"

    def of(self, name: str) -> LinkLoad | None:
        """Loads under the result of a network, of the cycle that is looked at; None: there is none."""
        looked_at = self._looked_at(fabric=name)
        if looked_at is not None:
            fabric = next(some for some in self._session.derived.fabrics if some.name == name)
            return self._of_simulation(
                looked_at, fabric, lambda: _of_fabric(fabric, looked_at.point.channel_load)
            )
        return self._of_schedule(name)

    def _of_schedule(self, key: str) -> LinkLoad | None:
        loads = self._session.loads
        found = loads.of(key)
        if found is None or not loads.network_holds(key):
            return None
        cycle = loads.cycle.get(key)
        return self._memo.keep((key, cycle), (found,), lambda: self._of_traffic(found, cycle))

    def _of_traffic(self, found: ScheduleResult, cycle: int | None) -> LinkLoad:
        factor = found.traffic.link_factors(found.network, cycle)
        if found.links is not None:
            number = self._session.derived.number_of(found.key)
            of_fabric = np.full(len(self._session.derived.fabrics[number].ends), np.nan)
            of_fabric[found.links] = factor
            factor = of_fabric
        note = f"Traffic: {found.study.description}"
        if cycle is not None:
            note += f"; cycle {cycle + 1:,}"
        return LinkLoad(factor, note)

    def of_study(self, spec: str, network: Network) -> LinkLoad | None:
        """Loads of a network without parts, by a simulation that is looked at, else by its last schedule."""
        looked_at = self._looked_at(spec=spec)
        if looked_at is None:
            found = self._session.loads.of(spec) if self._session.is_open else None
            same = found is not None and found.network.digest == network.digest
            return self._of_schedule(spec) if same else None
        if len(looked_at.point.channel_load) != len(network.channels):
            return None
        load = looked_at.point.channel_load
        return self._of_simulation(looked_at, network, lambda: _of_links(network, load))

    def _looked_at(self, fabric: str = "", spec: str = "") -> LookedAt | None:
        """Return the selected simulation of this network in its present state."""
        if not self._session.is_open:
            return None
        simulations = self._session.simulations
        found = simulations.looked_at
        if found is None or (found.network.fabric, found.network.spec) != (fabric, spec):
            return None
        return found if simulations.network_state(found.network) == found.tag.network else None

    def _of_simulation(self, looked_at: LookedAt, of: object, make: Callable[[], Floats]) -> LinkLoad:
        note = f"Simulation {looked_at.study}: {looked_at.network.name} at load {looked_at.load:g}"
        return self._memo.keep((note, None), (looked_at, of), lambda: LinkLoad(make(), note))


def _of_links(network: Network, channel_load: NDArray[np.float32]) -> Floats:
    """(m,): flits per cycle on each link, the busier way."""
    load = channel_load.astype(np.float64)
    return load if network.one_way else load.reshape(-1, 2).max(axis=1)


def _of_fabric(fabric: Fabric, channel_load: NDArray[np.float32]) -> Floats:
    """(m,): the same for the links of a fabric; nan for those that no packet can take."""
    network, links = as_network(fabric)
    factor = np.full(len(fabric.ends), np.nan)
    if len(channel_load) == len(network.channels):
        factor[links] = _of_links(network, channel_load)
    return factor
