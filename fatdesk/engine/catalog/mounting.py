"""Mounting of parts in racks: the side that ports face, and the direction of the air through them."""

from typing import Literal

from fatdesk.engine.catalog.parts import Enclosure, ModularSwitch, Part, Server, Switch

Side = Literal["front", "rear"]
AirDirection = Literal["front-to-rear", "rear-to-front", "sideways"]


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


def air_direction(part: Part) -> AirDirection | None:
    """The direction in which a part moves air through its rack; None: unknown, or it moves none.

    The front of a switch is the side of its ports, so one whose ports face the rear of the rack is turned;
    the front of any other device is at the front of the rack.

    >>> from fatdesk.engine.catalog.parts import Ports
    >>> ports = (Ports(count=1, connector="qsfp", rate_gbps=100.0),)
    >>> air_direction(Switch(id="t", ports=ports, airflow="rear-to-front"))
    'front-to-rear'
    >>> air_direction(Switch(id="t", ports=ports, airflow="rear-to-front", port_side="front"))
    'rear-to-front'
    >>> air_direction(Server(id="s", ports=ports, airflow="rear-to-front"))
    'rear-to-front'
    """
    if part.airflow in (None, "passive", "mixed"):
        return None
    if part.airflow not in ("front-to-rear", "rear-to-front"):
        return "sideways"
    is_turned = isinstance(part, Switch | ModularSwitch) and port_side(part) == "rear"
    if not is_turned:
        return "front-to-rear" if part.airflow == "front-to-rear" else "rear-to-front"
    return "rear-to-front" if part.airflow == "front-to-rear" else "front-to-rear"
