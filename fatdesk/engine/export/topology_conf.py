"""Slurm's topology.conf: every host under its first switch, one made-up root a fabric."""

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.switch_tree import left_out_of_tree, slurm_switches
from fatdesk.engine.listing.wired import Wired, fabric_files

NAME = "topology.conf"
ASKED_ONLY = True  # only who runs Slurm wants it


def make(plan: Plan) -> dict[str, bytes]:
    """The files; ``topology-NAME.conf`` where there are several fabrics, of which Slurm takes one."""
    return {name: _lines(one).encode() for name, one in fabric_files(plan, NAME)}


def left_out(plan: Plan) -> list[str]:
    """What it cannot hold."""
    return left_out_of_tree(plan)


def _lines(one: Wired) -> str:
    lines = ["# Written by fatdesk for TopologyPlugin=topology/tree\n"]
    for name, switches, hosts, rate in slurm_switches(one):
        under = f"Switches={switches}" if switches else f"Nodes={hosts}"
        lines.append(f"SwitchName={name} {under} LinkSpeed={max(1, round(rate))}\n")
    return "".join(lines)
