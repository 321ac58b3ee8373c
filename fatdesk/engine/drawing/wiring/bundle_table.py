"""Sheets with a table of the bundles between switches: ports at both ends, links, lengths."""

from collections.abc import Iterator

from fatdesk.core.number_text import counted
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Anchor, Page
from fatdesk.engine.drawing.palette import Palette
from fatdesk.engine.drawing.sheet import Heading, Imprint, Paper, Stock, content_area, sheet
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.engine.drawing.wiring.wiring_detail import bundle_ports, lengths_between, lengths_text
from fatdesk.engine.drawing.wiring.wiring_parts import Network

HIGH = 4.9
TOP = 16.0
"""Above the tables, for the title."""

FOOT = 12.0
"""The head of a table, and the line under it."""

HEAD = 4.4
PITCH = 134.0
COLUMNS = (
    ("bundle", 0.0, 11.0),
    ("from", 12.0, 16.0),
    ("ports", 29.0, 24.0),
    ("to", 54.0, 16.0),
    ("ports", 71.0, 24.0),
    ("links", 96.0, 7.0),
    ("kind", 105.0, 8.0),
    ("length", 113.0, 15.0),
)
"""Title, left edge and width."""

BOLD, RIGHT = (0, 1, 3), (5, 7)
"""Columns of names, and those that end at their right edge."""


def _has_table(network: Network) -> bool:
    """Whether its bundles have a table: bundles of one link are rows of the tables of ports."""
    return not network.grouped and any(bundle.links > 1 for bundle in network.bundles)


def bundle_labels(network: Network) -> dict[int, str]:
    """The label of each bundle that is in a table, by its identity."""
    if not _has_table(network):
        return {}
    return {id(bundle): f"B{number}" for number, bundle in enumerate(network.bundles, start=1)}


def bundle_sheets(network: Network, stock: Stock) -> Iterator[range]:
    """The numbers of the bundles on each sheet, from 0."""
    if _has_table(network):
        rows, columns = _room(stock.lying[-1])
        total = len(network.bundles)
        for first in range(0, total, rows * columns):
            yield range(first, min(total, first + rows * columns))


def _room(paper: Paper) -> tuple[int, int]:
    """Rows of a table, and tables side by side."""
    left, upper, right, lower = content_area(paper)
    return int((lower - upper - TOP - FOOT) / HIGH), max(1, int((right - left - 4.0) // PITCH))


def draw_bundle_sheet(
    network: Network, numbers: range, palette: Palette, heading: Heading, imprint: Imprint, stock: Stock
) -> Page:
    """Draw a sheet: some bundles by their numbers, in tables side by side."""
    paper = stock.lying[-1]
    sketch = sheet(paper, palette, heading, imprint)
    left, upper, right, _ = content_area(paper)
    rows, _ = _room(paper)
    lengths = lengths_between(network)
    links = sum(bundle.links for bundle in network.bundles)
    between = f"{counted(links, 'link')} between switches"
    summary = f"{counted(len(network.bundles), 'bundle')}, {between}, {network.to_hosts}"
    sketch.text(left + 4, upper + 8.0, "Bundles", font_sizes.TITLE, bold=True)
    sketch.text(
        right - 4, upper + 8.0, summary, font_sizes.SUMMARY, colour=palette.text2, anchor="end", within=160.0
    )
    for place, first in enumerate(range(0, len(numbers), rows)):
        some = [_row(network, number, lengths) for number in numbers[first : first + rows]]
        _draw_table(sketch, some, left + 4 + PITCH * place, upper + TOP)
    return sketch.page(f"{heading.document} of {network.plan.title}")


def _draw_table(sketch: Sketch, rows: list[tuple[str, ...]], left: float, top: float) -> None:
    palette, end = sketch.palette, left + COLUMNS[-1][1] + COLUMNS[-1][2]
    for place, (title, x, wide) in enumerate(COLUMNS):
        at, anchor = _at(left, place, x, wide)
        sketch.text(at, top + 3.0, title, font_sizes.SMALL, colour=palette.text2, anchor=anchor, within=wide)
    y = top + HEAD
    sketch.line(left, y, end, y, sketch.pen(0.25))
    hairlines = []
    for row in rows:
        base = y + HIGH / 2 + 0.36 * font_sizes.CELL
        for place, ((_, x, wide), text) in enumerate(zip(COLUMNS, row, strict=True)):
            at, anchor = _at(left, place, x, wide)
            sketch.text(at, base, text, font_sizes.CELL, bold=place in BOLD, anchor=anchor, within=wide)
        y += HIGH
        hairlines.append((left, y, end, y))
    sketch.lines(hairlines, sketch.pen(0.1, palette.faint))


def _at(left: float, place: int, x: float, wide: float) -> tuple[float, Anchor]:
    return (left + x + wide, "end") if place in RIGHT else (left + x, "start")


def _row(network: Network, number: int, lengths: dict[tuple[str, str], list[int | None]]) -> tuple[str, ...]:
    bundle = network.bundles[number]
    low, high = (network.stations[i].name for i in (bundle.low, bundle.high))
    low_ports, high_ports = bundle_ports(network, bundle)
    metres = lengths_text(lengths.get((low, high), []))
    links, kind = str(bundle.links), bundle.kind or "none"
    return (f"B{number + 1}", low, low_ports, high, high_ports, links, kind, metres)
