"""Reports of ``ibnetdiscover``: GUIDs and ports count, names are only informative."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from fatdesk.engine.asbuilt.discovered import Discovered, Report, Reported, plain_guid

FORM = "ibnetdiscover"
_RECORD = re.compile(r'\s*(Switch|Ca|Hca|Rt|Router)\s*(\d{1,5})\s*"([^"]*)"(.*)', re.IGNORECASE)
_PORT = re.compile(
    r'\s*\[(\d{1,5})\]\s*(?:\[ext\s*([^\]]*)\])?\s*(?:\(([0-9a-fx]+)\))?\s*"([^"]*)"\s*\[(\d{1,5})\]\s*'
    r"(?:\[ext\s*([^\]]*)\])?\s*(?:\(([0-9a-fx]+)\))?(.*)",
    re.IGNORECASE,
)
MOST_DIGITS = 5
"""Digits of the number of a port."""
_STARTS_LIKE_PORT = re.compile(r"\s*\[\d")
_STARTS_LIKE_RECORD = re.compile(r'\s*(Switch|Ca|Hca|Rt|Router)\s+\d+\s*"', re.IGNORECASE)
_GUID_LINE = re.compile(
    r"\s*(\w+)\s*=\s*(?:0x)?([0-9a-f]+)\s*(?:\((?:0x)?([0-9a-f]+)\))?\s*(?:#\s*(.*?))?\s*$", re.IGNORECASE
)
_HEADINGS = ("chassis", "non-chassis", "spine nodes", "line nodes", "reported max hops")
_GROUPED = re.compile(r"(.*?)\b(Spine|Line) (\d+) Chip (\d+)$")
_QUOTED = re.compile(r'"(.*)"')
_RATE = re.compile(r"\b\d{1,2}x[A-Z]+\d*\b")
_ID = re.compile(r"[SHR]-(?:0x)?([0-9a-f]{1,16})$", re.IGNORECASE)
_KINDS = {"switch": Reported.SWITCH, "ca": Reported.HOST, "hca": Reported.HOST}
AGGREGATION = "aggregation node"
"""In the name of what a switch shows at a port that no cable goes to."""


class _Joined(NamedTuple):
    """A line of a port."""

    port: str
    printed: str
    id: str
    far_port: str
    name: str
    rate: str
    line: int


@dataclass
class _Record:
    """A node with the lines of its ports."""

    id: str
    guid: str
    name: str
    reported: Reported
    chassis: str
    line: int
    ports: int
    slot: str
    model: str
    joined: list[_Joined] = field(default_factory=list)

    @property
    def ports_for_cables(self) -> int:
        """Number of ports, without a last one that leads to an aggregation node."""
        last = str(self.ports)
        inside = any(one.port == last and AGGREGATION in one.name.lower() for one in self.joined)
        return self.ports - inside


def looks_like(text: str) -> bool:
    """Whether a text has a node and a port line as ibnetdiscover writes them, or a node and its heading."""
    lines = text.splitlines()
    return any(map(_RECORD.match, lines)) and any(
        _PORT.match(line) or line.startswith("# Topology file") for line in lines
    )


def read(text: str, file: str) -> Discovered:
    """The fabric that ibnetdiscover found; also files for ibsim, which have the same form.

    Nodes are known by GUID: where several chips of a director report the GUID of their box, by the one in
    brackets, and which of them a line means by who answers it. Left out and noted: aggregation nodes,
    lines that are no part of the report.

    Raises
    ------
    InputError
        When nothing is joined.
    """
    report = Report(file, FORM, counts_ports=True)
    records, strange = _records(text, report)
    if strange:
        word = "line is" if len(strange) == 1 else "lines are"
        report.note(strange[0], f"{len(strange)} {word} no part of the report: left out")
    _left_out(records, report)
    by_id: dict[str, list[_Record]] = {}
    for record in records:
        by_id.setdefault(record.id, []).append(record)
    numbers = {
        id(record): report.node(
            record.guid,
            record.name,
            record.reported,
            guid=record.guid,
            chassis=record.chassis,
            line=record.line,
            ports=record.ports_for_cables,
            slot=record.slot,
            model=record.model,
        )
        for record in records
        if AGGREGATION not in record.name.lower()
    }
    for record in records:
        if id(record) not in numbers:
            continue
        for reported in record.joined:
            if AGGREGATION in reported.name.lower():
                continue
            if reported.printed.isdecimal() and len(reported.printed) <= MOST_DIGITS:
                report.printed[numbers[id(record)], reported.port] = int(reported.printed)
            meant = _meant(record, reported, by_id.get(reported.id, []))
            if meant is None:
                report.note(
                    reported.line,
                    f"{reported.id} is the id of several nodes, none of which reports this link: left out",
                )
            elif not meant:
                far = report.node(
                    _guid(reported.id),
                    reported.name,
                    _kind_of(reported.id),
                    guid=_guid(reported.id),
                    line=reported.line,
                )
                report.link(
                    numbers[id(record)],
                    reported.port,
                    far,
                    reported.far_port,
                    rate=reported.rate,
                    line=reported.line,
                )
            elif id(meant[0]) in numbers:
                far = numbers[id(meant[0])]
                report.link(
                    numbers[id(record)],
                    reported.port,
                    far,
                    reported.far_port,
                    rate=reported.rate,
                    line=reported.line,
                )
    return report.done()


def _records(text: str, report: Report) -> tuple[list[_Record], list[int]]:
    """The nodes, each once, and the lines that are no part of a report.

    Ports of a node whose own line is damaged are left out: its neighbours report its links.
    """
    found: dict[tuple[str, str], _Record] = {}
    strange: list[int] = []
    reported: dict[str, tuple[str, str, str]] = {}
    current: _Record | None = None
    lost = False
    """Whether it is noted that the ports have no node."""
    for number, line in enumerate(text.splitlines(), 1):
        if port := _PORT.match(line):
            if current is None:
                if not lost:
                    report.skip(number, "ports without the line of their node")
                lost = True
                continue
            current.joined.append(_joined(port, number))
        elif record := _RECORD.match(line):
            current = _record(record, reported, number)
            current = found.setdefault((current.id, current.guid), current)
            reported = {}
        elif _STARTS_LIKE_PORT.match(line):
            report.skip(number, "the line of a port is cut off or damaged")
        elif _STARTS_LIKE_RECORD.match(line):
            report.skip(number, "the line of a node is cut off or damaged, with its ports")
            current, reported, lost = None, {}, True
        elif attribute := _GUID_LINE.match(line):
            own, other = plain_guid(attribute[2]), plain_guid(attribute[3] or "")
            reported[attribute[1].lower()] = (own, other, attribute[4] or "")
        elif line.strip() and not line.lstrip().startswith("#") and not _of_report(line):
            strange.append(number)
    return list(found.values()), strange


def _of_report(line: str) -> bool:
    """Whether a line without nodes is one that reports have: headings of chassis, and nothing else."""
    return line.lstrip().lower().startswith(_HEADINGS)


def _record(match: re.Match[str], reported: dict[str, tuple[str, str, str]], line: int) -> _Record:
    kind, ports, node_id, rest = match.groups()
    none = ("", "", "")
    own, bracketed, remark = reported.get("switchguid", reported.get("caguid", reported.get("rtguid", none)))
    guid = _guid(node_id)
    chassis, *_ = reported.get("sysimgguid", none)
    if bracketed and own == guid and bracketed != own:
        guid, chassis = bracketed, own
    name = _QUOTED.search(rest)
    grouped = _GROUPED.match(remark)
    slot = f"{grouped[2][0]}{grouped[3]}/U{grouped[4]}" if grouped else ""
    return _Record(
        node_id.strip().lower(),
        guid,
        name[1].strip() if name else "",
        _KINDS.get(kind.lower(), Reported.UNKNOWN),
        chassis,
        line,
        int(ports),
        slot,
        grouped[1].strip() if grouped else "",
    )


def _joined(match: re.Match[str], line: int) -> _Joined:
    port, printed, _, far_id, far_port, _, _, rest = match.groups()
    name, rate = _QUOTED.search(rest), _RATE.findall(rest)
    return _Joined(
        str(int(port)),
        printed or "",
        far_id.strip().lower(),
        str(int(far_port)),
        name[1].strip() if name else "",
        rate[-1] if rate else "",
        line,
    )


def _meant(record: _Record, reported: _Joined, named: list[_Record]) -> list[_Record] | None:
    """The node that a line of a port names; None when it cannot be determined."""
    if len(named) <= 1:
        return named
    answering = [
        other
        for other in named
        if any(
            back.port == reported.far_port and back.far_port == reported.port and back.id == record.id
            for back in other.joined
        )
    ]
    return answering if len(answering) == 1 else None


def _left_out(records: list[_Record], report: Report) -> None:
    """Report the ports that lead into switches themselves."""
    lines = [record.line for record in records if AGGREGATION in record.name.lower()]
    lines += [
        reported.line
        for record in records
        for reported in record.joined
        if AGGREGATION in reported.name.lower()
    ]
    nodes = {
        reported.id
        for record in records
        for reported in record.joined
        if AGGREGATION in reported.name.lower()
    }
    nodes |= {record.id for record in records if AGGREGATION in record.name.lower()}
    if nodes:
        word = "node is" if len(nodes) == 1 else "nodes are"
        report.note(min(lines), f"{len(nodes)} aggregation {word} inside switches, without a cable: left out")


def _kind_of(node_id: str) -> Reported:
    return {"s": Reported.SWITCH, "h": Reported.HOST}.get(
        node_id[:1] if _ID.match(node_id) else "", Reported.UNKNOWN
    )


def _guid(node_id: str) -> str:
    """The GUID in the id of a node; an id without one is taken as it is."""
    found = _ID.match(node_id.strip())
    return plain_guid(found[1]) if found else node_id.strip().lower()
