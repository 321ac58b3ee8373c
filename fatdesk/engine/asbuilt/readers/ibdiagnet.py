"""The database of ibdiagnet (``ibdiagnet2.db_csv``): sections of nodes, ports and links, known by GUID."""

import csv
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from fatdesk.core.errors import InputError
from fatdesk.core.number_text import counted
from fatdesk.engine.asbuilt.discovered import Discovered, Report, Reported, plain_guid
from fatdesk.engine.asbuilt.readers.ibnetdiscover import AGGREGATION

FORM = "ibdiagnet db_csv"
_KINDS = {"1": Reported.HOST, "2": Reported.SWITCH}
_WIDTHS = {"1": "1x", "2": "4x", "4": "8x", "8": "12x", "16": "2x"}
_SPEEDS = {
    1: "SDR", 2: "DDR", 4: "QDR", 0x100: "FDR", 0x200: "EDR", 0x400: "HDR", 0x800: "NDR", 0x1000: "XDR",
    0x10000: "FDR10",
}  # fmt: skip
"""Active speed by its bit: those of PortInfo, and eight bits above the extended ones."""
_SECTION = re.compile(r"^START_(?:NODES|PORTS|LINKS)\s*$", re.MULTILINE)


class _Row(NamedTuple):
    """A record of a section with its line."""

    line: int
    cells: Mapping[str, str]


def looks_like(text: str) -> bool:
    """Whether a text has the section of nodes, ports or links."""
    return _SECTION.search(text) is not None


def read(text: str, file: str) -> Discovered:
    """The links; aggregation nodes of switches are left out and noted.

    Raises
    ------
    InputError
        When nothing is joined, or the section of links is missing.
    """
    if re.search(r"^START_LINKS\s*$", text, re.MULTILINE) is None:
        what = "LINKS, which names the cables, is missing: give the output of ibnetdiscover of this fabric"
        raise InputError(file, len(text.splitlines()), "section", what)
    report = Report(file, FORM, counts_ports=True)
    inside: set[str] = set()
    for row in _section(text, "NODES", report, ("nodeguid",)):
        guid, name = plain_guid(row.cells["nodeguid"]), row.cells.get("nodedesc", "")
        if AGGREGATION in name.lower():
            inside.add(guid)
            continue
        kind = _KINDS.get(row.cells.get("nodetype", ""), Reported.UNKNOWN)
        chassis = plain_guid(row.cells.get("systemimageguid", "") or "0")
        ports = row.cells.get("numports", "")
        report.node(
            guid,
            name,
            kind,
            guid=guid,
            chassis="" if chassis == "0" else chassis,
            line=row.line,
            ports=int(ports) if ports.isdecimal() and len(ports) < 4 else 0,
        )
    rates = dict(_rates(text, report))
    left_out = 0
    for row in _section(text, "LINKS", report, ("nodeguid1", "portnum1", "nodeguid2", "portnum2")):
        one, other = ((plain_guid(row.cells[f"nodeguid{n}"]), row.cells[f"portnum{n}"]) for n in (1, 2))
        if one[0] in inside or other[0] in inside:
            left_out += 1
            continue
        if not (one[1].isdecimal() and other[1].isdecimal()):
            report.skip(row.line, "link names a port that is not a number")
            continue
        a, b = (report.node(guid, "", guid=guid, line=row.line) for guid, _ in (one, other))
        report.link(a, one[1], b, other[1], rate=rates.get(one) or rates.get(other) or "", line=row.line)
    if left_out:
        what = f"{counted(left_out, 'link')} to aggregation nodes inside switches, without a cable: left out"
        report.note(0, what)
    return report.done()


def _rates(text: str, report: Report) -> Iterator[tuple[tuple[str, str], str]]:
    """The rate of each port, as ibnetdiscover writes it (``4xNDR``)."""
    for row in _section(text, "PORTS", report, ("nodeguid", "portnum")):
        width = _WIDTHS.get(row.cells.get("linkwidthactv", ""), "")
        speed = row.cells.get("linkspeedactv", "")
        word = _SPEEDS.get(int(speed), "") if speed.isdecimal() and len(speed) < 10 else ""
        if width and word:
            yield (plain_guid(row.cells["nodeguid"]), row.cells["portnum"]), width + word


def _section(text: str, name: str, report: Report, needed: tuple[str, ...]) -> Iterator[_Row]:
    """The records of a section by the titles of their columns, in small letters.

    Lines with too few cells are left out with a note, and so is a section without its end.
    """
    titles: list[str] | None = None
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.strip()
        if plain == f"START_{name}":
            inside, titles = True, None
        elif plain == f"END_{name}":
            return
        elif inside and plain.startswith("START_"):
            report.note(number, f"section {name} has no end: it is read up to here")
            return
        elif inside and plain and not plain.startswith("#"):
            cells = [cell.strip() for cell in next(csv.reader([plain], skipinitialspace=True), [])]
            if titles is None:
                titles = [cell.lower() for cell in cells]
                missing = [word for word in needed if word not in titles]
                if missing:
                    report.skip(number, f"section {name} has no column {missing[0]}")
                    return
                continue
            found = dict(zip(titles, cells, strict=False))
            if all(found.get(word) for word in needed):
                yield _Row(number, found)
            else:
                report.skip(number, f"record of section {name} is cut off")
    if inside:
        report.note(0, f"section {name} has no end: the file may be cut off")
