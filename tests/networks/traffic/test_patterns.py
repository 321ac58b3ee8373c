"""Patterns against their definitions, spelled out digit by digit."""

import importlib
import pkgutil

import numpy as np
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.networks import traffic
from fatdesk.networks.traffic import PATTERNS, pattern
from fatdesk.networks.traffic.traffic import Requested

WORDS = ["uniform", "hotspot", "complement", "shuffle", "bit-reversal", "transpose", "tornado", "all-to-all"]


def test_the_registry_names_every_pattern_of_the_folder():
    modules = [
        importlib.import_module(f"{traffic.__name__}.{found.name}")
        for found in pkgutil.iter_modules(traffic.__path__)
    ]
    in_folder = {module.NAME for module in modules if hasattr(module, "NAME")}
    names = [one.NAME for one in PATTERNS]
    assert in_folder == set(names)
    assert [name for name in names if name in WORDS] == WORDS  # spec 8


def test_a_pattern_is_found_by_its_word():
    assert pattern("bit-reversal").NAME == "bit-reversal"
    with pytest.raises(FatdeskError, match="unknown pattern 'ring': use uniform, hotspot"):
        pattern("ring")


def bits(number: int, count: int) -> str:
    return format(number, f"0{count}b")


BY_BITS = {
    "complement": lambda text: "".join("10"[int(bit)] for bit in text),
    "shuffle": lambda text: text[1:] + text[0],
    "bit-reversal": lambda text: text[::-1],
    "transpose": lambda text: text[len(text) // 2 :] + text[: len(text) // 2],
}


@pytest.mark.parametrize("name", BY_BITS)
@pytest.mark.parametrize("count", [2, 4, 6])
def test_bit_patterns(name, count):
    flows = pattern(name).messages(Requested(1 << count, per_host=3))
    assert flows.source.tolist() == list(range(1 << count))
    wanted = [int(BY_BITS[name](bits(number, count)), 2) for number in range(1 << count)]
    assert flows.destination.tolist() == wanted
    assert (flows.weight == 3).all()
    assert (pattern(name).rates(Requested(1 << count)).weight == 1).all()


@pytest.mark.parametrize("name", ["complement", "shuffle", "bit-reversal"])
def test_patterns_of_bits_refuse_other_numbers(name):
    with pytest.raises(FatdeskError, match=rf"traffic {name}: .*60 is none: use 32 or 64 hosts"):
        pattern(name).rates(Requested(60))
    assert pattern(name).rates(Requested(1)).destination.tolist() == [0]


def test_transpose_takes_any_square():
    flows = pattern("transpose").rates(Requested(49))
    assert all(d == (s % 7) * 7 + s // 7 for s, d in zip(flows.source, flows.destination, strict=True))
    with pytest.raises(FatdeskError, match="square number of hosts, 60 is none: use 49 or 64"):
        pattern("transpose").rates(Requested(60))


@pytest.mark.parametrize(("hosts", "away"), [(8, 3), (9, 4), (2, 0), (1, 0), (100, 49)])
def test_tornado_goes_almost_half_way_round(hosts, away):
    flows = pattern("tornado").rates(Requested(hosts))
    assert ((flows.destination - flows.source) % hosts == away).all()


@pytest.mark.parametrize("one", PATTERNS, ids=lambda one: one.NAME)
def test_what_a_host_sends_adds_up_to_one(one):
    flows = one.rates(Requested(16, seed=3))
    assert np.bincount(flows.source, flows.weight, 16) == pytest.approx(np.ones(16))
    assert flows.source.dtype == flows.destination.dtype == np.int64


@pytest.mark.parametrize("itself", [False, True])
@pytest.mark.parametrize("name", ["uniform", "hotspot"])
def test_drawn_messages_follow_the_rates(name, itself):
    hosts, each = 8, 20_000
    drawn = pattern(name).messages(Requested(hosts, each, seed=5, itself=itself))
    rates = pattern(name).rates(Requested(hosts, seed=5, itself=itself))
    assert drawn.weight.sum() == hosts * each
    counts = np.zeros((hosts, hosts))
    np.add.at(counts, (drawn.source, drawn.destination), drawn.weight)
    wanted = np.zeros((hosts, hosts))
    wanted[rates.source, rates.destination] = rates.weight
    assert (counts.diagonal() > 0).all() == itself
    # six standard deviations of a count of 20,000 draws
    assert np.abs(counts / each - wanted).max() < 6 * np.sqrt(0.25 / each)


def test_the_hot_host_gets_fifteen_percent_of_the_traffic():
    rates = pattern("hotspot").rates(Requested(64, seed=2, itself=True))
    into = np.bincount(rates.destination, rates.weight, 64)
    assert np.sort(into)[-1] == pytest.approx(64 * 0.15 + 0.85)
    assert np.sort(into)[:-1] == pytest.approx(0.85)
    inflow = [np.bincount(r.destination, r.weight).argmax() for r in map(pattern("hotspot").rates, seeds())]
    assert len(set(map(int, inflow))) > 3


def seeds():
    return [Requested(64, seed=seed) for seed in range(9)]


@pytest.mark.parametrize("name", ["uniform", "hotspot"])
def test_equal_seeds_give_equal_messages(name):
    one, two, other = (pattern(name).messages(Requested(50, 4, seed)) for seed in (7, 7, 8))
    assert (one.destination == two.destination).all()
    assert (one.destination != other.destination).any()


def test_all_to_all_is_every_pair_once():
    flows = pattern("all-to-all").messages(Requested(5, per_host=2))
    pairs = set(zip(flows.source.tolist(), flows.destination.tolist(), strict=True))
    assert len(pairs) == len(flows.source) == 20
    assert all(s != d for s, d in pairs)
    assert (flows.weight == 2).all()


def test_more_than_memory_holds_is_refused():
    with pytest.raises(FatdeskError, match="flows between 1,000,000 hosts, at most"):
        pattern("all-to-all").messages(Requested(1_000_000))


@pytest.mark.parametrize("one", PATTERNS, ids=lambda one: one.NAME)
def test_random_patterns_are_those_that_another_seed_changes(one):
    first, second = (one.messages(Requested(64, 3, seed)).destination.tolist() for seed in (1, 2))
    assert (first != second) is one.RANDOM
