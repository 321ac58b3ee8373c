"""Files of what was measured: a head that states the kind and what was measured, and arrays."""

import hashlib
import io
import json
from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta
from numpy.typing import NDArray

from fatdesk.core.errors import FatdeskError
from fatdesk.core.npz import MAX_BYTES, packed, unpacked

HEAD = "head.json"
FIRST_KIND = "curve"
"""The kind of files that do not state theirs: at first there was only this one."""

Digest = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Number = Annotated[int, Meta(ge=1, le=1 << 31)]
H = TypeVar("H", bound=msgspec.Struct)


def digest_of(value: msgspec.Struct) -> str:
    """Distinguishes one value from another; defaults count as they are, said or not."""
    return hashlib.sha256(_json(whole(value))).hexdigest()


def whole(value: Any) -> Any:
    """A value with all of its fields, defaults too, as JSON has them."""
    if isinstance(value, msgspec.Struct):
        return {name: whole(getattr(value, name)) for name in value.__struct_fields__}
    return value


def file_bytes(head: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """A file, the same bytes for the same content."""
    members: dict[str, bytes | NDArray[Any]] = {HEAD: _json(head), **arrays}
    return packed(members)


def members_of(data: bytes) -> dict[str, bytes]:
    """Return the members of a result file by name.

    Raises
    ------
    FatdeskError
        When it is too large, damaged, or no such file.
    """
    if len(data) > MAX_BYTES:
        raise FatdeskError(f"it is larger than {MAX_BYTES:,} bytes")
    return unpacked(io.BytesIO(data))


def kind_of(members: Mapping[str, bytes]) -> str:
    """The word of the kind of a file.

    Raises
    ------
    FatdeskError
        When it has no head that can be read.
    """
    kind = _raw(members).get("kind", FIRST_KIND)
    if not isinstance(kind, str):
        raise FatdeskError("its head is wrong (the kind is no word)")
    return kind


def head_of(members: Mapping[str, bytes], kind: type[H], newest: int) -> H:
    """The head of a file.

    Raises
    ------
    FatdeskError
        When it is wrong, or of a format above ``newest``.
    """
    raw = _raw(members)
    if isinstance(raw.get("format"), int) and raw["format"] > newest:
        raise FatdeskError("it was written by a newer fatdesk")
    try:
        return msgspec.convert(raw, kind)
    except msgspec.MsgspecError as error:
        raise FatdeskError(f"its head is wrong ({str(error)[:200]})") from None


def _raw(members: Mapping[str, bytes]) -> dict[str, Any]:
    if HEAD not in members:
        raise FatdeskError("it holds nothing that was measured")
    try:
        raw = msgspec.json.decode(members[HEAD])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise FatdeskError(f"its head is wrong ({str(error)[:200]})") from None
    if not isinstance(raw, dict):
        raise FatdeskError("its head is wrong (it is no object)")
    return raw


def _json(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
