"""Chips of modular switches in reports: one switch where the catalog has such cards, else as they are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

from fatdesk.engine.asbuilt.adopting import Adopted, adopt
from fatdesk.engine.asbuilt.discovered import Discovered
from fatdesk.engine.asbuilt.part_choice import AmbiguousPartsError
from fatdesk.engine.asbuilt.readers import read_discovered
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Card, ModularSwitch, Ports
from fatdesk.engine.fabric.as_built import fabric_of_record
from tests.engine import plan_samples as samples
from tests.engine.asbuilt.test_adopting import dump

LEAF = "MF0;leaf-{}:SX6036/U1"
PORTS = (Ports(count=36, connector="qsfp", rate_gbps=40.0, protocol="infiniband", lanes=4),)
TWIN = ModularSwitch(id="twin-chip", height_u=9, slots=4, cards=(Card(name="card-36", ports=PORTS),))
"""Cards of two chips with 18 outward ports each, as published maps of the CS7500 series have them."""


@dataclass
class Box:
    """A modular switch of 36-port chips: ports 1 to 18 of line chips lead out, uplinks are dealt in turn."""

    name: str = "MF0;dir1:IS5100/{}{:02}/U{}"
    cards: Sequence[int] = (1, 2, 3)
    chips: int = 1
    shift: int = 0
    """Ports 19 to 36 lead out, if it is 18."""
    switches: dict[int, str] = field(default_factory=dict)
    links: list[tuple[int, int, int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        boards = [0x2000 + b for b in range(3)]
        lines = [0x1000 + 16 * card + chip for card in self.cards for chip in range(self.chips)]
        self.switches |= {one: self.name.format("L", one % 0x1000 // 16, one % 16 + 1) for one in lines}
        self.switches |= {one: self.name.format("S", one % 0x2000 + 1, 1) for one in boards}
        for line in range(len(lines)):
            for up in range(6):
                self.links += [
                    (lines[line], 36 - 3 * up - b - self.shift, boards[b], 6 * line + 6 - up)
                    for b in range(3)
                ]

    def line(self, card: int, chip: int = 1) -> int:
        return 0x1000 + 16 * card + chip - 1


def report(box: Box, ends: Mapping[int, Sequence[tuple[int, int]]], hosts: int = 2) -> str:
    """Leaf switches by number, with the chips and ports that their uplinks lead to."""
    switches, cas, links = dict(box.switches), {}, list(box.links)
    for leaf, uplinks in ends.items():
        switches[leaf] = LEAF.format(leaf)
        links += [(leaf, 19 + n, chip, port) for n, (chip, port) in enumerate(uplinks)]
        for host in range(hosts):
            cas[0x100000 + 100 * leaf + host] = f"n{leaf}{host} HCA-1"
            links.append((leaf, host + 1, 0x100000 + 100 * leaf + host, 1))
    return dump(switches, cas, links, "4xQDR")


def made(text: str, *more: ModularSwitch, wanted: Mapping[str, str] | None = None) -> Adopted:
    found: Discovered = read_discovered(text.encode(), "site.net")
    return adopt(found, Catalog([*samples.CATALOG, *more]), wanted or {})


def ports_of(adopted: Adopted, *more: ModularSwitch) -> list[int]:
    """The ports of the modular switch that have a link, from 1."""
    fabric = fabric_of_record(
        adopted.record, "fabric", adopted.groups, Catalog([*samples.CATALOG, *more, *adopted.parts])
    )
    [core] = fabric.nodes(1, 2).tolist()
    return sorted((fabric.ports[fabric.ends == core] + 1).tolist())


def test_chips_become_one_switch_with_its_cards() -> None:
    box = Box()
    found = made(report(box, {1: [(box.line(1), 1), (box.line(3), 18)], 2: [(box.line(2), 5)]}))
    [core] = [node for node in found.record.switches if node.level == 2]
    assert (core.name, core.part, core.cards, core.card) == ("dir1", "modular-108", 3, "card-18")
    assert core.guids == ("1010", "1020", "1030", "2000", "2001", "2002")
    assert ports_of(found) == [1, 18 + 5, 36 + 18]
    assert (found.record.family, found.links, found.parts) == ("two-level", 7, ())
    assert (found.choices[0].what, found.choices[0].part) == ("1 switch is5100 (dir1)", "modular-108")
    assert found.notes == ()


def test_cards_of_two_chips_share_their_ports() -> None:
    box = Box(name="MF0;dir1:CS7510/{}{:02}/U{}", chips=2)
    text = report(box, {1: [(box.line(1, 1), 2), (box.line(1, 2), 2)], 2: [(box.line(2, 2), 18)]})
    found = made(text, TWIN)
    assert ports_of(found, TWIN) == [2, 20, 72]
    assert [node.part for node in found.record.switches if node.level == 2] == ["twin-chip"]


def test_outward_ports_may_be_the_last_of_a_chip() -> None:
    box = Box(shift=18)
    found = made(report(box, {1: [(box.line(1), 19), (box.line(2), 36)]}))
    assert ports_of(found) == [1, 36]


def test_empty_slots_are_noted_together() -> None:
    box = Box(cards=(1, 4))
    found = made(report(box, {1: [(box.line(1), 1), (box.line(4), 1)]}))
    assert [note.what for note in found.notes] == [
        (
            "2 cards of dir1 are reported, none in slots 2, 3: price, power and mass of the project are "
            "those of 4 cards, 2 of which are not there"
        )
    ]


def test_an_empty_slot_counts_and_is_noted() -> None:
    box = Box(cards=(1, 3))
    found = made(report(box, {1: [(box.line(1), 1), (box.line(3), 1)]}))
    assert ports_of(found) == [1, 37]
    assert [note.what for note in found.notes] == [
        (
            "2 cards of dir1 are reported, none in slot 2: price, power and mass of the project are "
            "those of 3 cards, 1 of which is not there"
        )
    ]


SAME_SLOT = Box()
SAME_SLOT.switches[0x2001] = SAME_SLOT.switches[0x2000]
DIRECT = Box()
DIRECT.links.append((0x1010, 17, 0x1020, 17))


@pytest.mark.parametrize(
    ("box", "port", "why"),
    [
        (Box(cards=(1, 7)), 1, "modular-108: it has 6 slots, card 7 is reported"),
        (Box(chips=2), 10, "modular-108: port 10 of L01/U1 leads out, card-18 has 18 ports"),
        (SAME_SLOT, 1, "two of its chips are reported in one slot"),
        (DIRECT, 1, "its chips are not joined as line cards with fabric boards"),
        (Box(name="MF0;dir1:IS5100/L{1:02}/U{2}", cards=(4, 5, 6)), 1, "only chips of line cards or only "),
    ],
)
def test_chips_that_no_part_has_stay_switches_with_the_reason(box: Box, port: int, why: str) -> None:
    text = report(box, {1: [(box.line(box.cards[0]), port), (box.line(box.cards[1]), 2)]})
    found = made(text, wanted={"dir*": "modular-108"} if why.startswith("modular") else {})
    assert len(found.record.switches) == 1 + len(box.switches)
    [note] = [note.what for note in found.notes if "remain switches" in note.what]
    assert note.startswith(f"the {len(box.switches)} chips of dir1 remain switches of their own: {why}")


def test_no_part_of_that_rate() -> None:
    box = Box()
    text = report(box, {1: [(box.line(1), 1)]}).replace("4xQDR", "4xEDR")
    [note] = [note.what for note in made(text).notes if "chips" in note.what]
    why = "no modular switch of the catalog has 3 cards with such ports at 100 Gb/s"
    assert note == f"the 6 chips of dir1 remain switches of their own: {why}"


def test_several_modular_switches_that_fit_are_listed_and_one_is_chosen() -> None:
    [part] = [one for one in samples.CATALOG if one.id == "modular-108"]
    assert isinstance(part, ModularSwitch)
    other = replace(part, id="modular-108-b")
    box = Box()
    text = report(box, {1: [(box.line(1), 1)]})
    with pytest.raises(AmbiguousPartsError, match=r"1 switch is5100 \(dir1\): 2 parts fit \(modular-108, "):
        made(text, other)
    parts = {node.part for node in made(text, other, wanted={"is5100": "modular-108-b"}).record.switches}
    assert parts == {"ib-36", "modular-108-b"}
    single = made(text, other, wanted={"dir*": "ib-36", "dir2": "ib-36"})
    assert (
        single.notes[-1].what
        == "ib-36 was chosen for dir2, which is the name of no device and no kind of devices"
    )
    assert {node.part for node in single.record.switches} == {"ib-36"}
    why = "ib-36 was chosen for them, which is not a modular switch"
    assert any(note.what.endswith(f"own: {why}") for note in single.notes)


def test_chips_without_names_are_known_by_the_guid_of_their_box() -> None:
    box = Box(name="Infiniscale-IV Mellanox Technologies")
    text = report(box, {1: [(box.line(1), 1), (box.line(2), 1), (box.line(3), 1)]})
    for guid in box.switches:
        head = f'Switch\t36 "S-{guid:016x}"'
        text = text.replace(head, f"sysimgguid=0x99\nswitchguid=0x{guid:x}({guid:x})\n{head}")
    found = made(text)
    assert ports_of(found) == [1, 19, 37]
    assert [note.what for note in found.notes] == [
        "the report names no slots of the box with GUID 99: its 3 cards count by GUID"
    ]


GROUPED = """\
Chassis 1 (guid 0x8f1000000000aa)

Spine Nodes

sysimgguid=0x8f1000000000aa\t\t# Chassis 1
switchguid=0xb1(b1)\t# VX 9 Spine 1 Chip 1
Switch\t24 "S-00000000000000b1"\t\t# "VX spine board" base port 0 lid 7 lmc 0
[1]\t"S-00000000000000a1"[1]\t\t# "VX line board" lid 8 4xQDR
[2]\t"S-00000000000000a2"[1]\t\t# "VX line board" lid 9 4xQDR

Line Nodes

sysimgguid=0x8f1000000000aa\t\t# Chassis 1
switchguid=0xa1(a1)\t# VX 9 Line 1 Chip 1
Switch\t24 "S-00000000000000a1"\t\t# "VX line board" base port 0 lid 8 lmc 0
[1]\t"S-00000000000000b1"[1]\t\t# "VX spine board" lid 7 4xQDR
[24][ext 12]\t"H-0000000000000001"[1](2)\t\t# "n1 HCA-1" lid 1 4xQDR

sysimgguid=0x8f1000000000aa\t\t# Chassis 1
switchguid=0xa2(a2)\t# VX 9 Line 1 Chip 2
Switch\t24 "S-00000000000000a2"\t\t# "VX line board" base port 0 lid 9 lmc 0
[1]\t"S-00000000000000b1"[2]\t\t# "VX spine board" lid 7 4xQDR
[13][ext 24]\t"H-0000000000000003"[1](4)\t\t# "n2 HCA-1" lid 2 4xQDR

Non-Chassis Nodes

caguid=0x1
Ca\t1 "H-0000000000000001"\t\t# "n1 HCA-1"
[1](2)\t"S-00000000000000a1"[24][ext 12]\t\t# lid 1 lmc 0 "VX line board" lid 8 4xQDR

caguid=0x3
Ca\t1 "H-0000000000000003"\t\t# "n2 HCA-1"
[1](4)\t"S-00000000000000a2"[13][ext 24]\t\t# lid 2 lmc 0 "VX line board" lid 9 4xQDR
"""
"""The form that ``ibnetdiscover -g`` gives boxes whose slots it knows; names and GUIDs are made up.

Form: manual page of ibnetdiscover (infiniband-diags), options ``--grouping``.
"""


def test_slots_and_printed_ports_of_a_grouped_report() -> None:
    box = replace(
        TWIN, id="vx", name="VX 9", cards=(Card(name="line", ports=(replace(PORTS[0], count=24),)),)
    )
    found = made(GROUPED, box)
    [node] = found.record.switches
    assert (node.part, node.cards, node.guids) == ("vx", 1, ("a1", "a2", "b1"))
    assert [(link.port, link.to) for link in node.links] == [(12, "nodes/1"), (24, "nodes/2")]
    assert found.notes == ()


def test_two_chips_of_a_box_that_are_not_joined_are_two_switches() -> None:
    text = dump({1: "a", 2: "b"}, {16: "n1 HCA-1", 17: "n2 HCA-1"}, [(1, 1, 16, 1), (2, 1, 17, 1)], "4xQDR")
    for guid in (1, 2):
        text = text.replace(f'Switch\t36 "S-{guid:016x}"', f'sysimgguid=0x9\nSwitch\t36 "S-{guid:016x}"')
    found = made(text)
    assert len(found.record.switches) == 2
    assert not any("chips" in note.what for note in found.notes)
