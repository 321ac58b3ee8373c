"""Rows and places of racks by their labels, where nothing else states them."""

import re
from collections.abc import Sequence

from fatdesk.engine.floor.floor import letters

MOST_ROWS = 100
MOST_POSITION = 200
"""A rack with a higher number in its label has its place by the order of labels."""
_LABEL = re.compile(r"(.*?)[-_. ]?(\d{1,6})\Z")


def places_of_labels(labels: Sequence[tuple[str, str]]) -> list[tuple[int, int]]:
    """Row and place, from 0, of each rack by its group and label.

    What precedes the number names the row: letters as rows are lettered, else in natural order; groups follow
    each other. The number is the place, unless it is high or not unique in its row.

    >>> places_of_labels([("", "A01"), ("", "A03"), ("", "B01")])
    [(0, 0), (0, 2), (1, 0)]
    >>> places_of_labels([("", "rack-7"), ("", "spare"), ("", "rack-9001")])
    [(0, 0), (1, 0), (0, 1)]
    """
    order = sorted(range(len(labels)), key=lambda at: (natural(labels[at][0]), natural(labels[at][1])))
    rows: dict[tuple[str, str], list[int]] = {}
    for at in order:
        group, label = labels[at]
        match = _LABEL.match(label)
        rows.setdefault((group, match[1] if match else label), []).append(at)
    if len(rows) > 1 and all(len(some) == 1 for some in rows.values()):
        rows = {("", ""): order}
    numbers = {letters(row): row for row in range(MOST_ROWS)}
    named = len({group for group, _ in rows}) == 1 and all(row in numbers for _, row in rows)
    found = [(0, 0)] * len(labels)
    for rank, ((_, prefix), own) in enumerate(rows.items()):
        places = [int(match[2]) if (match := _LABEL.match(labels[at][1])) else 0 for at in own]
        counted = len(set(places)) == len(own) and min(places) >= 1 and max(places) <= MOST_POSITION
        for place, (at, number) in enumerate(zip(own, places, strict=True)):
            found[at] = (numbers[prefix] if named else rank, number - 1 if counted else place)
    return found


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """A key that orders numbers in texts by their value."""
    pieces = (piece for piece in re.split(r"([0-9]+)", text) if piece)
    return tuple((0, int(one), "") if one.isdecimal() else (1, 0, one.casefold()) for one in pieces)
