"""Workers answer, are killed, and are missed when they die; nothing here knows a window."""

import multiprocessing
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fatdesk.tasks.running import Done, Failed, Running, Shown, Step, Stopped
from tests.patience import PATIENCE_S
from tests.tasks import errands


def events_of(running, limit_s=PATIENCE_S):
    """Everything that is told until the end."""
    heard, deadline = [], time.monotonic() + limit_s
    while time.monotonic() < deadline:
        heard += running.poll()
        if heard and isinstance(heard[-1], Done | Failed | Stopped):
            assert running.wait(PATIENCE_S)
            assert running.poll() == []
            return heard
        time.sleep(0.005)
    raise AssertionError(f"no end in {limit_s} s: {heard}")


def test_a_result_with_what_was_told_before():
    heard = events_of(Running(errands.add, (2, 3)))
    assert heard[-1] == Done(5)
    shown = [event.value for event in heard if isinstance(event, Shown)]
    assert shown[-1] == 4
    assert shown == sorted(shown)
    assert any(isinstance(event, Step) and event.total == 5 for event in heard)


@pytest.mark.parametrize("size", [1 << 25])
def test_large_values_both_ways(size):
    assert events_of(Running(errands.measure, (bytes(size),)))[-1] == Done(size)
    assert len(events_of(Running(errands.give_much, (size,)))[-1].result) == size


def test_errors_of_the_user_are_text_and_faults_have_a_traceback():
    refused = events_of(Running(errands.refuse, ()))[-1]
    assert refused == Failed("a.yaml:3: hosts: is 0, must be 1 or more")
    fault = events_of(Running(errands.break_down, ()))[-1]
    assert "KeyError" in fault.text
    assert "in break_down" in fault.detail
    assert events_of(Running(errands.stop, ())) == [Stopped()]


def test_what_cannot_be_sent_is_told():
    end = events_of(Running(errands.measure, (lambda: 1,)))[-1]
    assert isinstance(end, Failed)
    assert "could not be started" in end.text


def test_a_worker_that_closes_its_line_is_missed():
    end = events_of(Running(errands.close_the_line, ()))[-1]
    assert isinstance(end, Failed)


@pytest.mark.skipif(
    "forkserver" not in multiprocessing.get_all_start_methods(),
    reason="workers are copies only where systems fork",
)
def test_a_worker_starts_with_the_modules_of_tasks_and_their_libraries():
    found = set(events_of(Running(errands.loaded, ()))[-1].result)
    assert {"fatdesk.tasks.designing", "fatdesk.tasks.failures", "fatdesk.tasks.files"} <= found
    assert {"numba", "scipy.sparse.csgraph"} <= found


def test_a_worker_may_be_killed_before_it_has_started():
    running = Running(errands.sleep_on, (PATIENCE_S,))
    running.kill()
    assert isinstance(events_of(running)[-1], Failed)


DESK = """
import time
from fatdesk.tasks.running import Running
from tests.tasks import errands
if __name__ == "__main__":
    running = Running(errands.sleep_on, (120,))
    while not running.poll():
        time.sleep(0.01)
    print(running.pid, flush=True)
    time.sleep(120)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="looks for a process by its number")
def test_no_worker_outlives_a_killed_desk(tmp_path):
    script = tmp_path / "desk.py"
    script.write_text(DESK)
    path = os.pathsep.join(filter(None, (str(Path.cwd()), os.environ.get("PYTHONPATH"))))
    env = os.environ | {"PYTHONPATH": path}
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True, env=env) as desk:
        pid = int(desk.stdout.readline())
        os.kill(pid, 0)
        desk.kill()
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
    raise AssertionError("the worker goes on without its desk")
