"""The networks of a project, built from hosts and designs."""

from collections.abc import Sequence

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.host_ports import host_port_map
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families import build
from fatdesk.engine.families.design import HostGroup
from fatdesk.project.project import FabricDecision


def build_fabrics(
    hosts: Sequence[HostGroup], decisions: Sequence[FabricDecision], catalog: Catalog
) -> tuple[Fabric, ...]:
    """The network of each fabric that has a design; fabrics take ports of the hosts in their order.

    Raises
    ------
    FatdeskError
        When a design does not go with the hosts (too few ports, a part that is not there).
    """
    decided = [(some.requirement, some.design) for some in decisions if some.design is not None]
    if not decided or not hosts:
        return ()
    wish = Requirements(hosts=tuple(hosts), fabrics=tuple(requirement for requirement, _ in decided))
    designs = [design for _, design in decided]
    ports = host_port_map(wish, designs, catalog)
    return tuple(
        build(design, wish.hosts_of(requirement), catalog, requirement.name, taken)
        for (requirement, design), taken in zip(decided, ports, strict=True)
    )
