"""Maps of names by GUID, as ``ibnetdiscover --node-name-map`` takes them."""

import re

from fatdesk.core.errors import InputError
from fatdesk.engine.asbuilt.discovered import plain_guid

_LINE = re.compile(r'\s*"?((?:0x)?[0-9a-fA-F]{1,16})"?[\s,;]+(.+?)\s*$')


def names_by_guid(text: str, file: str) -> dict[str, str]:
    r"""A map of names as ``ibnetdiscover --node-name-map`` takes it: a GUID and a name a line.

    >>> names_by_guid('0x2c903000a1b2c "leaf1"\n# a remark\n0x0002c90300000001,n01 HCA-1', "map")
    {'2c903000a1b2c': 'leaf1', '2c90300000001': 'n01 HCA-1'}

    Raises
    ------
    InputError
        When a line is something else.
    """
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.strip()
        if not plain or plain.startswith("#"):
            continue
        taken = _LINE.match(plain)
        if taken is None:
            if number == 1:
                continue  # the heads of columns
            raise InputError(file, number, "line", 'is not understood, write 0xGUID "name"')
        found[plain_guid(taken[1])] = taken[2].strip('"')
    if not found:
        raise InputError(file, 1, "file", 'names no GUID, write a line 0xGUID "name" for each')
    return found
