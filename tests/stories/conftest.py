"""Commands run as people type them, and an X server without a screen (Debian: xvfb, xdotool)."""

import os
import shutil
import subprocess

import pytest

from tests.commands import answer, run, sixty, started
from tests.patience import PATIENCE_S

__all__ = ["answer", "run", "sixty", "started"]
MISSING = [program for program in ("Xvfb", "xdotool") if shutil.which(program) is None]


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
    with os.fdopen(reading) as stated:
        number = stated.readline().strip()
    assert number, "Xvfb did not start"
    yield f":{number}"
    server.terminate()
    server.wait(PATIENCE_S)
