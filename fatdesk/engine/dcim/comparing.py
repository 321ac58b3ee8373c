"""Comparison of a server with a plan: what a push would create, change, replace or find in the way.

An object is recognised by its natural key. What carries the tag of the project is its own; sites, makers,
types and racks of others are used as they are, and devices of others are in the way, unless they are adopted.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.dcim.dialect import Dialect
from fatdesk.engine.dcim.records import (
    OF_DEVICES,
    OF_TYPES,
    PORT_KINDS,
    TAGS,
    Id,
    Key,
    Kinds,
    Record,
    Ref,
    Row,
    Wanted,
    cable_key,
)

Action = Literal["create", "change", "replace", "adopt", "conflict", "extra"]
CLOSE = 0.005
"""Two figures that a server rounds differ by less."""
ADOPTED = "-adopted"
"""The end of the tag of what others made and the project adopted."""
OWNERS = {
    **dict.fromkeys(OF_TYPES, ("device_type", "device-types")),
    **dict.fromkeys(OF_DEVICES, ("device", "devices")),
}
"""Kinds without tags: the field with their owner, and the kind of that."""
WHOLE = ("manufacturers", "device-roles", "location-types", "cable-types")
"""Kinds of which all objects are read."""


class Change(NamedTuple):
    """A difference: of an object that is to be changed or replaced with its id and fields.

    ``extra`` carries the tag and is not in the plan; ``conflict`` stops the push; ``what`` is for people.
    ``tags`` are the other tags of an object that is adopted, or was, and is not in the plan any more.
    """

    action: Action
    kind: str
    title: str
    what: str = ""
    record: Record | None = None
    id: Id = 0
    fields: tuple[str, ...] = ()
    tags: tuple[Id, ...] | None = None


@dataclass
class Comparison:
    """All differences, and what is known of the objects that are there.

    Attributes
    ----------
    ids
        Of the records that are there.
    records
        Of the plan by kind, with positions as the racks of the server count their units.
    used
        Objects of others that are used as they are.
    same
        The number of objects that are as the plan has them.
    tags
        Ids of the tags of the project that are there.
    adopt
        Whether devices, feeds and cables of others that are as the plan names them become the project's.
    """

    wanted: Wanted
    kinds: Kinds
    adopt: bool = False
    records: dict[str, list[Record]] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    ids: dict[Ref, Id] = field(default_factory=dict)
    own: set[Ref] = field(default_factory=set)
    used: list[Ref] = field(default_factory=list)
    same: int = 0
    tags: dict[str, Id] = field(default_factory=dict)

    @property
    def tag(self) -> str:
        """The tag of what pushes make."""
        return self.wanted.tag

    @property
    def adopted(self) -> str:
        """The tag of what was adopted."""
        return self.wanted.tag + ADOPTED

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


def compare(
    server: Dialect, wanted: Wanted, progress: Progress = SILENT, *, adopt: bool = False
) -> Comparison:
    """Read what a server has and compare it with what it should have; nothing is written.

    Parameters
    ----------
    adopt
        Whether devices, feeds and cables of others are adopted instead of being in the way.

    Raises
    ------
    ServerError
        When it cannot be read.
    """
    kinds = server.kinds
    found = Comparison(wanted, kinds, adopt, dict(wanted.records))
    for slug in (found.tag, found.adopted):
        number = server.find_tag(slug)
        if number is not None:
            found.tags[slug] = number
    reader = _Reader(server, found)
    for number, name in enumerate(kinds):
        progress.step(number, len(kinds), f"Reading {kinds[name].noun}s of {server.product.name}")
        if name == "cables":
            _compare_cables(found, list(reader.present(name)))
            continue
        present = list(reader.present(name))
        compare_kind(found, name, present, found.records[name])
        if kinds[name].shared:
            _check_shared(server, found, name, present)
        if name == "racks":
            found.records["devices"] = list(_as_counted(found, present))
        if name == "devices":
            _check_positions(server, found, reader.devices)
    _drop_unserving(found)
    return found


def _check_shared(server: Dialect, found: Comparison, name: str, present: Sequence[Row]) -> None:
    """Report objects of others that cannot be used."""
    by_id = {row["id"]: row for row in present}
    used = {ref for ref in found.used if ref.kind == name}
    for record in found.records[name]:
        ref = Ref(name, record.key)
        why = server.refusal(record, by_id[found.ids[ref]]) if ref in used else ""
        if why:
            found.changes.append(Change("conflict", name, record.title, why))


def _drop_unserving(found: Comparison) -> None:
    """Make no record that serves another alone which is there."""
    for record in (one for some in found.records.values() for one in some):
        if record.serves is not None and record.serves in found.ids:
            ref = Ref(record.kind, record.key)
            found.used = [one for one in found.used if one != ref]
            found.changes = [
                one for one in found.changes if (one.kind, one.title) != (record.kind, record.title)
            ]


def components(server: Dialect, found: Comparison, devices: Sequence[Ref]) -> list[Change]:
    """The differences of the ports and bays that a server made with new devices."""
    before = len(found.changes)
    of = {found.ids[ref]: ref.key for ref in devices}
    keys = {ref.key for ref in devices}
    read: dict[str, list[Row]] = {}
    for name in OF_DEVICES:
        records = [one for one in found.records[name] if one.key[:1] in keys]
        if records:
            path = found.kinds[name].path
            if path not in read:
                read[path] = list(server.rows(name, "device", list(of)))
            compare_kind(found, name, read[path], records)
    return found.changes[before:]


class _Reader:
    """Reads the objects of a server that the records of a plan may be."""

    def __init__(self, server: Dialect, found: Comparison) -> None:
        self._server, self._found = server, found
        self.devices: list[Row] = []
        self._ports: dict[str, list[Row]] = {}

    def present(self, name: str) -> Iterator[Row]:
        """The objects of a kind."""
        server, found = self._server, self._found
        if name == "sites":
            record = found.records[name][0]
            names = {by: str(record.initial[by]) for by in ("name", "slug") if by in record.initial}
            yield from _once(row for by, word in names.items() for row in server.rows(name, by, [word]))
        elif name in WHOLE:
            yield from server.rows(name) if found.records[name] else ()
        elif name in ("rack-types", "device-types"):
            makers = [found.ids[ref] for ref in found.ids if ref.kind == "manufacturers"]
            rows = list(server.rows(name, "manufacturer", makers))
            if found.tag in found.tags:
                rows += server.rows(name, "tag", [found.tag])
            yield from _once(rows)
        elif name in OWNERS:
            field_name, owner = OWNERS[name]
            owned = [found.ids[ref] for ref in found.ids if ref.kind == owner and ref in found.own]
            path = found.kinds[name].path
            if path not in self._ports:
                self._ports[path] = list(server.rows(name, field_name, owned))
            yield from self._ports[path]
        else:
            site = found.ids.get(Ref("sites", found.records["sites"][0].key))
            rows = [] if site is None else list(server.rows(name, "site", [site]))
            if name == "devices":
                self.devices = rows
            yield from rows


def _once(rows: Iterable[Row]) -> Iterator[Row]:
    """Each object once."""
    yield from {row["id"]: row for row in rows}.values()


def compare_kind(found: Comparison, name: str, present: Sequence[Row], records: Sequence[Record]) -> None:
    """Add the differences of one kind, and the ids of what is there."""
    kind = found.kinds[name]
    index: dict[Key, list[Row]] = defaultdict(list)
    owners = {found.ids[ref]: ref.key for ref in found.ids if ref.kind in _owner_kinds(name)}
    for row in present:
        for key in _keys(name, row, owners):
            index[key].append(row)
    matched: set[Id] = set()
    for record in records:
        if _made_with_owner(found, record):
            continue
        rows = _exact(record, index.get(record.key) or index.get(record.also, []))
        own = [row for row in rows if _is_own(found, row)] if kind.tagged or kind.shared else rows
        if not rows:
            found.changes.append(Change("create", name, record.title, record=record))
        elif len(own or rows) > 1:
            word = "give the id of one" if name == "sites" else "at the site, give it another"
            what = f"there are {len(rows)} of this name {word}"
            found.changes.append(Change("conflict", name, record.title, what))
            matched.update(row["id"] for row in rows)
        else:
            row = (own or rows)[0]
            matched.add(row["id"])
            _compare_one(found, record, row, bool(own))
    if kind.tagged:
        for row in present:
            if row["id"] not in matched and _is_own(found, row):
                found.changes.append(_extra(found, name, row))


def _exact(record: Record, rows: list[Row]) -> list[Row]:
    """Of objects whose names differ in case alone, as Nautobot has them, those of the very name."""
    if len(rows) < 2:
        return rows
    return [row for row in rows if record.title in (row.get("name"), row.get("model"))] or rows


def _extra(found: Comparison, name: str, row: Row) -> Change:
    """An object of the project that is not in the plan; one that was adopted only loses the tag."""
    title = str(row.get("name") or row.get("model") or row.get("label") or row["id"])
    if found.tag in slugs(row):
        return Change("extra", name, title, "not in the plan", id=row["id"])
    what = "not in the plan; it was adopted, so that --delete only removes the tag"
    return Change("extra", name, title, what, id=row["id"], tags=_other_tags(found, row))


def _compare_one(found: Comparison, record: Record, row: Row, own: bool) -> None:
    kind, ref = found.kinds[record.kind], Ref(record.kind, record.key)
    found.ids[ref] = row["id"]
    if not own and kind.shared:
        found.used.append(ref)
        return
    other = next((slug for slug in slugs(row) if slug.startswith(TAGS)), "")
    if not own and (other or not found.adopt):
        whose = f"of {other}" if other else "not of this project"
        more = "" if other else ", or adopt it (--adopt)"
        what = f"there is a {kind.noun} of this name that is {whose}, rename one of them{more}"
        found.changes.append(Change("conflict", record.kind, record.title, what))
        return
    found.own.add(ref)
    differing = _differing(found, record, row)
    what = "; ".join(
        f"{name}: {_text(found, row.get(name))} -> {_text(found, record.fields[name])}" for name in differing
    )
    if not own:
        found.changes.append(
            Change(
                "adopt", record.kind, record.title, what, record, row["id"], tuple(differing),
                _other_tags(found, row),
            )
        )  # fmt: skip
    elif differing:
        found.changes.append(
            Change("change", record.kind, record.title, what, record, row["id"], tuple(differing))
        )
    else:
        found.same += 1


def _differing(found: Comparison, record: Record, row: Row) -> list[str]:
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


def _text(found: Comparison, value: object) -> str:
    """A value for people."""
    if isinstance(value, Ref):
        titles = (one.title for one in found.records.get(value.kind, ()) if one.key == value.key)
        return next(titles, value.key[-1])
    if isinstance(value, Mapping):
        names = (value.get(name) for name in ("label", "display", "name"))
        shown = next((name for name in names if name), None)
        number = value.get("id")
        keys = (ref.key[-1] for ref, there in found.ids.items() if there == number)
        return str(shown or next(keys, number))
    return "none" if value is None or value == "" else str(value)


def slugs(row: Row) -> list[str]:
    """The tags of an object."""
    return [str(one.get("slug")) for one in row.get("tags") or ()]


def _is_own(found: Comparison, row: Row) -> bool:
    """Whether a push made an object, or adopted it."""
    return any(slug in (found.tag, found.adopted) for slug in slugs(row))


def _other_tags(found: Comparison, row: Row) -> tuple[Id, ...]:
    """The tags of an object but for that of the project."""
    return tuple(one["id"] for one in row.get("tags") or () if one.get("slug") != found.adopted)


def _made_with_owner(found: Comparison, record: Record) -> bool:
    """Whether it is made with its device, or is of a device or type that is not compared."""
    if record.kind not in OWNERS:
        return False
    field_name, _ = OWNERS[record.kind]
    owner: Ref = record.initial[field_name]
    there = owner in found.ids
    return owner not in found.own if there else record.kind in OF_DEVICES


def _owner_kinds(name: str) -> tuple[str, ...]:
    if name in ("rack-types", "device-types"):
        return ("manufacturers",)
    return ("power-panels",) if name == "power-feeds" else (OWNERS.get(name, ("", ""))[1],)


def _keys(name: str, row: Row, owners: Mapping[Id, Key]) -> Iterator[Key]:
    """The natural keys of an object as records have them."""
    title = str(row.get("name") or row.get("model") or "").lower()
    slug = str(row.get("slug", "")).lower()
    if name == "sites":
        yield from ((title,), ("slug", slug), (str(row["id"]).lower(),))
    elif name in ("manufacturers", "device-roles"):
        yield from (("slug", slug), ("name", title))
    elif name in ("rack-types", "device-types"):
        maker = owners.get(row["manufacturer"]["id"])
        if maker is not None:
            yield from ((maker[1], "model", title), (maker[1], "slug", slug))
    elif name == "power-feeds":
        panel = owners.get(row["power_panel"]["id"])
        if panel is not None:
            yield (*panel, title)
    elif name in OWNERS:
        owner = owners.get((row.get(OWNERS[name][0]) or {}).get("id", 0))
        is_channel = row.get("channel_id") is not None
        if owner is not None and is_channel == name.startswith("channel"):
            yield (*owner, title)
    elif title:
        yield (title,)


def _as_counted(found: Comparison, racks: Sequence[Row]) -> Iterator[Record]:
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


def _check_positions(server: Dialect, found: Comparison, devices: Sequence[Row]) -> None:
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
    shapes = {row["id"]: row for row in server.rows("device-types", "id", types)}
    taken: dict[tuple[str, int], tuple[str, str, Id, bool]] = {}
    for row in others:
        shape = shapes.get(row["device_type"]["id"], {})
        face = "" if shape.get("is_full_depth", True) else str(_plain(row.get("face")))
        low = int(float(row["position"]))
        high = low + max(1, round(float(shape.get("u_height") or 1)))
        own = found.tag in slugs(row)
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


def _in_the_way(record: Record, what: str, own: Id) -> Change:
    """A conflict with another object; with the id of one that is the project's and no longer in the plan."""
    more = ", no longer in the plan: --delete removes it" if own else ", which is not of this project"
    return Change("conflict", record.kind, record.title, what + more, id=own)


def _compare_cables(found: Comparison, present: list[Row]) -> None:
    """Match cables by their ends, then by their label; a cable with other ends is replaced.

    One that was adopted is never replaced, since others made it.
    """
    ports = {(ref.kind, number): ref for ref, number in found.ids.items() if ref.kind in PORT_KINDS.values()}
    by_ends = {cable_key(*(_sides(row, ports))): row for row in present}
    left = {row["id"]: row for row in present if _is_own(found, row)}
    missing: list[Record] = []
    for record in found.records["cables"]:
        row = by_ends.get(record.key)
        if row is None:
            missing.append(record)
            continue
        left.pop(row["id"], None)
        _compare_one(found, record, row, _is_own(found, row))
    made = {number: row for number, row in left.items() if found.tag in slugs(row)}
    replaced: set[Id] = set()
    finder = _SameCable(made.values())
    for record in missing:
        same = finder.take(record, found.ids)
        if same is None:
            found.changes.append(Change("create", "cables", record.title, record=record))
        else:
            replaced.add(same)
            found.changes.append(Change("replace", "cables", record.title, "has other ends", record, same))
    found.changes += [_extra(found, "cables", row) for number, row in left.items() if number not in replaced]
    _check_ends(found, present, missing, replaced, made)


class _SameCable:
    """Finds cables of the project that have other ends now: by label, else by a port that they share."""

    def __init__(self, cables: Iterable[Row]) -> None:
        self._left: dict[tuple[str, str, Id], list[Id]] = defaultdict(list)
        self._taken: set[Id] = set()
        for row in cables:
            label = str(row["label"] or "")
            if label:
                self._left[label, "", 0].append(row["id"])
                continue
            for end in (*row["a_terminations"], *row["b_terminations"]):
                kind = PORT_KINDS.get(end["object_type"], "")
                self._left["", kind, end["object_id"]].append(row["id"])

    def take(self, record: Record, ids: Mapping[Ref, Id]) -> Id | None:
        """The id of the cable of a record; each is given once."""
        label = record.fields["label"]
        ports = (*record.initial["a_terminations"], *record.initial["b_terminations"])
        keys: list[tuple[str, str, Id]] = [("", ref.kind, ids.get(ref, 0)) for ref in ports]
        keys = [(label, "", 0)] if label else keys
        for key in keys:
            for number in self._left.get(key, ()):
                if number not in self._taken:
                    self._taken.add(number)
                    return number
        return None


def _check_ends(
    found: Comparison,
    present: Sequence[Row],
    missing: Sequence[Record],
    replaced: set[Id],
    own: Mapping[Id, object],
) -> None:
    """Report ports of new cables at which others end."""
    taken: dict[tuple[str, Id], tuple[Id, str]] = {}
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


def _sides(row: Row, ports: Mapping[tuple[str, Id], Ref]) -> tuple[list[Ref], list[Ref]]:
    """The ports at both sides; one that is not of the plan by its id."""
    found = []
    for side in ("a_terminations", "b_terminations"):
        ends = [
            (PORT_KINDS.get(end["object_type"], end["object_type"]), end["object_id"]) for end in row[side]
        ]
        found.append([ports.get(end) or Ref(end[0], ("?", str(end[1]))) for end in ends])
    return found[0], found[1]
