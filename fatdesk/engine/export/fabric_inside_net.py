"""The network for the InfiniBand simulator with every modular switch as its inner tree of chips."""

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing import subnets

NAME = "fabric-inside.net"


def make(plan: Plan) -> dict[str, bytes]:
    """The files: one a fabric, and one a plane where planes share no switch."""
    return subnets.subnet_files(plan, "fabric-inside", inside=True)


def left_out(plan: Plan) -> list[str]:
    """What it cannot hold."""
    return subnets.left_out(plan, inside=True)
