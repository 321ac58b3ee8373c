"""Parse names of nodes and ports as machines report them: ``n01 mlx5_0``, ``swp12``, ``3/12``."""

import re
from collections.abc import Callable
from typing import NamedTuple

from fatdesk.core.errors import InputError
from fatdesk.engine.asbuilt.discovered import plain_guid

_LINE = re.compile(r'\s*"?((?:0x)?[0-9a-fA-F]{1,16})"?[\s,;]+(.+?)\s*$')


def names_by_guid(text: str, file: str) -> dict[str, str]:
    r"""A map of names as ``ibnetdiscover --node-name-map`` takes it: a GUID and a name a line.

    >>> names_by_guid('0x2c903000a1b2c "leaf1"\n# a remark\n0x0002c90300000001,n01 HCA-1', "map")
    {'2c903000a1b2c': 'leaf1', '2c90300000001': 'n01 HCA-1'}

    Raises
    ------
    InputError
        When a line is something else.
    """
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.strip()
        if not plain or plain.startswith("#"):
            continue
        taken = _LINE.match(plain)
        if taken is None:
            if number == 1:
                continue  # the heads of columns
            raise InputError(file, number, "line", 'is not understood, write 0xGUID "name"')
        found[plain_guid(taken[1])] = taken[2].strip('"')
    if not found:
        raise InputError(file, 1, "file", 'names no GUID, write a line 0xGUID "name" for each')
    return found


_DIRECTOR = re.compile(r"MF\d+;([^:]+):[^/]*(?:/([LS])0*(\d+))?(?:/U\d+)?$", re.IGNORECASE)
_ADAPTER = re.compile(
    r"(.+?)[\s_/-]+((?:HCA|mlx\d|mthca|mlx|hfi\d?|qib|ibp|bnxt_re)[\w-]*?)[-_]?(\d*)$", re.IGNORECASE
)


class Adapter(NamedTuple):
    """An adapter by the name of its host and its own; ``first`` counts from 1 where the form does so."""

    host: str
    word: str
    first: int | None = None


def switch_names(name: str) -> tuple[str, ...]:
    """Return possible names of a switch in the plan, the most likely first, in one case.

    >>> switch_names("MF0;Leaf1:MQM8700/U1"), switch_names("leaf1.cluster.example")
    (('mf0;leaf1:mqm8700/u1', 'leaf1'), ('leaf1.cluster.example', 'leaf1'))
    >>> switch_names("MF0;dir1:CS7500/L03/U1")[1:]
    ('dir1 card 3', 'dir1')
    """
    plain = " ".join(name.split())
    found = [plain]
    if taken := _DIRECTOR.match(plain):
        if taken[2]:
            found.append(f"{taken[1]} {'card' if taken[2].upper() == 'L' else 'board'} {taken[3]}")
        found.append(taken[1])
    else:
        found.append(plain.partition(".")[0])
    return tuple(dict.fromkeys(one.casefold() for one in found if one))


def adapter(name: str) -> Adapter:
    """The host of an adapter, and which of its adapters it is.

    >>> adapter("n01 HCA-2")
    Adapter(host='n01', word='hca2', first=2)
    >>> adapter("gpu-3 mlx5_0")
    Adapter(host='gpu-3', word='mlx5_0', first=None)
    """
    plain = " ".join(name.split())
    taken = _ADAPTER.match(plain)
    if taken is None:
        return Adapter(plain.casefold(), "")
    host, word, number = taken[1].casefold(), taken[2].casefold(), taken[3]
    if word == "hca" and number and len(number) < 6:
        return Adapter(host, f"hca{int(number)}", int(number))
    return Adapter(host, plain[len(taken[1]) :].strip().casefold())


def host_names(name: str) -> tuple[str, ...]:
    """Return possible names of a host in the plan: its name, and without its domain.

    >>> host_names("n01.cluster.example")
    ('n01.cluster.example', 'n01')
    """
    return tuple(dict.fromkeys((name, name.partition(".")[0])))


_DIGITS = re.compile(r"\d+")
_MANAGEMENT = re.compile(r"(?i:mgmt|management|fxp|em|ma|oob|bond|vlan|lo)-?\d*(?:/\d+)*$|eth\d\d?$")


def is_management(text: str) -> bool:
    """Whether a switch calls a port so that carries no traffic of a fabric.

    >>> is_management("mgmt0"), is_management("eth0"), is_management("swp1"), is_management("Eth1/1")
    (True, True, False, False)
    """
    return bool(_MANAGEMENT.match(text.strip()))


def plain_number(text: str) -> int | None:
    """A text of nothing but digits as a number, if ports can have it."""
    return int(text) if text.isdecimal() and len(text) < 10 else None


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts numbers in names by their worth: eth2 before eth10."""
    return tuple(
        (0, int(piece), "") if plain_number(piece) is not None else (1, 0, piece.casefold())
        for piece in re.split(r"([0-9]+)", text)
        if piece
    )


def numbers_by_text(ports: int, text: Callable[[int], str]) -> dict[tuple[str, ...], int]:
    """The number of each port of a node by the digits of what is printed at it, and by its number alone.

    >>> known = numbers_by_text(4, lambda number: f"{(number + 1) // 2}/{(number - 1) % 2 + 1}")
    >>> known[("2", "1")], known[("4",)]
    (3, 4)
    """
    known = {(str(number),): number for number in range(1, ports + 1)}
    printed = {tuple(_DIGITS.findall(text(number))): number for number in range(1, ports + 1)}
    return known | printed


def number_of(text: str, known: dict[tuple[str, ...], int], *, from_zero: bool = False) -> int | None:
    """The number of a port that is reported so; None when the part has none like it.

    Of several numbers in a name the longest ending counts that is printed at a port, so ``Eth1/3/12`` is
    port 12 of card 3 where there is one, else port 12. A name like ``swp12s1`` names the second leg or link.

    >>> known = numbers_by_text(36, str)
    >>> number_of("swp12", known), number_of("Eth1/12", known), number_of("et-0/0/0", known, from_zero=True)
    (12, 12, 1)
    >>> number_of("99", known)
    """
    digits = [str(int(piece)) for piece in _DIGITS.findall(text) if len(piece) < 10]
    if not digits:
        return None
    if legged := re.search(r"(\d{1,9})s(\d{1,9})$", text):
        found = known.get((legged[1], str(int(legged[2]) + 1)))
        if found is not None:
            return found
    if from_zero:
        digits[-1] = str(int(digits[-1]) + 1)
    return next(
        (known[tuple(digits[i:])] for i in range(len(digits)) if tuple(digits[i:]) in known),
        None,
    )
