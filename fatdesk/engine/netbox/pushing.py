"""A push: carry out the differences of a comparison, in batches, so that a second push finds none."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.netbox.client import Client, NetBoxError
from fatdesk.engine.netbox.comparing import Change, Comparison, components
from fatdesk.engine.netbox.records import KINDS, Kind, Mapped, Record, Ref

COLOUR = "3f51b5"
PLACE = ("rack", "position", "face")
"""Fields of a device that is moved."""


@dataclass
class Written:
    """The number of objects that were written, by what was done and kind."""

    counts: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, done: str, kind: str, count: int) -> None:
        """Count some objects."""
        self.counts[done, kind] = self.counts.get((done, kind), 0) + count

    def __str__(self) -> str:
        said = [
            f"{done} {counted(count, KINDS[kind].noun)}"
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


def push(client: Client, found: Comparison, progress: Progress = SILENT, *, delete: bool = False) -> Written:
    """Carry out a comparison.

    Parameters
    ----------
    delete
        Whether objects with the tag of the project that are not in the plan are deleted.

    Raises
    ------
    FatdeskError
        When there are conflicts, before anything is written.
    PushStopped
        When NetBox refuses something or cannot be reached any more.
    """
    stopping = conflicts(found, delete=delete)
    if stopping:
        first = stopping[0]
        raise FatdeskError(f"{first.title}: {first.what} ({counted(len(stopping), 'conflict')} in all)")
    pushing = _Push(client, found, progress, delete)
    try:
        pushing.run()
    except NetBoxError as error:
        raise PushStopped(str(error), pushing.written, maybe=error.maybe_done) from None
    except (Cancelled, KeyboardInterrupt) as stop:
        maybe = isinstance(stop, KeyboardInterrupt)
        raise PushStopped("cancelled", pushing.written, maybe=maybe, cancelled=True) from None
    return pushing.written


class _Push:
    def __init__(self, client: Client, found: Comparison, progress: Progress, delete: bool) -> None:
        self._client, self._found, self._progress = client, found, progress
        self.written = Written()
        self._doomed = [*found.of("replace"), *(found.of("extra") if delete else [])]
        self._done = 0
        self._total = len(self._doomed) + len(found.of("create", "change", "replace"))

    def run(self) -> None:
        """Delete, then create and change kind by kind."""
        if self._total == 0:
            return
        self._make_tag()
        for name in reversed(KINDS):
            doomed = [one for one in self._doomed if one.kind == name]
            self._each(doomed, KINDS[name], "Deleting", self._delete)
        changes: dict[str, list[Change]] = {name: [] for name in KINDS}
        for one in self._found.of("create", "change", "replace"):
            changes[one.kind].append(one)
        for name, kind in KINDS.items():
            self._write(kind, changes[name])
            if name == "devices":
                made = [one.record for one in changes[name] if one.action == "create"]
                for more in self._components([one for one in made if one is not None]):
                    changes[more.kind].append(more)

    def _write(self, kind: Kind, changes: Sequence[Change]) -> None:
        creates = [one for one in changes if one.action in ("create", "replace")]
        self._each(creates, kind, "Creating", self._create)
        changed = [one for one in changes if one.action == "change"]
        self._each([one for one in changed if _is_moved(one)], kind, "Moving", self._unplace, counts=False)
        self._each(changed, kind, "Changing", self._change)

    def _components(self, made: Sequence[Record]) -> list[Change]:
        """The differences of the ports and bays of new devices."""
        refs = [Ref(one.kind, one.key) for one in made]
        return components(self._client, self._found, refs) if refs else []

    def _make_tag(self) -> None:
        if self._found.tag is None:
            slug = self._found.wanted.tag
            tag = {"name": slug, "slug": slug, "color": COLOUR, "description": "Made by fatdesk"}
            (made,) = self._client.create("extras/tags", [tag])
            self._found.tag = made["id"]

    def _each(
        self,
        changes: Sequence[Change],
        kind: Kind,
        word: str,
        work: Callable[[Kind, Sequence[Change]], None],
        counts: bool = True,
    ) -> None:
        """Work on some changes batch by batch."""
        for some in _batches(changes, kind.batch):
            self._progress.step(self._done, max(self._done, self._total), f"{word} {kind.noun}s in NetBox")
            work(kind, some)
            self._done += len(some) if counts else 0

    def _delete(self, kind: Kind, changes: Sequence[Change]) -> None:
        """Delete some objects; a type that others use meanwhile stays."""
        try:
            self._client.delete(kind.path, [one.id for one in changes])
        except NetBoxError as error:
            if not (kind.shared and error.status == 409):
                raise
            self.written.add("kept (in use by others)", kind.name, len(changes))
        else:
            self.written.add("deleted", kind.name, len(changes))

    def _create(self, kind: Kind, changes: Sequence[Change]) -> None:
        records = [one.record for one in changes if one.record is not None]
        tag = {"tags": [self._found.tag]} if kind.tagged else {}
        stated = [
            {n: v for n, v in {**one.initial, **one.fields}.items() if v is not None} for one in records
        ]
        bodies = [self._body(one, fields) | tag for one, fields in zip(records, stated, strict=True)]
        for record, made in zip(records, self._client.create(kind.path, bodies), strict=True):
            ref = Ref(record.kind, record.key)
            self._found.ids[ref] = made["id"]
            self._found.own.add(ref)
        self.written.add("created", kind.name, len(records))

    def _change(self, kind: Kind, changes: Sequence[Change]) -> None:
        bodies = [
            {"id": one.id} | self._body(one.record, {name: one.record.fields[name] for name in _fields(one)})
            for one in changes
            if one.record is not None
        ]
        self._client.change(kind.path, bodies)
        self.written.add("changed", kind.name, len(bodies))

    def _unplace(self, kind: Kind, changes: Sequence[Change]) -> None:
        """Take devices out of their units before any takes its new one, so that two can exchange places."""
        self._client.change(kind.path, [{"id": one.id, "position": None, "face": ""} for one in changes])

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
        return "" if value is None and name in ("face", "type") else value

    def _mapped(self, record: Record, one: Mapped) -> dict[str, int]:
        return {
            "position": 1,
            "rear_port": self._id(record, one.rear),
            "rear_port_position": one.position,
        }

    def _id(self, record: Record, ref: Ref) -> int:
        found = self._found.ids.get(ref)
        if found is None:
            what = f"{record.title}: there is no {KINDS[ref.kind].noun} {' '.join(ref.key)}"
            raise NetBoxError(f"{self._client.address}: {what}")
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
