"""Numbers of trees by heuristics against trees listed one by one, and against Table 3 of the paper."""

from fractions import Fraction
from itertools import product
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.exploring.egft import Rules, recursion
from fatdesk.engine.exploring.egft_counts import COLUMNS, ROUNDINGS, count_trees, rule_counts
from fatdesk.engine.exploring.explore import rule_table
from tests.engine.exploring.test_egft_search import every_tree


def rounded(left, M, rounding):
    """NM / M, as exact fractions."""
    exact = Fraction(left, M)
    if rounding == "whole":
        return int(exact) if exact.denominator == 1 else None
    return {"up": -floor(-exact), "down": floor(exact), "nearest": floor(exact + Fraction(1, 2))}[rounding]


def listed(N, R, T, rules, levels, rounding, switches):
    """Algorithm 3 as the paper prints it: a list of all (M, C, K), with the heuristics of section 6.3."""
    found = []

    def recurse(M, C, K, modules, uplinks, rest):
        if modules == 1:
            found.append((M, C, K))
            return
        if len(M) == levels:
            return
        servers, worst = 1, Fraction(1)
        for m, c, k in zip(M, C, K, strict=True):
            worst = max(worst, Fraction(servers, c * k))
            servers *= m
        sizes = range(2, min(modules, R) + 1)
        if rules.join_all and modules <= R:
            sizes = range(modules, modules + 1)
        for m in sizes:
            above = rounded(modules, m, rounding)
            if not above:
                continue
            pairs = [
                (c, k)
                for c, k in product(range(1, uplinks + 1), range(1, R // m + 1))
                if c * k <= uplinks and (rest is None or c * above <= rest)
            ]
            if rules.no_better:
                pairs = [(c, k) for c, k in pairs if Fraction(servers, c * k) >= worst]
            if m == modules:
                if rules.all_uplinks:
                    most = uplinks if not rules.no_better else min(uplinks, floor(servers / worst))
                    pairs = [(most // k, k) for k in range(1, min(R // m, most) + 1)]
                    pairs = pairs[-1:] if rules.widest_last else pairs
                elif rules.widest_last:
                    pairs = [pair for pair in pairs if (pair[0], pair[1] + 1) not in pairs]
            for c, k in pairs:
                left = None if rest is None else rest - c * above
                recurse((*M, m), (*C, c), (*K, k), above, (R - m * k) * c, left)

    modules = -(-N // T)
    rest = None if switches is None else switches - modules
    if T <= R and (rest is None or rest >= 0):
        recurse((T,), (1,), (1,), modules, R - T, rest)
    return found


@st.composite
def small(draw):
    R = draw(st.integers(2, 7))
    return draw(st.integers(1, 24)), R, draw(st.integers(1, R))


@given(small(), st.sampled_from(list(COLUMNS.values())), st.sampled_from(ROUNDINGS), st.integers(1, 4))
def test_counts_are_those_of_trees_listed_one_by_one(case, rules, rounding, levels):
    trees = listed(*case, rules, levels, rounding, None)
    assert count_trees(*case, rules, levels, rounding=rounding) == len(trees)


@given(
    small(), st.sampled_from([Rules(), Rules(widest_last=True), Rules(no_better=True)]), st.integers(1, 30)
)
def test_counts_within_a_number_of_switches(case, rules, switches):
    trees = listed(*case, rules, 3, "up", switches)
    assert count_trees(*case, rules, 3, switches=switches) == len(trees)


@given(small(), st.sampled_from(list(COLUMNS.values())))
def test_the_recursion_lists_as_many(case, rules):
    assert count_trees(*case, rules, 3) == sum(1 for _ in recursion(*case, rules, 3))


def test_without_rules_it_counts_every_tree():
    assert count_trees(60, 12, 8, levels=4) == len(every_tree(60, 12, 8, 4))


HIGHEST = {  # where the paper finished: its figure
    (1024, 48, 16): {"H1": 303.9e6, "H2": 64.3e6, "H3": 315.6e3, "H4": 56.2e6, "all": 521},
    (1024, 48, 32): {"none": 1.0e9, "H1": 61.8e6, "H2": 17.8e6, "H3": 16, "H4": 13.3e6, "all": 1},
    (2048, 48, 16): {"H1": 1.2e9, "H2": 205.5e6, "H3": 471.4e6, "H4": 95.8e6, "all": 31.0e3},
    (2048, 48, 32): {"H1": 220.1e6, "H2": 64.4e6, "H3": 87.9e3, "H4": 21.5e6, "all": 521},
}


@pytest.mark.parametrize("row", HIGHEST)
def test_table_3_is_never_above_the_count_without_a_maximum_of_switches(row):
    counts = rule_counts(*row).trees
    assert all(counts[name] >= figure * 0.99 for name, figure in HIGHEST[row].items())


def test_what_can_be_pinned_of_table_3():
    assert rule_counts(1024, 48, 32).trees["all"] == 1
    ours = [count_trees(*row, COLUMNS["all"]) for row in HIGHEST]
    assert ours == [1095, 1, 64973, 1095]
    for row, left in (((1024, 144, 16), 128), ((1024, 144, 32), 112), ((2048, 144, 32), 112)):
        assert count_trees(*row, COLUMNS["H1+H3"]) == left == row[1] - row[2]
        assert count_trees(*row, COLUMNS["all"]) == 1


def test_with_256_switches_two_columns_are_near_the_paper():
    row = rule_counts(1024, 48, 32, switches=256).trees
    assert row["H4"] == pytest.approx(13.3e6, rel=0.001)
    assert row["H1"] == pytest.approx(61.8e6, rel=0.02)


def test_too_many_are_no_number():
    assert count_trees(100_000, 512, 8, levels=6) is None
    assert count_trees(1024, 48, 32, levels=1) == 0
    assert count_trees(8, 48, 32) == 1
    assert count_trees(8, 48, 64) == 0


def test_a_study_has_a_row_for_each_radix_and_number_of_hosts():
    catalog = load_shipped([])
    text = (
        "hosts: [{name: servers, part: server-10gbe, count: 1024}]\nfabrics: [{name: pod}]\n"
        "explore: {radix: [24, 48], terminals: [16, 32], levels: 3, external_gbps: 100}\n"
    )
    counted = rule_table(parse_requirements(text.encode(), "r.yaml", catalog), catalog)
    rows = counted.rows
    assert counted.text == "trees of up to 3 levels, NM / M rounded up, any number of switches"
    assert [(row.hosts, row.radix, row.terminals) for row in rows] == [
        (1034, 24, 16),
        (1034, 48, 16),
        (1034, 48, 32),
    ]
    for row in rows:
        assert row.trees == rule_counts(1034, row.radix, row.terminals, 3).trees
