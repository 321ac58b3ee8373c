"""The network for the InfiniBand simulator and manager; modular switches as one box up to 254 ports."""

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing import subnets

NAME = "fabric.net"


def make(plan: Plan) -> dict[str, bytes]:
    """The files: one a fabric, and one a plane where planes share no switch."""
    return subnets.subnet_files(plan, "fabric", inside=False)


def left_out(plan: Plan) -> list[str]:
    """What it cannot hold."""
    return subnets.left_out(plan, inside=False)
