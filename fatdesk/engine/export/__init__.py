"""Files for people and other programs, each made from a plan.

A format is an :class:`Export`; its module declares it, and its word in ``EXPORTS`` lists it.
"""

from fatdesk.engine.export import (
    batch_systems,
    bill,
    cable_validation,
    change_orders,
    containerlab,
    drawings,
    dxf,
    facility,
    graphs,
    infiniband,
    lists,
    netbox,
    simgrid,
    structured,
    wiring,
)
from fatdesk.engine.export.export import Export, Table

__all__ = ["BY_NAME", "EXPORTS", "Export", "Table"]

EXPORTS: tuple[Export, ...] = (
    bill.XLSX,
    lists.BILL,
    bill.JSON,
    wiring.XLSX,
    lists.WIRING,
    wiring.JSON,
    lists.LABELS,
    lists.CUTS,
    lists.PULLS,
    lists.HOST_PORTS,
    lists.WAIVERS,
    structured.XLSX,
    structured.PIECES_CSV,
    structured.TRUNKS_CSV,
    structured.PORTS_CSV,
    structured.TESTS_CSV,
    facility.XLSX,
    facility.CSV,
    facility.FEEDS,
    change_orders.XLSX,
    change_orders.CSV,
    drawings.FLOOR,
    drawings.ELEVATIONS,
    drawings.WIRING_DIAGRAM,
    infiniband.NET,
    infiniband.INSIDE_NET,
    infiniband.IBUTILS,
    infiniband.IBDIAGNET,
    graphs.DOT,
    graphs.GRAPHML,
    containerlab.CONTAINERLAB,
    simgrid.SIMGRID,
    batch_systems.CONF,
    batch_systems.YAML,
    batch_systems.GROUPS,
    graphs.LLDP,
    cable_validation.BY_TYPE,
    cable_validation.BY_RACK,
    cable_validation.HOST_FABRIC,
    cable_validation.NDT,
    netbox.NETBOX,
    netbox.OLDER,
    dxf.DXF,
    lists.SIMULATIONS,
    drawings.SIMULATIONS,
    lists.FAULTS,
    drawings.FAULTS,
    lists.LOSSES,
)
"""All formats, in the order in which they are listed and written."""
BY_NAME = {export.name: export for export in EXPORTS}
