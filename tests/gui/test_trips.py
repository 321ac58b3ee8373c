"""The four trips of ARCHITECTURE.md: the program goes them as they are drawn there."""

import inspect
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from fatdesk.cli import main
from fatdesk.core.program import shipped
from fatdesk.engine.floor.floor import rack_label
from fatdesk.networks.simulation.study import Duration, Loads, SimulationStudy
from fatdesk.networks.study import StudyNetwork
from fatdesk.project.document.project import Project
from fatdesk.project.files.storing import save_project
from tests.gui.pages.floor import FloorPage
from tests.gui.pages.simulation import SimulationPage
from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("core", "networks", "engine", "project", "paper", "tasks", "gui")
"""From the lowest up; the command line is as high as the window."""
MOST = 7
"""Modules that a trip may enter."""
STUDY = SimulationStudy(
    name="s",
    networks=(StudyNetwork(name="tree", spec="kary-tree:k=2,n=2"),),
    loads=Loads(first=0.1, last=0.2, step=0.1),
    duration=Duration(warmup=100, cycles=200),
)


def drawn():
    """The arrows of each trip, by the first word of its line."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").partition("## Four trips")[2]
    block = text.partition("\n## ")[0]
    trips, arrows = {}, []
    for line in re.findall(r"^    (.+)$", block, re.MULTILINE):
        if re.match(r"\d\. ", line):
            arrows = trips[line[0]] = []
        else:
            names = line.split("(")[0].strip().split(" -> ")
            arrows += pairwise(names)
    return trips


class Trip:
    """Calls between the modules of a drawing, and calls into a higher room."""

    def __init__(self, number):
        self.arrows = drawn()[number]
        self.names = {name for arrow in self.arrows for name in arrow}
        self.went, self.climbs = set(), set()
        self._known = {}

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Watch the calls of this thread."""
        before = sys.getprofile()
        sys.setprofile(self._call)
        try:
            yield
        finally:
            sys.setprofile(before)

    def _place(self, frame):
        """The name in the drawing and the height of the room of a frame; nothing outside of the program."""
        module = frame.f_globals.get("__name__", "")
        if module not in self._known:
            inside = module.startswith("fatdesk.")
            parts = module.split(".")[1:]
            paths = [".".join(parts[:end]) for end in range(len(parts), 0, -1)] if inside else []
            name = next((path for path in paths if path in self.names), "")
            room = parts[0] if inside else ""
            self._known[module] = name, len(ROOMS) if room not in ROOMS else ROOMS.index(room), inside
        return self._known[module]

    def _call(self, frame, event, _):
        if event != "call":
            return
        name, height, inside = self._place(frame)
        if not inside:
            return
        above = frame.f_back
        while above is not None and not self._place(above)[2]:
            above = above.f_back
        if above is None:
            return
        if height > self._place(above)[1]:
            self.climbs.add(f"{above.f_globals['__name__']} -> {frame.f_code.co_qualname}")
        while name and above is not None:
            under = self._place(above)[0]
            if under and under != name:
                self.went.add((under, name))
            above = above.f_back

    def judge(self):
        """As it is drawn, over seven modules at most, and up only by what was handed down."""
        assert 1 < len(self.names) <= MOST
        assert not set(self.arrows) - self.went, "no call goes that way"
        functions = [
            climb
            for climb in self.climbs
            if "." not in climb.split(" -> ")[1] and not climb.startswith("fatdesk.core.schema ")
        ]
        assert not functions, "a function of a higher room is called, and not a value that was handed down"


def until(holds):
    """Let the window work until something holds."""
    from time import monotonic

    end = monotonic() + PATIENCE_S
    while not holds():
        assert monotonic() < end
        QApplication.processEvents()


@pytest.fixture
def sixty(tmp_path, designed):
    """A file with 60 hosts."""
    path = tmp_path / "nodes-60.fatdesk"
    save_project(designed("nodes-60"), path)
    return path


def test_requirements_to_design(tmp_path):
    trip = Trip("1")
    source = shipped("resources") / "examples" / "nodes-60.yaml"
    with trip.watched():
        assert main(["design", str(source), "-o", str(tmp_path / "made.fatdesk")]) == 0
    trip.judge()


def test_project_file_to_window(window, sixty):
    trip = Trip("2")
    with trip.watched():
        window.files.open_path(sixty)
        window.show_workspace("floor")
        page = FloorPage(window)
        until(lambda: page.scene is not None and page.scene.racks)
        page.repaint()
    trip.judge()


def test_dragged_rack_to_metres_and_cost(window, sixty):
    window.files.open_path(sixty)
    window.show_workspace("floor")
    floor, trip = FloorPage(window), Trip("3")
    until(lambda: floor.scene.racks)
    last = max(floor.scene.boxes.values(), key=lambda box: (box.top(), box.left()))
    label = rack_label(next(iter(floor.scene.racks.values())))
    with trip.watched():
        floor.drag(
            floor.low(label),
            floor.at(last.center().x() + 2 * last.width(), last.bottom() - 60),
            release=False,
        )
        until(lambda: floor.dragged.trial is not None)
        floor.repaint()
    trip.judge()


def test_study_to_curve(window, monkeypatch):
    """What the window hands to a worker process is run here too, where it is seen."""
    window.session.begin(Project(name="papers"))
    view, trip, handed = SimulationPage(window), Trip("4"), []
    view.add_study(STUDY)
    start = window.desk.tasks.start

    def started(title, work, *args, **more):
        callers = {one.frame.f_globals["__name__"] for one in inspect.stack()}
        trip.went.update((name, "tasks.studies") for name in trip.names if f"fatdesk.{name}" in callers)
        assert work.__module__ == "fatdesk.tasks.studies"
        handed.append((work, args))
        return start(title, work, *args, **more)

    monkeypatch.setattr(window.desk.tasks, "start", started)
    with trip.watched():
        view.run()
        until(lambda: not view.is_running and view.curves[0].points)
        window.repaint()
    work, args = handed[-1]
    with trip.watched():
        work(*args, progress=Quiet())
    trip.judge()


class Quiet:
    """Progress that nobody looks at."""

    def step(self, done, total, text):
        """Nothing."""

    def show(self, value):
        """Nothing."""
