"""``fatdesk explore`` as a user runs it."""

import json
from xml.etree import ElementTree

import pytest

from fatdesk.cli import main
from fatdesk.engine.exploring.egft import ALL, recursion
from fatdesk.project.files.storing import load_project
from tests.engine.exploring.test_egft_search import every_tree

WISH = """\
hosts: [{name: servers, part: server-10gbe, count: 96}]
fabrics: [{name: pod}]
explore: {radix: [24], terminals: [12]}
"""


@pytest.fixture
def run(tmp_path, capsys):
    def call(text, *more):
        path = tmp_path / "wish.yaml"
        path.write_text(text)
        status = main(["explore", str(path), *more])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


def test_json_has_the_keys_of_the_specification(run):
    status, out, err = run(WISH, "--json")
    answer = json.loads(out)
    assert status == 0
    assert "hosts per switch" in err  # progress
    assert answer["searched"] >= len(answer["candidates"]) > 0
    assert answer["seconds"] > 0
    keys = {"family", "params", "cost", "bisection", "hops", "switches", "cables", "front"}
    assert all(keys <= set(one) for one in answer["candidates"])
    assert any(one["front"] for one in answer["candidates"])
    assert set(answer["candidates"][0]["cost"]) == {"amount", "currency", "at_least"}


def test_table_lists_the_front(run):
    status, out, _ = run(WISH)
    count = sum(one["front"] for one in json.loads(run(WISH, "--json")[1])["candidates"])
    assert status == 0
    assert len(out.splitlines()) == count + 4  # above it the counts, below it the cables of both families
    assert "bisection" in out.splitlines()[1]


def test_nothing_that_keeps_the_limits_is_1(run):
    status, out, err = run(WISH + "limits: {cost: 1000}\n")
    assert (status, out) == (1, "")
    assert "cost: " in err.splitlines()[-1]
    status, out, err = run(WISH.replace("[24]", "[12], switches: [8]"))
    assert (status, out) == (1, "")
    assert "no network" in err


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("radix", "radixes", r"wish.yaml:3: explore.radixes"),
        ("[{name: pod}]", "[{name: pod}, {name: two}]", r"wish.yaml:2: fabrics[1]: explore looks at one"),
        ("[{name: pod}]", "[{name: pod, families: [ring]}]", r"wish.yaml:2: fabrics[0].families[0]"),
        ("explore:", "room: {aisle_m: [1, 2]}\nexplore:", r"wish.yaml:3: room.aisle_m: lists several"),
    ],
)
def test_bad_input_is_2(run, old, new, message):
    status, out, err = run(WISH.replace(old, new))
    assert (status, out) == (2, "")
    assert message in err


def test_more_hosts_on_a_switch_than_ports_are_the_reason(run):
    status, out, err = run(WISH.replace("[12]", "[40]"))
    assert (status, out) == (1, "")
    assert "ports: 24, needs 40" in err.splitlines()[-1]
    status, out, _ = run(WISH.replace("[12]", "[12, 40]"), "--json")
    assert status == 0
    assert json.loads(out)["refused"] == [{"terminals": 40, "reason": "ports: 24, needs 40"}]
    status, out, err = run(WISH.replace("[24]", "[8]").replace(", terminals: [12]", ""))
    assert (status, out) == (1, "")
    assert err.count("ports: 8, needs") == 3


LATTICES = """\
hosts: [{name: n, part: server-1u, count: 300}]
fabrics: [{name: c, families: [hyperx], edge: [ib-36], core: [ib-36]}]
explore: {terminals: [16], switches: [24]}
"""


def test_a_network_of_the_front_becomes_a_project(run, tmp_path):
    project = tmp_path / "p.fatdesk"
    status, out, _ = run(LATTICES, "--json")
    front = [one for one in json.loads(out)["candidates"] if one["front"]]
    number = next(n for n, one in enumerate(front, start=1) if len(one["params"]["S"].split("-")) == 3)
    status, out, err = run(LATTICES, "-o", str(project), "--point", str(number))
    assert status == 0
    assert f"network {number} of the front over ib-36" in err
    [fabric] = load_project(project).project.fabrics
    assert fabric.design.params["S"] == front[number - 1]["params"]["S"]
    assert sum(use.count for use in fabric.design.switches) == front[number - 1]["switches"] == 24


def test_priced_parts_of_a_network_of_the_front(run):
    status, out, _ = run(WISH, "--parts", "--point", "2", "--json")
    answer = json.loads(out)
    assert status == 0
    assert sum(float(line["cost"]) for line in answer["parts"]) == float(answer["network"]["cost"]["amount"])
    status, out, _ = run(WISH, "--parts", "--point", "2")
    lines = out.splitlines()
    assert (status, len(lines)) == (0, len(answer["parts"]) + 3)
    assert lines[-1] == f"together USD {float(answer['network']['cost']['amount']):,.2f}"
    assert run(WISH, "--parts", "--curves")[0] == 2


def test_all_shapes_of_lattices(run):
    status, out, _ = run(WISH.replace("{name: pod}", "{name: pod, families: [hyperx]}"), "--all", "--json")
    answer = json.loads(out)
    assert (status, answer["listed"]) == (0, answer["count"])
    assert answer["fitting"] == sum(one["fits"] for one in answer["lattices"])


def test_a_point_that_is_not_there_or_has_no_file(run, tmp_path):
    status, out, err = run(LATTICES, "--point", "2")
    assert (status, out) == (2, "")
    assert err.splitlines()[-1].endswith("--point: needs -o P.fatdesk, the project to write, or --parts")
    project = tmp_path / "p.fatdesk"
    status, out, err = run(LATTICES, "-o", str(project), "--point", "999")
    assert (status, out) == (2, "")
    assert "--point 999: the front has" in err
    assert not project.exists()


def test_rules_count_the_trees_with_each_heuristic(run):
    status, out, _ = run(WISH, "--rules", "--json")
    answer = json.loads(out)
    assert status == 0
    assert {key: answer[key] for key in ("levels", "rounding", "switches")} == {
        "levels": 4,
        "rounding": "up",
        "switches": None,
    }
    [row] = answer["rules"]
    assert (row["hosts"], row["radix"], row["terminals"]) == (96, 24, 12)
    assert row["trees"]["none"] == 50_248_225  # as listed one by one
    assert row["trees"]["all"] == len(list(recursion(96, 24, 12, ALL)))
    status, out, _ = run(WISH, "--rules")
    assert status == 0
    head, titles, line = out.splitlines()
    assert head == "trees of up to 4 levels, NM / M rounded up, any number of switches"
    assert titles.split()[-7:] == ["none", "H1", "H2", "H3", "H1+H3", "H4", "all"]
    assert line.split()[-1] == str(row["trees"]["all"])


def test_rounding_and_switches_change_the_counts(run):
    few = WISH.replace("terminals: [12]", "terminals: [12], switches: [14]")
    [row] = json.loads(run(few, "--rules", "--rounding", "whole", "--json")[1])["rules"]
    [all_of_them] = json.loads(run(WISH, "--rules", "--json")[1])["rules"]
    assert 0 < row["trees"]["none"] < all_of_them["trees"]["none"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--rounding", "down"), "--rounding: needs --rules"),
        (("--rules", "--time-limit", "3"), "--time-limit: has no effect with --rules"),
    ],
)
def test_options_without_effect_are_refused(run, options, message):
    status, out, err = run(WISH, *options)
    assert (status, out) == (2, "")
    assert message in err


@pytest.mark.parametrize("option", ["--rules", "--all"])
@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("name: pod", "name: pod, families: [two-level]", "families: trees are counted, add egft"),
        ("[24]", "[8]", "12 hosts per switch: ports: 8, needs 12: choose switches with more ports"),
    ],
)
def test_what_has_no_trees_to_count_is_one_line(run, option, before, after, message):
    status, out, err = run(WISH.replace(before, after), option)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_figures_of_cables_are_those_of_the_networks(run):
    answer = json.loads(run(WISH + "limits: {cost: 190000}\n", "--json")[1])
    for figures in answer["cable_figures"]:
        mine = [
            one for one in answer["candidates"] if one["family"] == figures["family"] and not one["reasons"]
        ]
        assert figures["networks"] == len(mine) > 0
        for name in ("skus", "mean_excess_m", "wasted_lanes"):
            values = [one["bought"][name] for one in mine]
            assert figures[name] == [min(values), max(values)]
        full = [one for one in mine if one["bisection"] >= 48]
        cheapest = figures["cheapest_full_bisection"]
        assert (cheapest is None) == (not full)
        if full:
            least = min(float(one["cost"]["amount"]) for one in full)
            assert float(cheapest["cost"]["amount"]) == least
            assert cheapest in full
    assert {one["family"] for one in answer["cable_figures"]} == {"egft", "hyperx"}


def test_the_table_has_kinds_excess_and_lanes_of_each_network(run):
    front = [one["bought"] for one in json.loads(run(WISH, "--json")[1])["candidates"] if one["front"]]
    lines = run(WISH)[1].splitlines()
    head, rows = lines[1], lines[2 : 2 + len(front)]
    assert head.split()[-5:] == ["kinds", "excess,", "m", "lanes", "wasted"]
    for bought, row in zip(front, rows, strict=True):
        kinds, excess, lanes = row.split()[-3:]
        assert int(kinds) == bought["skus"]
        assert float(excess) == pytest.approx(bought["mean_excess_m"], abs=0.005)
        assert int(lanes.replace(",", "")) == bought["wasted_lanes"]
    assert lines[2 + len(front)].startswith("cables of ")


def test_a_chart_is_written(run, tmp_path):
    chart = tmp_path / "chart.svg"
    status, _, err = run(WISH, "--chart", str(chart))
    assert status == 0
    text = "".join(ElementTree.fromstring(chart.read_text()).itertext())
    assert "Cost against bisection" in text
    assert "HyperX" in text
    assert str(chart) in err
    assert run(WISH, "--chart", str(chart), "--chart-x", "hops", "--curves")[0] == 0
    text = "".join(ElementTree.fromstring(chart.read_text()).itertext())
    assert "Cost against hops" in text
    assert "R = 24, T = 12" in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--curves",), "--curves: needs --chart"),
        (("--chart-x", "hops"), "--chart-x: needs --chart"),
        (("--chart", "a.pdf"), "is not an SVG file"),
        (("--rules", "--chart", "a.svg"), "--chart: has no effect with --rules"),
    ],
)
def test_options_of_charts_without_effect_are_refused(run, options, message):
    status, out, err = run(WISH, *options)
    assert (status, out) == (2, "")
    assert message in err


SMALL = """\
hosts: [{name: servers, part: server-10gbe, count: 40}]
fabrics: [{name: pod}]
explore: {radix: [6, 8], terminals: [4], levels: 3}
"""


def test_all_trees_are_listed(run):
    status, out, err = run(SMALL, "--all", "--limit", "1000000", "--json")
    answer = json.loads(out)
    assert (status, err) == (0, "")
    wanted = sorted((R, *tree) for R in (6, 8) for tree in every_tree(40, R, 4, 3))
    numbers = [
        (one["radix"], *(tuple(map(int, one["params"][key].split("-"))) for key in "MCK"))
        for one in answer["trees"]
    ]
    assert sorted(numbers) == wanted
    assert answer["count"] == answer["listed"] == len(wanted)


def test_more_trees_than_the_limit_are_announced_before_they_are_listed(run):
    status, out, err = run(SMALL, "--all", "--limit", "3")
    count = json.loads(run(SMALL, "--all", "--json")[1])["count"]
    assert status == 0
    assert err == f"warning: {count:,} trees, the first 3 are listed: --limit N lists more\n"
    lines = out.splitlines()
    assert lines[0] == f"{count:,} trees"
    assert len(lines) == 5
    assert lines[2].split()[-3:] == ["M=4-2-5", "C=1-1-1", "K=1-1-1"]


@pytest.mark.parametrize("family", ["egft", "hyperx"])
@pytest.mark.parametrize(("hosts", "outside"), [(56, ""), (98, ", external_gbps: 30")])
def test_lists_count_as_the_search_does(run, family, hosts, outside):
    """Host ports that stay free, or are for the outside, have no cables; the front is that of all listed."""
    text = (
        f"hosts: [{{name: servers, part: server-10gbe, count: {hosts}}}]\n"
        f"fabrics: [{{name: pod, families: [{family}]}}]\n"
        f"explore: {{radix: [11], terminals: [6], levels: 3{outside}}}\n"
    )
    figures = ("bisection", "hops", "switches", "cables")
    found = json.loads(run(text, "--json")[1])["candidates"]
    lists = json.loads(run(text, "--all", "--limit", "9999", "--json")[1])
    listed = {
        tuple(one["params"].items()): tuple(round(one[name], 6) for name in figures)
        for one in lists["trees" if family == "egft" else "lattices"]
        if one.get("fits", True)
    }
    searched = {tuple(one["params"].items()): tuple(round(one[name], 6) for name in figures) for one in found}
    assert searched
    assert searched.items() <= listed.items()
    better = [(-cut, *rest) for cut, *rest in set(listed.values())]
    front = {
        one
        for one in better
        if not any(other != one and all(a <= b for a, b in zip(other, one, strict=True)) for other in better)
    }
    best = {tuple(one["params"].items()) for one in found if one["front"]}
    assert front <= {(-cut, *rest) for name in best for cut, *rest in [searched[name]]}


def test_billions_of_trees_begin_at_once(run):
    big = WISH.replace("96", "1024").replace("[24]", "[48]").replace("[12]", "[32]")
    status, out, err = run(big, "--all", "--limit", "5")
    assert status == 0
    assert "17,385,283,208 trees" in err
    assert len(out.splitlines()) == 7


def test_all_trees_keep_the_largest_number_of_switches(run):
    few = SMALL.replace("levels: 3", "levels: 3, switches: [14]")
    answer = json.loads(run(few, "--all", "--limit", "100000", "--json")[1])
    assert 0 < answer["count"] == answer["listed"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--limit", "3"), "--limit: needs --all"),
        (("--all", "--rules"), "has no effect with --rules"),
        (("--all", "--chart", "a.svg"), "--chart: has no effect with --all"),
    ],
)
def test_options_of_lists_without_effect_are_refused(run, options, message):
    status, out, err = run(WISH, *options)
    assert (status, out) == (2, "")
    assert message in err


MANY = """\
hosts: [{name: servers, part: server-10gbe, count: 600}]
fabrics: [{name: pod}]
explore: {radix: [16], terminals: [4], levels: 50}
"""


def test_too_many_trees_do_not_end_the_lattices(run, monkeypatch):
    """The lattices are those of a search for them alone; what is left out is stated."""
    monkeypatch.setattr("fatdesk.engine.exploring.egft_search.MOST_COMPARED", 100_000)
    alone = run(MANY.replace("{name: pod}", "{name: pod, families: [hyperx]}"), "--json")
    both = run(MANY, "--json")
    assert (alone[0], both[0]) == (0, 0)
    (first, second) = (json.loads(some[1]) for some in (alone, both))

    def lattices(answer):
        kept = ("params", "radix", "cost", "bisection", "racks", "bought", "reasons")
        found = (one for one in answer["candidates"] if one["family"] == "hyperx")
        return [{key: one[key] for key in kept} for one in found]

    assert lattices(second) == lattices(first) != []
    left_out = {"family": "egft", "radix": 16, "terminals": 4, "why": "too many"}
    assert second["unfinished"] == [left_out]
    assert not second["complete"]
    assert "too many trees to search all (16 ports, 4 hosts per switch)" in both[2].splitlines()[-1]
    assert "too many" not in alone[2]


def test_too_many_trees_alone_are_no_error_without_reason(run, monkeypatch):
    monkeypatch.setattr("fatdesk.engine.exploring.egft_search.MOST_COMPARED", 1_000_000)
    wish = MANY.replace("{name: pod}", "{name: pod, families: [egft]}")
    wish = wish.replace("600", "100000").replace("16", "8")
    status, out, err = run(wish)
    assert status == 1
    assert not out
    assert "too many trees" in err.splitlines()[-1]


def test_single_networks_are_named_in_the_singular(run):
    """95 switches of 16 servers are joined by one lattice only: of sides 19 and 5."""
    status, out, err = run(
        "hosts: [{name: servers, part: server-10gbe, count: 1504}]\n"
        "fabrics: [{name: pod, families: [hyperx]}]\n"
        "explore: {radix: [48], terminals: [16], switches: [95]}\n"
    )
    assert status == 0
    assert out.splitlines()[0] == "1 network priced of 2 searched, 1 keeps the limits, 1 is the front"
    assert "cables of 1 lattice: 8 kinds (part and length), mean excess 1.39 m, 190 wasted lanes" in out
    assert "1 lattice" in err
    assert "1 lattices" not in err
