"""Records of a plan for the API of a server: natural keys, and the fields that the plan decides.

Names of kinds and fields are those of NetBox; the module of another product makes its own of them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fatdesk.core.number_text import counted
from fatdesk.engine.dcim.panels import End
from fatdesk.engine.dcim.plan_rows import STATUS, Content
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.floor.facility import RackFacility
from fatdesk.engine.floor.feeds import SHARES

Key = tuple[str, ...]
"""The natural key of a record, in lower case, since names that differ in case alone are one to people."""
Id = int | str
"""The number of an object of a server."""
Row = Mapping[str, Any]
"""An object as a server states it, under the names of fields that records have."""
PORT_KINDS = {"dcim.interface": "interfaces", "dcim.frontport": "front-ports", "dcim.rearport": "rear-ports"}
"""Kinds of records by the type of an end of a cable."""


class Ref(NamedTuple):
    """Another record, whose id is known once it is there."""

    kind: str
    key: Key


class Mapped(NamedTuple):
    """The rear port of a front port, and the position there."""

    rear: Ref
    position: int


@dataclass(frozen=True)
class Kind:
    """A kind of objects of a server.

    Attributes
    ----------
    path
        Its path below ``/api/``.
    tagged
        Whether its objects carry tags; those without belong to a device type or device that does, or are
        shared.
    shared
        Whether an object of others is used as it is; of other kinds it is in the way.
    batch
        The number of objects in one request.
    """

    name: str
    path: str
    noun: str
    tagged: bool = True
    shared: bool = False
    batch: int = 50

    def __str__(self) -> str:
        return self.noun


PORT_TEMPLATES = (
    Kind("rear-port-templates", "dcim/rear-port-templates", "rear port template", tagged=False),
    Kind("front-port-templates", "dcim/front-port-templates", "front port template", tagged=False),
    Kind("interface-templates", "dcim/interface-templates", "interface template", tagged=False),
)
PLACED = (
    Kind("racks", "dcim/racks", "rack", shared=True),
    Kind("power-panels", "dcim/power-panels", "power panel", shared=True),
    Kind("power-feeds", "dcim/power-feeds", "power feed"),
    Kind("devices", "dcim/devices", "device", batch=20),
    Kind("rear-ports", "dcim/rear-ports", "rear port", tagged=False),
    Kind("front-ports", "dcim/front-ports", "front port", tagged=False),
    Kind("interfaces", "dcim/interfaces", "interface", tagged=False),
    Kind("channels", "dcim/interfaces", "channel", tagged=False),
    Kind("device-bays", "dcim/device-bays", "device bay", tagged=False),
)
"""Kinds that NetBox and Nautobot have alike, in the order of writing: racks, what is in them, and ports."""


Kinds = Mapping[str, Kind]
"""The kinds of a product in the order of writing: what others refer to comes first."""
OF_DEVICES = ("rear-ports", "front-ports", "interfaces", "channels", "device-bays")
"""Kinds whose objects a server makes with their device, from the templates of its type."""
OF_TYPES = (
    "rear-port-templates",
    "front-port-templates",
    "interface-templates",
    "channel-templates",
    "bay-templates",
)


@dataclass(frozen=True)
class Record:
    """An object that a server should have.

    Attributes
    ----------
    also
        Another key of the same object, such as its slug where the first is its name.
    serves
        The record with which alone it is made, as the type of a new location.
    fields
        What the plan decides, compared and changed in later pushes.
    initial
        What is written only with a new object: names, status, and what people may change there.
    """

    kind: str
    key: Key
    title: str
    fields: dict[str, Any] = field(default_factory=dict)
    initial: dict[str, Any] = field(default_factory=dict)
    also: Key = ()
    serves: Ref | None = None


@dataclass(frozen=True)
class Wanted:
    """All records of a plan by kind, and what the server cannot hold."""

    site: str
    tag: str
    records: dict[str, list[Record]]
    left_out: list[str]


TAGS = "fatdesk-"
"""The beginning of the tags of projects."""


def tag_of(title: str) -> str:
    """The tag of everything that the pushes of a project make.

    >>> tag_of("Hall 3: phase 2")
    'fatdesk-hall-3-phase-2'
    """
    return TAGS + (re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60] or "project")


def plan_records(plan: Plan, site: str = "", tag: str = "", *, four_x: bool, channels: bool) -> Wanted:
    """Return the records of a plan.

    Parameters
    ----------
    site
        The name of the site; empty: that of the project.
    tag
        The slug of the tag that marks what pushes make; empty: by the name of the project.
    four_x
        Whether types of InfiniBand ports state their width.
    channels
        Whether a splitter may be one cable, whose port at the switch has channels.
    """
    made = _Records(plan, Content(plan, four_x=four_x, channels=channels), site)
    return Wanted(made.site, tag or tag_of(plan.title), made.records(), made.left_out)


class _Records:
    def __init__(self, plan: Plan, content: Content, site: str) -> None:
        self._plan, self._content = plan, content
        self.site = site or content.site
        self._site = Ref("sites", _key(self.site))
        self._slugs = {str(row["name"]): str(row["slug"]) for row in content.rows("manufacturers")}
        self._types = {(one["manufacturer"], one["model"]): one for one in content.device_types}
        self.left_out = [*self._without_channels(), "trays, routes, prices, transceivers and parts of cables"]

    def _without_channels(self) -> list[str]:
        """Splitters of which each leg is a cable of its own."""
        splitters = {row.id for row in self._plan.cables if len(row.legs) > 1}
        whole = {wire.label for wire in self._content.cables() if wire.profile}
        count = len(splitters - whole)
        if not count:
            return []
        return [f"which legs are one splitter of {counted(count, 'splitter')}: each leg is a cable"]

    def records(self) -> dict[str, list[Record]]:
        found: dict[str, list[Record]] = {}
        for record in self._all():
            found.setdefault(record.kind, []).append(record)
        return found

    def _all(self) -> Iterator[Record]:
        slug = re.sub(r"[^a-z0-9_-]+", "-", self.site.lower()).strip("-") or "site"
        first: dict[str, Any] = {"name": self.site, "slug": slug, "status": STATUS}
        yield Record("sites", _key(self.site), self.site, {}, first, _key("slug", slug))
        for kind in ("manufacturers", "device-roles"):
            for row in self._content.rows(kind):
                name, slug = str(row["name"]), str(row["slug"])
                first = dict(row) | ({"vm_role": False} if "vm_role" in row else {})
                yield Record(kind, _key("slug", slug), name, {}, first, _key("name", name))
        yield from self._rack_types()
        for document in self._content.device_types:
            yield from self._device_type(document)
        yield from self._racks()
        yield from self._feeds()
        yield from self._devices()
        yield from self._cables()

    def _manufacturer(self, name: object) -> Ref:
        return Ref("manufacturers", _key("slug", self._slugs[str(name)]))

    def _model(self, kind: str, row: Mapping[str, Any], model: str = "model") -> Ref:
        slug = self._slugs[str(row["manufacturer"])]
        return Ref(kind, _key(slug, "model", row[model]))

    def _rack_types(self) -> Iterator[Record]:
        for row in self._content.rows("rack-types"):
            ref = self._model("rack-types", row)
            fields = {name: value for name, value in row.items() if name not in ("manufacturer", "slug")}
            first = {"manufacturer": self._manufacturer(row["manufacturer"]), "slug": row["slug"]}
            also = _key(ref.key[0], "slug", row["slug"])
            yield Record("rack-types", ref.key, str(row["model"]), fields, first, also)

    def _device_type(self, document: Mapping[str, Any]) -> Iterator[Record]:
        ref = self._model("device-types", document)
        parts = ("interfaces", "device-bays", "rear-ports", "front-ports")
        fields = {n: v for n, v in document.items() if n not in (*parts, "manufacturer", "slug")}
        if "weight" in fields:
            fields["weight"] = round(float(fields["weight"]), 2)
        first = {"manufacturer": self._manufacturer(document["manufacturer"]), "slug": document["slug"]}
        also = _key(ref.key[0], "slug", document["slug"])
        yield Record("device-types", ref.key, document["model"], fields, first, also)
        templates = {
            "interfaces": "interface-templates",
            "channels": "channel-templates",
            "device-bays": "bay-templates",
            "rear-ports": "rear-port-templates",
            "front-ports": "front-port-templates",
        }
        yield from _components(document, "device_type", ref, document["model"], templates)

    def _racks(self) -> Iterator[Record]:
        types = {row["model"]: row for row in self._content.rows("rack-types")}
        for row in self._content.rows("racks"):
            name = str(row["name"])
            fields: dict[str, Any] = {"rack_type": self._model("rack-types", types[row["rack_type"]])}
            if row.get("facility_id"):
                fields["facility_id"] = row["facility_id"]
            first = {"name": name, "site": self._site, "status": STATUS}
            yield Record("racks", _key(name), name, fields, first)

    def _feeds(self) -> Iterator[Record]:
        """The circuits of each feed of each rack; no product has a feed without amperes."""
        racks = [str(row["name"]) for row in self._content.rows("racks")]
        some: list[tuple[str, RackFacility]] = []
        unknown = 0
        for label, one in zip(racks, self._plan.facility.racks if racks else (), strict=True):
            if one.stated and one.feeds.breaker_a is None:
                unknown += 1
            elif one.stated:
                some.append((label, one))
        if unknown:
            self.left_out.append(f"feeds of {counted(unknown, 'rack')} whose breakers are unknown")
        for name in sorted({name for _, one in some for name in one.feeds.names}):
            panel = f"Feed {name}"
            first = {"name": panel, "site": self._site}
            yield Record("power-panels", _key(panel), panel, {}, first)
        for label, one in some:
            for name in one.feeds.names:
                yield from self._circuits(label, one, name)

    def _circuits(self, label: str, one: RackFacility, feed: str) -> Iterator[Record]:
        feeds = one.feeds
        assert feeds.breaker_a is not None
        panel = f"Feed {feed}"
        for circuit in range(1, feeds.circuits + 1):
            name = f"{label}-{feed}" if feeds.circuits == 1 else f"{label}-{feed}{circuit}"
            fields = {
                "rack": Ref("racks", _key(label)),
                "voltage": round(feeds.voltage_v),
                "amperage": int(feeds.breaker_a),
                "phase": "three-phase" if feeds.phases == 3 else "single-phase",
                "max_utilization": round(100 * SHARES[feeds.continuous]),
                "type": "primary" if feed == feeds.names[0] else "redundant",
            }
            first = {
                "name": name,
                "power_panel": Ref("power-panels", _key(panel)),
                "status": STATUS,
                "supply": "ac",
            }
            yield Record("power-feeds", _key(panel, name), name, fields, first)

    def _devices(self) -> Iterator[Record]:
        for table in ("devices", "devices-in-bays"):
            for row in self._content.rows(table):
                yield from self._device(row)

    def _device(self, row: Mapping[str, Any]) -> Iterator[Record]:
        name = str(row["name"])
        ref = Ref("devices", _key(name))
        kind = self._types[row["manufacturer"], row["device_type"]]
        fields: dict[str, Any] = {"device_type": self._model("device-types", row, "device_type")}
        if "rack" in row:
            fields |= {
                "rack": Ref("racks", _key(row["rack"])),
                "position": row["position"] or None,
                "face": row["face"] or None,
            }
        role = Ref("device-roles", _key("slug", row["role"]))
        first = {"name": name, "site": self._site, "role": role, "status": STATUS}
        yield Record("devices", ref.key, name, fields, first)
        kinds = {name: name for name in ("interfaces", "channels", "rear-ports", "front-ports")}
        yield from _components(kind, "device", ref, name, kinds)
        if "parent" in row:
            box = Ref("devices", _key(row["parent"]))
            bay = str(row["device_bay"])
            title = f"{row['parent']} {bay}"
            first = {"name": bay, "device": box}
            yield Record("device-bays", (*box.key, bay.lower()), title, {"installed_device": ref}, first)

    def _cables(self) -> Iterator[Record]:
        for wire in self._content.cables():
            sides = {"a_terminations": _ports(wire.a), "b_terminations": _ports(wire.b)}
            fields = {
                "type": wire.kind or None,
                "label": wire.label,
                "length": None if wire.length_m is None else round(wire.length_m, 2),
                "length_unit": None if wire.length_m is None else "m",
                "profile": wire.profile or None,
            }
            title = wire.label or f"{wire.a[0].device} {wire.a[0].port}"
            yield Record("cables", cable_key(*sides.values()), title, fields, {"status": STATUS, **sides})


def _components(
    document: Mapping[str, Any], owner: str, ref: Ref, title: str, kinds: Mapping[str, str]
) -> Iterator[Record]:
    """The ports and bays of a device type, or of a device of that type."""

    def made(kind: str, name: str, fields: dict[str, Any], **first: Any) -> Record:
        initial = {"name": name, owner: ref, **first}
        return Record(kind, (*ref.key, name.lower()), f"{title} {name}", fields, initial)

    for one in document.get("interfaces", ()):
        name, fields = one["name"], {"type": one["type"]}
        first = {"mgmt_only": True} if one.get("mgmt_only") else {}
        if "parent" in one:
            parent = Ref(kinds["interfaces"], (*ref.key, one["parent"].lower()))
            more = {"parent": parent, "channel_id": one["channel_id"]}
            yield made(kinds["channels"], name, fields | more, **first)
        else:
            yield made(kinds["interfaces"], name, fields | {"channels": one.get("channels")}, **first)
    if "device-bays" in kinds:
        for one in document.get("device-bays", ()):
            yield made(kinds["device-bays"], one["name"], {})
    for one in document.get("rear-ports", ()):
        fields = {"type": one["type"], "positions": one["positions"]}
        yield made(kinds["rear-ports"], one["name"], fields)
    for one in document.get("front-ports", ()):
        rear = Ref(kinds["rear-ports"], (*ref.key, one["rear_port"].lower()))
        mapped = [Mapped(rear, one["rear_port_position"])]
        yield made(kinds["front-ports"], one["name"], {"type": one["type"]}, positions=1, rear_ports=mapped)


def _ports(ends: tuple[End, ...]) -> list[Ref]:
    """The ports at one side of a cable."""
    return [Ref(PORT_KINDS[end.kind], _key(end.device, end.port)) for end in ends]


def cable_key(a: list[Ref], b: list[Ref]) -> Key:
    """The key of a cable: the ports of both sides, whichever is a.

    >>> one, other = Ref("interfaces", ("e01", "1")), Ref("interfaces", ("n01", "1"))
    >>> cable_key([one], [other]) == cable_key([other], [one])
    True
    """
    sides = (" ".join(f"{ref.kind}:{'/'.join(ref.key)}" for ref in side) for side in (a, b))
    return tuple(sorted(sides))


def _key(*words: object) -> Key:
    return tuple(str(word).lower() for word in words)
