"""The planes that cut a room in halves: where they are, how many links cross them, and how densely."""

from dataclasses import dataclass

import numpy as np

from fatdesk.networks.schedules.cutting import Parts


@dataclass(frozen=True)
class Plane:
    """A plane across a part of the room.

    Attributes
    ----------
    level
        0 cuts the whole room.
    axis
        0: across x, 1: across y, 2: level with the floor.
    at_m
        Where on that axis.
    low_m, high_m
        Corners of the part that it cuts.
    area_m2
        Of the plane inside the part.
    gbps, links
        Bandwidth and number of the links that cross it.
    """

    level: int
    axis: int
    at_m: float
    low_m: tuple[float, float, float]
    high_m: tuple[float, float, float]
    area_m2: float
    gbps: float
    links: int

    @property
    def gbps_per_m2(self) -> float | None:
        """Bandwidth a square metre; None where the part has no breadth there."""
        return self.gbps / self.area_m2 if self.area_m2 > 0 else None


def planes(parts: Parts, levels: int) -> list[Plane]:
    """The planes of a number of levels, from the whole room on."""
    found = []
    for part in np.flatnonzero((parts.axis >= 0) & (parts.level < levels)).tolist():
        axis = int(parts.axis[part])
        low, high = parts.box[part]
        sides = np.delete(high - low, axis)
        found.append(
            Plane(
                int(parts.level[part]),
                axis,
                float(parts.at_m[part]),
                (float(low[0]), float(low[1]), float(low[2])),
                (float(high[0]), float(high[1]), float(high[2])),
                float(sides[0] * sides[1]),
                float(parts.cut[part]),
                int(parts.cut_links[part]),
            )
        )
    return found


def densest(found: list[Plane]) -> Plane | None:
    """The plane with the most bandwidth a square metre, the first of equals."""
    told = [plane for plane in found if plane.gbps_per_m2 is not None]
    return max(told, key=lambda plane: plane.gbps_per_m2 or 0.0, default=None)
