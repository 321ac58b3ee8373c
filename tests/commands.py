"""Fixtures that run commands as people type them; conftest.py of tests/cli and tests/stories give them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fatdesk.cli import main
from fatdesk.core.program import shipped

ROOT = Path(__file__).resolve().parents[1]


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
