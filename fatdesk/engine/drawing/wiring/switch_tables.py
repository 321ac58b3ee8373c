"""Wiring diagrams of large networks: switches next to each other with a table of all ports."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fatdesk.core.number_text import counted
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Bounds, Page, Segment
from fatdesk.engine.drawing.palette import KIND_NAMES, Palette
from fatdesk.engine.drawing.sheet import Heading, Imprint, Paper, Stock, content_area, sheet
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.engine.drawing.wiring.port_map import Plugged, SwitchPorts
from fatdesk.engine.drawing.wiring.wiring_parts import Network, draw_key, without_prefix
from fatdesk.engine.fabric.fabric import NodeKind

PITCH, WIDE = 54.0, 50.8
"""From table to table, and of one."""

COLUMNS = (1.2, 8.0, 20.0, 27.4)
NEAR_WIDE, TO_WIDE, NUMBER_WIDE = 6.6, 11.6, 11.8
"""Left edges of ports, far devices, their ports and numbers of cables in a table, and their widths."""

UPPER_Y, SWITCH_Y, TABLE_Y = 7.0, 58.0, 75.0
"""Upper edges of the row of switches above, of the switches, of their tables."""

HIGH = 12.0
HEAD, ROW = 4.6, 3.8
FOOT = 12.0
"""Under the tables, for the key."""

MOST_ABOVE = 40


@dataclass(frozen=True)
class Line:
    """A row of a table; ``up`` is a link to another switch, no device is a run of free ports."""

    port: str
    device: str
    far: str
    cable: str
    up: bool
    os_port: str = ""
    far_os_port: str = ""
    """Port names in the operating systems; empty where unknown."""
    number: str = ""
    """Number of the cable, as on its labels; empty without a cable."""


@dataclass(frozen=True)
class Table:
    """The ports of a switch, or the part of them that fits below each other."""

    node: int
    lines: tuple[Line, ...]
    part: int
    parts: int


def switch_sheets(network: Network, ports: SwitchPorts, stock: Stock) -> Iterator[tuple[Table, ...]]:
    """Contents of each sheet: the switches of every level but the highest, of one level a sheet."""
    paper = stock.lying[-1]
    for level in range(1, max(1, network.levels - 1) + 1):
        some: list[Table] = []
        for node in network.fabric.nodes(NodeKind.SWITCH, level).tolist():
            for tables in _in_sheets(_tables(network, ports, node, _rows(paper)), _columns(paper)):
                if len(some) + len(tables) > _columns(paper):
                    yield tuple(some)
                    some = []
                some += tables
        if some:
            yield tuple(some)


def _columns(paper: Paper) -> int:
    """Tables side by side."""
    left, _, right, _ = content_area(paper)
    return int((right - left - 4.0) // PITCH)


def _rows(paper: Paper) -> int:
    """Rows one under the other."""
    _, upper, _, lower = content_area(paper)
    return int((lower - upper - TABLE_Y - HEAD - FOOT) / ROW)


def _in_sheets(tables: Sequence[Table], columns: int) -> Iterator[Sequence[Table]]:
    """The tables of one switch, as many as fit on one sheet."""
    for i in range(0, len(tables), columns):
        yield tables[i : i + columns]


def _tables(network: Network, ports: SwitchPorts, node: int, most: int) -> list[Table]:
    lines = list(_lines(network, ports, node))
    count = -(-len(lines) // most) or 1
    each = -(-len(lines) // count) or 1
    parts = [lines[i : i + each] for i in range(0, len(lines), each)] or [[]]
    return [Table(node, tuple(some), i, len(parts)) for i, some in enumerate(parts, start=1)]


def _lines(network: Network, ports: SwitchPorts, node: int) -> Iterator[Line]:
    """Return the contents of each cage, free ones as ranges."""
    free: list[str] = []

    def run() -> Iterator[Line]:
        if free:
            yield Line(f"{free[0]}–{free[-1]}" if len(free) > 1 else free[0], "", "", "", False)
            free.clear()

    for cage in ports.cages(network.fabric.ids[node]):
        if not cage.plugged:
            free.append(cage.port)
            continue
        yield from run()
        for some in cage.plugged:
            yield Line(
                some.port,
                some.device,
                _far_port(some),
                _cable(some),
                some.way != "host",
                some.os_port,
                some.far_os_port,
                network.plan.numbers[some.cable.id] if some.cable is not None else "",
            )
    yield from run()


def _far_port(some: Plugged) -> str:
    far = some.far
    if far is None:
        return ""
    port = f"{far.slot}:{far.port}" if far.slot else far.port
    return f"p{port}.{far.sub_port}" if far.sub_port else f"p{port}"


def _cable(some: Plugged) -> str:
    """Kind and ordered length."""
    if some.trace:
        return "backplane"
    if some.cable is None:
        return "no cable"
    ordered = some.cable.length.ordered_um
    metres = "unknown" if ordered is None else f"{ordered / 1e6:.2f}".rstrip("0").rstrip(".") + " m"
    return f"{some.cable.kind or 'none'} {metres}"


def switch_range(network: Network, tables: Sequence[Table]) -> str:
    """The switches of a sheet by name."""
    names = list(dict.fromkeys(network.names[table.node] for table in tables))
    if len(names) > 1:
        return f"{names[0]} to {names[-1]}"
    first, last = tables[0], tables[-1]
    if first.parts == 1 or (first.part, last.part) == (1, first.parts):
        return names[0]
    return f"{names[0]}, ports {first.lines[0].port} to {last.lines[-1].port}"


def draw_switch_sheet(
    network: Network,
    tables: Sequence[Table],
    palette: Palette,
    heading: Heading,
    imprint: Imprint,
    stock: Stock,
) -> Page:
    """Draw a sheet: tables under their switches, the switches above, and a line for each bundle."""
    paper = stock.lying[-1]
    sketch = sheet(paper, palette, heading, imprint)
    left, upper, right, lower = content_area(paper)
    start = (left + right) / 2 - PITCH * len(tables) / 2 + (PITCH - WIDE) / 2
    groups: list[list[Table]] = []
    for table in tables:
        if groups and groups[-1][0].node == table.node:
            groups[-1].append(table)
        else:
            groups.append([table])
    boxes: list[Bounds] = []
    x = start
    for group in groups:
        wide = PITCH * len(group) - (PITCH - WIDE)
        boxes.append((x, upper + SWITCH_Y, x + wide, upper + SWITCH_Y + HIGH))
        x += PITCH * len(group)
    counts = [_bundles(group) for group in groups]
    above = _above(network, counts)
    seats = _seats(above, (left + 4, upper + UPPER_Y, right - 4))
    kinds = _draw_bundles(sketch, boxes, counts, above, seats)
    _draw_above(sketch, network, above, seats)
    for group, box in zip(groups, boxes, strict=True):
        _draw_switch(sketch, network, group, box)
        for i, table in enumerate(group):
            x = box[0] + PITCH * i
            _draw_table(sketch, table, (x, upper + TABLE_Y, x + WIDE))
    if kinds:
        sketch.text(
            left + 4, lower - 7.4, "Links to other switches on this sheet", font_sizes.SUMMARY, bold=True
        )
        columns = max(1, int((right - left - 8) // 58))
        draw_key(sketch, sorted(kinds.items()), left + 4, lower - 2.6, 4.4, columns)
    return sketch.page(f"{heading.document} of {network.plan.title}")


def _bundles(group: Sequence[Table]) -> Counter[tuple[str, str]]:
    """Links to other switches by device and cable kind."""
    return Counter(
        (line.device, _kind(line.cable)) for table in group for line in table.lines if line.up and line.device
    )


def _kind(cable: str) -> str:
    """Cable kind that sorts a row."""
    word = cable.partition(" ")[0]
    return "BPL" if word == "backplane" else word if word in KIND_NAMES else ""


def _above(network: Network, counts: Sequence[Counter[tuple[str, str]]]) -> list[list[str]]:
    """Switches at the other ends in their order, neighbours together where there are many; others last."""
    wanted = {device for count in counts for device, _ in count}
    switches = [network.names[node] for node in network.fabric.nodes(NodeKind.SWITCH).tolist()]
    names = [name for name in switches if name in wanted]
    names += sorted(wanted - set(names))
    size = -(-len(names) // MOST_ABOVE)
    return [names[i : i + size] for i in range(0, len(names), size)] if names else []


def _seats(above: Sequence[Sequence[str]], area: tuple[float, float, float]) -> list[Bounds]:
    """Positions of the boxes of the switches above."""
    if not above:
        return []
    left, upper, right = area
    pitch = min(34.0, (right - left) / len(above))
    x = (left + right) / 2 - pitch * len(above) / 2
    return [(x + pitch * (i + 0.07), upper, x + pitch * (i + 0.93), upper + HIGH) for i in range(len(above))]


def _draw_bundles(
    sketch: Sketch,
    boxes: Sequence[Bounds],
    counts: Sequence[Counter[tuple[str, str]]],
    above: Sequence[Sequence[str]],
    seats: Sequence[Bounds],
) -> dict[str, int]:
    """A line for each bundle; links by kind."""
    place = {name: i for i, names in enumerate(above) for name in names}
    by_kind: dict[str, list[Segment]] = {}
    links: Counter[str] = Counter()
    for k, (box, count) in enumerate(zip(boxes, counts, strict=True)):
        lines = sorted({(place[device], kind) for device, kind in count})
        for rank, (i, kind) in enumerate(lines):
            seat = seats[i]
            x1 = seat[0] + (seat[2] - seat[0]) * (k + 0.5) / len(boxes)
            x2 = box[0] + (box[2] - box[0]) * (0.05 + 0.9 * (rank + 0.5) / len(lines))
            by_kind.setdefault(kind, []).append((x1, seat[3], x2, box[1]))
        for (_, kind), number in count.items():
            links[kind] += number
    for kind, segments in sorted(by_kind.items()):
        sketch.cables(segments, kind, 0.35 if sum(map(len, by_kind.values())) > 60 else 0.6)
    return dict(links)


def _draw_above(
    sketch: Sketch, network: Network, above: Sequence[Sequence[str]], seats: Sequence[Bounds]
) -> None:
    """Boxes of the switches above, and what their names have in common."""
    palette = sketch.palette
    prefix, short = without_prefix([name for names in above for name in (names[0], names[-1])])
    level_of = {
        network.names[node]: int(network.fabric.level[node])
        for node in network.fabric.nodes(NodeKind.SWITCH).tolist()
    }
    for names, first, last, seat in zip(above, short[::2], short[1::2], seats, strict=True):
        level = level_of.get(names[0])
        look = palette.role(level, network.levels) if level else palette.host
        sketch.box(seat, pen=sketch.pen(0.35, look.stroke), fill=look.fill, radius=0.6)
        x, wide = (seat[0] + seat[2]) / 2, seat[2] - seat[0] - 0.8
        words = first if len(names) == 1 else f"{first}–{last}"
        rack = network.rack_of(names[0]) if len(names) == 1 else ""
        sketch.text(x, seat[1] + 9.6, rack, font_sizes.SMALL, colour=look.text, anchor="middle", within=wide)
        sketch.text(
            x,
            seat[1] + (5.8 if rack else 7.2),
            words,
            font_sizes.LABEL,
            colour=look.text,
            bold=True,
            anchor="middle",
            within=wide,
            least=font_sizes.DETAIL,
        )
    if seats:
        summary = f"{counted(sum(map(len, above)), 'switch', 'switches')} at the other ends"
        summary += f" · names without {prefix}" if prefix else ""
        sketch.text(
            seats[0][0],
            seats[0][1] - 2.0,
            summary,
            font_sizes.SUMMARY,
            bold=True,
            colour=palette.text2,
            within=160.0,
        )


def _draw_switch(sketch: Sketch, network: Network, group: Sequence[Table], box: Bounds) -> None:
    """The box of a switch over its tables."""
    node = group[0].node
    look = sketch.palette.role(int(network.fabric.level[node]), network.levels)
    sketch.box(box, pen=sketch.pen(0.35, look.stroke), fill=look.fill, radius=0.6)
    x, wide = (box[0] + box[2]) / 2, box[2] - box[0] - 2
    sketch.text(
        x,
        box[1] + 5.6,
        network.names[node],
        font_sizes.PLOT_TITLE,
        colour=look.text,
        bold=True,
        anchor="middle",
        within=wide,
    )
    words = network.place(node)
    sketch.text(x, box[1] + 10.0, words, font_sizes.NOTE, colour=look.text, anchor="middle", within=wide)


def _draw_table(sketch: Sketch, table: Table, place: tuple[float, float, float]) -> None:
    """Port, far device, its port, number of the cable, its kind and length."""
    palette = sketch.palette
    left, top, right = place
    near, to, far, number = (left + x for x in COLUMNS)
    for words, x, wide in (
        ("port", near, NEAR_WIDE),
        ("to", to, TO_WIDE),
        ("port", far, NEAR_WIDE),
        ("cable", number, NUMBER_WIDE),
    ):
        sketch.text(x, top + 3.2, words, font_sizes.PLATE, colour=palette.text2, within=wide)
    y = top + HEAD
    hairlines: list[Segment] = []
    for i, line in enumerate(table.lines):
        before = table.lines[i - 1] if i else None
        if before is None or before.up != line.up:
            sketch.line(left, y, right, y, sketch.pen(0.25))
        else:
            hairlines.append((left, y, right, y))
        base = y + ROW / 2 + 0.36 * font_sizes.ROW_TEXT
        if line.device:
            _draw_port(sketch, near, y, line.port, line.os_port, NEAR_WIDE)
            sketch.text(to, base, line.device, font_sizes.ROW_TEXT, bold=True, within=TO_WIDE)
            _draw_port(sketch, far, y, line.far, line.far_os_port, NEAR_WIDE)
            sketch.text(number, base, line.number, font_sizes.ROW_TEXT, bold=True, within=NUMBER_WIDE)
            x = right - 1.2
            wide = x - (number + NUMBER_WIDE if line.number else number)
            sketch.text(x, base, line.cable, font_sizes.ROW_TEXT, anchor="end", within=wide)
        else:
            item = sketch.text(near, base, line.port, font_sizes.ROW_TEXT, colour=palette.text2, within=22.0)
            x = max(to, near + (item.width if item else 0.0) + 1.5)
            sketch.text(x, base, "free", font_sizes.ROW_TEXT, colour=palette.text2, within=12.0)
        y += ROW
    sketch.lines(hairlines, sketch.pen(0.1, palette.faint))
    sketch.box((left, top, right, y), pen=sketch.pen(0.25))


def _draw_port(sketch: Sketch, x: float, y: float, port: str, os_port: str, wide: float) -> None:
    """A port in a row that begins at ``y``, over the name that its operating system gives it."""
    if not os_port:
        sketch.text(x, y + ROW / 2 + 0.36 * font_sizes.ROW_TEXT, port, font_sizes.ROW_TEXT, within=wide)
        return
    sketch.text(x, y + 1.75, port, font_sizes.DENSE, within=wide)
    sketch.text(x, y + 3.4, os_port, font_sizes.LEAST, within=wide)
