"""The network for the InfiniBand simulator with every modular switch as its inner tree of chips."""

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.chips import opened
from fatdesk.engine.listing.subnet import subnet_bytes, subnet_of

NAME = "fabric-inside.net"


def make(plan: Plan) -> dict[str, bytes]:
    """The files; ``fabric-inside-NAME.net`` where there are several fabrics."""
    several = len(plan.fabrics) > 1
    return {
        f"fabric-inside-{fabric.name}.net" if several else NAME: subnet_bytes(
            opened(subnet_of(fabric, names, plan.catalog), fabric, plan.catalog)
        )
        for fabric, names in zip(plan.fabrics, plan.names, strict=True)
    }
