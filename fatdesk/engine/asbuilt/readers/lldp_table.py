"""Tables of neighbours as monitoring programs and people write them: node, port, remote node, remote port."""

from collections.abc import Sequence

from fatdesk.core.cell import Cell, UnreadCell
from fatdesk.core.errors import InputError
from fatdesk.core.sheets import ReadSheet
from fatdesk.engine.asbuilt.discovered import Discovered, Report

TABLE = "LLDP table"
_NEAR = ("", "local ", "a ", "source ", "src ", "from ")
_FAR = ("remote ", "neighbor ", "neighbour ", "peer ", "b ", "z ", "destination ", "dst ", "far ", "to ")
_NODE = (
    "node", "device", "host", "switch", "system", "name", "hostname", "system name", "node name",
    "device name", "host name", "chassis",
)  # fmt: skip
_PORT = ("port", "interface", "if", "ifname", "intf", "port id", "port name", "interface name")
_BARE_FAR = ("remote", "neighbor", "neighbour", "peer")
_RATE = ("speed", "rate", "link speed")
_MOST_ROWS_ABOVE = 20


def _words(prefixes: tuple[str, ...], names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(prefix + name for prefix in prefixes for name in names)


_COLUMNS = (
    _words(_NEAR, _NODE),
    _words(_NEAR, _PORT),
    _words(_FAR, _NODE) | frozenset(_BARE_FAR),
    _words(_FAR, _PORT),
)
_TOLD = ("node", "port", "remote node", "remote port")


def head_of(rows: Sequence[Sequence[Cell]]) -> tuple[int, tuple[int, ...]] | None:
    """The row that names the columns, and the places of node, port, remote node and remote port in it.

    >>> head_of([("made by a script",), ("Node", "Local Port", "Neighbor", "Neighbor-Port")])
    (1, (0, 1, 2, 3))
    """
    for number, row in enumerate(rows[:_MOST_ROWS_ABOVE]):
        plain = [" ".join(str(cell).lower().replace("_", " ").replace("-", " ").split()) for cell in row]
        found = [next((i for i, word in enumerate(plain) if word in words), -1) for words in _COLUMNS]
        if min(found) >= 0 and len(set(found)) == len(found):
            return number, tuple(found)
    return None


def read(sheets: Sequence[ReadSheet], file: str) -> Discovered:
    """The links of every sheet that has the columns; a link may be reported by one end or by both.

    Raises
    ------
    InputError
        When a row leaves out a name or a port, or there is no link.
    """
    report = Report(file, TABLE)
    for sheet in sheets:
        head = head_of(sheet.rows)
        if head is None:
            continue
        first, columns = head
        plain = [str(cell).strip().lower() for cell in sheet.rows[first]]
        rate = next((i for i, word in enumerate(plain) if word in _RATE), -1)
        for row, line in zip(sheet.rows[first + 1 :], sheet.lines[first + 1 :], strict=True):
            for name, i in zip(_TOLD, columns, strict=True):
                if i < len(row) and isinstance(cell := row[i], UnreadCell):
                    raise InputError(file, line, name, cell.why)
            cells = [str(row[i]).strip() if i < len(row) else "" for i in columns]
            if not any(cells) or cells[0].startswith("#"):
                continue
            if cells[0] and cells[1] and not cells[2] and not cells[3]:
                continue  # a port that sees nobody
            missing = next((i for i, cell in enumerate(cells) if not cell), None)
            if missing is not None:
                raise InputError(file, line, _TOLD[missing], "is empty, name it or take the row away")
            reported = str(row[rate]).strip() if 0 <= rate < len(row) else ""
            a = report.node(cells[0].casefold(), cells[0], line=line)
            b = report.node(cells[2].casefold(), cells[2], line=line)
            report.link(a, cells[1], b, cells[3], rate=reported, line=line)
    return report.done()
