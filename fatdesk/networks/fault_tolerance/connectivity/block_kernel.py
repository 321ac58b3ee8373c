"""Compiled loops over blocks of combinations: 64 in a word, 8 words side by side.

Combination i of a block is bit i % 64 of word i // 64. Rows of words belong to elements (who is out), to
groups of channels (whether one is left) and to states (who reaches the destination).
"""

import numpy as np

from fatdesk.core.arrays import Ints, Words
from fatdesk.core.compiled import hot, inlined
from fatdesk.networks.fault_tolerance.connectivity.path_programs import Program

WORDS = 8
BLOCK = 64 * WORDS
"""Combinations of a block."""
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


@inlined
def _mixed(z: np.uint64) -> np.uint64:
    """A word whose bits all depend on all bits of another; the output function of SplitMix64."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@inlined
def _ones(word: np.uint64) -> int:
    """Return the number of set bits of a word."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int(np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56)))  # int alone keeps the type


@hot
def draw(out: Words, faults: int, many: int, seed: int, block: int) -> None:
    """Random combinations of ``faults`` elements; all are equally likely, and the same for the same block.

    SplitMix64 gives the numbers, what makes them uniform is Lemire's rejection (Fast random integer
    generation in an interval, 2019). Of more than half of all elements those are drawn that stay.
    """
    elements = len(out)
    out[:] = np.uint64(0)
    drawn = min(faults, elements - faults)
    if drawn > 0:
        span = np.uint64(elements)
        least = np.uint64((1 << 32) % elements)
        state = _mixed(_mixed(_mixed(np.uint64(seed)) + np.uint64(faults)) + np.uint64(block))
        for i in range(many):
            word, bit = i >> 6, np.uint64(1) << np.uint64(i & 63)
            for _ in range(drawn):
                while True:
                    state += np.uint64(0x9E3779B97F4A7C15)
                    product = (_mixed(state) >> np.uint64(32)) * span
                    element = np.int64(product >> np.uint64(32))
                    if (product & np.uint64(0xFFFFFFFF)) >= least and out[element, word] & bit == np.uint64(
                        0
                    ):
                        out[element, word] |= bit
                        break
    if drawn < faults:
        for one in range(elements):
            for word in range(WORDS):
                out[one, word] = ~out[one, word]


@hot
def enumerate_from(out: Words, elements: Ints, many: int) -> None:
    """The next combinations in the order of their numbers, from ``elements`` on, which is moved on."""
    out[:] = np.uint64(0)
    faults, last = len(elements), len(out) - len(elements)
    for i in range(many):
        word, bit = i >> 6, np.uint64(1) << np.uint64(i & 63)
        for element in elements:
            out[element, word] |= bit
        at = faults - 1
        while at >= 0 and elements[at] == last + at:
            at -= 1
        if at >= 0:
            elements[at] += 1
            for later in range(at + 1, faults):
                elements[later] = elements[later - 1] + 1


@hot
def look(out: Words, left: Words, program: Program) -> None:
    """Return which groups of channels have a remaining channel."""
    for word in range(WORDS):
        left[0, word] = ALL
    for group in range(1, len(program.member_start)):
        for word in range(WORDS):
            left[group, word] = np.uint64(0)
        for member in range(program.member_start[group - 1], program.member_start[group]):
            for word in range(WORDS):
                gone = np.uint64(0)
                for at in range(program.unit_start[member], program.unit_start[member + 1]):
                    gone |= out[program.unit[at], word]
                left[group, word] |= ~gone


@hot
def _without(
    left: Words,
    apart: Words,
    now: Words,
    program: Program,
    number: int,
    counted: bool,
    tried: Words,
    good: Words,
) -> int:
    """Pairs without a path because last channels of hosts of a class are out; takes bits of ``good`` away."""
    base = program.first_state[number] - 1
    source = program.first_source[number]
    sources = program.first_state[number + 1] - base - source
    lasts = program.lasts[number]
    missing = 0
    for i in range(program.own_start[number + 1] - program.own_start[number]):
        own = program.own[program.own_start[number] + i] - source
        at = program.last_start[number] + i * lasts
        for word in range(WORDS):
            looked_at = tried[word] if counted else tried[word] & good[word]
            out = np.uint64(0)
            for last in range(lasts):
                out |= ~left[program.last[at + last], word]
            if out & looked_at == np.uint64(0):
                continue
            for k in range(sources):
                now[0, k] = now[1, k] = np.uint64(0)
            for last in range(lasts):
                through = left[program.last[at + last], word]
                for k in range(sources):
                    now[0, k] |= apart[last, word, k]
                    now[1, k] |= apart[last, word, k] & through
            lost = 0
            some = np.uint64(0)
            for k in range(sources):
                gone = now[0, k] & ~now[1, k] & looked_at
                hosts = program.weight[base + source + k] - (k == own)
                if hosts > 0:
                    some |= gone
                lost += _ones(gone) * hosts
            good[word] &= ~some
            missing += lost
    return missing


@hot
def follow(  # noqa: PLR0912, PLR0915  (the hot loop: called pieces cost more than they do)
    left: Words,
    reached: Words,
    apart: Words,
    now: Words,
    program: Program,
    first: int,
    end: int,
    counted: bool,
    tried: Words,
    good: Words,
) -> int:
    """Follow the steps to some classes of destinations.

    Where last channels can fail, the steps are followed for each of them as if it were the only one, and
    never out. Who reaches a host is who comes to one of its last channels that are left.

    Parameters
    ----------
    left
        As from :func:`look`, with rows for last channels behind.
    reached, apart, now
        Room to work in.
    first, end
        The classes.
    counted
        Whether pairs without a path are counted; if not, it ends when no combination is good any more.
    tried : (8,) uint64
        Which bits are combinations.
    good : (8,) uint64
        Where all sources reached all destinations; bits are taken away.

    Returns
    -------
    missing
        Pairs without a path, over all combinations.
    """
    groups = len(program.member_start)
    missing = 0
    for word in range(WORDS):
        reached[0, word] = ALL
    for number in range(first, end):
        base = program.first_state[number] - 1  # its states count from 1
        states = program.first_state[number + 1] - base
        source = program.first_source[number]
        sources = states - source
        lasts = program.lasts[number]
        for last in range(max(1, lasts)):
            for other in range(lasts):
                for word in range(WORDS):
                    left[groups + other, word] = ALL if other == last else np.uint64(0)
            if program.again[number]:
                for state in range(1, states):
                    for word in range(WORDS):
                        reached[state, word] = np.uint64(0)
            changed = True
            while changed:
                changed = False
                for state in range(1, states):
                    a = b = c = d = e = f = g = h = np.uint64(0)
                    for step in range(program.step_start[base + state], program.step_start[base + state + 1]):
                        by, then = program.group[step], program.onward[step]
                        a |= left[by, 0] & reached[then, 0]
                        b |= left[by, 1] & reached[then, 1]
                        c |= left[by, 2] & reached[then, 2]
                        d |= left[by, 3] & reached[then, 3]
                        e |= left[by, 4] & reached[then, 4]
                        f |= left[by, 5] & reached[then, 5]
                        g |= left[by, 6] & reached[then, 6]
                        h |= left[by, 7] & reached[then, 7]
                        if a & b & c & d & e & f & g & h == ALL:
                            break
                    if program.again[number]:
                        before = reached[state]
                        changed |= (
                            ((a ^ before[0]) | (b ^ before[1]) | (c ^ before[2]) | (d ^ before[3]))
                            | ((e ^ before[4]) | (f ^ before[5]) | (g ^ before[6]) | (h ^ before[7]))
                        ) != np.uint64(0)
                    reached[state, 0], reached[state, 1], reached[state, 2], reached[state, 3] = a, b, c, d
                    reached[state, 4], reached[state, 5], reached[state, 6], reached[state, 7] = e, f, g, h
            if lasts > 0:
                for i in range(sources):
                    for word in range(WORDS):
                        apart[last, word, i] = reached[source + i, word]
        for last in range(lasts - 1):
            for i in range(sources):
                for word in range(WORDS):
                    reached[source + i, word] |= apart[last, word, i]
        some = np.uint64(0)
        for word in range(WORDS):
            every = ALL
            for state in range(source, states):
                every &= reached[state, word]
            good[word] &= every
            some |= ~every & tried[word]
        if counted and some != np.uint64(0):
            lost = 0
            for state in range(source, states):
                here = 0
                for word in range(WORDS):
                    here += _ones(~reached[state, word] & tried[word])
                lost += here * program.weight[base + state]
            missing += lost * (program.own_start[number + 1] - program.own_start[number])
            for at in range(program.own_start[number], program.own_start[number + 1]):
                if program.own[at] > 0:
                    for word in range(WORDS):
                        missing -= _ones(~reached[program.own[at], word] & tried[word])
        if lasts > 0:
            missing += _without(left, apart, now, program, number, counted, tried, good)
        if not counted:
            still = np.uint64(0)
            for word in range(WORDS):
                still |= good[word]
            if still == np.uint64(0):
                break
    return missing
