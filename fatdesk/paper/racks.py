"""Which racks packets are for, as people type it: ``A01, B02-B05``."""

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.floor.floor import Floor, rack_label


class RacksError(FatdeskError):
    """What was typed names no rack."""


def chosen_racks(text: str, floor: Floor) -> tuple[str, ...]:
    """Labels of the racks that a text names, in the order of rows; nothing typed is no choice.

    Raises
    ------
    RacksError
        When a rack is not there, or a range ends before it begins.
    """
    racks = sorted(floor.racks, key=lambda rack: (rack.row, rack.x_mm, rack.number))
    labels = [rack_label(rack) for rack in racks]
    places = {label.upper(): place for place, label in enumerate(labels)}
    wanted: set[int] = set()
    for word in text.replace(",", " ").replace(";", " ").split():
        first, dash, last = word.upper().partition("-")
        for label in (first, last) if dash else (first,):
            if label not in places:
                raise RacksError(f"there is no rack {label or 'after the dash'}; they are {_some(labels)}")
        start, stop = places[first], places[last if dash else first]
        if stop < start:
            raise RacksError(f"{word}: {labels[stop]} stands before {labels[start]}")
        wanted.update(range(start, stop + 1))
    return tuple(labels[place] for place in sorted(wanted))


def _some(labels: list[str]) -> str:
    return " to ".join(dict.fromkeys((labels[0], labels[-1]))) if labels else "none yet"
