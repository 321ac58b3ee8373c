"""The desk in a real window on an X server, moved by another program as by a hand (Debian: xvfb, xdotool)."""

import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from time import monotonic

import pytest

from fatdesk.core.program import shipped
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.project.designing.designing import design_project
from fatdesk.project.files.storing import save_project
from tests.patience import PATIENCE_S

SCRIPT = Path(__file__).with_name("shown_window.py")


class Shown:
    """A window in a process of its own: what it tells, and a hand for it."""

    def __init__(self, display: str, project: Path, rack: int) -> None:
        plain = {key: value for key, value in os.environ.items() if key != "QT_QPA_PLATFORM"}
        self.env = {**plain, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        command = [sys.executable, str(SCRIPT), str(project), str(rack)]
        self.process = subprocess.Popen(command, env=self.env, stdout=subprocess.PIPE, text=True)
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put("")

    def until(self, wanted):
        """What it shows as soon as that is as wanted."""
        end, last = monotonic() + PATIENCE_S, "nothing"
        while (left := end - monotonic()) > 0:
            try:
                line = self._lines.get(timeout=left)
            except queue.Empty:
                break
            assert line, f"the window ended; it showed {last}"
            last = line
            if wanted(now := json.loads(line)):
                return now
        return pytest.fail(f"it shows {last}")

    def hand(self, *words: object) -> None:
        """Move, press, release, type."""
        subprocess.run(["xdotool", *map(str, words)], env=self.env, check=True, timeout=PATIENCE_S)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        assert self.process.stdout is not None
        self.process.stdout.close()


def test_a_rack_is_dragged_by_hand(display, tmp_path):
    """Cost and metres follow while the rack is in the air; the drop is one step; Ctrl+Z takes it back."""
    catalog = load_shipped([])
    wish = read_requirements(shipped("resources") / "examples" / "nodes-396.yaml", catalog)
    project = design_project(wish, catalog, "nodes-396").project
    path = tmp_path / "nodes-396.fatdesk"
    save_project(project, path)
    rack = next(rack for rack in project.floor.racks if rack.devices)
    shown = Shown(display, path, rack.number)
    try:
        start = shown.until(lambda now: now["cost"] and now["rack"][0] > 100)
        shown.hand("mousemove", *start["rack"], "mousedown", 1)
        for step in range(1, 9):
            way = [a + (b - a) * step // 8 for a, b in zip(start["rack"], start["free"], strict=True)]
            shown.hand("mousemove", *way)
        air = shown.until(lambda now: now["air"] and now["cost"] != start["cost"])
        assert air["ordered"] != start["ordered"]
        assert air["place"] == start["place"]
        assert not air["unsaved"]
        shown.hand("mouseup", 1)
        down = shown.until(lambda now: now["unsaved"])
        assert not down["air"]
        assert down["place"] != start["place"]
        assert down["cost"] != start["cost"]
        assert down["undo"].lower().startswith("undo move rack")
        shown.hand("key", "ctrl+z")
        back = shown.until(lambda now: not now["unsaved"])
        assert {**back, "undo": ""} == {**start, "undo": ""}
    finally:
        shown.stop()
