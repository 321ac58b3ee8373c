"""Text files spoiled in the ways that files get spoiled, the same for the same seed; campaigns of them."""

import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
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
    b'{"t":"end"}',
]  # fmt: skip


MOST_S, MOST_MB = 2.0, 500.0
"""The most that a reader takes for a mutant, and the memory of the process that reads them."""
BY_NIGHT = 1_000_000


def seeds(by_day: int) -> Iterator[int]:
    """Yield the numbers of the mutants of a reader: by night a million.

    ``FATDESK_MUTANTS`` in the environment is another number for the night, ``FATDESK_MUTANT_S`` a limit of
    seconds.
    """
    if os.environ.get("FATDESK_LONG") != "1":
        yield from range(by_day)
        return
    end = time.monotonic() + float(os.environ.get("FATDESK_MUTANT_S", "inf"))
    for seed in range(int(os.environ.get("FATDESK_MUTANTS", BY_NIGHT))):
        if time.monotonic() > end:
            return
        yield seed


class Campaign(NamedTuple):
    """The mutants that a reader was given: their number, how many had which outcome, the longest time."""

    trials: int
    outcomes: Counter[str]
    slowest_s: float

    def share(self, outcome: str) -> float:
        """Return the share of the mutants with an outcome."""
        return self.outcomes[outcome] / self.trials

    def report(self, promise: Promise, name: str) -> None:
        """Report the figure of the promise, and hold the longest time to its bound."""
        figure = f"{name}: {{trials:,}} mutants, 0 tracebacks, slowest {{most_s:.2f}} s"
        promise(figure, trials=self.trials, most_s=self.slowest_s)
        judge_time(self.slowest_s, MOST_S)


def read_all(
    by_day: int, read: Callable[[int], str], line: re.Pattern[str] | None, longest: int = 1000
) -> Campaign:
    """Let a reader read its mutants.

    Parameters
    ----------
    by_day
        Number of mutants in the usual run.
    read
        Reads the mutant of a number and returns the outcome. It may raise errors of users, which is the
        outcome "refused"; anything else that it raises fails, with the number.
    line, longest
        What each line of such an error looks like, and its most characters.
    """
    outcomes: Counter[str] = Counter()
    slowest, trials = 0.0, 0
    before = peak_mb() if sys.platform != "win32" else 0.0
    for seed in seeds(by_day):
        trials += 1
        start = time.process_time()
        try:
            outcomes[read(seed)] += 1
        except FatdeskError as error:
            outcomes["refused"] += 1
            for text in str(error).split("\n"):
                assert line is None or line.fullmatch(text), f"mutant {seed}: {text!r}"
                assert len(text) < longest, f"mutant {seed}: {text!r}"
        except BaseException as error:
            raise AssertionError(f"mutant {seed}: {type(error).__name__}: {error}") from error
        slowest = max(slowest, time.process_time() - start)
    if sys.platform != "win32":
        assert peak_mb() <= max(1.05 * before, MOST_MB)  # what ran before in this process counts too
    return Campaign(trials, outcomes, slowest)


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
    colons = [found.start() for found in re.finditer(b":", data)]
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
