"""Files of building plans: lines of CAD drawings, pictures, and pages of PDF files."""

import hashlib
import io
import logging
import math
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, Literal, NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.floor.building import Footprint, Underlay
from fatdesk.engine.floor.pdf_page import PdfPageError, pdf_page

MOST_BYTES = 100_000_000
MOST_POINTS = 500_000
"""Points of all lines together; a drawing with more is refused."""
FAR_MM, FAR = 1e7, 1000
"""Distance from the origin that is a place on a map; as a multiple of the size where units are unknown."""
FLAT_MM, FLAT = 5.0, 0.01
"""Largest distance of a curve from its straight pieces, in millimetres; in units where these are unknown."""

Line = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class CadDrawing:
    """Lines in the units of the drawing, with y downwards as on the plan.

    Attributes
    ----------
    mm_per_unit
        Length of a unit; None: the drawing does not state it.
    """

    lines: tuple[Line, ...]
    mm_per_unit: float | None
    bounds: Footprint


def read_cad(data: bytes) -> CadDrawing:
    """Read the lines of the model space of a DXF file, blocks resolved; texts and hatches are left out.

    A drawing that is further than 10 km from its origin gets it at the lower left corner.

    Raises
    ------
    FatdeskError
        When it cannot be read, has no lines, or too many.
    """
    from ezdxf import recover
    from ezdxf.disassemble import recursive_decompose, to_primitives
    from ezdxf.enums import InsertUnits
    from ezdxf.lldxf.const import DXFError
    from ezdxf.units import conversion_factor

    if len(data) > MOST_BYTES:
        raise FatdeskError(f"is larger than {MOST_BYTES // 10**6} MB, export only the floor of the room")
    logging.getLogger("ezdxf").setLevel(logging.CRITICAL)  # it would print a warning for each broken line
    if data.startswith(b"AC10"):
        raise FatdeskError("is a DWG drawing, save it as DXF")
    try:
        document, _ = recover.read(io.BytesIO(data))
        space = document.modelspace()
        unit = document.units
        scale = float(conversion_factor(InsertUnits(unit), InsertUnits.Millimeters)) if unit else None
        lines: list[Line] = []
        count = 0
        for line in _lines(to_primitives(recursive_decompose(space)), FLAT_MM / (scale or FLAT_MM / FLAT)):
            count += len(line)
            if count > MOST_POINTS:
                raise FatdeskError(f"has more than {MOST_POINTS:,} points, export only the walls of the room")
            lines.append(line)
    except (DXFError, OSError, ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        raise FatdeskError("cannot be read as a drawing, save it as DXF again") from error
    if not lines:
        raise FatdeskError("has no lines in its model space, export the plan with its lines there")
    return _near(CadDrawing(tuple(lines), scale, _bounds(lines)))


def _bounds(lines: Iterable[Line]) -> Footprint:
    xs, ys = zip(*chain.from_iterable(lines), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _near(found: CadDrawing) -> CadDrawing:
    """A drawing in coordinates of a map with its origin at the lower left corner; others as they are."""
    left, top, right, bottom = found.bounds
    away = max(abs(left + right), abs(top + bottom)) / 2
    scale = found.mm_per_unit
    if away <= (FAR * max(right - left, bottom - top) if scale is None else FAR_MM / scale):
        return found
    dx, dy = math.floor(left), math.ceil(bottom)
    lines = tuple(tuple((round(x - dx, 4), round(y - dy, 4)) for x, y in line) for line in found.lines)
    return CadDrawing(lines, scale, _bounds(lines))


def _lines(primitives: Iterable[Any], distance: float) -> Iterator[Line]:
    """The straight lines of lines, curves and outlines."""
    for some in primitives:
        kind = some.entity.dxftype()
        if kind in ("TEXT", "MTEXT", "ATTRIB", "ATTDEF", "HATCH", "POINT", "DIMENSION"):
            continue
        path = some.path
        points = path.flattening(distance) if path is not None else some.vertices()
        line = tuple((round(float(p.x), 4), round(-float(p.y), 4)) for p in points)
        if len(line) > 1:
            yield line


MOST_PIXELS = 60_000_000
"""Pixels of a picture; one with more is refused before it is unpacked."""
PICTURES = (".png", ".jpg", ".jpeg")
PDF = ".pdf"
PictureKind = Literal["png", "jpeg"]


class PlanPicture(NamedTuple):
    """A picture as the bytes of a PNG or JPEG file, and its size in units of its file."""

    data: bytes
    kind: PictureKind
    width: float
    height: float


@dataclass(frozen=True)
class BuildingPlan:
    """A building plan with points in units of its file; or why it cannot be shown.

    Attributes
    ----------
    picture
        Its unit is the pixel; of a page of a PDF file the point (1/72 in).
    mm_per_unit
        Length of a unit; None: the file does not state it.
    pages
        Pages of a PDF file; 0: it is none.
    problem
        The end of a sentence that begins with the name of the file.
    """

    sha256: str = ""
    lines: tuple[Line, ...] = ()
    picture: PlanPicture | None = None
    bounds: Footprint = (0.0, 0.0, 1.0, 1.0)
    mm_per_unit: float | None = None
    pages: int = 0
    problem: str = ""


def file_of(underlay: Underlay, folder: Path | None) -> Path:
    """Return the path of the file of an underlay, as a project in a folder names it.

    Raises
    ------
    FatdeskError
        When it is on another machine, which a project must not reach for.
    """
    if on_another_machine(underlay.file):
        raise FatdeskError("is on another machine: copy it to the folder of the project")
    path = Path(underlay.file)
    return path if path.is_absolute() else (folder or Path.cwd()) / path


def on_another_machine(file: str) -> bool:
    r"""Whether a path names another machine, as Windows reads it: two slashes of either kind begin it.

    >>> [on_another_machine(file) for file in ("//pc/a.pdf", "/\\pc/a.pdf", "/home/a.pdf", "a//b.pdf")]
    [True, True, False, False]
    """
    return file.replace("\\", "/").startswith("//")


def building_plan(underlay: Underlay, folder: Path | None) -> BuildingPlan:
    """Return the building plan of an underlay, read once while its file stays the same."""
    try:
        path = file_of(underlay, folder)
        state = path.stat()
    except FatdeskError as error:
        return BuildingPlan(problem=str(error))
    except OSError:
        return BuildingPlan(problem=f"is missing from {path.parent}")
    return _read(path, underlay.page, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=2)
def _read(path: Path, page: int, _time: int, _size: int) -> BuildingPlan:
    return read_building_plan(path, page)


def read_building_plan(path: Path, page: int = 1) -> BuildingPlan:
    """Read a building plan: a regular file, as pipes never end and some devices neither.

    Parameters
    ----------
    page
        Of a PDF file, from 1.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return BuildingPlan(problem="cannot be read: it is not a regular file")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:  # it may have grown since its size was known
            return BuildingPlan(problem=f"is larger than {MOST_BYTES // 10**6} MB")
    except FileNotFoundError:
        return BuildingPlan(problem=f"is missing from {path.parent}")
    except OSError as error:
        return BuildingPlan(problem=f"cannot be read: {error.strerror}")
    digest, ending = hashlib.sha256(data).hexdigest(), path.suffix.lower()
    try:
        if ending == PDF:
            drawn = pdf_page(data, page)
            picture = PlanPicture(drawn.picture, "png", drawn.width, drawn.height)
            return BuildingPlan(digest, picture=picture, bounds=_around(picture), pages=drawn.pages)
        if ending in PICTURES:
            picture = plan_picture(data)
            return BuildingPlan(digest, picture=picture, bounds=_around(picture))
        found = read_cad(data)
    except (FatdeskError, PdfPageError) as error:
        return BuildingPlan(digest, problem=str(error))
    return BuildingPlan(digest, found.lines, bounds=found.bounds, mm_per_unit=found.mm_per_unit)


def _around(picture: PlanPicture) -> Footprint:
    return (0.0, 0.0, picture.width, picture.height)


def plan_picture(data: bytes) -> PlanPicture:
    """Return a PNG or JPEG file as a picture, its size read from its head.

    Raises
    ------
    FatdeskError
        When it is neither, or has too many pixels.
    """
    found: tuple[PictureKind, int, int] | None = None
    if data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR" and len(data) >= 24:
        found = "png", int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    elif data.startswith(b"\xff\xd8"):
        found = _jpeg(data)
    if found is None or not found[1] or not found[2]:
        raise FatdeskError("cannot be read as a picture, save it as PNG or JPEG again")
    kind, width, height = found
    if width * height > MOST_PIXELS:
        raise FatdeskError(f"has more than {MOST_PIXELS // 10**6} million pixels, save it smaller")
    return PlanPicture(data, kind, float(width), float(height))


STARTS_OF_FRAME = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
ALONE = frozenset({0x01, *range(0xD0, 0xD9)})
"""Markers without a length."""


def _jpeg(data: bytes) -> tuple[PictureKind, int, int] | None:
    """The size in the head of the first frame of a JPEG file."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in ALONE:
            at += 2
        elif marker in STARTS_OF_FRAME:
            high, wide = data[at + 5 : at + 7], data[at + 7 : at + 9]
            return "jpeg", int.from_bytes(wide, "big"), int.from_bytes(high, "big")
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None
