"""Files of measured results: a head that states kind and inputs, and arrays; the same bytes each time."""

import hashlib
import io
import json
import struct
import zipfile
from collections.abc import Mapping
from typing import IO, Annotated, Any, TypeVar

import msgspec
import numpy as np
from msgspec import Meta, structs
from numpy.typing import NDArray

from fatdesk.core.errors import FatdeskError

MAX_BYTES = 256_000_000
"""Largest file that is read or written."""
MOST_MEMBERS = 100

_EPOCH = (1980, 1, 1, 0, 0, 0)
_MAGIC = b"\x93NUMPY\x01\x00"
_BROKEN = (
    zipfile.BadZipFile,
    struct.error,
    ValueError,
    KeyError,
    NotImplementedError,
    RuntimeError,
    EOFError,
    OverflowError,
    OSError,
)
"""Errors of ``zipfile`` for files that are truncated or no archives."""


def packed(members: Mapping[str, bytes | NDArray[Any]]) -> bytes:
    """A zip file of arrays as ``name.npy`` and of bytes as they are, not compressed.

    >>> sorted(np.load(io.BytesIO(packed({"a": np.arange(3), "b.json": b"{}"}))))
    ['a', 'b.json']
    """
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as target:
        for name, value in members.items():
            inside = zipfile.ZipInfo(name if isinstance(value, bytes) else f"{name}.npy", _EPOCH)
            inside.create_system, inside.external_attr = 3, 0o644 << 16  # the same on every system
            target.writestr(inside, value if isinstance(value, bytes) else _npy(value))
    return stream.getvalue()


def unpacked(stream: IO[bytes], only: str = "") -> dict[str, bytes]:
    """The members of an npz file by their names, or only one of them; arrays are read by :func:`array_of`.

    Raises
    ------
    FatdeskError
        When it is none, damaged, compressed, or too large.
    """
    try:
        with zipfile.ZipFile(stream) as source:
            inside = source.infolist()
            if len(inside) > MOST_MEMBERS or sum(some.file_size for some in inside) > MAX_BYTES:
                raise FatdeskError("it holds too much")
            if len({some.filename for some in inside}) < len(inside):
                raise FatdeskError("it holds something twice")
            if any(some.compress_type != zipfile.ZIP_STORED for some in inside):
                raise FatdeskError("it is compressed, which files of this program are not")
            return {some.filename: source.read(some) for some in inside if not only or some.filename == only}
    except _BROKEN:
        raise FatdeskError("it is damaged, or no npz file") from None


def array_of(members: Mapping[str, bytes], name: str, dtype: str, shape: tuple[int, ...]) -> NDArray[Any]:
    """The array of that name, which must be of that type and shape.

    Raises
    ------
    FatdeskError
        When it is missing or another.
    """
    data = members.get(f"{name}.npy")
    header = _header(dtype, shape)
    size = np.dtype(dtype).itemsize * int(np.prod(shape, dtype=object))
    if data is None or len(data) != len(header) + size or not data.startswith(header):
        raise FatdeskError(f"{name} is missing or not {dtype} {shape}")
    return np.frombuffer(data, dtype, offset=len(header)).reshape(shape)


def _npy(value: NDArray[Any]) -> bytes:
    ordered = np.ascontiguousarray(value, value.dtype.newbyteorder("<"))
    return _header(ordered.dtype.str, ordered.shape) + ordered.tobytes()


def _header(dtype: str, shape: tuple[int, ...]) -> bytes:
    """As NumPy writes it, without the padding that changes from version to version."""
    text = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}"
    text += " " * (-(len(_MAGIC) + 2 + len(text) + 1) % 64) + "\n"
    return _MAGIC + struct.pack("<H", len(text)) + text.encode("ascii")


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
    """A value with all of its fields, defaults too, as JSON has them.

    Fields in ``LATER`` of its type are left out at their defaults: they came when there were results already,
    which keep their digests.
    """
    if not isinstance(value, msgspec.Struct):
        return value
    later = getattr(value, "LATER", ())
    usual = {field.name: field.default for field in structs.fields(value) if field.name in later}
    given = {name: getattr(value, name) for name in value.__struct_fields__}
    return {name: whole(one) for name, one in given.items() if name not in usual or one != usual[name]}


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
        raise FatdeskError("its head is wrong (the kind is not a word)")
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
        raise FatdeskError("its head is wrong (it is not an object)")
    return raw


def _json(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
