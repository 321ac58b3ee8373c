"""Tables of neighbours, as switches print them and as people and monitoring programs write them.

The columns are those of the public references of their makers: ``show lldp neighbors`` of Arista EOS, Cisco
NX-OS and IOS, and Juniper Junos, ``show lldp table`` of SONiC, ``net show lldp`` and ``nv show interface
lldp`` of Cumulus Linux, ``show lldp neighbor-info`` of AOS-CX, ``show lldp neighbors`` of Dell OS10,
``display lldp neighbor-information list`` of Comware, ``netq show lldp``, of many switches.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fatdesk.core.formats.cell import Cell, UnreadCell
from fatdesk.core.formats.sheets import ReadSheet
from fatdesk.engine.asbuilt.discovered import Discovered, Report
from fatdesk.engine.asbuilt.readers.captures import is_address, note_assumed, of_node, own_name, owner_in


class _Layout(NamedTuple):
    """Layout of a table.

    Attributes
    ----------
    titles
        What each column is, and its title.
    row
        Reads rows that are not aligned with the titles.
    short
        Words that the table cuts short in the column of the switch's own ports.
    continued
        Whether a long name of a neighbour is continued in the line after its row; else the row is.
    spaced
        Whether an empty line may be between the rule and the rows.
    """

    form: str
    titles: tuple[tuple[str, str], ...]
    row: re.Pattern[str] | None = None
    aligned: bool = True
    short: Mapping[str, str] = {}
    continued: bool = False
    spaced: bool = False

    @property
    def states_owner(self) -> bool:
        """Whether each row names the switch whose port it is."""
        return any(what == "owner" for what, _ in self.titles)


_SHORT = {
    "Et": "Ethernet",
    "Ma": "Management",
    "Fa": "FastEthernet",
    "Gi": "GigabitEthernet",
    "Te": "TenGigabitEthernet",
    "Tw": "TwoGigabitEthernet",
    "Twe": "TwentyFiveGigE",
    "Fo": "FortyGigabitEthernet",
    "Fi": "FiftyGigE",
    "Hu": "HundredGigE",
    "Fou": "FourHundredGigE",
}
"""Words cut short, as no system writes them in full; ``Eth`` is one that SONiC and Onyx write so."""
SHORT_OF_NX_OS = {**_SHORT, "Eth": "Ethernet"}
CUT_AFTER = 20
"""Letters after which IOS and early NX-OS cut names of neighbours in tables."""
_LETTERS = re.compile(r"([A-Za-z]+)(?=\d)")


def in_full(port: str, short: Mapping[str, str] = _SHORT) -> str:
    """A port with the word before its numbers in full.

    >>> in_full("Et49/1"), in_full("Eth1/1"), in_full("swp1")
    ('Ethernet49/1', 'Eth1/1', 'swp1')
    """
    return _LETTERS.sub(lambda word: short.get(word[1], word[1]), port, count=1)


def _layout(
    form: str,
    titles: str,
    row: str = "",
    *,
    aligned: bool = True,
    short: Mapping[str, str] = _SHORT,
    continued: bool = False,
    spaced: bool = False,
) -> _Layout:
    """A layout from ``what=title`` pieces."""
    pieces = [piece.strip().partition("=") for piece in titles.split("|")]
    pattern = re.compile(r"\s*" + row + r"\s*\Z") if row else None
    named = tuple((what, title) for what, _, title in pieces)
    return _Layout(form, named, pattern, aligned, short, continued, spaced)


_PORT = r"[A-Za-z]+(?:-[A-Za-z]+)*\d[\d/:.]*"
_CAPABILITIES = r"(?:[A-Z](?:,\s?[A-Z])*|[RBTCWPSOD]{1,8})"
_LAYOUTS = (
    _layout(
        "EOS show lldp neighbors",
        "port=Port|node=Neighbor Device ID|far=Neighbor Port ID",
        r"(?P<port>\S+)\s+(?P<node>\S+)\s+(?P<far>\S.*?)(?:\s+\d+)?",
        aligned=False,
    ),
    _layout(
        "NX-OS or IOS show lldp neighbors",
        "node=Device ID|port=Local Intf|=Hold-time|=Capability|far=Port ID",
        rf"(?:(?P<node>\S(?:.*?\S)?)\s+|(?P<cut>.{{{CUT_AFTER}}}))(?P<port>{_PORT})\s+\d+\s+"
        rf"(?:{_CAPABILITIES}\s+)?(?P<far>\S.*?)",
        aligned=False,
        short=SHORT_OF_NX_OS,
    ),
    _layout(
        "SONiC show lldp table",
        "port=LocalPort|node=RemoteDevice|far=RemotePortID|=Capability|described=RemotePortDescr",
    ),
    _layout(
        "Junos show lldp neighbors",
        "port=Local Interface|=Parent Interface|=Chassis Id|far=Port info|node=System Name",
        r"(?P<port>\S+)\s+\S+\s+\S+\s+(?P<far>\S.*?)\s+(?P<node>\S+)",
    ),
    _layout(
        "Junos show lldp neighbors",
        "port=Local Interface|=Chassis Id|far=Port info|node=System Name",
        r"(?P<port>\S+)\s+\S+\s+(?P<far>\S.*?)\s+(?P<node>\S+)",
    ),
    _layout(
        "Cumulus Linux net show lldp",
        "port=LocalPort|=Speed|=Mode|node=RemoteHost|far=RemotePort",
    ),
    _layout(
        "Cumulus Linux nv show interface lldp",
        "port=Interface|=Speed|=Type|node=Remote Host|far=Remote Port",
    ),
    _layout(
        "NetQ show lldp",
        "owner=Hostname|port=Interface|node=Peer Hostname|far=Peer Interface|=Last Changed",
    ),
    _layout(
        "AOS-CX show lldp neighbor-info",
        "port=LOCAL-PORT|=CHASSIS-ID|far=PORT-ID|described=PORT-DESC|=TTL|node=SYS-NAME",
    ),
    _layout(
        "OS10 show lldp neighbors",
        "port=Loc PortID|node=Rem Host Name|far=Rem Port Id|chassis=Rem Chassis Id",
        r"(?P<port>\S+(?: \d\S*)?)\s+(?:(?P<node>Not Advertised|\S+)\s+|(?P<marked>\S+\.\.\.))"
        r"(?P<far>\S.*?)\s+(?P<chassis>\S+)",
        aligned=False,
        spaced=True,
    ),
    _layout(
        "Comware display lldp neighbor-information list",
        "port=Local Interface|chassis=Chassis ID|far=Port ID|node=System Name",
        rf"(?P<port>{_PORT})\s+(?P<chassis>\S+)\s+(?P<far>\S.*?)\s+(?P<node>\S+)",
        aligned=False,
        continued=True,
    ),
    _layout(
        "Comware display lldp neighbor-information list",
        "node=System Name|port=Local Interface|chassis=Chassis ID|far=Port ID",
        rf"(?P<node>\S+)\s+(?P<port>{_PORT})\s+(?P<chassis>\S+)\s+(?P<far>\S.*)",
        aligned=False,
        continued=True,
    ),
)


def _titles(layout: _Layout) -> re.Pattern[str]:
    """The line of titles; a group for each."""
    titles = (f"({title.replace(' ', '[ ]')})" for _, title in layout.titles)
    return re.compile(r"\s*" + r"\s+".join(titles) + r"(?!\S)")


_HEADS = tuple((layout, _titles(layout)) for layout in _LAYOUTS)
_RULE = re.compile(r"(?=.*--)[\s-]+\Z")
_NAMELESS = ("", "-", "Not Advertised")
"""In place of a name where a neighbour announces none."""


class _Head(NamedTuple):
    """The titles of a table, and where its columns begin."""

    layout: _Layout
    starts: tuple[int, ...]

    def ruled(self, line: str) -> "_Head":
        """The same with the columns of the dashes under the titles, where there is a run for each title."""
        starts = tuple(found.start() for found in re.finditer(r"-+", line))
        return self._replace(starts=starts) if len(starts) == len(self.starts) else self

    def cells(self, line: str) -> dict[str, str] | None:
        """Return the cells of a row by their meaning; None where it is no row."""
        starts = self.starts
        if self.layout.aligned and all(line[at - 1 : at].isspace() or at >= len(line) for at in starts if at):
            ends = [*starts[1:], len(line)]
            pieces = [line[a:b].strip() for a, b in zip(starts, ends, strict=True)]
            found = {what: piece for (what, _), piece in zip(self.layout.titles, pieces, strict=True) if what}
            if found["port"] and " " not in found["port"]:
                return found
        match = self.layout.row.match(line) if self.layout.row is not None else None
        return (
            None
            if match is None
            else {what: (cell or "").strip() for what, cell in match.groupdict().items()}
        )

    def in_full(self, cells: dict[str, str]) -> dict[str, str]:
        """Return the cells of a row with full port names."""
        return cells | {
            "port": in_full(cells["port"], self.layout.short),
            "far": in_full(cells["far"]),
        }


def looks_like(text: str) -> bool:
    """Whether a text has the titles that a switch prints over its neighbours."""
    return any(_head(of_node(line)[1]) for line in text.splitlines())


def read(text: str, file: str) -> Discovered:
    """The links to all neighbours.

    Whose neighbours they are is in the prompt of the command (``leaf1# show lldp neighbors``), before each
    line as clush and pdsh put it (``leaf1: ``), or is the name of the file. A table ends with an empty line.

    Raises
    ------
    InputError
        When there is no neighbour with a name and a port.
    """
    owner = ""
    report, head, known, wrapped = Report(file, ""), None, True, ""
    rule = 0
    row: tuple[str, dict[str, str], int] | None = None
    for number, whole in enumerate(text.splitlines(), 1):
        node, line = of_node(whole)
        if row is not None and head is not None and head.layout.continued and len(line.split()) == 1:
            if row[1]:  # not of a row that is not understood
                row[1]["node"] += line.strip()
            continue
        _added(report, row)
        row = None
        if node and node != owner:
            owner, head = node, None
        if named := owner_in(line):
            owner, head = named, None
        elif made := _head(line):
            head, wrapped = made, ""
            report.form = report.form or made.layout.form
            known = known and (owner != "" or made.layout.states_owner)
        elif head is None or line.lstrip().lower().startswith("total "):
            continue
        elif _RULE.match(line):
            head, rule = head.ruled(line), number
        elif not line.strip():
            head = head if head.layout.spaced and number == rule + 1 else None
        elif len(line.split()) == 1 and not wrapped and not head.layout.continued:
            wrapped = line.strip()  # a long name: the rest of its row is in the next line
        else:
            cells = head.cells(f"{wrapped} {line.strip()}" if wrapped else line)
            wrapped = ""
            mine = cells.get("owner", "") if cells else ""
            row = (mine or owner or own_name(file), head.in_full(cells) if cells else {}, number)
    _added(report, row)
    note_assumed(report, not known, file)
    return report.done()


def _head(line: str) -> _Head | None:
    for layout, pattern in _HEADS:
        if found := pattern.match(line):
            return _Head(layout, tuple(found.start(i) for i in range(1, len(layout.titles) + 1)))
    return None


def _added(report: Report, row: tuple[str, dict[str, str], int] | None) -> None:
    """Add the link of a row; of a name that is cut short the chassis counts, where the row has one."""
    if row is None:
        return
    owner, cells, line = row
    far, described = cells.get("far", "").removeprefix("mac:"), cells.get("described", "")
    whole = cells.get("node", "") or cells.get("marked", "")
    node, chassis = whole or cells.get("cut", ""), cells.get("chassis", "")
    if node in _NAMELESS and is_address(chassis):
        node = chassis
    if is_address(far) and described:
        far = described
    if not cells:
        report.skip(line, "row is not understood")
    elif node in _NAMELESS or not far:
        report.skip(line, f"{owner} {cells['port']} has a neighbour without name or port")
    else:
        a = report.node(owner.casefold(), owner, line=line)
        marked = node.endswith("...") and chassis != ""
        b = report.node(chassis if marked else node.casefold(), "" if marked else node, line=line)
        if not whole or ("cut" in cells and len(node) == CUT_AFTER):
            report.cut_short(b)
        report.link(a, cells["port"], b, far, line=line)


TABLE = "LLDP table"
_NEAR_WORDS = ("", "local ", "a ", "source ", "src ", "from ")
_FAR_WORDS = (
    "remote ",
    "neighbor ",
    "neighbour ",
    "peer ",
    "b ",
    "z ",
    "destination ",
    "dst ",
    "far ",
    "to ",
)
_NODE_TITLES = (
    "node", "device", "host", "switch", "system", "name", "hostname", "system name", "node name",
    "device name", "host name", "chassis",
)  # fmt: skip
_PORT_TITLES = ("port", "interface", "if", "ifname", "intf", "port id", "port name", "interface name")
_BARE_FAR = ("remote", "neighbor", "neighbour", "peer")
_RATE = ("speed", "rate", "link speed")
_MOST_ROWS_ABOVE = 20


def _words(prefixes: tuple[str, ...], names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(prefix + name for prefix in prefixes for name in names)


_TITLES = (
    _words(_NEAR_WORDS, _NODE_TITLES),
    _words(_NEAR_WORDS, _PORT_TITLES),
    _words(_FAR_WORDS, _NODE_TITLES) | frozenset(_BARE_FAR),
    _words(_FAR_WORDS, _PORT_TITLES),
)
_NEEDED = ("node", "port", "remote node", "remote port")


def head_of_table(rows: Sequence[Sequence[Cell]]) -> tuple[int, tuple[int, ...]] | None:
    """The row that names the columns, and the places of node, port, remote node and remote port in it.

    >>> head_of_table([("made by a script",), ("Node", "Local Port", "Neighbor", "Neighbor-Port")])
    (1, (0, 1, 2, 3))
    """
    for number, row in enumerate(rows[:_MOST_ROWS_ABOVE]):
        plain = [" ".join(str(cell).lower().replace("_", " ").replace("-", " ").split()) for cell in row]
        found = [next((i for i, word in enumerate(plain) if word in words), -1) for words in _TITLES]
        if min(found) >= 0 and len(set(found)) == len(found):
            return number, tuple(found)
    return None


def is_table(sheets: Sequence[ReadSheet]) -> bool:
    """Whether a sheet of a file has columns of nodes and ports at both ends."""
    return any(head_of_table(sheet.rows) is not None for sheet in sheets)


def read_table(sheets: Sequence[ReadSheet], file: str) -> Discovered:
    """The links of every sheet that has the columns; a link may be reported by one end or by both.

    Raises
    ------
    InputError
        When there is no link.
    """
    report = Report(file, TABLE)
    for sheet in sheets:
        head = head_of_table(sheet.rows)
        if head is None:
            continue
        first, columns = head
        plain = [str(cell).strip().lower() for cell in sheet.rows[first]]
        rate = next((i for i, word in enumerate(plain) if word in _RATE), -1)
        for row, line in zip(sheet.rows[first + 1 :], sheet.lines[first + 1 :], strict=True):
            unread = next(
                (
                    (name, cell)
                    for name, i in zip(_NEEDED, columns, strict=True)
                    if i < len(row) and isinstance(cell := row[i], UnreadCell)
                ),
                None,
            )
            if unread is not None:
                report.skip(line, f"{unread[0]} {unread[1].why}")
                continue
            cells = [str(row[i]).strip() if i < len(row) else "" for i in columns]
            if not any(cells) or cells[0].startswith("#"):
                continue
            if cells[0] and cells[1] and not cells[2] and not cells[3]:
                continue  # a port that sees nobody
            missing = next((i for i, cell in enumerate(cells) if not cell), None)
            if missing is not None:
                report.skip(line, f"{_NEEDED[missing]} is empty")
                continue
            reported = str(row[rate]).strip() if 0 <= rate < len(row) else ""
            a = report.node(cells[0].casefold(), cells[0], line=line)
            b = report.node(cells[2].casefold(), cells[2], line=line)
            report.link(a, cells[1], b, cells[3], rate=reported, line=line)
    return report.done()
