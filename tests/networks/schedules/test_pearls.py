"""The pearl argument against every way to colour and cut small strings."""

from itertools import combinations, pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.networks.schedules.universal_trees.decomposition import divide


def pieces(strings):
    """Positions of a set of strings."""
    a, b, c, d = strings
    return [*range(a, b), *range(c, d)]


def cuts(given_, one, other):
    """Ends of strings that are ends of no given string."""
    ends = {
        int(x) for pair in (one, other) for at in (0, 2) if pair[at] < pair[at + 1] for x in pair[at : at + 2]
    }
    return ends - {int(x) for x in given_}


def check(black, strings, one, other):
    both = pieces(one) + pieces(other)
    assert sorted(both) == sorted(pieces(strings))
    assert len(cuts(strings, one, other)) <= 2
    for mine in (one, other):  # every string lies within one that was given
        for at in (0, 2):
            if mine[at] < mine[at + 1]:
                assert any(strings[k] <= mine[at] and mine[at + 1] <= strings[k + 1] for k in (0, 2))
    blacks = [sum(p in black for p in pieces(mine)) for mine in (one, other)]
    whites = [len(pieces(mine)) - b for mine, b in zip((one, other), blacks, strict=True)]
    assert abs(blacks[0] - blacks[1]) <= 1
    assert abs(whites[0] - whites[1]) <= 1


@pytest.mark.parametrize("lengths", [(a, b) for a in range(8) for b in range(8) if 1 <= a + b <= 8])
def test_every_colouring_of_small_strings(lengths):
    """All colourings at once: one after the other on a line, with a gap between the two strings."""
    first, second = lengths
    cases, black = [], []
    for colours in product([False, True], repeat=first + second):
        base = 40 * len(cases)
        case = (base, base + first, base + 20, base + 20 + second)
        black += [p for p, dark in zip(pieces(case), colours, strict=True) if dark]
        cases.append(case)
    one, other = divide(np.array(black), np.array(cases))
    dark = set(black)
    for case, mine, rest in zip(cases, one, other, strict=True):
        check(dark, case, mine, rest)


def brute_force(black, strings):
    """Whether some division by at most two cuts halves both colours to within one; the lemma says so."""
    line = pieces(strings)
    where = [k for k in range(1, len(line)) if line[k] == line[k - 1] + 1]
    for count in range(3):
        for chosen in combinations(where, count):
            bounds = [0, *sorted({*chosen, strings[1] - strings[0]}), len(line)]
            runs = [line[a:b] for a, b in pairwise(bounds) if a < b]
            for take in product([False, True], repeat=len(runs)):
                mine = [run for run, yes in zip(runs, take, strict=True) if yes]
                if max(len(mine), len(runs) - len(mine)) > 2:
                    continue
                flat = [p for run in mine for p in run]
                dark = sum(p in black for p in flat)
                if (
                    abs(2 * dark - len(black)) <= 1
                    and abs(2 * (len(flat) - dark) - (len(line) - len(black))) <= 1
                ):
                    return True
    return False


@given(st.integers(0, 7), st.integers(1, 7), st.data())
def test_brute_force_agrees_that_there_is_a_way(first, second, data):
    strings = (0, first, 20, 20 + second)
    black = set(data.draw(st.sets(st.sampled_from(pieces(strings)))))
    assert brute_force(black, strings)
    one, other = divide(np.array(sorted(black), np.int64), np.array([strings]))
    check(black, strings, one[0], other[0])


@given(st.integers(0, 2**58), st.integers(0, 2**58), st.data())
def test_long_strings(first, second, data):
    strings = np.array([[0, first, 2**60, 2**60 + second]])
    spots = st.integers(0, max(first - 1, 0)) if first else st.integers(2**60, 2**60 + max(second - 1, 0))
    black = np.array(sorted(data.draw(st.sets(spots, max_size=20 if first + second else 0))), np.int64)
    one, other = divide(black, strings)
    sizes = [int(mine[0, 1] - mine[0, 0] + mine[0, 3] - mine[0, 2]) for mine in (one, other)]
    dark = [
        int(((black >= m[0, 0]) & (black < m[0, 1])).sum() + ((black >= m[0, 2]) & (black < m[0, 3])).sum())
        for m in (one, other)
    ]
    assert sum(sizes) == first + second
    assert 0 <= sizes[1] - sizes[0] <= 1
    assert abs(dark[0] - dark[1]) <= 1
    assert sum(dark) == len(black)
