"""A map of node names after an as-built check: the GUIDs that were found with the names of the plan.

The form is that of ``opensm --node_name_map`` and ``ibnetdiscover --node-name-map``: a GUID and a quoted
name a line, comments begin with ``#``.
"""

from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.asbuilt.comparing import AsBuilt
from fatdesk.engine.asbuilt.matching import How

_BY = {
    How.NEIGHBOURS: "recognised by their neighbours alone",
    How.PLACE: "recognised by their ports alone: whether two of them are exchanged cannot be seen",
}


class _Line(NamedTuple):
    guid: str
    name: str


def name_map(built: AsBuilt) -> bytes:
    """Return the map: nodes that were identified by name first, then the others with a remark.

    Raises
    ------
    FatdeskError
        When no node of the report has a GUID.
    """
    groups: dict[str, list[_Line]] = {"": []}
    for one in built.named_guids:
        groups.setdefault(_BY.get(one.how, ""), []).append(_Line(one.guid, one.name))
    if not any(groups.values()):
        raise FatdeskError(
            f"{built.form}: no node of the report has a GUID, which a map of names needs: give the output of "
            "ibnetdiscover, iblinkinfo, ibdiagnet or UFM"
        )
    text = ["# Written by fatdesk: names of the plan for the GUIDs of the installed fabric\n"]
    for remark, lines in groups.items():
        text += [f"# {remark}\n"] if remark and lines else []
        text += [f'0x{line.guid:0>16} "{line.name}"\n' for line in sorted(lines, key=lambda line: line.name)]
    if built.unknown:
        text.append(f"# not in the plan: {len(built.unknown):,}\n")
    return "".join(text).encode("utf-8", "replace")
