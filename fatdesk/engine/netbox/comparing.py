"""Comparison of a NetBox with a plan: what a push would create, change, replace or find in the way.

An object is recognised by its natural key. What carries the tag of the project is its own; sites, makers,
types and racks of others are used as they are, and devices of others are in the way.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.netbox.client import Client
from fatdesk.engine.netbox.records import (
    KINDS,
    OF_DEVICES,
    OF_TYPES,
    PORT_KINDS,
    Key,
    Record,
    Ref,
    Wanted,
    cable_key,
)

Action = Literal["create", "change", "replace", "conflict", "extra"]
CLOSE = 0.005
"""Two figures that NetBox rounds differ by less."""
OWNERS = {
    **dict.fromkeys(OF_TYPES, ("device_type", "device-types")),
    **dict.fromkeys(OF_DEVICES, ("device", "devices")),
}
"""Kinds without tags: the field with their owner, and the kind of that."""


class Change(NamedTuple):
    """A difference: of an object that is to be changed or replaced with its id and fields.

    ``extra`` carries the tag and is not in the plan; ``conflict`` stops the push; ``what`` is for people.
    """

    action: Action
    kind: str
    title: str
    what: str = ""
    record: Record | None = None
    id: int = 0
    fields: tuple[str, ...] = ()


@dataclass
class Comparison:
    """All differences, and what is known of the objects that are there.

    Attributes
    ----------
    ids
        Of the records that are there.
    records
        Of the plan by kind, with positions as the racks of NetBox count their units.
    used
        Objects of others that are used as they are.
    same
        The number of objects that are as the plan has them.
    tag
        Id of the tag; None: it is new.
    """

    wanted: Wanted
    records: dict[str, list[Record]] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    ids: dict[Ref, int] = field(default_factory=dict)
    own: set[Ref] = field(default_factory=set)
    used: list[Ref] = field(default_factory=list)
    same: int = 0
    tag: int | None = None

    def of(self, *actions: Action) -> list[Change]:
        """The differences with one of these actions."""
        return [one for one in self.changes if one.action in actions]

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """The number of objects by action and kind, in the order of writing."""
        found: dict[str, dict[str, int]] = {}
        for one in self.changes:
            of_kind = found.setdefault(one.action, {})
            of_kind[one.kind] = of_kind.get(one.kind, 0) + 1
        return found


def compare(client: Client, wanted: Wanted, progress: Progress = SILENT) -> Comparison:
    """Read what a NetBox has and compare it with what it should have; nothing is written.

    Raises
    ------
    NetBoxError
        When it cannot be read.
    """
    found = Comparison(wanted, dict(wanted.records))
    for tag in client.read("extras/tags", {"slug": wanted.tag, "fields": "id"}):
        found.tag = tag["id"]
    reader = _Reader(client, found)
    for number, name in enumerate(KINDS):
        progress.step(number, len(KINDS), f"Reading {KINDS[name].noun}s of NetBox")
        if name == "cables":
            _compare_cables(found, list(reader.present(name)))
        else:
            present = list(reader.present(name))
            compare_kind(found, name, present, found.records[name])
            if name == "racks":
                found.records["devices"] = list(_as_counted(found, present))
            if name == "devices":
                _check_positions(client, found, reader.devices)
    return found


def components(client: Client, found: Comparison, devices: Sequence[Ref]) -> list[Change]:
    """The differences of the ports and bays of devices that were just made, with which NetBox makes them."""
    before = len(found.changes)
    of = {found.ids[ref]: ref.key for ref in devices}
    for name in OF_DEVICES:
        records = [one for one in found.records[name] if one.key[:1] in {ref.key for ref in devices}]
        if records:
            rows = client.read_of(KINDS[name].path, "device_id", list(of))
            compare_kind(found, name, list(rows), records)
    return found.changes[before:]


class _Reader:
    """Reads the objects of a NetBox that the records of a plan may be."""

    def __init__(self, client: Client, found: Comparison) -> None:
        self._client, self._found = client, found
        self.devices: list[dict[str, Any]] = []
        self._ports: dict[str, list[dict[str, Any]]] = {}

    def present(self, name: str) -> Iterator[dict[str, Any]]:
        """The objects of a kind."""
        kind, found = KINDS[name], self._found
        if name == "sites":
            record = found.records[name][0]
            queries = [{"name__ie": record.initial["name"]}, {"slug": record.initial["slug"]}]
            yield from _once(row for query in queries for row in self._client.read(kind.path, query))
        elif name in ("manufacturers", "device-roles"):
            yield from self._client.read(kind.path, {"fields": "id,name,slug,tags"})
        elif name in ("rack-types", "device-types"):
            makers = [found.ids[ref] for ref in found.ids if ref.kind == "manufacturers"]
            rows = list(self._client.read_of(kind.path, "manufacturer_id", makers))
            if found.tag is not None:
                rows += self._client.read(kind.path, {"tag": found.wanted.tag})
            yield from _once(rows)
        elif name in OWNERS:
            field_name, owner = OWNERS[name]
            owned = [found.ids[ref] for ref in found.ids if ref.kind == owner and ref in found.own]
            if kind.path not in self._ports:
                self._ports[kind.path] = list(self._client.read_of(kind.path, f"{field_name}_id", owned))
            yield from self._ports[kind.path]
        else:
            site = found.ids.get(Ref("sites", found.records["sites"][0].key))
            rows = [] if site is None else list(self._client.read(kind.path, {"site_id": site}))
            if name == "devices":
                self.devices = rows
            yield from rows


def _once(rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Each object once."""
    yield from {row["id"]: row for row in rows}.values()


def compare_kind(
    found: Comparison, name: str, present: list[dict[str, Any]], records: Sequence[Record]
) -> None:
    """Add the differences of one kind, and the ids of what is there."""
    kind = KINDS[name]
    index: dict[Key, list[dict[str, Any]]] = defaultdict(list)
    owners = {found.ids[ref]: ref.key for ref in found.ids if ref.kind in _owner_kinds(name)}
    for row in present:
        for key in _keys(name, row, owners):
            index[key].append(row)
    matched: set[int] = set()
    for record in records:
        if _made_with_owner(found, record):
            continue
        rows = index.get(record.key) or index.get(record.also, [])
        own = [row for row in rows if not kind.tagged or _is_own(row, found.wanted.tag)]
        if not rows:
            found.changes.append(Change("create", name, record.title, record=record))
        elif len(own or rows) > 1:
            what = f"there are {len(rows)} of this name at the site, give it another"
            found.changes.append(Change("conflict", name, record.title, what))
            matched.update(row["id"] for row in rows)
        else:
            row = (own or rows)[0]
            matched.add(row["id"])
            _compare_one(found, record, row, bool(own))
    if kind.tagged:
        for row in present:
            if row["id"] not in matched and _is_own(row, found.wanted.tag):
                title = str(row.get("name") or row.get("model") or row.get("label") or row["id"])
                found.changes.append(Change("extra", name, title, "not in the plan", id=row["id"]))


def _compare_one(found: Comparison, record: Record, row: Mapping[str, Any], own: bool) -> None:
    kind, ref = KINDS[record.kind], Ref(record.kind, record.key)
    found.ids[ref] = row["id"]
    if not own:
        if kind.shared:
            found.used.append(ref)
        else:
            what = f"there is a {kind.noun} of this name that is not of this project, rename one of them"
            found.changes.append(Change("conflict", record.kind, record.title, what))
        return
    found.own.add(ref)
    differing = _differing(found, record, row)
    if differing:
        what = "; ".join(
            f"{name}: {_text(row.get(name))} -> {_text(record.fields[name])}" for name in differing
        )
        found.changes.append(
            Change("change", record.kind, record.title, what, record, row["id"], tuple(differing))
        )
    else:
        found.same += 1


def _differing(found: Comparison, record: Record, row: Mapping[str, Any]) -> list[str]:
    return [
        name
        for name, value in record.fields.items()
        if not _equal(found.ids.get(value) if isinstance(value, Ref) else value, _plain(row.get(name)), value)
    ]


def _equal(wanted: object, there: object, stated: object) -> bool:
    """Whether a field is as wanted; another record that is not there yet is no value of a field."""
    if isinstance(stated, Ref) and wanted is None:
        return False
    wanted, there = (None if value == "" else value for value in (wanted, there))
    if isinstance(wanted, int | float) and isinstance(there, int | float):
        return abs(wanted - there) < CLOSE
    return wanted == there


def _plain(value: object) -> object:
    """The value of a choice, the id of another object, or what it is."""
    if isinstance(value, Mapping):
        return value["value"] if "value" in value else value.get("id")
    return value


def _text(value: object) -> str:
    """A value for people."""
    if isinstance(value, Ref):
        return value.key[-1]
    if isinstance(value, Mapping):
        return str(value.get("label") or value.get("display") or value.get("name") or value.get("id"))
    return "none" if value is None or value == "" else str(value)


def _is_own(row: Mapping[str, Any], tag: str) -> bool:
    return any(one.get("slug") == tag for one in row.get("tags") or ())


def _made_with_owner(found: Comparison, record: Record) -> bool:
    """Whether NetBox makes it with its device, or it is of a device or type that is not compared."""
    if record.kind not in OWNERS:
        return False
    field_name, _ = OWNERS[record.kind]
    owner: Ref = record.initial[field_name]
    there = owner in found.ids
    return owner not in found.own if there else record.kind in OF_DEVICES


def _owner_kinds(name: str) -> tuple[str, ...]:
    return ("manufacturers",) if name in ("rack-types", "device-types") else (OWNERS.get(name, ("", ""))[1],)


def _keys(name: str, row: Mapping[str, Any], owners: Mapping[int, Key]) -> Iterator[Key]:
    """The natural keys of an object as records have them."""
    title = str(row.get("name") or row.get("model") or "").lower()
    slug = str(row.get("slug", "")).lower()
    if name == "sites":
        yield from ((title,), ("slug", slug))
    elif name in ("manufacturers", "device-roles"):
        yield from (("slug", slug), ("name", title))
    elif name in ("rack-types", "device-types"):
        maker = owners.get(row["manufacturer"]["id"])
        if maker is not None:
            yield from ((maker[1], "model", title), (maker[1], "slug", slug))
    elif name == "power-feeds":
        yield (str(row["power_panel"]["name"]).lower(), title)
    elif name in OWNERS:
        owner = owners.get((row.get(OWNERS[name][0]) or {}).get("id", 0))
        is_channel = row.get("channel_id") is not None
        if owner is not None and is_channel == name.startswith("channel"):
            yield (*owner, title)
    elif title:
        yield (title,)


def _as_counted(found: Comparison, racks: Sequence[Mapping[str, Any]]) -> Iterator[Record]:
    """The devices with positions as their racks count units, some from the top or from another number."""
    names = {found.ids[ref]: ref for ref in found.ids if ref.kind == "racks"}
    other = {
        names[row["id"]]: row
        for row in racks
        if row["id"] in names and (row.get("desc_units") or (row.get("starting_unit") or 1) != 1)
    }
    heights = {one.key: int(one.fields["u_height"]) for one in found.records["device-types"]}
    for record in found.records["devices"]:
        rack, position = record.fields.get("rack"), record.fields.get("position")
        row = other.get(rack) if isinstance(rack, Ref) else None
        if row is None or position is None:
            yield record
            continue
        height = heights[record.fields["device_type"].key]
        first = int(row.get("starting_unit") or 1)
        low = int(row["u_height"]) - (position + height - 1) + 1 if row.get("desc_units") else position
        yield replace(record, fields={**record.fields, "position": low + first - 1})


def _check_positions(client: Client, found: Comparison, devices: Sequence[Mapping[str, Any]]) -> None:
    """Report the units of racks that other devices take."""
    racks = {found.ids[ref]: ref.key[0] for ref in found.ids if ref.kind == "racks"}
    known = {found.ids[ref] for ref in found.ids if ref.kind == "devices"}
    others = [
        row
        for row in devices
        if row["id"] not in known and row.get("position") and (row.get("rack") or {}).get("id") in racks
    ]
    if not others:
        return
    types = sorted({row["device_type"]["id"] for row in others})
    query = {"fields": "id,u_height,is_full_depth"}
    shapes = {row["id"]: row for row in client.read_of("dcim/device-types", "id", types, query)}
    taken: dict[tuple[str, int], tuple[str, str, int, bool]] = {}
    for row in others:
        shape = shapes.get(row["device_type"]["id"], {})
        face = "" if shape.get("is_full_depth", True) else str(_plain(row.get("face")))
        low = int(float(row["position"]))
        high = low + max(1, round(float(shape.get("u_height") or 1)))
        own = _is_own(row, found.wanted.tag)
        for unit in range(low, high):
            taken[racks[row["rack"]["id"]], unit] = (str(row["name"] or row["id"]), face, row["id"], own)
    heights = {one.key: one.fields for one in found.records["device-types"]}
    for record in found.records["devices"]:
        rack, position = record.fields.get("rack"), record.fields.get("position")
        if rack is None or position is None:
            continue
        shape = heights[record.fields["device_type"].key]
        own_face = "" if shape["is_full_depth"] else record.fields["face"]
        for unit in range(position, position + int(shape["u_height"])):
            name, face, number, own = taken.get((rack.key[0], unit), ("", "", 0, False))
            if number and (not face or not own_face or face == own_face):
                what = f"U{unit} of {rack.key[0]} is taken by {name}"
                found.changes.append(_in_the_way(record, what, number if own else 0))
                break


def _in_the_way(record: Record, what: str, own: int) -> Change:
    """A conflict with another object; with the id of one that is the project's and no longer in the plan."""
    more = ", no longer in the plan: --delete removes it" if own else ", which is not of this project"
    return Change("conflict", record.kind, record.title, what + more, id=own)


def _compare_cables(found: Comparison, present: list[dict[str, Any]]) -> None:
    """Match cables by their ends, then by their label; a cable with other ends is replaced."""
    ports = {(ref.kind, number): ref for ref, number in found.ids.items() if ref.kind in PORT_KINDS.values()}
    by_ends = {cable_key(*(_sides(row, ports))): row for row in present}
    own = {row["id"]: row for row in present if _is_own(row, found.wanted.tag)}
    missing: list[Record] = []
    for record in found.records["cables"]:
        row = by_ends.get(record.key)
        if row is None:
            missing.append(record)
            continue
        own.pop(row["id"], None)
        _compare_one(found, record, row, _is_own(row, found.wanted.tag))
    replaced: set[int] = set()
    finder = _SameCable(own.values())
    for record in missing:
        same = finder.take(record, found.ids)
        if same is None:
            found.changes.append(Change("create", "cables", record.title, record=record))
        else:
            replaced.add(same)
            found.changes.append(Change("replace", "cables", record.title, "has other ends", record, same))
    for number, row in own.items():
        if number not in replaced:
            title = str(row["label"] or number)
            found.changes.append(Change("extra", "cables", title, "not in the plan", id=number))
    _check_ends(found, present, missing, replaced, own)


class _SameCable:
    """Finds cables of the project that have other ends now: by label, else by a port that they share."""

    def __init__(self, cables: Iterable[Mapping[str, Any]]) -> None:
        self._left: dict[tuple[str, str, int], list[int]] = defaultdict(list)
        self._taken: set[int] = set()
        for row in cables:
            label = str(row["label"] or "")
            if label:
                self._left[label, "", 0].append(row["id"])
                continue
            for end in (*row["a_terminations"], *row["b_terminations"]):
                kind = PORT_KINDS.get(end["object_type"], "")
                self._left["", kind, end["object_id"]].append(row["id"])

    def take(self, record: Record, ids: Mapping[Ref, int]) -> int | None:
        """The id of the cable of a record; each is given once."""
        label = record.fields["label"]
        ports = (*record.initial["a_terminations"], *record.initial["b_terminations"])
        keys = [(label, "", 0)] if label else [("", ref.kind, ids.get(ref, 0)) for ref in ports]
        for key in keys:
            for number in self._left.get(key, ()):
                if number not in self._taken:
                    self._taken.add(number)
                    return number
        return None


def _check_ends(
    found: Comparison,
    present: Sequence[Mapping[str, Any]],
    missing: Sequence[Record],
    replaced: set[int],
    own: Mapping[int, object],
) -> None:
    """Report ports of new cables at which others end."""
    taken: dict[tuple[str, int], tuple[int, str]] = {}
    for row in present:
        if row["id"] not in replaced:
            for end in (*row["a_terminations"], *row["b_terminations"]):
                kind = PORT_KINDS.get(end["object_type"], "")
                taken[kind, end["object_id"]] = (row["id"], str(row["label"] or row["id"]))
    for record in missing:
        for ref in (*record.initial["a_terminations"], *record.initial["b_terminations"]):
            number, label = taken.get((ref.kind, found.ids.get(ref, 0)), (0, ""))
            if number:
                what = f"{' '.join(ref.key)} is taken by cable {label}"
                found.changes.append(_in_the_way(record, what, number if number in own else 0))
                break


def _sides(row: Mapping[str, Any], ports: Mapping[tuple[str, int], Ref]) -> tuple[list[Ref], list[Ref]]:
    """The ports at both sides; one that is not of the plan by its id."""
    found = []
    for side in ("a_terminations", "b_terminations"):
        ends = [
            (PORT_KINDS.get(end["object_type"], end["object_type"]), end["object_id"]) for end in row[side]
        ]
        found.append([ports.get(end) or Ref(end[0], ("?", str(end[1]))) for end in ends])
    return found[0], found[1]
