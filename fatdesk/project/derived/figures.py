"""The figures of a whole project."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from fatdesk.core.units import m_from_um
from fatdesk.engine.bill.making import total_of
from fatdesk.engine.cabling.laying import FabricCabling
from fatdesk.engine.cabling.spans import State
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.summary import counts


@dataclass(frozen=True)
class Figures:
    """Figures of the whole project; ``*_bound`` is true where a figure is a lower bound."""

    hosts: int
    switches: int
    links: int
    cables: int
    metres: float
    metres_bound: bool
    cost: Decimal
    cost_bound: bool
    currency: str
    power_w: float
    power_bound: bool
    mass_kg: float
    mass_bound: bool
    worst_tray: str
    worst_fill: float
    worst_bound: bool
    fill_max: float
    longest_m: float
    kinds: tuple[tuple[str, int], ...]
    """Number of chosen cables of each kind, by the codes of kinds."""
    unplaced: int = 0
    """Cables with an end in no rack."""
    no_route: int = 0
    """Cables between racks that no tray connects."""
    no_cable: int = 0
    """Cables for which nothing in the catalog fits and reaches."""

    @property
    def unlaid(self) -> int:
        """Cables that cannot be laid; the other figures do not contain them."""
        return self.unplaced + self.no_route + self.no_cable


@dataclass(frozen=True)
class Lengths:
    """Figures of some cables that add up: how many, metres ordered, those with none chosen, the longest.

    ``unplaced``, ``no_route`` and ``no_cable`` count those that cannot be laid, as :class:`Figures` does.
    """

    cables: int
    ordered_um: int
    unknown: int
    longest_um: int
    kinds: Counter[str]
    unplaced: int = 0
    no_route: int = 0
    no_cable: int = 0

    def __add__(self, other: "Lengths") -> "Lengths":
        """Of both together."""
        return Lengths(
            self.cables + other.cables,
            self.ordered_um + other.ordered_um,
            self.unknown + other.unknown,
            max(self.longest_um, other.longest_um),
            self.kinds + other.kinds,
            self.unplaced + other.unplaced,
            self.no_route + other.no_route,
            self.no_cable + other.no_cable,
        )

    @property
    def by_kind(self) -> tuple[tuple[str, int], ...]:
        """Kinds that there are, with their counts."""
        return tuple(sorted((kind, count) for kind, count in self.kinds.items() if count))


def lengths_of(fabrics: Iterable[FabricCabling]) -> Lengths:
    """Of all cables of some fabrics."""
    found = Lengths(0, 0, 0, 0, Counter())
    for made in fabrics:
        ordered = np.array([choice.ordered_um for choice in made.choices] + [0], np.int64)[made.choice]
        kinds: Counter[str] = Counter()
        chosen = np.bincount(made.choice[made.choice >= 0], minlength=len(made.choices)).tolist()
        for choice, count in zip(made.choices, chosen, strict=True):
            kinds[choice.option.code] += count
        state = made.spans.state
        found += Lengths(
            made.count,
            int(ordered.sum()),
            int(np.count_nonzero(made.choice < 0)),
            int(made.spans.computed_um.max(initial=0)),
            kinds,
            int(np.count_nonzero(state == State.UNPLACED)),
            int(np.count_nonzero(state == State.UNREACHABLE)),
            int(np.count_nonzero((state == State.NO_CABLE) & (made.choice < 0))),
        )
    return found


def worst_of(worst: Mapping[str, tuple[float, bool]]) -> tuple[str, tuple[float, bool]]:
    """The fullest tray, the first of equals."""
    return max(worst.items(), key=lambda pair: pair[1][0], default=("", (0.0, False)))


def figures_of(derived: Derived) -> Figures:
    """Work the figures out."""
    count = counts(derived)
    lengths = lengths_of(derived.cabling.fabrics)
    power, power_bound = total_of(derived.items, "power_w")
    mass, mass_bound = total_of(derived.items, "mass_kg")
    tray, worst = worst_of(derived.filling.worst)
    total = derived.bill.total
    return Figures(
        hosts=count["hosts"],
        switches=count["switches"],
        links=count["links"],
        cables=lengths.cables,
        metres=m_from_um(lengths.ordered_um),
        metres_bound=bool(lengths.unknown),
        cost=total.amount,
        cost_bound=total.at_least,
        currency=total.currency,
        power_w=power,
        power_bound=power_bound,
        mass_kg=mass,
        mass_bound=mass_bound,
        worst_tray=tray,
        worst_fill=worst[0],
        worst_bound=worst[1],
        fill_max=derived.project.cabling.fill_max,
        longest_m=lengths.longest_um / 1e6,
        kinds=lengths.by_kind,
        unplaced=lengths.unplaced,
        no_route=lengths.no_route,
        no_cable=lengths.no_cable,
    )
