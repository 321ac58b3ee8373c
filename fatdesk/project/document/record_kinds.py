"""Kinds of records in a project file, references between records, and differences of two projects."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from types import UnionType
from typing import Any, NamedTuple

import msgspec

from fatdesk.core.struct import Struct, Text
from fatdesk.core.units import ratio
from fatdesk.engine.bill.deployability import WORK_FIGURES
from fatdesk.engine.bill.rules import PurchaseTerms
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.parts import (
    AnyPart,
    Cable,
    Enclosure,
    Equipment,
    HostPart,
    ModularSwitch,
    Part,
    PowerUnit,
    RackPart,
    Switch,
)
from fatdesk.engine.fabric.as_built import AsBuiltNode
from fatdesk.engine.fabric.name_templates import Naming
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.building import Door, PlanSettings, Wall
from fatdesk.engine.floor.floor import Device, Feed, Floor, Rack, Tray, Zone, rack_label
from fatdesk.engine.floor.room import AIR_DELTA_K, Area
from fatdesk.engine.floor.route_rules import RouteRule
from fatdesk.engine.rules.rules import Rule
from fatdesk.engine.structured.laid_trunk import LaidTrunk
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.schedules.study import MESSAGE_BYTES, ScheduleStudy
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.topologies import dragonfly_plus
from fatdesk.project.document.cable_records import CableRecord, CableRecords
from fatdesk.project.document.explorations import KeptExploration
from fatdesk.project.document.export_job import ExportJob
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.document.project import (
    Alternative,
    BillRules,
    BuiltNode,
    FabricDecision,
    NetworkUnderStudy,
    Project,
    Replugged,
    Revision,
    SearchRequirements,
    Waiver,
)


class ProjectRecord(Struct, frozen=True, kw_only=True):
    """The project itself."""

    name: Text = ""


class RecordKind(NamedTuple):
    """A kind of record: the word after ``"t"``, its type, and where its values lie in a project.

    ``key`` distinguishes two records (None: there may be equal ones); with ``ordered`` the order is the
    user's and stays, else records are in order of key. A section is one record or, when it is as
    it comes, none. ``since`` is the format that the kind came with: a file without such records keeps an
    older one. ``needs`` gives the format of a single record, where what it may say has grown.
    """

    word: str
    type: Any
    values: Callable[[Project], Iterable[Any]]
    key: Callable[[Any], Any] | None
    ordered: bool = False
    section: bool = False
    since: int = 1
    needs: Callable[[Any], int] | None = None


def _section(word: str, kind: type[Struct], needs: Callable[[Any], int] | None = None) -> RecordKind:
    """A section that is one record, left out while it is all defaults."""
    plain = kind()

    def values(project: Project) -> Iterable[Any]:
        value = getattr(project, word)
        return () if value == plain else (value,)

    return RecordKind(word, kind, values, lambda _: word, section=True, needs=needs)


def _format_of_hosts(group: HostGroup) -> int:
    """The format that a group of hosts needs."""
    if group.names:
        return 12
    return 11 if group.outside_m is not None else 1 if group.per_rack is None else 10


def _format_of_fabric(fabric: FabricDecision) -> int:
    """The format that a fabric needs."""
    if fabric.as_built is not None:
        return 12
    wanted = fabric.requirement
    if wanted.hosts == "none":
        return 12
    new = (wanted.edges_per_group, wanted.core_count, wanted.members, wanted.switches_of)
    design = fabric.design
    if design is not None and ("on_up" in design.params or {"splits", "rack_edges"} <= set(design.params)):
        return 12
    built = design is not None and ("splits" in design.params or design.family == dragonfly_plus.NAME)
    if any(new) or wanted.core_in_rack != "top" or built:
        return 11
    if (
        wanted.edges_per_rack
        or wanted.edge_at != "top"
        or wanted.pods != "hosts"
        or ratio(wanted.blocking) < 1
    ):
        return 10
    if wanted.extra_ports_to:
        return 9
    return 7 if wanted.port_names or wanted.hosts_per_edge else 1


def _without_nodes(fabric: FabricDecision) -> FabricDecision:
    """A fabric whose nodes, if it is recorded as built, have records of their own."""
    record = fabric.as_built
    if record is None or not record.nodes:
        return fabric
    return msgspec.structs.replace(fabric, as_built=msgspec.structs.replace(record, nodes=()))


def _built_nodes(project: Project) -> Iterator[BuiltNode]:
    for fabric in project.fabrics:
        for node in fabric.as_built.nodes if fabric.as_built else ():
            yield BuiltNode(fabric=fabric.requirement.name, **msgspec.structs.asdict(node))


def _with_nodes(fabrics: Iterable[FabricDecision], nodes: Iterable[BuiltNode]) -> Iterator[FabricDecision]:
    """Fabrics with the records of their nodes."""
    found: dict[str, list[AsBuiltNode]] = {}
    for node in nodes:
        values = msgspec.structs.asdict(node)
        found.setdefault(values.pop("fabric"), []).append(AsBuiltNode(**values))
    for fabric in fabrics:
        own = found.get(fabric.requirement.name)
        if own and fabric.as_built is not None:
            record = msgspec.structs.replace(fabric.as_built, nodes=tuple(own))
            yield msgspec.structs.replace(fabric, as_built=record)
        else:
            yield fabric


def homeless(records: dict[str, list[Any]]) -> Iterator[tuple[int, str]]:
    """Return the places of records of nodes whose fabric is not recorded as built, and the name of that."""
    built = {some.requirement.name for some in records["fabrics"] if some.as_built is not None}
    for place, node in enumerate(records["nodes"]):
        if node.fabric not in built:
            yield place, node.fabric


def _format_of_requirements(wishes: SearchRequirements) -> int:
    goal, limits = wishes.objective.placed, wishes.limits
    if goal not in (None, "routed_cost") or any(getattr(limits, one.key) is not None for one in WORK_FIGURES):
        return 12
    allowed = wishes.limits.blocking
    if allowed is not None and ratio(allowed) < 1:
        return 10
    room = wishes.room
    if room is None:
        return 1
    facility = room.power, room.floor_kg_per_m2, room.floor_point_kg, room.grid
    if any(value is not None for value in facility) or room.air_delta_k != AIR_DELTA_K:
        return 12
    return 9 if room.rows_face != "same" else 1


def _format_of_naming(naming: Naming) -> int:
    if naming.identifiers is not None:
        return 12
    return 11 if naming.is_new else 7 if naming.middle else 1


def _format_of_plan(plan: PlanSettings) -> int:
    if plan.grid is not None:
        return 12
    return 9 if plan.underlay is None or plan.underlay.page == 1 else 10


def _format_of_part(part: AnyPart) -> int:
    facility = part.supplies, part.supplies_needed, part.liquid_share, part.inlet
    if any(value is not None for value in facility):
        return 12
    if isinstance(part, RackPart) and (
        part.feet is not None or any(some.liquid_share is not None for some in part.contents)
    ):
        return 12
    if isinstance(part, Enclosure) and (not part.switch or part.columns or part.contents):
        return 11
    if isinstance(part, PowerUnit) and (part.c13_outlets, part.c19_outlets) != (None, None):
        return 12
    if isinstance(part, PowerUnit) and part.ports:
        return 11
    if isinstance(part, Switch | ModularSwitch) and (
        part.management or "management" in part.roles or any(name.management for name in part.port_names)
    ):
        return 11
    if isinstance(part, RackPart) and (part.holds or part.contents):
        return 10
    return 5 if isinstance(part, Equipment) or part.dates else 1


RECORD_KINDS: tuple[RecordKind, ...] = (
    RecordKind(
        "project",
        ProjectRecord,
        lambda p: (ProjectRecord(name=p.name),) if p.name else (),
        lambda _: "project",
        section=True,
    ),
    RecordKind(
        "hosts",
        HostGroup,
        lambda p: p.hosts,
        lambda r: r.name,
        ordered=True,
        needs=_format_of_hosts,
    ),
    RecordKind(
        "fabrics",
        FabricDecision,
        lambda p: map(_without_nodes, p.fabrics),
        lambda r: r.requirement.name,
        ordered=True,
        needs=_format_of_fabric,
    ),
    RecordKind("nodes", BuiltNode, _built_nodes, lambda r: (r.fabric, r.id), ordered=True, since=12),
    _section(
        "wishes",
        SearchRequirements,
        _format_of_requirements,
    ),
    RecordKind("parts", AnyPart, lambda p: p.parts, lambda r: r.id, needs=_format_of_part),
    RecordKind(
        "racks",
        Rack,
        lambda p: p.floor.racks,
        lambda r: r.number,
        needs=lambda rack: 12 if rack.power is not None else 1 if rack.front == "down" else 9,
    ),
    RecordKind(
        "trays",
        Tray,
        lambda p: p.floor.trays,
        lambda r: r.id,
        needs=lambda tray: 1 if tray.carries == "all" else 12,
    ),
    RecordKind("columns", Area, lambda p: p.floor.columns, None, ordered=True),
    RecordKind("feeds", Feed, lambda p: p.floor.feeds, lambda r: r.name, ordered=True, since=4),
    RecordKind("zones", Zone, lambda p: p.floor.zones, lambda r: r.name, ordered=True, since=4),
    RecordKind("routes", RouteRule, lambda p: p.floor.routes, lambda r: r.name, ordered=True, since=12),
    RecordKind("walls", Wall, lambda p: p.floor.walls, None, ordered=True, since=9),
    RecordKind("doors", Door, lambda p: p.floor.doors, None, ordered=True, since=9),
    RecordKind(
        "plan",
        PlanSettings,
        lambda p: () if p.floor.plan == PlanSettings() else (p.floor.plan,),
        lambda _: "plan",
        section=True,
        since=9,
        needs=_format_of_plan,
    ),
    _section("cabling", CablingRules),
    RecordKind(
        "cables",
        CableRecord,
        lambda p: CableRecords.of(p.cables).in_order(),
        lambda r: r.id,
        needs=lambda record: 9 if record.reason else 1,
    ),
    _section("naming", Naming, _format_of_naming),
    _section("bill", BillRules, lambda bill: 12 if bill.tray_fittings else 1),
    RecordKind("alternatives", Alternative, lambda p: p.alternatives, lambda r: r.key, since=5),
    RecordKind("terms", PurchaseTerms, lambda p: p.terms, lambda r: r.key, since=7),
    RecordKind("studies", NetworkUnderStudy, lambda p: p.studies, lambda r: r.name, ordered=True, since=2),
    RecordKind(
        "simulations", SimulationStudy, lambda p: p.simulations, lambda r: r.name, ordered=True, since=3
    ),
    RecordKind("faults", FaultStudy, lambda p: p.faults, lambda r: r.name, ordered=True, since=4),
    RecordKind(
        "schedules",
        ScheduleStudy,
        lambda p: p.schedules,
        lambda r: r.name,
        ordered=True,
        since=8,
        needs=lambda study: 8 if study.message_bytes == MESSAGE_BYTES else 9,
    ),
    RecordKind(
        "explorations",
        KeptExploration,
        lambda p: p.explorations,
        lambda r: r.fabric,
        since=9,
        needs=lambda kept: 11 if kept.designs else 9,
    ),
    RecordKind("growth", GrowthStep, lambda p: p.growth, None, ordered=True, since=12),
    RecordKind(
        "jobs",
        ExportJob,
        lambda p: p.jobs,
        lambda r: r.name,
        ordered=True,
        since=5,
        needs=lambda job: 5 if job.building_plan else 10,
    ),
    RecordKind("trunks", LaidTrunk, lambda p: p.trunks, lambda r: r.id, since=12),
    RecordKind("replugged", Replugged, lambda p: p.replugged, None, ordered=True, since=5),
    RecordKind("rules", Rule, lambda p: p.rules, lambda r: r.name, ordered=True, since=12),
    RecordKind(
        "waivers",
        Waiver,
        lambda p: p.waivers,
        lambda r: (r.rule, r.where),
        needs=lambda waiver: 12 if waiver.end or waiver.text else 9 if waiver.by or waiver.on else 1,
    ),
    RecordKind("revisions", Revision, lambda p: p.revisions, lambda r: r.name, ordered=True, since=12),
)
"""A new kind is one line here; one that an old program does not know raises the format."""


def assembled(records: dict[str, list[Any]]) -> Project:
    """A project from its records by kind; records of one key must be single."""
    found: dict[str, Any] = {}
    for kind in RECORD_KINDS:
        values = records.get(kind.word, [])
        if kind.section:
            found[kind.word] = values[0] if values else kind.type()
        elif kind.type is CableRecord:
            found[kind.word] = CableRecords(values)
        else:
            found[kind.word] = tuple(values if kind.ordered else sorted(values, key=kind.key))
    name = found.pop("project").name
    found["fabrics"] = tuple(_with_nodes(found["fabrics"], found.pop("nodes")))
    floor = Floor(**{word: found.pop(word) for word in Floor.__struct_fields__})
    return Project(name=name, floor=floor, **found)


def in_order(project: Project) -> Project:
    """The same project with all that is in order of its key in the order of the file."""
    return msgspec.structs.replace(
        project,
        floor=msgspec.structs.replace(
            project.floor,
            racks=tuple(sorted(project.floor.racks, key=lambda r: r.number)),
            trays=tuple(sorted(project.floor.trays, key=lambda r: r.id)),
        ),
        parts=tuple(sorted(project.parts, key=lambda r: r.id)),
        alternatives=tuple(sorted(project.alternatives, key=lambda r: r.key)),
        terms=tuple(sorted(project.terms, key=lambda r: r.key)),
        explorations=tuple(sorted(project.explorations, key=lambda r: r.fabric)),
        waivers=tuple(sorted(project.waivers, key=lambda r: (r.rule, r.where))),
        cables=CableRecords.of(project.cables),
    )


class Dangling(NamedTuple):
    """A name that leads nowhere: in which record, by its kind and key, and in which field."""

    kind: str
    key: str | int | tuple[str, str]
    field: str
    what: str


_WORDS: dict[type[Part] | UnionType, str] = {
    HostPart: "a server",
    RackPart: "a rack",
    Cable: "a cable",
    Switch: "a switch",
    Switch | ModularSwitch: "a switch",
    ModularSwitch: "a modular switch",
}


def dangling(project: Project) -> Iterator[Dangling]:
    """Every part, group or cable that something names and the project does not hold."""
    parts = {part.id: part for part in project.parts}
    for group in project.hosts:
        yield from _part(parts, group.part, "hosts", group.name, "part", HostPart)
    groups = {group.name for group in project.hosts}
    for fabric in project.fabrics:
        yield from _fabric(fabric, groups, parts)
    if project.cabling.bundle_cable is not None:
        yield from _part(parts, project.cabling.bundle_cable, "cabling", "cabling", "bundle_cable", Cable)
    for record in CableRecords.of(project.cables).in_order():
        if record.part is not None:
            yield from _part(parts, record.part, "cables", record.id, "part", Cable)
    yield from _floor(project, parts)


def _part(
    parts: dict[str, AnyPart],
    part_id: str,
    kind: str,
    key: str | int | tuple[str, str],
    field: str,
    wanted: type[Part] | UnionType = Part,
) -> Iterator[Dangling]:
    part = parts.get(part_id)
    if part is None:
        what = f'the part "{part_id}" is not among the parts of this project, add it or name another'
        yield Dangling(kind, key, field, what)
    elif not isinstance(part, wanted):
        what = f'the part "{part_id}" is not {_WORDS[wanted]}, name another'
        yield Dangling(kind, key, field, what)


def _fabric(fabric: FabricDecision, groups: set[str], parts: dict[str, AnyPart]) -> Iterator[Dangling]:
    name = fabric.requirement.name
    for n, group in enumerate(fabric.requirement.named_hosts):
        if group not in groups:
            what = f'there is no group of hosts "{group}", add it or take the name out'
            yield Dangling("fabrics", name, f"requirement.hosts[{n}]", what)
    for n, member in enumerate(fabric.requirement.members):
        if member.hosts not in groups:
            what = f'there is no group of hosts "{member.hosts}", add it or take the member out'
            yield Dangling("fabrics", name, f"requirement.members[{n}].hosts", what)
    for n, use in enumerate(fabric.design.parts if fabric.design else ()):
        yield from _part(parts, use.part, "fabrics", name, f"design.parts[{n}].part")
    for node in fabric.as_built.switches if fabric.as_built else ():
        assert node.part is not None  # else it is no switch
        yield from _part(parts, node.part, "nodes", (name, node.id), "part", Switch | ModularSwitch)


def _floor(project: Project, parts: dict[str, AnyPart]) -> Iterator[Dangling]:
    seen: dict[str, str] = {}

    def devices(inside: tuple[Device, ...], number: int, label: str, field: str) -> Iterator[Dangling]:
        for n, device in enumerate(inside):
            if device.part not in parts:
                yield from _part(parts, device.part, "racks", number, f"{field}[{n}].part")
            if device.id in seen:
                what = f'"{device.id}" is in rack {seen[device.id]} too, remove it from one of them'
                yield Dangling("racks", number, f"{field}[{n}].id", what)
            seen[device.id] = label
            if device.inside:
                yield from devices(device.inside, number, label, f"{field}[{n}].inside")

    for rack in project.floor.racks:
        yield from _part(parts, rack.part, "racks", rack.number, "part", RackPart)
        yield from devices(rack.devices, rack.number, rack_label(rack), "devices")


WORDS = {
    "project": "the name of the project",
    "hosts": "host groups",
    "fabrics": "fabrics",
    "nodes": "nodes of fabrics as built",
    "wishes": "requirements of the design",
    "parts": "parts",
    "racks": "racks",
    "trays": "trays",
    "columns": "obstacles",
    "feeds": "power feeds",
    "zones": "zones",
    "routes": "route rules",
    "walls": "walls",
    "doors": "doors",
    "plan": "the settings of the plan",
    "cabling": "the rules of cabling",
    "cables": "cable records",
    "naming": "the templates of names",
    "bill": "the rules of the bill",
    "alternatives": "alternatives",
    "terms": "terms of purchase",
    "studies": "reference networks",
    "simulations": "simulation studies",
    "faults": "fault studies",
    "schedules": "schedule studies",
    "explorations": "explorations",
    "growth": "growth steps",
    "jobs": "export jobs",
    "trunks": "trunks in place",
    "replugged": "exchanged plugs",
    "rules": "own rules",
    "waivers": "waived findings",
    "revisions": "revisions",
}
SINGULAR = {
    "routes": "route rule",
    "simulations": "simulation study",
    "faults": "fault study",
    "schedules": "schedule study",
}


def kind_word(word: str) -> str:
    """Return what one record of a kind is called by people.

    >>> kind_word("racks"), kind_word("faults"), kind_word("cabling")
    ('rack', 'fault study', 'rules of cabling')
    """
    named = WORDS.get(word, word).removeprefix("the ")
    section = any(one.word == word and one.section for one in RECORD_KINDS)
    return named if section else SINGULAR.get(word, named.removesuffix("s"))


def differences(one: Project, other: Project) -> list[str]:
    """Describe records added, changed or removed between two projects; empty when they are equal.

    >>> differences(Project(name="a"), Project(name="b"))
    ['the name of the project']
    >>> differences(Project(name="a"), Project(name="a", faults=(FaultStudy(name="s"),)))
    ['1 fault study']
    """
    counts = []
    for kind in RECORD_KINDS:
        before = Counter(map(repr, kind.values(one)))
        after = Counter(map(repr, kind.values(other)))
        count = max((before - after).total(), (after - before).total())
        if count:
            word = WORDS[kind.word]
            if not kind.section:
                word = f"{count:,} {SINGULAR.get(kind.word, word.removesuffix('s')) if count == 1 else word}"
            counts.append(word)
    return counts
