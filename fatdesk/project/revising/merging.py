"""Merge of what two people changed in the same project, record by record and field by field."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import fields, replace

from fatdesk.core.formats.yaml_events import short
from fatdesk.project.document.project import Project
from fatdesk.project.document.record_kinds import dangling
from fatdesk.project.revising.records import (
    DEVICES,
    KINDS,
    WORDS,
    Key,
    Place,
    Placed,
    Records,
    key_text,
    name_of,
    put_together,
    taken_apart,
)

Item = TypeVar("Item", bound=Hashable)


class _Absent:
    """In place of a record or a field that is not there."""

    def __repr__(self) -> str:
        return "nothing"


ABSENT = _Absent()


class Conflict(NamedTuple):
    """A record, or a field of one, that both changed differently, or that one changed and the other removed.

    Attributes
    ----------
    kind, name
        The word of the kind in project files, and what people call the record; sections have no name.
    field
        The path of the field; empty: the record as a whole.
    ours, theirs
        What each has, short, for people.
    """

    kind: str
    name: str
    field: str
    ours: str
    theirs: str

    @property
    def text(self) -> str:
        """It in a line.

        >>> Conflict("racks", "A01", "x_mm", "600.0", "1200.0").text
        'racks A01: x_mm: ours 600.0, theirs 1200.0'
        """
        place = " ".join(filter(None, (self.kind, self.name)))
        field = f"{self.field}: " if self.field else ""
        return f"{place}: {field}ours {self.ours}, theirs {self.theirs}"


class Merged(NamedTuple):
    """The merged project, and where both changed the same.

    Attributes
    ----------
    project
        With our value at each conflict. None: it would be no project, see ``lost``.
    lost
        Where something names what the other removed, in words.
    """

    project: Project | None
    conflicts: tuple[Conflict, ...]
    lost: tuple[str, ...] = ()


def merge(base: Project, ours: Project, theirs: Project) -> Merged:
    """Return what both changed since a common state.

    A record that one changed is taken from there; of one that both changed each field is. Fields that both
    changed differently are conflicts, and so are records that one changed and the other removed, devices
    whose rack the other removed, and names of what the other removed.
    """
    merging = _Merging(taken_apart(base), taken_apart(ours), taken_apart(theirs))
    project = put_together(merging.merged())
    lost = tuple(f"{one.kind} {key_text(one.key)}: {one.field}: {one.what}" for one in dangling(project))
    return Merged(None if lost else project, tuple(merging.conflicts), lost)


class _Merging:
    """A merge, and the conflicts so far."""

    def __init__(self, base: Records, ours: Records, theirs: Records) -> None:
        self._base, self._ours, self._theirs = base, ours, theirs
        self.conflicts: list[Conflict] = []

    def merged(self) -> Records:
        """The records of the merged project in order."""
        found: Records = {}
        for word in WORDS:
            base, ours, theirs = (
                {key: value for key, value in some.items() if key.kind == word}
                for some in (self._base, self._ours, self._theirs)
            )
            kept = {}
            for key in dict.fromkeys((*base, *ours, *theirs)):
                sides = [some.get(key, ABSENT) for some in (base, ours, theirs)]
                value = self._value(key, "", *sides)
                if value is not ABSENT:
                    kept[key] = value
            if word in KINDS and KINDS[word].key is None:
                kept = self._without_key(word, kept)
            if word == DEVICES:
                kept = self._in_racks(kept, found)
            found |= {key: kept[key] for key in in_order(tuple(base), tuple(ours), tuple(theirs), kept)}
        return _devices_in_order(found, self._base, self._ours, self._theirs)

    def _note(self, key: Key, field: str, ours: Any, theirs: Any) -> None:
        records = {**self._theirs, **self._ours}
        self.conflicts.append(Conflict(key.kind, name_of(key, records), field, _shown(ours), _shown(theirs)))

    def _without_key(self, word: str, kept: Records) -> Records:
        """Records without a key: where both took away the same and put in something else, ours are kept."""
        base, ours, theirs = (
            {key for key in some if key.kind == word} for some in (self._base, self._ours, self._theirs)
        )
        both = base - ours - theirs
        new = [key for key in kept if key in theirs - base - ours]
        if not both or not new or not ours - base:
            return kept
        mine = next(key for key in self._ours if key in ours - base)
        self._note(mine, "", self._ours[mine], self._theirs[new[0]])
        return {key: value for key, value in kept.items() if key not in new}

    def _in_racks(self, devices: Records, found: Records) -> Records:
        """Devices whose rack is there; else ours are kept where they are."""
        kept = {}
        for key, placed in devices.items():
            if Key("racks", placed.place.rack) in found:
                kept[key] = placed
                continue
            ours = self._ours.get(key, ABSENT)
            self._note(key, "", ours, self._theirs.get(key, ABSENT))
            if isinstance(ours, Placed) and Key("racks", ours.place.rack) in found:
                kept[key] = ours
        return kept

    def _value(self, key: Key, path: str, base: Any, ours: Any, theirs: Any) -> Any:
        """The merged value of a record or of a field of it; ours where both changed it."""
        if ours == base:
            return theirs
        if theirs in (base, ours):
            return ours
        alike = type(base) is type(ours) is type(theirs)
        if alike and isinstance(base, msgspec.Struct):
            names = [field.name for field in fields(base)]
            return replace(ours, **self._fields(key, path, names, base, ours, theirs))
        if alike and isinstance(base, Placed):
            merged = self._fields(key, path, Placed._fields, base, ours, theirs)
            return Placed(**merged)
        if alike and isinstance(base, dict):
            return self._entries(key, path, base, ours, theirs)
        if alike and isinstance(base, tuple) and (named := _named(base, ours, theirs)):
            found = self._entries(key, path, *named)
            first, second, third = (tuple(some) for some in named)
            return tuple(found[name] for name in in_order(first, second, third, found))
        self._note(key, path, ours, theirs)
        return ours

    def _fields(
        self, key: Key, path: str, names: Iterable[str], base: Any, ours: Any, theirs: Any
    ) -> dict[str, Any]:
        found = {}
        for name in names:
            sides = (getattr(some, name) for some in (base, ours, theirs))
            found[name] = self._value(key, _joined(path, name), *sides)
        return found

    def _entries(
        self, key: Key, path: str, base: Mapping[Any, Any], ours: Mapping[Any, Any], theirs: Mapping[Any, Any]
    ) -> dict[Any, Any]:
        found = {
            name: self._value(
                key, _joined(path, str(name)), *(some.get(name, ABSENT) for some in (base, ours, theirs))
            )
            for name in dict.fromkeys((*ours, *theirs, *base))
        }
        return {name: value for name, value in found.items() if value is not ABSENT}


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _shown(value: Any) -> str:
    if value is ABSENT:
        return "nothing"
    if isinstance(value, Placed):
        return _shown(value.place)
    if isinstance(value, Place):
        return f"unit {value.u} of rack {value.rack}"
    return short(value if isinstance(value, str) else msgspec.json.encode(value).decode())


def _named(*sides: Sequence[Any]) -> list[dict[str, Any]]:
    """The elements of lists by name or id; empty where any has none, or two share one."""
    found = []
    for some in sides:
        names = [getattr(one, "id", None) or getattr(one, "name", None) for one in some]
        if not all(isinstance(name, str) for name in names) or len(set(names)) < len(names):
            return []
        found.append(dict(zip(map(str, names), some, strict=True)))
    return found


def in_order(
    base: Sequence[Item], ours: Sequence[Item], theirs: Sequence[Item], kept: Iterable[Item]
) -> list[Item]:
    """Put what is kept of three lists in order: as the one who changed the order has it, else as ours.

    What the other added follows what is before it there and what was added at the same place; at the end it
    stays at the end.

    >>> in_order("abc", "abxc", "abyc", "abcxy"), in_order("abc", "ac", "cab", "ac")
    (['a', 'b', 'x', 'y', 'c'], ['c', 'a'])
    >>> in_order("ab", "abx", "ba", "abx")
    ['b', 'a', 'x']
    """
    wanted, first, second = set(kept), set(ours), set(theirs)
    common = [one for one in base if one in first and one in second]
    among = set(common)
    ours_moved = [one for one in ours if one in among] != common
    theirs_moved = [one for one in theirs if one in among] != common
    main, other = (theirs, ours) if theirs_moved and not ours_moved else (ours, theirs)
    found = [one for one in main if one in wanted]
    there, known = set(found), set(base)
    before: Item | None = None
    last = max((number for number, one in enumerate(other) if one in known), default=-1)
    for number, one in enumerate(other):
        if one in wanted and one not in there:
            place = len(found) if number > last else 0 if before is None else found.index(before) + 1
            while place < len(found) and found[place] not in known:
                place += 1
            found.insert(place, one)
            there.add(one)
        if one in there:
            before = one
    return found


def _devices_in_order(records: Records, base: Records, ours: Records, theirs: Records) -> Records:
    """The devices of each rack as a side that changed it has them, if it has the same; else from the top."""
    before, first, second = (_by_rack(some) for some in (base, ours, theirs))
    found = {key: value for key, value in records.items() if key.kind != DEVICES}
    for rack, here in _by_rack(records).items():
        changed_by_us = first.get(rack) != before.get(rack)
        sides = (first, second) if changed_by_us else (second, first)
        order = next((some[rack] for some in sides if sorted(some.get(rack, ())) == sorted(here)), None)
        if order is None:
            order = sorted(here, key=lambda key: (-records[key].place.u, records[key].device.id))
        found |= {key: records[key] for key in order}
    return found


def _by_rack(records: Records) -> dict[int, list[Key]]:
    found: dict[int, list[Key]] = {}
    for key, value in records.items():
        if isinstance(value, Placed):
            found.setdefault(value.place.rack, []).append(key)
    return found
