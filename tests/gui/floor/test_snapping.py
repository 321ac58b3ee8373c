"""Snapping: a drawn point goes to one of the candidates that are near, or stays where it is."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.gui.floor.scene import Guides, Snap, candidates, nearest, next_along, snapped

WHOLE = st.integers(-5000, 5000).map(float)
POINT = st.tuples(WHOLE, WHOLE)
GUIDES = st.builds(
    Guides,
    points=st.lists(POINT.map(lambda p: Snap(*p, "rack")), max_size=6).map(tuple),
    lines=st.lists(st.tuples(POINT, POINT), max_size=4).map(tuple),
    tile_mm=st.sampled_from([0.0, 500.0, 609.6]),
    tile_at=st.sampled_from([(0.0, 0.0), (-1200.0, 250.0)]),
)


def far(a, b):
    return math.hypot(a[0] - b[0], a[1] - b[1])


@given(at=POINT, guides=GUIDES, radius=st.floats(0, 800), last=st.none() | POINT)
def test_it_is_a_candidate_within_the_radius_or_the_point_itself(at, guides, radius, last):
    found = snapped(at, guides, radius, last)
    near = [some for some in candidates(at, guides, last) if far(some.point, at) <= radius * (1 + 1e-9)]
    if found.what:
        assert found in near
    else:
        assert found.point == at
        assert not [some for some in near if far(some.point, at) < radius * (1 - 1e-9)]


@given(at=POINT, guides=GUIDES, radius=st.floats(1, 800), last=POINT)
def test_points_come_before_lines_and_tiles(at, guides, radius, last):
    near = [p for p in guides.points if far(p.point, at) < radius * (1 - 1e-9)]
    if near:
        best = min(far(p.point, at) for p in near)
        assert math.isclose(far(snapped(at, guides, radius, last).point, at), best, abs_tol=1e-9)


def test_right_angles_are_seen_from_the_point_before():
    guides = Guides((), (((0.0, 1000.0), (4000.0, 1000.0)),))
    assert snapped((2030.0, 1900.0), guides, 50.0, (2000.0, 3000.0)) == Snap(2000.0, 1900.0, "angle")
    # Where the right angle meets a tray, the crossing wins over the nearest point of the tray.
    assert snapped((2030.0, 1020.0), guides, 50.0, (2000.0, 3000.0)) == Snap(2000.0, 1000.0, "tray")
    assert snapped((2030.0, 1020.0), guides, 50.0, None).point == pytest.approx((2030.0, 1000.0))


@given(line=st.tuples(POINT, POINT), at=POINT, t=st.floats(0, 1))
def test_no_point_of_a_line_is_nearer_than_the_nearest(line, at, t):
    (x1, y1), (x2, y2) = line
    other = (x1 + t * (x2 - x1), y1 + t * (y2 - y1))
    assert far(nearest(line, at), at) <= far(other, at) + 1e-6


@given(value=WHOLE, stops=st.lists(WHOLE, max_size=8), steps=st.integers(-4, 4))
def test_arrows_go_from_guide_to_guide(value, stops, steps):
    at = value
    for _ in range(abs(steps)):
        beyond = [s for s in stops if (s > at + 0.5 if steps > 0 else s < at - 0.5)]
        step = 600.0 if steps > 0 else -600.0
        at = (min(beyond) if steps > 0 else max(beyond)) if beyond else at + step
    assert next_along(value, stops, steps, 600.0) == at
