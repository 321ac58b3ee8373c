"""A project taken apart into records by kind and key, and put together again."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from fatdesk.engine.floor.floor import Device, Rack, rack_label
from fatdesk.project.document.project import Project
from fatdesk.project.document.record_kinds import RECORD_KINDS, RecordKind, assembled

DEVICES = "devices"
"""The devices of racks are records of their own, so that one that moves is one record in another rack."""
KINDS = {kind.word: kind for kind in RECORD_KINDS}
WORDS = (*KINDS, DEVICES)


class Key(NamedTuple):
    """The kind and the key of a record, which no other record of a project shares.

    Records that no key distinguishes, such as walls, are distinguished by all that they say.
    """

    kind: str
    key: Hashable


class Place(NamedTuple):
    """The number of a rack, and a unit in it: one value, so that a device is where one of two put it."""

    rack: int
    u: int


class Placed(NamedTuple):
    """A device and its place; the unit of the device itself says nothing."""

    place: Place
    device: Device

    @classmethod
    def of(cls, rack: int, device: Device) -> "Placed":
        """A device in a rack."""
        return cls(Place(rack, device.u), replace(device, u=1))


Records = dict[Key, Any]


def taken_apart(project: Project) -> Records:
    """Return the records of a project in the order of its file; devices follow.

    A section is there even when it says nothing, so that its fields can be compared.
    """
    found: Records = {}
    for kind in RECORD_KINDS:
        values = list(kind.values(project)) or ([kind.type()] if kind.section else [])
        for key, value in _keyed(kind, values):
            found[Key(kind.word, key)] = replace(value, devices=()) if isinstance(value, Rack) else value
    for rack in sorted(project.floor.racks, key=lambda rack: rack.number):
        for device in rack.devices:
            found[Key(DEVICES, device.id)] = Placed.of(rack.number, device)
    return found


def _keyed(kind: RecordKind, values: Iterable[Any]) -> Iterator[tuple[Hashable, Any]]:
    seen: Counter[str] = Counter()
    for value in values:
        if kind.key is not None:
            yield kind.key(value), value
            continue
        text = repr(value)
        seen[text] += 1
        yield (text, seen[text]), value


def put_together(records: Mapping[Key, Any]) -> Project:
    """Return the project of records; each device is in a rack that is there."""
    by_kind: dict[str, list[Any]] = {word: [] for word in KINDS}
    devices: dict[int, list[Device]] = {}
    for key, value in records.items():
        if isinstance(value, Placed):
            devices.setdefault(value.place.rack, []).append(replace(value.device, u=value.place.u))
        else:
            by_kind[key.kind].append(value)
    by_kind["racks"] = [
        replace(rack, devices=tuple(devices.get(rack.number, ()))) for rack in by_kind["racks"]
    ]
    return assembled(by_kind)


def name_of(key: Key, records: Mapping[Key, Any]) -> str:
    """Return the name of a record for people: the label of a rack, the name or id of others.

    Parameters
    ----------
    records
        Records among which it is.
    """
    value = records.get(key)
    if isinstance(value, Rack):
        return rack_label(value)
    kind = KINDS.get(key.kind)
    if kind is not None and (kind.section or kind.key is None):
        return ""
    return key_text(key.key)


def key_text(key: Hashable) -> str:
    """Return a key for people, ``tray-fill@tray-1``."""
    return "@".join(map(str, key)) if isinstance(key, tuple) else str(key)
