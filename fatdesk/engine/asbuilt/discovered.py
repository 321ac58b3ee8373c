"""An installed fabric as it reports itself: nodes, links between ports, and what was left out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from fatdesk.core.errors import InputError
from fatdesk.engine.catalog.port_names import folded

LONGEST_NOTE = 300
"""Characters of a note about a line that was left out; some lines are whole files."""


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


ASSUMED = "the report does not name its own node: {} is assumed, the name of the file"
MOST_NOTES = 20
"""Notes of one kind that are listed; of more only the number is."""


def first_notes(some: Sequence[Note], others: str) -> Iterator[Note]:
    """The first notes of one kind, and one with the number of the others.

    >>> left_out = [Note(n, "is not a link") for n in range(25)]
    >>> [note.what for note in first_notes(left_out, "lines left out")][-2:]
    ['is not a link', 'lines left out: 5 more']
    """
    yield from some[:MOST_NOTES]
    if len(some) > MOST_NOTES:
        yield Note(0, f"{others}: {len(some) - MOST_NOTES:,} more")


class Piece(NamedTuple):
    """A file of a report that was made of several: its lines are numbered after ``before`` others."""

    before: int
    file: str


def line_text(line: int, pieces: Sequence[Piece]) -> str:
    """Return a line of a report in words, with its file where there are several.

    >>> line_text(5, ()), line_text(105, [Piece(0, "leaf1.txt"), Piece(100, "leaf2.txt")])
    ('line 5', 'line 5 of leaf2.txt')
    """
    piece = next((piece for piece in reversed(pieces) if piece.before < line), None)
    return f"line {line}" if piece is None else f"line {line - piece.before} of {piece.file}"


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
    cut: tuple[int, ...] = ()
    """Nodes whose names may be the beginning of longer ones."""
    pieces: tuple[Piece, ...] = ()
    """The files of a report that was made of several."""
    by_node: bool = False
    """Whether each node reports its own links alone, so that nothing is known of nodes without a report."""

    def placed(self, notes: Sequence[Note]) -> tuple[Note, ...]:
        """Return notes with the lines of their own files, which are named where there are several."""
        return tuple(map(self._placed, notes))

    def _placed(self, note: Note) -> Note:
        piece = next((piece for piece in reversed(self.pieces) if 0 <= piece.before < note.line), None)
        return note if piece is None else Note(note.line - piece.before, f"{piece.file}: {note.what}")


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
    stated: list[DiscoveredLink] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    counts_ports: bool = False
    printed: dict[tuple[int, str], int] = field(default_factory=dict)
    skipped: list[Note] = field(default_factory=list)
    cut: list[int] = field(default_factory=list)
    pieces: tuple[Piece, ...] = ()
    _numbers: dict[str, int] = field(default_factory=dict)

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
        return self.add(DiscoveredNode(key, name, reported, guid, chassis, model, line, ports, slot))

    def add(self, node: DiscoveredNode) -> int:
        """The number of a node as another report has it."""
        number = self._numbers.setdefault(node.key, len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(node)
        else:
            known = self.nodes[number]
            self.nodes[number] = known._replace(
                name=known.name or node.name,
                reported=known.reported or node.reported,
                guid=known.guid or node.guid,
                chassis=known.chassis or node.chassis,
                model=known.model or node.model,
                ports=known.ports or node.ports,
                slot=known.slot or node.slot,
            )
        return number

    def link(self, a: int, port_a: str, b: int, port_b: str, *, rate: str = "", line: int = 0) -> None:
        """A link that is reported; reported again by its other end it stays one.

        A port that is said to be joined with two others keeps the first, and the second is noted.
        """
        self.stated.append(DiscoveredLink(a, port_a, b, port_b, rate, line))

    def cut_short(self, number: int) -> None:
        """The name of a node may be cut short: it is that of the one node whose name begins with it."""
        if number not in self.cut:
            self.cut.append(number)

    def note(self, line: int, what: str) -> None:
        """Remember what the reader has to know."""
        self.notes.append(Note(line, what))

    def skip(self, line: int, what: str) -> None:
        """Leave out a damaged line, with what is wrong with it; the rest of the report is read."""
        self.skipped.append(Note(line, what if len(what) <= LONGEST_NOTE else f"{what[:LONGEST_NOTE]}…"))

    def done(self) -> Discovered:
        """The report as it is now.

        Raises
        ------
        InputError
            When no link was found; of damaged lines the first is named.
        """
        same = self._same_nodes() or self._whole_names()
        if same:
            return self._joined(same).done()
        links = self._links()
        if not links:
            if self.skipped:
                line, what = self.skipped[0]
                raise InputError(self.file, max(1, line), "line", f"{what}; no other line is a link")
            raise InputError(self.file, 1, "file", f"holds no link, give a whole {self.form} report")
        damaged = [note._replace(what=f"{note.what}: left out") for note in self.skipped]
        notes = (*self.notes, *first_notes(damaged, "lines left out"))
        return Discovered(
            self.file,
            self.form,
            tuple(self.nodes),
            tuple(links),
            notes,
            self.counts_ports,
            self.printed,
            tuple(self.cut),
            self.pieces,
        )

    def _links(self) -> list[DiscoveredLink]:
        """Each link once; ports that are said to be joined with two others are noted.

        ``Eth1/1`` is ``Ethernet1/1`` where this makes two lines one link. Two links with such names stay two:
        a port can have one of them as its alias, and another port the other as its name.
        """
        links: list[DiscoveredLink] = []
        taken: dict[tuple[int, str], list[int]] = {}
        for made in self.stated:
            one, other = (made.a, made.port_a), (made.b, made.port_b)
            if one == other:
                self.note(made.line, f"{self._end(*one)} is said to be joined with itself: left out")
                continue
            ends = [(node, folded(port)) for node, port in (one, other) if port]
            near = [number for end in ends for number in taken.get(end, ())]
            same = next((number for number in near if _same(links[number], made)), None)
            if same is not None:
                first = links[same]
                links[same] = first._replace(twice=first.twice or first.a != made.a)
                continue
            known = (
                (end, links[number]) for number in near for end in (one, other) if _has(links[number], end)
            )
            found = next(known, None)
            if found is None:
                for end in ends:
                    taken.setdefault(end, []).append(len(links))
                links.append(made)
                continue
            there, first = found
            where = line_text(first.line, self.pieces)
            what = f"{self._end(*there)} was joined with something else at {where}: the first is taken"
            self.note(made.line, what)
        return links

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

    def _whole_names(self) -> dict[int, int]:
        """Nodes whose names are cut short, and the one node whose name begins so."""
        found = {}
        for number in self.cut:
            name = self.nodes[number].name
            longer = [
                other
                for other, node in enumerate(self.nodes)
                if len(node.name) > len(name) and node.name.casefold().startswith(name.casefold())
            ]
            if len(longer) == 1:
                found[number] = longer[0]
                whole = self.nodes[longer[0]].name
                self.note(self.nodes[number].line, f"{name} is cut short: it is taken as {whole}")
        return found

    def _joined(self, same: dict[int, int]) -> "Report":
        """The report with some nodes as one."""
        report = Report(
            self.file, self.form, notes=self.notes, counts_ports=self.counts_ports, pieces=self.pieces
        )
        report.skipped = self.skipped
        numbers: list[int] = []
        for number, node in enumerate(self.nodes):
            first = self.nodes[same.get(number, number)]
            key = first.key if number in same else node.key
            numbers.append(report.add(node._replace(key=key, name=first.name)))
        report.cut = [numbers[number] for number in self.cut if number not in same]
        report.printed = {(numbers[node], port): own for (node, port), own in self.printed.items()}
        for link in self.stated:
            a, b = numbers[link.a], numbers[link.b]
            report.link(a, link.port_a, b, link.port_b, rate=link.rate, line=link.line)
        return report

    def _end(self, number: int, port: str) -> str:
        node = self.nodes[number]
        return f"{node.name or node.key} port {port}"


def _has(link: DiscoveredLink, end: tuple[int, str]) -> bool:
    """Whether a link ends at a port by this very name."""
    return bool(end[1]) and end in ((link.a, link.port_a), (link.b, link.port_b))


def _same(one: DiscoveredLink, other: DiscoveredLink) -> bool:
    """Whether two lines describe one link; a port that one of them leaves out is no difference."""

    def alike(a: tuple[int, str], b: tuple[int, str]) -> bool:
        return a[0] == b[0] and (folded(a[1]) == folded(b[1]) or not a[1] or not b[1])

    ends = (one.a, one.port_a), (one.b, one.port_b)
    others = (other.a, other.port_a), (other.b, other.port_b)
    return (alike(ends[0], others[0]) and alike(ends[1], others[1])) or (
        alike(ends[0], others[1]) and alike(ends[1], others[0])
    )
