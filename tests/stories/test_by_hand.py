"""A newcomer's path in a real window, by keys alone: tour, wizard, project, wiring list as PDF."""

import os
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.patience import PATIENCE_S

pytestmark = pytest.mark.slow
KEYS = 60
"""More than enough: six pages of the wizard, and a dialog for the folder."""


class Newcomer:
    """The program in a process of its own with an empty home folder, and the keys that were pressed."""

    def __init__(self, display: str, home: Path) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        self.env = kept | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "HOME": str(home), "LANG": "C.UTF-8"}
        self.keys = 0
        self.process = subprocess.Popen([sys.executable, "-m", "fatdesk"], env=self.env, cwd=home)

    def ask(self, *words: str) -> str:
        """What xdotool answers; empty where it finds nothing."""
        return subprocess.run(
            ["xdotool", *words], env=self.env, capture_output=True, text=True, timeout=PATIENCE_S
        ).stdout.strip()

    def press(self, *keys: str) -> None:
        self.keys += len(keys)
        for key in keys:
            self.ask("key", key)

    @property
    def titles(self) -> list[str]:
        """Titles of the windows on the display."""
        found = self.ask("search", "--onlyvisible", "--name", ".").split()
        return [self.ask("getwindowname", one) for one in found]

    def until(self, holds, *, press: str = "") -> None:
        """Wait, with a key pressed again and again where a page follows a page."""
        end = monotonic() + PATIENCE_S
        while not holds():
            assert monotonic() < end, self.titles
            assert self.keys < KEYS, self.titles
            if press:
                self.press(press)
            sleep(1)


def test_from_the_first_start_to_the_wiring_list(display, tmp_path):
    """180 hosts; the other values of the wizard as they are."""
    some = Newcomer(display, tmp_path)
    kept = tmp_path / ".config" / "fatdesk" / "settings.json"
    try:
        some.until(lambda: any(title == "fatdesk" for title in some.titles))
        [*_, window] = some.ask("search", "--onlyvisible", "--name", "^fatdesk$").split()
        some.ask("windowfocus", "--sync", window)
        some.until(lambda: kept.exists() and '"tour": true' in kept.read_text())
        some.press("Escape")  # leaves the tour
        some.press("ctrl+n")
        some.until(lambda: any(title.startswith("New network") for title in some.titles))
        some.press("ctrl+a", "1", "8", "0")
        some.until(lambda: any(title.startswith("network") for title in some.titles), press="Return")
        some.press("ctrl+e")
        some.until(lambda: len(some.titles) > 1)  # the dialog for the folder
        made = tmp_path / "wiring.pdf"
        some.until(made.exists, press="Return")
        assert made.read_bytes().startswith(b"%PDF-")
    finally:
        some.process.terminate()
        some.process.wait(PATIENCE_S)
