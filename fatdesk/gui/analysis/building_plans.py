"""Building plans that are shown below the floor: their files, and how they are placed in a room."""

import hashlib
import math
import stat
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QImage, QImageReader, QPainterPath

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.drawing.floor_picture import floor_picture
from fatdesk.engine.floor.building import Footprint, Underlay
from fatdesk.engine.floor.cad_lines import MOST_BYTES, read_cad
from fatdesk.gui.session.session import Session

Point = tuple[float, float]
KINDS = "Building plans (*.dxf *.png *.jpg *.jpeg)"
PICTURES = (".png", ".jpg", ".jpeg")
EMPTY_ROOM: Footprint = (0.0, 0.0, 20_000.0, 15_000.0)
AROUND = 1.5
"""Width of a picture of unknown scale, as a multiple of that of the room."""


def file_of(session: Session, underlay: Underlay) -> Path:
    """The path of the file of an underlay.

    Raises
    ------
    FatdeskError
        When it is on another machine, which a project must not reach for.
    """
    if underlay.file.startswith(("//", "\\\\")):
        raise FatdeskError("is on another machine: copy it to the folder of the project")
    path = Path(underlay.file)
    folder = Path.cwd() if session.path is None else session.path.parent
    return path if path.is_absolute() else folder / path


@dataclass(frozen=True)
class Drawing:
    """A building plan that was read, with points in its own units; or why it cannot be shown."""

    sha256: str = ""
    image: QImage | None = None
    path: QPainterPath | None = None
    bounds: Footprint = (0.0, 0.0, 1.0, 1.0)
    mm_per_unit: float | None = None
    problem: str = ""


def drawing_of(session: Session, underlay: Underlay) -> Drawing:
    """The drawing of an underlay, read once while its file stays the same."""
    try:
        path = file_of(session, underlay)
        state = path.stat()
    except FatdeskError as error:
        return Drawing(problem=str(error))
    except OSError:
        return Drawing(problem=f"is missing: {underlay.file}")
    return _read(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=2)
def _read(path: Path, _time: int, _size: int) -> Drawing:
    return read_drawing(path)


def read_drawing(path: Path) -> Drawing:
    """Read a building plan: a regular file, as pipes never end and some devices neither."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return Drawing(problem="is no file that can be read")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:  # it may have grown since its size was known
            return Drawing(problem=f"is larger than {MOST_BYTES // 10**6} MB")
    except FileNotFoundError:
        return Drawing(problem=f"is missing: {path}")
    except OSError as error:
        return Drawing(problem=f"cannot be read: {error.strerror}")
    digest = hashlib.sha256(data).hexdigest()
    if path.suffix.lower() == ".pdf":
        return Drawing(digest, problem="is a PDF: save its page as PNG or DXF")
    if path.suffix.lower() in PICTURES:
        buffer = QBuffer()
        buffer.setData(data)
        image = QImageReader(buffer).read()
        if image.isNull():
            return Drawing(digest, problem="is no picture that can be read")
        return Drawing(digest, image=image, bounds=(0.0, 0.0, float(image.width()), float(image.height())))
    try:
        found = read_cad(data)
    except FatdeskError as error:
        return Drawing(digest, problem=str(error))
    lines = QPainterPath()
    for line in found.lines:
        lines.moveTo(*line[0])
        for point in line[1:]:
            lines.lineTo(*point)
    return Drawing(digest, None, lines, found.bounds, found.mm_per_unit)


def placed(session: Session, path: Path) -> Underlay:
    """An underlay of a file around the middle of the room: a CAD drawing at the scale of its units.

    In place of another of the same scale, it is where that is.

    Raises
    ------
    FatdeskError
        When the file cannot be shown.
    """
    found = read_drawing(path)
    if found.problem:
        raise FatdeskError(f"{path.name} {found.problem}")
    folder = None if session.path is None else session.path.parent.resolve()
    whole = path.resolve()
    file = str(whole)
    if folder is not None and whole.is_relative_to(folder):
        file = whole.relative_to(folder).as_posix()  # it moves with the project
    old = session.project.floor.plan.underlay
    if old is not None and _scale_of(session, old) == found.mm_per_unit:
        return replace(old, file=file, sha256=found.sha256)
    left, top, right, bottom = found.bounds
    room = floor_picture(session.project.floor, session.derived.catalog.find).extent or EMPTY_ROOM
    scale = found.mm_per_unit or AROUND * (room[2] - room[0]) / max(right - left, 1e-6)
    middle = ((room[0] + room[2]) / 2, (room[1] + room[3]) / 2)
    return Underlay(
        file=file,
        sha256=found.sha256,
        mm_per_unit=round(scale, 9),
        x_mm=round(middle[0] - scale * (left + right) / 2, 3),
        y_mm=round(middle[1] - scale * (top + bottom) / 2, 3),
    )


def _scale_of(session: Session, underlay: Underlay) -> float | None:
    """The scale that the file of an underlay states, or stated where it is gone; None: none."""
    if Path(underlay.file).suffix.lower() in PICTURES:
        return None
    found = drawing_of(session, underlay)
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
