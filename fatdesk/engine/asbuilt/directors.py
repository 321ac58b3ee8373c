"""Chips of modular switches in a report, put together into the boxes that people see.

InfiniBand reports every chip of a modular switch as a switch: those of its line cards, which have the cages,
and those of its fabric boards. A box is known by its name in theirs (``MF0;dir1:CS7500/L03/U1``), else by
the GUID that they share. Where a modular switch of the catalog has such cards, the chips become one switch
with the port numbers of the part; links inside are left out, as no cable is there.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from fatdesk.core.number_text import counted
from fatdesk.engine.asbuilt.discovered import Discovered, DiscoveredLink, DiscoveredNode, Note, Reported
from fatdesk.engine.asbuilt.matching.port_names import plain_number
from fatdesk.engine.asbuilt.part_choice import (
    NO_MODEL,
    Choice,
    chosen_for,
    model_fits,
    plain_model,
    rate_gbps,
)
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Card, ModularSwitch, links_of
from fatdesk.engine.fabric.fabric import NodePart

_NAMED = re.compile(r"MF\d+;([^:;]+):([^/]*)/([LS])0*(\d{1,5})/U0*(\d{1,5})$", re.IGNORECASE)
_SLOT = re.compile(r"([LS])(\d{1,5})/U(\d{1,5})$")


class Chip(NamedTuple):
    """A chip of a box.

    Attributes
    ----------
    node
        Its number in the report.
    line
        Whether it is on a line card; else it is on a fabric board.
    slot, number
        Of its card or board, and of the chip there, from 1.
    """

    node: int
    line: bool
    slot: int
    number: int


@dataclass(frozen=True)
class Director:
    """A modular switch as its chips are reported.

    Attributes
    ----------
    name, model
        Empty: unknown.
    guid
        That its chips share, else of the first of them.
    rate
        The fastest of its links to others in Gb/s; None: unknown.
    slots_named
        Whether the report names the slots of the chips.
    """

    name: str
    model: str
    guid: str
    chips: tuple[Chip, ...]
    rate: float | None
    slots_named: bool

    @property
    def line_chips(self) -> tuple[Chip, ...]:
        """Those of line cards."""
        return tuple(chip for chip in self.chips if chip.line)

    @property
    def cards(self) -> int:
        """The highest slot of a line card."""
        return max(chip.slot for chip in self.line_chips)

    @property
    def chips_a_card(self) -> int:
        """Number of chips of a line card."""
        return max(chip.number for chip in self.line_chips)

    @property
    def shown(self) -> str:
        """Its name for people."""
        return self.name or f"the box with GUID {self.guid}"


class Fit(NamedTuple):
    """A part that a director is, with its cards, and the port of that part of each port of a chip."""

    part: NodePart
    ports: Mapping[tuple[int, str], int]


@dataclass(frozen=True)
class Boxes:
    """A report in which chips are put together.

    Attributes
    ----------
    parts
        Part and cards by the number of the node that a box is.
    guids
        Those of all its chips, cards before boards.
    choices
        The parts of the boxes; where several fit none is chosen.
    notes
        Chips that remain switches of their own, with the reason, and cards that were counted.
    """

    found: Discovered
    parts: Mapping[int, NodePart] = field(default_factory=dict)
    guids: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    choices: tuple[Choice, ...] = ()
    notes: tuple[Note, ...] = ()


def boxes_of(found: Discovered, catalog: Catalog, wanted: Mapping[str, str] | None = None) -> Boxes:
    """The report with the chips of each modular switch of the catalog as one switch.

    Parameters
    ----------
    wanted
        Parts that were chosen, as of :func:`.adopt`.
    """
    parts = [part for part in catalog if isinstance(part, ModularSwitch)]
    fits: list[tuple[Director, Fit]] = []
    notes: list[Note] = []
    choices: dict[tuple[str, str, tuple[str, ...]], list[Director]] = defaultdict(list)
    for one in directors_of(found, notes):
        key = plain_model(one.model) or f"modular-{one.cards}-cards"
        best, why = _best(one, found, *_allowed(one, key, parts, wanted or {}))
        line = found.nodes[one.chips[0].node].line
        if not best:
            chips = counted(len(one.chips), "chip")
            notes.append(Note(line, f"the {chips} of {one.shown} remain switches of their own: {why}"))
            continue
        choices[key, best[0].part.part, tuple(fit.part.part for fit in best)].append(one)
        if len(best) == 1:
            fits.append((one, best[0]))
            notes += [Note(line, what) for what in _remarks(one)]
    made = tuple(
        Choice(
            key,
            True,
            len(some),
            some[0].shown,
            part if len(several) == 1 else "",
            several if len(several) > 1 else (),
        )
        for (key, part, several), some in choices.items()
    )
    return replace(_joined(found, fits), choices=made, notes=tuple(notes))


def _allowed(
    one: Director, key: str, parts: Sequence[ModularSwitch], wanted: Mapping[str, str]
) -> tuple[Sequence[ModularSwitch], str]:
    """The modular switches that a director may be, and the part that was chosen for its chips."""
    own = {name: part for name, part in wanted.items() if name not in ("switches", "hosts")}
    named = chosen_for(one.name, key, own, switch=True)
    some = [part for part in parts if part.id == (named or wanted.get("switches", ""))]
    return some if some or named else parts, "" if some else named


def directors_of(found: Discovered, notes: list[Note] | None = None) -> Iterator[Director]:
    """The modular switches of a report; groups of chips that are none are noted."""
    near: dict[int, list[tuple[int, str, str]]] = defaultdict(list)
    for link in found.links:
        near[link.a].append((link.b, link.port_a, link.rate))
        near[link.b].append((link.a, link.port_b, link.rate))
    for group in _groups(found.nodes):
        inside = set(group)
        outward = {node for node in group if any(other not in inside for other, *_ in near[node])}
        chips, named = _chips(found.nodes, group, outward)
        line = {chip.node for chip in chips if chip.line}
        boards = inside - line
        inner = [(node, other) for node in group for other, *_ in near[node] if other in inside]
        if not inner and not named:
            continue  # chips of one box that are switches beside each other
        why = ""
        if not line or not boards:
            why = "only chips of line cards or only chips of fabric boards are reported"
        elif not outward <= line:
            why = "a chip of a fabric board has links to other devices"
        elif any((a in line) == (b in line) for a, b in inner):
            why = "its chips are not joined as line cards with fabric boards"
        elif len({chip[1:] for chip in chips}) < len(chips):
            why = "two of its chips are reported in one slot"
        texts = [_name(found.nodes[node]) for node in group]
        (name, model), _ = Counter(texts).most_common(1)[0]
        first = found.nodes[group[0]]
        guid = Counter(found.nodes[node].chassis for node in group).most_common(1)[0][0] or first.guid
        if why:
            if notes is not None:
                some = counted(len(group), "chip")
                shown = name or f"the box with GUID {guid}"
                notes.append(Note(first.line, f"the {some} of {shown} remain switches of their own: {why}"))
            continue
        rates = [
            rate
            for node in group
            for other, _, text in near[node]
            if other not in inside and (rate := rate_gbps(text)) is not None
        ]
        yield Director(name, model, guid, chips, max(rates, default=None), named)


def _groups(nodes: Sequence[DiscoveredNode]) -> list[list[int]]:
    """The switches that are in one box: by the name of the box where their slots differ, else by GUID."""
    named: dict[tuple[str, str], list[int]] = defaultdict(list)
    shared: dict[str, list[int]] = defaultdict(list)
    for number, node in enumerate(nodes):
        if node.reported != Reported.SWITCH:
            continue
        if taken := _NAMED.match(_plain(node.name)):
            named[taken[1].casefold(), taken[2].casefold()].append(number)
        elif node.chassis.strip("0"):
            shared[node.chassis].append(number)
    found: list[list[int]] = []
    for some in named.values():
        slots = {match.groups()[2:] for number in some if (match := _NAMED.match(_plain(nodes[number].name)))}
        if len(slots) == len(some):
            found.append(some)
            continue
        apart: dict[str, list[int]] = defaultdict(list)
        for number in some:
            apart[nodes[number].chassis].append(number)
        found += apart.values()
    found += (some for some in shared.values() if len(some) > 1)
    return sorted(found, key=lambda some: some[0])


def _plain(name: str) -> str:
    return " ".join(name.split())


def _name(node: DiscoveredNode) -> tuple[str, str]:
    """Name and model of the box of a chip."""
    taken = _NAMED.match(_plain(node.name))
    return (taken[1], taken[2]) if taken else ("", node.model)


def _chips(
    nodes: Sequence[DiscoveredNode], group: Sequence[int], outward: set[int]
) -> tuple[tuple[Chip, ...], bool]:
    """The chips of a box, cards before boards, and whether their slots are reported.

    Where they are not, cards are counted by GUID, and those that have links to other devices are line cards.
    """
    chips: list[Chip] = []
    for number in group:
        if taken := _NAMED.match(_plain(nodes[number].name)):
            letter, slot, chip = taken[3].upper(), taken[4], taken[5]
        elif taken := _SLOT.match(nodes[number].slot):
            letter, slot, chip = taken.groups()
        else:
            break
        chips.append(Chip(number, letter == "L", int(slot), int(chip)))
    else:
        return tuple(sorted(chips, key=lambda one: (not one.line, *one[2:]))), True
    order = sorted(group, key=lambda number: (nodes[number].guid.zfill(16), number))
    lines = [number for number in order if number in outward]
    boards = [number for number in order if number not in outward]
    return (
        *(Chip(number, True, slot, 1) for slot, number in enumerate(lines, 1)),
        *(Chip(number, False, slot, 1) for slot, number in enumerate(boards, 1)),
    ), False


def _best(
    one: Director, found: Discovered, parts: Sequence[ModularSwitch], chosen: str
) -> tuple[list[Fit], str]:
    """The parts that fit best, or why none does."""
    if chosen:
        return [], f"{chosen} was chosen for them, which is not a modular switch"
    fits: list[tuple[tuple[int, int], Fit]] = []
    reasons: list[tuple[int, str]] = []
    for part in parts:
        named = model_fits(part, one.model)
        for card in part.cards:
            fit = _fit(one, found, part, card, named=named < NO_MODEL)
            if isinstance(fit, Fit):
                fits.append(((named, part.slots - one.cards), fit))
            else:
                reasons.append((named, f"{part.id}: {fit}"))
    if fits:
        least = min(score for score, _ in fits)
        return [fit for score, fit in fits if score == least], ""
    if len(reasons) == 1 or (reasons and min(reasons)[0] < NO_MODEL):
        return [], min(reasons)[1]
    rate = "" if one.rate is None else f" at {one.rate:g} Gb/s"
    cards = counted(one.cards, "card")
    return [], f"no modular switch of the catalog has {cards} with such ports{rate}"


def _fit(one: Director, found: Discovered, part: ModularSwitch, card: Card, *, named: bool) -> Fit | str:
    """Return the part with cards that a director is, or why it is none."""
    count, chips = links_of(card.ports), one.chips_a_card
    if one.rate is not None and not named and one.rate not in {some.rate_gbps for some in card.ports}:
        return f"{card.name} has no ports of {one.rate:g} Gb/s"
    if found.counts_ports and any(some.protocol not in (None, "infiniband") for some in card.ports):
        return f"{card.name} is not for InfiniBand"
    if one.cards > part.slots:
        return f"it has {counted(part.slots, 'slot')}, card {one.cards} is reported"
    if count % chips:
        return f"{card.name} has {counted(count, 'port')}, which {chips} chips do not share evenly"
    ports = _ports(one, found, count, count // chips)
    if isinstance(ports, str):
        return f"{ports}, {card.name} has {counted(count, 'port')}"
    return Fit(NodePart(part=part.id, cards=one.cards, card=card.name), ports)


def _ports(one: Director, found: Discovered, count: int, each: int) -> dict[tuple[int, str], int] | str:
    """The port of the box, from 1, of each port of its line chips; a text where one is not on a card.

    As it is printed where the report says so. Ports that lead out are the first of a chip, or the last.
    """
    of_chip = {chip.node: chip for chip in one.line_chips}
    inside = {chip.node for chip in one.chips}
    numbers: dict[tuple[int, str], int] = {}
    for link in found.links:
        for node, port, other in ((link.a, link.port_a, link.b), (link.b, link.port_b, link.a)):
            if node in of_chip and other not in inside:
                number = plain_number(port)
                if not number:
                    return f"{_slot_text(of_chip[node])} has a port called {port}"
                numbers[node, port] = number
    last = max((found.nodes[node].ports for node in of_chip), default=0) - each
    over = max(numbers.values(), default=0) > each
    shift = last if over and min(numbers.values(), default=0) > last > 0 else 0
    made: dict[tuple[int, str], int] = {}
    for (node, port), number in numbers.items():
        chip = of_chip[node]
        own = found.printed.get((node, port), 0) or (chip.number - 1) * each + number - shift
        if not 1 <= own <= count or (not found.printed and not 1 <= number - shift <= each):
            return f"port {port} of {_slot_text(chip)} leads out"
        made[node, port] = (chip.slot - 1) * count + own
    if len(set(made.values())) < len(made):
        return "two ports of a card are printed alike"
    return made


def _slot_text(chip: Chip) -> str:
    """A chip as Mellanox names it.

    >>> _slot_text(Chip(7, True, 3, 1))
    'L03/U1'
    """
    return f"{'L' if chip.line else 'S'}{chip.slot:02}/U{chip.number}"


def _remarks(one: Director) -> Iterator[str]:
    """Remarks on what was counted."""
    slots = sorted({chip.slot for chip in one.line_chips})
    if not one.slots_named:
        yield f"the report names no slots of {one.shown}: its {counted(len(slots), 'card')} count by GUID"
    empty = [slot for slot in range(1, one.cards) if slot not in slots]
    if empty:
        some = ", ".join(map(str, empty[:8])) + (" and others" if len(empty) > 8 else "")
        slot, are = ("slots", "are") if len(empty) > 1 else ("slot", "is")
        there = f"{counted(len(slots), 'card')} of {one.shown} {'are' if len(slots) > 1 else 'is'} reported"
        yield (
            f"{there}, none in {slot} {some}: price, power and mass of the project are those of "
            f"{one.cards} cards, {len(empty)} of which {are} not there"
        )


def _joined(found: Discovered, fits: Sequence[tuple[Director, Fit]]) -> Boxes:
    """The report with boxes instead of chips."""
    if not fits:
        return Boxes(found)
    first = {chip.node: one.chips[0].node for one, _ in fits for chip in one.chips}
    ports = {end: number for _, fit in fits for end, number in fit.ports.items()}
    of_first = {one.chips[0].node: (one, fit) for one, fit in fits}
    kept = [number for number in range(len(found.nodes)) if first.get(number, number) == number]
    place = {old: new for new, old in enumerate(kept)}
    nodes: list[DiscoveredNode] = []
    parts: dict[int, NodePart] = {}
    guids: dict[int, tuple[str, ...]] = {}
    for new, old in enumerate(kept):
        node = found.nodes[old]
        if old in of_first:
            one, fit = of_first[old]
            node = node._replace(name=one.name, model=one.model, chassis="", slot="", ports=0)
            parts[new] = fit.part
            guids[new] = tuple(guid for chip in one.chips if (guid := found.nodes[chip.node].guid))
        nodes.append(node)

    def end(node: int, port: str) -> tuple[int, str]:
        own = ports.get((node, port))
        return place[first.get(node, node)], port if own is None else str(own)

    links: list[DiscoveredLink] = []
    for link in found.links:
        (a, port_a), (b, port_b) = end(link.a, link.port_a), end(link.b, link.port_b)
        if a != b or link.a == link.b:
            links.append(link._replace(a=a, port_a=port_a, b=b, port_b=port_b))
    report = replace(found, nodes=tuple(nodes), links=tuple(links), printed={})
    return Boxes(report, parts, guids)
