"""Checks of rules of routes: names that are not there, stops far from trays, and racks without a route."""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.cabling.laying import Cabling
from fatdesk.engine.cabling.paths_apart import shared_trays
from fatdesk.engine.cabling.rules import Apart
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.floor.floor import Floor, Rack, rack_label
from fatdesk.engine.floor.route_rules import RouteRule, is_at, point_of, rack_of
from fatdesk.engine.trays.graph import Footprints, attach_racks, tray_net
from fatdesk.engine.trays.route_kinds import stops_of
from fatdesk.engine.trays.routes import shortest_runs
from fatdesk.engine.trays.shortest import Restriction, Stop, TrayRoutes

MOST_PAIRS = 10_000
"""Pairs of racks of a rule that are tried; a rule for more is judged by the findings of its cables alone."""


def check_routes(cabling: Cabling, floor: Floor, apart: Apart) -> Iterator[Finding]:
    """Return errors where rules of routes name what is not there, and where paths to be apart share trays."""
    yield from _check_apart(cabling, floor, apart)
    for rule in floor.routes:
        for what in _missing(rule, floor):
            yield Finding(Severity.ERROR, "route-rule", rule.name, f"{what}: the rule holds without it", FIX)


def _check_apart(cabling: Cabling, floor: Floor, apart: Apart) -> Iterator[Finding]:
    """Return an error for each rack whose hosts have paths that share trays although they are to be apart."""
    fabrics = [made.fabric for made in cabling.fabrics]
    for rack, sides, trays in shared_trays(fabrics, cabling.positions, cabling.runs, apart):
        label, names = rack_label(floor.racks[rack]), tuple(floor.trays[tray].id for tray in trays)
        text = f"cables of its hosts to {sides} {apart} share {', '.join(names)}"
        fix = "add a second tray over the rack and a second way, or allow common trays"
        yield Finding(Severity.ERROR, "paths-shared", label, text, fix, (label, *names))


def cables_by_rule(cabling: Cabling) -> dict[str, int]:
    """Return the number of cables between racks that each rule of routes holds for; 0 is left out."""
    found: dict[str, int] = {}
    kinds = np.append(cabling.runs.kind, 0)
    for made in cabling.fabrics:
        counts = np.bincount(kinds[made.spans.pair])
        for names, count in zip(cabling.positions.kinds.rules, counts.tolist(), strict=False):
            for name in names if count else ():
                found[name] = found.get(name, 0) + count
    return found


FIX = "change the rule of routes, or remove it"


def _missing(rule: RouteRule, floor: Floor) -> Iterator[str]:
    trays, racks = {tray.id for tray in floor.trays}, {rack.number for rack in floor.racks}
    for tray in rule.trays:
        if tray not in trays:
            yield f"there is no tray {tray}"
    for end in rule.ends:
        number = rack_of(end)
        if number is not None and number not in racks:
            yield f"there is no rack {number}"
    points = stops_of([rule])
    near = tray_net(floor.trays, points).stops.tolist() if points else []
    for stop in rule.via:
        if ";" in stop and near[points.index(point_of(stop))] < 0:
            yield f"no tray is within 0.5 m of the point {stop}"


def why_not_rule(rule: RouteRule, floor: Floor, catalog: Catalog) -> str:
    """Return why a rule cannot hold on a floor; empty: it can.

    It cannot where it leaves no route between any two racks of a pair of its ends that have one without it.
    """
    missing = next(_missing(rule, floor), "")
    if missing:
        return missing
    points = stops_of([rule])
    net = tray_net(floor.trays, points)
    racks = Footprints.of(floor.racks, catalog)
    trays = {tray.id: index for index, tray in enumerate(floor.trays)}
    avoid = tuple(sorted(trays[tray] for tray in rule.avoid))
    via = tuple(
        Stop(joint=int(net.stops[points.index(point_of(stop))])) if ";" in stop else Stop(tray=trays[stop])
        for stop in rule.via
    )
    pairs, of = _pairs(rule, floor.racks)
    if not pairs:
        return ""
    a, b = np.array(pairs, np.int64).T
    free = shortest_runs(attach_racks(net, racks), a, b).length_um >= 0
    restricted = attach_racks(net, racks, avoid)
    left = shortest_runs(restricted, a, b, ways=TrayRoutes(net, Restriction(avoid, via))).length_um >= 0
    for number in np.unique(of[free]).tolist():
        if not left[of == number].any():
            first, second = pairs[int(np.flatnonzero((of == number) & free)[0])]
            labels = rack_label(floor.racks[first]), rack_label(floor.racks[second])
            return f"no route from rack {labels[0]} to rack {labels[1]} is left: name other trays"
    return ""


def _pairs(rule: RouteRule, racks: Sequence[Rack]) -> tuple[list[tuple[int, int]], Longs]:
    """The racks of each pair of ends, and which pair of ends they are of."""
    pairs: list[tuple[int, int]] = []
    of: list[int] = []
    for number, (one, other) in enumerate(rule.between):
        first, second = racks_at(one, racks), racks_at(other, racks)
        if len(first) * len(second) > MOST_PAIRS:
            continue
        apart = [pair for pair in product(first, second) if pair[0] != pair[1]]
        pairs += apart
        of += [number] * len(apart)
    return pairs, np.array(of, np.int64)


def racks_at(end: str, racks: Sequence[Rack]) -> list[int]:
    """Return the indices of the racks at an end of a rule: the named one, or those of its devices."""
    number = rack_of(end)
    if number is not None:
        return [index for index, rack in enumerate(racks) if rack.number == number]
    return [
        index
        for index, rack in enumerate(racks)
        if any(is_at(end, one.id) for device in rack.devices for one in (device, *device.inside))
    ]
