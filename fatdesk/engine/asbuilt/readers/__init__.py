"""Read a report of an installed fabric, whatever form it has: recognised by its content, not by its name."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from fatdesk.core.errors import InputError
from fatdesk.core.formats.sheets import SPREADSHEETS, ReadSheet, read_sheets, read_text
from fatdesk.engine.asbuilt.discovered import Discovered
from fatdesk.engine.asbuilt.normalising import together
from fatdesk.engine.asbuilt.readers import (
    dot_links,
    graphs,
    ibdiagnet,
    iblinkinfo,
    ibnetdiscover,
    identifier_lists,
    lldp,
    neighbour_details,
    neighbour_json,
    neighbour_tables,
    netq,
    nvue,
    point_to_point_forms,
    shcd,
    static_topology,
    ufm,
)
from fatdesk.engine.asbuilt.readers.captures import cleaned

_PROJECT = re.compile(r'\s*\{"t":\s*"fatdesk"')
_SLURM = re.compile(r"\s*SwitchName\s*=", re.IGNORECASE)
_FORMS: tuple[tuple[Callable[[str], bool], Callable[[str, str], Discovered]], ...] = (
    (ibnetdiscover.looks_like, ibnetdiscover.read),
    (iblinkinfo.looks_like, iblinkinfo.read),
    (lldp.looks_keyvalue, lldp.read_keyvalue),
    (neighbour_json.looks_like, neighbour_json.read),
    (netq.looks_like, netq.read),
    (ufm.looks_like, ufm.read),
    (nvue.looks_like, nvue.read),
    (static_topology.looks_like, static_topology.read),
    (ibdiagnet.looks_like, ibdiagnet.read),
    (lldp.looks_json, lldp.read_json),
    (lldp.looks_plain, lldp.read_plain),
    (neighbour_details.looks_like, neighbour_details.read),
    (neighbour_tables.looks_like, neighbour_tables.read),
    (dot_links.looks_like, dot_links.read),
    (graphs.looks_graphml, graphs.read_graphml),
    (graphs.looks_json, graphs.read_json),
)
_TABLES: tuple[
    tuple[Callable[[Sequence[ReadSheet]], bool], Callable[[Sequence[ReadSheet], str], Discovered]], ...
] = (
    (point_to_point_forms.is_form, point_to_point_forms.read),
    (neighbour_tables.is_table, neighbour_tables.read_table),
    (shcd.is_shcd, shcd.read),
    (identifier_lists.is_list, identifier_lists.read),
)

_OF_NODES = (
    lldp.read_keyvalue,
    lldp.read_json,
    lldp.read_plain,
    neighbour_json.read,
    neighbour_details.read,
    neighbour_tables.read,
    nvue.read,
)
"""Forms in which a node reports its neighbours."""


def read_together(reports: Sequence[tuple[bytes, str]], *, edge_lists: bool = False) -> Discovered:
    """The fabric that several reports describe together, such as one of each switch.

    Parameters
    ----------
    reports
        Content and name of each file.

    Raises
    ------
    InputError
        When one of them cannot be read (see :func:`read_discovered`), or they do not go together.
    """
    return together([read_discovered(data, file, edge_lists=edge_lists) for data, file in reports])


UNKNOWN = (
    "is not a known report, give the output of ibnetdiscover, iblinkinfo, ibdiagnet, UFM, NetQ, lldpcli show"
    " neighbors or of show lldp neighbors on a switch, a DOT topology, GraphML, a point-to-point form, a "
    "table with columns node, port, remote node, remote port, or one with the identifiers of both ends"
)
"""The error about a file of none of the forms."""


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
        text = cleaned(read_text(data, file))
        if not text.strip():
            raise InputError(file, 1, "file", "is empty, save the report again")
        _refuse_others(text, file)
        for looks_like, read in _FORMS:
            if looks_like(text):
                return replace(read(text, file), by_node=read in _OF_NODES)
        if text.lstrip().startswith(("{", "[")):
            raise InputError(file, 1, "file", UNKNOWN)  # JSON is not a table
    try:
        sheets = read_sheets(data, file)
    except InputError:
        if not edge_lists or data.startswith(SPREADSHEETS):
            raise
        return graphs.read_edge_list(text, file)
    for is_table, read_sheets_of in _TABLES:
        if is_table(sheets):
            return read_sheets_of(sheets, file)
    if edge_lists and not data.startswith(SPREADSHEETS):
        return graphs.read_edge_list(text, file)
    raise InputError(file, 1, "file", UNKNOWN)


def _refuse_others(text: str, file: str) -> None:
    """Refuse texts about networks that are no reports."""
    if _PROJECT.match(text):
        raise InputError(file, 1, "file", "is a project of fatdesk, no report: open it as it is")
    for number, line in enumerate(text.splitlines(), 1):
        if _SLURM.match(line):
            what = "is a topology.conf of Slurm, which has no ports: give the report that it was made of"
            raise InputError(file, number, "file", what)
