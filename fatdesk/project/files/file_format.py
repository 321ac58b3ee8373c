"""Encode and decode projects as ``.fatdesk`` files; numbers that no file can hold are found.

The file is UTF-8 JSON Lines: a header, one record a line, an end line. It is canonical: kinds and keys in
a fixed order, fields in the order of their type, defaults left out, no spaces, so that a file that was
opened and saved is the same to the byte and an edit is a change of one line. It says the oldest format that
knows all its kinds of records, so that what is new costs nobody who does not use it.
"""

import math
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, NamedTuple

import msgspec

from fatdesk.core.errors import FatdeskError, InputError, InputErrors
from fatdesk.core.memory import collection_paused
from fatdesk.networks.study import StudyNetwork, sound
from fatdesk.networks.topologies import canonical
from fatdesk.project.document.project import Project
from fatdesk.project.document.record_kinds import RECORD_KINDS, RecordKind, assembled, dangling, homeless
from fatdesk.project.files.migrations import FORMAT, kinds_changed, migrated, oldest_written
from fatdesk.project.files.record_problems import (
    depth_problem,
    header_problem,
    record_problems,
    repeated_keys,
    text_problem,
)

MAX_BYTES = 512_000_000
"""Largest file that is read or written."""
MOST_ERRORS = 20
"""Largest number of errors reported for one file."""

_HEADER = b'{"t":"fatdesk","format":%d,"min_reader":%d}'
_END = b'{"t":"end"}'
_HEAD = b'{"t":"'


class Reading(NamedTuple):
    """Contents of a file."""

    project: Project
    canonical: bytes
    """The one text of this project: the file's own bytes, unless somebody wrote it by hand."""
    newer: bool
    """Written in a newer format that this program may read but not write."""


def encode(project: Project) -> bytes:
    """A project as the bytes of its file, unchecked (see ``storing.checked_bytes``)."""
    written = oldest_written()
    lines = [b""]
    to_json = msgspec.json.Encoder(decimal_format="string").encode
    for kind in RECORD_KINDS:
        head = _HEAD + kind.word.encode() + b'"'
        for value in kind.values(project):
            written = max(written, kind.since, kind.needs(value) if kind.needs else 1)
            body = to_json(value)
            lines.append(head + b"," + body[1:] if len(body) > 2 else head + b"}")
    lines[0] = _HEADER % (written, written)
    lines += [_END, b""]
    return b"\n".join(lines)


def too_large(file: str) -> InputError:
    """Return the error for a file above ``MAX_BYTES``."""
    return InputError(file, 1, "file", f"is larger than {MAX_BYTES} bytes, split the project")


def decode(data: bytes, file: str) -> Reading:
    """The project of a file.

    Parameters
    ----------
    data
        The file's bytes.
    file
        Its name, for errors.

    Raises
    ------
    InputError, InputErrors
        One ``FILE:LINE: FIELD: what, what to do`` for each element that is wrong, at most MOST_ERRORS.
    """
    if len(data) > MAX_BYTES:
        raise too_large(file)
    with collection_paused():
        return _Reader(file).read(data)


class _Reader:
    """One reading: records by kind with their lines, and the errors so far."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.records: dict[str, list[Any]] = {kind.word: [] for kind in RECORD_KINDS}
        self.line_numbers: dict[str, list[int]] = {kind.word: [] for kind in RECORD_KINDS}
        self.errors: list[InputError] = []

    def read(self, data: bytes) -> Reading:
        problem = text_problem(data, project=True)
        if problem:
            raise InputError(self.file, *problem)
        lines = data.split(b"\n")
        file_format = self._header(lines[0])
        last = self._end(lines)
        body = lines[1:last]
        if file_format < oldest_written():
            body = _migrated(body, file_format)
        self._records(body)
        self._stop_on_errors()
        self._check_keys()
        self._stop_on_errors()
        for place, name in homeless(self.records):
            what = f'there is no fabric "{name}" that is recorded as built, add it or take the node out'
            self._say(self.line_numbers["nodes"][place], "nodes.fabric", what)
        self._check_studies()
        for kind in ("simulations", "faults", "schedules"):
            self._check_networks(kind)
        self._stop_on_errors()
        project = assembled(self.records)
        self._check_references(project)
        self._stop_on_errors()
        canonical = encode(project)
        if canonical != data:
            self._check_repeated_keys(lines, set(canonical.split(b"\n")))
            self._stop_on_errors()
        return Reading(project, canonical, file_format > FORMAT)

    def _say(self, line: int, field: str, what: str) -> None:
        self.errors.append(InputError(self.file, line, field, what))
        if len(self.errors) >= MOST_ERRORS:
            self._stop_on_errors()

    def _stop_on_errors(self) -> None:
        if self.errors:
            self.errors.sort(key=lambda error: error.line)
            raise self.errors[0] if len(self.errors) == 1 else InputErrors(self.errors)

    def _header(self, line: bytes) -> int:
        found = header_problem(line, FORMAT)
        if isinstance(found, int):
            return found
        raise InputError(self.file, 1, *found)

    def _end(self, lines: list[bytes]) -> int:
        """The index of the end line, which must be the last with anything in it."""
        last = len(lines) - 1
        while last > 0 and not lines[last].strip():
            last -= 1
        if lines[last].strip() != _END:
            what = f"is missing, the file was cut off after line {last + 1}: restore it from a copy"
            for number, line in enumerate(lines):
                if line.strip() == _END:
                    what = f"is at line {number + 1} and more follows, remove one or the other"
                    break
            raise InputError(self.file, last + 1, "end line", what)
        return last

    def _records(self, lines: list[bytes]) -> None:
        """Decode every line; the usual path for lines that begin as ``encode`` writes them."""
        decoders = {
            kind.word.encode(): (
                msgspec.json.Decoder(kind.type).decode,
                self.records[kind.word].append,
                self.line_numbers[kind.word].append,
            )
            for kind in RECORD_KINDS
        }
        skip = len(_HEAD)
        for number, line in enumerate(lines, start=2):
            if line.count(b"{") + line.count(b"[") > 40:
                problem = depth_problem(line)
                if problem:
                    self._say(number, *problem)
                    continue
            quote = line.find(b'"', skip)
            known = decoders.get(line[skip:quote]) if line.startswith(_HEAD) else None
            rest = line[quote + 1 : quote + 2]
            try:
                if known is None or rest not in (b",", b"}"):
                    self._other_line(number, line)
                    continue
                decode_body, add, add_number = known
                add(decode_body(b"{" + line[quote + (2 if rest == b"," else 1) :]))
                add_number(number)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                word = line[skip:quote].decode() if known else ""
                self._say_all(number, line, word, error)

    def _other_line(self, number: int, line: bytes) -> None:
        """A line written by hand: spaces, ``t`` not at the front, a kind that is not known."""
        if not line.strip():
            return
        raw = msgspec.json.decode(line)
        word = raw.pop("t", None) if isinstance(raw, dict) else None
        kind = next((kind for kind in RECORD_KINDS if kind.word == word), None)
        if kind is None:
            self._say_all(number, line, "", None)
            return
        try:
            value = msgspec.json.decode(msgspec.json.encode(raw), type=kind.type)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            self._say_all(number, line, kind.word, error)
            return
        self.records[kind.word].append(value)
        self.line_numbers[kind.word].append(number)

    def _say_all(self, number: int, line: bytes, word: str, error: Exception | None) -> None:
        for field, what in record_problems(line, word, error):
            self._say(number, field, what)

    def _check_keys(self) -> None:
        for kind in RECORD_KINDS:
            if kind.key is None:
                continue
            keys = list(map(kind.key, self.records[kind.word]))
            if len(set(keys)) < len(keys):
                self._say_doubles(kind, keys)

    def _say_doubles(self, kind: RecordKind, keys: list[Any]) -> None:
        first: dict[Any, int] = {}
        for key, number in zip(keys, self.line_numbers[kind.word], strict=True):
            if key in first:
                shown = "@".join(map(str, key)) if isinstance(key, tuple) else key
                what = f'"{shown}" is at line {first[key]} already, remove one of them'
                self._say(number, kind.word, what)
            first.setdefault(key, number)

    def _check_references(self, project: Project) -> None:
        keys = {kind.word: kind.key for kind in RECORD_KINDS if kind.key}
        for problem in dangling(project):
            key_of = keys[problem.kind]
            number = next(
                number
                for value, number in zip(
                    self.records[problem.kind], self.line_numbers[problem.kind], strict=True
                )
                if key_of(value) == problem.key
            )
            self._say(number, f"{problem.kind}.{problem.field}", problem.what)

    def _check_studies(self) -> None:
        """Networks that the records of studies name; written as they are written."""
        studies = self.records["studies"]
        for number, line in enumerate(self.line_numbers["studies"]):
            try:
                spec = canonical(studies[number].spec)
            except FatdeskError as error:
                self._say(line, "studies.spec", str(error))
            else:
                studies[number] = msgspec.structs.replace(studies[number], spec=spec)

    def _check_networks(self, kind: str) -> None:
        """Networks and routing algorithms that studies of a kind name; written as they are written."""
        studies = self.records[kind]
        for number, line in enumerate(self.line_numbers[kind]):
            networks = [
                self._known_network(line, f"{kind}.networks[{n}]", network)
                for n, network in enumerate(studies[number].networks)
            ]
            if networks != list(studies[number].networks):
                studies[number] = msgspec.structs.replace(studies[number], networks=tuple(networks))

    def _known_network(self, line: int, field: str, network: StudyNetwork) -> StudyNetwork:
        try:
            return sound(network)
        except FatdeskError as error:
            self._say(line, field, str(error))
            return network

    def _check_repeated_keys(self, lines: list[bytes], canonical: set[bytes]) -> None:
        """A JSON reader takes the last of two equal keys: refuse them, because one of them would be lost."""
        for number, line in enumerate(lines, start=1):
            if line not in canonical and line.strip():
                for field, what in repeated_keys(line):
                    self._say(number, field, what)


def _migrated(lines: list[bytes], file_format: int) -> list[bytes]:
    """The lines of an older format as the present one has them, new ones at the end.

    Where a line to change cannot be read, all stay as they are: reading them reports what is wrong.
    """
    kinds = kinds_changed(file_format)
    heads = {kind.encode() for kind in kinds}
    skip = len(_HEAD)
    places, records = [], []
    for place, line in enumerate(lines):
        if not line.strip() or (line.startswith(_HEAD) and line[skip : line.find(b'"', skip)] not in heads):
            continue
        try:
            record = msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return lines
        if record.get("t") in kinds:
            if repeated_keys(line):
                return lines
            places.append(place)
            records.append(record)
    found = [msgspec.json.encode(record) for record in migrated(records, file_format)]
    result = list(lines)
    for place, line in zip(places, found, strict=False):
        result[place] = line
    return result + found[len(places) :]


def not_finite(value: Any, field: str = "project") -> str:
    """The first field with a number that is not finite, in words; empty when there is none."""
    if isinstance(value, float | Decimal):
        return "" if math.isfinite(value) else f"{field} is {value}, which is not a finite number"
    if isinstance(value, msgspec.Struct):
        items = [(f"{field}.{name}", getattr(value, name)) for name in value.__struct_fields__]
    elif isinstance(value, Mapping):
        items = [(f"{field}[{key}]", item) for key, item in value.items()]
    elif isinstance(value, tuple | list):
        items = [(f"{field}[{n}]", item) for n, item in enumerate(value)]
    else:
        return ""
    return next((found for name, item in items if (found := not_finite(item, name))), "")
