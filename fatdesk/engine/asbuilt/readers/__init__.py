"""Read a report of an installed fabric, whatever form it has: recognised by its content, not by its name."""

import re
from collections.abc import Callable

from fatdesk.core.errors import InputError
from fatdesk.core.formats.sheets import SPREADSHEETS, read_sheets, read_text
from fatdesk.engine.asbuilt.discovered import Discovered
from fatdesk.engine.asbuilt.readers import (
    dot_links,
    graphs,
    iblinkinfo,
    ibnetdiscover,
    identifier_lists,
    lldp,
    neighbour_tables,
    point_to_point_forms,
)

_COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
"""Control sequences of a terminal among the text, where its output was kept as a file."""

_SLURM = re.compile(r"\s*SwitchName\s*=", re.IGNORECASE)
_FORMS: tuple[tuple[Callable[[str], bool], Callable[[str, str], Discovered]], ...] = (
    (ibnetdiscover.looks_like, ibnetdiscover.read),
    (iblinkinfo.looks_like, iblinkinfo.read),
    (lldp.looks_keyvalue, lldp.read_keyvalue),
    (lldp.looks_json, lldp.read_json),
    (lldp.looks_plain, lldp.read_plain),
    (neighbour_tables.looks_like, neighbour_tables.read),
    (dot_links.looks_like, dot_links.read),
    (graphs.looks_graphml, graphs.read_graphml),
    (graphs.looks_json, graphs.read_json),
)


def read_discovered(data: bytes, file: str, *, edge_lists: bool = False) -> Discovered:
    """The fabric that a report describes.

    Parameters
    ----------
    file
        Its name, for messages.
    edge_lists
        Whether a text of any other form is read as an edge list.

    Raises
    ------
    InputError
        When it has none of the known forms, is damaged, or contains no link.
    """
    if not data.startswith(SPREADSHEETS):
        text = _COLOURS.sub("", read_text(data, file))
        if not text.strip():
            raise InputError(file, 1, "file", "is empty, save the report again")
        for looks_like, read in _FORMS:
            if looks_like(text):
                return read(text, file)
        for number, line in enumerate(text.splitlines(), 1):
            if _SLURM.match(line):
                what = "is a topology.conf of Slurm, which has no ports: give the report that it was made of"
                raise InputError(file, number, "file", what)
    try:
        sheets = read_sheets(data, file)
    except InputError:
        if not edge_lists or data.startswith(SPREADSHEETS):
            raise
        return graphs.read_edge_list(text, file)
    if point_to_point_forms.is_form(sheets):
        return point_to_point_forms.read(sheets, file)
    if any(neighbour_tables.head_of_table(sheet.rows) is not None for sheet in sheets):
        return neighbour_tables.read_table(sheets, file)
    if identifier_lists.is_list(sheets):
        return identifier_lists.read(sheets, file)
    if edge_lists and not data.startswith(SPREADSHEETS):
        return graphs.read_edge_list(text, file)
    what = (
        "is no known report, give the output of ibnetdiscover, iblinkinfo, lldpcli show neighbors or of show "
        "lldp neighbors on a switch, a DOT topology, GraphML, a point-to-point form, a table with columns "
        "node, port, remote node, remote port, or one with the identifiers of both ends"
    )
    raise InputError(file, 1, "file", what)
