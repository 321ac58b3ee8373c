"""Figures of the cables of an exploration: kinds to stock, excess length, wasted lanes.

Section 8.1 of the paper (Mudigonda et al., Taming the Flying Cable Monster, USENIX ATC 2011) states them for
lattices of 8,192 servers: the kinds of the cheapest network of full bisection, and ranges over all.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from fatdesk.core.units import UM_PER_M
from fatdesk.engine.exploring.result import Candidate
from fatdesk.networks.verdict import counted_text

FAMILIES = {"egft": "tree", "hyperx": "lattice"}


@dataclass(frozen=True, slots=True)
class CableFigures:
    """Least and most of each figure over the networks of a family that keep the limits.

    Attributes
    ----------
    skus
        Pairs of part and length.
    excess_m
        What hangs over, a cable, as the mean of a network.
    full
        The cheapest network whose bisection is at least half the hosts' links; None: there is none.
    """

    family: str
    networks: int
    skus: tuple[int, int]
    excess_m: tuple[float, float]
    wasted_lanes: tuple[int, int]
    full: Candidate | None

    def to_json(self) -> dict[str, object]:
        """The figures as JSON."""
        return {
            "family": self.family,
            "networks": self.networks,
            "skus": list(self.skus),
            "mean_excess_m": [round(one, 6) for one in self.excess_m],
            "wasted_lanes": list(self.wasted_lanes),
            "cheapest_full_bisection": None if self.full is None else self.full.to_json(),
        }

    @property
    def text(self) -> str:
        """The figures as a sentence."""
        excess = _range_text(*(f"{one:.2f}" for one in self.excess_m))
        lanes = _counts_text(self.wasted_lanes, "wasted lane")
        said = (
            f"cables of {counted_text(self.networks, FAMILIES[self.family])}: "
            f"{_counts_text(self.skus, 'kind')} (part and length), mean excess {excess} m, {lanes}"
        )
        if self.full is None or self.full.bill is None:
            return said
        bill = self.full.bill
        lanes = counted_text(bill.wasted_lanes, "wasted lane")
        params = " ".join(f"{name}={value}" for name, value in self.full.network.params().items())
        return (
            f"{said}; cheapest of full bisection, {params}: {counted_text(bill.skus, 'kind')}, "
            f"mean excess {bill.mean_excess_um / UM_PER_M:.2f} m, {lanes}"
        )


def _range_text(least: str, most: str) -> str:
    return least if least == most else f"{least} to {most}"


def _counts_text(ends: tuple[int, int], noun: str) -> str:
    """A range of counts with its noun; one count where both ends are equal."""
    least, most = ends
    return counted_text(most, noun) if least == most else f"{least:,} to {most:,} {noun}s"


def cable_figures(candidates: Sequence[Candidate], ports: int) -> tuple[CableFigures, ...]:
    """Return the figures of each family; ``ports``: N, hosts and external bandwidth as hosts."""
    found = []
    for family in FAMILIES:
        mine = [one for one in candidates if one.family == family and not one.reasons]
        bills = [one.bill for one in mine if one.bill is not None]
        if not bills:
            continue
        full = [one for one in mine if 2 * one.bisection >= ports]
        excess = [bill.mean_excess_um / UM_PER_M for bill in bills]
        found.append(
            CableFigures(
                family,
                len(mine),
                (min(bill.skus for bill in bills), max(bill.skus for bill in bills)),
                (min(excess), max(excess)),
                (min(bill.wasted_lanes for bill in bills), max(bill.wasted_lanes for bill in bills)),
                min(full, key=lambda one: (one.cost.amount, str(one.network)), default=None),
            )
        )
    return tuple(found)
