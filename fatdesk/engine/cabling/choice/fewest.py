"""Choose cables so that few different parts and lengths are ordered.

An integer programme over all fabrics: an item is a part in one length, and each demand, that is the groups of
a need whose lengths every item covers alike, takes one item that fits and reaches. Bulk orders, spares and
shelves are by item.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

import msgspec
import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.core.units import m_from_um
from fatdesk.engine.cabling.choice.choosing import Assortment, Option, by_metre, order, whole_price
from fatdesk.engine.cabling.choice.group_options import WHY_NOT, Formed
from fatdesk.engine.cabling.choice.link_groups import PlugPair
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.parts import Cable, Price, StandardLength

Item = tuple[str, int]
"""A part, and the length in micrometres."""
UNPRICED = 1e7
"""Price assumed for an item of unknown price, so that known prices come first."""
METRE = 1e-6
"""Weight of a metre: of equal prices the shorter length is taken."""


@dataclass(frozen=True)
class Demand:
    """Groups that take one item: their number, and for each item that serves them the price of one."""

    count: int
    serves: Mapping[Item, Decimal | None]


def with_few_items(
    formed: Sequence[Formed], lengths: Sequence[Longs], rules: CablingRules
) -> tuple[Formed, ...]:
    """The fabrics with only those parts and lengths to choose from that are ordered.

    Parameters
    ----------
    lengths
        For each fabric the length that decides on each group; negative: unknown.
    """
    demands = [some for one, um in zip(formed, lengths, strict=True) for some in _demands(one, um, rules)]
    chosen = fewest(demands, None if rules.minimise == "items" else rules.most_items)
    return tuple(_only(some, chosen, rules) for some in formed)


def fewest(demands: Sequence[Demand], most: int | None) -> frozenset[Item]:
    """The cheapest items that serve all demands: at most a given number, or (None, too few) the fewest."""
    items = sorted({item for demand in demands for item in demand.serves})
    if not items:
        return frozenset()
    number = {item: n for n, item in enumerate(items)}
    pairs = [(d, number[item]) for d, demand in enumerate(demands) for item in sorted(demand.serves)]
    cost = np.array([_worth(demands[d], items[n]) for d, n in pairs])
    least = _solved(pairs, np.zeros(len(pairs)), len(demands), len(items), None)
    limit = int(least.sum()) if most is None else max(most, int(least.sum()))
    used = _solved(pairs, cost, len(demands), len(items), limit)
    return frozenset(item for item, taken in zip(items, used.tolist(), strict=True) if taken)


def _worth(demand: Demand, item: Item) -> float:
    price = demand.serves[item]
    each = UNPRICED if price is None else float(price)
    return demand.count * (each + METRE * m_from_um(item[1]))


def _solved(
    pairs: Sequence[tuple[int, int]], cost: NDArray[np.float64], demands: int, items: int, most: int | None
) -> NDArray[np.bool_]:
    """Return the items in use: at least cost for a given number, or (None) as few as possible."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    count = len(pairs)
    demand, item = np.array(pairs, np.int64).T
    every, ones = np.arange(count), np.ones(count)
    width = count + items
    served = csr_array((ones, (demand, every)), shape=(demands, width))
    signs, rows_of = np.concatenate([ones, -ones]), np.concatenate([every, every])
    opened = csr_array((signs, (rows_of, np.concatenate([every, count + item]))), shape=(count, width))
    rows = [LinearConstraint(served, 1, 1), LinearConstraint(opened, -np.inf, 0)]
    if most is not None:
        rows.append(LinearConstraint(np.concatenate([np.zeros(count), np.ones(items)]), 0, most))
    objective = np.concatenate([cost, np.full(items, 1.0 if most is None else 0.0)])
    integral = np.concatenate([np.zeros(count), np.ones(items)])
    found = milp(objective, constraints=rows, integrality=integral, bounds=Bounds(0, 1))
    values = np.asarray(found.x, np.float64)
    used: NDArray[np.bool_] = np.zeros(items, bool)
    used[item[values[:count] > 0.5]] = True
    return used


def _demands(formed: Formed, lengths: Longs, rules: CablingRules) -> list[Demand]:
    """Return the demands of the groups of a fabric; groups that no item serves are left out."""
    found = []
    for need, options in enumerate(formed.assortment.of_need):
        here = lengths[(formed.groups.need == need) & (lengths >= 0)]
        pair = formed.groups.needs[need]
        items = _items(pair, options, here, rules)
        counts: dict[frozenset[Item], int] = defaultdict(int)
        prices: dict[frozenset[Item], dict[Item, Decimal | None]] = {}
        for um, count in zip(*(some.tolist() for some in np.unique(here, return_counts=True)), strict=True):
            serves = {
                item: whole_price(pair, option, price)
                for item, (option, price) in items.items()
                if um <= item[1]
            }
            key = frozenset(serves)
            counts[key] += count
            prices[key] = serves
        found += [Demand(count, prices[key]) for key, count in counts.items() if key]
    return found


def _items(
    need: PlugPair, options: Sequence[Option], lengths: Longs, rules: CablingRules
) -> dict[Item, tuple[Option, Decimal | None]]:
    """The parts and lengths that could serve a need, each with its cheapest option and the cable's price."""
    found: dict[Item, tuple[Option, Decimal | None]] = {}
    for option in options:
        for um in _lengths_of(option, lengths, rules):
            bought = order(option, um, rules)
            if bought is None:
                continue
            item = option.cable.id, bought[0]
            known = found.get(item)
            if known is None or _cheaper(need, (option, bought[1]), known):
                found[item] = option, bought[1]
    return found


def _cheaper(
    need: PlugPair, one: tuple[Option, Decimal | None], other: tuple[Option, Decimal | None]
) -> bool:
    """Whether an option with its cable's price is cheaper than another, transceivers included."""
    price, known = whole_price(need, *one), whole_price(need, *other)
    return price is not None and (known is None or price < known)


def _lengths_of(option: Option, lengths: Longs, rules: CablingRules) -> list[int]:
    """Lengths at which a part is ordered differently: those on sale, or by the metre those needed."""
    if by_metre(option.cable, rules):
        needed: list[int] = np.unique(lengths).tolist()
        return needed
    return sorted(round(length.m * 1_000_000) for length in option.cable.lengths)


def _only(formed: Formed, chosen: frozenset[Item], rules: CablingRules) -> Formed:
    """A fabric that has only some parts and lengths to choose from."""
    lengths: dict[str, list[int]] = defaultdict(list)
    for part, um in sorted(chosen):
        lengths[part].append(um)
    cables: dict[str, Cable] = {}
    options = []
    for some in formed.assortment.of_need:
        kept = []
        for option in some:
            if option.cable.id in lengths:
                cable = cables.get(option.cable.id)
                if cable is None:
                    cable = cables[option.cable.id] = _cut(option, lengths[option.cable.id], rules)
                kept.append(replace(option, cable=cable))
        options.append(tuple(kept) or some)
    return replace(formed, assortment=Assortment(formed.groups.needs, options, rules, WHY_NOT))


def _cut(option: Option, lengths: Sequence[int], rules: CablingRules) -> Cable:
    """A part as if it were sold in these lengths alone."""
    listed = []
    for um in lengths:
        bought = order(option, um, rules)
        price = None if bought is None else bought[1]
        stated = None if price is None else Price(amount=price, currency=_currency(option.cable))
        listed.append(StandardLength(m=m_from_um(um), price=stated))
    return msgspec.structs.replace(option.cable, lengths=tuple(listed), per_metre=None, per_connector=None)


def _currency(cable: Cable) -> str:
    prices = [length.price for length in cable.lengths] + [cable.per_metre]
    return next((price.currency for price in prices if price is not None), "USD")
