"""Links of an InfiniBand fabric as ``topoconfig.conf`` of opensm and UFM has them: GUIDs and ports as CSV."""

import re

from fatdesk.engine.asbuilt.discovered import Discovered, Report, plain_guid

FORM = "static topology of opensm"
_LINE = re.compile(
    r"\s*(0x[0-9a-fA-F]{1,16})\s*,\s*(\d+)\s*,\s*(0x[0-9a-fA-F]{1,16})\s*,\s*(\d+)\s*,[^,]*,[^,]*\Z"
)


def looks_like(text: str) -> bool:
    """Whether the first line that is no remark is a link by GUIDs."""
    lines = (line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#"))
    return bool(_LINE.match(next(lines, "")))


def read(text: str, file: str) -> Discovered:
    """The links; nodes are known by GUID alone, so that a map of names is needed to recognise hosts.

    Raises
    ------
    InputError
        When no line is a link.
    """
    report = Report(file, FORM, counts_ports=True)
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found = _LINE.match(line)
        if found is None:
            report.skip(number, "is not a link: expected GUID, port, GUID, port, type and state")
            continue
        guids = plain_guid(found[1]), plain_guid(found[3])
        a, b = (report.node(guid, "", guid=guid, line=number) for guid in guids)
        report.link(a, found[2], b, found[4], line=number)
    return report.done()
