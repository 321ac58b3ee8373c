"""Compare a price list with parts: which prices change, which numbers are unknown or fit several parts."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from fatdesk.engine.catalog.parts import AnyPart, Cable, ModularSwitch, Price, Switch
from fatdesk.engine.catalog.price_list import Listed, PriceList

LEAST_SPELLED = 4
"""Letters and digits of an open part number that must match exactly."""
NOT_KNOWN = "number of this length not known"
_OPEN = re.compile(r"x+|y+")


def is_open(part: AnyPart) -> bool:
    """Whether the part number of a cable leaves its length (``x``) or something else (``y``) open."""
    number = part.part_number
    if not isinstance(part, Cable) or "x" not in number or re.search(r"[a-wz]", number):
        return False
    return len(re.sub(r"[^A-Z0-9]", "", number)) >= LEAST_SPELLED


def open_pattern(part: AnyPart) -> re.Pattern[str] | None:
    """The pattern of an open number without spaces, with the length as group ``m``; None: it is not open."""
    if not is_open(part):
        return None
    number, text, at = part.part_number, "", 0
    for run in _OPEN.finditer(number):
        text += re.escape(_plain(number[at : run.start()]))
        first = run[0][0] == "x" and "(?P<m>" not in text
        text += "(?P<m>[0-9A-Z.-]{1,6})" if first else "[0-9A-Z]{1,6}"
        at = run.end()
    return re.compile(text + re.escape(_plain(number[at:])), re.IGNORECASE)


def metres_of(text: str) -> float | None:
    """The length that a piece of a part number says: 003 is 3 m, 01A is 1.5 m, 2-5 is 2.5 m.

    >>> metres_of("003"), metres_of("00A"), metres_of("1-5"), metres_of("AB")
    (3.0, 0.5, 1.5, None)
    """
    if text.isdecimal():
        return float(text)
    half = re.fullmatch(r"([0-9]*)A", text, re.IGNORECASE)
    if half:
        return float(half[1] or 0) + 0.5
    parted = re.fullmatch(r"([0-9]+)[.-]([0-9]+)", text)
    return float(f"{parted[1]}.{parted[2]}") if parted else None


def number_to_order(part: AnyPart, length_m: float | None) -> str:
    """The part number to order a part by, of a cable in a length.

    Whole metres take the place of a single ``x``, and are filled with zeros to the digits of several; there a
    half metre is ``A``. Where the number leaves anything else open it is not known, and the text says so.

    >>> cable = Cable(id="c", part_number="A-100G-CUxM", medium="copper", connectors=("a", "a"))
    >>> number_to_order(cable, 3.0), number_to_order(cable, 2.5)
    ('A-100G-CU3M', 'A-100G-CUxM: number of this length not known')
    """
    number = part.part_number
    if not is_open(part):
        return number
    runs = _OPEN.findall(number)
    digits = _digits(length_m, len(runs[0])) if len(runs) == 1 and length_m is not None else ""
    return number.replace(runs[0], digits) if digits else f"{number}: {NOT_KNOWN}"


def _digits(length_m: float, places: int) -> str:
    """Return the digits that replace a run of ``x``; empty where unknown."""
    whole, rest = divmod(length_m, 1)
    if rest == 0:
        text = f"{int(whole):0{places}d}"
    elif rest == 0.5 and places > 1:
        text = f"{int(whole):0{places - 1}d}A"
    else:
        return ""
    return text if places == 1 or len(text) == places else ""


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()


class PriceChange(NamedTuple):
    """A price of a part that the list changes; ``place`` as in ``lengths[2].price``.

    ``length_m`` is the length of the cable whose price it is; None: it is the price of something else.
    """

    part: str
    name: str
    place: str
    old: Price | None
    new: Price
    line: int
    length_m: float | None = None


class Unclear(NamedTuple):
    """A row of the list that is not taken, and why."""

    line: int
    part_number: str
    why: str

    def message(self, file: str) -> str:
        """Return the message with its place.

        >>> Unclear(4, "S-9", "no part has this number").message("offer.csv")
        'offer.csv:4: part_number: S-9: no part has this number'
        """
        return f"{file}:{self.line}: part_number: {self.part_number}: {self.why}"


@dataclass(frozen=True)
class Compared:
    """A price list compared with some parts.

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
    length_m: float | None = None


class _Index:
    """Index of part numbers, for fast lookups."""

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
        """Return the prices that a row may be about, or a message."""
        key = _key(row.part_number)
        found = [*_spots(row, self._exact.get(key, [])), *self._boards.get(key, [])]
        return found or [spot for pattern, cable in self._open for spot in _of_open(row, key, pattern, cable)]


def compare(prices: PriceList, parts: Iterable[AnyPart]) -> Compared:
    """Return the changes that a price list would make to the parts."""
    index = _Index(parts)
    stated: dict[tuple[str, str], list[tuple[Listed, _Spot]]] = defaultdict(list)
    unmatched, ambiguous = [], []
    for row in prices.rows:
        found = index.find(row)
        clear = [spot for spot in found if isinstance(spot, _Spot)]
        if len(found) == 1 and clear:
            stated[clear[0].part.id, clear[0].place].append((row, clear[0]))
        elif not found:
            unmatched.append(Unclear(row.line, row.part_number, "no part has this number"))
        elif not clear:
            ambiguous.append(Unclear(row.line, row.part_number, str(found[0])))
        else:
            which = ", ".join(dict.fromkeys(f"{spot.part.id} {spot.place}" for spot in clear))
            ambiguous.append(Unclear(row.line, row.part_number, f"fits {which}"))
    changes, same = [], 0
    for rows in stated.values():
        row, spot = rows[0]
        if len({(other.price.amount, other.price.currency) for other, _ in rows}) > 1:
            why = f"has different prices at lines {' and '.join(str(other.line) for other, _ in rows)}"
            ambiguous += [Unclear(other.line, other.part_number, why) for other, _ in rows]
        elif _is_known(spot.old, row.price):
            same += 1
        else:
            named = spot.part.name or spot.part.id
            changes.append(
                PriceChange(spot.part.id, named, spot.place, spot.old, row.price, row.line, spot.length_m)
            )
    changes.sort(key=lambda change: (change.part, _order(change.place)))
    return Compared(tuple(changes), same, tuple(unmatched), tuple(sorted(ambiguous)))


def _is_known(old: Price | None, new: Price) -> bool:
    """Whether a price is there already, of that date where the list states one."""
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
    """Return the prices that a row may be about, or why that is ambiguous."""
    for part in parts:
        if not isinstance(part, Cable):
            yield _Spot(part, "price", part.price)
        elif not part.lengths:
            yield f"{part.id} is sold by the metre"
        elif len(part.lengths) == 1 and row.length_m is None:
            yield _of_length(part, part.lengths[0].m)
        elif row.length_m is None:
            yield f"{part.id} is sold in {len(part.lengths)} lengths, the list states none"
        else:
            yield _of_length(part, row.length_m)


def _of_length(cable: Cable, metres: float) -> _Spot | str:
    for n, length in enumerate(cable.lengths):
        if length.m == metres:
            return _Spot(cable, f"lengths[{n}].price", length.price, length.m)
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
