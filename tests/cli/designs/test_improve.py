"""``fatdesk improve`` as a user runs it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fatdesk.cli import main
from fatdesk.core.program import shipped
from fatdesk.project.files.storing import load_project
from tests.patience import PATIENCE_S, judge_time
from tests.trust.strace import ROOT


@pytest.fixture
def run(capsys):
    """Run a command; status, standard output, standard error."""

    def call(*arguments):
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


@pytest.fixture(scope="module")
def designed(tmp_path_factory):
    project = tmp_path_factory.mktemp("designed") / "p.fatdesk"
    example = shipped("resources") / "examples" / "nodes-396.yaml"
    assert main(["design", str(example), "-o", str(project)]) == 0
    return project


def test_cheaper_cables_in_another_file(run, designed, tmp_path):
    """The user asked for core switches in racks 7 and 11, and for 14 free units in rack 1."""
    target = tmp_path / "better.fatdesk"
    before = designed.read_bytes()
    status, out, err = run("improve", designed, "--steps", 6000, "--seed", 3, "-o", target, "--json")
    assert status == 0
    assert designed.read_bytes() == before
    assert f"{target}: written" in err
    answer = json.loads(out)
    cost = {word: float(answer[word]["cost"]["amount"]) for word in ("start", "end")}
    assert float(answer["lower_bound"]["amount"]) < cost["end"] < cost["start"]
    assert (answer["steps"], answer["seed"], answer["ended"]) == (6000, 3, "steps")
    assert [float(point["cost"]) for point in answer["curve"]][:: len(answer["curve"]) - 1] == list(
        cost.values()
    )
    shown = [json.loads(run("show", project, "--json")[1]) for project in (designed, target)]
    whole = [float(figures["cost"]["amount"]) for figures in shown]
    assert whole[0] - whole[1] == cost["start"] - cost["end"]
    assert shown[1] == answer["placed"]
    assert shown[1]["metres"] == answer["end"]["metres"]
    racks = {rack.number: rack for rack in load_project(target).project.floor.racks}
    cores = {n: sum("/core/" in d.id for d in rack.devices) for n, rack in racks.items()}
    assert {n: count for n, count in cores.items() if count} == {7: 9, 11: 9}
    assert all(device.u > 14 for device in racks[1].devices)
    words = run("improve", target, "--steps", 300)[1]
    assert "lower bound" in words


def test_in_place_and_nothing_better(run, tmp_path):
    project = tmp_path / "p.fatdesk"
    run("design", shipped("resources") / "examples" / "nodes-60.yaml", "-o", project)
    status, out, _ = run("improve", project, "--steps", 5000)
    assert status == 0
    assert "5,000 steps" in out
    first = project.read_bytes()
    status, _, err = run("improve", project, "--steps", 300)
    assert (status, project.read_bytes()) == (0, first)
    assert "no better placement was found, it stays as it is" in err


def test_wrong_words(run, designed, capsys):
    for words, text in (
        (("--seconds", "0"), "is not a number of seconds above 0"),
        (("--steps", "-1"), "is too small, give 1 or more"),
        (("--seed", "x"), "is not a whole number from 0 to"),
    ):
        with pytest.raises(SystemExit) as stopped:
            main(["improve", str(designed), *words])
        assert stopped.value.code == 2
        assert text in capsys.readouterr().err


def start(*arguments: str | Path, seed: str = "0") -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed}
    return subprocess.Popen(
        [sys.executable, "-m", "fatdesk", *arguments],
        cwd=ROOT,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_ctrl_c_keeps_the_best(tmp_path):
    """From a placement by the rules alone, which the optimiser betters soon."""
    designed, target = tmp_path / "plain.fatdesk", tmp_path / "best.fatdesk"
    example = shipped("resources") / "examples" / "nodes-396.yaml"
    assert main(["design", str(example), "--improve-steps", "0", "-o", str(designed)]) == 0
    process = start("improve", designed, "--seconds", "40", "-o", target)
    assert process.stderr is not None
    for line in process.stderr:
        costs = re.findall(r"[0-9,]+[0-9]", line)
        if len(costs) == 2 and costs[0] != costs[1]:
            break  # something better than the start is known
    process.send_signal(signal.SIGINT)
    begun = time.monotonic()
    out, err = process.communicate(timeout=PATIENCE_S)
    judge_time(time.monotonic() - begun, 10)
    assert process.returncode == 130
    assert f"{target}: written" in err
    assert "stopped, the best result so far is kept" in out
    assert load_project(target).project.floor != load_project(designed).project.floor


@pytest.mark.promise("P21")
def test_same_seed_same_bytes(designed, tmp_path, promise):
    running = {}
    for seed in ("1", "777"):
        target = tmp_path / f"{seed}.fatdesk"
        running[target] = start("improve", designed, "--steps", "3000", "-o", target, seed=seed)
    for process in running.values():
        process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0
    assert len({target.read_bytes() for target in running}) == 1
    promise("a better placement, {n} hash seeds", n=len(running))
