"""Fat-trees and messages for tests, and slow ways to see what crosses a channel."""

import numpy as np
from hypothesis import strategies as st

from fatdesk.networks.schedules.capacitated_tree import FatTree, padded


@st.composite
def trees(draw, most_leaves=40, low=1, high=12):
    """Any tree with any capacities."""
    leaves = draw(st.integers(1, most_leaves))
    size = padded(leaves)
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    up, down = random.integers(low, high + 1, (2, 2 * size))
    if draw(st.booleans()):  # fatter towards the root, as real ones are
        grow = np.concatenate(
            [[1], np.repeat(size >> np.arange(size.bit_length()), 1 << np.arange(size.bit_length()))]
        )
        up, down = up * grow, down * grow
    return FatTree(leaves, up.astype(np.int64), down.astype(np.int64))


@st.composite
def messages(draw, leaves, most=300):
    """Any messages between leaves."""
    count = draw(st.integers(0, most))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    few = draw(st.integers(1, leaves))
    source = random.integers(0, draw(st.sampled_from([leaves, few])), count)
    destination = random.integers(0, draw(st.sampled_from([leaves, few])), count)
    return source, destination


@st.composite
def loaded_trees(draw, most=300, **how):
    tree = draw(trees(**how))
    return tree, *draw(messages(tree.leaves, most))


def path(tree, source, destination):
    """Channels of a message, one by one: ("up", node) and ("down", node)."""
    a, b, channels = source + tree.size, destination + tree.size, []
    while a != b:
        channels += [("up", int(a)), ("down", int(b))]
        a, b = a // 2, b // 2
    return channels


def loads(tree, source, destination):
    """What crosses each channel, message by message."""
    found = {"up": np.zeros(2 * tree.size), "down": np.zeros(2 * tree.size)}
    for s, d in zip(source.tolist(), destination.tolist(), strict=True):
        for way, node in path(tree, s, d):
            found[way][node] += 1
    return found
