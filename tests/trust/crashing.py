"""A window that edits by itself until it is killed; every trial is a fork of one program that has all loaded.

Reads one line of JSON a trial (state folder, project, log, seed, pause of the autosave) and answers with
the process. Each state that the project had is a line in the log: when, and the digest of its bytes.
"""

import hashlib
import json
import os
import signal
import sys
import time
from pathlib import Path
from random import Random

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.window.main_window import MainWindow
from fatdesk.project.commands.project import Rename
from fatdesk.project.commands.racks import MoveRack, RenameRack
from fatdesk.project.document.project import Project
from fatdesk.project.files.file_format import encode


def digest(project: Project) -> str:
    """What tells one state of a project from another."""
    return hashlib.sha256(encode(project)).hexdigest()


def edit(window: MainWindow, random: Random) -> None:
    """One random step: some are refused, some are undone again."""
    session = window.session
    racks = session.project.floor.racks
    rack = random.choice(racks)
    choice = random.randrange(6)
    if choice == 0 and session.history.can_undo:
        session.undo()
    elif choice == 1 and session.history.can_redo:
        session.redo()
    elif choice == 2:
        session.do(RenameRack(rack=rack.number, rack_label=f"R{random.randrange(999)}"))
    elif choice == 3:
        session.do(MoveRack(rack=rack.number, row=random.randrange(3), position=random.randrange(12)))
    else:
        session.do(Rename(name=f"state {random.randrange(10**9)}"))


def run(order: dict[str, str | int]) -> None:
    """Open the project and edit until the end."""
    os.environ["XDG_STATE_HOME"] = str(order["state"])
    random = Random(int(order["seed"]))
    application = QApplication([])
    window = MainWindow(Theme(application, "light"))
    window.files.autosave.pause_ms = int(order["pause_ms"])
    window.show()
    window.files.open_path(Path(str(order["project"])))
    log = os.open(str(order["log"]), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    timer = QTimer(window)
    before = None

    def step() -> None:
        nonlocal before
        if before is not None:
            edit(window, random)
        if window.session.project is not before:
            before = window.session.project
            os.write(log, f"{time.monotonic()} {digest(before)}\n".encode())
        timer.start(random.randrange(40))

    timer.setSingleShot(True)
    timer.timeout.connect(step)
    timer.start(0)
    application.exec()


def main() -> None:
    """Fork a trial for each line."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        pid = os.fork()
        if not pid:
            run(json.loads(line))
            os._exit(0)
        print(pid, flush=True)


if __name__ == "__main__":
    main()
