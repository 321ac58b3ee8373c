"""What the terminal, the shell and the disk do to a command: pipes, Ctrl+C, poor terminals, odd targets."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from fatdesk.cli import main
from fatdesk.project.files.storing import load_project
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals of POSIX")

WISH = """\
hosts: [{name: nodes, part: server-1u, count: 60}]
fabrics: [{name: compute, families: [two-level], edge: [ib-36], core: [ib-36], cable_price: 80}]
room: {improve_steps: 0}
"""
UNPRICED = """\
hosts: [{name: web, part: hpe-dl360-gen11-e810-25, count: 96}]
fabrics: [{name: lan, families: [two-level], edge: [dell-s5248f-on], core: [dell-s5232f-on], blocking: 3}]
limits: {cost: 1000}
"""
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "wish.yaml").write_text(WISH)
    (tmp_path / "unpriced.yaml").write_text(UNPRICED)
    return tmp_path


@pytest.fixture
def command(place: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a command in the folder, as a shell does; ``redirect`` is what follows it."""

    def call(
        *words: str, redirect: str = "", before: Sequence[str] = (), **environment: str
    ) -> subprocess.CompletedProcess[str]:
        line = " ".join([f"'{word}'" for word in (*before, sys.executable, "-m", "fatdesk", *words)])
        return subprocess.run(
            ["/bin/sh", "-c", f"{line} {redirect}"],
            capture_output=True,
            cwd=place,
            env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
            text=True,
            encoding="utf-8",
        )

    return call


@pytest.fixture
def within(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a command in the folder within this process: a start of the program takes a second."""
    monkeypatch.chdir(place)

    def call(*words: str) -> subprocess.CompletedProcess[str]:
        try:
            status = main(words)
        except SystemExit as end:  # of wrong usage
            status = int(str(end.code))
        captured = capsys.readouterr()
        return subprocess.CompletedProcess(words, status, captured.out, captured.err)

    return call


@pytest.fixture(scope="module")
def designed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The project of the requirements, as the program writes it."""
    folder = tmp_path_factory.mktemp("designed")
    (folder / "wish.yaml").write_text(WISH)
    assert main(["design", str(folder / "wish.yaml"), "-o", str(folder / "p.fatdesk")]) == 0
    return (folder / "p.fatdesk").read_bytes()


def test_json_alone_on_standard_output(command, within, place):
    """As a program of its own where there is most to say, within this process elsewhere."""
    assert json.loads(command("design", "wish.yaml", "-o", "p.fatdesk", "--json").stdout)["fabrics"]
    assert json.loads(within("curve", "wish.yaml", "--hosts", "60:61", "--json").stdout)["fabrics"]
    for words in (["show", "p.fatdesk"], ["check", "p.fatdesk"], ["catalog", "list"], ["catalog", "check"]):
        done = within(*words, "--json")
        assert isinstance(json.loads(done.stdout), dict)
        assert done.stderr == ""


BY_NIGHT = [
    pytest.param(words, marks=pytest.mark.slow) for words in ("2>&1 >/dev/null | true", "2>/dev/full")
]


@pytest.mark.parametrize("redirect", ["2>&-", "| true", *BY_NIGHT])
def test_nobody_listens(command, place, redirect):
    """Remarks that nobody reads, and results that nobody reads, do not stop the work."""
    done = command("design", "wish.yaml", "-o", "p.fatdesk", redirect=redirect)
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    assert load_project(place / "p.fatdesk").project.name == "wish"


def test_the_status_does_not_depend_on_who_reads(command, place):
    done = command("design", "wish.yaml", "-o", "nowhere/p.fatdesk", redirect="2>/dev/full; echo $?")
    assert done.stdout == "2\n"
    done = command("catalog", "list", redirect=">&-; echo status $? >&2")
    assert done.stderr == "status 0\n"


def test_help_into_a_closed_pipe(command):
    assert command("design", "--help", redirect="| true").stderr == ""


def test_a_full_disk_behind_standard_output(command):
    done = command("catalog", "list", redirect=">/dev/full")
    assert done.returncode == 2
    assert done.stderr.startswith("standard output: cannot be written (No space left on device)")


@pytest.mark.parametrize("encoding", ["ascii", pytest.param("latin-1", marks=pytest.mark.slow), "utf-8"])
def test_names_that_the_terminal_cannot_show(command, within, place, encoding):
    (place / "Köln 名.yaml").write_text(WISH)
    done = within("design", "Köln 名.yaml", "-o", "Köln 名.fatdesk")
    assert done.returncode == 0, done.stderr
    bare = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"} if encoding == "ascii" else {}
    shown = command(
        "show",
        "Köln 名.fatdesk",
        redirect=f"| iconv -f {encoding.replace('latin-1', 'latin1')} -t utf-8",
        PYTHONIOENCODING=encoding,
        **bare,
    )
    assert shown.stderr == ""
    names = {"ascii": r"K\xf6ln \u540d", "latin-1": r"Köln \u540d", "utf-8": "Köln 名"}
    assert shown.stdout.splitlines()[0] == names[encoding]
    stated = command("show", "Köln 名.fatdesk", "--json", PYTHONIOENCODING=encoding, **bare)
    assert json.loads(stated.stdout)["name"] == "Köln 名"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["design", "wish.yaml", "-o", "wish.yaml"], "wish.yaml: exists and is not a fatdesk project"),
        (["design", "wish.yaml", "-o", "."], r"-o \.: is a folder"),
        (["design", "wish.yaml", "-o", "no/p.fatdesk"], "there is no folder no, create it"),
        (["design", "wish.yaml", "-o", "wish.yaml/p.fatdesk"], "wish.yaml is a file, name a folder"),
        (["edit", "p.fatdesk", "move.json", "-o", "move.json"], "move.json: exists and is not a fatdesk"),
        (["export", "p.fatdesk", "wish.yaml"], "wish.yaml is a file, name a folder"),
        (["export", "p.fatdesk", "wish.yaml/out"], "wish.yaml is a file, name a folder"),
        (["export", "p.fatdesk", "out", "--only", ","], "has no name in it, see --list"),
        (["export", "p.fatdesk", "out", "--only", "bill"], "--only bill: there is no such file"),
        (["export", "p.fatdesk"], "export: give P.fatdesk and DIR"),
        (["edit", "p.fatdesk"], "edit: give P.fatdesk and COMMAND.json"),
        (["edit", "p.fatdesk", "move.json"], "move.json:1: command: there is no rack 77"),
        (["catalog", "check", "nowhere"], "nowhere: there is no such file or folder"),
        (["check", "p.fatdesk", "--waive", "a@b", "--comment", "c"], "there is no such finding"),
    ],
)  # fmt: skip
def test_each_wrong_place_is_told_before_the_work(within, designed, place, words, message):
    (place / "p.fatdesk").write_bytes(designed)
    (place / "move.json").write_text('{"command": "move-device", "id": "nodes/1", "rack": 77, "u": 1}')
    before = {path.name: path.read_bytes() for path in place.iterdir()}
    done = within(*words)
    assert done.returncode == 2
    assert re.search(message, done.stderr), done.stderr
    assert "placing" not in done.stderr
    assert "routing" not in done.stderr
    assert {path.name: path.read_bytes() for path in place.iterdir()} == before


def test_a_folder_that_may_not_be_written(command, place, ordinary):
    (place / "locked").mkdir(mode=0o555)
    done = command("design", "wish.yaml", "-o", "locked/p.fatdesk", before=ordinary)
    assert done.returncode == 2
    assert "locked is not writable" in done.stderr


def test_an_impossible_wish_is_told_with_its_line(within, place):
    (place / "rails.yaml").write_text(WISH.replace("cable_price: 80", "rails: 8"))
    for words in (["design", "rails.yaml"], ["curve", "rails.yaml", "--hosts", "1:2"]):
        done = within(*words)
        assert done.returncode == 2
        assert "rails.yaml:2: fabrics[0]: host ports: server-1u has 1 free, needs 8" in done.stderr


def test_why_the_others_fell(within, place):
    (place / "wish.yaml").write_text(WISH.replace("families: [two-level], ", ""))
    done = within("design", "wish.yaml")
    assert "rejected, the nearest first:\n  star of ib-36: ports: 36, needs 60\n" in done.stdout
    assert re.search(r"cost >= USD 7\d,\d{3}\.00", done.stdout)


def test_nothing_known_is_said_so(within):
    done = within("design", "unpriced.yaml")
    assert done.returncode == 0
    assert ">= 0.00" not in done.stdout
    assert re.search(r"two-level .* unknown", done.stdout)
    assert "cost unknown" in done.stdout
    assert "note: lan: no price for " in done.stderr
    assert "unknown-figure@lan: cost counts as met" in done.stderr


def test_a_line_for_each_tenth_and_no_more(within):
    done = within("curve", "wish.yaml", "--hosts", "2:200")
    lines = done.stderr.splitlines()
    assert 5 <= len(lines) <= 11, lines
    assert len(done.stdout.splitlines()) == 202


def test_curve_notes_that_routed_cost_is_not_in_it(within, place):
    note = "note: objective routed_cost: "
    assert note not in within("curve", "wish.yaml", "--hosts", "60:61").stderr
    (place / "routed.yaml").write_text(WISH + "objective: {minimise: routed_cost}\n")
    done = within("curve", "routed.yaml", "--hosts", "60:61")
    assert done.returncode == 0
    assert done.stderr.count(note) == 1


def test_curve_names_what_has_no_price_as_design_does(within):
    note = re.compile("^note: lan: no price for (.*?)(?: and [0-9]+ more)?: designs with fewer", re.MULTILINE)
    design = note.search(within("design", "unpriced.yaml").stderr)
    curve = note.search(within("curve", "unpriced.yaml", "--hosts", "40:41").stderr)
    assert design
    assert curve
    assert set(curve[1].split(", ")) & set(design[1].split(", "))


def test_commands_are_listed(within):
    done = within("edit", "--list")
    assert done.returncode == 0
    rows = {line.split()[0]: line for line in done.stdout.splitlines()}
    assert rows["swap-devices"].endswith("  a, b")
    assert "[note]" in rows["reserve"]
    assert "set-wishes" in rows


@pytest.mark.parametrize("columns", [60, pytest.param(80, marks=pytest.mark.slow), 200])
def test_tables_fit_the_terminal(place, columns):
    import fcntl
    import struct
    import termios

    try:
        controller, terminal = pty.openpty()
    except OSError as error:
        pytest.skip(f"this machine has no pseudo-terminal ({error})")
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    with subprocess.Popen(
        [sys.executable, "-m", "fatdesk", "design", "wish.yaml"],
        stdout=terminal,
        stderr=subprocess.DEVNULL,
        cwd=place,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    ) as program:
        os.close(terminal)
        text = b""
        try:
            while piece := os.read(controller, 65536):
                text += piece
        except OSError:  # Linux says so when the program has gone
            pass
        os.close(controller)
    assert program.returncode == 0
    lines = text.decode().replace("\r\n", "\n").split("\n")
    ranking = lines[1:3]
    assert ranking[0].startswith("rank")
    assert max(map(len, ranking)) <= columns
    assert "cost" in ranking[0]
    assert ("hosts possible" in ranking[0]) == (columns == 200)
    assert lines[3].startswith("(hidden, the terminal is too narrow: family") == (columns < 200)


STEPS = 12 if os.environ.get("FATDESK_LONG") == "1" else 4


@pytest.fixture(scope="module")
def whole_s(tmp_path_factory: pytest.TempPathFactory) -> float:
    """How long the program takes for a design, in seconds."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "wish.yaml").write_text(WISH)
    words = [sys.executable, "-m", "fatdesk", "design", "wish.yaml", "-o", "p.fatdesk"]
    start = time.monotonic()
    subprocess.run(
        words, cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=True, capture_output=True
    )
    return time.monotonic() - start


@pytest.mark.parametrize("step", range(STEPS))
def test_ctrl_c_at_any_moment(place, designed, whole_s, step):
    """Interrupted early, late or while saving: 130 or done, the file whole or not there, no traceback."""
    words = [sys.executable, "-m", "fatdesk", "design", "wish.yaml", "-o", "p.fatdesk"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    program = subprocess.Popen(
        words, cwd=place, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    time.sleep(1.1 * whole_s * (step + 0.5) / STEPS)
    program.send_signal(signal.SIGINT)
    _, error = program.communicate(timeout=PATIENCE_S)
    assert program.returncode in (0, 130, -signal.SIGINT), error  # the last: before Python had begun
    assert "Traceback" not in error
    target = place / "p.fatdesk"
    if target.exists():
        assert target.read_bytes() == designed
    else:
        assert program.returncode != 0
    assert sorted(path.suffix for path in place.iterdir() if path != target) == [".yaml", ".yaml"]
    if program.returncode == 130 and error.strip():
        assert error.splitlines()[-1].startswith("cancelled, ")
