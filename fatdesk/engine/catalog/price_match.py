"""Compare a price list with parts: which prices change, which numbers are unknown or fit several parts."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from fatdesk.engine.catalog.open_numbers import metres_of, open_pattern
from fatdesk.engine.catalog.parts import AnyPart, Cable, ModularSwitch, Price, Switch
from fatdesk.engine.catalog.price_list import Listed, PriceList


class PriceChange(NamedTuple):
    """A price of a part that the list tells anew; ``place`` as in ``lengths[2].price``."""

    part: str
    name: str
    place: str
    old: Price | None
    new: Price
    line: int


class Unclear(NamedTuple):
    """A row of the list that is not taken, and why."""

    line: int
    part_number: str
    why: str


@dataclass(frozen=True)
class Compared:
    """A price list beside some parts.

    Attributes
    ----------
    changes
        In order of parts and places.
    same
        How many prices are as the list has them.
    unmatched
        Rows whose number no part has.
    ambiguous
        Rows that fit several prices, or several rows for one price.
    """

    changes: tuple[PriceChange, ...]
    same: int
    unmatched: tuple[Unclear, ...]
    ambiguous: tuple[Unclear, ...]


class _Spot(NamedTuple):
    """A price that a number may be about."""

    part: AnyPart
    place: str
    old: Price | None


class _Index:
    """What numbers are about, for quick looks."""

    def __init__(self, parts: Iterable[AnyPart]) -> None:
        self._exact: dict[str, list[AnyPart]] = defaultdict(list)
        self._boards: dict[str, list[_Spot]] = defaultdict(list)
        self._open: list[tuple[re.Pattern[str], Cable]] = []
        for part in sorted(parts, key=lambda part: part.id):
            for number in dict.fromkeys((_key(part.part_number), _key(part.id))):
                if number:
                    self._exact[number].append(part)
            for number, spot in _boards(part):
                self._boards[number].append(spot)
            pattern = open_pattern(part)
            if pattern is not None and isinstance(part, Cable):
                self._open.append((pattern, part))

    def find(self, row: Listed) -> list[_Spot | str]:
        """What a row may be about; a text where that cannot be said."""
        key = _key(row.part_number)
        found = [*_spots(row, self._exact.get(key, [])), *self._boards.get(key, [])]
        return found or [spot for pattern, cable in self._open for spot in _of_open(row, key, pattern, cable)]


def compare(prices: PriceList, parts: Iterable[AnyPart]) -> Compared:
    """What the list would change in the parts; nothing is changed."""
    index = _Index(parts)
    told: dict[tuple[str, str], list[tuple[Listed, _Spot]]] = defaultdict(list)
    unmatched, ambiguous = [], []
    for row in prices.rows:
        found = index.find(row)
        clear = [spot for spot in found if isinstance(spot, _Spot)]
        if len(found) == 1 and clear:
            told[clear[0].part.id, clear[0].place].append((row, clear[0]))
        elif not found:
            unmatched.append(Unclear(row.line, row.part_number, "no part has this number"))
        elif not clear:
            ambiguous.append(Unclear(row.line, row.part_number, str(found[0])))
        else:
            which = ", ".join(dict.fromkeys(f"{spot.part.id} {spot.place}" for spot in clear))
            ambiguous.append(Unclear(row.line, row.part_number, f"fits {which}"))
    changes, same = [], 0
    for rows in told.values():
        row, spot = rows[0]
        if len({(other.price.amount, other.price.currency) for other, _ in rows}) > 1:
            why = f"has different prices at lines {' and '.join(str(other.line) for other, _ in rows)}"
            ambiguous += [Unclear(other.line, other.part_number, why) for other, _ in rows]
        elif _is_known(spot.old, row.price):
            same += 1
        else:
            named = spot.part.name or spot.part.id
            changes.append(PriceChange(spot.part.id, named, spot.place, spot.old, row.price, row.line))
    changes.sort(key=lambda change: (change.part, _order(change.place)))
    return Compared(tuple(changes), same, tuple(unmatched), tuple(sorted(ambiguous)))


def _is_known(old: Price | None, new: Price) -> bool:
    """Whether a price is there already, of that date where the list tells one."""
    if old is None or (old.amount, old.currency) != (new.amount, new.currency):
        return False
    return new.date in ("", old.date)


def with_prices(part: AnyPart, changes: Iterable[PriceChange]) -> AnyPart:
    """A part with the new prices of those changes that are about it."""
    for change in changes:
        if change.part == part.id:
            part = _with_price(part, change.place, change.new)
    return part


def _with_price(part: AnyPart, place: str, price: Price) -> AnyPart:
    inner = re.fullmatch(r"(lengths|cards|fixed)\[([0-9]+)\]\.price", place)
    if inner is None:
        own: dict[str, object] = {"price": price}
        if isinstance(part, Switch):
            own["price_per_port"] = None  # one price holds
        return msgspec.structs.replace(part, **own)
    items = list(getattr(part, inner[1]))
    items[int(inner[2])] = msgspec.structs.replace(items[int(inner[2])], price=price)
    return msgspec.structs.replace(part, **{inner[1]: tuple(items)})


def _spots(row: Listed, parts: list[AnyPart]) -> Iterator[_Spot | str]:
    """What a row may be about, or why that cannot be said."""
    for part in parts:
        if not isinstance(part, Cable):
            yield _Spot(part, "price", part.price)
        elif not part.lengths:
            yield f"{part.id} is sold by the metre"
        elif len(part.lengths) == 1 and row.length_m is None:
            yield _of_length(part, part.lengths[0].m)
        elif row.length_m is None:
            yield f"{part.id} is sold in {len(part.lengths)} lengths, the list tells none"
        else:
            yield _of_length(part, row.length_m)


def _of_length(cable: Cable, metres: float) -> _Spot | str:
    for n, length in enumerate(cable.lengths):
        if length.m == metres:
            return _Spot(cable, f"lengths[{n}].price", length.price)
    return f"{cable.id} is not sold in {metres:g} m"


def _boards(part: AnyPart) -> Iterator[tuple[str, _Spot]]:
    """The line cards and boards of a chassis by their names, which are their part numbers where known."""
    if isinstance(part, ModularSwitch):
        for n, card in enumerate(part.cards):
            yield _key(card.name), _Spot(part, f"cards[{n}].price", card.price)
        for n, module in enumerate(part.fixed):
            yield _key(module.name), _Spot(part, f"fixed[{n}].price", module.price)


def _of_open(row: Listed, key: str, pattern: re.Pattern[str], cable: Cable) -> Iterator[_Spot | str]:
    found = pattern.fullmatch(key)
    if found is None:
        return
    metres = row.length_m if row.length_m is not None else metres_of(found["m"])
    if metres is None:
        yield f"is {cable.id}, but its length is not to be seen"
    else:
        yield _of_length(cable, metres)


def _key(text: str) -> str:
    """A number as it is compared: no matter of case or spaces."""
    return "".join(text.split()).casefold()


def _order(place: str) -> tuple[str, int]:
    number = re.search(r"[0-9]+", place)
    return place.partition("[")[0], int(number[0]) if number else 0
