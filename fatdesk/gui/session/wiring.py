"""The wiring list as arrays, for filtering, grouping and summing tens of thousands of cables."""

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.units import um_from_m
from fatdesk.engine.wiring.rows import Outline, WiringList, ids_of, numbers_of, outlines_of
from fatdesk.engine.wiring.wiring_list import CableRow, End
from fatdesk.gui.widgets.sorting import Codes, Numbers, codes, natural

HOST_LINK, SWITCH_LINK = "hosts", "uplinks"


def ends(row: CableRow) -> tuple[End, ...]:
    """All ends of a cable."""
    return (row.a, *(row.legs or (row.b,)))


class Sum(NamedTuple):
    """A sum of micrometres or money, and whether something in it is unknown."""

    value: Decimal | int
    at_least: bool
    known: bool = True
    """Whether anything of it is known."""


@dataclass(frozen=True)
class Sums:
    """Totals of some cables."""

    count: int
    computed_um: Sum
    ordered_um: Sum
    spare_um: Sum
    cost: Sum


class Wiring:
    """The columns of a wiring list; each is made when it is first asked for.

    Parameters
    ----------
    hosts
        The parts that are hosts, to distinguish their cables from those between switches.
    """

    def __init__(self, rows: Sequence[CableRow], hosts: frozenset[str] = frozenset()) -> None:
        self.rows, self._hosts = rows, hosts
        self._codes: dict[str, Codes] = {}

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of each cable by its id."""
        return {cable: number for number, cable in enumerate(ids_of(self.rows))}

    @cached_property
    def numbers(self) -> dict[str, str]:
        """The short number on the labels of each cable by its id."""
        return numbers_of(self.rows)

    def codes(self, name: str) -> Codes:
        """A column of the rows: ``kind``, ``part``, ``bundle``, ``status``, ``fabric``, ``run``, ``cost``.

        ``role`` distinguishes cables of hosts from those between switches; ``racks`` and ``devices`` are
        tuples for all ends, ``rack`` is where end a is, ``part_of`` the cable and its transceivers,
        ``sku`` what is ordered, ``label`` the short number.
        """
        if name not in self._codes:
            self._codes[name] = codes(self._column(name))
        return self._codes[name]

    def ordered_as(self, lines: Collection[tuple[str, float]]) -> NDArray[np.bool_]:
        """Return which cables are ordered as one of some parts and lengths (m)."""
        wanted = {(part, um_from_m(length)) for part, length in lines}
        skus = self.codes("sku")
        return np.isin(skus.code, [code for code, sku in enumerate(skus.values) if sku in wanted])

    def _column(self, name: str) -> Iterable[Hashable]:
        """The values of a column, in order of the rows."""
        rows = self.rows
        if name == "label":
            return self.numbers.values()
        if name == "cost" and isinstance(rows, WiringList):
            return rows.costs
        special: dict[str, Callable[[Outline], Hashable]] = {
            "role": self._role,
            "rack": lambda cable: cable.racks[0],
            "part_of": lambda cable: (cable.part, *cable.transceivers),
            "sku": lambda cable: (cable.part, cable.ordered_um),
        }
        if name in special:
            return map(special[name], outlines_of(rows))
        if name in Outline._fields:
            return map(attrgetter(name), outlines_of(rows))
        return map(attrgetter(name), rows)

    def _role(self, cable: Outline) -> str:
        return SWITCH_LINK if self._hosts.isdisjoint(cable.models[:2]) else HOST_LINK

    @cached_property
    def computed_um(self) -> Numbers:
        """Computed lengths, −1 where unknown."""
        rows = self.rows
        if isinstance(rows, WiringList):
            return rows.computed_um
        return self._lengths(attrgetter("length.computed_um"))

    @cached_property
    def ordered_um(self) -> Numbers:
        """Ordered lengths, −1 where unknown."""
        rows = self.rows
        if isinstance(rows, WiringList):
            return rows.ordered_um
        return self._lengths(attrgetter("length.ordered_um"))

    def _lengths(self, get: Callable[[CableRow], int | None]) -> Numbers:
        return np.array([-1 if um is None else um for um in map(get, self.rows)], np.int64)

    @cached_property
    def words(self) -> list[str]:
        """For each row all that free words are looked for in, in small letters."""
        roles = self.codes("role")
        return [
            "\n".join((*_said(row), roles.values[code])).casefold()
            for row, code in zip(self.rows, roles.code.tolist(), strict=True)
        ]

    # Sums

    def sums(self, numbers: Numbers) -> Sums:
        """Return the totals of some rows, each counted once."""
        return self.sums_of(numbers, np.zeros(min(1, len(numbers)), np.int64))[0] if len(numbers) else NOTHING

    def sums_of(self, numbers: Numbers, starts: Numbers) -> list[Sums]:
        """Return the totals of runs of rows; run i begins at ``starts[i]``."""
        if not len(starts):
            return []
        counts = np.diff(starts, append=len(numbers))
        computed, ordered = self.computed_um[numbers], self.ordered_um[numbers]
        both = (computed >= 0) & (ordered >= 0)
        spare = np.where(both, ordered - computed, 0)
        lengths = [
            _run_sums(np.where(known, values, 0), known, starts, counts)
            for values, known in ((computed, computed >= 0), (ordered, ordered >= 0), (spare, both))
        ]
        costs = self._run_costs(numbers, starts, counts)
        return [
            Sums(int(count), *figures)
            for count, *figures in zip(counts.tolist(), *lengths, costs, strict=True)
        ]

    def _run_costs(self, numbers: Numbers, starts: Numbers, counts: Numbers) -> list[Sum]:
        """Exact: how often each price occurs, times the price."""
        prices = self.codes("cost")
        run = np.repeat(np.arange(len(starts)), counts)
        pairs, times = np.unique(run * len(prices.values) + prices.code[numbers], return_counts=True)
        totals = [Decimal(0)] * len(starts)
        unknown = [0] * len(starts)
        for pair, often in zip(pairs.tolist(), times.tolist(), strict=True):
            at, price = divmod(pair, len(prices.values))
            amount = prices.values[price]
            if amount is None:
                unknown[at] += often
            else:
                totals[at] += amount * often
        return [
            Sum(total, bool(missing), missing < count)
            for total, missing, count in zip(totals, unknown, counts.tolist(), strict=True)
        ]


NOTHING = Sums(0, Sum(0, False), Sum(0, False), Sum(0, False), Sum(Decimal(0), False))


def _run_sums(values: Numbers, known: NDArray[np.bool_], starts: Numbers, counts: Numbers) -> list[Sum]:
    totals = np.add.reduceat(values, starts).tolist()
    have = np.add.reduceat(known.astype(np.int64), starts)
    return [
        Sum(total, at_least, some)
        for total, at_least, some in zip(totals, (have < counts).tolist(), (have > 0).tolist(), strict=True)
    ]


def _said(row: CableRow) -> tuple[str, ...]:
    at = ends(row)
    return (
        *(end.device for end in at),
        *(end.rack_label for end in at),
        row.part,
        row.kind,
        row.bundle,
        row.id,
        row.status,
        row.remark,
    )


def title_order(titles: Sequence[str]) -> list[int]:
    """Numbers of titles in natural order."""
    return sorted(range(len(titles)), key=lambda i: natural(titles[i]))
