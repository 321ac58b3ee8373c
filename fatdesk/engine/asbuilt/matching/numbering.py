"""Match the port names of a report with ports: the naming is recognised from all names of a switch.

Every naming that is known (those of the part, of other operating systems, what is printed at the cages,
plain numbers) says which port a name would be. The naming that finds the most ports is taken; of equals an
operating system's that finds at least half of them as they are split in the plan, then the one under which
most links lead where the plan has them, and last the one that uses the same words (``Et`` is of EOS, ``Eth``
of NX-OS). Names are never read by one naming here and by another there, except that a switch may announce
its ports to neighbours under names other than those that it lists itself.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from fatdesk.engine.asbuilt.matching.port_names import is_management, number_of, numbers_by_text, plain_number
from fatdesk.engine.catalog.parts import PortNaming
from fatdesk.engine.catalog.plugs import PortTable
from fatdesk.engine.catalog.port_names import SYSTEMS, PortNames, folded, shortened, system_title

NUMBERS, PRINTED, LAST, LAST0 = "numbers", "printed", "last-number", "last-number-from-0"
_TITLES = {
    NUMBERS: "port numbers",
    PRINTED: "cage numbers",
    LAST: "the last number in a name, counted from 1",
    LAST0: "the last number in a name, counted from 0",
    "cards": "cage numbers with their card",
}
_OWN = (
    PortNaming(
        system=PRINTED,
        port="{slot/}{cage}",
        split="{slot/}{cage}/{leg}",
        twin="{slot/}{cage}/{link}",
        twin_split="{slot/}{cage}/{link}/{leg}",
    ),
    PortNaming(system="cards", port="c{slot}swp{cage}", split="c{slot}swp{cage}s{piece0}"),
)
"""Namings of lists that are written here."""
_SPLITS = (2, 4, 8)
_WORD = re.compile(r"[a-z]*")
_FEW = 2
"""Ports ``eth0``, ``eth1`` of a switch that has no more of them are for management."""


@dataclass(frozen=True, eq=False)
class NodePorts:
    """The ports of a switch of the plan: what is printed at them, and how they are split.

    Attributes
    ----------
    table
        None for what has no printed ports: chips of directors, nodes outside the project.
    per_port
        How many numbers each port has, as InfiniBand counts ports of a switch that splits some.
    splits
        For each port of the table into how many legs the plan splits it.
    namings
        Those of the part.
    """

    table: PortTable | None
    per_port: int = 1
    splits: tuple[int, ...] = ()
    namings: tuple[PortNaming, ...] = ()

    def text(self, number: int) -> str:
        """A port as it is printed, with its leg where it is split."""
        port, leg = divmod(number - 1, self.per_port)
        if self.table is None or not 0 <= port < len(self.table.cage):
            return str(number)
        split = leg or (self.splits and self.splits[port] > 1)
        return f"{self.table.text(port)} leg {leg + 1}" if split else self.table.text(port)

    def port(self, number: int) -> int | None:
        """The port of the table that a number belongs to, from 0; None where there is none."""
        port = (number - 1) // self.per_port
        return port if self.table is not None and 0 <= port < len(self.table.cage) else None

    def cage(self, number: int) -> int:
        """The cage of a port; ports that the part does not have are cages of their own."""
        port = self.port(number)
        return -number if port is None or self.table is None else int(self.table.cage[port])

    def place(self, number: int) -> tuple[int, int, bool]:
        """The cage of a port, its place there, and whether it is a further leg of a split port."""
        port, leg = self.port(number), (number - 1) % self.per_port
        if port is None or self.table is None:
            return -number, 0, False
        return int(self.table.cage[port]), int(self.table.link[port]) * self.per_port + leg, leg > 0

    def cage_text(self, number: int) -> str:
        """The cage of a port as it is printed, with its card where there are cards."""
        port = self.port(number)
        if port is None or self.table is None:
            return str(number)
        text = self.table.text(port)
        return text.rpartition("/")[0] if self.table.plugs[self.table.plug[port]].links > 1 else text

    def os_port(self, number: int, system: str = "", *, whole: bool = False) -> str:
        """Return the name of a port in an operating system, by default the first of the part; else empty.

        Parameters
        ----------
        whole
            Name all ports of its cage.
        """
        port, leg = self.port(number), (number - 1) % self.per_port
        names = self._names(system)
        if names is None or port is None or self.table is None:
            return ""
        if not whole:
            return self._split_otherwise(names, port).name(port, leg) if leg else names.name(port)
        cage = int(self.table.cage[port])
        return shortened([name for name, other, _ in names.all() if int(self.table.cage[other]) == cage])

    def _split_otherwise(self, names: PortNames, port: int) -> PortNames:
        """The names where a port has further legs, which the plan may not have."""
        if self.splits and self.splits[port] > 1:
            return names
        splits = list(self.splits) or [1] * len(names.table.cage)
        splits[port] = self.per_port
        return PortNames(names.table, names.naming, splits)

    def _names(self, system: str) -> PortNames | None:
        if self.table is None:
            return None
        naming = next((one for one in self.namings if one.system == system), None)
        if naming is None and system in SYSTEMS:
            naming = PortNaming(system=system)
        if naming is None and self.namings:
            naming = self.namings[0]
        if naming is None:
            return None
        if naming not in self._made:
            self._made[naming] = PortNames(self.table, naming, self.splits or None)
        return self._made[naming]

    @cached_property
    def _made(self) -> dict[PortNaming, PortNames]:
        return {}

    @cached_property
    def readings(self) -> tuple["Reading", ...]:
        """All readings of the names of these ports, the likeliest first."""
        if self.table is None:
            return ()
        known = {naming.system for naming in self.namings}
        others = [PortNaming(system=key) for key in SYSTEMS if key not in known]
        return tuple(Reading(self, naming) for naming in (*self.namings, *others, *_OWN))

    @cached_property
    def by_digits(self) -> dict[tuple[str, ...], int]:
        """Numbers by the digits of what is printed, without legs: for names that no naming knows."""
        if self.table is None:
            return {}
        table = self.table
        whole = numbers_by_text(table.data, lambda port: table.text(port - 1))
        found = {digits: (port - 1) * self.per_port + 1 for digits, port in whole.items()}
        for port, split in enumerate(self.splits):
            printed = tuple(piece for piece in self.table.text(port).split("/"))
            for leg in range(split if split > 1 else 0):
                found[*printed, str(leg + 1)] = port * self.per_port + leg + 1
        return found


class Reading:
    """The names of a switch's ports under one naming, and the port number of each."""

    def __init__(self, ports: NodePorts, naming: PortNaming) -> None:
        self._ports, self.key = ports, naming.system
        self._naming = naming

    @property
    def title(self) -> str:
        """Common name of the naming."""
        return _TITLES.get(self.key) or system_title(self.key)

    @cached_property
    def exact(self) -> Mapping[str, int]:
        """Numbers by folded name, ports split as planned."""
        return self._numbers(self._ports.splits)

    @cached_property
    def other(self) -> Mapping[str, int]:
        """The same for ports that are split differently from the plan; the first leg is the port itself."""
        table = self._ports.table
        if table is None:
            return {}
        lanes = [table.plugs[plug].lanes for plug in table.plug.tolist()]
        ways = dict.fromkeys((*sorted(set(self._ports.splits) - {1}), *_SPLITS, 1))
        found: dict[str, int] = {}
        for way in ways:
            splits = [way if way <= some else 1 for some in lanes]
            for name, number in self._numbers(splits).items():
                found.setdefault(name, number)
        return found

    def spells(self, name: str) -> bool:
        """Whether the word before the numbers of a name is one that the system writes."""
        system = SYSTEMS.get(self.key)
        word = _WORD.match(name.strip().casefold())
        return system is not None and word is not None and word[0] in system.words

    def find(self, name: str) -> int | None:
        """The number of the port that is called so; None where none is."""
        text = folded(name)
        number = self.exact.get(text)
        return self.other.get(text) if number is None else number

    def _numbers(self, splits: Sequence[int]) -> dict[str, int]:
        if self._ports.table is None:
            return {}
        per_port = self._ports.per_port
        found: dict[str, int] = {}
        for name, port, leg in PortNames(self._ports.table, self._naming, splits).all():
            if leg < per_port and not self._ports.table.manages(port):
                found.setdefault(folded(name), port * per_port + leg + 1)
        return found


@dataclass(frozen=True)
class Numbering:
    """Port naming of a switch in a report, and how well it fits.

    Attributes
    ----------
    keys, titles
        Which namings they follow; none where no name was understood.
    numbers
        The number of the port by its name in the report.
    rivals
        Titles of namings that explain the names as well and would read them as other ports.
    """

    keys: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)
    rivals: tuple[str, ...] = ()


Agrees = Callable[[str, int], bool]
"""Whether the link at a name leads where the plan has the link of a port number."""


def plain_numbers(names: Iterable[str]) -> Numbering:
    """The numbering of a report that counts ports as InfiniBand does."""
    numbers = {name: number for name in names if (number := plain_number(name)) is not None}
    return Numbering((NUMBERS,), (_TITLES[NUMBERS],), numbers)


def numbering_of(
    own: Sequence[str],
    reported: Sequence[str],
    ports: NodePorts,
    most: int,
    taken: frozenset[int],
    agrees: Agrees,
) -> Numbering:
    """Return the port naming of a switch.

    Parameters
    ----------
    own, reported
        Names of its ports in its own report, and in those of its neighbours.
    most
        Highest number of a port.
    taken
        Numbers of ports that the plan uses.
    """
    office = {name for name in (*own, *reported) if is_management(name)}
    plain = {name for name in office if name.casefold().startswith("eth")}
    office -= plain if len(plain) > _FEW else set()
    sides = [
        list(dict.fromkeys(name for name in some if name and name not in office)) for some in (own, reported)
    ]
    every = list(dict.fromkeys((*sides[0], *sides[1])))
    found = _ranked(every, ports, most, taken, agrees)
    if not found or not found[0].numbers:
        return Numbering()
    best = found[0]
    if not (best.system and len(best.numbers) == len(every)) and all(sides):
        apart = [_ranked(some, ports, most, taken, agrees)[0] for some in sides]
        explained = len({name for one in apart for name in one.numbers})
        if all(one.system for one in apart) and explained >= len(best.numbers):
            return Numbering(
                tuple(dict.fromkeys(one.key for one in apart)),
                tuple(dict.fromkeys(one.title for one in apart)),
                {**apart[1].numbers, **apart[0].numbers},
            )
    rivals = (
        one.title
        for one in found[1:]
        if one.rank == best.rank and one.numbers != best.numbers and one.title != best.title
    )
    return Numbering((best.key,), (best.title,), best.numbers, tuple(dict.fromkeys(rivals)))


def _ranked(
    names: Sequence[str], ports: NodePorts, most: int, taken: frozenset[int], agrees: Agrees
) -> list["_Try"]:
    """Return the ports of names under each naming, the best first; of equals the most likely."""
    found = [_Try(names, way, taken, agrees) for way in _ways(names, ports, most)]
    return sorted(found, key=lambda one: (one.rank, one.spelled), reverse=True)


Find = Callable[[str], int | None]


@dataclass(frozen=True)
class _Way:
    """A reading of names.

    Attributes
    ----------
    system
        Whether it is the naming of an operating system.
    exact
        Names that it finds as planned.
    """

    key: str
    title: str
    find: Find
    system: bool = False
    exact: Mapping[str, int] = field(default_factory=dict)
    spells: Callable[[str], bool] = lambda _: False


def _ways(names: Sequence[str], ports: NodePorts, most: int) -> list[_Way]:
    found = [
        _Way(one.key, one.title, one.find, one.key not in _TITLES, one.exact, one.spells)
        for one in ports.readings
    ]
    zero = any(_ends_with_zero(name) for name in names)

    def plain(name: str) -> int | None:
        number = plain_number(name)
        number = None if number is None else number + zero
        return number if number is not None and 1 <= number <= most else None

    def last(name: str) -> int | None:
        if ports.table is None:
            return plain(name)
        return number_of(name, ports.by_digits, from_zero=zero)

    key = LAST0 if zero else LAST
    return [*found, _Way(NUMBERS, _TITLES[NUMBERS], plain), _Way(key, _TITLES[key], last)]


def _ends_with_zero(name: str) -> bool:
    digits = name.rstrip("0")
    return name.endswith("0") and (not digits or not digits[-1].isdigit())


class _Try:
    """Ports of names under one naming, and how well it explains them."""

    def __init__(self, names: Sequence[str], way: _Way, taken: frozenset[int], agrees: Agrees) -> None:
        self.key, self.title, self.system = way.key, way.title, way.system
        self.numbers = {name: number for name in names if (number := way.find(name)) is not None}
        self.agree = sum(agrees(name, number) for name, number in self.numbers.items())
        distinct = set(self.numbers.values())
        self.exact = sum(folded(name) in way.exact for name in self.numbers)
        trusted = way.system and 2 * self.exact >= len(names)
        self.rank = (len(distinct), trusted, self.agree, self.exact, len(distinct & taken))
        self.spelled = sum(map(way.spells, self.numbers))
