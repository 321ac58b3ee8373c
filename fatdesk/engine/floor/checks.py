"""Checks of a floor: overlapping devices, racks over budget, missing or too deep devices."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from itertools import pairwise
from typing import NamedTuple

from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.fabric.fabric import ROW_PLACES, EdgePlace, Fabric, NodeKind, NodePart
from fatdesk.engine.floor.budget import (
    NO_CABLES,
    UNPLUGGED,
    Budget,
    InRacks,
    Plugged,
    budget,
    everything,
    heights_u,
)
from fatdesk.engine.floor.building import door_leaves, door_name, overlaps
from fatdesk.engine.floor.floor import MM_PER_M, Device, Floor, Rack, rack_footprint, rack_label
from fatdesk.engine.floor.placement.blocks import Kind, core_switches, kind_of
from fatdesk.engine.floor.room import RoomRequirement

ROUNDED = 1e-6
"""Sums of mass and power are rounded to so much."""
RACKS_NAMED = 5
"""The number of racks that a finding names; the rest is counted."""


def floor_checks(
    floor: Floor,
    wanted: Mapping[str, NodePart],
    catalog: Catalog,
    plugged: Plugged = UNPLUGGED,
    fed: Container[int] = frozenset(),
    cables: InRacks = NO_CABLES,
) -> Iterator[list[Finding]]:
    """Findings rack by rack, and at the end about all racks together and devices missing or not needed.

    Parameters
    ----------
    wanted
        What each device that the networks need is, by id (enclosures and what is in them as well).
    plugged
        What is plugged into each device: it counts in the power and the mass of its rack.
    fed
        Numbers of the racks whose feeds have a known limit of power.
    cables
        Mass of the cables in each rack.
    """
    placed: dict[str, str] = {}
    strays: dict[str, str] = {}
    lacking: _Lacking = {}
    for rack in floor.racks:
        findings: list[Finding] = []
        label = rack_label(rack)
        findings += _units(rack, label, catalog)
        state = budget(rack, catalog, plugged, cables)
        findings += _over(state, label)
        _add_lacking(lacking, state, label)
        findings += _depth(rack, label, catalog)
        for device in rack.devices:
            for some in (device, *device.inside):
                if some.id in placed:
                    text = f"is placed in {placed[some.id]} and in {label}"
                    fix = "remove it from one of them"
                    findings.append(Finding(Severity.ERROR, "placed-twice", some.id, text, fix))
                placed[some.id] = label
                needed = wanted.get(some.id)
                if needed is None:
                    strays[some.id] = label
                elif (some.part, some.cards, some.card) != (needed.part, needed.cards, needed.card):
                    findings.append(_other(some, needed, label))
        yield findings
    yield _unlimited(floor, catalog, fed) + _unknown_left(lacking, catalog)
    all_placed = len(placed) - len(strays) == len(wanted)
    yield [*(() if all_placed else _missing(wanted, placed)), *_strays(strays)]


def check_caps(floor: Floor, room: RoomRequirement | None, kinds: Mapping[str, Kind]) -> list[Finding]:
    """Racks with more switches or cable ends than the room allows in one.

    Parameters
    ----------
    kinds
        The kind of each device that the networks need, by its id.
    """
    if room is None:
        return []
    findings = []
    for rack in floor.racks:
        here = [kinds[device.id] for device in rack.devices if device.id in kinds]
        for rule, what, used, limit in (
            ("over-switches", "switches", sum(kind.switches for kind in here), room.switches_per_rack),
            ("over-cables", "cable ends", sum(kind.cables for kind in here), room.cables_per_rack),
        ):
            if limit is not None and used > limit:
                text = f"{used:,} {what} of {limit:,} allowed in a rack, {used - limit:,} too many"
                fix = "move devices to other racks, or allow more in the requirements of the room"
                findings.append(Finding(Severity.ERROR, rule, rack_label(rack), text, fix, amount=used))
    return findings


def unused_aisles(floor: Floor, room: RoomRequirement | None) -> str:
    """Say which widths of aisles a room lists for more rows than the floor has; empty: none."""
    if room is None or not isinstance(room.aisle_m, tuple) or not floor.racks:
        return ""
    rows = len({rack.row for rack in floor.racks})
    used, listed = rows - 1, len(room.aisle_m)
    if listed <= max(1, used):  # one width is a list of one as well, and says nothing of the number of rows
        return ""
    rest = room.aisle_m[used:]
    has = f"{rows} row{'s'[: rows > 1]} ha{'ve' if rows > 1 else 's'} {used} aisle{'s'[: used != 1]}"
    widths = f"width{'s'[: len(rest) > 1]} {', '.join(f'{one:g}' for one in rest)} m"
    return f"{listed} aisle widths are listed, {has}: {widths} not used"


def check_aisles(floor: Floor, room: RoomRequirement | None) -> list[Finding]:
    """Widths of aisles that the requirements list for more rows than the floor has.

    Only a list for a room without a number of rows gets here: with one, the list is refused when it is read.
    """
    text = unused_aisles(floor, room)
    fix = "give one width for each aisle, or the number of rows, in the requirements of the room"
    return [Finding(Severity.NOTE, "unused-aisles", "room", text, fix)] if text else []


def check_edges(floor: Floor, fabrics: Iterable[Fabric], catalog: Catalog) -> list[Finding]:
    """Edge and core switches that are not where they are required, and racks with too many hosts of a group.

    Parameters
    ----------
    fabrics
        With where their switches are required (``by_rack``, ``edge_at``, ``core_at``) and ``per_rack``.
    """
    fabrics = list(fabrics)
    elsewhere = {fabric.ids[node] for fabric in fabrics for node in fabric.nodes(NodeKind.SWITCH).tolist()}
    rack_of = {
        some.id: rack
        for rack in floor.racks
        for device in rack.devices
        if (part := catalog.find(device.part)) is None or part.height_u != 0
        for some in (everything(device) if device.inside else (device,))
    }
    findings: list[Finding] = []
    limits: dict[str, int] = {}
    among = rack_of.keys() - elsewhere
    for fabric in fabrics:
        limits |= dict(fabric.per_rack)
        of_edge: dict[int, list[int]] = {}
        to_host = fabric.kind[fabric.ends[:, 1]] == NodeKind.HOST
        for edge, host in fabric.ends[to_host].tolist():
            of_edge.setdefault(edge, []).append(host)
        places = _Places.of(floor, fabric, among)
        for edge, hosts in sorted(of_edge.items()):
            own = None if fabric.enclosure else rack_of.get(fabric.ids[edge])
            racks = {
                rack.number: rack
                for host in hosts
                if fabric.ids[host] not in elsewhere and (rack := rack_of.get(fabric.ids[host]))
            }
            if own is None or not racks:
                continue  # in an enclosure, or reported as unplaced
            where = ", ".join(rack_label(racks[number]) for number in sorted(racks)[:RACKS_NAMED])
            where += f" and {len(racks) - RACKS_NAMED} more" if len(racks) > RACKS_NAMED else ""
            text, severity = "", Severity.ERROR
            if fabric.by_rack and set(racks) != {own.number}:
                text = f"is in {rack_label(own)}, its hosts are in {where}, all required in one rack"
            elif fabric.edge_at not in ROW_PLACES:
                text = places.wrong_in_rack(own, fabric.ids[edge], catalog)
                severity = Severity.NOTE if fabric.edge_at == "top" else Severity.WARNING  # top: by default
            elif own.row not in {rack.row for rack in racks.values()}:
                text = f"is in {rack_label(own)}, in another row than its hosts in {where}"
            else:
                text = places.among_hosts(own)
                severity = severity if text else Severity.WARNING
                text = text or _elsewhere_in_row(own, floor, fabric.edge_at, fabrics)
            if text:
                fix = "move them, or change where edge switches are required (edges_per_rack, edge_at)"
                findings.append(Finding(severity, "edge-place", fabric.ids[edge], text, fix))
    findings += _misplaced_cores(floor, fabrics, rack_of, among, catalog)
    findings += _over_hosts(floor, limits, fabrics, catalog)
    return findings


def _misplaced_cores(
    floor: Floor, fabrics: Sequence[Fabric], rack_of: Mapping[str, Rack], among: Set[str], catalog: Catalog
) -> Iterator[Finding]:
    """Core switches in racks with hosts of any fabric, at another height than required."""
    of_cores = {
        own.number
        for fabric in fabrics
        for core in core_switches(fabric)
        if (own := rack_of.get(fabric.ids[core])) is not None
    }
    racks = [rack for rack in floor.racks if rack.number in of_cores]
    hosts = _units_of_hosts(racks, fabrics, among)
    for fabric in fabrics:
        places = _Places(fabric.core_at, hosts, False)
        for core in core_switches(fabric):
            own = rack_of.get(fabric.ids[core])
            if own is not None and own.number in hosts:
                text = places.wrong_in_rack(own, fabric.ids[core], catalog)
                if text:
                    severity = (
                        Severity.NOTE if fabric.core_at == "top" else Severity.WARNING
                    )  # top: by default
                    fix = "move it, or change where core switches are required (core_in_rack)"
                    yield Finding(severity, "core-place", fabric.ids[core], text, fix)


def _units_of_hosts(
    racks: Sequence[Rack], fabrics: Iterable[Fabric], among: Set[str]
) -> dict[int, list[int]]:
    """Units of the hosts of fabrics in each of some racks, by the number of the rack."""
    every = (fabric.ids[node] for fabric in fabrics for node in fabric.nodes(NodeKind.HOST).tolist())
    ids = among & frozenset(every)
    found = (
        (rack.number, [device.u for device in rack.devices if _is_or_holds(device, ids)]) for rack in racks
    )
    return {number: units for number, units in found if units}


def _is_or_holds(device: Device, ids: Set[str]) -> bool:
    if device.inside:
        return any(some.id in ids for some in everything(device))
    return device.id in ids


def _over_hosts(
    floor: Floor, limits: Mapping[str, int], fabrics: Iterable[Fabric], catalog: Catalog
) -> Iterator[Finding]:
    """Racks with too many hosts of a group, or, of a group without height, another number than required.

    Devices that no network has count nowhere: they are reported as such.
    """
    flat: Counter[str] = Counter()
    strays = _flat_strays(floor, limits, fabrics, catalog)
    in_rack: dict[str, Counter[str]] = {}
    used = 0
    for rack in floor.racks if limits else ():
        counts = Counter(some.id.rpartition("/")[0] for device in rack.devices for some in everything(device))
        own = {device.id.rpartition("/")[0] for device in rack.devices if _is_flat(device, catalog)}
        counts.subtract(stray.rpartition("/")[0] for device in rack.devices if (stray := device.id) in strays)
        flat.update({group: counts[group] for group in own})
        in_use = any(group not in own for group in counts)
        used += in_use
        if in_use or own:
            in_rack[rack_label(rack)] = Counter({group: counts[group] for group in own})
        for group, most in limits.items():
            if counts[group] > most and group not in own:
                text = f"{counts[group]} hosts {group}, at most {most} are allowed in a rack (per_rack)"
                fix = "move hosts to other racks, or allow more in a rack"
                label, amount = rack_label(rack), counts[group]
                yield Finding(Severity.ERROR, "over-hosts", label, text, fix, amount=amount)
    for group, count in sorted(flat.items()):
        if group in limits and count != limits[group] * used:
            needed = limits[group] * used
            text = f"{count:,} are there, and {used:,} racks in use with {limits[group]} each have {needed:,}"
            yield Finding(Severity.WARNING, "per-rack-count", group, text, f"change its count to {needed}")
        elif group in limits:
            most = limits[group]
            other = [f"{label} has {own[group]}" for label, own in in_rack.items() if own[group] != most]
            if other:
                where = ", ".join(other[:RACKS_NAMED])
                where += f" and {len(other) - RACKS_NAMED} more" if len(other) > RACKS_NAMED else ""
                text = f"{where}, {most} are required in each rack in use (per_rack)"
                yield Finding(
                    Severity.WARNING, "per-rack-count", group, text, "move them between these racks"
                )


def _is_flat(device: Device, catalog: Catalog) -> bool:
    part = catalog.find(device.part)
    return part is not None and part.height_u == 0


def _flat_strays(
    floor: Floor, limits: Mapping[str, int], fabrics: Iterable[Fabric], catalog: Catalog
) -> frozenset[str]:
    """Devices without height, of groups with limits, that no network has."""
    if not limits:
        return frozenset()
    flat = {
        device.id
        for rack in floor.racks
        for device in rack.devices
        if device.id.rpartition("/")[0] in limits and _is_flat(device, catalog)
    }
    return frozenset(flat.difference(*(fabric.ids for fabric in fabrics)) if flat else ())


def _elsewhere_in_row(own: Rack, floor: Floor, at: EdgePlace, fabrics: Sequence[Fabric]) -> str:
    """Say that a rack for edge switches is not at the end, or in the middle, of its row.

    The racks there are as many as those that hold such switches; either end is an end.
    """
    alike = [fabric for fabric in fabrics if fabric.edge_at == at]
    edges = {fabric.ids[node] for fabric in alike for node in fabric.nodes(NodeKind.SWITCH, 1).tolist()}
    row = [rack for rack in floor.racks if rack.row == own.row]
    kept = sum(any(device.id in edges for device in rack.devices) for rack in row)
    along = sorted(rack.position for rack in row)
    if at == "end-of-row":
        place = along.index(own.position)
        return "" if min(place, len(along) - 1 - place) < kept else f"is in {rack_label(own)}, {_NOT_AT_END}"
    middle = (along[0] + along[-1]) / 2
    nearest = sorted(abs(position - middle) for position in along)
    away = abs(own.position - middle) > nearest[kept - 1]
    return f"is in {rack_label(own)}, required in the middle of its row (middle-of-row)" if away else ""


_NOT_AT_END = "required at the end of its row (end-of-row)"


class _Places(NamedTuple):
    """Required places of switches of a fabric in racks and rows, and those of hosts."""

    at: EdgePlace
    hosts: dict[int, list[int]]
    """Units of hosts in each rack, by the number of the rack."""
    own_rows: bool
    """Whether a row has racks enough for edge switches to have some of their own."""

    @classmethod
    def of(cls, floor: Floor, fabric: Fabric, among: Set[str]) -> "_Places":
        hosts = _units_of_hosts(floor.racks, [fabric], among)
        rows = Counter(rack.row for rack in floor.racks)
        return cls(fabric.edge_at, hosts, max(rows.values(), default=0) > 1)

    def among_hosts(self, rack: Rack) -> str:
        """Say that a rack for edge switches of a row holds hosts; a room of single racks has no other."""
        count = len(self.hosts.get(rack.number, ()))
        if not count or not self.own_rows:
            return ""
        hosts = f"{count:,} host{'s'[: count != 1]}"
        return f"is in {rack_label(rack)} with {hosts}, required in a rack of its own ({self.at})"

    def wrong_in_rack(self, rack: Rack, device_id: str, catalog: Catalog) -> str:
        """Say that a switch is at another height of its rack than required, or in a rack without hosts.

        Directors are at the bottom wherever light edge switches are, for their weight.
        """
        device = next(some for some in rack.devices if some.id == device_id)
        units = self.hosts.get(rack.number)
        if kind_of(catalog, NodePart(part=device.part, cards=device.cards, card=device.card)).director:
            return ""
        if not units:
            return "" if self.at == "top" else f"is in {rack_label(rack)}, where no hosts are ({self.at})"
        over, under = device.u > max(units), device.u < min(units)
        if self.at == "middle":
            sound = len(units) == 1 or not (over or under)
        else:
            sound = over if self.at == "top" else under
        if sound:
            return ""
        is_now = "above all" if over else "below all" if under else "between"
        return f"is {is_now} hosts of {rack_label(rack)}, required at another height ({self.at})"


def check_feeds(floor: Floor) -> list[Finding]:
    """Power feeds that name a rack that is gone, and racks in use without any where feeds are decided on."""
    if not floor.feeds:
        return []
    known = {rack.number for rack in floor.racks}
    findings = []
    for feed in floor.feeds:
        missing = sorted(set(feed.racks) - known)
        if missing:
            text = (
                f"names {'rack' if len(missing) == 1 else 'racks'} {', '.join(map(str, missing))}, not there"
            )
            fix = "remove that from the feed, or add the rack"
            findings.append(Finding(Severity.WARNING, "no-such-rack", feed.name, text, fix))
    fed = {number for feed in floor.feeds for number in feed.racks}
    text = "has no power feed, so the analysis of failed feeds leaves it out"
    findings += [
        Finding(Severity.NOTE, "no-feed", rack_label(rack), text, "name it in a power feed")
        for rack in floor.racks
        if rack.devices and rack.number not in fed
    ]
    return findings


def check_doors(floor: Floor, catalog: Catalog) -> list[Finding]:
    """Return doors that cannot open, because a rack or an obstacle is where they swing, or in the way."""
    boxes = [
        (f"rack {rack_label(rack)}", rack_footprint(rack, catalog.rack(rack.part))) for rack in floor.racks
    ]
    for area in floor.columns:
        if area.kind != "keep-out":
            x, y = area.x_m * MM_PER_M, area.y_m * MM_PER_M
            name = f"the {area.kind} {area.name}".strip()
            boxes.append((name, (x, y, x + area.width_m * MM_PER_M, y + area.depth_m * MM_PER_M)))
    findings = []
    for door in floor.doors:
        sectors = [leaf.sector for leaf in door_leaves(door)]
        names = [name for name, box in boxes if any(overlaps(sector, box) for sector in sectors)]
        if names:
            shown = ", ".join(names[:RACKS_NAMED])
            more = f" and {len(names) - RACKS_NAMED} more" if len(names) > RACKS_NAMED else ""
            text = f"cannot open whole: {shown}{more} {'is' if len(names) == 1 else 'are'} where it swings"
            fix = "move the door or what is in its way, or let it open to the other side"
            where = door.name or door_name(door)
            findings.append(Finding(Severity.WARNING, "door-blocked", where, text, fix))
    return findings


def _other(device: Device, wanted: NodePart, label: str) -> Finding:
    """A device that is not what the networks need under its id."""
    is_now = NodePart(part=device.part, cards=device.cards, card=device.card)
    text = f"is {_described(is_now)} in {label}, the networks need {_described(wanted)}"
    return Finding(Severity.ERROR, "other-part", device.id, text, "remove it and place it again")


def _described(part: NodePart) -> str:
    return f"{part.part} with {part.cards} {part.card}" if part.cards else part.part


def _missing(wanted: Mapping[str, NodePart], placed: Mapping[str, str]) -> list[Finding]:
    return [
        Finding(Severity.ERROR, "unplaced", device, f"{node.part} is in no rack", "place it, or make room")
        for device, node in wanted.items()
        if device not in placed
    ]


def _strays(placed: Mapping[str, str]) -> list[Finding]:
    return [
        Finding(
            Severity.WARNING,
            "stray",
            device,
            f"is in {label}, no network needs it",
            "remove it from the rack",
        )
        for device, label in placed.items()
    ]


def _spans(rack: Rack, catalog: Catalog) -> Iterable[tuple[int, int, str]]:
    for device, height in zip(rack.devices, heights_u(rack.devices, catalog), strict=True):
        yield device.u, height, device.id
    for kept in rack.reserved:
        yield kept.u, kept.height_u, "reserved space"


def _units(rack: Rack, label: str, catalog: Catalog) -> list[Finding]:
    """Devices that overlap, or exceed the rack."""
    findings = []
    top = catalog.rack(rack.part).height_u
    holder: dict[int, str] = {}
    spans = sorted(_spans(rack, catalog))
    if all(u + height <= above for (u, height, _), (above, _, _) in pairwise([*spans, (top + 1, 0, "")])):
        return []
    for u, height, what in spans:
        if u + height - 1 > top:
            text = f"units {u} to {u + height - 1} are beyond the {top} U of {label}"
            fix = "move it down, or take a taller rack"
            findings.append(Finding(Severity.ERROR, "beyond-rack", what, text, fix))
        other = next((holder[unit] for unit in range(u, u + height) if unit in holder), None)
        if other is not None:
            text = f"overlaps {other} in {label}, units {u} to {u + height - 1}"
            fix = "move one of them to free units"
            findings.append(Finding(Severity.ERROR, "overlap", what, text, fix))
        holder.update(dict.fromkeys(range(u, u + height), what))
    return findings


def _over(state: Budget, label: str) -> list[Finding]:
    findings = []
    for what, used, limit, lacks, unit in (
        ("mass", state.mass_kg, state.mass_limit_kg, state.lacks_mass, "kg"),
        ("power", state.power_w, state.power_limit_w, state.lacks_power, "W"),
    ):
        if limit is not None and used > limit + ROUNDED:
            least = "at least " if lacks else ""
            text = f"{least}{used:,g} {unit} of {limit:,g} {unit} allowed, {used - limit:,g} {unit} too much"
            fix = "move devices to other racks, or limit hosts per rack in the requirements and redesign"
            findings.append(Finding(Severity.ERROR, f"over-{what}", label, text, fix, amount=used))
    return findings


_Lacking = dict[tuple[str, str], list[str]]
"""Parts of unknown figure in racks that have a limit of it: what and part to the labels of the racks."""


def _add_lacking(lacking: _Lacking, state: Budget, label: str) -> None:
    for what, limit, lacks in (
        ("mass", state.mass_limit_kg, state.lacks_mass),
        ("power", state.power_limit_w, state.lacks_power),
    ):
        for part in lacks if limit is not None else ():
            lacking.setdefault((what, part), []).append(label)


def _unknown_left(lacking: _Lacking, catalog: Catalog) -> list[Finding]:
    """Parts that leave open what remains of a limit; the place is the part, which lacks the figure."""
    findings = []
    for (what, part), labels in sorted(lacking.items()):
        if not part:
            continue  # cables that are not chosen have findings of their own
        where = ", ".join(labels[:RACKS_NAMED])
        if len(labels) > RACKS_NAMED:
            where += f" and {len(labels) - RACKS_NAMED} more"
        text = f"its {what} is not known: what remains of the {what} limit is unknown in {where}"
        fix = f"enter the {what} of the part, with its source"
        severity = Severity.WARNING
        if what == "mass" and isinstance(catalog.find(part), Cable):
            fix = "enter its mass per metre and that of a plug, with their source"
            severity = Severity.NOTE
        findings.append(Finding(severity, "unknown-remainder", part, text, fix))
    return findings


def _unlimited(floor: Floor, catalog: Catalog, fed: Container[int]) -> list[Finding]:
    """Parts of racks in use that state no limit, so that nothing is checked."""
    findings = []
    used: dict[str, bool] = {}
    for rack in floor.racks:
        if rack.devices:
            used[rack.part] = used.get(rack.part, True) and rack.number in fed
    for part_id, all_fed in used.items():
        part = catalog.rack(part_id)
        limits = (("power", part.power_limit_w), ("mass", part.mass_limit_kg))
        none = [what for what, limit in limits if limit is None and not (what == "power" and all_fed)]
        if none:
            verb = "is" if len(none) == 1 else "are"
            text = (
                f"has no limit of {' or '.join(none)}: {' and '.join(none)} of its racks {verb} not checked"
            )
            fix = f"enter the limit of {' and of '.join(none)} of the part"
            findings.append(Finding(Severity.WARNING, "no-limit", part_id, text, fix))
    return findings


def _depth(rack: Rack, label: str, catalog: Catalog) -> list[Finding]:
    depth = catalog.rack(rack.part).depth_mm
    too_deep: dict[str, float] = {}
    for name in dict.fromkeys([device.part for device in rack.devices]):
        part = catalog[name]
        if part.depth_mm is not None and part.depth_mm > depth:
            too_deep[name] = part.depth_mm
    fix = "take a deeper rack, or move it to one"
    return [
        Finding(Severity.ERROR, "too-deep", label, f"{part} is {mm:g} mm deep, the rack {depth:g} mm", fix)
        for part, mm in too_deep.items()
    ]
