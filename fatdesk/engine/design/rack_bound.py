"""How many racks equipment needs at least, by its height alone."""

from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate

from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.floor.room import RoomRequirement


@dataclass(frozen=True)
class RackBound:
    """Heights of the racks that there are, and of the hosts.

    Attributes
    ----------
    heights
        Usable units of each rack, tallest first; of one kind only: a single height, as often as wanted.
    hosts_u
        Units of all hosts that stand in racks themselves; unknown heights count none.
    """

    heights: tuple[int, ...]
    endless: bool
    hosts_u: int

    @staticmethod
    def of(requirements: Requirements, catalog: Catalog) -> "RackBound":
        """The bound of a requirement; only what is kept free in every rack is taken off.

        Raises
        ------
        FatdeskError
            When the catalog lacks a rack or a host's part.
        """
        room = requirements.room or RoomRequirement()
        kept = sum(reserve.height_u for reserve in room.reserve if reserve.rack == "all")
        kinds = ((room.rack, 1),) if isinstance(room.rack, str) else [(r.part, r.count) for r in room.rack]
        heights = [max(0, catalog.rack(part).height_u - kept) for part, count in kinds for _ in range(count)]
        servers = [(catalog.server(group.part), group.count) for group in requirements.hosts]
        hosts = sum((part.height_u or 0) * count for part, count in servers if not part.fits)
        return RackBound(tuple(sorted(heights, reverse=True)), isinstance(room.rack, str), hosts)

    def room(self, racks: int) -> int:
        """Units of so many of the tallest racks."""
        return self.heights[0] * racks if self.endless else sum(self.heights[:racks])

    def racks(self, units: int) -> int:
        """The fewest racks that have so many units; more than there are where all together do not."""
        tallest = max(self.heights[0], 1)
        if self.endless:
            return ceil_div(units, tallest)
        sums = [0, *accumulate(self.heights)]
        if units <= sums[-1]:
            return bisect_left(sums, units)
        return len(self.heights) + ceil_div(units - sums[-1], tallest)
