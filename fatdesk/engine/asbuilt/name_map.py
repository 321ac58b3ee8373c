"""Files by GUID after an as-built check: a map of node names, and the plan as a static topology.

The form of the map is that of ``opensm --node_name_map`` and ``ibnetdiscover --node-name-map``: a GUID and
a quoted name a line, comments begin with ``#``. The static topology is ``topoconfig.conf`` of opensm and
UFM: GUID and port at both ends of each link of the plan.
"""

from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.engine.asbuilt.comparing import AsBuilt
from fatdesk.engine.asbuilt.matching.matching import How
from fatdesk.engine.listing.subnets import static_topology as topology_text

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
        raise _no_guid(built, "a map of names")
    text = ["# Written by fatdesk: names of the plan for the GUIDs of the installed fabric\n"]
    for remark, lines in groups.items():
        text += [f"# {remark}\n"] if remark and lines else []
        text += [f'0x{line.guid:0>16} "{line.name}"\n' for line in sorted(lines, key=lambda line: line.name)]
    if built.unknown:
        text.append(f"# not in the plan: {len(built.unknown):,}\n")
    return "".join(text).encode("utf-8", "replace")


def _no_guid(built: AsBuilt, what: str) -> FatdeskError:
    return FatdeskError(
        f"{built.form}: no node of the report has a GUID, which {what} needs: give the output of "
        "ibnetdiscover, iblinkinfo, ibdiagnet or UFM"
    )


def static_topology(built: AsBuilt) -> bytes:
    """Return the links of the plan by the GUIDs of the report, also those that the report does not have.

    Raises
    ------
    FatdeskError
        When no link is between two nodes whose GUIDs the report has.
    """
    if not built.guid_links:
        raise _no_guid(built, "a static topology")
    return topology_text(built.guid_links).encode()


def without_guids(built: AsBuilt) -> str:
    """Return the links that the static topology lacks, and what to do; empty where it has all."""
    lost = built.links - len(built.guid_links)
    if not lost:
        return ""
    return (
        f"{counted(lost, 'link')} of the plan left out, as the report does not have the GUIDs of both ends: "
        "nothing else would be discovered there, so report again when these devices are on"
    )
