"""Style, types and contracts are checked while tests run; one that fails is shown and fails the run."""

import subprocess
import sys

import pytest

from tests.checks import CHECKS, ROOT, run

CONFTEST = """
from tests import checks

checks.CHECKS = (("{0}", "-c", "print('in', 'order')"), ("{0}", "-c", "print('line 3 is wrong'); exit({1})"))
"""


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["one process", "two workers"])
@pytest.mark.parametrize(("failing", "status"), [(0, 0), (1, 1)])
def test_a_check_that_fails_is_shown_and_fails_the_run(tmp_path, workers, failing, status):
    (tmp_path / "conftest.py").write_text(CONFTEST.format(sys.executable, failing))
    (tmp_path / "test_some.py").write_text("def test_fine(): pass\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    plugin = ["-p", "tests.checks", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plugin, *workers, "--rootdir", tmp_path, tmp_path],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.returncode == status, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert ("line 3 is wrong" in lines) == bool(failing)
    assert "in order" not in lines, "what passes prints one line"
    assert done.stdout.count(": FAILED") == failing
    assert "1 passed" in lines[-1]


def test_checks_are_programs_of_the_project():
    assert {check[0] for check in CHECKS} == {"ruff", "mypy", "lint-imports"}
    outcome = run(("ruff", "--version"))
    assert not outcome.failed
    assert outcome.output.startswith("ruff ")
