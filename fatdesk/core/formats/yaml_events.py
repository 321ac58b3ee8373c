"""Read YAML as a plain tree of mappings, lists and text, from parser events only.

A loader of YAML guesses types (``0123`` is 83, ``no`` is False), takes the last of two equal keys and
recurses until the process dies. Events leave all that to us: scalars stay text, a plain ``null``, ``~``
or nothing is None, and what a file of data does not need (aliases, tags, merge keys, several
documents) is refused with its line.
"""

import io
import os
import re
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeAlias

from yaml import YAMLError
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from fatdesk.core.errors import InputError, unreadable

Parser: Any
try:
    from yaml._yaml import CParser as Parser
except ImportError:  # a PyYAML built without libyaml: the same events, ten times slower
    from yaml import SafeLoader as Parser

Tree: TypeAlias = "dict[str, Tree] | list[Tree] | str | None"
Place: TypeAlias = tuple[str | int, ...]

MAX_BYTES = 100_000_000
"""Largest file that is read."""
MAX_DEPTH = 40
"""Deepest nesting of mappings and lists."""
MAX_SCALAR = 100_000
"""Longest single text."""

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")
_PLAIN_KEY = re.compile(r"[^\s:\"\[\]]+")
_NULLS = frozenset(("", "~", "null", "Null", "NULL"))


def read_bytes(path: Path) -> bytes:
    """The bytes of a file of text, at most MAX_BYTES of them.

    Raises
    ------
    InputError
        When it cannot be read or is too large.
    """
    try:
        with path.open("rb", buffering=0) as stream:
            status = os.fstat(stream.fileno())
            whole = stat.S_ISREG(status.st_mode) and status.st_size <= MAX_BYTES
            data = stream.readall() if whole else _read_some(stream)
    except OSError as error:
        raise unreadable(path, error) from None
    if len(data) > MAX_BYTES:
        raise InputError(str(path), 1, "file", f"is larger than {MAX_BYTES} bytes, split it")
    return data


def _read_some(stream: io.FileIO) -> bytes:
    """At most one byte more than is allowed, of what may never end."""
    pieces, left = [], MAX_BYTES + 1
    while left > 0 and (piece := stream.read(min(left, 1 << 20))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def parse(data: bytes, file: str) -> Tree:
    """The one document of a YAML file.

    Parameters
    ----------
    data
        The file's bytes, UTF-8 with or without a byte order mark.
    file
        Its name, for errors.

    Raises
    ------
    InputError
        With the line, when it is not YAML or holds what is not read.
    """
    data = _checked(data, file)
    try:
        return _build(data, file, None)
    except YAMLError as error:
        raise _syntax_error(error, data, file) from None


def lines(data: bytes, file: str, places: Iterable[Place]) -> dict[Place, int]:
    """The lines of some places in a file that ``parse`` accepts.

    Lines are looked up only when there is something to say about them: the file is parsed again.
    A place that is not there has the line of the nearest one around it.
    """
    wanted = set(places)
    found: dict[Place, int] = {place[:n]: 0 for place in wanted for n in range(len(place) + 1)}
    _build(_checked(data, file), file, found)
    for place in sorted(found, key=len):
        found[place] = found[place] or (found[place[:-1]] if place else 1)
    return {place: found[place] for place in wanted}


def _checked(data: bytes, file: str) -> bytes:
    """The bytes without their mark, once they are known to be harmless text."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(file, line, "text", "is not UTF-8, save the file as UTF-8") from None
    bad = _FORBIDDEN.search(text)
    if bad:
        line = text.count("\n", 0, bad.start()) + 1
        raise InputError(file, line, "text", f"holds the control character U+{ord(bad[0]):04X}, remove it")
    return data


def _syntax_error(error: YAMLError, data: bytes, file: str) -> InputError:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line = min(mark.line, data.count(b"\n")) + 1 if mark else 1
    problem = getattr(error, "problem", None) or getattr(error, "context", None) or "it cannot be read"
    return InputError(
        file, line, "text", f"is not YAML: {problem}, check indent, quotes and brackets near here"
    )


def _build(data: bytes, file: str, found: dict[Place, int] | None) -> Tree:  # noqa: PLR0912, PLR0915
    """Follow the events; with ``found`` also note the lines of the places that are its keys.

    One long loop, because a call for each of millions of events would double its time.

    ``holder`` is the open mapping or list, ``key`` the key that waits for its value in a mapping (None: a
    key comes next), ``around`` what is open around them and at which step of each.
    """
    next_event = Parser(data).get_event
    unread_marks = b"&" in data or b"!" in data  # without them no event has an anchor or a tag
    escapes = b"\\" in data
    may_be_long = len(data) > MAX_SCALAR
    spelled: dict[str, str] = {}  # each key once in memory
    root: Tree = None
    holder: Any = None
    key: str | None = None
    around: list[tuple[Any, str | int]] = []
    documents = 0

    try:
        while True:
            event = next_event()
            kind = type(event)
            if kind is ScalarEvent:
                value: Any = event.value
                if unread_marks and (event.anchor is not None or event.tag is not None):
                    raise _RefusedError(event, _unread(event))
                if escapes and event.style == '"' and _FORBIDDEN.search(value):
                    raise _RefusedError(event, "holds an escaped control character, remove it")
                if may_be_long and len(value) > MAX_SCALAR:
                    raise _RefusedError(event, f"is longer than {MAX_SCALAR} characters, shorten it")
                if key is None and type(holder) is dict:
                    key = spelled.setdefault(value, value)
                    if value in holder:
                        raise _RefusedError(event, "is listed twice, remove one")
                    if value == "<<" and not event.style:
                        raise _RefusedError(event, "is a merge key, write out the keys that it merges")
                    if found is not None:
                        _note(found, _place(around, holder, key), event)
                    continue
                if value in _NULLS and not event.style:
                    value = None
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                holder, key = around.pop()[0], None
                continue
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                if unread_marks and (event.anchor is not None or event.tag is not None):
                    raise _RefusedError(event, _unread(event))
                if key is None and type(holder) is dict:
                    raise _RefusedError(event, "has a list or a mapping as a key, write a plain word")
                if len(around) >= MAX_DEPTH:
                    raise _RefusedError(event, f"is nested deeper than {MAX_DEPTH} levels, flatten it")
                value = {} if kind is MappingStartEvent else []
            elif kind is AliasEvent:
                raise _RefusedError(event, _unread(event))
            elif kind is DocumentStartEvent:
                documents += 1
                if documents > 1:
                    raise _RefusedError(event, "a second document starts here, put it into a file of its own")
                continue
            elif kind is StreamEndEvent:
                return root
            else:
                continue
            # A value: hang it where it belongs, and go into it when it is a collection.
            step: str | int = 0
            if type(holder) is dict:
                assert key is not None  # a key came before its value
                holder[key] = value
                step, key = key, None
            elif type(holder) is list:
                if found is not None:
                    _note(found, _place(around, holder, key), event)
                step = len(holder)
                holder.append(value)
            else:
                root = value
                if found is not None:
                    _note(found, _place(around, holder, key), event)
            if kind is not ScalarEvent:
                around.append((holder, step))
                holder = value
    except _RefusedError as refused:
        where = field_name(_place(around, holder, key))
        raise InputError(file, refused.line, where, refused.what) from None


class _RefusedError(Exception):
    """An event that is not read, and why."""

    def __init__(self, event: Any, what: str) -> None:
        self.line, self.what = event.start_mark.line + 1, what


def _place(around: list[tuple[Any, str | int]], holder: Any, key: str | None) -> Place:
    """Return the place of the next value or of the last key."""
    steps = [step for _, step in around[1:]]
    if type(holder) is list:
        steps.append(len(holder))
    elif key is not None:
        steps.append(key)
    return tuple(steps)


def _note(found: dict[Place, int], place: Place, event: Any) -> None:
    if found.get(place) == 0:
        found[place] = event.start_mark.line + 1


def _unread(event: Any) -> str:
    """Why an event with an anchor, a tag or an alias is refused."""
    if type(event) is AliasEvent:
        return f"is an alias (*{short(event.anchor)}), write the value out"
    if event.anchor is not None:
        return f"has an anchor (&{short(event.anchor)}), write the value out"
    return f"has a tag ({short(event.tag.replace('tag:yaml.org,2002:', '!!'))}), remove it"


def field_name(place: Place) -> str:
    """A place as people write it; a key that is no plain word is quoted.

    >>> field_name(("fabrics", 0, "edge")), field_name(("limits", "a key"))
    ('fabrics[0].edge', 'limits."a key"')
    """
    text = ""
    for step in place:
        if isinstance(step, int):
            text += f"[{step}]"
            continue
        key = short(step)
        if not _PLAIN_KEY.fullmatch(key):
            key = '"' + key.replace('"', "'") + '"'
        text += f".{key}" if text else key
    return text or "file"


def short(text: str | None, limit: int = 40) -> str:
    """Text from a file for a message: one line, not long."""
    shown = "".join(c if c.isprintable() else "?" for c in (text or "")[: limit + 1])
    return shown if len(shown) <= limit else shown[:limit] + "..."
