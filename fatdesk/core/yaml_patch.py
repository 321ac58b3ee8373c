"""Change values of a YAML file in its text: what is not changed stays as it was typed, comments too."""

import re
from typing import NamedTuple

from fatdesk.core.errors import InputError
from fatdesk.core.yaml_events import Place, Tree, parse
from fatdesk.core.yaml_places import Span, spans

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
        other members, its lines are written anew, and comments inside them go (``comments`` tells which).
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
    """Texts to change, each with the place of its wanted value; None: its lines have to be written anew."""
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
        if len(new) != 1 or set(old) != set(new):  # a text that stands for a mapping of one key
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
