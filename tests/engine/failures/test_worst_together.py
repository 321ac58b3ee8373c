"""The worst that several losses at once can do: all combinations, and a search that finds the same."""

from itertools import combinations

import pytest

from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.engine.failures.elements import taken
from fatdesk.engine.failures.worst_together import worst_together
from fatdesk.engine.floor.floor import Feed
from fatdesk.project.derived import losses as of_project
from fatdesk.project.derived.losses import elements_of, loss_analysis
from tests.engine.failures.placed_samples import derived
from tests.engine.failures.test_elements import with_floor


def keys(worst):
    return [[element.key for element in some.elements] for some in worst.found]


def test_all_combinations_are_tried_where_there_are_few():
    some = derived("nodes-396")
    losing = loss_analysis(some, "compute")
    racks = [element for element in elements_of(some, "compute") if element.kind == "rack"]
    worst = worst_together(losing, racks, 2, kept=3)
    assert (worst.exhaustive, worst.tried) == (True, len(racks) * (len(racks) - 1) // 2)
    cut = [losing.left(taken(losing.placed, pair)).hosts_lost for pair in combinations(racks, 2)]
    assert [one.left.hosts_lost for one in worst.found] == sorted(cut, reverse=True)[:3]
    assert keys(worst)[0] == ["rack/7", "rack/11"]  # A07 and B04 hold all core switches between them
    # no edge has a way up: hosts of one switch are all that is still joined
    assert worst.found[0].uplinks_left == 0
    assert worst.found[0].left.hosts_lost == 396 - 18
    assert worst.found[0].bisection_left == 0


@pytest.mark.parametrize("count", [2, 3])
def test_the_search_finds_the_worst_of_all(count):
    some = derived("gpu-31")
    losing = loss_analysis(some, "compute")
    every = [
        element for element in elements_of(some, "compute") if element.kind in ("switch", "tray", "rack")
    ]
    whole = worst_together(losing, every, count)
    assert whole.exhaustive
    found = worst_together(losing, every, count, most=200)
    assert not found.exhaustive
    assert found.tried < whole.tried
    best = [(w.found[0].left.hosts_lost, w.found[0].left.pairs_connected) for w in (whole, found)]
    assert best[0] == best[1]


def test_the_search_finds_two_feeds_that_only_hurt_together():
    feeds = tuple(Feed(name=name, racks=tuple(range(1, 12))) for name in ("A", "B"))
    some = with_floor("nodes-396", feeds=feeds)
    every = elements_of(some, "compute")
    found = worst_together(loss_analysis(some, "compute"), every, 2)
    assert not found.exhaustive
    assert keys(found)[0] == ["feed/A", "feed/B"]
    assert found.found[0].left.hosts_lost == 396


def test_it_is_the_same_each_time():
    some = derived("nodes-396")
    one, other = (of_project.worst_together(some, "compute", 3) for _ in range(2))
    assert keys(one) == keys(other)
    assert one.tried == other.tried


def test_more_than_there_are_is_refused():
    some = derived("nodes-60")
    losing = loss_analysis(some, "compute")
    with pytest.raises(FatdeskError, match="2 elements cannot be lost, there are 1: use fewer"):
        worst_together(losing, elements_of(some, "compute")[:1], 2)


def test_it_can_be_cancelled():
    class Stop:
        def step(self, done, total, text):
            raise Cancelled

    with pytest.raises(Cancelled):
        of_project.worst_together(derived("nodes-60"), "compute", 2, Stop())
    with pytest.raises(Cancelled):
        of_project.losses(derived("nodes-60"), "compute", progress=Stop())


def test_equal_losses_are_gathered():
    found = of_project.losses(derived("nodes-396"), "compute", bisection=False)
    groups = of_project.alike(found)
    assert sum(map(len, groups)) == len(found)
    assert groups[0][0] is found[0]
    cables = [group for group in groups if group[0].element.kind == "cable"]
    assert sorted(map(len, cables)) == [396, 396]  # of hosts, and uplinks
    for group in groups:
        assert (
            len({(loss.element.kind, loss.left.hosts_lost, loss.left.pairs_connected) for loss in group}) == 1
        )
