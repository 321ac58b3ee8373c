"""Bundle sheets: cables between two racks in plugging order, with boxes to tick."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from fatdesk.engine.cabling.wiring_list import CableRow, End
from fatdesk.engine.catalog.port_names import shortened
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.checklists import Column, Row, draw_tick_table, metres_text, port_of, ticks_of
from fatdesk.engine.drawing.display import Leaf, Page
from fatdesk.engine.drawing.marks import draw_sheet_code, draw_signatures
from fatdesk.engine.drawing.palette import PRINT, Palette
from fatdesk.engine.drawing.plan import EVERYTHING, Chosen, Plan
from fatdesk.engine.drawing.sheet import STOCK_A4, Heading, Imprint, Paper, Stock, content_area, sheet
from fatdesk.engine.drawing.sketch import counted
from fatdesk.engine.floor.floor import rack_label

HIGH = 4.9
MARGIN = 4.0
TOP = 33.0
"""Above the table: both racks, sums, way."""

SPARE = 33.0
"""The table's head, and under it the lines to sign on."""

COLUMNS = (
    Column("no.", 0.0, 6.0, right=True),
    Column("cable", 8.0, 15.0, bold=True),
    Column("U", 25.0, 5.0),
    Column("device", 31.0, 20.0, bold=True),
    Column("port", 52.0, 13.0),
    Column("U", 68.0, 5.0),
    Column("device", 74.0, 20.0, bold=True),
    Column("port", 95.0, 13.0),
    Column("kind", 110.0, 8.0),
    Column("length", 118.0, 12.0, right=True),
    Column("bundle", 132.0, 21.0),
)
NEAR, FAR = 2, 5
"""Columns where the two ends begin."""

TICKS = (Column("pulled", 154.0, 8.0), Column("plugged", 163.0, 9.0), Column("tested", 173.0, 8.0))


@dataclass(frozen=True)
class Plugging:
    """One plug at each end: the place in the order of plugging (0 for further legs of a splitter).

    ``near_os_port`` and ``far_os_port`` are what the operating systems call the ports, empty if not known.
    """

    order: int
    cable: CableRow
    near: End
    far: End
    near_os_port: str = ""
    far_os_port: str = ""


@dataclass(frozen=True)
class RackBundle:
    """All cables from one rack to another.

    Attributes
    ----------
    start, stop
        Labels of the racks, the first in the order of the floor first.
    """

    start: str
    stop: str
    pluggings: tuple[Plugging, ...]

    @property
    def cables(self) -> list[CableRow]:
        """Each cable once."""
        return [some.cable for some in self.pluggings if some.order]


def rack_bundles(plan: Plan, chosen: Chosen = EVERYTHING) -> list[RackBundle]:
    """The bundles between racks, in the order of racks; cables within a rack are in its packet.

    The order of plugging: devices of the first rack from the top, their ports as in the wiring list. A
    splitter goes with its first leg.
    """
    racks = sorted(plan.floor.racks, key=lambda rack: (rack.row, rack.x_mm, rack.number))
    places = {rack_label(rack): place for place, rack in enumerate(racks)}
    found: dict[tuple[int, int], list[tuple[CableRow, bool]]] = defaultdict(list)
    for cable in chosen.of(plan.cables):
        one, other = (places.get(end.rack_label) for end in (cable.a, cable.b))
        if one is not None and other is not None and one != other:
            found[min(one, other), max(one, other)].append((cable, one > other))
    labels = list(places)
    return [
        RackBundle(labels[start], labels[stop], tuple(_in_order(found[start, stop])))
        for start, stop in sorted(found)
    ]


def _in_order(cables: Sequence[tuple[CableRow, bool]]) -> Iterator[Plugging]:
    """The plugs of some cables, those that are ``turned`` from their end b to a."""
    ends = [(cable, turned, cable.b if turned else cable.a) for cable, turned in cables]
    ends.sort(key=lambda some: (-(some[2].u or 0), some[2].device))
    for order, (cable, turned, _) in enumerate(ends, start=1):
        for leg, end in enumerate(cable.legs or (cable.b,)):
            names = cable.a.os_ports[leg : leg + 1] if cable.legs else cable.a.os_ports
            ends_of = ((cable.a, shortened(names)), (end, shortened(end.os_ports)))
            (near, near_os), (far, far_os) = ends_of[::-1] if turned else ends_of
            yield Plugging(order if leg == 0 else 0, cable, near, far, near_os, far_os)


def bundle_leaves(
    plan: Plan,
    palette: Palette = PRINT,
    imprint: Imprint | None = None,
    stock: Stock = STOCK_A4,
    chosen: Chosen = EVERYTHING,
) -> Iterator[Leaf]:
    """The sheets, each bundle beginning on a new one."""
    made, paper = imprint or Imprint(project=plan.title), stock.standing
    _, upper, _, lower = content_area(paper)
    most = int((lower - upper - TOP - SPARE) / HIGH)
    parts = [
        (bundle, bundle.pluggings[k : k + most], k)
        for bundle in rack_bundles(plan, chosen)
        for k in range(0, len(bundle.pluggings), most)
    ]
    for number, (bundle, some, first) in enumerate(parts, start=1):
        name = f"Bundle {bundle.start} to {bundle.stop}"
        heading = Heading(
            document=name,
            scope=f"{counted(len(bundle.cables), 'cable')}, rows {first + 1} to {first + len(some)}",
            number=number,
            sheets=len(parts),
        )
        title = name if not first else f"{name}, from row {first + 1}"
        draw = partial(_draw, bundle, some, heading, paper, palette, made, plan.numbers)
        yield Leaf(title, draw, f"Rack {bundle.start}")


def _draw(
    bundle: RackBundle,
    some: Sequence[Plugging],
    heading: Heading,
    paper: Paper,
    palette: Palette,
    imprint: Imprint,
    numbers: Mapping[str, str],
) -> Page:
    sketch = sheet(paper, palette, heading, imprint)
    left, upper, right, _ = content_area(paper)
    x, wide = left + MARGIN, right - left - 2 * MARGIN
    sketch.text(
        x, upper + 9.0, f"{bundle.start} to {bundle.stop}", font_sizes.RACK_NAME, bold=True, within=wide
    )
    sketch.text(x, upper + 15.0, _summary(bundle), font_sizes.TEXT, within=wide)
    sketch.text(x, upper + 19.6, _ways(bundle), font_sizes.TEXT, colour=palette.text2, within=wide)
    order = "Plug in this order: devices of the first rack from the top, so that nothing hangs before a port"
    sketch.text(x, upper + 24.2, order, font_sizes.SUMMARY, colour=palette.text2, within=wide)
    for at, rack in ((NEAR, bundle.start), (FAR, bundle.stop)):
        sketch.text(
            x + COLUMNS[at].x, upper + TOP - 1.6, f"rack {rack}", font_sizes.SUMMARY, bold=True, within=38.0
        )
    rows = []
    for i, plugging in enumerate(some):
        before = some[i - 1] if i else plugging
        rule = before.near.device != plugging.near.device and before.far.device != plugging.far.device
        rows.append(_row(plugging, numbers, rule=rule))
    y = draw_tick_table(sketch, COLUMNS, TICKS, rows, (x, upper + TOP), HIGH)
    if some[-1] is not bundle.pluggings[-1]:
        sketch.text(x, y + 4.0, "continued on the next sheet", font_sizes.SUMMARY)
    draw_signatures(sketch, paper, x, y + 11.0, x + wide)
    sheet_of = f"bundles {heading.number}/{heading.sheets}"
    draw_sheet_code(sketch, paper, sheet_of, imprint.state, f"{bundle.start}-{bundle.stop}")
    return sketch.page(f"{heading.document}, {imprint.project}")


def _row(plugging: Plugging, numbers: Mapping[str, str], *, rule: bool) -> Row:
    cable, first = plugging.cable, plugging.order > 0
    plugged, tested = ticks_of(cable)
    return Row(
        (
            str(plugging.order) if first else "",
            numbers[cable.id] if first else "same cable",
            *_end(plugging.near),
            *_end(plugging.far),
            (cable.kind or "none") if first else "",
            metres_text(cable.length.ordered_um) if first else "",
            cable.bundle if first else "",
        ),
        (plugged, plugged, tested) if first else (None, plugged, tested),
        rule,
        {NEAR + 2: plugging.near_os_port, FAR + 2: plugging.far_os_port},
    )


def _end(end: End) -> tuple[str, str, str]:
    return ("" if end.u is None else str(end.u), end.device, port_of(end))


def _summary(bundle: RackBundle) -> str:
    """Number of cables of which kinds and lengths."""
    cables = bundle.cables
    counts = Counter((cable.kind or "no kind", cable.length.ordered_um) for cable in cables)
    sorts = sorted(counts.items(), key=lambda item: (item[0][0], item[0][1] or 0))
    summary = ", ".join(f"{count} × {kind} {metres_text(length)}" for (kind, length), count in sorts)
    phases = ", ".join(sorted({cable.phase for cable in cables if cable.phase}))
    return f"{counted(len(cables), 'cable')}: {summary}" + (f" · phase {phases}" if phases else "")


def _ways(bundle: RackBundle) -> str:
    """Through which trays, in order from the first rack."""
    turned = {bundle.stop}
    runs = dict.fromkeys(
        cable.run[::-1] if cable.a.rack_label in turned else cable.run for cable in bundle.cables
    )
    summary = "; ".join(" – ".join(run) for run in runs if run)
    return f"Through {summary}" if summary else "No way through the trays is known"
