"""Stamps that distinguish versions of a file."""

import hashlib

from fatdesk.core.struct import Struct


class Stamp(Struct, frozen=True, kw_only=True):
    """Content of a file when it was opened or saved; times are not used, because they are unreliable."""

    size: int
    sha256: str
    read_only: bool = False
    """Written in a newer format: must not be saved under the same name."""


ABSENT = Stamp(size=-1, sha256="")
"""The stamp of a file that is not there."""


def stamp_of(data: bytes | None, read_only: bool = False) -> Stamp:
    """The stamp of a content; of None that of a missing file."""
    if data is None:
        return ABSENT
    return Stamp(size=len(data), sha256=hashlib.sha256(data).hexdigest(), read_only=read_only)
