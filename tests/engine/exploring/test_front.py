"""The front of an exploration against every tree there is, each placed and priced as it is reported.

Nothing of the search is used here: trees come from the constraints of the paper (`every_tree`), their figures
from its formulas, and the front from a comparison of all with all. The cost of a tree is checked elsewhere
(test_tariff, test_wiring).
"""

from math import prod

import numpy as np
import pytest

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.exploring.egft import Egft
from fatdesk.engine.exploring.egft_search import TreeQuery, tree_front
from fatdesk.engine.exploring.explore import explore
from fatdesk.engine.exploring.pricing.grid import grid_of
from fatdesk.engine.exploring.pricing.placement import host_pieces, room_of, tree_pieces
from fatdesk.engine.exploring.pricing.tariff import Tariff
from tests.engine.exploring.test_egft_search import every_tree, pareto
from tests.engine.exploring.trees_in_racks import tree_places

CATALOG = load_shipped([])


def requirements(N, R, T, levels, more=""):
    text = (
        f"hosts: [{{name: servers, part: server-10gbe, count: {N}}}]\n"
        "fabrics: [{name: pod, families: [egft]}]\n"
        f"explore: {{radix: [{R}], terminals: [{T}], levels: {levels}}}\n{more}"
    )
    return parse_requirements(text.encode(), "wish.yaml", CATALOG)


def priced(N, R, T, levels, wish, policy="dense"):
    """(cost, ratio, hops, switches, cables) of every tree, and its racks."""
    grid = grid_of(wish.room, wish.cabling, CATALOG)
    tariff = Tariff(CATALOG, wish.cabling, 10.0)
    found = {}
    for M, C, K in every_tree(N, R, T, levels):
        tree = Egft(M, C, K)
        places = tree_places(tree, N, (1, 1), grid, policy)
        room = room_of(grid, places)
        bill = tariff.bill(host_pieces(places, room).and_then(tree_pieces(tree, places, room)))
        assert not bill.unreached
        ratio = max(prod(M[: i + 1]) / (C[i] * M[i] * K[i]) for i in range(len(M)))
        switches = sum(C[i] * prod(M[i + 1 :]) for i in range(len(M)))
        cables = N + sum(C[i] * prod(M[i:]) for i in range(1, len(M)))
        figures = (float(bill.cost + 500 * R * switches), ratio, 2 * len(M), switches, cables)
        found[figures] = places.racks
    return found


def reported(N, R, T, levels, more=""):
    result = explore(requirements(N, R, T, levels, more), CATALOG)
    assert not result.unsearched
    assert result.to_json()["complete"] is True
    return {
        (float(one.cost.amount), float(N / (2 * one.bisection)), one.hops, one.switches, one.cables)
        for one in result.candidates
        if one.front
    }


SMALL = [(77, 10, 5, 3), (90, 12, 6, 3), (100, 12, 6, 3), (102, 12, 6, 3), (64, 6, 3, 4), (144, 16, 12, 3)]
LARGE = [(144, 12, 6, 3), (160, 16, 8, 3), (192, 16, 8, 3), (200, 20, 10, 3), (256, 16, 8, 3)]


@pytest.mark.parametrize("case", SMALL)
def test_the_front_by_cost_as_placed_is_that_of_all_trees(case):
    assert reported(*case) == set(pareto(priced(*case, requirements(*case))))


@pytest.mark.slow
@pytest.mark.parametrize("case", LARGE)
def test_the_front_of_larger_ones_is_that_of_all_trees(case):
    assert reported(*case) == set(pareto(priced(*case, requirements(*case))))


@pytest.mark.parametrize(
    ("more", "keeps"),
    [
        ("limits: {cost: 200000}\n", lambda one, _: one[0] <= 200_000),
        ("limits: {racks: 3}\n", lambda _, racks: racks <= 3),
        ("limits: {bisection_gbps: 300}\n", lambda one, _: 90 / (2 * one[1]) * 10 >= 300),
        ("limits: {blocking: 3, hops: 4}\n", lambda one, _: one[1] <= 3 and one[2] <= 4),
        ("cabling: {slack_m: 1.5}\n", lambda *_: True),
        ("cabling: {lengths: custom}\n", lambda *_: True),
    ],
)
def test_limits_and_rules_keep_the_front_whole(more, keeps):
    case = (90, 12, 6, 3)
    everything = priced(*case, requirements(*case, more))
    wanted = pareto(one for one, racks in everything.items() if keeps(one, racks))
    assert reported(*case, more) == set(wanted)


def test_a_room_with_blocks_that_stay_whole_keeps_the_front_whole():
    more = "room: {policy: prewired}\n"
    case = (77, 10, 5, 3)
    everything = priced(*case, requirements(*case, more), policy="prewired")
    assert reported(*case, more) == set(pareto(everything))


def test_where_trees_are_too_many_it_says_how_much_cheaper_others_may_be(monkeypatch):
    case = (160, 16, 8, 3)
    whole = explore(requirements(*case), CATALOG)
    monkeypatch.setattr("fatdesk.engine.exploring.egft_rivals.RIVALS", 5)
    short = explore(requirements(*case), CATALOG)
    (left_out,) = short.unsearched
    assert (left_out.radix, left_out.terminals) == (16, 8)
    assert f"up to {left_out.saving:.1%} less" in left_out.text
    document = short.to_json()
    assert document["complete"] is False
    assert document["unsearched"][0]["saving_at_most"] == round(left_out.saving, 4)
    listed = [one for one in short.candidates if not one.reasons]
    assert len(listed) < len(whole.candidates)
    for one in whole.candidates:  # the promise: a listed one is as good, and at most that much dearer
        others = [
            float(other.cost.amount)
            for other in listed
            if other.bisection >= one.bisection
            and other.switches <= one.switches
            and other.cables <= one.cables
            and other.hops <= one.hops
        ]
        assert min(others) * (1 - left_out.saving) <= float(one.cost.amount) + 0.005


def whole_front(N, R, T, levels):
    """(ratio, hops, switches, cables between switches) of the front of all trees, level by level."""
    found = set()
    parts = [(T, R - T, max(1.0, T / (R - T)), 1, 0)]  # host ports, uplinks, least ratio, switches, cables
    ends = {}  # of the last level: C and K by the number of trees joined and of uplinks

    def widths(most_k, uplinks):
        if (most_k, uplinks) not in ends:
            pairs = [(c, k) for k in range(1, most_k + 1) for c in range(1, uplinks // k + 1)]
            ends[most_k, uplinks] = np.array(pairs).reshape(-1, 2).T
        return ends[most_k, uplinks]

    for level in range(2, levels + 1):
        best, more = set(), []
        for size, uplinks, ratio, switches, cables in parts:
            left = -(-N // size)
            for m in range(2, min(left, R) + 1):
                C, K = widths(min(R // m, uplinks), uplinks)
                if not len(C):
                    continue
                r = np.maximum(ratio, size / (C * K))
                s, w = m * switches + C, m * (cables + C)
                if m == left:
                    best.update(zip(r.tolist(), s.tolist(), w.tolist(), strict=True))
                elif level < levels:
                    free = (R - m * K) * C
                    rows = np.stack([free, np.maximum(r, 0), s, w], axis=1)[free > 0]
                    more += [(size * m, int(u), x, int(y), int(z)) for u, x, y, z in np.unique(rows, axis=0)]
        found.update((r, 2 * level, s, w) for r, s, w in pareto(best))
        parts = list(dict.fromkeys(more))
    return pareto(found)


def check_figures(N, R, T, levels):
    trees = tree_front(TreeQuery(N, R, T, levels=levels, switch_price=1.0)).trees
    got = {(float(one.ratio), one.hops, one.switches, one.cables - one.ports) for one in trees}
    assert set(pareto(got)) == set(whole_front(N, R, T, levels))


@pytest.mark.parametrize("case", [(48, 12, 6, 4), (64, 6, 3, 4), (160, 16, 8, 3)])
def test_the_front_without_cost_is_that_of_all_trees(case):
    check_figures(*case)


@pytest.mark.slow
@pytest.mark.parametrize(
    "case", [(128, 16, 8, 4), pytest.param((96, 24, 12, 4), marks=pytest.mark.nightly), *LARGE]
)
def test_the_front_without_cost_is_that_of_millions_of_trees(case):
    check_figures(*case)
