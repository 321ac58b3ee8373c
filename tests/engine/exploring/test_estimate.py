"""Estimates of explorations: counted against the search, the same on every machine but for its speed."""

import pytest

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.exploring.estimate import Estimate, estimate, lattice_seconds, machine_speed, tree_seconds
from fatdesk.engine.exploring.explore import explore
from fatdesk.engine.exploring.hyperx import HyperX

CATALOG = load_shipped([])


def wish(hosts, explore="{radix: [24, 36], terminals: [8, 16]}", families=""):
    text = (
        f"hosts: [{{name: s, part: server-10gbe, count: {hosts}}}]\n"
        f"fabrics: [{{name: pod{families}}}]\nexplore: {explore}\n"
    )
    return parse_requirements(text.encode(), "wish.yaml", CATALOG)


def test_lattices_are_counted_as_the_search_finds_them():
    requirements = wish(200, families=", families: [hyperx]")
    found = explore(requirements, CATALOG)
    expected = estimate(requirements, CATALOG)
    assert expected.tree_sizes == 0
    assert expected.lattices >= len(found.candidates) > 50, "some are found again with more hosts per switch"
    alone = wish(200, "{radix: [36], terminals: [8]}", families=", families: [hyperx]")
    assert estimate(alone, CATALOG).lattices == len(explore(alone, CATALOG).candidates)


def test_a_sample_stands_for_all_numbers_of_switches():
    """1,250 switches and 156 numbers more: half of these give the number of lattices within a third."""
    requirements = wish(20_000, "{radix: [64], terminals: [16]}", families=", families: [hyperx]")
    whole, half = (estimate(requirements, CATALOG, counted=number) for number in (600, 78))
    assert half.lattices == pytest.approx(whole.lattices, rel=1 / 3)
    assert half.seconds == pytest.approx(whole.seconds, rel=1 / 3)


def test_time_goes_with_the_speed_of_the_machine():
    requirements = wish(2000)
    slow, fast = (estimate(requirements, CATALOG, lambda rate=rate: rate) for rate in (0.5, 2.0))
    assert (slow.seconds, slow.low, slow.high) == pytest.approx(
        (4 * fast.seconds, 4 * fast.low, 4 * fast.high)
    )
    assert slow.low < slow.seconds < slow.high
    assert slow.lattices == fast.lattices
    assert slow.tree_sizes == 4
    assert machine_speed() == machine_speed() > 0


def test_more_takes_longer():
    times = [tree_seconds(hosts, 36, 16, levels) for hosts in (1000, 9000) for levels in (3, 4)]
    assert times == sorted(times)
    assert times[0] < times[1]
    assert tree_seconds(100_000, 24, 12, 2) == 0, "no tree of two levels has as many hosts"
    assert tree_seconds(900_000, 16, 8, 9) == 30.0, "where trees are too many the search ends"
    assert lattice_seconds(HyperX((4, 4, 4), (1, 1, 2), 4)) > lattice_seconds(HyperX((4, 4, 4), (1, 1, 1), 4))


def test_texts():
    assert Estimate(0.3, 0.1, 0.8, 12, 1).text == "less than 1 s"
    assert Estimate(24.0, 11.0, 130.0, 12, 1).text == "about 20 s (10 s to 2 min)"
    assert Estimate(1, 1, 1, 1200, 3).candidates_text == "1,200 lattices and trees of 3 sizes of switches"
    assert Estimate(1, 1, 1, 0, 1).candidates_text == "trees of 1 size of switches"
