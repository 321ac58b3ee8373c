"""Racks as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.floor.floor import Floor, rack_label
from fatdesk.paper.jobs import RacksError, chosen_racks
from tests.engine import plan_samples as samples

FLOOR = samples.nodes_396().floor
LABELS = [rack_label(r) for r in sorted(FLOOR.racks, key=lambda r: (r.row, r.x_mm, r.number))]


@given(st.lists(st.tuples(st.integers(0, len(LABELS) - 1), st.integers(0, len(LABELS) - 1)), max_size=5))
def test_ranges_and_single_ones(ranges: list[tuple[int, int]]) -> None:
    ranges = [(min(pair), max(pair)) for pair in ranges]
    words = [LABELS[a].lower() if a == b else f"{LABELS[a]}-{LABELS[b]}" for a, b in ranges]
    wanted = {place for a, b in ranges for place in range(a, b + 1)}
    assert chosen_racks(" , ".join(words), FLOOR) == tuple(LABELS[place] for place in sorted(wanted))


@pytest.mark.parametrize("text", ["Z1", "A01-", "-A01", "A01-Z1", "A02-A01", "A01,,x"])
def test_what_names_no_rack_is_refused(text: str) -> None:
    with pytest.raises(RacksError):
        chosen_racks(text, FLOOR)


def test_nothing_typed_is_no_choice() -> None:
    assert chosen_racks("  ", FLOOR) == ()
    with pytest.raises(RacksError, match="none yet"):
        chosen_racks("A01", Floor())
