"""The kinds of saves that are killed and broken: what lies there before, and what may lie there after."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from fatdesk.project.files.file_format import encode
from fatdesk.project.files.storing import load_project, save_project
from tests.project.samples import rich_project
from tests.trust.save_server import EXPORTS, NEW

OLD_BYTES, NEW_BYTES = encode(rich_project()), encode(NEW)
Contents = dict[str, bytes]


class Kind(NamedTuple):
    """A kind of save: lay out a fresh folder and give the order for the server."""

    name: str
    before: Contents
    after: Contents
    order: Callable[[Path], dict[str, Any]]
    link: bool = False

    def lay_out(self, folder: Path) -> dict[str, Any]:
        """A fresh folder as before the save, with nothing in the state folder."""
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(Path(os.environ["XDG_STATE_HOME"]) / "fatdesk", ignore_errors=True)
        folder.mkdir()
        for name, data in self.before.items():
            (folder / name).write_bytes(data)
        if self.link:
            (folder / "link.fatdesk").symlink_to("a.fatdesk")
        return self.order(folder)

    def found(self, folder: Path) -> str:
        """Whether the old or the new content lies there; anything else is a loss."""
        names = [entry.name for entry in folder.iterdir() if entry.name != "link.fatdesk"]
        shown = {name: (folder / name).read_bytes() for name in names if not name.startswith(".fatdesk-")}
        strays = [name for name in names if name.startswith(".fatdesk-")]
        assert all(name.endswith((".tmp", ".old")) for name in strays), f"confusing leftovers: {strays}"
        if "a.fatdesk" in shown:
            load_project(folder / "a.fatdesk")
        if shown == self.after:
            return "new"
        assert shown == self.before, f"neither old nor new: {sorted(shown)}"
        return "old"


def _project(name: str) -> Callable[[Path], dict[str, Any]]:
    return lambda folder: {"path": str(folder / name), "other": str(folder.parent / "other.fatdesk")}


OVER = Kind("over an old file", {"a.fatdesk": OLD_BYTES}, {"a.fatdesk": NEW_BYTES}, _project("a.fatdesk"))
FIRST = Kind("for the first time", {}, {"a.fatdesk": NEW_BYTES}, _project("a.fatdesk"))
LINKED = Kind("through a link", OVER.before, OVER.after, _project("link.fatdesk"), link=True)
EXPORTED = Kind(
    "exports over old ones",
    dict.fromkeys(EXPORTS, b"old"),
    EXPORTS,
    lambda f: {"path": str(f), "exports": True},
)
FIRST_EXPORTED = Kind("exports", {}, EXPORTS, EXPORTED.order)


def next_save_sweeps(folder: Path) -> None:
    """After whatever happened, the next save works and leaves nothing else beside the project."""
    path = folder / "a.fatdesk"
    if not path.exists():
        return
    save_project(rich_project(), path, load_project(path).stamp)
    assert {entry.name for entry in folder.iterdir()} <= {"a.fatdesk", "link.fatdesk"}
    assert path.read_bytes() == OLD_BYTES
