"""Write YAML: plain trees as people write them, and changed values in the text of a file."""

import re
from decimal import Decimal
from typing import Any, NamedTuple

import yaml
from yaml.events import (
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from fatdesk.core.errors import InputError
from fatdesk.core.formats.yaml_events import Parser, Place, Tree, parse

_NUMBER = re.compile(r"-?\d+(\.\d+)?\Z")
WIDTH = 110


def yaml_text(tree: Any, width: int = WIDTH) -> bytes:
    r"""A tree of mappings, lists, texts and numbers as YAML; keys stay in their order.

    >>> yaml_text({"id": "a", "mass_kg": 4.0, "price": {"amount": Decimal("1.50")}})
    b'id: a\nmass_kg: 4\nprice: {amount: 1.50}\n'
    """
    text: str = yaml.dump(
        tree, Dumper=_Dumper, sort_keys=False, default_flow_style=None, allow_unicode=True, width=width
    )
    return text.encode()


def number_text(value: float) -> str:
    """A number as people write it: without a fraction that is none.

    >>> number_text(4.0), number_text(0.25)
    ('4', '0.25')
    """
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


class _Dumper(yaml.SafeDumper):
    """Numbers as people write them."""

    def represent(self, data: Any) -> None:
        """Begin a line with each key of the outermost mapping, be it ever so short."""
        node = self.represent_data(data)
        if isinstance(node, yaml.MappingNode):
            node.flow_style = False
        self.serialize(node)

    def ignore_aliases(self, data: Any) -> bool:
        """Write equal lists twice: the reader refuses aliases."""
        return True


def _number(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    return dumper.represent_scalar(f"tag:yaml.org,2002:{'float' if '.' in text else 'int'}", text)


def _decimal(dumper: yaml.SafeDumper, value: Decimal) -> yaml.Node:
    return _number(dumper, format(value, "f"))


def _float(dumper: yaml.SafeDumper, value: float) -> yaml.Node:
    text = number_text(value)
    return _number(dumper, text) if _NUMBER.match(text) else dumper.represent_str(text)


_Dumper.add_representer(Decimal, _decimal)
_Dumper.add_representer(float, _float)


class Span(NamedTuple):
    """A piece of a text, by numbers of characters.

    Attributes
    ----------
    start, end
        The value; of a mapping or list in brackets with these, else up to its last value.
    key
        Where its key begins; of an item of a list the same as ``start``.
    flow
        Whether it is inside brackets or is in brackets itself.
    style
        The quotes of a text; ``|`` and ``>`` represent one of several lines; empty: plain.
    scalar
        Whether it is a text or nothing, and no mapping or list.
    """

    start: int
    end: int
    key: int
    flow: bool
    style: str
    scalar: bool


class _Holder:
    """A mapping or list that is open."""

    def __init__(self, place: Place, start: int, key: int, *, is_list: bool, flow: bool) -> None:
        self.place, self.start, self.key_start = place, start, key
        self.is_list, self.flow = is_list, flow
        self.count, self.key, self.key_at, self.last = 0, "", -1, start


def spans(text: str) -> dict[Place, Span]:
    r"""The pieces of all values in a text that ``yaml_events.parse`` accepts; the whole is at ``()``.

    >>> found = spans("a: 1   # one\nb: [x, y]\n")
    >>> found["a",].start, found["b", 1][:3]
    (3, (20, 21, 20))
    """
    found: dict[Place, Span] = {}
    around: list[_Holder] = []
    next_event = Parser(text).get_event
    while type(event := next_event()) is not StreamEndEvent:
        kind = type(event)
        if kind is ScalarEvent:
            _take_scalar(event, around, found)
        elif kind in (MappingStartEvent, SequenceStartEvent):
            place, key = _next(around, event.start_mark.index)
            around.append(
                _Holder(
                    place,
                    event.start_mark.index,
                    key,
                    is_list=kind is SequenceStartEvent,
                    flow=bool(event.flow_style),
                )
            )
        elif kind in (MappingEndEvent, SequenceEndEvent):
            _close(event, around, found)
    return found


def _next(around: list[_Holder], at: int) -> tuple[Place, int]:
    """The place of the value that comes next, and where its key begins."""
    if not around:
        return (), at
    holder = around[-1]
    if holder.is_list:
        return (*holder.place, holder.count), at
    return (*holder.place, holder.key), holder.key_at


def _done(around: list[_Holder], end: int) -> None:
    """A value of what is open has ended."""
    if around:
        holder = around[-1]
        holder.last = max(holder.last, end)
        holder.count += 1
        holder.key_at = -1


def _take_scalar(event: Any, around: list[_Holder], found: dict[Place, Span]) -> None:
    start, end = event.start_mark.index, event.end_mark.index
    if around and not around[-1].is_list and around[-1].key_at < 0:
        around[-1].key, around[-1].key_at = event.value, start
        return
    place, key = _next(around, start)
    flow = bool(around) and around[-1].flow
    found[place] = Span(start, end, key, flow, event.style or "", scalar=True)
    _done(around, end)


def _close(event: Any, around: list[_Holder], found: dict[Place, Span]) -> None:
    holder = around.pop()
    end = event.end_mark.index if holder.flow else holder.last
    found[holder.place] = Span(holder.start, end, holder.key_start, holder.flow, "", scalar=False)
    _done(around, end)


_COMMENT = re.compile(r"(?:^|(?<=\s))#.*", re.MULTILINE)
_IN_BRACKETS = re.compile(r"[,\[\]{}]|: |\A[^\w./+-]")


class _Edit(NamedTuple):
    """A piece of the text, and what comes in its place."""

    start: int
    end: int
    text: str


def patched(data: bytes, before: bytes, after: bytes) -> bytes:
    """A file with the values of ``after``.

    Parameters
    ----------
    data
        The file as it was typed.
    before, after
        What it says, and what it shall say, both as ``yaml_text`` writes them: only keys that differ between
        these two are touched. Single texts and numbers change in their place; where a list or mapping gets
        other members, its lines are written again, and comments inside them go (``comments`` names them).
        A file that is one mapping in brackets, or cannot be changed like this, becomes ``after``.
    """
    text = data.removeprefix(b"\xef\xbb\xbf").decode()
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    if text and not text.endswith("\n"):
        text += "\n"
    old, new = parse(before, "before"), parse(after, "after")
    raw = parse(text.encode(), "file") if text.strip() else None
    if not isinstance(raw, dict) or not isinstance(old, dict) or not isinstance(new, dict):
        return after
    there = spans(text)
    if there[()].flow:
        return after
    result = _applied(text, _edits(_Sides(text, there, raw, after.decode(), spans(after.decode())), old, new))
    result = result.replace("\n", "\r\n") if b"\r\n" in data else result
    made = result.encode()
    try:
        return made if _fits(parse(made, "made"), raw, old, new) else after
    except InputError:
        return after


def comments(data: bytes) -> list[str]:
    r"""The comments of a file that ``yaml_events.parse`` accepts, from top to bottom.

    >>> comments(b"a: 1   # one\nb: '# none'\n# last\n")
    ['# one', '# last']
    """
    text = data.removeprefix(b"\xef\xbb\xbf").decode()
    for span in spans(text).values():
        if span.scalar and "#" in text[span.start : span.end]:
            text = text[: span.start] + "_" * (span.end - span.start) + text[span.end :]
    return [found.rstrip() for found in _COMMENT.findall(text)]


class _Sides(NamedTuple):
    """The typed text with its places, and the wanted one with its own."""

    text: str
    there: dict[Place, Span]
    raw: dict[str, Tree]
    wanted: str
    places: dict[Place, Span]


def _edits(sides: _Sides, old: dict[str, Tree], new: dict[str, Tree]) -> list[_Edit]:
    edits: list[_Edit] = []
    above: str | None = None
    for key, value in new.items():
        if key in sides.raw:
            if key not in old or old[key] != value:
                pairs = _in_place(sides, (key,), sides.raw[key], old.get(key), value)
                if pairs is None:
                    edits.append(_Edit(*_block(sides.text, sides.there, key), _lines_of(sides, key)))
                else:
                    edits += [_scalar(sides, here, wanted) for here, wanted in pairs]
            above = key
        elif key not in old or old[key] != value:
            at = _block(sides.text, sides.there, above or list(sides.raw)[-1])[1]
            edits.append(_Edit(at, at, _lines_of(sides, key)))
    edits += [
        _Edit(*_block(sides.text, sides.there, key), "") for key in old if key not in new and key in sides.raw
    ]
    return edits


def _in_place(
    sides: _Sides, place: Place, raw: Tree, old: Tree, new: Tree, wanted: Place | None = None
) -> list[tuple[Place, Place]] | None:
    """Texts to change, each with the place of its wanted value; None: its lines have to be written again."""
    wanted = place if wanted is None else wanted
    if old == new:
        return []
    if isinstance(new, dict) and isinstance(raw, dict):
        was: dict[str, Tree] = old if isinstance(old, dict) else {}
        if not set(new) <= set(raw) or not set(was) <= set(new):
            return None
        steps: list[tuple[str | int, Tree, Tree, Tree]] = [
            (key, raw[key], was.get(key), new[key]) for key in new
        ]
    elif isinstance(new, list) and isinstance(raw, list):
        before: list[Tree] = old if isinstance(old, list) else []
        if not len(new) == len(raw) == len(before):
            return None
        steps = [(n, raw[n], before[n], new[n]) for n in range(len(new))]
    elif isinstance(new, dict) and isinstance(old, dict) and isinstance(raw, str):
        if len(new) != 1 or set(old) != set(new):  # a text that represents a mapping of one key
            return None
        return [(place, (*wanted, next(iter(new))))]
    elif isinstance(new, str) and isinstance(raw, str) and sides.there[place].style not in ("|", ">"):
        return [(place, wanted)]
    else:
        return None
    found: list[tuple[Place, Place]] = []
    for step, typed, said, now in steps:
        inner = _in_place(sides, (*place, step), typed, said, now, (*wanted, step))
        if inner is None:
            return None
        found += inner
    return found


def _scalar(sides: _Sides, here: Place, wanted: Place) -> _Edit:
    span, source = sides.there[here], sides.places[wanted]
    text = sides.wanted[source.start : source.end]
    if span.flow and not source.style and _IN_BRACKETS.search(text):
        text = "'" + text.replace("'", "''") + "'"
    return _Edit(span.start, span.end, text)


def _lines_of(sides: _Sides, key: str) -> str:
    start, end = _block(sides.wanted, sides.places, key)
    return sides.wanted[start:end]


def _block(text: str, there: dict[Place, Span], key: str) -> tuple[int, int]:
    """From the first letter of a key of the outermost mapping to the end of the last line of its value."""
    span = there[key,]
    start = text.rfind("\n", 0, span.key) + 1
    if span.end > span.start and text[span.end - 1] == "\n":  # a text of several lines ends so
        return start, span.end
    end = text.find("\n", max(span.end, span.key))
    return start, len(text) if end < 0 else end + 1


def _applied(text: str, edits: list[_Edit]) -> str:
    for number, edit in sorted(enumerate(edits), key=lambda pair: (-pair[1].start, -pair[0])):
        del number
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _fits(made: Tree, raw: dict[str, Tree], old: dict[str, Tree], new: dict[str, Tree]) -> bool:
    """Whether a changed file says what it shall: what was changed as wanted, the rest as before."""
    if not isinstance(made, dict) or set(made) != (set(raw) - set(old)) | set(new) | (set(raw) & set(new)):
        return False
    return all(made[key] == raw[key] for key in made if key in raw and old.get(key) == new.get(key))
