"""Fewest cables that move between two levels of switches when a network grows, with a proof.

Between lower switch l and upper switch s let x0 be the cables of today, and x those of the target. The sum of
max(0, x0 - x) is the least possible for the cables of each lower switch, the ports of each upper switch and a
rule of balance. Of all such targets the most even one is chosen: the least sum of squares of the cables of
each pair and of each upper switch.

The proof is a number for each switch from which a lower bound follows that equals the cables moved
(:func:`lower_bound`); it does not depend on how the target was found.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import get_args

import numpy as np
from numpy.typing import ArrayLike

from fatdesk.core.arrays import Longs, connected_parts
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.design.growth_target import Balance
from fatdesk.engine.growth.cable_flow import cheapest

"""Rule for the u cables of a lower switch to C upper ones: u / C each, that rounded down or up, or any."""
MOST_SIZE = 1 << 61
"""Prices of the search stay below it."""


class GrowthError(FatdeskError):
    """A target that cannot be wired: too few ports, or fewer switches than today."""


@dataclass(frozen=True, eq=False)
class Target:
    """The cables of today between two levels, and the switches to which the network grows.

    Attributes
    ----------
    today : (l, s) int
        Cables of today between each lower and each upper switch.
    cables : (L,) int
        Cables of each lower switch to upper ones then; the first l are the switches of today.
    ports : (S,) int
        Ports of each upper switch for cables of lower ones; the first s are the switches of today.
    balance
        Rule for the cables of a lower switch.
    lower, upper
        Names of the switches in messages.
    """

    today: Longs
    cables: Longs
    ports: Longs
    balance: Balance = "balanced"
    lower: str = "leaf"
    upper: str = "spine"

    @classmethod
    def of(
        cls,
        today: ArrayLike,
        cables: ArrayLike,
        ports: ArrayLike,
        balance: Balance = "balanced",
        *,
        lower: str = "leaf",
        upper: str = "spine",
    ) -> "Target":
        """A target from anything that numpy reads.

        Raises
        ------
        GrowthError
            When it has fewer switches than today, or a number is negative.
        """
        before, wanted, sockets = (np.array(each, np.int64) for each in (today, cables, ports))
        if before.ndim != 2:
            raise GrowthError(f"cables of today: a row for each {lower} is needed, a column for each {upper}")
        for number, now, what in (
            (len(wanted), before.shape[0], lower),
            (len(sockets), before.shape[1], upper),
        ):
            if number < now:
                raise GrowthError(
                    f"{what} switches: {number:,} in the target, {now:,} today; growth keeps all of them"
                )
        for values, what in (
            (before, "cables of today"),
            (wanted, f"cables of a {lower}"),
            (sockets, "ports"),
        ):
            if values.min(initial=0) < 0:
                raise GrowthError(f"{what}: {values.min():,} is negative")
        if balance not in get_args(Balance):
            raise GrowthError(f"balance {balance!r}: use {', '.join(get_args(Balance))}")
        return cls(before, wanted, sockets, balance, lower, upper)

    @property
    def shape(self) -> tuple[int, int]:
        """Lower and upper switches then."""
        return len(self.cables), len(self.ports)

    @cached_property
    def before(self) -> Longs:
        """The cables of today between all switches of the target."""
        full = np.zeros(self.shape, np.int64)
        full[: self.today.shape[0], : self.today.shape[1]] = self.today
        return full

    @cached_property
    def bounds(self) -> tuple[Longs, Longs]:
        """Least and most cables of each pair, (L, S) each, by the rule of balance."""
        lowers, uppers = self.shape
        if self.balance == "free":
            return np.zeros((lowers, uppers), np.int64), np.repeat(self.cables[:, None], uppers, axis=1)
        least, more = np.divmod(self.cables, max(uppers, 1))
        most = least + (more > 0)
        return np.repeat(least[:, None], uppers, axis=1), np.repeat(most[:, None], uppers, axis=1)


@dataclass(frozen=True, eq=False)
class Proof:
    """Numbers of the switches that prove that no fewer cables move.

    Attributes
    ----------
    lower : (L,) int64
        Gain of a cable more of each lower switch.
    upper : (S,) int64
        Gain of a port more of each upper switch, 0 or more.
    bound
        Cables that move at least, as follows from both.
    """

    lower: Longs
    upper: Longs
    bound: int


@dataclass(frozen=True, eq=False)
class Moves:
    """A target with the fewest moved cables.

    Attributes
    ----------
    target
        The target.
    after : (L, S) int64
        Cables between each lower and each upper switch.
    moved
        Cables of today that keep their lower switch and go to another upper one.
    added, removed
        Cables that are new, and that go.
    proof
        Of the fewest cables taken off, ``moved`` + ``removed``.
    """

    target: Target
    after: Longs
    moved: int
    added: int
    removed: int
    proof: Proof

    @cached_property
    def splits(self) -> bool:
        """Whether lower switches with cables do not reach each other: such a target must not be built."""
        lowers, uppers = self.after.shape
        low, high = np.nonzero(self.after)
        part = connected_parts(lowers + uppers, low, high + lowers)[:lowers]
        return len(np.unique(part[self.target.cables > 0])) > 1


def fewest_moves(target: Target) -> Moves:
    """Return the target's cables with the fewest that move, of these the most even ones.

    Raises
    ------
    GrowthError
        When ports are missing, or the rule of balance cannot hold.
    """
    _check_room(target)
    if target.balance == "equal" or not target.before.size:
        after = target.bounds[0]
    else:
        if target.balance == "balanced":
            _check_ports(target)
        after = _search(target)
    less = np.maximum(0, target.before - after).sum(axis=1)
    more = np.maximum(0, after - target.before).sum(axis=1)
    both = np.minimum(less, more)
    moved, added, removed = (int(each.sum()) for each in (both, more - both, less - both))
    return Moves(target, after, moved, added, removed, prove(target, after))


def _check_room(target: Target) -> None:
    """Refuse a target with too few ports in all, or that is not even where it has to be."""
    cables, ports = int(target.cables.sum()), int(target.ports.sum())
    if cables > ports:
        raise GrowthError(
            f"{cables:,} cables go to {len(target.ports):,} {target.upper} switches with {ports:,} ports: "
            f"{cables - ports:,} ports short"
        )
    if target.balance != "equal" or not len(target.ports):
        return
    uneven = np.flatnonzero(target.cables % len(target.ports))
    if len(uneven):
        at = int(uneven[0])
        raise GrowthError(
            f"{target.lower} {at + 1} has {target.cables[at]:,} cables, which {len(target.ports):,} "
            f"{target.upper} switches do not share equally: use the rule balanced"
        )
    _state_short(target, target.bounds[0].sum(axis=0) - target.ports)


def _check_ports(target: Target) -> None:
    """Refuse a balanced target in which some upper switches have too few ports whatever the choice."""
    least, most = target.bounds
    lowers, uppers = target.shape
    nothing = np.zeros((lowers + 1, uppers), np.int64)
    total = int(target.cables.sum())
    free = cheapest(
        nothing,
        nothing,
        np.vstack([least, np.full(uppers, -total)]),
        np.vstack([most, target.ports]),
        np.append(target.cables, target.ports.sum() - total),
        target.ports,
        keep=1,
        spread=0,
    )[-1]
    _state_short(target, -free)


def _state_short(target: Target, short: Longs) -> None:
    """Refuse upper switches with too few ports."""
    missing = np.flatnonzero(short > 0)
    if len(missing):
        at = int(missing[0])
        more = f"; in all {short[missing].sum():,} ports short" if len(missing) > 1 else ""
        raise GrowthError(
            f"{target.upper} {at + 1} has {target.ports[at]:,} ports for cables of {target.lower} switches, "
            f"{short[at]:,} short with the rule {target.balance}{more}"
        )


def _search(target: Target) -> Longs:
    """The cables of each pair: first the fewest moved, then the most even.

    A further lower switch has the ports that stay free: each upper switch has as many cables as ports.
    """
    least, most = target.bounds
    free = int(target.ports.sum() - target.cables.sum())
    nothing = np.zeros_like(target.ports)
    squares = int((target.cables**2).sum() + (target.ports.astype(object) ** 2).sum())
    if 4 * squares * sum(target.shape) ** 2 > MOST_SIZE:
        raise GrowthError("fewest moves: too many cables for exact figures")
    return cheapest(
        np.vstack([target.before, nothing]),
        np.vstack([np.zeros_like(target.before), target.ports]),
        np.vstack([least, nothing]),
        np.vstack([most, target.ports]),
        np.append(target.cables, free),
        target.ports,
        keep=squares + 1,
        spread=1,
    )[:-1]


def prove(target: Target, after: Longs) -> Proof:
    """Return the proof that no fewer cables move: the shortest distances over all changes of the cables.

    Raises
    ------
    AssertionError
        When fewer cables could move.
    """
    least, most = target.bounds
    before, load = target.before, after.sum(axis=0)
    far = 1 << 40
    more = np.where(after < most, np.where(after < before, -1, 0), far)
    less = np.where(after > least, np.where(after <= before, 1, 0), far)
    lower, upper, end = np.zeros(len(after), np.int64), np.zeros_like(load), 0
    for _ in range(2 * sum(target.shape) + 2):
        old = lower, upper, end
        if len(lower):
            upper = np.minimum(upper, (lower[:, None] + more).min(axis=0))
        upper = np.where(load > 0, np.minimum(upper, end), upper)
        end = min(end, int(upper[load < target.ports].min(initial=end)))
        if len(upper):
            lower = np.minimum(lower, (upper[None, :] + less).min(axis=1))
        if end == old[2] and (lower == old[0]).all() and (upper == old[1]).all():
            break
    proof = Proof(end - lower, np.maximum(0, end - upper), 0)
    bound = lower_bound(target, proof)
    taken_off = int(np.maximum(0, before - after).sum())
    assert bound == taken_off, f"{taken_off} cables are taken off, the proof is for {bound}"
    return Proof(proof.lower, proof.upper, bound)


def lower_bound(target: Target, proof: Proof) -> int:
    """Return the cables taken off at least, in any target: weak duality, whatever the proof's numbers are.

    Each pair may have any cables within its bounds at the price of its two switches; the cables of
    the lower switches and the ports of the upper ones are paid for once.
    """
    least, most = target.bounds
    gain = proof.lower[:, None] - proof.upper[None, :]
    assert proof.upper.min(initial=0) >= 0, "a port has a negative price"
    kinks = (least, np.clip(target.before, least, most), most)
    pairs = np.minimum.reduce([np.maximum(0, target.before - x) - gain * x for x in kinks])
    return int(pairs.sum() + (proof.lower * target.cables).sum() - (proof.upper * target.ports).sum())
