"""Ranges of the physical numbers in catalogs, requirements and projects, in one table.

They are far wider than what is sold, and narrow enough that everything that is computed or drawn from them
stays finite: a number outside is a slip (a metre for a millimetre, a digit too many). Counts that are no
physical figures have their bounds where they are declared.
"""

from typing import Annotated

from msgspec import Meta

RackWidth = Annotated[float, Meta(ge=100, le=5_000)]
"""Millimetres, from side to side."""
RackDepth = Annotated[float, Meta(ge=100, le=5_000)]
"""Millimetres, from front to rear."""
RackHeight = Annotated[float, Meta(ge=100, le=10_000)]
"""Millimetres, outside."""
FirstUnit = Annotated[float, Meta(ge=0, le=10_000)]
"""Millimetres from the floor to unit 1."""
DeviceDepth = Annotated[float, Meta(ge=1, le=5_000)]
"""Millimetres; of trays and cables too, where nothing is made of it."""
Units = Annotated[int, Meta(ge=1, le=100)]
"""Rack units of 44.45 mm."""
UnitsOrNone = Annotated[int, Meta(ge=0, le=100)]
"""Rack units of a part that may take none."""
Mass = Annotated[float, Meta(ge=0, le=100_000)]
"""Kilograms of one part."""
MassLimit = Annotated[float, Meta(ge=1, le=100_000)]
"""Kilograms that a rack carries."""
Power = Annotated[float, Meta(ge=0, le=1_000_000)]
"""Watts of one part."""
PowerLimit = Annotated[float, Meta(ge=1, le=10_000_000)]
"""Watts of a rack or of a distribution unit."""
Voltage = Annotated[float, Meta(ge=10, le=100_000)]
"""Volts of a circuit."""
Current = Annotated[float, Meta(ge=0.1, le=10_000)]
"""Amperes of a breaker."""
PowerFactor = Annotated[float, Meta(ge=0.1, le=1)]
"""Watts per volt-ampere."""
FloorLoad = Annotated[float, Meta(ge=1, le=100_000)]
"""Kilograms per square metre, or at a point, that a floor carries."""
AirDelta = Annotated[float, Meta(ge=1, le=100)]
"""Kelvin by which air is warmer behind a rack than in front of it."""
Supplies = Annotated[int, Meta(ge=1, le=100)]
"""Power supplies of one device."""
Feet = Annotated[int, Meta(ge=1, le=100)]
"""Casters or feet of a rack."""
Figure = Annotated[float, Meta(ge=-1e18, le=1e18)]
"""A figure of any kind, in the unit of what states it."""
Share = Annotated[float, Meta(ge=0, le=1)]
"""Part of a whole."""
Hours = Annotated[float, Meta(ge=1, le=1e10)]
"""Mean time between failures."""
RepairHours = Annotated[float, Meta(ge=0.001, le=1e6)]
"""Mean time to repair."""
Failures = Annotated[float, Meta(ge=1e-9, le=1e9)]
"""A year, of a whole network."""
Rate = Annotated[float, Meta(ge=0.001, le=100_000)]
"""Gb/s of a link or a lane."""
Reach = Annotated[float, Meta(ge=0.01, le=200_000)]
"""Metres that a signal goes."""
CableLength = Annotated[float, Meta(ge=0.001, le=100_000)]
"""Metres of one cable."""
CableDiameter = Annotated[float, Meta(ge=0.1, le=200)]
"""Millimetres."""
BendRadius = Annotated[float, Meta(ge=0.1, le=10_000)]
"""Millimetres."""
MassPerMetre = Annotated[float, Meta(gt=0, le=1_000)]
"""Kilograms of a metre of cable."""
WireGauge = Annotated[int, Meta(ge=0, le=40)]
"""American wire gauge."""
Loss = Annotated[float, Meta(ge=0, le=100)]
"""Decibels of a channel or of a mated pair."""
LossPerKm = Annotated[float, Meta(ge=0, le=1_000)]
"""Decibels of a kilometre of fibre."""
Fibres = Annotated[int, Meta(ge=1, le=10_000)]
"""Fibres of one cable or cassette."""
Span = Annotated[float, Meta(gt=0, le=100)]
"""Metres between the supports of a tray."""
SpanMm = Annotated[float, Meta(gt=0, le=100_000)]
"""Span in millimetres."""
LineLoad = Annotated[float, Meta(gt=0, le=1e6)]
"""Newtons on a metre of tray."""
WIDEST_TRAY_MM = 5_000
TrayWidth = Annotated[float, Meta(ge=1, le=WIDEST_TRAY_MM)]
"""Millimetres inside, from wall to wall."""
TrayDepth = Annotated[float, Meta(ge=1, le=2_000)]
"""Millimetres inside, from the bottom to the edge."""
CableSection = Annotated[float, Meta(ge=1, le=10_000_000)]
"""Square millimetres inside a manager or an opening for cables."""
TrayLength = Annotated[float, Meta(ge=0.01, le=1_000)]
"""Metres of a piece that is sold."""
Elevation = Annotated[float, Meta(ge=0, le=50_000)]
"""Millimetres of a tray above the floor."""
TrayWidthM = Annotated[float, Meta(ge=0.001, le=5)]
"""TrayWidth in metres."""
TrayDepthM = Annotated[float, Meta(ge=0.001, le=2)]
"""TrayDepth in metres."""
TrayGap = Annotated[float, Meta(ge=0, le=50)]
"""Metres of a tray above the tallest rack."""
Slack = Annotated[float, Meta(ge=0, le=100)]
"""Metres."""
Tolerance = Annotated[float, Meta(ge=0, le=10)]
"""Part of a measured length."""
FillLimit = Annotated[float, Meta(ge=0.01, le=1)]
"""Part of a tray's cross section."""
Place = Annotated[float, Meta(ge=-10_000, le=10_000)]
"""Metres from the origin of the room."""
MOST_PLACE_MM = 1e7
PlaceMm = Annotated[float, Meta(ge=-MOST_PLACE_MM, le=MOST_PLACE_MM)]
"""Place in millimetres."""
Extent = Annotated[float, Meta(ge=0, le=10_000)]
"""Metres of an area in the room."""
Aisle = Annotated[float, Meta(ge=0, le=100)]
"""Metres between two rows."""
TotalPower = Annotated[float, Meta(ge=0.001, le=1e12)]
"""Watts of a whole network."""
TotalMass = Annotated[float, Meta(ge=0.001, le=1e12)]
"""Kilograms of a whole network."""
Throughput = Annotated[float, Meta(ge=0, le=1e9)]
"""Gb/s of many links together."""
PortCount = Annotated[int, Meta(ge=1, le=10_000)]
"""Cages of one kind on one device."""
