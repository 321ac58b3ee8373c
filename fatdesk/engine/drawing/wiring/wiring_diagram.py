"""Wiring diagrams: core switches above, edge switches below, bundles as lines with their link count."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from fatdesk.core.number_text import counted
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Bounds, Growing, Leaf, Page, Segment
from fatdesk.engine.drawing.palette import LIGHT, Palette
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheet import (
    STOCK_A4,
    STOCK_DRAWINGS,
    Heading,
    Imprint,
    Stock,
    content_area,
    sheet,
)
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.engine.drawing.wiring.bundle_table import bundle_labels, bundle_sheets, draw_bundle_sheet
from fatdesk.engine.drawing.wiring.port_map import SwitchPorts
from fatdesk.engine.drawing.wiring.switch_tables import Table, draw_switch_sheet, switch_range, switch_sheets
from fatdesk.engine.drawing.wiring.wiring_detail import detail_sheet, fits_detail
from fatdesk.engine.drawing.wiring.wiring_parts import (
    Bundle,
    Network,
    Station,
    draw_bundles,
    draw_key,
    draw_pills,
    draw_switch,
    without_prefix,
)
from fatdesk.engine.fabric.device_kinds import level_name
from fatdesk.engine.fabric.fabric import NodeKind

MOST_BOXES, GROUPS = 40, 20
LEAST_PITCH = 10.5
"""From box to box, across a sheet."""

MOST_BUNDLES = 1_200
"""A bundle is drawn as two lines at most, and a sheet holds 3,000."""

OVER_TOP = 60.0
"""Room over the highest row for links between its boxes."""
MOST_PILLS = 48
LEGEND = 21.0
SQUARES = 17.0
"""Height under an edge switch for its hosts as squares; more become one block."""

PITCH = 46.0
SQUARE = 2.1


def wiring_diagrams(
    plan: Plan, palette: Palette = LIGHT, imprint: Imprint | None = None, stock: Stock = STOCK_DRAWINGS
) -> list[Page]:
    """A page for each fabric.

    Up to six edge and six core switches come with the table of every host port; more as an overview,
    and beyond 40 switches a row neighbours share a box.
    """
    imprint = imprint or Imprint(project=plan.title)
    count = len(plan.fabrics)
    networks = (_network(plan, i, stock) for i in range(count))
    return [_diagram(network, (i + 1, count), palette, imprint, stock) for i, network in enumerate(networks)]


def diagram_leaves(
    plan: Plan, palette: Palette = LIGHT, imprint: Imprint | None = None, stock: Stock = STOCK_A4
) -> Iterator[Leaf]:
    """The sheets for paper: an overview of each fabric, its bundles, then its switches with every port.

    A small network has all of that on one sheet. Bundles of one link each have no table: they are rows of the
    tables of ports.
    """
    yield from _Diagrams(plan, palette, imprint or Imprint(project=plan.title), stock).leaves()


class _Diagrams:
    """The sheets of all fabrics; their number is computed when one is drawn."""

    def __init__(self, plan: Plan, palette: Palette, imprint: Imprint, stock: Stock) -> None:
        self.plan, self.palette, self.imprint, self.stock = plan, palette, imprint, stock
        self._sheets = Growing(self._look())

    def _look(self) -> Iterator["_Sheet"]:
        """Of each fabric one without tables, the overview, then bundles, then switches with their tables."""
        ports: SwitchPorts | None = None
        for i in range(len(self.plan.fabrics)):
            network = _network(self.plan, i, self.stock)
            yield _Sheet(network)
            if not fits_detail(network, self.stock):
                for bundles in bundle_sheets(network, self.stock):
                    yield _Sheet(network, bundles=bundles)
                ports = ports or SwitchPorts(self.plan)
                for tables in switch_sheets(network, ports, self.stock):
                    yield _Sheet(network, tables)

    def leaves(self) -> Iterator[Leaf]:
        """The sheets by name."""
        for number, made in enumerate(self._sheets, start=1):
            group = f"Fabric {made.network.fabric.name}"
            yield Leaf(f"{group}, {made.summary}", partial(self._draw, number), group)

    def _draw(self, number: int) -> Page:
        sheets = self._sheets.all
        made, place = sheets[number - 1], (number, len(sheets))
        if not made.tables and not made.bundles:
            return _diagram(made.network, place, self.palette, self.imprint, self.stock)
        words = f"{made.summary}: ports at both ends"
        heading = Heading(
            document=f"Wiring diagram, fabric {made.network.fabric.name}",
            scope=words if made.bundles else f"switches {made.summary}: every port with its far end",
            number=number,
            sheets=len(sheets),
        )
        if made.bundles:
            return draw_bundle_sheet(
                made.network, made.bundles, self.palette, heading, self.imprint, self.stock
            )
        return draw_switch_sheet(made.network, made.tables, self.palette, heading, self.imprint, self.stock)


@dataclass(frozen=True)
class _Sheet:
    """A sheet of a fabric: with tables of switches, with numbers of bundles, or with neither its overview."""

    network: Network
    tables: tuple[Table, ...] = ()
    bundles: range = range(0)

    @property
    def summary(self) -> str:
        """Name of its contents."""
        if self.bundles:
            return f"bundles B{self.bundles[0] + 1} to B{self.bundles[-1] + 1}"
        return switch_range(self.network, self.tables) if self.tables else "overview"


def _network(plan: Plan, number: int, stock: Stock) -> Network:
    """A fabric with so few boxes that they have room on a sheet and their bundles are not too many for it."""
    paper = stock.lying[-1]
    network = Network(plan, number, min(MOST_BOXES, int(paper.width / LEAST_PITCH)), GROUPS)
    if len(network.bundles) > MOST_BUNDLES:
        network = Network(plan, number, GROUPS, GROUPS)
    return network


def _diagram(
    network: Network, place: tuple[int, int], palette: Palette, imprint: Imprint, stock: Stock
) -> Page:
    rows = [len(network.fabric.nodes(NodeKind.SWITCH, n)) for n in range(1, network.levels + 1)]
    hosts = len(network.fabric.nodes(NodeKind.HOST))
    words = [counted(hosts, network.host_word)]
    for level, count in enumerate(rows, start=1):
        words.append(
            f"{count:,} {level_name(level, network.levels).lower()} switch" + ("es" if count != 1 else "")
        )
    heading = Heading(
        document=f"Wiring diagram, fabric {network.fabric.name}",
        scope=" · ".join(words),
        number=place[0],
        sheets=place[1],
    )
    if fits_detail(network, stock):
        return detail_sheet(network, palette, heading, imprint, stock)
    return _overview(network, palette, heading, imprint, stock)


def _overview(network: Network, palette: Palette, heading: Heading, imprint: Imprint, stock: Stock) -> Page:
    """Rows of boxes, every bundle one line."""
    widest = max((len(row) for row in network.rows), default=1)
    paper = stock.lying[0 if widest <= 6 else -1]
    sketch = sheet(paper, palette, heading, imprint)
    left, upper, right, lower = content_area(paper)
    over = OVER_TOP if bundle_heights(network) else 0.0
    area = (left + 4, upper + 10 + over, right - 4, lower - LEGEND - 2)
    boxes = place_boxes(network, area)
    dense = len(network.bundles) > MOST_PILLS
    segments = bundle_lines(network, boxes)
    draw_bundles(sketch, segments, dense)
    for level, row in enumerate(network.rows, start=1):
        _draw_row(sketch, network, level, row, boxes, area[3])
    for i in network.rows[0]:
        _draw_hosts(sketch, network, network.stations[i], boxes[i])
    sizes = Counter(bundle.links for bundle in network.bundles)
    once = {id(bundle): (line, bundle) for line, bundle in reversed(segments)}.values()
    labels = bundle_labels(network)
    pills = [
        (line, " ".join(filter(None, (labels.get(id(bundle)), f"× {bundle.links}"))), bundle.kind)
        for line, bundle in reversed(list(once))
    ]
    shown = draw_pills(sketch, pills) if not dense and set(sizes) != {1} else 0
    _draw_legend(sketch, network, sizes, shown, (left, lower - LEGEND, right, lower))
    return sketch.page(f"{heading.document} of {network.plan.title}")


def place_boxes(network: Network, area: Bounds) -> dict[int, Bounds]:
    """Boxes of all stations: rows from the core at the top to the edge above its hosts."""
    left, upper, right, lower = area
    boxes = {}
    levels = len(network.rows)
    for level, row in enumerate(network.rows, start=1):
        pitch = min(PITCH, (right - left) / max(1, len(row)))
        wide, high = pitch * 0.86, 14.0 if pitch >= 26 else 11.0
        bottom_row = lower - _hosts_height(network, wide) - high
        share = (levels - level) / max(1, levels - 1) if levels > 1 else 0.6
        y = bottom_row - (bottom_row - upper) * (1 - share) if levels > 1 else bottom_row * 0.6
        x = (left + right) / 2 - pitch * len(row) / 2
        for i, station in enumerate(row):
            middle = x + pitch * (i + 0.5)
            boxes[station] = (middle - wide / 2, y, middle + wide / 2, y + high)
    return boxes


def _hosts_height(network: Network, wide: float) -> float:
    """Height of hosts, their texts and the row's caption below the edge row."""
    stations = [network.stations[i] for i in network.rows[0]]
    grids = [_squares(station.hosts, wide)[3] for station in stations]
    words = max((len(_host_text(station, network.host_word, wide)) for station in stations), default=0)
    return 3 + max(grids, default=0.0) + 3.3 * words + 6.5


def _squares(hosts: int, wide: float) -> tuple[int, float, int, float]:
    """Columns, side, rows (0: one block instead) and height of the squares that represent hosts."""
    columns = 6 if wide >= 6 * SQUARE + 2.5 else 3
    side = min(SQUARE, wide / columns - 0.35)
    rows = -(-hosts // columns)
    high = rows * (side + 0.35)
    return (columns, side, rows, high) if high <= SQUARES else (columns, side, 0, 8.0)


def _host_text(station: Station, word: str, wide: float) -> list[str]:
    """Return the text under the hosts of an edge switch."""
    words = [counted(station.hosts, word) if wide >= 14 else f"× {station.hosts}"]
    if station.host_names and wide >= 20:
        words.append(station.host_names)
    if station.externals:
        words.append(f"{station.externals} external" if wide >= 16 else f"+ {station.externals} ext")
    if station.rack:
        words.append(f"rack {station.rack}" if wide >= 14 else station.rack)
    return words


def bundle_lines(network: Network, boxes: dict[int, Bounds]) -> list[tuple[Segment, Bundle]]:
    """A line for each bundle from the upper box to the lower; few share a box's side, many its middle."""
    stations = network.stations
    tracks = bundle_heights(network)
    at: dict[tuple[int, bool], list[tuple[float, int]]] = {}
    for i, bundle in enumerate(network.bundles):
        for mine, other in ((bundle.low, bundle.high), (bundle.high, bundle.low)):
            above = stations[other].level >= stations[mine].level
            far = (boxes[other][0] + boxes[other][2]) / 2
            if i in tracks:  # to the left the nearest first, to the right the farthest: tracks do not cross
                here = (boxes[mine][0] + boxes[mine][2]) / 2
                far = here - 1 / (here - far) if far < here else here + 1 / (far - here)
            at.setdefault((mine, above), []).append((far, i))
    x_of: dict[tuple[int, int], float] = {}
    for (mine, _), found in at.items():
        left, right = boxes[mine][0], boxes[mine][2]
        spread = (right - left) * 0.8 if len(found) <= 12 else (right - left) * 0.3
        for rank, (_, i) in enumerate(sorted(found)):
            x_of[mine, i] = (left + right) / 2 + spread * ((rank + 0.5) / len(found) - 0.5)
    lines: list[tuple[Segment, Bundle]] = []
    for i, bundle in enumerate(network.bundles):
        low, high = boxes[bundle.low], boxes[bundle.high]
        if stations[bundle.low].level != stations[bundle.high].level:
            lines.append(((x_of[bundle.high, i], high[3], x_of[bundle.low, i], low[1]), bundle))
        elif i not in tracks:
            y = (low[1] + low[3]) / 2
            lines.append(((min(low[2], high[2]), y, max(low[0], high[0]), y), bundle))
        else:
            a, b, y = x_of[bundle.low, i], x_of[bundle.high, i], low[1] - tracks[i]
            lines += [((a, y, b, y), bundle), ((a, low[1], a, y), bundle), ((b, y, b, high[1]), bundle)]
    return lines


def bundle_heights(network: Network) -> dict[int, float]:
    """Return the height of bundles between boxes of boxes that are not neighbours, the longest highest."""
    spans = []
    for i, bundle in enumerate(network.bundles):
        level = network.stations[bundle.low].level
        if level == network.stations[bundle.high].level:
            row = network.rows[level - 1]
            first, last = sorted((row.index(bundle.low), row.index(bundle.high)))
            if last - first > 1:
                spans.append((last - first, first, i))
    step = (OVER_TOP - 10) / max(1, len(spans))
    return {i: 4 + step * rank for rank, (_, _, i) in enumerate(sorted(spans))}


def _draw_row(
    sketch: Sketch, network: Network, level: int, row: Sequence[int], boxes: dict[int, Bounds], below: float
) -> None:
    """The boxes of a level, the text that all share next to them, and their racks."""
    stations = [network.stations[i] for i in row]
    if not stations:
        return
    prefix, names = without_prefix(
        [network.names[node] for s in stations for node in (s.nodes[0], s.nodes[-1])]
    )
    short = [a if a == b else f"{a}–{b}" for a, b in zip(names[::2], names[1::2], strict=True)]
    for i, name in zip(row, short, strict=True):
        draw_switch(sketch, network, network.stations[i], boxes[i], name)
    parts = {station.part for station in stations}
    words = [level_name(level, network.levels)]
    if len(parts) == 1 and "" not in parts:
        words.append(parts.pop())
    if network.grouped and len(stations[0].nodes) > 1:
        words.append(f"{len(stations[0].nodes)} switches a box")
    if prefix:
        words.append(f"names without {prefix}")
    top = boxes[row[0]][1]
    racks = level > 1 and any(station.rack for station in stations)
    if racks:
        for i in row:
            box = boxes[i]
            sketch.text(
                (box[0] + box[2]) / 2,
                box[1] - 1.2,
                network.stations[i].rack,
                font_sizes.SMALL,
                colour=sketch.palette.text2,
                anchor="middle",
                within=box[2] - box[0],
            )
    base = top - (5.4 if racks else 2.2) if level > 1 else below - 1.4
    left = boxes[row[0]][0]
    sketch.text(
        left,
        base,
        " · ".join(words),
        font_sizes.SUMMARY,
        bold=True,
        colour=sketch.palette.text2,
        within=160.0,
    )


def _draw_hosts(sketch: Sketch, network: Network, station: Station, box: Bounds) -> None:
    """Under an edge switch: its hosts as squares or one block, how many, which, and the rack."""
    palette = sketch.palette
    x, wide = (box[0] + box[2]) / 2, box[2] - box[0]
    y = box[3] + 3
    if station.hosts:
        sketch.line(x, box[3], x, y, sketch.pen(0.25, palette.host.stroke))
        columns, side, rows, high = _squares(station.hosts, wide)
        pen = sketch.pen(0.18, palette.host.stroke)
        if rows:
            start = x - columns * (side + 0.35) / 2
            for i in range(station.hosts):
                row, column = divmod(i, columns)
                cell = (start + column * (side + 0.35), y + row * (side + 0.35))
                sketch.box((*cell, cell[0] + side, cell[1] + side), pen=pen, fill=palette.host.fill)
        else:
            sketch.box((x - wide / 2, y, x + wide / 2, y + high), pen=pen, fill=palette.host.fill, radius=0.6)
        y += high
    words = _host_text(station, network.host_word, wide)
    for i, word in enumerate(words):
        base = y + 3.2 + 3.3 * i
        sketch.text(
            x,
            base,
            word,
            font_sizes.PORT_NUMBER,
            anchor="middle",
            within=wide,
            colour="" if not i else palette.text2,
            bold=not i,
        )


def _draw_legend(sketch: Sketch, network: Network, sizes: Counter[int], shown: int, area: Bounds) -> None:
    """Kinds of cables between switches, and the legend of the lines."""
    left, upper, right, _ = area
    sketch.line(left, upper, right, upper, sketch.pen(0.13, sketch.palette.faint))
    kinds: Counter[str] = Counter()
    for bundle in network.bundles:
        kinds[bundle.kind] += bundle.links
    sketch.text(left + 4, upper + 5.4, "Links between switches", font_sizes.SUMMARY, bold=True)
    draw_key(sketch, sorted(kinds.items()), left + 4, upper + 10.6, 4.4, columns=2)
    x = left + 128
    sketch.text(x, upper + 5.4, "Each line is a bundle", font_sizes.SUMMARY, bold=True)
    between = sum(bundle.links for bundle in network.bundles)
    largest = sorted(sizes.items(), reverse=True)[:4]
    summary = ", ".join(f"{counted(count, 'bundle')} of {counted(links, 'link')}" for links, count in largest)
    if len(sizes) > 4:
        summary += f", and {counted(len(sizes) - 4, 'other size')}"
    notes = [summary or "No links between switches"]
    notes.append(f"{counted(between, 'link')} between switches, {network.to_hosts}")
    if shown and shown < len(network.bundles):
        notes.append(f"{shown} of {len(network.bundles)} bundles carry their number")
    for i, note in enumerate(notes):
        sketch.text(x, upper + 10.6 + 4.4 * i, note, font_sizes.NOTE, within=right - x - 4)
