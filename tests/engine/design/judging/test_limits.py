"""Limits: what falls, by how much, and what an unknown figure does."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from fatdesk.core.progress import SILENT
from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.requirements import Limits
from fatdesk.engine.design.search import SearchResult, search
from fatdesk.engine.families.design import Design
from fatdesk.engine.floor.room import RackCount, Reserve, RoomRequirement
from tests.engine.design.search_samples import BLADE_SWITCH, IB_36, PAPER, RACK, changed, wanted, with_parts

KNOWN = with_parts(PAPER, [changed(IB_36, mass_kg=8.5, mtbf_h=200_000.0)])


def limited(limits: Limits, hosts: int = 60, **fabric: Any) -> SearchResult:
    requirements, one = wanted(
        hosts, families=("two-level",), edge=("ib-36",), core=("ib-36",), more={"limits": limits}, **fabric
    )
    return search(requirements, one, KNOWN)


EXACT = limited(Limits()).best
"""E 4, C 2: 6 switches, 132 cables, 66,000 + 10,560."""


@pytest.mark.parametrize(
    ("kept", "broken", "reason"),
    [
        ({"cost": Decimal(76560)}, {"cost": Decimal("76559.99")}, "cost: needs 76560, allowed 76559.99"),
        ({"power_w": 912.0}, {"power_w": 911.5}, "power_w: needs 912, allowed 911.5"),
        ({"mass_kg": 51.0}, {"mass_kg": 50.9}, "mass_kg: needs 51, allowed 50.9"),
        ({"height_u": 6}, {"height_u": 5}, "height_u: needs 6, allowed 5"),
        ({"hops": 4}, {"hops": 3}, "hops: needs 4, allowed 3"),
        ({"hosts_possible": 72}, {"hosts_possible": 73}, "hosts_possible: 72, needs 73"),
        ({"bisection_gbps": 1200.0}, {"bisection_gbps": 1201.0}, "bisection_gbps: 1200, needs 1201"),
        (
            {"failures_per_year": 0.2628},
            {"failures_per_year": 0.26},
            "failures_per_year: needs 0.2628, allowed 0.26",
        ),
        ({"racks": 2}, {"racks": 1}, "racks: needs 2, allowed 1"),
    ],
)
def test_a_limit_is_kept_exactly_and_broken_by_the_least(
    kept: dict[str, Any], broken: dict[str, Any], reason: str
) -> None:
    inside = limited(Limits(**kept))
    assert [one.design for one in inside.candidates] == [EXACT.design]
    assert not inside.best.findings
    outside = limited(Limits(**broken))
    assert not outside.candidates
    assert [one.reason for one in outside.rejected] == [reason]
    assert outside.rejected_count == 1
    assert outside.rejected[0].miss > 1


def test_blocking_that_results_is_limited() -> None:
    assert limited(Limits(blocking="2"), blocking="2").best.blocking == 2
    result = limited(Limits(blocking="3/2"), blocking=2)
    assert [one.reason for one in result.rejected] == ["blocking: needs 2, allowed 1.5"]


def test_models_are_distinct_switches() -> None:
    requirements, one = wanted(
        60, families=("two-level",), edge=("ib-36",), more={"limits": Limits(models=1)}
    )
    result = search(requirements, one, KNOWN)
    assert {part.part for found in result.candidates for part in found.design.parts} == {"ib-36"}
    assert {found.reason for found in result.rejected} == {"models: needs 2, allowed 1"}


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        (Limits(cost=Decimal(1_000_000)), "cost"),
        (Limits(power_w=100.0), "power_w"),
        (Limits(mass_kg=1.0), "mass_kg"),
        (Limits(failures_per_year=0.001), "failures_per_year"),
    ],
)
def test_a_limit_on_an_unknown_figure_is_met_with_a_warning(limits: Limits, code: str) -> None:
    unknown = with_parts(PAPER, [changed(IB_36, price=None, power_w=None)])
    requirements, one = wanted(60, edge=("ib-36",), core=("ib-36",), more={"limits": limits})
    best = search(requirements, one, unknown).best
    assert [finding.text for finding in best.findings] == [
        f"{code} counts as met: it depends on a figure that is unknown"
    ]


def test_a_known_part_above_the_limit_falls_all_the_same() -> None:
    result = limited(Limits(cost=Decimal(65_999)), cable_price=None)
    assert [one.reason for one in result.rejected] == ["cost: needs 66000, allowed 65999"]


def test_several_broken_limits_are_all_told() -> None:
    result = limited(Limits(cost=Decimal(70_000), height_u=3, hops=2))
    assert result.rejected[0].reason == (
        "cost: needs 76560, allowed 70000; height_u: needs 6, allowed 3; hops: needs 4, allowed 2"
    )
    assert result.rejected[0].miss == 2


def needs(racks: dict[int, int | None], requested: list[int]) -> Callable[[Design], int | None]:
    def needed(design: Design) -> int | None:
        requested.append(design.number("C"))
        return racks[design.number("C")]

    return needed


def by_racks(answers: dict[int, int | None], top: int) -> tuple[list[Candidate], SearchResult, list[int]]:
    """Blades of the paper: seven core switches, C 8, 3 (5 cards), 3 (6 cards), 4, 6, 8, 16 by cost."""
    requirements, one = wanted(
        224,
        "blade-2s",
        families=("two-level",),
        more={"limits": Limits(racks=14)},
        core=("ib-36", "modular-108"),
    )
    requested: list[int] = []
    result = search(requirements, one, PAPER, SILENT, top, racks_needed=needs(answers, requested))
    return list(result.candidates), result, requested


def test_racks_are_asked_in_order_of_rank_until_enough_have_passed() -> None:
    found, result, requested = by_racks({8: 14, 3: 12, 4: 20, 6: 20, 16: 20}, top=2)
    assert [one.design.number("C") for one in found] == [8, 3]
    assert requested == [8, 3]
    assert not result.rejected


def test_those_that_need_more_racks_fall_and_the_next_are_asked() -> None:
    found, result, requested = by_racks({8: 15, 3: 16, 4: None, 6: 14, 16: 14}, top=2)
    assert [one.design.number("C") for one in found] == [4, 6]
    assert requested == [8, 3, 3, 4, 6]
    assert [one.reason for one in result.rejected] == [
        "racks: needs 15, allowed 14",
        "racks: needs 16, allowed 14",
    ]
    assert result.rejected_count == 3


def test_nobody_is_placed_whose_height_alone_is_too_much() -> None:
    requirements, one = wanted(
        224, "blade-2s", families=("two-level",), more={"limits": Limits(racks=3)}, core=("ib-36",)
    )
    requested: list[int] = []
    result = search(requirements, one, PAPER, racks_needed=needs({}, requested))
    assert not requested
    # 14 enclosures of 10 U and 8 core switches are 148 U, 3.5 racks of 42 U
    assert [found.reason for found in result.rejected] == ["racks: needs 4, allowed 3"]


@pytest.mark.parametrize(
    ("room", "racks"),
    [
        (None, 2),  # 66 U in racks of 42 U
        (RoomRequirement(rack="small"), 4),
        (RoomRequirement(rack=(RackCount(part="small", count=1), RackCount(part="rack-42u", count=1))), 3),
        (RoomRequirement(reserve=(Reserve(rack="all", height_u=20),)), 3),
        (RoomRequirement(reserve=(Reserve(rack=1, height_u=20),)), 2),
    ],
)
def test_height_bound_of_racks(room: RoomRequirement | None, racks: int) -> None:
    catalog = with_parts(KNOWN, [changed(RACK, id="small", height_u=20)])
    requirements, one = wanted(
        60, edge=("ib-36",), core=("ib-36",), more={"limits": Limits(racks=1), "room": room}
    )
    result = search(requirements, one, catalog)
    assert f"racks: needs {racks}, allowed 1" in {found.reason for found in result.rejected}


def test_bays_take_no_space_of_their_own() -> None:
    assert BLADE_SWITCH.height_u is None
    requirements, one = wanted(224, "blade-2s", core=("ib-36",))
    best = search(requirements, one, PAPER).best
    assert best.height_u == 8
    assert best.bisection_gbps == Fraction(224 * 40, 2)
