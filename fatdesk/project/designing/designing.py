"""From requirements to a project: every fabric searched, the best chosen, everything placed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import msgspec

from fatdesk.core.errors import Cancelled, FatdeskError, OutOfTime
from fatdesk.core.memory import collection_paused, free_memory
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.cabling.choice.choosing import options_for
from fatdesk.engine.cabling.choice.group_options import form, reserved_for
from fatdesk.engine.cabling.choice.link_groups import form_groups
from fatdesk.engine.cabling.filling import TIERS_MM, least_size, with_size
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import AnyPart, Cable, Server
from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.currency import currency_of
from fatdesk.engine.design.host_ports import with_taken
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.design.search import SearchResult, search
from fatdesk.engine.fabric.device_kinds import kind_of
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.fabric.name_checks import LONGER_NAMES
from fatdesk.engine.fabric.name_templates import Naming
from fatdesk.engine.families.design import Design
from fatdesk.engine.families.problem import HostPorts
from fatdesk.engine.floor.budget import UNPLUGGED, Plugged
from fatdesk.engine.floor.floor import Floor, rack_label
from fatdesk.engine.floor.placement.blocks import load_of
from fatdesk.engine.floor.placement.furnishing import Furnished, furnish
from fatdesk.engine.floor.placement.placing import Unplaced
from fatdesk.engine.floor.room import RoomRequirement, TraySize
from fatdesk.engine.floor.room_layout import lay_out, places
from fatdesk.engine.improving.improve import Improved, Unshown, improve, in_order
from fatdesk.engine.structured.stock import is_for_panels
from fatdesk.project.derived.derived import Derived, wanted_devices
from fatdesk.project.derived.fabrics import build_fabrics
from fatdesk.project.designing.building import is_untouched, keeps_racks, place_again
from fatdesk.project.designing.comparing import Assemble, Comparing, Growing, lacking
from fatdesk.project.designing.improving import held_devices, task_of
from fatdesk.project.designing.panel_racks import panel_racks
from fatdesk.project.designing.tray_relief import TrayRelief, tray_relief, without_relief
from fatdesk.project.document.cable_records import CableRecords
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.document.project import BillRules, FabricDecision, Project, SearchRequirements

STEPS_PER_DEVICE, DEVICE_STEPS, LEAST_STEPS = 50, 30_000_000, 1_000
"""Steps of the optimiser after placement for each device; steps times devices that take about a second of
one core; and the least number of steps."""
BOUNDED = 2_000
"""Devices of a project that grows up to which a lower bound of its placement takes less than it can save."""
LARGE = 250_000
"""Hosts beyond which only one design is placed, by the rules, and the placement is not improved."""
MOST_LINKS = 3_500_000
"""Links that are placed, cabled and checked: one to one and a half minutes of one core."""
BYTES_PER_LINK, BYTES_PER_NODE = 800, 500
"""Memory that a project takes while it is designed, checked and saved."""


Place = Callable[[Sequence[Fabric]], tuple[Furnished, frozenset[str]]]
"""Places networks in a room; with the devices that stay where they are."""


def is_large(requirements: Requirements) -> bool:
    """Whether placing one design takes so long that no other is placed to compare."""
    return sum(group.count for group in requirements.hosts) > LARGE


class TooLargeError(FatdeskError):
    """A design has too many links to be placed and cabled; the text says how many hosts would fit."""


def check_links(hosts: int, switches: int, links: int, memory: int | None) -> None:
    """Refuse designs that take too long, or more memory than there is, to be placed and cabled.

    Parameters
    ----------
    memory
        Free bytes; None: unknown.

    Raises
    ------
    TooLargeError
        Where they do.
    """
    needed = links * BYTES_PER_LINK + (hosts + switches) * BYTES_PER_NODE
    if links > MOST_LINKS:
        why = f"are too many to be placed and cabled, at most {MOST_LINKS:,} links are"
        share = MOST_LINKS / links
        others = "fewer rails, or only switches with more ports (edge, core)"
    elif memory is not None and needed > memory:
        gigabytes = f"{needed / 1e9:.1f} GB of memory to be placed and cabled, {memory / 1e9:.1f} GB are free"
        why = f"take about {gigabytes}"
        share = memory / needed
        others = "or close other programs"
    else:
        return
    fitting = int(hosts * share)
    fitting -= fitting % 10 ** max(0, len(str(fitting)) - 2)
    raise TooLargeError(
        f"{hosts:,} hosts with {links:,} links {why}: have about {fitting:,} hosts in a project, {others}"
    )


def check_large(requirements: Requirements, catalog: Catalog) -> None:
    """Refuse requirements of many hosts that could only be met by placing several designs, or not at all.

    Raises
    ------
    RoomTooSmallError
        When the room has not even the units for the hosts.
    FatdeskError
        When the optimiser or a comparison of placed designs is required.
    """
    if not is_large(requirements):
        return
    room, most = requirements.room or RoomRequirement(), f"for at most {LARGE:,} hosts"
    goal = requirements.objective.placed
    if goal is not None:
        raise FatdeskError(
            f"objective.minimise is {goal}, which places several designs, {most}: minimise cost instead"
        )
    if room.improve_steps:
        raise FatdeskError(
            f"room.improve_steps requires the optimiser, which is {most}: leave it out, or give 0"
        )
    size = places(room)
    if size is None:
        return
    racks = [room.rack] if isinstance(room.rack, str) else [some.part for some in room.rack]
    has = size * max(catalog.rack(rack).height_u for rack in racks)
    takes = 0
    for group in requirements.hosts:
        part = catalog[group.part]
        takes += group.count * (0 if isinstance(part, Server) and part.fits else part.height_u or 0)
    if takes > has:
        raise RoomTooSmallError(
            f"the room is too small: the hosts alone take {takes:,} U, its {size:,} racks have {has:,} U. "
            "Give the room more racks (room.rows, room.racks_per_row, or the counts of room.rack), or leave "
            "its size out: it is then made as large as needed"
        )


class RoomTooSmallError(FatdeskError):
    """The best designs do not go into the room; the text says what is left over and why."""


@dataclass(frozen=True)
class Searched:
    """Results of the search for each fabric, up to one without a design, with the chosen candidates."""

    results: tuple[SearchResult, ...]
    chosen: tuple[Candidate, ...]

    @property
    def whole(self) -> bool:
        """Whether every fabric that was searched has a design."""
        return len(self.chosen) == len(self.results)

    @property
    def designs(self) -> tuple[Design, ...]:
        """The chosen designs, in file order."""
        return tuple(one.design for one in self.chosen)


@dataclass(frozen=True)
class Designed:
    """Result of a search: that of each fabric, and the project (None: a fabric has no design).

    ``chosen`` are the candidates that the project is made of, in file order, ``improved`` reports the
    optimiser's part in its placement; None where it was off. ``derived`` holds intermediate results. ``late``
    means that time was up before the chosen designs were placed and cabled. ``relief`` reports optical cables
    instead of copper in trays of given size; None where these were not overfull. ``too_large`` states why the
    chosen designs are not placed and cabled; empty where they are.
    """

    results: tuple[SearchResult, ...]
    project: Project | None
    chosen: tuple[Candidate, ...] = ()
    improved: Improved | None = None
    derived: Derived | None = None
    late: bool = False
    relief: TrayRelief | None = None
    too_large: str = ""


@dataclass(frozen=True)
class Assembled:
    """A placed project, what the optimiser did (None: it was off), and intermediate results.

    ``relief`` reports optical cables instead of copper in overfull trays; None: none was overfull.
    """

    project: Project
    improved: Improved | None
    derived: Derived
    relief: TrayRelief | None = None


def design_project(
    requirements: Requirements,
    catalog: Catalog,
    name: str,
    top: int = 20,
    progress: Progress = SILENT,
    searching: Progress | None = None,
    growth: Growing | None = None,
) -> Designed:
    """Search each fabric in turn, use the best, and place all of them together.

    Where the best cannot be cabled once it is placed, the best of the next few that can is taken instead.
    When ``progress`` raises `OutOfTime`, what was found by then is returned.

    Parameters
    ----------
    searching
        Progress of the search, where it has less time; else ``progress``.
    growth
        Works out the next growth step of placed candidates; None: it stays unknown.

    Raises
    ------
    FatdeskError
        When the requirements contradict themselves.
    RoomTooSmallError
        When the fabrics fit the room one by one, but not together.
    """
    check_large(requirements, catalog)
    searched = search_fabrics(requirements, catalog, top, searching or progress, growth=growth)
    if not searched.whole:
        return Designed(searched.results, None)
    try:
        switches, links = (
            sum(getattr(one, what) for one in searched.chosen) for what in ("switches", "links")
        )
        check_links(sum(group.count for group in requirements.hosts), switches, links, free_memory())
    except TooLargeError as error:
        return Designed(searched.results, None, searched.chosen, too_large=str(error))
    try:
        made = assembled(requirements, searched.designs, catalog, name, progress)
        if not is_large(requirements) and any(lacking(some) for some in made.derived.cabling.fabrics):
            again = search_fabrics(requirements, catalog, top, progress, cabled=True, growth=growth)
            if again.whole:
                if again.designs != searched.designs:
                    made = assembled(requirements, again.designs, catalog, name, progress)
                searched = again
    except OutOfTime:
        return Designed(searched.results, None, searched.chosen, late=True)
    return Designed(
        searched.results, made.project, searched.chosen, made.improved, made.derived, relief=made.relief
    )


def search_fabrics(
    requirements: Requirements,
    catalog: Catalog,
    top: int = 20,
    progress: Progress = SILENT,
    wanted: Mapping[str, Design] = MappingProxyType({}),
    *,
    cabled: bool = False,
    rates: BillRules | None = None,
    growth: Growing | None = None,
) -> Searched:
    """Search each fabric in turn, with what those before it leave of the hosts' ports and of the racks.

    A room of given size limits the racks, so that a design that does not go into it is rejected with
    that reason. For an objective of placed designs, such as ``routed_cost``, the best few by cost are placed
    and cabled, and ranked by the figure that they then have. Where limits are set that depend on placed
    cables, the best candidate that keeps them once it is placed and cabled is chosen; where none does, the
    best. ``placing`` of a result reports how many were placed, and whether the choice is proved.

    Parameters
    ----------
    wanted
        The design to take of a fabric, by its name, where that is among the candidates; else the best.
    cabled
        Whether the best few candidates are placed until all links of one have a cable that reaches.
    rates
        Rules of the bill with the rates of installation; None: the usual ones.
    growth
        Works out the next growth step of placed candidates; None: it stays unknown.

    Raises
    ------
    FatdeskError
        When the requirements contradict themselves.
    """
    wish = limited_by_room(requirements, catalog)
    results: list[SearchResult] = []
    chosen: list[Candidate] = []
    decisions: list[FabricDecision] = []
    taken: HostPorts = {}
    for fabric in wish.fabrics:
        needed = None if is_large(wish) else _racks_needed(wish, catalog, decisions, fabric)
        before_it = {one.requirement.name: design for one in decisions if (design := one.design)}
        result = search(
            wish, fabric, catalog, progress, top, racks_needed=needed, taken=taken, designs=before_it
        )
        before = [one.design for one in chosen]
        comparing = Comparing(requirements, before, _assembling(catalog), progress, rates, growth)
        design, best = wanted.get(fabric.name), None
        goal = wish.objective.placed
        try:
            if result.candidates and goal is not None:
                result = replace(result, candidates=comparing.by_goal(result.candidates, goal))
            best = next((one for one in result.candidates if one.design == design), None)
            if best is None and result.candidates and is_large(wish):
                best = result.candidates[0]
            elif best is None and result.candidates:
                shown, best = comparing.fitting(result.candidates, cabled=cabled)
                result = replace(result, candidates=shown)
                result = replace(result, placing=comparing.placing(result, top, best))
        except OutOfTime:
            result = replace(result, unfinished=(*result.unfinished, "candidates as placed and cabled"))
            best = next((one for one in result.candidates if one.design == design), result.candidates[0])
        results.append(result)
        if best is None:
            break
        chosen.append(best)
        decisions.append(FabricDecision(requirement=fabric, design=best.design))
        taken = with_taken(taken, best.host_ports)
    return Searched(tuple(results), tuple(chosen))


def _assembling(catalog: Catalog) -> Assemble:
    return lambda wanted, designs, progress: assemble(wanted, designs, catalog, "", progress)


def assemble(
    requirements: Requirements,
    designs: Sequence[Design],
    catalog: Catalog,
    name: str,
    progress: Progress = SILENT,
    before: Project | None = None,
) -> Project:
    """The project of one design per fabric, placed in the room; see :func:`assembled`."""
    return assembled(requirements, designs, catalog, name, progress, before).project


def assembled(
    requirements: Requirements,
    designs: Sequence[Design],
    catalog: Catalog,
    name: str,
    progress: Progress = SILENT,
    before: Project | None = None,
) -> Assembled:
    """The project of one design per fabric, with everything placed in the room, and what the optimiser did.

    Placement by the rules is followed by a number of steps of the optimiser (`steps_after`); interchangeable
    devices are then numbered in order along the racks.

    Parameters
    ----------
    before
        A project that this one is to replace: its building stays (`place_again`).

    Raises
    ------
    FatdeskError
        When the room contradicts the designs.
    RoomTooSmallError
        When something finds no place.
    TooLargeError
        When there are too many links.
    Cancelled
        When the progress says so.
    """
    decisions = tuple(
        FabricDecision(requirement=fabric, design=design)
        for fabric, design in zip(requirements.fabrics, designs, strict=True)
    )
    check_large(requirements, catalog)
    return of_decisions(requirements, decisions, catalog, name, progress, before)


def _growth_of(requirements: Requirements) -> tuple[GrowthStep, ...]:
    """The growth plan of a project: the next step that the requirements state."""
    return () if requirements.growth is None else (GrowthStep.towards(requirements.growth),)


def of_decisions(
    requirements: Requirements,
    decisions: tuple[FabricDecision, ...],
    catalog: Catalog,
    name: str,
    progress: Progress = SILENT,
    before: Project | None = None,
    place: Place | None = None,
) -> Assembled:
    """The project of decided fabrics, designed or as built, with everything placed; see :func:`assembled`.

    Parameters
    ----------
    place
        Places the networks, and states which devices stay where it placed them; None: by the rules alone.
    """
    fabrics = build_fabrics(requirements.hosts, decisions, catalog)
    hosts = sum(group.count for group in requirements.hosts)
    switches = sum(len(fabric.nodes(NodeKind.SWITCH)) for fabric in fabrics)
    check_links(hosts, switches, sum(fabric.link_count for fabric in fabrics), free_memory())
    known: frozenset[str] = frozenset()
    if place is not None:
        placed, known = place(fabrics)
    else:
        placed = place_fabrics(fabrics, requirements, catalog, progress, before)
    if placed.unplaced:
        raise RoomTooSmallError(too_small(placed, requirements.room))
    parts = parts_in_use(requirements, fabrics, placed, catalog)
    if before is not None:  # cables may be of parts that were chosen by hand
        used = {part.id for part in parts}
        others = [part for part in before.parts if part.id not in used]
        parts = tuple(sorted([*parts, *others], key=lambda part: part.id))
    project = Project(
        name=name,
        hosts=requirements.hosts,
        fabrics=decisions,
        floor=placed.floor,
        cabling=requirements.cabling,
        wishes=SearchRequirements(
            objective=requirements.objective, limits=requirements.limits, room=requirements.room
        ),
        bill=msgspec.structs.replace(
            BillRules() if before is None else before.bill, currency=currency_of(requirements, catalog)
        ),
        parts=parts,
        cables=without_relief(before.cables) if before is not None else CableRecords(),
        naming=requirements.naming or (before.naming if before is not None else Naming()),
        rules=requirements.rules or (before.rules if before is not None else ()),
        growth=_growth_of(requirements) if before is None else before.growth,
    )
    stays = known if before is None else held_devices(Derived(before))
    resizes = before is None or is_untouched(before, catalog) or not keeps_racks(before, requirements.room)
    steps = 0 if known else steps_after(requirements.room, placed.floor)
    return finished(project, steps, progress, stays, resizes=resizes)


def steps_after(room: RoomRequirement | None, floor: Floor) -> int:
    """Steps of the optimiser that follow placement by the rules; 0: none.

    By default those of about a second, and no more than small networks need. Where the room names the racks
    of the core switches, places were decided on, so there are none unless a number is given.
    """
    wish = room or RoomRequirement()
    if wish.improve_steps is not None:
        return wish.improve_steps
    devices = _devices(floor)
    if isinstance(wish.core_at, tuple) or not devices or devices > LARGE:
        return 0
    return max(LEAST_STEPS, min(STEPS_PER_DEVICE * devices, DEVICE_STEPS // devices))


def _devices(floor: Floor) -> int:
    return sum(len(rack.devices) for rack in floor.racks)


def finished(
    project: Project,
    steps: int,
    progress: Progress = SILENT,
    stays: frozenset[str] = frozenset(),
    *,
    resizes: bool = True,
) -> Assembled:
    """A project placed by the rules: improved, with its devices numbered in order along the racks.

    Racks that the rules leave empty stay empty, but for panel racks. Trays whose size is left to the program
    get the smallest that holds what runs in them; in others optical cables replace copper until it fits
    (`tray_relief`).

    Parameters
    ----------
    stays
        Devices that are not moved, besides those at cables that are in place.
    resizes
        Whether trays may get another size; those that are in the room keep theirs.

    Raises
    ------
    Cancelled
        When the progress says so.
    """
    resizes = resizes and project.cabling.sizes_trays
    if resizes:
        project = msgspec.structs.replace(project, floor=with_size(project.floor, TIERS_MM[-1]))
    derived, improved = arranged(Derived(project), steps, progress, stays)
    racks = panel_racks(derived)
    if racks is not None:
        derived = Derived(msgspec.structs.replace(derived.project, floor=racks.floor), derived)
    if resizes:
        derived = Derived(with_trays(derived), derived)
    relief = None
    if any(fill > project.cabling.fill_limit for fill, _ in derived.filling.worst.values()):
        relief = tray_relief(derived, progress)
        if relief.command is not None:
            derived = Derived(relief.command.apply(derived.project), derived)
    return Assembled(with_distinct_names(derived), improved, derived, relief)


def arranged(
    derived: Derived, steps: int, progress: Progress, stays: frozenset[str]
) -> tuple[Derived, Improved | None]:
    """Return a placed project with its placement improved and its devices numbered in order along the racks.

    Parameters
    ----------
    stays
        Devices that are not moved, besides those at cables that are in place.

    Raises
    ------
    Cancelled
        When the progress says so.
    """
    project, improved = derived.project, None
    if not steps and _devices(project.floor) > LARGE:
        return derived, None
    task = task_of(derived)
    task = replace(task, stays=task.stays | stays, keeps_empty=True)
    bounded = not stays or _devices(project.floor) <= BOUNDED
    improved = improve(task, Unshown(progress), steps=steps, bounded=bounded) if steps else None
    if improved is not None and improved.ended == "cancelled":
        raise Cancelled
    floor = improved.floor if improved is not None and improved.better else in_order(task)
    return Derived(msgspec.structs.replace(project, floor=floor), derived), improved


def with_trays(derived: Derived) -> Project:
    """The project with trays of the least size, where that is left to the program."""
    project = derived.project
    if not project.cabling.sizes_trays or not project.floor.trays:
        return project
    size = least_size(project.floor, derived.filling, project.cabling.fill_limit)
    return msgspec.structs.replace(project, floor=with_size(project.floor, size))


def with_distinct_names(derived: Derived) -> Project:
    """The project with longer names (core-01) for switches whose plain names (C01) are labels of racks.

    Templates that were given stay.
    """
    project = derived.project
    labels = {rack_label(rack).casefold() for rack in project.floor.racks}
    roles = {kind_of(device) for device, name in derived.device_names.items() if name.casefold() in labels}
    longer = {
        role: template
        for role, template in LONGER_NAMES.items()
        if role in roles and not getattr(project.naming, role)
    }
    return msgspec.structs.replace(project, naming=msgspec.structs.replace(project.naming, **longer))


def place_fabrics(
    fabrics: Sequence[Fabric],
    requirements: Requirements,
    catalog: Catalog,
    progress: Progress = SILENT,
    before: Project | None = None,
    stays: frozenset[str] | None = None,
) -> Furnished:
    """Place the devices of some networks by the rules of the room; in the building of a project before.

    ``stays`` are devices that keep their units there; None: those whose cables are in place.
    """
    rules = requirements.cabling
    width, depth = rules.tray_m
    size = TraySize(above_rack_m=rules.tray_above_rack_m, width_m=width, depth_m=depth)
    with collection_paused():  # all of it stays
        load = load_of(fabrics, catalog, _plugged(fabrics, requirements, catalog))
        if before is not None:
            return place_again(before, load, requirements.room, catalog, size, progress, stays)
        return furnish(load, requirements.room, catalog, size, progress)


def _plugged(fabrics: Sequence[Fabric], requirements: Requirements, catalog: Catalog) -> Plugged:
    """Return the plugs reserved for each device; none where no rack of the room has a limit."""
    wish = requirements.room or RoomRequirement()
    racks = [wish.rack] if isinstance(wish.rack, str) else [some.part for some in wish.rack]
    parts = [catalog.rack(rack) for rack in racks]
    if all(part.power_limit_w is None and part.mass_limit_kg is None for part in parts):
        return UNPLUGGED
    wishes = {fabric.name: fabric for fabric in requirements.fabrics}
    return reserved_for(
        [
            form(
                fabric,
                wishes[fabric.name].media,
                requirements.cabling,
                catalog,
                wishes[fabric.name].cables,
            )
            for fabric in fabrics
        ]
    )


WHAT_HELPS = {
    "units": "choose a taller rack (room.rack), or reserve fewer units (room.reserve)",
    "mass": "choose a rack that carries more (mass_limit_kg)",
    "power": "choose a rack with more power (power_limit_w), or feeds that carry more (power of the room)",
    "switches": "allow more switches per rack (room.switches_per_rack)",
    "cable ends": "allow more cable ends per rack (room.cables_per_rack)",
}
"""For each budget of a rack what to do where an empty rack has too little of it."""


def too_small(placed: Furnished, room: RoomRequirement | None) -> str:
    """Describe what found no place, and what would help."""
    first = next((item for item in placed.unplaced if item.hopeless), placed.unplaced[0])
    count = sum(len(item.ids) for item in placed.unplaced)
    height = sum(item.height_u for item in placed.unplaced)
    racks = len(placed.floor.racks)
    where = "1 rack" if racks == 1 else f"{racks:,} racks"
    what = "the racks are too small" if first.hopeless else "the room is too small"
    return (
        f"{what}: {count:,} devices ({height:,} U) have no place in {where}; the first is "
        f"{first.ids[0]}: {first.why}. {_what_helps(first, room)}"
    )


def _what_helps(first: Unplaced, room: RoomRequirement | None) -> str:
    """Return what to do so that a device finds a place."""
    if first.hopeless:
        found = [WHAT_HELPS[budget] for budget in first.short_of]
        if first.what == "rack":
            found = ["have fewer hosts in a rack (hosts: per_rack)", *found]
        if first.what == "made":
            found = ["state how many of the hosts are in a rack made for them (hosts: per_rack)"]
        if isinstance(room, RoomRequirement) and isinstance(room.core_at, tuple) and first.named:
            found = ["name another rack for it (room.core_at), or more groups (room.core_groups)", *found]
    elif room is not None and places(room) is not None:
        found = ["give the room more racks (room.rows, room.racks_per_row, or the counts of room.rack)"]
        found += ["leave its size out: it is then made as large as needed"]
    else:
        found = ["leave more space between room.columns"]
    text = ", or ".join(found)
    return text[0].upper() + text[1:]


def limited_by_room(requirements: Requirements, catalog: Catalog) -> Requirements:
    """Return requirements whose limit of racks is that of a room of given size, where that is lower."""
    room, limits = requirements.room, requirements.limits
    wanted = places(room) if room else None
    if room is None or wanted is None:
        return requirements
    size = len(lay_out(room, catalog, TraySize(), wanted).racks)
    if not size or (limits.racks is not None and limits.racks <= size):
        return requirements
    return msgspec.structs.replace(requirements, limits=msgspec.structs.replace(limits, racks=size))


def _racks_needed(
    requirements: Requirements,
    catalog: Catalog,
    before: Sequence[FabricDecision],
    fabric: FabricRequirement,
) -> Callable[[Design], int | None]:
    """Return the number of racks for a design together with the fabrics decided before."""

    def needed(design: Design) -> int | None:
        decisions = [*before, FabricDecision(requirement=fabric, design=design)]
        fabrics = build_fabrics(requirements.hosts, decisions, catalog)
        try:
            placed = place_fabrics(fabrics, requirements, catalog)
        except FatdeskError:
            return None  # the room contradicts this design; reported when it is the chosen one
        if not placed.unplaced:
            return placed.racks_used
        if any(catalog.rack(rack.part).holds for rack in placed.floor.racks):
            return None  # how many racks of each kind is not a number
        endless = msgspec.structs.replace(requirements, room=_endless(requirements.room))
        without_end = place_fabrics(fabrics, endless, catalog)
        if without_end.unplaced:
            return None
        return max(without_end.racks_used, len(placed.floor.racks) + 1)

    return needed


def _endless(room: RoomRequirement | None) -> RoomRequirement:
    """The room as large as needed: to report how many racks would do."""
    wish = room or RoomRequirement()
    rack = wish.rack if isinstance(wish.rack, str) else wish.rack[0].part
    reserve = tuple(some for some in wish.reserve if some.rack == "all")
    return msgspec.structs.replace(
        wish, rack=rack, rows=None, racks_per_row=None, core_at="centre", reserve=reserve, aisle_m=1.2192
    )


def parts_in_use(
    requirements: Requirements, fabrics: Sequence[Fabric], placed: Furnished, catalog: Catalog
) -> tuple[AnyPart, ...]:
    """The parts that a project copies: its devices and racks, and every cable that could be taken.

    Cables that fit but are not taken today are copied as well: after a rack is moved another may be the
    right one.
    """
    wanted = {node.part for node in wanted_devices(fabrics).values()}
    wanted |= {rack.part for rack in placed.floor.racks}
    wanted |= {group.part for group in requirements.hosts}
    if requirements.cabling.bundle_cable:
        wanted.add(requirements.cabling.bundle_cable)
    if requirements.cabling.panels:
        wanted |= {part.id for part in catalog if is_for_panels(part)}
    for fabric in fabrics:
        wanted |= set(_cables(fabric, requirements.cabling.bundle_cable, catalog))
    return tuple(part for part in catalog if part.id in wanted)


def _cables(fabric: Fabric, bundle_cable: str | None, catalog: Catalog) -> Iterator[str]:
    special = catalog.get(bundle_cable, Cable) if bundle_cable else None
    for bundles in (None, special) if special else (None,):
        for need in form_groups(fabric, catalog, bundles).needs:
            for option in options_for(need, catalog, "any", bundles):
                yield option.cable.id
                yield from (part.id for part in (option.a, option.b) if part is not None)
