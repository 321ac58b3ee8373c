"""Colour key of a frame: title, one line for each colour, and what is omitted."""

from typing import NamedTuple

from fatdesk.engine.topology.frame import Seen
from fatdesk.engine.topology.frames import Looking


class KeyRow(NamedTuple):
    """A colour with what it means and how many links have it."""

    code: int
    name: str
    links: int


class Key(NamedTuple):
    """Contents of the key."""

    title: str
    note: str
    rows: tuple[KeyRow, ...]
    notes: tuple[str, ...]
    left_out: tuple[str, ...]


def key_of(looking: Looking, seen: Seen) -> Key:
    """The key of a frame: only colours that occur in the network, with counts."""
    colours, totals = looking.colours, looking.totals
    total = sum(totals)
    layout = looking.drawing.layout
    outside = len(layout.rows) > looking.drawing.levels
    where = "links between switches" + (" and outside" if outside else "")
    if layout.row_words:
        where = "links" if 0 in layout.row_levels else "links between switches"
    on_hosts = set(colours.of_node.tolist()) if colours.mode == "load" and colours.of_node is not None else ()
    rows = [KeyRow(n, colours.names[n], count) for n, count in enumerate(totals) if count or n in on_hosts]
    if colours.mode == "rack" and rows:
        rows = [rows[0]._replace(name="Colour of the rack; neighbours differ", links=total)]
    return Key(
        colours.title,
        f"{total:,} {where}",
        tuple(rows),
        tuple([colours.note] * bool(colours.note) + seen.notes),
        tuple(f"{text} drawn" for text in seen.trimmed),
    )
