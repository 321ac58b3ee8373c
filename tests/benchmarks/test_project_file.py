"""P23: speed of opening and saving a project of 100,000 cable records and 20,736 devices."""

import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from fatdesk.project.commands.cables import SetCable
from fatdesk.project.commands.devices import SwapDevices
from fatdesk.project.commands.history import History
from fatdesk.project.document.project import CableRecord
from fatdesk.project.files.storing import load_project, save_project
from tests.project.samples import large_project

pytestmark = pytest.mark.slow


def test_open_and_save(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "large.fatdesk"
    project = large_project()
    stamp = save_project(project, path).stamp
    saves, loads = [], []
    for number in range(5):
        start = time.perf_counter()
        stamp = save_project(replace(project, name=str(number)), path, stamp).stamp
        saves.append(time.perf_counter() - start)
        start = time.perf_counter()
        opened = load_project(path)
        loads.append(time.perf_counter() - start)
    assert len(opened.project.cables) == 100_000
    with capsys.disabled():
        print(f"\nproject file, 100,000 cables, 20,736 devices, {path.stat().st_size / 1e6:.1f} MB:", end=" ")
        print(f"save {min(saves):.2f} s, open {min(loads):.2f} s (best of 5)")
    assert min(saves) <= 0.9
    assert min(loads) <= 0.6


def test_an_edit(capsys: pytest.CaptureFixture[str]) -> None:
    history = History(large_project())
    start = time.perf_counter()
    for number in range(100):
        history.do(SetCable(cable=CableRecord(id=f"cable-{number}", status="laid")))
    cable = (time.perf_counter() - start) / 100
    start = time.perf_counter()
    for number in range(100):
        history.do(SwapDevices(a=f"nodes/{number + 1}", b=f"nodes/{20_000 - number}"))
    device = (time.perf_counter() - start) / 100
    with capsys.disabled():
        print(f"\none edit of a large project: cable {cable * 1e3:.2f} ms, device {device * 1e3:.2f} ms")
    assert cable <= 0.01
    assert device <= 0.05
