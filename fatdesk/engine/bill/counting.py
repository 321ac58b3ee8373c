"""Count the items of a project: devices, boards, cables, transceivers, racks, and their destinations."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import pairwise
from math import ceil, dist, fsum

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.units import m_from_um, um_from_m
from fatdesk.engine.bill.take_off import Fitting, missing_fitting, take_off
from fatdesk.engine.cabling.laying import Cabling, FabricCabling
from fatdesk.engine.cabling.positions import Position
from fatdesk.engine.cabling.spans import State
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import configuration
from fatdesk.engine.catalog.parts import (
    AnyPart,
    Cable,
    Card,
    Enclosure,
    ModularSwitch,
    Module,
    Panel,
    PowerUnit,
    Price,
    Switch,
    TrayPart,
    in_enclosure,
)
from fatdesk.engine.fabric.fabric import Chassis, Fabric, NodeKind
from fatdesk.engine.floor.budget import Extra, Plugged
from fatdesk.engine.floor.floor import Floor
from fatdesk.engine.structured.stock import generic_part

PASSIVE = ("copper", "fibre")


def cable_power(cable: Cable) -> float | None:
    """Return the power of a cable at all of its ends together; passive ones have none."""
    return 0.0 if cable.medium in PASSIVE else cable.power_w


def cable_mass(cable: Cable, ordered_um: int) -> float | None:
    """Return the mass of a cable of some length with all its plugs, kg.

    >>> from fatdesk.engine.catalog.parts import Cable
    >>> splitter = Cable(
    ...     id="c", medium="copper", connectors=("a", "b"), lanes=4, mass_kg_per_m=0.05, mass_kg_per_end=0.1,
    ...     ends=(1, 2),
    ... )
    >>> round(cable_mass(splitter, 3_000_000), 6)
    0.45
    """
    metre, end = cable.mass_kg_per_m, cable.mass_kg_per_end
    return None if metre is None or end is None else metre * m_from_um(ordered_um) + end * sum(cable.ends)


def modules_at(made: FabricCabling) -> dict[str, Longs]:
    """For each transceiver part the node of each cage that one is plugged into, once for each cage."""
    cages: dict[str, list[Longs]] = {}
    nodes: dict[str, list[Longs]] = {}

    def add(part: str, links: Longs, end: int) -> None:
        cages.setdefault(part, []).append(made.cage[links, end])
        nodes.setdefault(part, []).append(made.fabric.ends[links, end].astype(np.int64))

    size = np.diff(made.start)
    for number in chosen_of(made):
        option = made.choices[number].option
        if option.a is None or option.b is None:
            continue
        links = made.links[np.repeat(made.choice == number, size)]
        add(option.a.id, links, 0)
        add(option.b.id, links, 1)
    if made.external_module:
        add(made.external_module, made.links[np.repeat(made.spans.state == State.EXTERNAL, size)], 0)
    found = {}
    for part, some in cages.items():
        cage, first = np.unique(np.concatenate(some), return_index=True)
        found[part] = np.concatenate(nodes[part])[first][cage >= 0]
    return found


def chosen_of(made: FabricCabling) -> list[int]:
    """The choices that some cable has."""
    chosen: list[int] = np.flatnonzero(np.bincount(made.choice[made.choice >= 0])).tolist()
    return chosen


def plugged_into(fabrics: Iterable[FabricCabling], catalog: Catalog) -> Plugged:
    """For each device by id what its transceivers and active cables add to its power and mass.

    An active cable draws one half at each end; the legs of a splitter share theirs evenly. What will be
    plugged in where no cable is chosen is unknown.
    """
    found: dict[str, Extra] = {}
    for made in fabrics:
        for node, extra in _of_fabric(made, catalog).items():
            name = made.fabric.ids[node]
            found[name] = found[name] + extra if name in found else extra
    return found


def _of_fabric(made: FabricCabling, catalog: Catalog) -> Mapping[int, Extra]:
    count = made.fabric.node_count
    power, mass = np.zeros(count), np.zeros(count)
    lacks_power: dict[int, set[str]] = {}
    lacks_mass: dict[int, set[str]] = {}
    touched = np.zeros(count, bool)
    for part_id, nodes in modules_at(made).items():
        part = catalog[part_id]
        touched[nodes] = True
        for figure, sums, lacks in ((part.power_w, power, lacks_power), (part.mass_kg, mass, lacks_mass)):
            if figure is None:
                _lack(lacks, nodes, part_id)
            else:
                np.add.at(sums, nodes, figure)
    size = np.diff(made.start)
    for number in chosen_of(made):
        cable = made.choices[number].option.cable
        watts = cable_power(cable)
        if watts == 0.0:
            continue
        here = made.choice == number
        links = made.links[np.repeat(here, size)]
        ends = made.fabric.ends[links]
        touched[ends] = True
        if watts is None:
            _lack(lacks_power, ends.ravel(), cable.id)
        else:
            each = np.repeat(watts / 2 / size[here], size[here])
            np.add.at(power, ends[:, 0], each)
            np.add.at(power, ends[:, 1], each)
    unknown = made.choice < 0
    outside = made.spans.state == State.EXTERNAL
    if made.external_module:
        unknown &= ~outside
    ends = made.fabric.ends[made.links[np.repeat(unknown, size)]]
    inside = ~np.repeat(outside, size)[np.repeat(unknown, size)]
    nodes = np.concatenate([ends[:, 0], ends[inside, 1]])
    touched[nodes] = True
    _lack(lacks_power, nodes, "")
    _lack(lacks_mass, nodes, "")
    return {
        node: Extra(
            power_w=round(float(power[node]), 6),
            lacks_power=tuple(sorted(lacks_power.get(node, ()))),
            mass_kg=round(float(mass[node]), 6),
            lacks_mass=tuple(sorted(lacks_mass.get(node, ()))),
        )
        for node in np.flatnonzero(touched).tolist()
    }


def _lack(lacks: dict[int, set[str]], nodes: Longs, part: str) -> None:
    for node in np.unique(nodes).tolist():
        lacks.setdefault(node, set()).add(part)


ItemKey = tuple[int, str, float, bool, Decimal]
PASS_THROUGH = "/pass-through"
"""The end of a pass-through panel's id, after that of its enclosure."""
CATEGORIES = (
    "hosts",
    "enclosures",
    "power units",
    "switches",
    "cables",
    "transceivers",
    "panels",
    "racks",
    "trays",
)


@dataclass
class Item:
    """A line of the bill while it is counted; ``racks`` are indices of the racks where it goes."""

    category: str
    part: str
    count: int = 0
    length_m: float | None = None
    price: Decimal | None = None
    stated: Price | None = None
    """The price as the catalog states it, for its date and source."""
    power_w: float | None = None
    mass_kg: float | None = None
    height_u: int | None = None
    description: str = ""
    racks: set[int] = field(default_factory=set)

    @property
    def nameless(self) -> bool:
        """Whether it is cables that no part is chosen for."""
        return self.category == "cables" and self.length_m is None

    @property
    def key(self) -> ItemKey:
        """Order of lines: category, part, length; what has two prices has two lines."""
        at = CATEGORIES.index(self.category)
        return at, self.part, self.length_m or 0.0, self.price is None, self.price or Decimal(0)


def count_items(
    hosts: Mapping[str, tuple[str, int]],
    fabrics: Sequence[Fabric],
    cabling: Cabling,
    floor: Floor,
    catalog: Catalog,
) -> list[Item]:
    """Return all items to buy, in the order of lines.

    Parameters
    ----------
    hosts
        Part and count of each group of hosts.
    """
    return with_equipment(equipment_items(hosts, fabrics, cabling.seats, catalog), cabling, floor, catalog)


def with_equipment(
    equipment: Iterable[Item], cabling: Cabling, floor: Floor, catalog: Catalog, *, fittings: bool = False
) -> list[Item]:
    """Return all items to buy, in the order of lines; the items of the equipment are not changed.

    Parameters
    ----------
    fittings
        Whether the fittings of trays are lines, too.
    """
    items = [replace(item, racks=set(item.racks)) for item in equipment]
    trays = tray_items(floor, catalog, fittings=fittings)
    room = (*panel_items(cabling), *rack_items(floor, catalog, racks_of_panels(cabling)), *trays)
    return merged([*items, *cable_items(cabling.fabrics, catalog), *room])


def merged(items: Iterable[Item]) -> list[Item]:
    """Items of one key as one, in the order of lines; those of the first are changed."""
    found: dict[ItemKey, Item] = {}
    for item in items:
        if item.count == 0:
            continue
        known = found.setdefault(item.key, item)
        if known is not item:
            known.count += item.count
            known.racks |= item.racks
    return [found[key] for key in sorted(found)]


def equipment_items(
    hosts: Mapping[str, tuple[str, int]],
    fabrics: Sequence[Fabric],
    seats: Mapping[str, Position],
    catalog: Catalog,
) -> list[Item]:
    """Hosts, switches and enclosures, with the racks that they are in."""
    items = [_hosts(group, part, count, seats, catalog) for group, (part, count) in hosts.items()]
    for group, (part_id, count) in hosts.items():
        box = catalog.chassis_of(catalog.host(part_id))
        if box is not None:
            chassis = Chassis(group, box.id, box.blades, count)
            items.append(_boxes(box, chassis.ids, seats))
    for fabric in fabrics:
        items += _switches(fabric, seats, catalog)
        items += _enclosures(fabric, seats, catalog)
    return items


def cable_items(fabrics: Iterable[FabricCabling], catalog: Catalog) -> list[Item]:
    """Cables and transceivers; of parts that share no cage the items add up."""
    return [item for made in fabrics for item in (*_cables(made), *_transceivers(made, catalog))]


def _amount(price: Price | None) -> Decimal | None:
    return None if price is None else price.amount


def _racks_of(ids: Iterable[str], seats: Mapping[str, Position]) -> set[int]:
    return {seats[node].rack for node in ids if node in seats}


def _hosts(group: str, part_id: str, count: int, seats: Mapping[str, Position], catalog: Catalog) -> Item:
    part = catalog.host(part_id)
    ids = (f"{group}/{number}" for number in range(1, count + 1))
    return Item(
        "power units" if isinstance(part, PowerUnit) else "hosts",
        part_id,
        count,
        price=_amount(part.price),
        stated=part.price,
        power_w=part.power_w,
        mass_kg=part.mass_kg,
        height_u=0 if in_enclosure(part) else part.height_u,
        racks=_racks_of(ids, seats),
    )


def _switches(fabric: Fabric, seats: Mapping[str, Position], catalog: Catalog) -> list[Item]:
    """Switches; a modular one as its chassis, its boards and its cards."""
    items = []
    for number, node_part in enumerate(fabric.parts):
        nodes = np.flatnonzero((fabric.part == number) & (fabric.kind == NodeKind.SWITCH))
        if not len(nodes):
            continue
        racks = _racks_of((fabric.ids[node] for node in nodes.tolist()), seats)
        part = catalog[node_part.part]
        if isinstance(part, ModularSwitch):
            card = next((c for c in part.cards if c.name == node_part.card), part.cards[0])
            boards: list[tuple[Module | Card, int]] = [(board, board.count) for board in part.fixed]
            boards.append((card, node_part.cards))
            items.append(_chassis(part, len(nodes), racks))
            items += [
                Item(
                    "switches",
                    f"{part.id}/{board.name}",
                    len(nodes) * each,
                    price=_amount(board.price),
                    stated=board.price,
                    power_w=board.power_w,
                    mass_kg=board.mass_kg,
                    height_u=0,
                    description=f"for {part.name or part.id}",
                    racks=set(racks),
                )
                for board, each in boards
            ]
        elif isinstance(part, Switch):
            items.append(_fixed(part, len(nodes), racks, inside=bool(fabric.enclosure)))
    return items


def _chassis(part: ModularSwitch, count: int, racks: set[int]) -> Item:
    return Item(
        "switches",
        part.id,
        count,
        price=_amount(part.price),
        stated=part.price,
        power_w=part.power_w,
        mass_kg=part.mass_kg,
        height_u=part.height_u,
        description="chassis",
        racks=racks,
    )


def _fixed(part: Switch, count: int, racks: set[int], inside: bool) -> Item:
    chosen = configuration(part)
    return Item(
        "switches",
        part.id,
        count,
        price=chosen.price,
        stated=part.price or part.price_per_port,
        power_w=part.power_w,
        mass_kg=part.mass_kg,
        height_u=0 if inside and part.height_u is None else part.height_u,
        racks=racks,
    )


def _enclosures(fabric: Fabric, seats: Mapping[str, Position], catalog: Catalog) -> list[Item]:
    if not fabric.enclosure:
        return []
    part = catalog.get(fabric.enclosure, Enclosure)
    count = int(fabric.block.max(initial=-1)) + 1
    ids = [f"{fabric.name}/enclosure/{number}" for number in range(1, count + 1)]
    items = [_boxes(part, ids, seats)]
    if fabric.pass_through:
        panel = part.pass_through.price if part.pass_through else None
        items.append(
            Item(
                "enclosures",
                f"{part.id}{PASS_THROUGH}",
                len(fabric.pass_through),
                price=_amount(panel),
                stated=panel,
                height_u=0,
                description=f"pass-through panel for {part.name or part.id}",
            )
        )
    return items


def _boxes(part: Enclosure, ids: Sequence[str], seats: Mapping[str, Position]) -> Item:
    """Enclosures of some ids."""
    return Item(
        "enclosures",
        part.id,
        len(ids),
        price=_amount(part.price),
        stated=part.price,
        power_w=part.power_w,
        mass_kg=part.mass_kg,
        height_u=part.height_u,
        racks=_racks_of(ids, seats),
    )


def _cables(made: FabricCabling) -> list[Item]:
    """Cables by part and ordered length; those that nothing was chosen for as one line without a part."""
    items, laid = [], made.laid
    for number in laid.chosen:
        choice, here = laid.choices[number], np.flatnonzero(laid.choice == number)
        items.append(
            Item(
                "cables",
                choice.option.cable.id,
                len(here),
                length_m=m_from_um(choice.ordered_um),
                price=choice.price,
                stated=_stated(choice.option.cable, choice.ordered_um),
                power_w=cable_power(choice.option.cable),
                mass_kg=cable_mass(choice.option.cable, choice.ordered_um),
                racks=set(laid.rack[here, 0].tolist()) - {-1},
            )
        )
    words = {
        State.UNPLACED: "not placed",
        State.UNREACHABLE: "no tray connects the ends",
        State.NO_CABLE: "nothing fits and reaches",
        State.EXTERNAL: "far end outside the project",
    }
    for state, why in words.items():
        here = np.flatnonzero((made.spans.state == state) & (made.choice < 0))
        if len(here):
            # a transceiver is planned for the own end of a link to outside: its cable is a fibre
            passive = state == State.EXTERNAL and made.external_module
            items.append(
                Item(
                    "cables",
                    f"unknown ({why})",
                    len(here),
                    power_w=0.0 if passive else None,
                    description="cable and length unknown",
                )
            )
    return items


def _stated(cable: Cable, ordered_um: int) -> Price | None:
    """Return the source of the price of a length: the list, or the price by the metre."""
    listed = (length.price for length in cable.lengths if um_from_m(length.m) == ordered_um)
    return next(listed, cable.per_metre)


def _transceivers(made: FabricCabling, catalog: Catalog) -> list[Item]:
    """One for each cage that a fibre ends in."""
    items = []
    for part_id, nodes in modules_at(made).items():
        part = catalog[part_id]
        items.append(
            Item(
                "transceivers",
                part_id,
                len(nodes),
                price=_amount(part.price),
                stated=part.price,
                power_w=part.power_w,
                mass_kg=part.mass_kg,
                height_u=0,
            )
        )
    return items


def panel_items(cabling: Cabling) -> list[Item]:
    """Panels and their cassettes."""
    return [
        Item(
            "panels",
            some.part.id,
            some.number,
            price=_amount(some.part.price),
            stated=some.part.price,
            power_w=0.0,
            mass_kg=some.part.mass_kg,
            height_u=some.part.height_u if isinstance(some.part, Panel) else 0,
            racks=set(some.racks),
        )
        for some in cabling.fittings
    ]


def racks_of_panels(cabling: Cabling) -> frozenset[int]:
    """Return the racks with panels, by index."""
    return frozenset(rack for fitting in cabling.fittings for rack in fitting.racks)


def rack_items(floor: Floor, catalog: Catalog, others: frozenset[int] = frozenset()) -> list[Item]:
    """Racks with a device in them, or with what ``others`` have, by index."""
    found: dict[str, list[int]] = {}
    for index, rack in enumerate(floor.racks):
        if rack.devices or index in others:
            found.setdefault(rack.part, []).append(index)
    items = []
    for part_id, indices in found.items():
        part = catalog.rack(part_id)
        price, where = _amount(part.price), set(indices)
        items.append(
            Item(
                "racks",
                part_id,
                len(indices),
                price=price,
                stated=part.price,
                mass_kg=part.mass_kg,
                racks=where,
            )
        )
    return items


def tray_items(floor: Floor, catalog: Catalog, *, fittings: bool = False) -> list[Item]:
    """Trays of each width and depth: in sections of a part of that size, or else in metres.

    The lengths of all trays of a size are added and rounded up to whole pieces.

    Parameters
    ----------
    fittings
        Whether corners, tees, crosses and supports are items, too.
    """
    lengths_mm: dict[tuple[float, float], list[float]] = {}
    for tray in floor.trays:
        lengths_mm.setdefault((tray.width_mm, tray.depth_mm), []).extend(
            dist(a, b) for a, b in pairwise(tray.points_mm)
        )
    items = []
    for (width, depth), lengths in sorted(lengths_mm.items()):
        metres = round(fsum(lengths) / 1000, 6)
        part = tray_part(catalog, width, depth)
        section = part.length_m if part is not None else None
        each = f"sections of {section:g} m" if section else "by the metre"
        items.append(
            Item(
                "trays",
                part.id if part is not None else tray_part_id(width, depth),
                ceil(round(metres / (section or 1.0), 9)),
                price=_amount(part.price if part is not None else None),
                stated=part.price if part is not None else None,
                mass_kg=part.mass_kg if part is not None else None,
                height_u=0,
                description=f"cable tray {width:g} x {depth:g} mm, {each}, {metres:,.2f} m in all",
            )
        )
    return [*items, *(_fitting_item(one, catalog) for one in take_off(floor.trays))] if fittings else items


def _fitting_item(fitting: Fitting, catalog: Catalog) -> Item:
    """A price is known where the project has the part of the line."""
    part = catalog.find(fitting.part)
    price, mass = (None, None) if part is None else (part.price, part.mass_kg)
    return Item(
        "trays",
        fitting.part,
        fitting.count,
        price=_amount(price),
        stated=price,
        mass_kg=mass,
        height_u=0,
        description=fitting.description,
    )


def tray_part(catalog: Catalog, width_mm: float, depth_mm: float) -> TrayPart | None:
    """The first part for trays of a size; None: there is none."""
    size = width_mm, depth_mm
    return next((some for some in catalog.of(TrayPart) if _size_of(some) == size), None)


def tray_part_id(width_mm: float, depth_mm: float) -> str:
    """The name of a line of trays that no part describes, and of the part that its price makes.

    >>> tray_part_id(300.0, 100.0), tray_part_id(152.4, 50.8)
    ('tray-300x100', 'tray-152.4x50.8')
    """
    return f"tray-{width_mm:g}x{depth_mm:g}"


def missing_tray_part(floor: Floor, line_part: str) -> TrayPart | None:
    """Return the part, sold by the metre, of a line of trays that has none yet; None: another line."""
    sizes = {tray_part_id(tray.width_mm, tray.depth_mm): tray for tray in floor.trays}
    tray = sizes.get(line_part)
    if tray is None:
        return None
    return TrayPart(id=line_part, width_mm=tray.width_mm, tray_depth_mm=tray.depth_mm)


def part_to_price(part: AnyPart | None, floor: Floor, line_part: str) -> AnyPart | None:
    """Return the part whose price is that of a line; a price makes one for trays, fittings, generic panels.

    Parameters
    ----------
    part
        The part of the line, if the project holds it.
    floor, line_part
        The floor of the project, and the name in the line.
    """
    return (
        part
        or generic_part(line_part)
        or missing_tray_part(floor, line_part)
        or missing_fitting(floor.trays, line_part)
    )


def _size_of(part: TrayPart) -> tuple[float, float]:
    return part.width_mm, part.tray_depth_mm
