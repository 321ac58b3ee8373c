"""A growing list loses nothing, whoever asks for more while another reads it."""

from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.drawing.display import Growing


@given(st.integers(0, 30), st.integers(0, 40), st.integers(0, 40))
def test_every_reader_gets_everything_in_order(count: int, first: int, second: int) -> None:
    taken = []
    growing = Growing(taken.append(i) or i for i in range(count))
    reader = iter(growing)
    read = list(islice(reader, first))
    assert len(taken) <= max(first, 0) + 1, "no more is looked for than is asked for"
    assert list(islice(growing, second)) == list(range(count))[:second]
    assert growing.all == list(range(count))
    assert read + list(reader) == list(range(count))
    assert taken == list(range(count)), "each is looked for once"
