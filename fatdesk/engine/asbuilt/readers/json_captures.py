"""JSON in captures of terminals: each document with the device whose output it is."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from fatdesk.core.errors import InputError
from fatdesk.engine.asbuilt.discovered import Report
from fatdesk.engine.asbuilt.readers.captures import of_node, owner_in

MOST_DIGITS = 40


def whole(digits: str) -> int | str:
    """A whole number of JSON; one with more digits than any figure has stays text, as Python reads no such.

    >>> whole("7"), whole("9" * 41)[:5]
    (7, '99999')
    """
    return int(digits) if len(digits) <= MOST_DIGITS else digits


_DECODER = json.JSONDecoder(parse_int=whole)
_BEGINS = ("{", "[")
_WRAPPERS = frozenset(
    ("result", "results", "output", "outputs", "body", "ins_api", "response", "stdout", "msg", "data", "json")
)
_WRAPPER_HEADS = ("TABLE_", "ROW_", "lldp-", "show ")
"""Keys above an answer of a device that are no name of a device, and how such keys begin."""


class Document(NamedTuple):
    """A JSON document: the device that is named above it, the line where it begins, and its content."""

    owner: str
    line: int
    tree: Any


def holds(text: str, *keys: str) -> bool:
    r"""Whether a text may be JSON with one of some keys.

    >>> holds('leaf1# show lldp neighbors | json\n{"lldpNeighbors": []}', "lldpNeighbors")
    True
    """
    return any(f'"{key}"' in text for key in keys) and any(
        of_node(line)[1].lstrip().startswith(_BEGINS) for line in text.splitlines()
    )


def documents(text: str, file: str, report: Report) -> list[Document]:
    """The documents of a file: one, or one of each device after its prompt or behind its name.

    Raises
    ------
    InputError
        When none of them is JSON to its end; where some are, the report notes the others.
    """
    found: list[Document] = []
    wrong: list[tuple[int, str]] = []
    for owner, piece in _pieces(text):
        _read(piece, owner, found, wrong)
    if not found and wrong:
        raise InputError(file, wrong[0][0], "file", f"{wrong[0][1]}, save the whole output")
    for line, what in wrong:
        report.skip(line, what)
    return found


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """The text of each device that clush or pdsh put before its lines, else all of it."""
    lines = text.splitlines()
    prefixed = [of_node(line) for line in lines]
    if not all(node for (node, _), line in zip(prefixed, lines, strict=True) if line.strip()):
        yield "", text
        return
    for owner in dict.fromkeys(node for node, _ in prefixed if node):
        yield owner, "\n".join(line if node == owner else "" for node, line in prefixed)


def _read(text: str, owner: str, found: list[Document], wrong: list[tuple[int, str]]) -> None:
    """Read the documents of a text, also those after one that is cut off."""
    at, number = 0, 1
    while at < len(text):
        end = _end_of_line(text, at)
        line = text[at:end]
        if line.lstrip().startswith(_BEGINS):
            start = at + len(line) - len(line.lstrip())
            try:
                tree, stop = _DECODER.raw_decode(text, start)
            except json.JSONDecodeError as error:
                wrong.append((text.count("\n", 0, error.pos) + 1, "is not JSON from here on"))
                end = max(end, text.rfind("\n", 0, error.pos))
            except RecursionError:
                wrong.append((number, "is JSON of too many levels"))
            else:
                found.append(Document(owner, number, tree))
                end = _end_of_line(text, stop)
        else:
            owner = owner_in(line) or owner
        number += text.count("\n", at, end + 1)
        at = end + 1


def _end_of_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def under(tree: Any, key: str, owner: str) -> Iterator[tuple[str, Any]]:
    """Every value of a key in a document with the device that it is of.

    The device is the nearest key above that names one (``{"leaf1": {"lldpNeighbors": []}}``).

    >>> list(under({"leaf1": {"result": [{"lldp": 1}]}, "leaf2": {"lldp": 2}}, "lldp", "file"))
    [('leaf1', 1), ('leaf2', 2)]
    """
    waiting: list[tuple[str, Any]] = [(owner, tree)]
    while waiting:
        owner, value = waiting.pop()
        if isinstance(value, dict):
            if key in value:
                yield owner, value[key]
                continue
            waiting += [
                (owner if _is_wrapper(str(name)) else str(name), inner)
                for name, inner in reversed(list(value.items()))
                if isinstance(inner, dict | list)
            ]
        elif isinstance(value, list):
            waiting += [(owner, inner) for inner in reversed(value) if isinstance(inner, dict | list)]


def _is_wrapper(key: str) -> bool:
    return key.lower() in _WRAPPERS or key.startswith(_WRAPPER_HEADS)


def records(value: Any) -> list[Mapping[str, Any]]:
    """Return the records in a list; a single record is a list of one."""
    some = value if isinstance(value, list) else [value]
    return [one for one in some if isinstance(one, dict)]


def text_at(record: Any, *keys: str) -> str:
    """The text of the first key that a record has, in the forms that devices wrap it.

    >>> text_at({"port": [{"data": "xe-0/0/1"}]}, "name", "port"), text_at({"port": 7}, "port")
    ('xe-0/0/1', '7')
    """
    if not isinstance(record, dict):
        return ""
    for key in keys:
        value = record.get(key)
        while isinstance(value, list) and value:
            value = value[0]
        if isinstance(value, dict):
            value = value.get("data")
        if isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip():
            return str(value).strip().strip('"')
    return ""
