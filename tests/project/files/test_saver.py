"""Files are written whole, where and as they should be."""

import errno
import os
import stat
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from fatdesk.project.files import file_lock, saver
from fatdesk.project.files.file_lock import ABSENT, holding, stamp_of
from fatdesk.project.files.saver import (
    ChangedOnDisk,
    SaveError,
    remove_file,
    save_all,
    save_bytes,
    save_folders,
)
from tests.project.files.writing_calls import writing_calls

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights and links")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.fatdesk"


def only(path: Path) -> bool:
    return [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_a_new_file_and_over_it(path: Path) -> None:
    stamp = save_bytes(path, b"one", ABSENT)
    assert stamp == stamp_of(b"one")
    stamp = save_bytes(path, b"two", stamp)
    assert save_bytes(path, b"", stamp) == stamp_of(b"")
    assert path.read_bytes() == b""
    assert only(path)


def test_whatever_is_there_is_replaced_when_nothing_is_expected(path: Path) -> None:
    save_bytes(path, b"one")
    save_bytes(path, b"two")
    assert path.read_bytes() == b"two"


@pytest.mark.parametrize(
    ("there", "expected", "said"),
    [
        (b"two", b"one", "it was changed by another program since it was opened"),
        (None, b"one", "it was removed since it was opened"),
        (b"two", None, "there is a file of that name already"),
    ],
)
def test_a_file_that_changed_is_not_overwritten(
    path: Path, there: bytes | None, expected: bytes | None, said: str
) -> None:
    if there is not None:
        path.write_bytes(there)
    with pytest.raises(ChangedOnDisk, match=said) as caught:
        save_bytes(path, b"new", stamp_of(expected))
    assert str(path) in str(caught.value)
    assert (path.read_bytes() if path.exists() else None) == there


def test_a_touched_file_with_the_same_content_is_the_same(path: Path) -> None:
    stamp = save_bytes(path, b"one")
    path.unlink()
    path.write_bytes(b"one")
    os.utime(path, (0, 0))
    save_bytes(path, b"two", stamp)
    assert path.read_bytes() == b"two"


def test_written_while_we_write(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stamp = save_bytes(path, b"one")
    real = saver.sync_file

    def meanwhile(fd: int) -> None:
        path.write_bytes(b"other")
        real(fd)

    monkeypatch.setattr(saver, "sync_file", meanwhile)
    with pytest.raises(ChangedOnDisk, match="another program is writing it"):
        save_bytes(path, b"two", stamp)
    assert path.read_bytes() == b"other"
    assert only(path)
    path.unlink()
    with pytest.raises(ChangedOnDisk, match=r"just come|another program is writing it"):
        save_bytes(path, b"two", ABSENT)
    assert path.read_bytes() == b"other"


def test_short_writes_are_continued(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: real(fd, data[:7]))
    save_bytes(path, bytes(range(256)) * 9)
    assert path.read_bytes() == bytes(range(256)) * 9


def test_a_disk_that_lies_is_found_out(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_bytes(path, b"one")
    real = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: real(fd, bytes(len(data))))
    with pytest.raises(SaveError, match="other bytes than were written"):
        save_bytes(path, b"two")
    assert path.read_bytes() == b"one"
    assert only(path)


@posix
def test_rights_are_kept(path: Path) -> None:
    path.write_bytes(b"one")
    for mode in (0o600, 0o664, 0o640):
        path.chmod(mode)
        save_bytes(path, b"two")
        assert stat.S_IMODE(path.stat().st_mode) == mode


@posix
@pytest.mark.skipif(sys.platform != "win32" and os.geteuid() != 0, reason="only root gives files away")
def test_the_owner_is_kept(path: Path) -> None:
    path.write_bytes(b"one")
    os.chown(path, 1234, 2345)
    save_bytes(path, b"two")
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 2345)


@posix
def test_links_are_followed(path: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    target = tmp_path / "other" / "b.fatdesk"
    path.symlink_to("other/b.fatdesk")
    save_bytes(path, b"one", ABSENT)
    save_bytes(path, b"two", stamp_of(b"one"))
    assert path.is_symlink()
    assert target.read_bytes() == b"two"
    assert only(target)


@posix
@pytest.mark.parametrize("kind", ["folder", "loop", "pipe", "no folder", "nul", "long"])
def test_what_is_no_place_for_a_file(path: Path, kind: str) -> None:
    if kind == "folder":
        path.mkdir()
    elif kind == "loop":
        path.symlink_to(path.name)
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "no folder":
        path = path / "b" / "c"
    elif kind == "nul":
        path = path.with_name("a\0b")
    elif kind == "long":
        path = path.with_name("x" * 300)
    with pytest.raises(SaveError, match="not saved: "):
        save_bytes(path, b"new")


def test_long_names_have_room(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 247 + ".fatdesk")
    save_bytes(path, b"one")
    save_bytes(path, b"two")
    assert only(path)


@posix
def test_a_folder_that_cannot_be_synced_brings_the_old_file_back(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_bytes(path, b"one")
    found = path.stat()
    monkeypatch.setattr(os, "fsync", _failing_on_folders(errno.EIO))
    with pytest.raises(SaveError, match="Input/output error"):
        save_bytes(path, b"two", stamp_of(b"one"))
    assert path.read_bytes() == b"one"
    assert path.stat().st_ino == found.st_ino
    assert only(path)
    path.unlink()
    with pytest.raises(SaveError):
        save_bytes(path, b"two", ABSENT)
    assert not path.exists()


@posix
def test_a_folder_that_knows_no_sync_is_no_error(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for code in (errno.EINVAL, errno.ENOTSUP):
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", _failing_on_folders(code))
            save_bytes(path, b"%d" % code)
        assert path.read_bytes() == b"%d" % code


def _failing_on_folders(code: int) -> Any:
    real = os.fsync

    def fsync(fd: int) -> None:
        if stat.S_ISDIR(os.fstat(fd).st_mode):
            raise OSError(code, os.strerror(code))
        real(fd)

    return fsync


@posix
def test_where_the_file_system_has_no_second_names(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", link)
    save_bytes(path, b"one", ABSENT)
    save_bytes(path, b"two", stamp_of(b"one"))
    assert path.read_bytes() == b"two"
    monkeypatch.setattr(os, "fsync", _failing_on_folders(errno.EIO))
    with pytest.raises(
        SaveError, match=r"written, but the disk did not confirm it .*in place in a\.fatdesk; save"
    ):
        save_bytes(path, b"three")
    assert path.read_bytes() == b"three"


@posix
@pytest.mark.parametrize("code", [errno.EMFILE, errno.ESTALE, errno.ENOMEM, errno.EIO])
@pytest.mark.parametrize("links", [True, False])
def test_an_error_after_the_rename_says_which_content_is_there(
    path: Path, monkeypatch: pytest.MonkeyPatch, code: int, links: bool
) -> None:
    """One statement, and the true one: not saved and the old content, or written and the new content."""

    def link(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    if not links:
        monkeypatch.setattr(os, "link", link)
    save_bytes(path, b"one")
    monkeypatch.setattr(os, "fsync", _failing_on_folders(code))
    with pytest.raises(SaveError) as caught:
        save_bytes(path, b"two")
    text = str(caught.value)
    assert ("not saved" in text, "new content is in place" in text) == (links, not links)
    assert ("untouched" in text) is links
    assert path.read_bytes() == (b"one" if links else b"two")


@posix
def test_errors_of_close_after_the_rename_do_not_spoil_a_save(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_bytes(path, b"one")
    real = os.close

    def close(fd: int) -> None:
        real(fd)
        if path.read_bytes() == b"two":
            raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))

    monkeypatch.setattr(os, "close", close)
    assert save_bytes(path, b"two") == stamp_of(b"two")
    monkeypatch.undo()
    assert path.read_bytes() == b"two"


def test_several_files_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "new" / "out"
    save_all(folder, {"a.csv": b"a1", "b.csv": b"b1"})
    save_all(folder, {"a.csv": b"a2", "c.csv": b"c2"})
    assert {e.name: e.read_bytes() for e in folder.iterdir()} == {
        "a.csv": b"a2",
        "b.csv": b"b1",
        "c.csv": b"c2",
    }
    real = saver.rename_over
    calls: list[Path] = []

    def replace(old: Path, new: Path) -> None:
        calls.append(new)
        if len(calls) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(old, new)

    monkeypatch.setattr(saver, "rename_over", replace)
    with pytest.raises(SaveError, match=r"b\.csv: not saved: No space left on device"):
        save_all(folder, {"a.csv": b"a3", "b.csv": b"b3", "d.csv": b"d3"})
    assert {e.name: e.read_bytes() for e in folder.iterdir()} == {
        "a.csv": b"a2",
        "b.csv": b"b1",
        "c.csv": b"c2",
    }


def test_a_folder_made_in_vain_goes_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def sync(fd: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(saver, "sync_file", sync)
    with pytest.raises(SaveError):
        save_all(tmp_path / "out", {"a.csv": b"a1"})
    assert not (tmp_path / "out").exists()


def test_files_of_several_folders_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = tmp_path / "out" / "1", tmp_path / "out" / "2"
    real = saver.Write.put_in_place

    def put_in_place(write: saver.Write) -> None:
        if write.path.parent == second:
            raise SaveError(write.path, "No space left on device", "make room")
        real(write)

    monkeypatch.setattr(saver.Write, "put_in_place", put_in_place)
    with pytest.raises(SaveError, match="No space left on device"):
        save_folders({first: {"a": b"a1"}, second: {"a": b"a2"}})
    assert list(tmp_path.iterdir()) == []
    monkeypatch.undo()
    save_folders({first: {"a": b"a1"}, second: {"a": b"a2"}})
    assert [(folder / "a").read_bytes() for folder in (first, second)] == [b"a1", b"a2"]


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "../b", "/b", "a\\b", "c:b", "a\0"])
def test_names_stay_in_the_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(SaveError, match="is not a file name"):
        save_all(tmp_path / "out", {"good": b"", name: b""})
    assert list(tmp_path.iterdir()) == []


def test_windows_is_asked_again_while_a_scanner_holds_the_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(b"one")
    real = Path.replace
    tries: list[int] = []

    def replace(self: Path, target: Path) -> Path:
        tries.append(codes[len(tries)])
        if tries[-1]:
            error = PermissionError(errno.EACCES, "Access is denied")
            error.winerror = tries[-1]
            raise error
        return real(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(saver.time, "sleep", lambda _: None)
    codes = [5, 32, 33, 0]
    save_bytes(path, b"two")
    assert tries == codes
    assert path.read_bytes() == b"two"
    tries.clear()
    codes = [19, 0]
    with pytest.raises(SaveError, match="Access is denied"):
        save_bytes(path, b"three")
    assert tries == [19]


@posix
def test_a_save_waits_for_another_and_gives_up(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_bytes(b"one")
    monkeypatch.setattr(file_lock, "PATIENCE_S", 0.05)
    with holding(path), pytest.raises(SaveError, match=r"another program is saving this file; .* try again"):
        save_bytes(path, b"two")
    monkeypatch.setattr(file_lock, "PATIENCE_S", 10.0)
    with holding(path):
        thread = threading.Thread(target=save_bytes, args=(path, b"two"))
        thread.start()
        assert path.read_bytes() == b"one"
    thread.join()
    assert path.read_bytes() == b"two"


@posix
def test_leftovers_of_a_killed_save_are_swept(path: Path) -> None:
    save_bytes(path, b"one")
    mark = saver.Write(path, b"", None).mark
    for name in (f"{mark}01234567.tmp", f"{mark}01234567.old"):
        path.with_name(name).write_bytes(b"half")
    other = path.with_name(".fatdesk-000000000000-01234567.tmp")
    other.write_bytes(b"of another file")
    save_bytes(path, b"two")
    assert {entry.name for entry in path.parent.iterdir()} == {path.name, other.name}


PLACES = {
    "project/files/file_lock.py": {"os.open"},  # of what is about to be replaced, its lock, and claims
    "project/files/storing.py": {"folder.mkdir", "file.unlink"},  # the last versions of a project
    "project/files/recovery.py": {
        "mkdir",
        "unlink",
        "entry.unlink",
        "folder.rmdir",
        "folder.mkdir",
        "file.unlink",
    },
    "project/studies/results.py": {"file.unlink"},  # a curve that another file holds with more points
    "engine/listing/workbook.py": {"tempfile"},  # a file without a name, for sheets larger than memory likes
}
"""What else is done with files, nearly all in the user's state folder: contents go through the saver."""


def test_no_other_module_writes() -> None:
    """Only the saver makes, renames or removes the user's files."""
    package = Path(saver.__file__).parents[2]
    found = {
        file.relative_to(package).as_posix(): {name for _, name in writing_calls(file.read_text("utf-8"))}
        for file in sorted(package.rglob("*.py"))
    }
    assert len(found.pop("project/files/saver.py")) > 5
    assert {file: names for file, names in found.items() if names} == PLACES


@pytest.mark.parametrize(
    "source",
    [
        "open(name)",
        "with open(name, mode) as stream: pass",
        "Path(name).write_text(text)",
        "path.write_bytes(data)",
        "path.open('w')",
        "path.open(mode='ab')",
        "(folder / name).open('r+b')",
        "path.unlink()",
        "path.rename(other)",
        "path.replace(other)",
        "folder.mkdir()",
        "path.touch()",
        "os.open(path, flags)",
        "os.replace(a, b)",
        "io.open(name, 'w')",
        "import shutil",
        "from tempfile import mkstemp",
        "from os import remove",
        "np.save(name, array)",
        "array.tofile(name)",
        "QSaveFile(name)",
        "QtCore.QSettings(name)",
    ],
)
def test_calls_that_write_are_found(source: str) -> None:
    assert len(list(writing_calls(f"def work():\n    {source}\n"))) == 1


@pytest.mark.parametrize(
    "source",
    [
        "def open(self): pass",
        "window.files.open()",
        "path.open('rb')",
        "archive.open(name, 'w')",
        "text.replace('a', 'b')",
        "replace(tray, points_mm=points)",
        "# open(name, 'w')",
        "'path.write_text(text)'",
    ],
)
def test_other_calls_are_not(source: str) -> None:
    assert not list(writing_calls(source))


def test_a_file_is_removed_only_while_it_holds_what_is_known(path: Path) -> None:
    stamp = save_bytes(path, b"one", ABSENT)
    path.write_bytes(b"two")
    with pytest.raises(ChangedOnDisk, match="it was changed by another program"):
        remove_file(path, stamp)
    assert path.read_bytes() == b"two"
    remove_file(path, stamp_of(b"two"))
    assert not list(path.parent.iterdir())
    with pytest.raises(ChangedOnDisk, match="it was removed since it was opened"):
        remove_file(path, stamp_of(b"two"))
