"""Opening a placed project of 20,736 hosts: ``python -m tests.benchmarks.opening``.

Three levels of 48-port switches, 62,208 cables. Processor time and memory with everything derived and
checked, and in the window with every workspace shown; each round in a process of its own, because memory
stays taken.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Ports, Switch
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families.design import HostGroup
from fatdesk.project.designing.designing import design_project
from fatdesk.project.files.storing import load_project, save_project
from tests.trust.memory import peak_mb

HOSTS, ROUNDS = 20_736, 3
BOUNDS = {"derived": (2.2, 125.0), "window": (4.9, 330.0)}
"""Seconds of the processor, and megabytes at the most, of the program alone with its libraries."""


def make(path: Path) -> None:
    """Design and save the project."""
    ports = (Ports(count=48, connector="qsfp", rate_gbps=40.0, lanes=4),)
    catalog = Catalog([*load_shipped(), Switch(id="switch-48", height_u=1, ports=ports)])
    only = ("switch-48",)
    fabric = FabricRequirement(name="compute", families=("egft",), edge=only, core=only)
    wish = Requirements(hosts=(HostGroup(name="n", part="server-1u", count=HOSTS),), fabrics=(fabric,))
    project = design_project(wish, catalog, "large").project
    assert project is not None
    save_project(project, path)


def derive(path: Path) -> float:
    """Seconds to open the file and to derive and check everything that it leads to."""
    from fatdesk.gui.session.document import Document

    start = time.process_time()
    document = Document(load_project(path).project)
    derived = document.derived
    made = (derived.bill, derived.filling, derived.rows, derived.link_ids, derived.plan)
    made += (document.figures, document.findings, document.subjects)
    seconds = time.process_time() - start
    assert all(made)
    return seconds


def show(path: Path) -> float:
    """Seconds to open the file in the window, to check it, and to show every workspace once."""
    from PySide6.QtCore import QEventLoop
    from PySide6.QtWidgets import QApplication

    from fatdesk.gui import app
    from fatdesk.gui.theme.theme import Theme
    from fatdesk.gui.window.main_window import MainWindow

    application = QApplication([])
    window = MainWindow(Theme(application, "light"))
    window.resize(1600, 1000)
    window.show()
    application.processEvents()
    app.load_modules()
    start = time.process_time()
    window.session.load(path)
    while not window.session.document.is_checked:
        application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    for name in window.workspaces:
        window.show_workspace(name)
        application.processEvents()
    return time.process_time() - start


def one(what: str, path: Path) -> None:
    """Print seconds and megabytes, and leave without asking whether to save."""
    seconds = derive(path) if what == "derived" else show(path)
    print(seconds, peak_mb(), flush=True)
    os._exit(0)


def main() -> int:
    """Print the figures; 1 when the least time or memory is beyond its bound."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    beyond = False
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.fatdesk"
        make(path)
        for what, bounds in BOUNDS.items():
            words = [sys.executable, "-m", "tests.benchmarks.opening", what, str(path)]
            runs = [
                subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()[-2:]
                for _ in range(ROUNDS)
            ]
            for unit, bound, texts in zip(("s", "MB"), bounds, zip(*runs, strict=True), strict=True):
                values = [float(text) for text in texts]
                beyond |= min(values) > bound
                median = statistics.median(values)
                print(f"{what}: least {min(values):.2f} {unit}, median {median:.2f} (bound {bound:g} {unit})")
    return int(beyond)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        one(sys.argv[1], Path(sys.argv[2]))
    sys.exit(main())
