"""Templates of identifiers: text, fields such as ``{u:02}``, and parts in ``[ ]`` that may be missing.

One template prints and parses. What it prints is parsed to the same values, and what it parses is
printed as the same text: a template under which a text could have two meanings is refused.
"""

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.identifiers.fields import ANY, CAPITALS, DIGITS, FIELDS, PATTERNS, automaton_of

Value = str | int
Values = Mapping[str, Value]
"""Fields with their values; a field that is missing, empty or None has none."""
MOST_CHARACTERS = 200
_TOKEN = re.compile(r"\{([a-z_]*)(?::0?([1-9]))?\}|([\[\]])|([^\[\]{}]+)")


class Literal(NamedTuple):
    """Text that stays."""

    text: str


class Slot(NamedTuple):
    """A field, and the least width of its number."""

    field: str
    width: int = 1


class Optional(NamedTuple):
    """A part that is printed where all of its own fields have values."""

    items: tuple["Item", ...]

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that decide, not those of parts inside."""
        return tuple(item.field for item in self.items if isinstance(item, Slot))


Item = Literal | Slot | Optional


@dataclass(frozen=True)
class Template:
    """A template that was checked.

    Attributes
    ----------
    text
        As it was typed.
    items
        Its pieces in order.
    """

    text: str
    items: tuple[Item, ...]

    @property
    def fields(self) -> tuple[str, ...]:
        """Its fields in order."""
        return tuple(_fields(self.items))

    @property
    def required(self) -> tuple[str, ...]:
        """The fields without which there is no identifier."""
        return tuple(item.field for item in self.items if isinstance(item, Slot))

    def print(self, values: Values) -> str | None:
        """Return the identifier of some values; None where a required one is missing, or has a blank."""
        return _printed(self.items, values)

    def parse(self, text: str) -> dict[str, Value] | None:
        """Return the values of an identifier; None where it is none of this template.

        >>> template_of("R{number}-U{u}-P{port}[{side}]").parse("R1-U24-P8A")
        {'number': 1, 'u': 24, 'port': '8', 'side': 'A'}
        """
        found = _pattern(self.items).fullmatch(text)
        return None if found is None else _values(found)

    @property
    def rack(self) -> "Template | None":
        """The part up to its last field of the rack, where no other field precedes: identifies racks."""
        last = -1
        for at, item in enumerate(self.items):
            own = [FIELDS[field].of_rack for field in _fields((item,))]
            if not all(own):
                break
            last = at if own else last
        items = self.items[: last + 1]
        return Template(_text(items), items) if items else None


def template_of(text: str) -> Template:
    """Return a template after its check.

    Raises
    ------
    FatdeskError
        What is wrong with it; of an ambiguous one with a text that has two meanings.
    """
    made = _template_of(text)
    if isinstance(made, str):
        raise FatdeskError(made)
    return made


@lru_cache(maxsize=64)
def _template_of(text: str) -> Template | str:
    """A template, or why it is none: a preview asks for the same text again and again."""
    try:
        items = _parsed(text)
        _check_single(items, text)
        check_one_meaning(items, text)
    except FatdeskError as error:
        return str(error)
    return Template(text, items)


def _parsed(text: str) -> tuple[Item, ...]:
    if not text or len(text) > MOST_CHARACTERS or not set(text) <= set(ANY):
        raise FatdeskError(
            f"template {text[:40]!r}: give 1 to {MOST_CHARACTERS} printable characters of ASCII"
        )
    known = ", ".join(f"{{{name}}}" for name in FIELDS)
    stack: list[list[Item]] = [[]]
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise FatdeskError(
                f"template {text!r}: {text[at : at + 12]!r} is not understood; known fields: {known}"
            )
        field, width, bracket, literal = token.groups()
        if literal is not None:
            stack[-1].append(Literal(literal))
        elif bracket == "[":
            stack.append([])
        elif bracket == "]":
            stack = _closed(stack, text)
        elif field not in FIELDS:
            raise FatdeskError(f"template {text!r}: {token[0]} is not understood; known fields: {known}")
        elif width and FIELDS[field].shape not in ("number", "port"):
            raise FatdeskError(f"template {text!r}: {{{field}}} is not a number, leave out :{width}")
        else:
            stack[-1].append(Slot(field, int(width or 1)))
        at = token.end()
    if len(stack) > 1:
        raise FatdeskError(f"template {text!r}: brackets do not match, each [ needs its ]")
    return tuple(stack[0])


def _closed(stack: list[list[Item]], text: str) -> list[list[Item]]:
    if len(stack) == 1:
        raise FatdeskError(f"template {text!r}: brackets do not match, each ] needs its [")
    part = Optional(tuple(stack[-1]))
    if not part.fields:
        raise FatdeskError(f"template {text!r}: a part in [ ] needs a field of its own")
    return [*stack[:-2], [*stack[-2], part]]


def _check_single(items: Sequence[Item], text: str) -> None:
    fields = list(_fields(items))
    twice = next((field for field in fields if fields.count(field) > 1), None)
    if twice is not None:
        raise FatdeskError(f"template {text!r}: {{{twice}}} occurs twice, once is enough")
    if not fields:
        raise FatdeskError(f"template {text!r}: contains no field, so that all identifiers are alike")


def _fields(items: Sequence[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Slot):
            yield item.field
        elif isinstance(item, Optional):
            yield from _fields(item.items)


def _text(items: Sequence[Item]) -> str:
    """A template as it is typed."""
    text = ""
    for item in items:
        if isinstance(item, Literal):
            text += item.text
        elif isinstance(item, Slot):
            text += f"{{{item.field}}}" if item.width == 1 else f"{{{item.field}:0{item.width}}}"
        else:
            text += f"[{_text(item.items)}]"
    return text


def _printed(items: Sequence[Item], values: Values) -> str | None:
    text = ""
    for item in items:
        if isinstance(item, Literal):
            text += item.text
        elif isinstance(item, Slot):
            shown = str(values.get(item.field, ""))
            if not shown or any(map(str.isspace, shown)):
                return None
            text += shown.zfill(item.width) if shown.isdecimal() else shown
        else:
            text += _printed(item.items, values) or ""
    return text


@lru_cache(maxsize=64)
def _pattern(items: tuple[Item, ...]) -> re.Pattern[str]:
    return re.compile(_expression(items, ""))


def _expression(items: Sequence[Item], before: str) -> str:
    """Items as a regular expression, whose groups are the fields with a text before their names."""
    text = ""
    for item in items:
        if isinstance(item, Literal):
            text += re.escape(item.text)
        elif isinstance(item, Slot):
            text += f"(?P<{before}{item.field}>{PATTERNS[FIELDS[item.field].shape](item.width)})"
        else:
            text += f"(?:{_expression(item.items, before)})?"
    return text


def _values(found: re.Match[str], before: str = "") -> dict[str, Value]:
    values: dict[str, Value] = {}
    for name, text in found.groupdict().items():
        if text is None or not name.startswith(before):
            continue
        field = name.removeprefix(before)
        shape = FIELDS[field].shape
        if shape == "number":
            values[field] = int(text)
        else:
            values[field] = str(int(text)) if shape == "port" and text.isdecimal() else text
    return values


@dataclass(frozen=True)
class CableTemplate:
    """The identifier of a cable: that of the near end, a text between, that of the far end."""

    end: Template
    between: str

    def print(self, near: Values, far: Values) -> str | None:
        """Return the identifier with the near end first; None where an end has none."""
        ends = self.end.print(near), self.end.print(far)
        return None if None in ends else f"{ends[0]}{self.between}{ends[1]}"

    def parse(self, text: str) -> tuple[dict[str, Value], dict[str, Value]] | None:
        """Return the values of both ends, the near one first; None where it is no identifier of a cable."""
        found = _both(self.end.items, self.between).fullmatch(text)
        return None if found is None else (_values(found, "near_"), _values(found, "far_"))


def cable_template_of(text: str, between: str) -> CableTemplate:
    """Return the template of cables whose ends have a template.

    Raises
    ------
    FatdeskError
        Where the template is wrong, or the ends of a cable could not be distinguished.
    """
    end = template_of(text)
    check_one_meaning((*end.items, Literal(between), *end.items), f"{text}{between}{text}")
    return CableTemplate(end, between)


@lru_cache(maxsize=64)
def _both(items: tuple[Item, ...], between: str) -> re.Pattern[str]:
    return re.compile(_expression(items, "near_") + re.escape(between) + _expression(items, "far_"))


class _Runs:
    """All ways to read texts by some items, as an automaton without empty steps."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.steps: list[dict[str, list[int]]] = [{}]
        self.owner: list[str] = [""]
        """The field that reads the character which leads to a state; empty: text that stays."""
        self.ends = frozenset(self._add(items, [0]))

    def _new(self, owner: str) -> int:
        self.steps.append({})
        self.owner.append(owner)
        return len(self.steps) - 1

    def _join(self, sources: Sequence[int], character: str, to: int) -> None:
        for source in sources:
            self.steps[source].setdefault(character, []).append(to)

    def _add(self, items: Sequence[Item], sources: list[int]) -> list[int]:
        """Add items after some states; return the states after them."""
        for item in items:
            if isinstance(item, Literal):
                for character in item.text:
                    state = self._new("")
                    self._join(sources, character, state)
                    sources = [state]
            elif isinstance(item, Slot):
                automaton = automaton_of(FIELDS[item.field].shape, item.width)
                states = [-1, *(self._new(item.field) for _ in automaton.steps[1:])]
                for state, steps in enumerate(automaton.steps):
                    for character, to in steps.items():
                        self._join([states[state]] if state else sources, character, states[to])
                sources = [states[end] for end in sorted(automaton.ends)]
            else:
                sources = [*sources, *self._add(item.items, sources)]
        return sources

    def meaning(self, text: str, states: Sequence[int]) -> str:
        """The fields of a text by the states in which it is read, in words."""
        parts: list[tuple[str, str]] = []
        for character, state in zip(text, states, strict=True):
            field = self.owner[state]
            if parts and parts[-1][0] == field:
                parts[-1] = (field, parts[-1][1] + character)
            else:
                parts.append((field, character))
        return ", ".join(f"{field} {value}" for field, value in parts if field)


def check_one_meaning(items: Sequence[Item], text: str) -> None:
    """Refuse items under which one text has several meanings.

    Two readings of a text are followed at once; where both come to an end and differ in a step, it has two
    meanings, and a shortest such text is found first.

    Raises
    ------
    FatdeskError
        With such a text and both meanings.
    """
    runs = _Runs(items)
    characters = _characters(items)
    start = (0, 0, False)
    before: dict[tuple[int, int, bool], tuple[tuple[int, int, bool], str]] = {}
    seen, waiting = {start}, deque([start])
    while waiting:
        here = waiting.popleft()
        one, other, differ = here
        if differ and one in runs.ends and other in runs.ends:
            word, steps = _way(here, start, before)
            first, second = (runs.meaning(word, [step[side] for step in steps]) for side in (0, 1))
            raise FatdeskError(
                f"template {text!r}: {word!r} has two meanings, {first} or {second}: put a text between the"
                " fields, or leave one out"
            )
        for character in characters:
            for one_next in runs.steps[one].get(character, ()):
                for other_next in runs.steps[other].get(character, ()):
                    there = (one_next, other_next, differ or one_next != other_next)
                    if there not in seen:
                        seen.add(there)
                        before[there] = (here, character)
                        waiting.append(there)


def _way(
    end: tuple[int, int, bool],
    start: tuple[int, int, bool],
    before: Mapping[tuple[int, int, bool], tuple[tuple[int, int, bool], str]],
) -> tuple[str, list[tuple[int, int, bool]]]:
    word, steps = "", []
    while end != start:
        steps.append(end)
        end, character = before[end]
        word = character + word
    return word, steps[::-1]


def _characters(items: Sequence[Item]) -> list[str]:
    """One character of each class that the items distinguish."""
    named = {character for item in items for character in _literals(item)} | set("mgtR")
    classes = ("0", DIGITS[1:], CAPITALS, CAPITALS.lower(), ANY[::-1])
    others = [next((one for one in some if one not in named), "") for some in classes]
    return [*dict.fromkeys(one for one in others if one), *sorted(named)]


def _literals(item: Item) -> str:
    if isinstance(item, Literal):
        return item.text
    return "".join(map(_literals, item.items)) if isinstance(item, Optional) else ""
