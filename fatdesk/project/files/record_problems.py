"""Explain errors in the text or a line of a project file."""

import difflib
import json
import re
from typing import Any

import msgspec
import numpy as np

from fatdesk.project.document.record_kinds import RECORD_KINDS

MAX_DEPTH = 40
"""Deepest nesting of lists and mappings in a line."""
_LONGEST_EXPLAINED = 1_000_000
"""A longer line is not looked at a second time to find more."""

Problem = tuple[str, str]

_STEPS = bytes.maketrans(b'[{]}"', b"\x01\x01\xff\xff\x00")
"""Brackets as steps of depth: one deeper, or one back; a quote is none."""
_OTHERS = bytes(code for code in range(256) if code not in b'[{]}"')
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*+"?')
_CONTROLS = bytes({*range(32)} - set(b"\t\n\r"))
_ESCAPED_CONTROL = re.compile(rb"(?<!\\)(?:\\\\)*\\u00(?:0[0-8bcef]|1[0-9a-f])", re.IGNORECASE)
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_CONFLICT = (b"<<<<<<<", b"=======", b">>>>>>>", b"|||||||")
_MARK = b"\xef\xbb\xbf"


def text_problem(data: bytes, *, project: bool = False) -> tuple[int, str, str] | None:
    """Why bytes are no text of JSON, or of a project file: line, field and what."""
    if not data.strip():
        return 1, "file", "is empty, name another"
    if data.startswith(_MARK):
        return 1, "text", "begins with a byte order mark, save the file as UTF-8 without it"
    if not data.isascii():
        try:
            data.decode()
        except UnicodeDecodeError as error:
            if project and b'"fatdesk"' not in data.partition(b"\n")[0]:
                return 1, "header", "is not that of a fatdesk project, open another file"
            return _line_at(data, error.start), "text", "is not UTF-8, save the file as UTF-8"
    if len(data.translate(None, _CONTROLS)) < len(data):
        place, code = next((n, byte) for n, byte in enumerate(data) if byte in _CONTROLS)
        return _line_at(data, place), "text", f"holds the control character U+{code:04X}, remove it"
    bad = _ESCAPED_CONTROL.search(data) if b"\\u00" in data else None
    if bad:
        what = f"holds the escaped control character U+{bad[0][-4:].decode().upper()}, remove it"
        return _line_at(data, bad.start()), "text", what
    return None


def _line_at(data: bytes, place: int) -> int:
    return data.count(b"\n", 0, place) + 1


def header_problem(line: bytes, known: int) -> int | Problem:
    """The format of a file by its header, or why this program cannot read it."""
    try:
        header = msgspec.json.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        header = None
    if not isinstance(header, dict) or header.get("t") != "fatdesk":
        return "header", 'is not that of a fatdesk project, {"t":"fatdesk",...}; open another file'
    for field in ("format", "min_reader"):
        value = header.get(field)
        if type(value) is not int or not 1 <= value <= 1_000_000:
            return f"header.{field}", "is not a whole number from 1 up, restore the file from a copy"
    if header["min_reader"] > header["format"]:
        return "header.min_reader", "is above the format, restore the file from a copy"
    if header["min_reader"] > known:
        program = header.get("program")
        of = f" ({program[:40]} or newer)" if isinstance(program, str) and program.isprintable() else ""
        return "header.min_reader", (
            f"needs a fatdesk that reads format {header['min_reader']}{of}, this one reads up to "
            f"format {known}: install the newer one"
        )
    unknown = sorted(set(header) - {"t", "format", "min_reader"})
    if unknown and header["format"] <= known:
        return f"header.{_short(unknown[0])}", "is not known here, remove it"
    return int(header["format"])


def depth_problem(line: bytes) -> Problem | None:
    """Whether a line nests deeper than MAX_DEPTH."""
    text = _STRING.sub(b"", line) if b"\\" in line else line
    steps = np.frombuffer(text.translate(_STEPS, _OTHERS), dtype=np.int8)
    quotes = steps == 0
    outside = np.cumsum(quotes, dtype=np.int64) % 2 == 0  # of strings without escapes
    depth = np.cumsum(np.where(outside, steps, 0), dtype=np.int64)
    if depth.max(initial=0) > MAX_DEPTH:
        return "record", f"is nested deeper than {MAX_DEPTH} levels, flatten it"
    return None


def record_problems(line: bytes, word: str, error: Exception | None) -> list[Problem]:
    """Return the errors that keep a line from being a record.

    Parameters
    ----------
    word
        Its kind where that was understood.
    error
        What the decoder said.
    """
    if line.startswith(_CONFLICT):
        return [("record", "is a mark of a merge conflict, keep one side and remove the marks")]
    if len(line) > _LONGEST_EXPLAINED:
        field, what = _in_words(str(error))
        return [(_joined(word or "record", field), what)]
    try:
        raw = json.loads(line, parse_int=str, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError) as syntax:
        place = f" at character {syntax.pos + 1}" if isinstance(syntax, json.JSONDecodeError) else ""
        return [(word or "record", f"is not JSON{place}, correct the line or remove it")]
    if not isinstance(raw, dict) or not isinstance(raw.get("t"), str):
        return [("record", 'is not {"t":"..."}, correct the line or remove it')]
    twice = repeated_keys(line)
    if twice:
        return [(_joined(word or "record", field), what) for field, what in twice]
    words = [kind.word for kind in RECORD_KINDS]
    kind = next((kind for kind in RECORD_KINDS if kind.word == raw["t"]), None)
    if kind is None:
        close = difflib.get_close_matches(raw["t"][:40], words, 1)
        instead = f'did you mean "{close[0]}"?' if close else f"known are {', '.join(words)}"
        return [("t", f'is "{_short(raw["t"])}", which is not a kind of record; {instead}')]
    del raw["t"]
    return [
        (_joined(kind.word, field), what) for _, field, what in value_problems(raw, line, kind.type, error)
    ]


def value_problems(
    raw: Any, text: bytes, kind: Any, error: Exception | None
) -> list[tuple[tuple[str | int, ...], str, str]]:
    """Return the errors of a value against a type: place, the same as a field, and message.

    Parameters
    ----------
    raw
        The value as ``json.loads(text, parse_int=str, parse_float=str, parse_constant=str)`` gives it.
    error
        What the decoder said; reported when a second look finds no more.
    """
    from fatdesk.core.formats.typed_records import find_problems
    from fatdesk.core.formats.yaml_events import field_name

    if _SURROGATE.search(text) and not _is_text(raw):
        return [((), "", "holds an escape from U+D800 to U+DFFF without its pair, remove it")]
    problems = find_problems(_as_text(raw), kind)
    if problems:
        return [(place, field_name(place) if place else "", what) for place, what in problems]
    return [((), *_in_words(str(error)))]


def repeated_keys(line: bytes) -> list[Problem]:
    """Keys that occur twice in one mapping of a line."""
    found: list[Problem] = []

    def look(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                found.append((_short(key), "is listed twice, remove one of them"))
            seen.add(key)
        return dict(pairs)

    try:
        json.loads(line, object_pairs_hook=look)
    except (ValueError, RecursionError):
        found.append(("record", "is not JSON, correct the line or remove it"))
    return found


def _is_text(raw: Any) -> bool:
    try:
        json.dumps(raw, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _as_text(value: Any) -> Any:
    """Numbers came as text already; the rest of what ``find_problems`` takes for leaves, too."""
    if isinstance(value, dict):
        return {key: _as_text(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_as_text(item) for item in value]
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else value


_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
    "decimal": "an amount",
}

_SIGNS = {"<=": "of at most", ">=": "of at least", ">": "above", "<": "below"}


def _in_words(message: str) -> Problem:
    """The decoder's message: ``Expected `int`, got `str` - at `$.devices[0].u```."""
    what, _, place = message.partition(" - at `$")
    known = re.sub(r"`([a-z]+(?: \| [a-z]+)*)`", lambda m: _plain_types(m[1]), what)
    for sign, words in _SIGNS.items():
        known = known.replace(f" {sign} ", f" {words} ")
    return place.rstrip("`").removeprefix("."), f"{known[:1].lower()}{known[1:]}, correct it"


def _plain_types(names: str) -> str:
    return " or ".join(_TYPES.get(name, name) for name in names.split(" | "))


def _joined(word: str, field: str) -> str:
    return f"{word}{'' if field.startswith('[') or not field else '.'}{field}"


def _short(text: str) -> str:
    shown = "".join(c if c.isprintable() else "?" for c in text[:41])
    return shown if len(text) <= 40 else shown[:40] + "..."
