"""Rules on candidates of searches: what is known, what is not judged, and the figures of placed designs."""

import json

import numpy as np
import pytest

from fatdesk.cli import main
from fatdesk.core.errors import InputErrors
from fatdesk.core.finding import Severity
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.judging.candidate_rules import CANDIDATE_FIGURES, PLACED, Sought
from fatdesk.engine.design.posing import pose
from fatdesk.engine.design.requirements_file import (
    parse_requirements,
    plain_tree,
    requirements_tree,
    understand,
)
from fatdesk.engine.design.search import search
from fatdesk.engine.exploring.catalog_designs import explore_catalog
from fatdesk.engine.exploring.explore import explore
from fatdesk.engine.families import build
from fatdesk.engine.physical import FIGURES
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import assemble, design_project
from fatdesk.project.designing.redesigning import requirements_of

CLUSTER = """
hosts:   [{name: nodes, part: server-1u, count: 60}]
fabrics: [{name: compute, blocking: 1, edge: [ib-36], core: [ib-36, modular-108], cable_price: 80}]
"""
EVERY = [
    "fabric-hosts", "fabric-switches", "fabric-cables", "fabric-oversubscription", "level-switches",
    "level-oversubscription", "hosts", "switches", "links", "cables",
]  # fmt: skip
"""Figures of candidates that placing does not change."""


@pytest.fixture(scope="module")
def catalog():
    return load_shipped([])


def rule(name, scope, figure, limit, **more):
    return {"name": name, "scope": scope, "figure": figure, "limit": limit, "source": "test", **more}


def wanted(catalog, *rules, text=CLUSTER):
    return parse_requirements(f"{text}rules: {json.dumps(rules)}\n".encode(), "wish.yaml", catalog)


def found(catalog, *rules, text=CLUSTER, top=20):
    requirements = wanted(catalog, *rules, text=text)
    return search(requirements, requirements.fabrics[0], catalog, top=top)


@pytest.fixture(scope="module")
def placed(catalog):
    """Candidates with the designs that they become."""
    requirements = wanted(catalog)
    some = search(requirements, requirements.fabrics[0], catalog, top=2).candidates
    return requirements, [
        (one, Derived(assemble(requirements, [one.design], catalog, "p")).placed) for one in some
    ]


@pytest.mark.parametrize("figure", sorted(set(CANDIDATE_FIGURES) - {"part-count"}))
def test_figures_of_candidates_are_those_of_the_placed_design(catalog, placed, figure):
    """A known figure is equal once placed, a lower bound is not above it."""
    requirements, designs = placed
    assert len(designs) == 2
    for one, after in designs:
        values = FIGURES[figure].values(after)
        known = dict(zip(values.elements, values.amount.tolist(), strict=True))
        judged = values_of(requirements, one, catalog, figure)
        for element, amount, bound in judged:
            if np.isnan(amount) or figure in ("fabric-cost", "network-cost"):
                continue  # costs before placing are at the required price of cables
            if bound:
                assert amount <= known[element] * (1 + 1e-9)
            else:
                assert figure in EVERY or figure.startswith("part-")
                assert amount == pytest.approx(known[element])
        if figure in EVERY:
            assert {element for element, _, _ in judged} == set(known)


def values_of(requirements, one, catalog, figure):
    """Elements with amounts, and whether they are lower bounds, as rules see them."""
    posed = pose(requirements, requirements.fabrics[0], catalog)
    problem = posed.problem
    sought = Sought(
        one, problem.name, True, catalog, posed.currency, {"server-1u": 60},
        lambda: build(one.design, problem.groups, catalog, problem.name, one.host_ports),
    )  # fmt: skip
    values = CANDIDATE_FIGURES[figure].values(sought)
    return list(zip(values.elements, values.amount.tolist(), values.at_least.tolist(), strict=True))


def test_candidates_that_break_an_error_come_after_those_that_break_none(catalog):
    few = found(catalog, rule("few", "fabric", "fabric-switches", 6)).candidates
    plain = found(catalog, rule("any", "fabric", "fabric-switches", 10_000)).candidates
    broken = [bool(one.rules.errors) for one in few]
    assert broken == sorted(broken)
    assert {one.switches > 6 for one in few if one.rules.errors} == {True}
    assert {one.switches <= 6 for one in few if not one.rules.errors} == {True}
    kept = [one.design for one in plain if one.switches <= 6]
    assert [one.design for one in few if not one.rules.errors][: len(kept)] == kept


def test_a_warning_marks_and_changes_no_rank(catalog):
    plain = found(catalog, rule("any", "fabric", "fabric-switches", 10_000)).candidates
    warned = found(catalog, rule("few", "fabric", "fabric-switches", 6, severity="warning")).candidates
    assert [one.design for one in warned] == [one.design for one in plain]
    marked = [one for one in warned if one.rules.broken]
    assert marked
    assert {one.rules.broken[0].severity for one in marked} == {Severity.WARNING}


def test_designs_beyond_the_listed_ones_are_found_when_only_they_keep_the_rules(catalog):
    everything = found(catalog, rule("any", "fabric", "fabric-switches", 10_000), top=10_000).candidates
    most = max(one.switches for one in everything)
    last = found(catalog, rule("many", "fabric", "fabric-switches", most, op=">="), top=1).candidates
    assert [one.switches for one in last] == [most]
    assert everything[0].switches < most


def test_what_is_not_known_is_not_passed_over(catalog):
    [one, *_] = found(
        catalog,
        rule("short", "cable", "cable-length", 1),
        rule("power", "fabric", "fabric-power", 10**9),
        rule("weight", "part", "part-mass", 10**6),
        rule("growing", "room", "racks", 1, severity="warning"),
    ).candidates
    assert not one.rules.broken
    assert [name for name, _ in one.rules.not_judged] == ["short", "power", "weight", "growing"]
    assert dict(one.rules.not_judged)["short"] == PLACED
    assert all(why for _, why in one.rules.not_judged)


def test_other_networks_make_figures_of_the_room_lower_bounds(catalog):
    text = CLUSTER.replace("}]\n", "}, {name: second, blocking: 1, edge: [ib-36], core: [ib-36]}]\n")
    text = text.replace(
        "count: 60}, {name: second, blocking: 1, edge: [ib-36], core: [ib-36]}]", "count: 60}]"
    )
    text = text.replace("part: server-1u", "part: server-2hca") if "server-2hca" in catalog else text
    requirements = wanted(
        catalog,
        rule("least", "room", "switches", 1000, op=">="),
        rule("most", "room", "switches", 1000),
        text=text,
    )
    [one, *_] = search(requirements, requirements.fabrics[0], catalog).candidates
    assert len(requirements.fabrics) == 2
    assert not one.rules.broken
    assert [name for name, _ in one.rules.not_judged] == ["least", "most"]


def test_rules_are_of_the_project_that_is_designed(catalog):
    requirements = wanted(catalog, rule("few", "fabric", "fabric-switches", 6))
    project = design_project(requirements, catalog, "p").project
    assert [one.name for one in project.rules] == ["few"]
    assert requirements_of(project).rules == project.rules


def test_a_design_that_breaks_a_rule_once_placed_is_not_chosen_while_another_keeps_it(catalog):
    """The cheapest design has the longest cables; racks need space for it that the rule does not allow."""
    plain = design_project(wanted(catalog), catalog, "p")
    longest = max(FIGURES["cable-length"].values(plain.derived.placed).amount)
    shorter = wanted(catalog, rule("short", "cable", "cable-length", float(longest) - 0.5))
    designed = design_project(shorter, catalog, "p")
    [result] = designed.results
    assert result.candidates[0].rules.errors
    assert any(one.rule == "rule-broken" for one in result.candidates[0].findings)
    kept = [one for one in result.candidates if one.routed is not None and not one.rules.errors]
    assert designed.chosen[0] is (kept[0] if kept else result.candidates[0])
    assert not any(why == PLACED for _, why in designed.chosen[0].rules.not_judged)


def test_arrays_of_all_designs_are_judged_as_candidates_are(catalog):
    rules = [
        rule("few", "fabric", "fabric-switches", 8),
        rule("cheap", "fabric", "fabric-cost", 90_000),
        rule("price", "part", "part-price", 20_000, filter=["kind=*switch"]),
        rule("links", "room", "links", 100, severity="warning"),
    ]
    requirements = wanted(catalog, *rules)
    designs = explore_catalog(requirements, requirements.fabrics[0], catalog)
    for listed in search(requirements, requirements.fabrics[0], catalog, top=10_000).candidates:
        number = designs.number_of(listed.design)
        names = {one.rule for one in listed.rules.errors}
        assert bool(names) == bool(designs.rules.broken[number])
        assert names == {text.split(":")[0].removeprefix("rule ") for text in designs.rules.reasons(number)}
    assert designs.rules.broken.any()
    assert not designs.rules.broken.all()
    assert not (designs.fits & designs.rules.broken).any()
    assert not (designs.front & designs.rules.broken).any()


def test_networks_of_the_explorer_have_broken_rules_as_reasons(catalog):
    text = "hosts: [{name: n, part: server-1u, count: 64}]\nfabrics: [{name: compute}]\n"
    plain = explore(parse_requirements(text.encode(), "w", catalog), catalog)
    counts = sorted({one.switches for one in plain.candidates})
    limit = counts[len(counts) // 2]
    ruled = explore(wanted(catalog, rule("few", "fabric", "fabric-switches", limit),
                           rule("short", "cable", "cable-length", 3), text=text), catalog)  # fmt: skip
    assert {one.switches > limit for one in ruled.candidates if one.reasons} == {True}
    assert any(one.switches > limit for one in ruled.candidates)
    assert all("rule few: Switches is" in "; ".join(one.reasons) for one in ruled.candidates if one.reasons)
    assert ruled.rules_left == (("short", PLACED),)
    assert ruled.to_json()["rules_not_judged"] == [{"rule": "short", "why": PLACED}]


def test_a_draft_of_requirements_keeps_rules(catalog):
    by = {"factor": 0.5, "by": "fabric-hosts"}
    requirements = wanted(
        catalog,
        rule("a", "fabric", "fabric-switches", by),
        rule("b", "rack", "rack-power", 1e4, filter=["A*"]),
    )
    assert understand(plain_tree(requirements_tree(requirements)), catalog) == requirements


def test_wrong_rules_in_requirements_are_refused_at_their_line(catalog):
    text = CLUSTER + "rules:\n- {name: a, scope: rack, figure: rack-powr, limit: 1, source: s}\n"
    text += "- {name: b, scope: fabric, figure: rack-power, limit: 1, source: s}\n"
    with pytest.raises(InputErrors) as refused:
        parse_requirements(text.encode(), "wish.yaml", catalog)
    words = str(refused.value)
    assert "wish.yaml:5: rules[0].figure" in words
    assert 'did you mean "rack-power"' in words
    assert "wish.yaml:6: rules[1].figure" in words


def test_the_command_line_lists_marks_and_the_project_keeps_its_own_rules(tmp_path, capsys):
    wish, shared, made = tmp_path / "w.yaml", tmp_path / "r.yaml", tmp_path / "p.fatdesk"
    wish.write_text(CLUSTER + f"rules: {json.dumps([rule('own', 'fabric', 'fabric-switches', 100)])}\n")
    shared.write_text(json.dumps({"rules": [rule("few", "fabric", "fabric-switches", 5)]}))
    status = main(["design", str(wish), "--rules", str(shared), "-o", str(made)])
    out, err = capsys.readouterr()
    assert "breaks few" in out
    assert ("no candidate meets all rules" in err) == (status == 1)
    assert main(["rules", str(made), "--json"]) == 0
    names = [one["name"] for one in json.loads(capsys.readouterr().out)["rules"]]
    assert "own" in names
    assert "few" not in names
    main(["design", str(wish), "--rules", str(shared), "--json"])
    candidates = json.loads(capsys.readouterr().out)["fabrics"][0]["candidates"]
    assert {one["counts"]["switches"] > 5 for one in candidates if one["rules"]["broken"]} == {True}
    main(["explore", str(wish), "--for-sale", "--all", "--design-rules", str(shared), "--json"])
    found = json.loads(capsys.readouterr().out)
    assert all(one["counts"]["switches"] <= 5 for one in found["designs"])
    assert found["rules_not_judged"] == []
    shared.write_text(json.dumps({"rules": [rule("few", "fabric", "fabric-swiches", 5)]}))
    assert main(["design", str(wish), "--rules", str(shared)]) == 2
    assert "did you mean" in capsys.readouterr().err
