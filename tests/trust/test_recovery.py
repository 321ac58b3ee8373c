"""P5: recovery destroys nothing, never decides by file time, and can be skipped."""

import hashlib
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.project.document.project import Project
from fatdesk.project.document.record_kinds import differences
from fatdesk.project.files.file_format import encode
from fatdesk.project.files.file_lock import ABSENT
from fatdesk.project.files.folders import COPY, recovery_folder
from fatdesk.project.files.migrations import FORMAT
from fatdesk.project.files.recovery import (
    MOST,
    Keeper,
    left_behind,
    left_behind_of,
    open_elsewhere,
)
from fatdesk.project.files.storing import load_project, save_project
from tests.project.samples import rich_project
from tests.trust.promises import Promise
from tests.trust.strace import ROOT

SAVED = Project(name="as saved")
KEPT = Project(name="as kept")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder of this test alone."""
    folder = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    monkeypatch.setenv("LOCALAPPDATA", str(folder))
    return folder


def crash(keeper: Keeper) -> Path:
    """What a killed program leaves: its folder, with the claim gone."""
    assert keeper._claim is not None
    keeper._claim.release()
    return keeper.folder / COPY


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flipped(data: bytes) -> bytes:
    middle = len(data) - 20
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


DAMAGE = {
    "good": lambda data: data,
    "truncated": cut,
    "one bit": flipped,
    "first line only": lambda data: data.partition(b"\n")[0] + b"\n",
    "empty": lambda _: b"",
    "garbage": lambda _: bytes(range(256)) * 8,
    "nested": lambda _: b'{"x":' + b"[" * 100_000,
    "missing": lambda _: None,
}
FILES = {
    "as it was": ("same", lambda data: data),
    "newer": ("changed", lambda _: encode(Project(name="somebody else's"))),
    "older": ("changed", lambda _: encode(Project(name="from a backup"))),
    "truncated": ("unreadable", cut),
    "empty": ("unreadable", lambda _: b""),
    "garbage": ("unreadable", lambda _: b"\xff\0" * 999),
    "nested": ("unreadable", lambda _: b'{"x":' + b"[" * 100_000),
    "missing": ("missing", lambda _: None),
}
TIMES = ((1, 2_000_000_000), (2_000_000_000, 1), (1_000_000_000, 1_000_000_000))
"""Times of copy and file: later, earlier, equal."""


def put(path: Path, data: bytes | None) -> None:
    path.unlink(missing_ok=True)
    if data is not None:
        path.write_bytes(data)


def on_disk(*paths: Path) -> list[bytes | None]:
    return [path.read_bytes() if path.exists() else None for path in paths]


@pytest.mark.promise("P5")
def test_every_copy_with_every_file(tmp_path: Path, promise: Promise) -> None:
    cases = 0
    for (what, damage), (how, (state, change)) in itertools.product(DAMAGE.items(), FILES.items()):
        path = tmp_path / f"{what} {how}.fatdesk"
        stamp = save_project(SAVED, path).stamp
        keeper = Keeper(path, stamp)
        keeper.keep(KEPT, "as kept")
        copy = crash(keeper)
        put(copy, damage(copy.read_bytes()))
        put(path, change(path.read_bytes()))
        before = on_disk(path, copy)
        stated = set()
        for times in TIMES:
            for file, time in zip((copy, path), times, strict=True):
                if file.exists():
                    os.utime(file, (time, time))
            found = [one for one in left_behind() if one.folder == copy.parent]
            stated.add(repr([(one.state, one.problem, one.project) for one in found]))
            assert on_disk(path, copy) == before, "looking, and skipping it, changes nothing"
            if what == "missing":
                assert not found
                continue
            [one] = found
            if what == "good":
                assert (one.project, one.problem, one.state) == (KEPT, "", state)
                assert one.saved is None or one.saved == load_project(path).project
                assert left_behind_of(path) == [one]
            else:
                assert one.project is None
                assert str(copy) in one.problem
        assert len(stated) == 1, "the times of files say nothing"
        for one in found:
            taken = one.take()
            assert taken is not None
            assert one.take() is None, "two programs cannot take one copy"
            aside = taken.set_aside()
            assert on_disk(path) == before[:1]
            assert not copy.parent.exists()
            if what == "good":
                assert load_project(aside).project == KEPT
            else:
                assert aside.read_bytes() == before[1]
        cases += 1
    promise("{trials} pairs of copy and file, each at 3 orders of times: nothing lost", trials=cases)


@pytest.mark.promise("P5")
def test_a_recovered_project_never_replaces_a_file_that_changed(tmp_path: Path, promise: Promise) -> None:
    """The stamp in the copy is of the file as it was: a save over anything else is refused first."""
    refused = 0
    for how, (state, change) in FILES.items():
        path = tmp_path / f"{how}.fatdesk"
        stamp = save_project(SAVED, path).stamp
        keeper = Keeper(path, stamp)
        keeper.keep(KEPT, "")
        crash(keeper)
        put(path, change(path.read_bytes()))
        before = on_disk(path)
        [one] = left_behind_of(path)
        assert one.label is not None
        if state == "same":
            save_project(KEPT, path, one.label.stamp)
            assert load_project(path).project == KEPT
        else:
            with pytest.raises(FatdeskError):
                save_project(KEPT, path, one.label.stamp)
            assert on_disk(path) == before
            refused += 1
    promise("{trials} silent overwrites refused", trials=refused)


def test_a_copy_that_says_what_the_file_says_goes(tmp_path: Path) -> None:
    path = tmp_path / "a.fatdesk"
    stamp = save_project(KEPT, path).stamp
    keeper = Keeper(path, stamp)
    keeper.keep(KEPT, "")
    copy = crash(keeper)
    assert left_behind() == []
    assert not copy.parent.exists()


def test_projects_without_a_file_are_kept_side_by_side() -> None:
    for name in ("one", "two"):
        keeper = Keeper(None, None)
        keeper.keep(Project(name=name), name)
        crash(keeper)
    assert {(one.name, one.state, one.path) for one in left_behind()} == {
        ("one", "none", None),
        ("two", "none", None),
    }


def test_a_clean_close_leaves_nothing(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "a.fatdesk", ABSENT)
    keeper.keep(KEPT, "")
    keeper.drop()
    assert not (keeper.folder / COPY).exists()
    keeper.keep(KEPT, "")
    keeper.close()
    assert list(recovery_folder().iterdir()) == []


def test_a_newer_programs_copy_is_left_alone(tmp_path: Path) -> None:
    keeper = Keeper(None, None)
    keeper.keep(KEPT, "")
    copy = crash(keeper)
    first, _, body = copy.read_bytes().partition(b"\n")
    body = body.replace(b'"format":6', b'"format":%d' % (FORMAT + 1))
    label = json.loads(first)
    label |= {"size": len(body), "digest": hashlib.sha256(body).hexdigest()}
    copy.write_bytes(json.dumps(label).encode() + b"\n" + body)
    [one] = left_behind()
    assert one.project is None
    assert "newer" in one.problem
    assert copy.exists()


_LIVING = """
import sys
from pathlib import Path
from fatdesk.project.document.project import Project
from fatdesk.project.files.recovery import Keeper
keeper = Keeper(Path(sys.argv[1]), None)
keeper.keep(Project(name="theirs"), "theirs")
print(keeper.folder, flush=True)
sys.stdin.read()
"""


@pytest.mark.promise("P5")
def test_a_living_programs_copy_is_not_taken(tmp_path: Path, promise: Promise) -> None:
    path = tmp_path / "a.fatdesk"
    save_project(SAVED, path)
    command = [sys.executable, "-c", _LIVING, path]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as other:
        assert other.stdout is not None
        folder = Path(other.stdout.readline().strip())
        assert left_behind() == []
        assert (folder / COPY).exists()
        assert open_elsewhere(path)
        assert not open_elsewhere(path, ours=folder)
        assert not open_elsewhere(tmp_path / "b.fatdesk")
        other.kill()
    assert not open_elsewhere(path)
    [one] = left_behind()
    assert one.folder == folder
    assert one.project == Project(name="theirs")
    promise("a living program's copy is left alone")


def test_what_is_set_aside_is_limited_and_the_latest_stay() -> None:
    for number in range(MOST + 3):
        keeper = Keeper(None, None)
        keeper.keep(Project(name=f"p{number}"), f"p/../{number}")
        crash(keeper)
        [one] = left_behind()
        taken = one.take()
        assert taken is not None
        place = taken.set_aside()
    kept = sorted(file.name for file in place.parent.iterdir())
    assert len(kept) == MOST
    assert load_project(place).project.name == f"p{MOST + 2}"


def test_a_full_disk_keeps_the_copy_before(monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = Keeper(None, None)
    keeper.keep(SAVED, "")

    def refuse(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", refuse)
        with pytest.raises(FatdeskError, match="No space"):
            keeper.keep(KEPT, "")
    crash(keeper)
    assert [one.project for one in left_behind()] == [SAVED]


def test_differences_count_records() -> None:
    project = rich_project()
    floor = project.floor
    racks = (msgspec.structs.replace(floor.racks[0], label="other"), *floor.racks[1:])
    other = msgspec.structs.replace(
        project, name="other", floor=msgspec.structs.replace(floor, racks=racks, trays=floor.trays[1:])
    )
    assert differences(project, project) == []
    assert differences(project, other) == ["the name of the project", "1 rack", "1 tray"]
    assert differences(other, project) == differences(project, other)
