"""The switches of a fabric as Slurm names them: a tree in which every host is below one switch."""

from collections.abc import Iterator
from typing import NamedTuple

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.listing.host_lists import host_list
from fatdesk.engine.listing.left_out import changed_names, external_links, places, second_ports
from fatdesk.engine.listing.plain_names import plain_names
from fatdesk.engine.listing.switch_tree import Branch, switch_tree
from fatdesk.engine.listing.wired import Wired, wired


class SlurmSwitch(NamedTuple):
    """A switch, and the folded names of what is below it: switches or hosts, one of both is empty."""

    name: str
    switches: str
    hosts: str
    rate_gbps: float


def slurm_switches(one: Wired) -> Iterator[SlurmSwitch]:
    """The switches of a fabric, each after those below it.

    Switches that only join others are one made-up switch: ``compute-root``, or after its level and
    number ``compute-L2-3``.
    """
    branches = switch_tree(one.fabric)
    top = max((branch.level for branch in branches), default=0)
    made_up = [branch for branch in branches if branch.below]
    wanted = [_made_up(branch, top, one, number) for number, branch in enumerate(made_up, start=1)]
    own = plain_names([*one.shown, *wanted])  # nodes keep the names that they have elsewhere
    last = iter(own[one.fabric.node_count :])
    names = [next(last) if branch.below else own[branch.switch] for branch in branches]
    for name, branch in zip(names, branches, strict=True):
        switches = host_list(names[number] for number in branch.below)
        yield SlurmSwitch(name, switches, host_list(own[host] for host in branch.hosts), branch.rate_gbps)


def _made_up(branch: Branch, top: int, one: Wired, number: int) -> str:
    return f"{one.fabric.name}-" + ("root" if branch.level == top else f"L{branch.level}-{number}")


def left_out_of_tree(plan: Plan) -> list[str]:
    """What a tree of switches cannot hold of a plan."""
    upper = 0
    for one in wired(plan):
        switches = one.fabric.nodes(NodeKind.SWITCH)
        upper += len(switches) - sum(1 for branch in switch_tree(one.fabric) if not branch.below)
    told = [f"switches without hosts of their own ({upper:,}): made-up ones stand for them"] if upper else []
    pairs = [pair for one in wired(plan) for pair in zip(one.shown, one.names, strict=True)]
    return [*second_ports(plan), *told, *external_links(plan), *places(plan), *changed_names(pairs)]
