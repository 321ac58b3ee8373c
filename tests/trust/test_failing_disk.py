"""P3 and P7: any error of the disk leaves the old version, the message names file and cause.

Each system call of a save fails in turn with each error; a full disk and a limit on file sizes are real.
"""

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from fatdesk.cli import main
from fatdesk.core.program import shipped
from fatdesk.engine.export import EXPORTS
from fatdesk.networks.fault_tolerance.results import MeasuredFaults
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import StudyNetwork
from fatdesk.paper import PDFS
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.project import Rename
from fatdesk.project.commands.studies import AddFaultStudy, AddSimulation
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.files.saver import SaveError
from fatdesk.project.files.storing import load_project, save_project
from fatdesk.project.studies.fault_tolerance import ToFail
from fatdesk.project.studies.measurements import networks_of
from fatdesk.project.studies.results import Results
from fatdesk.project.studies.simulation import ToMeasure, measured
from fatdesk.tasks.files import OF_ADDRESSES, OF_PANELS, OF_RESULTS
from tests.engine.plan_samples import SPLIT
from tests.networks.fault_tolerance.made_up import row
from tests.networks.simulation.made_up import point
from tests.project.commands.test_pieces_come_back import project as over_panels
from tests.project.growing.test_orders import planned
from tests.project.samples import rich_project
from tests.trust.promises import Promise
from tests.trust.saved_places import EXPORTED, FIRST, FIRST_EXPORTED, LINKED, OVER, Kind, next_save_sweeps
from tests.trust.strace import MEMORY_AND_TIME, ROOT, Call, saves

ERRORS = ["ENOSPC", "EIO", "EACCES"]
MORE_ERRORS = ["EDQUOT", "EROFS", "EMFILE"]
BROKEN = "0 false 'saved' in {trials:,} errors of system calls"


def break_everywhere(tmp_path: Path, kind: Kind, errors: list[str], every: int = 0) -> int:
    """How many errors came; a false "saved", a lost version or an unclear message fails.

    Each call fails with each error; with ``every`` the errors take turns, at each call (1) or every
    second one (2).
    """
    folder = tmp_path / "places"
    count = 0
    with saves(tmp_path) as server:
        calls = [c for c in server.calls(kind.lay_out(folder)) if c.name not in MEMORY_AND_TIME]
        calls = calls[every - 1 :: every] if every else calls
        for number, call in enumerate(calls):
            for error in [errors[number % len(errors)]] if every else errors:
                order = kind.lay_out(folder)
                outcome = server.inject(order, call, f"error={error}")
                _check(kind, folder, call, error, order["path"], outcome.text)
                count += outcome.injected
    orders = len(calls) * (1 if every else len(errors))
    assert count >= 0.95 * orders, f"only {count} errors came"
    return count


def _check(kind: Kind, folder: Path, call: Call, error: str, path: str, text: str) -> None:
    where = f"{error} at {call}: {text}"
    if text.startswith("saved"):
        assert kind.found(folder) == "new", where
    else:
        assert text.startswith("SaveError"), where
        assert kind.found(folder) == "old", where
        assert path in text, where
        assert os.strerror(getattr(errno, error)) in text, where
        assert "save as failed" not in text, where
    next_save_sweeps(folder)


@pytest.mark.promise("P3")
def test_each_call_over_an_old_file(tmp_path: Path, long: bool, promise: Promise) -> None:
    """Errors take turns; test_each_call_with_each_error has all of them for each call.

    By day at every second call; kills at the calls between come from test_kill_while_saving.py.
    """
    errors = break_everywhere(tmp_path, OVER, ERRORS, every=1 if long else 2)
    assert errors >= (50 if long else 25)
    promise(BROKEN, trials=errors)


@pytest.mark.promise("P7")
def test_each_call_of_exports(tmp_path: Path, long: bool, promise: Promise) -> None:
    """By day at every second call."""
    errors = break_everywhere(tmp_path, EXPORTED, ["ENOSPC"], every=1 if long else 2)
    assert errors >= (50 if long else 25)
    promise("0 half exports in {trials:,} errors", trials=errors)


@pytest.mark.slow
@pytest.mark.promise("P3", "P7")
@pytest.mark.parametrize("kind", [OVER, FIRST, LINKED, EXPORTED, FIRST_EXPORTED], ids=lambda kind: kind.name)
def test_each_call_with_each_error(tmp_path: Path, kind: Kind, promise: Promise) -> None:
    errors = break_everywhere(tmp_path, kind, ERRORS + MORE_ERRORS)
    assert errors >= 150
    promise("P3", BROKEN, trials=errors)


@pytest.mark.promise("P3")
def test_short_writes_go_on(tmp_path: Path) -> None:
    """A write that takes no byte is an error, not an endless loop; the old version stays."""
    folder = tmp_path / "places"
    with saves(tmp_path) as server:
        calls = server.calls(OVER.lay_out(folder))
        write = next(call for call in calls if call.name == "write")
        outcome = server.inject(OVER.lay_out(folder), write, "retval=0")
    assert outcome.text.startswith("SaveError")
    assert OVER.found(folder) == "old"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 256 kB in memory."""
    place = tmp_path / "disk"
    place.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "none", place], capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip(f"no disk can be mounted here: {done.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", place], check=True)


_SAVE_LARGER = """
import resource, sys
from pathlib import Path
from msgspec.structs import replace
from fatdesk.project.files.saver import SaveError, save_all
from fatdesk.project.files.storing import load_project, save_project
from tests.project.samples import large_project, rich_project

path = Path(sys.argv[1])
if len(sys.argv) > 2:
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
stamp = load_project(path).stamp
try:
    save_project(large_project(5000, 100), path, stamp)
except SaveError as error:
    print(error)
try:
    save_all(path.parent, {f"{n}.txt": b"new" * 20_000 for n in range(9)})
except SaveError as error:
    print(error)
"""


def _save_larger(path: Path, *limit: str) -> list[str]:
    path.write_bytes(OVER.before["a.fatdesk"])
    for n in range(9):
        (path.parent / f"{n}.txt").write_bytes(b"old")
    done = subprocess.run(
        [sys.executable, "-c", _SAVE_LARGER, path, *limit],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    assert path.read_bytes() == OVER.before["a.fatdesk"]
    assert all((path.parent / f"{n}.txt").read_bytes() == b"old" for n in range(9))
    assert len(list(path.parent.iterdir())) == 10, "leftovers"
    return done.stdout.splitlines()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="tmpfs is Linux's")
@pytest.mark.promise("P3", "P7")
def test_full_disk(small_disk: Path, promise: Promise) -> None:
    said = _save_larger(small_disk / "a.fatdesk")
    assert len(said) == 2
    assert all(os.strerror(errno.ENOSPC) in line and "free some space" in line for line in said)
    promise("P3", "a full disk is reported")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.promise("P3")
def test_limit_on_file_sizes(tmp_path: Path, promise: Promise) -> None:
    said = _save_larger(tmp_path / "a.fatdesk", "50000")
    assert len(said) == 2
    assert all(os.strerror(errno.EFBIG) in line for line in said)
    promise("a limit on file sizes is reported")


def _measure(path: Path) -> None:
    """Give a project a simulation study with a point and a fault study with a row."""
    networks = (StudyNetwork(name="tree", spec="kary-tree:k=4,n=3"),)
    study, faults = (
        SimulationStudy(name="Tree", networks=networks),
        FaultStudy(name="Tree", networks=networks),
    )
    project = perform(load_project(path).project, AddSimulation(simulation=study))
    project = perform(project, AddFaultStudy(study=faults))
    save_project(project, path)
    derived, results = Derived(project), Results(path)
    (one,), (other,) = networks_of(derived, study), networks_of(derived, faults)
    assert isinstance(one, ToMeasure)
    assert isinstance(other, ToFail)
    results.put(measured(one.on, [point(0.3, one.on.channels)]))
    results.put(MeasuredFaults(other.on, (row(1, 1.0),)))


def _with_studies(folder: Path) -> Path:
    path = _sixty(folder)
    _measure(path)
    return path


def _designed(requirements: Path, folder: Path) -> Path:
    path = folder / "a.fatdesk"
    assert main(["design", str(requirements), "-o", str(path)]) == 0
    return path


def _sixty(folder: Path) -> Path:
    return _designed(shipped("resources") / "examples" / "nodes-60.yaml", folder)


def _of_sonic(folder: Path) -> Path:
    """Switches with names of ports of SONiC and of Cumulus Linux."""
    (folder / "r.yaml").write_text(SPLIT)
    return _designed(folder / "r.yaml", folder)


def _adopted(folder: Path) -> Path:
    """The report of the fabric of 60 hosts as a project of its own, with GUIDs."""
    assert main(["export", str(_sixty(folder)), str(folder), "--only", "fabric.net"]) == 0
    assert main(["adopt", str(folder / "fabric.net"), "-o", str(folder / "b.fatdesk")]) == 0
    return folder / "b.fatdesk"


def _saved(project: Project, folder: Path) -> Path:
    save_project(project, folder / "a.fatdesk")
    return folder / "a.fatdesk"


ORDERS = ("change-order.xlsx", "change-order.csv")
PANEL_SHEETS = frozenset({"panels.pdf", "strips.pdf", "fibre-tests.pdf"})
MAKERS: dict[str, Callable[[Path], Path]] = {
    **dict.fromkeys(OF_RESULTS | {"simulations.pdf", "faults.pdf"}, _with_studies),
    **dict.fromkeys(OF_PANELS | PANEL_SHEETS, lambda folder: _saved(over_panels(), folder)),
    **dict.fromkeys((*ORDERS, "change-order.pdf"), lambda folder: _saved(planned(66), folder)),
    "config_db.json": _of_sonic,
    "nvue.yaml": _of_sonic,
    "topoconfig.conf": _adopted,
}
"""Projects with what is in the documents; all others are of 60 hosts."""
ADDRESSES = ["--network", "10.1.0.0/16", "--domain", "example.org"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The folder of the project for a document, made once."""

    @cache
    def make(maker: Callable[[Path], Path]) -> Path:
        return maker(tmp_path_factory.mktemp("made"))

    return lambda name: make(MAKERS.get(name, _sixty))


LONG = {"losses.csv", *ORDERS, *OF_PANELS, *(document.name for document in PDFS)}
BY_NIGHT = LONG - {"pieces.csv", "legend.pdf"}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="tmpfs is Linux's")
@pytest.mark.promise("P7")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(one.name, marks=pytest.mark.slow if one.name in BY_NIGHT else ())
        for one in (*EXPORTS, *PDFS)
    ],
)
def test_every_format_on_a_full_disk(
    small_disk: Path,
    tmp_path: Path,
    made: Callable[[str], Path],
    name: str,
    promise: Promise,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The earlier files stay, nothing else is left, and the message names a file and the cause."""
    words = [str(made(name)), "--only", name, *(ADDRESSES if name in OF_ADDRESSES else [])]
    assert main(["export", *words[:1], str(tmp_path / "out"), *words[1:]]) == 0
    files = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert files
    for file in files:
        (small_disk / file).write_bytes(b"earlier")
    space = os.statvfs(small_disk)
    (small_disk / "ballast").write_bytes(bytes(space.f_bavail * space.f_frsize))
    capsys.readouterr()
    assert main(["export", *words[:1], str(small_disk), *words[1:]]) == 2
    stated = capsys.readouterr().err.splitlines()[-1]
    assert f": not saved: {os.strerror(errno.ENOSPC)}" in stated
    assert Path(stated.partition(": not saved")[0].removeprefix("fatdesk: ")).parent == small_disk
    assert all((small_disk / file).read_bytes() == b"earlier" for file in files)
    assert sorted(path.name for path in small_disk.iterdir()) == sorted(["ballast", *files])
    promise("{trials} formats kept the earlier files on a full disk", trials=1)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="tmpfs is Linux's")
@pytest.mark.promise("P3")
def test_a_disk_that_became_read_only(small_disk: Path, tmp_path: Path, promise: Promise) -> None:
    """The old version stays, the message names file and cause, and saving elsewhere works."""
    path = small_disk / "a.fatdesk"
    stamp = save_project(rich_project(), path).stamp
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    changed = perform(rich_project(), Rename(name="changed"))
    with pytest.raises(SaveError, match=os.strerror(errno.EROFS)) as refused:
        save_project(changed, path, stamp)
    assert str(path) in str(refused.value)
    assert load_project(path).project == rich_project()
    assert [entry.name for entry in small_disk.iterdir()] == ["a.fatdesk"]
    save_project(changed, tmp_path / "b.fatdesk")
    assert load_project(tmp_path / "b.fatdesk").project == changed
    promise("a disk that became read-only is reported")
