"""Screens with 150 and 200 %: in no view, wizard page or dialog is a word cut, covered or outside."""

import os
import subprocess
import sys

import pytest

SIZE = ("1280", "680")
"""2,560 x 1,440 at 200 % and 1,920 x 1,080 at 150 % without the title of the window, in logical pixels."""


@pytest.mark.slow
@pytest.mark.parametrize("scale", ["1.5", "2"])
def test_every_view_and_dialog_is_whole_on_scaled_screens(tmp_path, scale):
    environment = os.environ | {"QT_SCALE_FACTOR": scale, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "tests.gui.accessibility.scaled", str(tmp_path), *SIZE]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("looked at 47 places\n"), done.stdout
    assert len(done.stdout.splitlines()) == 1, done.stdout
