"""P21: the same project gives the same bytes, whatever hash seed, language and time zone."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.trust.strace import ROOT

_SAVE = """
import sys
from pathlib import Path
from fatdesk.project.commands.performing import perform
from fatdesk.project.commands.reading import decode_command
from fatdesk.project.commands import RefusedError
from fatdesk.project.storing import save_project
from tests.project.samples import rich_project
project = rich_project()
for line in Path("tests/project/commands/examples.jsonl").read_bytes().splitlines():
    try:
        project = perform(project, decode_command(line, "c"))
    except RefusedError:
        pass
save_project(project, Path(sys.argv[1]))
"""


def test_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = set()
    for number, (seed, lang, zone) in enumerate(
        [
            ("0", "C", "UTC"),
            ("1", "tr_TR.UTF-8", "Asia/Kathmandu"),
            ("4242", "de_DE.ISO-8859-1", "America/St_Johns"),
        ]
    ):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        monkeypatch.setenv("LANG", lang)
        monkeypatch.setenv("LC_ALL", lang)
        monkeypatch.setenv("TZ", zone)
        path = tmp_path / f"{number}.fatdesk"
        subprocess.run([sys.executable, "-c", _SAVE, path], cwd=ROOT, check=True)
        texts.add(path.read_bytes())
    assert len(texts) == 1
