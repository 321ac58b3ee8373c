"""Projects are opened without a trace, and saved with their earlier versions kept."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from fatdesk.core.errors import InputError, InputErrors
from fatdesk.project.document.cable_records import CableRecord, CableRecords
from fatdesk.project.document.project import Project
from fatdesk.project.files import file_format, storing
from fatdesk.project.files.file_format import encode
from fatdesk.project.files.file_lock import ABSENT
from fatdesk.project.files.saver import ChangedOnDisk, SaveError
from fatdesk.project.files.storing import kept_versions, load_project, save_project, versions_folder
from tests.project.samples import rich_project
from tests.trust.promises import Promise


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "home").mkdir()
    return tmp_path / "home" / "a.fatdesk"


def test_save_and_open(path: Path) -> None:
    saved = save_project(rich_project(), path, ABSENT)
    opened = load_project(path)
    assert opened.project == rich_project()
    assert opened.stamp == saved.stamp
    assert saved.warning == ""


def test_saving_what_changed_on_disk(path: Path) -> None:
    stamp = save_project(rich_project(), path).stamp
    save_project(Project(name="theirs"), path, stamp)
    with pytest.raises(ChangedOnDisk):
        save_project(Project(name="ours"), path, stamp)
    assert load_project(path).project.name == "theirs"


def test_the_last_five_versions_are_kept(path: Path) -> None:
    for number in range(8):
        save_project(Project(name=str(number)), path)
        save_project(Project(name=str(number)), path)  # nothing new to keep
    kept = [load_project(file).project.name for file in kept_versions(path)]
    assert kept == ["6", "5", "4", "3", "2"]
    assert stat.S_IMODE(versions_folder(path).stat().st_mode) == 0o700 or sys.platform == "win32"
    other = path.with_name("b") / path.name
    other.parent.mkdir()
    save_project(Project(name="x"), other)
    save_project(Project(name="y"), other)
    assert [load_project(file).project.name for file in kept_versions(other)] == ["x"]
    assert len(kept_versions(path)) == 5


def test_a_version_that_cannot_be_kept_is_told_and_no_reason_to_fail(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamp = save_project(Project(name="one"), path).stamp
    (tmp_path / "state").write_text("in the way")
    saved = save_project(Project(name="two"), path, stamp)
    assert "saved, but its earlier version could not be kept" in saved.warning
    assert load_project(path).project.name == "two"

    def nowhere(_: Path) -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr(storing, "versions_folder", nowhere)
    assert "no home" in save_project(Project(name="three"), path, saved.stamp).warning


def test_what_cannot_be_stored_is_not_saved(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stamp = save_project(Project(name="old"), path).stamp
    rich = rich_project()
    rack = replace(rich.floor.racks[0], x_mm=float("nan"))
    for project, said in (
        (replace(rich, floor=replace(rich.floor, racks=(rack,))), r"project\.floor\.racks\[0\]\.x_mm is nan"),
        (replace(rich, cabling=replace(rich.cabling, slack_m=float("inf"))), "slack_m is inf"),
        (
            replace(rich, cables=CableRecords([CableRecord(id="a", measured_m=float("nan"))])),
            r"project\.cables\[a\]\.measured_m is nan",
        ),
        (replace(rich, cabling=replace(rich.cabling, slack_m=-1.0)), "expected a number from 0 to 100,"),
        (replace(rich, name="\ud800"), "text that is not text"),
        (replace(rich, name="a\x07"), r"U\+0007"),
        (replace(rich, parts=()), "is not among the parts"),
    ):
        with pytest.raises(SaveError, match=said) as caught:
            save_project(project, path, stamp)
        assert str(path) in str(caught.value)
    monkeypatch.setattr(file_format, "MAX_BYTES", 1000)
    with pytest.raises(SaveError, match="larger than 1000 bytes"):
        save_project(rich, path, stamp)
    monkeypatch.undo()
    assert load_project(path).project.name == "old"


def test_whole_numbers_become_what_the_file_says(path: Path) -> None:
    """A float that was given as an int is written as it will be read."""
    rich = rich_project()
    project = replace(rich, cabling=replace(rich.cabling, slack_m=1))
    save_project(project, path)
    data = path.read_bytes()
    assert b'"slack_m":1.0' in data
    save_project(load_project(path).project, path)
    assert path.read_bytes() == data


def test_order_does_not_matter(path: Path) -> None:
    rich = rich_project()
    shuffled = replace(
        rich,
        parts=rich.parts[::-1],
        waivers=rich.waivers[::-1],
        cables=dict(reversed(list(rich.cables.items()))),
        floor=replace(rich.floor, racks=rich.floor.racks[::-1], trays=rich.floor.trays[::-1]),
    )
    save_project(shuffled, path)
    assert path.read_bytes() == encode(rich)


@pytest.mark.promise("P15")
def test_a_newer_file_is_not_overwritten(path: Path, promise: Promise) -> None:
    path.write_bytes(b'{"t":"fatdesk","format":13,"min_reader":1}\n{"t":"end"}\n')
    opened = load_project(path)
    assert opened.stamp.read_only
    with pytest.raises(SaveError, match=r"written by a newer fatdesk.*; save under another name"):
        save_project(opened.project, path, opened.stamp)
    save_project(opened.project, path.with_name("b.fatdesk"), ABSENT)
    promise("or read-only, and never overwritten")


@pytest.mark.parametrize("kind", ["missing", "folder", "pipe", "nul"])
def test_what_cannot_be_opened(path: Path, kind: str) -> None:
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        if sys.platform == "win32":
            pytest.skip("Windows has no such pipes")
        os.mkfifo(path)
    elif kind == "nul":
        path = path.with_name("a\0")
    with pytest.raises(InputError, match=r":1: file: (cannot be read \(|is not a regular file)"):
        load_project(path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")
def test_what_may_not_be_read(path: Path, ordinary: list[str]) -> None:
    path.write_bytes(b"")
    path.chmod(0)
    words = [*ordinary, sys.executable, "-m", "fatdesk", "show", str(path)]
    done = subprocess.run(words, capture_output=True, text=True, cwd=Path(__file__).parents[3])
    assert done.returncode == 2
    assert f"{path}:1: file: cannot be read (Permission denied)" in done.stderr


def test_size_just_below_and_above(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = encode(rich_project())
    path.write_bytes(data)
    monkeypatch.setattr(file_format, "MAX_BYTES", len(data))
    load_project(path)
    monkeypatch.setattr(file_format, "MAX_BYTES", len(data) - 1)
    with pytest.raises((InputError, InputErrors), match="is larger than"):
        load_project(path)
