"""Checks for the facility: overload of feeds, outlets, floor load, and air that blows against itself."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.mounting import AirDirection, air_direction, port_side
from fatdesk.engine.catalog.parts import OUTLETS
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.floor.budget import everything
from fatdesk.engine.floor.facility import Facility, FeedUse, RackFacility
from fatdesk.engine.floor.feeds import OUTLET_V, Corded
from fatdesk.engine.floor.floor import (
    Aisle,
    Floor,
    Front,
    Rack,
    after_quarters,
    aisles_between,
    fronts_of_rows,
    letters,
    rack_label,
    row_spans,
)
from fatdesk.engine.floor.room import RoomRequirement

ROUNDED = 1e-6
NAMED = 5
"""The number of racks that a finding names; the rest is counted."""


def check_facility(facility: Facility, room: RoomRequirement | None) -> list[Finding]:
    """Feeds that a loss would overload, devices that it would stop, missing outlets, and floor load.

    Feeds are checked in racks where they are decided, by the requirements of the room or for the rack.
    """
    room = room or RoomRequirement()
    findings: list[Finding] = []
    short: dict[str, _Short] = {}
    assumed: dict[str, None] = {}
    high: dict[float, list[str]] = {}
    other: dict[tuple[str, int, int], list[str]] = {}
    for some in facility.racks:
        if some.stated and some.corded:
            if some.feeds.outlet_v > OUTLET_V and not all(one.balanced for one in some.corded):
                high.setdefault(some.feeds.outlet_v, []).append(some.label)
            for part, phases in dict.fromkeys((one.id, one.phases) for one in some.strips):
                if phases is not None and phases != some.feeds.phases:
                    other.setdefault((part, phases, some.feeds.phases), []).append(some.label)
            findings += _overload(some)
            findings += _outlets(some)
            assumed |= dict.fromkeys(some.assumed)
            for feed, parts in zip(some.feeds.names, some.loads.short, strict=True):
                for part, left in parts:
                    one = next(one for one in some.corded if one.part == part)
                    short.setdefault(part, _Short(one, {}, {}, [])).add(some.label, feed, left)
        findings += _cords(some)
        findings += _floor_load(some, room)
    findings += [_outlet_voltage(volts, racks) for volts, racks in high.items()]
    findings += [_strip_phases(*key, racks) for key, racks in other.items()]
    findings += [one.finding for one in short.values()]
    text = "states no number of power supplies and counts as dual-corded"
    findings += [
        Finding(Severity.NOTE, "supplies-assumed", part, text, "enter the power supplies of the part")
        for part in assumed
    ]
    return findings


def _overload(some: RackFacility) -> Iterator[Finding]:
    """Overload of a feed, with all feeds or after the loss of one: the worst of the rack."""
    least = "at least " if some.lacks_power else ""
    count = some.needed_circuits
    fix = "move devices to other racks, or give the rack a larger breaker or more circuits"
    if count is not None and count > some.feeds.circuits:
        fix = f"give each feed of the rack {count} circuits, or a larger breaker, or move devices out of it"
    if (now := some.use) is not None and now.share > 1 + ROUNDED:
        text = f"feed {now.feed} carries {least}{_load(some, now)} with all feeds"
        yield Finding(Severity.ERROR, "feed-overload", some.label, text, fix, amount=now.share)
    elif (then := some.use_after_loss) is not None and then.share > 1 + ROUNDED:
        names = some.feeds.names
        number = names.index(then.feed)
        lost = names[some.loads.phase_loss[number]] if then.of_phase else some.worst_loss(number)
        text = f"loss of feed {lost} loads feed {then.feed} with {least}{_load(some, then)}"
        yield Finding(Severity.ERROR, "feed-loss", some.label, text, fix, amount=then.share)


def _load(some: RackFacility, use: FeedUse) -> str:
    """The load of a feed and what it carries, in words."""
    if use.of_phase:
        return f"{use.load:,.1f} A on a phase of {use.carries:,.4g} A ({some.feeds.circuit_text})"
    return f"{use.load / 1000:,.1f} kW of {use.carries / 1000:,.1f} kW ({some.feeds.circuit_text})"


def _outlets(some: RackFacility) -> Iterator[Finding]:
    if some.outlets is not None and some.loads.cords > some.outlets:
        text = f"its devices have {some.loads.cords:,} power cords, and there are {some.outlets:,} outlets"
        yield Finding(Severity.WARNING, "outlets", some.label, text, "add power strips, or larger ones")


def _cords(some: RackFacility) -> Iterator[Finding]:
    """Cords for which the power strips in the rack have too few outlets of their kind, where all is known."""
    there: dict[str, int] = {}
    for strip in some.strips:
        for kind, count in (("C13", strip.c13_outlets), ("C19", strip.c19_outlets)):
            if count is None:
                return
            there[kind] = there.get(kind, 0) + count
    wanted: dict[str, list[Corded]] = {}
    for one in some.corded if there else ():
        if one.inlet:
            wanted.setdefault(OUTLETS[one.inlet], []).append(one)
    for kind, devices in sorted(wanted.items()):
        cords = sum(one.supplies for one in devices)
        if cords > there[kind]:
            inlets = " and ".join(sorted({one.inlet for one in devices}))
            parts = ", ".join(sorted({one.part for one in devices}))
            strips = ", ".join(sorted({one.id for one in some.strips}))
            text = (
                f"{cords:,} power supplies with {inlets} inlets ({parts}) take {kind} outlets,"
                f" and {strips} have {there[kind]:,} of these"
            )
            fix = f"choose power strips with more {kind} outlets, or move devices to other racks"
            yield Finding(Severity.ERROR, "power-cord", some.label, text, fix, amount=float(cords))


def _outlet_voltage(volts: float, racks: Sequence[str]) -> Finding:
    text = f"outlets have {volts:,.0f} V, and plugs carry up to 250 V or 277 V, in {_listed(racks)}"
    fix = (
        "enter the voltage of the circuit, such as 230 V of one phase, or outlets between a phase and neutral"
    )
    where = racks[0] if len(racks) == 1 else "racks"
    return Finding(Severity.WARNING, "outlet-voltage", where, text, fix, tuple(racks))


def _strip_phases(part: str, own: int, of_feeds: int, racks: Sequence[str]) -> Finding:
    text = f"has {own} phase{'s'[: own != 1]}, the feeds have {of_feeds}, in {_listed(racks)}"
    fix = "choose a power strip for the circuits of the feeds, or enter the phases of these"
    return Finding(Severity.WARNING, "strip-phases", part, text, fix)


class _Short(NamedTuple):
    """A part that keeps fewer power supplies than it needs when a feed is lost."""

    one: Corded
    racks: dict[str, None]
    feeds: dict[str, None]
    left: list[int]

    def add(self, rack: str, feed: str, left: int) -> None:
        """Add a rack and a feed."""
        self.racks[rack] = self.feeds[feed] = None
        self.left.append(left)

    @property
    def finding(self) -> Finding:
        """The finding about the part in all racks."""
        where, supplies, needed = _listed(list(self.racks)), self.one.supplies, self.one.needed
        feeds, left = " or ".join(sorted(self.feeds)), min(self.left)
        if supplies == 1:
            text = f"has one power supply: it stops when feed {feeds} is lost, in {where}"
            fix = "put a transfer switch before it, or choose a model with two supplies"
        else:
            text = (
                f"needs {needed} of its {supplies} power supplies for its full power, and keeps {left} when"
                f" feed {feeds} is lost, in {where}"
            )
            fix = "spread its supplies over more feeds (N+1 or 4-to-make-3)"
        return Finding(Severity.WARNING, "few-supplies", self.one.part, text, fix)


def _floor_load(some: RackFacility, room: RoomRequirement) -> Iterator[Finding]:
    least = "at least " if some.lacks_mass else ""
    if room.floor_kg_per_m2 is not None and some.kg_per_m2 > room.floor_kg_per_m2 + ROUNDED:
        text = f"loads the floor with {least}{some.kg_per_m2:,.0f} kg/m² of {room.floor_kg_per_m2:,g} kg/m²"
        fix = "move devices to other racks, or reinforce the floor below the rack"
        yield Finding(Severity.ERROR, "floor-load", some.label, text, fix)
    if room.floor_point_kg is not None and some.point_kg > room.floor_point_kg + ROUNDED:
        text = (
            f"each of its {some.feet} feet loads the floor with {least}{some.point_kg:,.0f} kg of"
            f" {room.floor_point_kg:,g} kg"
        )
        fix = "spread the load with plates below the feet, move devices, or reinforce the floor"
        yield Finding(Severity.ERROR, "floor-point-load", some.label, text, fix)


def _listed(labels: Sequence[str]) -> str:
    shown = ", ".join(labels[:NAMED])
    return shown + (f" and {len(labels) - NAMED} more" if len(labels) > NAMED else "")


# -- air --------------------------------------------------------------------------------------------------


def rack_air(rack: Rack, directions: Callable[[str], AirDirection | None]) -> AirDirection | None:
    """The direction of the air through a rack; None: unknown, or devices blow against each other."""
    found = {directions(device.part) for device in rack.devices} - {None, "sideways"}
    return found.pop() if len(found) == 1 else None


def exhaust_side(rack: Rack, air: AirDirection | None) -> Front | None:
    """The side of the plan to which a rack blows; None: unknown."""
    if air not in ("front-to-rear", "rear-to-front"):
        return None
    return after_quarters(rack.front, 2) if air == "front-to-rear" else rack.front


def check_air(floor: Floor, catalog: Catalog, fabrics: Iterable[Fabric] = ()) -> list[Finding]:
    """Findings about air that blows against itself in racks, rows and aisles, and about opposite ports."""
    known: dict[str, AirDirection | None] = {}

    def directions(part: str) -> AirDirection | None:
        if part not in known:
            known[part] = air_direction(catalog[part])
        return known[part]

    findings = list(_racks_against(floor, directions))
    sides = {rack.number: exhaust_side(rack, rack_air(rack, directions)) for rack in floor.racks}
    findings += _mixed_rows(floor, sides)
    findings += _aisles(floor, catalog, sides)
    findings += _opposite_ports(floor, catalog, fabrics)
    return findings


def _racks_against(floor: Floor, directions: Callable[[str], AirDirection | None]) -> Iterator[Finding]:
    for rack in floor.racks:
        counts = Counter(directions(device.part) for device in rack.devices)
        forward, back = counts["front-to-rear"], counts["rear-to-front"]
        if not forward or not back:
            continue
        wrong: AirDirection = "rear-to-front" if back <= forward else "front-to-rear"
        parts = Counter(device.part for device in rack.devices if directions(device.part) == wrong)
        what = ", ".join(f"{count} x {part}" for part, count in sorted(parts.items()))
        most = max(forward, back)
        verb = "blows" if sum(parts.values()) == 1 else "blow"
        others = f"{most} other device{'s'[: most != 1]}"
        text = f"{what} {verb} from {wrong.replace('-', ' ')}, against {others}"
        fix = "order the model with the other airflow, or turn its ports to the other side (Ports at)"
        yield Finding(Severity.WARNING, "airflow-against", rack_label(rack), text, fix)


def _mixed_rows(floor: Floor, sides: Mapping[int, Front | None]) -> Iterator[Finding]:
    rows: dict[int, list[Rack]] = {}
    for rack in floor.racks:
        if sides[rack.number] is not None:
            rows.setdefault(rack.row, []).append(rack)
    for row, racks in sorted(rows.items()):
        counts = Counter(sides[rack.number] for rack in racks)
        if len(counts) < 2:
            continue
        usual = counts.most_common(1)[0][0]
        others = [rack_label(rack) for rack in racks if sides[rack.number] != usual]
        text = f"{_listed(others)} blow{'s'[: len(others) == 1]} to the other side than the rest of the row"
        fix = f"turn {_listed(others)} (Place > Turn), so that all blow into one aisle"
        yield Finding(Severity.WARNING, "row-airflow", f"row {letters(row)}", text, fix)


def _aisles(floor: Floor, catalog: Catalog, sides: Mapping[int, Front | None]) -> Iterator[Finding]:
    """Rows that blow into a cold aisle, or draw from a hot one, in rooms that have such aisles."""
    aisles = aisles_between(row_spans(floor, catalog.find), fronts_of_rows(floor.racks))
    if not any(aisle.kind for aisle in aisles):
        return
    blows = {
        row: {side for rack in floor.racks if rack.row == row and (side := sides[rack.number]) is not None}
        for row in {rack.row for rack in floor.racks}
    }
    for aisle in aisles:
        into = [row for row, side in ((aisle.before, "down"), (aisle.after, "up")) if side in blows[row]]
        away = [row for row, side in ((aisle.before, "up"), (aisle.after, "down")) if side in blows[row]]
        where = f"aisle {_rows(aisle)}"
        if into and away:
            text = f"row {_names(into)} blows into it, and row {_names(away)} draws from it"
            fix = "turn the rows, so that rows face each other in pairs (Place > Face each other)"
            yield Finding(Severity.WARNING, "aisle-airflow", where, text, fix)
        elif aisle.kind == "cold" and into:
            text = f"is a cold aisle by the fronts of its racks, and row {_names(into)} blows into it"
            fix = "order models with the other airflow, or turn the rows"
            yield Finding(Severity.WARNING, "aisle-airflow", where, text, fix)


def _rows(aisle: Aisle) -> str:
    return f"{letters(aisle.before)}-{letters(aisle.after)}"


def _names(rows: Sequence[int]) -> str:
    return " and ".join(letters(row) for row in rows)


def _opposite_ports(floor: Floor, catalog: Catalog, fabrics: Iterable[Fabric]) -> Iterator[Finding]:
    """Edge switches whose ports face away from those of the hosts in their rack: a finding for each model."""
    models = dict.fromkeys(device.part for rack in floor.racks for device in rack.devices)
    side = {model: port_side(part) for model in models if (part := catalog.find(model)) is not None}
    mixed = [rack for rack in floor.racks if len({side.get(device.part) for device in rack.devices}) > 1]
    devices = [
        (some.id, rack, device.part)
        for rack in mixed
        for device in rack.devices
        for some in everything(device)
    ]
    rack_of = {device_id: rack for device_id, rack, _ in devices}
    part_of = {device_id: model for device_id, _, model in devices}
    pairs: dict[tuple[str, str], dict[str, None]] = {}
    for fabric in fabrics if mixed else ():
        ids = fabric.ids
        if fabric.enclosure:
            continue
        to_host = fabric.kind[fabric.ends[:, 1]] == NodeKind.HOST
        for edge, host in fabric.ends[to_host].tolist():
            rack = rack_of.get(ids[edge])
            if rack is None or rack_of.get(ids[host]) is not rack:
                continue
            switch, other = part_of[ids[edge]], part_of[ids[host]]
            pairs.setdefault((switch, other), {})[rack_label(rack)] = None
    for (switch, other), labels in sorted(pairs.items()):
        ours, theirs = side.get(switch), side.get(other)
        if ours is None or theirs is None or ours == theirs:
            continue
        text = f"its ports face the {ours}, those of {other} the {theirs}, in {_listed(list(labels))}"
        fix = f"order the model with the other airflow, whose ports face the {theirs}"
        yield Finding(Severity.NOTE, "opposite-ports", switch, text, fix)
