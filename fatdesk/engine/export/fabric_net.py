"""The network for the InfiniBand simulator and manager; modular switches as one box."""

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.subnet import subnet_bytes, subnet_of

NAME = "fabric.net"


def make(plan: Plan) -> dict[str, bytes]:
    """The files; ``fabric-NAME.net`` where there are several fabrics."""
    several = len(plan.fabrics) > 1
    return {
        f"fabric-{fabric.name}.net" if several else NAME: subnet_bytes(subnet_of(fabric, names, plan.catalog))
        for fabric, names in zip(plan.fabrics, plan.names, strict=True)
    }
