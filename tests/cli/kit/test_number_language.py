"""Figures in a terminal follow the system; what files and programs read has a point."""

import os
import pty
import subprocess
import sys

from tests.patience import PATIENCE_S

SHOW = """
import locale
locale.localeconv = lambda: {"decimal_point": ","}  # where no German locale is installed
locale.setlocale = lambda *words: "C"
from fatdesk.cli.kit.tables import figure_text, table
print(table([["part", "metres"], ["dac-1.5", "1,234.50"]], frozenset({1})))
print(figure_text(2.5, ",.2f", "kW", True))
"""


def shown(stdout):
    return subprocess.Popen([sys.executable, "-c", SHOW], stdout=stdout, env=os.environ | {"COLUMNS": "80"})


def test_a_terminal_shows_the_sign_of_the_system():
    """Names of parts are no figures."""
    ours, theirs = pty.openpty()
    process = shown(theirs)
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
        "1_234,50",
        ">=",
        "2,50",
        "kW",
    ]


def test_a_pipe_has_a_point():
    process = shown(subprocess.PIPE)
    text, _ = process.communicate(timeout=PATIENCE_S)
    assert text.decode().split() == ["part", "metres", "dac-1.5", "1,234.50", ">=", "2.50", "kW"]
