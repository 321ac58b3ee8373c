"""Partial concentrators: sparse switches that lead messages on many wires to fewer wires.

Source: section IV of the universal fat-trees paper, after Pippenger. A stage is a bipartite graph of
r inputs and s < r outputs, with at most 6 outputs at an input and at most 9 inputs at an output. Ratios below
2/3 are reached by stages one behind the other.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import ceil, exp, lgamma

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.compiled import compiled

INPUT_DEGREE, OUTPUT_DEGREE = 6, 9
NONE = -1
MOST_EXHAUSTIVE = 16
"""Inputs of a stage up to which all subsets of inputs are looked at."""
SAMPLES = 256
"""Random subsets that are matched in larger stages, and neighbouring ones at most."""
MOST_ATTEMPTS = 16


@compiled
def matched(
    start: Longs, output: Longs, wires: Longs, low: int, high: int, taken: Longs, found: Longs
) -> int:
    """Match inputs to outputs one after the other, by augmenting paths; how many were matched.

    An input that has been matched stays matched, so earlier inputs have precedence, and the number is the
    largest possible.

    Parameters
    ----------
    start, output
        Input i is joined to ``output[start[i]:start[i + 1]]``.
    wires
        ``wires[low:high]`` are the inputs to match, in order of precedence; negative ones are passed over.
    taken : (s,) int64
        -1 everywhere; filled with the input of each output.
    found : (r,) int64
        -1 everywhere; filled with the output of each input.
    """
    count = 0
    seen = np.full(len(taken), -1, np.int64)
    came_from = np.empty(len(taken), np.int64)
    queue = np.empty(len(found), np.int64)
    for turn in range(low, high):
        if wires[turn] < 0:
            continue
        queue[0] = wires[turn]
        done, waiting, free = 0, 1, -1
        while done < waiting and free < 0:
            one = queue[done]
            done += 1
            for at in range(start[one], start[one + 1]):
                here = output[at]
                if seen[here] == turn:
                    continue
                seen[here] = turn
                came_from[here] = one
                if taken[here] < 0:
                    free = here
                    break
                queue[waiting] = taken[here]
                waiting += 1
        if free < 0:
            continue
        count += 1
        while free >= 0:
            one = came_from[free]
            before = found[one]
            found[one], taken[free] = free, one
            free = before
    return count


@compiled
def connect_each(start: Longs, output: Longs, inputs: int, outputs: int, begin: Longs, wires: Longs) -> None:
    """Connect the messages of several equal stages; each wire becomes its output, -1 for lost messages.

    Parameters
    ----------
    begin : (g + 1,) int64
        Stage i has the messages ``begin[i]:begin[i + 1]``.
    wires : (m,) int64
        Inputs, changed to outputs.
    """
    taken, found = np.empty(outputs, np.int64), np.empty(inputs, np.int64)
    for group in range(len(begin) - 1):
        taken[:] = -1
        found[:] = -1
        matched(start, output, wires, begin[group], begin[group + 1], taken, found)
        for at in range(begin[group], begin[group + 1]):
            if wires[at] >= 0:
                wires[at] = found[wires[at]]


@dataclass(frozen=True, eq=False)
class Stage:
    """A bipartite graph of inputs and outputs.

    Attributes
    ----------
    inputs, outputs
        r and s.
    start : (r + 1,) int64
    output : (e,) int64
        Input i is joined to ``output[start[i]:start[i + 1]]``, rising.
    guarantee
        Any inputs up to this number can be connected to different outputs at the same time.
    checked
        Subsets of inputs for which this was verified; ``exhaustive``: all there are.
    exhaustive
        Whether the guarantee was found by all subsets of inputs, and not by samples.
    """

    inputs: int
    outputs: int
    start: Longs
    output: Longs
    guarantee: int
    checked: int
    exhaustive: bool

    @property
    def bits(self) -> int:
        """Bits that choose the output of an input."""
        return int(np.diff(self.start).max() - 1).bit_length()

    @property
    def components(self) -> int:
        """Switching components: one for each pair of an input and an output that are joined."""
        return len(self.output)


@dataclass(frozen=True, eq=False)
class Concentrator:
    """Stages one behind the other; none where there are no fewer outputs than inputs.

    Attributes
    ----------
    inputs, outputs
        Wires at both sides.
    """

    inputs: int
    outputs: int
    stages: tuple[Stage, ...]

    @property
    def guarantee(self) -> int:
        """Messages on any inputs up to this number all get through."""
        return min([self.inputs, self.outputs, *(stage.guarantee for stage in self.stages)])

    @property
    def bits(self) -> int:
        """Bits of a message that choose its way through all stages."""
        return sum(stage.bits for stage in self.stages)

    @property
    def components(self) -> int:
        """Switching components of all stages."""
        return sum(stage.components for stage in self.stages)

    def connect(self, wires: Longs, begin: Longs | None = None) -> Longs:
        """The wires of each message at the entry of each stage and at the end, by largest matchings.

        Parameters
        ----------
        wires : (m,) int64
            Different input wires, in order of precedence.
        begin : (g + 1,) int64
            Where several equal concentrators are set at once, the first message of each.

        Returns
        -------
        (stages + 1, m) int64
            -1 from where a message is lost.

        Examples
        --------
        >>> concentrator(3, 2).connect(np.array([2, 0, 1])).tolist()
        [[2, 0, 1], [0, 1, -1]]
        """
        at = np.array(wires, np.int64)
        groups = np.array([0, len(at)]) if begin is None else begin
        found = [at]
        for stage in self.stages:
            at = at.copy()
            connect_each(stage.start, stage.output, stage.inputs, stage.outputs, groups, at)
            found.append(at)
        return np.stack(found)


@cache
def concentrator(inputs: int, outputs: int, seed: int = 1) -> Concentrator:
    """Stages from a number of inputs to a number of outputs, verified.

    Each stage keeps two thirds of its wires, the last one those that are required. Of each stage any 3/4 of
    the outputs' number of inputs get through; the last one joins all its inputs to all its outputs where
    their numbers are at most 9 and 6, so that it loses nothing that the outputs can hold.

    Parameters
    ----------
    seed
        Equal numbers and seeds give equal graphs.

    Examples
    --------
    >>> made = concentrator(30, 9)
    >>> [(stage.inputs, stage.outputs) for stage in made.stages], made.guarantee
    ([(30, 20), (20, 14), (14, 10), (10, 9)], 9)
    """
    stages, wires = [], inputs
    while wires > outputs:
        kept = outputs if _complete(wires, outputs) else max(outputs, ceil(2 * wires / 3))
        stages.append(stage(wires, kept, seed))
        wires = kept
    return Concentrator(inputs, outputs, tuple(stages))


@cache
def stage(inputs: int, outputs: int, seed: int = 1) -> Stage:
    """One bipartite graph, verified; the outputs are at least two thirds of the inputs, or few.

    All inputs are joined to all outputs where the degrees allow it. Else the ends of 6 edges for each input
    are dealt at random to the outputs, equally to within one; a graph that fails its verification is drawn
    again.

    Raises
    ------
    ValueError
        When there are too few outputs, or no fewer than inputs.
    """
    if outputs >= inputs or (2 * inputs > 3 * outputs and not _complete(inputs, outputs)):
        raise ValueError(f"{inputs} inputs, {outputs} outputs: use two thirds as many, or more, but fewer")
    for attempt in range(MOST_ATTEMPTS):
        start, output = _joined(inputs, outputs, seed, attempt)
        promised = 3 * outputs // 4
        if inputs <= MOST_EXHAUSTIVE:
            guarantee = largest_guarantee(inputs, outputs, start, output)
            if guarantee >= promised:
                return Stage(inputs, outputs, start, output, guarantee, 1 << inputs, exhaustive=True)
            continue
        if all(_all_matched(outputs, start, output, some) for some in _subsets(inputs, promised, seed)):
            checked = SAMPLES + len(_firsts(inputs))
            return Stage(inputs, outputs, start, output, promised, checked, exhaustive=False)
    raise AssertionError(f"no partial concentrator of {inputs} inputs in {MOST_ATTEMPTS} attempts")


def _complete(inputs: int, outputs: int) -> bool:
    return outputs <= INPUT_DEGREE and inputs <= OUTPUT_DEGREE


def _joined(inputs: int, outputs: int, seed: int, attempt: int) -> tuple[Longs, Longs]:
    if _complete(inputs, outputs):
        return np.arange(inputs + 1) * outputs, np.tile(np.arange(outputs), inputs)
    random = np.random.default_rng([seed, inputs, outputs, attempt])
    ends = random.permutation(np.arange(INPUT_DEGREE * inputs) % outputs).reshape(inputs, -1)
    pairs = np.unique(np.repeat(np.arange(inputs), INPUT_DEGREE) * outputs + ends.ravel())
    return np.searchsorted(pairs, np.arange(inputs + 1) * outputs), pairs % outputs


def largest_guarantee(inputs: int, outputs: int, start: Longs, output: Longs) -> int:
    """The largest k so that any k inputs can be connected to k outputs, by Hall's condition on all sets."""
    if outputs > 64:
        raise ValueError(f"{outputs} outputs, all subsets can be looked at for 64")
    near = np.zeros(1, np.uint64)
    for one in range(inputs):
        mask = np.bitwise_or.reduce(np.uint64(1) << output[start[one] : start[one + 1]].astype(np.uint64))
        near = np.concatenate([near, near | mask])
    size = np.bitwise_count(np.arange(1 << inputs, dtype=np.uint64))
    short = np.bitwise_count(near) < size
    return int(size[short].min()) - 1 if short.any() else inputs


def _firsts(inputs: int) -> range:
    return range(0, inputs, -(-inputs // SAMPLES))


def _subsets(inputs: int, count: int, seed: int) -> Iterator[Longs]:
    """Inputs in neighbouring places, then random ones."""
    for first in _firsts(inputs):
        yield (first + np.arange(count)) % inputs
    random = np.random.default_rng([seed, inputs])
    for _ in range(SAMPLES):
        yield random.permutation(inputs)[:count]


def _all_matched(outputs: int, start: Longs, output: Longs, some: Longs) -> bool:
    taken, found = np.full(outputs, NONE, np.int64), np.full(len(start) - 1, NONE, np.int64)
    return matched(start, output, some, 0, len(some), taken, found) == len(some)


def failure_at_most(inputs: int, outputs: int) -> float:
    """A bound of the probability that a randomly dealt stage misses its guarantee of 3/4.

    The sum, over all sets of k inputs and of k - 1 outputs, of the probability that all 6 k edges of those
    inputs lead to those outputs (Hall's condition).

    >>> failure_at_most(300, 200) < 1e-31
    True
    """
    edges, most = INPUT_DEGREE * inputs, ceil(INPUT_DEGREE * inputs / outputs)
    total = 0.0
    for k in range(1, 3 * outputs // 4 + 1):
        ends = min((k - 1) * most, edges)
        if ends >= INPUT_DEGREE * k:
            power = _log_choose(inputs, k) + _log_choose(outputs, k - 1)
            power += _log_choose(ends, INPUT_DEGREE * k) - _log_choose(edges, INPUT_DEGREE * k)
            total += exp(min(power, 0.0))
    return min(total, 1.0)


def _log_choose(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
