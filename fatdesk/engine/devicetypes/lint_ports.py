"""What is doubtful about the ports of a device type."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from math import gcd

from fatdesk.core.finding import Severity
from fatdesk.engine.devicetypes.draft import Add, Draft, Halve, LeaveOut, Speak, Split
from fatdesk.engine.devicetypes.kinds import Kind, unmarked_management
from fatdesk.engine.devicetypes.read import DeviceType
from fatdesk.engine.devicetypes.remark import Remarks, mend_ports, remark
from fatdesk.engine.devicetypes.sockets import Place, Socket, place_of, sockets_of, twins

LEAST_NUMBERED = 8
"""So many ports of a numbering must be there before a gap in it is one."""
FEW = 4
"""Ports so few, and so slow, beside the others, are for service."""
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
        text = f"the port {twice[0]!r} stands there {times[twice[0]]} times; the first counts"
        yield remark(draft, "port-twice", text, "correct the names")


def _management(device: DeviceType, draft: Draft) -> Remarks:
    names = frozenset(port.name for port in unmarked_management(device))
    if any(socket.name in names for socket in draft.sockets):
        told = ", ".join(port.name for port in device.interfaces if port.name in names)
        text = (
            f"{told} manage the switch and are not marked so"
            if "," in told
            else f"{told} manages the switch and is not marked so"
        )
        yield mend_ports(draft, "unmarked-management", text, LeaveOut(names))


def _service(device: DeviceType, draft: Draft) -> Remarks:
    """A few slow ports beside many fast ones, which carry no fabric."""
    managing = {port.name for port in unmarked_management(device)}
    rest = [socket for socket in draft.sockets if socket.name not in managing]
    most = max((socket.rate_gbps for socket in rest), default=0.0)
    slow = [socket for socket in rest if socket.rate_gbps * 4 <= most]
    if slow and len(slow) <= FEW and 4 * len(slow) < len(rest):
        rates = " and ".join(f"{rate:g}" for rate in sorted({socket.rate_gbps for socket in slow}))
        others = len(rest) - len(slow)
        text = f"{len(slow)} ports of {rates} Gb/s beside {others} of up to {most:g} Gb/s are for service"
        yield mend_ports(draft, "service-ports", text, LeaveOut(frozenset(s.name for s in slow)))


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
    yield mend_ports(
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
        yield mend_ports(draft, "twin-cages", text, Halve(frozenset(s.name for s in halves)))


def _split_by_comment(draft: Draft, data: bytes) -> Remarks:
    """Splits that only a comment in the file tells."""
    for whole, parts, rate in dict.fromkeys(_SPLIT_COMMENT.findall(data.decode(errors="replace"))):
        if len(whole + parts + rate) > 12 or int(parts) * int(rate) != int(whole):
            continue
        names = frozenset(
            s.name for s in draft.sockets if s.rate_gbps == int(whole) and s.lanes == int(parts)
        )
        if names:
            text = f"a comment in the file says that its {whole} Gb/s ports split into {parts} of {rate} Gb/s"
            yield mend_ports(draft, "split-in-comment", text, Split(names, (1, int(parts))))


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
        yield mend_ports(draft, "ports-missing", text, Add(after))


def _missing(found: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """What the full grid of some numbers has more, where that is little."""
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
