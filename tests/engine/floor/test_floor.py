"""Records of the floor: trays, zones, areas."""

import pytest
from msgspec.structs import replace

from fatdesk.core.errors import UnsoundError
from fatdesk.core.schema import field_at
from fatdesk.engine.floor.floor import Tray, Zone
from fatdesk.engine.floor.room import Area

TRAY = Tray(id="t", points_mm=((0.0, 0.0), (1.0, 0.0)), elevation_mm=2500.0, width_mm=300.0, depth_mm=100.0)
ZONE = Zone(name="z", x_m=0.0, y_m=0.0, width_m=1.0, depth_m=1.0)
AREA = Area(x_m=0.0, y_m=0.0, width_m=1.0, depth_m=1.0)


@pytest.mark.parametrize(
    ("record", "key", "value"),
    [
        (TRAY, "width_mm", 6e3),
        (TRAY, "depth_mm", 0.0),
        (TRAY, "elevation_mm", -1.0),
        (ZONE, "x_m", 1e6),
        (AREA, "depth_m", -1.0),
    ],
)
def test_a_value_that_no_file_may_hold_is_refused(record, key, value):
    title = field_at(type(record), key).title
    with pytest.raises(UnsoundError, match=f"^{title}: .* is out of range"):
        replace(record, **{key: value})
