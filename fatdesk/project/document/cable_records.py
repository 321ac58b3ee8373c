"""Records of cables by id in an immutable mapping that shares most of its data between edits.

A history keeps every project that ever was. With one dict of 100,000 records each step would copy
5 MB; here the records lie in sorted runs of some hundred, and a step copies one run.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from fatdesk.core.ranges import CableLength as Length
from fatdesk.core.struct import Id, Struct, Text


class CableRecord(Struct, frozen=True, kw_only=True):
    """Decisions and measurements of one cable; all its other values are derived."""

    id: Text
    part: Id | None = None
    """By hand instead of the choice by rule."""
    length_m: Length | None = None
    """Ordered length by hand."""
    status: Text = "planned"
    remark: Text = ""
    phase: Text = ""
    tested_by: Text = ""
    result: Text = ""
    measured_m: Length | None = None
    reason: Text = ""
    """Why the program chose the part instead of the choice by rule; empty: a person did."""


RUN = 256
"""Records in a run when it is made; one twice as long is cut in two."""


class CableRecords(Mapping[str, CableRecord]):
    """Records by id, in order of id.

    Parameters
    ----------
    records
        In any order; of two with one id the last counts.

    Examples
    --------
    >>> one = CableRecords([CableRecord(id="b"), CableRecord(id="a")])
    >>> two = one.with_record(CableRecord(id="c", status="laid"))
    >>> list(one), list(two), two["c"].status
    (['a', 'b'], ['a', 'b', 'c'], 'laid')
    """

    __slots__ = ("_firsts", "_length", "_runs")

    def __init__(self, records: Iterable[CableRecord] = ()) -> None:
        by_id = {record.id: record for record in records}
        ids = sorted(by_id)
        self._set([{key: by_id[key] for key in ids[n : n + RUN]} for n in range(0, len(ids), RUN)])

    def _set(self, runs: list[dict[str, CableRecord]]) -> None:
        self._runs = runs
        self._firsts = [next(iter(run)) for run in runs]
        self._length = sum(map(len, runs))

    @classmethod
    def of(cls, records: Mapping[str, CableRecord]) -> "CableRecords":
        """The same records; itself when it is one already."""
        return records if isinstance(records, cls) else cls(records.values())

    def __getitem__(self, cable_id: str) -> CableRecord:
        n = bisect_right(self._firsts, cable_id) - 1
        if n < 0:
            raise KeyError(cable_id)
        return self._runs[n][cable_id]

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(self._runs)

    def __len__(self) -> int:
        return self._length

    def in_order(self) -> Iterator[CableRecord]:
        """The records in order of id, faster than ``values``."""
        return chain.from_iterable(run.values() for run in self._runs)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, CableRecords):
            return len(self) == len(other) and (
                self._runs == other._runs or list(self.in_order()) == list(other.in_order())
            )
        return dict(self) == other if isinstance(other, dict) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # like a dict

    def __repr__(self) -> str:
        return f"CableRecords({list(self.in_order())!r})"

    def with_record(self, record: CableRecord) -> "CableRecords":
        """Return the records with one added or replaced."""
        if not self._runs:
            return CableRecords([record])
        n = max(0, bisect_right(self._firsts, record.id) - 1)
        run = {**self._runs[n], record.id: record}
        if record.id not in self._runs[n]:
            run = dict(sorted(run.items()))
        keys = list(run)
        half = len(keys) // 2 if len(keys) > 2 * RUN else len(keys)
        pieces = [{key: run[key] for key in part} for part in (keys[:half], keys[half:]) if part]
        return self._replaced(n, pieces)

    def without(self, cable_id: str) -> "CableRecords":
        """Return the records without one.

        Raises
        ------
        KeyError
            When there is none of that id.
        """
        n = bisect_right(self._firsts, cable_id) - 1
        if n < 0 or cable_id not in self._runs[n]:
            raise KeyError(cable_id)
        run = {key: record for key, record in self._runs[n].items() if key != cable_id}
        return self._replaced(n, [run] if run else [])

    def _replaced(self, n: int, pieces: list[dict[str, CableRecord]]) -> "CableRecords":
        result = CableRecords.__new__(CableRecords)
        result._set([*self._runs[:n], *pieces, *self._runs[n + 1 :]])
        return result
