"""Read traffic from a file with a line ``source destination weight`` for each flow."""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from fatdesk.core.errors import InputError, InputErrors
from fatdesk.core.yaml_events import read_bytes
from fatdesk.networks.traffic.traffic import Traffic

MOST_LINES = 10_000_000
MOST_WEIGHT = 1e15
MOST_ERRORS = 20
"""A file with more errors is wrong as a whole; the first ones show how."""


def read_traffic(path: Path, hosts: Sequence[str], *, whole: bool = False) -> Traffic:
    """The flows of a file.

    Parameters
    ----------
    path
        A text file: source, destination and weight, blanks or a comma between; ``#`` begins a remark.
    hosts
        Names of the hosts in order; where a word is none of them it may be a number, from 0.
    whole
        Whether weights count messages, and so must be whole.

    Raises
    ------
    InputError, InputErrors
        Each with file, line and field.
    """
    return parse_traffic(read_bytes(path), str(path), hosts, whole=whole)


def parse_traffic(data: bytes, file: str, hosts: Sequence[str], *, whole: bool = False) -> Traffic:
    r"""The flows of a file's bytes; see :func:`read_traffic`.

    >>> flows = parse_traffic(b"a b 2  # remark\n1, 0, 0.5", "t.txt", ["a", "b"])
    >>> flows.source.tolist(), flows.destination.tolist(), flows.weight.tolist()
    ([0, 1], [1, 0], [2.0, 0.5])
    """
    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        at = data.count(b"\n", 0, error.start) + 1
        raise InputError(file, at, "text", "is not UTF-8, save the file as UTF-8") from None
    known = {name: number for number, name in enumerate(hosts)}
    sources, destinations, weights = [], [], []
    errors: list[InputError] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if number > MOST_LINES:
            raise InputError(file, number, "file", f"has more than {MOST_LINES:,} lines, add flows up first")
        words = line.partition("#")[0].replace(",", " ").split()
        if not words:
            continue
        try:
            if len(words) != 3:
                what = f"has {len(words)} words, write source destination weight"
                raise InputError(file, number, "flow", what)
            sources.append(_host(words[0], "source", known, file, number))
            destinations.append(_host(words[1], "destination", known, file, number))
            weights.append(_weight(words[2], file, number, whole))
        except InputError as error:
            errors.append(error)
            if len(errors) == MOST_ERRORS:
                break
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise InputErrors(errors)
    if not sources:
        raise InputError(file, 1, "file", "holds no flow, write a line source destination weight for each")
    return Traffic(
        len(hosts),
        np.array(sources, np.int64),
        np.array(destinations, np.int64),
        np.array(weights, np.float64),
    )


def _host(word: str, field: str, known: dict[str, int], file: str, line: int) -> int:
    number = known.get(word)
    if number is None and word.isascii() and word.isdigit() and len(word) <= 9 and int(word) < len(known):
        number = int(word)
    if number is None:
        first, last = next(iter(known), ""), next(reversed(known), "")
        what = f"{_short(word)} is no host, use a name ({first} to {last}) or a number 0 to {len(known) - 1}"
        raise InputError(file, line, field, what)
    return number


def _weight(word: str, file: str, line: int, whole: bool) -> float:
    try:
        weight = float(word) if word.isascii() and "_" not in word else math.nan
    except ValueError:
        weight = math.nan
    if math.isnan(weight):
        raise InputError(file, line, "weight", f"{_short(word)} is not a number, write one such as 1 or 0.5")
    if weight < 0:
        raise InputError(file, line, "weight", f"{_short(word)} is negative, write 0 or more")
    if weight > MOST_WEIGHT:
        raise InputError(file, line, "weight", f"{_short(word)} is above {MOST_WEIGHT:g}, scale all weights")
    if whole and not weight.is_integer():
        what = f"{_short(word)} is not whole, but a schedule delivers whole messages: multiply all weights"
        raise InputError(file, line, "weight", what)
    return weight


def _short(word: str) -> str:
    """A word as it may appear in a message."""
    shown = ascii(word)
    return shown if len(shown) <= 42 else shown[:39] + "...'"
