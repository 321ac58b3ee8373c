"""Wiring diagrams of small networks: every bundle with its ports, every host port in a table."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from fatdesk.core.number_text import counted
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Bounds, Page, Segment
from fatdesk.engine.drawing.palette import Palette
from fatdesk.engine.drawing.sheet import Heading, Imprint, Paper, Stock, content_area, sheet
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.engine.drawing.wiring.wiring_parts import (
    Bundle,
    Network,
    Station,
    bundle_width,
    draw_cable,
    draw_key,
    draw_pills,
    draw_switch,
)
from fatdesk.engine.fabric.fabric import NodeKind

ROW = 3.8
HEAD = 4.6
BOX_HEIGHT = 14.0
COLUMN = 82.0
"""Width of the list of bundles at the right."""

LARGE = 350.0
"""Width from which on paper takes six switches a row instead of four."""

CORE_Y = 6.0
EDGE_Y, EDGE_Y_LARGE = 82.0, 130.0
"""Lowest top of the edge row; long tables move it up, to 46 mm at most, or 70 with many bundles."""


@dataclass(frozen=True)
class PortRow:
    """A line of a switch's table of host ports."""

    port: str
    host: str
    cable: str
    number: str = ""
    """Number of the cable, as on its labels; empty without a cable."""


def fits_detail(network: Network, stock: Stock) -> bool:
    """Whether every host port of the network can be listed on one sheet."""
    return _paper(network, stock) is not None


def _paper(network: Network, stock: Stock) -> Paper | None:
    if len(network.rows) > 2 or network.grouped or any(len(row) > 6 for row in network.rows):
        return None
    if not network.rows[0] or (len(network.rows) == 1 and len(network.rows[0]) > 2):
        return None
    if not network.bundles and len(network.rows[0]) > 1:
        return None
    widest = max(len(row) for row in network.rows)
    return next(
        (p for p in stock.lying if widest <= (6 if _large(p) else 4) and _edge_y(network, p) is not None),
        None,
    )


def _large(paper: Paper) -> bool:
    return paper.width >= LARGE


def _edge_y(network: Network, paper: Paper) -> float | None:
    """Position where the edge row begins, so that its tables end above the foot."""
    _, upper, _, lower = content_area(paper)
    longest = max(len(_port_rows(network, network.stations[i])) for i in network.rows[0])
    free = lower - upper - BOX_HEIGHT - 4 - HEAD - 3 - longest * ROW
    if len(network.rows) == 1:
        return CORE_Y + 10 if free >= CORE_Y + 10 else None
    least = 46.0 if len(network.bundles) <= 8 else 70.0
    return min(EDGE_Y_LARGE if _large(paper) else EDGE_Y, free) if free >= least else None


def _port_rows(network: Network, station: Station) -> list[PortRow]:
    """Host and external ports in order, free ones as runs."""
    fabric, node = network.fabric, station.nodes[0]
    taken: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    used: set[int] = set()
    for side in (0, 1):
        for link in (fabric.ends[:, side] == node).nonzero()[0].tolist():
            port, other = int(fabric.ports[link, side]), int(fabric.ends[link, 1 - side])
            used.add(port)
            if fabric.kind[other] != NodeKind.SWITCH:
                taken[port].append((int(fabric.split[link]), other, link))
    rows: list[PortRow] = []
    free: list[int] = []

    def end_run() -> None:
        if free:
            first, last = network.port_name(node, free[0]), network.port_name(node, free[-1])
            rows.append(PortRow(f"{first}–{last}" if len(free) > 1 else first, "free", ""))
            free.clear()

    name = network.names[node]
    for port in range(network.port_count(node)):
        if port not in used:
            free.append(port)
            continue
        end_run()
        for split, other, link in sorted(taken.get(port, [])):
            text = network.port_name(node, port)
            cable = network.cable_at.get((name, *network.port_at(node, port)))
            if fabric.splits[link] > 1:
                text += f".{split + 1}"
            plugged = (
                "backplane"
                if fabric.trace[link]
                else ""
                if cable is None
                else _cable_text(cable.kind, cable.length.ordered_um)
            )
            number = "" if cable is None else network.plan.numbers[cable.id]
            rows.append(PortRow(text, network.names[other], plugged, number))
    end_run()
    return rows


def _cable_text(kind: str, ordered_um: int | None) -> str:
    """Kind and ordered length."""
    return kind if ordered_um is None else f"{kind} {_metres(ordered_um)} m"


def detail_sheet(
    network: Network, palette: Palette, heading: Heading, imprint: Imprint, stock: Stock
) -> Page:
    """Draw the sheet."""
    paper = _paper(network, stock) or stock.lying[-1]
    sketch = sheet(paper, palette, heading, imprint)
    left, upper, right, lower = content_area(paper)
    edge_y = _edge_y(network, paper) or EDGE_Y
    boxes = _place(network, (left + 3, upper, right - COLUMN - 6, lower), edge_y)
    lines = _lines(network, boxes)
    numbered = sorted(range(len(lines)), key=lambda i: (lines[i][1].low, lines[i][1].high))
    labels = {i: f"B{n}" for n, i in enumerate(numbered, start=1)}
    for segment, bundle in lines:
        sketch.cables([segment], bundle.kind, min(1.1, bundle_width(bundle.links, False)), casing=0.4)
    for level, row in enumerate(network.rows, start=1):
        for i in row:
            draw_switch(sketch, network, network.stations[i], boxes[i])
            if level == 1:
                _draw_table(sketch, network, network.stations[i], boxes[i])
    for segment, bundle in lines:
        _draw_ports(sketch, network, segment, bundle, boxes)
    draw_pills(sketch, [(line, f"{labels[i]}  × {b.links}", b.kind) for i, (line, b) in enumerate(lines)])
    rows = [(labels[i], lines[i][1]) for i in numbered]
    y = _draw_bundle_list(sketch, network, rows, right - COLUMN, upper + 6, right - 3)
    _draw_key(sketch, network, right - COLUMN, y + 9, right - 3)
    return sketch.page(f"{heading.document} of {network.plan.title}")


def _place(network: Network, area: Bounds, edge_y: float) -> dict[int, Bounds]:
    left, upper, right, _ = area
    boxes = {}
    for level, row in enumerate(network.rows, start=1):
        pitch = (right - left) / len(row) if row else 0.0
        wide = min(46.0, pitch - 4)
        y = upper + (edge_y if level == 1 else CORE_Y)
        for i, station in enumerate(row):
            x = left + pitch * (i + 0.5)
            boxes[station] = (x - wide / 2, y, x + wide / 2, y + BOX_HEIGHT)
    return boxes


def _lines(network: Network, boxes: dict[int, Bounds]) -> list[tuple[Segment, Bundle]]:
    """A line for each bundle; its ends share the boxes' sides evenly, in order of the other end."""
    meets: dict[int, list[int]] = defaultdict(list)
    for bundle in network.bundles:
        meets[bundle.low].append(bundle.high)
        meets[bundle.high].append(bundle.low)

    def x_at(mine: int, other: int) -> float:
        box, order = boxes[mine], sorted(meets[mine], key=lambda i: boxes[i][0])
        return box[0] + (box[2] - box[0]) * (order.index(other) + 0.5) / len(order)

    lines = []
    for bundle in network.bundles:
        low, high = boxes[bundle.low], boxes[bundle.high]
        if low[1] == high[1]:
            y = (low[1] + low[3]) / 2
            segment = (low[2], y, high[0], y)
        else:
            segment = (x_at(bundle.high, bundle.low), high[3], x_at(bundle.low, bundle.high), low[1])
        lines.append((segment, bundle))
    return lines


def bundle_ports(network: Network, bundle: Bundle) -> tuple[str, str]:
    """The ports of a bundle at its lower and its upper end, ``19–27``."""
    ends, ports = network.fabric.ends, network.fabric.ports
    low, high = (network.stations[i].nodes[0] for i in (bundle.low, bundle.high))
    found: tuple[list[int], list[int]] = ([], [])
    for side in (0, 1):
        links = ((ends[:, side] == low) & (ends[:, 1 - side] == high)).nonzero()[0]
        found[0].extend(ports[links, side].tolist())
        found[1].extend(ports[links, 1 - side].tolist())
    return _ranges(network, low, found[0]), _ranges(network, high, found[1])


def _ranges(network: Network, node: int, ports: list[int]) -> str:
    """Ports in runs, ``1–4, 9``."""
    runs: list[list[int]] = []
    for port in sorted(set(ports)):
        if runs and port == runs[-1][1] + 1:
            runs[-1][1] = port
        else:
            runs.append([port, port])
    names = [[network.port_name(node, port) for port in run] for run in runs]
    return ", ".join(first if first == last else f"{first}–{last}" for first, last in names)


def _draw_ports(
    sketch: Sketch, network: Network, segment: Segment, bundle: Bundle, boxes: dict[int, Bounds]
) -> None:
    """Draw the ports of a bundle on plates next to the boxes."""
    if segment[1] == segment[3]:
        return
    low, high = bundle_ports(network, bundle)
    for station, x, y, words in (
        (bundle.high, segment[0], segment[1] + 2.9, high),
        (bundle.low, segment[2], segment[3] - 1.4, low),
    ):
        box = boxes[station]
        meets = sum(station in (b.low, b.high) for b in network.bundles)
        most = (box[2] - box[0]) / meets - 0.6
        item = sketch.text(x, y, f"p{words}", font_sizes.PLATE, anchor="middle", within=most)
        if item:
            sketch.items.pop()
            plate = item.bounds
            sketch.box(
                (plate[0] - 0.3, plate[1] - 0.25, plate[2] + 0.3, plate[3] + 0.2), fill=sketch.palette.ground
            )
            sketch.items.append(item)


def _draw_table(sketch: Sketch, network: Network, station: Station, box: Bounds) -> None:
    """Port, host and cable of every host port under the switch."""
    rows = _port_rows(network, station)
    if not rows:
        return
    palette = sketch.palette
    left, right = box[0], box[2]
    x, top = (left + right) / 2, box[3] + 4
    sketch.line(x, box[3], x, top, sketch.pen(0.18))
    wide = right - left
    columns = (left + 1.4, left + wide * 0.27, right - 1.4)
    for words, at, anchor in zip(("port", "host", "cable"), columns, ("start", "start", "end"), strict=True):
        sketch.text(at, top + 3.2, words, font_sizes.PLATE, colour=palette.text2, anchor=anchor)  # type: ignore[arg-type]  # words of Anchor
    y = top + HEAD
    for row in rows:
        sketch.line(left, y, right, y, sketch.pen(0.1, palette.faint))
        ink = palette.text2 if row.host == "free" and not row.cable else palette.text
        base = y + ROW / 2 + 0.86
        sketch.text(columns[0], base, f"p{row.port}", font_sizes.ROW_TEXT, colour=ink, within=wide * 0.22)
        item = sketch.text(
            columns[1],
            base,
            row.host,
            font_sizes.NOTE,
            colour=ink,
            bold=ink == palette.text,
            within=wide * (0.4 if row.cable else 0.68),
        )
        rest = columns[2] - columns[1] - (item.width if item else 0) - 1
        draw_cable(sketch, columns[2], (y, y + ROW), row.number, row.cable, rest)
        y += ROW
    sketch.box((left, top, right, y), pen=sketch.pen(0.25))


def _draw_bundle_list(
    sketch: Sketch, network: Network, rows: list[tuple[str, Bundle]], left: float, top: float, right: float
) -> float:
    """Every bundle with its ends, ports, links and lengths; returns where it ends."""
    grey = sketch.palette.text2
    sketch.text(left, top + 1, "Bundles", font_sizes.SECTION, bold=True)
    if not rows:
        sketch.text(left, top + 6.6, "No links between switches", font_sizes.NOTE, colour=grey)
        return top + 8
    at = (left, left + 10, left + 35, left + 66, right)
    y = top + 6.4
    for x, words, anchor in zip(
        at, ("", "from", "to", "links", "length"), ("start",) * 3 + ("end",) * 2, strict=True
    ):
        sketch.text(x, y, words, font_sizes.SMALL, colour=grey, anchor=anchor)  # type: ignore[arg-type]  # words of Anchor
    y += 1.6
    sketch.line(left, y, right, y, sketch.pen(0.25))
    lengths = lengths_between(network)
    for label, bundle in rows:
        low, high = bundle_ports(network, bundle)
        names = [network.stations[i].name for i in (bundle.low, bundle.high)]
        base = y + 3.5
        sketch.text(at[0], base, label, font_sizes.NOTE, bold=True, within=9.0)
        sketch.text(at[1], base, f"{names[0]} p{low}", font_sizes.NOTE, within=24.0)
        sketch.text(at[2], base, f"{names[1]} p{high}", font_sizes.NOTE, within=24.0)
        sketch.text(at[3], base, str(bundle.links), font_sizes.NOTE, anchor="end")
        sketch.text(
            at[4],
            base,
            lengths_text(lengths.get((names[0], names[1]), [])),
            font_sizes.NOTE,
            anchor="end",
            within=14.0,
        )
        y += 5.2
        sketch.line(left, y, right, y, sketch.pen(0.1, sketch.palette.faint))
    between = sum(bundle.links for _, bundle in rows)
    summary = [counted(len(rows), "bundle"), f"{counted(between, 'link')} between switches", network.to_hosts]
    sketch.text(left, y + 4.4, ", ".join(summary), font_sizes.NOTE, colour=grey, within=right - left)
    return y + 6


def lengths_between(network: Network) -> dict[tuple[str, str], list[int | None]]:
    """Ordered lengths by the two devices, both ways round."""
    found: dict[tuple[str, str], list[int | None]] = defaultdict(list)
    for row in network.cables:
        for ends in ((row.a.device, row.b.device), (row.b.device, row.a.device)):
            found[ends].append(row.length.ordered_um)
    return found


def lengths_text(lengths: Sequence[int | None]) -> str:
    """The shortest and the longest of some lengths.

    >>> lengths_text([5_000_000, 3_000_000]), lengths_text([None])
    ('3–5 m', 'unknown')
    """
    known = sorted(length for length in lengths if length is not None)
    if not known:
        return "unknown"
    first, last = _metres(known[0]), _metres(known[-1])
    return f"{first} m" if first == last else f"{first}–{last} m"


def _metres(micrometres: int) -> str:
    """Metres with two decimals at most."""
    return f"{micrometres / 1e6:.2f}".rstrip("0").rstrip(".")


def _draw_key(sketch: Sketch, network: Network, left: float, top: float, right: float) -> None:
    """Patterns and boxes, and how far the network can grow as it is."""
    palette = sketch.palette
    sketch.text(left, top + 1, "Key", font_sizes.SECTION, bold=True)
    counts: dict[str, int] = {}
    for bundle in network.bundles:
        counts[bundle.kind] = counts.get(bundle.kind, 0) + bundle.links
    kinds = sorted(counts.items())
    draw_key(sketch, kinds, left, top + 7.4, 5.2)
    y = top + 7.4 + 5.2 * len(kinds)
    for i, (words, look) in enumerate((("core", palette.core), ("edge", palette.edge))):
        x = left + 26 * i
        sketch.box((x, y - 2.4, x + 7, y + 1), pen=sketch.pen(0.25, look.stroke), fill=look.fill)
        sketch.text(x + 9, y + 0.2, words, font_sizes.NOTE)
    free = sum(network.stations[i].ports - network.stations[i].used for i in network.rows[0])
    if free:
        sketch.text(
            left,
            y + 7,
            f"{counted(free, 'free port')} on edge switches",
            font_sizes.NOTE,
            within=right - left,
        )
