"""Fields of racks, which take a number or a label."""

import re
from collections.abc import Sequence
from typing import Any

from fatdesk.core.number_text import MisreadError
from fatdesk.engine.floor.floor import number_in_rows, rack_label, row_of
from fatdesk.gui.requirements.draft import Draft
from fatdesk.gui.requirements.fields import NumberField, WholeNumbersField

_RACK_LABEL = re.compile(r"([A-Za-z]{1,3})([0-9]{1,5})")


def racks_of_room(draft: Draft) -> list[str]:
    """Return the labels of the racks of a draft; none where their number is not typed."""
    return sorted(rack_label(rack) for rack in draft.racks() or ())


def rack_number(field: NumberField, text: str) -> str | None:
    """Return the number of a rack by its label: B08 is its row and its place in the row; None if it is none.

    Raises
    ------
    MisreadError
        If the number does not follow from the label, or the row has no such place.
    """
    label_of = _RACK_LABEL.fullmatch(text)
    if label_of is None:
        return None
    row, position = row_of(label_of[1].upper()), int(label_of[2])
    in_row, has_obstacles = field.draft.text("room", "racks_per_row"), field.draft.get("room", "columns")
    if (row, position) == (0, 1) and not has_obstacles:
        return "1"
    if not in_row.isdecimal():
        raise MisreadError(f"Fill in “Racks in a row” first: the number of {text} follows from it")
    if not 1 <= position <= int(in_row):
        raise MisreadError(f"There is no rack {text}: a row has {in_row} racks")
    if not has_obstacles:
        return str(number_in_rows(row, position - 1, int(in_row)))
    racks = field.draft.racks()
    if racks is None:
        raise MisreadError(
            f"Fill in “Rows” and “Racks in a row” first: the number of {text} follows from them"
        )
    number = next((one.number for one in racks if (one.row, one.position) == (row, position - 1)), None)
    if number is None and any(rack.row >= row for rack in racks):
        raise MisreadError(f"There is no rack {text}: an obstacle takes its place")
    if number is None:
        raise MisreadError(f"There is no rack {text}: the room has {field.draft.text('room', 'rows')} rows")
    return str(number)


def rack_text(draft: Draft, number: str) -> str:
    """Return the label of a rack by its number, as drawings have it; the number where it has none."""
    if number == "1" and not draft.get("room", "columns"):
        return "A01"
    known = (rack_label(rack) for rack in draft.racks() or () if str(rack.number) == number)
    return next(known, number)


class RackField(NumberField):
    """Field of a rack by number or label, or of all racks."""

    offers_words = True

    def words_offered(self) -> Sequence[str]:
        """Return the labels of the racks."""
        return ("all", *racks_of_room(self.draft))

    def parse(self, text: str) -> str:
        """Return the number of a rack."""
        found = rack_number(self, text)
        return super().parse(text) if found is None else found

    def shown(self, known: Any) -> str:
        """Return the label of a rack, such as A01."""
        return super().shown(rack_text(self.draft, str(known)))


class CoreAtField(WholeNumbersField):
    """Field of the core switches' position: a word, or racks by number or label."""

    words = ("centre", "spread")
    offers_words = is_list = True

    def words_offered(self) -> Sequence[str]:
        """Return the words, and the labels of the racks."""
        return (*self.words, *racks_of_room(self.draft))

    def parse(self, text: str) -> str:
        """Return the number of a rack."""
        found = rack_number(self, text)
        return super().parse(text) if found is None else found

    def shown(self, known: Any) -> str:
        """Return the labels of racks with commas between."""
        numbers = known if isinstance(known, list) else [known]
        return super().shown([rack_text(self.draft, str(number)) for number in numbers])
