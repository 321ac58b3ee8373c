"""Rack elevations: front views with every unit, four racks a sheet or one row a page."""

from collections.abc import Iterator, Sequence
from functools import partial

from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Bounds, Leaf, Page
from fatdesk.engine.drawing.palette import LIGHT, Palette, heat_bin, luminance
from fatdesk.engine.drawing.plan import Blocks, Plan, Subjects
from fatdesk.engine.drawing.rack_picture import (
    LABELLED,
    DeviceBox,
    PanelBox,
    RackFront,
    ReservedBox,
    SideBox,
    device_colours,
    rack_picture,
)
from fatdesk.engine.drawing.rack_strips import RackStrip
from fatdesk.engine.drawing.sheet import (
    A4_STANDING,
    EDGE,
    FOOT,
    STOCK_A4,
    Heading,
    Imprint,
    Paper,
    Stock,
    content_area,
    sheet,
)
from fatdesk.engine.drawing.sketch import Sketch, grown
from fatdesk.engine.floor.floor import Device, letters

UNIT = 5.0
PITCH = 46.5
NUMBERS = 6.0
"""Left of a rack, for the numbers of its units."""

HEAD = 19.0
"""Above a rack, for its name and figures."""

SIDE = 4.0
"""Width of a device at the side of a rack."""

MANAGER = 2.2
"""Width of a side manager at each side of a rack."""

HATCH_WIDE = 4.0
"""Of the hatched strip at the left of a device whose block is spread."""


def elevation_leaves(
    plan: Plan, palette: Palette = LIGHT, imprint: Imprint | None = None, stock: Stock = STOCK_A4
) -> Iterator[Leaf]:
    """Sheets with racks of one row, four on A4, for paper; racks with nothing in them are left out."""
    subjects = Subjects(plan)
    left, _, right, _ = content_area(stock.front)
    most = int((right - left - 4) // PITCH)
    rows = rack_picture(subjects).rows
    groups = [racks[i : i + most] for racks in rows.values() for i in range(0, len(racks), most)]
    for number, racks in enumerate(groups, start=1):
        first, last = racks[0].label, racks[-1].label
        title = f"Racks {first} to {last}" if len(racks) > 1 else f"Rack {first}"
        yield Leaf(
            title,
            partial(_sheet, subjects, [racks], palette, imprint, stock.front, (number, len(groups))),
        )


def elevation_rows(
    plan: Plan, palette: Palette = LIGHT, imprint: Imprint | None = None, most: int = 24
) -> dict[str, Page]:
    """Pages as wide as the rows, for screens: all rows under the key "", or one page a row letter.

    Parameters
    ----------
    most
        Racks that one page holds before each row gets its own.
    """
    subjects = Subjects(plan)
    rows = rack_picture(subjects).rows
    count = sum(map(len, rows.values()))
    parts = {"": list(rows.values())} if count <= most else {letters(r): [racks] for r, racks in rows.items()}
    pages = {}
    for number, (letter, shown) in enumerate(parts.items(), start=1):
        heights = [_tallest(racks) * UNIT + HEAD for racks in shown]
        paper = Paper(
            name="",
            width=max(A4_STANDING.width, max(map(len, shown), default=1) * PITCH + 2 * EDGE + 4),
            height=max(60.0, sum(heights) + 6 * len(shown)) + 2 * EDGE + FOOT + 4,
        )
        pages[letter] = _sheet(subjects, shown, palette, imprint, paper, (number, len(parts)))
    return pages


def _tallest(racks: Sequence[RackFront]) -> int:
    return max((front.height_u for front in racks), default=1)


def _sheet(
    subjects: Subjects,
    rows: Sequence[Sequence[RackFront]],
    palette: Palette,
    imprint: Imprint | None,
    paper: Paper,
    number: tuple[int, int],
) -> Page:
    """One page with rows of racks, one under the other."""
    names = [front.label for racks in rows for front in racks]
    scope = f"{names[0]} to {names[-1]} · " if len(names) > 1 else f"{names[0]} · " if names else ""
    heading = Heading(
        document="Rack elevations",
        scope=f"{scope}front view, U 1 at the bottom{_of_managers(subjects)}",
        number=number[0],
        sheets=number[1],
    )
    sketch = sheet(paper, palette, heading, imprint or Imprint(project=subjects.plan.title))
    left, upper, right, lower = content_area(paper)
    if not names:
        sketch.text(
            (left + right) / 2,
            (upper + lower) / 2,
            "Nothing is placed yet",
            font_sizes.HEADING,
            anchor="middle",
        )
    y = upper + 3
    for racks in rows:
        tallest = _tallest(racks)
        unit = min(UNIT, (lower - y - HEAD - 3) / tallest)
        for i, front in enumerate(racks):
            height = front.height_u
            box_left = left + 2 + i * PITCH + NUMBERS
            top = y + HEAD + (tallest - height) * unit
            bounds = (box_left, top, box_left + PITCH - NUMBERS - 2.5, top + height * unit)
            _draw_head(sketch, subjects, front, box_left, bounds[2], y)
            draw_rack(sketch, subjects, front, bounds)
        y += HEAD + tallest * unit + 6
    return sketch.page(f"Rack elevations of {subjects.plan.title}")


def _of_managers(subjects: Subjects) -> str:
    """Describe the strips of side managers; empty: there are none."""
    if not subjects.has_managers:
        return ""
    limit = 1.0 if subjects.plan.side_limit is None else subjects.plan.side_limit
    return f", side managers to {limit:.0%}".replace("%", " %")


def draw_rack(
    sketch: Sketch,
    subjects: Subjects,
    front: RackFront,
    bounds: Bounds,
    marked: str = "",
    blocks: Blocks | None = None,
) -> Bounds:
    """Draw a rack with unit numbers left of it, devices and reserved space, and return the area of its units.

    A marked device has a frame. Devices without height take strips at its left and right within ``bounds``.
    With ``blocks`` hosts say theirs in place of their part, and spread ones are hatched at the left.
    """
    palette = sketch.palette
    strips = subjects.strips(front.rack)
    manager = MANAGER if strips else 0.0
    number_at, side = bounds[0] - 1.4, manager + (SIDE if front.sides else 0.0)
    bounds = left, upper, right, lower = (bounds[0] + side, bounds[1], bounds[2] - side, bounds[3])
    units = front.height_u
    unit = (lower - upper) / units
    sketch.box(bounds, fill=palette.ground)
    sketch.lines(
        [(left, lower - u * unit, right, lower - u * unit) for u in range(1, units)],
        sketch.pen(0.1, palette.faint),
    )
    step = 1 if unit >= 2.6 else 3
    for u in range(1, units + 1, step):
        base = lower - (u - 0.5) * unit + 0.36 * font_sizes.SMALL
        sketch.text(number_at, base, str(u), font_sizes.SMALL, colour=palette.text2, anchor="end")
    for kept in front.reserved:
        _draw_reserved(sketch, front.place(bounds, kept.u, kept.height_u), kept)
    for box in front.devices:
        _draw_device(sketch, subjects, box, front.place(bounds, box.u, box.height_u), blocks)
    for panel in front.panels:
        _draw_panel(sketch, panel, front.place(bounds, panel.u, panel.height_u))
    for strip in strips:
        _draw_strip(sketch, strip, bounds, unit, subjects.plan.side_limit)
    for flat in front.sides:
        _draw_side(sketch, flat, flat.place((left - manager, upper, right + manager, lower), SIDE))
    sketch.box(bounds, pen=sketch.pen(0.5))
    for device in front.rack.devices:
        if marked and marked in (device.id, *(inner.id for inner in device.inside)):
            place = front.place(bounds, device.u, max(1, subjects.height_u(device)))
            sketch.box(grown(place, 0.2), pen=sketch.pen(0.7))
            sketch.box(grown(place, -0.35), pen=sketch.pen(0.4, palette.ground))
    return bounds


def _draw_strip(sketch: Sketch, strip: RackStrip, bounds: Bounds, unit: float, limit: float | None) -> None:
    """The fill of a side manager: cables that run there next to the rack, stored excess beyond them."""
    left, upper, right, lower = bounds
    palette, is_left = sketch.palette, strip.side == "left"
    start, end = (left - MANAGER, left) if is_left else (right, right + MANAGER)
    sketch.box((start, upper, end, lower), fill=palette.ground)
    whole = 1.0 if limit is None else limit
    for run in strip.runs:
        top, base = lower - run.high * unit, lower - (run.low - 1) * unit
        heat, at = palette.heat[heat_bin(run.fill, whole)], 0.0
        for share, colour in ((run.routed, heat), (run.stored, palette.faint)):
            to = min(1.0, at + share / whole)
            if to > at:
                ends = [end - part * MANAGER if is_left else start + part * MANAGER for part in (at, to)]
                sketch.box((min(ends), top, max(ends), base), fill=colour)
            at = to
    sketch.box((start, upper, end, lower), pen=sketch.pen(0.15))


def _draw_side(sketch: Sketch, side: SideBox, bounds: Bounds) -> None:
    """A device at the side of a rack with its name turned."""
    left, upper, right, lower = bounds
    look = device_colours(sketch.palette, side.level)
    sketch.box(bounds, pen=sketch.pen(0.25), fill=look.fill)
    sketch.text(
        (left + right) / 2 + font_sizes.NAME * 0.36,
        (upper + lower) / 2,
        side.label,
        font_sizes.NAME,
        colour=look.text,
        anchor="middle",
        within=lower - upper - 2,
        turned=True,
    )


def _draw_head(
    sketch: Sketch, subjects: Subjects, front: RackFront, left: float, right: float, head: float
) -> None:
    """Name, units in use, power and mass."""
    figures = subjects.rack(front.rack)
    wide = right - left
    grey = sketch.palette.text2
    sketch.text(left, head + 6, front.label, font_sizes.ROW_NAME, bold=True, within=wide)
    used = f"{figures.used_u} of {figures.total_u} U in use"
    if figures.reserved_u:
        used += f", {figures.reserved_u} reserved"
    if figures.left_text:
        used += f" · {figures.left_text}"
    sketch.text(left, head + 11, used, font_sizes.SUMMARY, colour=grey, within=wide)
    words = f"{figures.power_text} · {figures.mass_text}"
    sketch.text(left, head + 15, words, font_sizes.SUMMARY, colour=grey, within=wide)


def _draw_reserved(sketch: Sketch, bounds: Bounds, kept: ReservedBox) -> None:
    """Hatch with a plate that says so."""
    look = sketch.palette.reserved
    left, upper, right, lower = bounds
    sketch.box(bounds, pen=sketch.pen(0.13, look.stroke), fill=look.fill)
    sketch.hatch(bounds, look.stroke)
    words = kept.text
    size = min(font_sizes.NAME, (lower - upper) * 0.6)
    if size < font_sizes.LEAST:
        return
    x, y = (left + right) / 2, (upper + lower) / 2
    item = sketch.text(x, y + size * 0.36, words, size, bold=True, anchor="middle", within=right - left - 5)
    if item:
        sketch.items.pop()
        plate = item.bounds
        sketch.box((plate[0] - 1, y - size * 0.62, plate[2] + 1, y + size * 0.62), fill=sketch.palette.ground)
        sketch.items.append(item)


def _draw_panel(sketch: Sketch, panel: PanelBox, bounds: Bounds) -> None:
    """A patch panel with its name, and its ports in use of all."""
    left, upper, right, lower = bounds
    sketch.box(bounds, pen=sketch.pen(0.13), fill=sketch.palette.ground)
    size = min(font_sizes.NAME, (lower - upper) * 0.6)
    if size < font_sizes.LEAST:
        return
    base, wide = (upper + lower) / 2 + size * 0.36, right - left - 4
    sketch.text(left + 2, base, panel.label, size, bold=True, within=wide * 0.5)
    sketch.text(right - 2, base, panel.text, min(size, font_sizes.SMALL), anchor="end", within=wide * 0.45)


def _draw_device(
    sketch: Sketch, subjects: Subjects, box: DeviceBox, bounds: Bounds, blocks: Blocks | None
) -> None:
    """A device with its name and part; an enclosure with its blades."""
    palette, device = sketch.palette, box.device
    left, upper, _, lower = bounds
    pen = sketch.pen(0.13)
    if box.nodes:
        _draw_chassis(sketch, box, bounds)
        return
    if device.inside:
        _draw_enclosure(sketch, subjects, box, bounds)
        return
    look = device_colours(palette, box.level) if box.level.level else None
    sketch.box(bounds, pen=pen, fill=look.fill if look else palette.ground)
    sketch.box((left, upper, left + 1.2, lower), fill=look.stroke if look else palette.bars[0])
    if look and luminance(look.fill) < 0.1:
        sketch.line(left, upper, bounds[2], upper, sketch.pen(0.25, palette.ground))
    ink = look.text if look else palette.text
    part, inset = box.part, 2.6
    if blocks is not None and blocks.name(device.id):
        if not look:
            part = f"block {blocks.name(device.id)}"
        if blocks.is_spread(device.id):
            strip = (left, upper, left + HATCH_WIDE, lower)
            sketch.box(strip, pen=pen, fill=palette.ground)
            sketch.hatch(strip, palette.frame)
            inset = HATCH_WIDE + 1.2
    _draw_text(sketch, box.label, part, bounds, ink, bool(look), inset)


def _draw_text(
    sketch: Sketch, name: str, part: str, bounds: Bounds, ink: str, bold: bool, inset: float = 2.6
) -> None:
    """Name at the left, part at the right of a box."""
    left, upper, right, lower = bounds
    size = min(font_sizes.NAME, (lower - upper) * 0.68)
    if size < font_sizes.LEAST:
        return
    y, wide = (upper + lower) / 2, right - left - inset - 1.0
    item = sketch.text(
        left + inset,
        y + size * 0.36,
        name,
        size,
        colour=ink,
        bold=bold,
        within=wide * (0.62 if part else 1.0),
    )
    rest = wide - (item.width if item else 0) - 2
    grey = ink if bold else sketch.palette.text2
    if part and rest > 6:
        note = min(font_sizes.SMALL, size)
        sketch.text(right - 1.2, y + note * 0.36, part, note, colour=grey, anchor="end", within=rest)


def _draw_chassis(sketch: Sketch, box: DeviceBox, bounds: Bounds) -> None:
    """A chassis: its name at the left, its nodes side by side in the rest."""
    palette = sketch.palette
    left, upper, right, lower = bounds
    sketch.box(bounds, pen=sketch.pen(0.25), fill=palette.host.fill)
    named = (left, upper, left + LABELLED * (right - left), min(lower, upper + UNIT))
    _draw_text(sketch, box.label, "", named, palette.text, False, 1.2)
    if lower >= upper + 2 * UNIT:
        kind = (left, upper + UNIT, named[2], upper + 2 * UNIT)
        _draw_text(sketch, box.part, "", kind, palette.text2, False, 1.2)
    for node in box.nodes:
        place = node.place(bounds)
        sketch.box(place, pen=sketch.pen(0.13), fill=palette.ground if node.device else palette.reserved.fill)
        _draw_text(sketch, node.label, "", place, palette.text if node.device else palette.text2, False, 1.0)


def _draw_enclosure(sketch: Sketch, subjects: Subjects, box: DeviceBox, bounds: Bounds) -> None:
    """An enclosure: a line with its name, blades as upright slots in two rows, its switch below them."""
    palette = sketch.palette
    left, upper, right, lower = bounds
    sketch.box(bounds, pen=sketch.pen(0.25), fill=palette.host.fill)
    line = min(UNIT, (lower - upper) / 3)
    _draw_text(sketch, box.label, box.part, (left, upper, right, upper + line), palette.text, False)
    blades = [d for d in box.device.inside if not subjects.level(d).level]
    switches = [d for d in box.device.inside if subjects.level(d).level]
    foot = lower
    for switch in switches:
        if foot - line <= upper + line:
            break
        look = device_colours(palette, subjects.level(switch))
        slot = (left, foot - line, right, foot)
        sketch.box(slot, pen=sketch.pen(0.13), fill=look.fill)
        sketch.box((left, foot - line, left + 1.2, foot), fill=look.stroke)
        _draw_text(sketch, subjects.name(switch), switch.part, slot, look.text, True)
        foot -= line
    _draw_blades(sketch, subjects, blades, (left, upper + line, right, foot))


def _draw_blades(sketch: Sketch, subjects: Subjects, blades: Sequence[Device], bounds: Bounds) -> None:
    """Blades side by side with their names turned; too small ones as one line of text."""
    left, upper, right, lower = bounds
    if not blades or lower <= upper:
        return
    rows = 2 if len(blades) > 4 and lower - upper >= 20 else 1
    columns = -(-len(blades) // rows)
    wide, high = (right - left) / columns, (lower - upper) / rows
    names = [subjects.name(blade) for blade in blades]
    if wide < 2.4 or high < 6:
        sketch.text(
            left + 2.6,
            (upper + lower) / 2 + 0.8,
            f"{names[0]} to {names[-1]}",
            font_sizes.SMALL,
            within=right - left - 4,
        )
        return
    for i, name in enumerate(names):
        row, column = divmod(i, columns)
        x, y = left + column * wide, upper + row * high
        sketch.box((x, y, x + wide, y + high), pen=sketch.pen(0.13), fill=sketch.palette.ground)
        size = min(font_sizes.NAME, wide * 0.62)
        sketch.text(
            x + wide / 2 + size * 0.36,
            y + high / 2,
            name,
            size,
            anchor="middle",
            within=high - 2,
            turned=True,
        )
