"""Five small designs of different kinds, and twins in which two cables are exchanged."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.families.design import Design, HostGroup, PartUse
from fatdesk.engine.families.three_level import build
from tests.engine import plan_samples as samples


def three_level(cores: int = 4) -> Plan:
    """32 hosts on two pods of four edge and four middle switches, below four core switches."""
    params: dict[str, int | str] = {
        "E": 8, "P_En": 4, "P_Ec": 4, "U": 4, "B": 1, "pods": 2, "m": 4, "C": cores, "blocking": "1",
    }  # fmt: skip
    uses = tuple(
        PartUse(role=role, part="ib-36", count=count)  # type: ignore[arg-type]  # roles are literals
        for role, count in (("edge", 8), ("middle", 8), ("core", cores))
    )
    group = HostGroup(name="nodes", part="server-1u", count=32)
    design = Design(family="three-level", parts=uses, params=params)
    fabric = build(design, [group], samples.CATALOG, "compute", {"nodes": (0,)})
    return samples.plan_of("three levels", [fabric])


def rails() -> Plan:
    """40 hosts with eight rails on 16 edge and 8 core switches, with links to the outside."""
    group = HostGroup(name="gpu", part="gpu-8rail", count=40)
    fabric = samples.two_level("compute", group, "ndr-64", "ndr-64", (16, 8, 32), rails=8, extra=4)
    return samples.plan_of("rails", [fabric])


def blades() -> Plan:
    """224 blades with a switch an enclosure, below four modular switches."""
    group = HostGroup(name="blades", part="blade-2s", count=224)
    sizes, box = (14, 4, 16), "blade-enclosure-16"
    fabric = samples.two_level("compute", group, "blade-ib-32", "modular-108", sizes, cards=4, enclosure=box)
    return samples.plan_of("blades", [fabric])


def splitters() -> Plan:
    """60 hosts at half the rate, two to a port of two edge switches."""
    group = HostGroup(name="nodes", part="server-1u", count=60)
    fabric = samples.two_level("compute", group, "ib-36", "ib-36", (2, 2, 18), split=2)
    return samples.plan_of("splitters", [fabric])


def directors() -> Plan:
    """1,080 hosts on 60 edge switches below two modular switches of 540 ports each."""
    group = HostGroup(name="nodes", part="server-1u", count=1080)
    fabric = samples.two_level("compute", group, "ib-36", "director-648", (60, 2, 18), cards=30)
    return samples.plan_of("directors", [fabric], cabled=False)


def planes() -> Plan:
    """40 hosts with a port on each of two planes that share no switch."""
    group = HostGroup(name="nodes", part="gpu-8rail", count=40)
    fabric = samples.two_level("compute", group, "ib-36", "ib-36", (2, 2, 20), planes=2)
    return samples.plan_of("planes", [fabric])


DESIGNS: dict[str, tuple[Callable[[], Plan], str]] = {
    "two-level": (samples.nodes_60, "2,4"),
    "three-level": (three_level, "4,8,8"),
    "modular": (lambda: samples.modular(108, 3), "2,6"),
    "rails": (rails, "8,16"),
    "blades": (blades, "4,14"),
}
"""How each is made, and its switches a level, highest first."""

PLANS: dict[str, Callable[[], Plan]] = {
    **{name: make for name, (make, _) in DESIGNS.items()},
    "splitters": splitters,
}
"""The same, and one that opensm has no need to see."""


def mangled(plan: Plan) -> Plan:
    """The core ends of two uplinks of different edge switches, on different cores, exchanged."""
    return replace(plan, fabrics=(mangled_fabric(plan.fabrics[0]),))


def mangled_fabric(fabric: Fabric) -> Fabric:
    """The same of a fabric."""
    up = np.flatnonzero((fabric.kind[fabric.ends] == NodeKind.SWITCH).all(axis=1))
    first = up[0]
    edge, core = fabric.ends[first]
    second = next(i for i in up if fabric.ends[i, 0] != edge and fabric.ends[i, 1] != core)
    ends, ports = fabric.ends.copy(), fabric.ports.copy()
    for array in (ends, ports):
        array[[first, second], 1] = array[[second, first], 1]
    return replace(fabric, ends=ends, ports=ports)
