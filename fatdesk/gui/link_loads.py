"""The load of each link of a network by the last result, for drawings of that network."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.gui.session import Session
from fatdesk.project.measuring import Measured

Floats = NDArray[np.float64]


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
        self._kept: tuple[Measured, int | None, LinkLoad] | None = None

    def why_not(self, name: str) -> str:
        """Why links of a network cannot be told by load; empty: they can."""
        loads = self._session.loads
        if loads.of(name) is None:
            return "run traffic in Schedule"
        return "" if loads.network_holds(name) else "of an earlier state"

    def of(self, name: str) -> LinkLoad | None:
        """Loads under the result of a network, of the cycle that is looked at; None: there is none."""
        loads = self._session.loads
        found = loads.of(name)
        if found is None or not loads.network_holds(name):
            return None
        cycle = loads.cycle.get(name)
        kept = self._kept
        if kept is None or kept[0] is not found or kept[1] != cycle:
            fabric = next(some for some in self._session.derived.fabrics if some.name == name)
            factor = np.full(len(fabric.ends), np.nan)
            factor[found.where.links] = found.study.link_factors(found.where.network, cycle)
            note = f"Traffic: {found.asked.told}"
            if cycle is not None:
                note += f"; cycle {cycle + 1:,}"
            kept = self._kept = (found, cycle, LinkLoad(factor, note))
        return kept[2]
