"""P6: two programs save one file: one writes, the other is told."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.trust.strace import ROOT


@pytest.mark.skipif(sys.platform == "win32", reason="the race forks")
def test_one_writes_and_the_other_is_told(tmp_path: Path, long: bool) -> None:
    races = 1000 if long else 100
    done = subprocess.run(
        [sys.executable, "-m", "tests.trust.racing", tmp_path, str(races)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    result = json.loads(done.stdout)
    assert result["wrong"] == []
    assert result["left"] == ["a.fatdesk"]
