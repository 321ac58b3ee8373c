"""Nautobot 2.4 and later over its API: how it holds what NetBox holds differently.

A site is a location of a type that may have racks and devices; statuses, roles and tags are objects with
lists of what they are for; makers, roles and types of locations carry no tags. Racks have their shape
themselves. From 3.2 on a splitter is one cable of a type with several connectors, and the legs of its port
are child interfaces with a breakout position; before, each leg is a cable.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from fatdesk.engine.dcim.client import ServerError, Version
from fatdesk.engine.dcim.dialect import COLOUR, Dialect, sorted_records
from fatdesk.engine.dcim.product import NAUTOBOT
from fatdesk.engine.dcim.records import (
    PLACED,
    PORT_TEMPLATES,
    Id,
    Kind,
    Mapped,
    Record,
    Ref,
    Row,
    Wanted,
    plan_records,
)
from fatdesk.engine.drawing.plan import Plan

OLDEST = (2, 4, 0)
BREAKOUTS_FROM = (3, 2, 0)
"""The oldest whose cables have types with several connectors."""
KINDS = {
    kind.name: kind
    for kind in (
        Kind("location-types", "dcim/location-types", "location type", tagged=False, shared=True),
        Kind("sites", "dcim/locations", "location", shared=True),
        Kind("manufacturers", "dcim/manufacturers", "manufacturer", tagged=False, shared=True),
        Kind("device-roles", "extras/roles", "role", tagged=False, shared=True),
        Kind("device-types", "dcim/device-types", "device type", shared=True),
        *PORT_TEMPLATES,
        Kind("bay-templates", "dcim/device-bay-templates", "bay template", tagged=False),
        *PLACED,
        Kind("cable-types", "dcim/cable-types", "cable type", shared=True),
        Kind("cables", "dcim/cables", "cable", batch=10),
    )
}
PATHS = {"rack-reservations": "dcim/rack-reservations"} | {name: kind.path for name, kind in KINDS.items()}
FILTERS = {"name": "name__ie", "site": "location", "tag": "tags"}
OF_LOCATIONS = ["dcim.rack", "dcim.device", "dcim.powerpanel"]
"""Content types that a location of a hall needs."""
TAGGED = [
    "dcim.location", "dcim.devicetype", "dcim.rack", "dcim.powerpanel", "dcim.powerfeed", "dcim.device",
    "dcim.cabletype", "dcim.cable",
]  # fmt: skip
LOCATION_TYPE = "Site"
"""The type of a location that a push makes."""
STATUSES = {
    "sites": "dcim.location",
    "racks": "dcim.rack",
    "power-feeds": "dcim.powerfeed",
    "devices": "dcim.device",
    "interfaces": "dcim.interface",
    "channels": "dcim.interface",
    "cables": "dcim.cable",
}
"""Kinds with a status, and what the status has to be for."""
RENAMED = {
    "interfaces": {"parent": "parent_interface", "channel_id": "breakout_position"},
    "channels": {"parent": "parent_interface", "channel_id": "breakout_position"},
}
NOT_OF_TYPES = ("airflow", "weight", "weight_unit")
"""Fields of device types that Nautobot does not have."""
BLANK = ("face", "type", "length_unit", "subdevice_role", "outer_unit")
"""Fields of text, which are empty instead of null."""
UNFINISHED = " is being made"
"""The end of the label of a cable that has no tags yet."""
SEVERAL = "terminations"
"""The field with the ends of a cable by connector, which splitters have."""
LONGEST_CM = 65_535
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z", re.IGNORECASE)
RACK_FORM = "4-post-cabinet"


class Nautobot(Dialect):
    """A connection to one Nautobot."""

    product = NAUTOBOT
    kinds = KINDS

    def version(self) -> Version:
        """The version of Nautobot."""
        if self._version is None:
            version, text = self.stated_version("nautobot-version")
            if version < OLDEST:
                raise ServerError(f"{self.address}: is Nautobot {text}, 2.4 or later is needed")
            self._version = version
            self.kinds = {
                name: kind
                for name, kind in KINDS.items()
                if version >= BREAKOUTS_FROM or name not in ("channels", "cable-types")
            }
        return self._version

    def wanted(self, plan: Plan, site: str = "", tag: str = "") -> Wanted:
        """Return the records of a plan, with types of ports that this Nautobot knows."""
        breakouts = self.version() >= BREAKOUTS_FROM
        made = records_for(plan, site, tag, breakouts=breakouts)
        return with_known_types(
            made, {name: self._types(name) for name in ("interfaces", "rear-ports", "cables")}
        )

    def _types(self, kind: str) -> set[str]:
        """The types that objects of a kind may have."""
        fields = self.options(PATHS[kind]).get("actions", {})
        for one in fields.values():
            return {str(choice["value"]) for choice in one.get("type", {}).get("choices", ())}
        return set()

    def rows(self, kind: str, by: str = "", values: Sequence[Id] = ()) -> Iterator[Row]:
        """Objects of a kind, under the names of fields that records have."""
        found = self._read(kind, by, values)
        if kind == "racks":
            found = self._with_places(list(found))
        for row in found:
            bare = kind == "cables" and not row.get("tags")
            yield _row(kind, self._with_tag(row) if bare else row, self._tags)

    def _with_tag(self, cable: dict[str, Any]) -> dict[str, Any]:
        """A cable of a push that broke off before it had its tag, with that tag."""
        name = str(cable.get("label", "")).removesuffix(UNFINISHED)
        number = None if name == cable.get("label", "") else self.find_tag(name)
        if number is None:
            return cable
        self._unfinished[cable["id"]] = [number]
        return cable | {"tags": [{"id": number}]}

    def _read(self, kind: str, by: str, values: Sequence[Id]) -> Iterator[dict[str, Any]]:
        path = PATHS[kind]
        if kind == "sites" and by == "slug":
            return iter(())
        if not by:
            return self.read(path)
        name = FILTERS.get(by, by)
        if kind == "cables" and by == "site":
            name = "location_id"
        if kind == "sites" and by == "name":
            name = "id" if all(UUID.match(str(one)) for one in values) else name
        return self.read_of(path, name, values)

    def _with_places(self, racks: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Racks with the names of their locations and groups."""
        names: dict[str, dict[Id, str]] = {}
        for field, path in (("location", "dcim/locations"), ("rack_group", "dcim/rack-groups")):
            ids = sorted({row[field]["id"] for row in racks if row.get(field)})
            names[field] = {one["id"]: str(one["name"]) for one in self.read_of(path, "id", ids)}
        several = len(names["location"]) > 1
        for row in racks:
            group = names["rack_group"].get((row.get("rack_group") or {}).get("id", ""), "")
            where = names["location"].get(row["location"]["id"], "") if several else ""
            yield row | {"location": {"name": f"{where} {group}".strip()}}

    @property
    def _tags(self) -> Mapping[Id, str]:
        """The names of all tags by id; those that are made here are added."""
        if self._tag_names is None:
            self._tag_names = {one["id"]: str(one["name"]) for one in self.read("extras/tags")}
        return self._tag_names

    _tag_names: dict[Id, str] | None = None
    _status_ids: dict[str, Id] | None = None

    @cached_property
    def _unfinished(self) -> dict[Id, list[Id]]:
        """The tags that cables of a push that broke off should have, by their ids."""
        return {}

    def find_tag(self, slug: str) -> Id | None:
        """The id of a tag, which has no slug but a name."""
        return next((number for number, name in self._tags.items() if name == slug), None)

    def make_tag(self, slug: str) -> Id:
        """Make a tag, and return its id."""
        fits = [one for one in TAGGED if one != "dcim.cabletype" or "cable-types" in self.kinds]
        tag = {"name": slug, "color": COLOUR, "description": "Made by fatdesk", "content_types": fits}
        (made,) = self.create("extras/tags", [tag])
        number: Id = made["id"]
        self._tag_names = {**self._tags, number: slug}
        return number

    def add(self, kind: str, bodies: Sequence[dict[str, Any]]) -> list[Id]:
        """Create some objects."""
        made = [self._body(kind, one) for one in bodies]
        if kind == "cables" and self.version() >= BREAKOUTS_FROM:
            return self._add_cables(made)
        return [one["id"] for one in self.create(PATHS[kind], made)]

    def _add_cables(self, bodies: Sequence[dict[str, Any]]) -> list[Id]:
        """Create cables in two steps, since 3.2 drops the tags of a new cable (seen with 3.2.7).

        The first gives them a label by which the next push knows them where the second, which states tags
        and label, was not carried out. A cable has its ends from the first step on: those of a new cable are
        traced once, those that it gets later several times. A splitter has them from the second, as 3.2 drops
        those of several new splitters.
        """
        path, (tag, *_) = PATHS["cables"], bodies[0]["tags"]
        label = f"{self._tags[tag]}{UNFINISHED}"
        splitters = [number for number, one in enumerate(bodies) if SEVERAL in one]
        ids: dict[int, Id] = dict(
            zip(splitters, self._without_ends(label) if splitters else (), strict=False)
        )
        missing = [number for number in range(len(bodies)) if number not in ids]
        first = [
            {name: value for name, value in bodies[number].items() if name not in ("tags", SEVERAL)}
            | {"label": label}
            for number in missing
        ]
        made = self.create(path, first) if first else []
        ids |= {number: one["id"] for number, one in zip(missing, made, strict=True)}
        second = [
            {"id": ids[number], "label": one.get("label", ""), "tags": one["tags"]}
            | (one if SEVERAL in one else {})
            for number, one in enumerate(bodies)
        ]
        self.change(path, second)
        return [ids[number] for number in range(len(bodies))]

    def _without_ends(self, label: str) -> Iterator[Id]:
        """The splitters of a push that broke off before they had ends."""
        for row in self.read(PATHS["cables"], {"label": label}):
            if not any((row.get(SEVERAL) or {}).values()):
                yield row["id"]

    def update(self, kind: str, bodies: Sequence[dict[str, Any]]) -> None:
        """Change some objects; cables of a push that broke off get their tags."""
        made = [self._body(kind, one) for one in bodies]
        for one in made:
            if kind == "cables" and one["id"] in self._unfinished:
                one["tags"] = self._unfinished[one["id"]]
        self.change(PATHS[kind], made)

    def remove(self, kind: str, ids: Sequence[Id]) -> None:
        """Delete some objects; devices in bays apart: 3.2 fails with them and their box in one request."""
        inside: list[Id] = []
        if kind == "devices":
            inside = [row["id"] for row in self.read_of(PATHS[kind], "id", ids) if row.get("parent_bay")]
        for some in (inside, [one for one in ids if one not in set(inside)]):
            if some:
                super().remove(kind, some)

    def _body(self, kind: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Fields as Nautobot names them, with the id of the status and the ends of a cable."""
        names = RENAMED.get(kind, {})
        found: dict[str, Any] = {}
        for name, value in fields.items():
            if name == "status":
                found[name] = self._status(kind, str(value))
            elif name not in ("a_terminations", "b_terminations"):
                found[names.get(name, name)] = "" if value is None and name in BLANK else value
        return found | _ends(fields)

    def _status(self, kind: str, name: str) -> Id:
        """The id of a status that objects of a kind may have."""
        model = STATUSES[kind]
        if self._status_ids is None:
            self._status_ids = {
                f"{str(one['name']).lower()} {fit}": one["id"]
                for one in self.read("extras/statuses")
                for fit in one.get("content_types", ())
            }
        found = self._status_ids.get(f"{name} {model}")
        if found is None:
            raise ServerError(f"{self.address}: there is no status {name.capitalize()} for {model}, add it")
        return found

    def refusal(self, record: Record, row: Row) -> str:
        """The reason why a location, type of locations, or role of others cannot be used."""
        if record.kind == "sites":
            kind = row["location_type"]["id"]
            (found,) = self.read_of(PATHS["location-types"], "id", [kind])
            row, title = found, f"its location type {found['name']}"
            needed = OF_LOCATIONS
        elif record.kind in ("location-types", "device-roles"):
            title, needed = "it", list(record.initial["content_types"])
        elif record.kind == "cable-types":
            same = all(row.get(name) == value for name, value in record.initial.items() if name != "name")
            return "" if same else "it has other connectors than its name states, rename it"
        else:
            return ""
        missing = [one for one in needed if one not in row.get("content_types", ())]
        return (
            f"{title} does not allow {', '.join(missing)}: add them to its content types" if missing else ""
        )


def _row(kind: str, row: dict[str, Any], tags: Mapping[Id, str]) -> Row:
    """An object under the names of fields that records have."""
    found = row | {own: row.get(theirs) for own, theirs in RENAMED.get(kind, {}).items()}
    if row.get("tags"):
        found["tags"] = [{"id": one["id"], "slug": tags.get(one["id"], "")} for one in row["tags"]]
    if kind == "cables":
        for side in "ab":
            found[f"{side}_terminations"] = list(_side(row, side))
    return found


def _side(row: Row, side: str) -> Iterator[dict[str, Any]]:
    """The ends of a cable at one side, in the order of its connectors."""
    if SEVERAL not in row:
        number = row.get(f"termination_{side}_id")
        if number:
            yield {"object_type": row[f"termination_{side}_type"], "object_id": number}
        return
    slots = {int(slot[1:]): end for slot, end in row[SEVERAL].items() if slot[0] == side}
    for _, end in sorted(slots.items()):
        if end is not None:
            yield {"object_type": end["object_type"], "object_id": end["id"]}


def _ends(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The ends of a new cable: of a splitter by connector."""
    sides = {side: fields.get(f"{side}_terminations", ()) for side in "ab"}
    if max(map(len, sides.values())) > 1:
        slots = {
            f"{side}{connector}": {"object_type": end["object_type"], "id": end["object_id"]}
            for side, ends in sides.items()
            for connector, end in enumerate(ends, start=1)
        }
        return {SEVERAL: slots}
    found: dict[str, Any] = {}
    for side, ends in sides.items():
        for end in ends:
            found |= {
                f"termination_{side}_type": end["object_type"],
                f"termination_{side}_id": end["object_id"],
            }
    return found


def records_for(plan: Plan, site: str = "", tag: str = "", *, breakouts: bool = True) -> Wanted:
    """Return the records of a plan for a Nautobot.

    Parameters
    ----------
    breakouts
        Whether a splitter may be one cable, as from Nautobot 3.2 on.
    """
    made = plan_records(plan, site, tag, four_x=False, channels=breakouts)
    shapes = {Ref(one.kind, one.key): one.fields for one in made.records.get("rack-types", ())}
    found: dict[str, list[Record]] = {}
    for kind, records in made.records.items():
        if kind not in ("rack-types", "channel-templates"):
            found[kind] = [_record(record, shapes) for record in records]
    (location,) = found["sites"]
    found["location-types"] = [_location_type(Ref(location.kind, location.key))]
    found["cable-types"] = list(_cable_types(made.records.get("cables", ())))
    return Wanted(made.site, made.tag, sorted_records(found, KINDS), made.left_out)


def _location_type(location: Ref) -> Record:
    first = {"name": LOCATION_TYPE, "content_types": OF_LOCATIONS}
    return Record("location-types", (LOCATION_TYPE.lower(),), LOCATION_TYPE, {}, first, serves=location)


def _legs(record: Record) -> int:
    """The connectors at the far side of a cable."""
    return len(record.initial["b_terminations"])


def _cable_types(cables: Iterable[Record]) -> Iterator[Record]:
    """The types of splitters; Nautobot ships those of two and four legs under these names."""
    for legs in sorted({_legs(one) for one in cables if one.fields["profile"]}):
        name = _cable_type(legs)
        first = {"name": name, "a_connectors": 1, "b_connectors": legs, "total_lanes": legs}
        yield Record("cable-types", (name.lower(),), name, {}, first)


def _cable_type(legs: int) -> str:
    return f"1x{legs} Breakout"


def _record(record: Record, shapes: Mapping[Ref, Mapping[str, Any]]) -> Record:
    """A record as Nautobot holds it."""
    fields, initial = dict(record.fields), dict(record.initial)
    if "site" in initial:
        initial["location"] = initial.pop("site")
    if record.kind in ("sites", "manufacturers", "device-roles", "device-types"):
        initial.pop("slug", None)
    match record.kind:
        case "sites":
            initial["location_type"] = Ref("location-types", (LOCATION_TYPE.lower(),))
        case "device-roles":
            initial.pop("vm_role", None)
            initial["content_types"] = ["dcim.device"]
        case "device-types":
            fields = {name: value for name, value in fields.items() if name not in NOT_OF_TYPES}
        case "racks":
            shape = shapes[fields.pop("rack_type")]
            names = ("width", "u_height", "outer_width", "outer_depth", "outer_unit")
            fields |= {name: shape[name] for name in names} | {"type": RACK_FORM}
        case "interface-templates" | "interfaces":
            fields.pop("channels", None)
        case "channels":
            fields["type"] = "virtual"
        case "front-port-templates" | "front-ports":
            (mapped,) = initial.pop("rear_ports")
            assert isinstance(mapped, Mapped)
            initial.pop("positions")
            name = "rear_port_template" if record.kind.endswith("templates") else "rear_port"
            initial |= {name: mapped.rear, "rear_port_position": mapped.position}
        case "cables":
            fields = _cable_fields(record)
    if record.kind in ("interfaces", "channels"):
        initial["status"] = "planned"
    return replace(record, fields=fields, initial=initial)


def _cable_fields(record: Record) -> dict[str, Any]:
    """Fields of a cable, whose length has no decimals there, so that centimetres are written."""
    fields = dict(record.fields)
    if fields.pop("profile"):
        fields["cable_type"] = Ref("cable-types", (_cable_type(_legs(record)).lower(),))
    metres = fields["length"]
    if metres is not None:
        whole = round(100 * metres)
        in_cm = whole <= LONGEST_CM
        fields |= {"length": whole if in_cm else round(metres), "length_unit": "cm" if in_cm else "m"}
    return fields


def with_known_types(wanted: Wanted, types: Mapping[str, set[str]]) -> Wanted:
    """Records whose types a server knows: others are ``other``, of cables none.

    Parameters
    ----------
    types
        What interfaces, rear ports and cables may be; empty: unknown, so all.
    """
    like = {
        "interface-templates": "interfaces",
        "interfaces": "interfaces",
        "rear-port-templates": "rear-ports",
        "rear-ports": "rear-ports",
        "front-port-templates": "rear-ports",
        "front-ports": "rear-ports",
        "cables": "cables",
    }

    def known(record: Record) -> Record:
        allowed, stated = types[like[record.kind]], record.fields["type"]
        if not allowed or stated in allowed or not stated:
            return record
        instead = None if record.kind == "cables" else "other"
        return replace(record, fields={**record.fields, "type": instead})

    records = {
        kind: [known(one) for one in some] if kind in like else some for kind, some in wanted.records.items()
    }
    return replace(wanted, records=records)
