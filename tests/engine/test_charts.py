"""Labels of axes: whatever is zoomed into, each says its tick's value, and no two are alike."""

import math
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.charts import Axis, Chart, Series

RANGES = st.tuples(
    st.floats(-1e9, 1e9), st.floats(1e-6, 1e9), st.integers(2, 14), st.booleans(), st.booleans()
)


def close(a, b, step):
    """Equal to a thousandth of the distance between ticks."""
    return abs(a - b) <= step / 1000


@given(RANGES)
def test_labels_are_distinct_and_say_the_value_of_their_tick(some):
    low, length, most, scaled, whole = some
    length = max(length, abs(low) * 1e-9)  # as far as a wheel can zoom into doubles
    axis = Axis("Cost", low, low + length, scaled=scaled, whole=whole)
    pairs = axis.labelled(most)
    ticks, texts = [tick for tick, _ in pairs], [text for _, text in pairs]
    assert ticks == axis.ticks(most)
    assert len(set(texts)) == len(texts)
    step = min((b - a for a, b in pairwise(ticks)), default=length)
    for tick, text in pairs:
        assert close(float(text.replace(",", "")) * axis.scale[0], tick, step)


@given(st.floats(1e-9, 1e9), st.floats(1.0001, 1e12), st.integers(2, 14))
def test_logarithmic_labels_too(low, times, most):
    axis = Axis("Load", low, low * times, log=True)
    pairs = axis.labelled(most)
    assert len({text for _, text in pairs}) == len(pairs)
    for tick, text in pairs:
        assert math.isclose(float(text.replace(",", "")), tick, rel_tol=1e-4 * (times - 1))


def test_millions_with_halves():
    """What the cost axis of the explorer showed as 0, 1, 2, 2."""
    axis = Axis("Cost", 0.4e6, 2.43e6, "USD", scaled=True)
    assert [text for _, text in axis.labelled(5)] == ["0.5", "1.0", "1.5", "2.0"]


def test_notes_and_lower_bounds_are_a_column_of_the_list() -> None:
    x = np.array([1.0, 2.0])
    plain = Series(0, "a", x, x)
    noted = Series(1, "b", x, x, at_least=np.array([False, True]), notes=("", "due"))
    assert b"note" not in Chart("t", Axis("x"), Axis("y"), (plain,)).csv()
    rows = Chart("t", Axis("x"), Axis("y"), (plain, noted)).csv().decode().splitlines()
    assert [row.rsplit(",", 1)[1] for row in rows] == ["note", "", "", "", "lower bound; due"]
