"""Checks of one part: contradictions, unknown figures, missing sources."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.catalog.parts import (
    Adapter,
    AnyPart,
    Cable,
    Card,
    Enclosure,
    Equipment,
    ModularSwitch,
    Module,
    PortNaming,
    Ports,
    PowerUnit,
    Price,
    RackPart,
    Server,
    Switch,
    Transceiver,
    links_of,
)
from fatdesk.engine.catalog.plugs import PortTable, card_table, management_of, table_of
from fatdesk.engine.catalog.port_names import FIELDS, SYSTEMS, PortNames, folded, wrong_fields

MOUNTED = (Switch, ModularSwitch, Server, Enclosure, Equipment)
"""Kinds mounted in racks or enclosures."""


def figures(part: AnyPart) -> Iterator[Finding]:
    """Unknown figures and figures without a source."""
    if isinstance(part, MOUNTED) and part.height_u is None:
        text = "the height is unknown, so it cannot be placed"
        yield Finding(Severity.WARNING, "unknown-height", part.id, text, "enter its height")
    missing = [*unknown_figures(part)]
    if missing:
        yield Finding(Severity.NOTE, "unknown-figure", part.id, f"unknown: {', '.join(missing)}")
    if not part.source:
        text = "has no source"
        yield Finding(
            Severity.WARNING,
            "no-source",
            part.id,
            text,
            "name the datasheet or offer of its figures",
        )
    prices = [(place, price) for place, price in prices_of(part) if price.amount is not None]
    for lacking, key in (("source", "price-source"), ("date", "price-date")):
        bare = [place for place, price in prices if not getattr(price, lacking)]
        if bare:
            text = f"{_many([_named(part, place) for place in bare])} without a {lacking}"
            yield Finding(Severity.WARNING, key, part.id, text, f"give the {lacking} of each price")


def prices_of(part: AnyPart) -> Iterator[tuple[str, Price]]:
    """Every price of a part with its place."""
    found: list[tuple[str, Price | None]] = [("price", part.price)]
    if isinstance(part, Switch):
        found.append(("price_per_port", part.price_per_port))
    elif isinstance(part, ModularSwitch):
        found += [(f"fixed[{n}].price", module.price) for n, module in enumerate(part.fixed)]
        found += [(f"cards[{n}].price", card.price) for n, card in enumerate(part.cards)]
    elif isinstance(part, Enclosure) and part.pass_through:
        found.append(("pass_through.price", part.pass_through.price))
    elif isinstance(part, Cable):
        found += [(f"lengths[{n}].price", length.price) for n, length in enumerate(part.lengths)]
        found += [("per_metre", part.per_metre), ("per_connector", part.per_connector)]
    for place, price in found:
        if price is not None:
            yield place, price


def unknown_figures(part: AnyPart) -> Iterator[str]:
    """Names of the figures that are unknown, of those that work with a part of its kind will miss."""
    if not priced(part):
        yield "price"
    if isinstance(part, MOUNTED):
        lacking = [name for name in ("power_w", "mass_kg", "depth_mm") if getattr(part, name) is None]
        if isinstance(part, ModularSwitch):
            modules: list[Module | Card] = [*part.fixed, *part.cards]
            lacking += [
                f"{name} of {module.name}"
                for name in ("power_w", "mass_kg")
                for module in modules
                if getattr(module, name) is None
            ]
        yield from lacking
    elif isinstance(part, Cable):
        yield from _missing_of_cable(part)
    elif isinstance(part, Transceiver):
        yield from (name for name in ("reach_m", "power_w") if getattr(part, name) is None)
    elif isinstance(part, RackPart):
        lacking = [name for name in ("mass_limit_kg", "power_limit_w") if getattr(part, name) is None]
        lacking += ["side_manager_mm2"] if part.manager_mm2 is None else []
        yield from lacking + (["top_entry_mm2"] if part.top_entry_mm2 is None else [])
    elif isinstance(part, PowerUnit):
        yield from (name for name in ("outlets", "phases", "power_limit_w") if getattr(part, name) is None)


def _missing_of_cable(cable: Cable) -> Iterator[str]:
    if cable.medium != "fibre" and cable.lane_rate_gbps is None:
        yield "lane_rate_gbps"
    if cable.reach_m is None and not cable.lengths and cable.medium != "fibre":
        yield "reach_m"
    figures = ("diameter_mm", "bend_mm", "bend_pull_mm", "mass_kg_per_m", "mass_kg_per_end")
    yield from (name for name in figures if getattr(cable, name) is None)


def priced(part: AnyPart) -> bool:
    """Whether every price that a bill may need is known."""
    if isinstance(part, Switch) and part.price_per_port is not None:
        return part.price_per_port.amount is not None
    if isinstance(part, Cable):
        if not part.lengths:
            return part.per_metre is not None and part.per_metre.amount is not None
        return all(length.price is not None and length.price.amount is not None for length in part.lengths)
    priced = [part.price]
    if isinstance(part, ModularSwitch):
        priced += [module.price for module in part.fixed] + [card.price for card in part.cards]
    return all(price is not None and price.amount is not None for price in priced)


NAMES = {
    "price_per_port": "price per port",
    "per_metre": "price per metre",
    "per_connector": "price per connector",
    "pass_through.price": "price of the pass-through module",
}


def _named(part: AnyPart, place: str) -> str:
    """Name a place of `prices_of` as people do: by the length or the module that has the price."""
    found = re.fullmatch(r"(lengths|fixed|cards)\[([0-9]+)\]\.price", place)
    if found is None:
        return NAMES.get(place, place)
    item = getattr(part, found[1])[int(found[2])]
    return f"price of {f'{item.m:g} m' if isinstance(part, Cable) else item.name}"


def _many(places: list[str]) -> str:
    """Places in a sentence.

    >>> _many(["price"]), _many(["price of 1 m", "price of 2 m", "price per metre"])
    ('price is', '3 prices (price of 1 m and more) are')
    """
    return f"{places[0]} is" if len(places) == 1 else f"{len(places)} prices ({places[0]} and more) are"


U_MM = 44.45
CAGES_PER_U = 48
"""Cages of the size of a QSFP on the front of one unit: the most there is (96 in 2 U, Arista 7280CR3-96)."""
BIG_CAGES = ("qsfp", "osfp", "cfp")


def contradictions(part: AnyPart) -> Iterator[Finding]:
    """Return contradictions inside a part."""
    currencies = sorted({price.currency for _, price in prices_of(part)})
    if len(currencies) > 1:
        text = f"its prices are in {' and '.join(currencies)}, which cannot be added"
        yield _finding(Severity.ERROR, "currency", part, text, "give all in one currency")
    if isinstance(part, Switch):
        yield from _switch(part)
    elif isinstance(part, ModularSwitch):
        yield from _modular(part)
    elif isinstance(part, Server | PowerUnit):
        yield from _ports(part, part.ports)
    elif isinstance(part, Cable):
        yield from _cable(part)
        yield from _mechanics(part)
    elif isinstance(part, RackPart):
        yield from _rack(part)
    managing = management_of(part)
    yield from _ports(part, managing)
    if isinstance(part, Switch | Server | Adapter):
        yield from _names(part, part.port_names, table_of(part.ports, managing), part.ports + managing)
    elif isinstance(part, ModularSwitch):
        for card in part.cards:
            table = card_table(card, min(part.slots, 2), managing)
            yield from _names(part, part.port_names, table, card.ports + managing)


def _finding(severity: Severity, rule: str, part: AnyPart, text: str, fix: str = "") -> Finding:
    return Finding(severity, rule, part.id, text, fix)


def _switch(part: Switch) -> Iterator[Finding]:
    yield from _ports(part, part.ports)
    links = links_of(part.ports)
    if part.chip_ports is not None and links > part.chip_ports:
        text = (
            f"carries {links} links, {links - part.chip_ports} more than its chip's {part.chip_ports} ports"
        )
        yield _finding(Severity.ERROR, "chip-ports", part, text, "correct ports or chip_ports")
    if part.price is not None and part.price_per_port is not None:
        text = "has a price and a price_per_port, the second is not used"
        yield _finding(Severity.WARNING, "two-prices", part, text, "keep one")
    if part.height_u:
        yield from _dense(part, part.ports, part.height_u)


def _modular(part: ModularSwitch) -> Iterator[Finding]:
    for card in part.cards:
        yield from _ports(part, card.ports)
        yield from _inside(part, card)
    if part.height_u:
        most = max(part.cards, key=lambda card: sum(group.count for group in card.ports))
        yield from _dense(part, most.ports * part.slots, part.height_u)


def _inside(part: ModularSwitch, card: Card) -> Iterator[Finding]:
    """Whether the chips inside have as many ports as the links between them take."""
    if part.inside is None:
        return
    links, chip = links_of(card.ports), part.inside.card_ports
    if chip <= links:
        text = f"card {card.name} has {links} links outward on a chip of {chip} ports: none is left inward"
        yield _finding(Severity.ERROR, "inside-card", part, text, "correct inside.card_ports")
        return
    inward = chip - links
    if inward < links:
        text = f"card {card.name} has {inward} links inward for {links} outward, {links - inward} short"
        yield _finding(Severity.WARNING, "inside-card", part, text, "blocking inside, or a wrong figure")
    if not part.fixed:
        text = "has an inside but no fixed boards that would join its cards"
        yield _finding(Severity.ERROR, "inside-boards", part, text, "name the fabric boards in fixed")
        return
    boards, need = part.fixed[0].count, part.slots * inward
    have = boards * part.inside.board_ports
    if have != need:
        text = (
            f"{part.slots} cards have {need} links inward, {boards} boards of "
            f"{part.inside.board_ports} ports have {have}: {abs(have - need)} "
            f"{'over' if have > need else 'short'}"
        )
        severity = Severity.WARNING if have > need else Severity.ERROR
        yield _finding(severity, "inside-boards", part, text, "correct inside, fixed[0].count or slots")


def _ports(part: AnyPart, groups: tuple[Ports, ...]) -> Iterator[Finding]:
    for group in groups:
        for split in group.breakout:
            if split > group.lanes:
                text = (
                    f"a {group.connector} link of {group.lanes} lanes is split into {split}, "
                    f"{split - group.lanes} more than it has lanes"
                )
                yield _finding(Severity.ERROR, "split-lanes", part, text, "correct lanes or breakout")
            elif group.lanes % split:
                text = f"a {group.connector} link of {group.lanes} lanes is split into {split}: not evenly"
                yield _finding(Severity.WARNING, "split-lanes", part, text, "correct lanes or breakout")
        if 1 not in group.breakout:
            text = f"breakout of {group.connector} leaves out 1, the link that is not split"
            yield _finding(Severity.WARNING, "no-whole-link", part, text, "add 1")


def _names(
    part: AnyPart, namings: tuple[PortNaming, ...], table: PortTable, groups: tuple[Ports, ...]
) -> Iterator[Finding]:
    """Whether each naming names every port, and no two alike, however all of them are split."""
    systems = [naming.system for naming in namings]
    for system in sorted({one for one in systems if systems.count(one) > 1}):
        text = f"port names of {system} are given {systems.count(system)} times"
        yield _finding(Severity.ERROR, "port-names", part, text, "keep one")
    for naming in namings:
        wrong = [
            field
            for template in (naming.port, naming.split, naming.twin, naming.twin_split, naming.one_lane)
            for field in wrong_fields(template)
        ]
        if wrong:
            text = f"port names of {naming.system}: unknown field {{{wrong[0]}}}"
            yield _finding(Severity.ERROR, "port-names", part, text, f"use {', '.join(FIELDS)}")
            continue
        if naming.system not in SYSTEMS and not naming.port and not naming.names:
            text = f"port names of {naming.system}, which is not known, have no template"
            yield _finding(
                Severity.ERROR, "port-names", part, text, f"give port and split, or use {', '.join(SYSTEMS)}"
            )
            continue
        for listed, count, what in (
            (naming.names, table.data, "ports"),
            (naming.management, table.management, "management ports"),
        ):
            if listed and len(listed) != count:
                text = f"port names of {naming.system} are {len(listed)} for {count} {what}"
                yield _finding(Severity.ERROR, "port-names", part, text, "list a name for each port")
                break
        else:
            yield from _clashes(part, naming, table, groups)


def _clashes(
    part: AnyPart, naming: PortNaming, table: PortTable, groups: tuple[Ports, ...]
) -> Iterator[Finding]:
    for ways in sorted({way for group in groups for way in group.breakout}):
        splits = [ways if ways in groups[plug].breakout else 1 for plug in table.plug.tolist()]
        names = PortNames(table, naming, splits)
        unnamed = sum(not names.name(port) for port in range(table.data, len(table.cage)))
        text = _clash(names, sum(splits) - unnamed)
        if text:
            text = f"port names of {naming.system}, {ways} a port: {text}"
            yield _finding(Severity.ERROR, "port-names", part, text, "correct its templates")
            break


def _clash(names: PortNames, count: int) -> str:
    """Return why names do not distinguish all ports; empty when they do.

    Management ports may have none, and ``eth0`` may be one next to ``Ethernet0``.
    """
    found = [(names.table.manages(port), folded(name)) for name, port, _ in names.all()]
    if len(found) < count:
        return f"{count - len(found)} of {count} have no name"
    twice = [name for (_, name), times in Counter(found).items() if times > 1]
    return f"{twice[0]} names more than one" if twice else ""


def _dense(part: AnyPart, groups: tuple[Ports, ...], height_u: int) -> Iterator[Finding]:
    cages = sum(group.count for group in groups if group.connector.startswith(BIG_CAGES))
    if cages > CAGES_PER_U * height_u:
        text = f"{cages} cages in {height_u} U, {cages - CAGES_PER_U * height_u} more than seen on any front"
        yield _finding(Severity.WARNING, "cages", part, text, "check count, links per cage and height_u")


def _cable(part: Cable) -> Iterator[Finding]:
    if part.price is not None:
        text = "its price is not used: cables are priced by length or by the metre"
        yield _finding(Severity.WARNING, "price-unused", part, text, "give it in lengths or per_metre")
    for metres, times in sorted(Counter(length.m for length in part.lengths).items()):
        if part.reach_m is not None and metres > part.reach_m:
            over = metres - part.reach_m
            text = f"is sold in {metres:g} m and reaches {part.reach_m:g} m: {over:g} m too far"
            yield _finding(Severity.ERROR, "reach", part, text, "correct reach_m or lengths")
        if times > 1:
            text = f"lists {metres:g} m {times} times"
            yield _finding(Severity.ERROR, "length-twice", part, text, "keep one")
    priced = sorted(
        (length.m, length.price.amount)
        for length in part.lengths
        if length.price is not None and length.price.amount is not None
    )
    for (shorter, dear), (longer, cheap) in pairwise(priced):
        if longer > shorter and cheap < dear:
            text = f"{longer:g} m costs {cheap}, {dear - cheap} less than {shorter:g} m"
            yield _finding(Severity.WARNING, "price-falls", part, text, "check both prices")
    if part.lanes < part.links:
        text = f"carries {part.links} links on {part.lanes} lanes, {part.links - part.lanes} lanes short"
        yield _finding(Severity.ERROR, "cable-lanes", part, text, "correct lanes or links")
    elif part.lanes % part.links:
        text = f"carries {part.links} links on {part.lanes} lanes: not evenly"
        yield _finding(Severity.WARNING, "cable-lanes", part, text, "correct lanes or links")
    plugs = max(part.ends)
    if part.medium != "fibre" and part.lanes < plugs:
        text = f"has {plugs} plugs at an end and {part.lanes} lanes, {plugs - part.lanes} lanes short"
        yield _finding(Severity.ERROR, "cable-lanes", part, text, "correct lanes or ends")


WIRES_A_LANE = 4
"""Two pairs, one in each direction."""
THINNEST_AWG = 34
"""Assumption where no gauge is stated, no published limit: thinner than the wires of 26 to 30 AWG that makers
state for direct-attach cables."""
COPPER_KG_PER_M3 = 8890.0
"""The value of the IEC, as the Copper Development Association quotes it (Fact Sheets, 2001, table 5)."""


def copper_kg_per_m(lanes: int, awg: int | None) -> float:
    """Return the mass of the copper of the wires of a cable, by the diameters of gauges.

    36 AWG is 0.127 mm, 0000 AWG 92 times that, with 39 equal steps between them (ASTM B 258).

    >>> round(copper_kg_per_m(8, 26), 4), round(copper_kg_per_m(8, 30), 4)
    (0.0366, 0.0145)
    """
    diameter_mm: float = 0.127 * 92 ** ((36 - (THINNEST_AWG if awg is None else awg)) / 39)
    return lanes * WIRES_A_LANE * math.pi / 4 * diameter_mm**2 * 1e-6 * COPPER_KG_PER_M3


def _mechanics(part: Cable) -> Iterator[Finding]:
    """Mass and bend radii of a cable."""
    mass, gauge = part.mass_kg_per_m, part.wire_awg
    if mass is not None and part.medium in ("copper", "active-copper"):
        least = copper_kg_per_m(part.lanes, gauge)
        if mass < least:
            size = f"{THINNEST_AWG} AWG, assumed as none is stated" if gauge is None else f"{gauge} AWG"
            wires = f"{part.lanes * WIRES_A_LANE} wires of {size}"
            text = f"weighs {mass:g} kg/m, less than its copper, {least:.4f} kg/m ({wires})"
            yield _finding(
                Severity.WARNING, "copper-mass", part, text, "check mass_kg_per_m, lanes and wire_awg"
            )
    bend, pull = part.bend_mm, part.bend_pull_mm
    if bend is not None and pull is not None and pull < bend:
        text = f"may be bent to {pull:g} mm while it is pulled and to {bend:g} mm when it is installed"
        yield _finding(Severity.WARNING, "bend-pull", part, text, "check bend_mm and bend_pull_mm")


def _rack(part: RackPart) -> Iterator[Finding]:
    first = part.first_u_mm or 0.0
    need = first + part.height_u * U_MM
    if need > part.height_mm + 0.01:
        text = f"{part.height_u} U above {first:g} mm end {need - part.height_mm:g} mm above its top"
        yield _finding(Severity.ERROR, "rack-height", part, text, "correct height_mm, height_u or first_u_mm")
    yield from _managers(part)


def _managers(part: RackPart) -> Iterator[Finding]:
    """Side managers and openings for cables that contradict each other or the outside of the rack."""
    wide, deep, stated = part.side_manager_width_mm, part.side_manager_depth_mm, part.side_manager_mm2
    if (wide is None) != (deep is None) and stated is None:
        lacking = "depth" if deep is None else "width"
        text = f"its side managers have no {lacking}, so their cross-section is unknown"
        fix = f"enter side_manager_{lacking}_mm, or side_manager_mm2"
        yield _finding(Severity.WARNING, "side-manager", part, text, fix)
    if wide is not None and deep is not None and stated is not None and stated > wide * deep:
        text = f"side_manager_mm2 is {stated:g}, more than {wide:g} x {deep:g} mm"
        yield _finding(Severity.ERROR, "side-manager", part, text, "correct one of them")
    outside, both = part.width_mm * part.depth_mm, 2 * (part.manager_mm2 or 0.0)
    if both > outside:
        text = f"its two side managers take {both:g} mm², the whole rack {outside:g} mm²"
        yield _finding(Severity.ERROR, "side-manager", part, text, "enter the cross-section of one in mm²")
    if (part.top_entry_mm2 or 0.0) > outside:
        text = f"its top entry of {part.top_entry_mm2:g} mm² is larger than its top of {outside:g} mm²"
        yield _finding(Severity.ERROR, "top-entry", part, text, "correct top_entry_mm2")
