"""Routed cost as objective, and limits on placed designs, against the bill of each candidate's project."""

import re
from decimal import Decimal
from typing import Any

import pytest
from msgspec.structs import replace

from fatdesk.cli import main
from fatdesk.core.errors import Cancelled
from fatdesk.core.finding import Severity
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import AnyPart, Cable
from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.comparing import lacking
from fatdesk.project.designing.designing import assemble, design_project, search_fabrics

CATALOG = load_shipped([])


def requested(
    hosts: int, cable_price: str, rest: str, families: str = "[star, two-level, clos]"
) -> Requirements:
    text = f"""
hosts: [{{name: n, part: server-1u, count: {hosts}}}]
fabrics:
- {{name: a, edge: [ib-36], core: [ib-36, modular-108], cable_price: {cable_price}, families: {families}}}
{rest}
room: {{improve_steps: 0}}
"""
    return parse_requirements(text.encode(), "r.yaml", CATALOG)


def on_the_bill(wanted: Requirements, one: Candidate) -> dict[str, Decimal]:
    """What the bill of a candidate's own project says of its network, by category."""
    bill = Derived(assemble(wanted, [one.design], CATALOG, "")).bill
    sums: dict[str, Decimal] = {}
    for line in bill.lines:
        if line.category in ("switches", "cables", "transceivers"):
            assert line.unit_price is not None
            sums[line.category] = sums.get(line.category, Decimal(0)) + line.unit_price * line.needed
    return sums


@pytest.mark.parametrize(("hosts", "cable_price"), [(100, "400"), (40, "0"), (127, "5")])
def test_the_best_few_rank_by_what_they_cost_placed_and_cabled(hosts: int, cable_price: str) -> None:
    plain = search_fabrics(requested(hosts, cable_price, ""), CATALOG).results[0].candidates
    wanted = requested(hosts, cable_price, "objective: {minimise: routed_cost, compare: 6}")
    searched = search_fabrics(wanted, CATALOG)
    found = searched.results[0].candidates
    compared = [one for one in found if one.routed is not None]
    assert found[:6] == tuple(compared)
    assert {repr(one.design) for one in compared} == {repr(one.design) for one in plain[:6]}
    assert [one.design for one in found[6:]] == [one.design for one in plain[6:]]
    amounts = []
    for one in compared:
        assert one.routed is not None
        bill = on_the_bill(wanted, one)
        assert one.routed.cost.amount == sum(bill.values())
        assert one.routed.switches.amount == bill["switches"]
        assert one.routed.cables.amount == bill["cables"]
        amounts.append(sum(bill.values()))
    assert amounts == sorted(amounts)
    assert searched.chosen[0] is found[0]
    assert search_fabrics(wanted, CATALOG).results[0].candidates == found


def test_a_cable_price_that_is_wrong_no_longer_decides() -> None:
    """At 400 a cable a chassis of 100 ports looks cheaper than edge and core switches; it is not."""
    by_search = search_fabrics(requested(100, "400", ""), CATALOG).chosen[0]
    routed = search_fabrics(requested(100, "400", "objective: {minimise: routed_cost}"), CATALOG).chosen[0]
    assert (by_search.design.family, routed.design.family) == ("star", "two-level")


def short(most_m: float) -> Catalog:
    """The shipped parts, but no cable longer than that."""

    def cut(part: AnyPart) -> AnyPart:
        if not isinstance(part, Cable):
            return part
        lengths = tuple(one for one in part.lengths if one.m <= most_m)
        return replace(part, lengths=lengths, reach_m=min(most_m, part.reach_m or most_m))

    cut_parts = [cut(part) for part in CATALOG]
    return Catalog([p for p in cut_parts if not isinstance(p, Cable) or p.lengths or p.per_metre])


@pytest.mark.parametrize(("most_m", "fits"), [(5.0, 1), (0.1, None)])
def test_a_candidate_with_cables_that_reach_is_chosen(most_m: float, fits: int | None) -> None:
    """One chassis for 100 hosts has the fewest cables, but those from the other racks exceed 5 m."""
    catalog = short(most_m)
    wanted = requested(100, "0", "objective: {minimise: cables}", "[star, two-level]")
    plain = search_fabrics(wanted, catalog).results[0].candidates[:3]
    found = [check(Derived(assemble(wanted, [one.design], catalog, ""))) for one in plain]
    reached = [all(one.finding.rule != "no-cable" for one in some) for some in found]
    assert reached == ([False, True, False] if fits else [False] * 3)
    designed = design_project(wanted, catalog, "x")
    assert designed.chosen[0].design == plain[fits or 0].design
    stated = [finding.text for finding in designed.results[0].candidates[0].findings]
    assert stated == [f"no cable for {65 if fits else 100} of 100"]
    assert designed.project is not None
    assert designed.project.fabrics[0].design == plain[fits or 0].design


def test_links_that_leave_the_project_lack_no_cable() -> None:
    fabrics = "- {name: a, edge: [ib-36], core: [ib-36], families: [two-level], extra_ports: 4}"
    text = (
        f"hosts: [{{name: n, part: server-1u, count: 40}}]\nfabrics:\n{fabrics}\nroom: {{improve_steps: 0}}\n"
    )
    wanted = parse_requirements(text.encode(), "r.yaml", CATALOG)
    designed = design_project(wanted, CATALOG, "x")
    assert designed.derived is not None
    [made] = designed.derived.cabling.fabrics
    assert (made.choice < 0).any()
    assert lacking(made) == 0


def test_comparing_can_be_cancelled() -> None:
    class Impatient:
        def step(self, done: int, total: int, text: str) -> None:
            if text.startswith("placing and cabling candidate 2"):
                raise Cancelled

    with pytest.raises(Cancelled):
        search_fabrics(
            requested(40, "5", "objective: {minimise: routed_cost}"), CATALOG, progress=Impatient()
        )


OTHERS = "[star, egft]"


def between() -> Decimal:
    """A limit that three levels miss once they are placed and cabled, and that a chassis keeps."""
    plain = search_fabrics(requested(40, "0", "", OTHERS), CATALOG).results[0].candidates[:2]
    assert [one.design.family for one in plain] == ["egft", "star"]
    tree, chassis = (sum(on_the_bill(requested(40, "0", "", OTHERS), one).values()) for one in plain)
    assert tree > chassis
    return Decimal(chassis)


def test_a_candidate_that_keeps_the_limit_once_it_is_placed_is_chosen() -> None:
    """With cables for nothing three levels look cheaper than a chassis: 88,000 to 91,000."""
    designed = design_project(requested(40, "0", f"limits: {{cost: {between()}}}", OTHERS), CATALOG, "x")
    first, second = designed.results[0].candidates[:2]
    assert designed.chosen == (second,)
    assert [finding.rule for finding in first.findings] == ["over-limit"]
    assert designed.project is not None
    found = check(Derived(designed.project))
    assert not [one for one in found if one.finding.rule == "over-limit"]


@pytest.mark.parametrize(
    "limit",
    ["cost", "power_w", "height_u", "racks"],
)
def test_a_limit_that_the_placed_design_exceeds_is_an_error(limit: str) -> None:
    """Three edge and two core switches of 152 W and 1 U."""
    designed = design_project(requested(40, "0", ""), CATALOG, "x")
    assert designed.project is not None
    project = designed.project
    network: dict[str, Any] = {
        "cost": sum(on_the_bill(requested(40, "0", ""), designed.chosen[0]).values()),
        "power_w": 5 * 152,
        "height_u": 5,
        "racks": sum(bool(rack.devices) for rack in project.floor.racks),
    }
    for most, wrong in ((network[limit], False), (network[limit] - 1, True)):
        limits = replace(project.wishes.limits, **{limit: most})
        limited = replace(project, wishes=replace(project.wishes, limits=limits))
        found = [one.finding for one in check(Derived(limited)) if one.finding.rule == "over-limit"]
        assert [(one.severity, one.where) for one in found] == ([(Severity.ERROR, limit)] if wrong else [])


def test_the_command_line_exits_with_1_and_says_why(
    tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
hosts: [{name: n, part: server-1u, count: 276}]
fabrics: [{name: a, edge: [ib-36], core: [ib-36], cable_price: 80, families: [two-level]}]
limits: {cost: 330000}
"""
    (tmp_path / "r.yaml").write_text(text)
    project = tmp_path / "p.fatdesk"
    assert main(["design", str(tmp_path / "r.yaml"), "-o", str(project)]) == 1
    said = capsys.readouterr().err
    assert re.search(r"error: over-limit@cost: 3[4-9]\d{4} as placed and cabled, allowed 330000", said), said
    assert main(["check", str(project)]) == 1
    assert "over-limit@cost" in capsys.readouterr().out
    assert main(["show", str(project), "--json"]) in (0, 1)
    assert '"rule": "over-limit"' in capsys.readouterr().out


def test_the_command_line_says_why_it_does_not_take_the_first(
    tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"""
hosts: [{{name: n, part: server-1u, count: 40}}]
fabrics: [{{name: a, edge: [ib-36], core: [ib-36, modular-108], cable_price: 0, families: {OTHERS}}}]
limits: {{cost: {between()}}}
"""
    (tmp_path / "r.yaml").write_text(text)
    assert main(["design", str(tmp_path / "r.yaml")]) == 0
    assert "note: a: candidate 1 does not fit once placed (cost: 9" in capsys.readouterr().err
