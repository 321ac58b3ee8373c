"""Strips at the sides of drawn racks: fill of the side managers, unit by unit."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

import numpy as np

from fatdesk.engine.cabling.rack_sides import RackSides
from fatdesk.engine.catalog.parts import PortSide
from fatdesk.engine.physical.side_figures import SideUse, uses_of
from fatdesk.engine.rules.rules import RuleInForce

FIGURE = "rack-side-fill"


class StripRun(NamedTuple):
    """Units of a side with the same fill.

    Attributes
    ----------
    low, high
        Lowest and highest unit.
    routed, stored
        Shares of the manager that running and stored cables fill.
    bound
        Whether these are lower bounds.
    """

    low: int
    high: int
    routed: float
    stored: float
    bound: bool

    @property
    def fill(self) -> float:
        """Share of the manager that is filled."""
        return self.routed + self.stored


class RackStrip(NamedTuple):
    """The side manager at one side of a rack, from the lowest unit up."""

    side: Literal["left", "right"]
    runs: tuple[StripRun, ...]

    @property
    def fullest(self) -> StripRun:
        """The units of the highest fill."""
        return max(self.runs, key=lambda run: run.fill)


def rack_strips(
    sides: RackSides, index: int, manager_mm2: float | None, face: PortSide
) -> tuple[RackStrip, ...]:
    """Return both strips of a rack at its front or rear; none where the manager is not known.

    Parameters
    ----------
    index
        Of the rack, in the order of the floor.
    """
    if manager_mm2 is None:
        return ()
    uses = uses_of(sides, index, manager_mm2)
    left, right = uses[:2] if face == "front" else uses[2:]
    return RackStrip("left", _runs(left)), RackStrip("right", _runs(right))


def _runs(units: Iterable[SideUse]) -> tuple[StripRun, ...]:
    found: list[StripRun] = []
    for use in units:
        fill, stored = use.fill or 0.0, use.stored or 0.0
        own = (fill - stored, stored, use.unknown)
        if found and found[-1][2:] == own:
            found[-1] = found[-1]._replace(high=use.unit)
        else:
            found.append(StripRun(use.unit, use.unit, *own))
    return tuple(found)


def fuller_face(sides: RackSides, index: int) -> PortSide:
    """Return the face of a rack at which more cables run; the rear where both have as many."""
    room = sides.room
    first, units = int(room.first[index]), int(room.units[index])
    cables = sides.load.cables[first : first + 4 * units].reshape(2, -1)
    front, rear = np.sum(cables, axis=1).tolist()
    return "front" if front > rear else "rear"


def side_limit(rules: Iterable[RuleInForce]) -> float | None:
    """Return the smallest limit of the fill of side managers; None: no rule limits it."""
    limits = [one.rule.limit for one in rules if one.rule.figure == FIGURE]
    return min((limit for limit in limits if isinstance(limit, float)), default=None)
