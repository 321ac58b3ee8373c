"""Check a catalog: contradictions between parts, and all findings of each part with their lines."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from decimal import Decimal
from difflib import get_close_matches

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Finding, Severity, sorted_findings
from fatdesk.core.formats.yaml_events import Tree, lines, parse
from fatdesk.core.memo import Memo
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.lint_part import MOUNTED, contradictions, figures, prices_of
from fatdesk.engine.catalog.parts import (
    Adapter,
    AnyPart,
    Cable,
    Enclosure,
    ModularSwitch,
    Ports,
    PowerUnit,
    RackPart,
    Server,
    Switch,
    Transceiver,
    links_of,
)
from fatdesk.engine.catalog.plugs import management_of


def relations(catalog: Catalog) -> Iterator[Finding]:
    """Return contradictions between parts."""
    yield from _currencies(catalog)
    yield from _plugs(catalog)
    yield from _cages(catalog)
    yield from _protocols(catalog)
    yield from _fibres(catalog)
    yield from _enclosures(catalog)
    yield from _heights(catalog)
    yield from _depths(catalog)
    yield from _siblings(catalog)
    yield from _part_numbers(catalog)


def _currencies(catalog: Catalog) -> Iterator[Finding]:
    used: dict[str, list[str]] = defaultdict(list)
    for part in catalog:
        for currency in {price.currency for _, price in prices_of(part)}:
            used[currency].append(part.id)
    if len(used) > 1:
        most = max(used, key=lambda currency: (len(used[currency]), currency))
        for currency in sorted(set(used) - {most}):
            text = f"priced in {currency}, {len(used[most])} other parts in {most}: totals cannot hold both"
            for part_id in used[currency]:
                yield Finding(Severity.WARNING, "currency", part_id, text, f"give the price in {most}")


def groups_of(part: AnyPart) -> tuple[Ports, ...]:
    """The groups of cages of a part, of a modular switch those of each card."""
    if isinstance(part, Switch | Server | Adapter):
        return part.ports
    if isinstance(part, ModularSwitch):
        return tuple(group for card in part.cards for group in card.ports)
    return ()


def _every_group(part: AnyPart) -> tuple[Ports, ...]:
    """The groups of cages of a part with its management ports, or the network ports of a power unit."""
    return groups_of(part) + management_of(part) + (part.ports if isinstance(part, PowerUnit) else ())


def connectors_of(parts: Iterable[AnyPart]) -> list[str]:
    """Return the connectors of all cages, plugs and fibre ends of some parts, sorted."""
    found: set[str] = set()
    for part in parts:
        found |= {group.connector for group in _every_group(part)}
        if isinstance(part, Cable):
            found.update(part.connectors)
        elif isinstance(part, Transceiver):
            found.add(part.connector)
    return sorted(found)


def _plugs(catalog: Catalog) -> Iterator[Finding]:
    """Plugs that no cage takes, and splitters whose cage is never split."""
    cages = {group for part in catalog for group in _every_group(part)}
    slowest: dict[tuple[str, int], float] = {}
    for group in cages:
        key = (group.connector, group.links)
        slowest[key] = min(group.rate_gbps, slowest.get(key, group.rate_gbps))
    connectors = {group.connector for group in cages}
    for cable in catalog.cables():
        if cable.medium == "fibre":
            continue
        for connector in sorted(set(cable.connectors) - connectors):
            text = f"no part has a cage for its plug {connector}"
            yield Finding(Severity.NOTE, "no-cage", cable.id, text)
        if cable.ends[0] != cable.ends[1] and 1 in cable.ends and connectors.issuperset(cable.connectors):
            yield from _splitter(cable, cages)
    for transceiver in catalog.transceivers():
        rate = slowest.get((transceiver.connector, transceiver.links))
        if rate is None or transceiver.rate_gbps < rate:
            what = f"{transceiver.connector} cage of {transceiver.links} x {transceiver.rate_gbps:g} Gb/s"
            yield Finding(Severity.NOTE, "no-cage", transceiver.id, f"no part has a {what}")


def _cages(catalog: Catalog) -> Iterator[Finding]:
    """Cages that nothing on sale can be plugged into, most often because of a misspelt connector."""
    sold = {plug for cable in catalog.cables() if cable.medium != "fibre" for plug in cable.connectors}
    sold |= {transceiver.connector for transceiver in catalog.transceivers()}
    if not sold:
        return
    for part in catalog:
        for connector in sorted({group.connector for group in groups_of(part)} - sold):
            near = [known for known in sorted(sold) if known.casefold() == connector.casefold()]
            near = near or get_close_matches(connector, sorted(sold), 1)
            hint = f"did you mean {near[0]}?" if near else "add a cable, or check the connector"
            text = f"no cable or transceiver has the plug {connector} for its cages"
            yield Finding(Severity.WARNING, "no-plug", part.id, text, hint)


def _protocols(catalog: Catalog) -> Iterator[Finding]:
    """Cables and transceivers that do not state a protocol where cages of both exist."""
    spoken: dict[tuple[str, float], set[str]] = defaultdict(set)
    for part in catalog:
        for group in groups_of(part):
            if group.protocol:
                spoken[group.connector, group.rate_gbps].add(group.protocol)
    for cable in catalog.cables():
        if cable.medium == "fibre" or cable.protocol is not None:
            continue
        whole = cable.lanes * cable.lane_rate_gbps if cable.lane_rate_gbps else float("inf")
        rates = sorted(
            rate
            for (connector, rate), protocols in spoken.items()
            if connector in cable.connectors and len(protocols) > 1 and rate <= whole / cable.links
        )
        if rates:
            yield _no_protocol(
                cable.id, next(c for c in cable.connectors if len(spoken[c, rates[-1]]) > 1), rates[-1]
            )
    for part in catalog.transceivers():
        if part.protocol is None and len(spoken[part.connector, part.rate_gbps]) > 1:
            yield _no_protocol(part.id, part.connector, part.rate_gbps)


def _no_protocol(part_id: str, connector: str, rate_gbps: float) -> Finding:
    text = (
        f"states no protocol, and cages {connector} of {rate_gbps:g} Gb/s exist for InfiniBand and Ethernet: "
        "it may be ordered for either"
    )
    return Finding(Severity.WARNING, "no-protocol", part_id, text, "enter infiniband, ethernet or both")


def _splitter(cable: Cable, cages: set[Ports]) -> Iterator[Finding]:
    single = cable.ends.index(1)
    legs = cable.ends[1 - single]
    trunk = cable.connectors[single]
    able = {g.links * split for g in cages if g.connector == trunk for split in (1, *g.breakout)}
    if legs not in able:
        text = f"splits {trunk} into {legs}, as no cage of the catalog can be"
        yield Finding(Severity.WARNING, "no-breakout", cable.id, text, "check ends, or breakout of the cages")


def _fibres(catalog: Catalog) -> Iterator[Finding]:
    """Fibres without transceivers, transceivers without fibre."""
    ends = {transceiver.fibre for transceiver in catalog.transceivers()}
    fibres = [cable for cable in catalog.cables() if cable.medium == "fibre"]
    sold = {connector for cable in fibres for connector in cable.connectors}
    for cable in fibres:
        for connector in sorted(set(cable.connectors) - ends):
            text = f"no transceiver takes its plug {connector}"
            yield Finding(Severity.WARNING, "no-transceiver", cable.id, text, "add one, or check connectors")
    for transceiver in catalog.transceivers():
        if transceiver.fibre not in sold:
            text = f"no fibre has its plug {transceiver.fibre}"
            yield Finding(Severity.WARNING, "no-fibre", transceiver.id, text, "add one, or check fibre")


def _enclosures(catalog: Catalog) -> Iterator[Finding]:
    """Enclosures and switches or blades that do not fit each other."""
    parts = {part.id: part for part in catalog}
    fitting = {part_id for blade in catalog.of(Server) for part_id in blade.fits}
    for box in catalog.of(Enclosure):
        if not box.switch and box.pass_through is not None:
            text = "has a pass-through panel and no bay for a switch that the panel would take"
            yield Finding(
                Severity.WARNING, "enclosure-switch", box.id, text, "name switches, or leave it out"
            )
        if not box.switch and box.id not in fitting:
            text = "holds no switch, and no server fits into it"
            yield Finding(
                Severity.WARNING, "enclosure-switch", box.id, text, "let servers fit it, or name switches"
            )
        for part_id in box.switch:
            yield from _switch_of(box, part_id, parts.get(part_id))
    for blade in catalog.of(Server):
        for part_id in blade.fits:
            home = parts.get(part_id)
            if not isinstance(home, Enclosure):
                text = f"fits {part_id}, which is not {'in the catalog' if home is None else 'an enclosure'}"
                yield Finding(Severity.ERROR, "blade-fits", blade.id, text, "name an enclosure")
                continue
            own = {(group.connector, group.rate_gbps) for group in blade.ports}
            bays = [parts[name] for name in home.switch if name in parts]
            offered = {(g.connector, g.rate_gbps) for bay in bays for g in groups_of(bay)}
            if bays and not own & offered:
                text = f"none of its ports is a port of a switch of {home.id}"
                yield Finding(Severity.WARNING, "blade-ports", blade.id, text, "check connector and rate")


def _switch_of(box: Enclosure, part_id: str, switch: AnyPart | None) -> Iterator[Finding]:
    if switch is None:
        text = f"holds the switch {part_id}, which is not in the catalog"
        yield Finding(Severity.ERROR, "enclosure-switch", box.id, text, "add it, or correct switch")
    elif not isinstance(switch, Switch) or "edge" not in switch.roles:
        text = f"holds {part_id}, which is not an edge switch"
        yield Finding(
            Severity.ERROR, "enclosure-switch", box.id, text, "give it the role edge, or correct switch"
        )
    elif links_of(switch.ports) < box.blades:
        links = links_of(switch.ports)
        text = f"holds {box.blades} blades, {box.blades - links} more than the {links} links of {part_id}"
        yield Finding(Severity.WARNING, "enclosure-switch", box.id, text, "correct blades or switch")


def _heights(catalog: Catalog) -> Iterator[Finding]:
    """No height outside an enclosure, or a height inside one."""
    inner = {part_id for box in catalog.of(Enclosure) for part_id in box.switch}
    for part in catalog:
        if not isinstance(part, MOUNTED) or part.height_u is None:
            continue
        inside = part.id in inner or (isinstance(part, Server) and bool(part.fits))
        if part.height_u == 0 and not inside:
            text = "is 0 U high and fits no enclosure"
            yield Finding(Severity.WARNING, "height", part.id, text, "enter its height or enclosure")
        elif part.height_u and inside:
            text = f"is {part.height_u} U high although it is installed in an enclosure"
            yield Finding(Severity.WARNING, "height", part.id, text, "enter 0 as its height")


def _depths(catalog: Catalog) -> Iterator[Finding]:
    racks = catalog.of(RackPart)
    if not racks:
        return
    deepest = max(rack.depth_mm for rack in racks)
    for part in catalog:
        if isinstance(part, MOUNTED) and part.depth_mm is not None and part.depth_mm > deepest:
            text = f"is {part.depth_mm:g} mm deep, {part.depth_mm - deepest:g} mm more than the deepest rack"
            yield Finding(Severity.WARNING, "depth", part.id, text, "check depth_mm, or add a deeper rack")


def _siblings(catalog: Catalog) -> Iterator[Finding]:
    """Parts that differ in the last piece of their name only, and in mass."""
    families: dict[tuple[object, ...], list[AnyPart]] = defaultdict(list)
    for part in catalog:
        stem, dash, _ = part.part_number.rpartition("-")
        if dash and part.vendor and part.mass_kg is not None and isinstance(part, MOUNTED):
            families[part.vendor, stem, part.height_u, groups_of(part)].append(part)
    for siblings in families.values():
        masses = {part.id: Decimal(repr(part.mass_kg)) for part in siblings}
        least = min(masses.values())
        for part_id, mass in masses.items():
            if mass > least:
                others = ", ".join(other for other in masses if masses[other] == least)
                text = f"is {mass - least} kg heavier than {others} of the same series"
                yield Finding(Severity.NOTE, "sibling-mass", part_id, text, "check mass_kg of both")


def _part_numbers(catalog: Catalog) -> Iterator[Finding]:
    """Parts that are ordered under one number: a price list cannot distinguish them.

    Servers are left out: one number is sold with many adapters.
    """
    numbered: dict[tuple[str, str], list[str]] = defaultdict(list)
    for part in catalog:
        if part.part_number and not isinstance(part, Server):
            numbered[part.vendor.casefold(), part.part_number.casefold()].append(part.id)
    for same in numbered.values():
        for part_id in same if len(same) > 1 else ():
            others = ", ".join(other for other in same if other != part_id)
            text = f"has the part number of {others}"
            yield Finding(Severity.WARNING, "part-number-twice", part_id, text, "correct one of them")


FIELDS: dict[str, tuple[str, ...]] = {
    "chip-ports": ("chip_ports", "ports"),
    "two-prices": ("price_per_port",),
    "price-unused": ("price",),
    "inside-card": ("inside",),
    "inside-boards": ("inside", "fixed"),
    "split-lanes": ("ports", "cards"),
    "no-whole-link": ("ports", "cards"),
    "cages": ("ports", "cards"),
    "cable-lanes": ("lanes",),
    "copper-mass": ("mass_kg_per_m",),
    "bend-pull": ("bend_pull_mm",),
    "reach": ("reach_m", "lengths"),
    "length-twice": ("lengths",),
    "price-falls": ("lengths",),
    "rack-height": ("height_mm", "height_u"),
    "price-source": ("price", "lengths", "price_per_port", "cards", "fixed"),
    "price-date": ("price", "lengths", "price_per_port", "cards", "fixed"),
    "currency": ("price", "lengths", "price_per_port", "cards", "fixed"),
    "height": ("height_u",),
    "depth": ("depth_mm",),
    "sibling-mass": ("mass_kg",),
    "blade-fits": ("fits",),
    "blade-ports": ("ports",),
    "enclosure-switch": ("switch",),
    "no-breakout": ("ends",),
    "no-cage": ("connectors", "connector"),
    "no-plug": ("ports", "cards"),
    "no-fibre": ("fibre",),
    "no-transceiver": ("connectors",),
}
"""The fields that a rule is about, the most specific first; of other rules it is the part."""


def lines_of(findings: Iterable[Finding], data: bytes) -> list[int]:
    r"""The line of each finding in the text of its part; 1 where it is about none.

    >>> from fatdesk.core.finding import Severity
    >>> lines_of([Finding(Severity.ERROR, "inside-card", "m", "")], b"kind: modular-switch\ninside: {}\n")
    [2]
    """
    requested = list(findings)
    try:
        tree: Tree = parse(data, "part")
    except FatdeskError:
        return [1] * len(requested)
    keys = set(tree) if isinstance(tree, dict) else set()
    fields = [
        next((field for field in FIELDS.get(finding.rule, ()) if field in keys), "id")
        for finding in requested
    ]
    found = lines(data, "part", [(field,) for field in fields])
    return [found[field,] for field in fields]


_PARTS = Memo[str](1024)
"""Findings about parts by themselves, by id: most parts are the same at the next look at a catalog."""


def _of_part(part: AnyPart) -> tuple[Finding, ...]:
    return _PARTS.keep(part.id, (part,), lambda: (*figures(part), *contradictions(part)))


def lint(catalog: Catalog, beside: Iterable[AnyPart] = ()) -> list[Finding]:
    """Return all findings about the parts of a catalog, errors first.

    An error contradicts itself or another part, a warning is a doubt or a figure that work will miss,
    a note is a figure that stays unknown.

    Parameters
    ----------
    catalog
        The parts to check.
    beside
        Other parts that they may name or fit, such as the shipped ones; they are not checked.
    """
    findings = [finding for part in catalog for finding in _of_part(part)]
    others = [part for part in beside if part.id not in catalog]
    between = relations(Catalog([*catalog, *others]) if others else catalog)
    return sorted_findings([*findings, *(finding for finding in between if finding.where in catalog)])
