"""Slurm's topology.conf: every host under its first switch, one made-up root a fabric."""

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.listing.host_lists import host_list
from fatdesk.engine.listing.left_out import changed_names, external_links, places, second_ports
from fatdesk.engine.listing.plain_names import plain_names
from fatdesk.engine.listing.switch_tree import Branch, switch_tree
from fatdesk.engine.listing.wired import Wired, fabric_files, wired

NAME = "topology.conf"
ASKED_ONLY = True  # only who runs Slurm wants it


def make(plan: Plan) -> dict[str, bytes]:
    """The files; ``topology-NAME.conf`` where there are several fabrics, of which Slurm takes one."""
    return {name: _lines(one).encode() for name, one in fabric_files(plan, NAME)}


def left_out(plan: Plan) -> list[str]:
    """What it cannot hold."""
    upper = 0
    for one in wired(plan):
        switches = one.fabric.nodes(NodeKind.SWITCH)
        upper += len(switches) - sum(1 for branch in switch_tree(one.fabric) if not branch.below)
    told = [f"switches without hosts of their own ({upper:,}): made-up ones stand for them"] if upper else []
    pairs = [pair for one in wired(plan) for pair in zip(one.shown, one.names, strict=True)]
    return [*second_ports(plan), *told, *external_links(plan), *places(plan), *changed_names(pairs)]


def _lines(one: Wired) -> str:
    branches = switch_tree(one.fabric)
    top = max((branch.level for branch in branches), default=0)
    made_up = [branch for branch in branches if branch.below]
    wished = [_made_up(branch, top, one, number) for number, branch in enumerate(made_up, start=1)]
    own = plain_names([*one.shown, *wished])  # nodes keep the names that they have elsewhere
    last = iter(own[one.fabric.node_count :])
    names = [next(last) if branch.below else own[branch.switch] for branch in branches]
    lines = ["# Written by fatdesk for TopologyPlugin=topology/tree\n"]
    for name, branch in zip(names, branches, strict=True):
        if branch.below:
            under = "Switches=" + host_list(names[number] for number in branch.below)
        else:
            under = "Nodes=" + host_list(own[host] for host in branch.hosts)
        lines.append(f"SwitchName={name} {under} LinkSpeed={max(1, round(branch.rate_gbps))}\n")
    return "".join(lines)


def _made_up(branch: Branch, top: int, one: Wired, number: int) -> str:
    """``compute-root``, or after its level and number ``compute-L2-3``."""
    return f"{one.fabric.name}-" + ("root" if branch.level == top else f"L{branch.level}-{number}")
