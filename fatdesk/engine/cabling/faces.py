"""Where along the depth of its rack the ports of a device are: at the front, or as deep as its rear."""

from typing import Literal

from fatdesk.core.units import um_from_mm
from fatdesk.engine.catalog.parts import Enclosure, ModularSwitch, Part, RackPart, Server, Switch

Side = Literal["front", "rear"]
AT_REAR = 2**40
"""Deeper than any rack, in micrometres."""


def port_side(part: Part) -> Side:
    """The side of the rack that the ports of a part face.

    What the part states; else of switches the side by the direction of their air, because air flows from
    the front of a rack to its rear: ports that air enters by face the front. All others face the rear.

    >>> from fatdesk.engine.catalog.parts import Ports
    >>> ports = (Ports(count=1, connector="qsfp", rate_gbps=100.0),)
    >>> port_side(Server(id="s", ports=ports)), port_side(Switch(id="t", ports=ports))
    ('rear', 'rear')
    >>> port_side(Switch(id="t", ports=ports, airflow="front-to-rear"))
    'front'
    """
    if isinstance(part, Switch | ModularSwitch | Server | Enclosure) and part.port_side is not None:
        return part.port_side
    if isinstance(part, Switch | ModularSwitch) and part.airflow == "front-to-rear":
        return "front"
    return "rear"


def reach_um(part: Part) -> int:
    """How far behind the front of a deep rack the ports of a device are; at the rack's rear: AT_REAR.

    Ports at the front are flush with the rack's front. Rear ports of a switch are flush with the rack's
    rear, where it is mounted; those of other devices, mounted at the front, are as deep as the device, or
    at the rack's rear while its depth is unknown.
    """
    if port_side(part) == "front":
        return 0
    if isinstance(part, Switch | ModularSwitch) or part.depth_mm is None:
        return AT_REAR
    return um_from_mm(part.depth_mm)


def face_um(part: Part, rack: RackPart) -> int:
    """How far behind the front of its rack the ports of a device are, micrometres."""
    return min(reach_um(part), um_from_mm(rack.depth_mm))
