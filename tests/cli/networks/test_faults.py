"""``fatdesk faults`` as a user runs it: by SPEC and by project, options, studies, Ctrl+C, and mistakes."""

import json
import signal
import sys
import time

import pytest

from fatdesk.cli import main
from fatdesk.cli.grammar import grammar
from fatdesk.cli.kit.options import FALLIBLE, MOST_COUNTS
from fatdesk.networks.fault_tolerance import study as requested
from fatdesk.networks.fault_tolerance.reliability import CATEGORIES
from tests.patience import PATIENCE_S, judge_time

KEYS = {"rows", "always_tolerated", "fatal", "seconds"}  # spec 8
ROW = {"faults", "combinations", "exhaustive", "tolerated", "ci95", "pairs_connected"}


COMMAND = "faults"


def test_what_is_tolerated(answer):
    """Spec 3: 560 of 560 triples and 1,760 of 1,820 quadruples of FT-RUFT-212, the 2-ary 3-tree."""
    found = answer("ft-ruft-212:k=2,n=3", "--count", "3:5", "--combinations", 3000)
    assert found.keys() >= KEYS
    assert all(row.keys() >= ROW for row in found["rows"])
    three, four, five = found["rows"]
    assert (three["faults"], three["combinations"], three["tolerated"]) == (3, 560, 1)
    assert (four["combinations"], four["tolerated"]) == (1820, 1760 / 1820)
    assert four["ci95"] == [four["tolerated"]] * 2
    assert four["pairs_connected"] < 1
    assert (five["exhaustive"], five["combinations"]) == (False, 3000)
    assert five["ci95"][0] < five["tolerated"] < five["ci95"][1]
    assert (found["always_tolerated"], found["proof"]) == (3, "minimum cut")
    assert len(found["fatal"]) == 4
    assert all(" to " in name for name in found["fatal"])


def test_the_sampled_shares_of_the_specification(answer):
    """Spec 3, 64 nodes, 10 faults, a million combinations: FTA .9965 one way, FT-RUFT-212 .984.

    Tolerance: half of the last digit that is told, and the interval of 100,000 combinations here.
    """
    for spec, share, digits in (("kary-tree", 0.9965, 4), ("ft-ruft-212", 0.984, 3)):
        (row,) = answer(f"{spec}:k=4,n=3", "--count", 10, "--combinations", 100_000)["rows"]
        low, high = row["ci95"]
        assert low - 0.5 * 10**-digits <= share <= high + 0.5 * 10**-digits


def test_the_table(run):
    status, out, _ = run("kary-tree:k=2,n=3", "--count", "1,2", "--whole")
    assert status == 0
    lines = out.splitlines()
    assert (
        lines[0]
        == "kary-tree:k=2,n=3: 8 hosts, routing fta; links between switches, whole cables may fail (16)"
    )
    assert lines[1].split()[:3] == ["faults", "combinations", "tolerated"]
    assert lines[2].split() == ["1", "16", "all", "100", "%", "100", "%"]
    assert lines[3].split()[:3] == ["2", "120", "all"]
    assert lines[4] == "always tolerated  1 (minimum cut)"
    assert lines[5].startswith("fatal             ")
    assert " and " in lines[5]


def test_options_do_something(answer):
    base = ["kary-tree:k=2,n=3", "--count", "3", "--combinations", 400]
    plain = answer(*base)
    assert answer(*base, "--one-way", "--links", "network", "--workers", 2)["rows"] == plain["rows"]
    for words in (
        ["--whole"],
        ["--links", "ends"],
        ["--links", "all"],
        ["--switches"],
        ["--seed", 2],
        ["--scheme", "destro"],
        ["--combinations", 300],
        ["--count", "2,3"],
    ):
        assert answer(*base, *words)["rows"] != plain["rows"], words


def test_throughput_with_faults(answer, run):
    base = ["ft-ruft-222:k=2,n=3", "--degradation", "--count", "0,3", "--samples", 3, "--cycles", 2000]
    found = answer(*base)
    assert (found["rows"], found["always_tolerated"], found["fatal"]) == ([], None, [])
    none, some = found["points"]
    assert none["throughput"] > some["throughput"] > 0
    assert some["least"] <= some["throughput"] <= some["most"]
    assert (none["samples"], found["traffic"]) == (3, "uniform")
    assert answer(*base, "--workers", 2)["points"] == found["points"]
    assert none["of_no_faults"] == 1
    assert some["of_no_faults"] == some["throughput"] / none["throughput"]
    assert (found["measured"], found["drawn"], found["injection"]) == ("offered", "tolerated", "connected")
    for words in (
        ["--traffic", "complement"], ["--load", 0.3], ["--warmup", 5], ["--seed", 9],
        ["--measured", "most"], ["--measured", "saturation"], ["--drawn", "any"], ["--injection", "intact"],
        ["--credits", "flit"], ["--binding", "early"], ["--packet", 64],
    ):  # fmt: skip
        assert answer(*base, *words)["points"] != found["points"], words
    status, out, error = run(
        "ruft:k=2,n=3", "--degradation", "--count", "0,1", "--samples", 1, "--cycles", 500
    )
    assert status == 1, "the paths of RUFT are single: one fault is never tolerated"
    assert "none is tolerated" in error
    assert out.splitlines()[2].split()[:4] == ["0", "0.0", "%", "1"]


@pytest.mark.parametrize(
    ("counts", "combinations", "most"), [("1", 4, ""), ("1", 5, "4"), ("1,2", 6, ""), ("1,2", 7, "6")]
)
def test_more_combinations_than_there_are(run, counts, combinations, most):
    """One of four cables fails in 4 ways, two of them in 6."""
    status, _, error = run("kary-tree:k=2,n=2", "--whole", "--count", counts, "--combinations", combinations)
    assert status == 0
    assert ("all are tried" in error) == bool(most)
    assert f"no more than {most}, all" in error or not most


def test_a_project(answer, sixty):
    """Four edges with nine links to each of two cores: an edge keeps its hosts until all 18 are gone."""
    found = answer(sixty, "--count", "1,5")
    assert found["hosts"] == 60
    assert found["rows"][0]["exhaustive"]
    assert found["rows"][0]["tolerated"] == 1
    assert found["always_tolerated"] >= 5
    ends = answer(sixty, "--links", "ends", "--count", 1)
    assert (ends["always_tolerated"], ends["rows"][0]["tolerated"]) == (0, 0)
    assert "n01" in ends["fatal"][0]


@pytest.mark.parametrize(
    ("arguments", "stated"),
    [
        (["ring:n=2"], "unknown family 'ring'"),
        (["none.fatdesk"], "none.fatdesk"),
        (["kary-tree:k=2,n=2", "--fabric", "x"], "--fabric: is for projects"),
        (["kary-tree:k=2,n=2", "--study", "x"], "--study: is for projects"),
        (["hyperx:S=3,K=1,T=2", "--scheme", "fta"], "routing algorithm fta does not fit"),
        (["kary-tree:k=2,n=2", "--scheme", "up"], "unknown routing algorithm 'up'"),
        (["ruft:k=2,n=2", "--count", "1,99"], "faults: 99 links cannot fail, there are"),
        (
            ["star:N=2"],
            "faults: it has no links between switches that could fail",
        ),
        (["ruft:k=2,n=2", "--switches", "--count", "99"], "faults: 99 switches cannot fail"),
        (["kary-tree:k=2,n=2", "--count", "0"], "--count: nothing fails at 0"),
        (["kary-tree:k=2,n=2", "--switches", "--whole"], "--switches: all links of a switch fail"),
        (["kary-tree:k=2,n=2", "--samples", "5"], "--samples: is for --degradation"),
        (
            ["kary-tree:k=2,n=2", "--degradation", "--combinations", "5"],
            "--combinations: does nothing with --degradation",
        ),
        (["kary-tree:k=2,n=2", "--losses"], "--losses: is for projects"),
        (["kary-tree:k=2,n=2", "--losses", "--one-way"], "--one-way: does nothing with --losses"),
        (["kary-tree:k=2,n=2", "--together", "2"], "--together: is for --losses"),
        (["x.fatdesk", "--losses", "--together", "2", "--lose", "A"], "leave out --lose"),
        (["ruft-pl:k=2,n=2", "--whole", "--count", "1"], "--whole: the links of this network lead in one"),
        (
            ["ruft-pl:k=2,n=2", "--one-way", "--count", "1"],
            "--one-way: the links of this network lead in one",
        ),
        (
            ["ruft-pl:k=2,n=2", "--degradation", "--packet", "1", "--credits", "flit"],
            "--credits: packets of one flit",
        ),
        (["kary-tree:k=2,n=2", "--seed", "2", "--count", "1"], "--seed: every combination is tried"),
        (
            ["kary-tree:k=2,n=2", "--degradation", "--scheme", "destro", "--binding", "early"],
            "--binding: traffic decides no output with routing algorithm destro",
        ),
        (["kary-tree:k=2,n=2", "--losses", "--seed", "2"], "--seed: is for --together"),
        (["kary-tree:k=2,n=2", "--losses", "--reliability"], "--reliability: is used alone, leave out"),
        (["kary-tree:k=2,n=2", "--reliability"], "--reliability: is for projects"),
        (["kary-tree:k=2,n=2", "--years", "3"], "--years: is for --reliability"),
        (["kary-tree:k=2,n=2", "--degradation", "--traffic", "rings"], "'rings' is neither a pattern"),
        (["kary-tree:k=2,n=2", "--degradation", "--load", "50", "--cycles", "9"], "load 50"),
        (["kary-tree:k=2,n=2", "--seed", "99999999999"], "--seed: is too large, give at most"),
    ],
)
def test_mistakes_are_told(run, arguments, stated):
    status, out, error = run(*arguments)
    assert (status, out) == (2, "")
    assert stated in error


@pytest.mark.parametrize("counts", ["-1", "a", "1:", ":2", "3:2", "1,,2", "1.5", "1:9999999999", "1:201", ""])
def test_counts_that_are_none(capsys, counts):
    with pytest.raises(SystemExit) as caught:
        main(["faults", "kary-tree:k=2,n=2", f"--count={counts}"])
    assert caught.value.code == 2
    assert "is not A:B, one number" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "counts"), [("2:4", (2, 3, 4)), ("7", (7,)), ("9,1", (1, 9)), ("1:200", tuple(range(1, 201)))]
)
def test_counts_that_can_be(text, counts):
    assert grammar().parse_args(["faults", "x", "--count", text]).count == counts
    assert requested.MOST_COUNTS == MOST_COUNTS


def test_what_is_lost_with_each_thing(answer, run, sixty):
    """60 hosts on three edges with 18 and one with 6, two cores: a core takes half of the uplinks."""
    found = answer(sixty, "--losses")
    assert found.keys() >= KEYS | {"losses"}
    assert {loss["kind"] for loss in found["losses"]} >= {"rack", "switch", "cable"}
    switches = {loss["name"]: loss for loss in found["losses"] if loss["kind"] == "switch"}
    assert {loss["hosts_lost"] for loss in switches.values()} == {0, 6, 18}
    core = next(loss for loss in switches.values() if not loss["hosts_lost"])
    assert (core["uplinks_left"], core["uplinks"], core["pairs_connected"]) == (9, 18, 1)
    # Halves of 30: 18 + 12 of the next edge; to the rest lead 9 links of an edge, and 6 each of two edges.
    assert core["bisection_left"] == pytest.approx((9 + 6 + 6) / 30)
    lost = [loss["hosts_lost"] for loss in found["losses"]]
    assert lost == sorted(lost, reverse=True)
    status, out, _ = run(sixty, "--losses")
    assert status == 0
    lines = out.splitlines()
    assert lines[0] == f"compute: {len(lost):,} elements tried, one by one"
    (line,) = (line for line in lines if line.startswith("switch  E01"))
    assert "E01 and 2 more " in line, "three edges alike"


def test_what_is_lost_together(answer, run, sixty):
    """Both cores gone, or racks with most hosts: all pairs of elements are tried."""
    found = answer(sixty, "--losses", "--together", 2)
    assert found["exhaustive"]
    worst = found["together"][0]
    assert len(worst["elements"]) == 2
    singles = answer(sixty, "--losses")["losses"]
    assert worst["hosts_lost"] >= max(loss["hosts_lost"] for loss in singles)
    harms = [one["hosts_lost"] for one in found["together"]]
    assert harms == sorted(harms, reverse=True)
    status, out, _ = run(sixty, "--losses", "--together", 2)
    assert status == 0
    assert out.splitlines()[0] == f"compute: {found['tried']:,} combinations tried (all of them)"
    assert " + " in out.splitlines()[2]
    status, _, error = run(sixty, "--losses", "--together", 999)
    assert (status, "elements cannot be lost" in error) == (2, True)


def test_what_is_lost_with_things_that_are_named(answer, run, sixty):
    """Without both cores no edge reaches another: the 18 hosts of one stay together, 42 are cut off."""
    singles = answer(sixty, "--losses")["losses"]
    edge = next(loss for loss in singles if loss["name"] == "E02")
    (same,) = answer(sixty, "--losses", "--lose", edge["key"])["together"]
    assert [same[key] for key in ("hosts_lost", "pairs_connected", "bisection_left")] == [
        edge[key] for key in ("hosts_lost", "pairs_connected", "bisection_left")
    ]
    (cores,) = answer(sixty, "--losses", "--lose", "C01", "--lose", "C02", "--lose", "C01")["together"]
    assert [element["name"] for element in cores["elements"]] == ["C01", "C02"]
    assert cores["hosts_lost"] == 42
    # Halves of 30: 18 of an edge, the 6 of the last, and 6 of another, whose links to the switch are cut.
    assert cores["bisection_left"] == pytest.approx(6 / 30)
    assert cores["pairs_connected"] == pytest.approx((3 * 18 * 17 + 6 * 5) / (60 * 59))
    status, out, _ = run(sixty, "--losses", "--lose", "C01", "--lose", "C02")
    assert status == 0
    assert out.splitlines()[2].startswith("switch C01 + switch C02 ")
    for word in ("E99", "switch/compute/edge/99"):
        status, out, error = run(sixty, "--losses", "--lose", word)
        assert (status, out) == (2, "")
        assert f"--lose: nothing is called '{word}' in this fabric" in error


def test_reliability(answer, run, sixty):
    """Six switches, each of which fails once in 100,000 hours: 0.5256 failures per year."""
    requested = [sixty, "--reliability", "--mtbf", "switches=100000", "--mttr", 24]
    found = answer(*requested)
    assert found.keys() >= KEYS
    assert found["failures_per_year"]["amount"] == pytest.approx(6 * 365 * 24 / 100_000)
    assert found["failures_per_year"]["at_least"], "cables tell no figure"
    assert found["failures_per_year_hosts"]["unknown"] == ["server-1u"]
    assert 0 < found["all_connected"]["probability"] < found["all_connected_at_any_time"]["probability"] < 1
    less = answer(*requested, "--years", 1)["all_connected"]["probability"]
    assert less > found["all_connected"]["probability"]
    (switches,) = (part for part in found["parts"] if part["category"] == "switches")
    more = answer(*requested, "--delivery", 300, "--confidence", 0.999)["parts"]
    assert next(part for part in more if part["category"] == "switches")["spares"] > switches["spares"]
    status, out, _ = run(*requested)
    assert status == 0
    assert "all connected      <= 0." in out
    assert found["all_connected"]["at_most"]
    assert not answer(*requested, "--mtbf", "cables=1000000")["all_connected"]["at_most"]
    status, _, error = run(sixty, "--reliability", "--confidence", 2)
    assert status == 2
    assert "--reliability: confidence: " in error


def test_kinds_that_do_not_fail(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["faults", "x", "--mtbf", "people=3"])
    assert caught.value.code == 2
    assert "is not KIND=HOURS with one of hosts, switches, transceivers, cables" in capsys.readouterr().err
    assert FALLIBLE == CATEGORIES


@pytest.fixture
def studied(sixty, tmp_path):
    """A project with a fault study of a network without parts, a fabric, and one that is gone."""
    project, command = tmp_path / "p.fatdesk", tmp_path / "add.json"
    study = {
        "name": "ours",
        "networks": [{"name": "tree", "spec": "ft-ruft-212:k=2,n=3"}, {"name": "ours", "fabric": "compute"}],
        "counts": [1, 4],
        "combinations": 2000,
    }
    command.write_text(json.dumps({"command": "add-fault-study", "study": study}))
    assert main(["edit", str(sixty), str(command), "-o", str(project)]) == 0
    study["counts"] = [1, 3, 4]
    command.write_text(json.dumps({"command": "change-fault-study", "study": study}))
    return project, command


def test_a_study_of_a_project(run, studied):
    project, change = studied
    status, out, _ = run(project, "--study", "ours", "--json")
    assert status == 0
    found = json.loads(out)["networks"]
    assert [network["name"] for network in found] == ["tree", "ours"]
    assert [[row["faults"] for row in network["rows"]] for network in found] == [[1, 4], [1, 4]]
    assert found[0]["always_tolerated"] == 3
    assert len(list((project.parent / "p.results").iterdir())) == 2
    again = run(project, "--study", "ours", "--json", "--workers", 2)
    assert again[:2] == (0, out)
    assert again[2].startswith("everything is measured already\n")
    assert main(["edit", str(project), str(change)]) == 0
    status, out, error = run(project, "--study", "ours")
    assert status == 0
    assert "3 faults" in error
    assert "4 faults" not in error, "that is measured already"
    assert [line.split()[0] for line in out.splitlines()[2:5]] == ["1", "3", "4"]
    assert len(list((project.parent / "p.results").iterdir())) == 2
    assert main(["export", str(project), str(project.parent / "out"), "--only", "faults.csv,faults.svg"]) == 0
    assert {file.name for file in (project.parent / "out").iterdir()} == {"faults.csv", "faults-ours.svg"}


def test_what_is_wrong_beside_a_study(run, studied, sixty):
    project, _ = studied
    assert "the study decides that" in run(project, "--study", "ours", "--count", "3")[2]
    assert "no such fault study, known are ours" in run(project, "--study", "theirs")[2]
    assert "it has none, add one with `fatdesk edit` (add-fault-study)" in run(sixty, "--study", "x")[2]


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl+C goes to the whole console")
def test_ctrl_c_keeps_what_was_measured(studied, started):
    """Between two numbers of faults of which the second takes long: the first stays, the status is 130."""
    project, command = studied
    study = {
        "name": "ours",
        "networks": [{"name": "tree", "spec": "kary-tree:k=8,n=3"}],
        "counts": [1, 60],
        "combinations": 1_000_000_000,
    }
    command.write_text(json.dumps({"command": "change-fault-study", "study": study}))
    assert main(["edit", str(project), str(command)]) == 0
    child = started(str(project), "--study", "ours", "--workers", "1")
    seen = ""
    while "60 faults of tree: combinations" not in seen:
        seen += child.stderr.readline()
        assert child.poll() is None, seen
    time.sleep(0.2)
    child.send_signal(signal.SIGINT)
    began = time.monotonic()
    out, error = child.communicate(timeout=PATIENCE_S)
    judge_time(time.monotonic() - began, 5)
    assert (child.returncode, out) == (130, "")
    assert "Traceback" not in error
    assert len(list((project.parent / "p.results").iterdir())) == 1


def test_readings_of_throughput_that_would_do_nothing(run):
    base = ["ft-ruft-222:k=2,n=3", "--count", "1"]
    for word in ("--measured most", "--drawn any", "--injection intact", "--binding early", "--redraw"):
        status, _, error = run(*base, *word.split())
        assert (status, f"{word.split()[0]}: is for --degradation" in error) == (2, True)
    status, _, error = run(*base, "--degradation", "--redraw")
    assert status == 2
    assert "--redraw: traffic uniform draws no host, it is for --traffic hotspot" in error


def test_the_readings_are_named_in_the_output(run):
    short = "--degradation --count 0,8 --samples 2 --cycles 400 --warmup 100 --traffic hotspot"
    readings = "--redraw --drawn any --injection intact --measured saturation"
    status, out, _ = run("ft-ruft-212:k=2,n=3", *short.split(), *readings.split())
    assert status == 0
    rows = out.splitlines()
    assert rows[1].split()[:3] == ["faults", "out", "combinations"]
    assert rows[3].split()[:3] == ["8", "50.0", "%"]
    assert rows[-2] == (
        "throughput        flits per cycle and host, hotspot traffic, hosts drawn for each combination, "
        "the highest load that is accepted in full; any combinations; links with intact paths first"
    )


def test_faults_counted_in_percent(answer, run):
    """The table shows how many links those are; shares beyond all links are refused."""
    short = ["--degradation", "--samples", 2, "--cycles", 400, "--warmup", 100]
    status, out, _ = run("ft-ruft-222:k=2,n=3", *short, "--counted", "percent", "--count", "0,25")
    assert status == 0
    assert out.splitlines()[3].split()[:3] == ["8", "25.0", "%"]
    found = answer("ft-ruft-222:k=2,n=3", *short, "--counted", "percent", "--count", "0,25")
    same = answer("ft-ruft-222:k=2,n=3", *short, "--count", "0,8")
    assert [point["throughput"] for point in found["points"]] == [
        point["throughput"] for point in same["points"]
    ]
    assert (found["counted"], same["counted"]) == ("percent", "number")
    status, _, error = run("ft-ruft-222:k=2,n=3", *short, "--counted", "percent", "--count", "0,120")
    assert (status, "--count: 120 % cannot fail, give 100 or less" in error) == (2, True)


def test_injection_is_for_hosts_with_several_links(run):
    status, _, error = run("kary-tree:k=2,n=2", "--degradation", "--count", "1", "--injection", "intact")
    assert status == 2
    assert "--injection: no host of this network has several links out, leave it out" in error
