"""P21: the same project gives the same bytes, whatever hash seed, language and time zone."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.trust.promises import Promise
from tests.trust.strace import ROOT

_SAVE = """
import sys
from pathlib import Path
from fatdesk.project.commands.history import perform
from fatdesk.cli.projects.edit import decode_command
from fatdesk.project.commands import RefusedError
from fatdesk.project.files.storing import save_project
from tests.project.samples import rich_project
project = rich_project()
for line in Path("tests/project/commands/examples.jsonl").read_bytes().splitlines():
    try:
        project = perform(project, decode_command(line, "c"))
    except RefusedError:
        pass
save_project(project, Path(sys.argv[1]))
"""


SURROUNDINGS = [
    ("0", "C", "UTC"),
    ("1", "tr_TR.UTF-8", "Asia/Kathmandu"),
    ("4242", "de_DE.ISO-8859-1", "America/St_Johns"),
]
"""PYTHONHASHSEED, LANG and TZ."""
BY_DAY = SURROUNDINGS[::2]
"""The first and the last, which have nothing in common."""


def surroundings(seed: str, lang: str, zone: str) -> dict[str, str]:
    """The environment of a program."""
    changed = {"PYTHONHASHSEED": seed, "LANG": lang, "LC_ALL": lang, "TZ": zone, "PYTHONPATH": str(ROOT)}
    if zone.startswith("America"):  # where paper of the size Letter is usual
        changed["LC_PAPER"] = "en_US.UTF-8"
    return os.environ | changed


_COMMANDS = """
import json, sys
from fatdesk.cli import main
if __name__ == "__main__":
    sys.exit(any([main(words) for words in json.loads(sys.argv[1])]))
"""


def commands(*some: list[str]) -> list[str]:
    """A program that runs some commands of fatdesk one after the other."""
    return [sys.executable, "-c", _COMMANDS, json.dumps(some)]


@pytest.mark.promise("P21")
def test_same_project(tmp_path: Path, promise: Promise) -> None:
    texts = set()
    for number, some in enumerate(SURROUNDINGS):
        path = tmp_path / f"{number}.fatdesk"
        subprocess.run([sys.executable, "-c", _SAVE, path], cwd=ROOT, env=surroundings(*some), check=True)
        texts.add(path.read_bytes())
    assert len(texts) == 1
    promise("an edited project, {n} hash seeds, languages, zones", n=len(SURROUNDINGS))


@pytest.mark.promise("P21")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("nodes-60", marks=pytest.mark.slow),
        "gpu-31",
        pytest.param("blades-224", marks=pytest.mark.slow),
    ],
)
def test_same_design_and_exports(tmp_path: Path, name: str, long: bool, promise: Promise) -> None:
    """The whole way from requirements to every export, and what is printed."""
    wish = ROOT / "resources" / "examples" / f"{name}.yaml"
    found = []
    for number, some in enumerate(SURROUNDINGS if long else BY_DAY):
        place = tmp_path / str(number)
        place.mkdir()
        words = commands(["design", str(wish), "-o", "a.fatdesk", "--json"], ["export", "a.fatdesk", "out"])
        ran = subprocess.run(words, cwd=place, env=surroundings(*some), capture_output=True, check=True)
        files = {
            path.relative_to(place): path.read_bytes() for path in sorted(place.rglob("*")) if path.is_file()
        }
        found.append((files, ran.stdout, ran.stderr))
    assert len(found[0][0]) >= 12
    assert all(one == found[0] for one in found)
    promise(
        "{files} files of design and export, the same {times} times", files=len(found[0][0]), times=len(found)
    )


FIGURES = {
    "simulation": "simulate ft-ruft-212:k=4,n=2 --loads 0.2,0.6 --seeds 2 --cycles 1000",
    "fault analysis": "faults ft-ruft-212:k=4,n=2 --count 2:9 --combinations 1000",
    "degradation": "faults ft-ruft-222:k=2,n=3 --degradation --count 0:6 --samples 3 --cycles 1000",
}


@pytest.mark.promise("P21")
def test_same_figures(long: bool, promise: Promise) -> None:
    """By threads and by two processes, in the long form also by one; time aside."""
    found = set()
    by_one = [(SURROUNDINGS[1], ["--workers", "1"])] if long else []
    runs = [*zip(BY_DAY, ([], ["--workers", "2"]), strict=True), *by_one]
    for some, workers in runs:
        words = commands(*([*words.split(), "--json", *workers] for words in FIGURES.values()))
        done = subprocess.run(words, env=surroundings(*some), capture_output=True, check=True)
        lines = done.stdout.splitlines()
        found.add(b"\n".join(line for line in lines if not line.startswith(b'  "seconds"')))
        assert len(lines) > 50 * len(FIGURES)
    assert len(found) == 1
    for what in FIGURES:
        promise(f"a {what} by different workers, the same {{times}} times", times=len(runs))
