"""P11: a picture named in every text of a project is never opened, wherever the window shows the text."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.floor.room import Area
from fatdesk.project.commands import Batch
from fatdesk.project.commands.cables import SetCable
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.project import Waive
from fatdesk.project.commands.racks import Reserve
from fatdesk.project.commands.room import AddColumn
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.cable_records import CableRecord
from fatdesk.project.files.file_format import decode, encode
from tests.patience import PATIENCE_S
from tests.trust.promises import Promise
from tests.trust.window_tour import OVER

ROOT = Path(__file__).resolve().parents[2]
EACH = 4
"""So many records of a kind have all their texts replaced."""
HELD = {"t", "id", "part", "kind", "medium", "connector", "node"}
"""Words of the format, and ids: what stands there is looked up, so another text is refused."""


def with_bait(data: bytes, bait: Path) -> tuple[bytes, int]:
    """A project file with the bait in every text that may be any text, and in how many it is."""
    lines = data.decode().splitlines()
    seen: dict[str, int] = {}
    count = 0
    for number, line in enumerate(lines):
        record = json.loads(line)
        kind = record["t"]
        seen[kind] = seen.get(kind, 0) + 1
        if kind in ("fatdesk", "end") or seen[kind] > EACH:
            continue
        for place in places(record):
            before = lines[number]
            lines[number] = json.dumps(replaced(record, place, f'<img src="{bait}">'))
            try:
                project = decode("\n".join([*lines, ""]).encode(), "bait").project
                whole = len(Derived(project).rows) > 100
            except (FatdeskError, ValueError):
                whole = False
            if whole:
                record = json.loads(lines[number])
                count += 1
            else:
                lines[number] = before
    return "\n".join([*lines, ""]).encode(), count


def places(value, path=()):
    """Where texts stand in a record."""
    if isinstance(value, str) and path and path[-1] not in HELD:
        yield path
    elif isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value[:2]):
            yield from places(item, (*path, number))


def replaced(record, path, text):
    """The record with another text; a template keeps what it needs behind it."""
    made = json.loads(json.dumps(record))
    inner = made
    for step in path[:-1]:
        inner = inner[step]
    old = inner[path[-1]]
    inner[path[-1]] = text + old if "{" in old else text
    return made


def _with_room(project):
    """The number of a rack whose lowest unit is free."""
    racks = project.floor.racks
    return next(rack.number for rack in racks if all(device.u > 1 for device in rack.devices))


@pytest.fixture(scope="module")
def project(designed):
    """60 hosts, with something decided of a cable, a column, units kept free, and a finding waived."""
    made = designed("nodes-60")
    cable = Derived(made).rows[0].id
    steps = (
        SetCable(cable=CableRecord(id=cable, remark="a", tested_by="b", result="c", phase="d")),
        AddColumn(column=Area(x_m=0.1, y_m=5.0, width_m=0.3, depth_m=0.3)),
        Reserve(rack=_with_room(made), u=1, height_u=1, note="e"),
        Waive(rule="f", where="g", comment="h"),
    )
    return perform(made, Batch(name="all", commands=steps))


@pytest.mark.skipif(
    not shutil.which("strace"), reason="strace is not installed: nothing watches opened files"
)
@pytest.mark.promise("P11")
def test_no_file_named_in_a_text_is_opened(project, tmp_path, promise: Promise):
    bait = tmp_path / "bait.png"
    picture = QImage(8, 8, QImage.Format.Format_RGB32)
    picture.fill(0)
    assert picture.save(str(bait))
    data, fields = with_bait(encode(project), bait)
    assert fields >= 20
    file = tmp_path / "hostile.fatdesk"
    file.write_bytes(data)

    log = tmp_path / "log"
    calls = "trace=open,openat,openat2,stat,newfstatat,access,faccessat,readlink,connect"
    tracing = ["strace", "-f", "--seccomp-bpf", "-qq", "-o", str(log), "-s", "400", "-e", calls]
    done = subprocess.run(
        [*tracing, sys.executable, "-m", "tests.trust.window_tour", str(file), str(bait)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=3 * PATIENCE_S,
    )
    if "ptrace" in done.stderr and "not permitted" in done.stderr:
        pytest.skip("strace may not trace here")
    assert done.returncode == 0, done.stderr[-2000:]
    assert "seen: " in done.stdout
    toured, over, shown = log.read_text(errors="replace").partition(OVER)
    assert over, "the end of the tour is not in the log"
    touched = [line for line in toured.splitlines() if "bait.png" in line]
    assert not touched, touched[:5]
    requested = [line for line in toured.splitlines() if "connect(" in line and "AF_INET" in line]
    assert not requested, requested[:5]
    assert "bait.png" in shown, "the watcher sees nothing"
    promise("the bait in {trials} texts, whole window toured, 0 files opened, 0 connections", trials=fields)
