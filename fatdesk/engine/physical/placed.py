"""A placed and cabled design: what figures of the physical layer are worked out from."""

from collections.abc import Sequence
from dataclasses import dataclass

from fatdesk.engine.cabling.filling import Filling
from fatdesk.engine.cabling.laying import Cabling
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.floor.budget import Plugged
from fatdesk.engine.floor.floor import Floor
from fatdesk.engine.rules.figures import Figure


@dataclass(frozen=True, eq=False)
class Placed:
    """A design in its room.

    Attributes
    ----------
    filling
        What runs in the trays.
    plugged
        Power and mass of the plugs in each device.
    """

    floor: Floor
    catalog: Catalog
    fabrics: Sequence[Fabric]
    cabling: Cabling
    filling: Filling
    plugged: Plugged


PhysicalFigure = Figure[Placed]
"""A figure of a placed design."""
