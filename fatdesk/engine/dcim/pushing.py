"""A push: carry out the differences of a comparison, in batches, so that a second push finds none."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.dcim.client import ServerError
from fatdesk.engine.dcim.comparing import Change, Comparison, components
from fatdesk.engine.dcim.dialect import Dialect
from fatdesk.engine.dcim.records import Id, Kind, Kinds, Mapped, Record, Ref

BLANK = ("face", "type")
"""Fields that are empty where they have no value."""
PLACE = ("rack", "position", "face")
"""Fields of a device that is moved."""


@dataclass
class Written:
    """The number of objects that were written, by what was done and kind."""

    kinds: Kinds
    counts: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, done: str, kind: str, count: int) -> None:
        """Count some objects."""
        self.counts[done, kind] = self.counts.get((done, kind), 0) + count

    def __str__(self) -> str:
        said = [
            f"{done} {counted(count, self.kinds[kind].noun)}"
            for (done, kind), count in self.counts.items()
            if count
        ]
        return ", ".join(said) or "nothing"


class PushStopped(FatdeskError):
    """A push that ended half-way; what was written before stays, and the next push completes it.

    Attributes
    ----------
    cancelled
        Whether the user ended it.
    """

    def __init__(self, cause: str, written: Written, *, maybe: bool = False, cancelled: bool = False) -> None:
        self.written, self.cancelled = written, cancelled
        more = "; the last request may have been carried out as well" if maybe else ""
        super().__init__(f"{cause}; written before: {written}{more}; push again to complete it")

    def __reduce__(self) -> tuple[Any, ...]:
        """Come from a worker with its text."""
        return FatdeskError, (str(self),)


def conflicts(found: Comparison, *, delete: bool = False) -> list[Change]:
    """Conflicts that stop a push; with ``delete`` without those that end when something is deleted."""
    return [one for one in found.of("conflict") if not (delete and one.id)]


def push(server: Dialect, found: Comparison, progress: Progress = SILENT, *, delete: bool = False) -> Written:
    """Carry out a comparison.

    Parameters
    ----------
    delete
        Whether objects with the tag of the project that are not in the plan are deleted; those that were
        adopted only lose the tag.

    Raises
    ------
    FatdeskError
        When there are conflicts, before anything is written.
    PushStopped
        When the server refuses something or cannot be reached any more.
    """
    stopping = conflicts(found, delete=delete)
    if stopping:
        first = stopping[0]
        raise FatdeskError(f"{first.title}: {first.what} ({counted(len(stopping), 'conflict')} in all)")
    pushing = _Push(server, found, progress, delete)
    try:
        pushing.run()
    except ServerError as error:
        raise PushStopped(str(error), pushing.written, maybe=error.maybe_done) from None
    except (Cancelled, KeyboardInterrupt) as stop:
        maybe = isinstance(stop, KeyboardInterrupt)
        raise PushStopped("cancelled", pushing.written, maybe=maybe, cancelled=True) from None
    return pushing.written


class _Push:
    def __init__(self, server: Dialect, found: Comparison, progress: Progress, delete: bool) -> None:
        self._server, self._found, self._progress = server, found, progress
        self.written = Written(server.kinds)
        gone = found.of("extra") if delete else []
        self._released = [one for one in gone if one.tags is not None]
        self._doomed = [*found.of("replace"), *(one for one in gone if one.tags is None)]
        written = found.of("create", "change", "replace", "adopt")
        self._done = 0
        self._total = len(self._doomed) + len(self._released) + len(written)

    def run(self) -> None:
        """Delete, then create and change kind by kind."""
        if self._total == 0:
            return
        self._make_tags()
        kinds = self._server.kinds
        for name in reversed(list(kinds)):
            doomed = [one for one in self._doomed if one.kind == name]
            self._each(doomed, kinds[name], "Deleting", self._delete)
            released = [one for one in self._released if one.kind == name]
            self._each(released, kinds[name], "Releasing", self._release)
        changes: dict[str, list[Change]] = {name: [] for name in kinds}
        for one in self._found.of("create", "change", "replace", "adopt"):
            changes[one.kind].append(one)
        for name, kind in kinds.items():
            self._write(kind, changes[name])
            if name == "devices":
                made = [one.record for one in changes[name] if one.action == "create"]
                for more in self._components([one for one in made if one is not None]):
                    changes[more.kind].append(more)

    def _write(self, kind: Kind, changes: Sequence[Change]) -> None:
        creates = [one for one in changes if one.action in ("create", "replace")]
        self._each(creates, kind, "Creating", self._create)
        changed = [one for one in changes if one.action in ("change", "adopt")]
        self._each([one for one in changed if _is_moved(one)], kind, "Moving", self._unplace, counts=False)
        self._each([one for one in changed if one.tags is not None], kind, "Adopting", self._change)
        self._each([one for one in changed if one.tags is None], kind, "Changing", self._change)

    def _components(self, made: Sequence[Record]) -> list[Change]:
        """The differences of the ports and bays of new devices."""
        refs = [Ref(one.kind, one.key) for one in made]
        return components(self._server, self._found, refs) if refs else []

    def _make_tags(self) -> None:
        """Make the tags that are needed and not there."""
        found = self._found
        for slug in (found.tag, *([found.adopted] if found.of("adopt") else [])):
            if slug not in found.tags:
                found.tags[slug] = self._server.make_tag(slug)

    def _each(
        self,
        changes: Sequence[Change],
        kind: Kind,
        word: str,
        work: Callable[[Kind, Sequence[Change]], None],
        counts: bool = True,
    ) -> None:
        """Work on some changes batch by batch."""
        name = self._server.product.name
        for some in _batches(changes, kind.batch):
            self._progress.step(self._done, max(self._done, self._total), f"{word} {kind.noun}s in {name}")
            work(kind, some)
            self._done += len(some) if counts else 0

    def _delete(self, kind: Kind, changes: Sequence[Change]) -> None:
        """Delete some objects; a type that others use meanwhile stays."""
        try:
            self._server.remove(kind.name, [one.id for one in changes])
        except ServerError as error:
            if not (kind.shared and error.status == 409):
                raise
            self.written.add("kept (in use by others)", kind.name, len(changes))
        else:
            self.written.add("deleted", kind.name, len(changes))

    def _release(self, kind: Kind, changes: Sequence[Change]) -> None:
        """Take the tag from objects that were adopted."""
        bodies = [{"id": one.id, "tags": list(one.tags or ())} for one in changes]
        self._server.update(kind.name, bodies)
        self.written.add("released", kind.name, len(bodies))

    def _create(self, kind: Kind, changes: Sequence[Change]) -> None:
        records = [one.record for one in changes if one.record is not None]
        tag = {"tags": [self._found.tags[self._found.tag]]} if kind.tagged else {}
        stated = [
            {n: v for n, v in {**one.initial, **one.fields}.items() if v is not None} for one in records
        ]
        bodies = [self._body(one, fields) | tag for one, fields in zip(records, stated, strict=True)]
        for record, made in zip(records, self._server.add(kind.name, bodies), strict=True):
            ref = Ref(record.kind, record.key)
            self._found.ids[ref] = made
            self._found.own.add(ref)
        self.written.add("created", kind.name, len(records))

    def _change(self, kind: Kind, changes: Sequence[Change]) -> None:
        """Change some objects, or adopt them."""
        bodies = []
        for one in changes:
            if one.record is not None:
                fields = {name: one.record.fields[name] for name in _fields(one)}
                body = {"id": one.id} | self._body(one.record, fields)
                if one.tags is not None:
                    body["tags"] = [*one.tags, self._found.tags[self._found.adopted]]
                bodies.append(body)
        self._server.update(kind.name, bodies)
        self.written.add("adopted" if changes[0].tags is not None else "changed", kind.name, len(bodies))

    def _unplace(self, kind: Kind, changes: Sequence[Change]) -> None:
        """Take devices out of their units before any takes its new one, so that two can exchange places."""
        self._server.update(kind.name, [{"id": one.id, "position": None, "face": ""} for one in changes])

    def _body(self, record: Record, fields: dict[str, Any]) -> dict[str, Any]:
        """Fields with ids instead of references."""
        return {name: self._value(record, name, value) for name, value in fields.items()}

    def _value(self, record: Record, name: str, value: Any) -> Any:
        if isinstance(value, Ref):
            return self._id(record, value)
        if isinstance(value, list) and name.endswith("_terminations"):
            types = {"interfaces": "interface", "front-ports": "frontport", "rear-ports": "rearport"}
            return [
                {"object_type": f"dcim.{types[ref.kind]}", "object_id": self._id(record, ref)}
                for ref in value
            ]
        if isinstance(value, list):
            return [self._mapped(record, one) if isinstance(one, Mapped) else one for one in value]
        return "" if value is None and name in BLANK else value

    def _mapped(self, record: Record, one: Mapped) -> dict[str, Id]:
        return {
            "position": 1,
            "rear_port": self._id(record, one.rear),
            "rear_port_position": one.position,
        }

    def _id(self, record: Record, ref: Ref) -> Id:
        found = self._found.ids.get(ref)
        if found is None:
            what = f"{record.title}: there is no {self._server.kinds[ref.kind].noun} {' '.join(ref.key)}"
            raise ServerError(f"{self._server.address}: {what}")
        return found


def _fields(one: Change) -> tuple[str, ...]:
    """The fields to write: of a moved device its whole place."""
    return (
        (*one.fields, *(name for name in PLACE if name not in one.fields)) if _is_moved(one) else one.fields
    )


def _is_moved(one: Change) -> bool:
    record = one.record
    return (
        one.kind == "devices"
        and record is not None
        and "rack" in record.fields
        and bool({*PLACE} & {*one.fields})
    )


def _batches(changes: Sequence[Change], size: int) -> Iterator[Sequence[Change]]:
    for first in range(0, len(changes), size):
        yield changes[first : first + size]
