"""Grid of the room: cells such as AJ05, by which racks are found, as tiles of a raised floor are counted."""

import math
import re
from typing import Annotated, Literal

from msgspec import Meta

from fatdesk.core import ranges
from fatdesk.core.errors import UnsoundError
from fatdesk.core.schema import about, check_ranges
from fatdesk.core.struct import Struct

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CELL = re.compile(r"([A-Z]+)([0-9]+)")
_FIRST = re.compile(r"[A-Z]{1,2}[0-9]{1,3}")
MOST_LETTERS, MOST_DIGITS = 3, 4
RackCorner = Literal["front-left", "front-right", "rear-left", "rear-right", "centre"]
Axis = Literal["x", "y"]
AXES: tuple[Axis, Axis] = ("x", "y")


class RoomGrid(Struct, frozen=True, kw_only=True):
    """The cells of a room: letters along one side, numbers along the other."""

    pitch_m: Annotated[
        Annotated[float, Meta(ge=0.1, le=10)],
        about("Pitch", "Side of a cell, such as that of a tile of the raised floor", unit="m", metres=True),
    ] = 0.6
    x_m: Annotated[
        ranges.Place,
        about("x", "Outer corner of the first cell, from the origin of the room", unit="m", metres=True),
    ] = 0.0
    y_m: Annotated[
        ranges.Place,
        about("y", "Outer corner of the first cell, from the origin of the room", unit="m", metres=True),
    ] = 0.0
    first: Annotated[
        Annotated[
            str, Meta(pattern=r"^[A-Z]{1,2}[0-9]{1,3}\Z", description="letters and digits such as AA01")
        ],
        about(
            "First cell",
            "Name of the cell in the corner; others count on from it, with numbers of as many digits",
            more="`AA01`: AA01, AB01, ..., AZ01, BA01; `A1`: A1, ..., Z1, AA1",
        ),
    ] = "AA01"
    letters: Annotated[
        Axis,
        about(
            "Letters along",
            "The axis of the plan along which letters count; numbers count along the other",
            choices={"x": "x", "y": "y"},
        ),
    ] = "x"
    corner: Annotated[
        Literal["upper-left", "upper-right", "lower-left", "lower-right"],
        about(
            "Counted from",
            "Corner of the plan from which cells count",
            choices={
                "upper-left": "Upper left",
                "upper-right": "Upper right",
                "lower-left": "Lower left",
                "lower-right": "Lower right",
            },
        ),
    ] = "upper-left"
    without_i_o: Annotated[
        bool,
        about(
            "Letters I and O",
            "Whether the letters I and O, which look like digits, are left out",
            choices={False: "In use", True: "Left out"},
        ),
    ] = False
    rack_corner: Annotated[
        RackCorner,
        about(
            "Cell of a rack",
            "The part of a rack whose cell is that of the rack, as seen from its front",
            choices={
                "front-left": "Front, left corner",
                "front-right": "Front, right corner",
                "rear-left": "Rear, left corner",
                "rear-right": "Rear, right corner",
                "centre": "Centre",
            },
        ),
    ] = "front-left"

    def __post_init__(self) -> None:
        check_ranges(self)
        if not _FIRST.fullmatch(self.first):
            what = f"{self.first[:20]} is not a cell, type one or two letters and up to 3 digits"
            raise UnsoundError(f"first: {what}")
        if self.without_i_o and set(self.first) & set("IO"):
            raise UnsoundError(f"first: {self.first} has a letter that is left out, I or O")

    @property
    def pitch_mm(self) -> float:
        """Side of a cell."""
        return self.pitch_m * 1000

    def line_mm(self, axis: Axis, number: int) -> float:
        """Return the line before a cell, counted from 0 along an axis; x or y in the room."""
        backwards = ("right" if axis == "x" else "lower") in self.corner
        start = (self.x_m if axis == "x" else self.y_m) * 1000
        return start + (-number if backwards else number) * self.pitch_mm

    def number_at(self, axis: Axis, place_mm: float) -> int:
        """Return the number of the cell at a place along an axis, from 0; negative before the first."""
        backwards = ("right" if axis == "x" else "lower") in self.corner
        start = (self.x_m if axis == "x" else self.y_m) * 1000
        return math.floor((start - place_mm if backwards else place_mm - start) / self.pitch_mm)

    def word(self, axis: Axis, number: int) -> str:
        """Return the letters or the number of cells counted along an axis from 0; empty: beyond the grid.

        >>> grid = RoomGrid(first="Y08")
        >>> [grid.word("x", n) for n in range(-1, 4)], [grid.word("y", n) for n in range(4)]
        (['', 'Y', 'Z', 'AA', 'AB'], ['08', '09', '10', '11'])
        """
        first, digits = _parts(self.first)
        if number < 0:
            return ""
        if axis == self.letters:
            word = _letters(_index(first, self._alphabet) + number, self._alphabet)
            return word if len(word) <= MOST_LETTERS else ""
        word = str(int(digits) + number).zfill(len(digits))
        return word if len(word) <= MOST_DIGITS else ""

    @property
    def _alphabet(self) -> str:
        return ALPHABET.replace("I", "").replace("O", "") if self.without_i_o else ALPHABET

    def cell_at(self, x_mm: float, y_mm: float) -> str:
        """Return the cell of a point of the room; empty: outside the grid.

        >>> RoomGrid().cell_at(5500, 2500), RoomGrid(corner="lower-right").cell_at(-1, -1)
        ('AJ05', 'AA01')
        """
        along_x, along_y = (
            self.word(axis, self.number_at(axis, at)) for axis, at in zip(AXES, (x_mm, y_mm), strict=True)
        )
        if not along_x or not along_y:
            return ""
        return along_x + along_y if self.letters == "x" else along_y + along_x

    def bounds(self, cell: str) -> tuple[float, float, float, float] | None:
        """Return the rectangle of a cell in the room: least x and y, greatest x and y; None: there is none.

        >>> RoomGrid(first="A1").bounds("C2"), RoomGrid().bounds("AJ5")
        ((1200.0, 600.0, 1800.0, 1200.0), None)
        """
        found = _CELL.fullmatch(cell)
        if (
            found is None
            or not set(found[1]) <= set(self._alphabet)
            or len(cell) > MOST_LETTERS + MOST_DIGITS
        ):
            return None
        first, digits = _parts(self.first)
        by_letters = _index(found[1], self._alphabet) - _index(first, self._alphabet)
        by_number = int(found[2]) - int(digits)
        numbers = (by_letters, by_number) if self.letters == "x" else (by_number, by_letters)
        ends = [
            sorted((self.line_mm(axis, number), self.line_mm(axis, number + 1)))
            for axis, number in zip(AXES, numbers, strict=True)
        ]
        (left, right), (upper, lower) = ends
        middle = self.cell_at((left + right) / 2, (upper + lower) / 2)
        return (left, upper, right, lower) if middle == cell else None


def _parts(cell: str) -> tuple[str, str]:
    found = _CELL.fullmatch(cell)
    assert found is not None  # as the pattern of the field has it
    return found[1], found[2]


def _index(word: str, alphabet: str) -> int:
    """The number of some letters, A is 1."""
    number = 0
    for letter in word:
        number = number * len(alphabet) + alphabet.index(letter) + 1
    return number


def _letters(number: int, alphabet: str) -> str:
    text = ""
    while number:
        number, rest = divmod(number - 1, len(alphabet))
        text = alphabet[rest] + text
    return text
