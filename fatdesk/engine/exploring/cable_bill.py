"""What the cables of a candidate come to; apart from the tariff, which loads compiled loops."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Bill:
    """What the cables of a candidate come to.

    ``cost`` is parts and labour; ``skus`` counts pairs of part and length, ``excess_um`` is what hangs over
    altogether, ``unreached`` how many cables nothing is long enough for (their cost is not in it).
    ``overfull`` counts segments of trays that stay too full, ``tray_fill`` is the fullest (None: not asked).
    """

    cost: Decimal
    count: int
    copper: int
    optical: int
    skus: int
    ordered_um: int
    excess_um: int
    wasted_lanes: int
    unreached: int
    overfull: int = 0
    tray_fill: float | None = None

    @property
    def mean_excess_um(self) -> float:
        """Mean of what hangs over."""
        return self.excess_um / self.count if self.count else 0.0
