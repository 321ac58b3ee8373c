"""Checks of cables and of route rules: no route, none that reaches, trays in tiers, ambiguous labels."""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.core.finding import Finding, Severity
from fatdesk.core.number_text import counted
from fatdesk.core.units import m_from_um, um_from_m
from fatdesk.engine.cabling.by_hand import BY_HAND, fitting_options
from fatdesk.engine.cabling.choice.misfits import fibre_faults, fitting_text, misfits
from fatdesk.engine.cabling.filling import SIZES_MM, tiers_of
from fatdesk.engine.cabling.identity import cable_ids, link_ids
from fatdesk.engine.cabling.laying import Cabling, FabricCabling
from fatdesk.engine.cabling.paths_apart import shared_trays
from fatdesk.engine.cabling.rules import DEFAULT_SLACK_M, Apart
from fatdesk.engine.cabling.spans import State
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.mounting import port_side
from fatdesk.engine.catalog.parts import Enclosure, Server
from fatdesk.engine.floor.floor import Floor, Rack, rack_label
from fatdesk.engine.floor.route_rules import RouteRule, is_at, point_of, rack_of
from fatdesk.engine.trays.graph import Footprints, attach_racks, tray_net
from fatdesk.engine.trays.route_kinds import stops_of
from fatdesk.engine.trays.routes import shortest_runs
from fatdesk.engine.trays.shortest import Restriction, Stop, TrayRoutes

SHOWN = 20
"""Number of cables of one kind that are named; the others are counted."""


def check_cabling(cabling: Cabling, floor: Floor, catalog: Catalog) -> list[Finding]:
    """Findings about the cables; what runs in the trays is judged by the rules of a profile."""
    findings: list[Finding] = []
    for made in cabling.fabrics:
        findings += _not_laid(made, cabling, floor, catalog)
        findings += _too_short(made, cabling.slack_um, catalog)
        findings += _little_spare(made, cabling.slack_um)
        findings += _unfit(made, catalog)
        findings += _thick_unknown(made)
        findings += _fibre_ends(made, catalog)
    findings += _too_many_items(cabling)
    if cabling.depth:
        findings += _depth_unknown(floor, catalog)
    return findings + _tiers(floor)


def _not_laid(made: FabricCabling, cabling: Cabling, floor: Floor, catalog: Catalog) -> list[Finding]:
    """Cables without a way or a kind, gathered by reason (missing devices have findings of their own)."""
    findings = []
    unreachable = np.flatnonzero(made.spans.state == State.UNREACHABLE)
    kinds = np.append(cabling.runs.kind, 0)[made.spans.pair[unreachable]]
    racks = np.sort(made.spans.rack[unreachable], axis=1)
    pairs = Counter(zip(racks[:, 0].tolist(), racks[:, 1].tolist(), kinds.tolist(), strict=True))
    for (a, b, kind), count in sorted(pairs.items()):
        first, second = rack_label(floor.racks[a]), rack_label(floor.racks[b])
        text = f"no tray connects {first} and {second}"
        fix = "draw a tray over both racks and join it to the others"
        if kind:
            text += f" by the route rules ({', '.join(cabling.positions.kinds.rules[kind])})"
            fix = "change the route rules, or draw a tray"
        text += f" ({counted(count, 'cable')})"
        findings.append(Finding(Severity.ERROR, "no-way", f"{first}-{second}", text, fix, (first, second)))
    none = np.flatnonzero((made.spans.state == State.NO_CABLE) & (made.choice < 0))
    if not len(none):
        return findings
    reasons = made.reason[none]
    for first in np.sort(np.unique(reasons, return_index=True)[1]).tolist():
        cables = none[reasons == reasons[first]]
        lengths = made.spans.computed_um[cables]
        least, most = (f"{m_from_um(int(um)):.2f}" for um in (lengths.min(), lengths.max()))
        range_m = least if least == most else f"{least} to {most}"
        number = "1 cable" if len(cables) == 1 else f"{len(cables)} cables"
        text = f"{number} of {made.fabric.name}, {range_m} m: {made.reasons[reasons[first]]}"
        fix = "add a cable to the catalog, allow other media, or move the racks closer together"
        [name] = link_ids(made.fabric, made.heads[cables[:1]], catalog)
        findings.append(Finding(Severity.ERROR, "no-cable", name, text, fix))
    return findings


def _ordered(made: FabricCabling) -> NDArray[np.int64]:
    """The ordered length of each cable; 0 where none is chosen."""
    ordered: NDArray[np.int64] = np.array([c.ordered_um for c in made.choices] + [0], np.int64)[made.choice]
    return ordered


def _too_short(made: FabricCabling, slack_um: int, catalog: Catalog) -> list[Finding]:
    """Lengths by hand that do not reach, not even without slack."""
    ordered = _ordered(made)
    needed = made.spans.computed_um - slack_um
    short = np.flatnonzero((made.choice >= 0) & (needed > ordered))
    if not len(short):
        return []
    ids = cable_ids(made, catalog)
    return [
        Finding(
            Severity.ERROR,
            "too-short",
            ids[cable],
            f"{m_from_um(int(ordered[cable])):g} m ordered, {m_from_um(int(needed[cable])):.2f} m needed",
            "choose a longer one",
        )
        for cable in short.tolist()
    ]


def _little_spare(made: FabricCabling, slack_um: int) -> list[Finding]:
    """Cables with less to spare than the slack, or than an installer needs; one finding a part."""
    least_um = max(slack_um, um_from_m(DEFAULT_SLACK_M))
    ordered = _ordered(made)
    spare = ordered - made.spans.computed_um + slack_um
    known = (made.choice >= 0) & (made.spans.computed_um >= 0)
    little = np.flatnonzero(known & (spare >= 0) & (spare < least_um))
    by_part: dict[str, list[int]] = {}
    for choice in np.unique(made.choice[little]).tolist():
        by_part.setdefault(made.choices[choice].option.cable.id, []).append(choice)
    findings = []
    for part, choices in sorted(by_part.items()):
        cables = little[np.isin(made.choice[little], choices)]
        lengths = np.unique(ordered[cables]).tolist()
        shown = ", ".join(f"{m_from_um(um):g}" for um in lengths[:SHOWN])
        if len(lengths) > SHOWN:
            shown += f" and {len(lengths) - SHOWN} more lengths,"
        number = "1 cable" if len(cables) == 1 else f"{len(cables):,} cables"
        verb = "has" if len(cables) == 1 else "have"
        text = (
            f"{number} of {made.fabric.name} ({shown} m) {verb} less than "
            f"{m_from_um(least_um):g} m to spare, the least {m_from_um(int(spare[cables].min())):.3f} m"
        )
        fix = "raise the slack of the cabling rules, or choose longer cables"
        findings.append(Finding(Severity.WARNING, "little-spare", part, text, fix))
    return findings


def _too_many_items(cabling: Cabling) -> list[Finding]:
    used = {
        (laid.choices[number].option.cable.id, laid.choices[number].ordered_um)
        for laid in (made.laid for made in cabling.fabrics)
        for number in laid.chosen
    }
    if cabling.most_items is None or len(used) <= cabling.most_items:
        return []
    text = f"{len(used)} different parts and lengths are ordered, {cabling.most_items} wanted at most"
    fix = "no fewer reach everywhere, or some were chosen by hand: raise cabling.most_items"
    return [Finding(Severity.WARNING, "many-items", "cabling", text, fix)]


def _depth_unknown(floor: Floor, catalog: Catalog) -> list[Finding]:
    """Parts with rear ports whose depth is not known, so that lengths assume the rear of the rack."""
    boxes = dict.fromkeys(device.part for rack in floor.racks for device in rack.devices)
    parts = [catalog[box] for box in boxes]
    text = "depth is not known: its ports count as at the rear of the rack"
    fix = "enter the depth of the part, or the side of its ports"
    return [
        Finding(Severity.NOTE, "unknown-depth", part.id, text, fix)
        for part in parts
        if isinstance(part, Server | Enclosure) and part.depth_mm is None and port_side(part) == "rear"
    ]


def _unfit(made: FabricCabling, catalog: Catalog) -> list[Finding]:
    """Parts and lengths by hand that do not join what they should."""
    by_hand = [number for number, reason in enumerate(made.reasons) if reason == BY_HAND]
    cables = np.flatnonzero((made.choice >= 0) & np.isin(made.reason, by_hand)).tolist()
    ids = cable_ids(made, catalog) if cables else []
    findings = []
    for cable in cables:
        choice = made.choices[made.choice[cable]]
        option, reach = choice.option, choice.option.stated_reach_um
        if not fitting_options(made, cable, option.cable, catalog):
            need = made.needs[made.need[cable]]
            text = (
                f"{option.cable.id} does not join {need.a.connector} and {need.b.connector} "
                f"at {need.a.rate_gbps:g} Gb/s here: {'; '.join(misfits(need, option.cable, catalog))}"
            )
            fix = fitting_text(need, catalog)
            findings.append(Finding(Severity.ERROR, "does-not-fit", ids[cable], text, fix))
            continue
        need = made.needs[made.need[cable]] if made.need[cable] >= 0 else None
        parts = [some for some in (option.cable, option.a, option.b) if some is not None]
        refused = [some.id for some in parts if need is not None and not need.allows(some)]
        if refused:
            text = (
                f"{' and '.join(dict.fromkeys(refused))}: not approved for {made.fabric.name}, chosen by hand"
            )
            fix = "choose an approved part, or approve this one"
            findings.append(Finding(Severity.WARNING, "not-approved", ids[cable], text, fix))
        if reach is not None and choice.ordered_um > reach:
            text = f"{m_from_um(choice.ordered_um):g} m ordered, the signal reaches {m_from_um(reach):g} m"
            findings.append(Finding(Severity.ERROR, "beyond-reach", ids[cable], text, "use a shorter one"))
    return findings


def _fibre_ends(made: FabricCabling, catalog: Catalog) -> list[Finding]:
    """Fibres from transceiver to transceiver that cross no lanes, have pins, or other end faces."""
    findings = []
    direct = np.array([not made.panels.get(number) for number in range(made.count)], bool)
    for number in np.unique(made.choice[(made.choice >= 0) & direct]).tolist():
        option = made.choices[number].option
        for text, fix in fibre_faults(option.cable, option.a, option.b):
            first = np.flatnonzero((made.choice == number) & direct)
            [name] = link_ids(made.fabric, made.heads[first[:1]], catalog)
            count = "1 cable" if len(first) == 1 else f"{len(first):,} cables"
            whole = f"{text} ({count} of {made.fabric.name})"
            findings.append(Finding(Severity.ERROR, "fibre-ends", name, whole, fix))
    return findings


def _thick_unknown(made: FabricCabling) -> list[Finding]:
    laid = made.laid
    used = [laid.choices[number].option.cable for number in laid.chosen]
    cables = sorted({cable.id: cable for cable in used}.items())
    text = "diameter is not known: tray fill is a lower bound"
    fix = "enter the diameter of the part, with its source"
    return [
        Finding(Severity.WARNING, "unknown-figure", part, text, fix)
        for part, cable in cables
        if cable.diameter_mm is None
    ]


def _tiers(floor: Floor) -> list[Finding]:
    """A note where trays are several trays on sale above each other."""
    most = max((tiers_of(tray) for tray in floor.trays), default=1)
    if most == 1:
        return []
    width, depth = SIZES_MM[-1]
    text = f"{most} trays of {width:g} x {depth:g} mm above each other: one alone would be too full"
    return [
        Finding(Severity.NOTE, "tray-tiers", "trays", text, "stack the trays, or spread the core switches")
    ]


class LabelCheck:
    """Looks for labels that are too long to print, or occur on several ends, without keeping them all.

    Of each label that was seen its hash is kept. Those whose hash came several times are compared
    when :meth:`findings` reads the labels again.
    """

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._hashes = array("q")
        self._long: dict[str, None] = {}

    def see(self, labels: Sequence[str]) -> None:
        """Take note of the labels of the next ends."""
        self._hashes.extend(map(hash, labels))
        if max(map(len, labels), default=0) > self._longest:
            self._long |= dict.fromkeys(label for label in labels if len(label) > self._longest)

    def findings(self, labels: Iterable[tuple[str, str]]) -> list[Finding]:
        """Return the findings about the labels seen.

        Parameters
        ----------
        labels
            The text for each end, and where it is; read when some may be alike.
        """
        findings = []
        if self._long:
            example = max(self._long, key=len)
            text = f"{len(self._long)} labels are longer than {self._longest} characters, as {example!r}"
            fix = "shorten the label template"
            findings.append(Finding(Severity.WARNING, "label-length", "labels", text, fix))
        for label, both in list(self._doubles(labels).items())[:SHOWN]:
            text = f"label {label!r} is on several ends: {both}"
            fix = "let the label template name rack, unit and port"
            findings.append(Finding(Severity.ERROR, "label-twice", both.split(" and ")[0], text, fix))
        return findings

    def _doubles(self, labels: Iterable[tuple[str, str]]) -> dict[str, str]:
        """Labels on several ends, and the first two places of each."""
        hashes = np.sort(np.array(self._hashes, np.int64))
        alike = frozenset(hashes[1:][hashes[1:] == hashes[:-1]].tolist())
        known: dict[str, str] = {}
        doubles: dict[str, str] = {}
        for label, where in labels if alike else ():
            if hash(label) in alike:
                other = known.setdefault(label, where)
                if other is not where and label not in doubles:
                    doubles[label] = f"{other} and {where}"
        return doubles


MOST_PAIRS = 10_000
"""Pairs of racks of a rule that are tried; a rule for more is judged by the findings of its cables alone."""


def check_routes(cabling: Cabling, floor: Floor, apart: Apart) -> Iterator[Finding]:
    """Return errors where route rules name what is not there, and where paths to be apart share trays."""
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
        fix = "add a second tray over the rack and a second route, or allow shared trays"
        yield Finding(Severity.ERROR, "paths-shared", label, text, fix, (label, *names))


def cables_by_rule(cabling: Cabling) -> dict[str, int]:
    """Return the number of cables between racks that each route rule holds for; 0 is left out."""
    found: dict[str, int] = {}
    kinds = np.append(cabling.runs.kind, 0)
    for made in cabling.fabrics:
        counts = np.bincount(kinds[made.spans.pair])
        for names, count in zip(cabling.positions.kinds.rules, counts.tolist(), strict=False):
            for name in names if count else ():
                found[name] = found.get(name, 0) + count
    return found


FIX = "change the route rule, or remove it"


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
