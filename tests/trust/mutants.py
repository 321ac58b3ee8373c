"""Text files spoiled in the ways that files get spoiled, the same for the same number; campaigns of them."""

import os
import random
import re
import struct
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import accumulate
from math import inf, nan
from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from tests.patience import judge_time
from tests.trust.memory import peak_mb
from tests.trust.promises import Promise

WORDS = [
    b"null", b"true", b"-1", b"0", b"1e999", b"NaN", b"Infinity", b"99999999999999999999999", b"1e-400",
    b'""', b"[]", b"{}", b'"\\u0000"', b'"\\ud800"', b"\xff\xfe", b"\x00", b"\xef\xbb\xbf", b"[" * 60,
    b'{"t":' * 60, b'"' + b"x" * 3000 + b'"', b'"../../etc/passwd"', b'"=1+1"', b'"<img src=x>"', b"-0.0",
    b"0.1", b"1.0", b'"NaN"', b'"1e999999999"', b"<<<<<<< HEAD", b"\r\n", b"\t", b'"t"', b'"kind"', b'"id"',
    b'{"t":"end"}', b"9" * 5000,
]  # fmt: skip


_SOUND_WORDS = [
    b"null", b"true", b"false", b"-1", b"0", b"1", b"2", b"7", b"0.5", b"1e15", b"-0.0", b"1e300",
    b"12345678901234567890", b'""', b"[]", b"{}", b'"x"', b'"1"', b'"-"', b'"\\u00e9"', b"[[]]",
    b'{"a": 1}', b'"2026-02-31"', b'"' + b"y" * 300 + b'"', b"<a/>", b"nodes", b"1/2", b"-", b"1,5",
]  # fmt: skip


MOST_S, MOST_MB = 2.0, 500.0
"""The most that a reader takes for a mutant, and the memory of the process that reads them."""
BY_NIGHT = 1_000_000


class Campaign(NamedTuple):
    """The mutants that a reader was given: those with numbers from ``first`` to before ``end`` that differ.

    ``outcomes`` counts their outcomes, ``slowest_s`` is the longest time of one.
    """

    first: int
    end: int
    outcomes: Counter[str]
    slowest_s: float

    def share(self, outcome: str) -> float:
        """Return the share of the mutants with an outcome."""
        return self.outcomes[outcome] / self.outcomes.total()

    def report(self, promise: Promise, name: str) -> None:
        """Report the figure of the promise, and hold the longest time to its bound."""
        refused, trials = self.outcomes["refused"], self.outcomes.total()
        promise(
            f"{name}: {{trials:,}} different mutants, {{read:,}} read, {{refused:,}} refused in words, "
            "0 tracebacks, slowest {most_s:.2f} s",
            trials=trials,
            read=trials - refused,
            refused=refused,
            most_s=self.slowest_s,
            least_number=self.first,
            most_number=self.end,
        )
        judge_time(self.slowest_s, MOST_S)


def read_all(
    by_day: int,
    make: Callable[[int], bytes],
    read: Callable[[int, bytes], str],
    line: re.Pattern[str] | None,
    longest: int = 1000,
) -> Campaign:
    """Let a reader read its mutants; one that equals an earlier mutant is left out and not counted.

    By night it reads a million. ``FATDESK_MUTANTS`` in the environment is another number for the night,
    ``FATDESK_MUTANT_S`` a limit of seconds, ``FATDESK_MUTANTS_FROM`` the number of the first mutant, or
    ``records`` for the number at which the kept records of the test end.

    Parameters
    ----------
    by_day
        Number of mutants in the usual run.
    make
        Returns the mutant of a number.
    read
        Reads the mutant of a number and returns the outcome. It may raise errors of users, which is the
        outcome "refused"; anything else that it raises fails, with the number.
    line, longest
        What each line of such an error looks like, and its most characters.
    """
    by_night = os.environ.get("FATDESK_LONG") == "1"
    most = int(os.environ.get("FATDESK_MUTANTS", BY_NIGHT)) if by_night else by_day
    patience_s = float(os.environ.get("FATDESK_MUTANT_S", "inf")) if by_night else float("inf")
    number = first = _first() if by_night else 0
    outcomes: Counter[str] = Counter()
    known: set[int] = set()
    slowest, end = 0.0, time.monotonic() + patience_s
    before = peak_mb() if sys.platform != "win32" else 0.0
    while len(known) < most and time.monotonic() < end:
        spoiled = make(number)
        number += 1
        digest = hash(spoiled)
        if digest in known:
            continue
        known.add(digest)
        start = time.perf_counter()
        try:
            outcomes[read(number - 1, spoiled)] += 1
        except FatdeskError as error:
            outcomes["refused"] += 1
            for text in str(error).split("\n"):
                assert line is None or line.fullmatch(text), f"mutant {number - 1}: {text!r}"
                assert len(text) < longest, f"mutant {number - 1}: {text!r}"
        except BaseException as error:
            raise AssertionError(f"mutant {number - 1}: {type(error).__name__}: {error}") from error
        spent = time.perf_counter() - start
        if spent > slowest:  # other programs may have run meanwhile: count the processor's time
            slowest = max(slowest, min(spent, _processor_s(read, number - 1, spoiled)))
    if sys.platform != "win32":
        assert peak_mb() <= max(1.05 * before, MOST_MB)  # what ran before in this process counts too
    return Campaign(first, number, outcomes, slowest)


def _processor_s(read: Callable[[int, bytes], str], number: int, spoiled: bytes) -> float:
    """Return the time of the processor for reading a mutant again."""
    start = time.process_time()
    with suppress(FatdeskError):
        read(number, spoiled)
    return time.process_time() - start


def _first() -> int:
    """Return the number of the first mutant by night."""
    chosen = os.environ.get("FATDESK_MUTANTS_FROM", "0")
    if chosen != "records":
        return int(chosen)
    from promises import next_mutant  # of packaging/, which pytest puts on the path

    return next_mutant(os.environ["PYTEST_CURRENT_TEST"].rpartition(" ")[0])


def mutant(number: int, *sound: bytes) -> bytes:
    """Return the mutant of a number: a spoiled copy of one of the sound files."""
    chance = random.Random(number)
    data = chance.choice(sound)
    rebuilt = chance.random() < 0.45
    if rebuilt:
        data = _rebuilt(chance, data, chance.choice(sound))
    elif len(sound) > 1 and chance.random() < 0.05:
        data = _joined(chance, data, chance.choice(sound))
    count = chance.choice((0, 0, 0, 0, 1, 2) if rebuilt else (1, 1, 1, 2, 3, 8))
    for way in chance.choices(_WAYS, cum_weights=_CHANCES, k=count):
        data = way(chance, data)
    return data


def overwritten(number: int, data: bytes) -> bytes:
    """Return a copy with other bytes in places of a binary file; its length stays."""
    chance = random.Random(number)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        data = _overwrite(chance, data)
    return data


_PIECE = re.compile(
    rb'"(?:[^"\\\n]|\\.)*"|[\[{(]|[\]})]'  # a text, a bracket
    rb'|</?[A-Za-z][^<>]*>|[^\s\[\]{}(),;:"<>][^\s\[\]{}(),;"<>]*'  # a tag, a word
)


@lru_cache(maxsize=256)
def _pieces(data: bytes) -> Sequence[tuple[int, int]]:
    """Return where the values of a file begin and end: words, texts, what is in brackets, elements of XML."""
    found, opened = [], []
    for piece in _PIECE.finditer(data):
        text = piece[0]
        start, end = piece.span()
        if text in b"[{(" or (text[:1] == b"<" and text[1:2] != b"/" and text[-2:] != b"/>"):
            opened.append(start)
        elif (text in b"]})" or text[:2] == b"</") and opened:
            found.append((opened.pop(), end))
        else:
            found.append((start, end))
    return found or [(0, len(data))]


def _rebuilt(chance: random.Random, data: bytes, other: bytes) -> bytes:
    """Other values in the place of some; what JSON or XML was mostly stays so."""
    spoiled, before = [], len(data)
    for start, end in sorted(chance.choices(_pieces(data), k=chance.choice((1, 1, 1, 2, 3))), reverse=True):
        if end > before:
            continue
        comma_before = comma_behind = 0
        first, last = chance.choice(_pieces(other))
        value, strange = data[start:end], other[first:last]
        if data[end : end + 1] == b":" and value[:1] == b'"':  # the key of a JSON object
            new = (
                strange if strange[:1] == b'"' else chance.choice((value.upper(), b'"x"', value[:-2] + b'"'))
            )
        else:
            new = chance.choice((strange, strange, chance.choice(_SOUND_WORDS), None))
        if new is None:
            way = chance.randrange(5)
            doubled = value + (b"" if value[:1] == b"<" else b", ") + value
            new = (doubled, value[:1] + value[-1:], b"", value[1:-1], value.upper())[way]
            if way == 2:
                comma_behind = data[end : end + 1] in (b",", b";", b"\t")
                comma_before = not comma_behind and data[start - 1 : start] == b","
        spoiled += [data[end + comma_behind : before], new]
        before = start - comma_before
    spoiled.append(data[:before])
    return b"".join(reversed(spoiled))


def _joined(chance: random.Random, data: bytes, other: bytes) -> bytes:
    return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]


def _flip_bit(chance: random.Random, data: bytes) -> bytes:
    place = chance.randrange(len(data) or 1)
    return (
        data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :] if data else data
    )


def _drop_some(chance: random.Random, data: bytes) -> bytes:
    place = chance.randrange(len(data) + 1)
    return data[:place] + data[place + chance.choice((1, 1, 2, 10, 100)) :]


def _put_word(chance: random.Random, data: bytes) -> bytes:
    place = chance.randrange(len(data) + 1)
    return data[:place] + chance.choice(WORDS) + data[place + chance.choice((0, 0, 1, 5)) :]


def _overwrite(chance: random.Random, data: bytes) -> bytes:
    """Bytes of a file of the same length, such as numbers that are none or are huge."""
    new = chance.choice((chance.randbytes(1), chance.randbytes(8), *_BINARY))
    place = chance.randrange(len(data) + 1)
    place -= place % chance.choice((1, 8))
    return data[:place] + new[: len(data) - place] + data[place + len(new) :]


_BINARY = [
    *(struct.pack("<d", number) for number in (0, -1, 1, 0.5, 1e300, nan, inf, -inf)),
    *(struct.pack("<q", number) for number in (1, -1, 7, 1 << 40, -1 << 63)),
    b"\0", b"\xff", b"\0" * 64, b"\xff" * 64,
]  # fmt: skip


def _cut_off(chance: random.Random, data: bytes) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _drop_line(chance: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    del lines[chance.randrange(len(lines))]
    return b"\n".join(lines)


def _double_line(chance: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    lines.insert(chance.randrange(len(lines)), chance.choice(lines))
    return b"\n".join(lines)


def _swap_lines(chance: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    return b"\n".join(lines)


def _change_value(chance: random.Random, data: bytes) -> bytes:
    """Another value after a colon: numbers, names and lists of the wrong kind."""
    start = _after(chance, data, b":") + 1
    if not start:
        return data
    end = min([n for mark in (b",", b"}", b"\n") if (n := data.find(mark, start)) >= 0], default=len(data))
    return data[:start] + chance.choice(WORDS) + data[end:]


def _after(chance: random.Random, data: bytes, mark: bytes) -> int:
    """Return where some mark is, or -1."""
    found = data.find(mark, chance.randrange(len(data) + 1))
    return found if found >= 0 else data.find(mark)


def _some(chance: random.Random, data: bytes, pattern: re.Pattern[bytes]) -> tuple[int, int]:
    """Return the begin and end of something that fits a pattern, or of nothing."""
    place = chance.randrange(len(data) + 1)
    found = pattern.search(data, place, place + 400) or pattern.search(data)
    return found.span() if found else (place, place)


_TOKEN = re.compile(rb"[A-Za-z0-9_.+-]+|\S")
_NUMBER = re.compile(rb"[0-9]+")
_SEPARATORS = b",;\t :=|/-"
_SEPARATOR = re.compile(b"[" + _SEPARATORS[:-1] + rb"\-]")
_OPENING = re.compile(rb"[\[{(<]")
_CLOSING = dict(zip(b"[{(<", b"]})>", strict=True))


def _other_token(chance: random.Random, data: bytes) -> bytes:
    """Put a token of the file in place of another."""
    start, end = _some(chance, data, _TOKEN)
    first, last = _some(chance, data, _TOKEN)
    return data[:start] + data[first:last] + data[end:]


def _drop_token(chance: random.Random, data: bytes) -> bytes:
    start, end = _some(chance, data, _TOKEN)
    return data[:start] + data[end:]


def _other_number(chance: random.Random, data: bytes) -> bytes:
    start, end = _some(chance, data, _NUMBER)
    now = int(data[start : min(end, start + 18)] or b"0")
    new = chance.choice((now + 1, now - 1, -now, 0, now * 10, now / 10, now * 10**18, chance.randrange(5000)))
    return data[:start] + f"{new}".encode() + data[end:]


def _other_separator(chance: random.Random, data: bytes) -> bytes:
    start, end = _some(chance, data, _SEPARATOR)
    return data[:start] + bytes([chance.choice(_SEPARATORS)]) + data[end:]


def _other_case(chance: random.Random, data: bytes) -> bytes:
    start, end = _some(chance, data, _TOKEN)
    return data[:start] + data[start:end].swapcase() + data[end:]


def _change_block(chance: random.Random, data: bytes) -> bytes:
    """Drop, double, empty or unwrap what is between brackets."""
    start, end = _some(chance, data, _OPENING)
    if start == end:
        return data
    opening, closing, depth = data[start], _CLOSING[data[start]], 0
    for place in range(start, min(len(data), start + 4000)):
        depth += (data[place] == opening) - (data[place] == closing)
        if not depth:
            break
    else:
        return data[:start] + data[end:]
    block, rest = data[start : place + 1], data[place + 1 :]
    new = chance.choice(
        (b"", block + block, block + b"," + block, block[:1] + block[-1:], block[1:-1], b"[" + block + b"]")
    )
    return data[:start] + new + rest


def _move_lines(chance: random.Random, data: bytes) -> bytes:
    """Move, double or indent some lines that follow each other."""
    lines = data.split(b"\n")
    start = chance.randrange(len(lines))
    block = lines[start : start + chance.choice((1, 2, 3, 8))]
    way = chance.randrange(3)
    if way == 0:
        del lines[start : start + len(block)]
    if way < 2:
        place = chance.randrange(len(lines) + 1)
        lines[place:place] = block
    else:
        indent = chance.choice((b" ", b"  ", b"    ", b"\t", b"#", b'"'))
        lines[start : start + len(block)] = [indent + line for line in block]
    return b"\n".join(lines)


def _repeat_piece(chance: random.Random, data: bytes) -> bytes:
    place = chance.randrange(len(data) + 1)
    piece = data[place : place + chance.choice((1, 10, 100))]
    return data[:place] + piece * chance.choice((2, 50)) + data[place:]


def _move_piece(chance: random.Random, data: bytes) -> bytes:
    place, to = chance.randrange(len(data) + 1), chance.randrange(len(data) + 1)
    piece = data[place : place + chance.choice((1, 10, 60))]
    return data[:to] + piece + data[to:]


_WEIGHTS: dict[Callable[[random.Random, bytes], bytes], int] = {
    **dict.fromkeys((_flip_bit, _drop_some, _put_word, _change_value, _other_token, _other_number), 4),
    **dict.fromkeys((_drop_line, _double_line, _swap_lines, _move_lines, _change_block), 2),
    **dict.fromkeys((_cut_off, _move_piece, _drop_token, _other_separator, _overwrite), 2),
    **dict.fromkeys((_repeat_piece, _other_case), 1),
}
_WAYS, _CHANCES = list(_WEIGHTS), list(accumulate(_WEIGHTS.values()))
