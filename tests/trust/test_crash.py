"""P4: a crash loses at most ten seconds of edits, and what is recovered existed."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from fatdesk.gui.files.recovery import PAUSE_MS
from fatdesk.project.document.project import Project
from fatdesk.project.files.recovery import left_behind
from fatdesk.project.files.storing import load_project, save_project
from tests.patience import PATIENCE_S, judge_time
from tests.trust.crashing import digest
from tests.trust.promises import Promise
from tests.trust.strace import ROOT

MOST_S = 10.0
AT_ONCE = 4

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the trials fork")


class Trial(NamedTuple):
    """One window on its way to be killed."""

    folder: Path
    pid: int
    after_s: float


@pytest.fixture(scope="module")
def project(designed: Callable[[str], Project], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The 60 hosts as a file."""
    path = tmp_path_factory.mktemp("project") / "nodes-60.fatdesk"
    save_project(designed("nodes-60"), path)
    return path


@pytest.fixture(scope="module")
def server() -> Iterator[subprocess.Popen[str]]:
    """The program whose forks are the trials."""
    command = [sys.executable, "-m", "tests.trust.crashing"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as started:
        yield started
        assert started.stdin is not None
        started.stdin.close()


def begin(server: subprocess.Popen[str], folder: Path, project: Path, random: Random, pause_ms: int) -> Trial:
    folder.mkdir()
    order = {
        "state": str(folder / "state"),
        "project": str(project),
        "log": str(folder / "log"),
        "seed": random.randrange(10**9),
        "pause_ms": pause_ms,
    }
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(json.dumps(order) + "\n")
    server.stdin.flush()
    longest_s = 1.8 * pause_ms / 1000 + 0.4
    return Trial(folder, int(server.stdout.readline()), random.uniform(0.1, longest_s))


def wait_for_edits(trial: Trial) -> float:
    """When it made its first entry."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        log = trial.folder / "log"
        if log.exists() and log.read_text().count("\n") >= 1:
            return time.monotonic()
        time.sleep(0.005)
    raise AssertionError("the window does not edit")


def lost_s(trial: Trial, killed: float, project: Path, monkeypatch: pytest.MonkeyPatch) -> float:
    """For how long before the kill the recovered state had been gone; a state that never was fails."""
    monkeypatch.setenv("XDG_STATE_HOME", str(trial.folder / "state"))
    states = [line.split() for line in (trial.folder / "log").read_text().splitlines() if line.count(" ")]
    times = [float(when) for when, _ in states]
    digests = [what for _, what in states]
    found = left_behind()
    assert len(found) <= 1
    if found:
        assert not found[0].problem
        recovered = found[0].project
        assert recovered is not None
    else:
        recovered = load_project(project).project
    kept = digest(recovered)
    assert kept in digests, "what is recovered never existed"
    last = len(digests) - 1 - digests[::-1].index(kept)
    return max(0.0, killed - times[last + 1]) if last + 1 < len(times) else 0.0


def campaign(
    server: subprocess.Popen[str],
    tmp_path: Path,
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    pauses_ms: list[int],
) -> tuple[float, int]:
    """Kill one window for each pause; the most that was lost, and how many had a copy to recover."""
    random, most, recovered, number = Random(7), 0.0, 0, 0
    while number < len(pauses_ms):
        batch = []
        for pause_ms in pauses_ms[number : number + AT_ONCE]:
            batch.append(begin(server, tmp_path / str(number), project, random, pause_ms))
            number += 1
        due = sorted((wait_for_edits(trial) + trial.after_s, trial) for trial in batch)
        for when, trial in due:
            time.sleep(max(0.0, when - time.monotonic()))
            os.kill(trial.pid, signal.SIGKILL)
            killed = time.monotonic()
            while _lives(trial.pid):
                time.sleep(0.002)
            lost = lost_s(trial, killed, project, monkeypatch)
            judge_time(lost, MOST_S)
            most = max(most, lost)
            recovered += bool(left_behind())
    return most, recovered


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


TOLD = "{trials} windows killed while editing, {recovered} with a copy: at most {most_s:.1f} s lost"


@pytest.mark.promise("P4")
def test_killed_windows_lose_little(
    server: subprocess.Popen[str],
    tmp_path: Path,
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    promise: Promise,
) -> None:
    """Most trials write their copy all the time, so that kills meet the writing, one with pauses.

    They are short; test_no_loss_in_200_kills has those of users.
    """
    pauses = [PAUSE_MS // 8] + [1] * 3
    most, recovered = campaign(server, tmp_path, project, monkeypatch, pauses)
    assert recovered >= len(pauses) // 4
    promise(TOLD, trials=len(pauses), recovered=recovered, most_s=most)


@pytest.mark.slow
@pytest.mark.promise("P4")
def test_no_loss_in_200_kills(
    server: subprocess.Popen[str],
    tmp_path: Path,
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    promise: Promise,
) -> None:
    pauses = ([1] * 4 + [PAUSE_MS] * 4) * 25
    most, recovered = campaign(server, tmp_path, project, monkeypatch, pauses)
    assert recovered >= len(pauses) // 4
    promise(TOLD, trials=len(pauses), recovered=recovered, most_s=most)
