"""Lines of a CAD drawing (DXF), to be shown below the plan of a floor."""

import io
import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.floor.building import Footprint

MOST_BYTES = 100_000_000
MOST_POINTS = 500_000
"""Points of all lines together; a drawing with more is refused."""
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
        raise FatdeskError("is no drawing that can be read, save it as DXF again") from error
    if not lines:
        raise FatdeskError("has no lines in its model space, export the plan with its lines there")
    xs, ys = zip(*chain.from_iterable(lines), strict=True)
    return CadDrawing(tuple(lines), scale, (min(xs), min(ys), max(xs), max(ys)))


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
