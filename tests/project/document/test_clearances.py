"""Places of racks: prepared for many questions they are those of one question, looked for among all racks."""

from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.floor.floor import Rack
from fatdesk.project.document.clearances import Places

PARTS = {
    "narrow": RackPart(id="narrow", height_u=42, width_mm=600.0, depth_mm=1000.0),
    "wide": RackPart(id="wide", height_u=42, width_mm=800.0, depth_mm=1200.0),
}
AISLE_MM = 1219.2


def by_search(racks, row, position, part):
    """The nearest rack by row, then position, then number decides; places are as wide as the widest rack."""
    widths = [PARTS[rack.part].width_mm for rack in racks] + [part.width_mm]
    depths = [PARTS[rack.part].depth_mm for rack in racks] + [part.depth_mm]
    peer = min(racks, key=lambda r: (abs(r.row - row), abs(r.position - position), r.number))
    rows = {rack.row: rack.y_mm for rack in racks}
    low, high = min(rows), max(rows)
    step = (rows[high] - rows[low]) / (high - low) if high > low else max(depths) + AISLE_MM
    x = peer.x_mm + PARTS[peer.part].width_mm / 2 + (position - peer.position) * max(widths)
    return round(x - part.width_mm / 2, 3), round(peer.y_mm + (row - peer.row) * step, 3)


@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(PARTS)), st.integers(0, 6), st.integers(0, 9), st.integers(-50, 50)),
        min_size=1,
        max_size=12,
    ),
    st.integers(0, 9),
    st.integers(0, 12),
    st.sampled_from(sorted(PARTS)),
)
def test_a_place_is_that_beside_the_nearest_rack(places, row, position, part):
    racks = [
        Rack(number=n, part=p, row=r, position=c, x_mm=c * 813.0 + d, y_mm=r * 2100.0)
        for n, (p, r, c, d) in enumerate(places, start=1)
    ]
    found = Places(racks, PARTS, None).corner(row, position, (PARTS[part].width_mm, PARTS[part].depth_mm))
    assert found == by_search(racks, row, position, PARTS[part])
