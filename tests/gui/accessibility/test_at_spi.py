"""The window as a screen reader gets it, through the accessibility bus of Linux."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PYTHON = "/usr/bin/python3"
LAUNCHER = Path("/usr/libexec/at-spi-bus-launcher")
PROGRAMS = ("dbus-run-session", "Xvfb", "xdotool")
VIEWS = {
    "ctrl+shift+c": "catalog", "ctrl+1": "requirements", "ctrl+2": "explorer", "ctrl+6": "cables",
    "ctrl+7": "bill", "ctrl+8": "documents", "ctrl+9": "simulation", "ctrl+shift+f": "faults",
    "ctrl+0": "schedule", "ctrl+shift+g": "growth", "ctrl+shift+b": "as-built",
    "ctrl+3": "topology", "ctrl+3,ctrl+t": "topology as a table",
    "ctrl+4": "floor", "ctrl+4,ctrl+t": "floor as a table",
    "ctrl+5": "racks", "ctrl+5,ctrl+t": "racks as a table",
}  # fmt: skip
HEADS = {
    "cables": ("Wiring list", "Cable"),
    "bill": ("Bill of materials", "Part"),
    "topology as a table": ("Nodes", "Node"),
    "floor as a table": ("Racks", "Rack"),
    "racks as a table": ("Devices", "Rack"),
}
SCRIPT = """
Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp 3>display 2>/dev/null & server=$!
while [ ! -s display ]; do sleep 0.1; done
export DISPLAY=:$(cat display)
"$LAUNCHER" --launch-immediately 2>/dev/null & bus=$!
sleep 1
"$PROGRAM" -m fatdesk "$PROJECT" >window.log 2>&1 & window=$!
sleep 8
xdotool search --sync --onlyvisible --name fatdesk windowfocus
"$PYTHON" "$LOOK" "$@"
status=$?
kill $window $bus $server
exit $status
"""


def has_bus():
    """Whether the bus and its Python library are installed."""
    if not LAUNCHER.exists() or not all(map(shutil.which, PROGRAMS)) or not Path(PYTHON).exists():
        return False
    return subprocess.run([PYTHON, "-c", "import pyatspi"], capture_output=True).returncode == 0


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.skipif(not has_bus(), reason="at-spi2-core, python3-pyatspi, Xvfb and xdotool are required")
def test_a_screen_reader_gets_names_tables_and_their_heads(tmp_path, saved):
    look = Path(__file__).with_name("at_spi.py")
    folders = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("CONFIG", "CACHE", "DATA", "STATE")}
    settings = {"QT_QPA_PLATFORM": "xcb", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "HOME": str(tmp_path)}
    names = {
        "LAUNCHER": LAUNCHER,
        "PROGRAM": sys.executable,
        "PROJECT": saved,
        "PYTHON": PYTHON,
        "LOOK": look,
    }
    environment = os.environ | folders | settings | {name: str(value) for name, value in names.items()}
    views = [f"{keys}={name}" for keys, name in VIEWS.items()]
    words = ["dbus-run-session", "--", "bash", "-c", SCRIPT, "bash", *views]
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True)
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert [one["view"] for one in found] == list(VIEWS.values()), done.stdout + done.stderr
    assert not [(one["view"], one["nameless"]) for one in found if one["nameless"]]
    assert min(one["objects"] for one in found) > 100
    for one in found:
        assert all(all(heads) for heads in one["tables"].values()), one
        if one["view"] in HEADS:
            name, first = HEADS[one["view"]]
            assert one["tables"][name][0] == first
