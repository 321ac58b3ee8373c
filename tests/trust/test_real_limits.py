"""P9: a project file of the real size: one byte above the limit is not read, one of the limit is."""

import subprocess
import sys
from pathlib import Path

import pytest

from fatdesk.project.files.file_format import MAX_BYTES
from tests.trust.promises import Promise
from tests.trust.strace import ROOT

_LOAD = """
import sys
from pathlib import Path
from fatdesk.core.errors import FatdeskError
from fatdesk.project.files.storing import load_project
from tests.trust.memory import peak_mb
try:
    load_project(Path(sys.argv[1]))
except FatdeskError as error:
    print(error)
print(round(peak_mb()))
"""


def loaded(path: Path) -> tuple[str, int]:
    """What a program of its own said when it loaded a file, and its most memory in MB."""
    done = subprocess.run(
        [sys.executable, "-c", _LOAD, path], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    text, _, peak = done.stdout.strip().rpartition("\n")
    return text, int(peak)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="files there have no holes, and no memory is reported")
@pytest.mark.promise("P9")
def test_a_file_of_the_limit_is_read_and_a_larger_one_is_not(tmp_path: Path, promise: Promise) -> None:
    """A project of the limit: one record with a long text between the header and the end."""
    head = b'{"t":"fatdesk","format":12,"min_reader":12}\n{"t":"project","name":"'
    tail = b'"}\n{"t":"end"}\n'
    path = tmp_path / "a.fatdesk"
    with path.open("wb") as stream:
        stream.write(head)
        left = MAX_BYTES - len(head) - len(tail)
        while left:
            left -= stream.write(b"x" * min(left, 1 << 20))
        stream.write(tail)
    assert path.stat().st_size == MAX_BYTES
    text, peak = loaded(path)
    assert text.startswith(f"{path}:2: "), text[:300]
    assert len(text) < 1000
    assert peak > 500, "it was read"
    with path.open("ab") as stream:
        stream.write(b"\n")
    text, above = loaded(path)
    assert f"{path}:1: file: is larger than {MAX_BYTES}" in text
    assert above < 200, "it was read"
    promise(
        "a file of {most_mb:.0f} MB takes {most_peak:,} MB, a larger one is not read",
        most_mb=MAX_BYTES / 1e6,
        most_peak=peak,
    )
