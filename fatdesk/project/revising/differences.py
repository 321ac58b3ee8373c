"""Differences of two states of a project: records, moved devices, recabled cables, the bill."""

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import fields

from fatdesk.core.formats.yaml_events import short
from fatdesk.core.money import Money
from fatdesk.core.units import m_from_um
from fatdesk.engine.bill.making import BillLine
from fatdesk.engine.floor.floor import Rack, letters
from fatdesk.engine.wiring.wiring_list import CableRow
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import metres
from fatdesk.project.document.project import Project
from fatdesk.project.revising.records import WORDS, Key, Placed, Records, name_of, taken_apart

What = Literal["added", "removed", "moved", "changed"]
PLACES = frozenset({"x_mm", "y_mm", "row", "position", "rack", "unit", "points_m", "points_mm"})
"""Fields that state where something is."""
EMPTY = (None, "", ())
"""Values of fields that state nothing."""
REROUTED = "other route or port"
"""The difference of a cable of the same part and length."""
UNITS = {
    "_mm": "mm",
    "_m": "m",
    "_w": "W",
    "_kg": "kg",
    "_a": "A",
    "_v": "V",
    "_u": "U",
    "_h": "h",
    "_percent": "%",
}
"""Units of fields by the end of their key."""


def _titled(key: str) -> tuple[str, str]:
    """Return the words of the key of a field, and its unit after a space."""
    for suffix, unit in UNITS.items():
        if key.endswith(suffix):
            return re.sub("[._]", " ", key.removesuffix(suffix)), f" {unit}"
    return re.sub("[._]", " ", "unit" if key == "u" else key), ""


class FieldChange(NamedTuple):
    """A field with its value before and after, short, for people; "nothing": it is not there."""

    field: str
    before: str
    after: str

    @property
    def words(self) -> str:
        """The change in words, with the unit of the field.

        >>> FieldChange("x_mm", "609.6", "1219.2").words, FieldChange("power.breaker_a", "16", "32").words
        ('x 609.6 to 1219.2 mm', 'power breaker 16 to 32 A')
        """
        name, unit = _titled(self.field)
        return f"{name} {self.before} to {self.after}{unit}"


class Change(NamedTuple):
    """A record that differs.

    Attributes
    ----------
    kind, name
        The word of the kind in project files (devices of racks are a kind of their own), and what people
        call the record; sections have no name.
    what
        ``moved`` where nothing but its place differs.
    fields
        What differs in a record that both have.
    now
        What it is called afterwards, where that differs: a rack that moved may have another label.
    key
        What distinguishes it in project files: of a rack its number.
    """

    kind: str
    name: str
    what: What
    fields: tuple[FieldChange, ...] = ()
    now: str = ""
    key: Hashable = None

    @property
    def text(self) -> str:
        """It in a line.

        >>> Change("devices", "nodes/1", "moved", (FieldChange("unit", "3", "7"),)).text
        'devices nodes/1: moved: unit 3 -> 7'
        """
        place = " ".join(filter(None, (self.kind, self.name))) + (f", now {self.now}" if self.now else "")
        details = ", ".join(f"{one.field} {one.before} -> {one.after}" for one in self.fields)
        return f"{place}: {self.what}" + (f": {details}" if details else "")


class Recabled(NamedTuple):
    """A cable that differs: of another part or length, between other racks, or in one state only.

    Lengths are as ordered, in metres; None: not known, or the cable is not there. ``link`` is the first
    link that it carries, by the names of its ends.
    """

    id: str
    what: What
    part: tuple[str, str]
    length_m: tuple[float | None, float | None]
    number: str
    link: str

    @property
    def words(self) -> tuple[str, str]:
        """The part and length before and after; empty where the cable is not there."""
        before, after = (
            f"{part}, {'length unknown' if length is None else f'{length:,.2f} m'}" if part else ""
            for part, length in zip(self.part, self.length_m, strict=True)
        )
        if self.what != "changed":
            return before, after
        before, after = before or "no part", after or "no part"
        return before, after if before != after else REROUTED


class Repriced(NamedTuple):
    """A line of the bill that differs; amounts are those to order."""

    part: str
    length_m: float | None
    order: tuple[int, int]
    unit_price: tuple[Decimal | None, Decimal | None]
    currency: str


class Differences(NamedTuple):
    """The differences between two states, the first being the earlier."""

    changes: tuple[Change, ...]
    cables: tuple[Recabled, ...]
    lines: tuple[Repriced, ...]
    totals: tuple[Money, Money]
    ordered_m: tuple[tuple[float, bool], tuple[float, bool]]
    """Of all cables; the second of each states whether some lengths are not known."""


def record_changes(before: Project, after: Project) -> tuple[Change, ...]:
    """Return the records that differ, in the order of project files."""
    first, second = taken_apart(before), taken_apart(after)
    order = {word: number for number, word in enumerate(WORDS)}
    keys = sorted(dict.fromkeys((*first, *second)), key=lambda key: order[key.kind])
    return tuple(change for key in keys for change in _change(key, first, second))


def _change(key: Key, first: Records, second: Records) -> Iterator[Change]:
    one, other = first.get(key), second.get(key)
    if one == other:
        return
    if one is None:
        yield Change(key.kind, name_of(key, second), "added", key=key.key)
        return
    if other is None:
        yield Change(key.kind, name_of(key, first), "removed", key=key.key)
        return
    changed = tuple(_fields("", one, other))
    if isinstance(one, Placed) and isinstance(other, Placed):
        racks = [
            name_of(Key("racks", some.place.rack), records)
            for some, records in ((one, first), (other, second))
        ]
        changed = tuple(FieldChange("rack", *racks) if some.field == "rack" else some for some in changed)
    moved = bool(changed) and all(change.field in PLACES for change in changed)
    what: What = "moved" if moved else "changed"
    name, now = name_of(key, first), name_of(key, second)
    yield Change(key.kind, name, what, changed, now if now != name else "", key.key)


def _fields(path: str, one: Any, other: Any) -> Iterator[FieldChange]:
    """Yield the fields that differ, those of records within too."""
    if one == other:
        return
    first, second = _parts(one), _parts(other)
    if first is None or second is None or type(one) is not type(other):
        yield FieldChange(path, _shown(one), _shown(other))
        return
    for name in dict.fromkeys((*first, *second)):
        yield from _fields(f"{path}.{name}" if path else name, first.get(name), second.get(name))


def _parts(value: Any) -> Mapping[str, Any] | None:
    """The fields of a value that has some; None: it is one value."""
    if isinstance(value, Placed):
        device = {field.name: getattr(value.device, field.name) for field in fields(value.device)}
        del device["u"]
        return {"rack": value.place.rack, "unit": value.place.u, **device}
    if isinstance(value, Rack):
        stated = {field.name: getattr(value, field.name) for field in fields(value)}
        return stated | {"row": letters(value.row), "position": value.position + 1}
    if isinstance(value, msgspec.Struct):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, dict):
        return {str(name): some for name, some in value.items()}
    return None


def _shown(value: Any) -> str:
    return short(_words(value))


def _words(value: Any) -> str:
    """A value for people; of records the fields that have one.

    >>> from fatdesk.engine.floor.floor import Reserved
    >>> _words((Reserved(u=2, height_u=3, note="KVM"),)), _words(()), _words(Decimal("11500"))
    ('unit 2, height 3 U, note KVM', 'nothing', '11500')
    """
    if value in EMPTY:
        return "nothing"
    if isinstance(value, str | Decimal):
        return str(value)
    if isinstance(value, msgspec.Struct):
        stated = ((*_titled(name), some) for name, some in (_parts(value) or {}).items() if some not in EMPTY)
        return ", ".join(f"{name} {_words(some)}{unit}" for name, unit, some in stated)
    if isinstance(value, tuple) and all(isinstance(one, msgspec.Struct) for one in value):
        return "; ".join(map(_words, value))
    return msgspec.json.encode(value).decode()


def differences(before: Derived, after: Derived) -> Differences:
    """Return what differs, derived values included."""
    return Differences(
        record_changes(before.project, after.project),
        tuple(_recabled(before, after)),
        tuple(_repriced(before.bill.lines, after.bill.lines)),
        (before.bill.total, after.bill.total),
        (metres(before), metres(after)),
    )


def _recabled(before: Derived, after: Derived) -> Iterator[Recabled]:
    first = {row.id: row for row in before.rows}
    second = {row.id: row for row in after.rows}
    numbers = {**before.plan.numbers, **after.plan.numbers}
    for cable in dict.fromkeys((*first, *second)):
        one, other = first.get(cable), second.get(cable)
        if one is None or other is None:
            what: What = "added" if one is None else "removed"
        elif laid(one) != laid(other):
            what = "changed"
        else:
            continue
        yield Recabled(
            cable,
            what,
            ("" if one is None else one.part, "" if other is None else other.part),
            (_ordered(one), _ordered(other)),
            numbers[cable],
            next(link for row in (other, one) if row is not None for link in row.links),
        )


def laid(row: CableRow) -> tuple[Any, ...]:
    """Part, length, trays, devices and ports of a cable: it differs for installers when one of them does."""
    ends = [(end.device, end.u, end.port) for end in (row.a, row.b, *row.legs)]
    return row.part, row.length.ordered_um, row.run, ends


def _ordered(row: CableRow | None) -> float | None:
    ordered = None if row is None else row.length.ordered_um
    return None if ordered is None else m_from_um(ordered)


def _repriced(before: Sequence[BillLine], after: Sequence[BillLine]) -> Iterator[Repriced]:
    first, second = ({(one.part, one.length_m): one for one in lines} for lines in (before, after))
    for key in dict.fromkeys((*first, *second)):
        one, other = first.get(key), second.get(key)
        order = (one.order if one else 0, other.order if other else 0)
        price = (one.unit_price if one else None, other.unit_price if other else None)
        if order[0] != order[1] or (one and other and price[0] != price[1]):
            line = other or one
            assert line is not None
            yield Repriced(*key, order, price, line.currency)
