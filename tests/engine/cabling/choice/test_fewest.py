"""Few different cables: the integer programme against brute force, and whole projects."""

from decimal import Decimal
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fatdesk.engine.cabling.choice.fewest import Demand, fewest
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families.design import HostGroup
from fatdesk.project.commands.cables import SetCabling
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import summary
from fatdesk.project.designing.designing import design_project

ITEMS = [("a", 1), ("a", 2), ("a", 5), ("b", 2), ("b", 10), ("c", 30)]


def worth(demands, items):
    """What some items cost in all by the cheapest for each demand; None when one is not served."""
    total = Decimal(0)
    for demand in demands:
        prices = [price for item, price in demand.serves.items() if item in items]
        if not prices:
            return None
        total += demand.count * min(prices)
    return total


@given(
    st.lists(
        st.tuples(
            st.integers(1, 9),
            st.dictionaries(st.sampled_from(ITEMS), st.integers(1, 90).map(Decimal), min_size=1),
        ),
        min_size=1,
        max_size=6,
    ),
    st.one_of(st.none(), st.integers(1, 6)),
)
def test_fewest_items_and_then_the_least_cost_as_brute_force_finds_them(cases, most):
    demands = [Demand(count, serves) for count, serves in cases]
    sets = [set(some) for size in range(1, 7) for some in combinations(ITEMS, size)]
    least = min(len(some) for some in sets if worth(demands, some) is not None)
    limit = least if most is None else max(least, most)
    best = min(found for some in sets if len(some) <= limit and (found := worth(demands, some)) is not None)
    chosen = fewest(demands, most)
    assert len(chosen) <= limit
    assert worth(demands, chosen) == best


@pytest.fixture(scope="module")
def project():
    """A network whose cables have prices, of copper and optical parts in many lengths."""
    wish = Requirements(
        hosts=(HostGroup(name="n", part="server-1u", count=200),),
        fabrics=(FabricRequirement(name="net", edge=("ib-36",), core=("ib-36",)),),
    )
    found = design_project(wish, load_shipped(), "test").project
    assert found is not None
    return found


def bought(project):
    """Items with their counts, and what they cost."""
    derived = Derived(project)
    lines = [line for line in derived.bill.lines if line.category == "cables"]
    items = {(line.part, line.length_m): line.needed for line in lines}
    assert summary(derived, [])["skus"] == len(items)
    assert not [f for f in check(derived) if f.finding.rule in ("no-cable", "too-short")]
    for made in derived.cabling.fabrics:
        for choice, um in zip(made.choice.tolist(), made.spans.computed_um.tolist(), strict=True):
            assert made.choices[choice].ordered_um >= um
    return items, sum(line.extended for line in lines)


def test_projects_order_fewer_items_and_pay_for_it(project):
    plain, cost = bought(project)
    assert len(plain) > 3
    costs = []
    for most in range(1, len(plain) + 1):
        items, paid = bought(SetCabling(most_items=most).apply(project))
        assert len(items) <= most
        assert sum(items.values()) == sum(plain.values())
        costs.append(paid)
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] == cost
    items, paid = bought(SetCabling(minimise="items").apply(project))
    assert len(items) == 1
    assert paid == costs[0]


def test_two_items_are_the_best_pair_of_all(project):
    """Against all pairs of items on sale, with lengths as laid."""
    derived = Derived(project)
    (made,) = derived.cabling.fabrics
    lengths = made.spans.computed_um.tolist()
    sold = {
        (option.cable.id, round(length.m * 1_000_000)): length.price.amount
        for option in made_options(derived)
        for length in option.cable.lengths
        if length.m * 1_000_000 <= option.reach_um and length.price is not None
    }
    best = min(
        sum(min(sold[item] for item in pair if item[1] >= um) for um in lengths)
        for pair in combinations(sorted(sold), 2)
        if max(item[1] for item in pair) >= max(lengths)
    )
    assert bought(SetCabling(most_items=2).apply(project))[1] == best


def made_options(derived):
    """All options of the network's only need."""
    (formed,) = derived.formed
    return formed.assortment.options


def test_too_few_items_are_reported(project):
    """Copper and optical parts cannot be replaced by one where a medium is demanded by hand."""
    requested = SetCabling(most_items=1).apply(project)
    assert not [f for f in check(Derived(requested)) if f.finding.rule == "many-items"]
    first = Derived(requested).rows[0]
    from fatdesk.project.commands.cables import SetCable
    from fatdesk.project.document.cable_records import CableRecord

    other = "qsfp-plus-copper" if first.part != "qsfp-plus-copper" else "qsfp-copper"
    by_hand = SetCable(cable=CableRecord(id=first.id, part=other)).apply(requested)
    found = [f.finding for f in check(Derived(by_hand)) if f.finding.rule == "many-items"]
    assert found[0].text == "2 different parts and lengths are ordered, 1 wanted at most"


def test_the_default_keeps_the_cheapest(project):
    assert project.cabling == CablingRules()
    assert not replace(project.cabling, minimise="cost").few_items
