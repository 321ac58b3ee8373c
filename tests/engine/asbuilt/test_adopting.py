"""Fabrics adopted from reports: what was exported is what is adopted, and what others have written opens."""

from collections import Counter
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError, InputError
from fatdesk.engine.asbuilt.adopting import Adopted, adopt
from fatdesk.engine.asbuilt.comparing import compare
from fatdesk.engine.asbuilt.part_choice import AmbiguousPartsError
from fatdesk.engine.asbuilt.readers import read_discovered
from fatdesk.engine.asbuilt.recognising import Shape, levels_of, recognised
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.fabric.as_built import fabric_of_record
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families.design import HostGroup
from tests.engine import plan_samples as samples
from tests.engine.asbuilt.planting import planned_of
from tests.patience import few

PARTS = {"switches": "ndr-64", "hosts": "gpu-8rail"}


def adopted(text: str | bytes, catalog: Catalog = samples.CATALOG, **options: Any) -> Adopted:
    data = text.encode() if isinstance(text, str) else text
    found = read_discovered(data, "site.net", edge_lists=True)
    return adopt(found, catalog, options.pop("wanted", {}), **options)


def fabric_of(made: Adopted, catalog: Catalog = samples.CATALOG) -> Fabric:
    every = Catalog([*catalog, *made.parts])
    return fabric_of_record(made.record, "fabric", made.groups, every)


def joints(fabric: Fabric, names: Any) -> Counter[tuple[Any, ...]]:
    """Links by names of devices and ports, at whichever end."""
    ends = ((tuple(sorted(zip((names[a], names[b]), ports, strict=True)))) for (a, b), ports in zip(
        fabric.ends.tolist(), fabric.ports.tolist(), strict=True
    ))  # fmt: skip
    return Counter(ends)


def names_of(fabric: Fabric) -> list[str]:
    return [fabric.found_names.get(one, one) for one in fabric.ids]


FORMS = ("fabric.net", "topology.dot", "fabric.graphml", "wiring.csv", "ndt.csv")


@pytest.mark.parametrize(
    ("rails", "form"), [*((False, form) for form in FORMS), (True, "wiring.csv"), (True, "topology.dot")]
)
def test_what_is_exported_is_adopted(rails: bool, form: str) -> None:
    """Names, ports and links are those of the plan; far ends of extra ports may be there as hosts."""
    plan = samples.gpu(31) if rails else samples.nodes_60()
    [fabric] = plan.fabrics
    [data] = BY_NAME[form].make(plan).values()
    made = adopted(data, plan.catalog, wanted={"external*": "server-1u", **PARTS} if rails else {})
    again = fabric_of(made, plan.catalog)
    known = {name for name, kind in zip(plan.names[0], fabric.kind.tolist(), strict=True) if kind < 2}
    kept, wanted = (
        {ends: count for ends, count in some.items() if all(name in known for name, _ in ends)}
        for some in (joints(again, names_of(again)), joints(fabric, plan.names[0]))
    )
    assert kept == wanted
    assert sum(wanted.values()) == (fabric.kind[fabric.ends].max(axis=1) < 2).sum()
    assert made.record.family == "two-level"
    assert made.record.rails == (8 if rails else 1)


def test_rails_are_recognised_and_switches_numbered_by_them() -> None:
    plan = samples.gpu(31)
    [data] = BY_NAME["fabric.net"].make(plan).values()
    made = adopted(data, plan.catalog, wanted=PARTS)
    assert made.record.params["rails"] == made.record.rails == 8
    fabric = fabric_of(made, plan.catalog)
    edges = fabric.nodes(1, 1)
    for edge in edges.tolist():
        ports = fabric.ports[(fabric.ends[:, 0] == edge) & (fabric.kind[fabric.ends[:, 1]] == 0), 1]
        assert set(ports.tolist()) == {int(fabric.index[edge]) % 8}


def test_the_check_of_the_adopted_fabric_against_its_report_is_empty() -> None:
    plan = samples.nodes_60()
    [data] = BY_NAME["fabric.net"].make(plan).values()
    found = read_discovered(data, "site.net")
    stated = compare(planned_of(plan), found)
    assert not stated.differences
    made = adopt(found, plan.catalog)
    assert {choice.part for choice in made.choices} == {"ib-36", "server-1u"}
    assert made.record.stated == "as built, two-level, recorded from site.net"


def tree(*pairs: tuple[str, str]) -> str:
    return "\n".join(f"{a} {b}" for a, b in pairs)


HOSTS_OF = {"a": 3, "b": 3}


def two_leaves(*more: tuple[str, str], uneven: bool = False) -> str:
    """Two leaves with three hosts, two spines; ``uneven``: one bundle has a link more."""
    links = [(leaf, f"{leaf}{n}") for leaf, hosts in HOSTS_OF.items() for n in range(hosts)]
    links += [(leaf, spine) for leaf in HOSTS_OF for spine in ("x", "y")]
    links += [("a", "x")] if uneven else []
    return tree(*links, *more)


CHOSEN = {"switches": "ib-36", "hosts": "server-1u"}


@pytest.mark.parametrize(
    ("text", "family", "reason", "params"),
    [
        (two_leaves(), "two-level", "", {"E": 2, "C": 2, "P_En": 3, "U": 2, "B": 1}),
        (two_leaves(uneven=True), "two-level", "", {"B": 2, "bundles": "1 to 2", "U": 3}),
        (two_leaves(("x", "y")), "irregular", "1 link is between switches of level 2, first x and y", {}),
        (two_leaves(("a", "b")), "irregular", "1 link is between switches with hosts, first a and b", {}),
        (two_leaves(("c", "c0"), ("c", "c1"), ("c", "x")), "irregular", "no link joins c and y", {}),
        (tree(("s", "h1"), ("s", "h2")), "star", "", {"E": 1}),
    ],
)
def test_families_and_reasons(text: str, family: str, reason: str, params: dict[str, Any]) -> None:
    made = adopted(text, wanted=CHOSEN)
    assert (made.record.family, made.record.reason) == (family, reason)
    assert params.items() <= made.record.params.items()


def test_a_gateway_at_a_core_switch_does_not_make_it_an_edge_switch() -> None:
    links = [(f"e{i}", f"h{i}-{n}") for i in range(8) for n in range(4)]
    links += [(f"e{i}", f"c{j}") for i in range(8) for j in range(2)] + [("c0", "gw")]
    made = adopted(tree(*links), wanted=CHOSEN)
    assert made.record.family == "two-level"
    assert [node.level for node in made.record.switches] == [1] * 8 + [2] * 2
    fabric = fabric_of(made)
    assert fabric.block[names_of(fabric).index("gw")] == 8, "a block of its own, which is placed as others"


@given(k=st.integers(2, 3), n=st.integers(3, 4))
@settings(max_examples=few(6))
def test_kary_trees_are_recognised(k: int, n: int) -> None:
    """Built here from the definition: digits of a switch, of which those at a level differ."""
    size = k ** (n - 1)
    between = [
        (level * size + s, (level + 1) * size + s - s // k**level % k * k**level + d * k**level)
        for level in range(n - 1)
        for s in range(size)
        for d in range(k)
    ]  # fmt: skip
    to_hosts = [(s, s * k + h, 0) for s in range(size) for h in range(k)]
    shape = Shape(size * k, size * n, between, to_hosts)
    level = levels_of(shape)
    found = recognised(shape, level, [str(s) for s in range(size * n)])
    assert (found.name, found.params) == ("kary-tree", {"k": k, "n": n})


@given(seed=st.integers(0, 9), hosts=st.integers(1, 3))
@settings(max_examples=few(8))
def test_any_graph_keeps_its_links(seed: int, hosts: int) -> None:
    """Random regular graphs: the adopted network has the links of the graph, and no others."""
    graph = nx.random_regular_graph(4, 12, seed=seed)
    text = tree(*((f"s{a}", f"s{b}") for a, b in graph.edges))
    made = adopted(text, wanted=CHOSEN, hosts_each=hosts)
    fabric = fabric_of(made)
    names = names_of(fabric)
    between = fabric.kind[fabric.ends].min(axis=1) == 1
    pairs = {frozenset((names[a], names[b])) for a, b in fabric.ends[between].tolist()}
    assert pairs == {frozenset((f"s{a}", f"s{b}")) for a, b in graph.edges}
    assert between.sum() == graph.number_of_edges()
    assert made.record.family == "irregular"
    assert np.bincount(fabric.ends[~between, 0])[-12:].tolist() == [hosts] * 12


def test_islands_are_kept_and_reported() -> None:
    text = two_leaves() + "\n" + tree(("z", "z1"), ("z", "z2"))
    made = adopted(text, wanted=CHOSEN)
    assert made.islands == ((6, "fabric/edge/1"), (2, "fabric/edge/3"))
    assert any(
        note.what == "2 islands that no link joins: hosts of each: 6 (a), 2 (z)" for note in made.notes
    )
    assert sum(group.count for group in made.groups) == 8


SWITCH = 'Switch\t{ports} "S-{guid:016x}"\t\t# "{name}" base port 0 lid 1 lmc 0\n'
HCA = 'Ca\t1 "H-{guid:016x}"\t\t# "{name}"\n'


def dump(
    switches: dict[int, str], cas: dict[int, str], links: list[tuple[int, int, int, int]], rate: str
) -> str:
    """A report as ibnetdiscover writes it, of GUIDs, names and links between ports."""
    lines = []
    of_node: dict[int, list[tuple[int, int, int]]] = {}
    for a, p, b, q in [*links, *((b, q, a, p) for a, p, b, q in links)]:
        of_node.setdefault(a, []).append((p, b, q))
    for guid, name in switches.items():
        lines.append(SWITCH.format(ports=36, guid=guid, name=name))
        for p, b, q in of_node.get(guid, []):
            word, other = ("S", switches[b]) if b in switches else ("H", cas[b])
            lines.append(f'[{p}]\t"{word}-{b:016x}"[{q}]({b:x})\t\t# "{other}" lid 2 {rate}\n')
    for guid, name in cas.items():
        lines.append(HCA.format(guid=guid, name=name))
        lines += [
            f'[{q}]({guid:x}) \t"S-{a:016x}"[{p}]\t\t# lid 3 lmc 0 "{switches[a]}" lid 1 {rate}\n'
            for q, a, p in of_node.get(guid, [])
        ]
    return "".join(lines)


def test_switches_of_one_name_as_public_reports_have_them() -> None:
    """The shape of a published report: four leaves and two spines, all "SwitchIB Mellanox Technologies".

    Six links in each bundle, 12 to 24 hosts on a leaf, EDR.
    """
    leaves, spines = range(1, 5), (11, 12)
    switches = dict.fromkeys([*leaves, *spines], "SwitchIB Mellanox Technologies")
    hosts = {100 * leaf + n: f"node{leaf}{n:02} HCA-1" for leaf in leaves for n in range(24)}
    links = [(guid // 100, guid % 100 + 13, guid, 1) for guid in hosts]
    for leaf in leaves:
        links += [
            (leaf, 6 * s + i + 1, spine, 6 * leaf + i - 5) for s, spine in enumerate(spines) for i in range(6)
        ]
    made = adopted(dump(switches, hosts, links, "4xEDR"), samples.CATALOG)
    assert (made.record.family, made.record.params["B"], len(made.record.switches)) == ("two-level", 6, 6)
    assert [node.name for node in made.record.switches] == [""] * 6
    assert {node.guids for node in made.record.switches} == {(f"{guid:x}",) for guid in switches}
    twice = [note for note in made.notes if "is the name of 6 devices" in note.what]
    assert len(twice) == 1
    assert {one.made for one in made.choices} == {True}, "no part of this catalog is EDR"
    assert sum(group.count for group in made.groups) == 96


def test_adapters_are_ports_of_their_hosts() -> None:
    switches = {1: "MF0;leaf-1:SX6036/U1", 2: "MF0;leaf-2:SX6036/U1"}
    cas = {16 + n: f"n{n // 2 + 1} mlx5_{n % 2}" for n in range(8)}
    links = [(1 + n % 2, n // 2 + 1, 16 + n, 1) for n in range(8)]
    made = adopted(dump(switches, cas, links, "4xQDR"))
    assert [(group.name, group.count) for group in made.groups] == [("nodes", 4)]
    assert made.record.params == {"E": 2, "C": 0, "rails": 2}
    assert [node.name for node in made.record.nodes] == ["leaf-1", "leaf-2", "n1", "n2", "n3", "n4"]
    assert made.record.nodes[2].guids == ("10", "11")


def test_aggregation_nodes_and_ports_of_management_are_left_out_and_listed() -> None:
    cas = {16: "n1 HCA-1", 17: "Mellanox Technologies Aggregation Node"}
    text = dump({1: "s1"}, cas, [(1, 1, 16, 1), (1, 36, 17, 1)], "4xQDR")
    made = adopted(text)
    assert made.links == 1
    assert any("aggregation node is inside switches" in note.what for note in made.notes)
    dot = [f'"sw1":"swp{n}" -- "n{n}":"eth0"' for n in (1, 2)]
    dot += ['"sw1":"mgmt0" -- "oob":"swp7"', '"oob" [role="switch"]']
    made = adopted("\n".join(["graph g {", *dot, "}"]), wanted=CHOSEN)
    assert made.links == 2
    assert any("mgmt0 is a port of management, left out" in note.what for note in made.notes)


def test_several_parts_that_fit_are_listed_and_one_is_chosen_by_name() -> None:
    other = next(part for part in samples.CATALOG if part.id == "ib-36")
    both = Catalog([*samples.CATALOG, replace(other, id="ib-36-b")])
    links = [(1, 1, 16, 1), (2, 1, 17, 1), (1, 5, 2, 5)]
    text = dump({1: "s1", 2: "s2"}, {16: "n1 HCA-1", 17: "n2 HCA-1"}, links, "4xQDR")
    said = r"2 parts fit \(ib-36, ib-36-b\), choose with --part switch-36x40G=PART"
    with pytest.raises(AmbiguousPartsError, match=said):
        adopted(text, both)
    made = adopted(text, both, wanted={"switch-36x40G": "ib-36-b"})
    assert {node.part for node in made.record.switches} == {"ib-36-b"}
    made = adopted(text, both, wanted={"s1": "ib-36", "s2": "ib-36-b"})
    assert [node.part for node in made.record.switches] == ["ib-36", "ib-36-b"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a b\nb c\nc a\n", "site.net:1: hosts: there are none: every node has several neighbours"),
        ("a b c d e\n", "site.net:1: link: is not a link"),
        ("<graphml><graph><node id='a'/>", "site.net:1: file: is not XML from here on"),
        (
            '{"nodes": [{"x": 1}], "links": []}',
            r"site.net:1: line: nodes\[0\] has no id; no",
        ),
        (
            '{"nodes": [{"id": 1}], "links": [{"source": 1}]}',
            r"site.net:1: line: links\[0\] has no source",
        ),
    ],
)
def test_files_that_hold_no_fabric(text: str, what: str) -> None:
    with pytest.raises(InputError, match=what):
        adopted(text, wanted=CHOSEN)


def test_a_part_with_too_few_ports() -> None:
    with pytest.raises(FatdeskError, match="it has 36 ports, 40 are in use: name another part"):
        adopted(tree(*(("s", f"h{n}") for n in range(40))), wanted=CHOSEN)


def test_a_host_without_a_port_of_the_rate_names_it() -> None:
    with pytest.raises(
        FatdeskError, match=r"h0: server-1u has no free port of 100 Gb/s for one of its links"
    ):
        adopted("s h0 100G\ns h1 100G\n", wanted=CHOSEN)


def test_half_broken_lines_are_noted_and_the_rest_is_kept() -> None:
    text = two_leaves() + "\nx\n# a remark\na b c d e f\n"
    made = adopted(text, wanted=CHOSEN)
    assert made.links == 10
    lines = len(two_leaves().splitlines())
    assert [(note.line, note.what) for note in made.notes] == [
        (lines + 1, "is not a link: left out"),
        (lines + 3, "is not a link: left out"),
    ]


def test_a_quote_that_does_not_end_spoils_one_line() -> None:
    made = adopted('a b1\n"q\na b2\n', wanted=CHOSEN)
    assert made.links == 2
    assert [(note.line, note.what) for note in made.notes] == [(2, "is not a link: left out")]


def test_edge_lists_as_networkx_writes_them() -> None:
    """Each line ends in the attributes of its edge, which are no ports."""
    graph = nx.Graph(line.split() for line in two_leaves().splitlines())
    nx.set_edge_attributes(graph, 3, "weight")
    plain = adopted("\n".join(nx.generate_edgelist(graph, data=False)), wanted=CHOSEN)
    again = adopted("\n".join(nx.generate_edgelist(graph)), wanted=CHOSEN)
    assert again.record == plain.record
    assert again.links == 10


def test_names_twice_and_devices_without_a_link_are_noted() -> None:
    """Three hosts at one port of a switch: the first is joined, the others are left out by name."""
    cas = {16 + n: f"n{n} HCA-1" for n in range(3)}
    lines = ['Switch\t36 "S-0000000000000001"\t\t# "s1"\n']
    lines += [f'[1]\t"H-{guid:016x}"[1]({guid:x})\t\t# "{name}" lid 2 4xQDR\n' for guid, name in cas.items()]
    made = adopted("".join(lines))
    assert [(group.name, group.count) for group in made.groups] == [("nodes", 1)]
    said = [note.what for note in made.notes]
    assert said[0] == "s1 port 1 was joined with something else at line 2: the first is taken"
    assert said[-1] == "no link joins n1 HCA-1, n2 HCA-1: left out"


def test_groups_are_named_as_their_hosts() -> None:
    text = tree(*(("s", f"gpu-{n}") for n in range(3)), *(("s", f"login{n}") for n in range(2)))
    made = adopted(text, wanted=CHOSEN)
    assert made.groups == (
        HostGroup(name="gpu", part="server-1u", count=3, names="gpu-{index}"),
        HostGroup(name="login", part="server-1u", count=2, names="login{index}"),
    )


def test_edges_of_dot_graphs_without_ports() -> None:
    """A graph as other programs write it has the links of the same edge list."""
    plain = read_discovered(b"a s1\nb s1\n", "g.txt", edge_lists=True)
    drawn = read_discovered(
        b'strict graph g {\n  a -- "s1" [weight=2];\n  b -> s1;\n}\n', "g.dot", edge_lists=True
    )
    assert [link[:4] for link in drawn.links] == [link[:4] for link in plain.links]
    assert [node.name for node in drawn.nodes] == [node.name for node in plain.nodes]
    for wrong in ("b -- ", "a -- b -- c", "-- b"):
        found = read_discovered(f"graph g {{\n{wrong}\na -- s\n}}".encode(), "g.dot", edge_lists=True)
        assert len(found.links) == 1
        assert [(note.line, note.what) for note in found.notes] == [(2, "is not a link: left out")]


def test_unknown_nodes_that_only_switches_join_are_hosts() -> None:
    """Servers with two uplinks, in a plan that states the kind of switches alone."""
    lines = [f'"{name}" [function="leaf"]' for name in ("a", "b")]
    lines += [f'"{leaf}":"swp{n}" -- "s{n}":"eth{i}"' for i, leaf in enumerate("ab") for n in range(1, 4)]
    lines += ['"a":"swp9" -- "b":"swp9"']
    made = adopted("\n".join(["graph g {", *lines, "}"]), wanted=CHOSEN | {"hosts": "gpu-8rail"})
    assert [node.name for node in made.record.switches] == ["a", "b"]
    assert sum(group.count for group in made.groups) == 3


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (
            "# made by x\nSwitchName=s1 Nodes=n[1-9]\n",
            r"site\.net:2: file: is a topology\.conf of Slurm",
        ),
        ('{"t":"fatdesk","format":12,"min_reader":12}\n', r"site\.net:1: file: is a project of fatdesk"),
        (
            '# Topology file: generated on Sun\nvendid=0x2c9\nCa\t1 "H-00000000000000b1"\t# "n1 HCA-1"\n',
            r"site\.net:1: file: holds no link, give a whole ibnetdiscover report",
        ),
    ],
)
def test_other_texts_about_fabrics_are_named(text: str, what: str) -> None:
    with pytest.raises(InputError, match=what):
        adopted(text)


def test_parts_that_are_made_for_infiniband_have_cages_of_four_lanes() -> None:
    made = adopted(dump({1: "s1"}, {16: "n1 HCA-1", 17: "n2 HCA-1"}, [(1, 1, 16, 1), (1, 2, 17, 1)], "4xSDR"))
    assert {group.connector for part in made.parts for group in part.ports} == {"qsfp"}
