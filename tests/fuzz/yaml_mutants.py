"""Mutants of YAML files: sound files with one to four injuries, the same ones for the same number."""

import random
import re

NASTY = [
    b"nan", b".nan", b"inf", b"-inf", b"1e999", b"-1", b"0", b"-0", b"0.5", b"1e-9", b"0123", b"0x1F",
    b"1_000", b"true", b"no", b"~", b"null", b"''", b'""', b"[]", b"{}", b"[[]]", b"{a: b}", b"- a",
    b"a: b", b"&a b", b"*a", b"!!int 3", b"!!python/object/apply:os.system [x]", b"!x", b"<<: {a: b}",
    b"<<", b"---", b"...", b"%YAML 1.2", b"|", b">", b"? a", b"@", b"`", b"#", b"1:30", b"2026-05-31",
    b"9" * 400, b"9" * 5000, b"1." + b"3" * 999, b"x" * 90, b"x" * 2100, b"\xc3\xa9", b"\xe2\x80\xa8",
    b"\xef\xbb\xbf", b"\xff", b"\x00", b"\x1b", b"\x7f", b"\t", b"\r", b'"\\0"', b'"\\ud800"',
    b'"\\x1b[2J"', b"=1+1", b"<img src=x>", b"../../x", b"$.ports[0]", b"` - at `$.id`", b"1/2", b"3/2",
    b"1/0", b"cost", b"all", b"ib-36", b"copper", b"switch", b"cable", b"1e15", b"999999999999999999999",
]  # fmt: skip
BIG = [b"[" * 100_000, b"{a: " * 100_000, b"9" * 100_000, b"- " * 100_000, b"a" * 1_000_000, b"[1," * 50_000]
TOKENS = b"[]{}:,-#&*!|>'\"%@`?\n\t \r0123456789.eE+abcxyz_\xc3\x00\xff"


def mutant(seeds: list[bytes], number: int) -> bytes:
    """The mutant of that number."""
    chance = random.Random(number)
    data = chance.choice(seeds)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 4))):
        data = chance.choice(INJURIES)(data, chance, seeds)
    if number % 2_000 == 7:
        place = chance.randrange(len(data) + 1)
        data = data[:place] + chance.choice(BIG) + data[place:]
    return data


def _byte(data: bytes, chance: random.Random, seeds: list[bytes]) -> bytes:
    place = chance.randrange(len(data) + 1)
    return data[:place] + bytes([chance.choice(TOKENS)]) + data[place + chance.randrange(2) :]


def _cut(data: bytes, chance: random.Random, seeds: list[bytes]) -> bytes:
    place = chance.randrange(len(data) + 1)
    return data[:place] + data[place + chance.randrange(1, 30) :]


def _end(data: bytes, chance: random.Random, seeds: list[bytes]) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _again(data: bytes, chance: random.Random, seeds: list[bytes]) -> bytes:
    start = chance.randrange(len(data) + 1)
    piece = data[start : start + chance.randrange(1, 60)]
    place = chance.randrange(len(data) + 1)
    return data[:place] + piece + data[place:]


def _values(data: bytes) -> list[tuple[int, int]]:
    """Where plain values stand."""
    return [found.span(1) for found in re.finditer(rb"(?=: ([^,}\]\n]*))", data)]


def _value(data: bytes, chance: random.Random, seeds: list[bytes]) -> bytes:
    """Put something nasty where a value stands."""
    start, end = chance.choice(_values(data) or [(0, 0)])
    return data[:start] + chance.choice(NASTY) + data[end:]


def _other_value(data: bytes, chance: random.Random, seeds: list[bytes]) -> bytes:
    """Put a value of some sound file where a value stands."""
    start, end = chance.choice(_values(data) or [(0, 0)])
    other = chance.choice(seeds)
    first, last = chance.choice(_values(other) or [(0, 0)])
    return data[:start] + other[first:last] + data[end:]


def _digit(data: bytes, chance: random.Random, seeds: list[bytes]) -> bytes:
    places = [found.start() for found in re.finditer(rb"[0-9]", data)]
    if not places:
        return data
    place = chance.choice(places)
    return data[:place] + chance.choice((b"0", b"1", b"7", b"99", b".5", b"-")) + data[place + 1 :]


def _key(data: bytes, chance: random.Random, seeds: list[bytes]) -> bytes:
    """Misspell, swap or replace a key."""
    colons = [found.start() for found in re.finditer(b":", data)]
    if not colons:
        return data
    end = chance.choice(colons)
    start = end
    while start > 0 and data[start - 1] not in b" {,\n-[":
        start -= 1
    key = data[start:end]
    new = chance.choice(
        (key[:-1], key + b"x", key.upper(), b"price", b"kind", b"id", b"count", chance.choice(NASTY))
    )
    return data[:start] + new + data[end:]


def _line(data: bytes, chance: random.Random, seeds: list[bytes]) -> bytes:
    """Move, double, drop or indent a line."""
    rows = data.split(b"\n")
    place = chance.randrange(len(rows))
    row = rows.pop(place)
    match chance.randrange(5):
        case 0:
            rows.insert(chance.randrange(len(rows) + 1), row)
        case 1:
            rows[place:place] = [row, row]
        case 2:
            rows.insert(place, b" " * chance.randrange(1, 5) + row)
        case 3:
            rows.insert(place, b"\t" + row)
    return b"\n".join(rows)


def _join(data: bytes, chance: random.Random, seeds: list[bytes]) -> bytes:
    other = chance.choice(seeds)
    return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]


def _nasty(data: bytes, chance: random.Random, seeds: list[bytes]) -> bytes:
    place = chance.randrange(len(data) + 1)
    return data[:place] + chance.choice(NASTY) + data[place:]


INJURIES = (
    *(_byte, _cut, _end, _again, _line, _join, _nasty),
    *(_value, _value, _key, _key, _digit, _digit, _digit, _other_value, _other_value, _other_value),
)
