"""Figures for the facility team: load of feeds, heat, airflow and floor load of racks, rows and the room."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import NamedTuple

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Part, PowerUnit, RackPart
from fatdesk.engine.floor.budget import (
    NO_CABLES,
    NOTHING,
    UNPLUGGED,
    Extra,
    InRacks,
    Plugged,
    everything,
    fixed_loads,
    load,
)
from fatdesk.engine.floor.feeds import (
    DEFAULT_FEEDS,
    Corded,
    FeedLoads,
    PowerFeeds,
    corded_of,
    feed_loads,
    needed_circuits,
    shelves_of,
)
from fatdesk.engine.floor.floor import MM_PER_M, Device, Floor, Rack, letters, rack_label
from fatdesk.engine.floor.room import RoomRequirement

FEET = 4
AIR_KG_PER_M3 = 1.2
"""Density of air at 20 °C and 1,013 hPa (ASHRAE Handbook, Fundamentals: standard air, 1.204)."""
AIR_J_PER_KG_K = 1006.0
"""Specific heat of dry air at constant pressure (ASHRAE Handbook, Fundamentals)."""


def air_m3_per_h(watts: float, delta_k: float) -> float:
    """Airflow that carries heat away while it warms by some kelvin: P / (density x specific heat x delta T).

    >>> round(air_m3_per_h(1000.0, 12.0), 1)
    248.5
    """
    return watts / (AIR_KG_PER_M3 * AIR_J_PER_KG_K * delta_k) * 3600


class FeedUse(NamedTuple):
    """Use of a feed: its power, or the current of its most loaded phase.

    Attributes
    ----------
    load, carries
        In watts or, of a phase, in amperes; what it carries all the time.
    """

    feed: str
    load: float
    carries: float
    of_phase: bool

    @property
    def share(self) -> float:
        """Share of what it carries all the time, 1 is all of it."""
        return self.load / self.carries


@dataclass(frozen=True)
class RackFacility:
    """Facility figures of one rack; where parts are in a ``lacks_`` list, the figures are lower bounds.

    Attributes
    ----------
    stated
        Whether its feeds are decided, by the room or for the rack; else they are the default.
    usable_w
        Power that each feed carries all the time, by its breakers and its power strips; None: unknown.
    outlets
        Outlets of all feeds together; None: unknown.
    assumed
        Parts of unknown number of supplies, which count as dual-corded.
    lacks_mass
        Parts of unknown mass, the rack itself and its cables included; empty: a cable that is not chosen.
    lacks_liquid
        Parts of unknown power of which some goes to liquid.
    strips
        Parts of the power strips in it.
    """

    rack: Rack
    part: RackPart
    feeds: PowerFeeds
    stated: bool
    corded: tuple[Corded, ...]
    loads: FeedLoads
    usable_w: tuple[float | None, ...]
    outlets: int | None
    power_w: float
    liquid_w: float
    mass_kg: float
    delta_k: float
    lacks_power: tuple[str, ...] = ()
    lacks_mass: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    lacks_liquid: tuple[str, ...] = ()
    strips: tuple[PowerUnit, ...] = ()

    @property
    def label(self) -> str:
        """The label of the rack."""
        return rack_label(self.rack)

    @property
    def air_w(self) -> float:
        """Heat to air."""
        return max(0.0, self.power_w - self.liquid_w)

    @property
    def air_m3_per_h(self) -> float:
        """Airflow for the heat to air."""
        return air_m3_per_h(self.air_w, self.delta_k)

    @property
    def footprint_m2(self) -> float:
        """Floor that the rack takes."""
        return self.part.width_mm * self.part.depth_mm / MM_PER_M**2

    @property
    def kg_per_m2(self) -> float:
        """Mass over the footprint."""
        return self.mass_kg / self.footprint_m2

    @property
    def feet(self) -> int:
        """Casters or feet."""
        return self.part.feet or FEET

    @property
    def point_kg(self) -> float:
        """Mass on each caster or foot, spread evenly."""
        return self.mass_kg / self.feet

    @property
    def use(self) -> FeedUse | None:
        """The highest use of a feed with all feeds; None: unknown."""
        return self._worst(self.loads.normal_w, self.loads.normal_a)

    @property
    def use_after_loss(self) -> FeedUse | None:
        """The highest use of a feed after the loss of another; None: unknown."""
        return self._worst(self.loads.after_w, self.loads.lost_a)

    @property
    def worst_share(self) -> float | None:
        """The highest use of a feed after the loss of another: 1 is all that it carries; None: unknown."""
        worst = self.use_after_loss
        return None if worst is None else worst.share

    def _worst(self, watts: Sequence[float], currents: Sequence[Sequence[float]]) -> FeedUse | None:
        """The feed of the highest share of its power, or of its current on any phase if that is more."""
        most = self.feeds.most_a
        found = []
        for feed, own, usable, amperes in zip(self.feeds.names, watts, self.usable_w, currents, strict=True):
            if usable is not None:
                found.append(FeedUse(feed, own, usable, of_phase=False))
            if most is not None:
                found.append(FeedUse(feed, max(amperes), most, of_phase=True))
        return max(found, key=lambda one: (round(one.share, 9), not one.of_phase), default=None)

    def worst_loss(self, feed: int) -> str:
        """Return the feed whose loss loads a feed most; empty where no loss changes its load."""
        load = {
            name: case[feed]
            for name, case in zip(self.feeds.names, self.loads.lost_w, strict=True)
            if name != self.feeds.names[feed]
        }
        worst = max(load, key=load.__getitem__)
        return worst if load[worst] > self.loads.normal_w[feed] else ""

    @property
    def needed_circuits(self) -> int | None:
        """Least number of circuits per feed; None: none, or the breaker is unknown."""
        return needed_circuits(self.corded, self.feeds)


@dataclass(frozen=True)
class Sums:
    """Sums of several racks, such as those of a row.

    Attributes
    ----------
    normal_w, after_w
        Load of each feed by name; after the loss of the worst other feed.
    """

    name: str
    racks: int
    power_w: float
    power_bound: bool
    liquid_w: float
    liquid_bound: bool
    air_m3_per_h: float
    mass_kg: float
    mass_bound: bool
    footprint_m2: float
    normal_w: Mapping[str, float] = field(default_factory=dict)
    after_w: Mapping[str, float] = field(default_factory=dict)

    @property
    def air_w(self) -> float:
        """Heat to air."""
        return max(0.0, self.power_w - self.liquid_w)


@dataclass(frozen=True)
class Facility:
    """Facility figures of all racks, in order of their numbers as on the floor."""

    racks: tuple[RackFacility, ...]

    @property
    def rows(self) -> list[Sums]:
        """Sums of each row."""
        found: dict[int, list[RackFacility]] = {}
        for some in self.racks:
            found.setdefault(some.rack.row, []).append(some)
        return [sums(f"Row {letters(row)}", found[row]) for row in sorted(found)]

    @property
    def room(self) -> Sums:
        """Sums of the room."""
        return sums("Room", self.racks)

    @property
    def sums_of_racks(self) -> list[tuple[RackFacility, Sums]]:
        """Racks that hold something, each with its figures as sums."""
        return [(some, sums(some.label, [some])) for some in self.used]

    @property
    def used(self) -> list[RackFacility]:
        """Racks that hold something."""
        return [some for some in self.racks if some.rack.devices or some.part.contents]


def sums(name: str, racks: Iterable[RackFacility]) -> Sums:
    """Add the figures of some racks up."""
    racks = list(racks)
    names = max((some.feeds.names for some in racks), key=len, default=())
    lost: dict[str, dict[str, float]] = {}
    normal = dict.fromkeys(names, 0.0)
    for gone in names:
        lost[gone] = dict.fromkeys(names, 0.0)
    for some in racks:
        own = some.feeds.names
        for number, feed in enumerate(own):
            normal[feed] += some.loads.normal_w[number]
            for gone in names:
                case = some.loads.lost_w[own.index(gone)] if gone in own else some.loads.normal_w
                lost[gone][feed] += case[number]
    return Sums(
        name=name,
        racks=sum(1 for some in racks if some.rack.devices),
        power_w=fsum(some.power_w for some in racks),
        power_bound=any(some.lacks_power for some in racks),
        liquid_w=fsum(some.liquid_w for some in racks),
        liquid_bound=any(some.lacks_liquid for some in racks),
        air_m3_per_h=fsum(some.air_m3_per_h for some in racks),
        mass_kg=fsum(some.mass_kg for some in racks),
        mass_bound=any(some.lacks_mass for some in racks),
        footprint_m2=fsum(some.footprint_m2 for some in racks),
        normal_w=normal,
        after_w={feed: max(lost[gone][feed] for gone in names) for feed in names},
    )


def feeds_of(rack: Rack, room: RoomRequirement | None) -> PowerFeeds:
    """Return the feeds of a rack: its own, else those of the room."""
    return rack.power or (room.power if room is not None else None) or DEFAULT_FEEDS


def power_limit_w(rack: Rack, part: RackPart, room: RoomRequirement | None) -> float | None:
    """Power that a rack may draw, by its part and by its feeds when one is lost; None: no limit."""
    limits = [part.power_limit_w, feeds_of(rack, room).carried_w]
    return min((limit for limit in limits if limit is not None), default=None)


_REDUNDANCY = re.compile(r"(\d{1,2}) power suppl(?:y|ies)")


def supplies_of(part: Part) -> int | None:
    """Return the number of power supplies of a part, as stated or by its redundancy; None: unknown.

    >>> supplies_of(RackPart(id="r", height_u=42, redundancy="4 power supplies"))
    4
    """
    if part.supplies is not None:
        return part.supplies
    found = _REDUNDANCY.fullmatch(part.redundancy)
    return int(found[1]) or None if found else None


def facility_of(
    floor: Floor,
    room: RoomRequirement | None,
    catalog: Catalog,
    plugged: Plugged = UNPLUGGED,
    cables: InRacks = NO_CABLES,
) -> Facility:
    """Compute the facility figures of all racks.

    Racks with equal devices are computed once.

    Parameters
    ----------
    cables
        Mass of the cables in each rack.
    """
    room = room or RoomRequirement()
    known: dict[object, RackFacility] = {}
    found = []
    for rack in floor.racks:
        feeds = feeds_of(rack, room)
        contents = tuple(_signature(device, plugged) for device in rack.devices)
        key = rack.part, feeds, contents
        alike = known.get(key)
        stated = rack.power is not None or room.power is not None
        if alike is None:
            alike = known[key] = _of_rack(rack, feeds, stated, room.air_delta_k, catalog, plugged)
        found.append(_for_rack(alike, rack, stated, cables.get(rack.number, NOTHING)))
    return Facility(tuple(found))


def _for_rack(alike: RackFacility, rack: Rack, stated: bool, cables: Extra) -> RackFacility:
    """The same figures of another rack with some cables."""
    made = object.__new__(RackFacility)
    made.__dict__.update(
        alike.__dict__,
        rack=rack,
        stated=stated,
        mass_kg=alike.mass_kg + cables.mass_kg,
        lacks_mass=tuple(sorted({*alike.lacks_mass, *cables.lacks_mass})),
    )
    return made


def _signature(device: Device, plugged: Plugged) -> object:
    own = (device.part, device.cards, device.card, plugged.get(device.id))
    return (own, *(_signature(some, plugged) for some in device.inside)) if device.inside else own


class _Liquid:
    """Heat of a rack to liquid, and the parts of which it is not known."""

    def __init__(self) -> None:
        self.watts: list[float] = []
        self.lacks: set[str] = set()

    def add(self, part: str, share: float | None, watts: float, is_unknown: bool) -> None:
        """Add the heat of a part; what states no share gives all to air."""
        self.watts.append(watts * (share or 0.0))
        if share and is_unknown:
            self.lacks.add(part)


def _of_rack(
    rack: Rack, feeds: PowerFeeds, stated: bool, delta_k: float, catalog: Catalog, plugged: Plugged
) -> RackFacility:
    part = catalog.rack(rack.part)
    corded, strips = [], []
    mass, power = [], []
    lacks_power: set[str] = set()
    lacks_mass: set[str] = set()
    assumed: set[str] = set()
    heat = _Liquid()
    for device in rack.devices:
        outer = catalog[device.part]
        watts = 0.0
        for some in everything(device):
            own, inner = load(some, catalog, plugged), catalog[some.part]
            watts += own.power_w
            mass.append(own.mass_kg)
            lacks_power.update(own.lacks_power)
            lacks_mass.update(own.lacks_mass)
            alone = own.power_w - plugged.get(some.id, NOTHING).power_w  # transceivers give their heat to air
            heat.add(inner.id, inner.liquid_share, alone, inner.id in own.lacks_power)
        power.append(watts)
        if isinstance(outer, PowerUnit):
            strips.append(outer)
            continue
        supplies = supplies_of(outer)
        if supplies is None and part.supplies is None:
            assumed.add(outer.id)
        if (own_cords := corded_of(outer, watts, supplies)) is not None:
            corded.append(own_cords)
    for extra, content in zip(fixed_loads(part), part.contents, strict=True):
        power.append(extra.power_w)
        mass.append(extra.mass_kg)
        lacks_power.update(extra.lacks_power)
        lacks_mass.update(extra.lacks_mass)
        heat.add(part.id, content.liquid_share, extra.power_w, bool(extra.lacks_power))
        if extra.power_w:
            corded.append(Corded(content.name, extra.power_w))
            if part.supplies is None:
                assumed.add(part.id)
    if part.mass_kg is None:
        lacks_mass.add(part.id)
    total = fsum(power)
    if (shelves := shelves_of(part)) is not None:
        corded = [shelves._replace(watts=total)]
    return RackFacility(
        rack=rack,
        part=part,
        feeds=feeds,
        stated=stated,
        corded=tuple(corded),
        loads=feed_loads(corded, feeds),
        usable_w=_usable(feeds, strips),
        outlets=_outlets(feeds, strips),
        power_w=total,
        liquid_w=fsum(heat.watts),
        mass_kg=fsum(mass) + (part.mass_kg or 0.0),
        delta_k=delta_k,
        lacks_power=tuple(sorted(lacks_power)),
        lacks_mass=tuple(sorted(lacks_mass)),
        assumed=tuple(sorted(assumed)),
        lacks_liquid=tuple(sorted(heat.lacks)),
        strips=tuple(strips),
    )


def _usable(feeds: PowerFeeds, strips: list[PowerUnit]) -> tuple[float | None, ...]:
    """Power that each feed carries, by its breakers and power strips; strips go to the feeds in turn."""
    count = len(feeds.names)
    found: list[float | None] = []
    for number in range(count):
        own = [strip.power_limit_w for strip in strips[number::count]]
        limits = [feeds.usable_w] if feeds.usable_w is not None else []
        if own and None not in own:
            limits.append(fsum(limit for limit in own if limit is not None))
        found.append(min(limits, default=None))
    return tuple(found)


def _outlets(feeds: PowerFeeds, strips: list[PowerUnit]) -> int | None:
    """Outlets of the power strips in the rack; without any, those of the circuits."""
    if strips:
        counts = Counter(strip.outlets is None for strip in strips)
        return None if counts[True] else sum(strip.outlets or 0 for strip in strips)
    return None if feeds.outlets is None else feeds.outlets * feeds.circuits * len(feeds.names)
