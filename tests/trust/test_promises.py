"""The table of promises says what the tests said, and pytest's own line stays the last."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.trust.promises import LATER, PROMISES, Results, table
from tests.trust.strace import ROOT

TESTS = """
import pytest

@pytest.mark.promise("P1")
@pytest.mark.parametrize("kills", [30, 40])
def test_kills(kills, promise):
    promise("{losses} losses in {kills} kills, slowest {most_s} s", losses=0, kills=kills, most_s=kills)

@pytest.mark.promise("P3", "P7")
def test_two(promise):
    promise("P3", "{errors} errors", errors=5)
    promise("P7", "all or nothing")

@pytest.mark.promise("P6")
def test_wrong(promise):
    promise("{races} races", races=1)
    assert False

@pytest.mark.promise("P8")
def test_skipped():
    pytest.skip("no disk here")
"""


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["one process", "two workers"])
def test_the_table(tmp_path: Path, workers: list[str]) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    plugin = ["-p", "tests.trust.promises", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plugin, *workers, "--rootdir", tmp_path, tmp_path],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    lines = done.stdout.splitlines()
    rows = {line.split()[0]: line for line in lines if line.split() and line.split()[0] in PROMISES}
    assert rows.keys() == PROMISES.keys(), done.stdout + done.stderr
    assert "0 losses in 70 kills, slowest 40 s" in " ".join(done.stdout.split())
    assert "kept" in rows["P1"]
    assert rows["P3"].endswith("5 errors")
    assert rows["P7"].endswith("all or nothing")
    assert "FAILED" in rows["P6"]
    assert rows["P8"].endswith("no disk here")
    assert all("not there yet" in rows[number] for number in LATER)
    assert rows["P9"].endswith("not in this run")
    assert "1 failed, 3 passed, 1 skipped" in lines[-1]


def test_every_promise_has_a_row_and_fits() -> None:
    lines = table(Results())
    assert len(lines) == 1 + len(PROMISES) == 25
    assert max(map(len, lines)) <= 110
