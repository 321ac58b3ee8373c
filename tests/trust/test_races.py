"""P6: two programs save one file: one writes, the other is told."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.trust.promises import Promise
from tests.trust.strace import ROOT


@pytest.mark.skipif(sys.platform == "win32", reason="the race forks")
@pytest.mark.promise("P6")
def test_one_writes_and_the_other_is_told(tmp_path: Path, long: bool, promise: Promise) -> None:
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
    promise("0 lost in {trials:,} races: one wrote, the other was refused", trials=races)
