"""Doubtful figures of device types: height, mass, power, names, ports, siblings."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import gcd
from typing import Any, NamedTuple

from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.catalog.lint_part import BIG_CAGES, CAGES_PER_U
from fatdesk.engine.devicetypes.draft import (
    AIRFLOWS,
    KILOGRAMS,
    Add,
    Draft,
    Edit,
    Give,
    Halve,
    Kind,
    LeaveOut,
    Manage,
    Speak,
    Split,
    mass_kg,
    unmarked_management,
)
from fatdesk.engine.devicetypes.read import DeviceType, is_bare
from fatdesk.engine.devicetypes.sockets import (
    Place,
    Socket,
    groups_of_cages,
    place_of,
    say_ports,
    sockets_of,
    twins,
)


class Suggestion(NamedTuple):
    """A correction that the user may accept.

    Attributes
    ----------
    field
        The field of the part that it changes.
    found, suggested
        What the file says, and what it would be, in words.
    why
        The reason.
    edit
        What accepting it does.
    """

    field: str
    found: str
    suggested: str
    why: str
    edit: Edit


class Remark(NamedTuple):
    """A finding, and a correction where there is one."""

    finding: Finding
    suggestion: Suggestion | None = None


Remarks = Iterator[Remark]


def remark(
    draft: Draft, rule: str, text: str, fix: str = "", severity: Severity = Severity.WARNING
) -> Remark:
    """A finding about a file's part."""
    return Remark(Finding(severity, rule, str(draft.figures["id"]), text, fix))


def suggest_figure(draft: Draft, rule: str, text: str, name: str, value: Any) -> Remark:
    """A finding that another figure would mend."""
    found = draft.figures.get(name)
    words = "nothing" if found is None else f"{found:g}" if isinstance(found, float) else str(found)
    suggested = f"{value:g}" if isinstance(value, float) else str(value)
    finding = remark(draft, rule, text, f"{name}: {suggested}").finding
    return Remark(finding, Suggestion(name, words, suggested, text, Give(name, value)))


def suggest_ports(draft: Draft, rule: str, text: str, edit: Edit) -> Remark:
    """A finding that other ports would mend."""
    found = say_ports(groups_of_cages(draft.sockets))
    suggested = say_ports(groups_of_cages(edit(draft).sockets)) or "no port"
    finding = remark(draft, rule, text, f"ports: {suggested}").finding
    return Remark(finding, Suggestion("ports", found, suggested, text, edit))


MUCH = 1.25
"""Factor by which a device may be heavier than a sibling of the same series."""
_SERIES = re.compile(r"[0-9]{4,}")

Both = tuple[DeviceType, Draft]


def lint_siblings(files: Sequence[Both]) -> list[tuple[int, Remark]]:
    """Contradictions between files, each with the number of the file that it is about."""
    return [*_masses(files), *_part_numbers(files)]


def _masses(files: Sequence[Both]) -> list[tuple[int, Remark]]:
    """A device much heavier than one of its series, or heavier at all than one with the same ports."""
    series: dict[tuple[object, ...], list[int]] = defaultdict(list)
    twins: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for n, (device, draft) in enumerate(files):
        if draft.figures.get("mass_kg") is None:
            continue
        frame = (device.manufacturer, draft.kind, device.u_height)
        number = _SERIES.search(device.model)
        if number:
            series[*frame, device.model[: number.end() - 1]].append(n)
        stem, dash, _ = device.model.rpartition("-")
        if dash and draft.sockets:
            twins[*frame, stem, groups_of_cages(draft.sockets)].append(n)
    found = {}
    for families, factor in ((series, MUCH), (twins, 1.0)):
        for members in families.values():
            light = min(members, key=lambda n: (_stated_mass(files, n), n))
            for n in members:
                if _stated_mass(files, n) > factor * _stated_mass(files, light):
                    more = round(_stated_mass(files, n) - _stated_mass(files, light), 2)
                    name = files[light][1].figures["id"]
                    text = f"is {more:g} kg heavier than {name} of the same series and height"
                    found[n] = remark(
                        files[n][1], "sibling-mass", text, "check mass_kg of both", Severity.NOTE
                    )
    return sorted(found.items())


def _stated_mass(files: Sequence[Both], n: int) -> float:
    return float(files[n][1].figures["mass_kg"])


def _part_numbers(files: Sequence[Both]) -> list[tuple[int, Remark]]:
    numbers: dict[tuple[str, str], list[int]] = defaultdict(list)
    for n, (device, _) in enumerate(files):
        if device.part_number:
            numbers[device.manufacturer, device.part_number].append(n)
    found = []
    for (_, number), members in numbers.items():
        for n in members if len(members) > 1 else ():
            others = ", ".join(str(files[other][1].figures["id"]) for other in members if other != n)
            text = f"its part number {number} is that of {others} as well"
            finding = Finding(
                Severity.WARNING, "part-number-twice", str(files[n][1].figures["id"]), text, "correct one"
            )
            found.append((n, Remark(finding)))
    return found


LEAST_NUMBERED = 8
"""Number of ports of a numbering from which on a gap counts."""
FEW = 4
"""Ports so few and so slow in comparison are for service."""
_SWITCHES = (Kind.SWITCH, Kind.CARD)
_INFINIBAND_PORT = re.compile(r"(?i)\bib[ -]?[0-9]")
_MAKERS = ("mellanox", "nvidia")
_INFINIBAND_SERIES = re.compile(
    r"(?i)m?(qm[89][0-9]{3}|q3[0-9]{3}|sb7[0-9]{3}|sx6[0-9]{3}|is5[0-9]{3}|cs[78])"
)
"""Series of one maker that are InfiniBand switches; SX1000 and SN are Ethernet."""
_SPLIT_COMMENT = re.compile(
    r"#[^\n]*?\(([0-9]+)G\)[^\n]*?\b(?:broken?|split) into ([0-9]+)x([0-9]+)", re.IGNORECASE
)


def lint_ports(device: DeviceType, draft: Draft, data: bytes) -> Remarks:
    """Doubts about ports: their types, their numbering, and which of them carry the network."""
    yield from _words(device, draft)
    if draft.kind in _SWITCHES:
        yield from _management(device, draft)
        yield from _service(device, draft)
        yield from _protocol(device, draft)
        yield from _twin_cages(draft)
        yield from _split_by_comment(draft, data)
    if draft.sockets:
        yield from _gaps(device, draft)


def _words(device: DeviceType, draft: Draft) -> Remarks:
    _, unknown = sockets_of(device.interfaces)
    if unknown:
        types = sorted({port.type for port in device.interfaces if port.name in set(unknown)})
        text = (
            f"{len(unknown)} ports of type {', '.join(types[:3]) or 'none'} are left out: no rate or no cage"
        )
        yield remark(draft, "port-type", text, "correct their type", Severity.NOTE)
    times = Counter(port.name for port in device.interfaces)
    twice = [name for name, count in times.items() if count > 1]
    if twice:
        text = f"the port {twice[0]!r} is listed {times[twice[0]]} times; the first counts"
        yield remark(draft, "port-twice", text, "correct the names")


def _management(device: DeviceType, draft: Draft) -> Remarks:
    names = frozenset(port.name for port in unmarked_management(device))
    if any(socket.name in names for socket in draft.sockets):
        stated = ", ".join(port.name for port in device.interfaces if port.name in names)
        text = (
            f"{stated} manage the switch and are not marked so"
            if "," in stated
            else f"{stated} manages the switch and is not marked so"
        )
        yield suggest_ports(draft, "unmarked-management", text, Manage(names))


def _service(device: DeviceType, draft: Draft) -> Remarks:
    """A few slow ports next to many fast ones, which carry no fabric."""
    managing = {port.name for port in unmarked_management(device)}
    rest = [socket for socket in draft.sockets if socket.name not in managing]
    most = max((socket.rate_gbps for socket in rest), default=0.0)
    slow = [socket for socket in rest if socket.rate_gbps * 4 <= most]
    if slow and len(slow) <= FEW and 4 * len(slow) < len(rest):
        rates = " and ".join(f"{rate:g}" for rate in sorted({socket.rate_gbps for socket in slow}))
        others = len(rest) - len(slow)
        text = f"{len(slow)} ports of {rates} Gb/s next to {others} of up to {most:g} Gb/s are for service"
        yield suggest_ports(draft, "service-ports", text, LeaveOut(frozenset(s.name for s in slow)))


def _protocol(device: DeviceType, draft: Draft) -> Remarks:
    wrong = [
        socket for socket in draft.sockets if socket.protocol == "ethernet" and socket.connector != "rj45"
    ]
    series = device.manufacturer.lower().split()[0:1] in (
        [maker] for maker in _MAKERS
    ) and _INFINIBAND_SERIES.match(device.model)
    named = [socket for socket in wrong if _INFINIBAND_PORT.search(socket.name)]
    if not wrong or not (series or len(named) == len(wrong)):
        return
    why = (
        f"{device.model} is an InfiniBand switch"
        if series
        else f"its ports are named {named[0].name} and so on"
    )
    text = f"{len(wrong)} ports are typed as Ethernet, but {why}"
    yield suggest_ports(
        draft, "infiniband-as-ethernet", text, Speak(frozenset(s.name for s in wrong), "infiniband")
    )


def _twin_cages(draft: Draft) -> Remarks:
    """OSFP cages of 800 Gb/s and more, which twin-port transceivers use as two links."""
    alone = twins(draft.sockets)
    halves = [
        socket
        for socket in draft.sockets
        if socket.connector.startswith("osfp")
        and socket.lanes == 8
        and socket.rate_gbps >= 800
        and socket.name not in alone
    ]
    if halves:
        rate = halves[0].rate_gbps
        two = f"two links of {rate / 2:g} Gb/s with twin-port transceivers"
        text = f"a cage of {rate:g} Gb/s with 8 lanes holds {two}"
        yield suggest_ports(draft, "twin-cages", text, Halve(frozenset(s.name for s in halves)))


def _split_by_comment(draft: Draft, data: bytes) -> Remarks:
    """Splits that only a comment in the file states."""
    for whole, parts, rate in dict.fromkeys(_SPLIT_COMMENT.findall(data.decode(errors="replace"))):
        if len(whole + parts + rate) > 12 or int(parts) * int(rate) != int(whole):
            continue
        names = frozenset(
            s.name for s in draft.sockets if s.rate_gbps == int(whole) and s.lanes == int(parts)
        )
        if names:
            text = f"a comment in the file says that its {whole} Gb/s ports split into {parts} of {rate} Gb/s"
            yield suggest_ports(draft, "split-in-comment", text, Split(names, (1, int(parts))))


def _gaps(device: DeviceType, draft: Draft) -> Remarks:
    """Numbers that a numbering of ports leaves out."""
    taken = {place_of(port.name).numbers for port in device.interfaces}
    numbered: dict[str, dict[tuple[int, ...], Socket]] = defaultdict(dict)
    for socket in draft.sockets:
        place = place_of(socket.name)
        if place.numbers:
            numbered[place.pattern][place.numbers] = socket
    for pattern, ports in numbered.items():
        missing = [numbers for numbers in _missing(list(ports)) if numbers not in taken]
        if not missing:
            continue
        names = [_name(Place(pattern, numbers)) for numbers in missing]
        before = [
            max((n for n in (*ports, *missing) if n < numbers), default=min(ports)) for numbers in missing
        ]
        after = tuple((_name(Place(pattern, at)), name) for at, name in zip(before, names, strict=True))
        text = (
            f"lists {len(ports)} of {len(ports) + len(missing)} ports: {', '.join(names[:4])}"
            f"{' and more are' if len(names) > 4 else ' are' if len(names) > 1 else ' is'} missing"
        )
        yield suggest_ports(draft, "ports-missing", text, Add(after))


def _missing(found: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return the numbers missing from the full grid, if they are few."""
    if len(found) < LEAST_NUMBERED:
        return []
    axes = []
    for values in (sorted(set(column)) for column in zip(*found, strict=True)):
        step = gcd(*(value - values[0] for value in values)) or 1
        axes.append(range(values[0], values[-1] + 1, step))
    full = 1
    for axis in axes:
        full *= len(axis)
    if not len(found) < full <= len(found) * 5 // 4:
        return []
    grid: list[tuple[int, ...]] = [()]
    for axis in axes:
        grid = [(*numbers, value) for numbers in grid for value in axis]
    return sorted(set(grid) - set(found))


def _name(place: Place) -> str:
    numbers = iter(place.numbers)
    return "".join(str(next(numbers)) if letter == "#" else letter for letter in place.pattern)


_NUMBER = re.compile(
    r"[-+]?[0-9][0-9_]*(\.[0-9]*)?([eE][-+]?[0-9]+)?|0[xo][0-9a-fA-F]+|[0-9]+(:[0-5]?[0-9])+"
)
_BAR_CODE = (12, 13)
"""Digits of an UPC or an EAN."""
_WATTS = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,3})?) ?k(W|VA)\b")


def lint_box(device: DeviceType, draft: Draft, data: bytes, file: str) -> Remarks:
    """Doubts about everything but the ports."""
    yield from _height(device, draft)
    yield from _mass(device, draft)
    yield from _power(device, draft)
    if device.part_number:
        yield from _part_number(device, draft, data, file)
    if device.airflow and device.airflow not in AIRFLOWS:
        text = f"its airflow is stated as {device.airflow!r}, which is none of {', '.join(AIRFLOWS)}"
        yield remark(draft, "airflow", text, "correct airflow")
    if device.subdevice_role == "parent" and not device.device_bays:
        text = "is said to hold other devices, but names no bay for them"
        yield remark(draft, "parent-without-bays", text, "nothing to correct here", Severity.NOTE)


def _height(device: DeviceType, draft: Draft) -> Remarks:
    if device.u_height is None:
        if not device.is_module:
            yield remark(draft, "height-unknown", "does not state its height", "enter its height")
        return
    if device.u_height % 1:
        text = (
            f"is {device.u_height:g} U high; racks have whole units, so it takes {draft.figures['height_u']}"
        )
        yield remark(draft, "height-half", text, severity=Severity.NOTE)
    if device.u_height == 0 and draft.kind is Kind.POWER:
        text = "is 0 U high: it is mounted outside the rack's units"
        yield remark(draft, "height-zero", text, severity=Severity.NOTE)
    elif device.u_height == 0:
        held = ", held by a tray of another device" if device.subdevice_role == "child" else ""
        text = f"is 0 U high{held}; alone in a rack it takes a unit"
        yield suggest_figure(draft, "height-zero", text, "height_u", 1)
    cages = sum(g.count for g in groups_of_cages(draft.sockets) if g.connector.startswith(BIG_CAGES))
    if device.u_height and cages > CAGES_PER_U * draft.figures["height_u"]:
        height = -(-cages // CAGES_PER_U)
        text = f"has {cages} cages in {device.u_height:g} U; no front has more than {CAGES_PER_U} a unit"
        yield suggest_figure(draft, "cages", text, "height_u", height)


def _mass(device: DeviceType, draft: Draft) -> Remarks:
    if device.weight is None:
        return
    if not device.weight:
        yield remark(draft, "mass", "has a weight of 0, which is taken as unknown", "give mass_kg")
    elif device.weight_unit not in KILOGRAMS:
        unit = f"of unit {device.weight_unit!r}" if device.weight_unit else "without a unit"
        text = f"has a weight of {device.weight:g} {unit}; it may be in kg"
        yield suggest_figure(draft, "mass", text, "mass_kg", mass_kg(device.weight, "kg"))


def _power(device: DeviceType, draft: Draft) -> Remarks:
    inlets = device.power_ports
    most = [port.maximum_draw for port in inlets if port.maximum_draw]
    usual = [port.allocated_draw for port in inlets if port.allocated_draw]
    if draft.kind is Kind.POWER:
        stated = _WATTS.search(device.words)
        if "power_limit_w" not in draft.figures and stated:
            text = f"its inlets state no draw, its description {stated[0]}"
            yield suggest_figure(
                draft, "no-power-limit", text, "power_limit_w", round(1000 * float(stated[1]), 1)
            )
        return
    if len(most) > 2:
        text = (
            f"{len(most)} inlets of {max(most):g} W: the number of spares is not stated; "
            f"all together draw {sum(most):g} W, which is the most that it can be"
        )
        yield suggest_figure(draft, "power-spares", text, "power_w", sum(most))
    elif most and usual and max(usual) < max(most) and "power_w" in draft.figures:
        gives, takes = f"{max(most):g} W", f"{max(usual):g} W"
        text = f"the maximum of {gives} is what a supply can give, the allocated {takes} what it takes"
        yield suggest_figure(draft, "power-of-supply", text, "power_w", max(usual))


def _part_number(device: DeviceType, draft: Draft, data: bytes, file: str) -> Remarks:
    number = device.part_number or ""
    plain = re.sub(r"\s*\(.*", "", number)
    if number in AIRFLOWS:
        text = f"its part number is {number!r}, an airflow"
        yield suggest_figure(draft, "part-number", text, "part_number", device.model)
    elif _NUMBER.fullmatch(number):
        text = f"its part number {number} is a number"
        if is_bare(data, file, "part_number"):
            text += " without quotes: other programs may drop zeros or digits of it"
        if number.isdigit() and len(number) in _BAR_CODE and _checks(number):
            text += ", and the bar code of the package: its last digit checks"
            yield suggest_figure(draft, "numeric-part-number", text, "part_number", device.model)
        else:
            yield remark(draft, "numeric-part-number", text, "check part_number")
    elif re.search(r"x{4,}$|(?<=[0-9A-Z])x$", number):
        text = f"its part number {number} matches several parts: x is any letter or digit"
        yield remark(draft, "part-number-open", text, "give the one that you order", Severity.NOTE)
    elif plain and plain != number:
        text = f"its part number {number!r} has a remark in it"
        yield suggest_figure(draft, "part-number", text, "part_number", plain)


def _checks(digits: str) -> bool:
    """Whether the last digit is the check digit of an UPC or EAN.

    >>> _checks("036000291452"), _checks("036000291453")
    (True, False)
    """
    weighed = sum(int(digit) * (3 if n % 2 else 1) for n, digit in enumerate(reversed(digits)))
    return weighed % 10 == 0
