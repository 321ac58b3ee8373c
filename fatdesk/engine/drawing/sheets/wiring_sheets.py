"""Sheets of cables: the wiring list, bundles between two racks to tick, and the legend of kinds."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import NamedTuple

from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.port_names import shortened
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Leaf, Page
from fatdesk.engine.drawing.palette import KIND_NAMES, PRINT, Palette
from fatdesk.engine.drawing.plan import EVERYTHING, Chosen, Plan
from fatdesk.engine.drawing.sheet import (
    STOCK_A4,
    Heading,
    Imprint,
    Paper,
    Stock,
    content_area,
    draw_sheet_code,
    draw_signatures,
    sheet,
)
from fatdesk.engine.drawing.sheets.checklists import (
    Column,
    Row,
    draw_tick_table,
    metres_text,
    port_of,
    ticks_of,
)
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.engine.drawing.wiring.port_map import WORDS, draw_way
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.wiring.wiring_list import CableRow, End

HIGH = 4.6
RULE_EVERY = 5
MARGIN = 4.0
TOP = 14.0
"""Above the table, for its title."""

WIDTH = 251.0
"""Of all columns; they widen with the paper."""

COLUMNS = (
    Column("cable", 0.0, 13.5, bold=True),
    Column("rack", 15.0, 9.0, bold=True),
    Column("U", 24.5, 5.0),
    Column("device", 30.0, 26.0, bold=True),
    Column("port", 57.0, 12.0),
    Column("label", 70.0, 25.0),
    Column("rack", 98.0, 11.0, bold=True),
    Column("U", 110.0, 5.0),
    Column("device", 116.0, 26.0, bold=True),
    Column("port", 143.0, 12.0),
    Column("label", 156.0, 25.0),
    Column("kind", 184.0, 9.0),
    Column("computed", 194.0, 12.0, right=True),
    Column("ordered", 207.0, 12.0, right=True),
    Column("part", 222.0, 29.0),
)


def wiring_leaves(
    plan: Plan,
    palette: Palette = PRINT,
    imprint: Imprint | None = None,
    stock: Stock = STOCK_A4,
    chosen: Chosen = EVERYTHING,
) -> Iterator[Leaf]:
    """The sheets of all fabrics, each beginning on a new one."""
    paper = stock.lying[0]
    most = _most(paper)
    parts: list[tuple[str, int, Sequence[tuple[int, CableRow]]]] = []
    cables = list(chosen.of(plan.pieces))
    numbered = enumerate(cables, start=1)
    for fabric, found in groupby(numbered, key=lambda pair: pair[1].fabric):
        for some in _shared_out(list(found), most):
            parts.append((fabric, len(parts) + 1, some))
    for fabric, number, some in parts:
        heading = Heading(
            document=f"Wiring list, fabric {fabric}",
            scope=f"cables {some[0][0]:,} to {some[-1][0]:,} of {len(cables):,}",
            number=number,
            sheets=len(parts),
        )
        yield Leaf(
            f"{fabric}, cables {some[0][0]:,} to {some[-1][0]:,}",
            partial(_draw, plan, some, palette, heading, imprint or Imprint(project=plan.title), paper),
        )


def _most(paper: Paper) -> int:
    """Rows on a sheet; whole fives, so that rules are at the same rows on every sheet."""
    _, upper, _, lower = content_area(paper)
    rows = int((lower - upper - TOP - 10.0) / HIGH)
    return rows - rows % RULE_EVERY


def _shared_out(
    cables: Sequence[tuple[int, CableRow]], most: int
) -> Iterator[Sequence[tuple[int, CableRow]]]:
    """Cables by sheet; the legs of a splitter stay together unless they alone are too many."""
    start, rows = 0, 0
    for i, (_, cable) in enumerate(cables):
        own = min(most, max(1, len(cable.legs)))
        if rows + own > most:
            yield cables[start:i]
            start, rows = i, 0
        rows += own
    if rows:
        yield cables[start:]


def _draw(
    plan: Plan,
    some: Sequence[tuple[int, CableRow]],
    palette: Palette,
    heading: Heading,
    imprint: Imprint,
    paper: Paper,
) -> Page:
    left, upper, right, _ = content_area(paper)
    sketch = sheet(paper, palette, heading, imprint)
    wide = right - left - 2 * MARGIN
    columns = [
        replace(column, x=column.x * wide / WIDTH, width=column.width * wide / WIDTH) for column in COLUMNS
    ]
    sketch.text(left + MARGIN, upper + 6.4, heading.document, font_sizes.HEADING, bold=True, within=wide / 2)
    lengths = [cable.length.ordered_um for _, cable in some]
    metres = sum(length for length in lengths if length is not None) / 1e6
    summary = counted(len(some), "cable") + " on this sheet"
    if any(length is not None for length in lengths):
        summary += f", {'≥ ' if None in lengths else ''}{metres:,.2f} m"
    sketch.text(
        right - MARGIN,
        upper + 6.4,
        summary,
        font_sizes.SUMMARY,
        colour=palette.text2,
        anchor="end",
        within=wide / 2.2,
    )
    for words, at in (("end A", 1), ("end B", 6)):
        x = left + MARGIN + columns[at].x
        sketch.text(x, upper + 11.6, words, font_sizes.NOTE, bold=True)
    rows = [row for _, cable in some for row in _rows(plan.numbers[cable.id], cable)][: _most(paper)]
    draw_tick_table(sketch, columns, (), rows, (left + MARGIN, upper + TOP - 1), HIGH, RULE_EVERY)
    return sketch.page(f"{heading.document}, {plan.title}")


def _rows(number: str, cable: CableRow) -> Iterator[Row]:
    for leg, end in enumerate(cable.legs or (cable.b,)):
        first = leg == 0
        length = cable.length
        yield Row(
            (
                number if first else "",
                *_end(cable.a),
                *_end(end),
                (cable.kind or "none") if first else "",
                _metres(length.computed_um) if first else "",
                _metres(length.ordered_um) if first else "",
                (cable.part or "none chosen") if first else "same cable",
            )
        )


def _end(end: End) -> tuple[str, ...]:
    return (
        end.rack_label,
        "" if end.u is None else str(end.u),
        end.device,
        port_of(end),
        end.near,
    )


def _metres(micrometres: int | None) -> str:
    return "unknown" if micrometres is None else f"{micrometres / 1e6:.2f} m"


ROW_HIGH = 11.0
PATTERN = 40.0
MOST_PARTS = 3
MOST_PHASES = 12


def legend_leaves(
    plan: Plan,
    palette: Palette = PRINT,
    imprint: Imprint | None = None,
    stock: Stock = STOCK_A4,
    chosen: Chosen = EVERYTHING,
) -> Iterator[Leaf]:
    """The one sheet; none where there are no cables."""
    cables = list(chosen.of(plan.pieces))
    if cables:
        made = partial(_draw_legend, cables, palette, imprint or Imprint(project=plan.title), stock)
        yield Leaf("Legend of cables", made)


def _draw_legend(cables: Sequence[CableRow], palette: Palette, imprint: Imprint, stock: Stock) -> Page:
    paper = stock.standing
    heading = Heading(document="Legend of cables", scope=counted(len(cables), "cable"))
    sketch = sheet(paper, palette, heading, imprint)
    left, upper, right, _ = content_area(paper)
    x, wide = left + 4.0, right - left - 8.0
    sketch.text(x, upper + 8, "Legend of cables", font_sizes.TITLE, bold=True)
    summary = "Patterns and codes as in all drawings and lists; they differ without colours as well"
    sketch.text(x, upper + 13.4, summary, font_sizes.SUMMARY, colour=palette.text2, within=wide)
    y = _draw_kinds(sketch, cables, x, upper + 22.0, x + wide)
    y = _draw_phases(sketch, cables, x, y + 10.0, wide)
    sketch.text(x, y + 10.0, "Ports on the maps of switches", font_sizes.LABEL, bold=True)
    y += 16.0
    for way, words in WORDS.items():
        draw_way(sketch, way, (x, y, x + 9.0, y + 5.4))
        sketch.text(x + 12.0, y + 3.7, words, font_sizes.TEXT)
        y += 8.0
    return sketch.page(f"Legend of cables, {imprint.project}")


def _draw_kinds(sketch: Sketch, cables: Sequence[CableRow], x: float, y: float, right: float) -> float:
    """A line for each kind that is there; returns where they end."""
    counts = Counter(cable.kind for cable in cables)
    parts: dict[str, Counter[str]] = defaultdict(Counter)
    for cable in cables:
        parts[cable.kind][cable.part] += 1
    grey = sketch.palette.text2
    for kind in sorted(
        counts, key=lambda kind: (list(KIND_NAMES).index(kind) if kind in KIND_NAMES else 99, kind)
    ):
        sketch.cables([(x, y, x + PATTERN, y)], kind, 1.1)
        sketch.text(
            x + PATTERN + 6.0, y + 1.2, kind or "none", font_sizes.LEGEND_HEADING, bold=True, within=16.0
        )
        names = [part for part, _ in parts[kind].most_common(MOST_PARTS) if part]
        more = len(parts[kind]) - len(names) if names else 0
        words = ", ".join(names) + (f" and {more} more" if more > 0 else "")
        sketch.text(x + PATTERN + 24.0, y - 0.6, KIND_NAMES.get(kind, kind), font_sizes.NAME, within=70.0)
        sketch.text(x + PATTERN + 24.0, y + 3.4, words, font_sizes.ROW_TEXT, colour=grey, within=70.0)
        summary = f"{counted(counts[kind], 'cable')} · {_total_metres([c for c in cables if c.kind == kind])}"
        sketch.text(right, y + 1.2, summary, font_sizes.TEXT, anchor="end", within=44.0)
        y += ROW_HIGH
    return y - ROW_HIGH + 4.0


def _draw_phases(sketch: Sketch, cables: Sequence[CableRow], x: float, y: float, wide: float) -> float:
    """Cables of each phase, where there are phases; returns where they end."""
    by_phase: dict[str, list[CableRow]] = defaultdict(list)
    for cable in cables:
        by_phase[cable.phase].append(cable)
    if list(by_phase) == [""]:
        return y - 10.0
    sketch.text(x, y, "Phases", font_sizes.LABEL, bold=True)
    phases = sorted(by_phase)
    for phase in phases[:MOST_PHASES]:
        y += 6.0
        sketch.text(x, y, phase or "none", font_sizes.TEXT, bold=True, within=40.0)
        summary = f"{counted(len(by_phase[phase]), 'cable')} · {_total_metres(by_phase[phase])}"
        sketch.text(x + 44.0, y, summary, font_sizes.TEXT, within=wide - 44.0)
    if len(phases) > MOST_PHASES:
        y += 6.0
        sketch.text(x, y, f"and {len(phases) - MOST_PHASES:,} more phases", font_sizes.TEXT)
    return y


def _total_metres(cables: Sequence[CableRow]) -> str:
    """The ordered length of some cables, a lower bound where one is not known."""
    lengths = [cable.length.ordered_um for cable in cables]
    if all(length is None for length in lengths):
        return "lengths unknown"
    return ("≥ " if None in lengths else "") + metres_text(sum(length or 0 for length in lengths))


BUNDLE_HIGH = 4.6
BUNDLE_MARGIN = 4.0
BUNDLE_TOP = 28.4
"""Above the table: both racks, sums, way."""

BUNDLE_HEAD = 4.4
"""The table's head."""

TITLE_WIDE = 60.0
"""For the names of both racks; the order of plugging is next to those of the first bundle."""

NEXT_GAP = 2.0
NEXT_TOP = NEXT_GAP + 25.6 + BUNDLE_HEAD
"""Above the cables of a further bundle on a sheet: gap, both racks, sums, way, head of the table."""

SPARE = 33.0
"""The first table's head, and under the tables the lines to sign on."""

BUNDLE_COLUMNS = (
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
    for cable in chosen.of(plan.pieces):
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
    """The sheets: bundles from one rack one below the other, in their order, as long as they are whole.

    A bundle that is longer than a sheet begins on a new one.
    """
    made, paper = imprint or Imprint(project=plan.title), stock.standing
    pages = list(_packed(rack_bundles(plan, chosen), paper))
    for number, sections in enumerate(pages, start=1):
        title = _title(sections)
        heading = Heading(document=title, scope=_scope(sections), number=number, sheets=len(pages))
        first = sections[0]
        name = title if not first.begin else f"{title}, from row {first.begin + 1}"
        draw = partial(_draw_bundles, sections, heading, paper, palette, made, plan.numbers)
        yield Leaf(name, draw, f"Rack {first.bundle.start}")


class Section(NamedTuple):
    """The part of a bundle that is on one sheet, from a place in it."""

    bundle: RackBundle
    some: Sequence[Plugging]
    begin: int

    @property
    def is_last(self) -> bool:
        """Whether the bundle ends here."""
        return self.begin + len(self.some) == len(self.bundle.pluggings)


def _packed(bundles: Sequence[RackBundle], paper: Paper) -> Iterator[list[Section]]:
    """Sections by sheet."""
    _, upper, _, lower = content_area(paper)
    room = lower - upper - SPARE
    most = int((room - BUNDLE_TOP) / BUNDLE_HIGH)
    page: list[Section] = []
    used = 0.0
    for bundle in bundles:
        count = len(bundle.pluggings)
        needed = NEXT_TOP + count * BUNDLE_HIGH
        same_rack = bool(page) and page[-1].bundle.start == bundle.start
        if page and not (same_rack and used + needed <= room):
            yield page
            page = []
        if page:
            page.append(Section(bundle, bundle.pluggings, 0))
            used += needed
            continue
        for begin in range(0, count, most):
            if page:
                yield page
            some = bundle.pluggings[begin : begin + most]
            page, used = [Section(bundle, some, begin)], BUNDLE_TOP + len(some) * BUNDLE_HIGH
    if page:
        yield page


def _title(sections: Sequence[Section]) -> str:
    stops = ", ".join(section.bundle.stop for section in sections)
    return f"{'Bundles' if len(sections) > 1 else 'Bundle'} {sections[0].bundle.start} to {stops}"


def _scope(sections: Sequence[Section]) -> str:
    bundles = [section.bundle for section in sections]
    cables = counted(sum(len(bundle.cables) for bundle in bundles), "cable")
    if len(sections) > 1:
        return f"{counted(len(sections), 'bundle')}, {cables}"
    section = sections[0]
    return f"{cables}, rows {section.begin + 1} to {section.begin + len(section.some)}"


def _draw_bundles(
    sections: Sequence[Section],
    heading: Heading,
    paper: Paper,
    palette: Palette,
    imprint: Imprint,
    numbers: Mapping[str, str],
) -> Page:
    sketch = sheet(paper, palette, heading, imprint)
    left, upper, right, _ = content_area(paper)
    x, wide = left + BUNDLE_MARGIN, right - left - 2 * BUNDLE_MARGIN
    order = "Plug in this order: devices of the first rack from the top, so that nothing hangs before a port"
    beside = wide - TITLE_WIDE
    sketch.text(
        x + wide, upper + 9.0, order, font_sizes.SUMMARY, colour=palette.text2, anchor="end", within=beside
    )
    y = upper
    for number, section in enumerate(sections):
        table = y + (NEXT_TOP - BUNDLE_HEAD if number else BUNDLE_TOP)
        y = _draw_section(sketch, section, numbers, (x, wide), y + (NEXT_GAP if number else 0.0), table)
    if not sections[-1].is_last:
        sketch.text(x, y + 4.0, "continued on the next sheet", font_sizes.SUMMARY)
    draw_signatures(sketch, paper, x, y + 11.0, x + wide)
    sheet_of = f"bundles {heading.number}/{heading.sheets}"
    start, stops = sections[0].bundle.start, ",".join(section.bundle.stop for section in sections)
    draw_sheet_code(sketch, paper, sheet_of, imprint.state, f"{start}-{stops}")
    return sketch.page(f"{heading.document}, {imprint.project}")


def _draw_section(
    sketch: Sketch,
    section: Section,
    numbers: Mapping[str, str],
    across: tuple[float, float],
    top: float,
    table: float,
) -> float:
    """Draw both racks, sums and way from ``top``, the cables from ``table`` on; returns where they end."""
    bundle, some, (x, wide) = section.bundle, section.some, across
    title = f"{bundle.start} to {bundle.stop}"
    sketch.text(x, top + 9.0, title, font_sizes.RACK_NAME, bold=True, within=TITLE_WIDE - 2.0)
    sketch.text(x, top + 15.0, _summary(bundle), font_sizes.TEXT, within=wide)
    sketch.text(x, top + 19.6, _ways(bundle), font_sizes.TEXT, colour=sketch.palette.text2, within=wide)
    for at, rack in ((NEAR, bundle.start), (FAR, bundle.stop)):
        sketch.text(
            x + BUNDLE_COLUMNS[at].x,
            table - 1.6,
            f"rack {rack}",
            font_sizes.SUMMARY,
            bold=True,
            within=38.0,
        )
    rows = []
    for i, plugging in enumerate(some):
        before = some[i - 1] if i else plugging
        rule = before.near.device != plugging.near.device and before.far.device != plugging.far.device
        rows.append(_row(plugging, numbers, rule=rule))
    return draw_tick_table(sketch, BUNDLE_COLUMNS, TICKS, rows, (x, table), BUNDLE_HIGH)


def _row(plugging: Plugging, numbers: Mapping[str, str], *, rule: bool) -> Row:
    cable, first = plugging.cable, plugging.order > 0
    plugged, tested = ticks_of(cable)
    return Row(
        (
            str(plugging.order) if first else "",
            numbers[cable.id] if first else "same cable",
            *_bundle_end(plugging.near),
            *_bundle_end(plugging.far),
            (cable.kind or "none") if first else "",
            metres_text(cable.length.ordered_um) if first else "",
            cable.bundle if first else "",
        ),
        (plugged, plugged, tested) if first else (None, plugged, tested),
        rule,
        {NEAR + 2: plugging.near_os_port, FAR + 2: plugging.far_os_port},
    )


def _bundle_end(end: End) -> tuple[str, str, str]:
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
    return f"Through {summary}" if summary else "No route through the trays"
