"""P2: after "saved", power loss keeps it.

A file system of ext4 in a file is shut down right behind the save (ioctl EXT4_IOC_SHUTDOWN), so that
nothing more reaches the disk, and mounted again. Flag 1 writes its journal out before, flag 2 does not. That
such a shutdown can lose anything is shown by a file that was written without a sync.
"""

import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fatdesk.project.commands.history import perform
from fatdesk.project.commands.project import Rename
from fatdesk.project.files.file_format import encode
from fatdesk.project.files.storing import load_project, save_project
from tests.project.samples import rich_project
from tests.trust.promises import Promise

EXT4_IOC_SHUTDOWN = 0x8004587D
LOG_FLUSHED, LOG_LOST = 1, 2
MANY, FEW = 1000, 40


class Disk:
    """A file system in a file, mounted in a folder."""

    def __init__(self, folder: Path) -> None:
        self._image, self.place = folder / "disk.img", folder / "disk"
        self.place.mkdir()
        with self._image.open("wb") as image:
            image.truncate(16 << 20)
        subprocess.run(["mkfs.ext4", "-q", self._image], check=True)
        self.mount()

    def mount(self) -> None:
        """Attach it; what its journal holds comes back."""
        done = subprocess.run(
            ["mount", "-o", "loop", self._image, self.place], capture_output=True, text=True
        )
        if done.returncode:
            pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")

    def unmount(self) -> None:
        """Take it off."""
        subprocess.run(["umount", self.place], check=True)

    def lose_power(self, flag: int) -> None:
        """Shut it down and mount it again."""
        import fcntl

        folder = os.open(self.place, os.O_RDONLY)
        try:
            fcntl.ioctl(folder, EXT4_IOC_SHUTDOWN, struct.pack("I", flag))
        finally:
            os.close(folder)
        self.unmount()
        self.mount()


@contextmanager
def disk(folder: Path) -> Iterator[Disk]:
    """A disk for a test; skipped where none can be had."""
    if not sys.platform.startswith("linux") or os.geteuid() or not shutil.which("mkfs.ext4"):
        pytest.skip("mounting a file system of ext4 takes root and mkfs.ext4")
    made = Disk(folder)
    try:
        yield made
    finally:
        made.unmount()


@pytest.mark.promise("P2")
def test_saved_is_saved(tmp_path: Path, long: bool, promise: Promise) -> None:
    project, times = rich_project(), MANY if long else FEW
    with disk(tmp_path) as made:
        path = made.place / "a.fatdesk"
        stamp = save_project(project, path).stamp
        for number in range(times):
            project = perform(project, Rename(name=f"state {number}"))
            stamp = save_project(project, path, stamp).stamp
            made.lose_power((LOG_FLUSHED, LOG_LOST)[number % 2])
            assert path.read_bytes() == encode(project)
        assert load_project(path).project.name == f"state {times - 1}"
        save_project(rich_project(), path, stamp)  # sweeps what the last loss of power brought back
        assert sorted(entry.name for entry in made.place.iterdir()) == ["a.fatdesk", "lost+found"]
    promise("0 losses in {trials:,} shutdowns of ext4 behind a save", trials=times)


@pytest.mark.promise("P2")
def test_a_shutdown_loses_what_was_not_synced(tmp_path: Path) -> None:
    with disk(tmp_path) as made:
        path = made.place / "a"
        path.write_bytes(b"first")
        os.sync()
        path.with_suffix(".new").write_bytes(b"second" * 1000)
        path.with_suffix(".new").replace(path)
        made.lose_power(LOG_LOST)
        assert path.read_bytes() == b"first"
