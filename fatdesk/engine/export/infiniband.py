"""Files for InfiniBand: subnets for the simulator and manager, topologies for ibutils and ibdiagnet2."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export
from fatdesk.engine.listing import subnets
from fatdesk.engine.listing.left_out import changed_names, external_links, places
from fatdesk.engine.listing.plain_names import plain_name
from fatdesk.engine.listing.point_to_point import Joint, Point, joints
from fatdesk.engine.listing.subnets import MOST_PORTS
from fatdesk.engine.listing.systems import SPEEDS, Chip, System, root_lines, systems_of, topo_lines
from fatdesk.engine.listing.wired import Wired, fabric_files, wired


def _ibutils_files(plan: Plan) -> dict[str, bytes]:
    """Return the files; of several fabrics ``fabric-NAME.topo`` and ``fabric-NAME-roots.txt``."""
    files = {}
    for name, one in fabric_files(plan, "fabric.topo"):
        systems = systems_of(one)
        if _too_large(one, systems):
            continue
        files[name] = "".join(topo_lines(one, systems)).encode()
        files[f"{name.removesuffix('.topo')}-roots.txt"] = "".join(root_lines(one, systems)).encode()
        for system in dict.fromkeys(systems.values()):
            files[f"fabric-{system.name}.ibnl"] = "".join(system.lines()).encode()
    return files


def _left_out_of_ibutils(plan: Plan) -> list[str]:
    """Return what the files of ibutils cannot represent."""
    fastest = max((f.rate_gbps.max(initial=0.0) for f in plan.fabrics), default=0.0)
    faster = [f"rates above {SPEEDS[0][0]:g} Gb/s, which are written as {SPEEDS[0][1]}"]
    pairs = [pair for one in wired(plan) for pair in zip(one.shown, one.names, strict=True)]
    words = faster if fastest > SPEEDS[0][0] else []
    for one in wired(plan):
        if large := _too_large(one, systems_of(one)):
            words.append(f"fabric {one.fabric.name}, so it has no file: {large}")
    return [*words, *external_links(plan), *places(plan), *changed_names(pairs)]


def _too_large(one: Wired, systems: Mapping[int, System]) -> str:
    """A switch of one chip that has more ports than InfiniBand numbers; empty where there is none."""
    for node, system in systems.items():
        if isinstance(system, Chip) and system.ports > MOST_PORTS:
            return (
                f"{one.shown[node]} has {system.ports} ports, InfiniBand numbers at most {MOST_PORTS}, "
                "and its chips are not in the catalog"
            )
    return ""


LANES = 4
"""Lanes of a link, but for those whose rate no generation has over four."""
LANE_RATES = {2.5, 5.0, 10.0, 14.0, 25.0, 50.0, 100.0, 200.0}
"""Gb/s of a lane, by generation."""


def _ibdiagnet_files(plan: Plan) -> dict[str, bytes]:
    """Return the files; ``fabric-ibdiagnet-NAME.topo`` where there are several fabrics."""
    found: dict[str, list[Joint]] = defaultdict(list)
    for joint in joints(plan):
        found[joint.fabric].append(joint)
    hosts: dict[str, int] = defaultdict(int)
    for joint in (joint for links in found.values() for joint in links):
        for point in (joint.a, joint.b):
            hosts[point.id] = max(hosts[point.id], point.number)
    files = {}
    for name, one in fabric_files(plan, "fabric-ibdiagnet.topo"):
        plain = dict(zip(one.fabric.ids, one.names, strict=True))
        lines = _Lines(plan.catalog, plain, hosts)
        files[name] = "".join(lines.all(found[one.fabric.name])).encode()
    return files


def _left_out_of_ibdiagnet(plan: Plan) -> list[str]:
    """Return what the file of ibdiagnet2 cannot represent."""
    pairs = [pair for one in wired(plan) for pair in zip(one.shown, one.names, strict=True)]
    words = ["names of host ports: port n of a host is mlx5_(n-1), as hosts report it by default"]
    if any(part.cards for fabric in plan.fabrics for part in fabric.parts):
        words.append(
            "line cards as systems of their own: port 12 of card 3 is L3/P12, no program was tried on it"
        )
    return [*words, *external_links(plan), *places(plan), *changed_names(pairs)]


class _Lines:
    """The lines of one file."""

    def __init__(self, catalog: Catalog, plain: dict[str, str], hosts: dict[str, int]) -> None:
        self._catalog, self._plain, self._hosts = catalog, plain, hosts

    def all(self, links: list[Joint]) -> Iterator[str]:
        """Each switch, and below it its links, words at both ends where both are switches."""
        at: dict[str, list[tuple[int, str]]] = defaultdict(list)
        switches: dict[str, str] = {}
        for joint in links:
            for near, far in ((joint.a, joint.b), (joint.b, joint.a)):
                if near.kind == "Switch" and far.kind != "External":
                    switches[near.id] = f"{self._system(near)} {self._plain[near.id]}"
                    to = f"{self._system(far)} {self._plain[far.id]} {self._port(far)}"
                    line = f"    {self._port(near)} -{_width(joint.rate_gbps)}-> {to}\n"
                    at[near.id].append((near.number, line))
        yield "# Written by fatdesk\n"
        for key, head in switches.items():
            yield f"\n{head}\n"
            yield from (line for _, line in sorted(at[key], key=lambda one: one[0]))

    def _system(self, point: Point) -> str:
        """The system type: of a switch how its number begins, ``MQM9700``; of a host its last adapter."""
        if point.kind == "Host":
            return f"HCA_mlx5_{self._hosts[point.id] - 1}"
        part = self._catalog[point.model]
        return plain_name((part.part_number or part.id).split("-")[0] if part.part_number else part.id)

    def _port(self, point: Point) -> str:
        if point.kind == "Host":
            return f"mlx5_{point.number - 1}/P1"
        if point.slot:
            return f"L{point.slot}/P{'/'.join(point.port)}"
        return f"P{point.subnet_number}"


def _width(rate_gbps: float) -> str:
    """Lanes and the rate of each.

    >>> _width(200.0), _width(400.0), _width(56.0)
    ('4x-50G', '4x-100G', '4x-14G')
    """
    lanes = next((n for n in (LANES, 2, 1) if rate_gbps / n in LANE_RATES), LANES)
    return f"{lanes}x-{rate_gbps / lanes:g}G"


NET = Export(
    "fabric.net",
    "The network for the InfiniBand simulator and manager; modular switches as one box up to 254 ports.",
    lambda plan: subnets.subnet_files(plan, "fabric", inside=False),
    left_out=lambda plan: subnets.left_out(plan, inside=False),
)
INSIDE_NET = Export(
    "fabric-inside.net",
    "The network for the InfiniBand simulator with every modular switch as its inner tree of chips.",
    lambda plan: subnets.subnet_files(plan, "fabric-inside", inside=True),
    left_out=lambda plan: subnets.left_out(plan, inside=True),
)
IBUTILS = Export(
    "fabric.topo",
    "The network for ibutils (ibdmchk, ibdiagnet), with definitions of its boxes and a list of roots.",
    _ibutils_files,
    asked_only=True,
    left_out=_left_out_of_ibutils,
    more_endings=("-roots.txt", ".ibnl"),
)
IBDIAGNET = Export(
    "fabric-ibdiagnet.topo",
    "The network for ibdiagnet2, UFM and its cable validation: switches, and what is at their ports.",
    _ibdiagnet_files,
    asked_only=True,
    left_out=_left_out_of_ibdiagnet,
)
