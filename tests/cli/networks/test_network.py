"""``fatdesk network``: the figures of a network, as JSON and in words."""

import json
from itertools import pairwise
from math import prod

import networkx as nx
import numpy as np
import pytest

from fatdesk.cli import main
from fatdesk.cli.networks.network import check_json, check_text
from fatdesk.cli.networks.network_paths import Labels
from fatdesk.networks.routing.check import Dependencies, Verdict
from fatdesk.networks.topologies import TOPOLOGIES, read_spec
from fatdesk.project.derived.derived import Derived
from fatdesk.project.files.storing import load_project

KEYS = {
    "hosts",
    "switches",
    "links",
    "one_way_links",
    "switching_elements",
    "radix",
    "diameter",
    "average_distance",
    "bisection_links",
    "oversubscription",
}


@pytest.fixture
def run(capsys):
    """Run the command; status, standard output, standard error."""

    def call(*arguments):
        status = main(["network", *arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


@pytest.mark.parametrize(
    ("spec", "figures"),
    [
        (
            "kary-tree:k=4,n=3",
            {"hosts": 64, "switches": 48, "links": 192, "one_way_links": 384, "switching_elements": 2304,
             "radix": 8, "diameter": 6, "bisection_links": 32, "oversubscription": 1},
        ),
        (
            "mikant:k=3,n=4",
            {"hosts": 162, "switches": 162, "links": 567, "radix": 6, "diameter": 8},
        ),
        (
            "ft-ruft-212:k=4,n=3",
            {"hosts": 64, "links": 384, "one_way_links": 384, "switching_elements": 1280, "diameter": 4},
        ),
        (
            "egft:M=16-4,C=1-8,K=1-2",
            {"hosts": 64, "switches": 12, "links": 128, "radix": 32, "diameter": 4, "bisection_links": 32},
        ),
        ("hyperx:S=6-6,K=1-1,T=8", {"links": 468, "bisection_links": 54, "oversubscription": None}),
        ("universal:n=64,w=16", {"hosts": 64, "switches": 63, "bisection_links": 11}),
        ("star:N=24", {"hosts": 24, "switches": 1, "links": 24, "diameter": 2, "bisection_links": 12}),
        ("two-level:N=60,PE=36,PC=36,Bl=1", {"switches": 6, "links": 132, "bisection_links": 30}),
    ],
)  # fmt: skip
def test_figures_as_json(run, spec, figures):
    """The keys of the command line, with the papers' formulas."""
    status, out, _ = run(spec, "--json")
    answer = json.loads(out)
    assert status == 0
    assert answer.keys() >= KEYS
    assert {key: answer[key] for key in figures} == figures


def test_average_distance_is_exact(run):
    """2 n - 2 / (k - 1) + 2 / ((k - 1) k^n) for k = 4, n = 3."""
    answer = json.loads(run("kary-tree:k=4,n=3", "--json")[1])
    assert answer["average_distance_exact"] == "171/32"
    assert answer["average_distance"] == 171 / 32


def test_bisection_says_how_it_is_known(run):
    known = {}
    for spec in ("kary-tree:k=2,n=2", "ruft:k=2,n=3", "ruft:k=4,n=3"):
        answer = json.loads(run(spec, "--json")[1])
        known[spec] = answer["bisection_known"]
        assert answer["bisection_at_least"] <= answer["bisection_links"]
    assert list(known.values()) == ["closed form", "every cut tried", "between bounds"]


def test_words(run):
    status, out, _ = run("two-level:N=60,PE=36,PC=36")
    assert status == 0
    lines = [line.split() for line in out.splitlines()]
    assert lines[0] == ["two-level:N=60,PE=36,PC=36,Bl=1", "(two-level", "fat-tree)"]
    assert ["hosts", "60"] in lines
    assert ["bisection", "30", "links", "every", "cut", "tried"] in lines
    assert ["oversubscription", "1,", "0.8333", "a", "level,", "from", "the", "hosts", "up"] in lines


def test_paths_between_two_hosts(run):
    """Two ways in, two ways out: section 4.2 of the fault-tolerance paper; a tree has one link a host."""
    answer = json.loads(run("ft-ruft-212:k=2,n=3", "--between", "0", "7", "--json")[1])
    found = answer["between"]
    assert (found["hosts"], found["addresses"], found["disjoint_paths"]) == ([0, 7], ["000", "111"], 2)
    out = run("kary-tree:k=2,n=3", "--between", "0", "7")[1]
    assert "from host 000 (number 0) to 111 (number 7)" in out
    assert "paths without a common link: 1 in the network, links of hosts included" in out
    for wrong in ("5", "number 4", "-1", "4000000000000", "nobody", "", "x" * 300):
        status, _, err = run("star:N=4", "--between", "0", wrong)
        assert status == 2
        assert f"--between: there is no host {wrong[:40]!r}"[:-1] in err
        assert "name one by its address, such as '1', or by its number, 0 to 3" in err
        assert len(err.splitlines()) == 1
    assert "by its address, such as '0 00'" in run("mikant:k=2,n=2", "--between", "0", "0 22")[2]
    assert "both are host 2, name two different hosts" in run("star:N=4", "--between", "2", "2")[2]


@pytest.mark.parametrize(
    ("text", "number"), [("111", 7), ("7", 7), ("number 7", 7), ("10", 2), ("010", 2), ("number 2", 2)]
)
def test_hosts_by_address_and_by_number(run, text, number):
    """Addresses are as printed; other digits are numbers from 0."""
    spec = "ft-ruft-222:k=2,n=3" if text != "10" else "ft-ruft-222:k=2,n=2"
    number = number if text != "10" else 2
    found = json.loads(run(spec, "--between", "0", text, "--json")[1])["between"]
    assert found["hosts"] == [0, number]
    assert found["other_readings"] == [None, None]


def test_a_text_of_two_readings_is_shown_with_both(run):
    """Host 111 of an 8-ary tree is number 73, and number 111 is host 157."""
    out = run("kary-tree:k=8,n=3", "--between", "000", "111")[1]
    assert "from host 000 (number 0) to 111 (number 73)" in out
    assert "'111' is read as an address, of host number 73; write 'number 111' for host 157" in out
    out = run("kary-tree:k=8,n=3", "--between", "000", "Number  111")[1]
    assert "to 157 (number 111)" in out
    assert "is read as" not in out


@pytest.mark.parametrize(
    ("end", "links", "through"),
    [
        ("1 2222", 7, ["0,0,000", "0,1,002", "0,2,022", "1,2,222", "1,1,222", "1,0,222"]),
        ("0 2222", 8, ["0,0,000", "0,1,002", "0,2,022", "1,2,222", "0,2,222", "0,1,222", "0,0,222"]),
        ("0 2022", 6, ["0,0,000", "0,1,002", "0,2,022", "0,1,022", "0,0,022"]),
        ("0 2002", 4, ["0,0,000", "0,1,002", "0,0,002"]),
    ],
)
def test_the_routing_examples_of_the_mirrored_tree(run, end, links, through):
    """Slides "MiKANT(3,4) Routing Example 1 to 4", by addresses."""
    found = json.loads(run("mikant:k=3,n=4", "--between", "0 2000", end, "--json")[1])["between"]
    assert found["distance"] == links
    assert found["routing"]["scheme"] == "mikant"
    assert found["routing"]["paths"] == {"by_switches": 1, "by_channels": 1}
    way = found["routing"]["hops"]
    assert [hop["to"] for hop in way] == [*through, end]
    assert [hop["from"] for hop in way] == ["0 2000", *through]


@pytest.mark.parametrize(("spec", "channels"), [("ft-ruft-212:k=2,n=3", 4), ("ft-ruft-222:k=2,n=3", 16)])
def test_alternative_paths_of_the_fault_tolerant_networks(run, spec, channels):
    """Figures 6 and 8: over four sequences of switches."""
    out = run(spec, "--between", "0", "7")[1]
    assert f"distance 4 links; shortest paths: 4 by switches, {channels} by channels" in out
    found = json.loads(run(spec, "--between", "0", "7", "--json")[1])["between"]
    counts = {"by_switches": 4, "by_channels": channels}
    assert found["routing"]["disjoint_between_switches"] == {4: 4, 16: 8}[channels]
    assert (found["shortest_paths"], found["routing"]["paths"]) == (counts, counts)


def test_a_scheme_routes_the_path_between(run):
    """One of the paths of fta is that of destro; both are as long as the distance."""
    found = {}
    for scheme in ("fta", "destro"):
        answer = json.loads(run("kary-tree:k=4,n=3", "--scheme", scheme, "--between", "0", "63", "--json")[1])
        assert answer["scheme"] == scheme
        found[scheme] = answer["between"]
    assert found["fta"]["shortest_paths"] == found["fta"]["routing"]["paths"]
    assert found["fta"]["routing"]["paths"] == {"by_switches": 16, "by_channels": 16}
    assert found["destro"]["routing"]["paths"] == {"by_switches": 1, "by_channels": 1}
    assert [hop["from_port"] for hop in found["destro"]["routing"]["hops"]] == ["0", "7", "7", "3", "3", "3"]


def test_no_path_in_one_direction(run, tmp_path):
    """A one-way chain: packets go there, not back."""
    graph = tmp_path / "chain.graphml"
    chain = nx.DiGraph()
    for name, kind in (("a", "host"), ("s", "switch"), ("b", "host")):
        chain.add_node(name, kind=kind)
    chain.add_edges_from([("a", "s"), ("s", "b")])
    nx.write_graphml(chain, graph)
    spec = f"file:{graph}"
    there = json.loads(run(spec, "--between", "a", "b", "--json")[1])["between"]
    back = json.loads(run(spec, "--between", "b", "A", "--json")[1])["between"]
    assert (there["distance"], there["shortest_paths"]) == (2, {"by_switches": 1, "by_channels": 1})
    assert (back["distance"], back["shortest_paths"]) == (None, {"by_switches": 0, "by_channels": 0})
    assert back["routing"]["hops"] == []
    assert run(spec, "--between", "b", "a")[1].endswith(
        "from host b (number 1) to a (number 0)\n  there is no path\n"
    )


def test_paths_in_a_network_of_a_project(run, sixty):
    """A two-level fat-tree of 60 hosts: names and ports as on the labels, paths as networkx counts them."""
    path = sixty
    found = json.loads(run(str(path), "--between", "0", "59", "--json")[1])["between"]
    made = Derived(load_project(path).project)
    graph = nx.MultiGraph(made.fabrics[0].ends.tolist())
    ways = list(nx.all_shortest_paths(nx.Graph(graph), 0, 59))
    assert found["distance"] == len(ways[0]) - 1
    assert found["shortest_paths"] == {
        "by_switches": len(ways),
        "by_channels": sum(prod(graph.number_of_edges(a, b) for a, b in pairwise(way)) for way in ways),
    }
    way = found["routing"]["hops"]
    names = made.names[0]
    assert (way[0]["from"], way[-1]["to"]) == (names[0], names[59])
    listed = json.loads(run(str(path), "--between", names[0], names[59], "--json")[1])["between"]
    assert listed == found
    assert "leave it out with a SPEC" in run("star:N=4", "--fabric", "compute")[2]


def test_the_families_are_listed(run):
    for arguments in ((), ("--list",)):
        status, out, _ = run(*arguments)
        assert status == 0
        assert all(f"write {topology.name}:" in out for topology in TOPOLOGIES)


def test_what_is_wrong_is_told_with_status_2(run):
    status, out, err = run("kary-tree:k=1,n=2", "--json")
    assert (status, out) == (2, "")
    assert "kary-tree: k=1: 1 is out of range, use 2 to 1024" in err


@pytest.mark.parametrize(
    ("spec", "scheme", "figures"),
    [
        ("kary-tree:k=4,n=3", "destro", {"delivers": True, "longest_path": 6, "cycle": []}),
        ("mikant:k=3,n=4", "mikant", {"scheme": "mikant", "deadlock_free": True, "longest_path": 8}),
        ("ft-ruft-212:k=4,n=3", "usual", {"scheme": "ruft", "delivers": True, "longest_path": 4}),
        ("hyperx:S=3-3,K=1-1,T=2", "updown", {"deadlock_free": True, "lost_pair": None}),
        ("hyperx:S=3-3,K=1-1,T=2", "minimal", {"delivers": True, "deadlock_free": False, "stuck": None}),
    ],
)  # fmt: skip
def test_a_scheme_as_json(run, spec, scheme, figures):
    status, out, _ = run(spec, "--scheme", scheme, "--json")
    answer = json.loads(out)
    assert status == 0
    assert answer["network"] == spec
    assert {key: answer[key] for key in figures} == figures
    cycle = answer["cycle"]
    assert all(a["to"] == b["from"] for a, b in zip(cycle, cycle[1:] + cycle[:1], strict=True))


def test_a_scheme_in_words(run):
    _, out, _ = run("kary-tree:k=2,n=3", "--scheme", "fta")
    assert out.endswith(
        "routing fta: adaptive up to a nearest common ancestor, then down\n"
        "  delivers: yes, the longest path has 6 links\n"
        "  free of deadlock: yes, no cycle in 88 channel dependencies\n"
        "  switching elements: 144 by the source, 88 used by its paths; of each switch\n"
        "    level  switches  inputs  outputs  by the source  used\n"
        "        1         4       4        4             12    10\n"
        "        2         4       4        4             12    10\n"
        "        3         4       2        2             12     2\n"
    )
    _, out, _ = run("hyperx:S=3-3,K=1-1,T=2", "--scheme", "minimal")
    assert "free of deadlock: no, 4 channels can wait for each other in turn:\n    (0,0) -> (1,0)\n" in out


def test_the_schemes_are_listed(run):
    assert "routing algorithm updown: adaptive over the shortest paths" in run("--list")[1]


def test_a_scheme_that_does_not_fit_is_told_with_status_2(run):
    status, out, err = run("hyperx:S=3-3,K=1-1,T=2", "--scheme", "fta")
    assert (status, out) == (2, "")
    assert "routing algorithm fta does not fit hyperx: some of its links join nodes of one level" in err
    assert "unknown routing algorithm 'ecmp': known are fta" in run("star:N=3", "--scheme", "ecmp")[2]


def test_what_a_scheme_does_wrong_is_told_in_words():
    """A table by hand that loses, strands and circles packets."""
    topology, params = read_spec("star:N=3")
    net = topology.build(params)
    none = Dependencies(np.zeros(7, np.int64), np.zeros(0, np.int32))
    verdict = Verdict(6, 2, (1, 2), (0, 2), (3, 2), 0, (), none)
    found = check_json("x", net, Labels(lambda node: topology.address(net, node)), verdict)
    assert (found["delivers"], found["lost_pairs"], found["longest_path"]) == (False, 2, None)
    assert found["lost_pair"] == {"from": "2", "to": "3"}
    assert found["stuck"] == {"channel": 0, "from": "1", "to": "edge 1", "destination": "3"}
    assert (
        "delivers: no, 2 of 6 pairs have no path, the first from 2 to 3; packets to 3 get stuck after "
        "1 -> edge 1; packets to 3 can go round in a circle"
    ) in check_text("x", found)


@pytest.mark.parametrize(
    ("spec", "scheme", "total", "each"),
    [
        ("kary-tree:k=4,n=3", "fta", 2304, [48, 48, 48]),
        ("kary-tree:k=4,n=3", "destro", 1728, [36, 36, 36]),
        ("ruft-pl:k=4,n=3", "ruft-static", 1536, [32, 32, 32]),
        ("ft-ruft-212:k=4,n=3", "usual", 1280, [32, 16, 32]),
        ("hyperx:S=3-3,K=1-1,T=2", "minimal", None, [None]),
    ],
)
def test_switching_elements_of_a_scheme(run, spec, scheme, total, each):
    """2 k^2 + k of DESTRO, 2 k^2 of the static choice and of first and last switches of FT-RUFT-212."""
    answer = json.loads(run(spec, "--scheme", scheme, "--json")[1])
    found = answer["switch_complexity"]
    assert found["by_source"] == total
    assert [kind["by_source"] for kind in found["switches"]] == each
    assert found["used"] == answer["dependencies"]
    words = run(spec, "--scheme", scheme)[1]
    assert f"{found['used']:,} used by its paths" in words
    assert ("by the source, " in words) == (total is not None)


def test_the_usual_count_names_its_scheme(run):
    assert "counted by the source, for fta" in run("kary-tree:k=4,n=3", "--scheme", "destro")[1]


def test_the_published_table_of_switch_complexity(run):
    status, out, _ = run("--published", "ruft-3")
    assert status == 0
    assert "kary-tree    destro       all             section 3.1.2  2 k^2 + k  4     36       36" in out
    rows = json.loads(run("--published", "ruft-3", "--json")[1])["rows"]
    assert len(rows) == 18
    assert all(row["published"] == row["by_source"] for row in rows)


@pytest.mark.slow
def test_the_published_table_of_costs(run):
    """Table 4: all 20 links and elements, throughput within 8 % and base latency within 3 %."""
    rows = json.loads(run("--published", "ruft-4", "--json")[1])["rows"]
    assert len(rows) == 10
    for row in rows:
        paper = row["published"]
        assert row["links"] == paper["links"]
        assert row["switching_elements"] == paper["switching_elements"]
        assert abs(row["throughput"] / paper["throughput"] - 1) < 0.08
        assert abs(row["base_latency"] / paper["base_latency"] - 1) < 0.03


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (("--published", "7"), "--published: there is no table 7, known are ruft-3, ruft-4"),
        (("ruft:k=2,n=2", "--published", "ruft-3"), "SPEC: does nothing with --published, leave it out"),
        (("--list", "--published", "ruft-3"), "--list: does nothing with --published, leave it out"),
    ],
)
def test_published_tables_that_cannot_be(run, arguments, wrong):
    status, _, err = run(*arguments)
    assert (status, wrong in err) == (2, True)


def test_the_hypercube_curve(run, tmp_path):
    """A line for each network, of the figures that `network SPEC` prints."""
    chart = tmp_path / "curve.svg"
    found = json.loads(run("--hypercube-curve", "--k", "4", "--n", "2:3", "--chart", str(chart), "--json")[1])
    assert chart.read_bytes().startswith(b"<?xml")
    assert [(point["topology"], point["n"]) for point in found["points"]] == [
        (topology, n) for topology in ("kary-tree", "clos", "mikant") for n in (2, 3)
    ]
    for point in found["points"]:
        alone = json.loads(run(f"{point['topology']}:k=4,n={point['n']}", "--json")[1])
        key = "cost_performance_to_hypercube"
        assert point[key] == pytest.approx(alone[key], rel=1e-12)
        assert (point["hosts"], point["links"]) == (alone["hosts"], alone["links"])
    out = run("--hypercube-curve")[1]
    assert ["mikant", "4", "3", "128", "64", "320", "5.1719"] in [row.split()[:7] for row in out.splitlines()]
    assert len(out.splitlines()) == 1 + 3 * 3 * 5 + 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--k", "4"], "--k: is for --hypercube-curve, leave it out"),
        (["star:N=4", "--chart", "x.svg"], "--chart: is for --hypercube-curve, leave it out"),
        (["star:N=4", "--hypercube-curve"], "SPEC: does nothing with --hypercube-curve, leave it out"),
        (
            ["--hypercube-curve", "--scheme", "fta"],
            "--scheme: does nothing with --hypercube-curve, leave it out",
        ),
        (["--hypercube-curve", "--k", "2,3000"], "k: 3,000 is out of range, give 2 to 1,024"),
        (["--hypercube-curve", "--n", "0"], "n: 0 is out of range, give 1 to 20"),
        (["--hypercube-curve", "--chart", "x.pdf"], "is not an SVG file"),
    ],
)
def test_options_of_the_curve_that_do_nothing(run, options, said):
    status, out, err = run(*options)
    assert (status, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1


def test_hardware_of_universal_fat_trees(run):
    """Theorem 4 and the nodes; of other networks nothing is said."""
    status, out, _ = run("universal:n=64,w=32", "--json")
    found = json.loads(out)["universal_fat_tree"]
    assert status == 0
    assert found["volume"] == pytest.approx(32**1.5)
    assert found["components"] == 64 * 3
    assert [row["capacity"] for row in found["levels"]] == [32, 21, 13, 8, 4, 2, 1]
    for one in found["stages"]:
        assert one["guaranteed"] >= 3 * one["outputs"] // 4
        assert one["subsets_checked"] == 2 ** one["inputs"] or not one["all_subsets"]
        assert one["components"] <= 9 * one["inputs"]
    for row in found["levels"]:
        assert row["guaranteed_up"] <= row["capacity"] <= 2 * row["guaranteed_up"]
    headers = [row["header_bits_up"] for row in found["levels"][1:-1]]
    headers += [row["header_bits_down"] for row in found["levels"][:-1]]
    assert found["cycle_bit_times"] == 2 + sum(headers) + len(headers)
    _, text, _ = run("universal:n=64,w=32")
    assert f"delivery cycle: {found['cycle_bit_times']} bit times" in text
    assert "universal_fat_tree" not in json.loads(run("kary-tree:k=2,n=3", "--json")[1])


def test_all_links_with_their_ports(run):
    """Figure 5 of the fault-tolerance paper: node 0 in at switches 0 and 2, out at 8 and 9."""
    found = json.loads(run("ft-ruft-212:k=2,n=3", "--links", "--json")[1])["wiring"]
    assert len(found) == 48
    number = {f"{stage},{place:02b}": 4 * stage + place for stage in range(3) for place in range(4)}
    ends = [(link["from"], link["to"], link["second_link"]) for link in found]
    assert [(number[b], second) for a, b, second in ends if a == "000"] == [(0, False), (2, True)]
    assert [(number[a], second) for a, b, second in ends if b == "000"] == [(8, False), (9, True)]
    assert all(link["one_way"] for link in found)
    out = run("ft-ruft-212:k=2,n=3", "--links")[1].splitlines()
    assert ["from", "out", "port", "to", "in", "port", "second", "link"] in [line.split() for line in out]
    tree = json.loads(run("kary-tree:k=2,n=2", "--links", "--json")[1])["wiring"]
    ports = [(link["from"], link["from_port"]) for link in tree] + [
        (end["to"], end["to_port"]) for end in tree
    ]
    assert len(ports) == len(set(ports)) == 16
    listed = [line.split() for line in run("kary-tree:k=2,n=2", "--links")[1].splitlines()]
    assert listed[-8:] == [[one["from"], "0", one["to"], str(one["to_port"])] for one in tree[:4]] + [
        [one["from"], str(one["from_port"]), one["to"], str(one["to_port"])] for one in tree[4:]
    ]


@pytest.mark.parametrize(("k", "n", "cut"), [(2, 2, 4), (4, 2, 16), (2, 3, 8)])
def test_measured_figures_of_a_network_with_closed_forms(run, k, n, cut):
    """MiKANT slides, M5: the fewest links cut over all halves of a Clos network are k^n."""
    found = json.loads(run(f"clos:k={k},n={n}", "--measured", "--json")[1])
    assert (found["bisection_links"], found["bisection_known"]) == (cut, "every cut tried")
    assert found["distances_known"] == "searched"
    closed = json.loads(run(f"clos:k={k},n={n}", "--json")[1])
    assert found["average_distance_exact"] == closed["average_distance_exact"]
    assert closed["bisection_known"] == "closed form"


def test_measured_is_refused_without_closed_forms(run, tmp_path):
    path = tmp_path / "n.edges"
    path.write_text("a s\nb s\nc s\n")
    status, _, err = run(f"file:{path}", "--measured")
    assert status == 2
    assert "--measured: no closed form is known of this network" in err
