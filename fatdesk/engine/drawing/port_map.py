"""The port map of a switch: its cages as on its front, each with its number and what is at the far end."""

from collections.abc import Sequence

from fatdesk.engine.catalog.port_names import common_head
from fatdesk.engine.drawing.display import Bounds
from fatdesk.engine.drawing.palette import Palette
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.engine.drawing.switch_ports import Cage, Way
from fatdesk.engine.drawing.text_width import fit_whole
from fatdesk.engine.drawing.wiring_parts import without_prefix

COLUMNS = 18
ROW, ROW_NAMED = 8.0, 9.6
"""Height of a cage, and of one with the name that the operating system gives to its port."""

EDGE = 0.9
FAR, FAR_TWO = 1.9, 1.7
"""Sizes of the names of far ends, alone and of two."""

NAME = 1.6
"""Size of the names of ports."""

MOST_CAGES = 2 * COLUMNS
WORDS: dict[Way, str] = {
    "host": "to hosts",
    "copper": "to switches, copper",
    "optical": "to switches, optical",
    "other": "to switches, other or unknown cable",
}


def map_height(cages: Sequence[Cage]) -> float:
    """Height of the frame of a map: more where ports have names."""
    return 2 * (ROW_NAMED if any(cage.os_ports for cage in cages) else ROW) + 2 * EDGE


def draw_port_map(
    sketch: Sketch, cages: Sequence[Cage], left: float, top: float, right: float, own: str = ""
) -> None:
    """Draw two rows of cages, odd ones above, in a frame ``map_height`` high, and the key below it.

    Names of ports are in each cage, below its number, without what they have in common where they would
    not fit; the key states that.

    Parameters
    ----------
    cages
        At most ``MOST_CAGES``.
    own
        Name of the switch: what it shares with the names of other switches need not be repeated.
    """
    lower = top + map_height(cages)
    high = (lower - top - 2 * EDGE) / 2
    wide = (right - left - 2 * EDGE) / COLUMNS
    columns = min(COLUMNS, -(-len(cages) // 2))
    sketch.box((left, top, left + columns * wide + 2 * EDGE, lower), pen=sketch.pen(0.5))
    names, prefixes = _short_names(cages, own)
    os_ports, head = _port_names(cages, wide - 0.8)
    for i, cage in enumerate(cages):
        column, row = divmod(i, 2)
        x, y = left + EDGE + column * wide, top + EDGE + row * high
        bounds = (x + 0.15, y + 0.15, x + wide - 0.15, y + high - 0.15)
        _draw_cage(sketch, cage, names, os_ports.get(i), bounds)
    _draw_key(sketch, cages, " and ".join(prefixes), left, lower + 4.0, right)
    system = next((cage.system for cage in cages if cage.os_ports), "")
    if system:
        words = f"port names in {system}: {head} and the cage number"
        if os_ports:
            words = f"below the cage number: port name in {system}"
            words += f", without {head}" if head else ""
        sketch.text(left, lower + 7.0, words, 2.2, colour=sketch.palette.text2, within=right - left)


def _port_names(cages: Sequence[Cage], wide: float) -> tuple[dict[int, str], str]:
    """Names of ports by place of their cage, and what was left out before all of them so that they fit.

    None where only the cage numbers would be left.
    """
    full = {i: cage.os_ports for i, cage in enumerate(cages) if cage.os_ports}
    if all(fit_whole(name, wide, NAME, NAME) for name in full.values()):
        return full, ""
    head = common_head(list(full.values())) if len(full) > 1 else ""
    if head in full.values():
        head = ""
    short = {i: name[len(head) :] for i, name in full.items()}
    if head and all(name == cages[i].name for i, name in short.items()):
        return {}, head
    return short, head


def _short_names(cages: Sequence[Cage], own: str) -> tuple[dict[str, str], list[str]]:
    """Names of far ends without what those of hosts, and those of switches, have in common."""
    names: dict[str, str] = {}
    prefixes = []
    for host in (True, False):
        found = {some.device for cage in cages for some in cage.plugged if (some.way == "host") == host}
        known = sorted(found if host or not own else {*found, own})
        prefix, short = without_prefix(known)
        if found and prefix:
            prefixes.append(prefix)
        names |= {name: words for name, words in zip(known, short, strict=True) if name in found}
    return names, prefixes


def _look(palette: Palette, way: Way) -> tuple[str, str]:
    """Fill and ink of a cage."""
    if way == "copper":
        return palette.edge.fill, palette.edge.text
    if way == "optical":
        return palette.core.fill, palette.core.text
    return palette.ground, palette.text


def draw_way(sketch: Sketch, way: Way, bounds: Bounds) -> None:
    """Draw the sign of what a cage leads to, for keys."""
    left, _, right, lower = bounds
    sketch.box(bounds, pen=sketch.pen(0.13), fill=_look(sketch.palette, way)[0])
    if way == "other":
        sketch.line(left, lower - 0.4, right, lower - 0.4, sketch.pen(0.5))


def _draw_cage(
    sketch: Sketch, cage: Cage, names: dict[str, str], os_port: str | None, bounds: Bounds
) -> None:
    palette = sketch.palette
    left, upper, right, lower = bounds
    x, wide = (left + right) / 2, right - left - 0.5
    number = 3.3 if os_port is None else 3.0
    if not cage.plugged:
        sketch.box(bounds, pen=sketch.pen(0.13, palette.faint, (0.8, 0.6)))
        sketch.text(x, upper + number, cage.port, 2.5, colour=palette.text2, anchor="middle", within=wide)
        sketch.text(x, upper + 4.9, os_port or "", NAME, colour=palette.text2, anchor="middle", within=wide)
        return
    fill, ink = _look(palette, cage.plugged[0].way)
    other = cage.plugged[0].way == "other"
    sketch.box(bounds, pen=sketch.pen(0.13), fill=fill)
    if other:
        sketch.line(left, lower - 0.5, right, lower - 0.5, sketch.pen(0.5))
    sketch.text(x, upper + number, cage.port, 2.5, colour=ink, bold=True, anchor="middle", within=wide)
    sketch.text(x, upper + 4.9, os_port or "", NAME, colour=ink, anchor="middle", within=wide)
    far = list(dict.fromkeys(names[plugged.device] for plugged in cage.plugged))
    lines = far if len(far) <= 2 else [far[0], f"+ {len(far) - 1}"]
    shift = (lower - upper - (ROW - 0.3)) / (2 if os_port is None else 1)
    for base, words in zip((5.5, 7.3) if len(lines) == 2 else (6.3,), lines, strict=True):
        size = FAR if len(lines) == 1 else FAR_TWO
        sketch.text(x, upper + shift + base, words, size, colour=ink, anchor="middle", within=wide)


def _draw_key(
    sketch: Sketch, cages: Sequence[Cage], prefix: str, left: float, base: float, right: float
) -> None:
    """What the boxes mean, those that are there, on one line."""
    palette = sketch.palette
    there = {cage.plugged[0].way for cage in cages if cage.plugged}
    x = left
    for way, words in WORDS.items():
        if way in there:
            draw_way(sketch, way, (x, base - 1.8, x + 3.2, base + 0.2))
            x = _word(sketch, x + 4.2, base, words, right)
    if any(not cage.plugged for cage in cages):
        sketch.box((x, base - 1.8, x + 3.2, base + 0.2), pen=sketch.pen(0.13, palette.faint, (0.8, 0.6)))
        x = _word(sketch, x + 4.2, base, "free", right)
    x = _word(sketch, x, base, "odd above, even below", right)
    if prefix:
        _word(sketch, x, base, f"names without {prefix}", right)


def _word(sketch: Sketch, x: float, base: float, words: str, right: float) -> float:
    """A text of the key; where the next may begin."""
    item = sketch.text(x, base, words, 2.2, colour=sketch.palette.text2, within=right - x)
    return x + (item.width if item else 0.0) + 4.0
