"""Building plans that are shown below the floor: their files, and how they are placed in a room."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage, QPainterPath

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.drawing.floor_picture import floor_picture
from fatdesk.engine.floor.building import Footprint, Underlay
from fatdesk.engine.floor.building_plan import (
    PDF,
    PICTURES,
    BuildingPlan,
    building_plan,
    file_of,
    read_building_plan,
)
from fatdesk.gui.session.background_tasks import BackgroundMemo, background_tasks_of
from fatdesk.gui.session.session import Session
from fatdesk.project.commands.building import SetPlan

Point = tuple[float, float]
KINDS = "Building plans (*.dxf *.pdf *.png *.jpg *.jpeg)"
EMPTY_ROOM: Footprint = (0.0, 0.0, 20_000.0, 15_000.0)
AROUND = 1.5
"""Width of a picture of unknown scale, as a multiple of that of the room."""
WAITING = "is being read"


@dataclass(frozen=True)
class Drawing:
    """A building plan as Qt paints it."""

    plan: BuildingPlan
    image: QImage | None = None
    path: QPainterPath | None = None

    @property
    def sha256(self) -> str:
        """Digest of the file as it was read; empty where it is not there."""
        return self.plan.sha256

    @property
    def problem(self) -> str:
        """Why it cannot be shown; empty: it can."""
        return self.plan.problem


def _as_painted(plan: BuildingPlan) -> Drawing:
    if plan.picture is not None:
        image = QImage.fromData(plan.picture.data)
        if image.isNull():
            return Drawing(BuildingPlan(plan.sha256, problem="cannot be read as a picture"))
        return Drawing(plan, image)
    lines = QPainterPath()
    for line in plan.lines:
        lines.moveTo(*line[0])
        for point in line[1:]:
            lines.lineTo(*point)
    return Drawing(plan, None, lines)


class BuildingPlans(QObject):
    """The building plan of the open project; ``changed``: a page of a PDF file was drawn."""

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._memo = BackgroundMemo[str](session, self._arrived)
        self._again: Callable[[], object] | None = None
        self._state: tuple[object, ...] = ()
        session.opened.connect(self._memo.clear)

    def when_drawn(self, again: Callable[[], object]) -> None:
        """Call a function once, when the page that is being drawn has arrived."""
        self._again = again

    def _arrived(self) -> None:
        again, self._again = self._again, None
        self.changed.emit()
        if again is not None:
            again()

    def get(self, underlay: Underlay) -> Drawing:
        """Return the drawing of an underlay, read once while its file stays the same.

        Pages of PDF files are drawn in the background; until then the problem is ``WAITING``.
        """
        folder = self._session.folder
        try:
            path = file_of(underlay, folder)
            found = path.stat()
        except (FatdeskError, OSError):
            return Drawing(building_plan(underlay, folder))  # which states why
        state = (path, underlay.page, found.st_mtime_ns, found.st_size)
        if state != self._state:
            self._state = state
        at_once = path.suffix.lower() != PDF
        made = self._memo.get(
            "plan",
            (self._state,),
            lambda: _as_painted(building_plan(underlay, folder)),
            at_once=at_once,
            title=f"Building plan {path.name}",
        )
        return made or Drawing(BuildingPlan(problem=WAITING))


def building_plans_of(session: Session) -> BuildingPlans:
    """Return the building plans of a session."""
    return session.findChild(BuildingPlans) or BuildingPlans(session)


def drawing_of(session: Session, underlay: Underlay) -> Drawing:
    """The drawing of an underlay, as far as it is read."""
    return building_plans_of(session).get(underlay)


def show_building_plan(session: Session, path: Path) -> None:
    """Read a file in the background, and show it below the floor as one step."""
    document = session.document

    def read(found: BuildingPlan | None) -> None:
        if found is None or not session.is_open or session.document is not document:
            return
        try:
            session.do(SetPlan(underlay=placed(session, path, found)))
        except FatdeskError as error:
            session.refuse(f"{error}.")

    background_tasks_of(session).start_thread(
        f"Reading {path.name}",
        lambda progress: _as_painted(read_building_plan(path)).plan,  # the whole picture, not its head alone
        done=read,
        failed=session.refuse,
    )


def placed(session: Session, path: Path, found: BuildingPlan | None = None) -> Underlay:
    """An underlay of a file around the middle of the room: a CAD drawing at the scale of its units.

    In place of another of the same kind and scale, it is where that is.

    Parameters
    ----------
    found
        The file as it was read; it is read now where that is left out.

    Raises
    ------
    FatdeskError
        When the file cannot be shown.
    """
    found = found or read_building_plan(path)
    if found.problem:
        raise FatdeskError(f"{path.name} {found.problem}")
    folder = None if session.folder is None else session.folder.resolve()
    whole = path.resolve()
    file = str(whole)
    if folder is not None and whole.is_relative_to(folder):
        file = whole.relative_to(folder).as_posix()  # it moves with the project
    old = session.project.floor.plan.underlay
    if old is not None and _is_alike(session, old, path, found):
        return replace(old, file=file, sha256=found.sha256, page=1)
    left, top, right, bottom = found.bounds
    room = floor_picture(session.project.floor, session.derived.catalog.find).extent or EMPTY_ROOM
    guess = float(f"{AROUND * (room[2] - room[0]) / _wide(found):.4g}")
    scale = found.mm_per_unit or guess
    middle = ((room[0] + room[2]) / 2, (room[1] + room[3]) / 2)
    return Underlay(
        file=file,
        sha256=found.sha256,
        mm_per_unit=round(scale, 9),
        x_mm=round(middle[0] - scale * (left + right) / 2, 3),
        y_mm=round(middle[1] - scale * (top + bottom) / 2, 3),
    )


def _kind(name: str) -> str:
    """Return the kind of file that a name ends with: they count pixels, points or units of a drawing."""
    suffix = Path(name).suffix.lower()
    return "picture" if suffix in PICTURES else suffix


def _is_alike(session: Session, old: Underlay, path: Path, found: BuildingPlan) -> bool:
    """Whether a file has the units of the one that it replaces: where neither states them, by their sizes."""
    scale = _scale_of(session, old)
    if _kind(old.file) != _kind(path.name) or scale != found.mm_per_unit:
        return False
    before = drawing_of(session, old).plan
    return scale is not None or bool(before.problem) or 0.5 < _wide(found) / _wide(before) < 2


def _wide(plan: BuildingPlan) -> float:
    return max(plan.bounds[2] - plan.bounds[0], 1e-6)


def _scale_of(session: Session, underlay: Underlay) -> float | None:
    """The scale that the file of an underlay states, or stated where it is gone; None: none."""
    if Path(underlay.file).suffix.lower() in (*PICTURES, PDF):
        return None
    found = drawing_of(session, underlay).plan
    return underlay.mm_per_unit if found.problem else found.mm_per_unit


def rescaled(underlay: Underlay, one: Point, other: Point, distance_mm: float) -> Underlay:
    """The underlay at the scale in which two points of the room are some distance apart; the first stays."""
    share = distance_mm / math.dist(one, other)
    return replace(
        underlay,
        mm_per_unit=round(underlay.mm_per_unit * share, 9),
        x_mm=round(one[0] + (underlay.x_mm - one[0]) * share, 3),
        y_mm=round(one[1] + (underlay.y_mm - one[1]) * share, 3),
    )
