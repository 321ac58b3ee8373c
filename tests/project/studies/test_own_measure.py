"""A measure of one module and its word in the list has options, files, lists, charts and fields."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def test_a_measure_that_the_program_does_not_have_is_registered_by_its_word() -> None:
    """The program does all that ``own_measure.py`` asks of it, with no other change."""
    word = Path(__file__).parent / "registered"
    found = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "0", "-q", "tests/gui/faults/own_measure.py"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(word), str(ROOT)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "4 passed" in found.stdout, found.stdout + found.stderr
