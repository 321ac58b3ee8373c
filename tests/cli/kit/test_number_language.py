"""Figures in a terminal follow the system; what files and programs read has a point."""

import os
import pty
import subprocess
import sys

import pytest

from tests.patience import PATIENCE_S

GERMAN = {"decimal_point": ",", "thousands_sep": ".", "grouping": [3, 3, 0]}
INDIAN = {"decimal_point": ".", "thousands_sep": ",", "grouping": [3, 2, 0]}
SHOW = """
import locale
locale.localeconv = lambda: SYSTEM  # where no such locale is installed
locale.setlocale = lambda *words: "C"
from fatdesk.cli.kit.tables import figure_text, table
print(table([["part", "metres"], ["dac-1.5", "1,234,567.50"]], frozenset({1})))
print(figure_text(2.5, ",.2f", "kW", True))
"""


def shown(stdout, system=GERMAN):
    script = SHOW.replace("SYSTEM", repr(system))
    return subprocess.Popen([sys.executable, "-c", script], stdout=stdout, env=os.environ | {"COLUMNS": "80"})


@pytest.mark.parametrize(
    ("system", "metres", "power"), [(GERMAN, "1_234_567,50", "2,50"), (INDIAN, "12,34,567.50", "2.50")]
)
def test_a_terminal_shows_the_signs_of_the_system(system, metres, power):
    """Names of parts are no figures."""
    ours, theirs = pty.openpty()
    process = shown(theirs, system)
    os.close(theirs)
    text = b""
    try:
        while piece := os.read(ours, 4096):
            text += piece
    except OSError:  # the other end is closed
        pass
    finally:
        os.close(ours)
    assert process.wait(PATIENCE_S) == 0
    assert text.decode().replace("\u202f", "_").split() == [
        "part",
        "metres",
        "dac-1.5",
        metres,
        ">=",
        power,
        "kW",
    ]


def test_a_pipe_has_a_point():
    process = shown(subprocess.PIPE)
    text, _ = process.communicate(timeout=PATIENCE_S)
    assert text.decode().split() == ["part", "metres", "dac-1.5", "1,234,567.50", ">=", "2.50", "kW"]
