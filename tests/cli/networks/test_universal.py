"""``fatdesk universal`` as a user runs it: networks by SPEC and projects, bounds, charts, and mistakes."""

import json
from math import log2

import pytest

from fatdesk.cli import main
from fatdesk.networks.schedules.output import hardware_of

SPECS = ["kary-tree:k=2,n=3", "hyperx:S=4-4,K=1-1,T=2", "mikant:k=2,n=3", "ruft:k=2,n=3"]


@pytest.fixture
def run(capsys):
    """Run ``universal``; status, standard output, standard error."""

    def call(*arguments):
        status = main(["universal", *map(str, arguments)])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


def answer(run, *arguments):
    status, out, _ = run(*arguments, "--json")
    assert status == 0
    return json.loads(out)["networks"]


def test_trees_lattices_and_one_way_networks(run):
    found = answer(run, *SPECS, "--messages", 3)
    assert [one["network"] for one in found] == SPECS
    for one in found:
        n = len(one["capacities"]) - 1
        assert one["hosts"] <= 2**n
        assert one["messages"] == 3 * one["hosts"]
        assert one["slow_down"] == one["bit_times"] / one["network_bit_times"]
        assert one["bit_times"] == one["cycles_with_partial_concentrators"] * one["cycle_bit_times"]
        assert one["time_at_least"] <= one["time"]
        assert one["load_factor"] <= one["cycles"] <= one["cycles_with_partial_concentrators"]
        assert one["slow_down"] <= one["slow_down_at_most"]
        assert one["slow_down"] <= one["bound"]
        assert one["promise"] == n**3
        assert one["online_bound"] == pytest.approx(one["load_factor"] + n * max(1, log2(n)))
        assert one["corollary_9"]["factor"] <= one["corollary_9"]["bound"]
        assert (one["placed"], one["volume_from"]) == (False, "links")
        assert one["volume_in_cube"] == one["volume"]
        area = one["volume"] ** (2 / 3)
        assert one["root_capacity_by_volume"] == pytest.approx(area / max(1, log2(2**n / area)))


def test_volume_and_data_bits(run):
    thin, fat = (answer(run, SPECS[0], "--volume", volume)[0] for volume in (8, 4000))
    assert (thin["volume"], thin["volume_from"]) == (8, "given")
    assert thin["root_capacity"] < fat["root_capacity"]
    assert thin["cycles"] >= fat["cycles"]
    long = answer(run, SPECS[0], "--data-bits", 1000)[0]
    short = answer(run, SPECS[0])[0]
    assert long["cycle_bit_times"] == short["cycle_bit_times"] + 999
    assert long["slow_down"] < short["slow_down"] / 5  # headers matter no more


def test_permutations_of_a_full_tree_take_one_cycle(run):
    """Section VI: at root capacity n any permutation is a one-cycle set."""
    for traffic in ("complement", "shuffle", "bit-reversal"):
        one = answer(run, "universal:n=16,w=16", "--traffic", traffic, "--volume", 64)[0]
        assert (one["root_capacity"], one["load_factor"], one["cycles"]) == (16, 1, 1)


def test_a_placed_project_has_the_volume_of_its_room(run, sixty, tmp_path):
    flows = tmp_path / "flows.txt"
    flows.write_text("n01 n60 3\nn02 n60 2\n")
    one = answer(run, sixty, "--traffic", flows)[0]
    assert (one["placed"], one["volume_from"], one["messages"]) == (True, "room", 5)
    assert one["time"] >= 5
    assert one["volume"] > one["volume_in_cube"] >= 60  # racks are narrow, rooms are empty
    assert one["load_factor"] == 5  # all into one leaf


def test_text_and_chart(run, tmp_path):
    chart = tmp_path / "slow.svg"
    status, out, error = run(*SPECS, "--chart", chart)
    assert status == 0
    assert str(chart) in error
    first, second = out.split("Corollary 9 (at most 10.81), cycles on line, and one step as ")
    second = second.partition("\n")[2]
    assert [line.split()[0] for line in first.splitlines()] == ["network", *SPECS]
    assert [line.split()[0] for line in second.splitlines()] == ["network", *SPECS]
    found = answer(run, *SPECS)
    for line, one in zip(second.splitlines()[1:], found, strict=False):
        fixed = one["fixed_connections"]
        cells = line.replace(",", "").split()
        assert cells[-9:] == [
            f"{one['corollary_9']['factor']:.2f}",
            f"{one['online_cycles']}",
            f"{one['online_bound']:.1f}",
            *(f"{fixed[key]}" for key in ("processors", "degree")),
            f"{fixed['load_factor']:.2f}",
            *(f"{fixed[key]}" for key in ("cycles", "bit_times")),
            f"{fixed['bit_times_per_lg_n']:.1f}",
        ]
    drawn = chart.read_text()
    for text in ("hyperx: measured", "lg³ n", "Hosts"):
        assert text in drawn
    again = tmp_path / "again.svg"
    run(*SPECS, "--chart", again)
    assert again.read_bytes() == chart.read_bytes()
    status, out, _ = run(SPECS[1])
    assert "Corollary 9" in out
    assert "slow-down" in out


@pytest.mark.parametrize(
    ("arguments", "stated"),
    [
        (["ring:n=2"], "unknown family 'ring'"),
        ([SPECS[0], "--traffic", "rings"], "unknown pattern 'rings'"),
        ([SPECS[0], "--fabric", "x"], "--fabric: is for projects"),
        ([SPECS[0], "--scheme", "mikant"], "does not fit"),
        ([SPECS[0], "--chart", "x.png"], "is not an SVG file"),
        (["none.fatdesk"], "none.fatdesk"),
    ],
)
def test_mistakes(run, arguments, stated):
    status, out, error = run(*arguments)
    assert (status, out) == (2, "")
    assert stated in error


def test_sizes(run, tmp_path):
    """Theorem 4 over n: each size is what ``network universal:`` prints, and is drawn."""
    status, out, _ = run("--sizes", "8:64", "--json", "--chart", tmp_path / "sizes.svg")
    assert status == 0
    assert (tmp_path / "sizes.svg").read_bytes().startswith(b"<?xml")
    sizes = json.loads(out)["sizes"]
    assert [(one["hosts"], one["root_capacity"]) for one in sizes] == [
        (8, 4), (64, 16), (8, 6), (64, 32), (8, 8), (64, 64)
    ]  # fmt: skip
    for one in sizes:
        tree = hardware_of(one["hosts"], one["root_capacity"])
        assert one["switching_components"] == tree["switching_components"]
        assert one["components_ratio"] == pytest.approx(tree["switching_components"] / tree["components"])
        spec = f"universal:n={one['hosts']},w={one['root_capacity']}"
        assert one["volume_ratio"] == pytest.approx(answer(run, spec)[0]["volume"] / tree["volume"])
    status, out, _ = run("--sizes", "64:64")
    assert [line.split()[0] for line in out.splitlines()] == ["hosts", "64", "64", "64", "ratio:"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name a SPEC or a project, or a range of sizes with --sizes"),
        (("--sizes", "9:63"), "sizes: no power of eight from 9 to 63"),
        (("--sizes", "8:64", "--volume", "9"), "--volume: is for messages, leave it out with --sizes"),
        (("--sizes", "8:64", "kary-tree:k=2,n=2"), "leave out kary-tree:k=2,n=2"),
    ],
)
def test_sizes_alone(run, arguments, message):
    status, _, error = run(*arguments)
    assert status == 2
    assert message in error
