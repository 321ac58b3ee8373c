"""Routed cost as objective, and limits on placed designs, against the bill of each candidate's project."""

import re
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from fatdesk.cli import main
from fatdesk.core.errors import Cancelled
from fatdesk.core.finding import Severity
from fatdesk.engine.bill.deployability import known_figures
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import AnyPart, Cable
from fatdesk.engine.design.candidate import Candidate, Placing
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.placed_figures import over_limits
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


def counted_by_row(wanted: Requirements, one: Candidate) -> dict[str, Fraction]:
    """Figures of a candidate's own project, cable by cable over its wiring list."""
    bundles: Counter[tuple[Any, ...]] = Counter()
    items, racks, inside, total = set(), set(), 0, 0
    derived = Derived(assemble(wanted, [one.design], CATALOG, ""))
    for row in derived.rows:
        ends = sorted((row.a.rack_label, row.b.rack_label))
        total, inside = total + 1, inside + (ends[0] == ends[1])
        racks |= set(ends)
        items.add((row.part, row.length.ordered_um))
        if ends[0] != ends[1]:
            bundles[(*ends, row.part, row.length.ordered_um)] += 1
    return {
        "bundle_types": Fraction(len({(count, *key[2:]) for key, count in bundles.items()})),
        "bundles": Fraction(len(bundles)),
        "cable_items": Fraction(len(items)),
        "between_racks_share": Fraction(total - inside, total),
        "racks_per_100_cables": Fraction(100 * len(racks), total),
        "install_hours": Fraction(inside, 20) + Fraction(total - inside, 8),
    }


WIDE = "room: {rack: rack-42u, rows: 2, racks_per_row: 3, improve_steps: 0}"


def spread(
    goal: str, rest: str = "", hosts: int = 108, families: str = "[star, two-level, egft]"
) -> Requirements:
    text = f"""
hosts: [{{name: n, part: server-1u, count: {hosts}}}]
fabrics: [{{name: a, edge: [ib-36], core: [ib-36, modular-108], families: {families}}}]
objective: {{minimise: {goal}{", compare: 6" if goal != "cost" else ""}}}
{rest}
{WIDE}
"""
    return parse_requirements(text.encode(), "r.yaml", CATALOG)


def test_designs_rank_by_the_work_to_install_them() -> None:
    """By each figure the same six designs, in the order of what their wiring lists count."""
    counts: dict[str, dict[str, Fraction]] = {}
    for goal in ("bundle_types", "between_racks_share", "install_hours"):
        wanted = spread(goal)
        searched = search_fabrics(wanted, CATALOG)
        [result] = searched.results
        compared = [one for one in result.candidates if one.routed is not None]
        for one in compared:
            counts.setdefault(repr(one.design), counted_by_row(wanted, one))
        figures = [counts[repr(one.design)][goal] for one in compared]
        assert figures == sorted(figures)
        assert len(counts) == 6 == len(compared)
        assert searched.chosen[0] is result.candidates[0]
        assert result.placing is not None
        assert (result.placing.placed, result.placing.goal) == (6, goal)
        assert len({figure for count in counts.values() for figure in [count[goal]]}) > 1, "nothing to rank"


@pytest.mark.parametrize(("compare", "placed", "proved"), [(1, 1, False), (4, 4, True)])
def test_the_best_is_proved_by_bounds_of_the_designs_left_out(
    compare: int, placed: int, proved: bool
) -> None:
    """Four stars and trees are placed; the others have 120 cables or more, 6 hours at the faster rate."""
    wanted = spread("install_hours", hosts=60, families="[star, two-level]")
    wanted = replace(wanted, objective=replace(wanted.objective, compare=compare))
    [result] = search_fabrics(wanted, CATALOG).results
    assert result.placing == Placing(placed, 11, "install_hours", True, proved)
    hours = {n: counted_by_row(wanted, one)["install_hours"] for n, one in enumerate(result.candidates)}
    assert (hours[0] == min(hours.values())) == proved


@pytest.mark.parametrize("key", ["bundle_types", "in_rack_share"])
def test_the_first_candidate_that_keeps_a_limit_on_work_is_chosen(key: str) -> None:
    plain = search_fabrics(spread("cost"), CATALOG).results[0].candidates[:4]
    counts = [counted_by_row(spread("cost"), one) for one in plain]
    figures = [1 - one["between_racks_share"] if key == "in_rack_share" else one[key] for one in counts]
    better = max if key == "in_rack_share" else min
    bound = better(figures)
    assert figures[0] != bound, "the first candidate must miss the limit"
    limit = float(bound) - 1e-9 if key == "in_rack_share" else int(-(-bound // 1))
    expected = next(
        n
        for n, figure in enumerate(figures)
        if (figure >= limit if key == "in_rack_share" else figure <= limit)
    )
    wanted = spread("cost", f"limits: {{{key}: {limit}}}")
    [result] = search_fabrics(wanted, CATALOG).results
    chosen = search_fabrics(wanted, CATALOG).chosen[0]
    assert chosen.design == plain[expected].design
    assert result.placing is not None
    assert (result.placing.placed, result.placing.kept, result.placing.proved) == (expected + 1, True, True)
    assert all(one.rule == "over-limit" for n in range(expected) for one in result.candidates[n].findings)


def test_work_beyond_a_limit_is_an_error_of_the_project() -> None:
    project = assemble(
        spread("cost"), [search_fabrics(spread("cost"), CATALOG).chosen[0].design], CATALOG, ""
    )
    work = Derived(project).deployability
    for one in known_figures(work):
        figure = float(one.value(work) or 0)
        step = -0.01 if one.more else 0.01
        for bound, wrong in ((figure + step, False), (figure - step, True)):
            whole = one.key in ("bundle_types", "bundles", "cable_items", "fullest_tray", "patch_panels")
            kept: Any = int(-(-bound // 1)) - (1 if wrong else 0) if whole else bound
            limits = replace(project.wishes.limits, **{one.key: kept})
            limited = replace(project, wishes=replace(project.wishes, limits=limits))
            found = [some.where for some in over_limits(Derived(limited))]
            assert found == ([one.key] if wrong else []), (one.key, kept, figure)


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
