"""Read a report of an installed fabric, whatever form it has: told by its content, not by its name."""

import re

from fatdesk.engine.asbuilt import ibnetdiscover
from fatdesk.engine.asbuilt.discovered import Discovered
from fatdesk.engine.core.errors import InputError
from fatdesk.engine.core.sheets import read_text

_COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
"""What a terminal was told besides the text, where its output was kept as a file."""


def read_discovered(data: bytes, file: str) -> Discovered:
    """The fabric that a report tells of.

    Parameters
    ----------
    file
        Its name, for messages.

    Raises
    ------
    InputError
        When it has none of the known forms, is damaged, or tells of no link.
    """
    text = _COLOURS.sub("", read_text(data, file))
    if ibnetdiscover.looks_like(text):
        return ibnetdiscover.read(text, file)
    what = "is no known report, give the output of ibnetdiscover"
    raise InputError(file, 1, "file", what)
