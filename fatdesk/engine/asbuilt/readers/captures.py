"""Captures of terminals: what is no part of the output, and the device whose output it is."""

import re
from collections.abc import Iterator
from pathlib import PurePath

from fatdesk.engine.asbuilt.discovered import ASSUMED, Report

_COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
"""Control sequences of a terminal among the text, where its output was kept as a file."""
_PAGER = re.compile(
    r"[ \t]*(?:<?-{2,4}[ ]?\(?(?:more|m(?=-))(?:[ ]\d+%)?\)?[ ]?-{2,4}>?|lines \d+-\d+(?:/\d+)?(?: \(END\))?)"
    r"(?:[ \t]*\r(?!\n)|[ \t]*\x08+)*",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\Z|(?:[0-9a-f]{4}[.-]){2}[0-9a-f]{4}\Z", re.IGNORECASE
)
_ERASED = re.compile(r"\x08[ \x08]*\x08|\x08")
_ONLY_PAGER = "--"
"""In the place of a line that a pager wrote: a rule, which every report skips."""
_PREFIX = re.compile(r"([^\s:={}\"']+):(?: (.*))?\Z")
_COMMAND = re.compile(
    r"\s*<?(?:[^\s@]+@)?([A-Za-z0-9][\w.-]*?)(?:\([\w.-]+\))?(?::[^\s#$>]*)?\s?[#>$]\s*(?:sudo\s+)?"
    r"(?:(?:sh|dis)\w*\s.*lldp|net\s+show\s+lldp|nv\s+show\s.*lldp|lldp(?:cli|ctl)\b|netq\s.*lldp)",
    re.IGNORECASE,
)
_HOSTNAME = re.compile(
    r"\s*(?:(?:set\s+system\s+)?(?:hostname|host-name|switchname)\s*[:=]?|sysname)\s+"
    r"\"?([A-Za-z0-9][\w.-]*)\"?;?\s*\Z",
    re.IGNORECASE,
)


_NUMBER = re.compile(r"\d+\Z")
_PORT_NAME = re.compile(r"[A-Za-z]{2,}[-/ ]?\d+(?:/\d+)*(?::\d+)?(?:\.0)?\Z")
_NAMELESS = {"", "-", "not advertised", "not available", "n/a", "null", "localhost"}
"""In place of a name where a neighbour announces none."""


def cleaned(text: str) -> str:
    r"""A capture without colours and pagers; each line keeps its number.

    >>> cleaned("a\n--More--\nb"), cleaned("a\n --More-- \x08\x08\x08   \x08\x08\x08b\n")
    ('a\n--\nb', 'a\nb\n')
    >>> cleaned("---(more 45%)---\rb"), cleaned("<--- More --->\r              \rEt1")
    ('b', 'Et1')
    """
    if "\x1b" in text:
        text = _COLOURS.sub("", text)
    if "--" not in text and "lines " not in text and "\x08" not in text:
        return text
    lines = []
    for line in text.replace("\r\n", "\n").split("\n"):
        plain = _ERASED.sub("", _PAGER.sub("", line)).replace("\x00", "")
        lines.append(_ONLY_PAGER if plain != line and not plain.strip() else plain)
    return "\n".join(lines)


def owner_in(line: str) -> str:
    """The device whose output follows a line: of its prompt, or of a line with its name; empty: none.

    >>> owner_in("leaf1# show lldp neighbors"), owner_in("admin@leaf1> show lldp neighbors detail | no-more")
    ('leaf1', 'leaf1')
    >>> owner_in("hostname leaf1"), owner_in("Hostname: leaf1"), owner_in("  SysName:      spine1")
    ('leaf1', 'leaf1', '')
    """
    found = _COMMAND.match(line) or _HOSTNAME.match(line)
    return found[1] if found is not None else ""


def is_address(text: str) -> bool:
    """Whether a text is a hardware address, in any usual spelling.

    >>> is_address("0c42.a1b2.c3d4"), is_address("0c:42:a1:b2:c3:d4"), is_address("Ethernet1/1")
    (True, True, False)
    """
    return bool(_ADDRESS.match(text))


def of_node(line: str) -> tuple[str, str]:
    """A line, and the device that clush or pdsh put before it.

    >>> of_node("leaf1: Et1 spine1"), of_node("Et1 spine1")
    (('leaf1', 'Et1 spine1'), ('', 'Et1 spine1'))
    """
    found = _PREFIX.match(line)
    return (found[1], found[2] or "") if found is not None else ("", line)


def lines_of_devices(text: str) -> Iterator[tuple[int, str, str]]:
    """The lines of a capture with their numbers and the device whose output each is; empty: none is named.

    The device is put before every line, or named by a line before its output.
    """
    lines = text.splitlines()
    prefixed = [of_node(line) for line in lines]
    if all(node for (node, _), line in zip(prefixed, lines, strict=True) if line.strip()):
        yield from ((number, line, node) for number, (node, line) in enumerate(prefixed, 1))
        return
    owner = ""
    for number, line in enumerate(lines, 1):
        owner = owner_in(line) or owner
        yield number, line, owner


def own_name(file: str) -> str:
    """The device whose output a file is, by its name.

    >>> own_name("reports/leaf1.example.org.txt")
    'leaf1.example.org'
    """
    return PurePath(file).stem


def note_assumed(report: Report, used: bool, file: str) -> None:
    """Note that the name of the file was taken as that of a device, where it was."""
    if used:
        report.note(1, ASSUMED.format(own_name(file)))


def known(name: str) -> str:
    """Return a name, or an empty text where it is none.

    >>> known("leaf1"), known("Not Advertised")
    ('leaf1', '')
    """
    return "" if name.strip().lower() in _NAMELESS else name.strip()


def announced_port(port: str, described: str) -> str:
    """The name of a neighbour's port: what it announces, or its description.

    The description counts where an address is announced, and where a bare number is and the description is
    the name of a port.

    >>> announced_port("Ethernet3/1", "to leaf 1"), announced_port("0c42.a1b2.c3d4", "ens1f0np0")
    ('Ethernet3/1', 'ens1f0np0')
    >>> announced_port("527", "ge-1/1/1"), announced_port("12", "to leaf 1")
    ('ge-1/1/1', '12')
    """
    port, described = known(port), known(described)
    if is_address(port) or (_NUMBER.match(port) and _PORT_NAME.match(described)):
        return described or port
    return port or described


def add_neighbour(report: Report, own: tuple[str, str], names: tuple[str, str], far: str, line: int) -> None:
    """Add the link to a neighbour; what is without a name or port is left out with a note.

    Parameters
    ----------
    own
        The device that reports, and its port.
    names
        Name and chassis of the neighbour; the chassis counts where it has no name.
    far
        The neighbour's port.
    """
    owner, port = own
    name = known(names[0]) or known(names[1])
    if not port or not far or not name:
        report.skip(line, f"{owner} {port or 'a port'} has a neighbour without name or port")
        return
    a = report.node(owner.casefold(), owner, line=line)
    b = report.node(name.casefold(), name, line=line)
    report.link(a, port, b, far, line=line)
