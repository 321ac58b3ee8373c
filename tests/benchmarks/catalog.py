"""How long a catalog of 5,000 parts takes to open in the window, to check, and to search letter by letter."""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from fatdesk.engine.catalog.part_files import load_shipped, part_yaml
from fatdesk.project.files.saver import save_all

if TYPE_CHECKING:
    from fatdesk.gui.catalog import CatalogView

PARTS = 5_000
OPEN_S, CHECK_S, LETTER_S = 2.0, 2.0, 0.1
TYPED = "400g osfp nvidia"


def fill(folder: Path) -> None:
    """Write so many parts, variants of the shipped ones."""
    parts = list(load_shipped())
    files = {}
    for number in range(PARTS):
        part = parts[number % len(parts)]
        part = msgspec.structs.replace(part, id=f"{part.id[:60]}-{number}")
        files[f"{part.id}.yaml"] = part_yaml(part)
    save_all(folder, files)


def timed(work: Callable[[], object]) -> float:
    """Processor seconds that something takes; what else runs on the machine does not count."""
    start = time.process_time()
    work()
    return time.process_time() - start


def type_to(view: "CatalogView", end: int) -> None:
    """Type so many letters, and draw what is left."""
    view.listing.filter.setText(TYPED[:end])
    view.grab()


def main() -> int:
    """Print the figures; 1 when a bound does not hold."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from fatdesk.gui.catalog import CatalogView
    from fatdesk.gui.theme.theme import Theme
    from fatdesk.gui.window.main_window import MainWindow

    application = QApplication([])
    window = MainWindow(Theme(application, "light"))
    window.show()
    window.show_workspace("catalog")
    application.processEvents()
    view = window.workspaces["catalog"]
    assert isinstance(view, CatalogView)
    with tempfile.TemporaryDirectory() as name:
        fill(Path(name))

        def see() -> None:
            window.desk.libraries.open_folder(Path(name))
            view.repaint()
            view.grab()

        opened = timed(see)
        assert len(view.library.entries()) == PARTS
        checked = timed(view.check_all)
        letters = [timed(partial(type_to, view, end)) for end in range(1, len(TYPED) + 1)]
        shown = len(view.listing.model.shown())
        window.desk.libraries.leave()
    window.close()
    print(f"{PARTS:,} parts: opened and drawn in {opened:.2f} s (bound {OPEN_S} s)")
    print(f"checked in {checked:.2f} s (bound {CHECK_S} s)")
    print(f"{len(TYPED)} letters: slowest {max(letters):.3f} s (bound {LETTER_S} s), {shown} parts left")
    return int(opened > OPEN_S or checked > CHECK_S or max(letters) > LETTER_S)


if __name__ == "__main__":
    sys.exit(main())
