"""``fatdesk simulate`` as a user runs it: by SPEC and by project, options, files, Ctrl+C, and mistakes."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fatdesk.cli import main
from fatdesk.cli.grammar import grammar
from tests.patience import PATIENCE_S, judge_time

ROOT = Path(__file__).resolve().parents[2]
KEYS = {"points", "base_latency", "saturation", "flit_hops", "seconds"}  # spec 8
POINT = {"offered", "accepted", "latency", "packets", "conflicts_per_cycle", "received_per_cycle"}
SMALL = ["kary-tree:k=2,n=3", "--packet", "16", "--cycles", "2000"]


COMMAND = "simulate"


def test_a_curve(answer):
    found = answer("kary-tree:k=4,n=3", "--loads", "0.02:0.8:0.39", "--cycles", 20_000)
    assert found.keys() >= KEYS
    assert [point["offered"] for point in found["points"]] == [0.02, 0.41, 0.8]
    for point in found["points"]:
        assert point.keys() >= POINT
        assert point["latency"].keys() >= {"mean", "ci95", "p99"}
        assert point["latency"]["mean"] >= point["network_latency"]["mean"]
        assert point["received_per_cycle"] * 128 / 64 == pytest.approx(point["accepted"])
    low, middle, high = found["points"]
    assert found["base_latency"] == low["latency"]["mean"] == pytest.approx(161, rel=0.05)  # the paper's
    assert middle["latency"]["mean"] < high["latency"]["mean"]
    assert [point["saturated"] for point in found["points"]] == [False, False, True]
    assert found["saturation"] == 0.41
    assert found["throughput"] == high["accepted"] == pytest.approx(0.55, rel=0.07)
    assert found["flit_hops"] == sum(point["flit_hops"] for point in found["points"])


def test_the_table_and_the_file(run, tmp_path):
    table = tmp_path / "points.csv"
    status, out, error = run(*SMALL, "--loads", "0.1,0.4", "--csv", table)
    assert status == 0
    assert str(table) in error
    lines = out.splitlines()
    assert lines[0] == "kary-tree:k=2,n=3: 8 hosts, routing fta, uniform"
    assert lines[1].split()[:2] == ["offered", "accepted"]
    rows = list(csv.DictReader(table.read_text("utf-8-sig").splitlines()))
    assert [row["offered_flits_per_cycle_host"] for row in rows] == ["0.1", "0.4"]
    assert [f"{float(row['accepted_flits_per_cycle_host']):.4f}" for row in rows] == [
        line.split()[1] for line in lines[2:4]
    ]
    assert {row["settled"] for row in rows} <= {"yes", "no"}
    assert [line.split("  ")[0] for line in lines[4:6]] == ["zero load", "base latency"]


def test_a_project(answer, sixty, tmp_path):
    flows = tmp_path / "flows.txt"
    flows.write_text("n01 n60 3\nn02 n60 1\n")
    uniform = answer(sixty, "--loads", 0.3, "--cycles", 5_000)
    assert uniform["hosts"] == 60
    assert uniform["points"][0]["accepted"] == pytest.approx(0.3, rel=0.1)
    into_one = answer(sixty, "--loads", 0.6, "--cycles", 20_000, "--traffic", flows)
    assert into_one["points"][0]["accepted"] == pytest.approx(0.5, rel=0.02)  # one link for both
    assert into_one["points"][0]["saturated"]


def test_options_do_something(answer):
    base = ["kary-tree:k=2,n=3", "--loads", 0.6, "--packet", 16, "--cycles", 3_000]
    plain = answer(*base)
    assert answer(*base)["points"] == plain["points"]
    for words in (
        ["--seed", 2],
        ["--seeds", 2],
        ["--scheme", "destro"],
        ["--traffic", "complement"],
        ["--self"],
        ["--arrivals", "bursty"],
        ["--arrivals", "bursty", "--burst", 3],
        ["--credits", "flit"],
        ["--route-at", "head"],
        ["--binding", "early"],
        ["--binding", "two"],
        ["--scheme", "nca"],
        ["--scheme", "valiant"],
        ["--flit", 4],
        ["--buffer", 3],
        ["--routing", 5],
        ["--crossbar", 2],
        ["--link", 2],
        ["--fly", 0],
        ["--warmup", 10],
        ["--faults", 1],
        ["--precision", 0.2],
        ["--packets-per-source", 20],
    ):
        assert answer(*base, *words)["points"] != plain["points"], words
    flits = [*base, "--switching", "wormhole"]
    assert answer(*flits)["points"] != plain["points"]
    assert answer(*flits, "--buffer-flits", 4)["points"] != answer(*flits)["points"]
    assert answer(*flits, "--allocation", 1)["points"] != answer(*flits)["points"]
    ruft = ["ruft:k=2,n=3", "--loads", 0.1, "--packet", 16, "--cycles", 3_000]
    assert answer(*ruft, "--long-fly", 30)["base_latency"] > answer(*ruft)["base_latency"] + 20


def test_saturation_by_bisection(answer):
    found = answer(
        "kary-tree:k=2,n=3", "--loads", 0.1, "--traffic", "complement", "--saturation", "--cycles", 5_000
    )
    assert found["saturation"] > 0.9  # a permutation without conflicts, but sources are random
    found = answer("ruft:k=4,n=2", "--loads", 0.1, "--saturation", "--cycles", 20_000)
    assert 0.4 < found["saturation"] < 0.7
    assert found["throughput"] == pytest.approx(found["saturation"], rel=0.1)
    assert answer("ruft:k=4,n=2", "--loads", 0.1, "--cycles", 5_000)["saturation"] is None


def test_links_that_are_out(answer, run):
    found = answer("ft-ruft-222:k=4,n=2", "--loads", 0.2, "--cycles", 40_000, "--faults", 7)
    assert len(found["links_out"]) == 7
    assert all(node >= 16 for link in found["links_out"] for node in link["nodes"])
    assert found["points"][0]["fairness"]["least"] > 0.5
    _, out, _ = run("ft-ruft-222:k=4,n=2", "--loads", 0.2, "--cycles", 5_000, "--faults", 1)
    assert out.startswith("ft-ruft-222:k=4,n=2: 16 hosts, routing ruft, uniform, 1 link out\n")


def test_what_was_not_reached_is_told(run):
    status, _, error = run(*SMALL, "--loads", 0.2, "--precision", 0.0001)
    assert status == 0
    assert "its 2,000 cycles were over before the precision" in error
    status, _, error = run("kary-tree:k=4,n=3", "--loads", 0.6, "--cycles", 200)
    assert status == 0
    assert "not settled when counting began at load 0.6: give more --cycles" in error


@pytest.mark.parametrize(
    ("arguments", "stated"),
    [
        (
            ["ruft:k=2,n=2", "--credits", "flit", "--packet", "8", "--flit", "8"],
            "--credits: packets of one flit fit wherever a flit fits, leave it out",
        ),
        (
            ["kary-tree:k=2,n=2", "--loads", "1.2"],
            "load 1.2: hosts cannot inject that, use more than 0 and at",
        ),
        (["kary-tree:k=3,n=2", "--traffic", "shuffle"], "needs a power of two of hosts, 9 is none"),
        (["kary-tree:k=2,n=2", "--traffic", "rings"], "traffic: unknown pattern 'rings': use uniform"),
        (["kary-tree:k=2,n=2", "--traffic", "."], ".:1: file: cannot be read"),
        (["ring:n=2"], "unknown family 'ring'"),
        (["none.fatdesk"], "none.fatdesk"),
        (["kary-tree:k=2,n=2", "--fabric", "x"], "--fabric: is for projects"),
        (["hyperx:S=3,K=1,T=2", "--scheme", "fta"], "routing algorithm fta does not fit"),
        (
            ["ruft:k=2,n=2", "--faults", "1"],
            "faults: of 10,000,000 random combinations of 1 link none is tolerated",
        ),
        (["ruft:k=2,n=2", "--faults", "99"], "faults: 99 links cannot fail"),
        (["kary-tree:k=2,n=2", "--burst", "3"], "--burst: is for --arrivals bursty"),
        (["kary-tree:k=2,n=2", "--buffer-flits", "3"], "--buffer-flits: is for --switching wormhole"),
        (["star:N=4", "--link", "0", "--fly", "0"], "--link, --fly: a flit takes at least one cycle"),
        (["kary-tree:k=2,n=2", "--csv", "no/where.csv"], "there is no folder no"),
        (
            ["kary-tree:k=2,n=2", "--workers", "2", "--cluster", "tcp://x:1"],
            "--workers: a cluster has its own",
        ),
        (["kary-tree:k=2,n=2", "--long-fly", "3"], "--long-fly: only one-way networks"),
        (
            ["kary-tree:k=2,n=2", "--scheme", "nca", "--binding", "early"],
            "--binding: traffic decides no output",
        ),
        (["kary-tree:k=2,n=2", "--scheme", "destro", "--binding", "two"], "with routing algorithm destro"),
        (["mikant:k=2,n=2", "--binding", "early"], "with routing algorithm mikant"),
        (["kary-tree:k=2,n=2", "--traffic", "complement", "--self"], "--self: no host sends to itself"),
        (["kary-tree:k=2,n=2", "--traffic", "all-to-all", "--self"], "--self: no host sends to itself"),
        (
            ["kary-tree:k=2,n=2", "--route-at", "head", "--routing", "0"],
            "--route-at: has no effect with --routing 0",
        ),
        (
            ["kary-tree:k=2,n=2", "--switching", "wormhole", "--buffer", "3", "--buffer-flits", "8"],
            "--buffer: --buffer-flits is the size",
        ),
        (["kary-tree:k=2,n=2", "--allocation", "1"], "--allocation: is for --switching wormhole"),
        (["hyperx:S=3-3-3,K=1-1-1,T=3", "--scheme", "minimal", "--loads", "0.9"], "(deadlock by cycle"),
    ],
)
def test_mistakes_are_told(run, arguments, stated):
    status, out, error = run(*arguments)
    assert (status, out) == (2, "")
    assert stated in error


def test_hosts_that_are_not_there(run, tmp_path):
    flows = tmp_path / "flows.txt"
    flows.write_text("0 1 1\n0 8 1\n")
    status, _, error = run("kary-tree:k=2,n=3", "--traffic", flows)
    assert status == 2
    assert f"{flows}:2: destination: '8' is not a host, use a name (0 to 7)" in error


@pytest.mark.parametrize(
    "loads", ["0", "-1", "nan", "inf", "1:0.5:0.1", "0.1:0.5", "0.1:0.5:0", "a", "0.1,,0.2", "99"]
)
def test_loads_that_are_none(capsys, loads):
    with pytest.raises(SystemExit) as caught:
        main(["simulate", "kary-tree:k=2,n=2", f"--loads={loads}"])
    assert caught.value.code == 2
    assert "is not A:B:STEP, one load" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "loads"),
    [
        ("0.1:0.5:0.2", (0.1, 0.3, 0.5)),
        ("0.1:0.55:0.2", (0.1, 0.3, 0.5)),
        ("0.7", (0.7,)),
        ("0.5,0.1", (0.1, 0.5)),
    ],
)
def test_loads_that_can_be(text, loads):
    assert grammar().parse_args(["simulate", "x", "--loads", text]).loads == loads


@pytest.fixture
def studied(sixty, tmp_path):
    """A project with a study of a network without parts, a fabric, and a network that cannot carry it."""
    project = tmp_path / "p.fatdesk"
    command = tmp_path / "add.json"
    study = {
        "name": "curves",
        "networks": [{"name": "tree", "spec": "kary-tree:k=2,n=3"}, {"name": "ours", "fabric": "compute"}],
        "switching": {"packet_bytes": 16},
        "loads": {"first": 0.2, "last": 0.6, "step": 0.2},
        "duration": {"cycles": 2000},
    }
    command.write_text(json.dumps({"command": "add-simulation", "simulation": study}))
    assert main(["edit", str(sixty), str(command), "-o", str(project)]) == 0
    study |= {"loads": {"first": 0.2, "last": 1.2, "step": 0.2}, "networks": study["networks"][:1]}
    command.write_text(json.dumps({"command": "change-simulation", "simulation": study}))
    return project, command


def test_a_study_of_a_project(run, studied):
    project, change = studied
    status, out, _ = run(project, "--study", "curves", "--json")
    assert status == 0
    found = json.loads(out)
    assert [network["name"] for network in found["networks"]] == ["tree", "ours"]
    assert [network["hosts"] for network in found["networks"]] == [8, 60]
    assert [point["offered"] for point in found["networks"][1]["points"]] == [0.2, 0.4, 0.6]
    tree, ours = found["networks"]
    assert "link_gbps" not in tree, "a topology has no rate"
    assert (ours["link_gbps"], ours["flit_bytes"], ours["cycle_ns"]) == (40, 1, 8 / 40)
    for point in ours["points"]:
        assert point["accepted_gbps"] == pytest.approx(40 * point["accepted"])
        assert point["latency_us"] == pytest.approx(point["latency"]["mean"] * 0.2 / 1000)
    assert ours["throughput_gbps"] == pytest.approx(40 * ours["throughput"])
    assert tree["verdict"].startswith("tree ")
    assert "Gb/s per host" in ours["verdict"]
    kept = sorted((project.parent / "p.results").iterdir())
    assert len(kept) == 2
    again = run(project, "--study", "curves", "--json", "--workers", 2)
    assert again[:2] == (0, out)
    assert again[2].startswith("everything is measured already\n")
    assert main(["edit", str(project), str(change)]) == 0
    status, out, error = run(project, "--study", "curves")
    assert status == 0
    assert "tree: loads above 1 are left out" in error
    assert "0 of 2 points" in error  # 0.8 and 1.0 are all that is new
    assert out.splitlines()[0] == "tree: kary-tree:k=2,n=3, 8 hosts, fta"
    assert [line.split()[0] for line in out.splitlines()[2:7]] == ["0.2", "0.4", "0.6", "0.8", "1"]
    assert "base latency" not in out, "0.02 is none of its loads"


def test_a_study_that_is_stopped_keeps_its_points(run, studied, monkeypatch):
    from fatdesk.cli.kit import output as answer

    def stop(self, done, total, text):
        if text.startswith(("2 of", "3 of")):
            raise KeyboardInterrupt

    monkeypatch.setattr(answer.ShownProgress, "step", stop)
    status, out, error = run(studied[0], "--study", "curves", "--workers", 1)
    assert (status, out) == (130, "")
    assert "each file is whole" in error
    monkeypatch.undo()
    _, _, error = run(studied[0], "--study", "curves")
    assert "of 6 points" not in error
    assert "0 of " in error


@pytest.mark.parametrize(
    ("words", "stated"),
    [
        (["--study", "other"], "--study other: the project has no such simulation study, known are curves"),
        (["--study", "curves", "--seed", "2"], "--seed: the study decides that"),
        (["--study", "curves", "--route-at", "head"], "--route-at: the study decides that"),
    ],
)
def test_mistakes_with_a_study_are_told(run, studied, words, stated):
    status, out, error = run(studied[0], *words)
    assert (status, out) == (2, "")
    assert stated in error


@pytest.mark.slow
def test_the_first_start_says_what_it_does(tmp_path):
    """With nowhere compiled before."""
    begin = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "fatdesk", "simulate", *SMALL, "--loads", "0.2"],
        env=os.environ | {"PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0
    assert done.stderr.startswith("preparing the simulator: the first run on this computer compiles it\n")
    judge_time(time.monotonic() - begin, 60)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("who", [[], ["--workers", "2"]], ids=["threads", "processes"])
def test_ctrl_c(who, started):
    program = started("kary-tree:k=4,n=3", "--cycles", "900000000", "--warmup", "0", *who)
    while "runs:" not in (line := program.stderr.readline()):
        assert line, "it ended by itself"
    time.sleep(2 if who else 0.3)
    begin = time.monotonic()
    os.killpg(program.pid, signal.SIGINT)  # as a terminal does
    out, error = program.communicate(timeout=PATIENCE_S)
    judge_time(time.monotonic() - begin, 2)  # the program's end included
    assert (program.returncode, out) == (130, "")
    assert "Traceback" not in error
    assert error.endswith("cancelled, nothing was written\n")


@pytest.mark.slow  # by day tests/networks/simulation/test_sweep.py kills workers
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are told by Linux")
def test_a_killed_worker(answer, started):
    words = ["kary-tree:k=4,n=3", "--loads", "0.2,0.3,0.4,0.5", "--cycles", "100000"]
    program = started(*words, "--workers", "2", "--json")
    workers: list[int] = []
    while len(workers) < 2:
        time.sleep(0.02)
        children = Path(f"/proc/{program.pid}/task/{program.pid}/children").read_text().split()
        workers = [
            int(child) for child in children if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text()
        ]
    os.kill(workers[0], signal.SIGKILL)
    out, error = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 0
    assert "a worker ended unexpectedly" in error
    assert "its runs are made again" in error
    assert json.loads(out)["points"] == answer(*words)["points"]
