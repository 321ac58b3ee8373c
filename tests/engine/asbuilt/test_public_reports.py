"""Reports that others have published: their shape is rebuilt from facts, with names and GUIDs of our own.

Facts are counts of nodes, links, bundles and ports, speeds, and what is unusual; no line is copied.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from fatdesk.core.errors import InputError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Card, ModularSwitch, Ports
from tests.engine import plan_samples as samples
from tests.engine.asbuilt.test_adopting import PARTS, adopted, dump

Links = list[tuple[int, int, int, int]]


def leaves_and_spines(bundles: dict[tuple[int, int], int], first: int, spine: int = 1) -> Links:
    """Bundles of links between pairs; ports of leaves from ``first`` up, of spines from ``spine``."""
    taken: dict[int, int] = {}
    links: Links = []
    for (a, b), count in bundles.items():
        for _ in range(count):
            p, q = taken.get(a, first), taken.get(b, spine)
            links.append((a, p, b, q))
            taken |= {a: p + 1, b: q + 1}
    return links


def missing_bundles() -> str:
    """Aug 2025: 31 leaves and 9 spines of 64 ports, NDR; bundles of two links, 6 of one, 10 pairs without.

    120 hosts have three or four links, two have two, and 69 adapters have one name of their maker. Each
    switch shows an aggregation node at port 65.
    """
    leaves, spines = range(1, 32), range(101, 110)
    pairs = [(leaf, spine) for leaf in leaves for spine in spines]
    joined = [pair for n, pair in enumerate(pairs) if n % 27 != 26]
    bundles = {pair: 1 if n < 6 else 2 for n, pair in enumerate(joined)}
    links = leaves_and_spines(bundles, 33)
    cas: dict[int, str] = {}
    hosts = [*((f"gpu{n:03}", 4) for n in range(109)), *((f"gpu{n:03}", 3) for n in range(109, 120))]
    hosts += [("um1", 2), ("um2", 2), *(("ConnectX7", 1) for _ in range(69))]
    ends = [(name, port) for name, count in hosts for port in range(count)]
    for n, (name, port) in enumerate(ends):
        guid = 0x10000 + n
        cas[guid] = f"{name} mlx5_{port}" if name != "ConnectX7" else name
        links.append((n % 31 + 1, n // 31 + 1, guid, 1))
    switches = {one: f"MF0;sw{one}:MQM9701/U1" for one in (*leaves, *spines)}
    for switch in switches:
        cas[0x20000 + switch] = "Mellanox Technologies Aggregation Node"
        links.append((switch, 65, 0x20000 + switch, 1))
    return dump(switches, cas, links, "4xNDR").replace("Switch\t36", "Switch\t65")


def hosts_at_a_core() -> str:
    """Oct 2014: six leaves and two cores of 36 ports, bundles of 4, one of 3; QDR, uplinks FDR10.

    24 hosts a leaf, at one 22, and three hosts at a core; one host has a link at a leaf and one at a core.
    """
    leaves, cores = range(1, 7), (11, 12)
    bundles = {(leaf, core): 3 if (leaf, core) == (1, 12) else 4 for leaf in leaves for core in cores}
    links = leaves_and_spines(bundles, 25)
    at = [(leaf, n + 1) for leaf in leaves for n in range(22 if leaf == 6 else 24)]
    at += [(11, 34), (11, 35), (11, 36)]
    cas = {0x1000 + n: f"work{n:03} mlx4_0" for n in range(len(at) - 1)}
    cas[0x1000 + len(at) - 1] = "work000 mlx4_1"
    links += [(switch, port, 0x1000 + n, 1) for n, (switch, port) in enumerate(at)]
    return dump({one: f"MF0;ib{one}:SX6036/U1" for one in (*leaves, *cores)}, cas, links, "4xQDR")


def manual_page() -> str:
    """Jun 2007: two switches joined by two links; four adapters of one name, one of them with two ports.

    Lines of a heading of ``-g``, and a link that one end reports as 1x and the other as 4x.
    """
    cas = dict.fromkeys((16, 17, 18, 19), "MT23108 InfiniHost")
    links = [(1, 22, 16, 1), (1, 8, 17, 2), (1, 12, 17, 1), (1, 10, 2, 1), (1, 6, 2, 3)]
    links += [(2, 6, 18, 1), (2, 4, 19, 1)]
    text = dump({1: "large", 2: "small"}, cas, links, "4xSDR")
    return "Non-Chassis Nodes\n\n" + text.replace('"large" lid 2 4xSDR', '"large" lid 2 1xSDR', 1)


def looped_switch() -> str:
    """Jul 2016: a switch with three cables from itself to itself, another of 12 ports; mixed speeds."""
    cas = {16: "a HCA-2", 17: "b HCA-1", 18: "c HCA-1", 19: "c HCA-2", 20: "d HCA-2", 21: "e HCA-1"}
    links = [(1, 1, 1, 2), (1, 19, 1, 21), (1, 29, 1, 30), (1, 3, 2, 1), (1, 34, 16, 1), (1, 35, 17, 2)]
    links += [(2, 2, 18, 1), (2, 3, 19, 1), (2, 6, 20, 1), (2, 8, 21, 1)]
    text = dump({1: "SwitchIB", 2: "MF0;switch-1:SX6012/U1"}, cas, links, "4xFDR")
    text = text.replace('"e HCA-1" lid 2 4xFDR', '"e HCA-1" lid 2 4xSDR')
    return "src/query_smp.c:195; umad bad status 110; Connection timed out\n" + text


def one_switch(hosts: int) -> str:
    """A switch with one or two hosts, at their second ports."""
    cas = {16 + n: f"compute-0{n} HCA-1" for n in range(hosts)}
    return dump({1: "MT43132"}, cas, [(1, n + 1, 16 + n, 2) for n in range(hosts)], "4xQDR")


def dot(*lines: str) -> str:
    return "\n".join(["graph g {", *lines, "}"])


def edge(a: str, p: object, b: str, q: object) -> str:
    return f'"{a}":"swp{p}" -- "{b}":"swp{q}" [left_mac="00:03:00:11:11:01"]'


def pairs_of_leaves(leaves: int, spines: int, peers: int = 2) -> Iterator[str]:
    for leaf in range(leaves):
        yield f'"l{leaf}" [function="leaf" memory="768"]'
        yield from (edge(f"l{leaf}", 51 + spine, f"s{spine}", leaf + 1) for spine in range(spines))
        if leaf % 2:
            yield from (edge(f"l{leaf - 1}", 49 + n, f"l{leaf}", 49 + n) for n in range(peers))
    yield from (f'"s{spine}" [function="spine"]' for spine in range(spines))


def servers_at_pairs(leaves: int) -> Iterator[str]:
    for server in range(leaves):
        first = server // 2 * 2
        yield f'"server{server}" [function="host"]'
        yield from (
            f'"server{server}":"eth{n + 1}" -- "l{first + n}":"swp{server % 2 + 1}"' for n in range(2)
        )


def reference_pod() -> str:
    """Four leaves in pairs, four servers with two links; a switch and a server without links."""
    idle = ('"oob-switch" [function="oob-switch"]', '"oob-server" [function="oob-server"]')
    return dot(*pairs_of_leaves(4, 2), *servers_at_pairs(4), *idle)


def chassis_of_ethernet() -> str:
    """Six leaves; four spines of eight line cards and four fabric cards each, bundles of four in them."""
    lines = list(pairs_of_leaves(6, 0))
    for box in range(4):
        cards = [f"box{box}-lc{card}" for card in range(8)]
        boards = [f"box{box}-fc{board}" for board in range(4)]
        lines += [f'"{one}" [function="spine"]' for one in (*cards, *boards)]
        lines += [edge(f"l{leaf}", 51 + box, cards[leaf % 8], leaf + 1) for leaf in range(6)]
        lines += [
            edge(card, f"{33 + 4 * b + n}", board, f"{4 * c + n + 1}")
            for c, card in enumerate(cards)
            for b, board in enumerate(boards)
            for n in range(4)
        ]
    return dot(*lines, *servers_at_pairs(6))


def without_servers() -> str:
    """Six leaves, two spines, three links between the leaves of most pairs; the plan has no hosts."""
    return dot(*(line for line in pairs_of_leaves(6, 2, 3) if "function" not in line))


def fat_tree_of_a_generator() -> str:
    """Jun 2016: 128 hosts on three levels of 8-port switches, 80 of them, EDR."""
    links: Links = []
    for pod in range(8):
        for i in range(4):
            links += [(1 + 4 * pod + i, 5 + j, 101 + 4 * pod + j, 1 + i) for j in range(4)]
            links += [(101 + 4 * pod + i, 5 + j, 201 + 4 * i + j, 1 + pod) for j in range(4)]
    hosts = {0x1000 + n: f"Hca{n}" for n in range(128)}
    links += [(1 + n // 4, 1 + n % 4, 0x1000 + n, 1) for n in range(128)]
    switches = {one: f"Switch{one}" for a, _, b, _ in links for one in (a, b) if one < 0x1000}
    return dump(switches, hosts, links, "4xEDR").replace("Switch\t36", "Switch\t8")


def two_speeds() -> str:
    """Feb 2021: a switch of 40 ports with an aggregation node at port 41, one of 36 with cables to itself.

    One link joins both, at FDR; a host has two adapters at each, of EDR and FDR, four hosts have two at one.
    """
    new, old = 1, 2
    names = {16 + n: f"big HCA-{n + 1}" for n in range(4)}
    links = [(new, 3, old, 1), (new, 23, 16, 1), (new, 24, 17, 1), (old, 19, 18, 1), (old, 20, 19, 1)]
    for n, port in enumerate((3, 5, 8, 9, 30, 31, 33, 34)):
        names[32 + n] = f"lab{n // 2} HCA-{n % 2 + 1}"
        links.append((old, port, 32 + n, 1))
    links += [(old, 25, old, 26), (old, 28, old, 29), (new, 41, 64, 1)]
    names[64] = "Mellanox Technologies Aggregation Node"
    text = dump({new: "MF0;lab-1:MQM8700/U1", old: "MF0;lab-2:SX6036/U1"}, names, links, "4xFDR")
    text = text.replace("Switch\t36", "Switch\t41", 1)
    return re.sub(r'("big HCA-[12]".*)4xFDR', r"\g<1>4xEDR", text)


def half_of_a_spine() -> str:
    """May 2020: six leaves, four spines, a fifth switch that only two of these join; QDR, 23 hosts at DDR.

    A leaf has links to two of the spines alone; bundles of 1, 3 and 6. Names are those of the makers.
    """
    bundles = {(leaf, spine): 3 for leaf in (1, 2, 3, 4) for spine in (11, 12, 13, 14)}
    bundles |= {(5, spine): 1 for spine in (11, 12, 13, 14)} | {(6, 11): 6, (6, 12): 6}
    bundles |= {(13, 21): 3, (14, 21): 3}
    links = leaves_and_spines(bundles, 25)
    at = dict(zip(range(1, 7), (24, 24, 9, 5, 6, 21), strict=True))
    ends = [(leaf, port + 1) for leaf, hosts in at.items() for port in range(hosts)]
    links += [(leaf, port, 0x1000 + n, 1) for n, (leaf, port) in enumerate(ends)]
    switches = dict.fromkeys((*at, 11, 12, 13, 14, 21), "Voltaire 4036 - 36 QDR ports switch")
    cas = {0x1000 + n: f"adapter{n}" if n < 23 else "MT25408" for n in range(len(ends))}
    text = dump(switches, cas, links, "4xQDR")
    return re.sub(r'("adapter\d+".*)4xQDR', r"\g<1>4xDDR", text)


def bundles_in_pods() -> str:
    """Dec 2023: 8,192 hosts at 64-port switches on three levels, 64 pods of four edge and four middle ones.

    In a pod each pair has eight links; each middle switch has one link to each of 32 core switches.
    """
    links: Links = []
    for edge in range(256):
        first = edge // 4 * 4
        links += [
            (1 + edge, 33 + 8 * m + n, 0x401 + first + m, 8 * (edge % 4) + n + 1)
            for m in range(4)
            for n in range(8)
        ]
        links += [(1 + edge, h + 1, 0x10000 + 32 * edge + h, 1) for h in range(32)]
        links += [(0x401 + edge, 33 + n, 0x801 + 32 * (edge % 4) + n, edge // 4 + 1) for n in range(32)]
    hosts = {0x10000 + n: f"h{n} HCA-1" for n in range(8192)}
    switches = {one: f"sw{one}" for a, _, b, _ in links for one in (a, b) if one < 0x10000}
    return dump(switches, hosts, links, "4xNDR").replace("Switch\t36", "Switch\t64")


BOXES, PER_BOX = 12, 18
"""Directors of the next report, and chips in each: 12 on line cards, 6 on two boards."""


def directors_chip_by_chip(*, together: bool) -> str:
    """Two levels of directors of 144 ports, 512 hosts: 216 chips of 24 ports, all of a box of one name.

    Each of eight lower boxes has 64 hosts and 16 links to each of four upper ones; of 12 line cards with 12
    ports eight use 11 and four use 10. Every line chip has two links to each of the six inner ones.

    Parameters
    ----------
    together
        Chips state the GUID of their box, as InfiniBand has it; in the report each states its own.
    """

    def chip(box: int, number: int) -> int:
        return 0x100 * (box + 1) + number

    sockets = [(card, port) for card in range(12) for port in range(11 if card < 8 else 10)]
    links: Links = []
    for box in range(BOXES):
        links += [
            (chip(box, card), 13 + 2 * b + n, chip(box, 12 + b), 2 * card + n + 1)
            for card in range(12)
            for b in range(6)
            for n in range(2)
        ]
    for lower in range(8):
        mine = iter(sockets)
        for host in range(64):
            card, port = next(mine)
            links.append((chip(lower, card), port + 1, 0x10000 + 64 * lower + host, 1))
        for upper in range(8, 12):
            for n in range(16):
                (card, port), (other, far) = next(mine), sockets[16 * lower + n]
                links.append((chip(lower, card), port + 1, chip(upper, other), far + 1))
    cas = {0x10000 + n: f"H-{n + 1} MT23108" for n in range(512)}
    switches = {chip(box, n): f"SL-{box + 1} MT47396" for box in range(BOXES) for n in range(PER_BOX)}
    text = dump(switches, cas, links, "4xSDR").replace("Switch\t36", "Switch\t24")
    if together:
        text = re.sub(r'Switch\t24 "S-(\w+)\w\w"', r"sysimgguid=0x\1ff\n\g<0>", text)
    return text


class Facts(NamedTuple):
    """What a report is recognised as."""

    source: str
    text: Callable[[], str]
    hosts: int
    switches: int
    links: int
    family: str
    params: dict[str, Any]
    said: str = ""


PUBLISHED = [
    Facts(
        "github.com/NVIDIA/topograph, tests/output/ibnetdiscover/example.out",
        missing_bundles, 191, 40, 1074, "irregular", {}, "9 more pairs",
    ),
    Facts(
        "github.com/loginoff/infiniband_topology, topo",
        hosts_at_a_core, 144, 8, 192, "two-level",
        {"E": 6, "C": 2, "P_En": 24, "U": 8, "B": 4, "bundles": "3 to 4"},
    ),
    Facts(
        "manual page of ibnetdiscover, infiniband-diags",
        manual_page, 4, 2, 7, "irregular", {}, "2 links are between switches with hosts",
    ),
    Facts(
        "NVIDIA, HowTo Find the Path between Two LIDs in InfiniBand Network using ibdiagpath",
        looped_switch, 5, 2, 7, "irregular", {}, "1 link is between switches with hosts",
    ),
    Facts(
        "IBM, Troubleshooting InfiniBand network issues, Platform Cluster Manager",
        lambda: one_switch(2), 2, 1, 2, "star", {"E": 1},
    ),
    Facts("Oracle, E19197-01, 835-0784-05", lambda: one_switch(1), 1, 1, 1, "star", {"E": 1}),
    Facts(
        "github.com/ls62-dev/citc-enable-ptm, topology.dot",
        reference_pod, 4, 6, 20, "irregular", {}, "4 links are between switches with hosts, first l0 and l1",
    ),
    Facts(
        "github.com/plumbis/chassis-demo, topology.dot",
        chassis_of_ethernet, 6, 54, 554, "irregular", {}, "6 links are between switches with hosts",
    ),
    Facts(
        "github.com/cyberang3l/InfiniBand-Graphviz-ualization, k-4-n-3-Full.topo",
        fat_tree_of_a_generator, 128, 80, 384, "egft",
        {"E": 32, "C": 16, "pods": 8, "m": 4, "c": 4, "P_En": 4},
    ),
    Facts(
        "github.com/arthurtumanyan/topo_parser, small_topo_file",
        two_speeds, 5, 2, 13, "irregular", {}, "1 link is between switches with hosts",
    ),
    Facts(
        "github.com/ltaulell/HPC_toolset, infiniband/X5.topofile",
        half_of_a_spine, 89, 11, 159, "irregular", {}, "are in a pod, and no link joins them",
    ),
]  # fmt: skip


@pytest.mark.parametrize("facts", PUBLISHED, ids=lambda facts: facts.text.__name__.strip("<>"))
def test_published_reports(facts: Facts) -> None:
    wanted = {"switches": "ndr-64", "hosts": "gpu-8rail"} if facts.text().startswith("graph") else {}
    made = adopted(facts.text(), wanted=wanted)
    record = made.record
    found = (sum(one.count for one in made.groups), len(record.switches), made.links, record.family)
    assert found == facts[2:6]
    assert facts.params.items() <= record.params.items()
    assert facts.said in record.reason


def test_what_is_left_out_of_published_reports() -> None:
    said = [note.what for note in adopted(looped_switch()).notes]
    assert sum("it joins a device with itself, left out" in one for one in said) == 3
    assert said[0] == "1 line is no part of the report: left out"
    said = [note.what for note in adopted(missing_bundles()).notes]
    assert "40 aggregation nodes are inside switches, without a cable: left out" in said
    assert "ConnectX7 is the name of 69 devices: they are named by templates" in said
    assert adopted(manual_page()).notes[0].what.startswith("MT23108 InfiniHost is the name of 4 devices")
    said = [
        note.what
        for note in adopted(reference_pod(), wanted={"switches": "ndr-64", "hosts": "gpu-8rail"}).notes
    ]
    assert said == ["no link joins oob-switch, oob-server: left out"]


def test_published_plans_without_hosts_or_ports_are_refused_in_one_line() -> None:
    """Shapes of testing_T, ZTP/POC/topology.dot, and of JobPlacer, leonardo_topo.txt.

    Sources: github.com/kwitherstine/testing_T, github.com/HicrestLaboratory/JobPlacer.
    """
    with pytest.raises(InputError, match=r"site\.net:1: hosts: there are none"):
        adopted(without_servers(), wanted={"switches": "ndr-64"})
    made = adopted(without_servers(), wanted={"switches": "ndr-64", "hosts": "server-1u"}, hosts_each=2)
    assert sum(one.count for one in made.groups) == 16
    with pytest.raises(InputError, match=r"site\.net:1: file: is a topology\.conf of Slurm"):
        adopted("SwitchName=head Level=2 LinkSpeed=1 Nodes=n[0001-4992] Switches=cell[1-22]\n")


def test_a_published_tree_of_8192_hosts() -> None:
    """Source: github.com/arthurtumanyan/topo_parser, large_topo_file.output."""
    made = adopted(bundles_in_pods(), wanted=PARTS)
    assert (made.groups[0].count, len(made.record.switches), made.links) == (8192, 640, 24576)
    assert (made.record.family, made.record.reason, made.notes) == ("egft", "", ())
    wanted = {"E": 256, "C": 128, "pods": 64, "m": 4, "c": 4, "P_En": 32, "B": 8, "B_above": 1}
    assert made.record.params == wanted


CARD = Card(name="card-12", ports=(Ports(count=12, connector="qsfp", rate_gbps=10.0, lanes=4),))
DIRECTOR = ModularSwitch(id="director-144", height_u=10, slots=12, cards=(CARD,))


@pytest.mark.parametrize("together", [False, True])
def test_published_directors_are_boxes_where_chips_state_them(together: bool) -> None:
    """Source: github.com/nmorey/ibutils, ibdm/Clusters/RhinoBased512.lst (boxes in RhinoBased512.topo)."""
    catalog = Catalog([*samples.CATALOG, DIRECTOR])
    made = adopted(directors_chip_by_chip(together=together), catalog, wanted={"hosts": "server-1u"})
    assert made.groups[0].count == 512
    record, said = made.record, [note.what for note in made.notes]
    if not together:
        assert (len(record.switches), made.links) == (216, 2752)
        assert (record.family, record.reason) == ("irregular", "5 levels of switches, no k-ary tree")
        assert said[0] == "SL-1 MT47396 is the name of 18 devices: they are named by templates"
        return
    assert {(node.part, node.cards, len(node.guids)) for node in record.switches} == {
        ("director-144", 12, 18)
    }
    assert (len(record.switches), made.links, record.family) == (12, 1024, "two-level")
    assert record.params == {"E": 8, "C": 4, "P_En": 64, "U": 64, "B": 16}
    assert said[0] == "the report names no slots of the box with GUID 1ff: its 12 cards count by GUID"


def test_the_port_of_an_aggregation_node_is_no_port_of_the_switch() -> None:
    choices = {one.key: one.part for one in adopted(two_speeds()).choices}
    assert (choices["mqm8700"], choices["sx6036"]) == ("found-switch-40x100g", "found-switch-36x56g")
