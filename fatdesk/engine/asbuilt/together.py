"""Several reports as one: nodes of one name or GUID are one, links that several report are one."""

from collections.abc import Sequence
from pathlib import PurePath

from fatdesk.core.errors import InputError
from fatdesk.core.number_text import counted
from fatdesk.engine.asbuilt.discovered import ASSUMED, Discovered, Note, Piece, Report

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
    return report.done()


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
