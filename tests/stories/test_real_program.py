"""The program itself on an X server, worked by keys from outside: a crash, and the first start."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from fatdesk.core.program import shipped
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.project.designing.designing import design_project
from fatdesk.project.files.file_format import encode
from fatdesk.project.files.folders import COPY
from fatdesk.project.files.storing import load_project, save_project
from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]


def until(wanted, what):
    """Wait for something; what it gives is given on."""
    end = monotonic() + PATIENCE_S
    while monotonic() < end:
        if found := wanted():
            return found
        sleep(0.05)
    return pytest.fail(f"never: {what}")


class Screen:
    """A display, a state folder, and a hand at the keys."""

    def __init__(self, display, folder):
        plain = {key: value for key, value in os.environ.items() if key != "QT_QPA_PLATFORM"}
        self.folder = folder
        self.env = {
            **plain,
            "DISPLAY": display,
            "QT_QPA_PLATFORM": "xcb",
            "PYTHONPATH": str(ROOT),
            "XDG_STATE_HOME": str(folder / "state"),
            "XDG_CONFIG_HOME": str(folder / "config"),
        }
        self.programs = []

    def start(self, *words, **more):
        program = subprocess.Popen([sys.executable, *map(str, words)], env=self.env, **more)
        self.programs.append(program)
        return program

    def windows(self, title):
        """Windows of this title that can be seen."""
        words = ["xdotool", "search", "--onlyvisible", "--name", title]
        return subprocess.run(words, env=self.env, capture_output=True, text=True).stdout.split()

    def await_window(self, title):
        """Wait for a window, and give it the keys: there is nobody else here who would."""

        def has_keys():
            for window in self.windows(title)[-1:]:
                subprocess.run(["xdotool", "windowfocus", window], env=self.env, capture_output=True)
                words = ["xdotool", "getwindowfocus"]
                now = subprocess.run(words, env=self.env, capture_output=True, text=True).stdout.strip()
                return now == window
            return False

        until(has_keys, f"a window {title} with the keys")

    def quit(self, program):
        """Ctrl+Q until it is heard; how the program ended."""

        def ended():
            if program.poll() is None:
                self.keys("ctrl+q")
                sleep(0.2)
            return program.poll() is not None

        until(ended, "an end")
        return program.returncode

    def xdotool(self, *words):
        subprocess.run(["xdotool", *words], env=self.env, check=True, timeout=PATIENCE_S)

    def keys(self, *names):
        self.xdotool("key", "--delay", "60", *names)

    def type(self, text):
        self.xdotool("type", "--delay", "30", text)


@pytest.fixture
def screen(display, tmp_path):
    made = Screen(display, tmp_path)
    yield made
    for program in made.programs:
        program.kill()
        program.wait(PATIENCE_S)


@pytest.fixture
def project(tmp_path):
    catalog = load_shipped([])
    wish = read_requirements(shipped("resources") / "examples" / "nodes-396.yaml", catalog)
    path = tmp_path / "nodes-396.fatdesk"
    save_project(design_project(wish, catalog, "nodes-396").project, path)
    return path


def movable(project):
    """The name and id of a device with nothing right below it."""
    for rack in project.floor.racks:
        taken = {unit for kept in rack.reserved for unit in range(kept.u, kept.u + kept.height_u)}
        taken |= {device.u for device in rack.devices}
        for device in rack.devices:
            if device.u > 1 and device.u - 1 not in taken:
                return device.id
    raise AssertionError("every rack is full")


def test_killed_while_editing_and_recovered_at_the_next_start(screen, project):
    """Arrow keys move a device, kill -9 ends the program, Enter brings the move back, Ctrl+S saves it."""
    before = load_project(project).project
    device = movable(before)
    program = screen.start("-m", "fatdesk", project)
    screen.await_window("^nodes-396.fatdesk")
    screen.keys("ctrl+k")
    screen.type(f"@{device}")
    screen.keys("Return", "Down")
    copies = screen.folder / "state" / "fatdesk" / "recovery"
    until(lambda: [*copies.glob(f"*/{COPY}")], "a recovery copy")
    program.send_signal(signal.SIGKILL)
    assert program.wait(PATIENCE_S) == -signal.SIGKILL
    assert encode(load_project(project).project) == encode(before), "the file is as it was"
    again = screen.start("-m", "fatdesk", project)
    screen.await_window("Unsaved changes")
    screen.keys("Return")
    screen.await_window("^nodes-396.fatdesk")
    screen.keys("ctrl+s")
    until(lambda: project.read_bytes() != encode(before), "a saved file")
    assert screen.quit(again) == 0
    moved = {d.id: d.u for rack in load_project(project).project.floor.racks for d in rack.devices}
    stood = {d.id: d.u for rack in before.floor.racks for d in rack.devices}
    assert {key for key in moved if moved[key] != stood[key]} == {device}
    assert [*copies.iterdir()] == [], "nothing is left of either window"


START = """
import sys
sys.path.insert(0, {packaging!r})
import start
from pathlib import Path
start.ROOT, start.PYTHON, start.SCRIPTS = Path({root!r}), Path(sys.executable), Path({root!r}) / "bin"
sys.exit(start.run())
"""


@pytest.fixture
def place(tmp_path):
    """A folder that stands for a fresh copy of the repository."""
    root = tmp_path / "fatdesk"
    root.mkdir()
    (root / "resources").symlink_to(ROOT / "resources", target_is_directory=True)
    return root


def script(root):
    return START.format(packaging=str(ROOT / "packaging"), root=str(root))


def test_the_first_start_opens_the_desk_with_an_example(screen, place):
    """``start.py run`` designs the example and shows it; the next start keeps what was made of it."""
    program = screen.start("-c", script(place))
    screen.await_window("^blades-224.fatdesk")
    assert screen.quit(program) == 0
    made = place / "out" / "blades-224.fatdesk"
    project = load_project(made).project
    assert [group.count for group in project.hosts] == [224]
    lines = made.read_text().splitlines()
    head = json.loads(lines[0])
    assert head["t"] == "fatdesk"
    edited = made.read_text().replace('"blades-224"', '"mine"')
    assert edited != made.read_text()
    made.write_text(edited)
    program = screen.start("-c", script(place))
    screen.await_window("^blades-224.fatdesk")
    assert screen.quit(program) == 0
    assert made.read_text() == edited, "a second start overwrites nothing"


@pytest.mark.parametrize(
    "display",
    [
        pytest.param({}, id="none", marks=pytest.mark.slow),
        pytest.param({"DISPLAY": ":98765"}, id="none that answers"),
    ],
)
def test_without_a_screen_the_documents_are_made(place, display):
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    env |= display
    done = subprocess.run(
        [sys.executable, "-c", script(place)],
        env={**env, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    found = {path.name for path in (place / "out").iterdir()}
    assert {"blades-224.fatdesk", "bill.xlsx", "wiring.csv", "packets.pdf", "floor.svg"} <= found
    assert all(name in done.stdout for name in found)
