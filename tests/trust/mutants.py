"""Spoil a text file in the ways that files get spoiled, the same for the same seed."""

import os
import random
from collections.abc import Callable

WORDS = [
    b"null", b"true", b"-1", b"0", b"1e999", b"NaN", b"Infinity", b"99999999999999999999999", b"1e-400",
    b'""', b"[]", b"{}", b'"\\u0000"', b'"\\ud800"', b"\xff\xfe", b"\x00", b"\xef\xbb\xbf", b"[" * 60,
    b'{"t":' * 60, b'"' + b"x" * 3000 + b'"', b'"../../etc/passwd"', b'"=1+1"', b'"<img src=x>"', b"-0.0",
    b"0.1", b"1.0", b'"NaN"', b'"1e999999999"', b"<<<<<<< HEAD", b"\r\n", b"\t", b'"t"', b'"kind"', b'"id"',
    b'{"t":"end"}',
]  # fmt: skip


def mutants_for(by_day: int) -> int:
    """Return the number of mutants of a reader: by night 1,000,000 or ``FATDESK_MUTANTS``."""
    night = os.environ.get("FATDESK_LONG") == "1"
    return int(os.environ.get("FATDESK_MUTANTS", "1000000")) if night else by_day


def mutant(seed: int, data: bytes) -> bytes:
    """A spoiled copy."""
    chance = random.Random(seed)
    spoil = chance.choices(_WAYS, weights=[4, 4, 4, 2, 2, 2, 2, 4, 1, 2], k=chance.choice((1, 1, 1, 2, 3, 8)))
    for way in spoil:
        data = way(chance, data)
    return data


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
    colons = [n for n in range(len(data)) if data[n : n + 1] == b":"]
    if not colons:
        return data
    start = chance.choice(colons) + 1
    end = min([n for mark in (b",", b"}", b"\n") if (n := data.find(mark, start)) >= 0], default=len(data))
    return data[:start] + chance.choice(WORDS) + data[end:]


def _repeat_piece(chance: random.Random, data: bytes) -> bytes:
    place = chance.randrange(len(data) + 1)
    piece = data[place : place + chance.choice((1, 10, 100))]
    return data[:place] + piece * chance.choice((2, 50)) + data[place:]


def _move_piece(chance: random.Random, data: bytes) -> bytes:
    place, to = chance.randrange(len(data) + 1), chance.randrange(len(data) + 1)
    piece = data[place : place + chance.choice((1, 10, 60))]
    return data[:to] + piece + data[to:]


_WAYS: list[Callable[[random.Random, bytes], bytes]] = [
    _flip_bit,
    _drop_some,
    _put_word,
    _cut_off,
    _drop_line,
    _double_line,
    _swap_lines,
    _change_value,
    _repeat_piece,
    _move_piece,
]
