"""Requirements of a project, and the step that replaces its design."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET, structs

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import AnyPart, Cable, Transceiver
from fatdesk.engine.design.currency import USUAL, currencies
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.fabric.name_templates import Naming
from fatdesk.engine.floor.floor import Floor, Tray, rack_label, racks_in_zone, zone_around
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.engine.physical import FIGURES
from fatdesk.engine.rules.rule_problems import profile_problems
from fatdesk.project.commands.fabrics import REDESIGN, Redesign
from fatdesk.project.commands.floor_edits import decided_besides
from fatdesk.project.commands.history import History
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.building import drawn_trays
from fatdesk.project.designing.improving import is_held
from fatdesk.project.designing.tray_relief import without_relief
from fatdesk.project.document.cable_records import CableRecord, CableRecords
from fatdesk.project.document.project import Project

NOT_PLACED_BY = frozenset(
    (
        *("name", "vendor", "part_number", "notes", "source", "sources", "dates"),
        *("price", "price_per_port", "mtbf_h", "redundancy"),
    )
)
"""Fields of parts that design and placement do not follow from, or only the choice among candidates."""
MOST_NAMED = 8
"""Racks or trays that are named one by one."""


def requirements_of(project: Project) -> Requirements:
    """The requirements of a project that its designs follow from; :func:`with_names` adds its names."""
    return Requirements(
        hosts=project.hosts,
        fabrics=tuple(decision.requirement for decision in project.fabrics),
        objective=project.wishes.objective,
        limits=project.wishes.limits,
        cabling=project.cabling,
        room=project.wishes.room,
        growth=project.growth[0].target if project.growth and project.growth[0].hosts else None,
        currency=_currency(project),
        rules=() if any(profile_problems(project.rules, FIGURES)) else project.rules,
    )


def with_names(requirements: Requirements, project: Project) -> Requirements:
    """Requirements with the templates of names of a project, as a requirements file has them."""
    return structs.replace(requirements, naming=None if project.naming == Naming() else project.naming)


def _currency(project: Project) -> str | None:
    """The currency of the project; None where all prices are in USD, as they usually are."""
    currency = project.bill.currency
    return None if currency == USUAL and set(currencies(project.parts)) <= {USUAL} else currency


def catalog_of(project: Project, catalog: Catalog) -> Catalog:
    """A catalog in which the project's own copies of parts come before those of the same id."""
    own = {part.id: part for part in project.parts}
    others = (part for part in catalog if part.id not in own)
    left_out = {part_id: why for part_id, why in catalog.left_out.items() if part_id not in own}
    return Catalog([*own.values(), *others], left_out)


def designed_with(history: History) -> Project:
    """The project by whose parts the present design was made, as far back as can be undone."""
    steps = list(history.back())
    return next((step.value for step in steps if step.label == REDESIGN), steps[-1].value)


def changed_parts(before: Project, project: Project) -> tuple[str, ...]:
    """Ids of parts with other figures than before, of those that design and placement follow from."""
    known = {part.id: _figures(part) for part in before.parts}
    return tuple(
        part.id
        for part in project.parts
        if not isinstance(part, Cable | Transceiver) and known.get(part.id, _figures(part)) != _figures(part)
    )


def _figures(part: AnyPart) -> dict[str, object]:
    return {key: value for key, value in structs.asdict(part).items() if key not in NOT_PLACED_BY}


def redesign(project: Project, designed: Project, changed: Sequence[str] = ()) -> Redesign | None:
    """The step from a project to one that was designed again; None when both are decided alike.

    The floor stays as the user arranged it unless other devices must be placed on it, another room is
    required, or parts have changed.
    """
    same_things = (
        not (changed and decided_besides(designed.floor, project.floor) != project.floor)
        and project.hosts == designed.hosts
        and _built(project) == _built(designed)
    )
    same_room = project.wishes.room == designed.wishes.room
    known = {part.id: part for part in project.parts}
    naming = _naming(project, designed)
    cables = _records(project, designed)
    command = Redesign(
        hosts=UNSET if project.hosts == designed.hosts else designed.hosts,
        fabrics=UNSET if project.fabrics == designed.fabrics else designed.fabrics,
        wishes=UNSET if project.wishes == designed.wishes else designed.wishes,
        cabling=UNSET if project.cabling == designed.cabling else designed.cabling,
        floor=UNSET if same_things and same_room else designed.floor,
        currency=UNSET if project.bill.currency == designed.bill.currency else designed.bill.currency,
        naming=UNSET if (same_things and same_room) or project.naming == naming else naming,
        parts=tuple(part for part in designed.parts if known.get(part.id) != part),
        cables=UNSET if (same_things and same_room) or cables == project.cables else tuple(cables.in_order()),
    )
    return None if command == Redesign(parts=command.parts) else command


def _records(project: Project, designed: Project) -> CableRecords:
    """The records of cables of a project, with the optical cables that the trays of the design require."""
    required = {record.id: record for record in designed.cables.values() if record.reason}
    kept = without_relief(project.cables)
    return CableRecords([*(one for one in kept.in_order() if one.id not in required), *required.values()])


def _naming(project: Project, designed: Project) -> Naming:
    """The templates of names of a project, and those of the design where the project has none."""
    own, other = structs.asdict(project.naming), structs.asdict(designed.naming)
    return Naming(**{name: own[name] or other[name] for name in own})


def changes(project: Project, command: Redesign, changed: Sequence[str] = ()) -> tuple[str, ...]:
    """Describe what a step changes of what was decided by hand or is installed; nothing: all of that stays.

    In order of weight: parts that have changed, cables, devices, racks, reserved units, trays, feeds and
    zones.
    """
    after = command.apply(project)
    if after.floor is project.floor:
        return ()
    found = [f"Parts changed since the design: {_first(changed)}"] if changed else []
    found += [*_cable_changes(project, after), *_rack_changes(project.floor, after.floor)]
    found += _reserved_changes(project.floor, after.floor)
    found += _tray_changes(project, after)
    return (*found, *_feed_and_zone_changes(project, after))


def _cable_changes(before: Project, after: Project) -> Iterator[str]:
    """Cables that are in place, whose ends would be elsewhere, or that the design no longer has."""
    held = [record for record in before.cables.values() if is_held(record)]
    if not held:
        return
    derived = Derived(after)
    known = {cable for ids in derived.link_ids for cable in ids}
    places, now = _places_of(before.floor), _places_of(after.floor)
    gone = [record for record in held if record.id not in known]
    moved = [record for record in held if record.id in known and _ends(record, places) != _ends(record, now)]
    for some, what in ((moved, "will change ends"), (gone, "will not be in the design")):
        words: dict[str, int] = {}
        for record in some:
            word = record.status if record.status != "planned" else "hand-set"
            words[word] = words.get(word, 0) + 1
        for word, count in words.items():
            yield f"{count:,} {word} {'cable' if count == 1 else 'cables'} {what}"


def _places_of(floor: Floor) -> dict[str, tuple[float, float, int]]:
    """Return the position of each device: the corner of its rack, and its unit."""
    return {
        one.id: (rack.x_mm, rack.y_mm, device.u)
        for rack in floor.racks
        for device in rack.devices
        for one in (device, *device.inside)
    }


def _ends(record: CableRecord, places: dict[str, tuple[float, float, int]]) -> tuple[object, ...]:
    """Return the positions of a cable's ends; its id has device and port of each."""
    ends = [end.rsplit(":", 1)[0] for end in record.id.split("--")]
    return tuple(places.get(end) for end in ends)


def _rack_changes(before: Floor, after: Floor) -> Iterator[str]:
    old = {rack_label(rack): (rack.x_mm, rack.y_mm) for rack in before.racks}
    new = {rack_label(rack): (rack.x_mm, rack.y_mm) for rack in after.racks}
    moved = [label for label in new if label in old and old[label] != new[label]]
    across = {rack_label(rack): rack.front in ("left", "right") for rack in before.racks}
    straight = [
        rack_label(rack)
        for rack in after.racks
        if across.get(rack_label(rack)) and rack.front not in ("left", "right")
    ]
    for labels, what in (
        ([label for label in new if label not in old], "added"),
        ([label for label in old if label not in new], "removed"),
        (moved, "moved"),
        (straight, "turned back, as there is no room for a quarter turn"),
    ):
        if labels:
            yield f"{_racks(len(labels))} {'is' if len(labels) == 1 else 'are'} {what}: {_first(labels)}"


def _reserved_changes(before: Floor, after: Floor) -> Iterator[str]:
    new = {rack_label(rack): rack.reserved for rack in after.racks}
    for rack in before.racks:
        lost = [some for some in rack.reserved if some not in new.get(rack_label(rack), ())]
        if lost:
            units = sum(some.height_u for some in lost)
            yield f"{units} U reserved in {rack_label(rack)} are released"


def _tray_changes(before: Project, after: Project) -> Iterator[str]:
    kept = {tray.points_mm for tray in after.floor.trays}
    drawn = drawn_trays(before.floor, before.wishes.room or RoomRequirement(), Derived(before).catalog)
    lost = [tray.id for tray in drawn if tray.points_mm not in kept]
    if lost:
        yield f"{_count(len(lost), 'drawn tray')} {'is' if len(lost) == 1 else 'are'} removed: {_first(lost)}"
    stay = [tray for tray in drawn if tray.points_mm in kept]
    far = [tray.id for tray in stay if _is_past(tray, after) and not _is_past(tray, before)]
    if far:
        keeps = "keeps its place but runs" if len(far) == 1 else "keep their places but run"
        yield f"{_count(len(far), 'drawn tray')} {keeps} past the racks: {_first(far)}"


def _is_past(tray: Tray, project: Project) -> bool:
    """Whether a tray leaves the rectangle around all racks."""
    catalog, racks = Derived(project).catalog, project.floor.racks
    if not racks:
        return False
    around = zone_around("racks", racks, catalog)
    x, y = 1000 * around.x_m, 1000 * around.y_m
    right, far = x + 1000 * around.width_m, y + 1000 * around.depth_m
    return any(not (x <= px <= right and y <= py <= far) for px, py in tray.points_mm)


def _feed_and_zone_changes(before: Project, after: Project) -> Iterator[str]:
    fed = {number for feed in after.floor.feeds for number in feed.racks}
    old = {rack.number for rack in before.floor.racks}
    unfed = [rack_label(r) for r in after.floor.racks if r.number not in old and r.number not in fed]
    if before.floor.feeds and unfed:
        yield f"{_racks(len(unfed))} {'has' if len(unfed) == 1 else 'have'} no power feed: {_first(unfed)}"
    catalogs = Derived(before).catalog, Derived(after).catalog
    for zone in after.floor.zones:
        was, now = (
            [rack_label(rack) for rack in racks_in_zone(project.floor, zone, catalog)]
            for project, catalog in zip((before, after), catalogs, strict=True)
        )
        if sorted(was) != sorted(now):
            yield f"{zone.name} will hold {_first(now) or 'no rack'}, not {_first(was) or 'none'}"


def _count(count: int, word: str) -> str:
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"


def _racks(count: int) -> str:
    return _count(count, "rack")


def _first(labels: Sequence[str]) -> str:
    """Some names, the first of many."""
    named = ", ".join(labels[:MOST_NAMED])
    return named if len(labels) <= MOST_NAMED else f"{named} and {len(labels) - MOST_NAMED:,} more"


def _built(project: Project) -> list[object]:
    """Return the values that decide which devices and cables exist."""
    return [
        (
            one.requirement.name,
            one.requirement.hosts,
            one.requirement.members,
            one.requirement.switches_of,
            one.design,
            one.as_built,
        )
        for one in project.fabrics
    ]
