"""Fill of trays, and optical cables in the place of copper, against plain loops."""

import math
from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.exploring.pricing.grid import figures, grid_of, length, size_for
from fatdesk.engine.exploring.pricing.placement import Pieces
from fatdesk.engine.exploring.pricing.plenum import Segment, fit, loads, ways_of
from fatdesk.engine.exploring.pricing.tariff import Tariff
from fatdesk.engine.floor.room import RoomRequirement

CATALOG = load_shipped([])
TARIFF = Tariff(CATALOG, CablingRules(), 10.0)


@st.composite
def cables(draw):
    rows, per_row, every = draw(st.integers(1, 4)), draw(st.integers(1, 9)), draw(st.integers(1, 5))
    room = RoomRequirement(rows=rows, racks_per_row=per_row, cross_tray_every=every)
    grid = grid_of(room, CablingRules(), CATALOG)
    rack = st.integers(0, rows * per_row - 1)
    ends = draw(st.lists(st.tuples(rack, rack, st.integers(1, 9)), min_size=1, max_size=40))
    racks = np.array([[a for a, _, _ in ends], [b for _, b, _ in ends]])
    where = figures(grid, size_for(grid, 1)[1])
    um = np.array([length(a, 0, b, 0, where) for a, b in racks.T.tolist()])
    return rows, where, Pieces(um, np.array([n for _, _, n in ends]), racks)


def segments(way, every):
    """The segments of one way, walked step by step."""
    row_a, row_b, a, b, cross = way
    turn = b if cross < 0 else cross
    assert cross % every == 0 or cross < 0
    for row, end in ((row_a, a), (row_b, turn if cross < 0 else b)):
        for place in range(min(end, turn), max(end, turn)):
            yield Segment(False, row, place)
    for row in range(min(row_a, row_b), max(row_a, row_b)):
        yield Segment(True, row, cross)


def walked(ways, every):
    fields = (ways.row_a, ways.row_b, ways.a, ways.b, ways.cross)
    return [list(segments(way, every)) for way in zip(*(f.tolist() for f in fields), strict=True)]


@given(cables())
def test_ways_are_as_long_as_the_formula_says_and_fill_adds_up(case):
    rows, room, pieces = case
    _, every, width, pitch, drop, depth, slack, _ = room
    pieces = pieces.take(pieces.between)
    ways = ways_of(pieces.racks, room)
    area = pieces.links.astype(float)
    wanted = Counter()
    for way, um, mm2 in zip(walked(ways, every), pieces.length_um.tolist(), area.tolist(), strict=True):
        assert width + 2 * drop + depth + slack + sum(pitch if some.across else width for some in way) == um
        for some in way:
            wanted[some] += mm2
    assert loads(ways, area, rows, room) == wanted


@given(cables(), st.floats(10, 400))
def test_everything_fits_or_no_copper_is_left_there(case, tray_mm2):
    rows, room, pieces = case
    area, thin, extra = TARIFF.sections(pieces)
    done = fit(pieces, area, thin, extra, rows, room, tray_mm2, 0.5)
    between = pieces.between
    after = np.where(done.optical, thin, area)
    every = room[1]
    held, copper = Counter(), Counter()
    ways = walked(ways_of(pieces.racks[:, between], room), every)
    for n, way in zip(np.flatnonzero(between).tolist(), ways, strict=True):
        for some in way:
            held[some] += after[n]
            copper[some] += not done.optical[n] and thin[n] < area[n]
    over = {some for some, mm2 in held.items() if mm2 > tray_mm2 * 0.5 + 1e-6}
    assert over == set(done.overfull)
    assert not any(copper[some] for some in over)
    assert not done.optical[~between].any()
    assert math.isclose(done.fill, max(held.values(), default=0.0) / tray_mm2, abs_tol=1e-9)
    before = Counter()
    for n, way in zip(np.flatnonzero(between).tolist(), ways, strict=True):
        for some in way:
            before[some] += area[n]
    full = {some for some, mm2 in before.items() if mm2 > tray_mm2 * 0.5 + 1e-6}
    for n, way in zip(np.flatnonzero(between).tolist(), ways, strict=True):
        assert not done.optical[n] or full & set(way)  # nothing is replaced where all fits


@given(cables())
def test_bill_with_optical_cables_costs_what_they_cost_more(case):
    _, _, pieces = case
    _, thin, extra = TARIFF.sections(pieces)
    optical = ~np.isnan(thin) & (np.arange(len(thin)) % 2 == 0)
    plain, other = TARIFF.bill(pieces), TARIFF.bill_with(pieces, optical)
    assert other.count == plain.count
    assert math.isclose(float(other.cost - plain.cost), float(extra[optical].sum()), abs_tol=1e-6)
    assert other.optical == plain.optical + int((-(-pieces.links[optical] // 4)).sum())
    assert other.wasted_lanes == plain.wasted_lanes + 3 * int((pieces.links[optical] == 1).sum())
