"""Reports before they are compared: several as one, and ends by the identifiers of the project."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import NamedTuple

from fatdesk.core.errors import InputError
from fatdesk.core.number_text import counted
from fatdesk.engine.asbuilt.discovered import (
    ASSUMED,
    Discovered,
    DiscoveredNode,
    Note,
    Piece,
    Report,
    first_notes,
)
from fatdesk.engine.wiring.port_identifiers import Found, Marking

_ASSUMED_HEAD = ASSUMED.partition("{}")[0]


def together(found: Sequence[Discovered]) -> Discovered:
    """Return several reports as one; lines keep the name of their file in notes.

    Raises
    ------
    InputError
        When there is none, or some count ports as InfiniBand does and others do not.
    """
    if len(found) == 1:
        return found[0]
    if not found:
        raise InputError("reports", 1, "file", "there is none, name the files of the reports")
    other = next((one for one in found if one.counts_ports != found[0].counts_ports), None)
    if other is not None:
        infiniband, plain = (found[0], other) if found[0].counts_ports else (other, found[0])
        what = f"{infiniband.file} reports InfiniBand and this does not, compare them one after the other"
        raise InputError(plain.file, 1, "file", what)
    names = [PurePath(one.file).name for one in found]
    pieces, before = [], 0
    for name, one in zip(names, found, strict=True):
        pieces.append(Piece(before, name))
        lines = [node.line for node in one.nodes]
        lines += [link.line for link in one.links]
        before += max([*lines, *(note.line for note in one.notes)], default=0) + 1
    report = Report(
        f"{names[0]} and {counted(len(found) - 1, 'other file')}",
        ", ".join(dict.fromkeys(one.form for one in found)),
        counts_ports=found[0].counts_ports,
        pieces=tuple(pieces),
    )
    _note_assumed(report, found)
    for piece, one in zip(pieces, found, strict=True):
        _add(report, one, piece)
    return replace(report.done(), by_node=all(one.by_node for one in found))


def _add(report: Report, one: Discovered, piece: Piece) -> None:
    """Add a report to those before it."""
    numbers = [report.add(node._replace(line=node.line and node.line + piece.before)) for node in one.nodes]
    for link in one.links:
        a, b = numbers[link.a], numbers[link.b]
        line = link.line and link.line + piece.before
        report.link(a, link.port_a, b, link.port_b, rate=link.rate, line=line)
        if link.twice:
            report.link(b, link.port_b, a, link.port_a, rate=link.rate, line=line)
    for note in one.notes:
        if not note.what.startswith(_ASSUMED_HEAD):
            own = Note(note.line + piece.before, note.what)
            report.notes.append(own if note.line else Note(0, f"{piece.file}: {note.what}"))
    report.printed |= {(numbers[node], port): number for (node, port), number in one.printed.items()}
    for number in one.cut:
        report.cut_short(numbers[number])


def _note_assumed(report: Report, found: Sequence[Discovered]) -> None:
    """Note once which files name no device of their own."""
    files = [
        PurePath(one.file).stem
        for one in found
        if any(note.what.startswith(_ASSUMED_HEAD) for note in one.notes)
    ]
    if files:
        some = ", ".join(files[:8]) + (f" and {len(files) - 8:,} more" if len(files) > 8 else "")
        word = "report does not name its" if len(files) == 1 else "reports do not name their"
        report.note(0, f"{len(files):,} {word} own node: the names of the files are assumed ({some})")


class _End(NamedTuple):
    """An end of a link as it is read: its node, port, and what is wrong with its identifier."""

    node: DiscoveredNode
    port: str
    problem: str = ""


def with_identifiers(found: Discovered, marking: Marking, names: Mapping[str, str]) -> Discovered:
    """Return a report with the devices and printed ports that its identifiers name.

    An identifier may be where the report has the port, or the node. Where it names no port of the plan, or a
    port of another device than the one that reports it, the end stays as it was reported, with a note. A
    report without any identifier stays as it is.

    Parameters
    ----------
    names
        The name of each device of the plan by its id.
    """
    texts = dict.fromkeys(
        text
        for link in found.links
        for node, port in ((link.a, link.port_a), (link.b, link.port_b))
        for text in (port, found.nodes[node].name)
        if text
    )
    known = {text: port for text in texts if isinstance(port := _found(text, marking), Found)}
    if not known:
        return found
    reading = _Reading(found, marking, names, known)
    report = Report(found.file, found.form, notes=[*found.notes], pieces=found.pieces)
    wrong: list[Note] = []
    for link in found.links:
        ends = [reading.end(link.a, link.port_a), reading.end(link.b, link.port_b)]
        wrong += [Note(link.line, end.problem) for end in ends if end.problem]
        a, b = (report.add(end.node._replace(line=end.node.line or link.line)) for end in ends)
        report.link(a, ends[0].port, b, ends[1].port, rate=link.rate, line=link.line)
        if link.twice:
            report.link(b, ends[1].port, a, ends[0].port, rate=link.rate, line=link.line)
    report.notes += first_notes(list(dict.fromkeys(wrong)), "identifiers that name no port of the plan")
    return report.done()


def _found(text: str, marking: Marking) -> Found | str:
    """The port that an identifier names; of a label with both ends the near one."""
    return marking.find(marking.ends_of(text)[0])


class _Reading:
    """Reads the ends of a report."""

    def __init__(
        self, found: Discovered, marking: Marking, names: Mapping[str, str], known: Mapping[str, Found]
    ) -> None:
        self._found, self._marking, self._names, self._known = found, marking, names, known
        self._planned = {name.casefold(): device for device, name in names.items()}

    def end(self, number: int, port: str) -> _End:
        """Return an end by the identifier at its port, else by that which is the name of its node."""
        node = self._found.nodes[number]
        at_port, at_node = self._known.get(port), self._known.get(node.name)
        there = at_port or at_node
        if there is None:
            return _End(node, port, self._problem(node, port))
        own = self._planned.get(node.name.casefold())
        if at_port is not None and own not in (None, there.device):
            name = self._names.get(there.device, there.device)
            return _End(node, port, f"{node.name} reports {port}, which is a port of {name}")
        name = self._names.get(there.device, there.device)
        key = name.casefold()
        text = "/".join(filter(None, (there.slot, there.port, there.leg)))
        return _End(DiscoveredNode(key, name, node.reported, model=node.model, line=node.line), text)

    def _problem(self, node: DiscoveredNode, port: str) -> str:
        """The problem of an end that looks like an identifier, or whose node the plan does not have."""
        for text in dict.fromkeys((port, node.name)):
            if text and self._marking.cable.end.parse(self._marking.ends_of(text)[0]) is not None:
                return f"{text} {_found(text, self._marking)}"
        if node.name.casefold() in self._planned or (node.guid and node.name != port):
            return ""
        return f"{node.name or port} {_found(node.name or port, self._marking)}"
