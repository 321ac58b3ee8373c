"""The network for ibutils (ibdmchk, ibdiagnet), with definitions of its boxes and a list of roots."""

from collections.abc import Mapping

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.left_out import changed_names, external_links, places
from fatdesk.engine.listing.subnets import MOST_PORTS
from fatdesk.engine.listing.systems import SPEEDS, Chip, System, root_lines, systems_of, topo_lines
from fatdesk.engine.listing.wired import Wired, fabric_files, wired

NAME = "fabric.topo"
ASKED_ONLY = True  # only who checks InfiniBand networks wants it
BESIDE = ("-roots.txt", ".ibnl")


def make(plan: Plan) -> dict[str, bytes]:
    """The files; where there are several fabrics ``fabric-NAME.topo`` and ``fabric-NAME-roots.txt``."""
    files = {}
    for name, one in fabric_files(plan, NAME):
        systems = systems_of(one)
        if _too_large(one, systems):
            continue
        files[name] = "".join(topo_lines(one, systems)).encode()
        files[f"{name.removesuffix('.topo')}-roots.txt"] = "".join(root_lines(one, systems)).encode()
        for system in dict.fromkeys(systems.values()):
            files[f"fabric-{system.name}.ibnl"] = "".join(system.lines()).encode()
    return files


def left_out(plan: Plan) -> list[str]:
    """What it cannot hold."""
    fastest = max((f.rate_gbps.max(initial=0.0) for f in plan.fabrics), default=0.0)
    faster = [f"rates above {SPEEDS[0][0]:g} Gb/s, which stand there as {SPEEDS[0][1]}"]
    pairs = [pair for one in wired(plan) for pair in zip(one.shown, one.names, strict=True)]
    told = faster if fastest > SPEEDS[0][0] else []
    for one in wired(plan):
        if large := _too_large(one, systems_of(one)):
            told.append(f"fabric {one.fabric.name}, so it has no file: {large}")
    return [*told, *external_links(plan), *places(plan), *changed_names(pairs)]


def _too_large(one: Wired, systems: Mapping[int, System]) -> str:
    """A switch of one chip that has more ports than InfiniBand numbers; empty where there is none."""
    for node, system in systems.items():
        if isinstance(system, Chip) and system.ports > MOST_PORTS:
            return (
                f"{one.shown[node]} has {system.ports} ports, InfiniBand numbers at most {MOST_PORTS}, "
                "and its chips are not in the catalog"
            )
    return ""
