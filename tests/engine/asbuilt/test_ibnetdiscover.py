"""Reports of ibnetdiscover with every kind of dirt that real ones have."""

import re

import pytest

from fatdesk.core.errors import InputError
from fatdesk.engine.asbuilt.discovered import Discovered, Reported
from fatdesk.engine.asbuilt.readers import read_discovered
from fatdesk.engine.export import BY_NAME
from tests.engine import plan_samples as samples

CLEAN = """\
#
# Topology file: generated on Sun Nov 22 21:22:45 2020
#
vendid=0x2c9
devid=0xd2f0
sysimgguid=0xb8599f0300fc6de4
switchguid=0xb8599f0300fc6de4(b8599f0300fc6de4)
Switch\t41 "S-b8599f0300fc6de4"\t\t# "MF0;leaf1:MQM8700/U1" enhanced port 0 lid 13 lmc 0
[3]\t"S-0002c903007b78b0"[1]\t\t# "MF0;spine1:SX6036/U1" lid 19 4xFDR
[23]\t"H-ec0d9a03007d7d0a"[1](ec0d9a03007d7d0a) \t\t# "n1 HCA-1" lid 9 4xEDR
[24]\t"H-ec0d9a03007d7d0b"[1](ec0d9a03007d7d0b) \t\t# "n1 HCA-2" lid 65535 2xHDR
[41]\t"H-b8599f0300fc6dec"[1](b8599f0300fc6dec) \t\t# "Mellanox Technologies Aggregation Node" lid 14 4xHDR

vendid=0x2c9
devid=0xc738
sysimgguid=0x2c903007b78b0
switchguid=0x2c903007b78b0(2c903007b78b0)
Switch\t36 "S-0002c903007b78b0"\t\t# "MF0;spine1:SX6036/U1" enhanced port 0 lid 19 lmc 0
[1]\t"S-b8599f0300fc6de4"[3]\t\t# "MF0;leaf1:MQM8700/U1" lid 13 4xFDR

vendid=0x2c9
devid=0x101b
sysimgguid=0xec0d9a03007d7d0a
caguid=0xec0d9a03007d7d0a
Ca\t1 "H-ec0d9a03007d7d0a"\t\t# "n1 HCA-1"
[1](ec0d9a03007d7d0a) \t"S-b8599f0300fc6de4"[23]\t\t# lid 9 lmc 0 "MF0;leaf1:MQM8700/U1" lid 13 4xEDR

caguid=0xec0d9a03007d7d0b
Ca\t1 "H-ec0d9a03007d7d0b"\t\t# "n1 HCA-2"
[1](ec0d9a03007d7d0b) \t"S-b8599f0300fc6de4"[24]\t\t# lid 65535 lmc 0 "MF0;leaf1:MQM8700/U1" lid 13 2xHDR

caguid=0xb8599f0300fc6dec
Ca\t1 "H-b8599f0300fc6dec"\t\t# "Mellanox Technologies Aggregation Node"
[1](b8599f0300fc6dec) \t"S-b8599f0300fc6de4"[41]\t\t# lid 14 lmc 0 "MF0;leaf1:MQM8700/U1" lid 13 4xHDR
"""

LINKS = {
    ("b8599f0300fc6de4", "3", "2c903007b78b0", "1", "4xFDR"),
    ("b8599f0300fc6de4", "23", "ec0d9a03007d7d0a", "1", "4xEDR"),
    ("b8599f0300fc6de4", "24", "ec0d9a03007d7d0b", "1", "2xHDR"),
}


def read(text: str | bytes) -> Discovered:
    return read_discovered(text.encode() if isinstance(text, str) else text, "fabric.txt")


def links(found: Discovered) -> set[tuple[str, ...]]:
    return {
        (found.nodes[link.a].key, link.port_a, found.nodes[link.b].key, link.port_b, link.rate)
        for link in found.links
    }


@pytest.mark.parametrize(
    "dirty",
    [
        CLEAN.encode(),
        CLEAN.encode("utf-8-sig"),
        CLEAN.encode("utf-16"),
        CLEAN.replace("\n", "\r\n").encode(),
        CLEAN.replace("\n\n", "\n").encode(),
        CLEAN.replace("\t", "").encode(),
        CLEAN.replace("\t", "        ").encode(),
        f"Script started on 2020-11-22\n[root@head ~]# ibnetdiscover\n{CLEAN}[root@head ~]# exit\n".encode(),
        CLEAN.replace("Switch\t", "\x1b[1mSwitch\x1b[0m\t").encode(),
        CLEAN.replace('"S-0002c903007b78b0"[1]', '"S-0002C903007B78B0"[1][ext 17]').encode(),
        (CLEAN + CLEAN).encode(),
    ],
    ids=[
        "clean", "BOM", "UTF-16", "CRLF", "no blank lines", "no tabs", "spaces", "terminal", "colours",
        "case", "twice",
    ],
)  # fmt: skip
def test_dirt_changes_nothing(dirty: bytes) -> None:
    found = read(dirty)
    assert links(found) == LINKS
    assert [(node.name, node.reported) for node in found.nodes] == [
        ("MF0;leaf1:MQM8700/U1", Reported.SWITCH),
        ("MF0;spine1:SX6036/U1", Reported.SWITCH),
        ("n1 HCA-1", Reported.HOST),
        ("n1 HCA-2", Reported.HOST),
    ]
    assert any("1 aggregation node is inside switches" in note.what for note in found.notes)


def test_headers_of_a_terminal_are_told() -> None:
    found = read("Script started\n" + CLEAN)
    assert (1, "1 line is no part of the report: left out") in found.notes


def test_names_that_repeat_are_many_nodes() -> None:
    found = read(CLEAN.replace("n1 HCA-1", "localhost").replace("n1 HCA-2", "localhost"))
    assert links(found) == LINKS
    assert [node.name for node in found.nodes].count("localhost") == 2


def test_quotes_in_names() -> None:
    found = read(CLEAN.replace("n1 HCA-1", 'the "first" one'))
    assert links(found) == LINKS
    assert 'the "first" one' in {node.name for node in found.nodes}


def test_chips_of_a_director_are_told_apart_by_who_answers() -> None:
    found = read(
        "switchguid=0xaa(b1)\n"
        'Switch 36 "S-00000000000000aa" # "director L1"\n'
        '[1] "S-00000000000000aa"[2] # "director S1" lid 1 4xQDR\n'
        '[7] "H-0000000000000001"[1](2) # "n1 HCA-1" lid 3 4xQDR\n'
        "switchguid=0xaa(b2)\n"
        'Switch 36 "S-00000000000000aa" # "director S1"\n'
        '[2] "S-00000000000000aa"[1] # "director L1" lid 1 4xQDR\n'
        "caguid=0x1\n"
        'Ca 1 "H-0000000000000001" # "n1 HCA-1"\n'
        '[1](2) "S-00000000000000aa"[7] # lid 3 lmc 0 "director L1" lid 1 4xQDR\n'
    )
    assert links(found) == {("b1", "1", "b2", "2", "4xQDR"), ("b1", "7", "1", "1", "4xQDR")}


def test_a_node_without_a_record_is_known_from_its_neighbour() -> None:
    found = read(CLEAN[: CLEAN.index("vendid=0x2c9\ndevid=0xc738")])
    assert links(found) == LINKS
    assert found.nodes[1].name == "MF0;spine1:SX6036/U1"


def test_a_port_that_is_joined_with_two_others_keeps_the_first() -> None:
    found = read(CLEAN.replace('"S-b8599f0300fc6de4"[23]', '"S-b8599f0300fc6de4"[3]'))
    assert links(found) == LINKS
    assert any("was joined with something else at line 10" in note.what for note in found.notes)


@pytest.mark.parametrize(
    ("text", "line", "stated"),
    [
        ('# Topology file\nSwitch 36 "S-1"\n[1]\t"S-2\n', 3, "line: the line of a port is cut off"),
        ("nothing here\n", 1, "file: is not a known report"),
        ('Switch 36 "S-1" # "x"\n[1] "H-2"[1](2) # "Aggregation Node" lid 1\n', 1, "file: holds no link"),
    ],
)  # fmt: skip
def test_damage_is_told_with_its_line(text: str, line: int, stated: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert str(caught.value).startswith(f"fabric.txt:{line}: {stated}")


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        (
            CLEAN.replace('"S-0002c903007b78b0"[1]', '"S-0002c903007b'),
            [(9, "the line of a port is cut off or damaged: left out")],
        ),
        (
            CLEAN.replace('[1]\t"S-b8599', '[1]\n"S-b8599'),
            [(19, "the line of a port is cut off or damaged: left out")],
        ),
        (CLEAN[CLEAN.index("[3]") :], [(1, "ports without the line of their node: left out")]),
        (
            CLEAN.replace(
                '"S-0002c903007b78b0"\t\t# "MF0;spine1:SX6036/U1" enhanced port 0 lid 19 lmc 0', '"S-0002'
            ),
            [(18, "the line of a node is cut off or damaged, with its ports: left out")],
        ),
    ],
)
def test_damaged_lines_are_noted_and_the_rest_of_the_report_is_read(
    text: str, notes: list[tuple[int, str]]
) -> None:
    """Each link has two ends: where the line of one is damaged, the other reports it."""
    found = read(text)
    assert {frozenset((one[:2], one[2:4])) for one in links(found)} == {
        frozenset((one[:2], one[2:4])) for one in LINKS
    }
    assert [(note.line, note.what) for note in found.notes if "the line of" in note.what] == notes


def test_our_own_export_reads_back_whole() -> None:
    plan = samples.nodes_60()
    (content,) = BY_NAME["fabric.net"].make(plan).values()
    found = read_discovered(content, "fabric.net")
    fabric = plan.fabrics[0]
    assert len(found.links) == len(fabric.ends) == 132
    assert len(found.nodes) == 66
    assert found.notes == ()


def test_a_number_that_python_does_not_read_is_a_damaged_line() -> None:
    long = "9" * 5000
    text = CLEAN.replace("Switch\t", f"Switch\t{long}", 1)
    assert any("damaged" in note.what for note in read_discovered(text.encode(), "m").notes)
    port = re.sub(r"\]\(", f"][ext {long}](", CLEAN)
    assert read_discovered(port.encode(), "m").links
