"""The first few by several keys, against sorting everything."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.design.judging.judging import smallest


@given(
    rows=st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=1, max_size=60),
    count=st.integers(0, 70),
    big=st.booleans(),
)
def test_smallest_equals_sorting_everything(rows: list[tuple[int, int, int]], count: int, big: bool) -> None:
    kind = np.object_ if big else np.int64
    keys = [np.array([row[k] for row in rows], dtype=kind) for k in range(3)]
    expected = sorted(range(len(rows)), key=lambda n: (rows[n], n))[:count]
    assert smallest(keys, count).tolist() == expected
