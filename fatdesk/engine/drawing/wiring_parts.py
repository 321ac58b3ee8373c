"""Shared elements of wiring diagrams: switch boxes, bundle lines, link counts, the key."""

from collections.abc import Sequence
from math import hypot, log2

from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Bounds, Segment
from fatdesk.engine.drawing.network import Bundle, Network, Station
from fatdesk.engine.drawing.palette import KIND_NAMES
from fatdesk.engine.drawing.sketch import Sketch, grown
from fatdesk.engine.drawing.text_width import text_width

ALONG = [
    0.35 + sign * step * 0.03
    for step in range(16)
    for sign in (1, -1)
    if 0.14 <= 0.35 + sign * step * 0.03 <= 0.82
]
"""Places to try for a pill along its line, from the core end; the best known first."""


def bundle_width(links: int, dense: bool) -> float:
    """Return the line width of a bundle, in mm."""
    steps = min(4.0, log2(max(1, links)))
    return 0.22 + 0.08 * steps if dense else 0.4 + 0.2 * steps


def draw_switch(sketch: Sketch, network: Network, station: Station, bounds: Bounds, name: str = "") -> None:
    """A box with name, part and ports in use, as far as there is room."""
    look = sketch.palette.role(station.level, network.levels)
    left, upper, right, lower = bounds
    wide, high = right - left, lower - upper
    sketch.box(bounds, pen=sketch.pen(0.35, look.stroke), fill=look.fill, radius=0.6)
    x, inner = (left + right) / 2, wide - 1.2
    two = high >= 9
    size = min(font_sizes.TITLE if wide >= 30 else font_sizes.SECTION, wide * 0.4)
    base = upper + high * (0.46 if two else 0.64)
    sketch.text(
        x, base, name or station.name, size, colour=look.text, bold=True, anchor="middle", within=inner
    )
    if two:
        ports = f"{station.used} of {station.ports} ports"
        words = f"{station.part} · {ports}" if station.part else ports
        if text_width(words, font_sizes.DENSE) > inner:
            words = (
                ports if text_width(ports, font_sizes.DETAIL) <= inner else f"{station.used}/{station.ports}"
            )
        sketch.text(
            x, upper + high * 0.82, words, font_sizes.NOTE, colour=look.text, anchor="middle", within=inner
        )


def draw_bundles(sketch: Sketch, segments: Sequence[tuple[Segment, Bundle]], dense: bool) -> None:
    """Lines of bundles; sparse ones have a casing, so that crossings are seen."""
    if not dense:
        for segment, bundle in segments:
            sketch.cables([segment], bundle.kind, bundle_width(bundle.links, dense), casing=0.4)
        return
    groups: dict[tuple[str, int], list[Segment]] = {}
    for segment, bundle in segments:
        groups.setdefault((bundle.kind, bundle.links), []).append(segment)
    for (kind, links), lines in sorted(groups.items()):
        sketch.cables(lines, kind, bundle_width(links, dense))


def draw_pills(sketch: Sketch, segments: Sequence[tuple[Segment, str, str]]) -> int:
    """Plates on lines (line from the upper end, text, kind), clear of other lines where it can be.

    Returns
    -------
    int
        How many found a place free of other texts.
    """
    shown = 0
    for i, (line, words, kind) in enumerate(segments):
        size = font_sizes.CELL
        half_x, half_y = text_width(words, size, bold=True) / 2 + 1.6, 2.4
        others = [other for k, (other, _, _) in enumerate(segments) if k != i]
        best: tuple[float, Bounds] | None = None
        for rank, along in enumerate(ALONG):
            x, y = line[0] + (line[2] - line[0]) * along, line[1] + (line[3] - line[1]) * along
            plate = (x - half_x, y - half_y, x + half_x, y + half_y)
            if not sketch.spots.clear(grown(plate, 0.4)):
                continue
            gap = min((_distance(x, y, other) for other in others), default=99.0)
            score = min(gap, half_x + 1) - 0.06 * rank
            if best is None or score > best[0]:
                best = (score, plate)
        if best is None:
            continue
        shown += 1
        plate = best[1]
        colour = sketch.palette.kinds.get(kind, sketch.palette.text)
        sketch.spots.take(plate)
        sketch.box(plate, pen=sketch.pen(0.3, colour), fill=sketch.palette.ground, radius=1.2)
        x, y = (plate[0] + plate[2]) / 2, (plate[1] + plate[3]) / 2
        sketch.text(x, y + size * 0.36, words, size, bold=True, anchor="middle")
    return shown


def _distance(x: float, y: float, line: Segment) -> float:
    """From a point to a line."""
    x1, y1, x2, y2 = line
    length = (x2 - x1) ** 2 + (y2 - y1) ** 2
    t = max(0.0, min(1.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length)) if length else 0.0
    return hypot(x - x1 - t * (x2 - x1), y - y1 - t * (y2 - y1))


def draw_key(
    sketch: Sketch, kinds: Sequence[tuple[str, int]], x: float, y: float, step: float, columns: int = 1
) -> None:
    """The patterns of cable kinds that are on view, each with its count."""
    for i, (kind, count) in enumerate(kinds):
        row, column = divmod(i, columns)
        left, base = x + column * 58.0, y + row * step
        sketch.cables([(left, base - 0.9, left + 14, base - 0.9)], kind, 1.0)
        sketch.text(
            left + 17, base, f"{KIND_NAMES.get(kind, kind)} × {count:,}", font_sizes.NOTE, within=40.0
        )


def without_prefix(names: Sequence[str]) -> tuple[str, list[str]]:
    """Return the common prefix of all names up to a hyphen, and the rests; empty where a rest would be.

    >>> without_prefix(["compute-E01", "compute-E02"])
    ('compute-', ['E01', 'E02'])
    """
    if len(names) < 2:
        return "", list(names)
    first, last = min(names), max(names)
    same = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    cut = first.rfind("-", 0, same) + 1
    if not cut or any(len(name) == cut for name in names):
        return "", list(names)
    return first[:cut], [name[cut:] for name in names]


def draw_cable(
    sketch: Sketch, right: float, row: tuple[float, float], number: str, words: str, within: float
) -> None:
    """Draw the cable of a row of ports: its number, as on its labels, before or over kind and length."""
    upper, lower = row
    size = font_sizes.ROW_TEXT
    base = (upper + lower) / 2 + 0.36 * size
    wide = text_width(words, size) + 1.6
    if number and wide + text_width(number, size, bold=True) > within:
        sketch.text(right, upper + 1.75, number, font_sizes.DENSE, anchor="end", bold=True, within=within)
        sketch.text(right, lower - 0.4, words, font_sizes.LEAST, anchor="end", within=within)
        return
    sketch.text(right, base, words, size, anchor="end", within=within)
    if number:
        sketch.text(right - wide, base, number, size, anchor="end", bold=True, within=within - wide)
