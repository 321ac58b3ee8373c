"""An installed fabric as it reports itself: nodes, links between ports, and what was left out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from fatdesk.core.errors import InputError


class Reported(StrEnum):
    """Type of a node as stated in a report."""

    SWITCH = "switch"
    HOST = "host"
    UNKNOWN = ""


class DiscoveredNode(NamedTuple):
    """A node as it was reported.

    Attributes
    ----------
    key
        What identifies it in the report: its GUID (as :func:`plain_guid` writes it) where it
        has one, else its name with letters of one case.
    name
        As reported: may be empty, generic, or that of others too.
    chassis
        GUID of the box that several nodes share; empty when it is not reported.
    model
        As reported, for people.
    line
        Where it was first reported, from 1.
    ports
        Number of ports that it states; 0: it states none.
    slot
        Of a chip in a modular switch: its line card or fabric board, and its number there (``L3/U1``).
    """

    key: str
    name: str
    reported: Reported = Reported.UNKNOWN
    guid: str = ""
    chassis: str = ""
    model: str = ""
    line: int = 0
    ports: int = 0
    slot: str = ""


class DiscoveredLink(NamedTuple):
    """A link between two ports; ports are texts as reported, empty where they are not reported.

    ``a`` and ``b`` number the nodes of the report, ``a`` the one that reported it; ``rate`` is as reported
    (``4xHDR``, ``100G``); ``twice``: both ends reported it.
    """

    a: int
    port_a: str
    b: int
    port_b: str
    rate: str = ""
    line: int = 0
    twice: bool = False


class Note(NamedTuple):
    """Something that the reader of a report has to know: what was left out or read in one of several ways."""

    line: int
    what: str


MOST_NOTES = 20
"""Notes of one kind that are listed; of more only the number is."""


def first_notes(some: Sequence[Note], others: str) -> Iterator[Note]:
    """The first notes of one kind, and one with the number of the others.

    >>> [note.what for note in first_notes([Note(n, "is no link") for n in range(25)], "lines left out")][-2:]
    ['is no link', 'lines left out: 5 more']
    """
    yield from some[:MOST_NOTES]
    if len(some) > MOST_NOTES:
        yield Note(0, f"{others}: {len(some) - MOST_NOTES:,} more")


def plain_guid(text: str) -> str:
    """A GUID in lower case hexadecimal without 0x and leading zeros, so that it is the same in every form.

    >>> plain_guid("0x0002C903000A1B2C"), plain_guid("0x0")
    ('2c903000a1b2c', '0')
    """
    digits = text.strip().lower().removeprefix("0x")
    return digits.lstrip("0") or digits[:1]


@dataclass(frozen=True)
class Discovered:
    """A report: each link once, whichever of its ends reported it.

    Attributes
    ----------
    file
        Name of the file, for messages.
    form
        What kind of report it is, in words (``ibnetdiscover``).
    """

    file: str
    form: str
    nodes: tuple[DiscoveredNode, ...]
    links: tuple[DiscoveredLink, ...]
    notes: tuple[Note, ...] = ()
    counts_ports: bool = False
    """Whether its ports are numbers as InfiniBand counts them, legs of split ports included."""
    printed: Mapping[tuple[int, str], int] = field(default_factory=dict)
    """The number at the cage of a port, by node and port, where the report states it too."""


@dataclass
class Report:
    """A report while it is read: nodes by key, and links reported by one or both ends.

    >>> report = Report("lldp.csv", "LLDP table")
    >>> leaf, spine = report.node("leaf1", "leaf1", line=2), report.node("spine1", "spine1", line=2)
    >>> report.link(leaf, "swp1", spine, "swp3", line=2)
    >>> report.link(spine, "swp3", leaf, "swp1", line=3)
    >>> len(report.done().links)
    1
    """

    file: str
    form: str
    nodes: list[DiscoveredNode] = field(default_factory=list)
    links: list[DiscoveredLink] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    counts_ports: bool = False
    printed: dict[tuple[int, str], int] = field(default_factory=dict)
    skipped: list[Note] = field(default_factory=list)
    _numbers: dict[str, int] = field(default_factory=dict)
    _taken: dict[tuple[int, str], int] = field(default_factory=dict)

    def node(
        self,
        key: str,
        name: str,
        reported: Reported = Reported.UNKNOWN,
        *,
        guid: str = "",
        chassis: str = "",
        model: str = "",
        line: int = 0,
        ports: int = 0,
        slot: str = "",
    ) -> int:
        """The number of a node; later lines fill in what was missing before."""
        number = self._numbers.setdefault(key, len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(DiscoveredNode(key, name, reported, guid, chassis, model, line, ports, slot))
        else:
            known = self.nodes[number]
            self.nodes[number] = known._replace(
                name=known.name or name,
                reported=known.reported or reported,
                guid=known.guid or guid,
                chassis=known.chassis or chassis,
                model=known.model or model,
                ports=known.ports or ports,
                slot=known.slot or slot,
            )
        return number

    def link(self, a: int, port_a: str, b: int, port_b: str, *, rate: str = "", line: int = 0) -> None:
        """A link that is reported; reported again by its other end it stays one.

        A port that is said to be joined with two others keeps the first, and the second is noted.
        """
        made = DiscoveredLink(a, port_a, b, port_b, rate, line)
        ends = [(node, port) for node, port in ((a, port_a), (b, port_b)) if port]
        if (a, port_a) == (b, port_b):
            self.note(line, f"{self._end(a, port_a)} is said to be joined with itself: left out")
            return
        for node, port in ends:
            before = self._taken.get((node, port))
            if before is not None:
                first = self.links[before]
                if _same(first, made):
                    twice = first.twice or first.a != a
                    self.links[before] = first._replace(twice=twice)
                else:
                    self.note(
                        line,
                        f"{self._end(node, port)} was joined with something else at line {first.line}: "
                        "the first is taken",
                    )
                return
        for end in ends:
            self._taken[end] = len(self.links)
        self.links.append(made)

    def note(self, line: int, what: str) -> None:
        """Remember what the reader has to know."""
        self.notes.append(Note(line, what))

    def skip(self, line: int, what: str) -> None:
        """Leave out a damaged line, with what is wrong with it; the rest of the report is read."""
        self.skipped.append(Note(line, what))

    def done(self) -> Discovered:
        """The report as it is now.

        Raises
        ------
        InputError
            When no link was found; of damaged lines the first is named.
        """
        if not self.links:
            if self.skipped:
                line, what = self.skipped[0]
                raise InputError(self.file, max(1, line), "line", f"{what}; no other line is a link")
            raise InputError(self.file, 1, "file", f"holds no link, give a whole {self.form} report")
        same = self._same_nodes()
        if same:
            return self._joined(same).done()
        nodes, links = tuple(self.nodes), tuple(self.links)
        damaged = [note._replace(what=f"{note.what}: left out") for note in self.skipped]
        notes = (*self.notes, *first_notes(damaged, "lines left out"))
        return Discovered(self.file, self.form, nodes, links, notes, self.counts_ports, self.printed)

    def _same_nodes(self) -> dict[int, int]:
        """Nodes named without their domain, and the one node that is named with it."""
        short: dict[str, list[int]] = {}
        for number, node in enumerate(self.nodes):
            if not node.guid:
                short.setdefault(node.name.casefold().partition(".")[0], []).append(number)
        found = {}
        for name, numbers in short.items():
            if len(numbers) == 2 and name:
                one, other = sorted(numbers, key=lambda number: len(self.nodes[number].name))
                if self.nodes[one].name.casefold() == name:
                    found[max(one, other)] = min(one, other)
        return found

    def _joined(self, same: dict[int, int]) -> "Report":
        """The report with some nodes as one."""
        report = Report(self.file, self.form, notes=self.notes, counts_ports=self.counts_ports)
        report.skipped = self.skipped
        numbers = []
        for number, node in enumerate(self.nodes):
            first = self.nodes[same.get(number, number)]
            key = first.key if number in same else node.key
            numbers.append(
                report.node(
                    key,
                    first.name,
                    node.reported,
                    guid=node.guid,
                    chassis=node.chassis,
                    model=node.model,
                    line=node.line,
                    ports=node.ports,
                )
            )
        for link in self.links:
            a, b = numbers[link.a], numbers[link.b]
            report.link(a, link.port_a, b, link.port_b, rate=link.rate, line=link.line)
            if link.twice:
                report.link(b, link.port_b, a, link.port_a, rate=link.rate, line=link.line)
        return report

    def _end(self, number: int, port: str) -> str:
        node = self.nodes[number]
        return f"{node.name or node.key} port {port}"


def _same(one: DiscoveredLink, other: DiscoveredLink) -> bool:
    """Whether two lines describe one link; a port that one of them leaves out is no difference."""

    def alike(a: tuple[int, str], b: tuple[int, str]) -> bool:
        return a[0] == b[0] and (a[1] == b[1] or not a[1] or not b[1])

    ends = (one.a, one.port_a), (one.b, one.port_b)
    others = (other.a, other.port_a), (other.b, other.port_b)
    return (alike(ends[0], others[0]) and alike(ends[1], others[1])) or (
        alike(ends[0], others[1]) and alike(ends[1], others[0])
    )
