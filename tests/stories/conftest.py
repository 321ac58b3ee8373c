"""Commands run as people type them, and an X server without a screen (Debian: xvfb, xdotool)."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fatdesk.cli import main
from fatdesk.core.shipped_data import shipped

ROOT = Path(__file__).resolve().parents[2]
MISSING = [program for program in ("Xvfb", "xdotool") if shutil.which(program) is None]


@pytest.fixture
def run(request, capsys):
    """Run the command that the test's module names as COMMAND; status, standard output, standard error."""

    def call(*arguments):
        status = main([request.module.COMMAND, *map(str, arguments)])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


@pytest.fixture
def answer(run):
    """Run it with ``--json``; its object."""

    def call(*arguments):
        status, out, error = run(*arguments, "--json")
        assert status == 0, error
        return json.loads(out)

    return call


@pytest.fixture
def started(request):
    """Begin it as a program of its own, which does not outlive the test."""
    programs = []

    def call(*words):
        command = [sys.executable, "-m", "fatdesk", request.module.COMMAND, *words]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        env = os.environ | {"PYTHONPATH": str(ROOT)}
        programs.append(subprocess.Popen(command, env=env, start_new_session=True, **pipes))
        return programs[-1]

    yield call
    for program in programs:
        if program.poll() is None:
            program.kill()
            program.communicate()


@pytest.fixture(scope="session")
def sixty(tmp_path_factory):
    """The project of the example with 60 hosts; only read."""
    project = tmp_path_factory.mktemp("sixty") / "nodes-60.fatdesk"
    assert main(["design", str(shipped("resources") / "examples" / "nodes-60.yaml"), "-o", str(project)]) == 0
    return project


@pytest.fixture
def display():
    """An X server without a screen; its number."""
    if MISSING:
        pytest.skip(f"no {' and no '.join(MISSING)} here")
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"]
    command.append("-noreset")  # else it begins anew, deaf for a moment, whenever its last client has gone
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    assert number, "Xvfb did not start"
    yield f":{number}"
    server.terminate()
    server.wait(10)
