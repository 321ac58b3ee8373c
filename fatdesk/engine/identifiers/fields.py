"""Fields of identifiers: their meaning, and which texts are values of each."""

from collections.abc import Callable
from functools import lru_cache
from typing import Literal, NamedTuple

DIGITS, CAPITALS = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ANY = "".join(map(chr, range(32, 127)))
WITHOUT_BLANK = ANY.replace(" ", "")
"""Characters by which texts are distinguished; other ones are as good as any letter of them."""

Shape = Literal["number", "digits", "letters", "letter", "cell", "port", "text"]
"""Texts that a field may have: a number of a least width, digits as they are, capital letters, one of
them, letters and digits of a cell, a number or the word of another port, any text without blanks."""


class IdentifierField(NamedTuple):
    """A field of identifiers: its meaning in one line, an example, and whether it identifies the rack."""

    meaning: str
    example: str | int
    shape: Shape
    of_rack: bool = False


FIELDS: dict[str, IdentifierField] = {
    "floor": IdentifierField("Floor of the building", "1", "digits", of_rack=True),
    "room": IdentifierField("Letters of the room", "A", "letters", of_rack=True),
    "grid": IdentifierField("Cell of the room's grid", "AJ05", "cell", of_rack=True),
    "row": IdentifierField("Letters of the row of racks", "C", "letters", of_rack=True),
    "rack": IdentifierField("Position of the rack in its row, from 1", 3, "number", of_rack=True),
    "number": IdentifierField("Number of the rack in the room, from 1", 1, "number", of_rack=True),
    "label": IdentifierField("Label of the rack", "C03", "text", of_rack=True),
    "u": IdentifierField("Lowest unit of the device, 1 at the bottom", 24, "number"),
    "u_from_top": IdentifierField("Highest unit of the device, 1 at the top", 19, "number"),
    "chassis": IdentifierField("Number of the device in its rack, 1 at the top", 3, "number"),
    "device": IdentifierField("Name of the device", "E01", "text"),
    "slot": IdentifierField("Card of a switch or slot of an enclosure, if any", 10, "number"),
    "port": IdentifierField("Number printed at the cage, mgmt, or R1 at the rear of a panel", 8, "port"),
    "side": IdentifierField("Connector of a cage with several, A, B, ..., if it is one", "A", "letter"),
    "leg": IdentifierField("Leg of a split port, if it is split", 2, "number"),
}
"""Fields of the identifier of a port; those of the rack alone identify the rack."""
PATTERNS: dict[Shape, Callable[[int], str]] = {
    "number": lambda width: rf"[0-9]{{{width}}}|[1-9][0-9]{{{width},8}}",
    "digits": lambda _: "[0-9]+",
    "letters": lambda _: "[A-Z]+",
    "letter": lambda _: "[A-Z]",
    "cell": lambda _: "[A-Z]+[0-9]+",
    "port": lambda width: rf"[0-9]{{{width}}}|[1-9][0-9]{{{width},8}}|mgmt[0-9]*|R[0-9]{{1,9}}",
    "text": lambda _: r"\S+",
}
"""The values of each shape as a regular expression, by the least width of numbers."""


class Automaton(NamedTuple):
    """The values of a shape as a deterministic automaton.

    Attributes
    ----------
    steps
        By state and character the next state; state 0 is the start.
    ends
        States in which a value may end.
    """

    steps: tuple[dict[str, int], ...]
    ends: frozenset[int]


@lru_cache(maxsize=64)
def automaton_of(shape: Shape, width: int) -> Automaton:
    """Return the automaton that accepts what :data:`PATTERNS` match, but for the longest numbers.

    >>> automaton_of("letters", 1).ends
    frozenset({1})
    """
    steps: list[dict[str, int]] = [{}]
    ends: list[int] = []

    def add(state: int, characters: str, to: int | None = None) -> int:
        if to is None:
            steps.append({})
            to = len(steps) - 1
        steps[state] |= dict.fromkeys(characters, to)
        return to

    if shape in ("number", "port"):
        zero, other = add(0, "0"), add(0, DIGITS[1:])
        for _ in range(width - 1):
            zero, other = add(zero, DIGITS), add(other, DIGITS)
        ends += [zero, other]
        longer = add(other, DIGITS)
        ends.append(add(longer, DIGITS, longer))
    if shape == "port":
        state = 0
        for letter in "mgmt":
            state = add(state, letter)
        ends.append(add(state, DIGITS, state))
        rear = add(add(0, "R"), DIGITS)
        ends.append(add(rear, DIGITS, rear))
    if shape in ("digits", "letters", "text"):
        characters = {"digits": DIGITS, "letters": CAPITALS, "text": WITHOUT_BLANK}[shape]
        ends.append(add(1, characters, add(0, characters)))
    if shape == "letter":
        ends.append(add(0, CAPITALS))
    if shape == "cell":
        letters = add(0, CAPITALS)
        add(letters, CAPITALS, letters)
        number = add(letters, DIGITS)
        ends.append(add(number, DIGITS, number))
    return Automaton(tuple(steps), frozenset(ends))
