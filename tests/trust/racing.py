"""Two programs save one file at the same moment, again and again; prints how often one, both, none wrote."""

import json
import os
import sys
from pathlib import Path

from fatdesk.project.files.file_lock import ABSENT, stamp_of
from fatdesk.project.files.saver import ChangedOnDisk, SaveError, save_bytes


def race(path: Path, first: bytes | None) -> tuple[list[str], bytes]:
    """What the two said, and what lies there afterwards."""
    path.unlink(missing_ok=True)
    if first is not None:
        path.write_bytes(first)
    expect = ABSENT if first is None else stamp_of(first)
    start_read, start_write = os.pipe()
    told_read, told_write = os.pipe()
    pids = []
    for number in range(2):
        pid = os.fork()
        if not pid:
            os.close(start_write)
            os.read(start_read, 1)  # both wake when the pipe is closed
            try:
                save_bytes(path, b"%d" % number * 1000, expect)
                word = f"wrote {number}\n"
            except ChangedOnDisk:
                word = "told\n"
            except SaveError as error:
                word = f"{error}\n"
            os.write(told_write, word.encode())
            os._exit(0)
        pids.append(pid)
    os.close(start_read)
    os.close(start_write)
    os.close(told_write)
    text = b""
    while piece := os.read(told_read, 65536):
        text += piece
    os.close(told_read)
    for pid in pids:
        os.waitpid(pid, 0)
    return sorted(text.decode().splitlines()), path.read_bytes()


def main() -> None:
    folder, races = Path(sys.argv[1]), int(sys.argv[2])
    wrong = []
    for number in range(races):
        said, there = race(folder / "a.fatdesk", b"old" if number % 2 else None)
        fair = said[0] == "told" and said[1] in ("wrote 0", "wrote 1")
        if not fair or there != said[1][-1].encode() * 1000:
            wrong.append([said, there[:10].decode()])
    print(
        json.dumps({"races": races, "wrong": wrong, "left": sorted(entry.name for entry in folder.iterdir())})
    )


if __name__ == "__main__":
    main()
